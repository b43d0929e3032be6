--- How the cells of Tiled's maps lie that are not orthogonal: isometric, staggered or hexagonal. Formulas: the renderers of
--- https://github.com/mapeditor/tiled, of which the documentation tells no more than the words.
local lattice = {}

---@class internal.Lattice
---@field kind "isometric"|"staggered"|"hexagonal"
---@field w number of a cell's bounds
---@field h number
---@field origin number isometric: where the top of cell 0, 0 is, from the left
---@field side number of hexagons; 0 for others
---@field byColumns boolean every second column is shifted, not row
---@field even integer 1 if the even ones are, 0 if the odd ones are

local Lattice = {}
local meta = { __index = Lattice }

local kinds = { isometric = true, staggered = true, hexagonal = true }

--- The lattice of a map.
---@param export table
---@return internal.Lattice|nil lattice nil for an orthogonal map
function lattice.of(export)
  local kind, w, h = export.orientation, export.tilewidth, export.tileheight
  if not kinds[kind] then
    return nil
  end
  local byColumns = export.staggeraxis == "x"
  local side = kind == "hexagonal" and math.min(export.hexsidelength or 0, byColumns and w or h) or 0
  return setmetatable({
    kind = kind, w = w, h = h, origin = kind == "isometric" and (export.height or 0) * w / 2 or 0, side = side,
    byColumns = byColumns, even = export.staggerindex == "even" and 1 or 0,
  }, meta)
end

--- Where the bounds of a cell begin.
---@param col integer
---@param row integer
---@return number x from the map's corner
---@return number y
function Lattice:corner(col, row)
  if self.kind == "isometric" then
    return self.origin + (col - row - 1) * self.w / 2, (col + row) * self.h / 2
  elseif self.byColumns then
    return col * ((self.w + self.side) / 2), row * self.h + ((col + self.even) % 2 == 1 and self.h / 2 or 0)
  end
  return col * self.w + ((row + self.even) % 2 == 1 and self.w / 2 or 0), row * ((self.h + self.side) / 2)
end

--- The outline of a cell, from the corner of its bounds.
---@return number[] corners
function Lattice:outline()
  local w, h, side = self.w, self.h, self.side
  if side > 0 and self.byColumns then
    local a, b = (w - side) / 2, (w + side) / 2
    return { a, 0, b, 0, w, h / 2, b, h, a, h, 0, h / 2 }
  elseif side > 0 then
    local a, b = (h - side) / 2, (h + side) / 2
    return { w / 2, 0, w, a, w, b, w / 2, h, 0, b, 0, a }
  end
  return { w / 2, 0, w, h / 2, w / 2, h, 0, h / 2 }
end

--- How far a point is outside of a cell's middle: 1 on its edge.
local function awayFrom(self, col, row, x, y)
  local left, top = self:corner(col, row)
  x, y = math.abs(x - left - self.w / 2), math.abs(y - top - self.h / 2)
  local a, b = self.w / 2, self.h / 2
  if self.byColumns then
    return math.max(y / b, (x + y * (a - self.side / 2) / b) / a)
  elseif self.kind ~= "isometric" then
    return math.max(x / a, (y + x * (b - self.side / 2) / a) / b)
  end
  return x / a + y / b
end

--- The cell at a point, from the map's corner.
---@return integer col
---@return integer row
function Lattice:cellAt(x, y)
  if self.kind == "isometric" then
    local across, down = (x - self.origin) / self.w, y / self.h
    return math.floor(down + across), math.floor(down - across)
  end
  local near = self.byColumns and math.floor(x / ((self.w + self.side) / 2)) or math.floor(x / self.w)
  local at = self.byColumns and math.floor(y / self.h) or math.floor(y / ((self.h + self.side) / 2))
  local best, bestCol, bestRow = math.huge, near, at
  for row = at - 1, at + 1 do
    for col = near - 1, near + 1 do
      local away = awayFrom(self, col, row, x, y)
      if away < best then
        best, bestCol, bestRow = away, col, row
      end
    end
  end
  return bestCol, bestRow
end

--- The bounds of a block of cells.
---@return number x
---@return number y
---@return number w
---@return number h
function Lattice:bounds(left, top, cols, rows)
  local x0, y0, x1, y1 = math.huge, math.huge, -math.huge, -math.huge
  for _, col in ipairs({ left, left + 1, left + cols - 1 }) do
    for _, row in ipairs({ top, top + 1, top + rows - 1 }) do
      if col < left + cols and row < top + rows then
        local x, y = self:corner(col, row)
        x0, y0, x1, y1 = math.min(x0, x), math.min(y0, y), math.max(x1, x + self.w), math.max(y1, y + self.h)
      end
    end
  end
  if x1 < x0 then
    return 0, 0, 0, 0
  end
  return x0, y0, x1 - x0, y1 - y0
end

-- ---- Objects ------------------------------------------------------------------------------------

--- Where Tiled draws a point of an object: in isometric maps both of its numbers are along the cells' sides.
function Lattice:project(x, y)
  if self.kind ~= "isometric" then
    return x, y
  end
  return self.origin + (x - y) / self.h * self.w / 2, (x + y) / 2
end

local SIDES = 32 -- of an ellipse that is drawn in an isometric map

--- The corners of a shape of an object, from its (x, y).
local function cornersOf(object)
  local w, h, points = object.width or 0, object.height or 0, {}
  if object.shape == "rectangle" then
    return { { x = 0, y = 0 }, { x = w, y = 0 }, { x = w, y = h }, { x = 0, y = h } }
  elseif object.shape == "ellipse" or object.shape == "capsule" then
    for i = 1, SIDES do
      local angle = 2 * math.pi * i / SIDES
      points[i] = { x = w / 2 * (1 + math.cos(angle)), y = h / 2 * (1 + math.sin(angle)) }
    end
    return points
  end
  return object.polygon or object.polyline
end

--- An object as it would be in an orthogonal map that looks the same.
---@param object table
---@return table
function Lattice:flat(object)
  if self.kind ~= "isometric" then
    return object
  end
  local flat = {}
  for key, value in pairs(object) do
    flat[key] = value
  end
  flat.x, flat.y = self:project(object.x, object.y)
  local corners = not object.gid and cornersOf(object)
  if corners and (object.polyline or (object.width or 1) > 0 and (object.height or 1) > 0) then
    local list = {}
    for i, corner in ipairs(corners) do
      local x, y = self:project(object.x + corner.x, object.y + corner.y)
      list[i] = { x = x - flat.x, y = y - flat.y }
    end
    flat.shape, flat.polygon, flat.polyline = object.polyline and "polyline" or "polygon", nil, nil
    flat[flat.shape], flat.width, flat.height = list, 0, 0
  end
  return flat
end

return lattice
