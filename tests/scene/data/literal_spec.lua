local literal = require "hitbox.scene.data.literal"

describe("a file of Lua that returns data", function()
  it("is_read_as_Lua_reads_it", function()
    for _, text in ipairs {
      "return { 1, -2, 3.5, 1e3, 2.5e-2, .5, 0 }",
      "return { a = 1, ['b c'] = 'x', [3] = \"y\", [ [[z]] ] = true; false, nil, 7, }",
      "return {{}, { {}, }, {1;2;}}",
      "-- a comment\nreturn --[[ of\nlines ]] { --[==[ ]] ]==] 1, -- last\n 2 -- no comma\n}; -- end",
      "\239\187\191return { 1 }", -- as some editors begin a file
      [[return { "\a\b\f\n\r\t\v\\\"\'\65\0661\
", '\'"' }]],
      "return { [==[\n]] a\\n]==], [[\n\nb]] }",
      "return { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,\n11,12,  13 ,14, 15, 16, 17, 18, 19, -1, 20 }",
      "return { data = { 1, 2, 3, 4, 5, 6, 7, 8 }, 2147483649, ret = 1, nilly = nil, trueish = true }",
      "return{99999999999999999999, 0.1, 123456789012345}", "return 'text'", "return nil", "return\t7",
    } do
      assert.are.same((loadstring or load)(text:gsub("^\239\187\191", ""))(), literal.decode(text))
    end
  end)

  it("is_refused_with_the_line_if_it_is_more", function()
    local expected = "1: a value must be a string, a finite number, true, false, nil or a table, got '%s'"
    for text, wanted in pairs {
      [""] = "1: the file must be `return` and a table, and nothing else",
      ["x = 1\nreturn {}"] = "1: the file must be `return` and a table, and nothing else",
      ["while true do end"] = "1: the file must be `return` and a table, and nothing else",
      ["returned {}"] = "1: the file must be `return` and a table, and nothing else",
      ["\27Lua"] = "1: the file must be `return` and a table, and nothing else",
      ["return {}\n, 1"] = "2: nothing may follow the table that the file returns",
      ["return os"] = expected:format "os", ["return { ('x'):rep(1e9) }"] = expected:format "(",
      ["return { 1e999 }"] = expected:format "1e999", ["return { -1e999 }"] = expected:format "-1e999",
      ["return { 0x10 }"] = expected:format "0x10", ["return { 0b11 }"] = expected:format "0b11", ["return { 1LL }"] = expected:format "1LL", ["return { - 1 }"] = expected:format "-", ["return { 1..2 }"] = expected:format "1..2",
      ["return { nan }"] = expected:format "nan", ["return { 1,, }"] = expected:format ",", ["return {"] = expected:format "",
      ["return { " .. ("9"):rep(301) .. " }"] = expected:format(("9"):rep(40)), ["return { a = }"] = expected:format "}",
      ["return { a.b = 1 }"] = expected:format "a.b", ["return { [nil] = 1 }"] = "1: a key must be a string or a number",
      ["return { [{}] = 1 }"] = "1: a key must be a string or a number", ["return { [1 = 2 }"] = "1: ']=' is missing after a key",
      ["return { 1,\n2 3 }"] = "2: ',' or '}' is missing", ["return { 1"] = "1: ',' or '}' is missing",
      ["return { 1, 2, 3, 4, 5, 6, 7, 8 9 }"] = "1: ',' or '}' is missing", ["return { 1 + 1 }"] = "1: ',' or '}' is missing",
      ["return 'a\nb'"] = "1: a string does not end", ["return \"a"] = "1: a string does not end", ["return '\\"] = "1: no such escape",
      ["return '\\q'"] = "1: no such escape", ["return '\\256'"] = "1: no such escape",
      ["return [[a"] = "1: a string or comment in long brackets does not end", ["--[[a"] = "1: a string or comment in long brackets does not end",
      ["return " .. ("{"):rep(100000)] = "1: too deep", ["return " .. ("{["):rep(100000)] = "1: too deep",
    } do
      local ok, message = pcall(literal.decode, text)
      assert.is_false(ok, text:sub(1, 80))
      assert.are.equal(wanted, message)
    end
  end)
end)
