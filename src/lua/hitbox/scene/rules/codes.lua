--- Rules as numbers for the store in C: of a contact, and of two classes. See src/lua/scene/store.h.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local blows = require(folder .. "scene.rules.blows")

local PLAIN, RULED, FLIPPED, PUSHES, LASTS, FIRES, ASKS, RULE = 1, 2, 4, 8, 16, 32, 512, 65536
local KEEPS, EXITS, IGNORE = 1024, 2048, 8192
local RESPONSES = { cross = 2 * IGNORE, touch = 3 * IGNORE, slide = 4 * IGNORE, bounce = 5 * IGNORE }

local codes = { PLAIN = PLAIN }

--- Return the code of a rule for the store in C.
---@param rule table|false
---@param flipped boolean the rule names the younger box first
---@return integer
function codes.ofRule(rule, flipped)
  if not rule then
    return flipped and FLIPPED or 0
  end
  return RULED + (flipped and FLIPPED or 0) + (rule.push and PUSHES or 0) + (rule.lasts and LASTS or 0)
    + ((rule.on or rule.exit or rule.lasts) and FIRES or 0) + (rule.needsRecord and KEEPS or 0) + (rule.exit and EXITS or 0)
end

--- Return the response code of a move for boxes of two classes; 0 if a rule has to be evaluated.
local function ofResponse(candidates)
  local rule = candidates and candidates.unconditional and candidates[1].rule
  if rule then
    return rule.bounce and 0 or RESPONSES[rule.response]
  end
  return candidates and 0 or IGNORE
end

--- Return the code of the rules for two boxes in contact, by their classes.
local function ofContact(a, b, candidates)
  if not candidates then
    return PLAIN
  elseif candidates.hasPolicy or blows.isOf(a.kind, b.kind) then
    return ASKS
  elseif not candidates.unconditional or candidates[1].rule.exit then -- a box may be gone when exit is called
    return RULED
  end
  local rule = candidates[1].rule
  return PLAIN + codes.ofRule(rule, candidates[1].flipped) + RULE * rule.index
end

--- The code of the rule for boxes that lie on a side of others.
local function ofSide(candidates, side)
  for i = 1, #candidates do
    local candidate = candidates[i]
    if not candidate.side or candidate.side == side then
      return PLAIN + codes.ofRule(candidate.rule, candidate.flipped) + RULE * candidate.rule.index
    end
  end
  return PLAIN
end

--- Return the codes of two classes by the side of the younger box on which the older one lies.
---@param a table class
---@param b table class
---@param candidates table|false of rules:between
---@return integer|nil above nil if the rules have other conditions than the side
---@return integer|nil below
---@return integer|nil left
---@return integer|nil right
function codes.ofSides(a, b, candidates)
  if not candidates or not candidates.hasSide or blows.isOf(a.kind, b.kind) then
    return nil
  end
  for i = 1, #candidates do
    local rule = candidates[i].rule
    if rule.speed or rule.when or rule.policy or rule.exit then -- a box may be gone when exit is called
      return nil
    end
  end
  return ofSide(candidates, "above"), ofSide(candidates, "below"), ofSide(candidates, "left"), ofSide(candidates, "right")
end

--- Return the code of two classes: of a contact and of a response.
---@param a table class
---@param b table class
---@param candidates table|false of rules:between
---@return integer
function codes.ofClasses(a, b, candidates)
  return ofContact(a, b, candidates) + ofResponse(candidates)
end

return codes
