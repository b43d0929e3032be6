local json = require "hitbox.scene.data.json"

describe("json", function()
  it("reads_every_kind_of_value", function()
    assert.are.same({ a = { 1, -2.5, 3e2, 0, 0.125 }, b = "x", c = true, d = false, f = {}, g = {} },
      json.decode ' { "a" : [1, -2.5,3E+2 , -0, 125e-3], "b":"x","c":true, "d":false,\n"e":null, "f":{}, "g":[ ] } ')
    assert.are.equal("s", json.decode '"s"')
    assert.is_nil(json.decode "null")
    local list = json.decode "[1, null, 3]"
    assert.are.same({ 1, nil, 3 }, { list[1], list[2], list[3] })
  end)

  it("returns_the_order_of_keys_on_demand", function()
    local order = {}
    local value = json.decode('{ "z": { "b": 1, "a": 2 }, "k": null, "a": [] }', order)
    assert.are.same({ "z", "k", "a" }, order[value])
    assert.are.same({ "b", "a" }, order[value.z])
    value = json.decode('{ "b": 1, "b": 2, "a": 3, "b": 4 }', order)
    assert.are.same({ { "b", "b (2)", "a", "b (4)" }, { b = 1, ["b (2)"] = 2, a = 3, ["b (4)"] = 4 } }, { order[value], value })
    value = json.decode('{ "z": { "b": 1, "a": 2 } }', order)
    json.decode('{ "c": 1 }')
    assert.are.same({ "b", "a" }, order[value.z])
  end)

  it("reads_escapes_and_surrogate_pairs_as_utf_8", function()
    assert.are.equal('"\\/\b\f\n\r\t', json.decode [["\"\\\/\b\f\n\r\t"]])
    assert.are.equal("A\195\169\226\130\172\240\157\132\158", json.decode [["\u0041\u00e9\u20AC\ud834\udd1e"]])
    assert.are.equal("\195\169", json.decode "\"\195\169\"")
  end)

  it("refuses_what_is_no_json_and_says_where", function()
    local cases = {
      ["{"] = "line 1, column 2: a key must be a string", ["[1 2]"] = "line 1, column 4: ',' or ']' is missing",
      ["[1,\n 2,\n]"] = "line 3, column 1: a value is missing", ["01"] = "line 1, column 1: a number begins with 0",
      ['{"a" 1}'] = "line 1, column 6: ':' is missing", ["{a:1}"] = "line 1, column 2: a key must be a string",
      ['"a'] = "line 1, column 1: a string does not end", ["1 1"] = "line 1, column 3: more than one value",
      [""] = "line 1, column 1: a value is missing", ['"\\x"'] = "line 1, column 2: no such escape",
      ['"\\ud834"'] = "line 1, column 2: half of a surrogate pair", ["'a'"] = "line 1, column 1: a value is missing",
      ['"\n"'] = "line 1, column 2: a control character in a string", ["1."] = "line 1, column 2: more than one value",
      ["+1"] = "line 1, column 1: a value is missing", ["nul"] = "line 1, column 1: a value is missing",
      ["1e999"] = "line 1, column 1: a number is too large", ["[-1e999]"] = "line 1, column 2: a number is too large",
      [("9"):rep(301)] = "line 1, column 1: a number is too large", ['{"a":1,\n"a":2}'] = "line 2, column 1: a key is there twice",
      [("["):rep(100000)] = "line 1, column 202: too deep", ['{"a":1}\0'] = "line 1, column 8: more than one value",
      [("["):rep(300)] = "line 1, column 202: too deep",
    }
    for text, wanted in pairs(cases) do
      local ok, message = pcall(json.decode, text)
      assert.is_false(ok)
      assert.are.equal(wanted, message)
    end
  end)
end)
