local hitbox = require "hitbox"
local Meaning = require "hitbox.scene.maps.meaning"
local support = require "tests.scene.support"
local edges, rects, refusal = support.edges, support.rects, support.refusal

--- A layer of one row of tiles.
local function tiles(name, data, more)
  local layer = { type = "tilelayer", name = name, width = #data, height = 1, encoding = "lua", data = data }
  for key, value in pairs(more or {}) do
    layer[key] = value
  end
  return layer
end

local function objects(name, ...)
  local list = {}
  for i, more in ipairs { ... } do
    list[i] = { id = i, name = "", type = "", shape = "rectangle", x = 100 * i, y = 0, width = 8, height = 8 }
    for key, value in pairs(more) do
      list[i][key] = value
    end
  end
  return { type = "objectgroup", name = name, objects = list }
end

local SHAPE = { objects = { { shape = "rectangle", x = 0, y = 8, width = 16, height = 8 } } }
local POINT = { objects = { { shape = "point", x = 0, y = 8 } } }

--- A map with a tileset of which tile 1 is a picture only.
local function map(...)
  return { orientation = "orthogonal", tilewidth = 16, tileheight = 16, width = 6, height = 1, layers = { ... },
    tilesets = { { name = "set", firstgid = 1, tilewidth = 16, tileheight = 16, tiles = {
      { id = 1, type = "Enemy" }, { id = 2, properties = { collidable = true } }, { id = 3, properties = { collidable = "true" } },
      { id = 4, objectGroup = SHAPE }, { id = 5, objectGroup = POINT }, { id = 6, type = "WALL" },
      { id = 7, properties = { oneWay = true } }, { id = 8, properties = { collidable = false } },
      { id = 9, type = "Bush", objectGroup = SHAPE }, { id = 10, properties = { collidable = true, hp = 3 } } } } } }
end

local function scene(given, more)
  local def = { map = { tiled = given } }
  for key, value in pairs(more or {}) do
    def.map[key] = value
  end
  return hitbox.scene(def)
end

describe("a map without a word in the scene", function()
  it("has_types_of_its_own_for_classes_that_are_none", function()
    local s = scene(map(tiles("Deco", { 2, 2, 1 }), objects("Things", { type = "Door", name = "exit" })))
    assert.are.same({ { 0, 0, 32, 16 } }, rects(s, "Enemy"))
    assert.are.same({ "Enemy", "exit", "Door", 0 }, { s.Enemy.type, s.exit.name, s.exit.type, s:count("solid") })
    local made = s:spawn("Door", { at = { 50, 50 }, w = 2, h = 2 })
    assert.are.equal("Door", made.type)
  end)

  it("has_objects_without_class_and_name_that_are_called_by_their_layer", function()
    local s = scene(map(objects("Spawn points", { shape = "point" }, { gid = 1, width = 16, height = 16 }), objects("", {})))
    assert.are.same({ 1, 1, 2 }, { s:count("Spawn points"), s:count("object"), s:count() }) -- the tile is a picture
  end)

  it("has_things_with_names_that_can_be_said_in_rules", function()
    local s = scene(map(objects("a.b|c*d", {}, { name = "view" }, { type = "_each" }, { type = "step" })))
    assert.are.same({ 1, 1, 1, 1 }, { s:count("a_b_c_d"), s:count("view_"), s:count("each_"), s:count("step_") })
  end)
end)

describe("what is solid in a map", function()
  local function solid(s)
    return rects(s, "solid")
  end

  it("is_by_name_of_the_layer_or_class_in_any_case", function()
    for _, name in ipairs { "solid", "Wall", "WALLS", "Collision", "collisions", "Ground", "platform", "Platforms" } do
      local s = scene(map(tiles(name, { 1, 1, 0, 7 })))
      assert.are.same({ { 0, 0, 32, 16 }, { 48, 0, 64, 16 } }, solid(s), name)
      assert.are.same({ name, "WALL" }, { (s:tileAt(8, 8)), (s:tileAt(50, 8)) })
    end
    assert.are.same({}, solid(scene(map(tiles("Walls2", { 1, 1, 1 }), tiles("Background", { 1 })))))
    local s = scene(map(objects("Things", { type = "wall" }, { name = "Ground" }, { type = "coin" }), objects("Collision", {})))
    assert.are.same({ { 100, 0, 108, 8 }, { 100, 0, 108, 8 }, { 200, 0, 208, 8 } }, solid(s))
    s = scene(map(objects("Ground", { type = "coin" }, { type = "hero", gid = 1, y = 8 })))
    assert.are.same({}, solid(s)) -- a class says more than the layer's name
    s = scene(map { type = "group", name = "Walls", layers = { tiles("a", { 1 }), { type = "group", name = "b", layers = { tiles("c", { 0, 0, 1 }) } } } })
    assert.are.same({ { 0, 0, 16, 16 }, { 32, 0, 48, 16 } }, solid(s))
  end)

  it("is_by_a_property_of_layer_tile_or_object", function()
    local s = scene(map(tiles("a", { 1, 1 }, { properties = { collidable = true } })))
    assert.are.same({ { 0, 0, 32, 16 } }, solid(s))
    s = scene(map(tiles("a", { 3, 4, 1, 9, 3 })))
    assert.are.same({ { 0, 0, 32, 16 }, { 64, 0, 80, 16 } }, solid(s)) -- two kinds of tile are one thing
    assert.are.equal("a", s.solid.name)
    s = scene(map(tiles("walls", { 1, 9, 1 })))
    assert.are.same({ { 0, 0, 16, 16 }, { 32, 0, 48, 16 } }, solid(s))
    s = scene(map(objects("Things", { name = "crate", properties = { collidable = true } }, { name = "mist" })))
    assert.are.same({ { 100, 0, 108, 8 }, true }, { edges(s.solid), s.crate.collidable })
    s = scene(map(tiles("a", { 11 })))
    assert.are.same({ 3, 1 }, { s.a.hp, s:count("solid") })
  end)

  it("is_by_collision_shapes", function()
    local s = scene(map(tiles("a", { 5, 6, 10 }), objects("b", { gid = 5, x = 200, y = 16, width = 16, height = 16 })))
    assert.are.same({ { 0, 8, 16, 16 }, { 32, 8, 48, 16 }, { 200, 8, 216, 16 } }, solid(s))
    assert.are.same({ 1, 1, 1 }, { s:count("a"), s:count("Bush"), s:count("b") })
  end)

  it("is_from_one_side_by_a_property", function()
    local s = scene(map(tiles("a", { 8, 8 }), tiles("b", { 0, 0, 1 }, { properties = { oneWay = "left" } }),
      objects("c", { properties = { oneWay = "below" } }, { properties = { oneWay = "inside" } }, { shape = "point", properties = { oneWay = true } })))
    local sides = {}
    for thing in s:each("solid") do
      sides[#sides + 1] = thing.name .. " " .. tostring(thing.def.oneWay)
    end
    assert.are.same({ "a above", "b left", "c below", "c nil" }, sides)
    assert.are.equal("inside", s:thingAt(204, 4).oneWay)
  end)

  it("blocks_movers_by_one_rule", function()
    local s = hitbox.scene {
      map = { tiled = map(tiles("Ground", { 1, 1, 1, 1, 1, 1 }), tiles("a", { 0, 8 }, { offsety = -32 })) },
      rules = { { "hero", "solid", response = "slide" } },
      things = { { "hero", at = { 24, -20 }, anchor = "feet", w = 4, h = 8 } },
    }
    s.hero:move(0, 40)
    assert.are.equal(0, s.hero.y)
    s.hero:move(0, -26) -- up through the ledge
    s.hero:move(0, -10)
    s.hero:move(0, 40)
    assert.are.equal(-32, s.hero.y)
  end)

  it("is_no_floor_that_is_seen_from_above", function()
    --- A layer of 10 by 10 tiles, of which some are empty.
    local function ground(empty, more)
      local data = {}
      for i = 1, 100 do
        data[i] = i <= empty and 0 or 1
      end
      local layer = tiles("Ground", data, more)
      layer.width, layer.height = 10, 10
      return layer
    end
    local function solids(...)
      return scene(map(...)):count("solid")
    end
    assert.are.same({ 0, 1 }, { solids(ground(9)), solids(ground(10)) }) -- joined; more than nine of ten cells are full
    assert.are.equal(1, solids(ground(0, { properties = { collidable = true } })))
    assert.are.same({ 0, 1 }, { solids(ground(0, { name = "Platforms" })), solids(ground(50, { name = "Platforms" })) })
    assert.are.equal(2, solids(ground(50, { name = "Platforms" }), tiles("Walls", { 1 })))
    assert.are.equal(1, solids(tiles("Ground", { 1, 1, 1, 1, 1, 1 }))) -- a row is no floor
    assert.are.equal(1, solids(ground(50), tiles("Walls", { 1 })))
    assert.are.equal(1, solids({ type = "group", name = "g", layers = { objects("collision", {}) } }, ground(50)))
    assert.are.equal(1, solids(tiles("a", { 1 }, { properties = { collidable = true } }), ground(50)))
    assert.are.equal(1, solids(tiles("Walls", { 1 }, { properties = { collidable = false } }), ground(50)))
    local flat = map(ground(50))
    flat.orientation = "isometric"
    local s = scene(flat)
    assert.are.same({ 0, { "a map of Tiled", "  layer 'Ground' is taken for a floor or a background: a property "
      .. "collidable = true makes it solid" } }, { s:count("solid"), Meaning.explain(s) })
  end)

  it("keeps_what_the_scene_says_in_legend_or_layers", function()
    local types = { coin = { r = 3 }, Enemy = { team = "foes" } }
    local s = hitbox.scene { types = types, map = { tiled = map(tiles("Walls", { 1, 7 }), tiles("a", { 0, 0, 2 })),
      legend = { WALL = "coin" }, layers = { Walls = "Enemy" } } }
    assert.are.same({ 0, 1, 2 }, { s:count("solid"), s:count("coin"), s:count("foes") })
  end)

  it("stays_so_for_tiles_that_are_set", function()
    local s = scene(map(tiles("Ground", { 1, 1, 0, 0 })))
    s:setTile(40, 8, "Ground")
    assert.are.same({ { 0, 0, 48, 16 } }, solid(s))
    local again = scene(map(tiles("Ground", { 1, 1, 0, 0 })))
    again:reloadFrom(s)
    assert.are.same({ { 0, 0, 48, 16 } }, solid(again))
    again:reset()
    assert.are.same({ { 0, 0, 32, 16 } }, solid(again))
  end)
end)

describe("a shape in a map that cannot be had", function()
  it("is_read_as_the_nearest_one_and_listed", function()
    local bow = { { x = 0, y = 0 }, { x = 10, y = 10 }, { x = 10, y = 0 }, { x = 0, y = 10 } } -- crosses itself
    local dot = { { x = 0, y = 0 }, { x = 0, y = 0 }, { x = 0, y = 0 } }
    local s = scene(map(objects("walls", { name = "bow", shape = "polygon", polygon = bow }, { name = "dot", shape = "polygon", polygon = dot },
      { name = "flat", width = 0, height = 0 }, { name = "speck", shape = "ellipse", width = 0, height = 0 })))
    assert.are.same({ { 100, 0, 110, 10 }, 4 }, { edges(s.bow), s:count() })
    assert.are.same({ 1, 0 }, { (s.world:queryRect(102, 2, 2, 2)), (s.world:queryRect(101, 4.5, 1, 1)) })
    assert.matches("\n  object 1 'bow' in layer 'walls' of the map: [^\n]*; read as its edges\n", table.concat(Meaning.explain(s), "\n") .. "\n")
    local disc = { objects = { { shape = "capsule", x = 0, y = 0, width = 16, height = 8 } } }
    local given = map(objects("a", { gid = 101, x = 0, y = 16, width = 32, height = 16 }))
    given.tilesets[2] = { name = "more", firstgid = 101, tilewidth = 16, tileheight = 16, tiles = { { id = 0, objectGroup = disc } } }
    s = scene(given)
    local box = edges(s.solid) -- of 24 corners, at most 1 in 100 smaller than the capsule
    assert.is_true(box[1] >= 0 and box[1] < 0.32 and box[3] <= 32 and box[3] > 31.68 and box[2] >= 0 and box[4] <= 8)
  end)

  it("is_left_out_if_it_is_a_tile_of_no_tileset", function()
    local given = map(tiles("Ground", { 1, 1 }), objects("a", { gid = 1, x = 0, y = 16, width = 16, height = 16 }))
    given.tilesets = {}
    local s = scene(given)
    assert.are.same({ 0, { "a map of Tiled", "  the map has a tile 1, which is in none of its tilesets; left out" } },
      { s:count(), Meaning.explain(s) })
  end)
end)

describe("a list of what was taken for what", function()
  it("has_word_count_and_reason", function()
    local s = scene(map(tiles("Ground", { 1, 1, 0, 2 }), tiles("a", { 8 }), objects("Things", {}, { name = "wall" }, { name = "hero" })))
    local want = { "a map of Tiled", "  Ground: type, solid; 2 tiles; layer 'Ground'",
      "  Enemy: type, solid; 1 tile; class of tiles, layer 'Ground'",
      "  a: type, solid from above; 1 tile; layer 'a', oneWay of tiles",
      "  Things: type; 1 object; layer 'Things'", "  wall: solid; 1 object; name 'wall'" }
    assert.are.same(want, Meaning.explain(s))
    s:reset()
    assert.are.same(want, Meaning.explain(s))
    s:setTile(8, 8, nil)
    assert.are.same(want, Meaning.explain(s))
  end)

  it("is_empty_for_what_the_scene_has_words_for", function()
    local s = hitbox.scene { types = { Enemy = {} }, map = { tiled = map(tiles("a", { 1, 2 })) } }
    assert.are.same({}, Meaning.explain(s))
    assert.are.same({}, Meaning.explain(hitbox.scene {}))
  end)
end)

describe("a strict map", function()
  it("finds_nothing_by_itself", function()
    local s = hitbox.scene { types = { WALL = {} }, map = { strict = true, tiled = map(tiles("Ground", { 1, 7 }),
      objects("c", { name = "Ground", properties = { oneWay = "below" } })) } }
    assert.are.same({ 0, 2, "below", {} }, { s:count("solid"), s:count(), s.Ground.oneWay, Meaning.explain(s) })
    assert.matches("there is no type 'Enemy'", refusal { map = { strict = true, tiled = map(tiles("a", { 2 })) } })
    assert.are.equal("strict of the map must be a boolean, got 3", refusal { map = { strict = 3, tiled = map() } })
  end)
end)

describe("a project of LDtk without a word in the scene", function()
  local function project(values, data, more)
    local layer = { __identifier = "Cells", __type = "IntGrid", __cWid = #data, __cHei = 1, __gridSize = 16, layerDefUid = 1,
      intGridCsv = data }
    for key, value in pairs(more or {}) do
      layer[key] = value
    end
    return { worldLayout = "Free", defs = { layers = { { identifier = "Cells", uid = 1, intGridValues = values } } },
      levels = { { identifier = "A", worldX = 0, worldY = 0, pxWid = 64, pxHei = 16, layerInstances = { layer } } } }
  end

  local function words(s)
    local list = {}
    for thing in s:each() do
      list[#list + 1] = thing.name .. (thing:is("solid") and "!" or "")
    end
    return table.concat(list, " ")
  end

  it("has_types_for_values_of_which_those_are_solid_that_say_so_or_else_all", function()
    local function read(...)
      return words(hitbox.scene { map = { ldtk = project(...) } })
    end
    assert.are.equal("dirt! rock!", read({ { value = 1, identifier = "dirt" }, { value = 2, identifier = "rock" } }, { 1, 2 }))
    assert.are.equal("dirt! Ladder water", read({ { value = 1, identifier = "dirt" }, { value = 2, identifier = "Ladder" },
      { value = 3, identifier = "water" } }, { 1, 2, 3 }))
    assert.are.equal("Walls! mud", read({ { value = 1, identifier = "Walls" }, { value = 2, identifier = "mud" } }, { 1, 2 }))
    assert.are.equal("Cells!", read({}, { 7 }))
    assert.are.equal("Cells!", read({ { value = 7 } }, { 7, 7 }))
  end)

  it("has_types_for_entities_that_are_solid_by_field_or_name", function()
    local function entity(name, fields)
      return { __identifier = name, __pivot = { 0, 0 }, iid = name, width = 16, height = 8, px = { 0, 0 }, fieldInstances = fields }
    end
    local list = { entity("Foe"), entity("Platform"), entity("Lift", { { __identifier = "oneWay", __type = "Bool", __value = true } }),
      entity("Box", { { __identifier = "collidable", __type = "Bool", __value = true } }), entity("view") }
    local s = hitbox.scene { map = { ldtk = project({}, { 0 }, { __type = "Entities", entityInstances = list }) } }
    assert.are.equal("Foe Platform! Lift! Box! view_", words(s))
    assert.are.same({ "Foe", "above" }, { s.Foe.type, s.Lift.def.oneWay })
    assert.are.same({ "a project of LDtk", "  Foe: type; 1 object; entities", "  Platform: type, solid; 1 object; entities, class 'Platform'",
      "  Lift: type, solid from above; 1 object; entities, oneWay of entities",
      "  Box: type, solid; 1 object; entities, collidable of entities", "  view_: type; 1 object; entities" }, Meaning.explain(s))
  end)
end)

describe("the view of a scene with a map", function()
  it("is_all_of_the_map_unless_the_scene_says_it", function()
    local s = scene(map(tiles("Ground", { 1 })), { at = { 10, 20 } })
    assert.are.same({ 10, 20, 96, 16 }, { s.view.x, s.view.y, s.view.w, s.view.h })
    s.view.w = 5
    s:reset()
    assert.are.equal(96, s.view.w)
    s = hitbox.scene { view = { 50, 40 }, map = { tiled = map() } }
    assert.are.same({ 0, 0, 50, 40 }, { s.view.x, s.view.y, s.view.w, s.view.h })
    s = hitbox.scene { map = { { tile = 16, rows = { "##" }, legend = { ["#"] = false } }, { at = { -8, 4 }, tile = 4, rows = { ".", ".", ".", "." }, legend = {} } } }
    assert.are.same({ -8, 0, 40, 20 }, { s.view.x, s.view.y, s.view.w, s.view.h })
    s = hitbox.scene {}
    assert.are.same({ 0, 0, 320, 240 }, { s.view.x, s.view.y, s.view.w, s.view.h })
  end)
end)

describe("why", function()
  it("names_boxes_of_a_level_by_the_types_of_their_things", function()
    local given = map(tiles("Ground", { 1 }), objects("Things", { name = "Ann", type = "Enemy" }, { name = "stone" }))
    local s = hitbox.scene { map = { tiled = given }, rules = { { "*", "solid" }, { "*", "Enemy" } },
      things = { { "hero", at = { 8, 8 }, boxes = { push = { w = 4, h = 4 }, hurt = { w = 2, h = 2 } } } } }
    local function why(a, b, ...)
      return (s:why(a, b, ...):gsub(" %(meaning_spec.lua:%d+%)", ""))
    end
    assert.are.equal("rule 1 applies to hero.push and Ground: cross, they overlap by 10", why(s.hero, s.solid, "push"))
    assert.are.equal("rule 2 names hero.hurt and Ann (Enemy), but they do not overlap: 91 apart", why(s.hero, s.Ann, "hurt"))
    assert.are.equal("no rule names hero.hurt, hero.push and stone", why(s.hero, s.stone))
  end)
end)
