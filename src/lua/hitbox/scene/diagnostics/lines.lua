--- The script lines of the entries of a scene's table, for messages about rules. Lua does not store lines
--- of tables, so the script is read again and its brackets are counted.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local file = require(folder .. "scene.data.file")

local lines = {}

--- The file of a source as debug.getinfo gives it, for messages.
---@param source string|nil
---@return string
function lines.short(source)
  return source and source:match("^@(.*)$") or "?"
end

--- How a rule is named in sentences.
---@param scene hitbox.Scene
---@param rule table
---@return string
function lines.ruleName(scene, rule)
  if rule.line then
    return ("rule %d (%s:%d)"):format(rule.index, scene.rules.file:match("[^/\\]*$"), rule.line)
  end
  return "rule " .. rule.index
end

--- The word for a box in texts for people: for the push box of a thing of a map the thing's type, else the box's kind.
---@param box hitbox.Box
---@return string label
---@return boolean isType
function lines.label(box)
  local label = box.kind == "push" and box.thing._levelLabel or nil
  return label or box.kind, label ~= nil
end

--- How a box is named in sentences: "hero.push"; of a thing that is of a map "wall", or "Ann (wall)".
---@param box hitbox.Box
---@param name string|nil of its thing, if it is not the thing's own
---@return string
function lines.boxName(box, name)
  local label, isType = lines.label(box)
  name = name or box.thing.name
  if not isType then
    return name .. "." .. label
  end
  return label == box.thing.name and name or ("%s (%s)"):format(name, label)
end

local function read(source)
  local path = source and source:match("^@(.*)$")
  return path and (file.read(path)) or nil
end

--- The place after a string, long string or comment that begins at a place; nil if none does.
local function skip(text, at)
  local long = text:match("^%-%-%[(=*)%[", at) or text:match("^%[(=*)%[", at)
  if long then
    local _, last = text:find("]" .. long .. "]", at, true)
    return (last or #text) + 1
  elseif text:find("^%-%-", at) then
    return text:find("\n", at, true) or #text + 1
  end
  local quote = text:match("^[\"']", at)
  if quote then
    local place = at + 1
    while place <= #text and text:sub(place, place) ~= quote do
      place = place + (text:sub(place, place) == "\\" and 2 or 1)
    end
    return place + 1
  end
end

--- The words and signs of a text from a place on: token, place.
local function tokens(text, at)
  return function()
    while at <= #text do
      at = text:find("%S", at) or #text + 1
      local after = skip(text, at)
      if after then
        local quoted = not text:find("^%-%-", at)
        local start = at
        at = after
        if quoted then
          return "string", start
        end
      elseif at <= #text then
        local token, start = text:match("^[%w_]+", at) or text:sub(at, at), at
        at = at + #token
        return token, start
      end
    end
  end
end

local opens = { ["{"] = 1, ["("] = 1, ["["] = 1, ["}"] = -1, [")"] = -1, ["]"] = -1 }

--- The places at which the entries of `key = { ... }` begin, within the first table after a place.
local function places(text, at, key)
  local found, depth, listDepth, fresh = {}, 0, nil, false
  local before, beforeThat
  for token, place in tokens(text, at) do
    local step = opens[token] or 0
    if listDepth and depth == listDepth then
      if token == "}" then
        return found
      elseif token == "," or token == ";" then
        fresh = true
      elseif fresh then
        found[#found + 1], fresh = place, false
      end
    end
    depth = depth + step
    if not listDepth and token == "{" and before == "=" and beforeThat == key
      and depth <= 3 then
      listDepth, fresh = depth, true
    elseif depth < 0 then
      return nil
    end
    before, beforeThat = token, before
  end
end

--- Whether an entry that begins at a place is called so.
local function isCalled(text, begin, name)
  return text:match("^[%w_]+", begin) == name or text:match("^%[%s*[\"']([^\"']*)", begin) == name
end

-- Which of a scene's `scenes` is meant, or "main", where the scene was made, and the coroutine for which that holds:
-- one that waits in a `start` may never come back.
local inner

--- Return the current context; nil for the table being made.
local function within()
  return inner and inner.thread == coroutine.running() and inner or nil
end

--- Where the table of one of the `scenes` begins, in the scene's table at a place; nil if it is none that is there.
local function otherTable(text, at, name)
  for _, begin in ipairs(places(text, at, "scenes") or {}) do
    if isCalled(text, begin, name) then
      return text:match("^[^={]*=%s*(){", begin)
    end
  end
end

--- Call a function about one of a scene's `scenes`: its rules, and errors, name lines in there, where the script
--- shows them.
---@param scene hitbox.Scene
---@param name string
---@param call function
---@return boolean ok
---@return any err as of pcall
function lines.within(scene, name, call, ...)
  local before = within()
  inner = { name = name, source = scene._source, line = scene._line, thread = coroutine.running() }
  local ok, err = pcall(call, ...)
  inner = before
  return ok, err
end

--- Where the scene is made, or was, that all is about.
---@return string|nil source of debug.getinfo
---@return integer line
function lines.origin()
  local one = within()
  if one then
    return one.source, one.line
  end
  return check.caller()
end

--- Where the entries of a table in a scene's table begin.
---@param source string|nil as of lines.origin, with `line`
---@param line integer
---@param key string "rules"
---@return integer[]|nil found
---@return string text of the script
---@return integer at where the line of the call begins
local function find(source, line, key)
  local text = read(source)
  if not text then
    return nil, "", 1
  end
  local at = 1
  for _ = 2, line do
    at = (text:find("\n", at, true) or #text) + 1
  end
  local _, call = text:find("scene%s*%(?%s*{", at)
  local one = within()
  if call and one and one.name ~= "main" then
    call = otherTable(text, call, one.name)
  end
  return call and places(text, call, key), text, at
end

--- The lines of the entries of a list in a scene's table.
---@param source string|nil as of lines.origin, with `line`
---@param line integer
---@param key string "rules"
---@param count integer how many there are: if the script does not show as many, nothing is said
---@return integer[]|nil
function lines.entries(source, line, key, count)
  if count == 0 then
    return nil
  end
  local found, text, at = find(source, line, key)
  if not found or #found ~= count then
    return nil
  end
  local result, number = {}, line
  for i = 1, count do
    local newline = text:find("\n", at, true)
    while newline and newline < found[i] do
      at, number = newline + 1, number + 1
      newline = text:find("\n", at, true)
    end
    result[i] = number
  end
  return result
end

--- The line of an entry of a table in a scene's table.
---@param key string "things", "types"
---@param entry integer|string its number or its name
---@param count integer|nil how many there are, if that is known
---@return integer|nil
local function lineOf(key, entry, count)
  local source, line = lines.origin()
  local found, text = find(source, line, key)
  local place = found and (not count or #found == count) and found[entry]
  for _, begin in ipairs(type(entry) == "string" and found or {}) do
    if isCalled(text, begin, entry) then
      place = begin
    end
  end
  return place and select(2, text:sub(1, place):gsub("\n", "")) + 1 or nil
end

--- Raise an error anew that names the line of the call of hitbox.scene: with the line that a
--- function gives.
local function raiseAt(err, lineFor)
  local before = check.located("")
  local isHere = check.caller() == lines.origin() -- and in no other file
  local line = isHere and type(err) == "string" and err:sub(1, #before) == before and lineFor()
  if line then
    err = before:gsub("%d+: $", line .. ": ") .. err:sub(#before + 1)
  end
  error(err, 0)
end

--- Call a function for each entry of a list of entries. An error in one names its line, where the script shows it; this
--- is only looked for then.
---@param key string "things", "types"
---@param list any[]
---@param call fun(value: any, index: integer)
---@param names string[]|nil of the entries, where the script has them by name
function lines.each(key, list, call, names)
  local index
  local ok, err = pcall(function()
    for i = 1, #list do
      index = i
      call(list[i], i)
    end
  end)
  if not ok then
    raiseAt(err, function()
      return lineOf(key, names and names[index] or index, #list)
    end)
  end
end

--- Find the part of the map that an error is about: the type of a thing, an entry of the legend, a row, or
--- the whole map.
local function lineInMap(message)
  local only = not message:find("map[", 1, true) -- of several maps the first is found
  local typeName = message:match("thing '([^']+)'")
  local letter = message:match("legend%[[\"'](.-)[\"']%]")
  local row = tonumber(message:match("rows%[(%d+)%]"))
  local line = typeName and lineOf("types", typeName)
  if only and not line then
    line = letter and lineOf("legend", letter) or row and lineOf("rows", row) or lineOf("map", 1)
  end
  return line
end

--- Call what makes the map of a scene. An error names the line of what it is about, where the
--- script shows it.
---@param call fun(scene: hitbox.Scene)
---@param scene hitbox.Scene
function lines.map(call, scene)
  local ok, err = pcall(call, scene)
  if not ok then
    raiseAt(err, function()
      return lineInMap(err)
    end)
  end
end

return lines
