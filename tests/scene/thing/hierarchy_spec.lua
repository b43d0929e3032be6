local hitbox = require "hitbox"
local support = require "tests.scene.support"
local edges, message, refusal, steps = support.edges, support.message, support.refusal, support.steps

--- A hero whose feet are at (100, 50), with a sword of 20 by 2 in a hand that is 6 beside and 14 above.
local function armed(more)
  local def = {
    rules = { { "hero", "wall", response = "slide" }, { "*.hit", "*.push", on = "strike" } },
    things = {
      { "hero", at = { 100, 50 }, anchor = "feet", w = 10, h = 28, points = { hand = { 6, -14 } } },
      { "sword", parent = "hero", point = "hand", anchor = "left", boxes = { hit = { w = 20, h = 2 } } },
    },
    start = function(s) s.struck = {} end,
    strike = function(s, c) table.insert(s.struck, c.b.name) end,
  }
  for _, thing in ipairs(more or {}) do
    table.insert(def.things, thing)
  end
  return hitbox.scene(def)
end

describe("a thing at the point of another", function()
  it("is_there_from_the_first", function()
    local s = armed()
    assert.are.same({ 106, 36 }, { s.sword.x, s.sword.y })
    assert.are.same({ 106, 35, 126, 37 }, edges(s.sword, "hit"))
    assert.are.equal(s.hero, s.sword.parent)
    assert.are.same({ 106, 36 }, { s.hero:point("hand") })
  end)

  it("is_offset_by_its_own_at_and_turned_against_it_by_its_own_angle", function()
    local s = hitbox.scene { things = {
      { "hero", at = { 100, 50 }, facing = -1, points = { hand = { 6, -14 } }, r = 1 },
      { "sword", parent = "hero", point = "hand", at = { 1, 2 }, angle = math.pi / 2, anchor = "left",
        w = 20, h = 2 },
    } }
    -- Mirrored: 7 to the left, and the blade, turned clockwise in the hero's frame, still points down.
    assert.are.same({ 93, 38, -1 }, { s.sword.x, s.sword.y, s.sword.facing })
    assert.are.same({ 92, 38, 94, 58 }, edges(s.sword))
  end)

  it("follows_however_its_parent_moves_and_in_the_same_tick", function()
    local s = armed { { "wall", at = { 150, 36 }, w = 10, h = 100 } }
    local hero, sword = s.hero, s.sword
    hero.x = 110
    assert.are.same({ 116, 36 }, { sword.x, sword.y })
    hero:setPosition(20, 30)
    assert.are.same({ 26, 16 }, { sword.x, sword.y })
    hero:setPosition(100, 50)
    hero:move(100, 0) -- up to the wall, which ends at 145; the hero reaches 5 to the right
    assert.are.same({ 140, 146, 36 }, { hero.x, sword.x, sword.y })
    hero:walk(-10, 0)
    assert.are.same({ 136, 36 }, { sword.x, sword.y })
    hero:carry(4, -6)
    assert.are.same({ 140, 30 }, { sword.x, sword.y })
    assert.are.same({ 140, 29, 160, 31 }, edges(sword, "hit"))
  end)

  it("follows_a_parent_that_is_carried_and_is_not_carried_by_itself", function()
    local s = hitbox.scene {
      rules = { { "*.push", "lift", response = "slide" } },
      things = {
        { "lift", at = { 100, 100 }, w = 100, h = 10 },
        { "flag", r = 4, at = { 20, 91 } }, -- made first, on the lift as well
        { "hero", at = { 90, 95 }, anchor = "feet", w = 10, h = 28 },
      },
    }
    s.flag:attach(s.hero, nil, { keep = true })
    assert.are.same({ 20, 91 }, { s.flag.x, s.flag.y })
    s.flag:setPosition(110, 91)
    s.lift:carry(3, -7)
    assert.are.same({ 93, 88, 113, 84 }, { s.hero.x, s.hero.y, s.flag.x, s.flag.y })
    s.lift:carry(0, 2)
    assert.are.same({ 90, 113, 86 }, { s.hero.y, s.flag.x, s.flag.y })
  end)

  it("faces_turns_and_grows_with_its_parent", function()
    local s = armed()
    local hero, sword = s.hero, s.sword
    hero.facing = -1
    assert.are.same({ 94, 36, -1 }, { sword.x, sword.y, sword.facing })
    assert.are.same({ 74, 35, 94, 37 }, edges(sword, "hit"))
    hero.angle = math.pi / 2 -- mirrored first, then turned: (-6, -14) goes to (14, -6)
    assert.are.same({ 114, 44, math.pi / 2 }, { sword.x, sword.y, sword.angle })
    assert.are.same({ 113, 24, 115, 44 }, edges(sword, "hit"))
    hero.angle, hero.facing, hero.scale = 0, 1, 2
    assert.are.same({ 112, 22, 2 }, { sword.x, sword.y, sword.scale })
    assert.are.same({ 112, 20, 152, 24 }, edges(sword, "hit"))
  end)

  it("is_held_otherwise_in_the_frame_of_the_parent", function()
    local s = armed()
    s.hero.facing = -1
    s.sword:setLocal(2, 0, -math.pi / 2)
    assert.are.same({ 92, 36, math.pi / 2 }, { s.sword.x, s.sword.y, s.sword.angle })
    assert.are.same({ 91, 16, 93, 36 }, edges(s.sword, "hit")) -- upwards, to whichever side one faces
    s.hero.facing = 1
    assert.are.same({ 107, 16, 109, 36 }, edges(s.sword, "hit"))
    s.sword:setLocal(nil, nil, 0)
    assert.are.same({ 108, 35, 128, 37 }, edges(s.sword, "hit"))
  end)

  it("stays_so_from_then_on_where_it_is_placed_or_turned_by_itself", function()
    local s = armed()
    s.sword:setPosition(110, 40)
    s.sword.angle = math.pi / 2
    s.hero:setPosition(200, 50)
    assert.are.same({ 210, 40 }, { s.sword.x, s.sword.y })
    s.hero.facing = -1
    assert.are.same({ 190, 40, -math.pi / 2, -1 }, { s.sword.x, s.sword.y, s.sword.angle, s.sword.facing })
  end)

  it("meets_others_but_never_its_parent_or_what_hangs_on_that", function()
    local s = armed { { "shield", parent = "hero", point = "hand", r = 5 }, { "foe", at = { 120, 36 }, r = 4 } }
    s:step()
    assert.are.same({ "foe" }, s.struck)
    s.sword:detach()
    s:step()
    assert.are.same({ "foe", "shield" }, s.struck) -- the hand is where the hero's push box ends: at 105
  end)

  it("is_removed_with_its_parent_and_so_is_what_hangs_on_it", function()
    local s = armed { { "gem", parent = "sword", at = { 4, 0 }, r = 1 } }
    assert.are.same({ 110, 36 }, { s.gem.x, s.gem.y })
    local sword, gem = s.sword, s.gem
    s.hero:remove()
    assert.are.same({ false, false, 0 }, { sword.alive, gem.alive, s:count() })
    assert.are.equal(0, s.world:count())
  end)

  it("may_be_removed_alone", function()
    local s = armed()
    s.sword:remove()
    s.hero.x = 5
    assert.are.same({ true, 1 }, { s.hero.alive, s:count() })
  end)
end)

describe("a thing that is detached", function()
  it("stays_where_it_is_and_lives_on", function()
    local s = armed()
    local sword = s.sword
    sword:detach()
    sword:detach() -- again is fine
    s.hero.x = 0
    assert.are.same({ 106, 36 }, { sword.x, sword.y })
    assert.is_nil(sword.parent)
    s.hero:remove()
    assert.is_true(sword.alive)
  end)

  it("may_be_attached_again_to_the_point_or_where_it_is", function()
    local s = armed()
    local hero, sword = s.hero, s.sword
    sword:detach()
    sword:setPosition(0, 0)
    sword.angle = 1
    hero.facing = -1
    sword:attach(hero, "hand")
    assert.are.same({ 94, 36, -1, 0 }, { sword.x, sword.y, sword.facing, sword.angle })
    sword:detach()
    sword:setPosition(90, 36)
    sword:attach(hero, "hand", { keep = true })
    assert.are.same({ 90, 36, -1 }, { sword.x, sword.y, sword.facing })
    hero.facing = 1
    assert.are.same({ 110, 36, 1 }, { sword.x, sword.y, sword.facing })
  end)
end)

describe("children", function()
  local types = {
    foe = { r = 4, points = { hand = { 3, 0 } }, children = {
      { "club", point = "hand", w = 8, h = 2, anchor = "left", children = { { "nail", at = { 8, 0 }, r = 1 } } },
    } },
  }

  it("are_made_with_each_thing_of_a_type", function()
    local s = hitbox.scene { types = types, things = { { "foe", at = { 10, 0 } }, { "foe", at = { 50, 0 } } } }
    local places = {}
    for nail in s:each("nail") do
      places[#places + 1] = nail.x
    end
    assert.are.same({ 21, 61 }, places)
    s.foe:remove()
    assert.are.same({ 1, 1, 1 }, { s:count("foe"), s:count("club"), s:count("nail") })
    s:spawn("foe", { at = { 100, 0 } }).angle = math.pi
    local last
    for nail in s:each("nail") do
      last = nail
    end
    assert.are.same({ 89, 0 }, { last.x, last.y })
  end)

  it("that_cannot_be_made_leave_nothing_behind", function()
    local s = hitbox.scene {}
    assert.matches("r of thing 'b' must be >= 0, got %-1$", message(s.spawn, s,
      { "a", r = 1, children = { { "ok", r = 1 }, { "b", r = -1 } } }))
    assert.are.same({ 0, 0 }, { s:count(), s.world:count() })
  end)

  it("hang_on_things_sixteen_deep_at_the_most", function()
    local s = hitbox.scene { things = { { "link", r = 1 } } }
    local last = s.link
    for _ = 2, 16 do
      last = s:spawn { "link", r = 1, at = { 1, 0 }, parent = last }
    end
    assert.are.equal(15, last.x)
    s.link.angle = math.pi / 2
    assert.are.same({ 0, 15 }, { last.x, last.y })
    assert.matches("thing 'link' cannot be attached to thing 'link': a hierarchy has at most 16 levels$",
      message(s.spawn, s, { "link", r = 1, parent = last }))
    assert.are.equal(16, s:count())
    assert.matches("thing 'foe' cannot be attached to thing 'foe': a hierarchy has", refusal {
      types = { foe = { children = { { "foe" } } } }, things = { { "foe" } } })
  end)
end)

describe("a thing that cannot be attached", function()
  local function refused(sword)
    return refusal { things = { { "hero", r = 1, points = { hand = { 1, 2 }, head = { 0, 0 } } }, sword } }
  end

  it("is_refused_with_the_nearest_right_word", function()
    assert.are.equal("parent of thing 'sword': there is no thing 'heor' yet, did you mean 'hero'?",
      refused { "sword", parent = "heor" })
    assert.are.equal("point of thing 'sword': thing 'hero' has no point 'hnad', did you mean 'hand'?",
      refused { "sword", parent = "hero", point = "hnad" })
    assert.are.equal("thing 'sword' has a point, but no parent: add parent", refused { "sword", point = "hand" })
    assert.are.equal("points.hand[2] of thing 'hero' must be a finite number, got nil",
      refusal { things = { { "hero", points = { hand = { 3 } } } } })
    assert.are.equal("parent of thing 'sword' must be a name or a thing of the scene, got 3",
      refused { "sword", parent = 3 })
  end)

  it("hangs_in_no_circle", function()
    local s = armed { { "gem", parent = "sword", r = 1 } }
    assert.matches("thing 'hero' cannot be attached to itself, which is attached to it$",
      message(s.hero.attach, s.hero, s.hero))
    assert.matches("thing 'hero' cannot be attached to thing 'gem', which is attached to it$",
      message(s.hero.attach, s.hero, s.gem))
    assert.is_nil(s.hero.parent)
    s.gem:attach(s.hero)
    s.sword:attach(s.gem, nil, { keep = true }) -- no circle any more
    s.hero.x = 200
    assert.are.same({ 206, 200 }, { s.sword.x, s.gem.x })
  end)

  it("leaves_all_as_it_was", function()
    local s = hitbox.scene { policy = "pixel", things = { { "hero" },
      { "tile", parent = "hero", at = { 5, 0 }, w = 4, h = 2 } } }
    -- A thing without a box can be turned, a tile of whole pixels cannot.
    assert.matches("angle of box 'push' of thing 'tile': \"pixel\" has a meaning", message(function()
      s.hero.angle = 0.5
    end))
    assert.are.same({ 0, 0, 5, 0 }, { s.hero.angle, s.tile.angle, s.tile.x, s.tile.y })
    assert.matches("angle of box 'push' of thing 'tile'", message(s.tile.setLocal, s.tile, 1, 1, 0.5))
    s.hero.x = 10
    assert.are.same({ 15, 0 }, { s.tile.x, s.tile.y })
  end)
end)

describe("a hero with a sword, reloaded", function()
  local function def(more)
    local d = { things = { { "hero", at = { 100, 50 }, r = 5, points = { hand = { 6, 0 }, back = { -4, 0 } } },
      { "sword", parent = "hero", point = "hand", r = 1 } } }
    for key, value in pairs(more or {}) do
      d.things[2][key] = value
    end
    return d
  end

  it("still_holds_it_as_it_did_at_last", function()
    local old = hitbox.scene(def())
    old.hero:setPosition(20, 30)
    old.hero.facing = -1
    old.sword:setLocal(3, 1)
    local new = hitbox.scene(def())
    new:reloadFrom(old)
    assert.are.same({ 11, 31, -1 }, { new.sword.x, new.sword.y, new.sword.facing })
    assert.are.equal(new.hero, new.sword.parent)
    new.hero.x = 120
    assert.are.equal(111, new.sword.x)
  end)

  it("holds_it_as_the_edited_script_says", function()
    local old = hitbox.scene(def())
    old.hero:setPosition(20, 30)
    old.sword:setLocal(3, 1)
    local new = hitbox.scene(def { point = "back" })
    new:reloadFrom(old)
    assert.are.same({ 16, 30 }, { new.sword.x, new.sword.y })
  end)

  it("has_dropped_it_if_it_had", function()
    local old = hitbox.scene(def())
    old.sword:detach()
    old.hero:setPosition(20, 30)
    local new = hitbox.scene(def())
    new:reloadFrom(old)
    assert.are.same({ 106, 50 }, { new.sword.x, new.sword.y })
    assert.is_nil(new.sword.parent)
  end)

  it("keeps_the_children_of_what_was_spawned_each_once", function()
    local function army()
      return { types = { foe = { r = 4, children = { { "club", at = { 4, 0 }, r = 1 }, { "cap", r = 1 } } } } }
    end
    local old = hitbox.scene(army())
    local foe = old:spawn("foe", { at = { 10, 0 } })
    old:spawn("foe")
    foe._children[2]:remove()
    foe.x = 50
    local new = hitbox.scene(army())
    new:reloadFrom(old)
    assert.are.same({ 2, 2, 1 }, { new:count("foe"), new:count("club"), new:count("cap") })
    assert.are.same({ 50, 54, new.foe }, { new.foe.x, new.club.x, new.club.parent })
    local without = hitbox.scene {}
    without:reloadFrom(new)
    assert.are.equal(0, without:count())
  end)
end)

describe("what hangs on a thing and is pushed", function()
  --- A hero at (0, 0) with a shield before him, from 8 to 12, and a crate against it from 9 to 19.
  local function shielded(push, more)
    local def = {
      rules = { { "shield", "crate", push = push }, { "hero", "wall", response = "slide" },
        { "crate", "wall", response = "slide" } },
      things = {
        { "hero", w = 8, h = 20, points = { arm = { 10, 0 } } },
        { "shield", parent = "hero", point = "arm", w = 4, h = 12 },
        { "crate", at = { 14, 0 }, w = 10, h = 10 },
      },
    }
    for _, thing in ipairs(more or {}) do
      table.insert(def.things, thing)
    end
    return hitbox.scene(def)
  end
  local function places(s)
    return { s.hero.x, s.shield.x, s.crate.x }
  end

  it("yields_with_all_of_it_and_is_held_as_before", function()
    local s = shielded(1)
    s:step()
    assert.are.same({ -3, 7, 14 }, places(s))
    s.hero.facing = -1
    assert.are.equal(-13, s.shield.x)
    s = shielded(0.5)
    s:step()
    assert.are.same({ -1.5, 8.5, 15.5 }, places(s))
    s = shielded(0)
    s:step()
    assert.are.same({ 0, 10, 17 }, places(s))
  end)

  it("yields_as_far_as_its_root_can_and_leaves_the_rest_to_the_other", function()
    local back = { "wall", at = { -6, 0 }, w = 2, h = 40 } -- 1 behind the hero
    local s = shielded(0.5, { back })
    s:step()
    assert.are.same({ -1, 9, 16 }, places(s))
    s = shielded(1, { back })
    s:step()
    assert.are.same({ -1, 9, 14 }, places(s))
    s = shielded(0.5, { { "wall", at = { 20.5, 0 }, w = 2, h = 40 } }) -- half behind the crate
    s:step()
    assert.are.same({ -2.5, 7.5, 14.5 }, places(s))
  end)

  it("does_not_sweep_its_own_box_along", function()
    local s = hitbox.scene {
      rules = { { "shield", "crate", push = 1 }, { "shield", "post", response = "slide" } },
      things = {
        { "hero", w = 8, h = 20 }, { "shield", parent = "hero", at = { 10, 0 }, w = 4, h = 12 },
        { "crate", at = { 14, 0 }, w = 10, h = 10 },
        { "post", at = { 6.5, 0 }, w = 1, h = 1 }, -- between the two, where the shield is pushed to
      },
    }
    s:step()
    assert.are.same({ -3, 7, 14 }, places(s))
  end)

  it("yields_from_however_deep_it_hangs", function()
    local s = hitbox.scene {
      rules = { { "boss", "crate", push = 1, axis = "x" } },
      things = {
        { "hero", w = 8, h = 20 },
        { "shield", parent = "hero", at = { 10, 0 }, w = 4, h = 12 },
        { "boss", parent = "shield", at = { 3, 0 }, w = 2, h = 2 }, -- to 14
        { "crate", at = { 18, 0 }, w = 10, h = 10 }, -- from 13
      },
    }
    s:step()
    assert.are.same({ -1, 9, 12, 18 }, { s.hero.x, s.shield.x, s.boss.x, s.crate.x })
  end)

  it("yields_where_two_of_two_families_meet", function()
    local s = hitbox.scene {
      rules = { { "sword", "sword", push = 0.5, axis = "x" } },
      things = {
        { "left", w = 8, h = 20 }, { "sword", parent = "left", at = { 14, 0 }, w = 20, h = 2 },
        { "right", at = { 40, 0 }, facing = -1, w = 8, h = 20 }, { "sword", parent = "right", at = { 14, 0 }, w = 20, h = 2 },
      },
    }
    s:step()
    assert.are.same({ -4, 44 }, { s.left.x, s.right.x })
  end)

  it("is_placed_where_its_root_has_no_push_box", function()
    local s = hitbox.scene {
      rules = { { "hull", "rock", push = 1 } },
      things = {
        { "boat", boxes = { sensor = { r = 30 } } }, { "hull", parent = "boat", w = 20, h = 6 },
        { "rock", at = { 11, 0 }, w = 4, h = 4 },
      },
    }
    s:step()
    assert.are.same({ -1, -1 }, { s.boat.x, s.hull.x })
  end)
end)

describe("a sword that is carried against a wall", function()
  --- A hero that runs at a wall from 40 on, with a sword that reaches 20 before it.
  local function running(rule, update)
    local s = hitbox.scene {
      rules = { rule, { "hero", "wall", response = "slide" }, { "hero", "floor", response = "slide" } },
      things = {
        { "hero", w = 8, h = 20, points = { hand = { 4, 0 } } },
        { "sword", parent = "hero", point = "hand", anchor = "left", w = 16, h = 2 },
        { "wall", at = { 40, 0 }, anchor = "left", w = 10, h = 100 },
        { "wall", at = { -20, 0 }, anchor = "right", w = 10, h = 100 },
        { "floor", at = { 0, 10 }, anchor = "top", w = 300, h = 5 },
      },
      update = update or function(s) s.hero:move(s.hero.facing * 3, 2) end,
      tell = function(s) s.told = (s.told or 0) + 1 end,
    }
    return s
  end

  it("goes_into_it_with_its_hero_whatever_the_response", function()
    for _, response in ipairs { "slide", "touch", "bounce", "cross" } do
      local s = running { "sword", "wall", response = response, on = "tell" }
      steps(s, 30)
      assert.are.same({ 36, 40, 1 }, { s.hero.x, s.sword.x, s.told }, response)
    end
  end)

  it("keeps_its_hero_off_where_the_rule_pushes", function()
    local s = running { "sword", "wall", push = 1, on = "tell" }
    for tick = 1, 30 do
      s:step()
      assert.are.same({ math.min(3 * tick, 20), math.min(3 * tick, 20) + 4 }, { s.hero.x, s.sword.x })
    end
    assert.is_true(s.hero.blocked.below)
    s.hero.facing = -1
    steps(s, 30)
    assert.are.equal(0, s.hero.x) -- the other wall, too
  end)

  it("shoves_its_hero_when_he_turns_round_beside_it", function()
    local s = running({ "sword", "wall", push = 1 }, function() end)
    s.hero:setPosition(-8, 0) -- now into the wall on the left by 8
    s.hero.facing = -1
    s:step()
    assert.are.same({ 0, -4 }, { s.hero.x, s.sword.x })
  end)

  it("moves_alone_where_it_is_moved_by_itself_and_is_held_there", function()
    local s = running({ "sword", "wall", response = "slide", on = "tell" }, function(s) s.sword:move(50, 1) end)
    s:step()
    assert.are.same({ 0, 24, 1, 1 }, { s.hero.x, s.sword.x, s.sword.y, s.told })
    s.hero:setPosition(-10, 0)
    assert.are.same({ 14, 1 }, { s.sword.x, s.sword.y })
    s = running({ "sword", "wall", response = "bounce" }, function(s) s.sword:move(30, 0) end)
    s:step()
    assert.are.same({ 0, 14 }, { s.hero.x, s.sword.x }) -- 20 to the wall, and 10 back
  end)
end)

describe("things that hang on things", function()
  it("leave_each_other_alone_and_why_says_so", function()
    local s = armed { { "foe", at = { 130, 36 }, r = 4 } }
    local words = "one is attached to the other, or both to a third, and attached things ignore each other"
    assert.are.same({ words, words }, { s:why(s.hero, s.sword), s:why(s.sword, s.hero) })
    s.sword:detach()
    assert.are_not.equal(words, s:why(s.hero, s.sword))
  end)
end)

describe("a step with things that hang on things", function()
  it("is_the_same_each_time", function()
    local function run()
      local s = armed { { "gem", parent = "sword", at = { 20, 0 }, r = 2 }, { "foe", at = { 130, 36 }, r = 4 } }
      for i = 1, 50 do
        s.hero:move(i % 7 - 3, 0)
        s.sword:setLocal(nil, nil, 0.1 * i)
        steps(s, 1)
      end
      return { s.gem.x, s.gem.y, #s.struck }
    end
    assert.are.same(run(), run())
  end)
end)
