--- The boxes of things: their shapes, and the items that they are in the scene's world. A box keeps its
--- shape as it was made about the thing's anchor; how the thing faces, its angle and its scale are
--- the world's.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local items = require(folder .. "scene.rules.items")
local anchors = require(folder .. "scene.thing.anchor")
local ordered = require(folder .. "scene.ordered")
local stored = require(folder .. "scene.thing.stored")

---@class hitbox.Box
---@field thing hitbox.Thing
---@field kind string "push", "hurt", "hit", "sensor" or a kind of your own
---@field color any you may assign it; nil is that of its definition, or else of the thing
---@field alive boolean true while it is in the world

---@class internal.Maker the data of a thing that boxes need before the thing exists
---@field name string
---@field scene hitbox.Scene
---@field anchor any

local abs = math.abs
local unpack = table.unpack or unpack -- 5.1
local boxes = {}

local boxKeys = { x = true, y = true, oneWay = true }
for key in pairs(anchors.keys) do
  boxKeys[key] = true
end

--- The name of a box in errors.
function boxes.owner(thing, kind)
  return "box '" .. kind .. "' of thing '" .. thing.name .. "'"
end

--- Fields that all boxes of a thing share.
local COMMON = { hidden = true, angle = true, facing = true, scale = true }

--- The __newindex of boxes. Refuse keys of a definition or of a thing: assigning them would change nothing.
local function assign(box, key, value)
  if key == "color" then
    box.thing.scene._own.hasColors = true
  elseif boxKeys[key] then
    check.fail("%s of %s cannot be assigned: call t:reshape(\"%s\", { ... })", key,
      boxes.owner(box.thing, box.kind), box.kind)
  elseif COMMON[key] then
    check.fail("%s applies to a whole thing, not to %s: give a child thing its own", key,
      boxes.owner(box.thing, box.kind))
  end
  rawset(box, key, value)
end

--- The metatable of `boxes`. Assigning an entry would add no box, so it is refused.
local listMeta = { isLibrary = true, __newindex = function(_, kind, value)
  if value ~= nil then
    check.fail("boxes of a thing cannot be assigned: call t:reshape(\"%s\", { w = 12, h = 28 })", tostring(kind))
  end
end }

--- The boxes of a new thing, by their kinds.
function boxes.none()
  return setmetatable({}, listMeta)
end

local function nextBox(thing, i)
  local list, box = thing._list, nil
  if list then
    box = list[i + 1]
  elseif i == 0 then
    local _, only = next(thing.boxes)
    box = only and only.alive and only
  end
  if box then
    return i + 1, box
  end
end

--- Iterate over the boxes of a thing that are in the world, by kind, as `ipairs` does. Only things with several boxes
--- have a list.
---@return fun(thing: hitbox.Thing, i: integer): integer|nil, hitbox.Box|nil
---@return hitbox.Thing
---@return integer
function boxes.each(thing)
  return nextBox, thing, 0
end

--- The first of these boxes.
---@return hitbox.Box|nil
function boxes.first(thing)
  local _, box = nextBox(thing, 0)
  return box
end

--- These boxes as a list that is not to be changed.
---@return hitbox.Box[]
function boxes.list(thing)
  return thing._list or { boxes.first(thing) }
end

--- The radius of a circle, for contacts; false for other shapes.
local function radiusOf(shape)
  return shape:kind() == "circle" and shape:radius()
end

--- The metatable that boxes of the same kind, definition and shape share. A box itself has its thing, its class, its
--- order, whether it is alive, and the values that differ.
---@class internal.Form
---@field __index table

---@return internal.Form
local function formOf(kind, def, shape)
  local radius = radiusOf(shape)
  return {
    isLibrary = true, __newindex = assign,
    __index = {
      kind = kind, def = def, color = def.color, shape = shape, mirrored = false,
      _radius = radius, radius = radius or nil, -- of a circle: unscaled, and scaled
      order = 0, alive = false, _batch = 0,
    },
  }
end

--- The shape of a box, mirrored if its thing faces left.
local function facingShape(box)
  if box.thing.facing == 1 then
    return box.shape
  end
  local shared = getmetatable(box).__index
  shared.mirrored = shared.mirrored or shared.shape:mirrored()
  return shared.mirrored
end

local DIRECTIONS = { above = { 0, -1 }, below = { 0, 1 }, left = { -1, 0 }, right = { 1, 0 } }

--- Raise an error unless oneWay of a definition is a side or a direction.
local function checkOneWay(def, owner)
  local direction = def.oneWay
  if type(direction) == "table" then
    check.keys(direction, { true, true }, "oneWay of " .. owner)
    check.number(direction[1], "oneWay[1]", owner)
    check.number(direction[2], "oneWay[2]", owner)
  elseif direction ~= nil and direction ~= false then
    check.word(direction, DIRECTIONS, "oneWay", owner)
  end
end

--- Set the one-way direction of a box in the world, mirrored with its thing.
local function setOneWay(box)
  local direction = box.def.oneWay
  if direction or box.oneWay then
    direction = DIRECTIONS[direction] or direction or { 0, 0 }
    items.setOneWay(box.thing.scene.world, box, { direction[1] * box.thing.facing, direction[2] })
    rawset(box, "oneWay", box.def.oneWay)
  end
end

--- Set the radius of a box for the scale of its thing.
local function setRadius(box)
  local scale = box.thing.scale
  local radius = box._radius and scale ~= 1 and box._radius * scale or nil
  if radius or rawget(box, "radius") then -- assigning nil could make the table grow
    rawset(box, "radius", radius)
  end
end

--- Give a box another form.
local function setForm(box, form)
  setRadius(setmetatable(box, form))
  return box
end

--- Give a box another shape about the anchor.
function boxes.setShape(box, shape)
  setForm(box, formOf(box.kind, box.def, shape))
end

--- Make a box that is not in the world yet.
---@param form internal.Form
local function new(thing, kind, form)
  local scene = thing.scene
  return setForm({
    thing = thing, class = scene.rules:class(thing._thingClass, kind, scene:_tagOf(kind)), order = 0, alive = false,
  }, form)
end

--- Make a box that is not in the world yet.
function boxes.new(thing, kind, def, shape)
  return new(thing, kind, formOf(kind, def, shape))
end

--- Update the class of a box after its thing's words have changed.
function boxes.reclass(box)
  local scene = box.thing.scene
  box.class = scene.rules:class(box.thing._thingClass, box.kind, scene:_tagOf(box.kind))
  local options = box.class.itemOptions
  items.setLayers(scene.world, box, options.layer, options.mask)
  stored.setBox(box.thing, box)
end

local function remove(thing, box)
  box.alive, thing._contacts.hasRemovals = false, true
  stored.dropBox(thing, box)
  items.remove(thing.scene.world, box)
end

--- Finish adding a box: store it, and set its direction and transform in the world.
local function finishAdding(thing, box)
  stored.setBox(thing, box)
  setOneWay(box)
  if thing.angle ~= 0 or thing.scale ~= 1 then
    items.setTransform(thing.scene.world, box, thing.angle, thing.scale)
  end
end

--- Add a box to the world, and to the thing in order of kinds.
function boxes.add(thing, box)
  local scene = thing.scene
  scene._own._boxesMade = scene._boxesMade + 1
  box.order = scene._boxesMade
  items.add(scene.world, box, thing.x, thing.y, facingShape(box), box.class.itemOptions)
  box.alive = true
  local ok, err = pcall(finishAdding, thing, box)
  if not ok then
    remove(thing, box)
    error(err, 0)
  end
  local list = thing._list
  if not list and next(thing.boxes) ~= nil then
    list = boxes.list(thing)
    thing.__index._list = list
  end
  rawset(thing.boxes, box.kind, box)
  local index = list and #list or 0
  while index > 0 and ordered.isTextBefore(box.kind, list[index].kind) do
    list[index + 1] = list[index]
    index = index - 1
  end
  if list then
    list[index + 1] = box
  end
  scene._own.hasColors = scene.hasColors or box.color ~= nil
end

--- Give a box another definition, at the same position.
function boxes.change(box, def, shape)
  local thing = box.thing
  items.reshape(thing.scene.world, box, thing.facing == 1 and shape or shape:mirrored())
  rawset(box, "color", nil)
  setForm(box, formOf(box.kind, def, shape))
  setOneWay(box)
  thing.scene._own.hasColors = thing.scene.hasColors or box.color ~= nil
end

--- Update the world's shape of a box after its thing's facing or anchor has changed.
function boxes.refresh(box)
  items.reshape(box.thing.scene.world, box, facingShape(box))
  setOneWay(box)
end

--- Set the angle and scale of all boxes of a thing; of none if one is refused.
function boxes.setTransform(thing, angle, scale)
  local world, list = thing.scene.world, boxes.list(thing)
  for i = 1, #list do
    local ok, err = pcall(items.setTransform, world, list[i], angle, scale)
    if not ok then
      for k = 1, i - 1 do
        items.setTransform(world, list[k], thing.angle, thing.scale)
      end
      check.fail("%s of %s: %s", angle ~= thing.angle and "angle" or "scale",
        boxes.owner(thing, list[i].kind), check.reason(err))
    end
  end
  local own, scaled = thing.__index, scale ~= thing.scale
  own.angle, own.scale = angle, scale
  for i = 1, scaled and #list or 0 do
    setRadius(list[i])
  end
end

--- Remove one box.
function boxes.drop(thing, box)
  remove(thing, box)
  thing.boxes[box.kind] = nil
  local list, index = thing._list, 1
  while list and list[index] ~= box do
    index = index + 1
  end
  if list then
    table.remove(list, index)
  end
end

function boxes.removeAll(thing)
  local list = boxes.list(thing)
  for i = #list, 1, -1 do
    remove(thing, list[i])
    list[i] = nil
  end
end

--- The shape of a box, or of a part of one, from a definition whose keys are checked here.
local function shapeOf(thing, def, known, owner)
  if type(def) ~= "table" then
    check.fail("%s must be a table, as { w = 12, h = 28 } or { shape = ... }, got %s", owner, check.show(def))
  end
  check.keys(def, known, owner)
  if type(def.points) == "table" then
    check.list(def.points, "points", owner)
  end
  return anchors.shape(thing.scene.hitbox, def, thing.anchor, owner)
end

--- The keys of a part of a box; and those of a box of several parts, besides these.
local partKeys, sharedKeys = {}, { color = true, oneWay = true }
for key in pairs(boxKeys) do
  partKeys[key] = not sharedKeys[key] or nil
end

--- The shape of a box of several parts.
local function compoundOf(thing, kind, def, owner)
  local shapes, others = {}, {}
  for key, value in pairs(def) do
    if type(key) ~= "number" then
      others[key] = value
    elseif key % 1 ~= 0 or key < 1 or key > #def then
      check.fail("parts of %s must be a list, got the key %s", owner, check.show(key))
    end
  end
  check.keys(others, sharedKeys, owner .. ", which has several parts")
  for i, part in ipairs(def) do
    for key in pairs(type(part) == "table" and sharedKeys or {}) do
      if part[key] ~= nil then
        check.fail("%s of [%d] of %s applies to all parts: write %s = { {...}, {...}, %s = ... }", key, i, owner, kind, key)
      end
    end
    shapes[i] = shapeOf(thing, part, partKeys, ("[%d] of %s"):format(i, owner))
  end
  local ok, shape = pcall(thing.scene.hitbox.compound, shapes)
  if not ok then
    check.fail("the parts of %s: %s", owner, check.reason(shape))
  end
  return shape
end

--- The shape of a box about its thing's anchor, from a definition that is checked here.
---@param thing hitbox.Thing|internal.Maker
---@param def hitbox.BoxDef|hitbox.BoxDef[]
function boxes.shape(thing, kind, def)
  local owner = boxes.owner(thing, kind)
  local isList = type(def) == "table" and def[1] ~= nil
  local shape = isList and compoundOf(thing, kind, def, owner) or shapeOf(thing, def, boxKeys, owner)
  checkOneWay(def, owner)
  return shape
end

--- Return the kinds of a thing's boxes, sorted, and whether the definition itself has the keys of a box.
local function kindsOf(def, owner)
  local kinds, given = {}, check.type(def.boxes or {}, "table", "boxes", owner)
  for kind, box in pairs(given) do
    if type(kind) ~= "string" then
      check.fail("boxes of %s must be by kind (push, hurt, ...), got the key %s", owner,
        check.show(kind))
    elseif box ~= false then -- false removes the box of the type
      kinds[#kinds + 1] = kind
    end
  end
  local single = anchors.isGiven(def)
  checkOneWay(def, owner)
  if def.oneWay and not single then
    check.fail("%s has a oneWay, but no box beside it: write oneWay into a box", owner)
  elseif single then
    if given.push then
      check.fail("%s has two boxes of kind 'push', in boxes and beside them: for one box of two parts write "
        .. "boxes = { push = { {...}, {...} } }", owner)
    end
    kinds[#kinds + 1] = "push"
  end
  ordered.sort(kinds)
  return kinds, single
end

--- The keys that define the shape of a box.
local shapeKeys = { "w", "h", "r", "left", "right", "up", "down", "shape", "points", "x", "y", "hollow",
  "anchor" }

--- A shape with the values that it was made from; nil if these include tables, which may change.
local function cacheable(shape, def, anchor)
  if def[1] ~= nil then
    return nil
  end
  local known = { made = shape, default = anchor }
  for i = 1, #shapeKeys do
    local key = shapeKeys[i]
    known[key] = def[key]
    if type(known[key]) == "table" then
      return nil
    end
  end
  return type(anchor) ~= "table" and known or nil
end

local function isMadeOf(known, def, anchor)
  for i = 1, #shapeKeys do
    local key = shapeKeys[i]
    if known[key] ~= def[key] then
      return false
    end
  end
  return known.default == anchor
end

--- Return whether a definition gives the shape that was tested last.
local function isCached(known, def, anchor)
  if not known or type(def) ~= "table" then
    return false
  end
  local key = next(def)
  while key ~= nil and boxKeys[key] do
    key = next(def, key)
  end
  return key == nil and isMadeOf(known, def, anchor)
end

--- Return the shape of a push box to test with `fits`, mirrored with the thing. The last one is stored, as a crouched
--- thing tests the same shape in each tick.
---@param def hitbox.BoxDef|nil nil: its own
---@return hitbox.Shape|nil nil if it has none
function boxes.testShape(thing, def)
  local push, known = thing.boxes.push, thing._testShape
  if def == nil then
    return push and facingShape(push)
  elseif not isCached(known, def, thing.anchor) then
    local shape = boxes.shape(thing, "push", def)
    known = cacheable(shape, def, thing.anchor) or { made = shape }
    thing.__index._testShape = known
  end
  if thing.facing == 1 then
    return known.made
  end
  known.mirrored = known.mirrored or known.made:mirrored()
  return known.mirrored
end

--- How much a query is enlarged to include boxes that only touch: relative to the magnitude of its edges, which is
--- more than a query rounds; and at least MIN_MARGIN, for edges at zero.
local MARGIN, MIN_MARGIN = 2 ^ -48, 2 ^ -90

--- Find all boxes that may touch a rectangle or a point, given by its edges.
---@return integer count of `out`
function boxes.touching(world, left, top, right, bottom, out, mask)
  local margin = MIN_MARGIN + MARGIN * (abs(left) + abs(top) + abs(right) + abs(bottom))
  return (world:queryRect(left - margin, top - margin, right - left + 3 * margin, bottom - top + 3 * margin, out,
    mask))
end

--- The definition of the box whose keys are in the definition of its thing. The colour belongs to the thing, and so
--- does the anchor, except for a shape or an outline.
local function definitionOf(def)
  local own, points = {}, type(def.points) == "table" and def.points or nil
  for key in pairs(boxKeys) do
    own[key] = def[key]
  end
  own.color = nil
  if not (def.shape or points) then
    own.anchor = nil
  end
  if points then -- without the named points
    own.points = points[1] ~= nil and { unpack(points) } or nil
  end
  return own
end

--- A factory for a box of things with one definition. No script can reach its form, which is a metatable.
---@class internal.Planned
---@field kind string
---@field def hitbox.BoxDef|hitbox.BoxDef[]
---@field make fun(thing: hitbox.Thing): hitbox.Box it is not in the world yet

---@return internal.Planned
local function planned(kind, def, shape)
  local form = formOf(kind, def, shape)
  return { kind = kind, def = def, make = function(thing)
    return new(thing, kind, form)
  end }
end

--- The boxes of things with a definition, in order of kinds.
---@param maker internal.Maker
---@return internal.Planned[]
function boxes.plan(maker, def, owner)
  local plan = {}
  local kinds, single = kindsOf(def, owner)
  for i, kind in ipairs(kinds) do
    local own, shape
    if single and kind == "push" then
      own, shape = definitionOf(def), anchors.shape(maker.scene.hitbox, def, maker.anchor, owner)
    else
      own = def.boxes[kind]
      shape = boxes.shape(maker, kind, own)
    end
    plan[i] = planned(kind, own, shape)
  end
  return plan
end

--- The plan of things that are one box of a shape.
---@param def hitbox.ThingDef
---@param shape hitbox.Shape
---@return internal.Planned[]
function boxes.single(def, shape)
  return { planned("push", definitionOf(def), shape) }
end

--- The definitions of the boxes of a plan, by kind.
---@param plan internal.Planned[]
function boxes.definitions(plan)
  local definitions = {}
  for _, entry in ipairs(plan) do
    definitions[entry.kind] = entry.def
  end
  return definitions
end

return boxes
