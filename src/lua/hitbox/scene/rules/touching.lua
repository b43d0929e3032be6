--- Pairs of boxes that may meet only by the contact policy of a rule: they touch, and the world's pairs are
--- those that overlap. Of the two that a rule names those are asked for their neighbours that are fewer: one
--- ship, and not its 3,000 bullets.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local boxes = require(folder .. "scene.thing.boxes")
local stored = require(folder .. "scene.thing.stored")
local matches = require(folder .. "scene.rules.patterns").matches

--- Collect the boxes that may touch a box. The policy decides later whether they do.
---@return integer count of `contacts.near`
local function neighbours(contacts, box)
  local left, top, right, bottom = contacts.world:edges(box)
  return boxes.touching(contacts.world, left, top, right, bottom, contacts.near, box.class.itemOptions.mask)
end

--- The word of all things that a pattern may name; nil: there is no such word.
local function wordOf(pattern)
  return pattern.words and not pattern.words[2] and pattern.words[1] or nil
end

--- Which of a rule's patterns fewer things may match.
local function fewer(scene, one, two)
  return scene:count(wordOf(two)) < scene:count(wordOf(one)) and two or one
end

--- The older and the younger of a contact's boxes.
local function ages(contact)
  local a, b = contact.boxA.order, contact.boxB.order
  if a < b then
    return a, b
  end
  return b, a
end

--- Bring what was found from a place on into the order of making. It is mostly in it.
local function sort(found, from, to)
  for i = from + 1, to do
    local contact, k = found[i], i - 1
    local one, two = ages(contact)
    while k >= from do
      local before, after = ages(found[k])
      if before < one or before == one and after <= two then
        break
      end
      found[k + 1] = found[k]
      k = k - 1
    end
    found[k + 1] = contact
  end
end

--- Look for contacts of rules that have a policy of their own.
---@param contacts table
---@param meet fun(contacts: table, a: hitbox.Box, b: hitbox.Box, candidates: table) told of each pair, a having
---   been made first
return function(contacts, meet)
  local scene, near, first = contacts.scene, contacts.near, contacts:countFound() + 1
  local rules = scene.rules
  for _, rule in ipairs(rules.policied) do
    local pattern = fewer(scene, rule.patterns[1], rule.patterns[2])
    for thing in scene:each(wordOf(pattern)) do
      for _, a in boxes.each(thing) do
        for i = 1, matches(pattern, a.class) and neighbours(contacts, a) or 0 do
          local b = near[i]
          local candidates = stored.root(b.thing) ~= stored.root(thing) and rules:between(a.class, b.class)
          if candidates and candidates.policied then
            if a.order < b.order then
              meet(contacts, a, b, candidates)
            else
              meet(contacts, b, a, rules:between(b.class, a.class))
            end
          end
        end
      end
    end
  end
  contacts:arrange(first, sort)
end
