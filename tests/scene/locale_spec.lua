-- A host may have called setlocale. Then Lua's own functions write, read and compare as that says.
local hitbox = require "hitbox"
local json = require "hitbox.scene.data.json"
local ordered = require "hitbox.scene.ordered"

local usual = os.setlocale()

--- Where there is a decimal comma, and letters are alike whatever their case: see tests/CMakeLists.txt.
local function setGerman()
  return os.setlocale "de_DE.UTF-8"
end

describe("in a locale with a decimal comma", function()
  if not setGerman() then
    return pending "there is no de_DE.UTF-8"
  end
  local compares = "a" < "B" -- LuaJIT looks at no locale
  os.setlocale(usual)

  before_each(setGerman)
  after_each(function()
    os.setlocale(usual)
  end)

  it("another_order_and_a_comma_are_there", function()
    assert.are.equal(type(jit) ~= "table", compares)
    assert.are.equal(compares and "0,5" or "0.5", ("%.1f"):format(0.5))
  end)

  it("the_text_of_a_shape_has_points", function()
    assert.are.equal("circle(0.5, -1, 2.25)", tostring(hitbox.circle(0.5, -1, 2.25)))
    assert.are.equal("aabb(1e-07, 2.5e+20, 3, 0)", tostring(hitbox.aabb(1e-7, 2.5e20, 3, 0)))
  end)

  it("pairs_go_by_the_bytes_of_keys", function()
    local keys = {}
    for key in hitbox.pairs { b = 1, _c = 1, a = 1, B = 1, Bb = 1, ["\195\164"] = 1, [2] = 1 } do
      keys[#keys + 1] = key
    end
    assert.are.same({ 2, "B", "Bb", "_c", "a", "b", "\195\164" }, keys)
  end)

  it("a_sorted_list_does_too", function()
    local list = { "b", "a", "B", "", "A" }
    ordered.sort(list)
    assert.are.same({ "", "A", "B", "a", "b" }, list)
  end)

  it("the_hash_of_a_scene_is_what_it_is_elsewhere", function()
    local function hash()
      return hitbox.scene { things = { { "a", at = { 0.25, 1e-7 }, w = 2.5, h = 1, data = { Z = 1, luck = 0.1 } } } }:hash()
    end
    local here = hash()
    os.setlocale(usual)
    assert.are.equal(hash(), here)
  end)

  it("boxes_are_in_the_same_order", function()
    local function hash()
      local s = hitbox.scene { things = { { "a", boxes = { b = { r = 1 }, B = { r = 2 } }, actions = {
        wave = { frames = 9, [1] = { c = { r = 3 }, C = { r = 4 } } },
      } } } }
      s.a:play "wave"
      s:step()
      s.byMaking = { [s.a.boxes.c] = "c", [s.a.boxes.C] = "C" }
      return s:hash()
    end
    local here = hash()
    os.setlocale(usual)
    assert.are.equal(hash(), here)
  end)

  it("json_has_its_fractions", function()
    assert.are.same({ 0.25, -1.5e-3, 7, 2e2 }, json.decode "[0.25, -1.5e-3, 7, 2e2]")
  end)
end)
