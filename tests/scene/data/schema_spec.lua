local schema = require "hitbox.scene.data.schema"

local NUMBER = { kind = "number", min = -5, max = 10 }
local NAME = { kind = "string", max = 8 }

--- The message without the line that it begins with; nil if the value passed.
local function refused(rule, value)
  local ok, message = pcall(schema.check, value, rule, "the file")
  return not ok and message:gsub("^[^:]*:%d+: ", "") or nil
end

describe("a description of data", function()
  it("lets_pass_what_it_describes_and_looks_at_nothing_else", function()
    local rule = schema.record({ "x" }, { x = NUMBER, name = NAME, list = schema.list(NUMBER, { minCount = 1, maxCount = 3 }), on = { kind = "boolean" },
      whole = { kind = "whole", min = 0, max = 2 ^ 32, orText = true }, more = { kind = "fields" }, by = { kind = "names", max = 8, of = NUMBER } })
    local value = { x = 10, name = "12345678", list = { -5, 0.5 }, on = false, whole = "7", more = { a = { 1, "x", { b = true } } },
      by = { a = 1 }, [3] = print, extra = setmetatable({}, { __index = error }) }
    assert.are.equal(value, schema.check(value, rule, "the file"))
    value.by = { 1, 2 }
    assert.is_nil(refused(rule, value))
  end)

  it("refuses_numbers_out_of_range_with_place_rule_and_value", function()
    local rule = schema.list(schema.record({ "x" }, { x = NUMBER }))
    for _, case in ipairs { { 10.5, "10.5" }, { -6, "-6" }, { 0 / 0, "NaN" }, { "1", "'1'" }, { nil, "nil" }, { {}, "a table" }, { true, "true" },
      { ("long\n"):rep(999), "'" .. ("long?"):rep(8) .. "...'" } } do
      assert.are.equal("[2].x of the file must be a number from -5 to 10, got " .. case[2], refused(rule, { { x = 1 }, { x = case[1] } }))
    end
    assert.are.equal("[1] of the file must be a whole number from 0 to 9, got 0.5",
      refused(schema.list { kind = "whole", min = 0, max = 9 }, { 0.5 }))
    assert.are.equal("[1] of the file must be a whole number from 0 to 9, got 'x'",
      refused(schema.list { kind = "whole", min = 0, max = 9, orText = true }, { "x" }))
  end)

  it("refuses_lists_with_holes_names_or_another_length", function()
    local rule = schema.list(NUMBER, { minCount = 1, maxCount = 2 })
    local list = "the file must be a list, with entries from 1 on and no others"
    assert.are.same({ list, list, list }, { refused(rule, { 1, x = 2 }), refused(rule, { x = 1 }), refused(rule, { [2] = 1, [5] = 1 }) })
    assert.are.equal("the file must have 1 to 2 entries, got 3", refused(rule, { 1, 2, 3 }))
    assert.are.equal("the file must have 1 to 2 entries, got 0", refused(rule, {}))
    assert.are.equal("the file must be a list, got 'x'", refused(rule, "x"))
    assert.is_nil(refused(schema.list(NUMBER, { orText = true }), "x"))
    local total = schema.list(schema.list(NUMBER, { maxTotal = 3 }))
    assert.is_nil(refused(total, { { 1, 2 }, { 3 } }))
    assert.are.equal("[2] of the file has too many entries: all such lists have at most 3 together", refused(total, { { 1, 2 }, { 3, 4 } }))
  end)

  it("needs_fields_always_or_where_another_one_asks_for_them", function()
    local rule = schema.record({ w = { gid = true, shape = { box = true } } }, { w = NUMBER })
    local missing = "w of the file must be a number from -5 to 10, got nil"
    assert.are.same({ missing, missing }, { refused(rule, { gid = 1 }), refused(rule, { shape = "box" }) })
    assert.are.same({}, { refused(rule, { shape = "point" }), refused(rule, {}), refused(rule, { gid = 1, w = 2 }) })
  end)

  it("calls_no_metamethods_and_comes_to_an_end", function()
    local trap = setmetatable({}, { __index = error, __len = error, __pairs = error })
    for _, rule in ipairs { schema.record({}, { x = NUMBER }), schema.list(NUMBER), { kind = "data" }, { kind = "names", max = 8, of = NUMBER } } do
      assert.matches("^the file must be a %a+ without a metatable$", refused(rule, trap))
    end
    local cycle = { kind = "data" }
    cycle.self = cycle
    assert.are.equal(("the file"):gsub("^", ("self."):rep(11) .. "self... of ") .. " is too deep: more than 100 tables lie within each other",
      refused({ kind = "data" }, cycle))
    local shared = {}
    for _ = 1, 90 do
      shared = { shared, shared }
    end
    assert.matches("has too many entries: all such lists have at most 1000 together$", refused({ kind = "data", maxTotal = 1000 }, shared))
  end)

  it("takes_for_data_what_a_thing_may_have", function()
    local rule = { kind = "fields" }
    assert.are.equal("a.b of the file must be a finite number, got NaN", refused(rule, { a = { b = 0 / 0 } }))
    assert.are.equal("a[1] of the file must be a finite number, got inf", refused(rule, { a = { 1 / 0 } }))
    assert.are.equal("a of the file must be a string, number, boolean or table, got a function", refused(rule, { a = print }))
    assert.are.equal("the file must have strings or finite numbers as keys, got true", refused(rule, { [true] = 1 }))
    assert.are.equal("the file must be a table, got 3", refused(rule, 3))
    assert.are.equal("['a b'] of the file must be a finite number, got -inf", refused(rule, { ["a b"] = -1 / 0 }))
  end)
end)
