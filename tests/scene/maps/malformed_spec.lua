local hitbox = require "hitbox"
local support = require "tests.scene.support"
local refusal, rects = support.refusal, support.rects

local TYPES = { wall = {}, coin = { r = 3 } }

local function mapOf(...)
  return { orientation = "orthogonal", tilewidth = 16, tileheight = 16, layers = { ... },
    tilesets = { { name = "set", firstgid = 1, tilewidth = 16, tileheight = 16, tiles = { { id = 0, type = "wall" } } } } }
end

local function refusedTiled(map)
  return refusal { types = TYPES, map = { tiled = map } }
end

local function objects(...)
  return mapOf { type = "objectgroup", name = "things", objects = { ... } }
end

describe("a malformed map of Tiled's", function()
  it("is_refused_with_place_rule_and_value", function()
    assert.are.equal("layers[1] of the map must be a table, got 1", refusedTiled(mapOf(1)))
    assert.are.equal("layers[1].objects[1].width of the map must be a number from 0 to 1000000000, got 'x'",
      refusedTiled(objects { id = 1, shape = "rectangle", x = 0, y = 0, width = "x", height = 1 }))
    assert.are.equal("layers[1].objects[1].polyline of the map must have 2 to 10000 entries, got 1",
      refusedTiled(objects { id = 1, name = "rope", shape = "polyline", x = 0, y = 0, polyline = { { x = 0, y = 0 } } }))
    assert.are.equal("layers[1].data[2] of the map must be a whole number from 0 to 4294967295, got -1",
      refusedTiled(mapOf { type = "tilelayer", name = "a", width = 2, height = 1, data = { 1, -1 } }))
    assert.are.equal("layers[1].layers of the map must be a list, got nil", refusedTiled(mapOf { type = "group", name = "a" }))
    assert.are.equal("tiled of the map: the map is nil, which is not known: it can be orthogonal, isometric, staggered or "
      .. "hexagonal",
      refusedTiled { layers = {}, tilesets = {}, tilewidth = 1, tileheight = 1 })
    local map = mapOf()
    map.tilesets[1].tiles[1].id = nil
    assert.are.equal("tiles[1].id of tilesets[1] of the map must be a whole number from 0 to 1000000000, got nil", refusedTiled(map))
  end)

  it("is_refused_where_it_has_no_end", function()
    local group = { type = "group", name = "g" }
    group.layers = { group, group }
    assert.matches("^layers%[1%]%.layers%[1%].* of the map is too deep: ", refusedTiled(mapOf(group)))
    group.layers = {}
    for _ = 1, 40 do -- 2^40 layers, of 41 tables
      group = { type = "group", name = "g", layers = { group, group } }
    end
    assert.matches(" of the map has too many entries: all such lists have at most 100000 together$", refusedTiled(mapOf(group)))
    local trap = setmetatable({}, { __index = error, __len = error })
    assert.matches("^tiled of the map must be a map that Tiled has saved or exported", refusedTiled(trap))
    assert.are.equal("layers[1] of the map must be a table without a metatable", refusedTiled(mapOf(trap)))
  end)

  it("takes_no_time_for_chunks_that_are_far_apart", function()
    local chunks = {}
    for i, place in ipairs { { 0, 0 }, { 0, 900000000 }, { 900000000, 0 }, { -900000000, -900000000 } } do
      chunks[i] = { x = place[1], y = place[2], width = 1, height = 1, data = { 1 } }
    end
    local map = mapOf { type = "tilelayer", name = "a", chunks = chunks }
    local s = hitbox.scene { types = TYPES, map = { tiled = map } }
    assert.are.same({ 4, { 0, 0, 16, 16 } }, { s:count("wall"), rects(s, "wall")[2] })
    s:setTile(14400000000, 8, "coin")
    local again = hitbox.scene { types = TYPES, map = { tiled = map } }
    again:reloadFrom(s)
    assert.are.same({ 3, 1 }, { again:count("wall"), again:count("coin") })
    assert.matches("setTile: the tile must be at most 2%^31 tiles from its map's corner, got x 1e%+27, y 0$",
      support.message(s.setTile, s, 1e27, 0, "wall"))
  end)
end)

describe("a malformed map of LDtk's", function()
  local function refused(project)
    return refusal { types = TYPES, map = { ldtk = project } }
  end

  local function projectOf(layer)
    for key, value in pairs { __identifier = "L", __cWid = 1, __cHei = 1, __gridSize = 16, layerDefUid = 1 } do
      layer[key] = layer[key] == nil and value or layer[key]
    end
    return { worldLayout = "Free", defs = { layers = { { identifier = "L", uid = 1 } } },
      levels = { { identifier = "A", worldX = 0, worldY = 0, layerInstances = { layer } } } }
  end

  it("is_refused_with_place_rule_and_value", function()
    assert.are.equal("levels[1].identifier of the map must be a string, got nil", refused { defs = { layers = {} }, levels = { {} } })
    assert.are.equal("levels[1].layerInstances[1].gridTiles[1].px[2] of the map must be a number from -1000000000 to 1000000000, got "
      .. tostring(1e12), refused(projectOf { __type = "Tiles", gridTiles = { { px = { 0, 1e12 } } } }))
    assert.are.equal("levels[1].layerInstances[1].entityInstances of the map must be a list, got nil", refused(projectOf { __type = "Entities" }))
    assert.are.equal("levels[1].layerInstances[1].__gridSize of the map must be a whole number from 1 to 1000000, got 0",
      refused(projectOf { __type = "Tiles", __gridSize = 0 }))
  end)

  it("is_refused_with_the_field_that_is_no_point_or_reference", function()
    local function entity(kind, value)
      return projectOf { __type = "Entities", entityInstances = { { __identifier = "wall", iid = "a", __pivot = { 0, 0 }, width = 8, height = 8,
        px = { 0, 0 }, fieldInstances = { { __identifier = "post", __type = kind, __value = value } } } } }
    end
    assert.are.equal("cx of field 'post' in the map must be a whole number from -1000000000 to 1000000000, got nil", refused(entity("Point", {})))
    assert.are.equal("cy of field 'post' in the map must be a whole number from -1000000000 to 1000000000, got 'x'",
      refused(entity("Array<Point>", { { cx = 1, cy = 1 }, { cx = 1, cy = "x" } })))
    assert.are.equal("entityIid of field 'post' in the map must be a string, got nil", refused(entity("EntityRef", {})))
    assert.are.equal("levels[1].layerInstances[1].entityInstances[1].fieldInstances[1].__value[2] of the map must be a finite number, got inf",
      refused(entity("Array<Int>", { 1, 1 / 0 })))
  end)
end)
