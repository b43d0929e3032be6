--- Reads fields that versions of LDtk before 1.0 wrote in other ways: https://ldtk.io/json has the changes. Projects from
--- 0.5 on are read.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local versions = {}

--- The values of a layer's cells, row by row; 0 where there is none. Before 0.8 they were a list of cells, with values
--- from 0 on.
---@param layer table
---@param owner string the map, for errors
---@return number[]
function versions.values(layer, owner)
  local data, count = layer.intGridCsv, layer.__cWid * layer.__cHei
  if not data and layer.intGrid then
    data = {}
    for i = 1, count do
      data[i] = 0
    end
    for _, cell in ipairs(layer.intGrid) do
      local i = cell.coordId + 1
      data[i] = data[i] and cell.v + 1
    end
  end
  if type(data) ~= "table" or #data ~= count then
    check.fail("layer '%s' of %s: %d values should be there, and %d are: save it with LDtk 1.0 or later",
      layer.__identifier, owner, count, type(data) == "table" and #data or 0)
  end
  return data
end

--- The tileset of a layer. Before 0.6 its definition had it alone.
---@param layer table
---@param definition table
---@return number|nil uid
function versions.tileset(layer, definition)
  return layer.overrideTilesetUid or layer.__tilesetDefUid or definition.autoTilesetDefUid or definition.tilesetDefUid
end

--- How much a layer is shifted. Before 0.5.1 there was no sum of both offsets.
---@return number x
---@return number y
function versions.offset(layer)
  return layer.__pxTotalOffsetX or layer.pxOffsetX or 0, layer.__pxTotalOffsetY or layer.pxOffsetY or 0
end

--- The size of an entity, and its pivot. Before 0.8 its definition had the size, before 0.7 the pivot.
---@param entity table
---@param definition table
---@return number w
---@return number h
---@return number[] pivot
function versions.form(entity, definition)
  local pivot = entity.__pivot or { definition.pivotX or 0, definition.pivotY or 0 }
  return entity.width or definition.width or 0, entity.height or definition.height or 0, pivot
end

--- The part of its tileset that an entity's tile is. Before 1.0 it was a list.
---@param tile table|nil
---@return table|nil part x, y, w, h, tilesetUid; nil if there is none
function versions.part(tile)
  local rect = tile and (tile.srcRect or { tile.x or 0, tile.y or 0, tile.w or 0, tile.h or 0 })
  if rect and rect[3] > 0 and rect[4] > 0 then
    return { x = rect[1], y = rect[2], w = rect[3], h = rect[4], tilesetUid = tile.tilesetUid }
  end
end

return versions
