-- The red car is the first one. The cars start behind the first gate, at the right, and go down the screen first.
local found = {}

--- Whether a car is in a wall.
local function overlapping(s)
  for car in s:each("car") do
    for i = 1, (s.world:queryItem(car.boxes.push, found)) do
      if found[i].thing:is("wall") then return true end
    end
  end
end

--- The red car alone, played, on the track where its y is the middle's, on its way to the right.
local function alone(t, x, y, vx, vy)
  local s = t.scene
  local red = s.car
  for car in s:each("car") do
    if car ~= red then car:remove() end
  end
  s.played = true
  red:setPosition(x, y)
  red.angle, red.vx, red.vy = 0, vx, vy
  return red, s
end

return {
  { "each car comes round by itself, and none is ever in a wall", function(t)
    for _ = 1, 1600 do
      t:step()
      t:ok(not overlapping(t.scene))
    end
    for car in t.scene:each("car") do
      t:ok(car.laps >= 2, ("car %d has come to the line %d times"):format(car.number, car.laps))
    end
  end },

  { "a car that steers into walls at full throttle stays on the track", function(t)
    local s = t.scene
    t:hold("up")
    for i = 1, 800 do
      if i % 100 == 1 then
        t:release("left")
        t:hold("right")
      elseif i % 100 == 51 then
        t:release("right")
        t:hold("left")
      end
      t:step()
      t:ok(not overlapping(s), i)
    end
    local x, y = s.car.x - 160, s.car.y - 100
    t:ok(math.sqrt((x / 116) ^ 2 + (y / 66) ^ 2) < 1.45)
  end },

  { "a tick takes 12 parts in 100 off what goes across, and 1.5 off what goes along", function(t)
    local car = alone(t, 160, 166, 1, 0.5)
    t:step()
    t:near(car.vx, 0.985, 1e-12)
    t:near(car.vy, 0.44, 1e-12)
    t:near(car.x, 160.985, 1e-12)
  end },

  { "on oil it takes 1.5 parts off either", function(t)
    local car, s = alone(t, 0, 0, 0, 0)
    car:setPosition(s.oil.x, s.oil.y)
    t:step()
    t:ok(car.slips)
    car.vx, car.vy = 0.1, 0.1
    t:step()
    t:near(car.vx, 0.0985, 1e-12)
    t:near(car.vy, 0.0985, 1e-12)
    t:step(60)
    t:ok(car.slips)
    t:near(car.vx, 0.1 * 0.985 ^ 61, 1e-12)
  end },

  { "a lap is all gates, one after the other", function(t)
    local car, s = alone(t, 0, 0, 0, 0)
    local gates = {}
    for gate in s:each("gate") do gates[gate.number] = gate end
    local function visit(...)
      for _, number in ipairs { ... } do
        car:setPosition(gates[number].x, gates[number].y)
        car.vx, car.vy = 0, 0
        t:step(2)
      end
      return car.laps
    end
    t:eq(visit(1, 2, 3), 0)
    t:eq(visit(0), 1)
    t:eq(visit(3, 2, 1, 0), 1)
    t:eq(visit(2, 0, 3), 1)
    t:eq(visit(0), 1 + 1)
  end },

  { "an arrow adds 1 to the speed, the way that it points, once", function(t)
    local car, s = alone(t, 0, 0, 0, 0)
    local arrow = s.arrow
    car:setPosition(arrow.x, arrow.y)
    car.angle = arrow.angle
    t:step()
    t:near(math.sqrt(car.vx ^ 2 + car.vy ^ 2), 1, 1e-9)
    t:step()
    t:near(math.sqrt(car.vx ^ 2 + car.vy ^ 2), 0.985, 1e-9)
  end },
}
