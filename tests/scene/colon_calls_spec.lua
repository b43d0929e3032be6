local hitbox = require "hitbox"
local check = require "hitbox.check"
local support = require "tests.scene.support"
local testing = require "hitbox.scene.testing"
local message = support.message

--- Methods by their names, in order, without those that begin with "_", and what is no method of an object.
local function methodsOf(class, others)
  local names = {}
  for name, method in pairs(class) do
    if type(method) == "function" and name:sub(1, 1) ~= "_" and not others[name] then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

local function newScene()
  return hitbox.scene { things = { { "hero", w = 4, h = 4 }, { "foe", w = 4, h = 4 } } }
end

--- What calls with '.' hand in for the object: the first argument.
local function handedIn(s)
  return { 1, "foe", {}, { x = 1, y = 2 }, function() end, false, s.foe, s, s.input }
end

local function shown(value, s)
  if value == s.foe then
    return "thing 'foe'"
  elseif value == s then
    return "a scene"
  elseif value == s.input then
    return "an input"
  elseif type(value) == "string" then
    return "'" .. value .. "'"
  elseif type(value) == "table" or type(value) == "function" then
    return "a " .. type(value)
  end
  return tostring(value)
end

--- Expect that all methods refuse what is no object of theirs, at the line of the caller.
local function refuse(kind, object, names)
  local s = newScene()
  local selves = check.selves
  for _, name in ipairs(names) do
    local line = debug.getinfo(1, "l").currentline + 2
    local function call(...)
      return (object[name](...))
    end
    local form = "tests/scene/colon_calls_spec.lua:%d: calling '%s' on bad self (%s expected, got %s): "
      .. "is it called with ':', as %s:%s(...)?"
    assert.are.equal(form:format(line, name, kind, "nil", kind, name), message(call), name)
    for _, given in ipairs(handedIn(s)) do
      if selves[given] ~= kind then
        assert.are.equal(form:format(line, name, kind, shown(given, s), kind, name), message(call, given), name)
      end
    end
  end
end

describe("a method that is called with '.'", function()
  it("of_a_thing_says_so", function()
    local s = newScene()
    local shared = getmetatable(getmetatable(s.hero)).__index -- by things that are alike
    local class = getmetatable(shared).__index
    local names = methodsOf(class, {})
    assert.is_true(#names > 30)
    refuse("thing", s.hero, names)
  end)

  it("of_a_thing_with_a_parent_says_so", function()
    local s = newScene()
    s.hero:attach(s.foe)
    refuse("thing", s.hero, { "setPosition" })
  end)

  it("of_a_scene_says_so", function()
    local s = newScene()
    local names = methodsOf(check.methods.scene, {})
    assert.is_true(#names > 20)
    refuse("scene", s, names)
  end)

  it("of_an_input_says_so", function()
    local s = newScene()
    refuse("input", s.input, methodsOf(getmetatable(s.input).__index, { check = true, new = true, feed = true }))
  end)

  it("of_a_task_or_a_machine_says_so", function()
    local s = newScene()
    refuse("task", s:after(1, function() end), { "stop" })
    refuse("task", s:machine({ idle = {} }, "idle"), { "switch", "stop" })
  end)

  it("of_a_test_says_so", function()
    local told
    testing.run(newScene, { { "it is called wrongly", function(t)
      local names = methodsOf(getmetatable(t).__index, {})
      assert.is_true(#names > 10)
      refuse("test", t, names)
    end } }, function(_, ok, text)
      told = not ok and text
    end)
    assert.is_false(told)
  end)

  it("with_all_arguments_says_so_too", function()
    local s = newScene()
    assert.matches("calling 'move' on bad self %(thing expected, got 1%)", message(function()
      s.hero.move(1, 2, {})
    end))
    assert.matches("calling 'setPosition' on bad self %(thing expected, got nil%)", message(function()
      s.hero.setPosition(nil, 2)
    end))
  end)
end)
