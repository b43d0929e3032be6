--- Queries of scenes and things: things in an area, along a line, near a point, or in sight. The results are things.
--- A pattern as in rules filters them: "foe", "foe.hurt", "*.push".
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local boxes = require(folder .. "scene.thing.boxes")
local pose = require(folder .. "scene.thing.pose")
local stored = require(folder .. "scene.thing.stored")
local matches = require(folder .. "scene.rules.patterns").matches

local queries = {}

--- The number of boxes of the second query if none of the first matches; then twice as many, and so on.
local NEXT_NEAREST = 8

--- Return the number of boxes of the first query for the nearest one: more than one if boxes may be
--- found that do not match.
local function firstNearest(pattern, root)
  return pattern and NEXT_NEAREST or root and 2 or 1
end

--- Return the layer of the boxes that match, or the pattern if there is no such layer; nil for all boxes.
---@return string|nil mask
---@return table|nil pattern
local function patternOf(scene, text, call)
  if text ~= nil then
    local pattern = scene.rules:pattern(text, call)
    return pattern.layer, not pattern.layer and pattern or nil
  end
end

--- Return the root of a thing: all that is attached to it has the same one, and is left out with it.
local function rootOf(scene, thing, key, call)
  if thing == nil then
    return nil
  end
  check.thing(thing, scene, key, call)
  return stored.root(thing)
end

--- Return whether a box on the layer matches, and belongs to neither root.
local function isWanted(box, pattern, root, root2)
  local own = stored.root(box.thing)
  return own ~= root and own ~= root2 and (not pattern or matches(pattern, box.class))
end

--- The first box on a segment that is wanted.
---@param root2 hitbox.Thing|nil to which it leads, if to a thing: what it meets only where it ends is not between
---@return hitbox.Box|nil box
---@return integer|nil index of the world's result
local function firstOn(scene, x1, y1, x2, y2, mask, pattern, root, root2)
  local found, world = scene._found, scene.world
  for i = 1, (world:querySegment(x1, y1, x2, y2, found, mask)) do
    if isWanted(found[i], pattern, root, root2) and not (root2 and select(2, world:result(i)) == 1) then
      return found[i], i
    end
  end
end

local function isOlder(a, b)
  return a.order < b.order
end

--- Bring things into the order of making, each once.
---@return integer how many are left
local function sortOnce(list, n)
  table.sort(list, isOlder)
  local kept = 0
  for i = 1, n do
    local thing = list[i]
    list[i] = nil
    if kept == 0 or thing ~= list[kept] then
      kept = kept + 1
      list[kept] = thing
    end
  end
  return kept
end

---@class hitbox.Scene
local Scene = {}

--- Cast a ray and return the first thing that it hits.
---@param x number the start, in world units
---@param y number
---@param dx number the vector from the start to the end
---@param dy number
---@param pattern string|nil a pattern as in rules: "wall", "foe.hurt", "*.push". Default: any box
---@param except hitbox.Thing|nil the ray passes through this thing and all that is attached to it:
---   for example the shooter
---@return hitbox.Thing|nil thing nil if it hits none
---@return number t 0..1 of the ray; 0 if it starts inside
---@return number nx the unit normal, away from the thing; 0, 0 if the ray starts inside
---@return number ny
---@return string kind of the box hit
--- Errors: a number is not finite; `pattern` is not a pattern; `except` is not a thing of the
--- scene.
--- Example:
---   local s = hitbox.scene { things = { { "wall", at = { 50, 0 }, w = 20, h = 90 } } }
---   local thing, t, nx, ny, kind = s:raycast(0, 0, 80, 0, "wall")
---   print(thing.name, t, nx, ny, kind)   --> wall	0.5	-1.0	0.0	push
function Scene:raycast(x, y, dx, dy, pattern, except)
  local call = "raycast"
  check.number(x, "x", call)
  check.number(y, "y", call)
  local x2, y2 = x + check.number(dx, "dx", call), y + check.number(dy, "dy", call)
  local mask, parsed = patternOf(self, pattern, call)
  local box, i = firstOn(self, x, y, x2, y2, mask, parsed, rootOf(self, except, "except", call))
  if box then
    local _, t, nx, ny = self.world:result(i)
    return box.thing, t, nx, ny, box.kind
  end
end

--- Return all things that overlap a shape, by the scene's contact policy.
---@param shape hitbox.Shape in world coordinates
---@param pattern string|nil a pattern as in rules. Default: any box
---@param out hitbox.Thing[]|nil table to fill. Default: a new one
---@return integer n
---@return hitbox.Thing[] out each thing once, in order of creation
--- Errors: it is not a shape; `pattern` is not a pattern.
--- Example:
---   local s = hitbox.scene { things = { { "foe", at = { 50, 0 }, r = 5 }, { "foe", at = { 99, 0 }, r = 5 } } }
---   print((s:query(hitbox.circle(40, 0, 20), "foe")))   --> 1
function Scene:query(shape, pattern, out)
  if not check.isShape(shape) then
    check.refuse("the shape", "query", "a shape", shape)
  end
  local found, n = self._found, 0
  local mask, parsed = patternOf(self, pattern, "query")
  out = check.type(out or {}, "table", "out", "query")
  for i = 1, (self.world:queryShape(shape, found, mask)) do
    if isWanted(found[i], parsed) then
      n = n + 1
      out[n] = found[i].thing
    end
  end
  for i = #out, n + 1, -1 do
    out[i] = nil
  end
  return sortOnce(out, n), out
end

--- Return the topmost thing (the one created last) with a box at a point. Edges count.
---@param x number world units
---@param y number
---@return hitbox.Thing|nil
--- Errors: a number is not finite.
function Scene:thingAt(x, y)
  local point = self.hitbox.point(check.number(x, "x", "thingAt"), check.number(y, "y", "thingAt"))
  local world, found, top = self.world, self._found, nil
  for i = 1, boxes.touching(world, x, y, x, y, found) do
    local box = found[i]
    if (not top or box.thing.order > top.order) and self.hitbox.overlaps(point, world:shape(box), "touch") then
      top = box.thing
    end
  end
  return top
end

--- Return the thing nearest to a point.
---@param x number world units
---@param y number
---@param pattern string|nil a pattern as in rules. Default: any box
---@param maxDistance number|nil the maximum distance, in world units, >= 0. Default: any distance
---@param except hitbox.Thing|nil a thing to leave out, with all that is attached to it
---@return hitbox.Thing|nil thing nil if there is none; at equal distances the thing whose box was
---   created first
---@return number distance 0 if the point is in it
---@return number nearX its point nearest to (x, y)
---@return number nearY
---@return string kind of its box
--- Errors: a number is not finite; `pattern` is not a pattern; `except` is not a thing of the
--- scene.
function Scene:nearest(x, y, pattern, maxDistance, except)
  local call = "nearest"
  check.number(x, "x", call)
  check.number(y, "y", call)
  if maxDistance ~= nil then
    check.size(maxDistance, "maxDistance", call)
  end
  local mask, parsed = patternOf(self, pattern, call)
  local root = rootOf(self, except, "except", call)
  local found, count, seen = self._found, firstNearest(parsed, root), 0
  while true do
    local n = self.world:queryNearest(x, y, count, maxDistance, found, mask)
    for i = seen + 1, n do
      local box = found[i]
      if isWanted(box, parsed, root) then
        local _, distance, _, _, nearX, nearY = self.world:result(i)
        return box.thing, distance, nearX, nearY, box.kind
      end
    end
    if n < count then
      return nil
    end
    seen, count = n, count < NEXT_NEAREST and NEXT_NEAREST or 2 * count
  end
end

---@class hitbox.Thing
local Thing = {}

--- Return the thing nearest to this one's anchor, without this thing and all that is attached to
--- it.
---@param pattern string|nil a pattern as in rules. Default: any box
---@param maxDistance number|nil the maximum distance, in world units, >= 0. Default: any distance
---@return hitbox.Thing|nil other nil if there is none
---@return number distance to its nearest box; 0 if the anchor is in it
---@return number nearX its point nearest to the anchor
---@return number nearY
---@return string kind of its box
--- Errors: those of `scene:nearest`.
function Thing:nearest(pattern, maxDistance)
  return self.scene:nearest(self.x, self.y, pattern, maxDistance, self)
end

local sightKeys = { from = true, to = true, range = true, cone = true }

local FULL_TURN = 2 * math.pi

--- An angle of sight: one that is more than all around was most likely meant in degrees.
local function checkCone(cone, call)
  if check.size(cone, "cone", call) > FULL_TURN + 1e-9 then
    check.fail("cone of %s must be at most 2 * math.pi, in radians, got %s: for degrees write math.rad(%s)",
      call, check.show(cone), check.show(cone))
  end
  return cone
end

--- Whether a place is within the range and the cone of a thing's sight.
local function isInSight(thing, sight, call, dx, dy)
  local square, range = dx * dx + dy * dy, sight.range
  if range ~= nil and square > check.size(range, "range", call) * range then
    return false
  elseif sight.cone == nil or checkCone(sight.cone, call) >= FULL_TURN then
    return true
  end
  local wayX, wayY = pose.toWorld(thing, 1 / thing.scale, 0)
  local along = dx * (wayX - thing.x) + dy * (wayY - thing.y)
  return along >= math.sqrt(square) * thing.scene.hitbox.direction(sight.cone / 2)
end

--- Return whether no box blocks the straight line from this thing to another one, from anchor to
--- anchor or between named points. Boxes of the two things and of all that is attached to them do
--- not block, nor does a box that the line only touches at one of its ends, such as the ground.
---@param other hitbox.Thing
---@param blockers string|nil boxes that block the line: a pattern as in rules. Default: any box
---@param sight {from: string?, to: string?, range: number?, cone: number?}|nil `from` and `to`:
---   named points of the two things, default their anchors; `range`: the maximum distance; `cone`:
---   the angle of sight in radians, half of it to either side of the facing direction
---@return boolean
---@return hitbox.Thing|nil blocker the first thing that blocks the line
--- Errors: other is not a thing of the scene; `blockers` is not a pattern; no such point; a number
--- below 0; a cone above 2 pi.
function Thing:sees(other, blockers, sight)
  local call, scene = "sees", self.scene
  check.thing(other, scene, "other", call)
  local root = stored.root(other)
  local mask, parsed = patternOf(scene, blockers, call)
  sight = check.type(sight or {}, "table", "sight", call)
  check.keys(sight, sightKeys, "sight of " .. call)
  local x1, y1 = self:point(sight.from)
  local x2, y2 = other:point(sight.to)
  if not isInSight(self, sight, call, x2 - x1, y2 - y1) then
    return false
  end
  local box = firstOn(scene, x1, y1, x2, y2, mask, parsed, stored.root(self), root)
  if box then
    return false, box.thing
  end
  return true
end

--- Raise an error unless a value may be the kind of a box, or is nil.
function queries.checkKind(kind, key, call)
  if kind ~= nil and type(kind) ~= "string" then
    check.refuse(key, call, "the kind of a box", kind)
  end
end

--- Whether a box of a thing meets one of those that a pattern names, and that do not hang together with it.
---@param thing hitbox.Thing
---@param pattern string
---@param kind string|nil only this box of the thing
---@param otherKind string|nil refused
function queries.meets(thing, pattern, kind, otherKind)
  local scene = thing.scene
  local mask, parsed = patternOf(scene, pattern, "overlaps")
  if otherKind ~= nil then
    check.fail("otherKind of overlaps needs a thing: write the kind into the pattern '%s', as 'foe.hurt'", pattern)
  end
  for _, box in boxes.each(thing) do
    local n = 0
    if not kind or box.kind == kind then
      n = scene.world:queryShape(scene.world:shape(box), scene._found, mask)
    end
    for i = 1, n do
      if isWanted(scene._found[i], parsed, stored.root(thing)) then
        return true
      end
    end
  end
  return false
end

queries.sceneMethods, queries.thingMethods = Scene, Thing

return queries
