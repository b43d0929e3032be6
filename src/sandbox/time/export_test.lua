-- Writes the input of a scene as a case of a test: the lines that hold, point, drag and step.
--
-- The argument is the host's bridge (host.lua). Returns functions that begin, take the user's actions and input, one
-- after another, and return the whole.

local bridge = ...
local scene_of = bridge.scene

local export_test = {}

local lines -- of the case so far
local steps -- ticks since the last of them
local held -- by name
local mouse_x, mouse_y, stick_x, stick_y, aim_x, aim_y, drag_x, drag_y
local follows -- whether each place of the mouse counts
local is_dragged
local stands_for -- buttons for which an action is written already

local function number(value)
  local short = ("%.14g"):format(value)
  return tonumber(short) == value and short or ("%.17g"):format(value)
end

local function say(format, ...)
  if steps > 0 then
    lines[#lines + 1] = steps == 1 and "t:step()" or ("t:step(%d)"):format(steps)
    steps = 0
  end
  lines[#lines + 1] = format:format(...)
end

-- Begin with nothing held. `usual` are the buttons that stand for actions where a scene says nothing.
function export_test.begin(usual)
  lines, steps, held, is_dragged = {}, 0, {}, false
  mouse_x, mouse_y, stick_x, stick_y, aim_x, aim_y, drag_x, drag_y = nil, nil, 0, 0, 0, 0, nil, nil
  follows = scene_of().def.mouse
  stands_for = usual
  local input = scene_of().input
  for _, own in ipairs { input.given, input.bound } do
    for _, buttons in pairs(own) do
      for _, button in ipairs(buttons) do
        stands_for[button] = nil
      end
    end
  end
end

-- Whether the scene wants to know of a button, which is one of a pad alone.
local function asks_for(name)
  return scene_of().input:_findButton(function(button) return button == name end) ~= nil
end

-- Whether a name is written: an action, unless the scene binds it to buttons; a button, unless it is written as an
-- action.
local function counts(name)
  if name:find("^pad%d ") then
    return asks_for(name)
  elseif name:find(" ", 1, true) then
    return not stands_for[name]
  end
  return not scene_of().input:buttons(name)
end

-- The names of one set that are not in another, as the arguments of a call; nil if there are none.
local function difference(set, other)
  local names = {}
  for name in pairs(set) do
    if not other[name] then
      names[#names + 1] = ("%q"):format(name)
    end
  end
  table.sort(names)
  return names[1] and table.concat(names, ", ")
end

local function hold(now)
  local gone, new = difference(held, now), difference(now, held)
  if gone then
    say("t:release(%s)", next(now) and gone or "")
  end
  if new then
    say("t:hold(%s)", new)
  end
  held = now
end

local function point(x, y, now)
  local counts_now = follows
  for name in pairs(now) do
    counts_now = counts_now or name:find("^mouse ")
  end
  if counts_now and (x ~= mouse_x or y ~= mouse_y) then
    say("t:point(%s, %s)", number(x), number(y))
    mouse_x, mouse_y = x, y
  end
end

-- A tick.
function export_test.tick(raw)
  local now = {}
  for name in pairs(raw.held) do
    now[name] = counts(name) or nil
  end
  point(raw.mouse.x, raw.mouse.y, now)
  if raw.x ~= stick_x or raw.y ~= stick_y then
    say("t:stick(%s, %s)", number(raw.x), number(raw.y))
    stick_x, stick_y = raw.x, raw.y
  end
  if raw.aim.x ~= aim_x or raw.aim.y ~= aim_y then
    say("t:aim(%s, %s)", number(raw.aim.x), number(raw.aim.y))
    aim_x, aim_y = raw.aim.x, raw.aim.y
  end
  hold(now)
  export_test.drag(raw.mouse.x, raw.mouse.y)
  steps = steps + 1
end

function export_test.grab(x, y)
  say("t:grab(%s, %s)", number(x), number(y))
  is_dragged, drag_x, drag_y = true, x, y
end

function export_test.drag(x, y)
  if is_dragged and (x ~= drag_x or y ~= drag_y) then
    say("t:drag(%s, %s)", number(x), number(y))
    drag_x, drag_y = x, y
  end
end

function export_test.drop()
  if is_dragged then
    say("t:drop()")
  end
  is_dragged = false
end

-- The case, and what is so at its end: where the thing is that the user has looked at, and the state.
function export_test.finish(ticks, thing)
  local scene = scene_of()
  say("-- The end of the run. Write here what the test is about; the hash covers the whole state.")
  if thing and scene[thing.name] == thing and thing.name:find("^[%a_][%w_]*$") then
    say("t:near(t.scene.%s.x, %s, 1e-9)", thing.name, number(thing.x))
    say("t:near(t.scene.%s.y, %s, 1e-9)", thing.name, number(thing.y))
  end
  say("t:hash(%q)", scene:hash())
  return ("  { \"a recorded run of %d ticks\", function(t)\n    %s\n  end },\n"):format(ticks,
    table.concat(lines, "\n    "))
end

return export_test
