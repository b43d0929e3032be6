--- The objects of Tiled's maps, as definitions of things: rectangles, ellipses, capsules, points,
--- polygons, polylines, and tiles that are put down freely.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local anchors = require(folder .. "scene.thing.anchor")
local Meaning = require(folder .. "scene.maps.meaning")
local outlines = require(folder .. "scene.maps.outlines")
local tilesets = require(folder .. "scene.maps.tilesets")
local values = require(folder .. "scene.tiled.values")

local objects = {}

--- Which point of a tile an object's (x, y) is, by the alignment of its tileset.
local alignments = {
  unspecified = { 0, 1 }, topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 }, left = { 0, 0.5 },
  center = { 0.5, 0.5 }, right = { 1, 0.5 }, bottomleft = { 0, 1 }, bottom = { 0.5, 1 },
  bottomright = { 1, 1 },
}

--- The point of a tile object that its (x, y) is, as fractions of its size.
---@param ctx table
---@param cell table of tilesets.lua
---@return number[]
function objects.alignment(ctx, cell)
  local word = cell.set.objectalignment or "unspecified"
  if word == "unspecified" and ctx.lattice and ctx.lattice.kind == "isometric" then
    return alignments.bottom
  end
  return alignments[word] or alignments.unspecified
end

--- Put a definition where a point of the object's frame is in the world, and turn it with that.
---@param facing 1|-1 how it is laid down there
---@param angle number
local function place(ctx, one, object, brush, def, x, y, facing, angle)
  local cx, cy = outlines.turn(ctx.scene.hitbox, object, x, y)
  def.at = { ctx.x + one.x + object.x + cx, ctx.y + one.y + object.y + cy }
  tilesets.pose(def, brush, facing, outlines.angle(object) + angle)
end

--- The anchor of a rectangle's thing, and where it is on the rectangle.
local function onRectangle(brush, def, w, h)
  local anchor = brush.anchor or "top-left"
  def.anchor = anchor
  return anchors.reach(anchor, w, h)
end

--- Shapes whose anchor is their centre.
local middled = { ellipse = true, capsule = true }

local readers = {}

--- A rectangle is the shape of what has none; else the thing is put at the point that its anchor names.
function readers.rectangle(_, object, brush, def)
  local w, h = object.width, object.height
  if not brush.fills then
    return anchors.reach(brush.place, w, h)
  end
  def.w, def.h = w, h
  return onRectangle(brush, def, w, h)
end

function readers.point()
  return 0, 0
end

local function outline(ctx, object, brush, def, owner)
  if not brush.fills then
    return anchors.reach(brush.place, object.width or 0, object.height or 0)
  end
  local upright = { rotation = 0 } -- the thing is what is turned
  for key, value in pairs(object) do
    upright[key] = key ~= "rotation" and value or 0
  end
  local shape = outlines.shape(ctx, upright, 0, 0, 1, 1, owner)
  if not shape then
    def.boxes, def.oneWay = {}, nil
    return 0, 0
  end
  return tilesets.reshape(def, shape, brush.anchor or middled[object.shape] and "center" or nil)
end

function readers.ellipse(ctx, object, brush, def, owner)
  if brush.fills then
    def.anchor = brush.anchor or "center"
  end
  return outline(ctx, object, brush, def, owner)
end

readers.capsule = readers.ellipse
readers.polygon, readers.polyline = outline, outline

--- Return the brush of an object, by its class or its name; false for nothing, nil for a tile that is only a
--- picture.
---@param class string|nil
---@param marks internal.Marks
---@param isPicture boolean nothing but a class or a name can make something of it
---@return internal.Brush|false|nil brush
---@return string|nil name of its own
---@return string|nil word that the brush is for
local function brushOf(ctx, one, object, class, owner, marks, isPicture)
  local name = object.name ~= "" and object.name or nil
  local why = "class of objects"
  if not class then
    local isKnown = name and (ctx.legend[name] ~= nil or ctx.meaning:isGiven(name))
    class, why = isKnown and name or one.class, "class of layer '" .. tostring(one.layer.name) .. "'"
  end
  if not class and not name then
    if isPicture then
      return nil
    elseif ctx.meaning.strict then
      check.fail("%s has neither a class nor a name: give it one in Tiled, or say layers = { name of the layer = "
        .. "a type, or false }", owner)
    end
    class, why = one.word or "object", "layer '" .. tostring(one.layer.name) .. "'"
  end
  local brush
  if class then
    brush = tilesets.brushOf(ctx, class, owner, marks, why)
  else
    brush = ctx.meaning:mark({ given = { ctx.meaning:name(name) }, fills = true }, marks)
  end
  if brush and name then
    name = ctx.meaning:name(name)
    ctx.scene._types.checkName(name, owner)
  end
  return brush, name, class or name
end

--- The definition for an object, called by its own name if it has one.
local function define(brush, name, object, one, properties)
  local def = tilesets.define(brush.given, properties, one.hidden or object.visible == false)
  if name and name ~= def[1] then
    def.type = def.type or brush.given[1]
    def[1] = name
  end
  return def
end

--- The object that a property refers to, as Tiled writes it: { id = 7 }, or 0 for none. The map must have it,
--- as a class of your own may have such a value, too.
local function referenceOf(ctx, value)
  if type(value) == "table" and next(value) == "id" and next(value, "id") == nil then
    return (value.id == 0 or ctx.ids[value.id]) and value.id or nil
  end
end

--- Note which properties refer to objects: they become things when there are all.
---@param at integer|nil which thing of the map has them
---@param into table|nil what has them, if it is none
function objects.link(ctx, properties, at, into)
  for key, value in pairs(properties or {}) do
    local to = referenceOf(ctx, value)
    if to then
      ctx.links[#ctx.links + 1] = { at = at, into = into, key = key, to = to }
    end
  end
end

--- Add the thing of an object. Of several that it makes the first one is what others refer to.
local function add(ctx, object, brush, def, out)
  out[#out + 1] = def
  Meaning.count(brush)
  ctx.places[object.id] = ctx.places[object.id] or #out
  objects.link(ctx, object.properties, #out)
end

--- The definition for a part of a tile that is put down freely, and where its anchor is on the tile.
---@param drawn table of tilesets.drawn
local function definePart(brush, def, part, drawn)
  if part.shape then
    return tilesets.reshape(def, part.shape, brush.anchor)
  elseif brush.fills then
    def.w, def.h = drawn.w, drawn.h
    return onRectangle(brush, def, drawn.w, drawn.h)
  end
  def.scale = drawn.sx == drawn.sy and drawn.sx ~= 1 and drawn.sx or nil
  return anchors.reach(brush.place, drawn.w, drawn.h)
end

--- Read a tile that is put down freely: it may be stretched, laid down in eight ways, and turned.
local function readTile(ctx, one, object, owner, out)
  local cell = tilesets.cell(ctx, object.gid)
  if not cell then
    return
  end
  local width = object.width > 0 and object.width or cell.w -- else it has the size of its tile
  local height = object.height > 0 and object.height or cell.h
  local drawn, turn = tilesets.drawn(cell, width, height)
  local align = objects.alignment(ctx, cell)
  local ox, oy = -align[1] * width, -align[2] * height
  local class = tilesets.classOf(object) or tilesets.classOf(cell.tile)
  local properties = values.join(cell.tile.properties, object.properties)
  local marks = ctx.meaning:marks(Meaning.forObject(one.marks, class), properties, "objects", class, object.name)
  marks = tilesets.marksOfShapes(ctx, one, cell, marks)
  local brush, name, word = brushOf(ctx, one, object, class, owner, marks, not marks.solid)
  if brush == false then
    return
  end
  local parts = tilesets.shapes(ctx, cell, word, drawn.sx, drawn.sy) or brush and { { class = word } } or {}
  for _, part in ipairs(parts) do
    local own = brush
    if part.class ~= word then
      own = tilesets.brushOf(ctx, part.class, owner, ctx.meaning:marks(nil, nil, "tiles", part.class), "class of collision shapes")
    end
    if own then
      local def = define(own, name, object, one, properties)
      local x, y = turn(definePart(own, def, part, drawn))
      place(ctx, one, object, own, def, ox + x, oy + y, cell.facing, cell.angle)
      add(ctx, object, own, def, out)
    end
  end
end

--- Read an object.
---@param ctx table
---@param one table its layer
---@param object table
---@param out hitbox.ThingDef[] added to
function objects.read(ctx, one, object, out)
  local owner = ("object %s%s in layer '%s' of %s"):format(tostring(object.id),
    object.name ~= "" and " '" .. tostring(object.name) .. "'" or "", tostring(one.layer.name), ctx.owner)
  if object.gid then
    return readTile(ctx, one, object, owner, out)
  end
  local read = readers[object.shape]
  if not read then
    return -- a text
  end
  local class = tilesets.classOf(object)
  local marks = ctx.meaning:marks(Meaning.forObject(one.marks, class), object.properties, "objects", class, object.name)
  local brush, name = brushOf(ctx, one, object, class, owner, marks, false)
  if brush then
    local def = define(brush, name, object, one, object.properties)
    if object.shape == "point" and brush.fills then
      def.boxes, def.oneWay = {}, nil
    end
    local x, y = read(ctx, object, brush, def, owner)
    place(ctx, one, object, brush, def, x, y, 1, 0)
    add(ctx, object, brush, def, out)
  end
end

return objects
