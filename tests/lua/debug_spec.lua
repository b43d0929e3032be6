local hitbox = require "hitbox"
local debugging = require "hitbox.debug"
local support = require "tests.tools.support"
local versions = require "tests.tools.versions"
local refused = support.refused

--- Graphics that note the calls they receive, in words.
local function recorder(...)
  local told = {}
  local g = {}
  for _, name in ipairs { "line", "polygon", "circle", "color", "text", ... } do
    g[name] = function(...)
      local words = { name }
      for i = 1, select("#", ...) do
        local value = select(i, ...)
        if type(value) == "table" then
          for k = 1, #value do
            words[#words + 1] = ("%.6g"):format(value[k])
          end
        else
          words[#words + 1] = type(value) == "number" and ("%.6g"):format(value) or tostring(value)
        end
      end
      told[#told + 1] = table.concat(words, " ")
    end
  end
  return g, told
end

local outlines = { anchors = false, oneWay = false, contacts = false }

local function drawn(what, view, options)
  local g, told = recorder()
  debugging.draw(what, g, view, options)
  local kept = {}
  for _, line in ipairs(told) do
    if not line:find("^color") then
      kept[#kept + 1] = line
    end
  end
  return kept
end

describe("debug.draw", function()
  it("draws_the_outline_of_every_kind_of_shape", function()
    local world = hitbox.newWorld()
    world:add(1, 1, 2, 3, 4)
    world:add(2, 10, 10, hitbox.circle(0, 0, 5))
    world:add(3, 5, 5, hitbox.segment(0, 0, 7, 1))
    world:add(4, 50, 50, hitbox.point(0, 0))
    world:add(5, 0, 0, hitbox.polygon(60, 0, 68, 0, 68, 8, 64, 2, 60, 8))
    world:add(6, 80, 0, hitbox.mask { "##", "#." })
    assert.are.same({
      "polygon 1 2 4 2 4 6 1 6",
      "circle 10 10 5",
      "line 5 5 12 6",
      "line 48 50 52 50", "line 50 48 50 52",
      "polygon 60 0 68 0 68 8 64 2 60 8",
      "polygon 80 0 82 0 82 1 81 1 81 2 80 2",
    }, drawn(world, nil, outlines))
    -- the ellipse's half axes are 4 and 2: it begins at its right end
    world = hitbox.newWorld()
    world:add(7, 100, 0, hitbox.ellipse(0, 0, 4, 2))
    world:add(8, 0, 0, hitbox.capsule(0, 0, 10, 0, 1))
    world:add(9, 0, 50, hitbox.polygon({ 0, 0, 8, 0, 8, 8, 0, 8 }, 1))
    local list = drawn(world, nil, outlines)
    assert.is_truthy(list[1]:find("^polygon 104 0 "))
    assert.is_truthy(list[2]:find("^polygon 0 1 "))
    assert.is_truthy(list[2]:find(" 0 %-1 10 %-1 "))
    assert.is_truthy(list[3]:find(" 0 49 8 49 "))
    assert.is_truthy(list[3]:find(" 9 50 9 58 "))
  end)

  it("draws_only_what_is_in_view", function()
    local world = hitbox.newWorld()
    world:add("near", 10, 10, 5, 5)
    world:add("far", 500, 10, 5, 5)
    assert.are.same({ "polygon 10 10 15 10 15 15 10 15" }, drawn(world, { 0, 0, 100, 100 }, outlines))
    assert.are.equal(2, #drawn(world, nil, outlines))
  end)

  it("draws_anchors_as_crosses_and_one_way_sides_as_arrows", function()
    local world = hitbox.newWorld()
    world:add("ledge", 20, 30, 10, 2, { oneWay = "above", anchor = "center" })
    assert.are.same({
      "polygon 15 29 25 29 25 31 15 31",
      "line 20 30 20 22", "line 20 22 22 24", "line 20 22 18 24", -- twice the size of 4
      "line 16 30 24 30", "line 20 26 20 34",
    }, drawn(world, nil, { contacts = false }))
    assert.are.same({ "line 19 30 21 30", "line 20 29 20 31" },
      drawn(world, nil, { size = 1, outlines = false, oneWay = false, contacts = false }))
  end)

  it("draws_contacts_with_their_normals", function()
    local world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 8, 0, 10, 10)
    local list = drawn(world, { 0, 0, 100, 100 }, { outlines = false, anchors = false })
    -- they share the strip from 8 to 10, and b goes to the right
    assert.are.equal(3, #list)
    assert.is_truthy(list[3]:match("^line (%S+) 5 (%S+) 5$"))
    local from, to = list[3]:match("^line (%S+) 5 (%S+) 5$")
    assert.are.equal(8, to - from)
    assert.are.same({}, drawn(world, { 50, 50, 10, 10 }, { outlines = false, anchors = false }))
  end)

  it("draws_names_where_they_are_asked_for", function()
    local world = hitbox.newWorld()
    world:add("wall", 0, 0, 10, 10)
    world:add({ name = "hero" }, 20, 0, 10, 10)
    world:add(7, 40, 0, 10, 10)
    local nothing = { outlines = false, anchors = false, contacts = false, names = true }
    assert.are.same({ "text wall 0 10", "text hero 20 10" }, drawn(world, nil, nothing))
    nothing.names = function(item)
      return item == 7 and "seven" or nil
    end
    assert.are.same({ "text seven 40 10" }, drawn(world, nil, nothing))
  end)

  it("colours_by_layer_in_a_world_and_by_kind_in_a_scene", function()
    local world = hitbox.newWorld()
    world:add(1, 0, 0, 4, 4, { layer = "hit" })
    local g, told = recorder()
    debugging.draw(world, g, nil, outlines)
    assert.are.same({ "color 0.941176 0.321569 0.309804 1", "polygon 0 0 4 0 4 4 0 4", "color 1 1 1 1" }, told)
    g, told = recorder()
    debugging.draw(world, g, nil, {
      anchors = false,
      color = function(item, kind)
        assert.are.same({ 1, "hit" }, { item, kind })
        return 0.5, 0.25, 0, 1
      end,
    })
    assert.are.equal("color 0.5 0.25 0 1", told[1])
    g, told = recorder()
    debugging.draw(world, g, nil, { color = function() return nil end }) -- as without
    assert.are.equal("color 0.941176 0.321569 0.309804 1", told[1])
    local scene = hitbox.scene { things = { { "hero", at = { 0, 0 }, boxes = { hurt = { w = 4, h = 4 } } } } }
    g, told = recorder()
    debugging.draw(scene, g, nil, outlines)
    assert.are.equal("color 0.270588 0.87451 0.647059 1", told[1])
  end)

  it("draws_a_scene_with_one_cross_a_thing_and_without_what_is_hidden", function()
    local scene = hitbox.scene {
      rules = { { "hero.push", "coin" } },
      things = {
        { "hero", at = { 20, 20 }, anchor = "feet", boxes = { push = { w = 8, h = 8 }, hurt = { w = 6, h = 6 } } },
        { "coin", at = { 22, 16 }, r = 2 },
        { "ghost", at = { 22, 16 }, r = 2, hidden = true },
      },
    }
    scene:step()
    local c = scene.contacts[1]
    local list = drawn(scene, { 0, 0, 100, 100 }, { names = true })
    assert.are.same({
      "polygon 17 14 23 14 23 20 17 20", "line 16 20 24 20", "line 20 16 20 24", "text hero 17 20",
      "polygon 16 12 24 12 24 20 16 20", "text hero 16 20",
      "circle 22 16 2", "line 18 16 26 16", "line 22 12 22 20", "text coin 20 18",
      ("line %.6g %.6g %.6g %.6g"):format(c.x - 2, c.y, c.x + 2, c.y),
      ("line %.6g %.6g %.6g %.6g"):format(c.x, c.y - 2, c.x, c.y + 2),
      ("line %.6g %.6g %.6g %.6g"):format(c.x, c.y, c.x + 8 * c.nx, c.y + 8 * c.ny),
    }, list)
  end)

  it("draws_no_cross_in_the_middle_of_a_hollow_room", function()
    for hollow, crosses in pairs { [0.5] = 0, [false] = 2 } do
      local scene = hitbox.scene { things = { { "room", at = { 50, 50 }, w = 80, h = 60, hollow = hollow or nil } } }
      assert.are.equal(crosses, #drawn(scene, nil, { outlines = false, contacts = false }))
    end
  end)

  it("does_with_lines_alone", function()
    local world = hitbox.newWorld()
    world:add(1, 0, 0, 4, 2)
    world:add(2, 50, 0, hitbox.circle(0, 0, 1))
    local told = {}
    local g = { line = function(...) told[#told + 1] = table.concat({ ... }, " "):gsub("%.0", "") end }
    debugging.draw(world, g, nil, outlines)
    assert.are.same({ "0 2 0 0", "0 0 4 0", "4 0 4 2", "4 2 0 2" }, { told[1], told[2], told[3], told[4] })
    assert.are.equal(4 + 16, #told)
  end)

  it("refuses_what_is_wrong", function()
    local g = recorder()
    refused("the first argument of debug.draw must be a world or a scene, got nil", debugging.draw, nil, g)
    refused("the first argument of debug.shape must be a shape, got 5", debugging.shape, 5, g)
    refused("the first argument of debug.shape must be a shape, got a userdata", debugging.shape, hitbox.newWorld(), g)
    refused("g of debug.shape must be a table, got nil", debugging.shape, hitbox.circle(0, 0, 1))
    refused("g of debug.draw must be a table, got nil", debugging.draw, hitbox.newWorld(), nil)
    refused("line of g of debug.draw must be a function, got nil", debugging.draw, hitbox.newWorld(), {})
    refused("unknown key 'anchor' in the options of debug.draw, did you mean 'anchors'?", debugging.draw,
      hitbox.newWorld(), g, nil, { anchor = true })
    refused("2 of the view of debug.draw must be a finite number, got nil", debugging.draw,
      hitbox.newWorld(), g, { 1 })
    refused("4 of the view of debug.draw must be >= 0, got -5", debugging.draw, hitbox.newWorld(), g, { 0, 0, 3, -5 })
    local function refusedOption(message, option, value)
      refused(message:gsub("?", option .. " of the options of debug.draw"), debugging.draw, hitbox.newWorld(), g, nil,
        { [option] = value })
    end
    refusedOption("? must be a function, got 'red'", "color", "red")
    refusedOption("? must be a function, got 3", "names", 3)
    refusedOption("? must be >= 0, got -1", "size", -1)
    refusedOption("? must be > 0, got 0", "tolerance", 0)
    refusedOption("? must be a finite number, got 'fine'", "tolerance", "fine")
  end)
end)

describe("a debug drawing in every frame", function()
  it("leaves_no_garbage", function()
    local world = hitbox.newWorld()
    world:add("hero", 0, 0, 10, 10, { layer = { "body", "hero" }, mask = "wall" })
    world:add("ball", 5, 5, hitbox.circle(0, 0, 8))
    world:add("arrow", 60, 100, hitbox.polygon({ 0, 0, 40, 20, 0, 40, 12, 20 }, 2))
    world:add("face", 130, 105, hitbox.mask { "##.", "#.#", "###" })
    world:add("ledge", 200, 130, 80, 6, { oneWay = "above" })
    local scene = hitbox.scene {
      rules = { { "hero", "coin" } },
      things = { { "hero", w = 8, h = 8 }, { "coin", r = 2 }, { "rock", points = { 0, 0, 9, 0, 5, 5 } } },
    }
    scene:step()
    local view, options = { 0, 0, 1000, 1000 }, { names = true }
    local function nothing() end
    local g = { line = nothing, polygon = nothing, circle = nothing, color = nothing, text = nothing }
    local function frames()
      for _ = 1, 100 do
        debugging.draw(world, g, view, options)
        debugging.draw(scene, g, view, options)
        debugging.draw(world, g)
      end
    end
    frames()
    assert.is_true(versions.garbage(frames) * 1024 / 100 < 1)
  end)

  it("keeps_no_item_from_the_collector", function()
    local world, seen = hitbox.newWorld(), setmetatable({}, { __mode = "v" })
    seen[1] = { name = "hero" }
    world:add(seen[1], 0, 0, 10, 10)
    drawn(world, nil, { names = true })
    world:remove(seen[1])
    versions.collect()
    assert.is_nil(seen[1])
  end)
end)

describe("debug.shape", function()
  it("draws_one_outline", function()
    local g, told = recorder()
    debugging.shape(hitbox.aabb(1, 2, 3, 4), g)
    debugging.shape(hitbox.circle(1, 2, 3), g)
    assert.are.same({ "polygon 1 2 4 2 4 6 1 6", "circle 1 2 3" }, told)
  end)
end)

describe("debug.hints", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("wall", 50, 0, 10, 10, { layer = "wall" })
  end)

  it("tell_a_misspelt_layer_of_a_mask_once_and_what_was_meant", function()
    world:add("hero", 0, 0, 10, 10, { layer = "hero", mask = { "wal", "hero" } })
    assert.are.same({ 'no item has been on the layer "wal", which the mask of hero names, did you mean "wall"?' },
      debugging.hints(world))
    assert.are.same({}, debugging.hints(world))
    world:add("foe", 0, 0, 10, 10, { mask = "wal" })
    assert.are.same({}, debugging.hints(world))
    world:add("bat", 0, 0, 10, 10, { mask = "heros" })
    assert.are.same({ 'no item has been on the layer "heros", which the mask of bat names, did you mean "hero"?' },
      debugging.hints(world))
  end)

  it("say_nothing_where_all_layers_have_items_or_had_some", function()
    world:add("hero", 0, 0, 10, 10, { mask = { "wall", "coin" } })
    world:add("coin", 0, 0, 1, 1, { layer = "coin" })
    world:remove("coin")
    assert.are.same({}, debugging.hints(world))
  end)

  it("show_responses_and_motions_and_name_items_if_possible", function()
    local hero, unnamed = { name = "Ann" }, setmetatable({}, { __tostring = error, __index = error })
    world:add(hero, 0, 0, 10, 10, { responses = { cross = "coin" } })
    world:add(unnamed, 0, 0, 10, 10)
    world:setMotion(unnamed, { responses = { touch = "mud" } })
    world:add(7, 0, 0, 10, 10)
    world:setMotion(7, { layer = "crates", carries = true })
    world:add("gone", 0, 0, 10, 10, { mask = "gem" })
    world:remove("gone")
    assert.are.same({
      'no item has been on the layer "coin", which the responses of Ann names',
      'no item has been on the layer "mud", which the motion of a table names',
      'no item has been on the layer "crates", which the motion of 7 names',
      'no item has been on the layer "gem", which an item that was removed or changed names',
    }, debugging.hints(world))
  end)

  it("are_those_of_each_world", function()
    local other = hitbox.newWorld()
    for _, one in ipairs { world, other } do
      one:add("hero", 0, 0, 10, 10, { mask = "wal" })
      assert.are.equal(1, #debugging.hints(one))
    end
  end)

  it("are_asked_of_worlds_alone", function()
    refused("the argument of debug.hints must be a world, got a table", debugging.hints, {})
    refused("the argument of debug.hints must be a world, got nil", debugging.hints, nil)
    world:destroy()
    assert.is_false((pcall(debugging.hints, world)))
  end)
end)
