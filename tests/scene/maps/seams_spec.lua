-- Tiles that lie side by side, of maps of Tiled and of maps in rows: to shapes that stand on them or slide along them
-- they are one surface.
local hitbox = require "hitbox"
local newRandom = require("hitbox.scene.random").new

--- Tiles 1 and 2 fill their cells, the first without a shape; 3 has one that is all of its cell, and 4 an upper half.
local function tiles(size)
  local function shape(height)
    return { objects = { { shape = "rectangle", x = 0, y = 0, width = size, height = height } } }
  end
  return { { id = 0, type = "wall" }, { id = 1, type = "ice" }, { id = 2, type = "stone", objectGroup = shape(size) },
    { id = 3, type = "board", objectGroup = shape(size / 2) } }
end

local X, Y = 1.4, 1.6 -- of the map's corner

--- A map of Tiled, whose tiles have whole sizes.
local function tiledMap(size, layer)
  layer.type, layer.name, layer.encoding, layer.offsetx, layer.offsety = "tilelayer", "ground", "lua", 0.7, -0.3
  return { at = { X - 0.7, Y + 0.3 }, tiled = { orientation = "orthogonal", width = 24, height = 6, tilewidth = size, tileheight = size,
    layers = { layer }, tilesets = { { name = "set", firstgid = 1, tilewidth = size, tileheight = size, tiles = tiles(size) } } } }
end

local KINDS = { "wall", "ice", "stone", "board" }

--- The same in rows, with tiles of any size.
local function rowMap(size, layer)
  local rows = {}
  for row = 1, 6 do
    rows[row] = {}
    for col = 1, 24 do
      rows[row][col] = KINDS[layer.data[24 * (row - 1) + col]] or false
    end
  end
  return { at = { X, Y }, tile = size, rows = rows }
end

--- A scene with a map.
local function scene(size, layer, def)
  local isWhole = size % 1 == 0
  local function upper(height)
    return { points = { 0, 0, size, 0, size, height, 0, height } }
  end
  def.types = isWhole and {} or { wall = {}, ice = {}, stone = upper(size), board = upper(size / 2) }
  def.map = (isWhole and tiledMap or rowMap)(size, layer)
  return hitbox.scene(def)
end

--- Sizes of tiles: those of editors, and those of scenes at a scale of 0.7 or in metres.
local SIZES = { 16, 7, 0.7 * 16, 7.3, 0.1, 1 / 3 }

--- A floor of all kinds in a row, with a wall at its right end, in one piece or in chunks of 5 columns.
local function floor(draw, inChunks)
  local rows = {}
  for row = 1, 6 do
    rows[row] = {}
    for col = 1, 24 do
      rows[row][col] = row >= 5 and 1 + math.floor(draw() * (row == 5 and 4 or 3)) or col == 24 and 1 + (row - 1) % 3 or 0
    end
  end
  local layer = { width = 24, height = 6 }
  local chunks = {}
  for left = 0, 23, inChunks and 5 or 24 do
    local cols = math.min(inChunks and 5 or 24, 24 - left)
    local data = {}
    for row = 1, 6 do
      for col = left + 1, left + cols do
        data[#data + 1] = rows[row][col]
      end
    end
    chunks[#chunks + 1] = { x = left, y = 0, width = cols, height = 6, data = data }
  end
  if inChunks then
    layer.chunks = chunks
  else
    layer.data = chunks[1].data
  end
  return layer
end

local function shapesOf(size)
  return {
    box = { w = 1.5 * size, h = 1.5 * size }, circle = { r = 0.7 * size },
    capsule = { shape = hitbox.capsule(0, -1.5 * size, 0, -0.5 * size, 0.5 * size) },
    turned = { w = 1.2 * size, h = 1.2 * size, angle = math.pi / 4 },
  }
end

describe("a floor of tiles", function()
  local function walk(size, inChunks, name, form, draw)
    local def = { "hero", at = { X + 3 * size, Y + 2 * size }, data = { vy = 0 } }
    for key, value in pairs(form) do
      def[key] = value
    end
    local s = scene(size, floor(draw, inChunks), { things = { def },
      rules = { { "hero", "wall|ice|stone|board", response = "slide" } } })
    local hero, options = s.hero, { gravity = size / 64, maxFall = size / 3 }
    for _ = 1, 60 do
      hero:walk(0, nil, options)
    end
    local y, x, step = hero.y, hero.x, size / 9.7
    local label = ("%s on tiles of %g%s"):format(name, size, inChunks and " in chunks" or "")
    local _, _, w = hero:rect()
    local free = math.floor((23 * size + X - w / 2 - x) / step) - 1 -- steps up to the wall at the right
    for i = 1, free do
      local ground = hero:walk(step, nil, options)
      assert(ground, label .. ": no ground in step " .. i)
      assert(not hero.blocked.right, label .. ": stopped in step " .. i)
      assert(math.abs(hero.y - y) <= 1e-9 * size, label .. ": lifted or lowered in step " .. i)
    end
    assert(math.abs(hero.x - x - free * step) <= 1e-9 * size, label .. ": slowed down")
    for _ = 1, 4 do
      hero:walk(step, nil, options)
    end
    assert(hero.blocked.right, label .. ": not stopped at the wall")
    local climb = hero.y -- along the wall, which is of several kinds, too
    for i = 1, 12 do
      hero:move(step / 7, -step)
      assert(math.abs(climb - i * step - hero.y) <= 1e-9 * size, label .. ": stopped at the wall in step " .. i)
    end
  end

  it("has_no_seams_for_any_shape_and_size", function()
    local draw = newRandom(5)
    for _, size in ipairs(SIZES) do
      for name, form in pairs(shapesOf(size)) do
        walk(size, false, name, form, draw)
        if size % 1 == 0 then
          walk(size, true, name, form, draw)
        end
      end
    end
  end)
end)

describe("joined tiles", function()
  it("cover_exactly_their_cells_whatever_the_size_and_place", function()
    local draw = newRandom(11)
    for _, size in ipairs(SIZES) do
      local cells, layer = {}, { width = 24, height = 6, data = {} }
      for i = 1, 24 * 6 do
        cells[i] = math.floor(draw() * 3)
        layer.data[i] = cells[i]
      end
      local s, numbers = scene(size, layer, {}), {}
      local columns, rows = { at = X }, { at = Y } -- edges, which are one number for all that meet there
      for thing in s:each() do
        local n = s.world:outline(thing.boxes.push, numbers)
        for i = 1, 2 * n do
          local edges = i % 2 == 1 and columns or rows
          local number = math.floor((numbers[i] - edges.at) / size + 0.5)
          edges[number] = edges[number] or numbers[i]
          assert.are.equal(edges[number], numbers[i])
        end
      end
      for row = 0, 5 do
        for col = 0, 23 do
          for _, at in ipairs { { 0.5, 0.5 }, { 0.01, 0.01 }, { 0.99, 0.99 }, { 0.01, 0.99 } } do
            local found = {}
            local n = s.world:queryPoint(X + (col + at[1]) * size, Y + (row + at[2]) * size, found)
            local gid = cells[24 * row + col + 1]
            assert.are.equal(gid > 0 and 1 or 0, n, ("cell %d, %d of %g"):format(col, row, size))
            assert.are.equal(KINDS[gid], found[1] and found[1].thing.type)
          end
        end
      end
    end
  end)
end)
