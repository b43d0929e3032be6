--- Contacts of rules with their own contact policy: their boxes may only touch, while the world's pairs overlap. The
--- neighbours are found from the pattern that fewer things match: from one ship, not from 3,000 bullets.
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

--- The word of a pattern that has a single word, or nil.
local function wordOf(pattern)
  return pattern.words and not pattern.words[2] and pattern.words[1] or nil
end

--- Return the pattern that fewer things can match.
local function smallerPattern(scene, one, two)
  return scene:count(wordOf(two)) < scene:count(wordOf(one)) and two or one
end

--- The orders of a contact's boxes, the smaller first.
local function orders(contact)
  local a, b = contact.boxA.order, contact.boxB.order
  if a < b then
    return a, b
  end
  return b, a
end

--- Sort contacts from an index on by the orders of their boxes. They are mostly sorted.
local function sort(found, from, to)
  for i = from + 1, to do
    local contact, k = found[i], i - 1
    local one, two = orders(contact)
    while k >= from do
      local before, after = orders(found[k])
      if before < one or before == one and after <= two then
        break
      end
      found[k + 1] = found[k]
      k = k - 1
    end
    found[k + 1] = contact
  end
end

--- Find the contacts of rules with their own policy.
---@param contacts table
---@param meet fun(contacts: table, a: hitbox.Box, b: hitbox.Box, candidates: table) called for each pair; a is
---   the older box
return function(contacts, meet)
  local scene, near, first = contacts.scene, contacts.near, contacts:countFound() + 1
  local rules = scene.rules
  for _, rule in ipairs(rules.withPolicy) do
    local pattern = smallerPattern(scene, rule.patterns[1], rule.patterns[2])
    for thing in scene:each(wordOf(pattern)) do
      for _, a in boxes.each(thing) do
        for i = 1, matches(pattern, a.class) and neighbours(contacts, a) or 0 do
          local b = near[i]
          local candidates = stored.root(b.thing) ~= stored.root(thing) and rules:between(a.class, b.class)
          if candidates and candidates.hasPolicy then
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
