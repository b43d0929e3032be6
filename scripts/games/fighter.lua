-- Fighter: three attacks, blocking, hitstop, cancels, rounds, and a strip of the frames that are
-- played.
--
-- You are on the left: A and D walk, Z jabs, X kicks, C throws a heavy punch. Walk away to block:
-- a blocked attack does a quarter of the damage. A jab that hits or is blocked, or a kick that
-- hits, cancels into the heavy punch. The other fighter acts by itself until I, J, K, L or U is
-- pressed. Two rounds win.
--
-- An attack has startup frames, in which it can be punished, active frames with a hit box, and
-- recovery frames. In hitstop both fighters stand still for a few ticks, so that the player sees
-- the hit.
--
-- Uses: actions, frameData, once = "swing", hitstop, result, push along an axis, a hollow box.
local hitbox = require "hitbox"

local W, FLOOR, PAUSE = 320, 150, 120 -- ticks between two rounds
local POWER, BLOCKED = { jab = 4, kick = 8, heavy = 16 }, { jab = 1, kick = 2, heavy = 4 }
local SHOWN = { startup = "#5a7fb8", active = "#e0554f", recovery = "#5c9a6a", [false] = "#3a3546" }

local function hit(x, y, w, h) return { x = x, y = y, w = w, h = h, color = "#e0554f" } end
local ACTIONS = {
  jab = { frames = 15, [5] = { hit = hit(20, -38, 22, 6), dx = 1 }, [8] = {},
    cancel = { { "heavy", from = 5, on = "contact" } } },
  kick = { frames = 24, [8] = { hit = hit(24, -14, 30, 8) }, [12] = {},
    cancel = { { "heavy", from = 8, to = 14, on = "hit" } } },
  heavy = { frames = 38, [2] = { hurt = { x = -4, w = 20, h = 46 } }, [32] = {},
    [13] = { hit = hit(26, -32, 34, 14), dx = 3 }, [18] = { hurt = { x = 8, w = 34, h = 40 } } },
  reel = { frames = 16, [1] = { dx = -2 }, [6] = {} },
  guard = { frames = 9, [1] = { dx = -1.5 }, [5] = {} },
  fall = { frames = 120, [1] = { dx = -1.5, hurt = false }, [20] = { hurt = false } },
}

-- Back to the places of the start, with full health.
local function beginRound(s)
  for t in s:each("fighter") do
    t:stop()
    t.hp, t.blocks = 100, false
    t:setPosition(t.def.at[1], t.def.at[2])
    t:face(t.def.facing or 1)
  end
end

local function endRound(s, winner, loser)
  loser:play("fall", { force = true })
  winner.wins, s.pause = winner.wins + 1, PAUSE
  s.says = winner.wins == 2 and winner.name .. " wins" or "K. O."
end

-- Let a fighter do what its player wants, or what it decides itself.
local function act(s, t, other, input, side)
  local x = (input:down("right" .. side) and 1 or 0) - (input:down("left" .. side) and 1 or 0)
  for name in hitbox.pairs(POWER) do
    t.ai = t.ai and x == 0 and not input:down(name .. side)
    if input:pressed(name .. side) then t:play(name, { buffer = 8 }) end
  end
  if t.ai and t.wait == 0 then
    t.wait = s.random(14, 40)
    t:play(({ "jab", "kick", "heavy" })[s.random(3)])
  elseif t.ai then
    local isFar = math.abs(t.x - other.x) > 44
    t.wait, x = t.wait - 1, isFar and t.facing or t.wait % 3 == 0 and -t.facing or 0
  end
  t.blocks = x * t.facing < 0 and (not t.playing or t.playing == "guard")
  if t.playing or t.frozen then return end
  t:face(other.x - t.x)
  t:move(x * 1.6, 0)
end

local SKIN, PANTS = "#e8c39a", "#3b3550"
-- Legs, a body, a head and the arm of a blow, in the pose that the action gives.
local function drawBody(g, t)
  local x, y, f, pose = t.x, t.y, t.facing, t.playing
  if pose == "fall" and t.frame > 12 then
    g:rect(x - 22, y - 10, 34, 10, t.color, true)
    return g:rect(x + (f > 0 and -32 or 12), y - 10, 10, 10, SKIN, true)
  end
  local lean = (pose == "reel" or pose == "fall") and -4 * f or (pose == "heavy" and 4 * f) or 0
  g:rect(x - 7, y - 20, 5, 20, PANTS, true)
  g:rect(x + 2, y - 20, 5, 20, PANTS, true)
  g:rect(x - 8 + lean, y - 38, 16, 20, t.color, true)
  g:rect(x - 5 + 1.5 * lean, y - 48, 10, 10, SKIN, true)
  local long = POWER[pose] and t:phase() == "active" and 30 or (pose == "guard" or t.blocks) and 8 or 12
  local high = pose == "kick" and 16 or t.blocks and 46 or 36
  g:rect(f > 0 and x + lean or x + lean - long, y - high, long, pose == "guard" and 14 or 5, SKIN, true)
end

return hitbox.scene {
  title = "Fighter", view = { 0, 55, W, 145 }, background = "#1b1822",
  input = { left = { "key a", "key left", "pad dpleft" }, left2 = { "key j" },
    right = { "key d", "key right", "pad dpright" }, right2 = { "key l" },
    jab = { "key z", "pad x" }, kick = { "key x", "pad a" }, heavy = { "key c", "pad b" },
    jab2 = { "key u" }, kick2 = { "key i" }, heavy2 = { "key k" } },
  types = { fighter = { anchor = "feet", actions = ACTIONS, data = { hp = 100, wins = 0 },
    boxes = { push = { w = 16, h = 44 }, hurt = { w = 24, h = 48, color = "#5fd38d" } } } },
  rules = {
    { "*.hit", "*.hurt", when = "blocks", result = "block", on = "meet", once = "swing", hitstop = 5 },
    { "*.hit", "*.hurt", on = "meet", once = "swing", hitstop = 9 },
    { "*.push", "wall", response = "slide" },
    { "*.push", "*.push", push = 0.5, axis = "x" }, -- bodies part, each by half
  },
  things = {
    { "wall", at = { W / 2, 100 }, w = W, h = 300, hollow = 20, hidden = true },
    { "ann", type = "fighter", at = { 100, FLOOR }, color = "#6fb1ea" },
    { "bob", type = "fighter", at = { 220, FLOOR }, facing = -1, color = "#e6b15c" },
  },
  start = function(s)
    s.strip, s.pause, s.says = {}, 0, ""
    s.bob.ai, s.bob.wait = true, 60
  end,

  update = function(s, input)
    if s.pause == 0 then
      act(s, s.ann, s.bob, input, "")
      act(s, s.bob, s.ann, input, "2")
    else
      s.pause = s.pause - 1
      if s.pause == 0 then
        if s.ann.wins == 2 or s.bob.wins == 2 then return s:reset() end
        beginRound(s)
      end
    end
    table.insert(s.strip, 1, { s.ann:phase() or false, s.bob:phase() or false })
    s.strip[100] = nil
  end,

  blocks = function(_, c) return c.b.blocks end,
  meet = function(s, c)
    local blocks = c.rule.result == "block"
    s:sound(blocks and "block" or "hit")
    c.b.hp = math.max(0, c.b.hp - (blocks and BLOCKED or POWER)[c.a.playing])
    if c.b.hp == 0 then return endRound(s, c.a, c.b) end
    c.b:play(blocks and "guard" or "reel", { force = true })
  end,

  -- Only rectangles and words of one size, so that tests/love/fighter draws it with few lines.
  draw = function(s, g)
    g:rect(0, FLOOR, W, 50, "#2a2533", true)
    for i, t in ipairs { s.ann, s.bob } do
      local x, y, d = i == 1 and 10 or W - 110, FLOOR + 16 * i - 2, t:frameData()
      drawBody(g, t)
      local text = d and (d.active > 0 and (": %d + %d + %d"):format(d.startup, d.active, d.recovery) or "")
      g:rect(x, 62, 100, 6, SHOWN[false], true)
      g:rect(x, 62, t.hp, 6, t.color, true)
      for win = 1, t.wins do g:rect(x + 104 - 6 * win, 70, 4, 4, t.color, true) end
      g:text(x, 70, d and d.name .. " " .. t.frame .. text or "", t.color, 7)
      for k, at in ipairs(s.strip) do g:rect(314 - 3 * k, y, 2.5, 9, SHOWN[at[i]], true) end
    end
    if s.pause > 0 then g:text(W / 2 - 14, 76, s.says, "#ffffff", 7) end
  end,
}
