--- Compares what is bound with what is annotated and with what the tests call.
local check = {}

--- How to mend what is found.
check.HELP = [[
Every public name is annotated: what C binds in src/lua/hitbox/types, in the file of its subject; what is
Lua above itself. An annotation is a comment block right above the function,

    --- The first sentence says what it does.
    ---@param x number in which unit, which range, what nil means
    ---@return number y
    --- Errors: what is refused, beyond what the head of the file says of all.
    function World:name(x) end

Where a file adds functions to a class of another file, it says so above a local of its own:

    ---@class hitbox.Thing
    local Thing = Thing

The reference in docs/reference is made from it: lua5.4 tests/api/pages.lua writes it anew. A new class needs
a place in tests/api/pages.lua, and in tests/api/bound.lua the object that it describes; fields that are the
library's own begin with "_", or are listed there, and a class that is, is called internal.Name. A name is
tested when a file in tests/lua, tests/scene or tests/bump calls it.]]

--- A name as a program writes it.
function check.title(class, name)
  local methods = class ~= "hitbox" and class ~= "hitbox.bump" and class ~= "hitbox.bump.rect"
    and class ~= "hitbox.debug"
  return class .. (methods and ":" or ".") .. name
end

local function sorted(set)
  local names = {}
  for name in pairs(set) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- Whether a field may be missing from an object.
local function isOptional(field)
  return field.type:find("nil", 1, true) or field.type:find("%?$") or field.type == "any"
    or field.name:find("[", 1, true)
end

--- Whether the parameters of an annotation are those of its line, in their order.
local function sameParameters(entry)
  local wanted, given = table.concat(entry.parameters, ", "), {}
  for i, param in ipairs(entry.params) do
    given[i] = param.name
  end
  return wanted == table.concat(given, ", ")
end

local function checkAnnotation(say, title, entry, f)
  if entry.text == "" then
    say("%s has no description", title)
  end
  if not sameParameters(entry) then
    say("%s has other parameters than its @param lines say", title)
  end
  for _, param in ipairs(entry.params) do
    if param.type == "" then
      say("%s: the parameter %s has no type", title, param.name)
    end
  end
  -- A stub in types stands for C, which does not show its parameters.
  local info = debug.getinfo(f, "Su")
  local given = #entry.parameters + (entry.separator == ":" and 1 or 0)
  if entry.parameters[#entry.parameters] == "..." then
    given = given - 1
  end
  local taken = info.nparams
  if taken > given and debug.getlocal(f, taken) == "_" then
    taken = taken - 1
  end
  if info.what == "Lua" and taken ~= given and not info.isvararg then
    say("%s takes %d parameters, and is annotated with %d", title, taken, given)
  end
end

local function checkFields(say, name, class, annotated)
  local known = {}
  for _, field in ipairs(annotated.fields) do
    known[field.name] = true
    if class.object[field.name] == nil and not isOptional(field) then
      say("the field %s of %s is annotated, but there is none", field.name, name)
    end
  end
  for _, field in ipairs(sorted(class.fields)) do
    if not known[field] and not annotated.functions[field] then
      say("the field %s of %s is not annotated", field, name)
    end
  end
end

--- List the faults, a sentence each.
---@param classes table<string, table> what is bound: see bound.lua
---@param all table what is annotated: see annotations.lua
---@param called table<string, boolean> "class name" of each function that a test calls
---@param shown table<string, boolean> the classes that are in the reference
---@return string[]
function check.faults(classes, all, called, shown)
  local faults = {}
  local function say(message, ...)
    faults[#faults + 1] = message:format(...)
  end
  for _, name in ipairs(sorted(classes)) do
    local class, annotated = classes[name], all.classes[name]
    annotated = annotated or { fields = {}, functions = {} }
    for _, f in ipairs(sorted(class.functions)) do
      local title, entry = check.title(name, f), annotated.functions[f]
      if entry then
        checkAnnotation(say, title, entry, class.functions[f])
      else
        say("%s is not annotated", title)
      end
      if not called[name .. " " .. f] then
        say("%s is called by no test", title)
      end
    end
    if class.object then
      checkFields(say, name, class, annotated)
    end
  end
  for _, name in ipairs(all.order) do
    local bound = classes[name] or { functions = {} }
    for _, f in ipairs(all.classes[name].order) do
      if not bound.functions[f] then
        say("%s is annotated, but there is none", check.title(name, f))
      end
    end
    if not shown[name] and not name:find("^internal%.") then
      say("the class %s is on no page of the reference", name)
    end
  end
  return faults
end

--- The fields of a class, and of those that it is based on.
local function fieldsOf(all, name, into)
  local class = all.classes[name]
  for _, field in ipairs(class and class.fields or {}) do
    into[field.name] = true
  end
  return class and class.base and fieldsOf(all, class.base, into) or into
end

--- Which options a class of the annotations has, and which a function takes, by what it says of an
--- unknown one.
---@param all table
---@param class string
---@param message string
---@return string[] faults
function check.options(all, class, message)
  local faults, known = {}, {}
  local list = message:match("; known are (.*)$")
  if not list then
    return { ("of the options %s it says: %s"):format(class, message) }
  end
  for name in list:gmatch("[%w_]+") do
    known[name] = true
  end
  local annotated = fieldsOf(all, class, {})
  for _, name in ipairs(sorted(annotated)) do
    if not known[name] and not name:find("[", 1, true) then
      faults[#faults + 1] = ("the option %s of %s is annotated, but refused"):format(name, class)
    end
  end
  for _, name in ipairs(sorted(known)) do
    if not annotated[name] then
      faults[#faults + 1] = ("the option %s of %s is not annotated"):format(name, class)
    end
  end
  return faults
end

--- Which options a file of the binding knows that no class of the annotations has.
---@param all table
---@param text string of a C file, whose lists of options are called `options`, `..._options` or `names`
---@return string[] faults
function check.words(all, text)
  local faults, known = {}, {}
  for _, class in pairs(all.classes) do
    for _, field in ipairs(class.fields) do
      known[field.name] = true
    end
  end
  for name, words in text:gmatch("char %*const ([%w_]+)%[%] = (%b{})") do
    if name == "names" or name:find("options$") then
      for word in words:gmatch('"([^"]*)"') do
        if not known[word] then
          faults[#faults + 1] = ('the option "%s" of the binding is not annotated'):format(word)
        end
      end
    end
  end
  return faults
end

return check
