local hitbox = require "hitbox"
local Meaning = require "hitbox.scene.maps.meaning"
local support = require "tests.scene.support"
local edges, refusal, rects = support.edges, support.refusal, support.rects

--- What a project says of its layers, as LDtk writes it.
local DEFS = { layers = {
  { identifier = "Things", uid = 1, __type = "Entities", gridSize = 16, intGridValues = {} },
  { identifier = "Solid", uid = 2, __type = "IntGrid", gridSize = 16, intGridValues = {
    { value = 1, identifier = "wall", groupUid = 0 }, { value = 2, identifier = "ledge", groupUid = 0 },
    { value = 4, identifier = "dirt", groupUid = 9 }, { value = 5, groupUid = 0 } },
    intGridValuesGroups = { { uid = 9, identifier = "wall" } } },
  { identifier = "Back", uid = 3, __type = "Tiles", gridSize = 16, intGridValues = {} },
} }

local function grid(width, values, more)
  local layer = { __identifier = "Solid", __type = "IntGrid", __cWid = width, __cHei = #values / width, __gridSize = 16,
    __pxTotalOffsetX = 0, __pxTotalOffsetY = 0, layerDefUid = 2, visible = true, intGridCsv = values,
    autoLayerTiles = {}, gridTiles = {}, entityInstances = {} }
  for key, value in pairs(more or {}) do
    layer[key] = value
  end
  return layer
end

local function field(name, kind, value)
  return { __identifier = name, __type = kind, __value = value }
end

--- A field that refers to an entity.
local function link(iid)
  return { entityIid = iid, layerIid = "l", levelIid = "v", worldIid = "w" }
end

local function entity(name, x, y, w, h, pivot, fields, iid)
  return { __identifier = name, __pivot = pivot, __tags = {}, iid = iid or name .. x, width = w, height = h, px = { x, y },
    fieldInstances = fields or {} }
end

local function entities(...)
  return grid(2, { 0, 0 }, { __identifier = "Things", __type = "Entities", layerDefUid = 1, intGridCsv = {},
    entityInstances = { ... } })
end

local function level(name, x, y, ...)
  return { identifier = name, iid = name, worldX = x, worldY = y, layerInstances = { ... } }
end

local function project(...)
  return { jsonVersion = "1.5.3", worldLayout = "Free", defs = DEFS, worlds = {}, levels = { ... } }
end

local TYPES = { wall = {}, ledge = { oneWay = "above" }, coin = { r = 3 }, hero = { anchor = "feet", w = 8, h = 14 },
  lift = { anchor = "top" } }

local function mapDef(given, options)
  local def = { ldtk = given }
  for key, value in pairs(options or {}) do
    def[key] = value
  end
  return { types = TYPES, map = def }
end

local function scene(given, options)
  return hitbox.scene(mapDef(given, options))
end

describe("values of a map of LDtk's", function()
  it("are_types_by_their_names_and_joined", function()
    local s = scene(project(level("A", 64, 32, grid(4, { 1, 1, 0, 2, 1, 0, 0, 2 }))), { at = { 100, 0 } })
    assert.are.same({ { 100, 0, 132, 16 }, { 100, 16, 116, 32 } }, rects(s, "wall"))
    assert.are.same({ { 148, 0, 164, 16 }, { 148, 16, 164, 32 } }, rects(s, "ledge"))
    assert.are.equal("wall", (s:tileAt(110, 20)))
    s:setTile(140, 8, "wall")
    assert.are.same({ 100, 0, 148, 16 }, rects(s, "wall")[1])
  end)

  it("are_what_the_legend_says_of_their_name_group_or_number", function()
    local map = project(level("A", 0, 0, grid(4, { 1, 2, 4, 5 })))
    local s = scene(map, { legend = { ledge = false, [5] = "coin" } })
    assert.are.same({ { 0, 0, 16, 16 }, { 32, 0, 48, 16 } }, rects(s, "wall"))
    assert.are.same({ 0, 56, 8 }, { s:count("ledge"), s.coin.x, s.coin.y })
    s = scene(map, { layers = { Solid = "coin" } }) -- of the value without a name
    assert.are.same({ 2, 1, 1 }, { s:count("wall"), s:count("ledge"), s:count("coin") })
    s = scene(map, { legend = { dirt = "ledge", [5] = false } })
    assert.are.same({ { 16, 0, 48, 16 } }, rects(s, "ledge"))
  end)

  it("are_shifted_and_hidden_with_their_layer_and_topmost_as_in_LDtk", function()
    local s = scene(project(level("A", 0, 0,
      grid(2, { 2, 0 }, { __pxTotalOffsetX = 3, __pxTotalOffsetY = -5, visible = false }), grid(2, { 1, 1 }))))
    assert.are.same({ { 3, -5, 19, 11 } }, rects(s, "ledge"))
    assert.are.same({ true, false }, { s.ledge.hidden, s.wall.hidden or false })
    assert.are.equal("ledge", (s:tileAt(8, 8)))
  end)

  it("were_numbered_by_their_order_and_listed_by_cells_before_version_0.8", function()
    local map = project(level("A", 0, 0, grid(4, { 0, 0, 0, 0, 0, 0, 0, 0 }, { intGridCsv = false })))
    map.levels[1].layerInstances[1].intGridCsv = nil
    map.levels[1].layerInstances[1].intGrid = { { coordId = 1, v = 0 }, { coordId = 4, v = 1 }, { coordId = 99, v = 0 } }
    map.defs = { layers = { { identifier = "Solid", uid = 2, intGridValues = { { identifier = "wall" }, { identifier = "ledge" } } } } }
    local s = scene(map)
    assert.are.same({ { { 16, 0, 32, 16 } }, { { 0, 16, 16, 32 } } }, { rects(s, "wall"), rects(s, "ledge") })
  end)

  it("may_be_of_layers_that_are_left_out_or_pictures_with_a_type", function()
    local back = grid(2, {}, { __identifier = "Back", __type = "Tiles", layerDefUid = 3, gridTiles = {
      { px = { 0, 16 }, src = { 0, 0 }, f = 0, t = 1 }, { px = { 16, 16 }, src = { 0, 0 }, f = 0, t = 2 } } })
    local map = project(level("A", 0, 0, grid(2, { 1, 1 }), back))
    assert.are.same({ { 0, 0, 32, 16 } }, rects(scene(map), "wall"))
    local s = scene(map, { layers = { Solid = false, Back = "wall" } })
    assert.are.same({ { 0, 16, 32, 32 } }, rects(s, "wall"))
  end)
end)

describe("floors of a map of LDtk's", function()
  local function isSolid(s, x, y)
    local thing = s:thingAt(x, y)
    return thing ~= nil and thing:is("solid")
  end

  local function tilesOf(cells, name)
    local list = {}
    for i, cell in ipairs(cells) do
      list[i] = { px = { 16 * cell[1], 16 * cell[2] }, src = { 0, 0 }, f = 0, t = 1 }
    end
    return grid(10, {}, { __identifier = name, __type = "Tiles", layerDefUid = 3, __cWid = 10, __cHei = 10, gridTiles = list })
  end

  it("are_the_values_and_layers_in_which_the_player_starts", function()
    local start = entities(entity("PlayerStart", 24, 16, 8, 8, { 0.5, 1 })) -- its middle is at 24, 12
    local values = grid(3, { 1, 4, 1 })
    local s = hitbox.scene { map = { ldtk = project(level("A", 100, 0, start, values), level("B", 0, 0, grid(1, { 4 }))) } }
    assert.are.same({ true, false, true, false }, { isSolid(s, 108, 4), isSolid(s, 124, 4), isSolid(s, 140, 4), isSolid(s, 8, 8) })
    assert.are.equal("  dirt of IntGrid 'Solid' is taken for a floor or a background: a type of that name can be solid",
      Meaning.explain(s)[3])
    local ground = tilesOf({ { 0, 0 }, { 1, 0 } }, "Ground")
    s = hitbox.scene { map = { ldtk = project(level("A", 0, 0, ground)) } }
    assert.are.equal(1, s:count("solid"))
    s = hitbox.scene { map = { ldtk = project(level("A", 0, 0, start, ground)) } }
    assert.are.same({ 0, "  layer 'Ground' is taken for a floor or a background: layers = { Ground = a type } makes it one" },
      { s:count("solid"), Meaning.explain(s)[2] })
  end)

  it("are_the_values_and_layers_that_fill_more_than_nine_of_ten_cells", function()
    local values, cells = {}, {}
    for i = 1, 100 do
      values[i] = i <= 90 and 4 or 0
      cells[i] = i <= 90 and { (i - 1) % 10, math.floor((i - 1) / 10) } or nil
    end
    local function count()
      return hitbox.scene { map = { ldtk = project(level("A", 0, 0, grid(10, values), tilesOf(cells, "Walls"))) } }:count("solid")
    end
    assert.are.equal(2, count())
    values[100], cells[91] = 4, { 9, 9 }
    assert.are.equal(0, count())
  end)
end)

describe("entities of a map of LDtk's", function()
  it("are_things_with_their_pivot_as_the_anchor", function()
    local s = scene(project(level("A", 0, 0, entities(entity("Crate", 40, 60, 20, 30, { 0.5, 1 }),
      entity("Zone", 8, 4, 32, 16, { 0, 0 })))))
    assert.are.same({ 40, 60, { 30, 30, 50, 60 } }, { s.Crate.x, s.Crate.y, edges(s.Crate) })
    assert.are.same({ 8, 4, { 8, 4, 40, 20 } }, { s.Zone.x, s.Zone.y, edges(s.Zone) })
  end)

  it("of_a_type_with_a_shape_are_put_where_its_anchor_is_in_them", function()
    local map = project(level("A", 0, 0, entities(entity("hero", 40, 60, 20, 30, { 0, 0 }),
      entity("coin", 40, 60, 20, 30, { 0.5, 1 }))))
    local s = scene(map)
    assert.are.same({ 50, 90, { 46, 76, 54, 90 } }, { s.hero.x, s.hero.y, edges(s.hero) })
    assert.are.same({ 40, 45 }, { s.coin.x, s.coin.y })
    s = scene(project(level("A", 0, 0, entities(entity("lift", 40, 60, 20, 30, { 0, 0 })))))
    assert.are.same({ 50, 60, { 40, 60, 60, 90 } }, { s.lift.x, s.lift.y, edges(s.lift) }) -- its own size, about its own anchor
  end)

  it("need_no_iid_as_before_version_1.0", function()
    local old = entity("Crate", 40, 60, 20, 30, { 0.5, 1 })
    old.iid, old.__tags = nil, nil
    assert.are.same({ 30, 30, 50, 60 }, edges(scene(project(level("A", 0, 0, entities(old)))).Crate))
  end)

  it("have_the_size_and_pivot_of_their_definition_as_before_version_0.8", function()
    local old = entity("Crate", 40, 60)
    old.defUid, old.__tile = 4, { tilesetUid = 1, srcRect = { 0, 0, 8, 8 } }
    local map = project(level("A", 0, 0, entities(old)))
    map.defs = { layers = DEFS.layers, entities = { { identifier = "Crate", uid = 4, width = 20, height = 30, pivotX = 0.5, pivotY = 1 } } }
    assert.are.same({ 30, 30, 50, 60 }, edges(scene(map).Crate))
  end)

  it("are_hidden_with_their_layer", function()
    local layer = entities(entity("coin", 0, 0, 8, 8, { 0, 0 }))
    assert.is_falsy(scene(project(level("A", 0, 0, layer))).coin.hidden)
    layer.visible = false
    assert.is_true(scene(project(level("A", 0, 0, layer))).coin.hidden)
  end)

  it("are_what_the_legend_or_their_layer_says", function()
    local map = project(level("A", 0, 0, entities(entity("Start", 0, 0, 16, 16, { 0.5, 1 }),
      entity("Gem", 50, 0, 16, 16, { 0.5, 0.5 }), entity("Note", 0, 0, 9, 9, { 0, 0 }))))
    local s = scene(map, { legend = { Start = "hero", Note = false }, layers = { Things = "coin" } })
    assert.are.same({ 1, 1, 0, 0 }, { s:count("hero"), s:count("coin"), s:count("Note"), s:count("Gem") })
    assert.are.same({ 50, 0 }, { s.coin.x, s.coin.y })
  end)

  it("have_fields_as_data_and_tags_as_groups", function()
    local foe = entity("Foe", 0, 0, 16, 16, { 0, 0 }, { field("hp", "Int", 7), field("name", "String", "Bo"),
      field("loot", "Array<LocalEnum.Item>", { "gem", "key" }), field("post", "Point", { cx = 2, cy = 0 }),
      field("patrol", "Array<Point>", { { cx = 0, cy = 1 }, { cx = 1, cy = 1 } }), field("none", "Int", nil) })
    foe.__tags = { "actor" }
    local layer = entities(foe)
    layer.__pxTotalOffsetX = 4
    local s = scene(project(level("A", 100, 200, layer), level("B", 0, 0)))
    foe = s.Foe
    assert.are.same({ 104, 200, 7, "Foe", "Bo" }, { foe.x, foe.y, foe.hp, foe.name, foe.fields.name })
    assert.are.same({ { "gem", "key" }, { 144, 208 }, { { 112, 224 }, { 128, 224 } } }, { foe.loot, foe.post, foe.patrol })
    assert.is_nil(foe.none)
    assert.is_nil(scene(project(level("A", 0, 0, entities(entity("coin", 0, 0, 8, 8, { 0, 0 }))))).coin.fields)
    assert.are.equal(foe, s.actor)
  end)

  it("have_the_groups_of_the_legend_beside_their_tags", function()
    local foe = entity("Foe", 0, 0, 16, 16, { 0, 0 })
    local map = project(level("A", 0, 0, entities(foe)))
    assert.are.equal(1, scene(map, { legend = { Foe = { "foe", groups = { "wet" } } } }):count("wet"))
    foe.__tags = { "actor" }
    local s = scene(map, { legend = { Foe = { "foe", group = "solid", groups = { "wet" } } } })
    assert.are.same({ s.foe, s.foe, s.foe }, { s.wet, s.actor, s.solid })
  end)

  it("have_lists_without_the_entries_that_are_null", function()
    local patrol = field("hours", "Array<Int>", { 1, nil, 3, nil, nil, 6 })
    local seen = field("watches", "Array<EntityRef>", { [2] = link "b", [4] = link "a", [9] = link "b" }) -- as it is read from JSON
    local s = scene(project(level("A", 0, 0, entities(entity("Foe", 0, 0, 16, 16, { 0, 0 }, { patrol, seen }, "a"),
      entity("Bat", 50, 0, 16, 16, { 0, 0 }, {}, "b")))))
    assert.are.same({ { 1, 3, 6 }, { s.Bat, s.Foe, s.Bat } }, { s.Foe.hours, s.Foe.watches })
  end)

  it("refer_to_each_other_also_from_level_to_level", function()
    local map = project(
      level("A", 0, 0, entities(entity("Door", 0, 0, 16, 16, { 0, 0 }, { field("to", "EntityRef", link "d2"),
        field("parent", "EntityRef", link "d2") }, "d1"))),
      level("B", 100, 0, entities(entity("Door", 0, 0, 16, 16, { 0, 0 }, { field("to", "EntityRef", nil) }, "d2"),
        entity("Switch", 50, 0, 16, 16, { 0, 0 }, { field("opens", "Array<EntityRef>", { link "d1", link "gone", link "d2" }) }))))
    local s = scene(map)
    local first, second = s:thingAt(8, 8), s:thingAt(108, 8)
    assert.are.same({ second, second }, { first.to, first.fields.parent })
    assert.is_nil(second.to)
    assert.are.same({ first, second }, s.Switch.opens)
    assert.are.equal(s:hash(), scene(map):hash())
    s = scene(map, { level = "A" })
    assert.is_nil(s.Door.to)
  end)

  it("refer_to_each_other_after_a_reload_as_they_did_or_as_was_edited", function()
    local function doors(to)
      local list = {}
      for i = 1, 3 do
        list[i] = entity("Door", 50 * i, 0, 16, 16, { 0, 0 }, { field("to", "EntityRef", link("d" .. (i == 1 and to or 3))) },
          "d" .. i)
      end
      return scene(project(level("A", 0, 0, entities((table.unpack or unpack)(list)))))
    end
    local old = doors(2)
    old:thingAt(158, 8).to = old.Door -- set by a script
    local new = doors(2)
    new:reloadFrom(old)
    assert.are.same({ new:thingAt(108, 8), new.Door }, { new.Door.to, new:thingAt(158, 8).to })
    local edited = doors(3)
    edited:reloadFrom(new)
    assert.are.same({ edited:thingAt(158, 8), edited.Door }, { edited.Door.to, edited:thingAt(158, 8).to })
  end)
end)

describe("levels of a map of LDtk's", function()
  local A, B = level("A", 64, -16, grid(2, { 1, 0 })), level("B", -32, 0, grid(2, { 0, 1 }))

  it("are_where_they_are_in_the_world_and_one_alone_at_the_origin", function()
    assert.are.same({ { 64, -16, 80, 0 }, { -16, 0, 0, 16 } }, rects(scene(project(A, B)), "wall"))
    assert.are.same({ { 74, 4, 90, 20 }, { -6, 20, 10, 36 } }, rects(scene(project(A, B), { at = { 10, 20 } }), "wall"))
    assert.are.same({ { 16, 0, 32, 16 } }, rects(scene(project(A, B), { level = "B" }), "wall"))
    assert.are.same({ { -16, 0, 0, 16 } }, rects(scene(project(A, B), { level = { "B" } }), "wall"))
    assert.are.same({ { 0, 0, 16, 16 } }, rects(scene(project(A)), "wall"))
  end)

  it("tell_where_they_are_and_what_their_fields_say", function()
    local first, second = level("A", 0, 0, entities(entity("Door", 0, 0, 16, 16, { 0, 0 }, {}, "d"))), level("B", 100, 50)
    first.pxWid, first.pxHei, second.pxWid, second.pxHei = 100, 80, 60, 40
    second.fieldInstances = { field("music", "String", "cave"), field("exit", "EntityRef", link "d"),
      field("name", "String", "deep") }
    local s = scene(project(first, second), { at = { 1000, 0 } })
    local x, y, w, h, name, fields = s:levelAt(1100, 60)
    assert.are.same({ 1100, 50, 60, 40, "B", "cave", "deep" }, { x, y, w, h, name, fields.music, fields.name })
    assert.are.equal(s.Door, fields.exit)
    assert.are.same({ 1000, 0, 100, 80, "A", {} }, { s:levelAt(1099, 79) })
    assert.is_nil((s:levelAt(1100, 49)))
    local alone = scene(project(first, second), { level = "B" })
    assert.are.same({ 0, 0, 60, 40, "B", { music = "cave", name = "deep" } }, { alone:levelAt(0, 0) })
  end)

  it("have_tiles_set_in_the_one_that_is_there", function()
    local s = scene(project(A, level("B", 103, 7, grid(2, { 1, 0 }))))
    s:setTile(130, 12, "wall")
    assert.are.same({ 103, 7, 135, 23 }, edges(s:thingAt(130, 12)))
    s:setTile(130, 12, nil)
    s:setTile(130, 12, "wall") -- again
    assert.are.same({ 103, 7, 135, 23 }, edges(s:thingAt(130, 12)))
    s:setTile(150, 12, "wall") -- in none: of the first one
    assert.are.same({ 144, 0, 160, 16 }, edges(s:thingAt(150, 12)))
  end)

  it("lie_in_a_row_in_linear_layouts_48_apart_as_in_LDtk", function()
    local function row(layout)
      local a, b, c = level("A", -1, -1, grid(2, { 1, 0 })), level("B", -1, -1, grid(2, { 0, 1 })), level("C", -1, -1, grid(1, { 1 }))
      a.pxWid, a.pxHei, b.pxWid, b.pxHei, c.pxWid, c.pxHei = 32, 16, 40, 20, 16, 16
      local map = project(a, b, c)
      map.worldLayout = layout
      return map
    end
    assert.are.same({ { 0, 0, 16, 16 }, { 96, 0, 112, 16 }, { 168, 0, 184, 16 } }, rects(scene(row "LinearHorizontal"), "wall"))
    local old = row(nil) -- before version 0.6 there was no world
    for _, one in ipairs(old.levels) do
      one.worldX, one.worldY = nil, nil
    end
    assert.are.same(rects(scene(row "LinearHorizontal"), "wall"), rects(scene(old), "wall"))
    assert.are.same({ { 0, 0, 16, 16 }, { 16, 64, 32, 80 }, { 0, 132, 16, 148 } }, rects(scene(row "LinearVertical"), "wall"))
    local s = scene(row "LinearHorizontal", { at = { 1000, 0 } })
    assert.are.same({ 1080, 0, 40, 20, "B" }, { (function(x, y, w, h, name) return x, y, w, h, name end)(s:levelAt(1090, 5)) })
    assert.are.same({ { 16, 0, 32, 16 } }, rects(scene(row "LinearHorizontal", { level = "B" }), "wall"))
    assert.are.same({ { 96, 0, 112, 16 } }, rects(scene(row "LinearHorizontal", { level = { "B" } }), "wall"))
  end)

  it("may_be_in_several_worlds_which_lie_side_by_side", function()
    local a, b, c = level("A", -100, -50, grid(2, { 1, 0 })), level("B", 7, 9, grid(2, { 0, 1 })), level("C", 39, 41, grid(2, { 1, 1 }))
    a.pxWid, a.pxHei, b.pxWid, b.pxHei, c.pxWid, c.pxHei = 32, 16, 32, 16, 32, 16
    local map = project()
    map.worlds = { { worldLayout = "LinearVertical", levels = { a } }, { worldLayout = "GridVania", levels = { b, c } } }
    -- The first world ends at 32; the second one begins 48 further, with its top at 0.
    assert.are.same({ { 0, 0, 16, 16 }, { 96, 0, 112, 16 }, { 112, 32, 144, 48 } }, rects(scene(map), "wall"))
    assert.are.same({ { 0, 0, 16, 16 } }, rects(scene(map, { level = "A" }), "wall"))
    assert.are.same({ { 96, 0, 112, 16 } }, rects(scene(map, { level = { "B" } }), "wall"))
  end)

  it("are_of_one_depth_unless_they_are_named", function()
    local function at(depth, name, ...)
      local one = level(name, 0, 0, grid(2, { 1, 0 }), ...)
      one.worldDepth = depth
      return one
    end
    local function names(given, options)
      local s, list = scene(given, options), {}
      for i, one in ipairs(s._maps[1].levels) do
        list[i] = one.name
      end
      return table.concat(list, " "), s
    end
    local map = project(at(1, "Up"), at(0, "A"), at(nil, "B"), at(-1, "Cave"))
    assert.are.equal("A B", (names(map)))
    assert.are.equal("Cave", (names(map, { depth = -1 })))
    assert.are.equal("Cave Up", (names(map, { level = { "Cave", "Up" } })))
    -- As many levels each: the one nearest to 0.
    assert.are.equal("B", (names(project(at(2, "A"), at(-1, "B"), at(3, "C")))))
    -- The player starts there.
    local start = entities(entity("The_PlayerStart", 8, 8, 8, 8, { 0, 0 }))
    assert.are.equal("Up", (names(project(at(0, "A"), at(0, "B"), at(1, "Up", start)))))
    local _, s = names(map)
    assert.are.equal("  levels of other depths (-1, 1): left out; depth = -1 in the map's definition reads them instead",
      Meaning.explain(s)[2])
    assert.are.equal("depth of the map must be a depth that has levels: -1, 0, 1, got 2", refusal(mapDef(map, { depth = 2 })))
    assert.are.equal("depth of the map: the levels are given by name, so leave it out",
      refusal(mapDef(map, { depth = 0, level = "A" })))
  end)

  it("know_their_neighbours", function()
    local a, b = level("A", 0, 0), level("B", 32, 0)
    a.pxWid, a.pxHei, b.pxWid, b.pxHei = 32, 16, 32, 16
    a.__neighbours = { { levelIid = "B", dir = "e" }, { levelIid = "gone", dir = "n" } }
    b.uid, b.iid, b.fieldInstances = 7, nil, { field("neighbours", "Int", 3) }
    a.__neighbours[3] = { levelUid = 7, dir = "s" } -- before version 1.0
    local s = scene(project(a, b))
    assert.are.same({ { level = "B", side = "s" } }, (select(6, s:levelAt(1, 1))).neighbours)
    assert.are.equal(3, (select(6, s:levelAt(40, 1))).neighbours)
    b.iid = "B"
    assert.are.same({ { level = "B", side = "e" } }, (select(6, scene(project(a, b)):levelAt(1, 1))).neighbours)
  end)

  it("may_lie_in_files_of_their_own", function()
    local s = scene("levels/small.ldtk", { level = "Low" })
    assert.are.same({ { 0, 16, 32, 32 } }, rects(s, "wall"))
    assert.are.same({ 16, 16, "ü" }, { s.hero.x, s.hero.y, s.hero.motto })
    assert.are.same({ { 32, 16, 64, 32 } }, rects(scene("levels/small.ldtk", { level = { "Low" } }), "wall"))
  end)
end)

describe("a map of LDtk's that cannot be read", function()
  local function refused(given, options)
    return refusal(mapDef(given, options))
  end

  it("is_refused_with_what_to_do", function()
    local A, B = level("A", 0, 0, grid(2, { 1, 3 })), level("B", 0, 0)
    assert.matches("^layer 'Solid' of the map has the value 3, which is no type: say legend = { %[3%] = a type, or "
      .. "false }, or layers = { Solid = a type, or false }$", refused(project(A), { strict = true }))
    assert.are.equal("layer 'Solid' of the map has the values 'dirt', 3, 'wall', which are no types: say legend = { dirt = a type, or "
      .. "false, [3] = a type, or false, wall = a type, or false }, or layers = { Solid = a type, or false }",
      refusal { map = { strict = true, ldtk = project(level("A", 0, 0, grid(4, { 4, 3, 1, 3 }))) } })
    assert.matches("has the value 'dirt', which is no type: say legend = { dirt = ",
      refusal { map = { strict = true, ldtk = project(level("A", 0, 0, grid(1, { 4 }))) } })
    assert.matches("^level of the map: there is no level 'Cav', did you mean 'Cave'%?$",
      refused(project(A, level("Cave", 0, 0)), { level = "Cav" }))
    assert.matches("^layers of the map: the project has no layer 'Solids', did you mean 'Solid'%?$",
      refused(project(B), { layers = { Solids = false } }))
    assert.matches("^layers%[\"Solid\"%] of the map must be a type or false, got 3$", refused(project(B), { layers = { Solid = 3 } }))
    assert.matches("^ldtk of the map must be a project of LDtk, or the name of its file, got a table$", refused {})
    assert.matches("^layer 'Solid' of the map: 2 values should be there, and 1 are: save it with LDtk 1.0 or later$",
      refused(project(level("A", 0, 0, grid(2, { 1 }, { __cHei = 1 })))))
    local far = { identifier = "Far", worldX = 0, worldY = 0, externalRelPath = "far.ldtkl" }
    assert.matches("^level 'Far' of the map lies in a file of its own: give the project by the name of its file$",
      refused(project(far)))
    assert.matches("^unknown key 'levels' in the map", refused(project(B), { levels = "A" }))
    assert.matches("^entity 'view' in layer 'Things' of the map cannot have the name 'view': s.view belongs to the scene, choose another name$",
      refused(project(level("A", 0, 0, entities(entity("view", 0, 0, 8, 8, { 0, 0 })))), { strict = true }))
  end)

  it("is_refused_by_its_file", function()
    -- The helper that makes the scene lies in the folder above.
    assert.matches("^ldtk of the map 'maps/levels/none.ldtk': .*none.ldtk: No such file", refused("maps/levels/none.ldtk"))
    assert.matches("^ldtk of the map 'maps/levels/broken.lua': .*broken.lua is no JSON: line 1, column 1: ",
      refused("maps/levels/broken.lua"))
    assert.matches("must be a file beside the scene's or below, got '../x.ldtk'$", refused("../x.ldtk"))
  end)
end)
