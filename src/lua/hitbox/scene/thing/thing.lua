--- Things: what a scene is made of. A thing has a position, its anchor's, and boxes about it, which
--- are the items of the scene's world.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local anchors = require(folder .. "scene.thing.anchor")
local boxes = require(folder .. "scene.thing.boxes")
local hierarchy = require(folder .. "scene.thing.hierarchy")
local separation = require(folder .. "scene.rules.separation")
local pose = require(folder .. "scene.thing.pose")
local finding = require(folder .. "scene.thing.finding")
local addMotion = require(folder .. "scene.thing.motion")
local moulds = require(folder .. "scene.thing.mould")
local reserved = require(folder .. "scene.diagnostics.reserved_fields")
local stored = require(folder .. "scene.thing.stored")
local playing = require(folder .. "scene.actions.playing")
local queries = require(folder .. "scene.queries")
local Types = require(folder .. "scene.thing.types")

---@class hitbox.ThingDef: hitbox.Form The keys of a shape here define the box of kind "push"
---@field [1] string the name; several things may share it
---@field type string|nil a type of the scene. Default: the type with the thing's name, if there is
---   one
---@field team string|nil
---@field group string|nil a group of the thing
---@field groups string[]|nil several groups
---@field at number[]|nil {x, y} of the anchor, in world units. For a thing with a parent: relative
---   to the parent's point, as if the parent faced right and had no angle and scale. Default: {0,
---   0}
---@field anchor hitbox.Anchor|nil a name, {fx, fy} or {px=, py=}. Default: "center"
---@field facing 1|-1|nil default: 1
---@field angle number|nil in radians, clockwise on the screen. Default: 0
---@field scale number|nil above 0. Default: 1
---@field points table<string, number[]>|nil named points, {x, y} from the anchor; may hold an
---   outline as well
---@field parent string|hitbox.Thing|nil the thing that it is attached to; for a name, the last
---   thing created with it
---@field point string|nil a point of the parent. Default: its anchor
---@field children hitbox.ThingDef[]|nil things created with it and attached to it
---@field boxes table<string, hitbox.BoxDef|hitbox.BoxDef[]>|nil by kind; a list is one box of several parts
---@field oneWay hitbox.Side|nil the side from which it blocks movers
---@field recover number|nil its moves push it out of overlaps up to this depth, in world units; 0
---   for never. Default: the scene's
---@field actions table<string, hitbox.ActionDef>|nil by name
---@field hidden boolean|nil
---@field data table<string, any>|nil fields of the thing; tables in it are copied

---@class hitbox.Thing
---@field name string
---@field type string|nil
---@field team string|nil you may assign it
---@field groups string[] read only
---@field x number the position of the anchor, in world units; you may assign it
---@field y number y points down; you may assign it
---@field facing 1|-1 -1 mirrors all boxes about the anchor; you may assign it
---@field angle number rotates all boxes about the anchor, in radians; you may assign it
---@field scale number scales all boxes about the anchor; you may assign it
---@field anchor any as in the definition; change it with `setAnchor`
---@field parent hitbox.Thing|nil the thing that it is attached to
---@field boxes table<string, hitbox.Box> by kind
---@field scene hitbox.Scene
---@field alive boolean
---@field color any the colour of all boxes without their own; you may assign it. nil is that of the
---   definition, false none
---@field hidden boolean|nil true: hosts do not draw it; you may assign it
---@field blocked {left: boolean, right: boolean, above: boolean, below: boolean} the sides on which
---   the last move was stopped; reused
---@field playing string|nil the name of the current action
---@field frame integer the frame of the current action; 0 if there is none
---@field landed "hit"|"block"|nil the result of the current action so far
---@field frozen integer|nil the number of ticks after this one in which its action is paused; nil
---   if it is not paused, and in `update` of the last tick
---@field sprite any the sprite of the current frame
---@field def hitbox.ThingDef
local Thing = {}

local thingKeys = {
  true, type = true, team = true, group = true, groups = true, at = true, facing = true, angle = true,
  scale = true, boxes = true, hidden = true, data = true, oneWay = true, actions = true, parent = true,
  point = true, children = true, recover = true,
}
for key in pairs(anchors.keys) do
  thingKeys[key] = true
end

-- A thing's table holds its color, hidden, its sprite and the user's fields. All other fields are in its metatable, which
-- is its own `__index`: those that diagnostics/reserved_fields.lua lists, those that begin with "_", and the colour of the
-- definition. Behind the metatable are the fields that things of a mould share, and the methods. So reading a field calls
-- no function, and assigning one of these fields always does. A thing with a parent or children has its own `setPosition`
-- there.

--- Whether a key of a thing's table is one of its fields.
local function isField(key)
  return key == "color" or key == "hidden" or reserved.isFree("thing", key)
end

local ownerOf, checked, selves = pose.owner, pose.checked, check.selves

local function setFacing(thing, facing)
  pose.checkFacing(facing, ownerOf(thing))
  hierarchy.change(thing, pose.face, facing, nil, thing.facing)
end

local function setTransform(thing, angle, scale)
  hierarchy.change(thing, pose.setTransform, angle, scale, thing.angle, thing.scale)
end

--- Keys of a box in a definition. Assigning one that the definition gave would change nothing.
local sizes = { w = true, h = true, r = true, hollow = true, oneWay = true, points = true, shape = true }

--- Return advice for a field that belongs to a box of the thing.
---@return string|nil message a format for the thing's name, and for twice the box's kind
---@return string|nil kind
local function boxAdvice(thing, key, value)
  if thing.def[key] ~= nil or key == "oneWay" and value then
    return key .. " of thing '%s' cannot be assigned: call t:reshape(\"push\", { ... })"
  end
  for _, box in boxes.each(thing) do
    if box.def[key] ~= nil then
      return key .. " of thing '%s' belongs to its box '%s': call t:reshape(\"%s\", { ... })", box.kind
    end
  end
end

--- Return advice for a field that was probably meant to change the thing.
---@return string|nil message a format for the thing's name, and for twice the kind of a box
---@return string|nil kind
local function fieldAdvice(thing, key, value)
  if key == "colour" then
    return "unknown field 'colour' of thing '%s', did you mean 'color'?"
  elseif key == "at" and type(value) == "table" and type(value[1] or value.x) == "number" then
    return "at of thing '%s' is its first position: assign t.x and t.y, or call t:setPosition(x, y)"
  elseif key == "group" and type(value) == "string" then
    return "unknown field 'group' of thing '%s': " .. reserved.names.thing.groups
  elseif sizes[key] then
    return boxAdvice(thing, key, value)
  end
end

--- Change the team, and with it the class of the thing and its boxes.
local function setTeam(thing, team)
  if team ~= nil and (type(team) ~= "string" or team == "") then
    check.refuse("team", ownerOf(thing), "a word", team)
  end
  local class, scene = thing._thingClass, thing.scene
  local isAlive = thing.alive
  thing._share(thing.__index, scene, scene._types:classOf(class.name, class.type, class.groups, team))
  if isAlive then
    scene:_rename(thing, class)
  else
    moulds.setRemoved(thing.__index)
  end
  for _, box in boxes.each(thing) do
    boxes.reclass(box)
  end
end

local setters = {
  facing = setFacing,
  angle = function(thing, angle) setTransform(thing, checked(angle, "angle", thing), thing.scale) end,
  scale = function(thing, scale)
    setTransform(thing, thing.angle, pose.checkScale(scale, ownerOf(thing)))
  end,
  team = setTeam,
}

local function assign(thing, key, value)
  if key == "x" then
    return thing:setPosition(value, thing.y)
  elseif key == "y" then
    return thing:setPosition(thing.x, value)
  end
  local set = setters[key]
  if set then
    return set(thing, value)
  end
  reserved.check("thing", key, thing.name)
  local message, kind = fieldAdvice(thing, key, value)
  if message then
    check.fail(message, thing.name, kind, kind)
  elseif (key == "color" or key == "hidden") and value then
    thing.scene._own.hasColors = true
  end
  rawset(thing, key, value)
end

--- The __newindex of the things of a scene.
local function assignerOf(contacts)
  if not contacts.assign then
    contacts.assign, contacts.setPosition = stored.setters(contacts, assign, pose.setPosition)
  end
  return contacts.assign
end

local function copyData(thing, data, owner)
  for key, value in pairs(check.type(data, "table", "data", owner)) do
    if not reserved.isFree("thing", key) then
      check.fail("data of %s cannot have the name %s: it belongs to every thing, choose another name", owner, check.show(key))
    end
    rawset(thing, key, Types.copy(value))
  end
end

local function positionOf(def, owner)
  local at = def.at
  if at == nil then
    return 0, 0
  end
  if type(at) ~= "table" or at[1] == nil and (selves[at] or next(at) ~= nil) then
    local named = type(at) == "table" and type(at.x) == "number" and type(at.y) == "number"
    check.fail("at of %s must be {x, y}, as { 40, 100 }, got %s%s", owner, check.show(at),
      named and " with x and y: write at = { p.x, p.y }" or "")
  end
  for key in next, at do
    if key ~= 1 and key ~= 2 then
      check.keys(at, { true, true }, "at of " .. owner)
    end
  end
  return check.number(at[1], "at[1]", owner), check.number(at[2], "at[2]", owner)
end

--- Return the pose in a definition, relative to the parent if there is one.
---@return number x, number y, 1|-1 facing, number angle, number scale
local function poseOf(def, owner)
  local x, y = positionOf(def, owner)
  return x, y, def.facing == nil and 1 or pose.checkFacing(def.facing, owner),
    def.angle == nil and 0 or check.number(def.angle, "angle", owner),
    def.scale == nil and 1 or pose.checkScale(def.scale, owner)
end

--- Remove a thing's boxes and its data in the store.
local function removeFromWorld(thing)
  boxes.removeAll(thing)
  stored.remove(thing)
end

--- Remove a thing that could not be completed. The next thing gets its number.
local function unmake(thing)
  removeFromWorld(thing)
  local inner = thing.scene._own
  inner._thingsMade = inner._thingsMade - (inner._thingsMade == thing.order and 1 or 0)
end

--- Add the boxes of a new thing to the world; none if one is refused.
local function addBoxes(thing, plan)
  for i = 1, #plan do
    local box = plan[i].make(thing)
    local ok, err = pcall(boxes.add, thing, box)
    if not ok then
      unmake(thing)
      check.fail("%s: %s", boxes.owner(thing, box.kind), check.reason(err))
    end
  end
end

--- Copy the points of a mould, as a thing may get another anchor.
local function copyPoints(points)
  local copy = {}
  for name, at in next, points do
    copy[name] = { at[1], at[2] }
  end
  return copy
end

--- Make a thing from a resolved definition and its mould, and add its boxes to the scene's world.
---@param scene hitbox.Scene
---@param given hitbox.ThingDef
---@param def hitbox.ThingDef
---@param class internal.ThingClass
---@param mould internal.Mould
---@param owner string
---@return hitbox.Thing
local function cast(scene, given, def, class, mould, owner)
  local x, y, facing, angle, scale = poseOf(def, owner)
  local contacts = scene._contacts
  local inner = { -- with one field more it would have room for 16
    x = x, y = y, order = 0, def = def, boxes = boxes.none(), blocked = pose.newBlocked(),
    __newindex = assignerOf(contacts), __index = false,
  }
  if def.color ~= mould.color then
    inner.color = def.color
  end
  if facing ~= 1 or angle ~= 0 or scale ~= 1 then
    inner.facing, inner.angle, inner.scale = facing, angle, scale
  end
  if next(mould.points) then
    inner._points = copyPoints(mould.points)
  end
  inner.__index = mould.share(inner, scene, class)
  local thing = setmetatable({}, inner)
  check.selves[thing] = "thing"
  if def.hidden ~= nil then
    rawset(thing, "hidden", def.hidden)
  end
  if def.data ~= nil then
    copyData(thing, def.data, owner)
  end
  local order = scene._thingsMade + 1 -- now, as a finalizer may make things too
  scene._own._thingsMade, inner.order = order, order
  stored.add(contacts, order, x, y, mould.recover)
  if given ~= def then
    contacts.given[order] = given
  end
  addBoxes(thing, mould.boxes)
  scene._own.hasColors = scene.hasColors or def.color ~= nil or def.hidden == true
  return thing
end

--- Make a thing and put its boxes into the scene's world. Everything is checked before anything is
--- added.
---@param scene hitbox.Scene
---@param given hitbox.ThingDef
---@param parent hitbox.Thing|false|nil false: none; nil: as in the definition
---@return hitbox.Thing
local function make(scene, given, parent)
  local name = given[1]
  local owner = "thing '" .. name .. "'"
  if given[2] ~= nil then
    check.fail("%s has a second entry, %s: write its position as at = { x, y }, its size as w and h or r", owner, check.show(given[2]))
  end
  local types, plain = scene._types, Types.isPlain(given)
  if not plain then
    check.keys(given, thingKeys, owner)
  end
  local def, typeName = types:resolve(given, owner, plain)
  plain = plain and typeName ~= nil
  if typeName and typeName ~= name then
    owner = owner .. " of type '" .. typeName .. "'"
  end
  if parent == nil and def.parent ~= nil then
    parent = hierarchy.find(scene, def.parent, owner)
  elseif parent == nil and def.point ~= nil then
    check.fail("%s has a point, but no parent: add parent", owner)
  end
  local mould = plain and types.moulds[typeName]
  if not mould then
    mould = (plain and moulds.new or moulds.own)(scene, def, owner)
    if plain then
      types.moulds[typeName], mould.color = mould, types.defs[typeName].color
    end
  end
  local thing = cast(scene, given, def, types:classOfDef(def, typeName), mould, owner)
  if parent then
    local localPose = { x = thing.x, y = thing.y, facing = thing.facing, angle = thing.angle, scale = thing.scale }
    local ok, err = pcall(hierarchy.attach, thing, parent, def.point, localPose)
    if not ok then
      unmake(thing)
      error(err, 0)
    end
    local _, _, fromX, fromY = stored.motion(thing)
    stored.shift(thing, fromX, fromY, thing.x, thing.y) -- it has not moved
  end
  return thing
end

--- Return whether a word names the thing: its name, its type or a base type, a group or its team.
---@param word string
---@return boolean
function Thing:is(word, _)
  if word == nil and selves[self] ~= "thing" then
    check.badSelf("is", "thing", self)
  elseif _ ~= nil then
    check.surplus("is", "word", 1, _)
  end
  return self._thingClass.words[word] == true or check.called(word, "the word", "is") == nil
end

Thing.setPosition = pose.setPosition

--- Face a side.
---@param direction number its sign counts; 0 changes nothing
function Thing:face(direction)
  checked(direction, "direction", self, "face")
  if direction ~= 0 then
    setFacing(self, direction < 0 and -1 or 1)
  end
end

--- Change a box, add one, or remove one.
---@param kind string
---@param def hitbox.BoxDef|hitbox.BoxDef[]|nil a list is one box of several parts; nil removes the
---   box
--- Errors: those of a thing's definition.
function Thing:reshape(kind, def)
  if type(kind) ~= "string" then
    check.refuse("the kind in a reshape", ownerOf(self), "a string, as in t:reshape(\"push\", { w = 12, h = 28 })", kind)
  end
  local box = self.boxes[kind]
  if not self.alive then
    return
  elseif def ~= nil then
    local shape = boxes.shape(self, kind, def)
    local ok, err
    if box then
      ok, err = pcall(boxes.change, box, def, shape)
    else
      ok, err = pcall(boxes.add, self, boxes.new(self, kind, def, shape))
    end
    if not ok then
      check.fail("%s: %s", boxes.owner(self, kind), check.reason(err))
    end
  elseif box then
    boxes.drop(self, box)
  end
end

local anchorKeys = { keep = true }
local kept = { at = true, box = true }

--- Make another point the anchor. The boxes and points keep their positions relative to each other.
--- A name or fractions refer to the push box, or to the first box if there is none.
---@param anchor any a name, {fx, fy} or {px=, py=}
---@param options {keep: "at"|"box"} "at": x and y stay, and the boxes move; "box": the boxes stay,
---   and x and y become the position of the new anchor
--- Errors: no such anchor; `keep` is missing.
function Thing:setAnchor(anchor, options)
  local owner = ownerOf(self)
  anchors.check(anchor, owner)
  if type(options) ~= "table" then
    check.fail("setAnchor of %s needs an option: { keep = \"at\" } or { keep = \"box\" }", owner)
  end
  check.keys(options, anchorKeys, "setAnchor of " .. owner)
  check.word(options.keep, kept, "keep", "setAnchor of " .. owner)
  if self.alive then
    local oldX, oldY = self.x, self.y
    local x, y = pose.setAnchor(self, anchor, options.keep == "box")
    hierarchy.shift(self, x, y)
    separation.shift(self, x, y, self.x - oldX, self.y - oldY)
  end
end

--- Return the position of a named point.
---@param name string|nil one of its points, or the anchor name of a point of its push box (or else
---   of its first box), such as "center". Default: its anchor
---@return number x world units
---@return number y
--- Errors: it has no such point.
function Thing:point(name)
  if name == nil then
    return self.x, self.y
  end
  local point = self._points[name]
  if point then
    return pose.toWorld(self, point[1], point[2])
  elseif not anchors.isName(name) then
    check.fail("%s has no point %s%s", ownerOf(self), check.show(name), check.hint(name, self._points))
  end
  return pose.toWorld(self, pose.anchorPosition(self, name))
end

local attachKeys = { keep = true }

--- Attach the thing to another one. It then follows the parent at once, whatever the parent does.
--- The two never touch each other. Removing the parent removes it too.
---@param parent hitbox.Thing
---@param point string|nil the point of the parent that the thing's anchor moves to. Default: the
---   parent's anchor
---@param options {keep: boolean}|nil keep = true: the thing stays where it is
--- Errors: the parent has no such point, or is attached to this thing.
function Thing:attach(parent, point, options)
  local owner = "attach of " .. ownerOf(self)
  check.thing(parent, self.scene, "parent", owner)
  if point ~= nil then
    check.type(point, "string", "point", owner)
  end
  check.keys(check.type(options or {}, "table", "the options", owner), attachKeys, owner)
  if not self.alive then
    check.fail("%s cannot be attached: it has been removed", ownerOf(self))
  end
  local localPose = { x = 0, y = 0, facing = 1, angle = 0, scale = 1 }
  hierarchy.attach(self, hierarchy.find(self.scene, parent, ownerOf(self)), point,
    not (options and options.keep) and localPose or nil)
end

--- Detach the thing from its parent. It stays where it is.
function Thing:detach()
  hierarchy.detach(self)
end

--- Set the position and angle relative to the parent. The parent's facing, angle and scale apply to
--- them.
---@param x number|nil from the parent's point. Default: unchanged
---@param y number|nil
---@param angle number|nil relative to the parent's, clockwise if the parent faces right. Default:
---   unchanged
--- Errors: it has no parent; a number is not finite.
function Thing:setLocal(x, y, angle)
  local localPose = self._localPose
  if not localPose then
    check.fail("setLocal of %s needs a parent: call t:attach first", ownerOf(self))
  end
  local oldX, oldY, oldAngle = localPose.x, localPose.y, localPose.angle
  localPose.x = x == nil and oldX or checked(x, "x", self, "setLocal")
  localPose.y = y == nil and oldY or checked(y, "y", self, "setLocal")
  localPose.angle = angle == nil and oldAngle or checked(angle, "angle", self, "setLocal")
  local ok, err = pcall(hierarchy.update, self)
  if not ok then
    localPose.x, localPose.y, localPose.angle = oldX, oldY, oldAngle
    hierarchy.update(self)
    error(err, 0)
  end
end

--- Remove the thing, and all that is attached to it. The boxes vanish at once, and no function is
--- called for their contacts any more. A second call does nothing.
function Thing:remove()
  if not self.alive then
    return
  end
  moulds.setRemoved(self.__index)
  hierarchy.detach(self)
  removeFromWorld(self)
  if self._tiles then
    self._tiles.tiles.lose(self._tiles)
  end
  self.scene:_forget(self)
  local children = self._children or {}
  while children[1] do -- each leaves the list
    children[1]:remove()
  end
end

--- Return whether boxes of two things overlap now, by the scene's contact policy.
---@param other hitbox.Thing|string a thing, or a pattern as in rules, "water" or "foe.hurt": any
---   such box except those attached to the thing
---@param kind string|nil only this box of the thing
---@param otherKind string|nil only this box of the other
---@return boolean
--- Errors: other is neither a thing of the scene nor a pattern; a pattern together with otherKind.
function Thing:overlaps(other, kind, otherKind)
  if type(other) ~= "string" then
    check.thing(other, self.scene, "other", "overlaps")
  end
  queries.checkKind(kind, "kind", "overlaps")
  queries.checkKind(otherKind, "otherKind", "overlaps")
  if type(other) == "string" then
    return queries.meets(self, other, kind, otherKind)
  end
  local world = self.scene.world
  for _, a in boxes.each(self) do
    for _, b in boxes.each(other) do
      if (not kind or a.kind == kind) and (not otherKind or b.kind == otherKind)
        and world:contact(a, b) then
        return true
      end
    end
  end
  return false
end

--- Return the bounds of a box, in world coordinates.
---@param kind string|nil default: "push", or else the first in alphabetical order
---@return number|nil x left, in world units; nil if there is no such box
---@return number y top
---@return number w
---@return number h
function Thing:rect(kind)
  queries.checkKind(kind, "kind", "rect")
  local box = self.boxes[kind or "push"] or not kind and boxes.first(self)
  if box and box.alive then
    return self.scene.world:rect(box)
  end
end

playing.extend(Thing)
check.extend(Thing, queries.thingMethods)
check.extend(Thing, finding)
addMotion(Thing)
moulds.setClass(Thing)
check.guard(Thing, "thing", {
  setPosition = true, move = true, moveByVelocity = true, walk = true, nudge = true, hit = true, is = true,
  towards = true,
})

return { make = make, mould = moulds.new, cast = cast, isField = isField, keys = thingKeys, methods = Thing }
