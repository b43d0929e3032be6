--- The end of a tick: contacts that were not found again end, and the functions that rules name are called.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local limits = require(folder .. "rules.limits")
local playing = require(folder .. "moves.playing")
local store = require(folder .. "scene.store")

local function isThere(contact)
  return contact.boxA.alive and contact.boxB.alive
end

--- Call a function of the scene.
---@return boolean over it has begun the scene or a tick anew: this one is over
local function call(self, name, contact)
  local scene, stamp = self.scene, self.stamp
  contact.tick = scene.ticks
  scene.def[name](scene, contact)
  return scene._contacts ~= self or self.stamp ~= stamp
end

--- Turn to the next tick, and take the contacts out that were not found again.
---@return integer count of them in self.ended
local function turn(self)
  store.turn(self.world, self.store)
  self.stamp, self.unsure, self.showing = self.stamp + 1, false, "stale"
  local count = self:listOf(store.ended, self.ended)
  for i = 1, count do
    local contact = self.ended[i]
    if contact.rule and contact.rule.exit then
      self:refresh(contact)
    end
    self:leave(contact)
  end
  return count
end

--- Call what the rule of a contact names for this tick.
---@return boolean|nil over
local function fire(self, contact)
  local rule, first = contact.rule, not contact.begun
  contact.begun = true
  if rule.on and (first or rule.every or rule.once == "swing")
    and limits.take(rule, contact, self.scene.ticks) then
    contact.told = true
    playing.strike(contact)
    if call(self, rule.on, contact) then
      return true
    end
  end
  if rule.crush and contact.crushedAt == self.stamp - 1 and isThere(contact)
    and call(self, rule.crush, contact) then
    return true
  end
  return rule.stay and not first and isThere(contact) and call(self, rule.stay, contact)
end

--- Where the kinds of a contact's boxes are among those that its rule names.
local function ranksOf(contact)
  local one, two = contact.rule.patterns[1].ranks, contact.rule.patterns[2].ranks
  return one and one[contact.kindA] or 0, two and two[contact.kindB] or 0
end

--- The contact of two boxes under a rule that is yet to be told in this tick.
local function waiting(self, rule, boxA, boxB)
  local contact = self:firstBetween(boxA, boxB)
  while contact and (contact.rule ~= rule or contact._firedAt == self.stamp
    or self:refresh(contact).seen ~= self.stamp - 1) do
    contact = contact.next
  end
  return contact
end

--- Of the contacts of the same two things under the same rule that are yet to be told in this tick, the one whose
--- kinds the rule names first.
local function foremost(self, contact)
  local best, bestA, bestB = contact, ranksOf(contact)
  for _, boxA in ipairs(contact.a._list) do
    for _, boxB in ipairs(contact.b._list) do
      local other = waiting(self, contact.rule, boxA, boxB)
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

--- As `fire`, for a rule that names several kinds: first for the contacts whose kinds it names before.
---@return boolean|nil over
local function fireRanked(self, contact)
  while contact._firedAt ~= self.stamp and isThere(contact) do
    local first = foremost(self, contact)
    first._firedAt = self.stamp
    if fire(self, first) then
      return true
    end
  end
end

--- Call the function of a rule for a contact that has just begun and needs no record.
---@param contact table reused for all of these
---@return boolean over
local function fireOnce(self, contact, boxA, boxB, rule, speed)
  local kindA, kindB = boxA.kind, boxB.kind
  contact.a, contact.b, contact.boxA, contact.boxB = boxA.thing, boxB.thing, boxA, boxB
  contact.kindA, contact.kindB, contact.rule, contact.speed = kindA, kindB, rule, speed
  if rule.stop or kindA == "hit" or kindB == "hit" then
    playing.strike(contact)
  end
  return call(self, rule.on, contact)
end

--- The record of a contact that has a function to call.
---@param isFresh boolean it has just begun
local function recordOf(self, number, isFresh)
  local contact = self.records[number]
  if not contact then
    contact = self:recordOf(number)
    contact.begun = not isFresh
  end
  return contact
end

--- Call the functions for the contacts that live.
---@return boolean|nil over
local function fireAll(self)
  local world, all, rules, once = self.world, self.store, self.rules.list, self.once
  local i, number, isFresh, nx, ny, depth, x, y, boxA, boxB, rule, speed = store.firing(world, all, 1)
  while i do
    local isRecorded, over = rule == nil, false
    if isRecorded or boxA and boxB and boxA.alive and boxB.alive then
      rule = rules[rule]
      local isOnce = not isRecorded and not rule.needsRecord
      local contact = isOnce and once or recordOf(self, number, isFresh)
      contact.nx, contact.ny, contact.depth, contact.x, contact.y = nx, ny, depth, x, y
      if isOnce then
        over = fireOnce(self, contact, boxA, boxB, rule, speed)
      elseif isThere(contact) then
        over = (contact.rule.ranked and fireRanked or fire)(self, contact)
      end
    end
    if over then
      return true
    end
    i, number, isFresh, nx, ny, depth, x, y, boxA, boxB, rule, speed = store.firing(world, all, i + 1)
  end
end

--- End the contacts that were not found again, and call the functions that the rules name.
---@param self table the contacts of a scene
return function(self)
  local endedCount = turn(self)
  for i = 1, endedCount do
    local contact = self.ended[i]
    local exit = contact.rule and contact.begun and contact.rule.exit
    if exit and (contact.a.alive or contact.b.alive) and call(self, exit, contact) then
      return
    end
    self:release(contact)
  end
  if not fireAll(self) and self.showing == "look" then -- a function has looked
    self.showing = "stale"
  end
  local once = self.once
  once.a, once.b, once.boxA, once.boxB = false, false, false, false
end
