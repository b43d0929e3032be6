-- Rocks: a ship that turns and drifts, rocks that tumble and split, and a field that wraps around.
--
-- Left and right turn, up thrusts, X, Ctrl or Return fires, down raises the shield while it has
-- power. Until you press a key, the ship flies itself.
--
-- A rock is a concave outline, placed so that its centroid is the anchor that it rotates about.
-- The shield is a box that exists only while it is up, and throws rocks back. A thing that leaves
-- at one edge comes in at the opposite one.
local hitbox = require "hitbox"

local W, H = 320, 200
local TURN, THRUST, DRAG = 0.07, 0.05, 0.008 -- radians, and units a tick, each tick
local SHOT, SHOT_TICKS = 4, 45               -- how fast a shot is, and how long it lasts
local MERCY = 90                             -- for how many ticks nothing hurts a new ship
local FULL, LEAST = 120, 30                  -- ticks that a full shield lasts, and that it takes to raise it
local SHIP = { 11, 0, -8, 7, -4, 0, -8, -7 }
local SHIELD = { r = 17, color = "#5fd3f050" }
local RADIUS, POINTS = { 8, 15, 26 }, { 100, 50, 20 } -- of rocks, by size

local function centroid(p)
  local area, x, y = 0, 0, 0
  for i = 1, #p, 2 do
    local x1, y1, x2, y2 = p[i], p[i + 1], p[i + 2] or p[1], p[i + 3] or p[2]
    local cross = x1 * y2 - x2 * y1
    area, x, y = area + cross, x + (x1 + x2) * cross, y + (y1 + y2) * cross
  end
  return x / (3 * area), y / (3 * area)
end

--- The outline of a rock, about its centroid.
local function outline(s, r)
  local corners, count = {}, 11
  for i = 1, count do
    local far, x, y = r * (0.6 + 0.4 * s.random()), hitbox.direction(2 * math.pi * i / count)
    corners[2 * i - 1], corners[2 * i] = far * x, far * y
  end
  local x, y = centroid(corners)
  for i = 1, 2 * count do
    corners[i] = corners[i] - (i % 2 == 1 and x or y)
  end
  return corners
end

local function newRock(s, size, x, y, vx, vy)
  return s:spawn { "rock", at = { x, y }, points = outline(s, RADIUS[size]), color = "#7f7a8c",
    data = { size = size, vx = vx, vy = vy, spin = (s.random() - 0.5) / 12 } }
end

--- Bring what is wholly beyond an edge to the other side.
local function wrap(thing, r)
  thing.x = thing.x > W + r and -r or thing.x < -r and W + r or thing.x
  thing.y = thing.y > H + r and -r or thing.y < -r and H + r or thing.y
end

local function raise(ship, up)
  if up ~= ship.shielded then
    ship.shielded = up
    ship:reshape("shield", up and SHIELD or nil)
  end
end

--- Steer the ship without a player: face the nearest rock and fire, and raise the shield if it is too near.
local function pilot(s, ship)
  local rock, far = ship:nearest("rock")
  if not rock then
    return 0, 0, false
  end
  local lead = far / SHOT
  local way = hitbox.angle(rock.x + rock.vx * lead - ship.x, rock.y + rock.vy * lead - ship.y)
  local off = (way - ship.angle + math.pi) % (2 * math.pi) - math.pi
  return off > TURN and 1 or off < -TURN and -1 or 0, far < 24 and 1 or far > 90 and -1 or 0,
    math.abs(off) < 0.2
end

local function steer(s, ship, turn, thrust, fire)
  ship.angle = ship.angle + TURN * turn
  local c, n = hitbox.direction(ship.angle)
  if thrust < 0 then
    ship.vx, ship.vy = ship.vx + THRUST * c, ship.vy + THRUST * n
  end
  ship.burns = thrust < 0
  ship.power = math.min(FULL, ship.power + (ship.shielded and -1 or 0.25))
  raise(ship, thrust > 0 and ship.power >= (ship.shielded and 1 or LEAST))
  if fire and not ship.shielded and s.ticks % 10 == 0 then
    s:spawn { "shot", at = { ship.x + 11 * c, ship.y + 11 * n }, r = 1.5, color = "#ffe08a",
      data = { vx = ship.vx + SHOT * c, vy = ship.vy + SHOT * n, left = SHOT_TICKS } }
  end
end

return hitbox.scene {
  title = "Rocks", view = { W, H }, background = "#0d1018",
  rules = {
    { "shot", "rock", on = "burst", max = 1 },
    { "ship.shield", "rock", on = "repel", stay = "repel" },
    { "ship.push", "rock", on = "crash", every = MERCY },
  },
  things = {
    { "ship", at = { W / 2, H / 2 }, angle = -math.pi / 2, color = "#cfe6ff",
      data = { vx = 0, vy = 0, power = FULL, shielded = false },
      boxes = { push = { points = SHIP } } },
  },

  start = function(s)
    s.score, s.lives, s.wave, s.safe = 0, 3, 0, MERCY
  end,

  update = function(s, input)
    local ship, fire = s.ship, input:down("fire")
    s.played = s.played or input.x ~= 0 or input.y ~= 0 or fire
    local turn, thrust = input.x, input.y
    if not s.played then
      turn, thrust, fire = pilot(s, ship)
    end
    steer(s, ship, turn, thrust, fire)
    if s:count("rock") == 0 then -- they come in from the left and right edges
      s.wave = s.wave + 1
      for i = 1, 2 + s.wave do
        newRock(s, 3, i % 2 * W, H * i / (3 + s.wave), s.random() - 0.5, s.random() - 0.5)
      end
    end
    ship:moveByVelocity { drag = DRAG }
    wrap(ship, 11)
    for rock in s:each("rock") do
      rock:moveByVelocity()
      rock.angle = rock.angle + rock.spin
      wrap(rock, RADIUS[rock.size])
    end
    for shot in s:each("shot") do
      shot:moveByVelocity()
      wrap(shot, 2)
      shot.left = shot.left - 1
      if shot.left == 0 then shot:remove() end
    end
  end,

  -- Two halves go on as the rock did, and apart across the shot's way.
  burst = function(s, c)
    local shot, rock = c.a, c.b
    s.score = s.score + POINTS[rock.size]
    shot:remove()
    rock:remove()
    if rock.size > 1 then
      local ax, ay = -shot.vy / 8, shot.vx / 8
      for side = -1, 1, 2 do
        newRock(s, rock.size - 1, rock.x + 6 * side * ax, rock.y + 6 * side * ay,
          rock.vx + side * ax, rock.vy + side * ay)
      end
    end
  end,

  -- The normal pushes the ship away from the rock; a rock that leaves already is left alone.
  repel = function(_, c)
    local ship, rock = c.a, c.b
    local nearing = (rock.vx - ship.vx) * c.nx + (rock.vy - ship.vy) * c.ny
    if nearing > 0 then
      rock.vx, rock.vy = rock.vx - 2 * nearing * c.nx, rock.vy - 2 * nearing * c.ny
    end
  end,

  crash = function(s, c)
    local ship = c.a
    if s.ticks < s.safe or ship.shielded then
      return
    end
    s.lives, s.safe = s.lives - 1, s.ticks + MERCY
    ship:setPosition(W / 2, H / 2)
    ship.vx, ship.vy, ship.power = 0, 0, FULL
    if s.lives == 0 then
      s:reset()
    end
  end,

  draw = function(s, g)
    local ship = s.ship
    if ship.burns and s.ticks % 4 < 2 then
      local c, n = hitbox.direction(ship.angle)
      g:line(ship.x - 5 * c, ship.y - 5 * n, ship.x - 13 * c, ship.y - 13 * n, "#ff9d5c", 3)
    end
    if s.ticks < s.safe then
      g:circle(ship.x, ship.y, 20, "#5fd38d70")
    end
    g:text(6, 5, "score " .. s.score, "#f4f6f8", 8)
    g:text(6, 16, "ships " .. s.lives .. "   wave " .. s.wave, "#8e99a6", 6)
    g:rect(W - 66, 8, 60, 4, "#5fd3f050", true)
    g:rect(W - 66, 8, 60 * ship.power / FULL, 4, "#5fd3f0", true)
    g:text(W - 66, 14, "shield", "#8e99a6", 6)
    g:text(6, H - 14, "turn, thrust: arrow keys   shield: down   fire: X", "#8e99a6", 6)
  end,
}
