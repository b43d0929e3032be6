--- Checks of what people write in a scene. Every error says where (the first line outside this
--- library that led here), what is wrong, and, where one can tell, what was meant.
local check = {}

--- A path with one kind of separator. On Windows a name's dots become `\`, in templates that mostly have `/`.
local function withSlashes(path)
  return (path:gsub("\\", "/"))
end

--- Where the library lies. Code that was stripped of lines and names does not know it; but what has no lines is passed
--- over anyway.
local library = withSlashes(debug.getinfo(1, "S").source):match("^.*/") or "\0"

--- Chunks besides the library's files whose lines are not where an error is.
local inner = {}

--- Have the chunk that calls this passed over as the library is, when an error says where it is.
function check.hideCaller()
  inner[debug.getinfo(2, "S").source] = true
end

--- The kind of each object with methods: "thing", "scene" and so on. Looking it up is the cheapest way to find
--- that a call with '.' passed something else.
check.selves = setmetatable({}, { __mode = "k" })
local selves = check.selves

--- The largest number in a scene: far inside the world's domain (2^100), so that a box about any
--- position stays in it, and far beyond where a double still counts pixels (2^53).
check.LARGEST = 2 ^ 90

--- The form of a test case, for messages.
check.CASE = ": a case is { \"the hero lands\", function(t) ... end }"

--- Words from other libraries, and ours.
local synonyms = {
  x = "at", y = "at", pos = "at", position = "at",
  width = "w", height = "h", radius = "r",
  pivot = "anchor", origin = "anchor",
  fps = "tick", hz = "tick",
  up = "above", top = "above", down = "below", bottom = "below", -- sides
  enter = "on", onEnter = "on", begin = "on", call = "on", action = "on", onHit = "on", onCollision = "on", -- of a rule
  leave = "exit", onExit = "exit", onLeave = "exit",
  solid = "slide", block = "slide", trigger = "cross", pass = "cross", ghost = "cross", -- responses
  hp = "data", health = "data", lives = "data", vx = "data", vy = "data", speed = "data", -- a thing's
}

--- What debug.getinfo says of the first function outside this library that led here.
local function outside()
  local level = 2
  local info = debug.getinfo(level, "Sl")
  while info do
    if info.currentline > 0 and withSlashes(info.source:sub(1, #library)) ~= library and not inner[info.source] then
      return info
    end
    level = level + 1
    info = debug.getinfo(level, "Sl")
  end
end

--- Where the entry of a table is that is being checked, where that is known: "file:line: ".
local entry

--- Say where what is checked from now on was written; the next error forgets it.
---@param file string|nil nil: where the library was called
---@param line integer|nil
function check.at(file, line)
  entry = file and line and ("%s:%d: "):format(file, line) or nil
end

--- The script that called the library.
---@return string|nil source as debug.getinfo gives it
---@return integer line
function check.caller()
  local info = outside()
  return info and info.source, info and info.currentline or 0
end

--- The folder of the file that called the library.
---@return string|nil folder with a slash at its end; "" is the one that the program runs in; nil if the
---   caller is in no file
function check.folder()
  local info = outside()
  local path = info and info.source:match("^@(.*)$")
  return path and (path:match("^.*[/\\]") or "")
end

local function position()
  local place = entry
  entry = nil
  if place then
    return place
  end
  local info = outside()
  return info and info.short_src .. ":" .. info.currentline .. ": " or ""
end

--- A message that begins with the line of the caller's code that called the library.
---@param message string a format of string.format
---@param ... any its values
---@return string
function check.located(message, ...)
  return position() .. message:format(...)
end

--- Raise an error at the line of the caller's code that called the library.
---@param message string a format of string.format
---@param ... any its values
function check.fail(message, ...)
  error(check.located(message, ...), 0)
end

--- A value as it is shown in an error.
---@param value any
---@return string
function check.show(value)
  if type(value) == "string" then
    return "'" .. value .. "'"
  elseif value ~= value then
    return "NaN"
  elseif type(value) == "number" then
    local short = tostring(value)
    return tonumber(short) == value and short or ("%.17g"):format(value)
  elseif type(value) == "boolean" or value == nil then
    return tostring(value)
  elseif selves[value] == "thing" then
    return "thing '" .. value.name .. "'"
  elseif selves[value] then
    return (selves[value] == "input" and "an " or "a ") .. selves[value]
  end
  return "a " .. type(value)
end

--- Whether a value is a shape; other userdata are worlds and the host's.
---@param value any
---@return boolean
function check.isShape(value)
  return type(value) == "userdata" and value.bounds ~= nil
end

--- Raise an error unless a value is a thing of a scene.
---@param value any
---@param scene hitbox.Scene
---@param key string
---@param owner string
---@param rule string|nil what it must be
function check.thing(value, scene, key, owner, rule)
  if selves[value] ~= "thing" or value.scene ~= scene then
    check.fail("%s of %s must be %s, got %s%s", key, owner, rule or "a thing of the scene", check.show(value),
      selves[value] == "thing" and " of another one" or "")
  end
end

--- Raise an error that a method was called on something else.
---@param call string
---@param kind string what it is a method of
---@param got any
function check.badSelf(call, kind, got)
  check.fail("calling '%s' on bad self (%s expected, got %s): is it called with ':', as %s:%s(...)?", call, kind,
    check.show(got), kind, call)
end

local ORDINALS = { "a second", "a third", "a fourth", "a fifth", "a sixth", "a seventh" }

--- Raise an error that a method was given more than it takes, which would change nothing.
---@param call string
---@param names string of what it takes, but for `self`, as "x, y"
---@param count integer of these names
---@param got any the first that is too many
function check.surplus(call, names, count, got)
  check.fail("%s(%s) does not take %s argument, got %s", call, names, ORDINALS[count] or "more than one", check.show(got))
end

--- Add methods to a class.
---@param class table<string, function>
---@param added table<string, function>
function check.extend(class, added)
  for name, method in pairs(added) do
    class[name] = method
  end
end

--- How many arguments a function takes behind the first one, and their names.
---@return integer|nil count nil: any number, or unknown, as in PUC Lua 5.1
---@return string names
local function parametersOf(f)
  local info = debug.getinfo(f, "u")
  if not info.nparams or info.isvararg then
    return nil, ""
  end
  local names = {}
  for i = 2, info.nparams do
    names[i - 1] = debug.getlocal(f, i)
  end
  return info.nparams - 1, table.concat(names, ", ")
end

--- The methods of the classes that are guarded, by the word for what they are called on.
local methods = {}
check.methods = methods

--- A name for a field that cannot have that of a method: "myCount" for "count".
---@param key string
---@return string
function check.freeName(key)
  return "my" .. key:gsub("^%l", string.upper)
end

--- What a script calls an object of each kind, in errors.
local variables = { scene = "s", thing = "t", test = "t" }

--- Raise an error that a field has the name of a method, as `count` of a scene.
---@param kind string as in `selves`
---@param key string
function check.failTaken(kind, key)
  check.fail("'%s' is a method of %ss: your field needs another name, such as %s.%s", key, kind,
    variables[kind] or kind, check.freeName(key))
end

--- The __newindex of objects to which a script may add fields: only functions may have the names of
--- methods.
---@param kind string as in `selves`
---@return fun(object: table, key: any, value: any)
function check.fieldSetter(kind)
  return function(object, key, value)
    if methods[kind][key] ~= nil and type(value) ~= "function" then
      check.failTaken(kind, key)
    end
    rawset(object, key, value)
  end
end

--- Make the methods of a class refuse another self, and surplus arguments. Methods that games call thousands of times
--- per tick do so themselves, if the last argument is nil: a call with '.' has one too few. Methods without arguments
--- accept any, so that `s:after(60, s.reset)` works.
---@param class table<string, function>
---@param kind string as in `selves`
---@param done table<string, true>|nil those that do it themselves
---@param open table<string, true>|nil those that are given whatever a call returns, and get any number of arguments
function check.guard(class, kind, done, open)
  methods[kind] = class
  for name, method in pairs(class) do
    if type(method) == "function" and name:sub(1, 1) ~= "_" and not (done and done[name]) then
      local count, names = parametersOf(method)
      count = count and count > 0 and not (open and open[name]) and count or math.huge
      class[name] = function(self, ...)
        if selves[self] ~= kind then
          check.badSelf(name, kind, self)
        elseif select("#", ...) > count and (select(count + 1, ...)) ~= nil then
          check.surplus(name, names, count, (select(count + 1, ...)))
        end
        return method(self, ...)
      end
    end
  end
end

--- Edits (insert, delete, replace, swap of neighbours) that turn one word into the other.
local function distance(a, b)
  local before, last, row = {}, {}, {}
  for j = 0, #b do
    last[j] = j
  end
  for i = 1, #a do
    row[0] = i
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same and 0 or 1))
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        row[j] = math.min(row[j], before[j - 2] + 1)
      end
    end
    before, last, row = last, row, before
  end
  return last[#b]
end

--- Whether two words that are not all too short differ in a letter, two that changed places, or in case at the most.
---@param word string
---@param other string
---@return boolean
function check.isNear(word, other)
  return math.max(#word, #other) >= 4 and distance(word:lower(), other:lower()) <= 1
    or word:lower() == other:lower()
end

local function sortedWords(set)
  local words = {}
  for word in pairs(set) do
    if type(word) == "string" then
      words[#words + 1] = word
    end
  end
  table.sort(words)
  return words
end

local function lettersOf(word)
  local letters = {}
  for i = 1, #word do
    letters[i] = word:sub(i, i)
  end
  table.sort(letters)
  return table.concat(letters)
end

--- Whether a word is another one with letters that changed places, but for the first, or in another case.
---@param word string
---@param meant string
---@return boolean
function check.isShuffled(word, meant)
  word, meant = word:lower(), meant:lower()
  return #word == #meant and word:sub(1, 1) == meant:sub(1, 1) and lettersOf(word) == lettersOf(meant)
end

--- The end of an error about an unknown word: the nearest known one, or all of them.
---@param word any what was written
---@param known table<string, any> the keys are what could have been written
---@return string
function check.hint(word, known)
  local words = sortedWords(known)
  if #words == 0 then
    return ""
  end
  local best, edits = nil, 0
  if type(word) == "string" then
    edits = math.max(1, math.floor(#word / 2))
    for i = 1, #words do
      local d = distance(word:lower(), words[i]:lower())
      if d < edits or d == edits and not best then
        best, edits = words[i], d
      end
    end
    if #word == 1 then
      best = nil
    end
    if (not best or edits > 1 or #word == 2) and known[synonyms[word] or word] then
      best = synonyms[word]
    end
  end
  if best then
    return (", did you mean '%s'?"):format(best)
  end
  return "; known are " .. table.concat(words, ", ")
end

--- The reason within an error of the C module: what stands in brackets at its end.
---@param message any
---@return string
function check.reason(message)
  message = tostring(message)
  return message:match("%((.*)%)$") or message
end

local BY_AT = "write at = { 8, 8 }"
local BY_RULES = "write a rule, as { \"hero\", \"wall\", response = \"slide\" }"
local BY_DRAW = "write g:picture(\"hero.png\", x, y) in draw(s, g) of the scene"
local BY_FRAMES = "the frames with a hit box decide it, as [4] = { hit = { ... } }, [7] = {}"

--- Keys that definitions have elsewhere, by the first word of what the table is, and what is written here.
local instead = {
  action = { startup = BY_FRAMES, active = BY_FRAMES, recovery = BY_FRAMES, hit = BY_FRAMES },
  thing = { x = BY_AT, y = BY_AT, pos = BY_AT, position = BY_AT,
    solid = BY_RULES, static = BY_RULES, layer = BY_RULES, mask = BY_RULES, response = BY_RULES, onHit = BY_RULES,
    onCollision = BY_RULES, on = BY_RULES, sensor = BY_RULES, image = BY_DRAW, sprite = BY_DRAW, picture = BY_DRAW },
}
instead.type = instead.thing

--- Raise an error for the first unknown key of a table, in alphabetical order.
---@param given table
---@param known table<any, any> the keys are those allowed
---@param owner string what the table is, e.g. "thing 'hero'"
function check.keys(given, known, owner)
  local unknown
  for key in pairs(given) do
    if not known[key] and (unknown == nil or tostring(key) < tostring(unknown)) then
      unknown = key
    end
  end
  if (unknown == "update" or unknown == "draw") and type(given[unknown]) == "function" then -- as other engines have it
    check.fail("nothing calls %s of %s: write for t in s:each(\"foe\") do in %s of the scene", unknown, owner, unknown)
  elseif unknown == "gravity" then -- as where all falls that is not told to stay
    check.fail("unknown key 'gravity' in %s: pass it to walk or moveByVelocity, as t:moveByVelocity { gravity = 0.25 }", owner)
  end
  local keys = instead[owner:match("^%a+")]
  local says = keys and unknown ~= nil and keys[unknown]
  if says then
    check.fail("unknown key '%s' in %s: %s", unknown, owner, says)
  elseif unknown ~= nil then
    local hint = check.hint(unknown, known)
    local meant = hint:match("did you mean '(.*)'")
    if keys == instead.thing and type(unknown) == "string" and not synonyms[unknown] and check.isFreeOfThing(unknown)
      and not (meant and check.isNear(unknown, meant)) then
      local own = ("a field of your own is data = { %s = ... }"):format(unknown)
      hint = meant and hint .. " Otherwise " .. own or "; " .. own .. hint
    end
    check.fail("unknown key %s in %s%s", check.show(unknown), owner, hint)
  end
end

--- Raise an error unless a table is a list.
---@param value table
---@param key string
---@param owner string
---@param hint string|nil what the error ends with
function check.list(value, key, owner, hint)
  for index in pairs(value) do
    if type(index) ~= "number" or index < 1 or index > #value then
      check.fail("%s of %s must be a list, got the key %s%s", key, owner, check.show(index), hint or "")
    end
  end
end

--- Raise an error that a value is not what it must be.
---@param key string
---@param owner string
---@param rule string what it must be, e.g. ">= 0"
---@param value any
function check.refuse(key, owner, rule, value)
  check.fail("%s of %s must be %s, got %s", key, owner, rule, check.show(value))
end

--- Raise an error unless the value is what names things, types, groups and teams, which a pattern is not.
---@param value any
---@param key string
---@param owner string
---@return string value
function check.called(value, key, owner)
  if type(value) ~= "string" or value:find("[.*|]") then
    check.refuse(key, owner, "a name, a type, a group or a team", value)
  end
  return value
end

--- Raise an error unless the value is of a type. A thing, a scene and the like are not what tables are read for.
---@param value any
---@param wanted string a Lua type
---@param key string
---@param owner string
---@return any value
function check.type(value, wanted, key, owner)
  if type(value) ~= wanted or wanted == "table" and selves[value] then
    check.refuse(key, owner, "a " .. wanted, value)
  end
  return value
end

--- Raise an error unless the value is a finite number, of at most 2^90 in magnitude.
---@param value any
---@param key string
---@param owner string
---@return number value
function check.number(value, key, owner)
  if type(value) ~= "number" or value ~= value or value == math.huge or value == -math.huge then
    check.refuse(key, owner, "a finite number", value)
  elseif math.abs(value) > check.LARGEST then
    check.refuse(key, owner, "at most 2^90 in magnitude", value)
  end
  return value
end

--- Raise an error unless the value is a finite number >= 0.
---@param value any
---@param key string
---@param owner string
---@return number value
function check.size(value, key, owner)
  if check.number(value, key, owner) < 0 then
    check.refuse(key, owner, ">= 0", value)
  end
  return value
end

--- Raise an error unless the value is a whole number >= 1.
---@param value any
---@param key string
---@param owner string
---@return number value
function check.count(value, key, owner)
  if check.number(value, key, owner) < 1 or value % 1 ~= 0 then
    check.refuse(key, owner, "a whole number >= 1", value)
  end
  return value
end

--- Raise an error unless the value is one of a set of words.
---@param value any
---@param known table<string, any>
---@param key string
---@param owner string
---@return string value
function check.word(value, known, key, owner)
  if type(value) ~= "string" or not known[value] then
    check.fail("%s of %s cannot be %s%s", key, owner, check.show(value), check.hint(value, known))
  end
  return value
end

local policies = { overlap = true, touch = true, pixel = true }

--- Raise an error unless the value is the name of a contact policy.
---@param value any
---@param key string
---@param owner string
---@return "overlap"|"touch"|"pixel" value
function check.policy(value, key, owner)
  return check.word(value, policies, key, owner)
end

--- The functions of a scene that it calls itself, and when.
local callbacks = {
  start = "when the scene begins", update = "in each tick", draw = "for each picture", drawAbove = "for each picture",
}

--- Raise an error unless the value is the name of one of the scene's functions.
---@param name any
---@param key string
---@param owner string
---@param functions table<string, function>
---@return string name
function check.handler(name, key, owner, functions)
  if type(name) == "function" then
    check.fail("%s of %s must be the name of a function of the scene, as %s = 'take', got a function", key, owner, key)
  end
  check.type(name, "string", key, owner)
  local called = callbacks[name]
  if called then
    check.fail("%s of %s cannot be '%s', which is called %s: name another function, as %s = 'take'", key, owner,
      name, called, key)
  elseif not functions[name] and methods.scene[name] then
    check.fail("%s of %s: '%s' is a method of the scene, not a function of the definition: write %s = function(s) s:%s() end",
      key, owner, name, name, name)
  elseif not functions[name] then
    check.fail("%s of %s: the scene has no function '%s'%s", key, owner, name,
      check.hint(name, functions))
  end
  return name
end

return check
