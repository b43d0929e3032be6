--- The limits of rules: how often a rule may call its `on`. The counts are stored in the thing that the
--- rule's first pattern matches, so they end with it.
local limits = {}

--- The number of the swing that a contact belongs to: that of the thing whose box hits, else a's.
local function swingOf(contact)
  local from = contact.kindB == "hit" and contact.kindA ~= "hit" and contact.b or contact.a
  return from._swing or 0
end

--- The number of times a rule has fired for a thing, in the present swing if `once` is "swing".
local function countOf(rule, contact)
  local counted = contact.a._counts and contact.a._counts[rule]
  if not counted or rule.once == "swing" and counted.swing ~= swingOf(contact) then
    return 0
  end
  return counted.n
end

--- Return the limit that keeps a rule from firing for a contact now.
---@return string|nil limit "every", "once", "swing" or "max"; nil if it may
---@return number|nil wait ticks until `every` lets it
function limits.refusal(rule, contact, tick)
  local a = contact.a
  local last = rule.every and a._fired and a._fired[rule]
  if last and tick - last < rule.every then
    return "every", rule.every - (tick - last)
  end
  local done = rule.once and a._once and a._once[rule]
  local swing = done and done[contact.b]
  if rule.once == "swing" and swing == swingOf(contact) then
    return "swing"
  elseif rule.once == true and swing then
    return "once"
  elseif rule.max and countOf(rule, contact) >= rule.max then
    return "max"
  end
end

local function noteOnce(rule, contact)
  local a = contact.a
  a.__index._once = a._once or {}
  local done = a._once[rule]
  if not done then
    done = setmetatable({}, { __mode = "k" })
    a._once[rule] = done
  end
  done[contact.b] = rule.once == "swing" and swingOf(contact) or true
end

local function noteCount(rule, contact)
  local a, n = contact.a, countOf(rule, contact)
  a.__index._counts = a._counts or {}
  a._counts[rule] = a._counts[rule] or {}
  a._counts[rule].n, a._counts[rule].swing = n + 1, swingOf(contact)
end

--- Return whether a rule may call its `on` now, and count the call.
function limits.take(rule, contact, tick)
  if not (rule.every or rule.once or rule.max) then
    return true
  elseif limits.refusal(rule, contact, tick) then
    return false
  end
  if rule.once then
    noteOnce(rule, contact)
  end
  if rule.max then
    noteCount(rule, contact)
  end
  if rule.every then
    contact.a.__index._fired = contact.a._fired or {}
    contact.a._fired[rule] = tick
  end
  return true
end

return limits
