local hitbox = require "hitbox"
local support = require "tests.scene.support"

--- Two that play actions, stick and meet: all that reads fields of things does so in a few ticks.
local function definition()
  return {
    title = "names", seed = 3,
    rules = {
      { "hero.hit", "foe.hurt", on = "note", hitstop = 2, once = "swing", every = 3, max = 5 },
      { "arrow", "wall", response = "stick" }, { "hero.push", "wall", response = "slide" },
    },
    things = {
      { "wall", at = { 40, 0 }, w = 8, h = 80 },
      { "hero", at = { 0, 0 }, boxes = { push = { w = 8, h = 8 } }, children = { { "hat", w = 2, h = 2 } },
        actions = { jab = { frames = 6, cancel = { { "*", from = 2 } }, [2] = { hit = { x = 8, w = 9, h = 9 }, sprite = "jab" } },
          idle = { frames = 2, loop = true } } },
      { "foe", at = { 9, 0 }, boxes = { hurt = { w = 8, h = 8 } }, data = { hp = 3 } },
      { "arrow", at = { 30, 0 }, r = 2 },
    },
    note = function() end,
  }
end

--- Values of all types of Lua.
local values = {
  -1.5, "x", true, false, { 1, x = 2, y = 3, w = 4, h = 5 }, function() end, coroutine.create(function() end),
  hitbox.newWorld(),
}

--- The fields of a class that annotations name.
local function annotated(file, class, into)
  local inside = false
  for line in io.lines(file) do
    inside = line:find("^%-%-%-@class " .. class .. "%f[^%w.]") ~= nil or inside and line:find("^%-%-%-") ~= nil
    local name = inside and line:match("^%-%-%-@field (%w+)")
    into[name or 1] = name and true or into[1]
  end
end

local function play(s)
  s.hero:play("jab")
  s.hero:play("idle", { buffer = 3 })
  for _ = 1, 4 do
    s.hero:move(1, 0)
    s.arrow:move(4, 0)
    s:step({ held = { left = true }, mouse = { x = 3, y = 4 } })
  end
end

--- All names that annotations, live things and live scenes have, and those of methods.
local function allNames()
  local set = { paused = true, hp = true, field = true, w = true, r = true, colour = true, ["two words"] = true }
  annotated("src/lua/hitbox/scene/thing/thing.lua", "hitbox.Thing", set)
  annotated("src/lua/hitbox/scene/thing/thing.lua", "hitbox.ThingDef", set)
  annotated("src/lua/hitbox/scene/scene.lua", "hitbox.Scene", set)
  annotated("src/lua/hitbox/scene/definition.lua", "hitbox.SceneDef", set)
  local s = hitbox.scene(definition())
  s.hero:freeze(3)
  play(s)
  local classes = require("hitbox.check").methods
  for _, owner in ipairs { s, getmetatable(s), s.hero, getmetatable(s.hero), getmetatable(s.arrow), getmetatable(s.hat),
    classes.thing, classes.scene } do
    for key in pairs(owner) do
      set[key] = true
    end
  end
  set[1] = nil
  local list = {}
  for name in pairs(set) do
    list[#list + 1] = name
  end
  table.sort(list)
  return list
end

local inspector = loadfile("src/sandbox/host/inspector.lua") -- nil in Lua older than that of the sandbox

--- Do with a scene what people do: play, look, hash, save and load it again.
local function use(s, what)
  local ok, message = pcall(function()
    play(s)
    s:hash()
    if inspector then
      inspector({ scene = function() return s end }).describe(s.hero.x, s.hero.y)
    end
    s.world:snapshot()
    local again = hitbox.scene(definition())
    again:reloadFrom(s)
    play(again)
    again:hash()
  end)
  assert.is_true(ok, ("%s: %s"):format(what, tostring(message)))
end

--- The effect of giving a value a name: a clear error at once, or a scene that runs.
---@return boolean taken
local function judge(what, give)
  local ok, s, read = pcall(give)
  if not ok then
    assert.matches("^tests/scene/diagnostics/reserved_fields_spec.lua:%d+: ", s, nil, nil, what)
    assert.is_nil(s:find("attempt to", 1, true), what .. ": " .. s)
    return false
  end
  use(s, what)
  if read then
    read()
  end
  return true
end

local names = allNames()

--- Own fields of a thing and a scene that may be assigned, or whose error says more than "no".
local SET = { x = true, y = true, facing = true, angle = true, scale = true, team = true, view = true, title = true, random = true,
  services = true, sprite = true }

--- In CI one Lua tries all values, and the others one of them with each name, another one with the next.
local ONE_VALUE = os.getenv "CI" == "true" and _VERSION ~= "Lua 5.4"

local valuesOf = {}
for i, name in ipairs(names) do
  local methods = require("hitbox.check").methods
  local refused = name:sub(1, 1) == "_" or methods.thing[name] and methods.scene[name]
  valuesOf[name] = refused and { 5 } or ONE_VALUE and not SET[name] and { values[i % #values + 1] } or values
end

describe("each name of the library's and each value", function()
  it("is_refused_at_once_or_is_a_field_of_the_user_s_where_it_is_assigned_to_a_thing", function()
    local taken = {}
    for _, name in ipairs(names) do
      for _, value in ipairs(valuesOf[name]) do
        taken[name] = judge("t." .. name, function()
          local s = hitbox.scene(definition())
          local hero = s.hero
          hero[name] = value
          return s, function()
            assert.is_true(SET[name] or rawequal(hero[name], value), name)
          end
        end) or taken[name]
      end
    end
    assert.is_true(taken.hp and taken.field and taken.color and taken.sprite and taken.x)
    for _, name in ipairs { "playing", "frame", "landed", "frozen", "queued", "stuckTo", "boxes", "move", "_list", "_own", "_thingClass" } do
      assert.is_nil(taken[name], name)
    end
  end)

  it("is_refused_at_once_or_is_a_field_of_the_user_s_where_it_is_assigned_to_a_scene", function()
    local taken = {}
    for _, name in ipairs(names) do
      for _, value in ipairs(valuesOf[name]) do
        taken[name] = judge("s." .. name, function()
          local s = hitbox.scene(definition())
          s[name] = value
          return s, function()
            assert.is_true(SET[name] or rawequal(s[name], value), name)
          end
        end) or taken[name]
      end
    end
    assert.is_true(taken.hp and taken.field and taken.paused and taken.title)
    for _, name in ipairs { "contactCount", "ticks", "contacts", "world", "done", "hasColors", "step", "_names", "_own" } do
      assert.is_nil(taken[name], name)
    end
  end)

  it("is_refused_at_once_or_is_a_field_of_the_user_s_where_it_is_in_data", function()
    local taken = {}
    for _, name in ipairs(names) do
      for _, value in ipairs(valuesOf[name]) do
        taken[name] = judge("data." .. name, function()
          local def = definition()
          def.things[2].data = { [name] = value }
          local s = hitbox.scene(def)
          local hero = s.hero
          return s, function()
            assert.is_true(SET[name] or type(value) == "table" or rawequal(hero[name], value), name)
          end
        end) or taken[name]
      end
    end
    assert.is_true(taken.hp and taken.field and taken.w)
    for _, name in ipairs { "playing", "frame", "landed", "frozen", "queued", "stuckTo", "x", "color", "move", "_list" } do
      assert.is_nil(taken[name], name)
    end
  end)

  it("is_refused_at_once_or_is_read_where_it_is_in_the_definition_of_a_thing_or_a_scene", function()
    for _, name in ipairs(names) do
      for _, value in ipairs(valuesOf[name]) do
        judge("thing." .. name, function()
          local def = definition()
          def.things[3][name] = value
          return hitbox.scene(def)
        end)
        judge("scene." .. name, function()
          local def = definition()
          if name == "update" or name == "start" or name == "draw" or def[name] == nil then
            def[name] = value
          end
          return hitbox.scene(def)
        end)
      end
    end
  end)

  it("is_refused_at_once_where_it_is_the_goal_of_a_tween_that_would_fail_later", function()
    for _, name in ipairs { "frame", "frozen", "order" } do
      local s = hitbox.scene(definition())
      assert.matches("^tests/scene/diagnostics/reserved_fields_spec.lua:%d+: .*hero", support.message(function()
        s:tween(s.hero, { [name] = 4 }, 10)
      end))
    end
    local s = hitbox.scene(definition())
    assert.matches("'ticks' of a scene cannot be assigned: give your field another name$", support.message(function()
      s:tween(s, { ticks = 4 }, 10)
    end))
  end)

  it("is_refused_at_once_or_is_the_name_of_a_thing_or_a_team", function()
    for _, name in ipairs(names) do
      judge("called " .. name, function()
        local def = definition()
        def.things[5] = { name, at = { 0, 50 }, r = 2 }
        local s = hitbox.scene(def)
        assert.are.equal(name, s[name] and s[name].name)
        return s
      end)
      judge("team " .. name, function()
        local s = hitbox.scene(definition())
        s.hero.team = name
        return s
      end)
    end
  end)
end)

describe("a name of the library's", function()
  it("is_reported_with_the_right_way", function()
    local s = hitbox.scene(definition())
    local function told(assign)
      return (support.message(assign):gsub("^[^:]*:%d+: ", ""))
    end
    assert.are.equal("'_timer' of thing 'hero': names that begin with '_' belong to hitbox, give your field another name",
      told(function() s.hero._timer = 3 end))
    assert.are.equal("'_timer' of a scene: names that begin with '_' belong to hitbox, give your field another name",
      told(function() s._timer = 3 end))
    assert.are.equal("'contactCount' of a scene cannot be assigned: give your field another name", told(function() s.contactCount = 4 end))
    assert.are.equal("'frame' of thing 'hero' cannot be assigned: give your field another name",
      told(function() s.hero.frame = 1 end))
    for _, name in ipairs { "playing", "frozen", "landed", "frame", "stuckTo" } do
      local def = definition()
      def.things[2].data = { [name] = true }
      assert.are.equal(("data of thing 'hero' cannot have the name '%s': it belongs to every thing, choose another name"):format(name), support.refusal(def))
    end
    local def = definition()
    def.things[2].frozen = true
    assert.are.equal("unknown key 'frozen' in thing 'hero'", support.refusal(def):match("^[^,;:]*"))
    assert.is_nil(support.refusal(def):find("data = {", 1, true))
  end)

  it("is_none_of_a_thing_s_table_so_that_pairs_gives_the_user_s_fields_alone", function()
    local s = hitbox.scene(definition())
    s.score = 3
    play(s)
    for key in pairs(s) do
      assert.are.equal("score", key)
    end
    for key in pairs(s.foe) do
      assert.are.equal("hp", key)
    end
  end)

  it("is_no_options_either_where_a_thing_is_handed_in", function()
    local s = hitbox.scene(definition())
    for _, call in ipairs {
      function() s.hero:moveByVelocity(s.foe) end, function() s.hero:play("jab", s.foe) end, function() s:spawn("foe", s.foe) end,
      function() s.hero:move(1, 0, s.foe) end, function() s:step(s) end,
    } do
      assert.is_false(pcall(call))
    end
  end)
end)
