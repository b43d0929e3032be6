-- Makes the text for an error of a script: the message, with advice for common mistakes, and the lines of the
-- traceback that lie in the script. Runs only after something has failed.
--
-- The argument is the host's bridge (host.lua), with `new_sample`, which makes an empty scene (cage.lua). Returns
-- trace, the message handler, and explain_syntax, which returns the message about a text that is no Lua.

local bridge = ...
local module_folder, trusts, escape = bridge.module_folder, bridge.trusts, bridge.escape

local hitbox = require "hitbox"
local check = require "hitbox.check"
local ordered = require "hitbox.scene.ordered"
local Input = require "hitbox.scene.input"
local reserved = require "hitbox.scene.diagnostics.reserved_fields"
local things = require "hitbox.scene.thing.thing"
local testing = require "hitbox.scene.testing"

local MAX_MESSAGE_BYTES = 4000 -- bytes; more fills no window
local LARGEST_SCRIPT = 1048576 -- bytes that are looked at

local MAX_LEVELS = 60 -- of the stack in which a scene is looked for

-- The scene that the error is about: one that a function on the stack has at hand, as that of a test
-- or one that is just beginning, else the running one.
local function scene_of()
  for level = 2, MAX_LEVELS do
    if not debug.getinfo(level, "f") then
      break
    end
    local i, name, value = 1, debug.getlocal(level, 1)
    while name do
      local what = check.selves[value]
      if what == "scene" and debug.getmetatable(value).world then -- else it cannot be asked yet
        return value
      elseif what == "test" and check.selves[rawget(value, "scene")] == "scene" then
        return rawget(value, "scene")
      end
      i = i + 1
      name, value = debug.getlocal(level, i)
    end
  end
  return bridge.scene()
end

-- Functions of Lua that only trusted scripts have.
local CAGED = {
  io = true, os = true, debug = true, package = true, dofile = true, loadfile = true, load = true,
  collectgarbage = true, warn = true, dump = true,
}

-- The methods of all that a script has at hand, and whose they are.
local function methods()
  local words, scene = {}, bridge.new_sample()
  local paint = debug.getregistry()["hitbox.paint"] -- what draw gets; there is none before it was called
  for _, class in ipairs {
    { Input, "the input, as update(s, input) gets it" }, { things.methods, "things" },
    { check.methods.scene, "the scene" }, { testing._methods, "what a case of a test gets" },
    { debug.getmetatable(scene.world).__index, "worlds" },
    { paint and paint.__index or {}, "the second argument of draw(s, g)" },
  } do
    local list = class[1]
    while type(list) == "table" do
      for name in pairs(list) do
        if type(name) == "string" and not name:find("^_") and words[name] ~= class[2] then
          words[name] = words[name] and words[name] .. ", and of " .. class[2] or class[2]
        end
      end
      local inherited = debug.getmetatable(list)
      list = inherited and inherited.__index
    end
  end
  return words
end

-- What others call ours.
local OURS = {
  destroy = "remove", delete = "remove", kill = "remove", add = "spawn", create = "spawn", all = "each",
  place = "setPosition", teleport = "setPosition", moveTo = "setPosition", restart = "reset", exit = "quit",
  changeScene = "switch", loadScene = "switch", loadLevel = "switch", goTo = "switch", setScene = "switch", load = "switch",
  animate = "play", playAnimation = "play", setAnimation = "play",
  touches = "overlaps", touching = "overlaps", isTouching = "overlaps", collides = "overlaps",
  collidesWith = "overlaps", isColliding = "overlaps", intersects = "overlaps",
  rectangle = "rect", print = "text", printf = "text", image = "picture",
  textWidth = "textSize", measure = "textSize", measureText = "textSize", getWidth = "textSize",
}

local VELOCITY = "assign t.vx and t.vy, and call t:moveByVelocity()"
local TURNS = "assign t.angle, in radians: t.angle = math.rad(90)"
local PLACE = "read or assign t.x and t.y"

local VIEW = "assign s.view.x and s.view.y"
local NAMED = "write s.hero for the first thing with a name, s:each(\"coin\") for all"

-- Methods of other libraries, and what to write here instead.
local INSTEAD = {
  distance = "local dx, dy, far = t:towards(other)", distanceTo = "local dx, dy, far = t:towards(other)",
  setColor = "pass the colour to each call: g:rect(x, y, w, h, \"red\")", getPosition = PLACE, getX = PLACE, getY = PLACE,
  setVelocity = VELOCITY, setLinearVelocity = VELOCITY, applyForce = VELOCITY, applyImpulse = VELOCITY,
  applyLinearImpulse = VELOCITY, rotate = TURNS, setRotation = TURNS, setAngle = TURNS,
  jump = "assign t.vy = -5, and call t:walk(dx, nil, { gravity = 0.25 })",
  camera = VIEW, setCamera = VIEW, lookAt = VIEW,
  find = NAMED, get = NAMED, getThing = NAMED, findThing = NAMED, getByName = NAMED, findByName = NAMED,
}

-- Parameters that a function of the scene has left out.
local GIVEN = {
  s = "add it as the first parameter: update = function(s, input)",
  self = "functions of a scene are given it first: update = function(s, input)",
  input = "add it as the second parameter: update = function(s, input)",
  dt = "add it as the third parameter: update = function(s, input, dt)",
  g = "add it as the second parameter: draw = function(s, g)",
  hitbox = "begin the script with local hitbox = require \"hitbox\"",
  c = "add it as the second parameter: function(s, c)",
  love = "scenes run without LÖVE: call input:down(\"left\") for keys, and draw with g in draw = function(s, g)",
}

-- Advice for an unknown method: functions of a definition are not called as methods.
local function about_method(name)
  local words, scene = methods(), scene_of()
  if scene and type(rawget(scene.def, name)) == "function" then
    return ("it is a function of the definition, not a method: call s.def.%s(s)"):format(name)
  elseif INSTEAD[name] then
    return INSTEAD[name]
  elseif OURS[name] then
    return ("did you mean '%s'?"):format(OURS[name])
  end
  return words[name] and ("it is a method of %s"):format(words[name])
    or check.hint(name, words):match("did you mean.*")
end

local LONG = 8 -- letters of a word in which two may be wrong

-- Advice for an unknown field: it may name a thing that is gone, a misspelt thing, or a kind of boxes.
local function about_field(name)
  local scene, words = scene_of(), {}
  local names = scene and scene._names or {}
  local types = scene and scene._types
  if names[name] and not names[name].first then
    return ("there is no thing '%s' any more"):format(name)
  elseif not names[name] and types and types.defs[name] then
    return ("there is no thing of the type '%s' yet"):format(name)
  elseif scene and scene._tags[name] then
    return ("if you read t.boxes: the thing has no box of the kind '%s'"):format(name)
  end
  for word, list in pairs(names) do
    words[word] = list.first
  end
  local hint = check.hint(name, words):match("did you mean.*")
  local meant = hint and hint:match("'(.*)'")
  return meant and (#name < 4 or #name >= LONG or check.isNear(name, meant)) and hint
end

local MAX_THINGS = 100 -- whose fields are looked at

-- The names of the fields that a script has set.
local function fields_of(scene)
  local words, n = {}, 0
  if check.selves[scene] == "scene" then
    for key in pairs(scene) do
      words[key] = true
    end
    for thing in scene:each() do
      n = n + 1
      for key in pairs(n <= MAX_THINGS and thing or {}) do
        words[key] = words[key] or type(key) == "string" and key:sub(1, 1) ~= "_" or nil
      end
    end
  end
  return words
end

-- Advice for an unknown field if no thing has a similar name: a field of a similar name, also one of the scene.
local function near_field(name)
  local scene = scene_of()
  for _, words in ipairs { fields_of(scene), scene and reserved.names.scene or {} } do
    for word in ordered.pairs(words) do
      local is_field = type(word) == "string" and not word:find("^_")
      if is_field and word ~= name and check.isNear(name, word) then
        return ("did you mean '%s'?"):format(word)
      end
    end
  end
end

-- Advice for a field that is nil instead of a number or a text: a field of a similar name, or how to set it.
local function about_value(name)
  local words = fields_of(scene_of())
  local hint = words[name] == nil and check.hint(name, words):match("did you mean.*")
  return hint or ("it is not set yet: write s.%s = 0 in start = function(s), or data = { %s = 0 } in a thing"):format(name, name)
end

-- Advice for an unknown global: new users write `hero` for `s.hero`.
local function about_global(name, script)
  local scene = scene_of()
  local method = scene and check.methods.scene[name] or nil
  if name == "s" and script and script:find("%.test%.lua$") then
    return "in a test the scene is t.scene: local s = t.scene"
  elseif GIVEN[name] then
    return GIVEN[name]
  elseif method then
    return ("did you mean 's:%s'?"):format(name)
  elseif scene and scene[name] ~= nil then
    return ("did you mean 's.%s'?"):format(name)
  elseif scene and scene.def[name] ~= nil then
    return ("did you mean 's.def.%s'?"):format(name)
  end
end

-- The text of a file, "" if there is none.
local function text_in(path)
  local file = path and io.open(path, "rb")
  local text = file and file:read(LARGEST_SCRIPT) or ""
  if file then
    file:close()
  end
  return text
end

-- The text of a script that is running, by its name in a message; "" of any other file, as a script may
-- raise what message it likes.
local function text_of(name)
  local level = 2
  local info = debug.getinfo(level, "S")
  while info and not (info.short_src == name and info.source:find("^@")) do
    level = level + 1
    info = debug.getinfo(level, "S")
  end
  return text_in(info and info.source:match("^@(.*)$"))
end

-- Iterate over the lines of a text: number, line.
local function lines_of(text)
  local next_line, n = (text .. "\n"):gmatch("(.-)\n"), 0
  return function()
    n = n + 1
    local line = next_line()
    return line and n, line
  end
end

-- The first line of the script in which a pattern is found.
local function line_with(pattern)
  for n, line in lines_of(text_in(bridge.script())) do
    if line:find(pattern) then
      return ("line %d: %s"):format(n, line:match("^%s*(.-)%s*$"))
    end
  end
end

-- Where a script has written what is found out after its functions have returned: a view and colours that are
-- none.
local function about_late(message)
  local number = message:match("^(%a) of view of the scene must be")
  local made = message:match("^(%a+) of .-: a colour is .+, got a table$")
  if made then
    return line_with("%f[%w_]" .. made .. "%s*=%s*{")
  end
  local color = message:match("^color of .-: a colour is .+, got (.+)$")
    or message:match("^background of .-: a colour is .+, got (.+)$")
  if number then
    return line_with("[%w_]%.view%." .. number .. "%s*=[^=]")
  elseif color then
    return line_with("[\"']" .. color:gsub("%W", "%%%0") .. "[\"']")
  end
end

-- The last value of a name before a line of a text, if that is a word or a field: `hero`, `s.hero`.
local function last_set(name, text, number)
  local found
  for n, line in lines_of(text) do
    if n > number then
      break
    end
    line = line:gsub("%-%-.*", "")
    local names, values = line:match("^%s*([%w_ ,]+)=([%w_., ]+)$")
    local value = (values or ""):gmatch("[^, ]+")
    for word in (names or ""):gsub("^local ", ""):gmatch("[%w_]+") do
      local now = value()
      found = word == name and now or found
    end
    found = line:match("%f[%w_]" .. name .. " *= *([%w_.]+) *;") or found
  end
  return found
end

-- Advice for a local that is nil: it may be the second one of a loop with one value, or a thing that is gone or has
-- another name.
local function about_local(name, script, number)
  local text = script and text_of(script) or ""
  if text:find("for%s+[%w_]+%s*,%s*" .. name .. "%s+in%s+[%w_.]+:each%(") then
    return ("s:each returns one value: for %s in s:each(\"coin\") do"):format(name)
  end
  local set = last_set(name, text, number)
  local field = set and set:match("%.([%w_]+)$")
  if field then
    return about_field(field) or near_field(field)
  end
  return set and set:find("^[%a_][%w_]*$") and about_global(set, script)
end

-- A line of a text, without its comment and what is in quotes.
local function line_of(text, number)
  for n, line in lines_of(text) do
    if n == number then
      return (line:gsub("%-%-.*", ""):gsub("([\"']).-%1", ""))
    end
  end
  return ""
end

-- The value of a word in the function that failed: a local of it, or one of those around it.
---@return boolean known whether that function is on the stack: not where s:run has called it
---@return any value
local function value_of(word, script, number)
  local level, info, found = 2, debug.getinfo(2, "Slf"), nil
  while info and not (info.short_src == script and info.currentline == number) do
    level = level + 1
    info = debug.getinfo(level, "Slf")
  end
  for _, get in ipairs(info and { debug.getupvalue, debug.getlocal } or {}) do
    local i, of = 1, get == debug.getlocal and level or info.func
    local name, value = get(of, i)
    while name do
      if name == word then
        found = value
      end
      i = i + 1
      name, value = get(of, i)
    end
  end
  return info ~= nil, found
end

-- The kind of object of hitbox's to which a path leads, as `c.a`.
---@return boolean known
---@return string|nil kind
local function kind_at(path, script, number)
  local words = path:gmatch("[%w_]+")
  local known, value = value_of(words(), script, number)
  for word in words do
    local is_ours = type(value) == "userdata" or check.selves[value]
    value = is_ours and value[word] or type(value) == "table" and rawget(value, word)
  end
  local class = type(value) == "userdata" and debug.getmetatable(value).__name
  return known, check.selves[value] or class and class:match("^hitbox%.(%a+)$")
end

-- Advice for a function in place of a number, text or table: a method that was not called, as its name was meant for
-- a field. The name is in the message, or in the line.
local function about_function(message, script, number)
  local kind, name = message:match("a function value %((%a+) '([%w_]+)'%)$")
  local is_value = name or message:find("a function value$")
    or message:find("^[^\n]*attempt to compare .*function")
    or message:find("'for' .* must be a number$") or message:find("got a? ?function%)?$")
  if not is_value then
    return nil
  end
  local text, words = text_of(script), methods()
  text = text == "" and script == bridge.script() and text_in(script) or text -- s:run has called it
  local set = (kind == "local" or kind == "upvalue") and last_set(name, text, number)
  local line = set or line_of(text, number)
  for path, key, after in line:gmatch("%f[%w_]([%a_][%w_.]*)%.([%a_][%w_]*)()") do
    if words[key] and not line:find("^%s*[({]", after) and (kind ~= "field" or key == name) then
      local known, owner = kind_at(path, script, number)
      if owner or not known then
        return ("%s.%s is a method of %s: call it as %s:%s(), or give your field another name, "
          .. "such as %s.%s"):format(path, key, owner and owner .. "s" or words[key], path, key, path,
          check.freeName(key))
      end
    end
  end
end

-- Advice for a nil that was taken for a function of the module.
local function about_module(name, script)
  return script and text_of(script):find("hitbox%." .. name .. "%f[^%w_]")
    and check.hint(name, hitbox):match("did you mean.*")
end

-- Keys of a box in a definition that are no fields of a thing.
local SIZES = { w = true, h = true, r = true, width = true, height = true, radius = true }

-- Fields of the scene or the input that others have, and what is asked for here.
local ELSEWHERE = {
  camera = VIEW, things = "call s:each(): for t in s:each() do",
  other = "read c.a, which the rule names first, or c.b",
  data = "data = { hp = 3 } of a thing sets t.hp",
  pos = PLACE, position = PLACE, velocity = VELOCITY, vel = VELOCITY,
  keys = "call input:down(\"key space\")", keyboard = "call input:down(\"key space\")",
}

-- The methods that query the input.
local ASKED = { down = true, pressed = true, released = true }

-- Advice for an error that Lua itself raises; "" if there is none.
local function advice(message)
  local kind, name = message:match("attempt to [%a ]+ a nil value %((%a+) '([%w_]+)'%)$")
  if CAGED[name] and not trusts and (kind ~= "field" and kind ~= "method" or name == "dump") then
    return ("\n(scripts run in a cage without %s: no files, programs and clock; if you trust "
      .. "the author, --trust opens it)"):format(name)
  end
  local script, number = message:match("^(.-):(%d+): ")
  local hint
  if message:find("attempt to index a function value$") -- ipairs does, and s:each("coin"):remove()
    or message:find("to 'i?pairs' %(table expected, got function%)$") then
    hint = "s:each needs no pairs: for t in s:each(\"coin\") do"
  elseif message == "attempt to index a nil value" then -- what ipairs says
    hint = "ipairs got nil; for things write for t in s:each(\"coin\") do"
  elseif message:find("to 'pairs' (table expected, got nil)", 1, true) then
    hint = "pairs got nil; for things write for t in s:each(\"coin\") do"
  elseif message:find("attempt to call a table value (for iterator", 1, true) then
    hint = "for things write for t in s:each(\"coin\") do; for tables write pairs or ipairs"
  elseif message:find("attempt to call a nil value (for iterator", 1, true) then
    hint = "the value after in is nil; for things write for t in s:each(\"coin\") do"
  elseif message:find("%(shape expected[^,]*, got table%)$") then
    hint = "call t:overlaps(other) for things; the shape of a box is s.world:shape(t.boxes.push)"
  elseif message:find("(item is not in this world; add it first)", 1, true) then
    hint = "the items of a scene's world are the boxes of its things: t.boxes.push"
  elseif message:find("(hitbox.paint expected, got ", 1, true) then
    hint = ("call it with ':', as g:%s(...)"):format(message:match("to '(%w+)'"))
  elseif message:find("^calling '%w+' on bad self %(thing expected, got a scene%)") then -- by nothing of the script's
    hint = ("a task passes the scene to its function: write s:after(60, function() t:%s() end)"):format(message:match("'(%w+)'"))
  elseif ASKED[message:match("attempt to index a function value %(field '(%a+)'%)$")] then
    hint = ("it is a method: call input:%s(\"left\")"):format(message:match("field '(%a+)'"))
  elseif message:find("attempt to index a boolean value %(field '[ab]'%)$")
    or message:find("attempt to index a boolean value %(field 'box[AB]'%)$") then
    hint = "a contact is reused after it ends: store the thing, local t = c.a, not c"
  elseif message:find("arithmetic on a table value (local 'dt')", 1, true) then
    hint = GIVEN.dt
  elseif kind == "global" then
    hint = about_global(name, script)
  elseif kind == "local" or kind == "upvalue" then
    hint = about_local(name, script, tonumber(number) or 0)
  elseif kind == "method" then
    hint = about_method(name)
  elseif kind == "field" and message:find("attempt to index", 1, true) then
    hint = about_field(name) or ELSEWHERE[name] or near_field(name)
  elseif kind == "field" and SIZES[name] then
    hint = ("for the size of a thing write local x, y, w, h = t:rect(); for a field of your own, data = { %s = 4 }")
      :format(name)
  elseif kind == "field" and message:find("attempt to call", 1, true) then
    hint = about_module(name, script) or about_method(name)
  elseif kind == "field" then
    hint = ELSEWHERE[name] or about_value(name)
  end
  hint = hint or script and about_function(message, script, tonumber(number)) or about_late(message)
  return hint and "\n(" .. hint .. ")" or ""
end

-- Syntax of other languages in a line that is no Lua: a pattern, and what to write instead.
local FOREIGN = {
  { "[%+%-%*/]=", "Lua has no += and -=: x = x + 1" }, { "%+%+", "Lua has no ++: x = x + 1" },
  { "!=", "Lua writes ~= for 'is not'" }, { "&&", "Lua writes and" }, { "||", "Lua writes or" },
  { "!", "Lua writes not" }, { "%?", "Lua writes x and 1 or 2 for x ? 1 : 2" }, { "^%s*//", "Lua's comments begin with --" },
  { "%f[%w_]var%s", "Lua writes local" }, { "%f[%w_]let%s", "Lua writes local" }, { "%f[%w_]const%s", "Lua writes local" },
  { "%f[%w_]continue%f[^%w_]", "Lua has no continue: put what is left of the loop into an if" },
  { "^%s*[%w_]*%s*:%s", "in a table Lua writes key = value" }, { "=%s*%[[^%[=]", "Lua's lists are { 1, 2 }" },
}

-- Words of Lua that are long enough to be recognised when they are misspelt.
local KEYWORDS = { "function", "local", "return", "then", "else", "elseif", "while", "until", "repeat", "break" }

-- The word of Lua that a line has misspelt, in a word that is nowhere else in the text.
local function misspelt(line, text)
  for word in line:gmatch("%f[%w_]%a+%f[^%w_]") do
    for _, keyword in ipairs(KEYWORDS) do
      if word ~= keyword and check.isNear(word, keyword)
        and select(2, text:gsub("%f[%w_]" .. word .. "%f[^%w_]", "")) == 1 then
        return ("did you mean '%s'?"):format(keyword)
      end
    end
  end
end

-- Words that begin no entry of a table.
local NO_ENTRY = {
  ["end"] = true, ["else"] = true, ["elseif"] = true, ["then"] = true, ["do"] = true, ["until"] = true,
  ["return"] = true, ["local"] = true, ["if"] = true, ["for"] = true, ["while"] = true,
}

-- Advice for a text that is no Lua; "" if there is none.
local function advice_on_syntax(message, text)
  local line = line_of(text, tonumber(message:match("^.-:(%d+): ")))
  for _, foreign in ipairs(FOREIGN) do
    if line:find(foreign[1]) then
      return "\n(" .. foreign[2] .. ")"
    end
  end
  local meant = misspelt(line, text)
  if meant then
    return "\n(" .. meant .. ")"
  end
  local named = message:match("'%(' expected near '([%a_][%w_]*)'$")
  if message:find("'then' expected near '='", 1, true) then
    return "\n(to compare, write ==)"
  elseif message:find("unexpected symbol near ','", 1, true)
    or message:find("syntax error near ','", 1, true) then
    return "\n(is it a comma too many, or is an end missing before it?)"
  elseif message:find("unexpected symbol near <eof>", 1, true) then
    return "\n(is a } missing at the end?)"
  elseif message:find("function arguments expected near", 1, true) then
    return "\n(':' calls a method, as t:move(1, 0); a field is named with '.', as t.x)"
  elseif named and line:find("function%s+" .. named) then
    return ("\n(within a table it is %s = function(s) ... end,)"):format(named)
  end
  local after = message:match("'}' expected.* near '(.+)'$") -- a word, a text or a table
  if NO_ENTRY[after] then
    return "\n(is a } missing before it, or an end too many?)"
  elseif after and after:find("^[%a_\"'{]") then
    return "\n(is a comma missing before it?)"
  end
  return ""
end

-- Whether a line of a traceback lies in the library. Of a long path Lua shows the end.
local function is_ours(line)
  local tail = line:match("^%.%.%.(.-)/hitbox/")
  return line:find(module_folder, 1, true) or line:find("^%[[%a_]+%]") -- C, or a part of the sandbox
    or bridge.level and line:find(bridge.level, 1, true) == 1 -- the script that was made for a level
    or tail and module_folder:sub(-#tail) == tail
end

-- A message that names the line of the script that led to it, instead of one of ours. If no line did, it is a fault of
-- ours, whose place helps, or the time is over, which may be anywhere.
---@param at string|nil "scene.lua:3: "
local function at_script(message, at)
  local place, rest = message:match("^([^\n]-:%d+: )(.*)$")
  local is_elsewhere = place and is_ours(place)
  local text = is_elsewhere and rest or message
  local is_time = text:find("^the script has run for %d+ seconds")
  if at and (is_elsewhere or is_time) then
    return at .. text
  end
  return (is_time or is_elsewhere and bridge.level) and text or message
end

-- Add those lines of a traceback that lie in the script, and how often where one is there again and again.
local function add_lines(lines, traceback)
  local times = 1
  local function add(line)
    if line == lines.last then
      times = times + 1
    else
      if times > 1 then
        lines[#lines] = ("%s (%d times)"):format(lines.last, times)
      end
      lines[#lines + 1], lines.last, times = line, line, 1
    end
  end
  for line in traceback:gmatch("\n\t([^\n]+)") do
    if line:find("^%[host%]:") then
      break
    end
    if not is_ours(line) and line ~= "(...tail calls...)" then
      line = line:gsub("^%.%.%.\t", "... "):gsub(": in field 'integer index'$", "") -- a function of a list, as a test
      add("  in " .. line)
    end
  end
  add(nil)
end

local function trace(message)
  local inner = ""
  if type(message) ~= "string" then
    message = "the script raised a value of type " .. type(message)
  elseif #message > MAX_MESSAGE_BYTES then
    message = message:sub(1, MAX_MESSAGE_BYTES) .. " ..."
  else
    local at = message:find("\nstack traceback:\n", 1, true) -- of a function that was given to s:run
    message, inner = message:sub(1, (at or 0) - 1), message:sub(at or #message + 1)
    local fine, hint = pcall(advice, message) -- it asks a scene in which a script may have put anything
    message = message .. (fine and hint or "")
  end
  local lines = { message }
  add_lines(lines, inner)
  add_lines(lines, debug.traceback("", 2))
  lines[1] = at_script(message, lines[2] and lines[2]:match("^  in (.-:%d+: )"))
  return escape(table.concat(lines, "\n"))
end

return {
  trace = trace,
  explain_syntax = function(message, text)
    return message .. advice_on_syntax(message, text)
  end,
}
