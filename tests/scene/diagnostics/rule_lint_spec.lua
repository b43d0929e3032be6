local hitbox = require "hitbox"
local lintRules = require "hitbox.scene.diagnostics.rule_lint"

local function told(rules, more)
  local def = { rules = rules, types = { wall = { r = 1 }, slime = { r = 2, group = "foes" } }, things = { { "hero", r = 1 } } }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  return lintRules(hitbox.scene(def))
end

describe("a word of a rule", function()
  it("is_reported_if_it_is_similar_to_a_name", function()
    for word, meant in pairs { wal = "wall", Wall = "wall", walls = "wall", wlal = "wall", heroo = "hero" } do
      assert.matches(("^rule 1 names '%s', but nothing has that name, did you mean '%s'%%?$"):format(word, meant),
        told({ { word, "coin" } }) or "nothing")
    end
  end)

  it("is_reported_if_it_is_similar_to_a_kind_of_boxes", function()
    assert.matches("^rule 2 names '.hrut', but no box has that kind, did you mean '.hurt'%?$",
      told { { "hero", "wall" }, { "hero.hrut", "wall" } })
  end)

  it("may_be_of_what_is_made_later", function()
    for _, rule in ipairs {
      { "hero", "wall" }, { "ball", "wall" }, -- a ball is near to a wall, which has rules of its own
      { "coin", "key" }, { "fox", "*" }, { "hero.feet", "wall.edge" }, { "slime", "hero" },
    } do
      assert.is_nil(told { rule })
    end
    assert.is_nil(told({ { "foes", "hero" }, { "reds", "hero" } },
      { types = { slime = { r = 2, group = "foes", team = "reds" }, foe = { r = 1 }, red = { r = 1 } } }))
  end)
end)
