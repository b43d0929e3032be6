--- How things that move push others ahead of them: one that is met, what lies beside it in the way as well, and
--- what these meet in turn.

--- So many that lie side by side are pushed at the most.
local MOST_ABREAST = 16

--- Fraction of a motion that rounding may leave over.
local ROUNDING = 2 ^ -20

--- How far a thing has come along a unit vector from a place.
local function gone(thing, x, y, ux, uy)
  return (thing.x - x) * ux + (thing.y - y) * uy
end

--- Return the first thing that blocks a motion, if it has a given name, type, group or team.
---@param respond fun(...): string|nil the filter of the move
local function inTheWay(thing, dx, dy, word, respond)
  local world, push = thing.scene.world, thing.boxes.push
  local _, _, n = world:check(push, thing.x + dx, thing.y + dy, respond)
  for i = 1, n do
    local box, _, _, _, response, inside = world:hit(i)
    if response ~= "cross" and not inside then
      return box.thing:is(word) and box.thing or nil
    end
  end
end

---@class internal.Push what a push needs of the things' motion
---@field word string what is called so is pushed
---@field respond fun(...): string|nil
---@field move fun(thing: hitbox.Thing, dx: number, dy: number, deep: integer) moves one, which pushes as many less

--- The things pushed side by side, by the remaining pushDepth: a push that causes another one has its own list. Reused.
local rows = {}

local function rowOf(deep)
  rows[deep] = rows[deep] or { things = {}, at = {}, by = {} }
  return rows[deep]
end

local function isAmong(things, thing, n)
  for k = 1, n do
    if things[k] == thing then
      return true
    end
  end
  return false
end

--- Take back what the things of a row went farther than their pusher came.
local function takeBack(row, n, ux, uy, went, least)
  for k = 1, n do
    local thing, excess = row.things[k], row.by[k] - (went - row.at[k])
    row.things[k] = false
    if excess > least then
      thing:nudge(-ux * excess, -uy * excess)
    end
  end
end

--- Push a thing that is in the way ahead along a unit vector, and go after it. Another one beside it is found where
--- the pusher is stopped by that, and is pushed too. If the pusher does not come as far in the end, as one of them
--- cannot, nor do they.
---@param pusher hitbox.Thing
---@param other hitbox.Thing
---@param way number how far at the most
---@param deep integer how many may be pushed one by the other
---@param push internal.Push
local function pushAhead(pusher, other, ux, uy, way, deep, push)
  local fromX, fromY, went, n = pusher.x, pusher.y, 0, 0
  local row, least = rowOf(deep), ROUNDING * way
  repeat
    local x, y, left = other.x, other.y, way - went
    push.move(other, ux * left, uy * left, deep - 1)
    n = n + 1
    row.things[n], row.at[n], row.by[n] = other, went, gone(other, x, y, ux, uy)
    pusher:nudge(ux * left, uy * left)
    went = gone(pusher, fromX, fromY, ux, uy)
    left = way - went
    other = left > least and not pusher._root and n < MOST_ABREAST
      and inTheWay(pusher, ux * left, uy * left, push.word, push.respond)
  until not other or isAmong(row.things, other, n)
  takeBack(row, n, ux, uy, went, least)
end

return pushAhead
