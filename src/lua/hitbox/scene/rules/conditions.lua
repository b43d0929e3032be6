--- The conditions of rules: side, speed, contact policy, and a function of the scene. A rule without conditions always
--- applies.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local stored = require(folder .. "scene.thing.stored")

local conditions = {}

conditions.keys = { from = true, speed = true, when = true, teams = true, policy = true }
conditions.opposite = { above = "below", below = "above", left = "right", right = "left" }

local teams = { other = true, same = true }
local comparisons = { [">"] = true, [">="] = true, ["<"] = true, ["<="] = true }

--- The side of the other box on which a box lies, by the normal from the other box. On a slope of 45 degrees it still
--- lies above.
---@param nx number
---@param ny number
---@return "above"|"below"|"left"|"right"
function conditions.side(nx, ny)
  if (ny < 0 and -ny or ny) >= (nx < 0 and -nx or nx) then
    return ny < 0 and "above" or "below"
  end
  return nx < 0 and "left" or "right"
end

--- Check {">", 3}, or {min=, max=}.
---@return table speed with `min` and `max`, and which of them are not included
local function compileSpeed(speed, owner)
  check.type(speed, "table", "speed", owner)
  local owned = "speed of " .. owner
  if speed[1] == nil then
    check.keys(speed, { min = true, max = true }, owned)
    if speed.min == nil and speed.max == nil then
      check.fail("%s must be {'>', number} or { min =, max = }", owned)
    end
    return { min = check.size(speed.min or 0, "min", owned),
      max = speed.max == nil and math.huge or check.size(speed.max, "max", owned) }
  end
  check.keys(speed, { true, true }, owned)
  local how = check.word(speed[1], comparisons, "[1]", owned)
  local bound = check.size(speed[2], "[2]", owned)
  if how:sub(1, 1) == ">" then
    return { min = bound, max = math.huge, isOver = how == ">" }
  end
  return { min = 0, max = bound, isUnder = how == "<" }
end

--- Compile the conditions of a rule.
---@param rule table the compiled rule, filled here
---@param given hitbox.RuleDef
---@param owner string names the rule in errors
---@param functions table<string, function> of the scene
---@param policy string the scene's
function conditions.compile(rule, given, owner, functions, policy)
  if given.from ~= nil then
    rule.from = check.word(given.from, conditions.opposite, "from", owner)
  end
  if given.speed ~= nil then
    rule.speed = compileSpeed(given.speed, owner)
  end
  if type(given.when) == "function" then
    rule.when = given.when
  elseif given.when ~= nil then
    rule.when = functions[check.handler(given.when, "when", owner, functions)]
  end
  if given.teams ~= nil then
    rule.teams = check.word(given.teams, teams, "teams", owner)
  end
  if given.policy ~= nil and check.policy(given.policy, "policy", owner) ~= policy then
    rule.policy = given.policy
  end
  rule.conditional = (rule.from or rule.speed or rule.when or rule.policy) ~= nil
end

--- The relative speed of two things, in world units per tick.
---@param scene hitbox.Scene
---@param a hitbox.Thing
---@param b hitbox.Thing
---@return number speed
function conditions.speed(scene, a, b)
  local ax, ay = stored.motion(a)
  local bx, by = stored.motion(b)
  return math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))
end

local function isWithin(speed, bounds)
  return (speed > bounds.min or speed == bounds.min and not bounds.isOver)
    and (speed < bounds.max or speed == bounds.max and not bounds.isUnder)
end

--- Call the `when` of a rule. If the two have no contact yet, a record is reused for it, but not while a `when` runs: it
--- may query the world, which calls a `when`.
local function callWhen(scene, rule, a, b, nx, ny)
  local contacts = scene._contacts
  local c = contacts.whenContact or {}
  contacts.whenContact = false
  c.a, c.b, c.boxA, c.boxB, c.kindA, c.kindB = a.thing, b.thing, a, b, a.kind, b.kind
  c.nx, c.ny, c.tick, c.rule = nx, ny, scene.ticks, rule
  c.speed = conditions.speed(scene, a.thing, b.thing)
  local result = rule.when(scene, c)
  contacts.whenContact = c
  return result
end

--- Return the condition that keeps a rule from applying to two boxes; a is the one that its first pattern names.
---@param candidate table of rules:between
---@param side string|nil the side of the first box, as seen from the second
---@return string|nil reason "from", "speed" or "when"; nil if it applies
function conditions.refusal(candidate, scene, a, b, side, nx, ny)
  local rule = candidate.rule
  if candidate.side and candidate.side ~= side then
    return "from"
  elseif rule.speed and not isWithin(conditions.speed(scene, a.thing, b.thing), rule.speed) then
    return "speed"
  elseif rule.when and not callWhen(scene, rule, a, b, nx, ny) then
    return "when"
  end
end

--- Pick the first candidate that applies.
---@param candidates table from rules:between
---@param scene hitbox.Scene
---@param a hitbox.Box
---@param b hitbox.Box
---@param side string|nil the side of b on which a lies; nil if it has none
---@param nx number the normal from b to a
---@param ny number
---@param meets nil|fun(scene: hitbox.Scene, policy: string, a: hitbox.Box, b: hitbox.Box): boolean whether
---   they meet by that policy; nil: in a move
---@return table|nil rule
---@return boolean|nil flipped
function conditions.pick(candidates, scene, a, b, side, nx, ny, meets)
  if candidates.unconditional then
    return candidates[1].rule, candidates[1].flipped
  end
  for i = 1, #candidates do
    local candidate = candidates[i]
    local one, two, sign = a, b, 1
    if candidate.flipped then
      one, two, sign = b, a, -1
    end
    if (not meets or meets(scene, candidate.rule.policy or scene.rules.policy, a, b))
      and not conditions.refusal(candidate, scene, one, two, side, sign * nx, sign * ny) then
      return candidate.rule, candidate.flipped
    end
  end
end

return conditions
