--- The contacts of a scene: pairs of boxes that meet under a rule. Hits of moves and boxes that
--- meet after `update` are one notion; a contact lasts as long as either is found in each tick.
---
--- A tick: moves report their hits (`hit`), then `collect` looks at the world's pairs, then
--- `dispatch` ends what was not found again and calls the scene's functions. What moves report from
--- then on belongs to the next tick, and so no function is called while contacts are looked for.
--- Records are kept for reuse: a contact that lasts makes no garbage.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local blows = require(folder .. "rules.blows")
local limits = require(folder .. "rules.limits")
local parting = require(folder .. "rules.parting")
local conditions = require(folder .. "rules.conditions")
local playing = require(folder .. "moves.playing")
local collectTouching = require(folder .. "rules.touching")

---@class hitbox.Contact reused: what a function is given holds while it runs
---@field a hitbox.Thing what the first pattern of the rule names
---@field b hitbox.Thing
---@field boxA hitbox.Box
---@field boxB hitbox.Box
---@field kindA string
---@field kindB string
---@field nx number unit, from b to a: the way to push a apart; of a blow, a hit box with a box of another kind, it lies
---   between the struck box and the striker's push box, in each tick
---@field ny number
---@field depth number how far they overlap along the shortest way, in world units; 0 if a move has pushed one out of the
---   other, see `hit` of a thing
---@field x number where they meet
---@field y number
---@field speed number how fast the two met, in world units per tick
---@field tick integer
---@field rule hitbox.RuleDef with its number as `index`
---@field crushed hitbox.Thing|false for `crush`: which of the two is

local pick, sideOf = conditions.pick, conditions.side

local Contacts = {}
local meta = { __index = Contacts } -- apart from the class, which no script may reach and change

---@param scene table
---@return table contacts
function Contacts.new(scene)
  return setmetatable({
    scene = scene, world = scene.world,
    stamp = 1, -- the number of the tick for which contacts are being found
    unsure = false, -- a box was removed, or something else shown, since the tick before was told
    live = {}, liveCount = 0, -- those of the tick before
    found = {}, foundCount = 0, -- those of this tick so far
    spare = {}, ended = {}, pool = {}, poolCount = 0,
    overlapping = {}, overlappingCount = 0, -- contacts of this tick whose rule parts the two
    press = parting.press(), -- for `parting.all`
    near = {}, -- what `collectTouching` asks the world
    looked = {}, -- the records of `look`
    asked = false, -- what conditions give to `when`
  }, meta)
end

--- The contacts of a pair, one for each rule, hang in a chain at the box that was made first.
local function inOrder(a, b)
  if a.order < b.order then
    return a, b
  end
  return b, a
end

local function link(contact, boxA, boxB)
  local first, second = inOrder(boxA, boxB)
  first.met = first.met or {}
  contact.next = first.met[second] or false
  first.met[second] = contact
end

local function unlink(contact)
  local first, second = inOrder(contact.boxA, contact.boxB)
  local head = first.met[second]
  if head == contact then
    first.met[second] = contact.next or nil
    return
  end
  while head.next ~= contact do
    head = head.next
  end
  head.next = contact.next
end

local function fill(contact, boxA, boxB, rule)
  contact.a, contact.b = boxA.thing, boxB.thing
  contact.boxA, contact.boxB = boxA, boxB
  contact.kindA, contact.kindB = boxA.kind, boxB.kind
  contact.nx, contact.ny, contact.depth, contact.x, contact.y = 0, 0, 0, 0, 0
  contact.rule, contact.tick, contact.speed = rule, 0, 0
  contact.seen, contact.swept, contact._firedAt, contact.begun, contact.told = 0, 0, 0, false, false
  contact.crushed, contact.crushedAt = false, 0
end

--- Begin a contact.
---@param boxA table the box that the rule's first pattern names
---@param boxB table
---@param rule table|false false for a pair of which a rule speaks, but not for the side from which
---   it met: that is decided once, and holds until the two part
---@return table contact
function Contacts:begin(boxA, boxB, rule)
  local contact, count = nil, self.poolCount
  if count > 0 then
    contact, self.poolCount = self.pool[count], count - 1
  end
  contact = contact or {}
  fill(contact, boxA, boxB, rule)
  if rule then
    contact.speed = conditions.speed(self.scene, contact.a, contact.b)
  end
  link(contact, boxA, boxB)
  return contact
end

local function release(self, contact)
  contact.a, contact.b, contact.boxA, contact.boxB = false, false, false, false
  self.poolCount = self.poolCount + 1
  self.pool[self.poolCount] = contact
end

local function see(self, contact)
  if contact.seen ~= self.stamp then
    contact.seen = self.stamp
    self.foundCount = self.foundCount + 1
    self.found[self.foundCount] = contact
  end
end

--- Where two boxes meet in a move: on a circle along the normal, else in the middle of what their
--- bounds share. (dx, dy) is from where the mover is to where it was at the hit.
local function meetingPoint(world, mover, other, dx, dy, nx, ny)
  local left1, top1, right1, bottom1 = world:edges(mover)
  local left2, top2, right2, bottom2 = world:edges(other)
  left1, top1, right1, bottom1 = left1 + dx, top1 + dy, right1 + dx, bottom1 + dy
  if mover.radius then
    return (left1 + right1) / 2 - nx * mover.radius, (top1 + bottom1) / 2 - ny * mover.radius
  elseif other.radius then
    return (left2 + right2) / 2 + nx * other.radius, (top2 + bottom2) / 2 + ny * other.radius
  end
  return (math.max(left1, left2) + math.min(right1, right2)) / 2,
    (math.max(top1, top2) + math.min(bottom1, bottom2)) / 2
end

--- The contact of two boxes under a rule, begun if there is none.
local function between(self, a, b, rule, flipped)
  local first, second = inOrder(a, b)
  local contact = first.met and first.met[second]
  while contact and contact.rule ~= rule do
    contact = contact.next
  end
  if not contact then
    if flipped then
      a, b = b, a
    end
    contact = self:begin(a, b, rule)
  end
  return contact
end

--- Take a hit of a finished move that did not begin inside the other.
---@param mover table box
---@param other table box
---@param nx number the normal, from other to mover
---@param ny number
---@param dx number from where the mover is now to where it was at the hit
---@param dy number
---@return table|nil rule
function Contacts:hit(mover, other, nx, ny, dx, dy)
  local scene = self.scene
  local candidates = scene.rules:between(mover.class, other.class)
  local rule, flipped = pick(candidates, scene, mover, other, sideOf(nx, ny), nx, ny)
  if not rule then
    return nil -- a function that the rule asks has changed its mind
  end
  local contact = between(self, mover, other, rule, flipped)
  see(self, contact)
  if contact.swept ~= self.stamp then -- of several hits in a tick the first one tells
    contact.swept = self.stamp
    contact.x, contact.y = meetingPoint(self.scene.world, mover, other, dx, dy, nx, ny)
    local sign = contact.boxA == mover and 1 or -1
    contact.nx, contact.ny, contact.depth = sign * nx, sign * ny, 0
  end
  return rule
end

--- Take that a box was crushed by what carried or pushed it. `collect` measures how the two overlap.
---@param box table
---@param by table box
function Contacts:crush(box, by)
  local candidates = self.scene.rules:between(box.class, by.class)
  for i = 1, candidates and #candidates or 0 do
    local candidate = candidates[i]
    if candidate.rule.crush then
      local contact = between(self, box, by, candidate.rule, candidate.flipped)
      see(self, contact)
      contact.crushed, contact.crushedAt = box.thing, self.stamp
      return
    end
  end
end

--- The edges of a thing's box when the contacts of the tick before were collected.
local function edgesBefore(self, box)
  local left, top, right, bottom = self.scene.world:edges(box)
  local own = box.thing._own
  if own._moved == self.stamp then
    local dx, dy = own._fromX - own.x, own._fromY - own.y
    return left + dx, top + dy, right + dx, bottom + dy
  end
  return left, top, right, bottom
end

--- The side from which a box came to another: where the gap between the two was widest, or if there
--- was none, where they overlapped least.
local function cameFrom(self, a, b)
  local left1, top1, right1, bottom1 = edgesBefore(self, a)
  local left2, top2, right2, bottom2 = edgesBefore(self, b)
  local side, gap = "above", top2 - bottom1
  if top1 - bottom2 > gap then
    side, gap = "below", top1 - bottom2
  end
  if left2 - right1 > gap then
    side, gap = "left", left2 - right1
  end
  if left1 - right2 > gap then
    side = "right"
  end
  return side
end

--- Whether two boxes meet by a policy, as they are.
local function meetsBy(scene, policy, a, b)
  return scene.world:contactOf(a, b, policy) ~= nil
end

local function measure(self, contact)
  local world = self.world
  local nx, ny, depth, px, py, qx, qy = world:contactOf(contact.boxA, contact.boxB)
  local policy = not nx and contact.rule.contact
  if policy then
    nx, ny, depth, px, py, qx, qy = world:contactOf(contact.boxA, contact.boxB, policy)
  end
  contact.depth = depth
  if contact.swept ~= self.stamp then -- a hit of a move knows better where it met
    contact.nx, contact.ny = -nx, -ny
    contact.x, contact.y = qx and (px + qx) / 2 or px, qy and (py + qy) / 2 or py
  end
  if contact.swept ~= self.stamp or contact.rule.response == "cross" then
    nx, ny = blows.normal(world, contact.boxA, contact.boxB)
    contact.nx, contact.ny = nx or contact.nx, ny or contact.ny
  end
end

--- The normal of two boxes that may meet, from b to a.
---@return number|nil nx, number|nil ny
local function normalOf(world, a, b)
  local nx, ny = blows.normal(world, a, b)
  if nx then
    return nx, ny
  end
  nx, ny = world:contactOf(a, b)
  return nx and -nx, ny and -ny
end

--- The rule for two boxes that meet now.
local function pickNow(self, a, b, candidates)
  if candidates.plain then
    return candidates[1].rule, candidates[1].flipped
  end
  local side = candidates.sided and cameFrom(self, a, b) or nil
  local nx, ny
  if candidates.asks then
    nx, ny = normalOf(self.world, a, b)
  end
  return pick(candidates, self.scene, a, b, side, nx or 0, ny or 0, candidates.policied and meetsBy or nil)
end

--- The contact of a pair that goes on: one of its chain that was found in this tick already, or the
--- last one.
local function goingOn(self, known)
  local contact = known
  while contact and contact.seen ~= self.stamp do
    contact = contact.next
  end
  return contact or known
end

--- The contact of two boxes that meet now. What was decided when they met holds until they part; but
--- where rules have policies of their own, in each tick another one may hold.
local function contactNow(self, a, b, candidates)
  local known = a.met and a.met[b]
  if known and not candidates.policied then
    return goingOn(self, known)
  end
  local rule, flipped = pickNow(self, a, b, candidates)
  if rule or not candidates.policied then
    return between(self, a, b, rule or false, flipped)
  end
end

--- Take a contact of this tick: how the two meet, and whether they are to be parted.
local function take(self, contact)
  local rule = contact.rule
  if rule then
    measure(self, contact)
    if rule.push then
      local count = self.overlappingCount + 1
      self.overlapping[count], self.overlappingCount = contact, count
    end
  end
end

local function meet(self, a, b, candidates)
  local contact = contactNow(self, a, b, candidates)
  if contact then
    see(self, contact)
    take(self, contact)
  end
end

--- Look at all pairs of the world. Nearly all of them are contacts that go on, found for the first time
--- in this tick: these are taken here, without a call for each step.
local function collectPairs(self)
  local rules, stamp, found = self.scene.rules, self.stamp, self.found
  for a, b in self.world:pairs() do
    local candidates = a.class.with[b.class]
    if candidates == nil then
      candidates = rules:between(a.class, b.class)
    end
    if candidates and a.thing._root ~= b.thing._root then
      local met = a.met
      local contact = met and met[b]
      if contact and contact.seen ~= stamp and not contact.next and not candidates.policied then
        local count = self.foundCount + 1
        contact.seen, found[count], self.foundCount = stamp, contact, count
        if contact.rule then
          take(self, contact)
        end
      else
        meet(self, a, b, candidates)
      end
    end
  end
end

--- Look at all boxes that meet now, and part those that shall not overlap.
function Contacts:collect()
  self.overlappingCount = 0
  collectPairs(self)
  if self.scene.rules.policied[1] then
    collectTouching(self, meet)
  end
  parting.all(self.scene, self.overlapping, self.overlappingCount, self.press)
end

--- Forget what moves have reported before the first tick.
function Contacts:clear()
  for i = 1, self.foundCount do
    unlink(self.found[i])
    release(self, self.found[i])
  end
  self.foundCount = 0
end

--- Take over what lasts in the contacts of another scene, so that it goes on and does not begin.
---@param old table its contacts
---@param twins table<table, table> the new thing for an old one
---@param rules table<table, table> the new rule for an old one
function Contacts:carry(old, twins, rules)
  for i = 1, old.liveCount do
    local known = old.live[i]
    local a, b, rule = twins[known.a], twins[known.b], known.rule and rules[known.rule]
    local boxA, boxB = a and a.boxes[known.kindA], b and b.boxes[known.kindB]
    if boxA and boxB and rule ~= nil then
      local contact = self:begin(boxA, boxB, rule)
      contact.begun, contact.speed, contact.tick = known.begun, known.speed, known.tick
      contact.nx, contact.ny, contact.depth, contact.x, contact.y = known.nx, known.ny, known.depth, known.x, known.y
      local isHit = known.swept >= old.stamp - 1 and known.seen > 0 or known.swept < 0 and known.seen == 0
      contact.swept = isHit and -1 or 0 -- a hit of the last tick, for `show`
      self.liveCount = self.liveCount + 1
      self.live[self.liveCount] = contact
    end
  end
end

--- Set how many contacts the scene shows.
local function trim(scene, count)
  for i = count + 1, scene.contactCount do
    scene.contacts[i] = nil
  end
  scene._own.contactCount = count
end

--- Give the scene what meets now, and remember nothing of it.
function Contacts:look()
  local scene, count = self.scene, 0
  for a, b in scene.world:pairs() do
    local candidates = a.thing._root ~= b.thing._root and scene.rules:between(a.class, b.class)
    local known = a.met and a.met[b]
    local rule, flipped
    if known then
      rule, flipped = known.rule, known.boxA == b
    elseif candidates then
      rule, flipped = pickNow(self, a, b, candidates)
    end
    if rule then
      count = count + 1
      local contact = self.looked[count] or {}
      self.looked[count] = contact
      fill(contact, flipped and b or a, flipped and a or b, rule)
      measure(self, contact)
      scene.contacts[count] = contact
    end
  end
  trim(scene, count)
  self.unsure = true
end

--- Give a scene that was reloaded what meets now, and before it the last hits of moves, whose boxes only touch.
function Contacts:show()
  self:look()
  local list, hits = self.scene.contacts, {}
  for i = 1, self.liveCount do
    local contact = self.live[i]
    if contact.rule and contact.swept < 0 and not self.world:contactOf(contact.boxA, contact.boxB) then
      hits[#hits + 1] = contact
    end
  end
  for i = self.scene.contactCount, 1, -1 do
    list[i + #hits] = list[i]
  end
  for i = 1, #hits do
    list[i] = hits[i]
  end
  self.scene._own.contactCount = self.scene.contactCount + #hits
end

--- The contact of two boxes that lasts, whichever was made first.
---@return table|nil
function Contacts:liveBetween(a, b)
  local first, second = inOrder(a, b)
  local contact, found = first.met and first.met[second], nil
  while contact do
    found = contact.rule and contact or found or contact
    contact = contact.next
  end
  return found or nil
end

--- The rule that would decide for two boxes that meet now.
---@return table|nil rule
---@return boolean|nil flipped
---@return string side from which a came
---@return number nx, number ny the normal, from b to a
function Contacts:ruleNow(a, b, candidates)
  local rule, flipped = pickNow(self, a, b, candidates)
  return rule, flipped, cameFrom(self, a, b), normalOf(self.world, a, b)
end

local function isThere(contact)
  return contact.boxA.alive and contact.boxB.alive
end

--- Give the scene the contacts whose boxes are there.
local function publish(self)
  local list, live, sure, count = self.scene.contacts, self.live, not self.unsure, 0
  for i = 1, self.liveCount do
    local contact = live[i]
    if contact.rule and (sure or isThere(contact)) then
      count = count + 1
      list[count] = contact
    end
  end
  trim(self.scene, count)
end

--- Call a function of the scene.
---@return boolean over it has begun the scene or a tick anew: this one is over
local function call(self, name, contact)
  local scene, stamp = self.scene, self.stamp
  contact.tick = scene.ticks
  scene.def[name](scene, contact)
  return scene._contacts ~= self or self.stamp ~= stamp
end

--- Take the contacts that were not found again out of those that live, show the others, and turn to the
--- next tick.
---@return integer count of them in self.ended
local function turn(self)
  local before, ended, count = self.live, self.ended, 0
  for i = 1, self.liveCount do
    local contact = before[i]
    if contact.seen < self.stamp then
      unlink(contact)
      count = count + 1
      ended[count] = contact
    end
  end
  self.live, self.liveCount = self.found, self.foundCount
  self.found, self.foundCount = self.spare, 0
  self.spare = before
  self.stamp = self.stamp + 1
  publish(self)
  self.unsure = false
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
  local first, second = inOrder(boxA, boxB)
  local contact = first.met and first.met[second]
  while contact and (contact.rule ~= rule or contact.seen ~= self.stamp - 1 or contact._firedAt == self.stamp) do
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

--- End the contacts that were not found again, and call the functions that the rules name.
function Contacts:dispatch()
  local endedCount = turn(self)
  for i = 1, endedCount do
    local contact = self.ended[i]
    local exit = contact.rule and contact.begun and contact.rule.exit
    if exit and (contact.a.alive or contact.b.alive) and call(self, exit, contact) then
      return
    end
    release(self, contact)
  end
  local live = self.live
  for i = 1, self.liveCount do
    local contact = live[i]
    local rule = contact.rule
    if rule and (rule.lasts or not contact.begun) and isThere(contact)
      and (rule.ranked and fireRanked or fire)(self, contact) then
      return
    end
  end
  if self.unsure then
    publish(self)
  end
end

return Contacts
