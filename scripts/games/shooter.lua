-- Shoot-'em-up: many ships, more bullets, and six rules for all contacts.
--
-- Fly with the arrow keys or WASD, fire with X, Ctrl or Return. Until you do, the ship flies
-- itself.
--
-- A ship has boxes of several kinds. The hull (push) is the visible ship, and stops at the edges
-- of the field. The box that can be hurt (hurt) is far smaller than your hull, and a little larger
-- than the hulls of the foes, so bullets (hit) may graze you. Pairs without a rule, such as two
-- bullets, ignore each other. Shots move swept, so a fast shot never jumps over a ship.
local hitbox = require "hitbox"

local W, H = 300, 216 -- of the field; the picture has a margin at its left
local MERCY = 90 -- for how many ticks a ship that was hit cannot be hit again
local SHIP, SCOUT = { 0, -10, 10, 7, -10, 7 }, { -9, -6, 9, -6, 0, 9 }
local CRUISER = { -20, -9, 20, -9, 12, 11, -12, 11 }

-- Walls about the field, so far beyond its edges.
local function frame(name, beyond)
  return { name, at = { W / 2, H / 2 }, w = W + 2 * beyond, h = H + 2 * beyond, hollow = 40,
    hidden = true }
end

local function newFoe(s, cruiser, side)
  s:spawn { "foe", at = { W / 2, -20 }, color = cruiser and "#a57bd6" or "#d4736c",
    data = { cruiser = cruiser, age = 0, side = side, health = cruiser and 30 or 3 },
    boxes = { push = { points = cruiser and CRUISER or SCOUT },
      hurt = { r = cruiser and 20 or 10, color = "#5fd38d40" }, hit = { r = cruiser and 9 or 4 } } }
end

local function newFlak(s, foe, vx, vy)
  s:spawn { "flak", at = { foe.x, foe.y }, color = "#ffb86b", data = { vx = vx, vy = vy },
    boxes = { hit = { r = 2.5 } } }
end

-- Foes weave down the field. A scout aims at the ship, a cruiser fires all round.
local function act(s, foe)
  local age = foe.age + 1
  foe.age = age
  local _, sway = hitbox.direction(age / (foe.cruiser and 90 or 60))
  local goal = W / 2 + foe.side * 115 * sway
  foe:move(goal - foe.x, foe.cruiser and (age < 90 and 0.8 or 0.05) or 0.5)
  if foe.cruiser and age > 60 and age % 18 == 0 then
    for i = 1, 9 do
      local x, y = hitbox.direction(age / 50 + i * 2 * math.pi / 9)
      newFlak(s, foe, 1.2 * x, 1.2 * y)
    end
  elseif not foe.cruiser and age % 80 == 50 then
    local dx, dy = foe:towards(s.ship)
    newFlak(s, foe, 1.5 * dx, 1.5 * dy)
  end
end

-- Steer the ship without a player: stay away from hit boxes, and otherwise below a foe.
local near = {}
local function pilot(s)
  local goal, least, bestX, bestY = s.foe and s.foe.x or W / 2, math.huge, 0, 0
  for dx = -1, 1 do
    for dy = -1, 1 do
      local x, y = s.ship.x + 4 * dx, s.ship.y + 4 * dy
      local cost = math.abs(goal - x) + math.abs(H - 40 - y)
      for i = 1, (s.world:queryRect(x - 8, y - 12, 16, 22, near)) do
        cost = cost + (near[i].kind == "hit" and 100 or 0)
      end
      if cost < least then
        least, bestX, bestY = cost, dx, dy
      end
    end
  end
  return bestX, bestY, true
end

local function blast(s, thing, size)
  local one = s:spawn { "blast", at = { thing.x, thing.y }, color = thing.color,
    data = { age = 0, size = size } }
  s:after(25, function() one:remove() end)
end

return hitbox.scene {
  title = "Shoot-'em-up", view = { -96, 0, W + 96, H }, background = "#0e131f",
  rules = {
    { "shot", "foe.hurt", on = "strike" },
    { "ship.hurt", "*.hit", on = "ouch", every = MERCY },
    { "ship.push", "edge", response = "slide" },
    { "shot", "edge", on = "leave" },
    { "flak", "edge", on = "leave" },
    { "foe.push", "space", on = "leave" },
  },
  things = {
    frame("edge", 0), frame("space", 40),
    { "ship", at = { W / 2, H - 40 }, color = "#6fb1ea",
      boxes = { push = { points = SHIP }, hurt = { r = 2.5, color = "#5fd38d" } } },
  },

  start = function(s)
    s.score, s.lives, s.wave, s.coming, s.safe, s.stars = 0, 3, 0, 0, 0, {}
    for i = 1, 60 do
      s.stars[i] = { x = s.random(1, W), y = s.random(1, H), size = s.random(1, 3) / 2 }
    end
  end,

  update = function(s, input)
    local dx, dy, fire = input.x, input.y, input:down("fire")
    s.played = s.played or dx ~= 0 or dy ~= 0 or fire
    if not s.played then
      dx, dy, fire = pilot(s)
    end
    s.ship:move(2.4 * dx, 2.4 * dy)
    if fire and s.ticks % 6 == 0 then
      for side = -5, 5, 10 do
        s:spawn { "shot", at = { s.ship.x + side, s.ship.y - 6 }, w = 2, h = 8,
          color = "#9fe3f2" }
      end
    end
    if s.coming == 0 and s:count("foe") < 4 then
      s.wave, s.coming = s.wave + 1, 8 + 2 * s.wave
    elseif s.coming > 0 and s.ticks % 16 == 0 then
      newFoe(s, s.coming % 9 == 8, s.coming % 2 * 2 - 1)
      s.coming = s.coming - 1
    end
    for foe in s:each("foe") do act(s, foe) end
    for shot in s:each("shot") do shot:move(0, -9) end
    for flak in s:each("flak") do flak:moveByVelocity() end
    for ash in s:each("blast") do ash.age = ash.age + 1 end
  end,

  strike = function(s, c)
    local foe = c.b
    c.a:remove()
    foe.health = foe.health - 1
    if foe.health == 0 then
      s.score = s.score + (foe.cruiser and 500 or 50)
      blast(s, foe, foe.cruiser and 34 or 16)
      foe:remove()
    end
  end,

  ouch = function(s, c)
    s.lives, s.safe = s.lives - 1, s.ticks + MERCY
    blast(s, c.a, 26)
    if s.lives == 0 then
      s:reset()
    end
  end,

  leave = function(_, c) c.a:remove() end,

  draw = function(s, g)
    for _, star in ipairs(s.stars) do -- they pass by, each at its own speed
      local y = (star.y + s.ticks * star.size / 2) % H
      g:rect(star.x, y, star.size, star.size, "#ffffff50", true)
    end
    for ash in s:each("blast") do
      local part = ash.age / 24
      g:circle(ash.x, ash.y, ash.size * part, ash.color)
      g:circle(ash.x, ash.y, ash.size / 2 * (1 - part), ash.color .. "90", true)
    end
    for flak in s:each("flak") do
      g:circle(flak.x, flak.y, 1.5, "#fff0d8", true)
    end
    if s.ticks < s.safe then
      g:circle(s.ship.x, s.ship.y, 14, "#5fd38d90")
    end
    g:line(0, 0, 0, H, "#ffffff28")
    g:text(-88, 8, "Shoot-'em-up", "#f4f6f8", 13)
    for i, words in ipairs { "score " .. s.score, "ships " .. s.lives, "wave " .. s.wave } do
      g:text(-88, 20 + 13 * i, words, "#ffd35a", 9)
    end
    g:text(-88, 186, "fly: arrow keys", "#8e99a6", 8)
    g:text(-88, 198, "fire: X", "#8e99a6", 8)
  end,
}
