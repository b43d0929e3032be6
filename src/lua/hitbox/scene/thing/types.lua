--- Types: definitions with a name. A thing of a type has the values of the type, except those that it sets
--- itself. The words of a thing (its name, types, groups and team) are its class, which all things with
--- the same words share: rules and lists use it.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local anchors = require(folder .. "scene.thing.anchor")
local lines = require(folder .. "scene.diagnostics.lines")

---@class hitbox.TypeDef: hitbox.ThingDef Without a name
---@field extends string|nil the type whose definition this one extends

---@class internal.ThingClass
---@field name string
---@field type string|nil
---@field team string|nil
---@field groups string[] in the order of being given, those of the type first
---@field words table<string, true> all that a thing can be called: name, types, groups and team
---@field list string[] the same in order
---@field key string unique

local Types = {}
local meta = { __index = Types } -- apart from the class, which no script may reach and change

--- Copy a definition with the tables in it, but not objects. Shared and cyclic tables, such as way points that name
--- their neighbours, are so in the copy too.
---@param value any
---@param copies table<table, table>|nil those that were made on the way
---@return any
function Types.copy(value, copies)
  if type(value) ~= "table" or getmetatable(value) then
    return value
  end
  copies = copies or {}
  local copy = copies[value]
  if not copy then
    copy = {}
    copies[value] = copy
    for key, entry in next, value do
      copy[key] = Types.copy(entry, copies)
    end
  end
  return copy
end

--- Write the members of a table over those of another.
local function write(result, over)
  for key, value in next, over do
    result[key] = value
  end
  return result
end

--- The members of one table, replaced and followed by those of another.
local function joined(base, over)
  local result = write({}, base)
  return over and write(result, over) or result
end

--- The outline is the one table's or the other's, what has a name of either.
local function joinPoints(base, over, replaced)
  local result = {}
  for key, value in pairs(base) do
    if type(key) ~= "number" or not replaced then
      result[key] = value
    end
  end
  return joined(result, over)
end

--- The words of a definition's `group` and `groups`, each once, after those of another one.
---@param base string[] each once; not changed, and it may be what is returned
local function joinGroups(base, def)
  if def.group == nil and (def.groups == nil or def.groups[1] == nil) then
    return base
  end
  local result, has = {}, {}
  for _, words in ipairs({ base, def.groups or {}, { def.group } }) do
    for _, word in ipairs(words) do
      if not has[word] then
        has[word] = true
        result[#result + 1] = word
      end
    end
  end
  return result
end

local function joinLists(base, over)
  local result = {}
  for _, list in ipairs({ base or {}, over or {} }) do
    for _, entry in ipairs(list) do
      result[#result + 1] = entry
    end
  end
  return result
end

--- Keys of a thing that do not change its shape or actions: most things of a type set only these.
local plainKeys = {
  true, type = true, team = true, group = true, groups = true, at = true, facing = true, angle = true,
  scale = true, color = true, hidden = true, data = true, parent = true, point = true, children = true,
}

--- Whether a definition says no more; its keys are known to be right then.
function Types.isPlain(def)
  for key in next, def do
    if not plainKeys[key] then
      return false
    end
  end
  return true
end

--- The actions, boxes and points of a definition that goes on with another one.
---@param replaced boolean it says of its own what shape it has
local function extendShape(result, base, def, replaced)
  if base.actions and def.actions then
    result.actions = joined(base.actions, def.actions)
  end
  if base.boxes then
    result.boxes = joined(base.boxes, replaced and joined({ push = false }, def.boxes) or def.boxes)
  end
  if base.points then
    result.points = joinPoints(base.points, def.points, replaced)
  end
end

--- A definition that goes on with another one. A key of it takes the place of the other's, and so does
--- a shape in another form; data, actions, boxes and named points do one by one; groups and children add up.
---@param plain boolean|nil `def` says nothing of what is joined in extendShape
local function extend(self, base, def, plain)
  -- With room for what most have, so that it need not grow.
  local result = write({ nil, at = nil, groups = nil, data = nil, w = nil, h = nil, anchor = nil, color = nil }, base)
  local replaced = not plain and anchors.override(result, def)
  write(result, def)
  if not plain then
    extendShape(result, base, def, replaced)
  end
  if base.data and def.data then
    result.data = joined(base.data, def.data)
  end
  if base.children and def.children then
    result.children = joinLists(base.children, def.children)
  end
  result.groups, result.group = joinGroups(base.groups or self.noGroups, def), nil
  result.extends = nil
  return result
end

--- Raise an error unless what a definition says of groups and team are words.
local function checkWords(self, def, owner)
  if def.team == nil and def.group == nil and def.groups == nil then
    return
  end
  if def.team ~= nil and (type(def.team) ~= "string" or def.team == "") then
    check.refuse("team", owner, "a word", def.team)
  end
  if def.group ~= nil then
    self.checkName(def.group, "group of " .. owner)
  end
  check.list(check.type(def.groups == nil and {} or def.groups, "table", "groups", owner), "groups", owner)
  for i, word in ipairs(def.groups or {}) do
    self.checkName(word, ("groups[%d] of %s"):format(i, owner))
  end
end

local tables = { "data", "actions", "boxes", "points", "children" }

local function checkTables(def, owner)
  for i = 1, #tables do
    local key = tables[i]
    if def[key] ~= nil then
      check.type(def[key], "table", key, owner)
    end
  end
end

--- Check one type by itself.
local function checkType(self, name, def, keys)
  local owner = "type '" .. name .. "'"
  self.checkName(name, "the name of a type")
  check.type(def, "table", "the definition", owner)
  if def[1] ~= nil then
    check.fail("%s has its key as its name: remove the first entry, %s", owner, check.show(def[1]))
  end
  check.keys(def, keys, owner)
  checkTables(def, owner)
  checkWords(self, def, owner)
  if def.anchor ~= nil then
    anchors.check(def.anchor, owner)
  end
  if def.extends ~= nil then
    check.word(def.extends, self.given, "extends", owner)
  end
end

--- The names of a type and of those that it goes on with, from the last one on.
local function lineageOf(self, name)
  local line, has = {}, {}
  while name do
    line[#line + 1] = name
    if has[name] then
      check.fail("type '%s' extends itself: %s", name, table.concat(line, " extends "))
    end
    has[name] = true
    name = self.given[name].extends
  end
  return line
end

--- Check the types of a scene, and join each with its base type. Later changes of the given tables have no effect.
---@param given table<string, hitbox.TypeDef>
---@param keys table<any, true> those that a thing may have
---@param checkName fun(word: any, owner: string) raises an error for what cannot be a name
---@return table types
function Types.new(given, keys, checkName)
  local self = setmetatable({
    given = Types.copy(given), defs = {}, lines = {}, thingClasses = {}, moulds = {}, last = {}, checkName = checkName,
    noGroups = {}, -- of things without a group
    found = {}, -- by name, true for those that a map has and the definition has not
  }, meta)
  local typeKeys, names = joined(keys, { extends = true }), {}
  typeKeys[1], typeKeys.type, typeKeys.parent = nil, nil, nil
  for name in pairs(given) do
    if type(name) ~= "string" then
      check.fail("types of the scene must be by name, as { coin = { r = 3 } }, got the key %s", check.show(name))
    end
    names[#names + 1] = name
  end
  table.sort(names)
  given = self.given
  lines.each("types", names, function(name)
    checkType(self, name, given[name], typeKeys)
  end, names)
  for _, name in ipairs(names) do
    local line = lineageOf(self, name)
    local def = {}
    for i = #line, 1, -1 do
      def = extend(self, def, given[line[i]])
    end
    self.defs[name], self.lines[name] = def, line
  end
  return self
end

--- Add a type that a map has and the definition has not. It has no values of its own.
---@param name string a name that things can have
function Types:find(name)
  self.found[name], self.given[name] = true, {}
  self.defs[name], self.lines[name] = extend(self, {}, {}), { name }
end

--- Raise an error unless there is a type of that name.
---@param name any
---@param key string
---@param owner string
---@param advice string|nil what else to write, told where no name is near
function Types:check(name, key, owner, advice)
  if type(name) ~= "string" or not self.defs[name] then
    local hint = next(self.defs) and check.hint(name, self.defs) or ": the scene has no types"
    check.fail("%s of %s: there is no type %s%s%s", key, owner, check.show(name), hint,
      advice and not hint:find("did you mean") and advice or "")
  end
  return name
end

--- The definition of a thing with all that its type gives it. A thing that names no type is of the
--- type that is called as it is, if there is one.
---@param given hitbox.ThingDef its keys are known to be right
---@param owner string
---@param plain boolean|nil as isPlain says
---@return hitbox.ThingDef def
---@return string|nil type
function Types:resolve(given, owner, plain)
  local name = given.type
  if name ~= nil then
    self:check(name, "type", owner)
  elseif self.defs[given[1]] then
    name = given[1]
  end
  checkTables(given, owner)
  checkWords(self, given, owner)
  return name and extend(self, self.defs[name], given, plain) or given, name
end

--- The table at a key of a table of tables.
local function within(tables, key)
  local at = tables[key]
  if not at then
    at = {}
    tables[key] = at
  end
  return at
end

--- Return the class of a thing. Things with the same words have the same class.
---@param name string
---@param typeName string|nil
---@param groups string[]
---@param team string|nil
---@return internal.ThingClass
function Types:classOf(name, typeName, groups, team)
  local grouped = groups[1] and table.concat(groups, "\0") or ""
  local alike = within(within(within(self.thingClasses, name), typeName or ""), team or "")
  local class = alike[grouped]
  if not class then
    local key = table.concat({ name, typeName or "", team or "", grouped }, "\0")
    class = { name = name, type = typeName, team = team, groups = groups, words = {}, list = {}, key = key }
    for _, words in ipairs({ { name }, self.lines[typeName] or {}, groups, { team } }) do
      for _, word in ipairs(words) do
        if not class.words[word] then
          class.words[word] = true
          class.list[#class.list + 1] = word
        end
      end
    end
    alike[grouped] = class
  end
  return class
end

--- Return the class of a thing with a definition.
---@param def hitbox.ThingDef resolved
---@param typeName string|nil
---@return internal.ThingClass
function Types:classOfDef(def, typeName)
  local groups = typeName and def.groups or joinGroups(self.noGroups, def) -- a type's are joined already
  return self:classOf(def[1], typeName, groups, def.team)
end

return Types
