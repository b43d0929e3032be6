--- The rules of a scene: who meets whom, and what comes of it. Boxes are told apart by their class,
--- the name of the thing with the kind of the box; what the rules say about two classes is worked
--- out once and kept.
local folder = (...):match("^.*[./]") or ""
local check = require(folder .. "check")

local responses = { slide = true, touch = true, cross = true, bounce = true }
local opposite = { above = "below", below = "above", left = "right", right = "left" }
local keys = {
  true, true, on = true, exit = true, stay = true, crush = true,
  response = true, from = true, every = true, once = true,
}

--- A world knows 64 layers, one of which is for the boxes that no rule names.
local MAX_LAYERS = 63
local SHARED_LAYER = "default"

---@class hitbox.RuleDef a pattern is "name", "name.kind", "*.kind" or "*"; the two match either way
---@field [1] string what it matches is `a` of the contact
---@field [2] string
---@field on string|nil the function to call when a contact begins
---@field stay string|nil the function to call in each later tick of it
---@field exit string|nil the function to call when it has ended
---@field crush string|nil the function to call when a platform has crushed one against the other
---@field response "slide"|"touch"|"cross"|"bounce"|nil what a moving push box does, "cross" if nil
---@field from "above"|"below"|"left"|"right"|nil only if a comes from that side of b
---@field every integer|nil `on` again each so many ticks, and no sooner for the same a
---@field once boolean|nil `on` only once for the same two things

local Rules = {}
Rules.__index = Rules

--- The side on which a box lies that is pushed along a normal, as seen from what pushes it. On a
--- slope of 45 degrees one still stands.
---@param nx number
---@param ny number
---@return "above"|"below"|"left"|"right"
function Rules.side(nx, ny)
  if math.abs(ny) >= math.abs(nx) then
    return ny < 0 and "above" or "below"
  end
  return nx < 0 and "left" or "right"
end

Rules.opposite = opposite

local function parsePattern(text, owner, index)
  local name, kind
  if type(text) == "string" then
    name, kind = text:match("^([^.]+)%.([^.*]+)$")
    name = name or text:match("^[^.]+$")
  end
  if not name or name:find("*", 1, true) and name ~= "*" then
    check.refuse(("[%d]"):format(index), owner, "'name', 'name.kind', '*.kind' or '*'", text)
  end
  return { name = name, kind = kind }
end

local function matches(pattern, class)
  return (pattern.name == "*" or pattern.name == class.name)
    and (pattern.kind == nil or pattern.kind == class.kind)
end

local function compile(given, index, functions)
  local owner = "rule " .. index
  if type(given) ~= "table" then
    check.fail("%s must be a table, got %s", owner, check.show(given))
  end
  check.keys(given, keys, owner)
  local rule = {
    given[1], given[2],
    patterns = { parsePattern(given[1], owner, 1), parsePattern(given[2], owner, 2) },
    index = index, response = "cross",
  }
  for _, event in ipairs({ "on", "stay", "exit", "crush" }) do
    local name = given[event]
    if name ~= nil then
      check.type(name, "string", event, owner)
      if not functions[name] then
        check.fail("%s of %s: the scene has no function '%s'%s", event, owner, name,
          check.hint(name, functions))
      end
      rule[event] = name
    end
  end
  if given.response ~= nil then
    rule.response = check.word(given.response, responses, "response", owner)
  end
  if given.from ~= nil then
    rule.from = check.word(given.from, opposite, "from", owner)
  end
  if given.every ~= nil then
    rule.every = check.count(given.every, "every", owner)
  end
  if given.once ~= nil then
    rule.once = check.type(given.once, "boolean", "once", owner)
  end
  -- What tells the rule apart from the others when the script is loaded again.
  rule.key = table.concat({ given[1], given[2], given.on or "", given.from or "" }, "|")
  return rule
end

--- Compile the rules of a scene.
---@param list table[] as written
---@param functions table<string, function> the scene's functions, which rules may name
---@return table rules
function Rules.new(list, functions)
  local self = setmetatable({ list = {}, classes = {}, layers = {} }, Rules)
  local count = 0
  for index = 1, #list do
    local rule = compile(list[index], index, functions)
    self.list[index] = rule
    for side = 1, 2 do
      local text = rule[side]
      if not self.layers[text] then
        count = count + 1
        self.layers[text] = count <= MAX_LAYERS and text or SHARED_LAYER
      end
    end
  end
  return self
end

--- Layers are the patterns of the rules: a box is on the layer of each pattern that it matches, and
--- looks for those on the other side of such rules. So pairs that no rule names stay in the world.
local function layersOf(self, class)
  local layer, mask, has, wants = {}, {}, {}, {}
  for i = 1, #self.list do
    local rule = self.list[i]
    for side = 1, 2 do
      if matches(rule.patterns[side], class) then
        local mine, other = self.layers[rule[side]], self.layers[rule[3 - side]]
        if not has[mine] then
          has[mine] = true
          layer[#layer + 1] = mine
        end
        if not wants[other] then
          wants[other] = true
          mask[#mask + 1] = other
        end
      end
    end
  end
  return layer[1] and layer or SHARED_LAYER, mask
end

--- The class of a box.
---@param name string the thing's
---@param kind string the box's
---@param tag integer the number of the kind
---@return table class `options` is for world:add
function Rules:class(name, kind, tag)
  local ofName = self.classes[name]
  if not ofName then
    ofName = {}
    self.classes[name] = ofName
  end
  local class = ofName[kind]
  if not class then
    class = { name = name, kind = kind, with = {} }
    local layer, mask = layersOf(self, class)
    class.options = { layer = layer, mask = mask, tag = tag }
    ofName[kind] = class
  end
  return class
end

--- The rules that speak of boxes of two classes, in order, up to the first that always holds.
---@param a table class
---@param b table class
---@return table|false candidates each with `rule`, `flipped` (the rule's first pattern is b's) and
---   `side` (where a must be as seen from b, or nil); `sided` if any has one
function Rules:between(a, b)
  local known = a.with[b]
  if known ~= nil then
    return known
  end
  local candidates = {}
  for i = 1, #self.list do
    local rule, before = self.list[i], #candidates
    local one, two = rule.patterns[1], rule.patterns[2]
    if matches(one, a) and matches(two, b) then
      candidates[#candidates + 1] = { rule = rule, flipped = false, side = rule.from }
    end
    if matches(one, b) and matches(two, a) then
      candidates[#candidates + 1] = { rule = rule, flipped = true, side = opposite[rule.from] }
    end
    if #candidates > before and not rule.from then
      break
    end
  end
  candidates.sided = candidates[1] ~= nil and candidates[1].side ~= nil
  a.with[b] = candidates[1] and candidates or false
  return a.with[b]
end

--- The first of the candidates that holds.
---@param candidates table from `between`
---@param side string|nil where a is as seen from b; nil if that cannot be said
---@return table|nil rule
---@return boolean|nil flipped
function Rules.pick(candidates, side)
  for i = 1, #candidates do
    local candidate = candidates[i]
    if not candidate.side or candidate.side == side then
      return candidate.rule, candidate.flipped
    end
  end
end

return Rules
