local hitbox = require "hitbox"
local lintRules = require "hitbox.scene.diagnostics.rule_lint"
local support = require "tests.scene.support"
local logged, message, refusal, steps = support.logged, support.message, support.refusal, support.steps

--- A hero, and at the same place a foe, a bat and a rock.
local function crowd(rule, more)
  local def = {
    rules = { rule },
    things = {
      { "hero", boxes = { push = { r = 5 }, hit = { r = 4 } } },
      { "foe", boxes = { head = { r = 3 }, hurt = { r = 4 }, legs = { r = 3 } } },
      { "bat", group = "flying", boxes = { hurt = { r = 4 } } },
      { "rock", r = 5 },
    },
  }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  return hitbox.scene(def)
end

local function contacts(rule)
  local s, list = crowd(rule), {}
  s:step()
  for i = 1, s.contactCount do
    local c = s.contacts[i]
    list[i] = ("%s.%s %s.%s"):format(c.a.name, c.kindA, c.b.name, c.kindB)
  end
  table.sort(list)
  return list
end

describe("a pattern of several", function()
  it("kinds_names_boxes_of_each_of_them", function()
    assert.are.same({ "hero.hit bat.hurt", "hero.hit foe.head", "hero.hit foe.hurt" },
      contacts { "hero.hit", "*.head|hurt" })
    assert.are.same({ "foe.head hero.hit", "foe.head hero.push", "foe.legs hero.hit", "foe.legs hero.push" },
      contacts { "foe.legs|head", "hero.hit|push" })
  end)

  it("words_names_things_of_each_of_them", function()
    assert.are.same({ "hero.hit bat.hurt", "hero.hit foe.hurt" }, contacts { "hero.hit", "foe|flying.hurt" })
    assert.are.same({ "hero.push bat.hurt", "hero.push rock.push" }, contacts { "hero.push", "rock | bat" })
  end)

  it("names_nothing_else_in_the_world", function()
    local pairsOf = 0
    for _ in crowd({ "hero.hit", "*.head|hurt" }).world:pairs() do
      pairsOf = pairsOf + 1
    end
    assert.are.equal(3, pairsOf)
  end)

  it("is_one_of_queries_as_well", function()
    local s = crowd { "hero.hit", "*.head|hurt" }
    assert.is_true(s.hero:overlaps("bat|rock.push|claw"))
    assert.is_false(s.hero:overlaps("bat|foe.push|claw"))
    assert.are.equal(3, (s:query(hitbox.point(0, 0), "foe|bat|hero.hurt|push")))
  end)

  it("is_refused_if_one_of_them_is_none", function()
    for _, text in ipairs { "foe|", "|foe", "foe||bat", "foe.hurt|", "*|foe", "*.hurt|*", "foe.hurt|bat.hurt" } do
      assert.are.equal("[2] of rule 1 must be 'foe.hit', or of several 'foe|bat.hit|claw', got '" .. text .. "'",
        refusal { rules = { { "hero", text } } })
    end
    assert.are.equal("[2] of rule 1 must be 'foe.hit', or of several 'foe|bat.hit|claw', got a table",
      refusal { rules = { { "hero", { "foe.hurt", "bat.hurt" } } } })
    assert.are.equal("things[1] must begin with a name without '.', '*' and '|', got 'a|b'", refusal { things = { { "a|b", r = 1 } } })
    local s = crowd { "hero", "foe" }
    assert.matches("the word of each must be a name, a type, a group or a team, got 'foe|bat'$", message(s.each, s, "foe|bat"))
  end)

  it("finds_what_touches_by_a_policy_of_its_own", function()
    local s = hitbox.scene {
      rules = { { "ball", "brick|wall.push|side", policy = "touch" } },
      things = { { "ball", w = 10, h = 10 }, { "wall", at = { 10, 0 }, w = 10, h = 10 },
        { "brick", at = { -10, 0 }, boxes = { side = { w = 10, h = 10 }, hurt = { w = 10, h = 10 } } } },
    }
    s:step()
    assert.are.same({ 2, "wall", "brick" }, { s.contactCount, s.contacts[1].b.name, s.contacts[2].b.name })
  end)

  it("is_reported_if_one_of_them_is_probably_a_typo", function()
    assert.matches("^rule 1 .*names '.huurt', but no box has that kind, did you mean '.hurt'%?$",
      lintRules(crowd { "hero.hit", "*.head|huurt" }))
    assert.matches("^rule 1 .*names 'rokc', but nothing has that name, did you mean 'rock'%?$", lintRules(crowd { "hero.push", "bat|rokc" }))
    assert.is_nil(lintRules(crowd { "hero.hit", "foe|bat.head|hurt" }))
  end)
end)

describe("a rule of several kinds", function()
  --- A blow in frames 2 to 5, which at first meets the chest and, as bob ducks by `by` a tick, the head as well.
  local function fight(rules, by)
    return logged {
      rules = rules,
      things = {
        { "ann", boxes = { push = { w = 8, h = 40 } },
          actions = { jab = { frames = 9, [2] = { hit = { x = 14, w = 16, h = 6 } }, [6] = {} } } },
        { "bob", at = { 18, 0 }, boxes = { head = { y = by and -24 or -6, w = 10, h = 12 }, chest = { w = 12, h = 40 } } },
      },
      update = function(s)
        s.bob:setPosition(18, s.ticks * (by or 0))
      end,
    }
  end

  local function blow(rules, by)
    local s = fight(rules, by)
    s.ann:play("jab")
    steps(s, 9)
    return s.log
  end

  it("counts_once_for_all_of_them_and_two_rules_count_each_for_itself", function()
    local one, two = { "*.hit", "*.head|chest", on = "on", once = "swing" }, { "*.hit", "*.chest", on = "on", once = "swing" }
    assert.are.same({ "1 on ann.hit bob.head" }, blow { one })
    assert.are.same({ "1 on ann.hit bob.chest", "1 on ann.hit bob.head" },
      blow { { "*.hit", "*.head", on = "on", once = "swing" }, two })
    for _, limit in ipairs { { once = true }, { every = 60 }, { max = 1 } } do
      local rule = { "*.hit", "*.head|chest", on = "on" }
      for key, value in pairs(limit) do
        rule[key] = value
      end
      assert.are.same({ "1 on ann.hit bob.head" }, blow { rule })
    end
  end)

  it("reports_the_kind_that_it_names_first_if_both_are_met_in_one_tick", function()
    assert.are.same({ "1 on ann.hit bob.head" }, blow { { "*.hit", "*.head|chest", on = "on", once = "swing" } })
    assert.are.same({ "1 on ann.hit bob.chest" }, blow { { "*.hit", "*.chest|head", on = "on", once = "swing" } })
    assert.are.same({ "1 on bob.head ann.hit" }, blow { { "*.head|chest", "*.hit", on = "on", once = "swing" } })
    assert.are.same({ "1 on ann.hit bob.head", "1 on ann.hit bob.chest" }, blow { { "*.hit", "*.head|chest", on = "on" } })
  end)

  it("reports_the_kind_that_was_met_first_in_earlier_ticks", function()
    assert.are.same({ "1 on ann.hit bob.chest" }, blow({ { "*.hit", "*.head|chest", on = "on", once = "swing" } }, 5))
    assert.are.same({ "1 on ann.hit bob.chest", "4 on ann.hit bob.head" }, blow({ { "*.hit", "*.head|chest", on = "on" } }, 5))
  end)

  it("leaves_out_boxes_that_its_function_has_taken_away", function()
    local s = fight { { "*.hit", "*.head|chest", on = "on", exit = "exit" } }
    local on = s.def.on
    s.def.on = function(scene, c)
      on(scene, c)
      c.b:reshape("chest", nil)
    end
    s.ann:play("jab")
    steps(s, 2)
    steps(s, 8)
    assert.are.same({ "1 on ann.hit bob.head", "5 exit ann.hit bob.head" }, s.log)
  end)
end)

describe("a rule about all things and walls", function()
  it("is_about_two_walls_that_overlap_as_well_and_one_that_names_the_others_is_not", function()
    for words, count in pairs { ["*"] = 1, ["hero|foe"] = 0 } do
      local s = hitbox.scene { rules = { { words, "wall" } }, things = {
        { "wall", w = 20, h = 20 }, { "wall", at = { 10, 0 }, w = 20, h = 20 }, { "hero", at = { 99, 0 }, w = 4, h = 4 },
      } }
      for _ = 1, 3 do
        s:step()
        assert.are.equal(count, s.contactCount)
      end
    end
  end)
end)
