--- The store of a scene in C holds data of its things: their positions at the start of the tick, their boxes and their
--- parents. See src/lua/scene/things.c. A removed thing is not in the store any more.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local store = require(folder .. "scene.store")

local stored = {}

--- A thing is made.
---@param contacts table those of the scene
---@param order integer its number in the order of making
---@param recover number|nil how deep an overlap may be that its moves push it out of; the world's if nil
function stored.add(contacts, order, x, y, recover)
  store.addThing(contacts.world, contacts.store, order, x, y, recover)
end

--- A thing is removed.
function stored.remove(thing)
  local contacts = thing._contacts
  store.removeThing(contacts.world, contacts.store, thing.order)
  if contacts.given[thing.order] then -- to assign nil may make room for it
    contacts.given[thing.order] = nil
  end
end

--- A box that is in the world is of a thing, and of its class.
function stored.setBox(thing, box)
  local contacts = thing._contacts
  store.setBox(contacts.world, contacts.store, thing.order, box, box.class.number, box.kind == "push")
end

--- A box that is in the world is of no thing any more.
function stored.dropBox(thing, box)
  local contacts = thing._contacts
  store.dropBox(contacts.world, contacts.store, thing.order, box)
end

--- A thing hangs on another one at last, or on itself.
function stored.setRoot(thing, root)
  local contacts = thing._contacts
  store.setRoot(contacts.world, contacts.store, thing.order, root.order)
end

--- A thing hangs on another one, or another one on it; or none does.
function stored.setLinked(thing, yes)
  local contacts = thing._contacts
  store.setLinked(contacts.world, contacts.store, thing.order, yes)
end

--- A thing sticks to another one from now on; or to none.
---@param to hitbox.Thing|nil
function stored.setStuck(thing, to)
  local contacts = thing._contacts
  thing.__index.stuckTo = to
  store.setStuck(contacts.world, contacts.store, thing.order, to ~= nil)
end

--- A function that assigns x and y of things, and one that sets both. They call others for all else.
---@param contacts table those of the scene
---@param assign fun(thing: hitbox.Thing, key: any, value: any)
---@param setPosition fun(thing: hitbox.Thing, x: number, y: number)
---@return fun(thing: hitbox.Thing, key: any, value: any) assign
---@return function|nil setPosition nil if the other one is as fast
function stored.setters(contacts, assign, setPosition)
  return store.setters(contacts.world, contacts.store, assign, setPosition)
end

--- How a thing has moved since contacts were last collected.
---@param thing hitbox.Thing
---@return number dx world units, with what was asked of its moves
---@return number dy
---@return number fromX where it was
---@return number fromY
---@return integer moved the number of the last tick with a move, even a blocked one; 0: never
function stored.motion(thing)
  local contacts = thing._contacts
  return store.motion(contacts.world, contacts.store, thing.order, thing.x, thing.y)
end

--- Whether a thing has ever moved other than by being placed.
---@return boolean
function stored.sweeps(thing)
  local contacts = thing._contacts
  return thing._hits and true or store.sweeps(contacts.world, contacts.store, thing.order)
end

--- What a thing hangs on at last: another one, or itself.
---@return hitbox.Thing
function stored.root(thing)
  return thing._root or thing
end

--- Add the part of a motion that a move has lost.
function stored.lose(thing, dx, dy)
  local contacts = thing._contacts
  store.lose(contacts.world, contacts.store, thing.order, dx, dy)
end

--- The anchor of a thing that is at (x, y) goes elsewhere on it, by which it has not moved.
function stored.shift(thing, x, y, toX, toY)
  local contacts = thing._contacts
  store.shift(contacts.world, contacts.store, thing.order, x, y, toX, toY)
end

return stored
