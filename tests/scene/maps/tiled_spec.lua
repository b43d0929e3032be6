local hitbox = require "hitbox"
local support = require "tests.scene.support"
local edges, message, refusal, rects = support.edges, support.message, support.refusal, support.rects

local ACROSS, DOWN, DIAGONAL = 2147483648, 1073741824, 536870912

local function object(more)
  local one = { id = 1, name = "", type = "", shape = "rectangle", x = 0, y = 0, width = 0, height = 0,
    rotation = 0, visible = true, properties = {} }
  for key, value in pairs(more) do
    one[key] = value
  end
  return one
end

local function tileLayer(width, data, more)
  local layer = { type = "tilelayer", x = 0, y = 0, width = width, height = #data / width, id = 1, name = "tiles",
    class = "", visible = true, opacity = 1, offsetx = 0, offsety = 0, properties = {}, encoding = "lua", data = data }
  for key, value in pairs(more or {}) do
    layer[key] = value
  end
  return layer
end

local function objectLayer(...)
  local list = {}
  for i = 1, select("#", ...) do
    list[i] = object(select(i, ...))
  end
  return { type = "objectgroup", draworder = "topdown", id = 2, name = "objects", class = "", visible = true,
    opacity = 1, offsetx = 0, offsety = 0, properties = {}, objects = list }
end

--- The collision shapes of a tile.
local function group(...)
  return { type = "objectgroup", draworder = "index", id = 2, name = "", properties = {},
    objects = objectLayer(...).objects }
end

local TRIANGLE = object { shape = "polygon", x = 0, y = 16,
  polygon = { { x = 0, y = 0 }, { x = 16, y = -12 }, { x = 16, y = 0 } } }

local SET = {
  name = "set", firstgid = 1, class = "", tilewidth = 16, tileheight = 16, spacing = 0, margin = 0, columns = 8,
  objectalignment = "unspecified", tileoffset = { x = 0, y = 0 }, properties = {}, tilecount = 16,
  tiles = {
    { id = 0, type = "wall" }, -- tile 1 of layers
    { id = 1, type = "wall", objectGroup = group { width = 16, height = 16 } },
    { id = 2, type = "wall", objectGroup = group(TRIANGLE) },
    { id = 3, type = "coin" },
    { id = 4, type = "wall", properties = { hp = 3 } },
    { id = 5, objectGroup = group { x = 0, y = 8, width = 16, height = 8 } },
    { id = 6, type = "wall", objectGroup = group({ shape = "ellipse", x = 4, y = 4, width = 8, height = 8 },
      { x = 0, y = 14, width = 16, height = 2 }, { type = "spike", x = 6, y = 0, width = 4, height = 4 }) },
    { id = 7, type = "wall", objectGroup = group { x = 8, y = 0, width = 8, height = 8, rotation = 90 } },
    { id = 8, type = "hero" },
    { id = 9, type = "wall", objectGroup = group({ shape = "ellipse", x = 0, y = 4, width = 16, height = 8 }) },
  },
}

local TYPES = { wall = {}, coin = { r = 3 }, spike = {}, hero = { anchor = "feet", w = 8, h = 14 } }

local function export(...)
  return { version = "1.10", luaversion = "5.1", tiledversion = "1.10.2", class = "", orientation = "orthogonal",
    renderorder = "right-down", width = 4, height = 4, tilewidth = 16, tileheight = 16, properties = {},
    tilesets = { SET }, layers = { ... } }
end

local function mapDef(map, options)
  local def = { tiled = map }
  for key, value in pairs(options or {}) do
    def[key] = value
  end
  return { types = TYPES, map = def }
end

local function scene(map, options)
  return hitbox.scene(mapDef(map, options))
end

describe("tiles of a map of Tiled's", function()
  it("is_found_beside_the_file_of_a_scene_that_the_file_returns", function()
    -- LuaJIT forgets that file when it ends in a call
    assert.is_true(dofile("scripts/games/ldtk.lua"):count("wall") > 0)
  end)

  it("are_joined_if_they_are_of_a_class_and_fill_their_cells", function()
    local s = scene(export(tileLayer(4, { 1, 2, 0, 1, 1, 11, 4, 1 })), { at = { 100, 0 } })
    -- Tile 2 has a collision shape that is all of it, tile 11 is a picture, tile 4 a coin.
    assert.are.same({ { 100, 0, 132, 16 }, { 148, 0, 164, 32 }, { 100, 16, 116, 32 } }, rects(s, "wall"))
    assert.are.same({ 140, 24 }, { s.coin.x, s.coin.y })
    assert.are.same({ "wall", "coin" }, { (s:tileAt(101, 1)), (s:tileAt(140, 24)) })
    assert.is_nil((s:tileAt(120, 20)))
  end)

  it("bound_what_is_in_the_map", function()
    local function bounds(...)
      return { scene(export(...), { at = { 100, 0 } }):mapBounds() }
    end
    local data = { 0, 0, 0, 0,  0, 0, 11, 0,  0, 1, 0, 0,  0, 0, 0, 0 }
    assert.are.same({ 116, 16, 32, 32 }, bounds(tileLayer(4, data)))
    assert.are.same({ 120, 8, 32, 32 }, bounds(tileLayer(4, data, { offsetx = 4, offsety = -8 })))
    assert.are.same({ 116, 16, 44, 40 }, bounds(tileLayer(4, data), objectLayer { x = 50, y = 36, width = 10, height = 20 }))
    assert.are.same({ 150, 20, 10, 16 }, bounds(objectLayer { gid = 1, x = 50, y = 36, width = 10, height = 16 })) -- upwards
    assert.are.same({ 116, 16, 32, 32 }, bounds(tileLayer(4, data), tileLayer(1, { 1 }, { visible = false })))
    assert.are.same({ 116, 16, 48, 32 }, bounds(tileLayer(4, data), objectLayer { x = 60, y = 20, width = 900, height = 1 })) -- the map ends
    assert.are.same({ 110, 20, 30, 12 }, bounds { type = "imagelayer", id = 3, name = "sky", image = "sky.png", offsetx = 10,
      offsety = 20, imagewidth = 30, imageheight = 12, visible = true, properties = {} })
    assert.are.same({ 100, 0, 64, 64 }, bounds(tileLayer(4, { 0, 0, 0, 0 })))
  end)

  it("have_properties_as_data", function()
    local s = scene(export(tileLayer(2, { 5, 1 })))
    assert.are.same({ { 0, 0, 16, 16 }, { 16, 0, 32, 16 } }, rects(s, "wall"))
    assert.are.equal(3, select(2, s:tileAt(8, 8)).hp)
  end)

  it("have_their_collision_shapes", function()
    local s = scene(export(tileLayer(4, { 3, 7, 8, 10 })))
    local slope = select(2, s:tileAt(8, 12))
    assert.are.same({ 0, 4, 16, 16 }, edges(slope))
    assert.are.equal(1, s.world:queryPoint(15, 6))
    assert.are.equal(0, s.world:queryPoint(2, 6))
    -- A disc and a bar are one thing, the spike in the same tile is another.
    assert.are.same({ 22, 0, 26, 4 }, edges(s.spike))
    assert.are.equal(1, s.world:queryPoint(24, 8))
    assert.are.equal(0, s.world:queryPoint(21, 5.2)) -- beside the disc of radius 4
    assert.are.equal(1, s.world:queryPoint(17, 15))
    -- Turned by a quarter about its corner at (40, 0): 8 to the left, 8 down.
    assert.are.equal(1, s.world:queryPoint(33, 1))
    assert.are.equal(0, s.world:queryPoint(41, 1))
    -- An ellipse of 16 by 8 in the last one.
    assert.are.equal(1, s.world:queryPoint(49, 8.5))
    assert.are.equal(0, s.world:queryPoint(49, 5))
  end)

  it("fill_their_cells_if_all_that_is_drawn_in_them_are_points", function()
    local map = export(tileLayer(3, { 101, 101, 102 }), objectLayer { name = "crate", gid = 101, x = 100, y = 100, width = 16, height = 16 })
    local mark = group({ name = "hand", shape = "point", x = 4, y = 4 }, { shape = "text", text = "note", width = 9, height = 9 })
    map.tilesets[2] = { name = "more", firstgid = 101, tilewidth = 16, tileheight = 16, tiles = {
      { id = 0, type = "wall", objectGroup = mark }, { id = 1, objectGroup = mark } } }
    local s = scene(map)
    assert.are.same({ 2, { { 0, 0, 32, 16 }, { 100, 84, 116, 100 } } }, { s:count(), rects(s, "wall") })
  end)

  it("are_laid_down_by_their_flags_in_all_eight_ways", function()
    -- Where the triangle is, by what the flags mean: first (x, y) becomes (y, x), then they are mirrored.
    local function isSolid(x, y)
      return y > 16 - 0.75 * x
    end
    for flags = 0, 7 do
      local across, down, diagonal = flags % 2 == 1, flags % 4 >= 2, flags >= 4
      local gid = 3 + (across and ACROSS or 0) + (down and DOWN or 0) + (diagonal and DIAGONAL or 0)
      local s = scene(export(tileLayer(2, { 0, gid })))
      for py = 0.5, 15.5 do
        for px = 0.5, 15.5 do
          local x, y = across and 16 - px or px, down and 16 - py or py
          if diagonal then
            x, y = y, x
          end
          if y ~= 16 - 0.75 * x then
            assert.are.equal(isSolid(x, y) and 1 or 0, s.world:queryPoint(16 + px, py),
              ("flags %d at %g, %g"):format(flags, px, py))
          end
        end
      end
    end
  end)

  it("with_a_shape_of_their_type_stand_where_its_anchor_is", function()
    local s = scene(export(tileLayer(2, { 0, 9 })))
    assert.are.same({ 24, 16, { 20, 2, 28, 16 } }, { s.hero.x, s.hero.y, edges(s.hero) })
  end)

  it("may_be_larger_than_the_cells_and_reach_up_and_to_the_right_then", function()
    local map = export(tileLayer(2, { 0, 0, 0, 101 }))
    map.tilesets[2] = { name = "tall", firstgid = 101, tilewidth = 24, tileheight = 32, tiles = {
      { id = 0, type = "wall" } } }
    assert.are.same({ { 16, 0, 40, 32 } }, rects(scene(map), "wall"))
  end)

  -- Where Tiled 1.10 draws them: a tile on its side keeps the left lower corner of its cell.
  it("that_are_higher_than_wide_lie_on_their_side_at_the_left_lower_corner", function()
    local map = export(tileLayer(2, { 0, 0, 0, 101 + DIAGONAL }), objectLayer(
      { name = "crate", gid = 101 + DIAGONAL, x = 100, y = 100, width = 16, height = 32 },
      { name = "spear", gid = 102 + DIAGONAL + ACROSS, x = 200, y = 100, width = 16, height = 32 }))
    map.tilesets[2] = { name = "tall", firstgid = 101, tilewidth = 16, tileheight = 32, tiles = {
      { id = 0, type = "wall" }, { id = 1, type = "spike", objectGroup = group { x = 0, y = 0, width = 4, height = 32 } } } }
    local s = scene(map)
    assert.are.same({ { 16, 16, 48, 32 }, { 100, 84, 132, 100 } }, { edges(s.wall), edges(s.crate) })
    assert.are.same({ 200, 84, 232, 88 }, edges(s.spear)) -- turned by a quarter, so that its left side is above
    map.tilewidth, map.tileheight, map.layers[1].data[4] = 16, 32, 101
    assert.are.same({ 16, 32, 32, 64 }, edges(scene(map).wall))
    map.layers[1].data[4] = 101 + DIAGONAL
    assert.are.same({ 16, 48, 48, 64 }, edges(scene(map).wall))
  end)

  it("are_as_large_as_the_cells_where_their_tileset_says_so", function()
    local map = export(tileLayer(3, { 101, 101, 102 }))
    map.tilesets[2] = { name = "fine", firstgid = 101, tilewidth = 64, tileheight = 32, tilerendersize = "grid",
      fillmode = "stretch", tiles = { { id = 0, type = "wall" },
        { id = 1, type = "spike", objectGroup = group { x = 32, y = 16, width = 32, height = 16 } } } }
    local s = scene(map)
    assert.are.same({ { 0, 0, 32, 16 } }, rects(s, "wall")) -- one thing
    assert.are.same({ 40, 8, 48, 16 }, edges(s.spike))
    map.tilesets[2].fillmode = "preserve-aspect-fit" -- 16 by 8, in the middle
    s = scene(map)
    assert.are.same({ { 0, 4, 16, 12 }, { 16, 4, 32, 12 } }, rects(s, "wall"))
    assert.are.same({ 40, 8, 48, 12 }, edges(s.spike))
  end)

  it("fill_the_cells_to_the_last_bit_whatever_their_own_size_is", function()
    local map = export(tileLayer(2, { 101, 101 }), objectLayer { name = "crate", gid = 101, x = 0, y = 100, width = 16, height = 31.7 })
    map.tilesets[2] = { name = "odd", firstgid = 101, tilewidth = 49, tileheight = 49, tilerendersize = "grid", tiles = {
      { id = 0, type = "wall" } } } -- 16 / 49 * 49 is a bit less than 16
    local s = scene(map)
    assert.are.same({ 0, 0, 32, 16 }, rects(s, "wall")[1])
    assert.are.same({ 16, 31.7 }, { select(3, s.crate:rect()) })
  end)

  it("come_in_chunks_if_the_map_has_no_end", function()
    local layer = tileLayer(2, { 0, 0 })
    layer.data = nil
    layer.chunks = {
      { x = -2, y = 0, width = 2, height = 2, data = { 0, 1, 1, 1 } },
      { x = 0, y = 0, width = 2, height = 2, data = { 1, 0, 1, 0 } },
    }
    assert.are.same({ { -16, 0, 16, 16 }, { -32, 16, 16, 32 } }, rects(scene(export(layer)), "wall"))
  end)

  it("may_be_far_from_all_others", function()
    local layer = tileLayer(1, { 0 })
    layer.data = nil
    layer.chunks = { { x = -100000, y = -100000, width = 1, height = 1, data = { 1 } },
      { x = 100000, y = 100000, width = 2, height = 1, data = { 1, 4 } } }
    local map = export(layer)
    local s = scene(map) -- which went through all the cells between them, 4 * 10^10
    s:setTile(1600016, 1600000, nil)
    local again = scene(map)
    again:reloadFrom(s)
    assert.are.same({ 2, 0, { -1600000, -1600000, -1599984, -1599984 } }, { again:count("wall"), again:count("coin"),
      rects(again, "wall")[1] })
  end)

  it("may_change_at_run_time", function()
    local s = scene(export(tileLayer(3, { 1, 1, 1 }), tileLayer(3, { 3, 0, 0 }, { name = "more" })))
    s:setTile(24, 8, nil)
    assert.are.equal(3, s:count("wall")) -- two, and the slope
    s:setTile(8, 8, nil) -- of the layer above
    assert.are.same({ { 0, 0, 16, 16 }, { 32, 0, 48, 16 } }, rects(s, "wall"))
    s:setTile(24, 8, "wall")
    assert.are.same({ { 0, 0, 48, 16 } }, rects(s, "wall"))
  end)
end)

describe("layers of a map of Tiled's", function()
  it("lie_in_groups_which_are_shifted_and_hidden_with_them", function()
    local inner = { type = "group", name = "inner", offsetx = 3, offsety = 0, visible = false,
      layers = { tileLayer(1, { 1 }, { offsetx = 1, offsety = 5 }), objectLayer { type = "coin", shape = "point" } } }
    local outer = { type = "group", name = "outer", offsetx = 100, offsety = 200, visible = true, layers = { inner } }
    local s = scene(export(outer, { type = "imagelayer", name = "sky", image = "sky.png" }))
    assert.are.same({ { 104, 205, 120, 221 } }, rects(s, "wall"))
    assert.are.same({ 103, 200, true, true }, { s.coin.x, s.coin.y, s.coin.hidden, s.wall.hidden })
  end)

  it("say_what_is_in_them_where_it_has_no_class", function()
    local layer, map = tileLayer(3, { 11, 1, 6 }), nil
    map = export(layer)
    assert.are.same({ { 0, 0, 16, 16 }, { 32, 8, 48, 16 } }, rects(scene(map, { layers = { tiles = "spike" } }), "spike"))
    layer.class = "coin"
    assert.are.equal(1, scene(map):count("wall"))
    assert.are.equal(2, scene(map):count("coin")) -- the shape of tile 6 is that of a coin
    assert.are.equal(0, scene(map, { layers = { tiles = false } }):count())
  end)
end)

describe("a map of Tiled's", function()
  it("tells_where_it_is_and_what_its_properties_say", function()
    local map = export(objectLayer { id = 5, name = "goal", shape = "point" })
    map.properties = { music = "cave", goal = { id = 5 }, stats = { wind = 2 } }
    local s = scene(map, { at = { 100, 50 } })
    local x, y, w, h, name, fields = s:levelAt(163.5, 50)
    assert.are.same({ 100, 50, 64, 64, nil }, { x, y, w, h, name })
    assert.are.same({ "cave", s.goal, 2 }, { fields.music, fields.goal, fields.stats.wind })
    assert.are_not.equal(map.properties.stats, fields.stats)
    assert.are.same({}, { (s:levelAt(164, 50)), (s:levelAt(99, 50)), (s:levelAt(100, 114)) })
    assert.are.equal("levels/small.lua", (select(5, scene("levels/small.lua"):levelAt(0, 0))))
  end)

  it("without_an_end_is_as_large_as_its_chunks", function()
    local layer = tileLayer(1, { 0 })
    layer.data = nil
    layer.chunks = { { x = -16, y = 0, width = 16, height = 16, data = {} }, { x = 0, y = 16, width = 16, height = 16, data = {} } }
    for _, chunk in ipairs(layer.chunks) do
      for i = 1, 256 do
        chunk.data[i] = 0
      end
    end
    local x, y, w, h = scene(export(layer)):levelAt(-1, 300)
    assert.are.same({ -256, 0, 512, 512 }, { x, y, w, h })
  end)
end)

describe("objects of a map of Tiled's", function()
  it("are_rectangles_with_their_left_top_corner_as_the_anchor", function()
    local s = scene(export(objectLayer({ type = "wall", x = 10, y = 20, width = 30, height = 5,
      properties = { hp = 2, gate = { id = 7 } } }, { name = "door", type = "wall", x = 1, y = 2, width = 3, height = 4,
      visible = false })), { at = { 100, 0 } })
    assert.are.same({ 110, 20, { 110, 20, 140, 25 }, 2, 7 }, { s.wall.x, s.wall.y, edges(s.wall), s.wall.hp,
      s.wall.gate.id })
    assert.are.same({ "door", "wall", true, { 101, 2, 104, 6 } }, { s.door.name, s.door.type, s.door.hidden,
      edges(s.door) })
  end)

  it("have_what_every_thing_has_itself_in_fields", function()
    local map = export(tileLayer(1, { 101 }), objectLayer { name = "door", type = "wall", width = 3, height = 4,
      properties = { name = "Bo", x = 7, parent = { id = 1 }, hp = 2 } })
    map.tilesets[2] = { name = "more", firstgid = 101, tilewidth = 16, tileheight = 16, tiles = {
      { id = 0, type = "spike", properties = { angle = 30 } } } }
    local s = scene(map)
    assert.are.same({ "door", 0, 2, "Bo", 7, s.door }, { s.door.name, s.door.x, s.door.hp, s.door.fields.name,
      s.door.fields.x, s.door.fields.parent })
    assert.are.same({ 0, 30 }, { s.spike.angle, s.spike.fields.angle })
  end)

  it("refer_to_each_other", function()
    local function map(to)
      local list = objectLayer({ id = 11, name = "lever", shape = "point", properties = { opens = { id = to }, none = { id = 0 },
        note = { id = 14 }, loot = { id = 99 }, stats = { id = 12, hp = 3 } } },
        { id = 12, name = "gate", gid = 7, x = 0, y = 100, width = 16, height = 16 }, -- is two things
        { id = 13, name = "door", type = "wall", width = 8, height = 8 })
      local notes = objectLayer { id = 14, name = "note", shape = "point" }
      notes.name = "notes"
      return scene(export(list, notes), { layers = { notes = false } })
    end
    local s = map(12)
    assert.are.same({ "gate", "wall" }, { s.lever.opens.name, s.lever.opens.type })
    assert.is_nil(s.lever.none)
    assert.is_nil(s.lever.note)
    assert.are.same({ { id = 99 }, { id = 12, hp = 3 } }, { s.lever.loot, s.lever.stats })
    local again, edited = map(12), map(13)
    again:reloadFrom(s)
    assert.are.equal(again.gate, again.lever.opens)
    edited:reloadFrom(again)
    assert.are.equal(edited.door, edited.lever.opens)
  end)

  it("are_turned_about_their_corner", function()
    local s = scene(export(objectLayer({ type = "wall", x = 50, y = 50, width = 20, height = 4, rotation = 90 },
      { type = "hero", x = 50, y = 50, width = 20, height = 4, rotation = 90 })))
    assert.are.same({ { 46, 50, 50, 70 } }, { edges(s.wall) })
    -- The middle of the lower edge, (10, 4), is at (-4, 10) from the corner; the hero lies on its back.
    assert.are.same({ 46, 60, { 46, 56, 60, 64 } }, { s.hero.x, s.hero.y, edges(s.hero) })
    local tilted = scene(export(objectLayer({ type = "wall", x = 0, y = 0, width = 10, height = 10, rotation = 45 })))
    local box = edges(tilted.wall)
    assert.is_true(math.abs(box[1] + 50 ^ 0.5) < 1e-12 and math.abs(box[4] - 200 ^ 0.5) < 1e-12)
  end)

  it("are_points_ellipses_polygons_and_polylines", function()
    local s = scene(export(objectLayer(
      { type = "hero", shape = "point", x = 30, y = 40 },
      { name = "start", shape = "point", x = 1, y = 2 },
      { name = "disc", shape = "ellipse", x = 10, y = 10, width = 8, height = 8 },
      { name = "egg", shape = "ellipse", x = 10, y = 10, width = 20, height = 8, rotation = 90 },
      { name = "roof", shape = "polygon", x = 5, y = 50, polygon = { { x = 0, y = 0 }, { x = 10, y = -10 },
        { x = 20, y = 0 } } },
      { name = "rope", shape = "polyline", x = 0, y = 100, polyline = { { x = 0, y = 0 }, { x = 10, y = 0 },
        { x = 10, y = 10 } } },
      { name = "words", shape = "text", x = 0, y = 0, text = "hello" })))
    assert.are.same({ 30, 40, { 26, 26, 34, 40 } }, { s.hero.x, s.hero.y, edges(s.hero) })
    assert.are.same({ 1, 2, nil }, { s.start.x, s.start.y, (s.start:rect()) })
    assert.are.same({ 14, 14, { 10, 10, 18, 18 } }, { s.disc.x, s.disc.y, edges(s.disc) })
    assert.are.same({ 6, 20, { 2, 10, 10, 30 } }, { s.egg.x, s.egg.y, edges(s.egg) })
    assert.are.same({ 5, 50, { 5, 40, 25, 50 } }, { s.roof.x, s.roof.y, edges(s.roof) })
    assert.are.same({ { 0, 100, 10, 110 }, "compound" }, { edges(s.rope), s.rope.boxes.push.shape:kind() })
    assert.is_nil(s.words)
  end)

  it("are_tiles_that_stand_on_their_left_lower_corner_stretched_flipped_and_turned", function()
    local s = scene(export(objectLayer(
      { name = "plain", gid = 1, x = 100, y = 100, width = 16, height = 16 },
      { name = "wide", gid = 3, x = 200, y = 100, width = 32, height = 16 },
      { name = "flipped", gid = 3 + ACROSS, x = 300, y = 100, width = 16, height = 16 },
      { name = "turned", gid = 1, x = 400, y = 100, width = 32, height = 16, rotation = 90 },
      { name = "figure", gid = 9, x = 500, y = 100, width = 32, height = 32 })))
    assert.are.same({ { 100, 84, 116, 100 }, "wall" }, { edges(s.plain), s.plain.type })
    assert.are.same({ 200, 88, 232, 100 }, edges(s.wide))
    assert.are.same({ 1, 0 }, { (s.world:queryPoint(231, 90)), (s.world:queryPoint(201, 90)) })
    assert.are.same({ 300, 88, 316, 100 }, edges(s.flipped))
    assert.are.same({ 0, 1 }, { (s.world:queryPoint(315, 90)), (s.world:queryPoint(301, 90)) })
    assert.are.same({ 400, 100, 416, 132 }, edges(s.turned))
    assert.are.same({ 516, 100, 2, { 508, 72, 524, 100 } }, { s.figure.x, s.figure.y, s.figure.scale,
      edges(s.figure) })
  end)

  it("are_tiles_that_are_shifted_and_fitted_as_their_tileset_says", function()
    local map = export(objectLayer({ name = "crate", gid = 101, x = 100, y = 100, width = 32, height = 16 },
      { name = "figure", gid = 102, x = 200, y = 100, width = 32, height = 64, rotation = 90 }))
    map.tilesets[2] = { name = "more", firstgid = 101, tilewidth = 16, tileheight = 16, tileoffset = { x = 3, y = 1 },
      fillmode = "stretch", tiles = { { id = 0, type = "wall" }, { id = 1, type = "hero" } } }
    assert.are.same({ 106, 85, 138, 101 }, edges(scene(map).crate)) -- shifted by 2 * 3, 1
    map.tilesets[2].fillmode = "preserve-aspect-fit"
    local s = scene(map)
    assert.are.same({ 111, 85, 127, 101 }, edges(s.crate)) -- 16 by 16, in the middle
    -- 32 by 32 in the middle, and shifted by 6, 2: upright its feet would be at (222, 86).
    assert.are.same({ 214, 122, 2 }, { s.figure.x, s.figure.y, s.figure.scale })
  end)

  it("are_turned_and_mirrored_on_top_of_what_their_type_says", function()
    local map = export(tileLayer(2, { 0, 101 + ACROSS }), objectLayer({ name = "a", type = "spear", shape = "point", x = 50, y = 50 },
      { name = "b", type = "spear", shape = "point", rotation = 90 }, { name = "c", gid = 101, width = 16, height = 16 },
      { name = "d", gid = 101 + ACROSS, width = 16, height = 16, rotation = 90 }))
    map.tilesets[2] = { name = "more", firstgid = 101, tilewidth = 16, tileheight = 16, tiles = { { id = 0, type = "spear" } } }
    local def = mapDef(map)
    def.types = { spear = { w = 10, h = 2, angle = math.rad(30), facing = -1 } }
    local s = hitbox.scene(def)
    local function pose(t)
      return { t.facing, math.floor(math.deg(t.angle) + 0.5) }
    end
    assert.are.same({ { -1, 30 }, { -1, 120 }, { -1, 30 }, { 1, 60 } }, { pose(s.a), pose(s.b), pose(s.c), pose(s.d) })
    assert.are.same({ 1, -30 }, pose(select(2, s:tileAt(24, 8))))
  end)

  it("are_pictures_if_they_are_tiles_without_name_and_class", function()
    local function layer()
      return objectLayer({ gid = 11, x = 0, y = 16, width = 16, height = 16 }, { gid = 1, x = 50, y = 16, width = 16, height = 16 })
    end
    assert.are.same({ { 50, 0, 66, 16 } }, rects(scene(export(layer())), "wall"))
    assert.are.equal(1, scene(export(layer()), { layers = { objects = "coin" } }):count("coin"))
    local shaped = objectLayer { gid = 6, x = 0, y = 16, width = 16, height = 16 }
    assert.are.same({ { 0, 8, 16, 16 } }, rects(scene(export(shaped), { layers = { objects = "spike" } }), "spike"))
    assert.are.equal("tile 5 of tileset 'set' in the map has a collision shape, but neither it nor its layer has a class: give it "
      .. "one in Tiled, or say layers = { name of the layer = a type, or false }", refusal(mapDef(export(shaped), { strict = true })))
    -- The spike in the tile is nothing, the rest of it is a wall.
    local s = scene(export(objectLayer { gid = 7, x = 0, y = 16, width = 16, height = 16 }), { legend = { spike = false } })
    assert.are.same({ 1, 1 }, { s:count(), s:count("wall") })
  end)

  it("are_capsules_also_of_tiles", function()
    local map = export(tileLayer(2, { 0, 101 }), objectLayer({ type = "wall", shape = "capsule", x = 50, y = 50, width = 30,
      height = 10 }, { name = "pill", shape = "capsule", x = 0, y = 100, width = 10, height = 30, rotation = 90 },
      { name = "ball", shape = "capsule", x = 0, y = 200, width = 10, height = 10 },
      { name = "large", gid = 101, x = 300, y = 100, width = 32, height = 32 }))
    map.tilesets[2] = { name = "more", firstgid = 101, tilewidth = 16, tileheight = 16, tiles = {
      { id = 0, type = "spike", objectGroup = group { shape = "capsule", x = 2, y = 4, width = 12, height = 8 } } } }
    local s = scene(map)
    assert.are.same({ 65, 55, { 50, 50, 80, 60 }, "capsule" }, { s.wall.x, s.wall.y, edges(s.wall),
      s.wall.boxes.push.shape:kind() })
    assert.are.same({ 0, 1 }, { (s.world:queryPoint(51, 51)), (s.world:queryPoint(55, 50.5)) })
    assert.are.same({ { -30, 100, 0, 110 }, { 0, 200, 10, 210 }, "circle" }, { edges(s.pill), edges(s.ball),
      s.ball.boxes.push.shape:kind() })
    assert.are.same({ { 18, 4, 30, 12 }, { 304, 76, 328, 92 } }, { edges(s.spike), edges(s.large) })
    map.layers[2].objects[4].height = 16
    assert.are.equal("tile 0 of tileset 'more' in the map: a capsule cannot be stretched in one direction",
      refusal(mapDef(map, { strict = true })))
    map.tilesets[2].tiles[1].objectGroup = group { shape = "ellipse", width = 12, height = 8, rotation = 30 }
    assert.are.equal("tile 0 of tileset 'more' in the map: a turned ellipse cannot be stretched in one direction",
      refusal(mapDef(map, { strict = true })))
  end)

  it("are_what_the_legend_says_of_their_class_or_name", function()
    local map = export(objectLayer({ type = "Enemy", shape = "point", x = 5, y = 5 }, { name = "Player", shape = "point" },
      { type = "Note", width = 1, height = 1 }))
    local s = scene(map, { legend = { Enemy = "coin", Player = { "hero", w = 2, h = 2 }, Note = false } })
    assert.are.same({ 2, 5, 3 }, { s:count(), s.coin.x, edges(s.coin)[3] - s.coin.x })
    assert.are.equal("Player", s.hero.name)
  end)
end)

describe("a file that Tiled has written", function()
  it("lies_beside_the_scene_or_below_and_so_may_its_tilesets", function()
    local s = scene("levels/small.lua")
    assert.are.same({ { 32, 0, 48, 16 }, { 0, 16, 48, 32 } }, rects(s, "wall"))
    s:reset()
    assert.are.equal(2, s:count("wall"))
  end)

  it("may_name_tilesets_beside_its_own_folder_but_none_beyond_that_of_the_scene", function()
    assert.are.same({ { 16, 0, 32, 16 } }, rects(scene("levels/deep/far.lua"), "wall"))
    local file = require "hitbox.scene.data.file"
    for path, want in pairs { ["x.lua"] = "maps/a/x.lua", ["../x.lua"] = "maps/x.lua", ["../../sets/./x.lua"] = "sets/x.lua",
      ["../../../x.lua"] = "../x.lua", ["../../../../x.lua"] = "../../x.lua", ["b/../x.lua"] = "maps/a/x.lua", ["/x.lua"] = "/x.lua" } do
      local base, from = file.from({ base = "game/", folder = "maps/a/" }, path)
      assert.are.same({ "game/", want }, { base, from })
      assert.are.equal(want:sub(1, 1) ~= "." and want:sub(1, 1) ~= "/", file.isBelow(from))
    end
  end)

  it("is_refused_by_name_and_reason", function()
    local function refused(path)
      return refusal(mapDef(path))
    end
    for _, path in ipairs { "../scene/maps/levels/small.lua", "/etc/passwd", "maps/levels/../../x.lua", "c:x", "a\\b", "" } do
      -- The helper that makes the scene lies in the folder above.
      assert.matches("^tiled of the map '.*' must be a file beside the scene's or below, got '", refused(path))
    end
    assert.matches("^tiled of the map 'maps/levels/none.lua': .*none.lua: No such file", refused("maps/levels/none.lua"))
    assert.matches("^tiled of the map 'maps/levels/broken.lua': .*broken.lua:%d: ", refused("maps/levels/broken.lua"))
    assert.matches("^tiled of the map 'maps/levels/reaching.lua': .*reaching.lua:1: a value must be a string, a finite number, "
      .. "true, false, nil or a table, got 'os'$", refused("maps/levels/reaching.lua"))
    assert.matches("^tiled of the map 'maps/levels/sets/stones.lua' must be a map that Tiled has saved or exported",
      refused("maps/levels/sets/stones.lua"))
  end)
end)

describe("a map of Tiled's in a file, reloaded", function()
  --- A scene as it is made in a file beside the map's.
  local function openAt(base, name)
    local text = [[local hitbox, name = ...
      local s = hitbox.scene { types = { wall = {}, coin = { r = 4 } }, map = { tiled = name } }
      return s]]
    return assert((loadstring or load)(text, "@" .. base .. "scene.lua"))(hitbox, name)
  end

  it("is_the_new_one_where_the_file_was_edited_and_keeps_changed_tiles_where_not", function()
    local path = os.tmpname()
    local base, name = path:match("^(.*[/\\])([^/\\]+)$")
    local function save(layers)
      local file = assert(io.open(path, "w"))
      file:write([[return { orientation = "orthogonal", tilewidth = 16, tileheight = 16, tilesets = { { name = "set",
        firstgid = 1, tilewidth = 16, tileheight = 16, tiles = { { id = 0, type = "wall" }, { id = 1, type = "coin" } } } },
        layers = { ]])
      for _, data in ipairs(layers) do
        file:write(('{ type = "tilelayer", name = "tiles", width = 3, height = 1, encoding = "lua", data = { %s } },')
          :format(data))
      end
      file:write("} }")
      file:close()
    end
    save { "1, 1, 2", "2, 0, 0" }
    local old = openAt(base, name)
    old:setTile(24, 8, nil)
    local same = openAt(base, name)
    same:reloadFrom(old)
    assert.are.same({ nil, "coin", 2 }, { (same:tileAt(24, 8)), (same:tileAt(8, 8)), same:count("coin") })
    save { "1, 1, 1" } -- another tile, and a layer less
    local new = openAt(base, name)
    new:reloadFrom(same)
    assert.are.same({ "wall", 0, 1 }, { (new:tileAt(24, 8)), new:count("coin"), new:count("wall") })
    os.remove(path)
  end)
end)

describe("a map of Tiled's that cannot be read", function()
  local function refused(map, options)
    return refusal(mapDef(map, options))
  end

  it("is_refused_with_what_to_do_in_Tiled", function()
    local map = export()
    map.orientation = "oblique"
    assert.are.equal("tiled of the map: the map is oblique, which is not known: it can be orthogonal, isometric, staggered "
      .. "or hexagonal", refused(map))
    local packed = tileLayer(2, { 1, 1 }, { encoding = "base64", compression = "zlib" })
    packed.data = "eJxjZGBgYAYAABEABQ=="
    assert.are.equal("layer 'tiles' in the map: its tiles are packed by zlib, which plain Lua does not unpack: run `hitbox "
      .. "convert` with the map and the name of a .lua file, or choose CSV as the map's Tile Layer Format in Tiled",
      refused(export(packed)))
    local outside = export()
    outside.tilesets = { { name = "set", firstgid = 1, filename = "set.tsx" } }
    assert.are.equal("tileset 'set' of the map lies in a file of its own, set.tsx: give the map by the name of "
      .. "its file, or in Tiled switch on Edit > Preferences > Export Options > Embed tilesets", refused(outside))
    assert.are.equal("tile 5 of tileset 'set' in the map has a collision shape, but neither it nor its layer has a "
      .. "class: give it one in Tiled, or say layers = { name of the layer = a type, or false }",
      refused(export(tileLayer(1, { 6 })), { strict = true }))
    assert.are.equal("object 1 in layer 'objects' of the map has neither a class nor a name: give it one in Tiled, "
      .. "or say layers = { name of the layer = a type, or false }", refused(export(objectLayer { width = 1, height = 1 }), { strict = true }))
  end)

  it("is_refused_by_tile_and_class_with_the_nearest_right_one", function()
    local map = export(objectLayer { name = "x", type = "wal" })
    assert.are.equal("the class of object 1 'x' in layer 'objects' of the map: there is no type 'wal', did you mean 'wall'?",
      refused(map, { strict = true }))
    assert.are.equal("layers of the map: the map has no layer 'object', did you mean 'objects'?",
      refused(map, { layers = { object = "wall" } }))
    assert.are.equal("object 1 'world' in layer 'objects' of the map cannot have the name 'world': s.world belongs to the scene, choose another name",
      refused(export(objectLayer { name = "world", shape = "point" }), { strict = true }))
    assert.are.equal("object 1 'door.1' in layer 'objects' of the map must be a name without '.', '*' and '|', got 'door.1'",
      refused(export(objectLayer { name = "door.1", type = "wall", width = 1, height = 1 }), { strict = true }))
    assert.are.equal(0, scene(export(objectLayer { name = "door.1", type = "Note" }), { legend = { Note = false } }):count())
    assert.are.equal("unknown key 'layer' in the map, did you mean 'layers'?", refused(map, { layer = {} }))
    assert.are.equal("legend[\"wal\"] of the map: there is no type 'wll', did you mean 'wall'?",
      refused(map, { legend = { wal = "wll" } }))
    assert.are.equal("layer 'tiles' in the map: 1 tiles are there, and 2 should be",
      refused(export(tileLayer(1, { 1 }, { width = 2 }))))
    local stray = export(tileLayer(1, { 1 }))
    stray.tilesets = {}
    assert.are.equal("the map has a tile 1, which is in none of its tilesets", refused(stray, { strict = true }))
    assert.are.equal("tiled of the map must be a map that Tiled has saved or exported, or the name of its file, got 3",
      refused(3))
  end)
end)
