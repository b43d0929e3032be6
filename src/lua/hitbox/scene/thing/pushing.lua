--- How moving things push others: the one that they hit, others beside it, and the things that these hit in turn.

--- The maximum number of things pushed side by side.
local MAX_ROW = 16

--- Fraction of a motion that rounding may leave over.
local ROUNDING = 2 ^ -20

--- How far a thing has moved along a unit vector from (x, y).
local function progress(thing, x, y, ux, uy)
  return (thing.x - x) * ux + (thing.y - y) * uy
end

--- Return the first thing that blocks a motion, if it has a given name, type, group or team.
---@param respond fun(...): string|nil the filter of the move
local function firstBlocker(thing, dx, dy, word, respond)
  local world, push = thing.scene.world, thing.boxes.push
  local _, _, n = world:check(push, thing.x + dx, thing.y + dy, respond)
  for i = 1, n do
    local box, _, _, _, response, inside = world:hit(i)
    if response ~= "cross" and not inside then
      return box.thing:is(word) and box.thing or nil
    end
  end
end

---@class internal.Push the functions of motion.lua that a push needs
---@field word string things with this word are pushed
---@field respond fun(...): string|nil
---@field move fun(thing: hitbox.Thing, dx: number, dy: number, depth: integer) moves one thing, which may push `depth` others

--- The things pushed side by side, by the remaining pushDepth: a push that causes another one has its own list. Reused.
local rows = {}

local function rowOf(depth)
  rows[depth] = rows[depth] or { things = {}, at = {}, by = {} }
  return rows[depth]
end

local function isAmong(things, thing, n)
  for k = 1, n do
    if things[k] == thing then
      return true
    end
  end
  return false
end

--- Move the things of a row back by the distance that the pusher did not follow.
local function takeBack(row, n, ux, uy, moved, tolerance)
  for k = 1, n do
    local thing, excess = row.things[k], row.by[k] - (moved - row.at[k])
    row.things[k] = false
    if excess > tolerance then
      thing:nudge(-ux * excess, -uy * excess)
    end
  end
end

--- Push a thing along a unit vector, and follow it. Other things that then block the pusher are pushed too. If one of
--- them stops the pusher, the others move no farther than it.
---@param pusher hitbox.Thing
---@param other hitbox.Thing
---@param distance number the maximum
---@param depth integer how many things may push each other in a row
---@param push internal.Push
local function pushAhead(pusher, other, ux, uy, distance, depth, push)
  local fromX, fromY, moved, n = pusher.x, pusher.y, 0, 0
  local row, tolerance = rowOf(depth), ROUNDING * distance
  repeat
    local x, y, left = other.x, other.y, distance - moved
    push.move(other, ux * left, uy * left, depth - 1)
    n = n + 1
    row.things[n], row.at[n], row.by[n] = other, moved, progress(other, x, y, ux, uy)
    pusher:nudge(ux * left, uy * left)
    moved = progress(pusher, fromX, fromY, ux, uy)
    left = distance - moved
    other = left > tolerance and not pusher._root and n < MAX_ROW
      and firstBlocker(pusher, ux * left, uy * left, push.word, push.respond)
  until not other or isAmong(row.things, other, n)
  takeBack(row, n, ux, uy, moved, tolerance)
end

return pushAhead
