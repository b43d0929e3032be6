local hitbox = require "hitbox"
local support = require "tests.tools.support"
local refused, bound = support.refused, support.bound

--- The pairs of a world as "a b", in their order.
local function pairs_of(world)
  local found = {}
  for a, b in world:pairs() do
    found[#found + 1] = a .. " " .. b
  end
  return table.concat(found, ", ")
end

local function at_origin(world, mask)
  local _, found = world:queryPoint(5, 5, nil, mask)
  return table.concat(found, " ")
end

describe("layers and masks", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
  end)

  it("let_everything_meet_everything_if_not_given", function()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 0, 0, 10, 10, { layer = "b" })
    assert.are.equal("a b", pairs_of(world))
  end)

  it("pair_two_items_if_one_of_them_looks_for_the_other", function()
    world:add("hero", 0, 0, 10, 10, { layer = "hero", mask = "coin" })
    world:add("coin", 0, 0, 10, 10, { layer = "coin", mask = {} })
    world:add("wall", 0, 0, 10, 10, { layer = "wall", mask = {} })
    assert.are.equal("hero coin", pairs_of(world))
  end)

  it("decide_what_a_move_meets", function()
    world:add("hero", 0, 0, 10, 10, { layer = "hero", mask = { "wall", "coin" } })
    world:add("coin", 20, 0, 1, 10, { layer = "coin", response = "slide" })
    world:add("ghost", 30, 0, 1, 10, { layer = "ghost" })
    world:add("wall", 40, 0, 1, 10, { layer = "wall" })
    local x, _, n = world:move("hero", 100, 0, "cross")
    assert.are.same({ 100, 2 }, { x, n })
    assert.are.same({ "coin", "wall" }, { (world:hit(1)), (world:hit(2)) })
  end)

  it("take_a_mask_before_its_layer_is_used", function()
    world:add("hero", 0, 0, 10, 10, { layer = "hero", mask = "not yet" })
    world:add("late", 0, 0, 10, 10, { layer = "not yet", mask = {} })
    assert.are.equal("hero late", pairs_of(world))
  end)

  it("put_an_item_on_several_layers_or_none", function()
    world:add("both", 0, 0, 10, 10, { layer = { "a", "b" } })
    world:add("none", 0, 0, 10, 10, { layer = {} })
    assert.are.equal("both", at_origin(world, "a"))
    assert.are.equal("both", at_origin(world, "b"))
    assert.are.equal("both", at_origin(world, { "a", "b" }))
    assert.are.equal("", at_origin(world, {}))
    assert.are.equal("both", at_origin(world))
  end)

  it("name_the_layer_of_items_without_one_default", function()
    world:add("plain", 0, 0, 10, 10)
    world:add("other", 0, 0, 10, 10, { layer = "other" })
    assert.are.equal("plain", at_origin(world, "default"))
    assert.are.equal("other", at_origin(world, "other"))
  end)

  it("find_nothing_in_a_query_for_a_name_that_no_item_has", function()
    world:add("plain", 0, 0, 10, 10)
    assert.are.equal("", at_origin(world, "unused"))
    -- and such a query uses no layer up
    for i = 1, 200 do
      world:queryPoint(5, 5, nil, "name " .. i)
    end
    world:setLayers("plain", "real")
    assert.are.equal("plain", at_origin(world, "real"))
  end)

  it("can_be_set_anew", function()
    world:add("a", 0, 0, 10, 10, { layer = "a", mask = "b" })
    world:add("b", 0, 0, 10, 10, { layer = "b", mask = {} })
    assert.are.equal("a b", pairs_of(world))
    world:setLayers("a", "ghost", {})
    assert.are.equal("", pairs_of(world))
    world:setLayers("b", nil, "ghost") -- nil leaves the layer as it is
    assert.are.equal("a b", pairs_of(world))
    assert.are.equal("b", at_origin(world, "b"))
    world:setLayers("a", "solid")
    assert.are.equal("", pairs_of(world))
    world:setLayers("a")
    assert.are.equal("a", at_origin(world, "solid"))
  end)

  it("are_all_looked_for_again_by_a_mask_of_true", function()
    world:add("a", 0, 0, 10, 10, { mask = "unused" })
    world:add("b", 0, 0, 10, 10, { layer = "b", mask = {} })
    assert.are.equal("", pairs_of(world))
    world:setLayers("a", nil, true)
    assert.are.equal("a b", pairs_of(world))
    assert.is_nil((world:mask("a")))
    world:setLayers("b", "later") -- a name that the world did not know when it was said
    assert.are.equal("a b", pairs_of(world))
    refused("bad argument #3 to 'setLayers' (name or list of names expected for mask, got boolean)",
      bound(world, "setLayers"), "a", nil, false)
    refused("bad argument #2 to 'setLayers' (name or list of names expected for layer, got boolean)",
      bound(world, "setLayers"), "a", true)
  end)

  it("belong_to_one_world", function()
    local other = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10, { layer = "first" })
    other:add("b", 0, 0, 10, 10, { layer = "second" })
    assert.are.equal("", at_origin(world, "second"))
    assert.are.equal("b", at_origin(other, "second"))
  end)

  it("are_at_most_64", function()
    for i = 1, 64 do
      world:add(i, 0, 0, 10, 10, { layer = "layer " .. i, mask = "layer 1" })
    end
    for i = 1, 64 do
      assert(at_origin(world, "layer " .. i) == tostring(i))
    end
    refused('bad argument #6 to \'add\' (layer "one more" is one too many: a world has at most 64 '
      .. "layers)", bound(world, "add"), "a", 0, 0, 1, 1, { layer = "one more" })
    refused('bad argument #6 to \'add\' (layer "default" is one too many: a world has at most 64 '
      .. "layers)", bound(world, "add"), "a", 0, 0, 1, 1)
    refused('bad argument #3 to \'setLayers\' (mask "one more" is one too many: a world has at most '
      .. "64 layers)", bound(world, "setLayers"), 1, nil, { "layer 1", "one more" })
    assert.are.equal(64, world:count())
    assert.are.equal("1", at_origin(world, "layer 1"))
  end)

  it("are_not_used_up_by_what_was_refused", function()
    world:add("first", 0, 0, 10, 10, { layer = "first" })
    for i = 1, 100 do
      assert.has_error(function()
        world:add("x", 0, 0, 1, 1, { layer = { "new " .. i, "newer " .. i }, tag = "bad" })
      end)
      assert.has_error(function()
        world:add("x", 2 ^ 100, 0, 2 ^ 100, 1, { mask = "mask " .. i })
      end)
      assert.has_error(function()
        world:setLayers("first", "moved " .. i, { "a" .. i, false })
      end)
    end
    assert.are.equal("first", at_origin(world, "first"))
    assert.are.equal("", at_origin(world, "new 1"))
    -- a name of a refused call, and one that has got its bit since, stay two layers
    world:add("second", 0, 0, 10, 10, { layer = "second" })
    world:add("third", 0, 0, 10, 10, { layer = "new 1" })
    assert.are.equal("second", at_origin(world, "second"))
    assert.are.equal("third", at_origin(world, "new 1"))
    assert.are.equal("", at_origin(world, "mask 1"))
  end)

  it("refuse_what_is_no_name", function()
    world:add("a", 0, 0, 10, 10, { layer = "a" })
    local set = bound(world, "setLayers")
    refused("bad argument #2 to 'setLayers' (name or list of names expected for layer, got number)",
      set, "a", 3)
    refused("bad argument #3 to 'setLayers' (names expected for mask, got table)", set, "a", "b", { {} })
    refused("bad argument #3 to 'setLayers' (names expected for mask, got table)", set, "a", "b",
      { setmetatable({}, { __name = 42 }) })
    refused("bad argument #4 to 'queryPoint' (name or list of names expected for mask, got boolean)",
      bound(world, "queryPoint"), 0, 0, nil, false)
    refused("bad argument #5 to 'raycast' (names expected for mask, got number)",
      bound(world, "raycast"), 0, 0, 1, 1, { 1 })
    assert.are.equal("a", at_origin(world, "a"))
    assert.are.equal("", at_origin(world, "b"))
  end)

  it("refuse_names_that_are_keys_instead_of_a_list", function()
    world:add("a", 0, 0, 10, 10, { layer = "a" })
    local rule = "must be a name or a list of names, got the key "
    refused("bad argument #6 to 'add' (mask " .. rule .. '"wall")', bound(world, "add"), "b", 0, 0, 1, 1,
      { mask = { wall = true } })
    refused("bad argument #6 to 'add' (layer " .. rule .. '"b")', bound(world, "add"), "b", 0, 0, 1, 1,
      { layer = { b = "b" } })
    refused("bad argument #3 to 'setLayers' (mask " .. rule .. "3)", bound(world, "setLayers"), "a", nil,
      { [3] = "a" })
    refused("bad argument #4 to 'queryPoint' (mask " .. rule .. "boolean)", bound(world, "queryPoint"), 1, 1, nil,
      { [true] = "a" })
    refused("bad argument #5 to 'move' (mask " .. rule .. '"a")', bound(world, "move"), "a", 1, 1, nil,
      { mask = { a = 1 } })
    assert.are.equal(1, world:count())
    assert.are.equal("a", at_origin(world, "a"))
  end)
end)

describe("world:unusedLayers", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
  end)

  local function unused()
    local n, out = world:unusedLayers()
    assert.are.equal(n, #out)
    return table.concat(out, " ")
  end

  it("lists_the_layers_that_a_mask_names_and_no_item_has_been_on", function()
    assert.are.equal("", unused())
    world:add("hero", 0, 0, 4, 4, { layer = "hero", mask = { "wal", "coin", "hero" } })
    assert.are.equal("wal coin", unused())
    world:add("coin", 9, 9, 1, 1, { layer = "coin" })
    assert.are.equal("wal", unused())
    world:remove("coin")
    assert.are.equal("wal", unused())
    world:setLayers("hero", "wal", "hero")
    assert.are.equal("", unused())
    world:setLayers("hero", nil, "foe")
    assert.are.equal("foe", unused())
  end)

  it("lists_those_of_responses_and_motions", function()
    world:add("hero", 0, 0, 4, 4, { responses = { cross = { "coin", "gem" } } })
    world:setMotion("hero", { responses = { touch = "mud" }, layer = "crate" })
    assert.are.equal("coin gem crate mud", unused())
  end)

  it("does_not_list_what_a_query_or_a_move_names", function() -- a layer may be asked for before there is one
    world:add("hero", 0, 0, 4, 4)
    world:queryPoint(0, 0, nil, "shot")
    world:move("hero", 9, 9, nil, { mask = "shot", responses = { cross = "coin" } })
    assert.are.equal("", unused())
  end)

  it("fills_a_table_and_refuses_all_else", function()
    world:add("hero", 0, 0, 4, 4, { mask = { "a", "b" } })
    local out = { 1, 2, 3, 4 }
    assert.are.same({ 2, out }, { world:unusedLayers(out) })
    assert.are.same({ "a", "b" }, out)
    refused("bad argument #1 to 'unusedLayers' (table expected for out, got number)", bound(world, "unusedLayers"), 3)
  end)

  it("goes_back_with_a_snapshot_and_begins_anew_in_a_saved_world", function()
    world:add("hero", 0, 0, 4, 4, { layer = "hero", mask = "coin" })
    local before = world:snapshot()
    world:add("coin", 9, 9, 1, 1, { layer = "coin" })
    world:remove("coin")
    assert.are.equal("", unused())
    local saved = world:save()
    world:restore(before)
    assert.are.equal("coin", unused())
    world = hitbox.load(saved)
    assert.are.equal("coin", unused())
    world:restore(world:snapshot())
    assert.are.equal("coin", unused())
  end)
end)
