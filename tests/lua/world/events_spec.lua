local hitbox = require "hitbox"
local support = require "tests.tools.support"

local function events(world)
  local list = {}
  for what, a, b in world:events() do
    list[#list + 1] = what .. " " .. tostring(a) .. " " .. tostring(b)
  end
  return table.concat(list, ", ")
end

describe("events", function()
  local world

  before_each(function()
    world = hitbox.newWorld()
    world:add("a", 0, 0, 10, 10)
    world:add("b", 20, 0, 10, 10)
  end)

  it("are_none_before_the_first_step", function()
    assert.are.equal("", events(world))
    world:update("b", 5, 0)
    assert.are.equal("", events(world))
  end)

  it("report_enter_stay_and_exit", function()
    world:updateEvents()
    assert.are.equal("", events(world))
    world:update("b", 5, 0)
    world:updateEvents()
    assert.are.equal("enter a b", events(world))
    assert.are.equal("enter a b", events(world))
    world:updateEvents()
    assert.are.equal("stay a b", events(world))
    world:update("b", 10, 0)
    world:updateEvents()
    assert.are.equal("exit a b", events(world))
    world:updateEvents()
    assert.are.equal("", events(world))
  end)

  it("come_in_the_order_of_adding", function()
    world:add("c", 0, 0, 10, 10)
    world:add("d", 0, 0, 10, 10)
    world:updateEvents()
    world:update("a", 20, 0)
    world:updateEvents()
    assert.are.equal("enter a b, exit a c, exit a d, stay c d", events(world))
  end)

  it("name_items_that_were_removed_before_the_step", function()
    world:update("b", 5, 0)
    world:updateEvents()
    world:remove("b")
    assert.are.equal("enter a b", events(world))
    world:updateEvents()
    assert.are.equal("exit a b", events(world))
    world:updateEvents()
    assert.are.equal("", events(world))
  end)

  it("name_items_that_are_removed_while_they_are_read", function()
    world:add("c", 0, 0, 10, 10)
    world:update("b", 5, 0)
    world:updateEvents()
    local list = {}
    for what, a, b in world:events() do
      list[#list + 1] = what .. " " .. a .. " " .. b
      if world:has("a") then
        world:remove("a")
        world:remove("b")
      end
    end
    assert.are.equal("enter a b, enter a c, enter b c", table.concat(list, ", "))
    world:updateEvents()
    assert.are.equal("exit a b, exit a c, exit b c", events(world))
  end)

  it("take_an_item_that_was_removed_and_added_for_another", function()
    world:update("b", 5, 0)
    world:updateEvents()
    world:remove("b")
    world:add("b", 5, 0, 10, 10)
    world:updateEvents()
    assert.are.equal("exit a b, enter a b", events(world))
  end)

  it("name_the_removed_item_and_not_the_one_that_took_its_slot", function()
    world:update("b", 5, 0)
    world:updateEvents()
    world:remove("b")
    world:add("new", 100, 0, 10, 10)
    world:updateEvents()
    assert.are.equal("exit a b", events(world))
  end)

  it("work_in_nested_loops", function()
    world:add("c", 0, 0, 10, 10)
    world:update("b", 5, 0)
    world:updateEvents()
    local count = 0
    for what, a, b in world:events() do
      for other, c, d in world:events() do
        for e, f in world:pairs() do
          assert(what == "enter" and other == "enter")
          count = count + #(a .. b .. c .. d .. e .. f)
        end
      end
    end
    assert.are.equal(3 * 3 * 3 * 6, count)
  end)

  it("refuse_a_step_in_the_loop_over_them", function()
    world:add("c", 0, 0, 10, 10)
    world:updateEvents()
    support.refused("the world was stepped in a loop over its events; step it after the loop", function()
      for _ in world:events() do
        world:updateEvents()
      end
    end)
    assert.are.equal("stay a c", events(world))
  end)

  it("are_broken_off_when_the_world_is_destroyed_in_the_loop", function()
    world:add("c", 0, 0, 10, 10)
    world:updateEvents()
    support.refused("world is destroyed", function()
      for _ in world:events() do
        world:destroy()
      end
    end)
  end)

  it("survive_many_removals_at_once", function()
    for i = 1, 200 do
      world:add(i, 1000 * i, 0, 10, 10)
      world:add(-i, 1000 * i, 0, 10, 10)
    end
    world:updateEvents()
    for i = 1, 200 do
      world:remove(i)
    end
    world:updateEvents()
    local count = 0
    for what, a, b in world:events() do
      count = count + 1
      assert(what == "exit" and b == -a)
    end
    assert.are.equal(200, count)
    for _ = 1, 3 do
      world:remove("a")
      world:updateEvents()
      assert.are.equal("", events(world))
      world:add("a", 0, 0, 10, 10)
    end
  end)
end)
