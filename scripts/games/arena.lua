-- Arena: one hero against thirty chasers.
--
-- Move with the arrow keys or WASD, aim with the mouse, and hold the left button or X to fire. On
-- a game pad one stick moves, and the other one aims and fires.
--
-- The chasers press towards the hero, push each other aside and stop at walls. They enter through
-- the gates when there is room. Every fifth chaser is a brute: slow, large and tough.
--
-- Uses: types that extend others, push shares, `every` of a rule, s:query, thing:towards,
-- thing:sees, input.aim.
local hitbox = require "hitbox"

local CROWD, FEW = 30, 300 -- chasers at once; more than FEW fill a larger arena from the start
local SIZE = math.max(1, math.sqrt(CROWD / FEW))
local W, H = math.floor(480 * SIZE), math.floor(270 * SIZE)
local SPEED, RELOAD, MERCY = 1.8, 7, 60 -- units a tick; ticks between two shots; ticks after a blow
local GATES = { { W / 2, 18 }, { W / 2, H - 18 }, { 18, H / 2 }, { W - 18, H / 2 } }
local GATE = hitbox.circle(0, 0, 11) -- room for the largest chaser
local COS, SIN = hitbox.direction(math.pi / 3)

local function wall(x, y, w, h)
  return { "wall", at = { SIZE * x, SIZE * y }, w = SIZE * w, h = SIZE * h }
end

--- Let one more chaser enter at a place, unless a thing with a name is in the way.
local function enter(s, x, y, name)
  s.entered = s.entered + 1
  if s:query(GATE:translated(x, y), name) == 0 then
    s:spawn(s.entered % 5 == 0 and "brute" or "chaser", { at = { x, y },
      data = { side = s.random(2) * 2 - 3, pace = 0.6 + 0.3 * s.random() } })
  end
end

--- Fill the arena with a large crowd, except around the hero.
local function fill(s)
  for y = 40, H - 40, 18 do
    for x = 40, W - 40, 18 do
      local isFar = math.abs(x - s.hero.x) + math.abs(y - s.hero.y) > 200
      if isFar and s:count("chaser") < CROWD then enter(s, x, y, "wall") end
    end
  end
end

--- Towards the hero, or, if a wall hides the hero, past that wall at the chaser's own side: a little
--- longer than it hides, as the chaser is wider than the line from one to the other.
local function chase(chaser, hero)
  local x, y = chaser:towards(hero)
  chaser.detour = chaser:sees(hero, "wall") and chaser.detour - 1 or 30
  if chaser.detour > 0 then
    local sin = SIN * chaser.side
    x, y = x * COS - y * sin, x * sin + y * COS
  end
  chaser:move(x * chaser.pace, y * chaser.pace)
end

local function spark(s, x, y, color, size)
  local one = s:spawn("spark", { at = { x, y }, color = color, data = { size = size } })
  s:tween(one, { size = 0 }, 15, "out", function() one:remove() end)
end

return hitbox.scene {
  title = "Arena", view = { W, H }, background = "#12151d", mouse = true,
  types = {
    hero = { r = 6, color = "#6fb1ea" },
    chaser = { r = 6, color = "#d4736c", data = { health = 2, detour = 0 } },
    brute = { extends = "chaser", r = 10, color = "#a57bd6", data = { health = 6 } },
    shot = { r = 2, color = "#ffe08a" },
    wall = { color = "#465263" }, spark = {},
  },
  rules = {
    { "shot", "chaser", response = "touch", on = "strike" },
    { "shot", "wall", response = "touch", on = "fade" },
    { "hero", "wall", response = "slide" },
    { "chaser", "wall", response = "slide" },
    { "chaser", "chaser", push = 0.5 }, -- each yields half of the way
    { "hero", "chaser", push = 0.3, on = "ouch", every = MERCY },
  },
  things = {
    { "wall", at = { W / 2, H / 2 }, w = W - 16, h = H - 16, hollow = 20 },
    wall(130, 78, 90, 16), wall(350, 192, 90, 16), wall(360, 80, 40, 40), wall(120, 190, 40, 40),
    { "wall", at = { W / 2, H / 2 }, r = 18 * SIZE },
    { "hero", at = { W / 2, 200 * SIZE } },
  },

  start = function(s)
    s.felled, s.hearts, s.entered = 0, 5, 0
    if CROWD > FEW then fill(s) end
  end,

  update = function(s, input)
    local hero, aim = s.hero, input.aim
    if s.paused then -- the game is over
      if input:pressed("start") then s:reset() end
      return
    end
    local length = math.max(1, math.sqrt(input.x ^ 2 + input.y ^ 2)) -- no faster along a diagonal
    hero:move(SPEED * input.x / length, SPEED * input.y / length)

    local byStick = aim.x ~= 0 or aim.y ~= 0
    if byStick then
      hero.angle = hitbox.angle(aim.x, aim.y)
    elseif input.mouse.moved or input:down("fire") then
      hero.angle = hitbox.angle(hero:towards(input.mouse))
    end
    if (byStick or input:down("fire")) and s.ticks % RELOAD == 0 then
      local x, y = hitbox.direction(hero.angle)
      s:spawn("shot", { at = { hero.x, hero.y }, data = { vx = 6 * x, vy = 6 * y } })
    end
    for shot in s:each("shot") do shot:moveByVelocity() end
    for chaser in s:each("chaser") do chase(chaser, hero) end
    if s.ticks % 10 == 0 and s:count("chaser") < CROWD then
      local gate = GATES[(s.entered + 1) % #GATES + 1]
      enter(s, gate[1], gate[2], "chaser")
    end
  end,

  strike = function(s, c)
    local shot, chaser = c.a, c.b
    spark(s, c.x, c.y, "#ffe08a", 5)
    shot:remove()
    chaser.health = chaser.health - 1
    if chaser.health == 0 then
      s.felled = s.felled + 1
      spark(s, chaser.x, chaser.y, chaser.color, 16)
      chaser:remove()
    end
  end,
  fade = function(s, c)
    spark(s, c.x, c.y, "#8fa0b5", 4)
    c.a:remove()
  end,
  ouch = function(s, c)
    s.hearts = s.hearts - 1
    s.paused = s.hearts == 0
    spark(s, c.a.x, c.a.y, "#6fb1ea80", 22)
  end,

  draw = function(s, g)
    for _, gate in ipairs(GATES) do g:circle(gate[1], gate[2], 13, "#d4736c30", true) end
    for one in s:each("spark") do g:circle(one.x, one.y, one.size, one.color, true) end
    for one in s:each("chaser") do -- the eyes
      local x, y = one:towards(s.hero)
      for side = -1, 1, 2 do
        g:circle(one.x + 3 * x - 2.5 * side * y, one.y + 3 * y + 2.5 * side * x, 1.3, "white", true)
      end
    end
    local hero = s.hero
    local x, y = hitbox.direction(hero.angle)
    g:line(hero.x, hero.y, hero.x + 11 * x, hero.y + 11 * y, "#d8e2ee", 4)
  end,

  drawAbove = function(s, g)
    g:text(14 * SIZE, 11 * SIZE, ("♥"):rep(s.hearts), "red", 11 * SIZE)
    g:text(W - 14 * SIZE, 12 * SIZE, s.felled .. " felled", "yellow", 10 * SIZE, "top-right")
    if s.paused then
      g:rect(0, 0, W, H, "#00000090", true)
      g:text(W / 2, H / 2, "game over\nReturn: again", "white", 18 * SIZE, "center")
    end
  end,
}
