local hitbox = require "hitbox"
local message = require("tests.scene.support").message

local function newScene()
  return hitbox.scene {
    rules = { { "hero", "wall", response = "slide" } },
    things = {
      { "hero", w = 4, h = 4, actions = { jab = { frames = 9 } } }, { "wall", at = { 10, 0 }, w = 4, h = 4 },
    },
  }
end

describe("the world of a scene", function()
  -- Calls that would make an item without rules, or a box that is not where its thing is.
  local function changes(s)
    local world, box = s.world, s.hero.boxes.push
    return {
      add = function() world:add("x", 0, 0, 2, 2) end,
      remove = function() world:remove(box) end,
      update = function() world:update(box, 5, 5) end,
      updateMany = function() world:updateMany({ box }, { 5 }, { 5 }) end,
      updateGroup = function() world:updateGroup({ box }, 5, 5) end,
      setTransform = function() world:setTransform(box, 1) end,
      reshape = function() world:reshape(box, 2, 2) end,
      setOneWay = function() world:setOneWay(box, "above") end,
      setLayers = function() world:setLayers(box, "a", "b") end,
      move = function() world:move(box, 5, 5) end,
      walk = function() world:walk(box, 1, 0) end,
      carry = function() world:carry(box, 5, 5) end,
      depenetrate = function() world:depenetrate(box) end,
      separate = function() world:separate({ box, s.wall.boxes.push }) end,
      setMotion = function() world:setMotion(box, { vx = 1 }) end,
      setVelocity = function() world:setVelocity(box, 1, 1) end,
      setGravity = function() world:setGravity(0, 1) end,
      restore = function() world:restore(world:snapshot()) end,
      destroy = function() world:destroy() end,
    }
  end

  it("is_not_changed_by_scripts_and_says_what_to_call_instead", function()
    local s = newScene()
    local before, count = s:hash(), 0
    for name, change in pairs(changes(s)) do
      local line = debug.getinfo(change, "S").linedefined
      assert.matches(("^tests/scene/thing/world_spec%%.lua:%d: a script cannot call '%s' of a scene's world: .+"):format(
        line, name), message(change))
      count = count + 1
    end
    assert.are.equal(19, count)
    assert.are.equal(before, s:hash())
    s:step()
    assert.are.equal(2, s.world:count())
  end)

  it("is_still_asked", function()
    local s = newScene()
    local box = s.hero.boxes.push
    assert.are.same({ -2, -2, 4, 4 }, { s.world:rect(box) })
    assert.are.equal("aabb", s.world:shape(box):kind())
    assert.are.equal(6, (s.world:check(box, 20, 0, "touch")))
    assert.are.equal(0, s.hero.x)
    s.world:setBroadPhase("tree")
    assert.are.equal("tree", s.world:broadPhase())
    assert.are.equal(box, s.world:queryRect(-9, -9, 12, 18, {}) == 1 and box)
  end)

  it("that_is_a_game's_own_is_changed_as_ever", function()
    newScene()
    local world = hitbox.newWorld()
    world:add("x", 0, 0, 2, 2)
    assert.are.equal(5, (world:move("x", 5, 0)))
    world:destroy()
  end)
end)

describe("a field of a thing that its moves set", function()
  it("is_refused_where_it_sticks", function()
    local s = newScene()
    assert.matches("'stuckTo' of thing 'hero' cannot be assigned", message(function()
      s.hero.stuckTo = s.wall
    end))
    s.hero:unstick()
    s.wall:unstick()
    assert.is_nil(s.hero.stuckTo)
  end)
end)
