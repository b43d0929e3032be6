local hitbox = require "hitbox"
local unknownNames = require "hitbox.scene.diagnostics.unknown_names"

local function slip(ask, more)
  local def = {
    types = { shot = { r = 1 }, slime = { r = 2, groups = { "foes" }, team = "reds" } },
    things = { { "hero", r = 1 }, { "wall2", r = 1 } }, update = ask,
  }
  for key, value in pairs(more or {}) do
    def[key] = value
  end
  local s = hitbox.scene(def)
  s:step()
  return unknownNames.hint(s)
end

describe("a word that is asked for", function()
  it("is_reported_if_it_is_similar_to_a_name", function()
    for word, meant in pairs {
      shto = "shot", shots = "shot", Hero = "hero", slimes = "slime", foess = "foes", redss = "reds",
    } do
      local told = (" finds nothing, because nothing has that name, did you mean '%s'?"):format(meant)
      local query = ("a query for '%s'"):format(word) .. told
      assert.are.equal(("s:each(\"%s\")"):format(word) .. told, slip(function(s) s:each(word) end))
      assert.are.equal(("s:count(\"%s\")"):format(word) .. told,
        slip(function(s) s:count(word) end))
      assert.are.equal(query, slip(function(s) s:nearest(0, 0, word) end))
      assert.are.equal(query, slip(function(s) s.hero:overlaps(word .. ".hit") end))
    end
  end)

  it("may_be_of_what_is_made_later", function()
    for _, word in ipairs {
      "hero", "shot", "foes", "reds", "wall1", "call2", "coin", "zero", "*",
    } do
      assert.is_nil(slip(function(s) s:nearest(0, 0, word) end))
    end
    for _, word in ipairs { "hero", "shot", "foes", "reds", "wall1", "coin", "zero" } do
      assert.is_nil(slip(function(s) s:each(word) end))
    end
  end)

  it("is_not_told_once_something_was_called_so", function()
    assert.is_nil(slip(function(s)
      s:count("shots")
      s:spawn({ "shots", r = 1 }):remove()
    end))
  end)

  it("is_remembered_as_one_of_a_hundred", function()
    assert.matches("did you mean 'shot'", slip(function(s)
      s:each("shto")
      for i = 1, 1000 do
        s:count("word" .. i)
      end
    end))
    assert.is_nil(slip(function(s)
      for i = 1, 100 do
        s:count("word" .. i)
      end
      s:each("shto")
    end))
  end)

  it("is_left_to_the_rules_that_name_it", function()
    assert.is_nil(slip(function(s) s:each("shots") end, { rules = { { "shots", "hero" } } }))
  end)
end)
