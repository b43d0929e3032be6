--- Checks data from outside against a description of it, before anything is made of it: types, ranges and sizes.
--- A reader needs no further checks of data that passed. An error names the place, the rule and the value.
---
--- A description is a tree of rules, which are plain tables. A reader must not use keys that the rules leave out.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

---@class internal.Rule
---@field kind "number"|"whole"|"string"|"boolean"|"record"|"list"|"names"|"data"|"fields" `names` is a table by
---   names, or a list; `data` is strings, finite numbers, booleans, and tables of these; `fields` is such a table
---@field min number|nil of numbers
---@field max number|nil of numbers; of strings and of names, in bytes
---@field orText boolean|nil of numbers: they may be written as text; of lists: a text may stand in their place
---@field fields table<string, internal.Rule>|nil of records; each may be nil, unless it is needed
---@field needs table<string, true|table<string, true|table<any, true>>> of records: the fields that must be there,
---   always, or if another field is there, or if that has one of some values
---@field of internal.Rule|nil of lists and names, for each entry
---@field minCount integer|nil of lists: how many entries they have at least
---@field maxCount integer|nil of lists: how many entries they have at most
---@field maxTotal integer|nil how many entries all lists of the rule have together at most
---@field order string[]|nil the names of the fields, sorted; set by this file

local schema = {}

--- Deeper than any file that people make, and far from the end of Lua's stack.
local MAX_DEPTH = 100

--- Entries of all lists of one rule together, unless it has its own limit.
local MAX_TOTAL = 10000000

--- Longer strings, in bytes, and longer paths, in keys, are shown by their beginning.
local MAX_SHOWN, MAX_PATH = 40, 12

local checks = {} ---@type table<string, fun(ctx: table, depth: integer, rule: internal.Rule, value: any)>

--- Show a value in an error. Strings from outside may be long, and have control characters in them.
---@param value any
---@return string
function schema.show(value)
  if type(value) == "string" then
    value = #value > MAX_SHOWN and value:sub(1, MAX_SHOWN) .. "..." or value
    value = value:gsub("%c", "?")
  end
  return check.show(value)
end

--- Name the value that is being checked: "layers[3].objects[1].width of the map".
local function pathOf(ctx, depth)
  local parts = {}
  for i = 1, math.min(depth, MAX_PATH) do
    local key = ctx.path[i]
    local isWord = type(key) == "string" and key:find("^[%a_][%w_]*$") and #key <= MAX_SHOWN
    parts[i] = isWord and (i > 1 and "." or "") .. key or "[" .. schema.show(key) .. "]"
  end
  local more = depth > MAX_PATH and "..." or ""
  return depth > 0 and table.concat(parts) .. more .. " of " .. ctx.owner or ctx.owner
end

local function fail(ctx, depth, message, ...)
  check.fail("%s %s", pathOf(ctx, depth), message:format(...))
end

local function refuse(ctx, depth, rule, value)
  fail(ctx, depth, "must be %s, got %s", rule, schema.show(value))
end

local function visit(ctx, depth, rule, key, value)
  ctx.path[depth] = key
  return checks[rule.kind](ctx, depth, rule, value)
end

--- Raise an error unless a value is a table that reads as it is, not too deep in others.
local function checkTable(ctx, depth, what, value)
  if type(value) ~= "table" then
    refuse(ctx, depth, what, value)
  elseif getmetatable(value) ~= nil then
    fail(ctx, depth, "must be %s without a metatable", what)
  elseif depth > MAX_DEPTH then
    fail(ctx, depth, "is too deep: more than %d tables lie within each other", MAX_DEPTH)
  end
end

--- Count the entries of a list or table.
local function addTotal(ctx, depth, rule, n)
  local total, most = (ctx.totals[rule] or 0) + n, rule.maxTotal or MAX_TOTAL
  if total > most then
    fail(ctx, depth, "has too many entries: all such lists have at most %d together", most)
  end
  ctx.totals[rule] = total
end

local function isNumber(rule, value)
  return type(value) == "number" and value >= rule.min and value <= rule.max and (rule.kind ~= "whole" or value % 1 == 0)
end

function checks.number(ctx, depth, rule, value)
  if not isNumber(rule, value) and not (rule.orText and type(value) == "string" and isNumber(rule, tonumber(value))) then
    refuse(ctx, depth, ("a %snumber from %.0f to %.0f"):format(rule.kind == "whole" and "whole " or "", rule.min, rule.max),
      value)
  end
end

checks.whole = checks.number

function checks.string(ctx, depth, rule, value)
  if type(value) ~= "string" then
    refuse(ctx, depth, "a string", value)
  elseif #value > rule.max then
    refuse(ctx, depth, ("at most %d bytes long"):format(rule.max), value)
  end
end

function checks.boolean(ctx, depth, _, value)
  if type(value) ~= "boolean" then
    refuse(ctx, depth, "true or false", value)
  end
end

--- Whether a record must have a field.
local function isNeeded(when, value)
  if type(when) ~= "table" then
    return when
  end
  for name, words in pairs(when) do
    local other = value[name]
    if other ~= nil and (words == true or words[other]) then
      return true
    end
  end
end

function checks.record(ctx, depth, rule, value)
  checkTable(ctx, depth, "a table", value)
  if not rule.order then
    rule.order = {}
    for name in pairs(rule.fields) do
      rule.order[#rule.order + 1] = name
    end
    table.sort(rule.order)
  end
  for _, name in ipairs(rule.order) do
    local field = value[name]
    if field ~= nil or isNeeded(rule.needs[name], value) then
      visit(ctx, depth + 1, rule.fields[name], name, field)
    end
  end
end

--- Whether all entries are numbers of a rule: the tiles of a map are checked at once.
local function areNumbers(rule, value, n)
  local min, max, isWhole = rule.min, rule.max, rule.kind == "whole"
  for i = 1, n do
    local number = value[i]
    if type(number) ~= "number" or not (number >= min and number <= max) or isWhole and number % 1 ~= 0 then
      return false
    end
  end
  return true
end

function checks.list(ctx, depth, rule, value)
  if rule.orText and type(value) == "string" then
    return
  end
  checkTable(ctx, depth, "a list", value)
  local n, keys = #value, 0
  for _ in next, value do
    keys = keys + 1
  end
  if keys ~= n then
    fail(ctx, depth, "must be a list, with entries from 1 on and no others")
  elseif n < (rule.minCount or 0) or n > (rule.maxCount or n) then
    fail(ctx, depth, "must have %d to %d entries, got %d", rule.minCount or 0, rule.maxCount, n)
  end
  addTotal(ctx, depth, rule, n)
  local of = rule.of
  if of.min and areNumbers(of, value, n) then
    return
  end
  for i = 1, n do
    visit(ctx, depth + 1, of, i, value[i])
  end
end

function checks.names(ctx, depth, rule, value)
  checkTable(ctx, depth, "a table", value)
  if value[1] ~= nil then
    return checks.list(ctx, depth, rule, value)
  end
  for name, entry in next, value do
    addTotal(ctx, depth, rule, 1)
    if type(name) ~= "string" or #name > rule.max then
      fail(ctx, depth, "must have keys that are strings of at most %d bytes, got %s", rule.max, schema.show(name))
    end
    visit(ctx, depth + 1, rule.of, name, entry)
  end
end

local function isFinite(value)
  return value - value == 0
end

function checks.data(ctx, depth, rule, value)
  local kind = type(value)
  if kind == "number" and not isFinite(value) then
    refuse(ctx, depth, "a finite number", value)
  elseif kind == "table" then
    checkTable(ctx, depth, "a table", value)
    for key, entry in next, value do
      addTotal(ctx, depth, rule, 1)
      if type(key) ~= "string" and not (type(key) == "number" and isFinite(key)) then
        fail(ctx, depth, "must have strings or finite numbers as keys, got %s", schema.show(key))
      end
      ctx.path[depth + 1] = key
      checks.data(ctx, depth + 1, rule, entry)
    end
  elseif kind ~= "number" and kind ~= "string" and kind ~= "boolean" then
    refuse(ctx, depth, "a string, number, boolean or table", value)
  end
end

--- The properties of something: data by name.
function checks.fields(ctx, depth, rule, value)
  checkTable(ctx, depth, "a table", value)
  checks.data(ctx, depth, rule, value)
end

--- A rule for lists.
---@param of internal.Rule
---@param more table|nil other keys of the rule
---@return internal.Rule
function schema.list(of, more)
  local rule = { kind = "list", of = of }
  for key, value in pairs(more or {}) do
    rule[key] = value
  end
  return rule
end

--- A rule for records.
---@param needs table as in a rule; entries without a name are fields that must be there always
---@param fields table<string, internal.Rule>
---@return internal.Rule
function schema.record(needs, fields)
  local rule = { kind = "record", needs = {}, fields = fields }
  for key, value in pairs(needs) do
    local isAlways = type(key) == "number"
    rule.needs[isAlways and value or key] = isAlways or value
  end
  return rule
end

--- Raise an error unless a value is as a rule describes it.
---@param value any
---@param rule internal.Rule
---@param owner string what it is, for errors
---@return any value
function schema.check(value, rule, owner)
  checks[rule.kind]({ path = {}, totals = {}, owner = owner }, 0, rule, value)
  return value
end

return schema
