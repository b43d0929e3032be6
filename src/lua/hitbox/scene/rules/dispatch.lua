--- The end of a tick: contacts that were not found again end, and the functions that rules name are called.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local boxes = require(folder .. "scene.thing.boxes")
local limits = require(folder .. "scene.rules.limits")
local playing = require(folder .. "scene.actions.playing")
local store = require(folder .. "scene.store")

local function isAlive(contact)
  return contact.boxA.alive and contact.boxB.alive
end

--- Call a function of the scene.
---@return boolean over true: it has restarted the scene or run a tick, so this one is over
local function call(self, name, contact)
  local scene, tick = self.scene, self.tick
  contact.tick = scene.ticks
  scene.def[name](scene, contact)
  return scene._contacts ~= self or self.tick ~= tick
end

--- Begin the next tick, and remove the contacts that were not found again.
---@return integer count of them in self.ended: those that may have an `exit`
local function endTick(self)
  local world, all, records, count, i = self.world, self.store, self.records, 0, 1
  store.turn(world, all)
  self.tick, self.hasRemovals, self.showing = self.tick + 1, false, "stale"
  local number, isFree = store.ended(world, all, 1)
  while number do
    local contact = records[number]
    if isFree and contact then
      records[number] = false
      self:release(contact)
    elseif contact then
      count = count + 1
      self.ended[count] = contact
      if contact.rule and contact.rule.exit then
        self:refresh(contact)
      end
      self:leave(contact)
    elseif not isFree then -- a finalizer has removed a box of it before it got its record
      store.leave(world, all, number)
    end
    i = i + 1
    number, isFree = store.ended(world, all, i)
  end
  return count
end

--- Call the functions of a contact's rule for this tick.
---@return boolean|nil over
local function fire(self, contact)
  local rule, first = contact.rule, not contact.begun
  contact.begun = true
  if rule.on and (first or rule.every or rule.once == "swing")
    and limits.take(rule, contact, self.scene.ticks) then
    contact.called = true
    playing.strike(contact)
    if call(self, rule.on, contact) then
      return true
    end
  end
  if rule.crush and contact.crushedAt == self.tick - 1 and isAlive(contact)
    and call(self, rule.crush, contact) then
    return true
  end
  return rule.stay and not first and isAlive(contact) and call(self, rule.stay, contact)
end

--- The ranks of the kinds of a contact's boxes in the patterns of its rule.
local function ranksOf(contact)
  local one, two = contact.rule.patterns[1].ranks, contact.rule.patterns[2].ranks
  return one and one[contact.kindA] or 0, two and two[contact.kindB] or 0
end

--- Return the contact of two boxes under a rule whose functions were not called yet in this tick.
local function unfired(self, rule, boxA, boxB)
  local contact = self:firstBetween(boxA, boxB)
  while contact and (contact.rule ~= rule or contact._firedAt == self.tick
    or self:refresh(contact).seen ~= self.tick - 1) do
    contact = contact.next
  end
  return contact
end

--- Several contacts of the same two things may wait under one rule. Return the one whose kinds the rule names first.
local function firstRanked(self, contact)
  local best, bestA, bestB = contact, ranksOf(contact)
  for _, boxA in boxes.each(contact.a) do
    for _, boxB in boxes.each(contact.b) do
      local other = unfired(self, contact.rule, boxA, boxB)
      if other and other.boxA == boxA then
        local rankA, rankB = ranksOf(other)
        if rankA < bestA or rankA == bestA and rankB < bestB then
          best, bestA, bestB = other, rankA, rankB
        end
      end
    end
  end
  return best
end

--- Like `fire`, for a rule that names several kinds: contacts with kinds that it names first come first.
---@return boolean|nil over
local function fireRanked(self, contact)
  while contact._firedAt ~= self.tick and isAlive(contact) do
    local first = firstRanked(self, contact)
    first._firedAt = self.tick
    if fire(self, first) then
      return true
    end
  end
end

--- Call the function of a rule for a contact that has just begun and needs no record.
---@return boolean over
local function fireOnce(self, contact)
  if contact.rule.hitstop or contact.kindA == "hit" or contact.kindB == "hit" then
    playing.strike(contact)
  end
  return call(self, contact.rule.on, contact)
end

--- Return the record that a function gets for a contact without one.
---@return table|nil contact nil if one of its boxes is gone
local function newContact(self, number, isFresh, boxA, boxB, rule, speed)
  if not (boxA and boxB and boxA.alive and boxB.alive) then
    return nil
  end
  rule = self.rules.list[rule]
  if rule.needsRecord then
    return self:keep(number, boxA, boxB, rule, speed, not isFresh)
  end
  local once = self.once
  once.a, once.b, once.boxA, once.boxB = boxA.thing, boxB.thing, boxA, boxB
  once.kindA, once.kindB, once.rule, once.speed = boxA.kind, boxB.kind, rule, speed
  return once
end

--- Call the functions for the contacts that live.
---@return boolean|nil over
local function fireAll(self)
  local world, all, records, once = self.world, self.store, self.records, self.once
  local i, number, isFresh, nx, ny, depth, x, y, boxA, boxB, rule, speed = store.firing(world, all, 1)
  while i do
    local contact = rule and newContact(self, number, isFresh, boxA, boxB, rule, speed) or records[number]
    if contact then
      contact.nx, contact.ny, contact.depth, contact.x, contact.y = nx, ny, depth, x, y
      if contact == once then
        if fireOnce(self, contact) then
          return true
        end
      elseif isAlive(contact) and (contact.rule.ranked and fireRanked or fire)(self, contact) then
        return true
      end
    end
    i, number, isFresh, nx, ny, depth, x, y, boxA, boxB, rule, speed = store.firing(world, all, i + 1)
  end
end

--- End the contacts that were not found again, and call the functions that the rules name.
---@param self table the contacts of a scene
return function(self)
  local endedCount = endTick(self)
  for i = 1, endedCount do
    local contact = self.ended[i]
    local exit = contact.rule and contact.begun and contact.rule.exit
    if exit and (contact.a.alive or contact.b.alive) and call(self, exit, contact) then
      return
    end
    self:release(contact)
  end
  if not fireAll(self) and self.showing == "update" then -- a function called updateContacts
    self.showing = "stale"
  end
  local once = self.once
  once.a, once.b, once.boxA, once.boxB = false, false, false, false
end
