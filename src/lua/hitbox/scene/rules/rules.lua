--- The rules of a scene: which boxes respond to each other, and how. Boxes are grouped by class: the
--- words of their thing (name, types, groups and team) with the kind of the box. The rules for two
--- classes are worked out once and stored.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local items = require(folder .. "scene.rules.items")
local conditions = require(folder .. "scene.rules.conditions")
local lines = require(folder .. "scene.diagnostics.lines")
local patterns = require(folder .. "scene.rules.patterns")
local boxes = require(folder .. "scene.thing.boxes")

--- The world's response to a move, by the response of a rule; "stick" is a "touch" that holds the thing.
local responses = { slide = "slide", touch = "touch", cross = "cross", bounce = "bounce",
  stick = "touch" }
local opposite, matches = conditions.opposite, patterns.matches
local limits = { [true] = true, [false] = true, swing = true }
local axes = { x = true, y = true }
local results = { hit = true, block = true }
local keys = {
  true, true, on = true, exit = true, stay = true, crush = true, response = true, bounce = true,
  push = true, axis = true, every = true, once = true, max = true, teams = true, policy = true,
  hitstop = true, result = true,
}
for key in pairs(conditions.keys) do
  keys[key] = true
end

--- A world knows 64 layers, one of which is for the boxes that no rule names, and for patterns that
--- are too many.
local MAX_LAYERS = 63
local SHARED_LAYER = "default"

---@class hitbox.RuleDef A pattern is "word", "word.kind", "*.kind" or "*". The word is a name, a
---   type, a group or a team. "foe|bat.hit|claw" lists several words and kinds. The two patterns
---   match in either order
---@field [1] string a pattern; the thing that it matches is `a` of the contact
---@field [2] string a pattern, for `b`
---@field teams "other"|"same"|nil the rule applies only to things of different teams, or of the
---   same team
---@field policy "overlap"|"touch"|"pixel"|nil the contact policy. Default: the scene's
---@field from "above"|"below"|"left"|"right"|nil the rule applies only if a comes from this side of
---   b
---@field speed table|nil the rule applies only at this relative speed, in world units per tick:
---   {">", 3} or {min=, max=}
---@field when string|function|nil the rule applies only if this function of the scene, `when(s,
---   c)`, returns true
---@field response "slide"|"touch"|"cross"|"bounce"|"stick"|nil the response of a moving push box.
---   Default: "cross"
---@field bounce number|nil fraction of the motion that a bounce returns. Default: 1
---@field push number|nil overlapping boxes are separated; a moves this share of the way, 0 to 1
---@field axis "x"|"y"|nil the axis of that separation. Default: the shortest way
---@field on string|nil the function to call when a contact starts
---@field stay string|nil the function to call in each later tick of the contact
---@field exit string|nil the function to call when the contact ends
---@field crush string|nil the function to call when a platform crushes one thing against the other
---@field every integer|nil i-frames for a: after an `on`, this rule does not call `on` for the same
---   a for this many ticks; then again while the contact lasts
---@field once boolean|"swing"|nil true: `on` is called once for the same two things; "swing": once
---   in each swing of an action
---@field max integer|nil the maximum number of `on` calls for the same a; with once = "swing", in
---   each swing
---@field hitstop integer|nil when `on` is called, the actions of both things pause for this many
---   ticks
---@field result "hit"|"block"|nil the result that the action of the hit box gets when `on` is
---   called. Default: "hit"

local Rules = {}
local meta = { __index = Rules } -- apart from the class, which no script may reach and change

---@class internal.Stoppers the layers that can block bodies of some classes while they are separated
---@field separateOptions {mask: string[]} for world:separate
---@field known table<table, boolean> of classes

local Stoppers = {}
--- A nudge pushes a thing out of walls that it overlaps by at most this: rounding, in world units.
local ROUNDING = 2 ^ -20

local stoppersMeta = { __index = Stoppers }

--- Return whether boxes of a class are on one of the layers.
function Stoppers:meets(class)
  local known = self.known[class]
  if known == nil then
    known = false
    for _, name in ipairs(class.itemOptions.layer) do
      known = known or self.names[name] ~= nil
    end
    self.known[class] = known
  end
  return known
end

--- Compile the effects of a rule.
local function compileEffects(rule, given, owner, functions)
  for _, event in ipairs({ "on", "stay", "exit", "crush" }) do
    if given[event] ~= nil then
      rule[event] = check.handler(given[event], event, owner, functions)
    end
  end
  if given.response ~= nil then
    local response = check.word(given.response, responses, "response", owner)
    rule.response, rule.sticks = responses[response], response == "stick" or nil
  end
  if given.bounce ~= nil then
    rule.bounce = check.size(given.bounce, "bounce", owner)
    if rule.response ~= "bounce" then
      check.fail("bounce of %s needs response = 'bounce'", owner)
    end
  end
  if given.push ~= nil then
    rule.push = check.size(given.push, "push", owner)
    if rule.push > 1 then
      check.refuse("push", owner, "from 0 to 1", rule.push)
    end
  end
  if given.axis ~= nil then
    rule.axis = check.word(given.axis, axes, "axis", owner)
    if not rule.push then
      check.fail("axis of %s needs push", owner)
    end
  end
end

--- Compile the limits of a rule.
local function compileLimits(rule, given, owner)
  for _, key in ipairs({ "every", "max", "hitstop" }) do
    if given[key] ~= nil then
      rule[key] = check.count(given[key], key, owner)
    end
  end
  if given.once ~= nil then
    if not limits[given.once] then
      check.refuse("once", owner, "true, false or 'swing'", given.once)
    end
    rule.once = given.once or nil
  end
  if given.result ~= nil then
    rule.result = check.word(given.result, results, "result", owner)
  end
  for _, key in ipairs({ "every", "once", "max", "hitstop", "result" }) do
    if rule[key] and not rule.on then
      check.fail("%s of %s needs on", key, owner)
    end
  end
end

local function compile(given, index, functions, policy)
  local owner = "rule " .. index
  if type(given) ~= "table" then
    check.fail("%s must be a table, got %s", owner, check.show(given))
  end
  if type(given[3]) == "string" then
    local isResponse = responses[given[3]] and not functions[given[3]]
    check.fail("%s has a third entry: write %s = '%s'", owner, isResponse and "response" or "on", given[3])
  end
  for _, response in ipairs({ "slide", "touch", "bounce", "cross", "stick" }) do
    if given[response] == true then
      check.fail("%s of %s is a response: write response = '%s'", response, owner, response)
    end
  end
  check.keys(given, keys, owner)
  local rule = {
    given[1], given[2],
    patterns = { patterns.parse(given[1], "[1]", owner), patterns.parse(given[2], "[2]", owner) },
    index = index, response = "cross",
  }
  conditions.compile(rule, given, owner, functions, policy)
  compileEffects(rule, given, owner, functions)
  compileLimits(rule, given, owner)
  -- Whether a function may be called in later ticks of a contact.
  rule.lasts = rule.stay or rule.crush or rule.on and (rule.every or rule.once == "swing")
  -- Whether a pattern names several kinds: those named first are called first.
  local one, two = rule.patterns[1].kinds, rule.patterns[2].kinds
  rule.ranked = one and one[2] ~= nil or two and two[2] ~= nil
  -- Whether a contact needs a record between calls.
  rule.needsRecord = rule.lasts or rule.exit or rule.ranked or rule.once or rule.max
  -- Identifies the rule when the script is loaded again.
  rule.key = table.concat({ given[1], given[2], given.on or "", given.from or "",
    given.teams or "" }, "|")
  return rule
end

-- ---- Layers -------------------------------------------------------------------------------------

--- Patterns with the same opposite patterns share a layer: a box that collides with one of them collides
--- with the others too, so no pair is found that no rule names. Patterns of rules with `teams` have a
--- layer for each team.
local function groupPatterns(self)
  local opposites, split = {}, {}
  for _, rule in ipairs(self.list) do
    for side = 1, 2 do
      local text = rule[side]
      opposites[text] = opposites[text] or {}
      opposites[text][rule[3 - side] .. "|" .. (rule.teams or "")] = true
      split[text] = split[text] or rule.teams ~= nil
    end
  end
  local first = {}
  for _, rule in ipairs(self.list) do
    for side = 1, 2 do
      local text, words = rule[side], {}
      for word in pairs(opposites[text]) do
        words[#words + 1] = word
      end
      table.sort(words)
      local key = table.concat(words, ",")
      first[key] = first[key] or text
      self.groups[text] = { name = first[key], split = split[text] }
    end
  end
end

--- The name of a layer in the world. Above the limit, names map to the shared layer, and Lua filters its boxes.
local function layerName(self, name)
  if not self.layers[name] then
    self.layerCount = self.layerCount + 1
    self.layers[name] = self.layerCount + self.queryLayers <= MAX_LAYERS and name or SHARED_LAYER
  end
  return self.layers[name]
end

local function add(list, name)
  if not list[name] then
    list[name] = true
    list[#list + 1] = name
  end
end

--- Add the layers on the other side of a rule to the mask of a box of a team.
local function addOpposites(self, mask, group, teams, team)
  if not group.split then
    return add(mask, layerName(self, group.name))
  elseif not teams then
    add(mask, layerName(self, group.name))
  end
  for _, one in ipairs(self.teams) do
    if not teams or (teams == "same") == (one == team) then
      add(mask, layerName(self, group.name .. "@" .. one))
    end
  end
end

--- Layers are the patterns of the rules: a box is on the layer of each pattern that it matches, and its
--- mask has the layers on the other side of such rules. So the world drops pairs that no rule names. A
--- box is also on the layers of queries, which no mask has. The layers that may block it are kept
--- apart: a nudged box uses only these.
local function renewLayersOf(self, class)
  local layer, mask, stoppers = {}, {}, {}
  class.readsMotion, class.stoppersWith = false, {}
  for _, rule in ipairs(self.list) do
    for side = 1, 2 do
      if matches(rule.patterns[side], class) and (class.team or not rule.teams) then
        local group = self.groups[rule[side]]
        local name = group.split and class.team and group.name .. "@" .. class.team or group.name
        add(layer, layerName(self, name))
        addOpposites(self, mask, self.groups[rule[3 - side]], rule.teams, class.team)
        class.readsMotion = class.readsMotion or rule.when ~= nil or rule.speed ~= nil
        if rule.response ~= "cross" then
          addOpposites(self, stoppers, self.groups[rule[3 - side]], rule.teams, class.team)
        end
      end
    end
  end
  if not layer[1] then
    add(layer, SHARED_LAYER)
  end
  for _, pattern in ipairs(self.queryPatterns) do
    if pattern.layer and matches(pattern, class) then
      add(layer, pattern.layer)
    end
  end
  class.itemOptions.layer, class.itemOptions.mask = layer, mask
  class.stoppers = stoppers[1] and { mask = stoppers, recover = ROUNDING } or nil
end

--- Compute the layers of all boxes again.
local function renewLayers(self)
  self.stoppersByLayers = {}
  for _, class in ipairs(self.all) do
    renewLayersOf(self, class)
  end
  for thing in self.scene:each() do
    for _, box in boxes.each(thing) do
      items.setLayers(self.scene.world, box, box.class.itemOptions.layer, box.class.itemOptions.mask)
    end
  end
end

--- Add a new team: boxes whose rules name other teams collide with it too.
local function addTeam(self, team)
  self.teams[#self.teams + 1], self.teams[team] = team, true
  renewLayers(self)
end

--- Return whether a layer is left that no rule needs.
local function hasLayerLeft(self)
  local names, count = {}, self.queryLayers
  for _, group in pairs(self.groups) do
    if not names[group.name] then
      names[group.name] = true
      count = count + 1 + (group.split and #self.teams or 0)
    end
  end
  return count < MAX_LAYERS
end

--- Return the pattern of a query. Patterns are stored, as scripts use the same ones in each tick.
---@param text string
---@param call string the query, for errors
---@return table pattern on whose `layer`, if it has one, are the boxes that it names and no others
function Rules:pattern(text, call)
  local pattern = self.queryPatterns[text]
  if not pattern then
    pattern = patterns.parse(text, "the pattern", call)
    self.queryPatterns[text], self.queryPatterns[#self.queryPatterns + 1] = pattern, pattern
    if hasLayerLeft(self) then
      pattern.layer, self.queryLayers = "? " .. text, self.queryLayers + 1
      renewLayers(self)
    end
  end
  return pattern
end

-- ---- Making -------------------------------------------------------------------------------------

--- Compile the rules of a scene.
---@param list table[] as written
---@param functions table<string, function> the scene's functions, which rules may name
---@param policy string|nil the scene's contact policy
---@return table rules
function Rules.new(list, functions, policy)
  local self = setmetatable({
    list = {}, classes = {}, all = {}, groups = {}, layers = {}, layerCount = 0, teams = {},
    queryPatterns = {}, queryLayers = 0, -- patterns of queries, by text and in order
    hasTeams = false,
    readsMotion = false, -- whether a rule has `speed` or `when`
    stoppersByLayers = {}, -- the results of Rules:stoppers, by the names of the layers
    withPolicy = {}, -- the rules with a contact policy of their own
    policy = policy or "overlap",
    scene = false, -- set by the scene
  }, meta)
  local source, line = lines.origin()
  self.file = lines.short(source)
  local where = lines.entries(source, line, "rules", #list)
  for index = 1, #list do
    check.at(where and self.file, where and where[index])
    local ok, rule = pcall(compile, list[index], index, functions, self.policy)
    check.at() -- also after an error that no check has raised
    if not ok then
      error(rule, 0)
    end
    rule.line = where and where[index]
    self.list[index] = rule
    self.hasTeams = self.hasTeams or rule.teams ~= nil
    self.readsMotion = self.readsMotion or rule.speed ~= nil or rule.when ~= nil
    if rule.policy then
      self.withPolicy[#self.withPolicy + 1] = rule
    end
  end
  groupPatterns(self)
  return self
end

--- The class of a box.
---@param thingClass internal.ThingClass of its thing
---@param kind string the box's
---@param tag integer the number of the kind
---@return table class `itemOptions` is for world:add, `stoppers` for world:move in a nudge; nil if no box
---   blocks it
function Rules:class(thingClass, kind, tag)
  local team = thingClass.team
  if team and self.hasTeams and not self.teams[team] then
    addTeam(self, team)
  end
  local byKind = self.classes[thingClass]
  if not byKind then
    byKind = {}
    self.classes[thingClass] = byKind
  end
  local class = byKind[kind]
  if not class then
    class = { thingClass = thingClass, kind = kind, team = team, candidates = {}, itemOptions = { tag = tag }, number = 0 }
    renewLayersOf(self, class)
    byKind[kind] = class
    class.number = #self.all + 1
    self.all[class.number] = class
  end
  return class
end

--- Compute the layers that can block bodies of two classes while they are separated.
local function findStoppers(self, a, b)
  local names = {}
  if a.readsMotion or b.readsMotion then
    return false
  end
  for _, class in ipairs({ a, b }) do
    for _, name in ipairs(class.stoppers and class.stoppers.mask or {}) do
      add(names, name)
    end
  end
  table.sort(names)
  local key = table.concat(names, "\n")
  local found = self.stoppersByLayers[key]
  if not found then
    found = setmetatable({ separateOptions = { mask = names }, names = names, known = {} }, stoppersMeta)
    self.stoppersByLayers[key] = found
  end
  return found
end

--- Return the layers that may block bodies of two classes while the world separates them; the same table
--- for the same layers.
---@return internal.Stoppers|false stoppers false if their rules have `speed` or `when`, which read things meanwhile
function Rules:stoppers(a, b)
  local known = a.stoppersWith[b]
  if known == nil then
    known = findStoppers(self, a, b)
    a.stoppersWith[b] = known
  end
  return known
end

local function teamsMatch(rule, a, b)
  if not rule.teams then
    return true
  end
  return a.team ~= nil and b.team ~= nil and (rule.teams == "same") == (a.team == b.team)
end

--- Compute the candidate rules of two classes.
local function findCandidates(self, a, b)
  local candidates = {}
  for _, rule in ipairs(self.list) do
    local before = #candidates
    local one, two = rule.patterns[1], rule.patterns[2]
    if teamsMatch(rule, a, b) then
      if matches(one, a) and matches(two, b) then
        candidates[#candidates + 1] = { rule = rule, flipped = false, side = rule.from }
      end
      if matches(one, b) and matches(two, a) then
        candidates[#candidates + 1] = { rule = rule, flipped = true, side = opposite[rule.from] }
      end
    end
    if #candidates > before and not rule.conditional then
      break
    end
  end
  candidates.unconditional = candidates[1] ~= nil and not candidates[1].rule.conditional
  for i = 1, #candidates do
    candidates.hasSide = candidates.hasSide or candidates[i].side ~= nil
    candidates.hasWhen = candidates.hasWhen or candidates[i].rule.when ~= nil
    candidates.hasPolicy = candidates.hasPolicy or candidates[i].rule.policy ~= nil
    candidates.blocks = candidates.blocks or candidates[i].rule.response ~= "cross"
  end
  return candidates[1] and candidates or false
end

--- Return the candidate rules of two classes, in order, up to the first unconditional one.
---@param a table class
---@param b table class
---@return table|false candidates each with `rule`, `flipped` (the rule's first pattern is b's) and
---   `side` (where a must be as seen from b, or nil); `unconditional` if the first has no condition,
---   `hasSide`, `hasWhen`, `hasPolicy` if any has a side, a `when`, its own contact policy, `blocks` if any has a
---   response that blocks
function Rules:between(a, b)
  local known = a.candidates[b]
  if known == nil then
    known = findCandidates(self, a, b)
    a.candidates[b] = known
  end
  return known
end

return Rules
