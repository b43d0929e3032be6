local hitbox = require "hitbox"
local state = require "hitbox.scene.state"
local support = require "tests.scene.support"
local edges, message, refusal, steps =
  support.edges, support.message, support.refusal, support.steps

local function scene(def)
  def.rules = def.rules or { { "hero", "wall", response = "slide" } }
  return hitbox.scene(def)
end

--- A hero of 10 by 10 at the origin in a room that it can cross in 20.
local function room()
  return scene {
    things = {
      { "hero", w = 10, h = 10, boxes = { hurt = { w = 8, h = 8 } } },
      { "wall", at = { 30, 0 }, w = 10, h = 100 }, { "wall", at = { -30, 0 }, w = 10, h = 100 },
      { "wall", at = { 0, 30 }, w = 100, h = 10 }, { "wall", at = { 0, -30 }, w = 100, h = 10 },
    },
  }
end

describe("a thing", function()
  it("has_what_its_definition_says", function()
    local def = { "hero", at = { 3, 4 }, anchor = "feet", facing = -1, w = 10, h = 20,
      color = "red", hidden = true, data = { hp = 3, bag = { "key" } } }
    local s = scene { things = { def } }
    local hero = s.hero
    assert.are.same({ "hero", 3, 4, "feet", -1, "red", true, 3 }, { hero.name, hero.x, hero.y,
      hero.anchor, hero.facing, hero.color, hero.hidden, hero.hp })
    assert.are.equal(s, hero.scene)
    assert.are.equal(def, hero.def)
    assert.is_true(hero.alive)
    assert.are.equal("push", hero.boxes.push.kind)
    assert.are.equal(hero, hero.boxes.push.thing)
    assert.is_true(s.world:has(hero.boxes.push))
  end)

  it("has_the_number_of_its_making_in_which_boxes_do_not_count", function()
    local s = scene { things = {
      { "hero", w = 4, h = 4, boxes = { hurt = { r = 4 }, hit = { r = 1 } }, children = { { "hat", r = 2 } } },
      { "foe", boxes = { push = { r = 4 }, hurt = { r = 4 } } },
    } }
    s.foe:reshape("hit", { r = 9 })
    assert.are.same({ 1, 2, 3, 4 }, { s.hero.order, s.hat.order, s.foe.order, s:spawn({ "rock", r = 1 }).order })
    s.rock:remove()
    assert.are.equal(5, s:spawn({ "rock", r = 1 }).order)
    s:reset()
    assert.are.same({ 1, 2, 3 }, { s.hero.order, s.hat.order, s.foe.order })
    assert.are.equal("0", state.capture(s).values["foe#3.x"]) -- the name in logs of states
  end)

  it("has_data_of_its_own_also_where_that_is_a_table", function()
    local s = scene { things = { { "hero", data = { bag = { "key" } } } } }
    table.insert(s.hero.bag, "rope")
    s:reset()
    assert.are.same({ "key" }, s.hero.bag)
  end)

  it("has_data_whose_tables_lead_to_each_other", function()
    local here, there = { x = 1 }, { x = 2 }
    here.next, there.next = there, here
    local s = scene { types = { guard = { r = 2, data = { way = here } } },
      things = { { "guard" }, { "hero", data = { way = here } } } }
    for _, name in ipairs { "guard", "hero" } do
      local way = s[name].way
      assert.are.same({ 1, 2 }, { way.x, way.next.x })
      assert.are.equal(way, way.next.next)
      assert.are_not.equal(here, way)
    end
  end)

  it("takes_its_boxes_along_when_x_or_y_is_assigned", function()
    local hero = room().hero
    hero.x = 7
    hero.y = -2
    assert.are.same({ 2, -7, 12, 3 }, edges(hero))
    assert.are.same({ 3, -6, 11, 2 }, edges(hero, "hurt"))
    hero:setPosition(100, 200)
    assert.are.same({ 95, 195, 105, 205 }, edges(hero))
  end)

  it("keeps_any_other_field_that_is_assigned", function()
    local hero = room().hero
    hero.speed = 5
    assert.are.equal(5, hero.speed)
    hero.speed = nil
    assert.is_nil(hero.speed)
  end)

  it("turns_to_the_sign_of_a_direction", function()
    local hero = room().hero
    hero:face(-0.3)
    assert.are.equal(-1, hero.facing)
    hero:face(0)
    assert.are.equal(-1, hero.facing)
    hero:face(2)
    assert.are.equal(1, hero.facing)
  end)

  it("turns_all_boxes_about_its_anchor", function()
    local s = scene { things = { { "ship", at = { 100, 50 }, angle = math.pi / 2,
      boxes = { hit = { x = 10, w = 4, h = 2 }, push = { w = 10, h = 6, anchor = "left" } } } } }
    local ship = s.ship
    assert.are.equal(math.pi / 2, ship.angle)
    assert.are.same({ 97, 50, 6, 10 }, { ship:rect("push") })
    assert.are.same({ 99, 58, 2, 4 }, { ship:rect("hit") })
    ship.angle = ship.angle + math.pi / 2
    assert.are.same({ 90, 47, 10, 6 }, { ship:rect("push") })
    assert.are.same({ 88, 49, 4, 2 }, { ship:rect("hit") })
    ship.facing = -1 -- mirrored first, then turned
    assert.are.same({ 100, 47, 10, 6 }, { ship:rect("push") })
    ship:move(5, 0)
    ship:reshape("hit", { x = 20, w = 4, h = 2 })
    assert.are.same({ 123, 49, 4, 2 }, { ship:rect("hit") })
    ship.angle = 0
    assert.are.same({ 95, 47, 10, 6 }, { ship:rect("push") })
  end)

  it("cannot_turn_where_a_box_cannot", function()
    local s = scene { policy = "pixel", things = { { "tile", w = 4, h = 2 } } }
    assert.matches("angle of box 'push' of thing 'tile': \"pixel\" has a meaning", message(function()
      s.tile.angle = 0.3
    end))
    assert.are.equal(0, s.tile.angle)
    s.tile.angle = math.pi / 2
    assert.are.same({ -1, -2, 2, 4 }, { s.tile:rect() })
    assert.matches("angle of thing 'tile' must be a finite number, got NaN", message(function()
      s.tile.angle = 0 / 0
    end))
  end)

  it("overlaps_another_as_the_scene_counts_contacts", function()
    local s = scene {
      things = {
        { "hero", boxes = { push = { r = 5 }, hit = { r = 2, x = 12 } } },
        { "foe", at = { 12, 0 }, boxes = { hurt = { r = 3 } } },
        { "rock", at = { 0, 10 }, r = 5 },
      },
    }
    assert.is_true(s.hero:overlaps(s.foe))
    assert.is_true(s.hero:overlaps(s.foe, "hit"))
    assert.is_true(s.hero:overlaps(s.foe, "hit", "hurt"))
    assert.is_false(s.hero:overlaps(s.foe, "push"))
    assert.is_false(s.hero:overlaps(s.foe, "hit", "push"))
    assert.is_false(s.hero:overlaps(s.rock))
    local foe = s.foe
    foe:remove()
    assert.is_false(s.hero:overlaps(foe))
    assert.matches("other of overlaps must be a thing of the scene, got nil$", message(s.hero.overlaps, s.hero))
  end)

  it("overlaps_any_of_those_that_a_pattern_names", function()
    local s = scene {
      types = { pond = { group = "water", shape = hitbox.circle(0, 0, 5) } },
      things = {
        { "hero", boxes = { push = { r = 5 }, hit = { r = 2, x = 12 } }, children = { { "sword", r = 5 } } },
        { "foe", at = { 12, 0 }, boxes = { hurt = { r = 3 } } },
        { "pond", at = { 40, 0 } }, { "pond", at = { 9, 0 } }, { "rock", at = { 0, 10 }, r = 5 },
      },
      rules = { { "hero", "water", on = "splash" } }, splash = function() end,
    }
    local hero = s.hero
    assert.are.same({ true, true, true, false, false }, { hero:overlaps("foe"), hero:overlaps("foe.hurt"), hero:overlaps("*.hurt", "hit"),
      hero:overlaps("foe", "push"), hero:overlaps("foe.push") })
    assert.are.same({ true, true, true, true }, { hero:overlaps("water"), hero:overlaps("pond"), hero:overlaps("pond.push"),
      hero:overlaps("water", "push") })
    assert.are.same({ false, false, false, false }, { hero:overlaps("rock"), hero:overlaps("hero"), hero:overlaps("sword"),
      hero:overlaps("absent") }) -- touching is not overlapping, and a child of it is no other
    hero:setPosition(0, 0.5)
    assert.is_true(hero:overlaps("rock"))
    hero:setPosition(-20, 0)
    assert.are.same({ false, true }, { hero:overlaps("water"), s.foe:overlaps("pond", "hurt") })
    for pond in s:each("pond") do pond:remove() end
    assert.is_false(s.foe:overlaps("pond"))
    hero:remove()
    assert.is_false(hero:overlaps("foe"))
    assert.matches("otherKind of overlaps needs a thing: write the kind into the pattern 'foe', as 'foe.hurt'$",
      message(s.foe.overlaps, s.foe, "foe", nil, "hurt"))
    assert.matches("overlaps must be 'name', 'name.kind', '%*.kind' or '%*', got 'a.b.c'$", message(s.foe.overlaps, s.foe, "a.b.c"))
  end)

  it("tells_the_bounds_of_its_boxes", function()
    local hero = room().hero
    assert.are.same({ -5, -5, 10, 10 }, { hero:rect() })
    assert.are.same({ -4, -4, 8, 8 }, { hero:rect("hurt") })
    assert.are.same({}, { hero:rect("hit") })
    local s = scene { things = { { "ghost", boxes = { zone = { r = 2 }, eye = { r = 1 } } } } }
    assert.are.same({ -1, -1, 2, 2 }, { s.ghost:rect() })
    s.ghost:reshape("aura", { r = 4 })
    assert.are.same({ -4, -4, 8, 8 }, { s.ghost:rect() })
  end)
end)

describe("a move", function()
  it("is_stopped_by_the_push_box_and_takes_the_others_along", function()
    local hero = room().hero
    assert.are.equal(1, hero:move(50, 3))
    assert.are.same({ 20, 3 }, { hero.x, hero.y })
    assert.are.same({ 16, -1, 24, 7 }, edges(hero, "hurt"))
  end)

  it("says_at_which_sides_it_was_stopped", function()
    local function blocked(dx, dy)
      local hero = room().hero
      hero:move(dx, dy)
      local list = {}
      for _, side in ipairs({ "left", "right", "above", "below" }) do
        list[#list + 1] = hero.blocked[side] and side or nil
      end
      return table.concat(list, " ")
    end
    assert.are.equal("", blocked(5, 5))
    assert.are.equal("right", blocked(50, 0))
    assert.are.equal("left", blocked(-50, 0))
    assert.are.equal("below", blocked(0, 50))
    assert.are.equal("above", blocked(0, -50))
    assert.are.equal("right below", blocked(50, 60))
  end)

  it("forgets_what_stopped_the_one_before", function()
    local hero = room().hero
    hero:move(50, 0)
    hero:move(-1, 0)
    assert.is_false(hero.blocked.right)
    assert.is_nil(hero:hit(1))
  end)

  it("gives_its_hits_one_by_one_also_after_others_have_moved", function()
    local s = room()
    local n = s.hero:move(40, 80)
    s.wall:move(1, 1)
    assert.are.equal(2, n)
    local walls = {}
    for wall in s:each("wall") do
      walls[#walls + 1] = wall
    end
    assert.are.same({ walls[3], 0, -1, 0.25, "slide", false, 0 }, { s.hero:hit(1) })
    assert.are.same({ walls[1], -1, 0, 0.5, "slide", false, 0 }, { s.hero:hit(2) })
    assert.is_nil(s.hero:hit(3))
    assert.is_nil(s.hero:hit(0))
  end)

  it("without_a_push_box_just_places", function()
    local s = scene {
      things = { { "hero", boxes = { hurt = { r = 5 } } }, { "wall", at = { 10, 0 }, r = 5 } },
    }
    assert.are.equal(0, s.hero:move(10, 2))
    assert.are.same({ 10, 2 }, { s.hero.x, s.hero.y })
  end)

  it("may_leave_out_a_direction", function()
    local hero = room().hero
    hero:move(3)
    hero:move(nil, 2)
    assert.are.same({ 3, 2 }, { hero.x, hero.y })
  end)

  it("passes_through_what_it_begins_in", function()
    local hero = room().hero
    hero:setPosition(28, 0)
    hero:move(-3, 0)
    assert.are.equal(25, hero.x)
    assert.is_false(hero.blocked.right)
  end)
end)

describe("reshape", function()
  it("changes_a_box", function()
    local s = scene { things = { { "hero", anchor = "feet", w = 10, h = 20 } } }
    s.hero:reshape("push", { w = 10, h = 8 })
    assert.are.same({ -5, -8, 5, 0 }, edges(s.hero))
    assert.are.equal(1, s.world:count())
  end)

  it("adds_a_box_and_takes_it_away", function()
    local s = scene { things = { { "hero", r = 5 } } }
    s.hero:reshape("hit", { r = 2, x = 9 })
    assert.are.same({ 7, -2, 11, 2 }, edges(s.hero, "hit"))
    s.hero.x = 100
    assert.are.same({ 107, -2, 111, 2 }, edges(s.hero, "hit"))
    local box = s.hero.boxes.hit
    s.hero:reshape("hit", nil)
    assert.is_nil(s.hero.boxes.hit)
    assert.is_false(box.alive)
    assert.are.equal(1, s.world:count())
    s.hero:reshape("hit", nil)
    assert.are.equal(1, s.world:count())
  end)

  it("of_an_attack_makes_each_swing_a_new_contact", function()
    local s = support.logged {
      rules = { { "hero.hit", "foe", on = "on", exit = "exit" } },
      things = { { "hero", r = 5 }, { "foe", at = { 12, 0 }, r = 5 } },
      update = function(s)
        s.hero:reshape("hit", s.ticks % 4 < 2 and { r = 4, x = 8 } or nil)
      end,
    }
    steps(s, 6)
    assert.are.same({ "1 on hero.hit foe.push", "2 exit hero.hit foe.push",
      "4 on hero.hit foe.push", "6 exit hero.hit foe.push" }, s.log)
  end)

  it("that_is_refused_changes_nothing", function()
    local s = scene { things = { { "hero", r = 5 } } }
    assert.matches("r of box 'push' of thing 'hero' must be >= 0, got %-1",
      message(s.hero.reshape, s.hero, "push", { r = -1 }))
    assert.matches("the kind in a reshape of thing 'hero' must be a string, as in t:reshape%(\"push\", { w = 12, h = 28 }%), got nil",
      message(s.hero.reshape, s.hero, nil, { r = 1 }))
    assert.are.same({ -5, -5, 5, 5 }, edges(s.hero))
  end)
end)

describe("a removed thing", function()
  it("is_gone_at_once", function()
    local s = room()
    local hero = s.hero
    hero:remove()
    assert.is_false(hero.alive)
    assert.is_nil(s.hero)
    assert.are.equal(4, s.world:count())
    assert.is_false(s.world:has(hero.boxes.push))
  end)

  it("can_still_be_asked_and_told_without_harm", function()
    local hero = room().hero
    hero:remove()
    hero:remove()
    assert.are.equal(0, hero:move(50, 0))
    hero.x = 3
    hero:face(-1)
    hero:reshape("hit", { r = 3 })
    assert.is_nil(hero:rect())
    assert.is_nil(hero.boxes.hit)
    assert.is_false(hero.alive)
  end)
end)

describe("a wrong number", function()
  it("is_refused_at_the_line_that_assigns_it_and_changes_nothing", function()
    local hero = room().hero
    local line = debug.getinfo(1, "l").currentline
    local text = message(function()
      hero.x = 0 / 0
    end)
    assert.are.equal(("tests/scene/thing/thing_spec.lua:%d: x of thing 'hero' must be a finite number, "
      .. "got NaN"):format(line + 2), (text:gsub("^%./", "")))
    assert.are.same({ 0, -5 }, { hero.x, (hero:rect()) })
  end)

  it("leaves_all_boxes_where_they_are_if_one_cannot_follow", function()
    local s = hitbox.scene {
      things = { { "hero", anchor = "left", scale = 2 ^ 10, boxes = { a = { w = 1, h = 1 }, b = { w = 2 ^ 90, h = 1 } } } },
    }
    local text = message(s.hero.setPosition, s.hero, 2 ^ 60, 0)
    assert.matches("every edge of box 'b' of thing 'hero' must be at most 2%^100 in magnitude$", text)
    assert.are.equal(0, s.hero.x)
    assert.are.equal(0, (s.hero:rect("a")))
    s.hero:setPosition(-2 ^ 60, 0)
    assert.are.equal(-2 ^ 60, (s.hero:rect("a")))
  end)

  it("is_refused_by_each_method", function()
    local hero = room().hero
    local function refused(text, method, ...)
      assert.are.equal(text, (message(hero[method], hero, ...):gsub("^[^:]*:%d+: ", "")))
      assert.are.same({ 0, 0, 1 }, { hero.x, hero.y, hero.facing })
    end
    refused("dx of a move of thing 'hero' must be a finite number, got inf", "move", 1 / 0, 0)
    refused("dy of a move of thing 'hero' must be a finite number, got 'down'", "move", 0, "down")
    refused("x of thing 'hero' must be a finite number, got nil", "setPosition")
    refused("x of thing 'hero' must be at most 2^90 in magnitude, got 1e+28", "setPosition", 1e28, 0)
    refused("y of thing 'hero' must be a finite number, got -inf", "setPosition", 0, -1 / 0)
    refused("direction of face of thing 'hero' must be a finite number, got 'left'", "face", "left")
    assert.matches("facing of thing 'hero' must be 1 or %-1, got 2$", message(function()
      hero.facing = 2
    end))
  end)
end)

describe("a wrong thing", function()
  local function refused(def)
    return refusal { things = { { "rock", r = 1 }, def } }
  end

  it("is_refused_by_key_and_value", function()
    assert.are.equal("unknown key 'anchr' in thing 'hero', did you mean 'anchor'?",
      refused { "hero", anchr = "feet" })
    assert.are.equal("unknown key 'x' in thing 'hero': write at = { 8, 8 }",
      refused { "hero", x = 1, y = 2, r = 1 })
    for _, word in ipairs { "hp", "vx", "speed" } do
      assert.are.equal(("unknown key '%s' in thing 'hero', did you mean 'data'?"):format(word),
        refused { "hero", w = 3, h = 3, [word] = 1 })
    end
    assert.matches("^unknown key 'way' in thing 'hero'; a field of your own is data = "
      .. "{ way = %.%.%. }; known are actions, anchor,",
      refused { "hero", w = 3, h = 3, way = 1 })
    assert.are.equal("unknown key 'weight' in thing 'hero', did you mean 'right'? "
      .. "Otherwise a field of your own is data = { weight = ... }",
      refused { "hero", w = 3, h = 3, weight = 1 })
    assert.are.equal("nothing calls update of thing 'hero': write for t in s:each(\"foe\") do in update of the scene", refused { "hero", w = 3, h = 3, update = function() end })
    assert.are.equal("thing 'hero' has a second entry, 'feet': write its position as at = { x, y }, its size as w and h or r",
      refused { "hero", "feet" })
    assert.are.equal("at[2] of thing 'hero' must be a finite number, got nil",
      refused { "hero", at = { 1 } })
    assert.are.equal("facing of thing 'hero' must be 1 or -1, got 0",
      refused { "hero", facing = 0 })
    assert.are.equal("angle of thing 'hero' must be a finite number, got '1'",
      refused { "hero", angle = "1" })
    assert.are.equal("boxes of thing 'hero' must be a table, got 3", refused { "hero", boxes = 3 })
    assert.are.equal("boxes of thing 'hero' must be by kind (push, hurt, ...), got the key 1",
      refused { "hero", boxes = { { r = 1 } } })
    assert.are.equal("data of thing 'hero' must be a table, got 3", refused { "hero", data = 3 })
    assert.are.equal("data of thing 'hero' cannot have the name 'move': it belongs to every thing, choose another name",
      refused { "hero", data = { move = 1 } })
  end)

  it("is_refused_by_its_place_if_it_has_no_name", function()
    assert.are.equal('things[2] must be a table, as { "hero", w = 12, h = 28 }, got \'hero\'', refused "hero")
    assert.are.equal('things[2] must begin with a name without \'.\', \'*\' and \'|\', as { "hero", at = { 8, 8 } }, got nil',
      refused { r = 1 })
    assert.are.equal("things[2] begins with its name: { 'hero', ... }, not name = 'hero'", refused { name = "hero", r = 1 })
    assert.are.equal("things[2] must begin with a name without '.', '*' and '|', got 'a.b'",
      refused { "a.b" })
    assert.are.equal("things[2] cannot have the name 'step': s.step belongs to the scene, choose another name",
      refused { "step" })
    assert.are.equal("things[2] cannot have the name 'world': s.world belongs to the scene, choose another name",
      refused { "world" })
  end)

  it("has_no_size_that_could_be_assigned_but_may_have_a_field_that_is_called_so", function()
    local s = hitbox.scene { types = { ball = { r = 4 } }, things = { { "box", w = 8, h = 4 }, { "ball" } } }
    for name, key in pairs { box = "w", ball = "r" } do
      assert.matches(key .. " of thing '" .. name .. "' cannot be assigned: "
        .. 'call t:reshape%("push", { %.%.%. }%)$', message(function()
        s[name][key] = 9
      end))
    end
    s.box.r, s.ball.w = 3, 5
    assert.are.same({ 3, 5 }, { s.box.r, s.ball.w })
  end)

  it("has_no_size_of_one_of_its_boxes_that_could_be_assigned_unless_data_has_it", function()
    local s = hitbox.scene { things = {
      { "hero", boxes = { hurt = { w = 8, h = 4 }, hit = { r = 3 } } },
      { "foe", boxes = { hurt = { w = 8, h = 4 } }, data = { w = 1 } },
    } }
    assert.matches("w of thing 'hero' belongs to its box 'hurt': call t:reshape%(\"hurt\", { %.%.%. }%)$",
      message(function() s.hero.w = 9 end))
    assert.matches("r of thing 'hero' belongs to its box 'hit'", message(function() s.hero.r = 9 end))
    s.hero:reshape("hit", nil)
    s.hero.r = 9
    s.foe.w = 2
    assert.are.same({ 9, 2 }, { s.hero.r, s.foe.w })
    s = hitbox.scene { things = { { "hero", boxes = { ["50%d"] = { w = 8, h = 4 } } } } } -- no format
    assert.matches("w of thing 'hero' belongs to its box '50%%d': call t:reshape%(\"50%%d\", ", message(function() s.hero.w = 9 end))
  end)

  it("has_no_group_no_way_and_nothing_of_its_moves_that_could_be_assigned", function()
    local s = hitbox.scene { things = {
      { "hero", w = 8, h = 8, actions = { jab = { frames = 3, [2] = { hit = { r = 2 } } } } }, { "rock", r = 4 },
    } }
    assert.matches("unknown field 'group' of thing 'rock': a thing keeps the groups that it was made with$", message(function() s.rock.group = "wet" end))
    assert.matches("oneWay of thing 'rock' cannot be assigned", message(function() s.rock.oneWay = "above" end))
    assert.matches("at of thing 'rock' is its first position", message(function() s.rock.at = { x = 3, y = 4 } end))
    for _, thing in ipairs { s.hero, s.rock } do -- whether it has actions or not: it may get some
      assert.matches("'landed' of thing '.*' cannot be assigned: give your field another name$",
        message(function() thing.landed = "hit" end))
    end
    s.rock.group, s.rock.oneWay = 3, false
    assert.are.same({ 3, false }, { s.rock.group, s.rock.oneWay })
  end)

  it("has_no_side_and_no_place_that_could_be_assigned_where_its_definition_gave_them", function()
    local s = hitbox.scene { things = { { "ledge", at = { 1, 2 }, w = 8, h = 4, oneWay = "above" } } }
    assert.matches("oneWay of thing 'ledge' cannot be assigned", message(function() s.ledge.oneWay = false end))
    assert.matches("at of thing 'ledge' is its first position: assign t%.x and t%.y, or call t:setPosition%(x, y%)$",
      message(function() s.ledge.at = { 3, 4 } end))
    s.ledge.at = 5 -- a field of one's own, as of a time
    assert.are.same({ 5, 1, 2 }, { s.ledge.at, s.ledge.x, s.ledge.y })
  end)

  it("is_blocked_at_sides_that_are_not_called_otherwise", function()
    local blocked = room().hero.blocked
    for word, side in pairs { down = "below", bottom = "below", up = "above", top = "above" } do
      assert.matches("blocked has no '" .. word .. "': it has left, right, above and below, did you mean '" .. side .. "'%?$",
        message(function() return blocked[word] end))
    end
    assert.is_false(blocked.below)
  end)

  it("says_whether_it_lives_and_is_not_told_so", function()
    local hero = room().hero
    for _, value in ipairs { false, true } do
      assert.matches("'alive' of thing 'hero' cannot be assigned: call t:remove%(%), or s:spawn for a new thing$", message(function()
        hero.alive = value
      end))
    end
    assert.is_true(hero.alive)
    hero:remove()
    assert.is_false(hero.alive)
  end)

  it("has_fields_of_its_own_that_are_only_read", function()
    local hero = room().hero
    local words = {
      name = "a thing keeps the name that it was made with", boxes = "call t:reshape(\"hit\", { ... }) for one box",
      playing = "call t:play(\"jab\") or t:stop()", frozen = "call t:freeze(ticks)",
      queued = "call t:play(\"jab\", { buffer = 6 })",
    }
    for _, key in ipairs { "scene", "blocked", "def", "order", "frame", "landed", "stuckTo" } do
      words[key] = "give your field another name"
    end
    for key, advice in pairs(words) do
      local says = ("'%s' of thing 'hero' cannot be assigned: %s"):format(key, advice)
      local before = hero[key]
      local told = message(function() hero[key] = "x" end)
      assert.are.equal(says, (told:gsub("^[^:]*thing_spec.lua:%d+: ", "")))
      assert.are.equal(before, hero[key])
    end
    for key in pairs(hero) do -- nor does anything that walks its fields come upon them
      assert.is_nil(words[key])
    end
  end)

  it("cannot_take_a_method_s_name_for_a_field", function()
    local hero = room().hero
    assert.matches("'hit' is a method of things: your field needs another name, such as t.myHit$",
      message(function()
        hero.hit = true
      end))
  end)
end)
