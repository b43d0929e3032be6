-- A small platformer: coins, slimes, a lift, a spring and a flag.
--
-- Arrow keys: left and right to run, up to jump, higher while it is held, down to drop through a
-- ledge. At a wall the hero slides down slowly and can jump off it. The lift, the spring and two
-- close walls lead up. Take the coins, land on the slimes, find the flag.
--
-- A thing is where its anchor is. The hero's anchor is at the feet: on the ground, its y is the y
-- of the ground. Rules decide contacts: feet on a head are a stomp, any other contact with a slime
-- hurts.
--
-- Uses: maps, one-way ledges, thing:walk and its `blocked`, thing:carry, rules with sides, a
-- camera.
local hitbox = require "hitbox"

local RUN, PUSH, JUMP, HOP, THROW = 2, 0.25, 5, 2.5, 6.5 -- units a tick
local FALLS, SLIDES = { gravity = 0.25, maxFall = 6 }, { gravity = 0.25, maxFall = 1 }
local DROPS = { gravity = 0.25, maxFall = 6, through = true } -- through all that is one-way
local GRACE = 6 -- ticks: a jump just after the edge or the wall, or just before the landing, counts
local LOCK = 10 -- ticks after a jump off a wall in which the hero cannot turn back
local WIDTH = 44 * 16

local function approach(value, goal, step)
  return math.max(value - step, math.min(value + step, goal))
end

local function lose(s)
  s.hearts = s.hearts - 1
  if s.hearts == 0 then s:reset() end
end

--- Jump if that is wished and possible: off the ground, or off the wall at a side (-1, 1 or nil).
local function jump(s, hero, side)
  if s.ticks - hero.wished >= GRACE then return end
  if s.ticks - hero.stood >= GRACE then
    if not side then return end
    hero.vx, hero.lock = -side * RUN, LOCK
    hero:face(-side)
  end
  hero.vy, hero.isJump = -JUMP, true
  hero.wished, hero.stood, hero.atWall = -GRACE, -GRACE, -GRACE
  s:sound("jump", { volume = 0.4 })
end

local function moveHero(s, hero, input)
  local side = hero.blocked.left and -1 or hero.blocked.right and 1 or nil
  if hero.ground then hero.stood, hero.lock, hero.isJump = s.ticks, 0, false end
  if side then hero.lock, hero.wall, hero.atWall = 0, side, s.ticks end -- at the next wall after a jump off one
  if input:pressed("jump") then hero.wished = s.ticks end
  jump(s, hero, s.ticks - hero.atWall < GRACE and hero.wall)
  if hero.isJump and not input:down("jump") then hero.vy = math.max(hero.vy, -HOP) end

  if hero.lock > 0 then
    hero.lock = hero.lock - 1
  else
    hero.vx = approach(hero.vx, input.x * RUN, PUSH)
    hero:face(input.x)
  end
  hero.slides = not hero.ground and side == input.x and hero.vy >= 0
  hero.ground = hero:walk(hero.vx, nil, input:down("down") and DROPS or hero.slides and SLIDES or FALLS)
end

-- ---- Looks: the sandbox draws the boxes, this is the picture between fills and outlines ---------

local function drawLand(s, g)
  local left = s.view.x
  for i = 1, 45 do g:rect(left + i * i * 53 % 383, i * 37 % 121, 1, 1, "#ffffff70", true) end
  g:circle(left + 346, 34, 15, "#f4e9cd", true)
  g:circle(left + 340, 30, 13, "#171a2e", true)
  for y = 44, 184, 5 do g:rect(left, y, 384, 208 - y, "#d8648c06", true) end -- the last light
  for i = 0, 8 do -- two rows of hills, the farther one moves with the view
    local far, near = left / 2 + 117 * i - 42, 88 * i - 28
    g:polygon({ far - 75, 208, far, 90 + i * 29 % 40, far + 75, 208 }, "#2a2f54", true)
    g:polygon({ near - 60, 208, near, 140 + i * 17 % 25, near + 60, 208 }, "#222746", true)
  end
  for wall in s:each("wall") do
    local x, y, w, h = wall:rect()
    g:rect(x, y, w, h, "#37415c", true)
    for at = x, x + w - 1, 16 do -- grass where no wall is above
      if s:tileAt(at + 8, y - 8) ~= "wall" then g:rect(at, y, 16, 4, "#5fae7f", true) end
    end
  end
  for plank in s:each("plank") do
    local x, y, w, h = plank:rect()
    g:rect(x, y, w, h, "#7a5548", true)
    g:rect(x, y, w, 2, "#dba36f", true)
  end
end

local function drawSlime(g, x, y, facing)
  g:rect(x - 8, y - 6, 16, 6, "#8d67d8", true)
  for i = -1, 1, 2 do g:circle(x + 2 * i, y - 6, 6, "#8d67d8", true) end
  for i = -1, 1, 2 do
    g:circle(x + 3 * facing + 2.5 * i, y - 7, 1.8, "white", true)
    g:circle(x + 3.6 * facing + 2.5 * i, y - 7, 0.9, "black", true)
  end
end

local function drawHero(g, hero, wave)
  local x, y, f, pace = hero.x, hero.y, hero.facing, math.abs(hero.vx)
  local stride = 3 * math.sin(x / 4) * math.min(pace, 1)
  for i = -1, 1, 2 do g:rect(x - 1.5 + i * (2 - stride), y - 6, 3, 6, "#3b5b86", true) end
  g:rect(x - 4, y - 14, 8, 9, "#6fa3dc", true)
  g:circle(x - f, y - 18.5, 5.5, "#7a4a33", true)
  g:circle(x + f, y - 17, 4.5, "#f2d0a0", true)
  g:circle(x + 3 * f, y - 17.5, 0.8, "#20242c", true)
  g:polygon({ x + 4 * f, y - 14, x - f * (7 + 3 * pace), y - 14 + wave, x - 2 * f, y - 10 }, "red", true)
end

-- ---- The game -----------------------------------------------------------------------------------

return hitbox.scene {
  title = "Platformer", view = { 384, 208 }, background = "#171a2e",
  types = {
    wall = {},
    plank = { oneWay = "above", anchor = "top-left" },
    ledge = { extends = "plank", w = 16, h = 6 },
    lift = { extends = "plank", w = 48, h = 6 },
    spring = { anchor = "feet", w = 14, h = 6, color = "red" },
    coin = { r = 5, color = "yellow" },
    flag = { anchor = "feet", w = 6, h = 32, color = "yellow" },
    slime = { anchor = "feet", boxes = { push = { w = 16, h = 12 }, head = { w = 14, h = 5, y = -8 },
      hit = { w = 12, h = 8 }, sensor = { w = 2, h = 3, x = 9, y = 4 } } },
    hero = { anchor = "feet", data = { vx = 0, vy = 0, lock = 0, stood = -GRACE, wished = -GRACE, atWall = -GRACE },
      boxes = { push = { w = 12, h = 24 }, hurt = { w = 8, h = 18, y = -4 }, feet = { w = 10, h = 4 } } },
  },
  map = {
    tile = 16,
    legend = { ["#"] = "wall", ["="] = "ledge", o = "coin", s = "slime", F = "flag", ["^"] = "spring",
      ["@"] = "hero" },
    rows = {
      "#..........................................#",
      "#............................ooo...........#",
      "#............................===........F..#",
      "#....................o..............########",
      "#.......................s.^.....##..########",
      "#..........oo..........#####....##..########",
      "#.........====.......o.#####....##o.########",
      "#.....oo...............#####....##..########",
      "#....====.......o......#####....##.o########",
      "#......................#####........########",
      "#.@.........s...o......#####..s.....########",
      "###############...##...#####################",
      "###############...##########################",
    },
  },
  things = { { "lift", at = { 320, 184 } } },
  rules = {
    { "hero.push", "plank", response = "slide" },
    { "hero.push", "wall", response = "slide" },
    { "hero.push", "spring", response = "slide", from = "above", on = "throw" },
    { "hero.push", "coin", on = "take" },
    { "hero.push", "flag", on = "win", once = true },
    { "hero.feet", "slime.head", on = "stomp", from = "above" },
    { "hero.hurt", "slime.hit", on = "ouch", every = 60 },
    { "slime.push", "wall", response = "slide" },
  },

  start = function(s)
    s.hearts, s.coins, s.all, s.hurt = 3, 0, s:count("coin"), -60
  end,

  update = function(s, input)
    local hero, lift = s.hero, s.lift
    lift:carry(0, 130 + 54 * hitbox.direction(s.ticks / 50) - lift.y)
    moveHero(s, hero, input)
    if hero.y > 260 then
      hero:setPosition(40, 100)
      hero.vx, hero.vy = 0, 0
      lose(s)
    end
    for slime in s:each("slime") do -- turn at a wall, and where the ground ends before the sensor
      slime:move(slime.facing / 2, 0)
      if slime.blocked.left or slime.blocked.right or not slime:overlaps("wall", "sensor") then
        slime.facing = -slime.facing
      end
    end
    s.view.x = math.max(0, math.min(hero.x - s.view.w / 2, WIDTH - s.view.w))
  end,

  throw = function(s, c)
    c.a.vy, c.a.ground, c.a.isJump = -THROW, nil, false
    s:sound("jump")
  end,
  take = function(s, c)
    c.b:remove()
    s.coins = s.coins + 1
    s:sound("coin", { volume = 0.5 })
  end,
  win = function(s) s.won = true end,
  stomp = function(s, c)
    c.b:remove()
    c.a.vy, c.a.ground, c.a.isJump = -JUMP, nil, true
    s:sound("hit")
  end,
  ouch = function(s, c)
    c.a.vx, c.a.vy, c.a.ground = c.a.x < c.b.x and -4 or 4, -HOP, nil
    s.hurt = s.ticks
    lose(s)
  end,

  draw = function(s, g)
    drawLand(s, g)
    for coin in s:each("coin") do g:circle(coin.x, coin.y, 3.5, "#ffd35a", true) end
    local x, y = s.flag.x, s.flag.y - 32
    g:rect(x - 1, y, 2, 32, "white", true)
    g:polygon({ x + 1, y, x + 15, y + 5 + math.sin(s.ticks / 9), x + 1, y + 10 }, s.won and "green" or "red", true)
    for slime in s:each("slime") do drawSlime(g, slime.x, slime.y, slime.facing) end
    if s.ticks - s.hurt >= 60 or s.ticks % 8 < 4 then drawHero(g, s.hero, 2 * math.sin(s.ticks / 8)) end
    x = s.view.x
    g:text(x + 20, 7, ("♥"):rep(s.hearts), "red", 12)
    g:text(x + 62, 8, ("coins %d of %d"):format(s.coins, s.all), "yellow", 10)
    g:text(x + 20, 191, s.won and "Well done! r: again" or "←  → run    ↑ jump    ↓ drop", "white", 9)
  end,
}
