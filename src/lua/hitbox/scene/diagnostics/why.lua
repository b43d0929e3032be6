--- Why two things do or do not have to do with each other, in a sentence for people.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local conditions = require(folder .. "scene.rules.conditions")
local limits = require(folder .. "scene.rules.limits")
local lines = require(folder .. "scene.diagnostics.lines")
local riding = require(folder .. "scene.rules.riding")
local stored = require(folder .. "scene.thing.stored")
local boxes = require(folder .. "scene.thing.boxes")
local ruleName, nameOf = lines.ruleName, lines.boxName

--- A length for people: three digits after the point at the most.
local function number(value)
  return (("%.3f"):format(value):gsub("%.?0+$", ""))
end

local function ticks(n)
  return n == 1 and "1 tick" or n .. " ticks"
end

--- Return the limit that keeps the rule of a contact from calling its function, or nil.
local function limitText(scene, contact)
  local rule = contact.rule
  local limit, wait = limits.refusal(rule, contact, scene.ticks)
  if limit == "every" then
    return ("its every = %d holds for %s more"):format(rule.every, ticks(wait))
  elseif limit == "once" then
    return "its once is used up for these two"
  elseif limit == "swing" then
    return "its once is used up for these two in this swing"
  elseif limit == "max" then
    return ("its max = %d is used up for %s"):format(rule.max, contact.a.name)
  end
end

--- Return a note for a blocking response, if one of the two boxes moves and is not a push box.
local function unstopped(scene, rule, a, b)
  for _, box in ipairs({ a, b }) do
    if rule.response ~= "cross" and box.kind ~= "push"
      and select(5, stored.motion(box.thing)) >= scene._contacts.tick - 1 then
      return ("; its %s stops only push boxes, and %s is not one"):format(rule.response, nameOf(box))
    end
  end
  return ""
end

--- Return a sentence about the rule for two overlapping boxes.
local function decides(scene, contact, depth)
  local rule = contact.rule
  local limit = limitText(scene, contact)
  local text = ("%s applies to %s and %s: %s, "):format(ruleName(scene, rule),
    nameOf(contact.boxA), nameOf(contact.boxB), rule.response)
  if depth and depth > 0 then
    text = text .. ("they overlap by %s"):format(number(depth))
  else
    text = text .. "they touch"
  end
  if rule.on and limit and contact.called then
    text = text .. (", '%s' was called and %s"):format(rule.on, limit)
  elseif rule.on and limit then
    text = text .. (", it would call '%s', but %s"):format(rule.on, limit)
  end
  return text .. unstopped(scene, rule, contact.boxA, contact.boxB)
end

--- How fast a rule wants two to meet.
local function wantedSpeed(bounds)
  local words = {}
  if bounds.min > 0 or bounds.isOver then
    words[1] = (bounds.isOver and "more than " or "at least ") .. number(bounds.min)
  end
  if bounds.max < math.huge then
    words[#words + 1] = (bounds.isUnder and "less than " or "at most ") .. number(bounds.max)
  end
  return table.concat(words, " and ")
end

local refusals = {
  from = function(scene, rule)
    return ("it applies only from %s"):format(rule.from)
  end,
  speed = function(scene, rule, a, b)
    return ("it needs a speed of %s, and it is %s"):format(wantedSpeed(rule.speed),
      number(conditions.speed(scene, a.thing, b.thing)))
  end,
  when = function()
    return "its 'when' returned false"
  end,
}

--- Why the first rule for two boxes that meet does not hold.
local function refused(scene, a, b, candidate, side, nx, ny)
  local one, two, sign = a, b, 1
  if candidate.flipped then
    one, two, sign = b, a, -1
  end
  local reason = conditions.refusal(candidate, scene, one, two, side, sign * nx, sign * ny)
  local words = reason and refusals[reason](scene, candidate.rule, one, two)
    or "it did not hold at first contact, which decides until they separate"
  return ("%s names %s and %s, which overlap, but %s"):format(ruleName(scene, candidate.rule),
    nameOf(one), nameOf(two), words)
end

--- Return a sentence about two boxes.
---@return integer rank the higher, the more there is to say
---@return number apart at equal rank the nearest pair is reported
---@return string|nil text nil if no rule names them
local function explain(scene, a, b)
  local world = scene.world
  local apart = scene.hitbox.distance(world:shape(a), world:shape(b))
  local contact = scene._contacts:liveBetween(a, b)
  if contact and contact.rule then
    local _, _, depth = world:contact(a, b)
    local refusal = riding.refusal(scene, contact)
    return 4, apart, decides(scene, contact, depth) .. (refusal and "; " .. refusal or "")
  end
  local candidates = scene.rules:between(a.class, b.class)
  if not candidates then
    return 1, apart
  end
  local meets, _, depth = world:contact(a, b)
  if meets then
    local rule, flipped, side, nx, ny = scene._contacts:ruleNow(a, b, candidates)
    if rule and not contact then
      local fresh = { rule = rule, boxA = flipped and b or a, boxB = flipped and a or b }
      fresh.a, fresh.b, fresh.kindA, fresh.kindB = fresh.boxA.thing, fresh.boxB.thing, fresh.boxA.kind,
        fresh.boxB.kind
      return 4, apart, decides(scene, fresh, depth)
    end
    return 3, apart, refused(scene, a, b, candidates[1], side, nx, ny)
  end
  local one, two = a, b
  if candidates[1].flipped then
    one, two = b, a
  end
  local gap = apart > 0 and number(apart) .. " apart" or "they only touch"
  local rule = candidates[1].rule
  return 2, apart, ("%s names %s and %s, but they do not overlap: %s%s"):format(
    ruleName(scene, rule), nameOf(one), nameOf(two), gap, unstopped(scene, rule, one, two))
end

--- Return the boxes of a thing to explain, by name.
local function listOf(thing, kind)
  local names = {}
  for _, box in boxes.each(thing) do
    if not kind or box.kind == kind then
      names[#names + 1] = nameOf(box)
    end
  end
  return names[1] and table.concat(names, ", ") or thing.name .. ", which has no boxes,"
end

--- The first of the words of a pattern, or of its kinds, that nothing has and that is near to one of those that
--- the two things have.
---@param says string a format for the word
---@param ... table<string, any> what things have
---@return string|nil text
---@return string|nil hint
local function hintOf(list, near, says, ...)
  for _, word in ipairs(list or {}) do
    local hint = check.hint(word, near)
    for _, known in ipairs({ ... }) do
      hint = not known[word] and hint
    end
    if hint and hint:find("did you mean", 1, true) then
      return says:format(word), hint
    end
  end
end

--- A word or kind of a rule that nothing has, but that is near to one of the two: most likely a slip.
---@return string "" if there is none
local function mistakeOf(scene, a, b)
  local words, kinds = {}, {}
  for _, thing in ipairs({ a, b }) do
    for _, word in ipairs(thing._thingClass.list) do
      words[word] = true
    end
    for _, box in boxes.each(thing) do
      kinds[box.kind] = true
    end
  end
  for _, rule in ipairs(scene.rules.list) do
    for _, pattern in ipairs(rule.patterns) do
      local text, hint = hintOf(pattern.words, words, "nothing has the name '%s'", scene._names, scene._types.defs)
      if not text then
        text, hint = hintOf(pattern.kinds, kinds, "no box has the kind '%s'", scene._tags)
      end
      if text then
        return ("; %s, which %s names%s"):format(text, ruleName(scene, rule), hint)
      end
    end
  end
  return ""
end

---@return string
return function(scene, a, b, kindA, kindB)
  check.thing(a, scene, "a", "why")
  check.thing(b, scene, "b", "why")
  if a == b then
    return "both are the same thing, and boxes of one thing ignore each other"
  elseif a.alive and stored.root(a) == stored.root(b) then
    return "one is attached to the other, or both to a third, and attached things ignore each other"
  elseif not a.alive or not b.alive then
    return ("%s was removed"):format((a.alive and b or a).name)
  end
  local best, nearest, text = 0, math.huge, nil
  for _, boxA in boxes.each(a) do
    for _, boxB in boxes.each(b) do
      if (not kindA or boxA.kind == kindA) and (not kindB or boxB.kind == kindB) then
        local rank, apart, words = explain(scene, boxA, boxB)
        if rank > best or rank == best and apart < nearest then
          best, nearest, text = rank, apart, words
        end
      end
    end
  end
  return text or ("no rule names %s and %s%s"):format(listOf(a, kindA), listOf(b, kindB), mistakeOf(scene, a, b))
end
