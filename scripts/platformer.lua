-- A small platformer. Arrow keys: left and right to run, up to jump, higher while it is held. Take
-- the coins, land on the slimes, mind the gap.
--
-- A thing is where its anchor is. The hero's is at the feet: on the ground, its y is the ground's.
-- The rules below say who meets whom. A ledge carries what comes from above, and lets all else
-- through; feet on a head are a stomp; who is hurt is spared for the next 60 ticks; a slime turns
-- round when its sensor, which goes ahead of it inside the ground, comes out of the ground.
--
-- Of hitbox: anchors, several boxes per thing, rules with sides, and the swept move that slides.
local hitbox = require "hitbox"

local RUN, JUMP, HOP, PUSH = 2, 5, 2.5, 0.25 -- units a tick, and how much of it in a tick
local FALLS = { gravity = 0.25, fall = 6 }
local GRACE = 6 -- ticks: a jump just after the edge, or just before the landing, counts

local function block(name, x, y, w, h)
  return { name, at = { x, y }, anchor = "top-left", w = w, h = h }
end

local function coin(x, y)
  return { "coin", at = { x, y }, r = 5, color = "yellow" }
end

local function slime(x, y)
  return { "slime", at = { x, y }, anchor = "feet", boxes = {
    push = { w = 16, h = 12 }, head = { w = 14, h = 5, y = -8 }, hit = { w = 12, h = 8 },
    sensor = { w = 2, h = 3, x = 9, y = 4 },
  } }
end

local things = {
  block("wall", 0, 184, 216, 24), block("wall", 256, 184, 128, 24), block("wall", 136, 160, 32, 24),
  block("ledge", 48, 144, 64, 6), block("ledge", 128, 108, 64, 6), block("ledge", 32, 76, 64, 6),
  block("ledge", 224, 136, 56, 6), block("ledge", 304, 104, 56, 6), block("ledge", 216, 68, 64, 6),
  coin(64, 132), coin(80, 132), coin(96, 132), coin(48, 64), coin(80, 64), coin(152, 148),
  coin(236, 160), coin(252, 124), coin(320, 92), coin(344, 92), coin(232, 56), coin(264, 56),
  slime(192, 184), slime(150, 108), slime(320, 184), slime(240, 68),
  { "hero", at = { 28, 184 }, anchor = "feet", data = { vx = 0, vy = 0 }, boxes = {
    push = { w = 12, h = 24 }, hurt = { w = 8, h = 18, y = -4 }, feet = { w = 10, h = 4 },
  } },
}
for _, x in ipairs { -16, 384 } do -- what keeps the hero in view
  local side = block("side", x, -200, 16, 384)
  side.hidden = true
  things[#things + 1] = side
end

local function approach(value, goal, step)
  return math.max(value - step, math.min(value + step, goal))
end

local function lose(s)
  s.hearts, s.hurt = s.hearts - 1, s.ticks
  if s.hearts == 0 then
    s:reset()
  end
end

-- ---- Looks: the sandbox draws the boxes, this is the picture behind them ------------------------

local function drawLand(s, g)
  for i = 1, 45 do -- stars
    g:rect(i * i * 53 % 383, i * 37 % 121, 1, 1, "#ffffff70", true)
  end
  g:circle(346, 34, 15, "#f4e9cd", true)
  g:circle(340, 30, 13, "#171a2e", true)
  for y = 44, 184, 5 do -- the last light
    g:rect(0, y, 384, 208 - y, "#d8648c06", true)
  end
  for i, top in ipairs { 96, 122, 88 } do
    local x = 117 * i - 42
    g:polygon({ x - 75, 208, x, top, x + 75, 208 }, "#2a2f54", true)
  end
  for i, top in ipairs { 146, 160, 140, 154 } do
    local x = 88 * i - 28
    g:polygon({ x - 60, 208, x, top, x + 60, 208 }, "#222746", true)
  end
  for wall in s:each("wall") do
    local x, y, w, h = wall:rect()
    g:rect(x, y, w, h, "#37415c", true)
    g:rect(x, y, w, 4, "#5fae7f", true)
  end
  for ledge in s:each("ledge") do
    local x, y, w, h = ledge:rect()
    g:rect(x, y, w, h, "#7a5548", true)
    g:rect(x, y, w, 2, "#dba36f", true)
  end
end

local function drawSlime(g, x, y, facing)
  g:rect(x - 8, y - 6, 16, 6, "#8d67d8", true)
  g:circle(x - 2, y - 6, 6, "#8d67d8", true)
  g:circle(x + 2, y - 6, 6, "#8d67d8", true)
  for i = -1, 1, 2 do
    g:circle(x + 3 * facing + 2.5 * i, y - 7, 1.8, "white", true)
    g:circle(x + 3.6 * facing + 2.5 * i, y - 7, 0.9, "black", true)
  end
end

local function drawHero(g, x, y, facing, pace, wave)
  local stride = 3 * math.sin(x / 4) * math.min(pace, 1)
  g:rect(x - 3.5 + stride, y - 6, 3, 6, "#3b5b86", true)
  g:rect(x + 0.5 - stride, y - 6, 3, 6, "#3b5b86", true)
  g:rect(x - 4, y - 14, 8, 9, "#6fa3dc", true)
  g:circle(x - facing, y - 18.5, 5.5, "#7a4a33", true)
  g:circle(x + facing, y - 17, 4.5, "#f2d0a0", true)
  g:circle(x + 3 * facing, y - 17.5, 0.8, "#20242c", true)
  local tip = x - facing * (7 + 3 * pace)
  g:polygon({ x + 4 * facing, y - 14, tip, y - 14 + wave, x - 2 * facing, y - 10 }, "red", true)
end

-- ---- The game -----------------------------------------------------------------------------------

return hitbox.scene {
  title = "Platformer",
  view = { 384, 208 },
  background = "#171a2e",
  things = things,

  rules = {
    { "hero.push", "ledge", response = "slide", from = "above" },
    { "hero.push", "wall", response = "slide" },
    { "hero.push", "side", response = "slide" },
    { "hero.push", "coin", on = "take" },
    { "hero.feet", "slime.head", on = "stomp", from = "above" },
    { "hero.hurt", "slime.hit", on = "ouch", every = 60 },
    { "slime.push", "wall", response = "slide" },
    { "slime.sensor", "wall", exit = "turn" },
    { "slime.sensor", "ledge", exit = "turn" },
  },

  start = function(s)
    s.hearts, s.coins, s.all = 3, 0, s:count("coin")
    s.grounded, s.wished, s.hurt = -GRACE, -GRACE, -60 -- the last ticks in which it was so
  end,

  update = function(s, input)
    local hero = s.hero
    if hero.y > 260 then
      hero:place(28, 100)
      return lose(s)
    end
    if hero.blocked.below then s.grounded = s.ticks end
    if input:pressed("jump") then s.wished = s.ticks end
    if s.ticks - s.wished < GRACE and s.ticks - s.grounded < GRACE then
      hero.vy, s.wished, s.grounded = -JUMP, -GRACE, -GRACE
      s:sound("jump", { volume = 0.4 })
    elseif not input:down("jump") then
      hero.vy = math.max(hero.vy, -HOP)
    end

    hero:face(input.x)
    hero.vx = approach(hero.vx, input.x * RUN, PUSH)
    hero:go(FALLS) -- what stops him takes of his velocity what leads into it

    for one in s:each("slime") do
      one:move(one.facing / 2, 0)
      if one.blocked.left or one.blocked.right then
        one.facing = -one.facing
      end
    end
  end,

  take = function(s, c)
    c.b:remove()
    s.coins = s.coins + 1
    s:sound("coin", { volume = 0.5 })
  end,

  stomp = function(s, c)
    c.b:remove()
    c.a.vy = -JUMP
    s:sound("hit")
  end,

  ouch = function(s, c)
    c.a.vx, c.a.vy = c.a.x < c.b.x and -4 or 4, -HOP
    lose(s)
  end,

  turn = function(_, c)
    c.a.facing = -c.a.facing
  end,

  draw = function(s, g)
    local hero = s.hero
    drawLand(s, g)
    for one in s:each("coin") do
      g:circle(one.x, one.y, 5, "#e8a93a", true)
      g:circle(one.x, one.y, 3.5, "#ffd35a", true)
    end
    for one in s:each("slime") do
      drawSlime(g, one.x, one.y, one.facing)
    end
    if s.ticks - s.hurt >= 60 or s.ticks % 8 < 4 then
      drawHero(g, hero.x, hero.y, hero.facing, math.abs(hero.vx), 2 * math.sin(s.ticks / 8))
    end
    g:text(10, 7, ("♥"):rep(s.hearts), "red", 12)
    g:text(52, 8, ("coins %d of %d"):format(s.coins, s.all), "yellow", 10)
    local won = s.coins == s.all
    g:text(10, 191, won and "Well done! r: again" or "←  → run    ↑ jump", "white", 9)
  end,
}
