--- A layer of tiles: which cell of a grid holds what. Tiles of a kind that fill their cells become as
--- few things as a greedy search finds, each a rectangle of cells; others become a thing each.
---
--- The rectangles cover each such cell exactly once. The things of all of them have the layer's origin as
--- their anchor, and an edge between two cells is one number, whichever things it belongs to: where two
--- things meet there is no seam, to the last bit.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local anchors = require(folder .. "anchor")

--- What a tile may be: made once for each character of a legend, and shared by its cells.
---@class internal.Brush
---@field word string what the tile is called: the name of its things
---@field given hitbox.ThingDef what a thing for one tile is made of, but for where it is
---@field fills boolean it has no shape but its cell's
---@field across boolean rectangles of it may be wider than a cell
---@field down boolean they may be higher
---@field oneWay any as of its type
---@field anchor any as of its type, or nil
---@field place any of a tile that does not fill its cell: which point of the cell it is put at, an anchor
---@field defs nil|fun(tiles: table, col: integer, row: integer): hitbox.ThingDef[] instead of `given`

local Tiles = {}
Tiles.__index = Tiles

--- The brush for a definition of things.
---@param given hitbox.ThingDef begins with a name
---@param def hitbox.ThingDef the same with all that its type gives
---@return internal.Brush
function Tiles.brush(given, def)
  local way = def.oneWay
  local outline = def.shape ~= nil or type(def.points) == "table" and def.points[1] ~= nil
  return {
    word = given[1], given = given, oneWay = way, anchor = def.anchor,
    fills = not anchors.isGiven(def) and def.boxes == nil,
    -- Ledges one above the other are two; joined they would carry nobody between them.
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
---@return table
function Tiles.new(scene, x, y, w, h)
  return setmetatable({
    scene = scene, x = x, y = y, w = w, h = h,
    cells = {}, -- by row and column, the brush
    owners = {}, -- the same, who stands for the cell: a rectangle, or { things = }
    changed = {}, -- the same, true where a tile was changed at run time
    left = 0, top = 0, right = -1, bottom = -1, -- the bounds of all cells ever set
  }, Tiles)
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
  if self.right < self.left then
    self.left, self.top, self.right, self.bottom = col, row, col, row
  end
  self.left, self.right = math.min(self.left, col), math.max(self.right, col)
  self.top, self.bottom = math.min(self.top, row), math.max(self.bottom, row)
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

--- Cover the cells within bounds that are filled and have no owner.
---@return table[] rects
local function cover(self, left, top, right, bottom)
  local rects = {}
  for row = top, bottom do
    for col = left, right do
      local brush = get(self.cells, col, row)
      if brush and brush.fills and not get(self.owners, col, row) then
        local rect = grow(self, brush, col, row)
        own(self, rect, rect)
        rects[#rects + 1] = rect
      end
    end
  end
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

local function makeRect(self, rect)
  local def = reach(self, rect, copy(rect.brush.given))
  def.at, def.facing, def.angle, def.scale = { self.x, self.y }, 1, 0, 1
  rect.thing = self.scene:_spawnTile(def)
  rect.thing._tiles = self
end

--- Where a point of a cell is.
local function placeIn(self, anchor, col, row)
  local x, y = anchors.reach(anchor, self.w, self.h)
  return self.x + (col * self.w + x), self.y + (row * self.h + y)
end

--- Make the things of a tile that does not fill its cell.
local function makeThings(self, brush, col, row)
  local owner = { things = {}, places = {} }
  put(self.owners, col, row, owner)
  local defs = brush.defs and brush.defs(self, col, row)
  if not defs then
    defs = { copy(brush.given) }
    defs[1].at = { placeIn(self, brush.place, col, row) }
  end
  for i = 1, #defs do
    owner.things[i] = self.scene:_spawnTile(defs[i])
    owner.places[i] = { owner.things[i].x, owner.things[i].y }
  end
end

--- Make all things, in order of rows.
function Tiles:make()
  local left, top, right, bottom = self.left, self.top, self.right, self.bottom
  for _, rect in ipairs(cover(self, left, top, right, bottom)) do
    makeRect(self, rect)
  end
  for row = top, bottom do
    for col = left, right do
      local brush = get(self.cells, col, row)
      if brush and not brush.fills then
        makeThings(self, brush, col, row)
      end
    end
  end
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
  return math.floor((x - self.x) / self.w), math.floor((y - self.y) / self.h)
end

--- What a cell holds now: nothing if its thing was removed, or has gone elsewhere.
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

--- Take a rectangle's cells from it. Where its thing was removed they are empty.
local function loosen(self, loose, rect)
  own(self, rect, nil)
  loose[#loose + 1] = rect
  if not rect.thing.alive then
    for row = rect.top, rect.bottom do
      for col = rect.left, rect.right do
        put(self.cells, col, row, nil)
      end
    end
  end
end

--- Take what a cell and, if it will be filled, its neighbours of the same kind belong to.
---@return table[] loose rectangles
local function loosenAround(self, col, row, brush)
  local loose, owner = {}, get(self.owners, col, row)
  if owner and owner.things then
    for i = 1, #owner.things do
      if isThere(owner, i) then
        owner.things[i]:remove()
      end
    end
    put(self.owners, col, row, nil)
  elseif owner then
    loosen(self, loose, owner)
  end
  local near = { { -1, 0, "across" }, { 1, 0, "across" }, { 0, -1, "down" }, { 0, 1, "down" } }
  for i = 1, brush and brush.fills and #near or 0 do
    local beside = get(self.owners, col + near[i][1], row + near[i][2])
    if beside and beside.brush == brush and brush[near[i][3]] then
      loosen(self, loose, beside)
    end
  end
  return loose
end

--- How many cells two rectangles share.
local function shared(a, b)
  local w = math.min(a.right, b.right) - math.max(a.left, b.left) + 1
  local h = math.min(a.bottom, b.bottom) - math.max(a.top, b.top) + 1
  return math.max(w, 0) * math.max(h, 0)
end

--- Let the things of old rectangles stand for new ones: each for that with which it shares most, so that
--- whoever stands on it goes on standing on it.
local function hand(self, loose, rects)
  for _, old in ipairs(loose) do
    local best, most = nil, 0
    for _, rect in ipairs(rects) do
      local area = not rect.thing and rect.brush == old.brush and shared(old, rect) or 0
      if area > most then
        best, most = rect, area
      end
    end
    if best and old.thing.alive then
      best.thing = old.thing
      old.thing:reshape("push", reach(self, best, { oneWay = old.thing.def.oneWay }))
    else
      old.thing:remove()
    end
  end
  for _, rect in ipairs(rects) do
    if not rect.thing then
      makeRect(self, rect)
    end
  end
end

--- Change one tile. Only the rectangles that it belonged to and comes to are covered anew.
---@param col integer
---@param row integer
---@param brush internal.Brush|nil nil: nothing is there
function Tiles:change(col, row, brush)
  local loose = loosenAround(self, col, row, brush)
  self:put(col, row, brush)
  put(self.changed, col, row, true)
  local left, top, right, bottom = col, row, col, row
  for _, rect in ipairs(loose) do
    left, top = math.min(left, rect.left), math.min(top, rect.top)
    right, bottom = math.max(right, rect.right), math.max(bottom, rect.bottom)
  end
  hand(self, loose, cover(self, left, top, right, bottom))
  if brush and not brush.fills then
    makeThings(self, brush, col, row)
  end
end

-- ---- After a reload -----------------------------------------------------------------------------

--- Change the tiles that were changed in the layer of the same map in an older scene. What is no longer
--- known is left as the map has it.
---@param old table
---@param find fun(word: string): internal.Brush|nil
function Tiles:repeatChanges(old, find)
  for row = old.top, old.bottom do
    for col = old.left, old.right do
      local brush = old:at(col, row)
      local again = brush and find(brush.word)
      if get(old.changed, col, row) and (again or not brush) then
        -- The things of other tiles are brought over as things: `adopt` finds them again.
        self:change(col, row, again and again.fills and again or nil)
        if again then
          put(self.cells, col, row, again)
        end
      end
    end
  end
end

--- Say which things stand for those of the layer in an older scene, and find those that were brought over.
---@param old table
---@param twins table<hitbox.Thing, hitbox.Thing> the new thing for an old one; added to
function Tiles:adopt(old, twins)
  for row = old.top, old.bottom do
    for col = old.left, old.right do
      local was, is = get(old.owners, col, row), get(self.owners, col, row)
      if was and was.thing then
        local alike = is and is.thing and is.brush.word == was.brush.word
        twins[was.thing] = twins[was.thing] or alike and is.thing or nil
      elseif was and not is and old:at(col, row) then
        local owner = { things = {}, places = was.places }
        for i = 1, #was.things do
          owner.things[i] = twins[was.things[i]] or { alive = false }
        end
        put(self.owners, col, row, owner)
      end
    end
  end
end

return Tiles
