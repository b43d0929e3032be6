local hitbox = require "hitbox"
local newRandom = require("hitbox.scene.random").new
local support = require "tests.scene.support"
local edges, message, refusal, rects = support.edges, support.message, support.refusal, support.rects

local TYPES = { wall = {}, ledge = { oneWay = "above" }, rung = { oneWay = { 1, -1 } }, coin = { r = 3 } }

local function scene(map, more)
  local def = { types = TYPES, map = map }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  map.tile = map.tile or 16
  map.legend = map.legend or { ["#"] = "wall", ["="] = "ledge", ["/"] = "rung", o = "coin" }
  return hitbox.scene(def)
end

describe("a map", function()
  it("is_the_same_of_texts_and_of_tables", function()
    local types = { wall = {}, coin = { r = 3 }, foe = { w = 4, h = 4 } }
    local function tiles(rows, legend)
      local s, found = hitbox.scene { types = types, map = { tile = 16, rows = rows, legend = legend } }, {}
      for y = 8, 40, 16 do
        for x = 8, 56, 16 do
          found[#found + 1] = (s:tileAt(x, y)) or "."
        end
      end
      assert.are.equal(3, s:count("wall"))
      return table.concat(found, " "), s
    end
    local want = "wall . coin . wall wall wall wall foe . . wall"
    local signs = { ["#"] = "wall", o = "coin", f = "foe" }
    assert.are.equal(want, (tiles({ "#.o.", "####", "f..#" }, signs)))
    assert.are.equal(want, (tiles({ { "#", ".", "o" }, "####", { "f", " ", false, "#" } }, signs)))
    assert.are.equal(want, (tiles({ { 1, 0, 2 }, { 1, 1, 1, 1 }, { 7, 0, 0, 1 } }, { "wall", "coin", [7] = "foe" })))
    local words, s = tiles({ { "wall", false, "coin" }, { "wall", "wall", "wall", "wall" }, { "foe", 0, 0, "wall" } })
    assert.are.equal(want, words)
    s:setTile(24, 8, "coin")
    assert.are.equal("coin", (s:tileAt(24, 8)))
  end)

  it("refuses_what_a_row_or_its_legend_cannot_be", function()
    local types = { wall = {} }
    local function refused(rows, legend)
      return refusal { types = types, map = { tile = 16, rows = rows, legend = legend } }
    end
    assert.are.equal("rows[2] of the map must be a string or a table, got 7", refused({ "#", 7 }, { ["#"] = "wall" }))
    assert.are.equal("rows[1] of the map must be a list, got the key 'a'", refused({ { a = 1 } }))
    assert.are.equal("map[1] of the scene must be a table, as { tile = 16, rows = { ... }, legend = { ... } }, got '##'",
      refusal { map = { "##", "##" } })
    assert.are.equal("rows[1] of the map has 2 at place 2, which the legend does not know; it knows 1",
      refused({ { 1, 2 } }, { "wall" }))
    assert.are.equal("rows[1] of the map has 'wal' at place 1, which the legend does not know", refused({ { "wal" } }))
    assert.are.equal("legend of the map must be by characters, words and numbers, got the key true",
      refused({ { 1 } }, { [true] = "wall" }))
    assert.are.equal("legend of the map must be by single characters, got the key 1", refused({ "#" }, { "wall" }))
    assert.are.equal("legend of the map must be a table, got nil", refused({ "#" }))
  end)

  it("joins_tiles_that_fill_their_cells_into_few_rectangles", function()
    local s = scene { at = { 100, 50 }, rows = {
      "######",
      "#....#",
      "######",
    } }
    assert.are.same({ { 100, 50, 196, 66 }, { 100, 66, 116, 82 }, { 180, 66, 196, 82 }, { 100, 82, 196, 98 } },
      rects(s, "wall"))
    assert.are.same({ "wall", "wall" }, { s.wall.name, s.wall.type })
  end)

  it("leaves_a_floor_whole_whatever_stands_on_it", function()
    local s = scene { rows = { "..##..", "..##..", "######", "######" } }
    assert.are.same({ { 32, 0, 64, 32 }, { 0, 32, 96, 64 } }, rects(s, "wall"))
  end)

  it("may_be_one_text", function()
    local s = scene { rows = [[
##..
..##
]] }
    assert.are.same({ { 0, 0, 32, 16 }, { 32, 16, 64, 32 } }, rects(s, "wall"))
  end)

  it("joins_what_is_one_way_only_along_the_side_that_stops", function()
    local s = scene { rows = { "==", "==", "//" } }
    assert.are.same({ { 0, 0, 32, 16 }, { 0, 16, 32, 32 } }, rects(s, "ledge"))
    assert.are.same({ { 0, 32, 16, 48 }, { 16, 32, 32, 48 } }, rects(s, "rung"))
  end)

  it("puts_things_with_a_shape_where_their_anchor_is_in_the_cell", function()
    local s = scene { at = { 10, 0 }, tile = { 16, 20 }, rows = { ".oabcd" }, legend = {
      o = "coin", a = { "hero", anchor = "feet", w = 6, h = 10 }, b = { "slope", points = { 0, 20, 16, 0, 16, 20 } },
      c = { "pin", anchor = { px = 2, py = 3 }, w = 4, h = 4 }, d = { "bag", boxes = { push = { w = 4, h = 4 } } },
    } }
    assert.are.same({ { 34, 10 }, { 50, 20 }, { 58, 0 }, { 76, 3 }, { 98, 10 } }, { { s.coin.x, s.coin.y },
      { s.hero.x, s.hero.y }, { s.slope.x, s.slope.y }, { s.pin.x, s.pin.y }, { s.bag.x, s.bag.y } })
    assert.are.same({ 58, 0, 74, 20 }, edges(s.slope))
  end)

  it("knows_any_character_and_space_and_point_as_nothing", function()
    local s = scene { rows = { " ä.█", "█  ." }, legend = { ["█"] = "wall", ["ä"] = "coin", ["."] = false } }
    assert.are.same({ { 48, 0, 64, 16 }, { 0, 16, 16, 32 } }, rects(s, "wall"))
    assert.are.same({ 24, 8 }, { s.coin.x, s.coin.y })
    assert.are.equal(2, scene({ rows = { ".#" }, legend = { ["."] = "coin", ["#"] = "wall" } }):count())
  end)

  it("may_be_several", function()
    local legend = { ["#"] = "wall" }
    local s = hitbox.scene { types = TYPES, map = {
      { tile = 16, rows = { "#" }, legend = legend }, { at = { 0, 8 }, tile = 4, rows = { "#" }, legend = legend },
    } }
    assert.are.same({ { 0, 0, 16, 16 }, { 0, 8, 4, 12 } }, rects(s, "wall"))
    assert.are.same({ "wall", 0, 1 }, { (s:tileAt(8, 2)), select(3, s:tileAt(1, 20)) or 0, 1 })
  end)

  it("is_there_before_the_things_and_again_after_a_reset", function()
    local s = scene({ rows = { "@" }, legend = { ["@"] = { "hero", r = 2, points = { hand = { 1, 0 } } } } },
      { things = { { "sword", parent = "hero", point = "hand", r = 1 } } })
    assert.are.equal(9, s.sword.x)
    s.hero:remove()
    s:reset()
    assert.are.same({ 8, 9 }, { s.hero.x, s.sword.x })
  end)

  it("is_smooth_to_slide_along_for_any_size_of_tile", function()
    for _, tile in ipairs { 16, 0.1, 1 / 3, 7.3 } do
      local rows = { "..........", "..........", "#.##.#.###", "##########" }
      local s = scene({ at = { 0.7, 1.9 }, tile = tile, rows = rows }, {
        rules = { { "hero", "wall", response = "slide" } },
        things = { { "hero", at = { 0.7, 1.9 }, anchor = "top-left", w = tile * 1.5, h = tile * 1.5 } },
      })
      local hero = s.hero
      hero:move(0, 10 * tile)
      local y = hero.y
      for _ = 1, 60 do
        hero:move(tile / 8, tile / 8)
      end
      assert.are.equal(y, hero.y)
      assert.is_false(hero.blocked.right)
      assert.is_true(math.abs(hero.x - (0.7 + tile * 7.5)) < 1e-9 * tile)
    end
  end)
end)

--- Check that walls cover exactly the cells that they should, each once, by looking at each cell's middle
--- and at the sum of the areas.
local function checkCover(s, grid, w, h, tile)
  local area, count = 0, 0
  for thing in s:each("wall") do
    local _, _, rw, rh = thing:rect()
    area = area + rw * rh
  end
  for row = 1, h do
    for col = 1, w do
      local x, y = (col - 0.5) * tile, (row - 0.5) * tile
      local found = s.world:queryPoint(x, y)
      local want = grid[row][col]
      count = count + (want and 1 or 0)
      assert.are.equal(want and 1 or 0, found, ("cell %d, %d"):format(col, row))
      assert.are.equal(want and "wall" or nil, (s:tileAt(x, y)))
    end
  end
  assert.are.equal(count * tile * tile, area)
end

describe("tiles that fill their cells", function()
  local function randomMap(draw, w, h, share)
    local grid, rows = {}, {}
    for row = 1, h do
      grid[row], rows[row] = {}, ""
      for col = 1, w do
        grid[row][col] = draw() < share
        rows[row] = rows[row] .. (grid[row][col] and "#" or ".")
      end
    end
    return grid, rows
  end

  it("are_each_covered_once_and_nothing_else_is", function()
    local draw = newRandom(17)
    for trial = 1, 40 do
      local w, h = draw(1, 12), draw(1, 12)
      local grid, rows = randomMap(draw, w, h, trial / 40)
      local s = scene { rows = rows }
      checkCover(s, grid, w, h, 16)
    end
  end)

  it("stay_covered_exactly_while_they_are_changed_one_by_one", function()
    local draw = newRandom(4)
    for _ = 1, 6 do
      local w, h = 9, 8
      local grid, rows = randomMap(draw, w, h, 0.6)
      local s = scene { rows = rows }
      for _ = 1, 60 do
        local col, row = draw(1, w), draw(1, h)
        local wanted = draw() < 0.5
        grid[row][col] = wanted
        s:setTile((col - 0.5) * 16, (row - 0.5) * 16, wanted and "wall" or nil)
        checkCover(s, grid, w, h, 16)
      end
    end
  end)

  it("are_one_rectangle_again_when_the_hole_in_them_is_filled", function()
    local s = scene { rows = { "#####", "#####", "#####" } }
    s:setTile(40, 24, nil)
    assert.are.equal(4, s:count("wall"))
    s:setTile(40, 24, "wall")
    assert.are.same({ { 0, 0, 80, 48 } }, rects(s, "wall"))
  end)

  it("leave_four_rectangles_around_a_hole_of_which_the_largest_is_the_thing_that_was_there", function()
    local s = scene { rows = { "#####", "#####", "#####", "#####" } }
    local whole = s.wall
    s:setTile(24, 24, nil)
    assert.are.same({ { 0, 0, 80, 16 }, { 0, 16, 16, 32 }, { 32, 16, 80, 32 }, { 0, 32, 80, 64 } }, rects(s, "wall"))
    assert.are.same({ 0, 32, 80, 32 }, { whole:rect() })
    s:setTile(24, 24, "wall")
    assert.are.same({ { 0, 0, 80, 64 } }, rects(s, "wall"))
    assert.are.equal(whole, s.wall)
  end)

  it("are_one_with_those_beside_them_that_are_even_whatever_comes_first", function()
    for _, order in ipairs { { 1, 2, 3, 4, 5, 6 }, { 6, 5, 4, 3, 2, 1 }, { 1, 4, 2, 5, 3, 6 }, { 5, 3, 1, 6, 2, 4 } } do
      local s = scene { rows = { "...", "..." } }
      for _, cell in ipairs(order) do
        s:setTile((cell - 1) % 3 * 16 + 8, math.floor((cell - 1) / 3) * 16 + 8, "wall")
      end
      assert.are.same({ { 0, 0, 48, 32 } }, rects(s, "wall"))
    end
  end)

  it("are_one_only_with_their_own_kind_and_along_the_side_that_stops", function()
    local below = scene { rows = { "===", "..." } }
    for x = 8, 40, 16 do
      below:setTile(x, 24, "ledge")
    end
    assert.are.same({ { 0, 0, 48, 16 }, { 0, 16, 48, 32 } }, rects(below, "ledge"))
    local s = scene { rows = { "..#", "===" } }
    s:setTile(8, 8, "ledge")
    s:setTile(24, 8, "ledge")
    assert.are.same({ { 0, 0, 32, 16 }, { 0, 16, 48, 32 } }, rects(s, "ledge"))
    s:setTile(40, 8, "ledge")
    assert.are.same({ { 0, 0, 48, 16 }, { 0, 16, 48, 32 } }, rects(s, "ledge"))
    s:setTile(24, 8, "wall")
    s:setTile(24, 24, "rung")
    assert.are.same({ { 0, 0, 16, 16 }, { 32, 0, 48, 16 }, { 0, 16, 16, 32 }, { 32, 16, 48, 32 } }, rects(s, "ledge"))
    assert.are.same({ 1, 1 }, { s:count("wall"), s:count("rung") })
  end)

  it("are_what_they_are_where_they_are_set_to_the_same_again", function()
    local s = scene { rows = { "##", "##" } }
    local whole, before = s.wall, s:hash()
    s:setTile(8, 8, "wall")
    assert.are.same({ 1, 0, 0, 32, 32 }, { s:count("wall"), whole:rect() })
    assert.are.equal(before, s:hash())
  end)

  it("change_only_where_something_changes", function()
    local s = scene { rows = { "##.##", ".....", "#####" } }
    local floor = select(2, s:tileAt(8, 40))
    local right = select(2, s:tileAt(56, 8))
    s:setTile(24, 8, nil)
    s:setTile(40, 8, "wall")
    assert.are.equal(floor, select(2, s:tileAt(40, 40)))
    assert.are.equal(right, select(2, s:tileAt(56, 8)))
    assert.are.same({ { 0, 0, 16, 16 }, { 32, 0, 80, 16 }, { 0, 32, 80, 48 } }, rects(s, "wall"))
  end)

  it("keep_their_contacts_when_another_tile_is_removed", function()
    local s = support.logged {
      types = TYPES, map = { tile = 16, rows = { "..........", "##########" }, legend = { ["#"] = "wall" } },
      things = { { "hero", at = { 24, 16 }, anchor = "feet", w = 8, h = 8 } },
      rules = { { "hero", "wall", response = "slide", on = "on", exit = "exit" } },
      update = function(s) s.hero:move(0, 2) end,
    }
    s:step()
    s:setTile(136, 24, nil)
    s:step()
    assert.are.same({ "1 on hero.push wall.push" }, s.log)
    s:setTile(24, 24, nil) -- the one that it stands on
    s:step()
    assert.are.same({ 18, "3 exit hero.push wall.push" }, { s.hero.y, s.log[2] })
  end)

  it("are_gone_where_their_thing_was_removed", function()
    local s = scene { rows = { "##", "##" } }
    s.wall:remove()
    assert.is_nil((s:tileAt(8, 8)))
    s:setTile(8, 8, "wall")
    assert.are.same({ { 0, 0, 16, 16 } }, rects(s, "wall"))
    local apart = scene { rows = { "#.#" } }
    select(2, apart:tileAt(8, 8)):remove()
    apart:setTile(24, 8, "wall")
    assert.are.same({ { 16, 0, 48, 16 } }, rects(apart, "wall"))
    assert.is_nil((apart:tileAt(8, 8)))
  end)
end)

describe("a tile", function()
  it("reports_its_word_thing_and_cell", function()
    local s = scene { at = { -16, 0 }, rows = { "#o", "##" } }
    assert.are.same({ "wall", 0, 1 }, { (s:tileAt(-8, 24)), select(3, s:tileAt(-8, 24)) })
    assert.are.same({ "coin", 1, 0 }, { (s:tileAt(8, 8)), select(3, s:tileAt(8, 8)) })
    assert.are.equal(s.coin, select(2, s:tileAt(8, 8)))
    assert.is_nil((s:tileAt(100, 8)))
    assert.is_nil((s:tileAt(-17, 8)))
    assert.is_nil((hitbox.scene {}:tileAt(0, 0)))
  end)

  it("with_a_shape_is_there_as_long_as_its_thing_is", function()
    local s = scene { rows = { "oo" } }
    local _, second = s:tileAt(24, 8)
    s.coin:remove()
    second.x = second.x + 1
    assert.are.same({}, { (s:tileAt(8, 8)), (s:tileAt(24, 8)) })
    s:setTile(24, 8, "coin")
    assert.are.equal(2, s:count("coin"))
    s:setTile(24, 8, nil)
    assert.are.same({ 1, 25 }, { s:count("coin"), s.coin.x })
  end)

  it("may_be_set_to_any_type_and_beyond_the_edges_of_the_map", function()
    local s = scene { rows = { "#" }, legend = { ["#"] = "wall" } }
    s:setTile(8, 8, "coin")
    s:setTile(-8, -8, "wall")
    s:setTile(-8, -8, "wall")
    assert.are.same({ { -16, -16, 0, 0 } }, rects(s, "wall"))
    assert.are.same({ 8, 8 }, { s.coin.x, s.coin.y })
  end)

  it("is_in_a_level_which_is_its_map", function()
    local s = hitbox.scene { types = { wall = {} }, map = { { tile = 16, at = { 8, 0 }, rows = { "#", "###" }, legend = { ["#"] = "wall" } },
      { tile = 8, at = { 16, 16 }, rows = { "#" }, legend = { ["#"] = "wall" } } } }
    assert.are.same({ 8, 0, 48, 32, nil, {} }, { s:levelAt(55, 0) })
    assert.are.same({ 16, 16, 8, 8, nil, {} }, { s:levelAt(16, 16) })
    assert.is_nil((s:levelAt(56, 0)))
    assert.is_nil((hitbox.scene {}:levelAt(0, 0)))
    assert.are.same({ { 8, 0, 48, 32 }, {} }, { { s:mapBounds() }, { hitbox.scene {}:mapBounds() } })
    assert.matches("y of levelAt must be a finite number, got nil$", message(s.levelAt, s, 0))
  end)

  it("is_refused_if_nothing_is_called_so", function()
    local s = scene { rows = { "#" } }
    assert.matches("the tile of setTile: there is no type 'wal', did you mean 'wall'%?$",
      message(s.setTile, s, 0, 0, "wal"))
    assert.matches("setTile: the scene has no map with tiles$", message(function()
      hitbox.scene {}:setTile(0, 0, nil)
    end))
    assert.matches("x of tileAt must be a finite number, got nil$", message(s.tileAt, s))
  end)
end)

describe("a wrong map", function()
  local function refused(map)
    return refusal { types = TYPES, map = map }
  end

  it("is_refused_by_key_and_character", function()
    local legend = { ["#"] = "wall" }
    assert.are.equal("unknown key 'row' in the map, did you mean 'rows'?",
      refused { tile = 16, row = {}, legend = {} })
    assert.are.equal("tile of map[1] must be a finite number, got nil", refused { { rows = {}, legend = {} } })
    assert.are.equal("tile of the map must be > 0, got 0", refused { tile = 0, rows = {}, legend = {} })
    assert.are.equal("rows[2] of the map has 'x' at place 3, which the legend does not know; it knows #",
      refused { tile = 16, rows = { "###", "##x" }, legend = legend })
    assert.are.equal("legend[\"#\"] of the map: there is no type 'wal', did you mean 'wall'?",
      refused { tile = 16, rows = {}, legend = { ["#"] = "wal" } })
    assert.are.equal("unknown key 'colr' in legend[\"c\"] of the map, did you mean 'color'?",
      refused { tile = 16, rows = {}, legend = { c = { "coin", colr = "red" } } })
    assert.are.equal("legend of the map must be by single characters, got the key '##'",
      refused { tile = 16, rows = {}, legend = { ["##"] = "wall" } })
    assert.are.equal("legend[\"c\"] of the map has an at: the map says where it is",
      refused { tile = 16, rows = {}, legend = { c = { "coin", at = { 1, 2 } } } })
    assert.are.equal("rows of the map must be a table, got nil", refused { tile = 16, legend = legend })
    assert.are.equal("map of the scene must be a table, got 3", refusal { map = 3 })
  end)
end)

describe("a map, reloaded", function()
  local function def(rows)
    return { types = TYPES, map = { tile = 16, rows = rows, legend = { ["#"] = "wall", o = "coin" } },
      rules = { { "hero", "wall", response = "slide", on = "land" } },
      things = { { "hero", at = { 8, 16 }, anchor = "feet", w = 8, h = 8 } },
      update = function(s) s.hero:move(0, 2) end,
      start = function(s) s.landings = 0 end,
      land = function(s) s.landings = s.landings + 1 end }
  end

  it("keeps_changed_tiles_and_the_things_on_them", function()
    local old = hitbox.scene(def { ".oo", "###" })
    old:step()
    old:setTile(40, 24, nil)
    old:setTile(40, 8, "wall")
    old:setTile(24, 40, "coin")
    local new = hitbox.scene(def { ".oo", "###" })
    new:reloadFrom(old)
    new:step()
    assert.are.same({ { 32, 0, 48, 16 }, { 0, 16, 32, 32 } }, rects(new, "wall"))
    assert.are.same({ 2, "coin", "coin", 1 }, { new:count("coin"), (new:tileAt(24, 8)), (new:tileAt(24, 40)),
      new.landings })
    assert.are.equal(16, new.hero.y)
  end)

  it("is_the_new_one_where_it_was_edited", function()
    local old = hitbox.scene(def { ".oo", "###" })
    old:setTile(40, 24, nil)
    local new = hitbox.scene(def { ".o#", "###" })
    new:reloadFrom(old)
    assert.are.same({ { 32, 0, 48, 16 }, { 0, 16, 48, 32 } }, rects(new, "wall"))
  end)
end)

describe("an error about a map", function()
  local first = debug.getinfo(1, "l").currentline + 1
  local function make(changed)
    return function()
      local _ = hitbox.scene {
        types = {
          wall = {},
          ledge = { oneWay = changed.side or "above" },
        },
        map = {
          tile = changed.tile or 8,
          rows = {
            "#-",
            changed.row or "##",
          },
          legend = {
            ["#"] = changed.word or "wall",
            ["-"] = "ledge",
            a = changed.thing or "wall",
          },
        },
      }
    end
  end

  it("names_the_line_of_the_type_the_row_the_entry_or_the_map", function()
    for line, changed in pairs {
      [5] = { side = "top" }, [8] = { tile = -8 }, [11] = { row = "#?" }, [14] = { word = "wal" },
      [16] = { thing = { "hero", ancor = "feet" } },
    } do
      assert.matches(("map_spec.lua:%d: "):format(first + line), message(make(changed)))
    end
  end)

  it("names_that_of_the_call_where_the_script_does_not_show_it", function()
    local line = debug.getinfo(1, "l").currentline + 2
    local map = { tile = 8, rows = { "?" }, legend = {} }
    local text = message(function() local _ = hitbox.scene { map = map } end)
    assert.matches(("map_spec.lua:%d: "):format(line), text)
    line = line + 4
    local good = { tile = 8, rows = { "." }, legend = {} }
    text = message(function() local _ = hitbox.scene { map = { good, map } } end)
    assert.matches(("map_spec.lua:%d: "):format(line), text)
  end)
end)
