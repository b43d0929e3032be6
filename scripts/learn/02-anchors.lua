-- One body, four anchors.
--
-- The bodies walk by themselves; the arrow keys steer all of them, and up jumps.
--
-- The anchor is the point that x and y name, drawn as a small cross. The first three bodies have
-- it in different places. So their x and y differ, but their edges are equal, and they collide
-- alike to the last bit. The body is 15 by 31, and half of that is 7.5: nothing is rounded away.
-- The knight reaches 4 units back and 11 forward. facing = -1 mirrors its boxes about the anchor,
-- the lance too. When the lance hits a wall, a rule turns the knight around.
--
-- Uses: anchors by name, a reach for each side, facing, and the swept move.
local hitbox = require "hitbox"

local ROOM, FLOOR = 102, 168 -- from room to room; where one stands
local SPEED, JUMP, GRAVITY = 1, 4, 0.25
local START = { way = 1, vy = 0 } -- each gets a copy

local things = {
  { "person", at = { 54.5, 168 }, anchor = "feet", w = 15, h = 31, data = START },
  { "person", at = { 156.5, 152.5 }, anchor = "center", w = 15, h = 31, data = START },
  { "person", at = { 251, 137 }, anchor = "top-left", w = 15, h = 31, data = START },
  { "knight", at = { 354, 168 }, anchor = "feet", color = "green", data = START, boxes = {
    push = { left = 4, right = 11, up = 31 },
    lance = { x = 11, y = -16, w = 9, h = 3, anchor = "left", color = "orange" },
  } },
}
for left = 16, 16 + 3 * ROOM, ROOM do
  local function wall(x, y, w, h)
    things[#things + 1] = { "wall", at = { left + x, y }, anchor = "top-left", w = w, h = h,
      color = "#74809a" }
  end
  wall(0, 80, 6, 88)
  wall(82, 80, 6, 88)
  wall(0, FLOOR, 88, 8)
  wall(62, FLOOR - 20, 20, 20) -- a step
end

-- Walk on, or as the keys say. Jump over an obstacle; turn if it is too high.
local function walk(one, input)
  local hit = one.blocked -- by the move of the tick before
  if hit.below or hit.above then one.vy = 0 end
  if input.x ~= 0 then
    one.way = input.x
  elseif (hit.left or hit.right) and one.vy > 0 then
    one.way = -one.way
  end
  if hit.below and (input:down("jump") or hit.left or hit.right) then one.vy = -JUMP end
  one.vy = one.vy + GRAVITY
  one:move(one.way * SPEED, one.vy)
end

-- The body is drawn from its edges, so that it looks alike wherever its anchor is.
local function drawBody(g, left, top, way)
  local middle = left + 7.5
  local stride = 2.5 * math.sin(left / 3)
  g:rect(middle - 3.5 + stride, top + 22, 3, 9, "#3b5b86", true)
  g:rect(middle + 0.5 - stride, top + 22, 3, 9, "#3b5b86", true)
  g:rect(middle - 5, top + 11, 10, 12, "#6fa3dc", true)
  g:circle(middle, top + 6, 5, "#f2d0a0", true)
  g:circle(middle + 2.5 * way, top + 5.5, 1, "#20242c", true)
end

return hitbox.scene {
  title = "Anchors",
  view = { 426, 227 },
  things = things,
  rules = {
    { "person", "wall", response = "slide" },
    { "knight.push", "wall", response = "slide" },
    { "knight.lance", "wall", on = "turn" },
  },

  update = function(s, input)
    for person in s:each("person") do
      walk(person, input)
    end
    s.knight:face(input.x ~= 0 and input.x or s.knight.way)
    walk(s.knight, input)
  end,

  turn = function(_, c)
    c.a.way = -c.a.way
  end,

  draw = function(s, g)
    g:text(16, 9, "One body, four anchors", "white", 15)
    g:text(16, 31, "Other x and y, the same edges. Arrow keys: walk, up: jump.", "grey", 8)
    local origin = 16
    for one in s:each("person") do
      local left, top = one:rect()
      drawBody(g, left, top, one.way)
      g:text(origin, 60, ('anchor = "%s"'):format(one.anchor), "white", 8)
      g:text(origin, 182, ("x %.1f   y %.1f"):format(one.x - origin, one.y), "grey", 8)
      g:text(origin, 196, ("left %.1f   top %.1f"):format(left - origin, top), "blue", 8)
      origin = origin + ROOM
    end
    local knight = s.knight
    local left, top, w = knight:rect()
    drawBody(g, left, top, knight.facing)
    g:text(origin, 60, ("facing = %d"):format(knight.facing), "white", 8)
    g:text(origin, 182, ("x %.1f   y %.1f"):format(knight.x - origin, knight.y), "grey", 8)
    local back, forth = knight.x - left, left + w - knight.x
    g:text(origin, 196, ("left -%.0f   right +%.0f"):format(back, forth), "green", 8)
  end,
}
