local hitbox = require "hitbox"
local support = require "tests.scene.support"
local versions = require "tests.tools.versions"
local message = support.message

local function newScene()
  return hitbox.scene {
    types = { coin = { r = 3 } },
    things = { { "hero", w = 4, h = 4, points = { eye = { 1, 0 } } }, { "foe", w = 4, h = 4 } },
  }
end

--- Expect that each call is refused in these words, at its line.
local function refuse(cases)
  local s = newScene()
  for i = 1, #cases, 2 do
    local call, want = cases[i], cases[i + 1]
    local line = debug.getinfo(call, "S").linedefined
    assert.are.equal(("tests/scene/errors_spec.lua:%d: %s"):format(line, want), (message(call, s):gsub("^%./", "")))
  end
end

describe("an error of a scene", function()
  it("names_the_call_and_the_argument_of_moves", function()
    refuse {
      function(s) s.hero:move("x") end, "dx of a move of thing 'hero' must be a finite number, got 'x'",
      function(s) s.hero:move(1, { through = true }) end,
      "dy of a move of thing 'hero' must be a finite number, got a table: options are the third argument",
      function(s) s.hero:walk(1, { gravity = 1 }) end,
      "dy of a walk of thing 'hero' must be a finite number, got a table: options are the third argument",
      function(s) s.hero:move(s.foe, 1) end, "dx of a move of thing 'hero' must be a finite number, got thing 'foe'",
      function(s) s.hero:carry(0, 0 / 0) end, "dy of a carry of thing 'hero' must be a finite number, got NaN",
      function(s) s.hero:nudge() end, "dx of a nudge of thing 'hero' must be a finite number, got nil",
      function(s) s.hero:nudge(1, "x") end, "dy of a nudge of thing 'hero' must be a finite number, got 'x'",
      function(s) s.hero:nudge(1e28, 0) end, "dx of a nudge of thing 'hero' must be at most 2^90 in magnitude, got 1e+28",
      function(s) s.hero:depenetrate("x") end, "maxDistance of depenetrate of thing 'hero' must be a finite number, got 'x'",
      function(s) s.hero:setLocal() end, "setLocal of thing 'hero' needs a parent: call t:attach first",
      function(s) s.hero:hit("x") end, "i of hit must be a number, got 'x'",
      function(s) s.hero:passenger() end, "i of passenger must be a number, got nil",
    }
  end)

  it("says_what_is_asked_for_instead", function()
    refuse {
      function(s) s.hero:towards(1, 2) end,
      "the goal of towards of thing 'hero' must be a thing, or a table with x and y, got 1",
      function(s) s.hero:towards({ 1, 2 }) end,
      "the goal of towards of thing 'hero' must be a thing, or a table with x and y, got a table",
      function(s) s.hero:attach("foe") end, "parent of attach of thing 'hero' must be a thing of the scene, got 'foe'",
      function(s) s.hero:attach(s.foe, { keep = true }) end, "point of attach of thing 'hero' must be a string, got a table",
      function(s) s.hero:attach(newScene().foe) end,
      "parent of attach of thing 'hero' must be a thing of the scene, got thing 'foe' of another one",
      function(s) s.hero:overlaps(newScene().foe) end,
      "other of overlaps must be a thing of the scene, got thing 'foe' of another one",
      function(s) s.hero:overlaps(s.foe, 3) end, "kind of overlaps must be the kind of a box, got 3",
      function(s) s.hero:overlaps(s.foe, nil, {}) end, "otherKind of overlaps must be the kind of a box, got a table",
      function(s) s.hero:rect(1) end, "kind of rect must be the kind of a box, got 1",
      function(s) s.hero:reshape("push", hitbox.circle(0, 0, 3)) end,
      "box 'push' of thing 'hero' must be a table, as { w = 12, h = 28 } or { shape = ... }, got a userdata",
      function(s) s.hero:is() end, "the word of is must be a name, a type, a group or a team, got nil",
      function(s) s.hero:is("hero.push") end, "the word of is must be a name, a type, a group or a team, got 'hero.push'",
      function(s) s:each("*") end, "the word of each must be a name, a type, a group or a team, got '*'",
      function(s) s:count("hero.push") end, "the word of count must be a name, a type, a group or a team, got 'hero.push'",
      function(s) s:count(s.hero) end, "the word of count must be a name, a type, a group or a team, got thing 'hero'",
      function(s) s:why(s.hero, "foe") end, "b of why must be a thing of the scene, got 'foe'",
      function(s) s:machine(s.hero, { idle = {} }, "idle") end,
      "the states of a machine must be a table of states by their names, got thing 'hero'",
      function(s) s:switch("play") end, "there is no scene 'play' to switch to: the definition has no scenes",
      function(s) s:sound() end, "the name of a sound must be a string, got nil",
      function(s) s:sound("hit", 0.5) end, "the options of a sound must be a table, got 0.5",
      function(s) s:after(0.5, print) end, "the ticks of after must be a whole number >= 1, got 0.5: a second has 60 ticks",
      function(s) s:every(2.5, print) end, "the ticks of every must be a whole number >= 1, got 2.5",
      function(s) s:music(3) end, "the name of music must be a string, got 3",
      function(s) s:random(6) end, "call s.random(6) with '.', not with ':'",
      function(s) s:random() end, "call s.random() with '.', not with ':'",
      function(s) s:step { x = "1" } end, "x of a step must be a number, got '1'",
      function(s) s:step { mouse = { 1, 2 } } end, "x of the mouse of a step must be a finite number, got nil",
      function(s) s:step { mouse = { x = 1, y = 0 / 0 } } end, "y of the mouse of a step must be a finite number, got NaN",
      function(s) s.input:bind("jump", "key v") end,
      "the value of action 'jump' of the input must be a list of buttons, as { 'key c', 'pad b' }, got 'key v'",
    }
    local s = newScene()
    local foe = s.foe
    foe:remove()
    assert.matches("thing 'foe' cannot be attached: it has been removed$", message(foe.attach, foe, s.hero))
    s:music(nil)
  end)

  it("reports_an_argument_after_the_last_one", function()
    refuse {
      function(s) s.hero:setPosition(1, 2, 3) end, "setPosition(x, y) does not take a third argument, got 3",
      function(s) s.hero:nudge(1, 2, "x") end, "nudge(dx, dy) does not take a third argument, got 'x'",
      function(s) s.hero:move(1, 2, {}, 3) end, "move(dx, dy, options) does not take a fourth argument, got 3",
      function(s) s.hero:walk(1, 2, nil, 3) end, "walk(dx, dy, options) does not take a fourth argument, got 3",
      function(s) s.hero:moveByVelocity({}, 3) end, "moveByVelocity(options) does not take a second argument, got 3",
      function(s) s.hero:is("foe", "hero") end, "is(word) does not take a second argument, got 'hero'",
      function(s) s:each("foe", "hero") end, "each(word) does not take a second argument, got 'hero'",
    }
    local s = newScene()
    s.hero:attach(s.foe)
    assert.matches("setPosition%(x, y%) does not take a third argument, got 3$", message(s.hero.setPosition, s.hero, 1, 2, 3))
    s.hero:setPosition(1, 2, nil)
    s.hero:detach()
    s.hero:setPosition(1, 2, nil)
    for _ in s:each("foe", nil) do
      s:reset("what takes nothing may get anything, as when a task calls it")
    end
  end)

  it("reports_too_many_arguments_if_lua_knows_the_number_of_parameters", function()
    if not debug.getinfo(1, "u").nparams then -- 5.1
      return
    end
    refuse {
      function(s) s:count("foe", "hero") end, "count(word) does not take a second argument, got 'hero'",
      function(s) s:after(3, print, s.hero) end, "after(ticks, call) does not take a third argument, got thing 'hero'",
      function(s) s.hero:face(1, true) end, "face(direction) does not take a second argument, got true",
    }
  end)

  it("says_that_a_box_is_not_changed_by_what_is_assigned_to_it", function()
    local says = " of box 'push' of thing 'hero' cannot be assigned: call t:reshape(\"push\", { ... })"
    local common = " applies to a whole thing, not to box 'push' of thing 'hero': "
      .. "give a child thing its own"
    refuse {
      function(s) s.hero.boxes.push.w = 30 end, "w" .. says,
      function(s) s.hero.boxes.push.x = 3 end, "x" .. says,
      function(s) s.hero.boxes.push.oneWay = "above" end, "oneWay" .. says,
      function(s) s.hero.boxes.push.hidden = true end, "hidden" .. common,
      function(s) s.hero.boxes.push.angle = 1 end, "angle" .. common,
      function(s) s.hero.boxes.hit = { r = 2 } end,
      "boxes of a thing cannot be assigned: call t:reshape(\"hit\", { w = 12, h = 28 })",
    }
    local box = newScene().hero.boxes.push
    box.mine = 3
    assert.are.equal(3, box.mine)
  end)

  it("says_what_words_of_others_are_here", function()
    local function thing(key) return { things = { { "hero", r = 1, [key] = true } } } end
    local function rule(key, value) return { rules = { { "hero", "wall", [key] = value } } } end
    for says, def in pairs {
      ["from of rule 1 cannot be 'top', did you mean 'above'?"] = rule("from", "top"),
      ["response of rule 1 cannot be 'solid', did you mean 'slide'?"] = rule("response", "solid"),
      ["unknown key 'onEnter' in rule 1, did you mean 'on'?"] = rule("onEnter", "met"),
      ["oneWay of thing 'hero' cannot be 'up', did you mean 'above'?"] = { things = { { "hero", r = 1, oneWay = "up" } } },
      ["anchor of thing 'hero' cannot be 'middle', did you mean 'center'?"] = { things = { { "hero", r = 1, anchor = "middle" } } },
      ["anchor of thing 'hero' cannot be 'topLeft', did you mean 'top-left'?"] = { things = { { "hero", r = 1, anchor = "topLeft" } } },
      ["unknown key 'solid' in thing 'hero': write a rule, as { \"hero\", \"wall\", response = \"slide\" }"] =
        thing("solid"),
      ["unknown key 'image' in thing 'hero': write g:picture(\"hero.png\", x, y) in draw(s, g) of the scene"] =
        thing("image"),
      ["unknown key 'startup' in action 'jab' of thing 'hero': the frames with a hit box decide it, as [4] = { hit = { ... } }, [7] = {}"] =
        { things = { { "hero", r = 1, actions = { jab = { frames = 9, startup = 3 } } } } },
      ["rules of the scene must be a list, got the key 'on': a rule is { 'hero', 'coin', on = 'take' }"] =
        { rules = { "hero", "coin", on = "take" } },
    } do
      assert.are.equal(says, support.refusal(def))
    end
  end)

  it("says_how_a_definition_is_written", function()
    refuse {
      function(s) s:spawn() end, 'a thing must be a table, as { "hero", w = 12, h = 28 }, got nil',
      function(s) s:spawn("coin", { at = { x = 3, y = 4 } }) end,
      "at of thing 'coin' must be {x, y}, as { 40, 100 }, got a table with x and y: write at = { p.x, p.y }",
      function(s) s:spawn("coin", { at = s.hero }) end,
      "at of thing 'coin' must be {x, y}, as { 40, 100 }, got thing 'hero' with x and y: write at = { p.x, p.y }",
      function(s) s:spawn { "a", shape = "circle" } end,
      "shape of thing 'a' must be a shape, as hitbox.circle(0, 0, 8), got 'circle'",
      function(s) s:spawn { "a", points = { { 0, 0 }, { 9, 0 }, { 0, 9 } } } end,
      "points of thing 'a' must be numbers, as { x1, y1, x2, y2, ... }, got a table at 1",
      function() hitbox.scene { things = { { "a", 40, 100, w = 4, h = 4 } } } end,
      "thing 'a' has a second entry, 40: write its position as at = { x, y }, its size as w and h or r",
      function() hitbox.scene { types = { { "coin", r = 3 } } } end,
      "types of the scene must be by name, as { coin = { r = 3 } }, got the key 1",
      function() hitbox.scene { types = { coin = { "coin", r = 3 } } } end,
      "type 'coin' has its key as its name: remove the first entry, 'coin'",
      function() hitbox:scene {} end, "call hitbox.scene { ... } with '.', not with ':'",
      function() hitbox.scene { scenes = { play = hitbox.scene {} } } end,
      "scenes of the scene must be plain tables: leave out hitbox.scene",
      function() hitbox.scene { rules = { { "hero", "coin", "take" } }, take = print } end,
      "rule 1 has a third entry: write on = 'take'",
      function() hitbox.scene { rules = { { "hero", "wall", "slide" } } } end,
      "rule 1 has a third entry: write response = 'slide'",
      function() hitbox.scene { rules = { { "hero", "foe", hitstop = 6 } } } end, "hitstop of rule 1 needs on",
      function() hitbox.scene { rules = { { "hero", "foe", slide = true } } } end,
      "slide of rule 1 is a response: write response = 'slide'",
      function() hitbox.scene { gravity = 1 } end,
      "unknown key 'gravity' in the scene: pass it to walk or moveByVelocity, as t:moveByVelocity { gravity = 0.25 }",
      function() hitbox.scene { rules = { { "hero", "foe", once = true } } } end, "once of rule 1 needs on",
      function() hitbox.scene { rules = { { "hero", "foe", every = 9, stay = "f" } }, f = print } end,
      "every of rule 1 needs on",
    }
  end)

  it("names_the_line_of_the_thing_or_type_that_it_is_about", function()
    local line = debug.getinfo(1, "l").currentline
    local function told(make)
      return tonumber(message(make):match("errors_spec%.lua:(%d+): "))
    end
    assert.are.equal(line + 6, told(function()
      hitbox.scene { things = { { "hero", r = 1 },
        { "foe", children = { { "sword",
          r = -1 } } },
      } }
    end))
    assert.are.equal(line + 13, told(function()
      hitbox.scene {
        types = { coin = { r = 3 },
          ["foe"] = { r = 3 }, slime = { extends = "foe",
            anchor = "foot" } },
      }
    end))
    local things = { { "hero", r = -1 } }
    assert.are.equal(line + 19, told(function() -- an error in a value made elsewhere has the line of the scene
      hitbox.scene {
        things = things,
      }
    end))
    assert.are.equal(line + 23, told(function() hitbox.scene { things = { { "a" }, { "b", r = "x" } } } end))
  end)

  it("names_the_line_in_another_of_the_scenes", function()
    local line = debug.getinfo(1, "l").currentline
    local elsewhere = { things = { { "b", r = 1 }, { "c", r = -1 } } }
    local s = hitbox.scene {
      rules = { { "a", "b", response = "cross" } },
      things = { { "a", r = 1 }, { "b", r = 1 } },
      scenes = {
        elsewhere = elsewhere,
        cave = {
          rules = {
            { "a", "b", response = "slide" } },
          things = { { "a", w = 4, h = 4 },
            { "b", r = -1 } },
        },
        ["lake"] = { rules = { { "a", "c", response = "slide" },
          { "a", "b", response = "slide" } }, things = { { "a", r = 1 }, { "b", r = 1 } },
        },
      },
    }
    local function told(name)
      return tonumber(message(function() s:switch(name) end):match("errors_spec%.lua:(%d+): "))
    end
    local function ruled()
      return tonumber(s:why(s.a, s.b):match("%(errors_spec%.lua:(%d+)%)"))
    end
    assert.are.same({ line + 11, line + 3 }, { told("cave"), ruled() })
    local call = debug.getinfo(told, "S").linedefined + 1
    assert.are.equal(call, told("elsewhere")) -- which no table in the scene's shows
    s:switch("lake")
    assert.are.equal(line + 14, ruled())
    s:switch("main")
    assert.are.equal(line + 3, ruled())
    assert.are.equal(line + 33, tonumber(message(function()
      hitbox.scene { scenes = { cave = { rules = {
        { "a", "b", on = "meet" } } } } } end):match("errors_spec%.lua:(%d+): ")))
  end)

  it("is_that_of_the_script_also_where_paths_have_two_kinds_of_separators", function() -- as Lua on Windows makes them
    local file = assert(io.open(debug.getinfo(require("hitbox.check").fail, "S").source:match("^@(.*)$")))
    local text = file:read("*a")
    file:close()
    local check = versions.chunk(_G, text, "@libs/hitbox\\check.lua")()
    local ask = "local call = ... return function() local result = call() return result end"
    local inner = versions.chunk(_G, ask, "@libs/hitbox/init.lua")(check.caller)
    local script = versions.chunk(_G, ask, "@libs/game.lua")(inner)
    assert.are.equal("@libs/game.lua", script())
  end)
end)
