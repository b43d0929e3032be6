-- Describes the thing at which the user points: its position, boxes and fields, and its contacts with the rules that
-- decide them; and the buttons of the scene. Changes nothing, and calls no function of the script.
--
-- The argument is the host's bridge (host.lua). Returns functions that describe the thing at a point, return the thing
-- that was described last, choose that by name and order, and describe the buttons of all actions.

local bridge = ...
local scene_of = bridge.scene

local check = require "hitbox.check"
local ordered = require "hitbox.scene.ordered"
local names = require "hitbox.scene.diagnostics.lines"
local is_field = require("hitbox.scene.thing.thing").isField
local sweeps = require("hitbox.scene.thing.stored").sweeps

local MAX_FIELDS, MAX_CONTACTS, LONGEST = 16, 8, 48 -- that fit in a window; bytes of a value
local shown -- the thing that was pointed at last

local function number(value)
  return (("%.3f"):format(value):gsub("%.?0+$", ""))
end

local function name_of(thing)
  return ("%s #%d"):format(thing.name, thing.order)
end

local function is_thing(value)
  return check.selves[value] == "thing" and value.scene == scene_of()
end

local function value_of(value)
  if type(value) == "number" then
    return number(value)
  elseif type(value) == "string" then
    return #value > LONGEST and value:sub(1, LONGEST) .. " ..." or value
  elseif is_thing(value) then
    return name_of(value)
  elseif type(value) == "table" then
    local n = 0
    for _ in next, value do
      n = n + 1
    end
    return ("a table of %d"):format(n)
  end
  return type(value) == "boolean" and tostring(value) or "a " .. type(value)
end

-- A text with its numbers as long as any: "action2" comes before "action10".
local function numbered(text)
  return (text:gsub("%d+", function(digits)
    return ("0"):rep(20 - #digits) .. digits
  end))
end

-- Sort the texts of a list that ordered.keys has made by the numbers in them.
local function in_number_order(keys)
  local texts = {}
  for _, key in ipairs(keys) do
    texts[key] = type(key) == "string" and numbered(key) or nil
  end
  ordered.sort(keys, function(a, b)
    local one, other = texts[a], texts[b]
    return one and other and ordered.isTextBefore(one, other) or false
  end)
  return keys
end

-- Each line is a word, a tab, and its value.
local function say(lines, word, format, ...)
  lines[#lines + 1] = word:gsub("%c", " ") .. "\t" .. format:format(...):gsub("%c", " ")
end

local function say_pose(lines, thing)
  say(lines, "x, y", "%s, %s", number(thing.x), number(thing.y))
  if thing.facing ~= 1 then
    say(lines, "facing", "%d", thing.facing)
  end
  if thing.angle ~= 0 then
    say(lines, "angle", "%s", number(thing.angle))
  end
  if thing.scale ~= 1 then
    say(lines, "scale", "%s", number(thing.scale))
  end
  if thing.type and thing.type ~= thing.name then
    say(lines, "type", "%s", thing.type)
  end
  if thing.team then
    say(lines, "team", "%s", thing.team)
  end
  if thing.color ~= nil and rawget(thing, "color") == nil then -- else it is among the fields
    say(lines, "color", "%s", value_of(thing.color))
  end
  if thing.parent then
    say(lines, "attached to", "%s", name_of(thing.parent))
  end
  if thing.playing then
    local phase = thing:phase()
    say(lines, "plays", "%s, frame %d%s", thing.playing, thing.frame, phase and ", " .. phase or "")
  end
  for _, key in ipairs { "frozen", "queued", "stuckTo" } do
    if thing[key] then
      say(lines, key, "%s", value_of(thing[key]))
    end
  end
end

-- Of what has moved: at which sides it was stopped.
local function say_blocked(lines, thing)
  if sweeps(thing) then
    local sides = {}
    for _, side in ipairs { "left", "right", "above", "below" } do
      sides[#sides + 1] = thing.blocked[side] and side or nil
    end
    say(lines, "blocked", "%s", #sides > 0 and table.concat(sides, ", ") or "no")
  end
end

-- From where a one-way box stops what meets it.
local function stops_from(x, y)
  local side = x == 0 and (y < 0 and "above" or "below") or y == 0 and (x < 0 and "the left" or "the right")
  return (", blocks from %s"):format(side or number(x) .. ", " .. number(y))
end

local function say_boxes(lines, thing)
  for _, kind in ipairs(ordered.keys(thing.boxes)) do
    local box = thing.boxes[kind]
    if box.alive then
      local x, y, w, h = thing.scene.world:rect(box)
      local wayX, wayY = thing.scene.world:oneWay(box)
      local label, is_type = names.label(box)
      say(lines, is_type and label or "." .. label, "%s at %s, %s, %s x %s%s", thing.scene.world:shape(box):kind(),
        number(x), number(y), number(w), number(h), wayX and stops_from(wayX, wayY) or "")
    end
  end
end

local function say_fields(lines, thing)
  local n = 0
  for _, key in ipairs(in_number_order(ordered.keys(thing, is_field))) do
    n = n + 1
    if n <= MAX_FIELDS then
      say(lines, tostring(key), "%s", value_of(rawget(thing, key)))
    end
  end
  if n > MAX_FIELDS then
    say(lines, "...", "and %d more fields", n - MAX_FIELDS)
  end
end

local function say_contacts(lines, thing)
  local scene, n = thing.scene, 0
  for i = 1, scene.contactCount do
    local c = scene.contacts[i]
    if c.a == thing or c.b == thing then
      n = n + 1
      local own, other = c.boxA, c.boxB
      if c.b == thing then
        own, other = other, own
      end
      if n <= MAX_CONTACTS then
        local line = c.rule.line and (", line %d"):format(c.rule.line) or ""
        say(lines, names.label(own) .. " contact", "%s by rule %d%s", names.boxName(other, name_of(other.thing)),
          c.rule.index, line)
      end
    end
  end
  if n > MAX_CONTACTS then
    say(lines, "...", "and %d more", n - MAX_CONTACTS)
  end
end

-- The thing before. A scene that went back, was loaded again or began again has other things: then the
-- one that stands for it there.
local function before(scene)
  if not shown or shown.alive and shown.scene == scene then
    return shown
  end
  for thing in scene:each() do
    if thing.order == shown.order and thing.name == shown.name then
      return thing
    end
  end
end

-- A button as the help has it: "Z", "left shift", "pad x".
local function word_of(button)
  local key = tostring(button):match("^key (.+)$")
  return key and #key == 1 and key:upper() or key or tostring(button)
end

-- Buttons as the help has them. Of the left and the right one of two keys it is enough to name both.
local function buttons_of(list)
  local words, has = {}, {}
  for _, button in ipairs(list) do
    has[button] = true
  end
  for _, button in ipairs(list) do
    local side, key = tostring(button):match("^key (%a+) (%a+)$")
    local is_pair = side and has["key left " .. key] and has["key right " .. key]
    if not (is_pair and side == "right") and button ~= "" then
      words[#words + 1] = is_pair and key or word_of(button)
    end
  end
  return table.concat(words, ", ")
end

local ACTIONS = { "left", "right", "up", "down", "jump", "fire", "start" } -- that have buttons without a scene's doing
local MOVES = { "up", "left", "down", "right" }

-- Four letters that move, as they lie on the keyboard: "W A S D". Nothing if they are no letters there.
local function letters_of(usual)
  local letters = {}
  for _, action in ipairs(MOVES) do
    for _, button in ipairs(usual[action] or {}) do
      letters[#letters + 1] = button:find("^key %S$") and word_of(button) or nil
    end
  end
  return #letters == 4 and ", " .. table.concat(letters, " ") or ""
end

-- The buttons by action of `usual`, which has an action and a button by turns; of the mouse those that the scene has.
local function usual_of(usual, clicks)
  local by_action = {}
  for _, action in ipairs(ACTIONS) do
    by_action[action] = { clicks[action] }
  end
  for i = 1, #usual, 2 do
    local list = by_action[usual[i]]
    list[#list + 1] = usual[i + 1]
  end
  return by_action
end

-- The buttons that the scene has bound, by action.
local function bound_of(input)
  local bound = {}
  for _, list in ipairs { input.given or {}, input.bound or {} } do
    for action, buttons in pairs(list) do
      bound[action] = buttons
    end
  end
  return bound
end

local function actions_of(usual)
  local input, lines = scene_of().input, {}
  input = check.selves[input] == "input" and input or {} -- else something that the script has put there
  local bound = bound_of(input)
  local function say_buttons(words, action)
    lines[#lines + 1] = words ~= "" and (words .. "\t" .. action):gsub("[\r\n]", " ") or nil
  end
  usual = usual_of(usual, input.clicks or {})
  local first = 1
  if not (bound.left or bound.right or bound.up or bound.down) then
    say_buttons("arrows" .. letters_of(usual), "move")
    say_buttons("pad stick or cross", "move")
    first = #MOVES + 1
  end
  for i = first, #ACTIONS do
    local action = ACTIONS[i]
    say_buttons(bound[action] and "" or buttons_of(usual[action]), action)
  end
  for _, action in ipairs(in_number_order(ordered.keys(bound))) do
    say_buttons(buttons_of(bound[action]), action)
  end
  return table.concat(lines, "\n")
end

--- Describe the thing at a point or, if there is none, the last one: its name, then the lines. A thing that is gone is
--- remembered, as it is there again after a step back.
---@return string|nil
local function describe(x, y)
  local scene = scene_of()
  local thing = scene and (x and scene:thingAt(x, y) or before(scene))
  if not thing then
    return scene and shown and not x
      and name_of(shown):gsub("%c", " ") .. "\nremoved\tgo back in time to see it again" or nil
  end
  shown = thing
  local lines = { (name_of(thing):gsub("%c", " ")) }
  say_pose(lines, thing)
  say_blocked(lines, thing)
  say_boxes(lines, thing)
  say_fields(lines, thing)
  say_contacts(lines, thing)
  return table.concat(lines, "\n")
end

return {
  describe = describe,
  actions = actions_of,
  thing = function()
    return shown
  end,
  choose = function(name, order)
    shown = name and { name = name, order = order }
  end,
}
