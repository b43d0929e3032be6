--- Things that are attached to others, as a sword to the hand of a hero. An attached thing has a local pose: relative to
--- a named point of its parent, mirrored, rotated and scaled with it. It follows the parent at once.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local pose = require(folder .. "scene.thing.pose")
local stored = require(folder .. "scene.thing.stored")

--- The maximum depth of a hierarchy.
local MAX_DEPTH = 16

---@class internal.LocalPose the pose of a thing relative to its parent
---@field x number from the point, as if the parent faced right and had no angle and scale
---@field y number
---@field facing 1|-1 -1 if the thing faces the other side than the parent
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

--- Raise an error unless a thing can be attached to another.
local function checkParent(thing, parent)
  local depth, above = 1, parent
  while above do
    if above == thing then
      check.fail("%s cannot be attached to %s, which is attached to it", pose.owner(thing),
        parent == thing and "itself" or pose.owner(parent))
    end
    depth, above = depth + 1, above._parent
  end
  if depth + hierarchy.height(thing) > MAX_DEPTH then
    check.fail("%s cannot be attached to %s: a hierarchy has at most %d levels", pose.owner(thing),
      pose.owner(parent), MAX_DEPTH)
  end
end

-- ---- Following ----------------------------------------------------------------------------------

--- The things whose children are yet to follow; kept for reuse.
local waiting = {}

--- Return all things attached to a thing, parents first, in a list that is valid until the next call.
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

--- Return the depth of the hierarchy below a thing.
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

--- Place a thing by its local pose.
local function follow(thing)
  local parent, localPose = thing._parent, thing._localPose
  local point = parent._points[thing._point]
  local x, y = localPose.x, localPose.y
  if point then
    x, y = x + point[1], y + point[2]
  end
  x, y = pose.toWorld(parent, x, y)
  pose.setTransform(thing, parent.angle + parent.facing * localPose.angle, parent.scale * localPose.scale)
  pose.face(thing, parent.facing * localPose.facing)
  if x ~= thing.x or y ~= thing.y then
    pose.setPosition(thing, x, y)
  end
end

--- Place all things attached to a thing.
local function followAll(thing)
  local list, count = descendants(thing)
  for i = 1, count do
    follow(list[i])
  end
end

--- Set the local pose of a thing from its present position.
local function storeLocalPose(thing)
  local parent, localPose = thing._parent, thing._localPose
  local point = parent._points[thing._point]
  localPose.x, localPose.y = pose.toThing(parent, thing.x, thing.y)
  if point then
    localPose.x, localPose.y = localPose.x - point[1], localPose.y - point[2]
  end
  localPose.facing = parent.facing * thing.facing
  localPose.angle = parent.facing * (thing.angle - parent.angle)
  localPose.scale = thing.scale / parent.scale
end

--- Update the hierarchy after a thing's pose has changed: its local pose, and the things attached to it.
function hierarchy.moved(thing)
  if thing._parent then
    storeLocalPose(thing)
  end
  if thing._children then
    followAll(thing)
  end
end

--- Change the pose of a thing and of the things attached to it; of none if one is refused.
---@param thing hitbox.Thing
---@param apply fun(thing: hitbox.Thing, a: any, b: any) of pose
---@param a any the arguments of `apply`
---@param b any
---@param oldA any the present values
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

--- The `setPosition` of a thing with a parent or children.
local function setLinkedPosition(thing, x, y, surplus)
  if check.selves[thing] ~= "thing" then
    check.badSelf("setPosition", "thing", thing)
  elseif surplus ~= nil then
    check.surplus("setPosition", "x, y", 2, surplus)
  end
  hierarchy.change(thing, pose.setPosition, x, y, thing.x, thing.y)
end

--- Give a thing with a parent or children its own `setPosition`, or take it away.
local function updateLinked(thing)
  local own = thing.__index
  own._linked = (thing._parent or thing._children) and true or false
  own.setPosition = own._linked and setLinkedPosition or nil
  stored.setLinked(thing, own._linked)
end

local function unlink(thing)
  local parent = thing._parent
  local list, index = parent._children, 1
  while list[index] ~= thing do
    index = index + 1
  end
  table.remove(list, index)
  if not list[1] then
    parent.__index._children = false
  end
  local own = thing.__index
  own._parent, own._point, own.parent = false, nil, nil
  updateLinked(thing)
  updateLinked(parent)
  setRoot(thing, thing)
end

local function link(thing, parent, point)
  local own = thing.__index
  own._parent, own._point, own.parent = parent, point, parent
  parent.__index._children = parent._children or {}
  table.insert(parent._children, thing)
  updateLinked(thing)
  updateLinked(parent)
  setRoot(thing, stored.root(parent))
end

--- Attach a thing to another. After an error nothing has changed.
---@param thing hitbox.Thing
---@param parent hitbox.Thing
---@param point string|nil of the parent; its anchor if nil
---@param localPose internal.LocalPose|nil default: its present position
function hierarchy.attach(thing, parent, point, localPose)
  checkPoint(parent, point, pose.owner(thing))
  checkParent(thing, parent)
  local oldParent, oldPoint, oldPose = thing._parent, thing._point, thing._localPose
  local x, y, facing = thing.x, thing.y, thing.facing
  local angle, scale = thing.angle, thing.scale
  if oldParent then
    unlink(thing)
  end
  link(thing, parent, point)
  thing.__index._localPose = localPose or { x = 0, y = 0, facing = 1, angle = 0, scale = 1 }
  local ok, err = pcall(localPose and hierarchy.update or storeLocalPose, thing)
  if not ok then
    unlink(thing)
    pose.setTransform(thing, angle, scale)
    pose.face(thing, facing)
    pose.setPosition(thing, x, y)
    if oldParent then
      link(thing, oldParent, oldPoint)
    end
    thing.__index._localPose = oldPose
    hierarchy.moved(thing)
    error(err, 0)
  end
end

--- Place a thing and all things attached to it by their local poses.
function hierarchy.update(thing)
  follow(thing)
  followAll(thing)
end

--- Detach a thing. It stays where it is.
function hierarchy.detach(thing)
  if thing._parent then
    unlink(thing)
    thing.__index._localPose = false
  end
end

--- Update the children after the anchor of a thing has moved by (x, y): those attached to the anchor stay in place.
function hierarchy.shift(thing, x, y)
  for _, child in ipairs(thing._children or {}) do
    if not child._point then
      child._localPose.x, child._localPose.y = child._localPose.x - x, child._localPose.y - y
    end
  end
  hierarchy.moved(thing)
end

--- Return the parent that a definition names.
---@param scene hitbox.Scene
---@param parent any a thing, or a name: the last thing made with it
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
