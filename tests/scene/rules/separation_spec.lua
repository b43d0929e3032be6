local hitbox = require "hitbox"
local separation = require "hitbox.scene.rules.separation"
local items = require "hitbox.scene.rules.items"

--- A crowd of all kinds of things that press to the middle. It writes down what its rules tell.
local function crowd(seed, policy)
  local middle = { x = 75, y = 75 }
  local function log(word)
    return function(s, c)
      s.log[#s.log + 1] = ("%d %s %s%d %s%d %.17g %.17g %.17g %.17g %.17g"):format(c.tick, word, c.kindA, c.a.order, c.kindB, c.b.order, c.nx,
        c.ny, c.depth, c.x, c.y)
    end
  end
  return hitbox.scene {
    seed = seed, policy = policy,
    types = {
      rat = { r = 4 },
      crate = { w = 9, h = 7, anchor = "feet" },
      guard = { boxes = { push = { r = 5 }, hurt = { w = 8, h = 12 } } },
      knight = { r = 5, boxes = { hit = { r = 4, x = 6 } } },
      wheel = { boxes = { push = { shape = hitbox.capsule(-3, 0, 3, 2, 3) } } },
      lancer = { r = 4, children = { { "lance", w = 12, h = 2 } } },
      ghost = { r = 4 }, slug = { r = 4 },
    },
    rules = {
      { "rat", "rat", push = 0.5, on = "meet", exit = "leave" },
      { "slug", "door", response = "slide", when = "shut" },
      { "slug", "wall", response = "slide", speed = { ">", 0.25 } },
      { "crate", "wheel", push = 0.25, axis = "x" },
      { "crate", "*.push", push = 0.25, stay = "touch" },
      { "knight.hit", "wall", response = "touch" },
      { "guard.hurt", "rat", response = "slide" },
      { "ghost", "wall", response = "cross" },
      { "*", "wall", response = "slide" },
      { "*", "ledge", response = "slide", from = "above" },
      { "rat", "door", response = "bounce", bounce = 0.5 },
      { "*.push", "*.push", push = 0.7, on = "meet" },
    },
    start = function(s)
      s.log = {}
      local kinds = { "rat", "rat", "rat", "crate", "guard", "knight", "wheel", "lancer", "ghost", "slug", "slug" }
      for i = 1, 90 do
        local thing = s:spawn(kinds[i % #kinds + 1], { at = { s.random(0, 150), s.random(0, 150) } })
        thing.angle = i % 7 == 0 and i or 0
      end
      for _, name in ipairs { "wall", "ledge", "door", "wall", "door", "door" } do
        s:spawn { name, at = { s.random(20, 130), s.random(20, 130) }, w = 20, h = 12 }
      end
    end,
    shut = function(_, c) return c.a.x * 8 % 1 < 0.5 end, -- sensitive to when it is asked
    meet = log "meet", leave = log "leave", touch = log "touch",
    update = function(s)
      for thing in s:each() do
        if thing.name ~= "wall" and thing.name ~= "ledge" and thing.name ~= "door" and not thing.parent and (thing.order + s.ticks) % 3 > 0 then
          local x, y = thing:towards(middle)
          thing:move(x, y)
        end
      end
    end,
  }
end

describe("a crowd that presses", function()
  local all, separate = separation.separate, nil

  before_each(function()
    crowd(1) -- so that there is a scene, whose world's functions are known
    separate = items.separate
  end)

  after_each(function()
    separation.separate, items.separate = all, separate
  end)

  local function plainly(scene, contacts)
    for i = 1, #contacts do
      separation.separatePair(scene, contacts[i])
      contacts[i] = nil
    end
  end

  it("is_parted_as_pair_by_pair_and_one_after_the_other", function()
    for seed = 1, 3 do
      local policy = seed % 3 == 0 and "touch" or "overlap"
      local fast, plain, parted = crowd(seed, policy), crowd(seed, policy), 0
      items.separate = function(world, pairs, ...)
        parted = parted + #pairs / 2
        return separate(world, pairs, ...)
      end
      for tick = 1, 40 do
        separation.separate = all
        fast:step()
        separation.separate = plainly
        plain:step()
        assert.is_true(tick % 8 ~= 0 or plain:hash() == fast:hash())
      end
      assert.are.same(plain.log, fast.log)
      assert.is_true(parted > 500 and #fast.log > 100)
    end
  end)

  it("calls_functions_that_read_positions_in_the_middle_of_it", function()
    local s = hitbox.scene { -- a pushes b from 6 to 10, c on to 13, but there is a gate from 21 on
      rules = { { "a", "b", push = 0 }, { "c", "b", push = 0 }, { "b", "gate", response = "slide", when = "shut" } },
      things = { { "a", at = { 0, 0 }, w = 10, h = 10 }, { "c", at = { 3, 0 }, w = 10, h = 10 },
        { "b", at = { 6, 0 }, w = 10, h = 10 }, { "gate", at = { 21, 0 }, w = 10, h = 10 } },
      shut = function(_, c) return c.a.x == 10 end,
    }
    s:step()
    assert.are.equal(11, s.b.x)
  end)

  it("has_things_that_are_where_their_boxes_are", function()
    local s = crowd(7)
    for _ = 1, 20 do
      s:step()
      for thing in s:each() do
        for _, box in pairs(thing.boxes) do
          assert.are.same({ thing.x, thing.y }, { s.world:position(box) })
        end
      end
    end
  end)
end)
