-- Racing: cars that drift around a track with curved walls.
--
-- Up is the throttle, down brakes and reverses, left and right steer. Until you steer, the red car
-- drives itself, as the others do. Arrows accelerate, oil removes the grip.
--
-- A car keeps its velocity when it turns. Its wheels roll along the car and grip across it, so
-- each tick removes little of the forward speed and much of the sideways speed. A rotation is not
-- a move: beside a wall a car may overlap it afterwards. The car then depenetrates, or does not
-- turn if there is no room.
--
-- Uses: thing:moveByVelocity, thing:depenetrate, shapes of a curve, rules with bounce and push,
-- sensors, on and stay.
local hitbox = require "hitbox"

local PIECES, HALF, GATES = 72, 19, 4 -- of the track: its pieces, half its width, and the gates of a lap
local GAS, ROLLS, GRIPS, SLIPS, TURN = 0.045, 0.985, 0.88, 0.985, 0.042

--- A point of the track, so far to its left, and the way it leads there.
local function track(i, left)
  local function middle(k)
    local a = 2 * math.pi * k / PIECES
    local far, x, y = 1 + 0.09 * hitbox.direction(3 * a), hitbox.direction(a)
    return 160 + 116 * far * x, 100 + 66 * far * y
  end
  local x, y = middle(i)
  local ax, ay = middle(i - 0.5)
  local bx, by = middle(i + 0.5)
  local way = hitbox.angle(bx - ax, by - ay)
  local c, n = hitbox.direction(way)
  return x + (left or 0) * n, y - (left or 0) * c, way
end

--- A thing on the track.
local function on(name, i, left, more)
  local x, y, way = track(i, left)
  local thing = { name, at = { x, y }, angle = way }
  for key, value in pairs(more or {}) do thing[key] = value end
  return thing
end

local things, island = {}, {}
for i = 1, PIECES do
  local x1, y1 = track(i - 1, HALF + 2)
  local x2, y2 = track(i, HALF + 2)
  things[i] = { "rail", shape = hitbox.capsule(x1, y1, x2, y2, 2) }
  island[2 * i - 1], island[2 * i] = track(i, -HALF)
end
things[#things + 1] = { "island", points = island }
for k = 0, GATES - 1 do things[#things + 1] = on("gate", k * PIECES / GATES, 0, { data = { number = k } }) end
for _, at in ipairs { { 12, 9 }, { 29, -8 }, { 50, 6 } } do things[#things + 1] = on("oil", at[1], at[2]) end
for _, i in ipairs { 4, 40 } do things[#things + 1] = on("arrow", i, -6) end
for k, color in ipairs { "#e6605a", "#5f93e0", "#66c28a", "#b58be0" } do
  local more = { color = color, data = { number = k, leg = PIECES - 2 * k } }
  things[#things + 1] = on("car", -2 * k, k % 2 * 12 - 6, more)
end

--- Steer along the track. Returns the throttle, and how much to turn to the right.
local function follow(car)
  local function far(leg)
    local x, y = track(leg)
    return (x - car.x) * (x - car.x) + (y - car.y) * (y - car.y)
  end
  while far(car.leg + 1) < far(car.leg) do car.leg = car.leg + 1 end
  local x, y = track(car.leg + 5, 4 * car.number - 10)
  local dx, dy, c, n = x - car.x, y - car.y, hitbox.direction(car.angle)
  local turn = hitbox.angle(dx * c + dy * n, dy * c - dx * n)
  return math.abs(turn) > 0.5 and 0.4 or 0.9 - 0.04 * car.number, math.max(-1, math.min(1, 4 * turn))
end

--- Turn by an angle, as far as there is room.
local function steer(car, by)
  local before = car.angle
  car.angle = before + by
  if not car:depenetrate(3) then car.angle = before end
end

return hitbox.scene {
  title = "Racing", view = { 320, 200 }, background = "#4b5058",
  types = {
    rail = { group = "wall", color = "#aab2bd" }, island = { group = "wall", color = "#4f8a55" },
    gate = { boxes = { sensor = { w = 2, h = 2 * HALF } }, color = "#ffffff50" },
    oil = { boxes = { sensor = { r = 8 } }, color = "#1d1a26" },
    arrow = { boxes = { sensor = { points = { -8, -6, 0, -6, 8, 0, 0, 6, -8, 6, 0, 0 } } }, color = "#f0c84a" },
    car = { w = 12, h = 6, data = { vx = 0, vy = 0, gate = 0, laps = 0, slips = false } },
  },
  things = things,
  rules = {
    { "car", "wall", response = "bounce", bounce = 0.3 },
    { "car", "car", response = "bounce", bounce = 0.5, push = 0.5 },
    { "car", "gate", on = "pass" },
    { "car", "oil", on = "slip", stay = "slip" },
    { "car", "arrow", on = "hasten" },
  },
  start = function(s) s.marks = {} end,

  update = function(s, input)
    s.played = s.played or input.x ~= 0 or input.y ~= 0
    for car in s:each("car") do
      local gas, right = -input.y, input.x
      if car.number > 1 or not s.played then gas, right = follow(car) end
      local c, n = hitbox.direction(car.angle)
      steer(car, TURN * right * math.max(-1, math.min(1, (car.vx * c + car.vy * n) / 1.5)))
      c, n = hitbox.direction(car.angle)
      local along, across = car.vx * c + car.vy * n, car.vy * c - car.vx * n
      along, across = ROLLS * along + GAS * gas, (car.slips and SLIPS or GRIPS) * across
      car.vx, car.vy, car.slips = along * c - across * n, along * n + across * c, false
      local x, y = car.x, car.y
      car:moveByVelocity()
      if math.abs(across) > 0.45 then
        table.insert(s.marks, 1, { x, y, car.x, car.y })
        s.marks[161] = nil
      end
    end
  end,

  pass = function(_, c)
    local car, gate = c.a, c.b
    if gate.number ~= car.gate then return end -- another way round, or not all of it
    car.gate = (car.gate + 1) % GATES
    if gate.number == 0 then car.laps = car.laps + 1 end
  end,
  slip = function(_, c) c.a.slips = true end,
  hasten = function(_, c)
    local x, y = hitbox.direction(c.b.angle)
    c.a.vx, c.a.vy = c.a.vx + x, c.a.vy + y
  end,

  draw = function(s, g)
    for _, mark in ipairs(s.marks) do g:line(mark[1], mark[2], mark[3], mark[4], "#22222a80", 3) end
    for car in s:each("car") do
      g:text(100 + 30 * car.number, 94, math.max(0, car.laps - 1), car.color, 14) -- the first time is the start
    end
    g:text(136, 82, "laps", "#d8e2ee", 8)
  end,
}
