local hitbox = require "hitbox"
local support = require "tests.scene.support"

--- What an input says of a button: d(own), p(ressed), r(eleased).
local function state(input, name)
  return (input:down(name) and "d" or "") .. (input:pressed(name) and "p" or "")
    .. (input:released(name) and "r" or "")
end

local function holding(...)
  local held = {}
  for _, name in ipairs({ ... }) do
    held[name] = true
  end
  return { held = held }
end

describe("input", function()
  it("tells_a_button_that_goes_down_stays_and_goes_up", function()
    local seen = {}
    local s = hitbox.scene {
      update = function(_, input)
        seen[#seen + 1] = state(input, "jump")
      end,
    }
    s:step(holding())
    s:step(holding("jump"))
    s:step(holding("jump", "left"))
    s:step(holding("left"))
    s:step()
    assert.are.same({ "", "dp", "d", "r", "" }, seen)
  end)

  it("does_not_keep_the_table_that_is_handed_in", function()
    local s = hitbox.scene {}
    local raw = holding("fire")
    s:step(raw)
    raw.held.fire = nil
    assert.is_true(s.input:down("fire"))
    s:step(raw)
    assert.are.equal("r", state(s.input, "fire"))
  end)

  it("takes_false_for_not_held", function()
    local s = hitbox.scene {}
    s:step { held = { fire = false } }
    assert.are.equal("", state(s.input, "fire"))
  end)

  it("makes_axes_of_the_four_directions", function()
    local s = hitbox.scene {}
    local function axes(...)
      s:step(holding(...))
      return { s.input.x, s.input.y }
    end
    assert.are.same({ 0, 0 }, axes())
    assert.are.same({ 1, 0 }, axes("right"))
    assert.are.same({ -1, 1 }, axes("left", "down"))
    assert.are.same({ 0, -1 }, axes("left", "right", "up"))
  end)

  it("makes_an_axis_of_any_two_buttons_for_a_second_player", function()
    local s = hitbox.scene { input = { left = { "key left", "pad1 dpleft" }, right = { "key right", "pad1 dpright" },
      left2 = { "key a", "pad2 leftstick left" }, right2 = { "key d", "pad2 leftstick right" } } }
    local function axes(...)
      local held = {}
      for _, name in ipairs { ... } do
        held[name] = true
      end
      s:step({ held = held })
      return { s.input.x, s.input:axis("left", "right"), s.input:axis("left2", "right2") }
    end
    assert.are.same({ 0, 0, 0 }, axes())
    assert.are.same({ -1, -1, 1 }, axes("key left", "key d"))
    assert.are.same({ 1, 1, -1 }, axes("pad1 dpright", "pad2 leftstick left"))
    assert.are.same({ 0, 0, 1 }, axes("pad2 leftstick right")) -- of the first player nothing is held
    assert.are.same({ 0, 0, 0 }, axes("key a", "key d", "key left", "key right"))
    s:step({ held = { ["key d"] = true }, x = -0.5 }) -- a stick is of all players
    assert.are.same({ -0.5, 0, 1 }, { s.input.x, s.input:axis("left", "right"), s.input:axis("left2", "right2") })
    assert.are.equal(1, s.input:axis("key q", "key d"))
    assert.matches("there is no input named 'left3', did you mean 'left'%?$", support.message(function()
      s.input:axis("left3", "right2")
    end))
    assert.matches("there is no input named nil", support.message(function() s.input:axis("left") end))
  end)

  it("takes_a_stick_s_axes_unless_it_rests", function()
    local s = hitbox.scene {}
    s:step { held = { left = true, down = true }, x = 0.25, y = 0 }
    assert.are.same({ 0.25, 1 }, { s.input.x, s.input.y })
    s:step { x = -7, y = 0 / 0 }
    assert.are.same({ -1, 0 }, { s.input.x, s.input.y })
  end)

  it("tells_where_the_right_stick_aims_in_the_tick_that_runs", function()
    local s = hitbox.scene {}
    local aim = s.input.aim
    assert.are.same({ x = 0, y = 0 }, aim)
    s:step { aim = { x = 0.5, y = -1.25 }, held = { right = true } }
    assert.are.same({ x = 0.5, y = -1 }, aim)
    assert.are.equal(1, s.input.x)
    s:step { x = 1 }
    assert.are.same({ x = 0, y = 0 }, aim)
  end)

  it("refuses_unused_input_and_runs_no_tick", function()
    local s = hitbox.scene {}
    local function refused(text, raw)
      local ok, message = pcall(s.step, s, raw)
      assert.is_false(ok)
      assert.matches(text, message, 1, true)
    end
    refused("unknown key 'hold' in the input of a step, did you mean 'held'?", { hold = { left = true } })
    refused("held of a step must be by name, as { left = true }, got the key 1", { held = { "left" } })
    refused("aim of a step must be a table, got 1", { aim = 1 })
    refused("y of aim of a step must be a finite number, got nil", { aim = { x = 1 } })
    refused("held of a step must be a table, got 'left'", { held = "left" })
    refused("the input of a step must be a table, got 3", 3)
    assert.are.equal(0, s.ticks)
    s:step { held = { dash = true } } -- another scene of the game may have it
    assert.are.equal(1, s.ticks)
  end)

  it("keeps_the_mouse_where_it_was_last", function()
    local s = hitbox.scene {}
    assert.are.same({ 0, 0 }, { s.input.mouse.x, s.input.mouse.y })
    s:step { mouse = { x = 3, y = 4 } }
    s:step()
    assert.are.same({ 3, 4 }, { s.input.mouse.x, s.input.mouse.y })
  end)

  it("returns_whether_the_mouse_moved_since_the_last_tick", function()
    local s, moved = hitbox.scene {}, {}
    local places = { false, { x = 3, y = 4 }, { x = 3, y = 5 }, { x = 3, y = 5 }, false }
    for i, mouse in ipairs(places) do
      s:step { mouse = mouse or nil }
      moved[i] = s.input.mouse.moved
    end
    assert.are.same({ false, false, true, false, false }, moved)
  end)

  it("knows_the_buttons_of_devices_by_name", function()
    local s = hitbox.scene {}
    s:step(holding("key z", "mouse left", "pad a"))
    for _, name in ipairs({ "key z", "mouse left", "pad a" }) do
      assert.are.equal("dp", state(s.input, name))
    end
    assert.are.equal("", state(s.input, "key left shift"))
  end)

  it("takes_several_buttons_of_which_any_will_do", function()
    local s = hitbox.scene {}
    local function all(...)
      return { s.input:down(...), s.input:pressed(...), s.input:released(...) }
    end
    s:step(holding("key a"))
    assert.are.same({ true, true, false }, all("left", "key a"))
    assert.are.same({ true, true, false }, all("key a", "left"))
    assert.are.same({ false, false, false }, all("left", "right", "up"))
    s:step(holding("key a", "left"))
    assert.are.same({ true, true, false }, all("key a", "left"))
    s:step(holding("left"))
    assert.are.same({ true, false, true }, all("left", "right", "key a"))
    for _, method in ipairs({ "down", "pressed", "released" }) do
      assert.matches("there is no input named 'rigt', did you mean 'right'%?$",
        support.message(s.input[method], s.input, "left", "rigt"))
      assert.matches("^[^:]*input_spec.lua:%d+: calling '" .. method .. "' on bad self %(input expected, got 'left'%)",
        support.message(function() return (s.input[method]("left", "right")) end))
    end
  end)

  it("refuses_a_name_that_is_none", function()
    local input = hitbox.scene({}).input
    local function refused(text, name)
      for _, method in ipairs({ "down", "pressed", "released" }) do
        local message = support.message(input[method], input, name)
        assert.are.equal(text, (message:gsub("^[^:]*:%d+: ", "")))
      end
    end
    refused("there is no input named 'jmp', did you mean 'jump'?", "jmp")
    local known = "; known are down, fire, jump, left, right, start, up; buttons have names as 'key space', 'mouse left', 'pad a'"
    refused("there is no input named nil" .. known, nil)
    refused("there is no input named 'key'" .. known, "key")
    refused("there is no input named 'gamepad'" .. known, "gamepad")
    for name, meant in pairs { space = "key space", enter = "key return", Q = "key q", ["5"] = "key 5", ["arrow left"] = "left",
      uparrow = "up" } do
      refused(("there is no input named '%s', did you mean '%s'?"):format(name, meant), name)
    end
  end)

  it("refuses_an_action_that_is_read_as_a_field", function()
    local s = hitbox.scene { update = function(_, input)
      if input.left then error("never") end
    end }
    assert.matches("^[^:]*input_spec.lua:%d+: an input has no field 'left': call input:down%(\"left\"%)$",
      support.message(s.step, s, holding("left")))
    s.input.combo = s.input.combo or 3 -- fields of one's own
    assert.are.same({ 3, "function" }, { s.input.combo, type(s.input.down) })
  end)

  it("refuses_a_button_of_the_mouse_that_is_read_as_a_field", function()
    local s = hitbox.scene { things = { { "hero", at = { 30, 0 } } } }
    for key, button in pairs { left = "left", right = "right", pressed = "left" } do
      assert.matches("a mouse has no field '" .. key .. "', only x, y and moved: call input:down%(\"mouse " .. button
        .. "\"%)$", support.message(function() return s.input.mouse[key] end))
    end
    assert.are.same({ -1, 0, 30 }, { s.hero:towards(s.input.mouse) })
    assert.is_nil(s.input.mouse.name)
  end)

  it("tells_one_pad_from_another_by_its_number", function()
    local s = hitbox.scene { input = {
      hop1 = { "pad1 a" }, hop2 = { "pad2 a", "key w" }, hop = { "pad a" },
    } }
    local function down()
      local names = {}
      for _, name in ipairs { "hop1", "hop2", "hop", "pad a", "pad1 a", "pad2 a" } do
        names[#names + 1] = s.input:down(name) and name or nil
      end
      return table.concat(names, ", ")
    end
    s:step(holding("pad2 a"))
    assert.are.equal("hop2, hop, pad a, pad2 a", down())
    s:step(holding("pad1 a", "pad2 a"))
    assert.are.equal("dp", state(s.input, "hop1"))
    assert.are.equal("d", state(s.input, "pad a"))
    s:step(holding("pad a")) -- a host that tells none apart
    assert.are.equal("hop, pad a", down())
    s.input:bind("hop1", { "pad8 leftstick left" })
    s:step(holding("pad8 leftstick left"))
    assert.are.equal("hop1", down())
    for _, name in ipairs { "pad9 a", "pad0 a", "pad1", "key1 a", "pad12 a" } do
      assert.matches("there is no input named '" .. name .. "'", support.message(function() s.input:down(name) end))
    end
  end)

  it("fires_by_the_left_button_where_the_mouse_is_the_scene_s", function()
    local function fires(def, held)
      local s = hitbox.scene(def)
      s:step { held = held }
      return s.input:down("fire"), s.input:down("mouse left")
    end
    local click = { ["mouse left"] = true }
    assert.are.same({ false, true }, { fires({}, click) })
    assert.are.same({ true, true }, { fires({ mouse = true }, click) })
    assert.are.same({ true, false }, { fires({ mouse = true }, { fire = true }) })
    assert.are.same({ false, true }, { fires({ mouse = true, input = { fire = { "key c" } } }, click) })
    local s = hitbox.scene { mouse = true }
    s.input:bind("fire", { "pad b" })
    s:step { held = click }
    assert.is_false(s.input:down("fire"))
    s.input:bind("fire", nil)
    s:step { held = click }
    assert.is_true(s.input:pressed("fire"))
    s:step {}
    assert.is_true(s.input:released("fire"))
  end)
end)
