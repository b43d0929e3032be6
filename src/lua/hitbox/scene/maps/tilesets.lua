--- The tilesets of Tiled's maps: what a number in a layer stands for.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local reserved = require(folder .. "scene.diagnostics.reserved_fields")
local anchors = require(folder .. "scene.thing.anchor")
local schema = require(folder .. "scene.data.schema")
local formats = require(folder .. "scene.maps.formats")
local outlines = require(folder .. "scene.maps.outlines")
local Tiles = require(folder .. "scene.maps.tiles")
local files = require(folder .. "scene.tiled.files")

--- The highest bits of a tile's number say how it is laid down; the fourth is of hexagonal maps.
local ACROSS, DOWN, DIAGONAL, ROTATED = 2 ^ 31, 2 ^ 30, 2 ^ 29, 2 ^ 28

local tilesets = {}

--- A tileset whose tiles have the size of the map's cells if it has tiles or pictures, but names no size, as old
--- versions do, or the size 0.
local function withSize(set, export)
  local hasTiles = set.image or type(set.tiles) == "table" and set.tiles[1]
  local copy, isChanged = {}, false
  for _, key in ipairs { "tilewidth", "tileheight" } do
    local isMissing = set[key] == nil and hasTiles or set[key] == 0
    copy[key], isChanged = isMissing and export[key] or set[key], isChanged or isMissing
  end
  if getmetatable(set) ~= nil or not isChanged then
    return set
  end
  for key, value in next, set do
    copy[key] = copy[key] or value
  end
  return copy
end

--- In place of a tileset that cannot be read: tiles of which nothing is known.
local function emptySet(path, export)
  return { name = path:match("[^/]*$"), tilewidth = export.tilewidth, tileheight = export.tileheight, tiles = {} }
end

--- The tileset at a place of the list, which may lie in a file of its own.
local function resolve(set, i, open, owner, export)
  local path = set.exportfilename or set.filename
  if set.tilewidth or not path then
    return schema.check(withSize(set, export), formats.tileset, ("tilesets[%d] of %s"):format(i, owner))
  end
  local name = ("tileset '%s' of %s"):format(set.name or path or "?", owner)
  if not path or not open then
    check.fail("%s lies in a file of its own, %s: give the map by the name of its file, or in Tiled switch on "
      .. "Edit > Preferences > Export Options > Embed tilesets", name, tostring(path))
  end
  local copy = {}
  local read = files.tileset(open, path, set.exportfilename and "exportfilename" or "filename", name)
  for key, value in pairs(read or emptySet(path, export)) do
    copy[key] = value
  end
  copy = schema.check(withSize(copy, export), formats.tileset, ("%s of %s"):format(path, owner))
  copy.firstgid = set.firstgid
  return copy
end

--- Read the tilesets of a map.
---@param export table
---@param open internal.TiledMap|nil the map's file
---@param owner string
---@return table[] sets
function tilesets.read(export, open, owner)
  local sets = {}
  for i, given in ipairs(export.tilesets) do
    local set = resolve(given, i, open, owner, export)
    sets[i] = { first = set.firstgid, set = set, tiles = {}, highest = 0 }
    for _, tile in ipairs(set.tiles or {}) do
      sets[i].tiles[tile.id] = tile
    end
  end
  table.sort(sets, function(a, b)
    return a.first < b.first
  end)
  return sets
end

local function has(gid, bit)
  return gid % (2 * bit) >= bit
end

--- The last tileset that begins at a number or before it.
local function findSet(sets, id)
  local low, high = 0, #sets
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if sets[middle].first <= id then
      low = middle
    else
      high = middle - 1
    end
  end
  return sets[low]
end

--- Return the cell for a number in a layer.
---@return table|nil cell nil for a tile without a tileset, which is left out; else `set`, `tile` (what is said of it),
---   `w` and `h` (its size), `owner` (for errors), `facing`, `angle`, `lies` (on its side) and `turn` (how it is laid down)
function tilesets.cell(ctx, gid)
  local id = gid % ROTATED
  local found = findSet(ctx.sets, id)
  local reason = ("%s has a tile %.0f, which is in none of its tilesets"):format(ctx.owner, id)
  if not found and ctx.meaning.strict then
    check.fail("%s", reason)
  elseif not found then
    ctx.meaning:note(reason .. "; left out")
    return nil
  end
  local set, tile = found.set, found.tiles[id - found.first] or {}
  found.highest = math.max(found.highest, id - found.first)
  local facing, angle, turn = outlines.flips(has(gid, ACROSS), has(gid, DOWN), has(gid, DIAGONAL))
  return {
    set = set, tile = tile, w = tile.width or set.tilewidth, h = tile.height or set.tileheight,
    owner = ("tile %d of tileset '%s' in %s"):format(id - found.first, set.name or "", ctx.owner),
    facing = facing, angle = angle, lies = has(gid, DIAGONAL), turn = turn,
  }
end

--- How a tile is drawn where there is room of w by h for it: stretched to that or fitted into it, shifted by
--- what its tileset says, and laid down. One that lies on its side keeps the left lower corner of that room.
---@param cell table
---@param w number
---@param h number
---@return table drawn `w` and `h`, its size before it is laid down, and how much it is stretched, `sx` and `sy`
---@return fun(x: number, y: number): number, number turn a point of the stretched tile, from the room's left
---   top corner
function tilesets.drawn(cell, w, h)
  local drawn = { w = w, h = h, sx = w / cell.w, sy = h / cell.h }
  if cell.set.fillmode == "preserve-aspect-fit" and drawn.sx > drawn.sy then
    drawn.sx, drawn.w = drawn.sy, cell.w * drawn.sy
  elseif cell.set.fillmode == "preserve-aspect-fit" and drawn.sx < drawn.sy then
    drawn.sy, drawn.h = drawn.sx, cell.h * drawn.sx
  end
  local offset, lift = cell.set.tileoffset or {}, cell.lies and (h - w) / 2 or 0
  local x0, y0 = w / 2 + lift + (offset.x or 0) * drawn.sx, h / 2 + lift + (offset.y or 0) * drawn.sy
  return drawn, function(x, y)
    x, y = cell.turn(x - drawn.w / 2, y - drawn.h / 2)
    return x0 + x, y0 + y
  end
end

--- How large a tile of a layer is drawn: as it is, or as large as the map's cells.
local function roomOf(ctx, cell)
  if cell.set.tilerendersize == "grid" then
    return ctx.w, ctx.h
  end
  return cell.w, cell.h
end

--- The word for what something is, if it has one.
function tilesets.classOf(something)
  for _, word in ipairs({ something.class or false, something.type or false }) do
    if word and word ~= "" then
      return word
    end
  end
end

--- The brush for a class: of the map's legend, or a type; false if there is to be nothing.
local function brushOfClass(ctx, class, owner)
  local known = ctx.legend[class]
  if known == nil then
    known = ctx.found[class]
  end
  if known == nil then
    local isGiven = ctx.meaning:isGiven(class)
    known = ctx.maps.brush(ctx.scene, ctx.meaning:typeOf(class), "the class", owner)
    local list = isGiven and ctx.legend or ctx.found
    list[class] = known
  end
  return known
end

--- The same, with the marks of the tile or object.
---@param marks internal.Marks
---@param why string where the class is from, for people
function tilesets.brushOf(ctx, class, owner, marks, why)
  return ctx.meaning:mark(brushOfClass(ctx, class, owner), marks, why)
end

--- Whether a tile has collision shapes.
function tilesets.hasShape(tile)
  for _, object in ipairs(tile.objectGroup and tile.objectGroup.objects or {}) do
    if outlines.has(object) then
      return true
    end
  end
  return false
end

--- The marks of a tile with those of its collision shapes, which are solid.
---@param one table its layer
---@param marks internal.Marks
function tilesets.marksOfShapes(ctx, one, cell, marks)
  if one.isGiven or not tilesets.hasShape(cell.tile) then
    return marks
  end
  return ctx.meaning:solidFor(marks, "collision shapes of tiles")
end

--- Return the definition of a brush with more keys; data is joined. Fields that every thing has of its own go into
--- `fields`.
---@param given hitbox.ThingDef
---@param properties table|nil of Tiled or LDtk, for data
---@param hidden boolean
---@return hitbox.ThingDef
function tilesets.define(given, properties, hidden)
  local def, data, taken = {}, {}, {}
  for key, value in pairs(given) do
    def[key] = value
  end
  for key, value in pairs(given.data or {}) do
    data[key] = value
  end
  for key, value in pairs(properties or {}) do
    local into = reserved.isFree("thing", key) and data or taken
    into[key] = value
  end
  data.fields = next(taken) and taken or data.fields
  def.data = next(data) and data or nil
  def.hidden = hidden or def.hidden
  return def
end

--- Whether a tile's one collision shape is all of it.
local function isWhole(list, cell)
  local one = list[1]
  return list[2] == nil and one.shape == "rectangle" and (one.rotation or 0) == 0 and one.x == 0 and one.y == 0
    and one.width == cell.w and one.height == cell.h
end

--- The collision shapes of a tile by class, stretched.
---@return table[]|nil list of { class, shape }; nil if it has none but points and texts, or all of the tile
function tilesets.shapes(ctx, cell, class, sx, sy)
  local group = cell.tile.objectGroup
  local list = group and group.objects or {}
  if not list[1] or isWhole(list, cell) and not tilesets.classOf(list[1]) then
    return nil
  end
  local classes, parts = {}, {}
  for _, object in ipairs(list) do
    local word = tilesets.classOf(object) or class
    local shape = outlines.shape(ctx, object, object.x, object.y, sx, sy, cell.owner)
    if shape and not word then
      check.fail("%s has a collision shape, but neither it nor its layer has a class: give it one in Tiled, or "
        .. "say layers = { name of the layer = a type, or false }", cell.owner)
    elseif shape then
      if not parts[word] then
        parts[word] = {}
        classes[#classes + 1] = word
      end
      table.insert(parts[word], shape)
    end
  end
  local result = {}
  for i, word in ipairs(classes) do
    local one = parts[word]
    result[i] = { class = word, shape = one[2] and ctx.scene.hitbox.compound(one) or one[1] }
  end
  return result[1] and result or nil
end

--- Give a definition a shape of its own, in place of the one of its type.
---@param def hitbox.ThingDef changed
---@param shape userdata
---@param anchor any that of the type; the shape's origin if nil
---@return number x where the anchor is, from the shape's origin
---@return number y
function tilesets.reshape(def, shape, anchor)
  for _, key in ipairs({ "w", "h", "r", "left", "right", "up", "down" }) do
    def[key] = nil
  end
  def.shape = shape
  if anchor == nil then
    return 0, 0
  end
  local x, y, w, h = shape:bounds()
  local left, up = anchors.reach(anchor, w, h)
  return x + left, y + up
end

--- Turn a definition, or lay it down, on top of what its brush says itself.
---@param def hitbox.ThingDef changed
---@param brush internal.Brush
---@param facing 1|-1
---@param angle number
function tilesets.pose(def, brush, facing, angle)
  local own = brush.def or brush.given
  def.facing, def.angle = facing * (own.facing or 1), angle + facing * (own.angle or 0)
end

--- The brush for a part of a tile: of the tile's class, or of the class of its own shape.
---@param known internal.Brush|nil that of the tile
local function brushOfPart(ctx, cell, part, word, known)
  if part.class == word and known then
    return known
  end
  return tilesets.brushOf(ctx, part.class, cell.owner, ctx.meaning:marks(nil, nil, "tiles", part.class), "class of collision shapes")
end

--- The definitions of the things of a tile that does not fill its cell; `x` and `y` are from the cell, above
--- and to the right of which larger ones reach.
---@param word string|nil the tile's class
---@param known internal.Brush|nil of that class
local function partsOf(ctx, cell, word, known, hidden)
  local parts = {}
  local w, h = roomOf(ctx, cell)
  local drawn, turn = tilesets.drawn(cell, w, h)
  local list = tilesets.shapes(ctx, cell, word, drawn.sx, drawn.sy)
  for _, part in ipairs(list or word and { { class = word } } or {}) do
    local brush = brushOfPart(ctx, cell, part, word, known)
    if brush then
      local def = tilesets.define(brush.given, cell.tile.properties, hidden)
      local x, y = 0, 0
      if part.shape then
        x, y = tilesets.reshape(def, part.shape, brush.anchor)
      elseif brush.fills then
        def.left, def.up, def.right, def.down = 0, 0, drawn.w, drawn.h
      else
        x, y = anchors.reach(brush.place, drawn.w, drawn.h)
      end
      x, y = turn(x, y)
      tilesets.pose(def, brush, cell.facing, cell.angle)
      parts[#parts + 1] = { def = def, x = x, y = ctx.h - h + y, taken = brush.taken }
    end
  end
  return parts
end

--- A brush for a tile that becomes things of its own.
local function brushOfParts(parts, word)
  return {
    word = word, fills = false, taken = parts[1].taken,
    defs = function(tiles, col, row)
      local defs = {}
      for i, part in ipairs(parts) do
        defs[i] = tilesets.define(part.def)
        local left, top = tiles:corner(col, row)
        defs[i].at = { tiles.x + (left + part.x), tiles.y + (top + part.y) }
      end
      return defs
    end,
  }
end

--- Whether a tile fills exactly its cell.
local function isWithin(ctx, cell)
  if ctx.lattice then
    return true -- its picture stands on the cell, which is what it fills
  end
  local w, h = roomOf(ctx, cell)
  local drawn = tilesets.drawn(cell, w, h)
  local offset = cell.set.tileoffset or {}
  return drawn.w == ctx.w and drawn.h == ctx.h and w == ctx.w and h == ctx.h and (w == h or not cell.lies)
    and (offset.x or 0) == 0 and (offset.y or 0) == 0
end

--- Return the word for a tile, and its marks.
---@return string|nil word
---@return internal.Marks
---@return string why where the word is from, for people
local function readTile(ctx, cell, one)
  local own, where = tilesets.classOf(cell.tile), ("layer '%s'"):format(one.layer.name or "")
  local class = own or one.class
  local marks = ctx.meaning:marks(one.marks, cell.tile.properties, "tiles", own)
  marks = tilesets.marksOfShapes(ctx, one, cell, marks)
  if not class and marks.solid then
    return one.word or "wall", marks, where
  end
  return class, marks, own and "class of tiles" or "class of " .. where
end

local function makeBrush(ctx, gid, one)
  local cell = tilesets.cell(ctx, gid)
  if not cell then
    return false
  end
  local word, marks, why = readTile(ctx, cell, one)
  if not word and not tilesets.hasShape(cell.tile) then
    return false -- a picture
  end
  local brush = word and tilesets.brushOf(ctx, word, cell.owner, marks, why)
  if word and not brush then
    return false
  end
  local plain = cell.facing == 1 and cell.angle == 0 or not brush or brush.oneWay == nil
  if brush and brush.fills and plain and isWithin(ctx, cell) and not tilesets.shapes(ctx, cell, word, 1, 1) then
    local properties = ctx.meaning:rest(cell.tile.properties)
    if not one.hidden and not next(properties or {}) then
      return brush -- the same for all tiles of the class: they are joined
    end
    local given = tilesets.define(brush.given, properties, one.hidden)
    local made = Tiles.brush(given, ctx.scene._types:resolve(given, cell.owner))
    made.taken = brush.taken
    return made
  end
  local parts = partsOf(ctx, cell, word, brush, one.hidden)
  return parts[1] and brushOfParts(parts, parts[1].def[1]) or false
end

--- The brush for a number in a layer.
---@param ctx table
---@param gid integer
---@param one table the layer, with the class of what has none
---@return internal.Brush|false
function tilesets.brush(ctx, gid, one)
  local brush = one.brushes[gid]
  if brush == nil then
    brush = makeBrush(ctx, gid, one)
    one.brushes[gid] = brush
  end
  return brush
end

return tilesets
