--- The state of a scene as a list of fields with their values, in an order that is always the same, and
--- as one number: to see that two runs are alike, and where they first differ.
---
--- It holds all that rules, actions and functions can read: things, their boxes and fields, the scene's
--- own fields, contacts, the random numbers. Numbers are written with all their digits, and 3 is 3.0, so
--- that each Lua gives the same.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local ordered = require(folder .. "scene.ordered")
local boxes = require(folder .. "scene.thing.boxes")
local isField = require(folder .. "scene.thing.thing").isField

local state = {}

local function isThing(value)
  return check.selves[value] == "thing"
end

local function escape(text)
  return (text:gsub("[%c\\\"]", function(c)
    return ("\\%03d"):format(c:byte())
  end))
end

--- A name in a path, which is part of a line.
local function wordOf(name)
  name = tostring(name)
  return name:find("[%c\\\"]") and escape(name) or name
end

--- A thing's name with the number of its making.
local function nameOf(thing)
  return ("%s#%d"):format(wordOf(thing.name), thing.order)
end

local function show(value)
  local kind = type(value)
  if kind == "number" then
    if value ~= value then
      return "nan"
    end
    return ordered.digits(value + 0.0) -- -0 is 0, which integers do not tell apart
  elseif kind == "string" then
    return '"' .. escape(value) .. '"'
  elseif kind == "boolean" then
    return tostring(value)
  elseif isThing(value) then
    return "<" .. nameOf(value) .. ">"
  end
  return "<" .. kind .. ">"
end

--- Add a field to the list being built: `paths` in order, and the text of each.
local function put(out, path, value)
  out.n = out.n + 1
  out.paths[out.n] = path
  out.values[path] = show(value)
end

--- Whether a table holds more than there may be of fields.
local function isTooMuch(out, value)
  local count = out.n
  for _ in next, value do
    count = count + 1
    if count > out.maxFields then
      return true
    end
  end
  return false
end

--- Write a value; a table with what it holds, once.
local function putDeep(out, path, value)
  if out.n > out.maxFields then
    return
  elseif type(value) ~= "table" or isThing(value) or value == out.scene then
    return put(out, path, value)
  elseif out.seen[value] then
    out.n = out.n + 1
    out.paths[out.n], out.values[path] = path, "<" .. out.seen[value] .. ">"
    return
  end
  out.seen[value] = path
  put(out, path, value)
  if out.maxFields < math.huge and isTooMuch(out, value) then
    out.n = out.maxFields + 1
    return
  end
  for _, key in ipairs(ordered.keys(value)) do
    local word = type(key) == "string" and "." .. wordOf(key) or "[" .. show(key) .. "]"
    putDeep(out, path .. word, rawget(value, key))
  end
end

--- Fields of a thing, besides its pose, that decide what happens next; and those that scripts cannot read.
local ACTION_FIELDS = { "frame", "frozen", "landed", "playing", "queued", "stuckTo" }
local INTERNAL = { "_swing", "_queueTicks", "_stuckX", "_stuckY" }

--- The fields of a thing but its colour, with those of the action that it plays.
local function fieldsOf(thing)
  local fields = {}
  for key, value in next, thing do
    if isField(key) and key ~= "color" then
      fields[key] = value
    end
  end
  for _, key in ipairs(ACTION_FIELDS) do
    fields[key] = thing.__index[key]
  end
  return fields
end

local function putThing(out, thing)
  local name = nameOf(thing)
  put(out, name .. ".x", thing.x)
  put(out, name .. ".y", thing.y)
  put(out, name .. ".facing", thing.facing)
  put(out, name .. ".angle", thing.angle)
  if thing.scale ~= 1 then
    put(out, name .. ".scale", thing.scale)
  end
  if thing.team then
    put(out, name .. ".team", thing.team)
  end
  if thing.parent then
    put(out, name .. ".parent", thing.parent)
  end
  for _, box in boxes.each(thing) do
    local x, y, w, h = thing.scene.world:rect(box)
    local path = name .. ".boxes." .. wordOf(box.kind)
    put(out, path .. ".x", x)
    put(out, path .. ".y", y)
    put(out, path .. ".w", w)
    put(out, path .. ".h", h)
  end
  if thing.color ~= nil then
    putDeep(out, name .. ".color", thing.color)
  end
  local fields = fieldsOf(thing)
  for _, key in ipairs(ordered.keys(fields)) do
    putDeep(out, name .. "." .. wordOf(key), fields[key])
  end
  for _, key in ipairs(INTERNAL) do
    if thing.__index[key] ~= nil then
      put(out, name .. "." .. key, thing.__index[key])
    end
  end
end

local function putContact(out, i, contact)
  out.n = out.n + 1
  local path = ("contacts[%d]"):format(i)
  out.paths[out.n] = path
  out.values[path] = ("%s.%s with %s.%s by rule %d"):format(nameOf(contact.a), wordOf(contact.kindA),
    nameOf(contact.b), wordOf(contact.kindB), contact.rule.index)
end

--- Write down the state of a scene.
---@param scene hitbox.Scene
---@param maxFields integer|nil default: any number
---@return {n: integer, paths: string[], values: table<string, string>, scene: hitbox.Scene}|nil captured nil if it
---   has more fields
function state.capture(scene, maxFields)
  local out = { n = 0, maxFields = maxFields or math.huge, paths = {}, values = {}, seen = {}, scene = scene }
  put(out, "ticks", scene.ticks)
  put(out, "random[1]", scene._seeds[1])
  put(out, "random[2]", scene._seeds[2])
  for thing in scene:each() do
    if out.n > out.maxFields then
      return nil
    end
    putThing(out, thing)
  end
  for i = 1, scene.contactCount do
    putContact(out, i, scene.contacts[i])
  end
  put(out, "current", scene.current)
  for i, task in ipairs(scene._tasks) do
    put(out, ("tasks[%d]"):format(i), task.at or task.state or task.from or 0)
  end
  for _, key in ipairs(ordered.keys(scene)) do
    putDeep(out, "scene." .. wordOf(key), rawget(scene, key))
  end
  if scene.done then
    put(out, "scene.done", true)
  end
  return out.n <= out.maxFields and out or nil
end

--- The hash of a captured state: 16 hexadecimal digits.
---@return string
function state.hashOf(captured)
  local lines = {}
  for i = 1, captured.n do
    local path = captured.paths[i]
    lines[i] = path .. "=" .. captured.values[path]
  end
  return require(folder .. "internals").digest(table.concat(lines, "\n"))
end

---@param scene hitbox.Scene
---@return string
function state.hash(scene)
  return state.hashOf(state.capture(scene))
end

-- ---- Logs ---------------------------------------------------------------------------------------

--- Return the log lines of a tick: its hash, and the fields that changed since the tick before.
---@param before table|nil captured in the tick before
---@param now table captured
---@return string lines
function state.changes(before, now)
  local lines = { ("tick %s %s"):format(now.values.ticks, state.hashOf(now)) }
  for i = 1, now.n do
    local path = now.paths[i]
    if not before or before.values[path] ~= now.values[path] then
      lines[#lines + 1] = path .. " = " .. now.values[path]
    end
  end
  for i = 1, before and before.n or 0 do
    if not now.values[before.paths[i]] then
      lines[#lines + 1] = before.paths[i] .. " is gone"
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

--- A reader of a log, by which a run is compared with it.
---@param nextLine fun(): string|nil
---@return fun(captured: table): string|nil differs says where the state of the next tick differs first
function state.comparer(nextLine)
  local line, values = nextLine(), {}
  return function(now)
    if not line then
      return ("the log ends before tick %s"):format(now.values.ticks)
    end
    local tick, hash = line:match("^tick (%d+) (%x+)$")
    if not tick then
      return "not a log of states: " .. line
    end
    line = nextLine()
    while line and not line:find("^tick %d+ %x+$") do
      local gone = line:match("^(.*) is gone$")
      local path, value = line:match("^(.-) = (.*)$")
      if path then
        values[path] = value
      elseif gone then
        values[gone] = nil
      end
      line = nextLine()
    end
    if hash == state.hashOf(now) and tick == now.values.ticks then
      return nil
    end
    return state.difference(now, values)
  end
end

--- The first field that differs from the values of another state, or is not there any more.
---@return string|nil path
function state.changed(now, values)
  for i = 1, now.n do
    local path = now.paths[i]
    if values[path] ~= now.values[path] then
      return path
    end
  end
  for _, path in ipairs(ordered.keys(values)) do
    if not now.values[path] then
      return path
    end
  end
end

--- Where a state first differs from the values of another.
---@return string
function state.difference(now, values)
  local tick, path = ("first difference in tick %s: "):format(now.values.ticks), state.changed(now, values)
  if not path then
    return tick .. "the order of things"
  end
  return tick .. ("%s is %s, was %s"):format(path, now.values[path] or "missing", values[path] or "missing")
end

return state
