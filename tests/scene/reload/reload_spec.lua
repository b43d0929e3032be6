local hitbox = require "hitbox"
local support = require "tests.scene.support"
local edges, logged, steps = support.edges, support.logged, support.steps

--- A scene, played for a while by `play`, then taken over by one of the edited definition.
local function reloaded(def, play, edit)
  local old = hitbox.scene(def())
  play(old)
  local edited = def()
  if edit then
    edit(edited)
  end
  local new = hitbox.scene(edited)
  new:reloadFrom(old)
  return new, old
end

local function names(s)
  local list = {}
  for thing in s:each() do
    list[#list + 1] = thing.name
  end
  return table.concat(list, " ")
end

describe("a reload", function()
  local function def()
    return {
      seed = 3, view = { 100, 100 },
      things = {
        { "hero", at = { 10, 20 }, r = 5, color = "red", data = { hp = 3, speed = 2 } },
        { "foe", at = { 100, 20 }, r = 5 },
        { "foe", at = { 200, 20 }, r = 5 },
      },
      start = function(s)
        s.score, s.gravity = 0, 0.5
      end,
    }
  end

  it("keeps_a_field_that_could_not_be_assigned_to_a_thing_as_it_is_defined_now", function()
    local s = reloaded(def, function(s)
      s.hero.w, s.hero.color = 9, "blue"
    end, function(edited)
      local hero = edited.things[1]
      hero.r, hero.w, hero.h = nil, 6, 6
    end)
    assert.are.same({ 9, "blue", true }, { s.hero.w, s.hero.color, s.hasColors })
  end)

  it("takes_over_places_fields_and_ticks", function()
    local s, old = reloaded(def, function(s)
      s.hero:setPosition(50, 60)
      s.hero.facing, s.hero.hp, s.hero.color, s.hero.mood = -1, 1, "blue", "calm"
      s.hero.angle = math.pi / 2
      s.score, s.wind, s.view.x = 7, 4, 30
      steps(s, 5)
    end)
    assert.are.same({ 50, 60, -1, math.pi / 2 }, { s.hero.x, s.hero.y, s.hero.facing, s.hero.angle })
    assert.are.same({ 45, 55, 55, 65 }, edges(s.hero))
    assert.are.same({ 1, 2, "blue", "calm" },
      { s.hero.hp, s.hero.speed, s.hero.color, s.hero.mood })
    assert.are.same({ 7, 0.5, 4, 30, 5 }, { s.score, s.gravity, s.wind, s.view.x, s.ticks })
    assert.are_not.equal(old.hero, s.hero)
    assert.are.equal(s, s.hero.scene)
  end)

  it("lets_a_first_value_win_that_was_edited", function()
    local s = reloaded(def, function(s)
      s.hero:setPosition(50, 60)
      s.hero.hp, s.hero.speed, s.hero.facing = 1, 9, -1
      s.score, s.gravity, s.view.x = 7, 8, 30
    end, function(edited)
      edited.things[1].at = { 11, 20 }
      edited.things[1].data = { hp = 3, speed = 4, mana = 6 }
      edited.things[1].r = 8
      edited.view = { 200, 100 }
      edited.start = function(scene)
        scene.score, scene.gravity, scene.lives = 0, 0.75, 3
      end
    end)
    assert.are.same({ 11, 20, -1 }, { s.hero.x, s.hero.y, s.hero.facing })
    assert.are.same({ 1, 4, 6 }, { s.hero.hp, s.hero.speed, s.hero.mana })
    assert.are.same({ 7, 0.75, 3, 0 }, { s.score, s.gravity, s.lives, s.view.x })
    assert.are.same({ 3, 12, 19, 28 }, edges(s.hero))
  end)

  it("goes_on_with_data_whose_tables_lead_to_each_other", function()
    local function edited(far)
      local here, there = { x = 1 }, { x = far }
      here.next, there.next = there, here
      return { things = { { "guard", r = 2, data = { way = here } } } }
    end
    local s = hitbox.scene(edited(2))
    s.guard.way.x = 7
    local again = hitbox.scene(edited(2))
    again:reloadFrom(s)
    assert.are.equal(7, again.guard.way.x)
    local other = hitbox.scene(edited(3))
    other:reloadFrom(again)
    assert.are.same({ 7, 3 }, { other.guard.way.x, other.guard.way.next.x })
    assert.are.equal(other.guard.way, other.guard.way.next.next)
  end)

  it("goes_on_with_data_to_which_many_ways_lead", function()
    local function edited(last)
      return { things = { { "guard", r = 2, data = { way = support.lattice(last) } } } }
    end
    local s = hitbox.scene(edited(1))
    s.guard.way = "home"
    local again = hitbox.scene(edited(1))
    again:reloadFrom(s)
    assert.are.equal("home", again.guard.way)
    local other = hitbox.scene(edited(2))
    other:reloadFrom(again)
    assert.are.equal("table", type(other.guard.way))
  end)

  it("adds_what_is_new_and_drops_what_was_deleted", function()
    local s = reloaded(def, function(s)
      s.foe.x, s.prey = 101, s.hero
    end, function(edited)
      edited.things = { edited.things[2], { "door", r = 1 } }
    end)
    assert.are.equal("foe door", names(s))
    assert.are.equal(101, s.foe.x)
    assert.is_false(s.prey.alive)
    assert.are.equal(2, s.world:count())
  end)

  it("leaves_removed_things_removed", function()
    local s = reloaded(def, function(s)
      s.foe:remove()
    end)
    assert.are.equal("hero foe", names(s))
    assert.are.equal(200, s.foe.x)
  end)

  it("makes_things_again_that_were_spawned_in_play", function()
    local s = reloaded(def, function(s)
      local shot = s:spawn { "shot", at = { 1, 1 }, r = 2, data = { v = 3 } }
      shot.x, shot.v = 40, 4
    end)
    assert.are.same({ "hero foe foe shot", 40, 4 }, { names(s), s.shot.x, s.shot.v })
    assert.are.same({ 38, -1, 42, 3 }, edges(s.shot))
  end)

  it("takes_those_of_start_for_the_script_s", function()
    local function bricks(n)
      return function()
        return {
          start = function(s)
            for i = 1, n do
              s:spawn { "brick", at = { i * 10, 0 }, r = 5 }
            end
          end,
        }
      end
    end
    local s = reloaded(bricks(4), function(s)
      s.brick:remove()
    end, function(edited)
      edited.start = bricks(5)().start
    end)
    assert.are.same({ 4, 20 }, { s:count("brick"), s.brick.x })
  end)

  it("keeps_boxes_that_play_has_changed", function()
    local function boxed()
      return { things = { { "hero", anchor = "feet", boxes = {
        push = { w = 10, h = 20 }, hurt = { w = 8, h = 18 }, feet = { w = 8, h = 2 },
      } } } }
    end
    local s = reloaded(boxed, function(s)
      s.hero:reshape("push", { w = 10, h = 8 })
      s.hero:reshape("hit", { r = 3, x = 9 })
      s.hero:reshape("feet", nil)
    end, function(edited)
      edited.things[1].boxes.hurt.h = 16
    end)
    assert.are.same({ -5, -8, 5, 0 }, edges(s.hero, "push"))
    assert.are.same({ 6, -6, 12, 0 }, edges(s.hero, "hit"))
    assert.are.same({ -4, -16, 4, 0 }, edges(s.hero, "hurt"))
    assert.is_nil(s.hero.boxes.feet)
  end)

  it("brings_fields_over_that_name_things_or_the_scene", function()
    local s = reloaded(def, function(s)
      local second = s:spawn { "shot", r = 1 }
      s.target, s.hero.target = s.hero, second
      s.all = { s.hero, { deep = s.foe, scene = s } }
      s.all.self = s.all
      s.marks = { [s.hero] = 5 }
    end)
    assert.are.equal(s.hero, s.target)
    assert.are.equal(s.shot, s.hero.target)
    assert.are.equal(s.hero, s.all[1])
    assert.are.equal(s.foe, s.all[2].deep)
    assert.are.equal(s, s.all[2].scene)
    assert.are.equal(s.all, s.all.self)
    assert.are.equal(5, s.marks[s.hero])
  end)

  it("takes_functions_from_the_new_script", function()
    local function with(answer)
      return function()
        return {
          start = function(s)
            s.ask = function()
              return answer
            end
          end,
        }
      end
    end
    local s = reloaded(with(1), function() end, function(edited)
      edited.start = with(2)().start
    end)
    assert.are.equal(2, s.ask())
  end)

  it("goes_on_with_the_random_numbers_unless_the_seed_was_edited", function()
    local function draw(s)
      s.random()
    end
    local fresh = hitbox.scene(def())
    fresh.random()
    assert.are.equal(fresh.random(), (reloaded(def, draw)).random())
    fresh:reset()
    local other = hitbox.scene { seed = 4 }
    assert.are.equal(other.random(), (reloaded(def, draw, function(edited)
      edited.seed = 4
    end)).random())
  end)

  it("goes_on_with_the_buttons_that_are_held", function()
    local raw = { held = { jump = true } }
    local s = reloaded(def, function(s)
      s:step(raw)
    end)
    s:step(raw)
    assert.are.same({ true, false }, { s.input:down("jump"), s.input:pressed("jump") })
  end)

  it("goes_on_with_contacts_and_what_rules_remember", function()
    local function rules()
      return {
        rules = {
          { "hero", "fire", on = "on", every = 10 },
          { "hero", "sign", on = "on", once = true, exit = "exit" },
          { "hero", "floor", on = "on", exit = "exit" },
        },
        things = { { "hero", r = 5 }, { "fire", r = 5 }, { "sign", r = 5 }, { "floor", r = 5 } },
      }
    end
    local old = logged(rules())
    steps(old, 4)
    assert.are.equal(3, #old.log)
    local edited = rules()
    table.insert(edited.rules, 1, { "hero", "rock" })
    local s = logged(edited)
    s:reloadFrom(old)
    s.log = {}
    steps(s, 8)
    assert.are.same({ "11 on hero.push fire.push" }, s.log)
    s.hero.x = 50
    s:step()
    s.hero.x = 0
    s:step()
    assert.are.same({ "11 on hero.push fire.push", "13 exit hero.push sign.push",
      "13 exit hero.push floor.push", "14 on hero.push floor.push" }, s.log)
  end)

  it("forgets_what_start_s_moves_have_met", function()
    local function moving()
      return {
        rules = { { "hero", "wall", response = "slide" } },
        things = { { "hero", r = 5 }, { "wall", at = { 20, 0 }, r = 5 } },
        start = function(s)
          s.hero:move(30, 0)
        end,
      }
    end
    local s = reloaded(moving, function(s)
      s.hero:setPosition(-50, 0)
      steps(s, 2)
    end)
    s:step()
    assert.are.same({ -50, 0 }, { s.hero.x, s.contactCount })
  end)

  it("refuses_what_is_no_other_scene", function()
    local s = hitbox.scene(def())
    for _, other in ipairs({ s, {}, 3 }) do
      assert.matches("the scene of reloadFrom must be another scene, got ",
        support.message(s.reloadFrom, s, other))
    end
    assert.are.equal("hero foe foe", names(s))
  end)

  it("may_be_done_over_and_over", function()
    local s = hitbox.scene(def())
    for i = 1, 5 do
      s.hero.x = s.hero.x + 1
      s:spawn { "shot", r = 1 }
      s:step()
      local new = hitbox.scene(def())
      new:reloadFrom(s)
      s = new
      assert.are.same({ 10 + i, i, i }, { s.hero.x, s:count("shot"), s.ticks })
    end
    s:reset()
    assert.are.same({ 10, 0 }, { s.hero.x, s.ticks })
  end)
end)
