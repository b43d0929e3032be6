--- The contacts of a scene: pairs of boxes that a rule names and that are in contact. A contact comes from a hit of a
--- move, or from an overlap after `update`, and lasts as long as either is found in each tick.
---
--- In a tick, moves report their hits (`hit`), `collect` reads the world's pairs, and `dispatch` ends
--- the contacts that were not found again and calls the scene's functions. Later hits belong to the
--- next tick, so no function is called while contacts are collected.
---
--- The contacts, with their normals and depths, are stored in C (src/lua/scene/store.h) by number; most begin and
--- continue there. Only a contact with a function to call, or one that is listed, gets a record, which rules and scripts
--- see. Records are reused, so contacts make no garbage.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local blows = require(folder .. "scene.rules.blows")
local separation = require(folder .. "scene.rules.separation")
local stored = require(folder .. "scene.thing.stored")
local codes = require(folder .. "scene.rules.codes")
local conditions = require(folder .. "scene.rules.conditions")
local dispatch = require(folder .. "scene.rules.dispatch")
local store = require(folder .. "scene.store")
local collectTouching = require(folder .. "scene.rules.touching")

---@class hitbox.Contact Reused: the contact that a function receives is valid while the function
---   runs
---@field a hitbox.Thing the thing that the rule's first pattern matches
---@field b hitbox.Thing
---@field boxA hitbox.Box
---@field boxB hitbox.Box
---@field kindA string
---@field kindB string
---@field nx number the unit normal, from b to a: pushing a along it separates the two. For a hit
---   box against a box of another kind, it is measured between the box hit and the attacker's push
---   box, in each tick
---@field ny number
---@field depth number the depth of the overlap, along the shortest way out, in world units; 0 if a
---   move has pushed one out of the other, see `hit` of a thing
---@field x number the contact point
---@field y number
---@field speed number the relative speed at first contact, in world units per tick
---@field tick integer
---@field rule hitbox.RuleDef the rule, with its number as `index`
---@field crushed hitbox.Thing|false for `crush`: the crushed thing

local pick, sideOf = conditions.pick, conditions.side

local Contacts = {}
local meta = { __index = Contacts } -- apart from the class, which no script may reach and change

--- Fill a record for two boxes and a rule.
---@return table contact
local function fill(contact, boxA, boxB, rule)
  contact.a, contact.b = boxA.thing, boxB.thing
  contact.boxA, contact.boxB = boxA, boxB
  contact.kindA, contact.kindB = boxA.kind, boxB.kind
  contact.nx, contact.ny, contact.depth, contact.x, contact.y = 0, 0, 0, 0, 0
  contact.rule, contact.tick, contact.speed = rule, 0, 0
  contact._number, contact.seen, contact.swept, contact._firedAt = 0, 0, 0, 0
  contact.begun, contact.called = false, false
  contact.crushed, contact.crushedAt = false, 0
  contact._before, contact.next = false, false -- other contacts of the same pair, under other rules
  return contact
end

---@param scene table
---@return table contacts
function Contacts.new(scene)
  return setmetatable({
    scene = scene, rules = scene.rules, world = scene.world, store = store.new(scene.world, scene.rules.readsMotion),
    records = {}, -- by the number of the contact
    once = fill({}, {}, {}, false), -- passed to functions that are called once in a contact
    codedClasses = {}, -- the classes whose rules the store knows
    tick = 1, -- the number of the tick for which contacts are being found
    hasRemovals = false, -- a box was removed since the last dispatch
    shown = {}, shownCount = 0, showing = "tick", -- see `list`
    ended = {}, pool = {}, poolCount = 0,
    overlapping = {}, -- contacts of this tick whose rule separates the bodies
    batch = separation.newBatch(), -- for `separation.separate`
    near = {}, -- the query results of `collectTouching`
    shownRecords = {}, -- the records of `update`
    listed = {}, -- the contacts of a list of the store
    whenContact = false, -- the record that conditions pass to `when`
    assign = false, -- the __newindex of things
    setPosition = false, -- of things, if the store has a faster one
    noHits = {}, -- of things that have moved without a hit
    given = {}, -- by the order of a thing: the given definition, if its type adds to it
  }, meta)
end

--- Which of two boxes was made first.
local function inOrder(a, b)
  if a.order < b.order then
    return a, b
  end
  return b, a
end

--- A record for a contact.
local function newRecord(self)
  local count = self.poolCount
  if count == 0 then
    return {}
  end
  self.poolCount = count - 1
  return self.pool[count]
end

--- Keep a record for a contact, which the store knows.
---@return table contact
function Contacts:keep(number, boxA, boxB, rule, speed, begun)
  local contact = fill(newRecord(self), boxA, boxB, rule)
  contact._number, contact.speed, contact.begun = number, speed, begun
  self.records[number] = contact
  return contact
end

--- The record of a contact.
---@param number integer
---@return table|nil contact nil if it has none and one of its boxes is gone
function Contacts:recordOf(number)
  local contact = self.records[number]
  if contact then
    return contact
  end
  local a, b, flipped, rule, speed, begun = store.record(self.world, self.store, number)
  if not a or not b then
    return nil
  end
  return self:keep(number, flipped and b or a, flipped and a or b, self.rules.list[rule] or false, speed, begun)
end

--- The first contact of two boxes, in either order.
---@return table|nil
function Contacts:firstBetween(a, b)
  local first, second = inOrder(a, b)
  local number = store.find(self.world, self.store, first, second)
  return number and self:recordOf(number)
end

--- Return whether the store alone can continue a contact: its pair has no other contact, and its rule is final.
local function isPlain(contact, candidates)
  return not contact.next and not contact._before and not candidates.hasPolicy and not blows.isOf(contact.kindA, contact.kindB)
end

--- Return the candidate rules of two boxes, and pass them to the store.
local function candidatesOf(self, a, b)
  local one, two = a.class, b.class
  local candidates, known = self.rules:between(one, two), self.codedClasses[one]
  if not known then
    known = {}
    self.codedClasses[one] = known
  end
  if not known[two] then
    store.setCode(self.world, self.store, one.number, two.number, codes.ofClasses(one, two, candidates),
      codes.ofSides(one, two, candidates))
    known[two] = true
  end
  return candidates
end

--- Pass the rules of two boxes to the store.
---@return boolean new false: the store knew them
function Contacts:learn(a, b)
  local known = self.codedClasses[a.class]
  if known and known[b.class] then
    return false
  end
  candidatesOf(self, a, b)
  return true
end

--- Write the normal, depth and point of a contact into its record.
---@return table contact
function Contacts:refresh(contact)
  contact.nx, contact.ny, contact.depth, contact.x, contact.y, contact.seen, contact.swept =
    store.read(self.world, self.store, contact._number)
  return contact
end

--- Begin a contact.
---@param boxA table the box that the rule's first pattern names
---@param boxB table
---@param rule table|false false: a rule names the pair, but not from this side; this holds until the boxes separate
---@param candidates table of rules:between
---@return table contact
function Contacts:begin(boxA, boxB, rule, candidates)
  local known, contact = self:firstBetween(boxA, boxB), newRecord(self)
  fill(contact, boxA, boxB, rule)
  if known then
    contact.next, known._before = known, contact
    store.plain(self.world, self.store, known._number, false)
  end
  local first, second = inOrder(boxA, boxB)
  contact._number, contact.speed = store.enter(self.world, self.store, first, second,
    codes.ofRule(rule, first ~= boxA) + (isPlain(contact, candidates) and codes.PLAIN or 0), rule and rule.index or 0)
  self.records[contact._number] = contact
  return contact
end

--- Return a record to the pool.
function Contacts:release(contact)
  contact.a, contact.b, contact.boxA, contact.boxB = false, false, false, false
  self.poolCount = self.poolCount + 1
  self.pool[self.poolCount] = contact
end

--- End a contact.
function Contacts:leave(contact)
  local before, after = contact._before, contact.next
  store.leave(self.world, self.store, contact._number, after and after._number)
  if before then
    before.next = after
  end
  if after then
    after._before = before
  end
  self.records[contact._number] = false
end

-- ---- Hits of moves ------------------------------------------------------------------------------

--- The contact point of a hit: on a circle along the normal, otherwise the middle of the overlap of the bounds.
--- (dx, dy) leads from the mover's position to its position at the hit.
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

--- Return the contact of two boxes under a rule. Begin it if there is none.
local function between(self, a, b, rule, flipped, candidates)
  local contact = self:firstBetween(a, b)
  while contact and contact.rule ~= rule do
    contact = contact.next
  end
  if not contact then
    if flipped then
      a, b = b, a
    end
    contact = self:begin(a, b, rule, candidates)
  end
  return contact
end

--- Add a hit of a finished move that did not begin inside the other box.
---@param mover table box
---@param other table box
---@param nx number the normal, from other to mover
---@param ny number
---@param dx number from the mover's position to its position at the hit
---@param dy number
---@return table|nil rule
function Contacts:hit(mover, other, nx, ny, dx, dy)
  local scene = self.scene
  local candidates = candidatesOf(self, mover, other)
  local rule, flipped = pick(candidates, scene, mover, other, sideOf(nx, ny), nx, ny)
  if not rule then
    return nil -- `when` has returned something else than during the move
  end
  local contact = between(self, mover, other, rule, flipped, candidates)
  if store.hit(self.world, self.store, contact._number) then -- the first hit of a tick counts
    local x, y = meetingPoint(self.world, mover, other, dx, dy, nx, ny)
    local sign = contact.boxA == mover and 1 or -1
    store.set(self.world, self.store, contact._number, sign * nx, sign * ny, 0, x, y)
  end
  return rule
end

--- Add a contact of a crushed box with its carrier or pusher. `collect` measures the overlap.
---@param box table
---@param by table box
function Contacts:crush(box, by)
  local candidates = self.rules:between(box.class, by.class)
  for i = 1, candidates and #candidates or 0 do
    local candidate = candidates[i]
    if candidate.rule.crush then
      local contact = between(self, box, by, candidate.rule, candidate.flipped, candidates)
      store.see(self.world, self.store, contact._number)
      contact.crushed, contact.crushedAt = box.thing, self.tick
      return
    end
  end
end

--- The edges of a thing's box when the contacts of the tick before were collected.
local function edgesBefore(self, box)
  local left, top, right, bottom = self.world:edges(box)
  local _, _, fromX, fromY = stored.motion(box.thing)
  local dx, dy = fromX - box.thing.x, fromY - box.thing.y
  return left + dx, top + dy, right + dx, bottom + dy
end

--- The side from which a box came to another: the side with the widest gap before, or with the smallest overlap.
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

--- Return whether two boxes are in contact by a policy.
local function meetsBy(scene, policy, a, b)
  return scene.world:contact(a, b, policy) ~= nil
end

local function measure(self, contact)
  local world = self.world
  local nx, ny, depth, px, py, qx, qy = world:contact(contact.boxA, contact.boxB)
  local policy = not nx and contact.rule.policy
  if policy then
    nx, ny, depth, px, py, qx, qy = world:contact(contact.boxA, contact.boxB, policy)
  end
  if not nx then
    return -- `when` has moved one of them
  end
  contact.depth = depth
  if contact.swept ~= self.tick then -- otherwise the hit has set it
    contact.nx, contact.ny = -nx, -ny
    contact.x, contact.y = qx and (px + qx) / 2 or px, qy and (py + qy) / 2 or py
  end
  if contact.swept ~= self.tick or contact.rule.response == "cross" then
    nx, ny = blows.normal(world, contact.boxA, contact.boxB)
    contact.nx, contact.ny = nx or contact.nx, ny or contact.ny
  end
end

--- The normal of two boxes, from b to a.
---@return number|nil nx, number|nil ny
local function normalOf(world, a, b)
  local nx, ny = blows.normal(world, a, b)
  if nx then
    return nx, ny
  end
  nx, ny = world:contact(a, b)
  return nx and -nx, ny and -ny
end

--- Pick the rule for two boxes that are in contact now.
local function pickNow(self, a, b, candidates)
  if candidates.unconditional then
    return candidates[1].rule, candidates[1].flipped
  end
  local side = candidates.hasSide and cameFrom(self, a, b) or nil
  local nx, ny
  if candidates.hasWhen then
    nx, ny = normalOf(self.world, a, b)
  end
  return pick(candidates, self.scene, a, b, side, nx or 0, ny or 0, candidates.hasPolicy and meetsBy or nil)
end

--- The contact of a pair that continues: the one that was found in this tick, or the last of its chain.
local function ongoing(self, known)
  local contact = known
  while contact and known.next and self:refresh(contact).seen ~= self.tick do
    contact = contact.next
  end
  return contact or known
end

--- Return the contact of two boxes that overlap now. The rule chosen at first contact stays in force until
--- the boxes separate; a rule with its own policy is chosen again in each tick.
local function contactNow(self, a, b, candidates)
  local known = self:firstBetween(a, b)
  if known and not candidates.hasPolicy then
    return ongoing(self, known)
  end
  local rule, flipped = pickNow(self, a, b, candidates)
  if rule or not candidates.hasPolicy then
    return between(self, a, b, rule or false, flipped, candidates)
  end
end

--- Add a contact of this tick: measure it, and note whether the bodies must be separated.
local function meet(self, a, b, candidates)
  local contact = contactNow(self, a, b, candidates)
  if not contact then
    return
  end
  local world, all, number, rule = self.world, self.store, contact._number, contact.rule
  store.see(world, all, number)
  if isPlain(contact, candidates) then
    store.plain(world, all, number, true)
    if rule then
      store.measure(world, all, number)
    end
  elseif rule then
    measure(self, self:refresh(contact))
    store.set(world, all, number, contact.nx, contact.ny, contact.depth, contact.x, contact.y)
  end
  if rule and rule.push then
    store.push(world, all, number)
  end
end

--- Add the contacts of all pairs of the world that the store cannot continue alone.
local function collectPairs(self)
  local world, all = self.world, self.store
  store.pairs(world, all)
  local a, b = store.next(world, all)
  while a do
    local candidates = candidatesOf(self, a, b)
    if candidates and stored.root(a.thing) ~= stored.root(b.thing) then
      meet(self, a, b, candidates)
    end
    a, b = store.next(world, all)
  end
end

--- Collect the records of a list of the store. Contacts without a record whose box was removed are left out.
---@param list fun(world: hitbox.World, all: userdata, i: integer): integer|nil
---@param out hitbox.Contact[]
---@return integer count
function Contacts:listOf(list, out)
  local i, count, number = 1, 0, list(self.world, self.store, 1)
  while number do
    local contact = self:recordOf(number)
    if contact then
      count = count + 1
      out[count] = contact
    end
    i = i + 1
    number = list(self.world, self.store, i)
  end
  return count
end

--- Find the contacts of this tick, and separate bodies whose rule has `push`.
function Contacts:collect()
  collectPairs(self)
  if self.rules.withPolicy[1] then
    collectTouching(self, meet)
  end
  separation.separate(self.scene, self.overlapping, self:listOf(store.pushing, self.overlapping), self.batch)
end

--- Return the number of contacts found in this tick so far.
---@return integer
function Contacts:countFound()
  return store.countFound(self.world, self.store)
end

--- Sort the contacts found from an index on, which all have records.
---@param from integer
---@param sort fun(list: hitbox.Contact[], from: integer, to: integer)
function Contacts:arrange(from, sort)
  local list, to = self.listed, self:countFound()
  for i = from, to do
    list[i] = self:recordOf(store.found(self.world, self.store, i))
  end
  sort(list, from, to)
  for i = from, to do
    store.arrange(self.world, self.store, i, list[i]._number)
  end
end

--- Clear the hits of moves before the first tick.
function Contacts:clear()
  local found = self.listed
  for i = 1, self:listOf(store.found, found) do
    self:leave(found[i])
    self:release(found[i])
  end
  store.clear(self.world, self.store)
end

--- Continue the contacts of another scene, without a new begin.
---@param old table its contacts
---@param twins table<table, table> the new thing for an old one
---@param rules table<table, table> the new rule for an old one
function Contacts:carry(old, twins, rules)
  local live = {}
  for i = 1, old:listOf(store.live, live) do
    local known = old:refresh(live[i])
    local a, b, rule = twins[known.a], twins[known.b], known.rule and rules[known.rule]
    local boxA, boxB = a and a.boxes[known.kindA], b and b.boxes[known.kindB]
    local candidates = boxA and boxB and self.rules:between(boxA.class, boxB.class)
    if candidates and rule ~= nil then
      local contact = self:begin(boxA, boxB, rule, candidates)
      contact.begun, contact.speed, contact.tick = known.begun, known.speed, known.tick
      store.keep(self.world, self.store, contact._number, known.begun, known.speed)
      local isHit = known.swept >= old.tick - 1 and known.seen > 0 or known.swept < 0 and known.seen == 0
      store.set(self.world, self.store, contact._number, known.nx, known.ny, known.depth, known.x, known.y,
        isHit and -1 or 0) -- below 0: a hit of the last tick, for `show`
    end
  end
end

--- Set which contacts the scene shows, of `shown`.
local function setShown(self, count, showing)
  for i = count + 1, self.shownCount do
    self.shown[i] = nil
  end
  self.shownCount, self.showing = count, showing
end

--- Return the contacts that the scene shows: those of the tick whose boxes still exist, or those that `update` found,
--- until the next tick.
---@return hitbox.Contact[] list reused
---@return integer count
function Contacts:list()
  if self.showing == "stale" or self.hasRemovals and self.showing == "tick" then
    local all, count = self.listed, 0
    for i = 1, self:listOf(store.live, all) do
      if all[i].rule and all[i].boxA.alive and all[i].boxB.alive then
        count = count + 1
        self.shown[count] = self:refresh(all[i])
      end
    end
    setShown(self, count, "tick")
    self.hasRemovals = false
  end
  return self.shown, self.shownCount
end

--- Show the contacts of the boxes as they are placed now. The next tick does not depend on it.
function Contacts:update()
  local scene, count = self.scene, 0
  for a, b in scene.world:pairs() do
    local candidates = stored.root(a.thing) ~= stored.root(b.thing) and scene.rules:between(a.class, b.class)
    local known = self:firstBetween(a, b)
    local rule, flipped
    if known then
      rule, flipped = known.rule, known.boxA == b
    elseif candidates then
      rule, flipped = pickNow(self, a, b, candidates)
    end
    if rule then
      count = count + 1
      local contact = self.shownRecords[count] or {}
      self.shownRecords[count] = contact
      fill(contact, flipped and b or a, flipped and a or b, rule)
      measure(self, contact)
      self.shown[count] = contact
    end
  end
  setShown(self, count, "update")
end

--- List the contacts of a reloaded scene: the last hits of moves, then the overlaps of now.
function Contacts:show()
  self:update()
  local list, live, hits = self.shown, {}, {}
  for i = 1, self:listOf(store.live, live) do
    local contact = self:refresh(live[i])
    if contact.rule and contact.swept < 0 and not self.world:contact(contact.boxA, contact.boxB) then
      hits[#hits + 1] = contact
    end
  end
  for i = self.shownCount, 1, -1 do
    list[i + #hits] = list[i]
  end
  for i = 1, #hits do
    list[i] = hits[i]
  end
  self.shownCount = self.shownCount + #hits
end

--- The present contact of two boxes, in either order.
---@return table|nil
function Contacts:liveBetween(a, b)
  local contact, found = self:firstBetween(a, b), nil
  while contact do
    found = contact.rule and contact or found or contact
    contact = contact.next
  end
  return found and self:refresh(found) or nil
end

--- The rule that would apply to two boxes that are in contact now.
---@return table|nil rule
---@return boolean|nil flipped
---@return string side from which a came
---@return number nx, number ny the normal, from b to a
function Contacts:ruleNow(a, b, candidates)
  local rule, flipped = pickNow(self, a, b, candidates)
  return rule, flipped, cameFrom(self, a, b), normalOf(self.world, a, b)
end

Contacts.dispatch = dispatch

return Contacts
