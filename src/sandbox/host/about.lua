-- What there is to be said of the thing at which the user points: its place, boxes and fields, and whom
-- it meets by which rule; and of the buttons of the scene. It changes nothing, and calls no function of
-- the script.
--
-- The chunk's argument is a function that gives the running scene, or nil; it returns the function that
-- says it, one that gives the thing of which it was said last, one that chooses that by name and order,
-- and one that tells the buttons.

local scene_of = ...

local check = require "hitbox.check"
local ordered = require "hitbox.ordered"
local is_field = require("hitbox.thing").isField

local MOST_FIELDS, MOST_CONTACTS, LONGEST = 16, 8, 48 -- that fit in a window; bytes of a value
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

-- Each line is a word, a tab, and what is said of that.
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
    say(lines, "hangs on", "%s", name_of(thing.parent))
  end
  if thing.playing then
    local phase = thing:phase()
    say(lines, "plays", "%s, frame %d%s", thing.playing, thing.frame, phase and ", " .. phase or "")
  end
end

-- Of what has moved: at which sides it was stopped.
local function say_blocked(lines, thing)
  if thing._hits then
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
  return (", stops from %s"):format(side or number(x) .. ", " .. number(y))
end

local function say_boxes(lines, thing)
  for _, box in ipairs(thing._list) do
    if box.alive then
      local x, y, w, h = thing.scene.world:rect(box)
      local wayX, wayY = thing.scene.world:oneWay(box)
      say(lines, "." .. box.kind, "%s at %s, %s, %s x %s%s", thing.scene.world:shape(box):kind(),
        number(x), number(y), number(w), number(h), wayX and stops_from(wayX, wayY) or "")
    end
  end
end

local OF_MOVES = { frame = true, playing = true, landed = true } -- said, or of no use here

local function say_fields(lines, thing)
  local n = 0
  for _, key in ipairs(ordered.keys(thing, is_field)) do
    if not OF_MOVES[key] then
      n = n + 1
      if n <= MOST_FIELDS then
        say(lines, tostring(key), "%s", value_of(rawget(thing, key)))
      end
    end
  end
  if n > MOST_FIELDS then
    say(lines, "...", "and %d more fields", n - MOST_FIELDS)
  end
end

local function say_contacts(lines, thing)
  local scene, n = thing.scene, 0
  for i = 1, scene.contactCount do
    local c = scene.contacts[i]
    if c.a == thing or c.b == thing then
      n = n + 1
      local other = c.a == thing and c.b or c.a
      local kind, its = c.kindA, c.kindB
      if c.b == thing then
        kind, its = its, kind
      end
      if n <= MOST_CONTACTS then
        local line = c.rule.line and (", line %d"):format(c.rule.line) or ""
        say(lines, kind .. " meets", "%s.%s by rule %d%s", name_of(other), its, c.rule.index, line)
      end
    end
  end
  if n > MOST_CONTACTS then
    say(lines, "...", "and %d more", n - MOST_CONTACTS)
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

-- Buttons as the help has them: "Z, left shift, pad x".
local function buttons_of(list)
  local words = {}
  for i, button in ipairs(list) do
    local key = tostring(button):match("^key (.+)$")
    words[i] = key and #key == 1 and key:upper() or key or tostring(button)
  end
  return table.concat(words, ", ")
end

--- The thing at a point, and, if there is none, the one before: its name, then the lines. One that is gone is
--- remembered, as it is there again for who goes back.
---@return string|nil
return function(x, y)
  local scene = scene_of()
  local thing = scene and (x and scene:thingAt(x, y) or before(scene))
  if not thing then
    return scene and shown and not x
      and name_of(shown):gsub("%c", " ") .. "\nis gone\tgo back in time to see it again" or nil
  end
  shown = thing
  local lines = { (name_of(thing):gsub("%c", " ")) }
  say_pose(lines, thing)
  say_blocked(lines, thing)
  say_boxes(lines, thing)
  say_fields(lines, thing)
  say_contacts(lines, thing)
  return table.concat(lines, "\n")
end, function()
  return shown
end, function(name, order)
  shown = name and { name = name, order = order }
end, function()
  local input, lines = scene_of().input, {}
  if check.selves[input] ~= "input" then -- but something that the script has put there
    return nil
  end
  local actions = {}
  for _, list in ipairs { input.given, input.bound } do
    for action, buttons in pairs(list) do
      actions[action] = buttons
    end
  end
  for _, action in ipairs(ordered.keys(actions)) do
    local words = buttons_of(actions[action])
    lines[#lines + 1] = words ~= "" and (words .. "\t" .. action):gsub("[\r\n]", " ") or nil
  end
  return lines[1] and table.concat(lines, "\n") or nil
end
