--- The pictures of LDtk's levels, as pictures.lua collects them: grounds, tiles of tile layers and auto-layers, the
--- colours of values without tiles, and the tiles of entities, in the way that their definition says (`tileRenderMode`).
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local pictures = require(folder .. "scene.maps.pictures")
local versions = require(folder .. "scene.maps.ldtk_versions")

local ldtkPictures = {}

--- Begin the pictures of a project.
---@param ctx table of ldtk.lua
---@param project table
---@param where table|nil of its file
function ldtkPictures.begin(ctx, project, where)
  ctx.pictures, ctx.where, ctx.tilesetsByUid, ctx.entitiesByUid, ctx.colorsByUid = pictures.new(), where, {}, {}, {}
  for _, set in ipairs(project.defs.tilesets or {}) do
    ctx.tilesetsByUid[set.uid] = set
  end
  for _, definition in ipairs(project.defs.entities or {}) do
    ctx.entitiesByUid[definition.uid] = definition
  end
  return ctx.pictures
end

--- The image of a tileset; 0 if it has none, as LDtk's own icons.
local function imageOf(ctx, uid)
  local set = ctx.tilesetsByUid[uid]
  return set and pictures.image(ctx.pictures, ctx.where, ctx.scene, set.relPath, nil) or 0
end

--- Prepare for some levels. LDtk has parallax where it shows a level alone, and none in its view of the world.
---@param list internal.LdtkLevel[]
---@param x number where the map begins
---@param y number
function ldtkPictures.addLevels(ctx, list, x, y)
  ctx.hasParallax = #list == 1
  if ctx.pictures and ctx.hasParallax then
    ctx.pictures.parallaxx, ctx.pictures.parallaxy = x + list[1].x, y + list[1].y
  end
end

--- How a layer is drawn, for `pictures.add`. With parallax it follows the middle of the view by a part of its way, from
--- the level's corner if it is also scaled about there, else from the level's middle: https://ldtk.io/json/#ldtk-LayerDefJson
---@return table one
---@return number|nil scale
local function drawnLayer(ctx, layer)
  local one = pictures.plainLayer(layer.__opacity or 1, layer.visible ~= false)
  local definition, scale = ctx.hasParallax and ctx.definitions[layer.layerDefUid] or {}, nil
  local across, down = definition.parallaxFactorX or 0, definition.parallaxFactorY or 0
  one.drawn.parallaxx, one.drawn.parallaxy = 1 - across, 1 - down
  if definition.parallaxScaling ~= false then
    scale = across ~= 0 and math.max(1 - across, 0.01) or nil
  else
    one.x = -across * layer.__cWid * layer.__gridSize / 2
    one.y = -down * layer.__cHei * layer.__gridSize / 2
  end
  return one, scale
end

--- Put a part of an image in a list, as the pictures of the kind "parts" have them.
---@param part number[] { x, y, w, h, sx, sy, sw, sh }
---@param index integer|false of its thing
local function addPart(picture, image, part, opacity, index)
  local i = #picture.things
  local values = { image, part[1] + part[3] / 2, part[2] + part[4] / 2, part[3], part[4], part[5], part[6], part[7], part[8],
    opacity }
  for k = 1, 10 do
    picture.at[10 * i + k] = values[k]
  end
  picture.things[i + 1] = index
end

--- More repeats are drawn as one tile, stretched.
local MAX_REPEATS = 1024

--- Fill a level with its image, again and again from where LDtk puts the first one, up to the level's edges.
---@param place table x, y, w, h
---@param image integer
---@param at table the level's __bgPos
local function addRepeated(ctx, place, image, at)
  local sx, sy, w, h = at.cropRect[1], at.cropRect[2], at.cropRect[3], at.cropRect[4]
  if w <= 0 or h <= 0 then
    return
  end
  local picture = pictures.add(ctx, pictures.plainLayer(1, true), { kind = "parts", x = 0, y = 0, at = {}, things = {}, poses = {} })
  if place.w / w * (place.h / h) > MAX_REPEATS then
    addPart(picture, image, { place.x, place.y, place.w, place.h, sx, sy, w, h }, 1, false)
    return
  end
  local left, top = at.topLeftPx[1] % w - w, at.topLeftPx[2] % h - h
  for y = top, place.h, h do
    for x = left, place.w, w do
      local x0, y0, x1, y1 = math.max(x, 0), math.max(y, 0), math.min(x + w, place.w), math.min(y + h, place.h)
      if x1 > x0 and y1 > y0 then
        addPart(picture, image, { place.x + x0, place.y + y0, x1 - x0, y1 - y0, sx + x0 - x, sy + y0 - y, x1 - x0, y1 - y0 }, 1,
          false)
      end
    end
  end
end

--- Add the ground of a level: its colour, and its image if it has one.
---@param place table x, y, w, h
function ldtkPictures.addLevel(ctx, level, place)
  if not ctx.pictures then
    return
  end
  pictures.addGround(ctx, place, level.__bgColor)
  local at = level.__bgPos
  local image = at and pictures.image(ctx.pictures, ctx.where, ctx.scene, level.bgRelPath, nil) or 0
  if image > 0 and level.bgPos == "Repeat" then
    addRepeated(ctx, place, image, at)
  elseif image > 0 then
    local crop, scale, corner = at.cropRect, at.scale, at.topLeftPx
    pictures.add(ctx, pictures.plainLayer(1, true), { kind = "image", image = image, x = place.x + corner[1],
      y = place.y + corner[2], w = crop[3] * scale[1], h = crop[4] * scale[2], repeatx = false, repeaty = false, crop = crop })
  end
  ctx.firstOfLevel = #ctx.pictures + 1
end

--- The tileset of a layer's colours: a tile for each value that it can have.
---@return table set first, ids (of tiles, from 1 on, by value)
local function colorsOf(ctx, layer)
  local uid = layer.layerDefUid or 0
  local set = ctx.colorsByUid[uid]
  if not set then
    local sets, size = ctx.pictures.sets or {}, layer.__gridSize
    local last = sets[#sets]
    set = { first = last and last.first + last.count or 1, count = 0, image = 0, width = size, height = size, colors = {}, ids = {} }
    for i, value in ipairs((ctx.definitions[uid] or {}).intGridValues or {}) do
      local color = pictures.color(value.color) or { 0, 0, 0 }
      set.ids[value.value or i], set.count = i, i
      for k = 1, 3 do
        set.colors[3 * i - 3 + k] = color[k]
      end
    end
    set.count = math.max(set.count, 1)
    ctx.pictures.sets, ctx.colorsByUid[uid] = sets, set
    sets[#sets + 1] = set
  end
  return set
end

--- Add the values of a layer that can have no tiles in their colours. They lie below all tiles of the level, else they
--- would cover those: makers often have such a layer on top, for what is solid.
---@param layer table
---@param tiles table|nil its Tiles
---@param values number[] of its cells
function ldtkPictures.addColors(ctx, layer, tiles, values)
  if not ctx.pictures or versions.tileset(layer, ctx.definitions[layer.layerDefUid] or {}) then
    return
  end
  local set, gids, size = colorsOf(ctx, layer), {}, layer.__gridSize
  for i = 1, #values do
    local id = set.ids[values[i]]
    gids[i] = id and set.first + id - 1 or 0
  end
  local one, scale = drawnLayer(ctx, layer)
  local block = { left = 0, top = 0, cols = layer.__cWid, rows = layer.__cHei }
  block.gids = pictures.compact(block, gids)
  pictures.add(ctx, one, { kind = "tiles", w = size, h = size, scale = scale, blocks = { block }, layer = tiles, cells = {} })
  table.insert(ctx.pictures, ctx.firstOfLevel, table.remove(ctx.pictures))
  ctx.firstOfLevel = ctx.firstOfLevel + 1
end

--- Add the tiles of a layer, which lie above each other in the order of the lists.
---@param layer table
---@param tiles table|nil its Tiles
function ldtkPictures.addTiles(ctx, layer, tiles)
  local lists = { layer.autoLayerTiles or {}, layer.gridTiles or {} }
  if not ctx.pictures or not (lists[1][1] or lists[2][1]) then
    return
  end
  local definition, size = ctx.definitions[layer.layerDefUid] or {}, layer.__gridSize
  local uid = versions.tileset(layer, definition)
  local set = ctx.tilesetsByUid[uid] or {}
  local one, scale = drawnLayer(ctx, layer)
  pictures.add(ctx, one, {
    kind = "quads", image = imageOf(ctx, uid), size = set.tileGridSize or size, w = size, h = size, scale = scale,
    pivotx = definition.tilePivotX or 0, pivoty = definition.tilePivotY or 0, layer = tiles, lists = lists,
    blocks = { { left = 0, top = 0, cols = layer.__cWid, rows = layer.__cHei } } })
end

-- ---- Entities -----------------------------------------------------------------------------------

--- Each returns where a tile is drawn in an entity's box, as rectangles { x, y, w, h, sx, sy, sw, sh }.
---@type table<string, fun(box: table, tile: table, px: number, py: number, borders: number[]): number[][]>
local modes = {}

function modes.Stretch(box, tile)
  return { { box.x, box.y, box.w, box.h, tile.x, tile.y, tile.w, tile.h } }
end

function modes.FitInside(box, tile, px, py)
  local scale = math.min(box.w / tile.w, box.h / tile.h)
  local w, h = tile.w * scale, tile.h * scale
  return { { box.x + px * (box.w - w), box.y + py * (box.h - h), w, h, tile.x, tile.y, tile.w, tile.h } }
end

--- Part of a tile, w by h pixels about the pivot, drawn at a scale.
local function cropped(box, tile, px, py, w, h, scale)
  return { { box.x + px * (box.w - w * scale), box.y + py * (box.h - h * scale), w * scale, h * scale,
    tile.x + px * (tile.w - w), tile.y + py * (tile.h - h), w, h } }
end

function modes.Cover(box, tile, px, py)
  local scale = math.max(box.w / tile.w, box.h / tile.h)
  return cropped(box, tile, px, py, math.min(box.w / scale, tile.w), math.min(box.h / scale, tile.h), scale)
end

function modes.FullSizeCropped(box, tile, px, py)
  return cropped(box, tile, px, py, math.min(box.w, tile.w), math.min(box.h, tile.h), 1)
end

function modes.FullSizeUncropped(box, tile, px, py)
  return cropped(box, tile, px, py, tile.w, tile.h, 1)
end

--- Fill a box with a part of a tile, again and again from its corner.
local function fill(out, box, tile)
  if tile.w <= 0 or tile.h <= 0 or box.w <= 0 or box.h <= 0 then
    return
  elseif box.w / tile.w * (box.h / tile.h) > MAX_REPEATS then
    out[#out + 1] = modes.Stretch(box, tile)[1]
    return
  end
  for y = 0, box.h - 1, tile.h do
    for x = 0, box.w - 1, tile.w do
      local w, h = math.min(tile.w, box.w - x), math.min(tile.h, box.h - y)
      out[#out + 1] = { box.x + x, box.y + y, w, h, tile.x, tile.y, w, h }
    end
  end
end

function modes.Repeat(box, tile)
  local out = {}
  fill(out, box, tile)
  return out
end

--- Corners as they are; sides and middle are repeated.
function modes.NineSlice(box, tile, _, _, borders)
  local up, right, down, left = borders[1] or 0, borders[2] or 0, borders[3] or 0, borders[4] or 0
  local across = { { 0, left, 0, left }, { left, box.w - left - right, left, tile.w - left - right },
    { box.w - right, right, tile.w - right, right } }
  local along = { { 0, up, 0, up }, { up, box.h - up - down, up, tile.h - up - down },
    { box.h - down, down, tile.h - down, down } }
  local out = {}
  for _, row in ipairs(along) do
    for _, col in ipairs(across) do
      fill(out, { x = box.x + col[1], y = box.y + row[1], w = col[2], h = row[2] },
        { x = tile.x + col[3], y = tile.y + row[3], w = col[4], h = row[4] })
    end
  end
  return out
end

--- Add the tile of an entity.
---@param layer table
---@param entity table
---@param index integer|nil of its thing; nil if it is none
function ldtkPictures.addEntity(ctx, layer, entity, index)
  local tile = ctx.pictures and versions.part(entity.__tile)
  if not tile then
    return
  end
  local definition = ctx.entitiesByUid[entity.defUid] or {}
  local w, h, pivot = versions.form(entity, definition)
  local box = { x = ctx.x + entity.px[1] - pivot[1] * w, y = ctx.y + entity.px[2] - pivot[2] * h, w = w, h = h }
  local image, opacity = imageOf(ctx, tile.tilesetUid), definition.tileOpacity or 1
  if image == 0 then -- one of LDtk's icons: in a plain colour, a zone would cover the level
    return
  end
  local mode = modes[definition.tileRenderMode] or modes.FitInside
  local list = ctx.pictures
  local last = list[#list]
  if not last or last.of ~= layer then
    local one, scale = drawnLayer(ctx, layer)
    last = pictures.add(ctx, one, { kind = "parts", of = layer, x = one.x, y = one.y, scale = scale, at = {}, things = {},
      poses = {} })
  end
  for _, part in ipairs(mode(box, tile, pivot[1], pivot[2], definition.nineSliceBorders or {})) do
    addPart(last, image, part, opacity, index or false)
  end
end

return ldtkPictures
