-- Hail: thousands of stones, all moved by one call.
--
-- Up and down (or W and S) for more and fewer stones; left and right tilt the world.
--
-- world:step(dt) moves all items that have a velocity, in C and in the order of adding: gravity
-- pulls, stones bounce off roofs and off the lift, and the lift carries the stones on it. The
-- script sets each motion once and draws the results.
--
-- Uses: a world of your own in a scene, setGravity, setMotion, step, stepHit.
local hitbox = require "hitbox"

local W, H, START, STEP, MOST = 400, 225, 300, 100, 5000
local ROOFS = {
  { 24, 70, 96, 8, 0.25 }, { 150, 52, 70, 8, -0.3 }, { 250, 84, 110, 8, 0.2 }, { 90, 130, 90, 8, -0.15 },
}

local function build(s)
  local world = hitbox.newWorld()
  s.hail, s.stones = world, {}
  for i, wall in ipairs { { 0, 205, W, 20 }, { -10, -400, 14, 640 }, { W - 4, -400, 14, 640 } } do
    world:add("wall" .. i, wall[1], wall[2], wall[3], wall[4], { layer = "wall", mask = {} })
  end
  for i, roof in ipairs(ROOFS) do
    local shape = hitbox.box(0, 0, roof[3], roof[4], roof[5])
    world:add("roof" .. i, roof[1] + roof[3] / 2, roof[2], shape, { layer = "wall", mask = {} })
  end
  world:add("lift", 290, 190, 60, 6, { layer = "lift", mask = {} })
  world:setMotion("lift", { vy = -30, gravity = 0, carries = true, maxPush = 8 })
end

-- Above the picture, anywhere.
local function drop(s, stone)
  s.hail:update(stone, 20 + s.random() * (W - 40), -10 - s.random() * 200)
  s.hail:setVelocity(stone, 60 * (s.random() - 0.5), 0)
end

local function fill(s)
  local world, stones = s.hail, s.stones
  while #stones < s.wanted do
    local stone = { r = 1.5 + 2 * s.random() }
    stones[#stones + 1] = stone
    world:add(stone, 0, -100, hitbox.circle(0, 0, stone.r), { layer = "stone", mask = { "wall", "lift" } })
    world:setMotion(stone, { response = "bounce", bounce = 0.45 })
    drop(s, stone)
  end
  while #stones > s.wanted do
    world:remove(table.remove(stones))
  end
end

return hitbox.scene {
  title = "Hail", view = { W, H }, background = "#10151d",

  start = function(s)
    s.wanted, s.hits = START, 0
    build(s)
    fill(s)
  end,

  update = function(s, input, dt)
    if input:pressed("up") then s.wanted = math.min(s.wanted + STEP, MOST) end
    if input:pressed("down") then s.wanted = math.max(s.wanted - STEP, STEP) end
    fill(s)
    s.hail:setGravity(input.x * 120, 240)
    local _, y = s.hail:position("lift")
    if y < 120 or y > 190 then s.hail:setVelocity("lift", 0, y < 150 and 30 or -30) end
    s.hits = s.hail:step(dt)
    for i = 1 + s.ticks % 30, #s.stones, 30 do -- what lies on the floor falls anew, now and then
      if select(2, s.hail:position(s.stones[i])) > 192 and s.random() < 0.25 then drop(s, s.stones[i]) end
    end
  end,

  draw = function(s, g)
    for _, roof in ipairs(ROOFS) do
      g:shape(hitbox.box(roof[1] + roof[3] / 2, roof[2], roof[3], roof[4], roof[5]), "#5d6b7d", true)
    end
    g:rect(0, 205, W, 20, "#39434f", true)
    local x, y, w, h = s.hail:rect("lift")
    g:rect(x, y, w, h, "#8f7bb8", true)
    for _, stone in ipairs(s.stones) do
      local sx, sy = s.hail:position(stone)
      g:circle(sx, sy, stone.r, "#bfe3f5", true)
    end
    g:rect(6, 4, 170, 32, "#11161fc0", true)
    g:text(12, 8, "Hail", "#f4f6f8", 14)
    g:text(12, 26, ("%d stones    %d hits in this step"):format(#s.stones, s.hits), "#ffd35a", 8)
    g:text(12, 212, "up, down: more, fewer    left, right: tilt", "#aeb8c4", 8)
  end,
}
