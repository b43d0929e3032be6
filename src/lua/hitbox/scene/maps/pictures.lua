--- The pictures of a map: all that Tiled and LDtk draw of it, in their order, for a host that draws them. Without
--- such a host nothing is collected, and a game pays nothing.
---
--- A map's `pictures` is a list, from below to above, with
---   remark  what the map does without, for people, or nil
---   id      a number that no other map's pictures have had
---   parallaxx, parallaxy   the middle of a view in which parallax shifts no layer
---   images  the files: { path, beside (of the same name beside the map, if the first cannot be read), name (from the
---           scene's folder), transparent ("#rrggbb" or nil) }
---   w, h    of a cell, for Tiled's maps
---   sets    the tilesets of these, in order of `first`: { first, count, most (up to the next one, or 0), image (an
---           index, or 0), columns, width, height, margin, spacing, x, y (the drawing offset), isGrid, isFit,
---           tiles ({ id, image, x, y, width, height }), animations ({ id, { tileid, duration }, ... }),
---           colors (of tiles without an image: { r, g, b, ... } of 255) }
--- A picture has `kind`, x, y (world units), opacity, tint ({ r, g, b } of 255), parallaxx, parallaxy, shown, scale (about
--- the middle of the view; nil: 1), and
---   fill     w, h, color: a rectangle
---   image    image, w, h (nil: those of the file), repeatx, repeaty, crop ({ x, y, w, h } or nil)
---   tiles    w, h (of a cell), blocks ({ left, top, cols, rows, gids }: a list, or 4 bytes each in a text), layer (its
---            Tiles, or nil), renderorder, orientation, staggeraxis, staggerindex, hexsidelength, originx (isometric: of the
---            top of cell 0, 0), cells ({ col, row, ... } of tiles that are things of their own), things and poses of these
---   quads    image, size, pivotx, pivoty, w, h (of a cell), layer, lists (of LDtk's tiles)
---   sprites  gids, at ({ x, y (the middle), w, h, angle, opacity, ... }), things, poses
---   texts    texts ({ x, y, w, h, text, size, color ({ r, g, b, a } of 255), alignx, aligny (fractions of what is left
---            free), wraps })
---   parts    at ({ image, x, y (the middle), w, h, sx, sy, sw, sh, opacity, ... }), things, poses
--- `things` has the thing that each follows, or false; `poses` its x, y, facing, angle and scale at first, in a row.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local file = require(folder .. "scene.data.file")
local outlines = require(folder .. "scene.maps.outlines")
local tilesets = require(folder .. "scene.maps.tilesets")

local cells = require(folder .. "scene.tiled.cells")
local values = require(folder .. "scene.tiled.values")
local unpack = table.unpack or unpack

local pictures = {}

local nextId = nil ---@type nil|fun(): integer

--- Have pictures collected from now on.
---@param call nil|fun(): integer gives each map a number
function pictures.collect(call)
  nextId = call
end

--- Whether a host collects them. It shows what is wrong with them, too.
function pictures.areCollected()
  return nextId ~= nil
end

--- Begin the pictures of a map.
---@return table|nil list nil if no host asks for it
function pictures.new()
  return nextId and { id = nextId(), images = {}, byPath = {}, gids = {} } or nil
end

--- The index of an image, from the file that names it.
---@param list table
---@param where table|nil of the file that names it, see file.lua
---@param scene hitbox.Scene
---@param path string|nil
---@param transparent string|nil
---@return integer index 0 if there is none
function pictures.image(list, where, scene, path, transparent)
  if not path or path == "" then
    return 0
  end
  local base, name = file.from(where or { base = scene._folder or "", folder = "" }, path)
  local key = name .. "|" .. tostring(transparent)
  if not list.byPath[key] then
    list.images[#list.images + 1] = { path = (base or "") .. name, name = name, transparent = transparent,
      beside = (base or "") .. (where and where.folder or "") .. path:match("[^/]*$") }
    list.byPath[key] = #list.images
  end
  return list.byPath[key]
end

-- ---- Layers -------------------------------------------------------------------------------------

local WHITE = { 255, 255, 255, 255 }

--- The parts of a colour, as { r, g, b, a } of 255, from Tiled's Lua, or from "#rrggbb" or "#aarrggbb".
---@return number[]|nil
function pictures.color(given)
  local color = type(given) == "table" and given or type(given) == "string" and values.color(given)
  return color and { color[1], color[2], color[3], color[4] or 255 } or nil
end

--- How a layer is drawn, with what the groups about it say.
---@param above table|nil the same of its group
---@param layer table
---@return table drawn
function pictures.inherit(above, layer)
  local tint, own = above and above.tint or WHITE, pictures.color(layer.tintcolor)
  if own then
    tint = { tint[1] * own[1] / 255, tint[2] * own[2] / 255, tint[3] * own[3] / 255, tint[4] * own[4] / 255 }
  end
  return {
    tint = tint, opacity = (above and above.opacity or 1) * (layer.opacity or 1),
    parallaxx = (above and above.parallaxx or 1) * (layer.parallaxx or 1),
    parallaxy = (above and above.parallaxy or 1) * (layer.parallaxy or 1),
  }
end

--- Add a picture of a layer.
---@param ctx table x, y, pictures
---@param one table the layer: x, y, hidden, drawn
---@param picture table
---@return table picture
function pictures.add(ctx, one, picture)
  local list, drawn = ctx.pictures, one.drawn
  picture.x, picture.y = picture.x or ctx.x + one.x, picture.y or ctx.y + one.y
  picture.opacity, picture.tint, picture.shown = drawn.opacity * drawn.tint[4] / 255, drawn.tint, not one.hidden
  picture.parallaxx, picture.parallaxy = drawn.parallaxx, drawn.parallaxy
  list[#list + 1] = picture
  return picture
end

--- A layer for `add` that lies where its pictures say, without tint and parallax.
---@param opacity number
---@param isShown boolean
function pictures.plainLayer(opacity, isShown)
  return { x = 0, y = 0, hidden = not isShown, drawn = { tint = WHITE, opacity = opacity, parallaxx = 1, parallaxy = 1 } }
end

--- Add a ground of one colour.
---@param level table x, y, w, h
---@param given any the colour, or nil
function pictures.addGround(ctx, level, given)
  local color = ctx.pictures and pictures.color(given)
  if color then
    local ground = pictures.add(ctx, pictures.plainLayer(1, true), { kind = "fill", x = level.x, y = level.y, w = level.w,
      h = level.h, color = color })
    ground.opacity = color[4] / 255
  end
end

-- ---- Tiled --------------------------------------------------------------------------------------

local function animationsOf(set)
  local result = {}
  for _, tile in ipairs(set.tiles or {}) do
    if tile.animation and tile.animation[1] then
      local one = { id = tile.id }
      for i, frame in ipairs(tile.animation) do
        one[i] = { tileid = frame.tileid, duration = frame.duration }
      end
      result[#result + 1] = one
    end
  end
  return result
end

--- How many tiles a set has, as far as it says that itself; else up to the highest one that the map has.
local function countOf(one)
  local count = one.set.tilecount or 0
  for _, tile in ipairs(one.set.tiles or {}) do
    count = math.max(count, tile.id + 1)
  end
  return count > 0 and count or one.highest + 1
end

--- Take over the tilesets of a map, after its layers.
---@param ctx table of tiled.lua
function pictures.addSets(ctx)
  local list = ctx.pictures
  if not list then
    return
  end
  local origin = ctx.export.parallaxorigin or {}
  list.sets, list.w, list.h = {}, ctx.w, ctx.h
  list.parallaxx, list.parallaxy = ctx.x + (origin.x or 0), ctx.y + (origin.y or 0)
  for i, one in ipairs(ctx.sets) do
    local set, tiles = one.set, {}
    for _, tile in ipairs(set.tiles or {}) do
      if tile.image then
        tiles[#tiles + 1] = { id = tile.id, image = pictures.image(list, ctx.where, ctx.scene, tile.image, set.transparentcolor),
          x = tile.x or 0, y = tile.y or 0, width = tile.width, height = tile.height }
      end
    end
    local offset = set.tileoffset or {}
    list.sets[i] = {
      first = one.first, count = countOf(one), columns = set.columns or 0, width = set.tilewidth, height = set.tileheight,
      image = pictures.image(list, ctx.where, ctx.scene, set.image, set.transparentcolor),
      most = ctx.sets[i + 1] and ctx.sets[i + 1].first - one.first or 0, margin = set.margin or 0,
      spacing = set.spacing or 0, x = offset.x or 0, y = offset.y or 0,
      isGrid = set.tilerendersize == "grid", isFit = set.fillmode == "preserve-aspect-fit", tiles = tiles,
      animations = animationsOf(set),
    }
  end
end

local BATCH = 200 -- numbers that are packed at once

--- The numbers of a block: those of the file itself if they are a list there, else as bytes.
---@param block table
---@param data number[]
---@param bytes string|nil
function pictures.compact(block, data, bytes)
  if bytes or data == block.data or not string.pack then
    return bytes or data
  end
  local parts, format = {}, ("I4"):rep(BATCH)
  for i = 1, #data, BATCH do
    local n = math.min(BATCH, #data - i + 1)
    parts[#parts + 1] = string.pack("<" .. (n == BATCH and format or ("I4"):rep(n)), unpack(data, i, i + n - 1))
  end
  return table.concat(parts)
end

--- Keep the numbers of a block for its layer's picture.
---@param block table a layer or chunk
---@param data number[]
---@param bytes string|nil the same, four bytes each
function pictures.keep(ctx, block, data, bytes)
  if ctx.pictures then
    ctx.pictures.gids[block] = pictures.compact(block, data, bytes)
  end
end

--- Add a layer of tiles.
---@param ctx table
---@param one table the layer
---@param tiles table|nil its Tiles; nil if it is left out
function pictures.addTiles(ctx, one, tiles)
  if not ctx.pictures then
    return
  end
  local layer, blocks = one.layer, {}
  for i, chunk in ipairs(layer.chunks or { layer }) do
    local isChunk = layer.chunks ~= nil
    local gids = ctx.pictures.gids[chunk]
    if not gids and chunk.data then -- the layer is left out
      local data, bytes = cells.read(chunk, layer, ("layer '%s' in %s"):format(layer.name or "", ctx.owner))
      gids = pictures.compact(chunk, data, bytes)
    end
    blocks[i] = { left = isChunk and chunk.x or 0, top = isChunk and chunk.y or 0, cols = chunk.width, rows = chunk.height,
      gids = gids }
  end
  local picture = pictures.add(ctx, one, { kind = "tiles", w = ctx.w, h = ctx.h, blocks = blocks, layer = tiles, cells = {},
    renderorder = ctx.export.renderorder, orientation = ctx.export.orientation, staggeraxis = ctx.export.staggeraxis,
    staggerindex = ctx.export.staggerindex, hexsidelength = ctx.export.hexsidelength or 0,
    originx = ctx.lattice and ctx.lattice.origin or 0 })
  for row, brushes in pairs(tiles and tiles.cells or {}) do
    for col, brush in pairs(brushes) do
      if not brush.fills or ctx.lattice then
        picture.cells[#picture.cells + 1] = { col, row }
      end
    end
  end
end

--- Add a picture as large as it is, or that goes on.
function pictures.addImage(ctx, one)
  local layer = one.layer
  local image = ctx.pictures and pictures.image(ctx.pictures, ctx.where, ctx.scene, layer.image, layer.transparentcolor)
  if image and image > 0 then
    pictures.add(ctx, one, { kind = "image", image = image, repeatx = layer.repeatx or false, repeaty = layer.repeaty or false })
  end
end

--- The middle of a tile that is put down freely, from the map's corner, and its size.
local function middleOf(ctx, object, cell, align)
  local width = object.width > 0 and object.width or cell.w -- else it has the size of its tile
  local height = object.height > 0 and object.height or cell.h
  local drawn, turn = tilesets.drawn(cell, width, height)
  local x, y = turn(drawn.w / 2, drawn.h / 2)
  x, y = outlines.turn(ctx.scene.hitbox, object, x - align[1] * width, y - align[2] * height)
  return object.x + x, object.y + y, drawn.w, drawn.h
end

--- Add the tiles among the objects of a layer, each with the thing that was made of it.
---@param ctx table
---@param one table the layer
---@param list table[] its objects
---@param alignmentOf fun(ctx: table, cell: table): number[]
function pictures.addObjects(ctx, one, list, alignmentOf)
  local objects = {}
  for _, object in ipairs(ctx.pictures and list or {}) do
    if object.gid then
      objects[#objects + 1] = { object = object, at = #objects }
    end
  end
  if one.layer.draworder ~= "index" then
    table.sort(objects, function(a, b)
      return a.object.y < b.object.y or a.object.y == b.object.y and a.at < b.at
    end)
  end
  local gids, at, things = {}, {}, {}
  for _, entry in ipairs(objects) do
    local object = entry.object
    local cell, thing = tilesets.cell(ctx, object.gid), ctx.places[object.id] or false
    if cell and (thing or object.visible ~= false) then
      local i = #gids
      gids[i + 1], things[i + 1] = object.gid, thing
      local x, y, w, h = middleOf(ctx, object, cell, alignmentOf(ctx, cell))
      local placed = { ctx.x + one.x + x, ctx.y + one.y + y, w, h, outlines.angle(object), object.opacity or 1 }
      for k = 1, 6 do
        at[6 * i + k] = placed[k]
      end
    end
  end
  if gids[1] then
    pictures.add(ctx, one, { kind = "sprites", gids = gids, at = at, things = things, poses = {} })
  end
end

local BLACK = { 0, 0, 0, 255 }
local alignments = { left = 0, center = 0.5, right = 1, justify = 0, top = 0, bottom = 1 }

--- Add the texts among the objects of a layer.
---@param ctx table
---@param one table the layer
---@param list table[] its objects
function pictures.addTexts(ctx, one, list)
  local texts = {}
  for _, object in ipairs(ctx.pictures and list or {}) do
    if object.shape == "text" and object.visible ~= false and object.text then
      texts[#texts + 1] = {
        x = ctx.x + one.x + object.x, y = ctx.y + one.y + object.y, w = object.width, h = object.height, text = object.text,
        size = object.pixelsize or 16, color = pictures.color(object.color) or BLACK, wraps = object.wrap or false,
        alignx = alignments[object.halign] or 0, aligny = alignments[object.valign] or 0,
      }
    end
  end
  if texts[1] then
    pictures.add(ctx, one, { kind = "texts", texts = texts })
  end
end

-- ---- After all things are made ------------------------------------------------------------------

local function isBefore(a, b)
  return a[2] < b[2] or a[2] == b[2] and a[1] < b[1]
end

--- The things of tiles in the order of their cells, and these as one list.
local function bindTiles(picture)
  local flat = {}
  picture.things = {}
  table.sort(picture.cells, isBefore)
  for i, cell in ipairs(picture.cells) do
    local _, thing = picture.layer:at(cell[1], cell[2])
    flat[2 * i - 1], flat[2 * i], picture.things[i] = cell[1], cell[2], thing or false
  end
  picture.cells, picture.poses = flat, {}
end

--- Have pictures follow the things that were made of a map.
---@param map table
function pictures.bind(map)
  if map.pictures then
    map.pictures.gids, map.pictures.byPath = nil, nil -- of use while the map is read
  end
  for _, picture in ipairs(map.pictures or {}) do
    if picture.kind == "tiles" then
      bindTiles(picture)
    else
      for i, index in ipairs(picture.things or {}) do
        picture.things[i] = index and map.things[index] or false
      end
    end
    for i, thing in ipairs(picture.things or {}) do
      local poses, n = picture.poses, 5 * i - 5
      poses[n + 1], poses[n + 2] = thing and thing.x or 0, thing and thing.y or 0
      poses[n + 3], poses[n + 4], poses[n + 5] = thing and thing.facing or 1, thing and thing.angle or 0,
        thing and thing.scale or 1
    end
  end
end

return pictures
