--- Moves of things that begin with a slight overlap of a blocking thing.
local hitbox = require "hitbox"

--- A scene whose hero has its feet `depth` below the top of the floor, which is at y = 100.
---@param more? { scene: table?, hero: table? } further keys of the definitions
local function sunk(depth, more)
  local hero = { "hero", at = { 0, 100 + depth }, anchor = "feet", w = 10, h = 20 }
  local def = { rules = { { "hero", "floor", response = "slide" } } }
  for key, value in pairs(more and more.hero or {}) do
    hero[key] = value
  end
  for key, value in pairs(more and more.scene or {}) do
    def[key] = value
  end
  def.things = { { "floor", at = { 0, 100 }, anchor = "top", w = 100, h = 40 }, hero }
  for _, thing in ipairs(more and more.things or {}) do
    table.insert(def.things, thing)
  end
  return hitbox.scene(def)
end

--- Move the hero down by 5 units in one tick.
local down = {
  move = function(t, options)
    t:move(0, 5, options)
  end,
  walk = function(t, options)
    t:walk(0, 5, options)
  end,
  go = function(t, options)
    t.vx, t.vy = 0, 5
    t:moveByVelocity(options)
  end,
}

describe("a thing that starts inside a floor by little", function()
  it("stands_on_it_after_60_ticks_of_move_walk_and_go", function()
    for name, move in pairs(down) do
      local s = hitbox.scene {
        rules = { { "hero", "floor", response = "slide" } },
        things = {
          { "floor", at = { 0, 0.3 }, anchor = "top", w = 100, h = 40 },
          { "hero", at = { 0, 0.1 + 0.2 }, anchor = "feet", w = 10, h = 30 }, -- 5e-17 inside
        },
        update = function(scene)
          move(scene.hero)
        end,
      }
      for _ = 1, 60 do
        s:step()
      end
      assert.are.equal(0.3, s.hero.y, name)
    end
  end)

  it("is_pushed_out_by_move_walk_and_go_and_crosses_with_recover_of_0", function()
    for name, move in pairs(down) do
      local pushed = sunk(2)
      move(pushed.hero)
      assert.are.equal(100, pushed.hero.y, name)
      for _, s in ipairs { sunk(2, { scene = { recover = 0 } }), sunk(2, { hero = { recover = 0 } }) } do
        move(s.hero)
        assert.are.equal(107, s.hero.y, name)
      end
      local s = sunk(2)
      move(s.hero, { recover = 0 })
      assert.are.equal(107, s.hero.y, name)
      local _, nx, ny, t, response, inside, depth = s.hero:hit(1)
      assert.are.same({ 0, -1, 0, "cross", true, 0 }, { nx, ny, t, response, inside, depth }) -- not measured
    end
  end)

  it("takes_the_recover_of_the_call_before_that_of_the_thing_and_that_before_the_scene_s", function()
    local s = sunk(2, { scene = { recover = 0 }, hero = { recover = 3 } })
    s.hero:move(0, 5)
    assert.are.equal(100, s.hero.y)
    s = sunk(2, { hero = { recover = 0 } })
    s.hero:move(0, 5, { recover = 2 })
    assert.are.equal(100, s.hero.y)
  end)

  it("meets_a_coin_at_its_new_place_in_the_same_tick", function()
    local taken
    local s = sunk(3, {
      scene = {
        rules = { { "hero", "floor", response = "slide" }, { "hero", "coin", response = "cross", on = "take" } },
        update = function(scene)
          scene.hero:move(0, 0)
        end,
        take = function(scene, c)
          taken = { scene.ticks, c.a.name, c.b.name, c.a.y }
        end,
      },
      things = { { "coin", at = { 0, 81 }, anchor = "bottom", w = 4, h = 4 } }, -- 2 units above the head, then 1 in it
    })
    assert.is_false(s.hero:overlaps(s.coin))
    s:step()
    assert.are.same({ 1, "hero", "coin", 100 }, taken)
  end)
end)
