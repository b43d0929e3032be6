-- Tunnels: walkers on ground of pixels that dig, tunnel and build.
--
-- Walkers only walk ahead. A click gives the chosen task to the walker at the mouse: 1 to dig
-- down, 2 to tunnel forward, 3 to build a bridge. Until then some walkers have tasks by
-- themselves. A walker that reaches the door is home.
--
-- Digging cuts the mask of the ground, and building fills it: a bridge is ground too. Walkers have
-- a round bottom, so that the edges of pixels are slopes for them, not walls.
--
-- Uses: mask, mask:cut, mask:fill, reshape, thing:walk with maxAngle, blocked, s:nearest.
local hitbox = require "hitbox"

local W, H, MOST, EVERY, FLOOR = 320, 180, 60, 20, 160
local WALK = { gravity = 0.2, maxFall = 3, maxAngle = math.rad(75) } -- two pixels with a radius of 3
local TASKS = { "dig", "tunnel", "build" }
local COLORS = { walk = "green", dig = "orange", tunnel = "pink", build = "yellow" }
-- Until a click: the tasks of the walkers that come first to these places on the shelf.
local PLAN = { { 96, "tunnel" }, { 199, "build" }, { 250, "dig" } }

local function isSolid(x, y)
  local shelf = x < 180 and 66 + 4 * math.sin(x / 13) or 70
  return y >= FLOOR or y > shelf and y < shelf + 22 and x < 270 and (x < 205 or x > 230)
    or x > 108 and x < 132 and y > 30 and y < 70
end

--- Cut a shape out of the ground, or fill it in.
local function change(s, how, shape)
  local push = s.ground.boxes.push.shape
  s.ground:reshape("push", { shape = push[how](push, shape) })
end

--- The work of one tick, `age` ticks after the task began. Returns true if it is done.
local work = {
  walk = function(_, t)
    local stands = t:walk(0.6 * t.facing, nil, WALK)
    if stands and t.blocked[t.facing > 0 and "right" or "left"] then t.facing = -t.facing end
  end,
  dig = function(s, t, age)
    if age % 6 == 0 then change(s, "cut", hitbox.aabb(t.x - 5, t.y - 2, 10, 4)) end
    t:walk(0, nil, WALK)
    return t.vy > 2 -- the ground has an end
  end,
  tunnel = function(s, t, age)
    local ahead = s:raycast(t.x, t.y - 2, 16 * t.facing, 0, "ground")
    if ahead and age % 6 == 0 then
      change(s, "cut", hitbox.aabb(t.x - 6 + 6 * t.facing, t.y - 11, 12, 11))
    end
    t:walk(0.3 * t.facing, nil, WALK)
    return not ahead and age > 30
  end,
  build = function(s, t, age)
    if age % 8 > 0 then return end
    change(s, "fill", hitbox.aabb(t.x - 4 + 4 * t.facing, t.y, 8, 2))
    t:setPosition(t.x + 3 * t.facing, t.y)
    return age >= 8 * 12
  end,
}

local function give(s, t, task) t.task, t.since, t.color = task, s.ticks, COLORS[task] end

return hitbox.scene {
  title = "Tunnels", view = { W, H }, background = "#141b2b", mouse = true,
  input = { dig = { "key 1" }, tunnel = { "key 2" }, build = { "key 3" } },
  types = {
    walker = { anchor = "feet", shape = hitbox.capsule(0, -3, 0, -7, 3), color = "green",
      data = { task = "walk", since = 0 } },
  },
  rules = {
    { "walker", "ground", response = "slide" }, { "walker", "room", response = "slide" },
    { "walker", "door", on = "arrive" },
  },
  things = {
    { "ground", shape = hitbox.mask(W, H, isSolid), color = "#7a5c3e" },
    { "room", anchor = "top-left", w = W, h = H, hollow = 8, color = "#3d4452" },
    { "door", at = { 300, FLOOR }, anchor = "feet", color = "cyan",
      boxes = { sensor = { w = 8, h = 20 } } },
  },

  start = function(s) s.out, s.home, s.chosen, s.planned = 0, 0, "dig", 0 end,
  arrive = function(s, c)
    s.home = s.home + 1
    c.a:remove()
  end,

  update = function(s, input)
    for _, task in ipairs(TASKS) do
      if input:pressed(task) then s.chosen = task end
    end
    if input:pressed("mouse left") then
      local t = s:nearest(input.mouse.x, input.mouse.y, "walker", 8)
      if t then give(s, t, s.chosen) end
      s.played = true
    end
    if s.out < MOST and s.ticks % EVERY == 0 then
      s:spawn("walker", { at = { 30, 30 } })
      s.out = s.out + 1
    end
    for t in s:each("walker") do
      local plan = not s.played and PLAN[s.planned + 1]
      if plan and t.task == "walk" and t.facing > 0 and t.x > plan[1] and t.y < FLOOR / 2 then
        give(s, t, plan[2])
        s.planned = s.planned + 1
      end
      if work[t.task](s, t, s.ticks - t.since) then give(s, t, "walk") end
    end
  end,

  draw = function(s, g)
    g:text(12, 8, "Tunnels", "#f4f6f8", 14)
    g:text(90, 12, ("%d out, %d home"):format(s.out, s.home), "#ffd35a", 8)
    for i, task in ipairs(TASKS) do
      local color = s.chosen == task and COLORS[task] or "#aeb8c4"
      g:text(130 + 50 * i, 12, ("%d: %s"):format(i, task), color, 8)
    end
  end,
}
