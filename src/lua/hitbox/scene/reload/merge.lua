--- How fields go over to a scene at a reload: an edit of the script wins over what play has done, and play wins
--- over what `start` sets as before.
---
--- A table that `start` makes stays that of the new script, to which its tweens and functions lead: what
--- the old one holds goes into it. An object gets the class of the new script with it.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local first = require(folder .. "scene.reload.first_values")
local ordered = require(folder .. "scene.ordered")

local selves, isOwn = check.selves, first.isOwn
local merge = {}

---@class internal.Merge
---@field twins table<any, any> the new thing, box, task, table or scene for an old one
---@field back table<any, any> the old thing for a new one
---@field taken table<table, true> new tables that stand for an old one
---@field classes table<table, table> the new metatable for an old one
---@field tasks table[] places that hold a task: owner, key, the old task, the new one
---@field objects table[] tables with a metatable whose class may have a new one

---@param twins table<hitbox.Thing, hitbox.Thing>
---@param removed table<hitbox.Thing, hitbox.Thing> the same of things that are not there any more
---@return internal.Merge
function merge.new(twins, removed)
  local m = { twins = {}, taken = {}, classes = {}, tasks = {}, objects = {}, seen = {}, back = {} }
  for old, new in pairs(twins) do
    m.twins[old], m.back[new] = new, old
    m.twins[old.boxes] = new.boxes
    for kind, box in pairs(old.boxes) do
      m.twins[box] = new.boxes[kind]
    end
  end
  for old, new in pairs(removed) do
    m.twins[old], m.back[new] = new, old
  end
  return m
end

local function put(m, owner, key, value, new)
  rawset(owner, key, value)
  if selves[value] == "task" then
    m.tasks[#m.tasks + 1] = { owner = owner, key = key, old = value, new = new }
  end
end

local walk

--- Return the counterpart of an old value in the new scene, also within tables.
local function translate(m, value)
  local twin = m.twins[value]
  if twin ~= nil then
    return twin
  elseif type(value) ~= "table" or selves[value] or m.seen[value] then
    return value
  elseif getmetatable(value) == nil then
    walk(m, value)
  else
    m.objects[#m.objects + 1] = value
  end
  return value
end

function walk(m, value)
  m.seen[value] = true
  local moved = {}
  for key, entry in next, value do
    put(m, value, key, translate(m, entry))
    if m.twins[key] ~= nil then
      moved[#moved + 1] = key
    end
  end
  for _, key in ipairs(moved) do
    local entry = rawget(value, key)
    rawset(value, key, nil)
    put(m, value, m.twins[key], entry)
  end
end

--- Put the entries of an old table into the new one.
---@param a any the first values of the old script
---@param b any those of the new one
---@param isField fun(key: any): any|nil which keys go over; all if nil
function merge.fields(m, a, b, old, new, isField)
  local values = {}
  for _, key in ipairs(ordered.keys(old, isField)) do
    local to = m.twins[key]
    if to == nil then
      to = key
    end
    local value = merge.value(m, first.part(a, key), first.part(b, to), rawget(old, key), rawget(new, to))
    values[to] = { value }
  end
  for _, key in ipairs(ordered.keys(new, isField)) do
    local from = m.back[key]
    if from == nil then
      from = key
    end
    if not values[key] then
      values[key] = { (merge.value(m, first.part(a, from), first.part(b, key), nil, rawget(new, key))) }
    end
  end
  for key, value in next, values do
    put(m, new, key, value[1], rawget(new, key))
  end
end

local function fill(m, a, b, old, new)
  m.twins[old], m.taken[new] = new, true
  local class, newClass = getmetatable(old), getmetatable(new)
  if class and newClass then
    m.classes[class] = newClass
  end
  merge.fields(m, a, b, old, new)
  return new
end

local function isLibrary(value)
  return type(value) == "table" and not selves[value] and not isOwn(value)
end

--- A value that goes over.
---@param m internal.Merge
---@param a any the first value of the old script
---@param b any that of the new one
---@param old any what it is now
---@param new any what `start` of the new script has made it
function merge.value(m, a, b, old, new)
  if type(new) == "function" then
    return new -- the code of the new script
  end
  local unedited = first.same(a, b, m.twins)
  local mayFill = isOwn(old) and isOwn(new) and m.twins[old] == nil and not m.taken[new]
  if mayFill and (unedited or first.areRecords(a, b)) then
    return fill(m, a, b, old, new)
  elseif not unedited then
    if mayFill then
      m.twins[old], m.taken[new] = new, true
    end
    return new
  elseif isLibrary(old) and m.twins[old] == nil and isLibrary(new) then
    return new -- a world of hitbox.bump, which holds what start has put into it
  end
  return translate(m, old)
end

--- Say which tasks go on, and give objects their new classes, now that all else is known.
---@param starts table<table, true> the tasks that the old `start` has made
function merge.finish(m, starts)
  local i = 1
  while m.objects[i] do
    local object = m.objects[i]
    local class = m.classes[getmetatable(object)] or m.twins[getmetatable(object)]
    if class and not m.seen[object] then
      walk(m, object)
      pcall(setmetatable, object, class) -- it may be protected
    end
    i = i + 1
  end
  for _, place in ipairs(m.tasks) do
    local task = m.twins[place.old]
    if task == nil and starts[place.old] and selves[place.new] == "task" then
      task = place.new -- edited, and begun anew
    end
    if task ~= nil then
      rawset(place.owner, place.key, task)
    end
  end
end

return merge
