--- A layer of tiles: which cell of a grid holds what. Tiles of a kind that fill their cells become as
--- few things as a greedy search finds, each a rectangle of cells; others become a thing each.
---
--- The rectangles cover each such cell exactly once. The things of all of them have the layer's origin as
--- their anchor, and an edge between two cells is one number, whichever things it belongs to: where two
--- things meet there is no seam, to the last bit.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local anchors = require(folder .. "scene.thing.anchor")
local boxes = require(folder .. "scene.thing.boxes")

--- A kind of tile: one for each character of a legend, shared by its cells.
---@class internal.Brush
---@field word string what the tile is called: the name of its things
---@field given hitbox.ThingDef what a thing for one tile is made of, but for where it is
---@field def hitbox.ThingDef the same with all that its type gives
---@field type string|nil
---@field thingClass internal.ThingClass|nil of its things, once there is one that fills its cell
---@field mould internal.Mould|nil
---@field fills boolean it has no shape but its cell's
---@field across boolean rectangles of it may be wider than a cell
---@field down boolean they may be higher
---@field oneWay any as of its type
---@field anchor any as of its type, or nil
---@field place any of a tile that does not fill its cell: which point of the cell it is put at, an anchor
---@field defs nil|fun(tiles: table, col: integer, row: integer): hitbox.ThingDef[] instead of `given`
---@field isGiven boolean|nil it is one of the legend's
---@field taken internal.Taken|nil of what is not the scene's own word: see meaning.lua

local Tiles = {}
local meta = { __index = Tiles } -- apart from the class, which no script may reach and change

--- The brush for a definition of things.
---@param given hitbox.ThingDef begins with a name
---@param def hitbox.ThingDef the same with all that its type gives
---@param typeName string|nil
---@return internal.Brush
function Tiles.brush(given, def, typeName)
  local way = def.oneWay
  local outline = def.shape ~= nil or type(def.points) == "table" and def.points[1] ~= nil
  return {
    word = given[1], given = given, def = def, type = typeName, oneWay = way, anchor = def.anchor,
    fills = not anchors.isGiven(def) and def.boxes == nil,
    -- Ledges one above the other stay two; joined, nothing could stand between them.
    across = not way or way == "above" or way == "below",
    down = not way or way == "left" or way == "right",
    place = def.anchor or (outline and "top-left" or "center"),
  }
end

--- Make a layer without tiles.
---@param scene hitbox.Scene
---@param x number where cell 0, 0 begins, in world units
---@param y number
---@param w number the width of a cell
---@param h number
---@param cols integer|nil how many columns there are, from 0 on; nil: without an end
---@param rows integer|nil
---@param lattice internal.Lattice|nil how cells lie that are not in rows and columns: each is a thing of its own
---@return table
function Tiles.new(scene, x, y, w, h, cols, rows, lattice)
  return setmetatable({
    scene = scene, lattice = lattice, x = x, y = y, w = w, h = h, cols = cols or math.huge, rows = rows or math.huge,
    cells = {}, -- by row and column, the brush
    owners = {}, -- the same, the owner of the cell: a rectangle, or { things = }
    changes = 0, -- how often that was
    changed = {}, -- the same, true where a tile was changed at run time, or its thing removed
  }, meta)
end

local function get(grid, col, row)
  return grid[row] and grid[row][col]
end

local function put(grid, col, row, value)
  grid[row] = grid[row] or {}
  grid[row][col] = value
end

--- Set what a cell holds before things are made.
---@param col integer
---@param row integer
---@param brush internal.Brush|nil
function Tiles:put(col, row, brush)
  put(self.cells, col, row, brush)
end

--- The keys of a table of rows or of columns, in order.
local function keysOf(t)
  local keys, first, last = {}, math.huge, -math.huge
  for key in pairs(t) do
    keys[#keys + 1] = key
    first, last = math.min(first, key), math.max(last, key)
  end
  if last - first >= 2 * #keys then -- far apart, as a map without an end may have them
    table.sort(keys)
    return keys
  end
  local n = 0
  for key = first, last do
    if t[key] ~= nil then
      n = n + 1
      keys[n] = key
    end
  end
  return keys
end

--- Call a function with each cell of a grid that holds something, in order of rows. It may change the grid.
---@param grid table
---@param call fun(col: integer, row: integer, value: any)
local function each(grid, call)
  for _, row in ipairs(keysOf(grid)) do
    for _, col in ipairs(keysOf(grid[row])) do
      call(col, row, grid[row][col])
    end
  end
end

-- ---- Rectangles ---------------------------------------------------------------------------------

--- Whether all cells from one to another of a row hold a brush that fills them, and stand alone yet.
local function isLoose(self, brush, left, right, row)
  for col = left, right do
    if get(self.cells, col, row) ~= brush or get(self.owners, col, row) then
      return false
    end
  end
  return true
end

--- Whether a row has such cells from one to another and goes on on neither side: a floor is not to be
--- cut in two by what stands on it.
local function isRun(self, brush, left, right, row)
  return isLoose(self, brush, left, right, row) and not (brush.across
    and (isLoose(self, brush, left - 1, left - 1, row) or isLoose(self, brush, right + 1, right + 1, row)))
end

--- The rectangle that begins at a cell: first across, then down as long as rows are alike.
local function grow(self, brush, col, row)
  local right, bottom = col, row
  while brush.across and isLoose(self, brush, right + 1, right + 1, row) do
    right = right + 1
  end
  while brush.down and isRun(self, brush, col, right, bottom + 1) do
    bottom = bottom + 1
  end
  return { brush = brush, left = col, top = row, right = right, bottom = bottom, thing = false }
end

local function own(self, rect, owner)
  for row = rect.top, rect.bottom do
    for col = rect.left, rect.right do
      put(self.owners, col, row, owner)
    end
  end
end

--- Whether tiles with a brush are joined: they fill cells that lie in rows and columns.
local function isJoined(self, brush)
  return brush.fills and not self.lattice
end

--- Cover the cells that are filled and have no owner.
---@return table[] rects
local function cover(self)
  local rects = {}
  each(self.cells, function(col, row, brush)
    if isJoined(self, brush) and not get(self.owners, col, row) then
      local rect = grow(self, brush, col, row)
      own(self, rect, rect)
      rects[#rects + 1] = rect
    end
  end)
  return rects
end

-- ---- Things -------------------------------------------------------------------------------------

local function copy(from)
  local to = {}
  for key, value in pairs(from) do
    to[key] = value
  end
  return to
end

--- Set the shape of a rectangle, from the layer's origin.
local function reach(self, rect, def)
  def.left, def.right = -rect.left * self.w, (rect.right + 1) * self.w
  def.up, def.down = -rect.top * self.h, (rect.bottom + 1) * self.h
  return def
end

--- Note that a thing is of a map, and the word for its push box in texts for people: its type, or else its name.
---@param thing hitbox.Thing
function Tiles.setLabel(thing)
  thing.__index._levelLabel = thing.type or thing.name
end

--- Make the thing of a rectangle. Maps have thousands, and a script that digs makes some in each tick.
local function makeRect(self, rect)
  local brush = rect.brush
  local def = reach(self, rect, copy(brush.def))
  def.at, def.facing, def.angle, def.scale = { self.x, self.y }, 1, 0, 1
  if not brush.mould then -- of all of them the same, but for the shape
    brush.thingClass, brush.mould = self.scene:_workOut(def, brush.type)
  end
  local made = brush.mould
  local shape = self.scene.hitbox.aabbCorners(-def.left, -def.up, def.right, def.down)
  rect.thing = self.scene:_spawnCast(def, brush.thingClass, {
    points = made.points, share = made.share, boxes = boxes.single(def, shape),
  })
  rect.thing.__index._tiles, rect.tiles = rect, self
  Tiles.setLabel(rect.thing)
end

--- Note that the thing of a rectangle was removed: its cells are empty now.
---@param rect table
function Tiles.lose(rect)
  local self = rect.tiles
  for row = rect.top, rect.bottom do
    for col = rect.left, rect.right do
      if get(self.owners, col, row) == rect then
        self.changes = self.changes + 1
        put(self.changed, col, row, true)
      end
    end
  end
end

--- Where a point of a cell is.
local function placeIn(self, anchor, col, row)
  local x, y = anchors.reach(anchor, self.w, self.h)
  local left, top = self:corner(col, row)
  return self.x + (left + x), self.y + (top + y)
end

--- The definition of a tile that fills a cell of a lattice.
local function outlined(self, brush, col, row)
  local def, anchor = copy(brush.given), brush.anchor or "top-left"
  def.shape, def.anchor = self.scene.hitbox.polygon(self.lattice:outline()), anchor
  def.at = { placeIn(self, anchor, col, row) }
  return def
end

--- Make the things of a tile that does not fill its cell.
local function makeThings(self, brush, col, row)
  local owner = { things = {}, places = {} }
  put(self.owners, col, row, owner)
  local defs = brush.defs and brush.defs(self, col, row)
  if not defs and brush.fills then
    defs = { outlined(self, brush, col, row) }
  elseif not defs then
    defs = { copy(brush.given) }
    defs[1].at = { placeIn(self, brush.place, col, row) }
  end
  for i = 1, #defs do
    owner.things[i] = self.scene:_spawnTile(defs[i])
    owner.places[i] = { owner.things[i].x, owner.things[i].y }
    Tiles.setLabel(owner.things[i])
  end
end

--- Count tiles of a brush that is listed in the map's `taken`.
local function count(brush, n)
  if brush.taken then
    brush.taken.tiles = brush.taken.tiles + n
  end
end

--- Make all things, in order of rows.
function Tiles:make()
  for _, rect in ipairs(cover(self)) do
    count(rect.brush, (rect.right - rect.left + 1) * (rect.bottom - rect.top + 1))
    makeRect(self, rect)
  end
  each(self.cells, function(col, row, brush)
    if not isJoined(self, brush) then
      count(brush, 1)
      makeThings(self, brush, col, row)
    end
  end)
end

--- Whether a thing of a tile is where it was put.
local function isThere(owner, i)
  local thing, place = owner.things[i], owner.places[i]
  return thing.alive and thing.x == place[1] and thing.y == place[2]
end

-- ---- At run time --------------------------------------------------------------------------------

--- The cell at a place.
---@param x number world units
---@param y number
---@return integer col
---@return integer row
function Tiles:cellAt(x, y)
  if self.lattice then
    return self.lattice:cellAt(x - self.x, y - self.y)
  end
  return math.floor((x - self.x) / self.w), math.floor((y - self.y) / self.h)
end

--- The left top corner of a cell's bounds, from the layer's corner.
---@param col integer
---@param row integer
---@return number x
---@return number y
function Tiles:corner(col, row)
  if self.lattice then
    return self.lattice:corner(col, row)
  end
  return col * self.w, row * self.h
end

--- Whether the layer is made for a cell, with a tile there or without.
---@param col integer
---@param row integer
---@return boolean
function Tiles:covers(col, row)
  return self.cols == math.huge or col >= 0 and row >= 0 and col < self.cols and row < self.rows
end

--- Return the content of a cell: nil if its thing was removed or has moved away.
---@param col integer
---@param row integer
---@return internal.Brush|nil
---@return hitbox.Thing|nil
function Tiles:at(col, row)
  local brush, owner = get(self.cells, col, row), get(self.owners, col, row)
  if not brush or not owner then
    return nil
  elseif owner.thing then
    return owner.thing.alive and brush or nil, owner.thing
  end
  for i = 1, #owner.things do
    if isThere(owner, i) then
      return brush, owner.things[i]
    end
  end
end

--- Give a thing the shape of the rectangle that it stands for.
local function fit(self, rect)
  rect.thing:reshape("push", reach(self, rect, { oneWay = rect.thing.def.oneWay }))
end

local function areaOf(rect)
  return (rect.right - rect.left + 1) * (rect.bottom - rect.top + 1)
end

local function setBounds(rect, left, top, right, bottom)
  rect.left, rect.top, rect.right, rect.bottom = left, top, right, bottom
  return rect
end

--- Return the rest of a rectangle without a cell, as rectangles in order of rows, as a greedy search finds them.
local function partsOf(rect, col, row)
  local parts = {}
  local function add(left, top, right, bottom)
    if left <= right and top <= bottom then
      parts[#parts + 1] = setBounds({ brush = rect.brush, thing = false }, left, top, right, bottom)
    end
  end
  add(rect.left, rect.top, rect.right, row - 1)
  add(rect.left, row, col - 1, row)
  add(col + 1, row, rect.right, row)
  add(rect.left, row + 1, rect.right, rect.bottom)
  return parts
end

--- Take a cell from its rectangle. The thing keeps the largest part, so that things that stand there keep
--- standing on it; the other parts get new things.
local function split(self, rect, col, row)
  local parts = partsOf(rect, col, row)
  local largest = 1
  for i = 2, #parts do
    largest = areaOf(parts[i]) > areaOf(parts[largest]) and i or largest
  end
  local kept = table.remove(parts, largest)
  put(self.owners, col, row, nil)
  if not kept then
    rect.thing:remove()
    return
  end
  setBounds(rect, kept.left, kept.top, kept.right, kept.bottom)
  fit(self, rect)
  for _, part in ipairs(parts) do
    own(self, part, part)
    makeRect(self, part)
  end
end

--- Take from a cell what it belongs to.
local function free(self, col, row)
  local owner = get(self.owners, col, row)
  if owner and owner.thing and owner.thing.alive then
    split(self, owner, col, row)
  elseif owner and owner.thing then -- its thing was removed: all its cells are empty
    for y = owner.top, owner.bottom do
      for x = owner.left, owner.right do
        put(self.cells, x, y, nil)
        put(self.owners, x, y, nil)
      end
    end
  elseif owner then
    for i = 1, #owner.things do
      if isThere(owner, i) then
        owner.things[i]:remove()
      end
    end
    put(self.owners, col, row, nil)
  end
end

--- A rectangle of a brush that is exactly as high as one that it lies beside, or as wide as one that it
--- lies above or below.
local function findEven(self, rect)
  local brush = rect.brush
  local near = {
    brush.across and get(self.owners, rect.left - 1, rect.top),
    brush.across and get(self.owners, rect.right + 1, rect.top),
    brush.down and get(self.owners, rect.left, rect.top - 1),
    brush.down and get(self.owners, rect.left, rect.bottom + 1),
  }
  for i = 1, 4 do
    local other = near[i]
    if other and other.brush == brush and other.thing.alive
      and (i <= 2 and other.top == rect.top and other.bottom == rect.bottom
        or i > 2 and other.left == rect.left and other.right == rect.right) then
      return other
    end
  end
end

--- Let a new cell be one with the rectangles that it is even with, as long as there are any: the thing
--- of the larger one stands for both.
local function join(self, rect)
  own(self, rect, rect)
  local other = findEven(self, rect)
  while other do
    local large, small = other, rect
    if rect.thing and areaOf(rect) > areaOf(other) then
      large, small = rect, other
    end
    own(self, small, large)
    if small.thing then
      small.thing:remove()
    end
    rect = setBounds(large, math.min(large.left, small.left), math.min(large.top, small.top),
      math.max(large.right, small.right), math.max(large.bottom, small.bottom))
    other = findEven(self, rect)
  end
  if rect.thing then
    fit(self, rect)
  else
    makeRect(self, rect)
  end
end

--- Change one tile. Its old rectangle is split, and it is joined with equal neighbours; no other tile is
--- read.
---@param col integer
---@param row integer
---@param brush internal.Brush|nil nil: nothing is there
function Tiles:change(col, row, brush)
  self.changes = self.changes + 1
  put(self.changed, col, row, true)
  free(self, col, row)
  self:put(col, row, brush)
  if brush and isJoined(self, brush) then
    join(self, setBounds({ brush = brush, thing = false }, col, row, col, row))
  elseif brush then
    makeThings(self, brush, col, row)
  end
end

-- ---- After a reload -----------------------------------------------------------------------------

--- Repeat the changes of tiles of the same layer in an older scene. Unknown words leave the tile as the map
--- has it.
---@param old table
---@param find fun(word: string): internal.Brush|nil
function Tiles:repeatChanges(old, find)
  each(old.changed, function(col, row)
    local brush = old:at(col, row)
    local again = brush and find(brush.word)
    if again or not brush then
      -- The things of other tiles are brought over as things: `adopt` finds them again.
      self:change(col, row, again and isJoined(self, again) and again or nil)
      if again then
        put(self.cells, col, row, again)
      end
    end
  end)
end

--- Say which things stand for those of the layer in an older scene, and find those that were brought over.
---@param old table
---@param twins table<hitbox.Thing, hitbox.Thing> the new thing for an old one; added to
function Tiles:adopt(old, twins)
  each(old.owners, function(col, row, was)
    local is = get(self.owners, col, row)
    if was.thing then
      local alike = is and is.thing and is.brush.word == was.brush.word
      twins[was.thing] = twins[was.thing] or alike and is.thing or nil
    elseif not is and old:at(col, row) then
      local owner = { things = {}, places = was.places }
      for i = 1, #was.things do
        owner.things[i] = twins[was.things[i]] or { alive = false }
      end
      put(self.owners, col, row, owner)
    end
  end)
end

return Tiles
