--- Things that are attached to others: a sword to the hand of a hero. A thing that is held has its place
--- in the frame of its parent: from a named point of it, mirrored, turned and scaled with it. It
--- follows at once, whatever moves the parent.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local pose = require(folder .. "scene.thing.pose")
local stored = require(folder .. "scene.thing.stored")

--- How far things may hang on things.
local DEEPEST = 16

---@class internal.Held how a thing is held, in its parent's frame
---@field x number from the point, as when the parent faces to the right, unturned and unscaled
---@field y number
---@field facing 1|-1 the same way as the parent, or the other way
---@field angle number
---@field scale number

local hierarchy = {}

--- The named points of a definition, copied: what is a list in `points` is an outline.
---@param def hitbox.ThingDef
---@param owner string
---@return table<string, number[]>
function hierarchy.points(def, owner)
  local points = {}
  for name, at in pairs(def.points or {}) do
    if type(name) == "string" then
      local key = "points." .. name
      check.keys(check.type(at, "table", key, owner), { true, true }, key .. " of " .. owner)
      points[name] = {
        check.number(at[1], key .. "[1]", owner), check.number(at[2], key .. "[2]", owner),
      }
    elseif type(name) ~= "number" then
      check.fail("points of %s must be numbers or have names, got the key %s", owner, check.show(name))
    end
  end
  return points
end

--- Raise an error unless a thing has such a point; nil is its anchor.
local function checkPoint(parent, name, owner)
  if name ~= nil and (type(name) ~= "string" or not parent._points[name]) then
    check.fail("point of %s: %s has no point %s%s", owner, pose.owner(parent), check.show(name),
      check.hint(name, parent._points))
  end
end

--- Raise an error unless a thing may hang on another.
local function checkParent(thing, parent)
  local depth, above = 1, parent
  while above do
    if above == thing then
      check.fail("%s cannot be attached to %s, which is attached to it", pose.owner(thing),
        parent == thing and "itself" or pose.owner(parent))
    end
    depth, above = depth + 1, above._parent
  end
  if depth + hierarchy.height(thing) > DEEPEST then
    check.fail("%s cannot be attached to %s: a hierarchy has at most %d levels", pose.owner(thing),
      pose.owner(parent), DEEPEST)
  end
end

-- ---- Following ----------------------------------------------------------------------------------

--- The things whose children are yet to follow; kept for reuse.
local waiting = {}

--- All that hangs on a thing, from above to below, in a list that holds until the next call.
local function descendants(thing)
  local count, done = 0, 0
  local list = thing._children
  while list do
    for i = 1, #list do
      waiting[count + i] = list[i]
    end
    count = count + #list
    repeat
      done = done + 1
      list = done <= count and waiting[done]._children
    until list or done > count
  end
  return waiting, count
end

--- How deep things hang on a thing.
function hierarchy.height(thing)
  local list, count = descendants(thing)
  local deepest = 0
  for i = 1, count do
    local depth, above = 0, list[i]
    while above ~= thing do
      depth, above = depth + 1, above._parent
    end
    deepest = math.max(deepest, depth)
  end
  return deepest
end

--- Put a thing where its parent holds it.
local function follow(thing)
  local parent, held = thing._parent, thing._held
  local point = parent._points[thing._point]
  local x, y = held.x, held.y
  if point then
    x, y = x + point[1], y + point[2]
  end
  x, y = pose.toWorld(parent, x, y)
  pose.turn(thing, parent.angle + parent.facing * held.angle, parent.scale * held.scale)
  pose.face(thing, parent.facing * held.facing)
  if x ~= thing.x or y ~= thing.y then
    pose.setPosition(thing, x, y)
  end
end

--- Note how a thing is held, as it is placed now.
local function hold(thing)
  local parent, held = thing._parent, thing._held
  local point = parent._points[thing._point]
  held.x, held.y = pose.toThing(parent, thing.x, thing.y)
  if point then
    held.x, held.y = held.x - point[1], held.y - point[2]
  end
  held.facing = parent.facing * thing.facing
  held.angle = parent.facing * (thing.angle - parent.angle)
  held.scale = thing.scale / parent.scale
end

--- A thing has been placed, turned or so: what is attached to it follows; and what it is attached to
--- holds it as it is now.
function hierarchy.moved(thing)
  if thing._parent then
    hold(thing)
  end
  if thing._children then
    local list, count = descendants(thing)
    for i = 1, count do
      follow(list[i])
    end
  end
end

--- Change a thing's pose, and that of what is attached to it; or nothing if that cannot be.
---@param thing hitbox.Thing
---@param apply fun(thing: hitbox.Thing, a: any, b: any) of pose
---@param a any what to apply
---@param b any
---@param oldA any what it is now
---@param oldB any
function hierarchy.change(thing, apply, a, b, oldA, oldB)
  apply(thing, a, b)
  local ok, err = pcall(hierarchy.moved, thing)
  if not ok then
    apply(thing, oldA, oldB)
    hierarchy.moved(thing)
    error(err, 0)
  end
end

-- ---- Attaching ----------------------------------------------------------------------------------

--- Set the root of a thing and of all that is attached to it.
local function setRoot(thing, root)
  local list, count = descendants(thing)
  for i = 0, count do
    local one = i == 0 and thing or list[i]
    one.__index._root = root ~= one and root or nil
    stored.setRoot(one, root)
  end
end

--- Place a thing, and what is attached to it.
local function placeAll(thing, x, y, surplus)
  if check.selves[thing] ~= "thing" then
    check.badSelf("setPosition", "thing", thing)
  elseif surplus ~= nil then
    check.surplus("setPosition", "x, y", 2, surplus)
  end
  hierarchy.change(thing, pose.setPosition, x, y, thing.x, thing.y)
end

--- Let a thing that hangs on another, or on which another hangs, be placed with it.
local function settlePlace(thing)
  local own = thing.__index
  own._linked = (thing._parent or thing._children) and true or false
  own.setPosition = own._linked and placeAll or nil
  stored.setLinked(thing, own._linked)
end

local function unhook(thing)
  local parent = thing._parent
  local list, place = parent._children, 1
  while list[place] ~= thing do
    place = place + 1
  end
  table.remove(list, place)
  if not list[1] then
    parent.__index._children = false
  end
  local own = thing.__index
  own._parent, own._point, own.parent = false, nil, nil
  settlePlace(thing)
  settlePlace(parent)
  setRoot(thing, thing)
end

local function hook(thing, parent, point)
  local own = thing.__index
  own._parent, own._point, own.parent = parent, point, parent
  parent.__index._children = parent._children or {}
  table.insert(parent._children, thing)
  settlePlace(thing)
  settlePlace(parent)
  setRoot(thing, stored.root(parent))
end

--- Attach a thing to another; if it cannot be, nothing changes.
---@param thing hitbox.Thing
---@param parent hitbox.Thing
---@param point string|nil of the parent; its anchor if nil
---@param held internal.Held|nil as it is placed now if nil
function hierarchy.attach(thing, parent, point, held)
  checkPoint(parent, point, pose.owner(thing))
  checkParent(thing, parent)
  local before, beforePoint, beforeHeld = thing._parent, thing._point, thing._held
  local x, y, facing = thing.x, thing.y, thing.facing
  local angle, scale = thing.angle, thing.scale
  if before then
    unhook(thing)
  end
  hook(thing, parent, point)
  thing.__index._held = held or { x = 0, y = 0, facing = 1, angle = 0, scale = 1 }
  local ok, err = pcall(held and hierarchy.settle or hold, thing)
  if not ok then
    unhook(thing)
    pose.turn(thing, angle, scale)
    pose.face(thing, facing)
    pose.setPosition(thing, x, y)
    if before then
      hook(thing, before, beforePoint)
    end
    thing.__index._held = beforeHeld
    hierarchy.moved(thing)
    error(err, 0)
  end
end

--- Put a thing and all that hangs on it where they are held.
function hierarchy.settle(thing)
  follow(thing)
  local list, count = descendants(thing)
  for i = 1, count do
    follow(list[i])
  end
end

--- Let a thing go: it stays where it is.
function hierarchy.detach(thing)
  if thing._parent then
    unhook(thing)
    thing.__index._held = false
  end
end

--- The anchor of a thing is another one, at (x, y) seen from the old one: what hangs on the anchor stays
--- where it was on the thing.
function hierarchy.shift(thing, x, y)
  for _, child in ipairs(thing._children or {}) do
    if not child._point then
      child._held.x, child._held.y = child._held.x - x, child._held.y - y
    end
  end
  hierarchy.moved(thing)
end

--- The thing that a definition wants to hang on.
---@param scene hitbox.Scene
---@param parent any a name, of which the last one made is meant, or a thing
---@param owner string
---@return hitbox.Thing
function hierarchy.find(scene, parent, owner)
  if type(parent) == "string" then
    local list = scene._names[parent]
    if not list or not list.last then
      check.fail("parent of %s: there is no thing '%s' yet%s", owner, parent,
        next(scene._names) and check.hint(parent, scene._names) or "")
    end
    return list.last
  end
  check.thing(parent, scene, "parent", owner, "a name or a thing of the scene")
  if not parent.alive then
    check.fail("parent of %s: %s has been removed", owner, pose.owner(parent))
  end
  return parent
end

return hierarchy
