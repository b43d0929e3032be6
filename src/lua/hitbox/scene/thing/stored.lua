--- What the store of a scene knows of its things: where they were when the tick began, which boxes they have, and what
--- they hang on. See src/lua/scene/things.c. A thing that is removed is not in the store any more.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local store = require(folder .. "scene.store")

local stored = {}

--- A thing is made.
---@param contacts table those of the scene
---@param recover number|nil how deep an overlap may be that its moves push it out of; the world's if nil
---@return integer number
function stored.add(contacts, x, y, recover)
  return store.addThing(contacts.world, contacts.store, x, y, recover)
end

--- A thing is removed.
function stored.remove(thing)
  local contacts = thing._contacts
  store.removeThing(contacts.world, contacts.store, thing._number)
  thing._own._number = false
end

--- A box that is in the world is of a thing, and of its class.
function stored.setBox(thing, box)
  local contacts = thing._contacts
  store.setBox(contacts.world, contacts.store, thing._number, box, box.class.number, box.kind == "push")
end

--- A box that is in the world is of no thing any more.
function stored.dropBox(thing, box)
  local contacts = thing._contacts
  store.dropBox(contacts.world, contacts.store, thing._number, box)
end

--- A thing hangs on another one at last, or on itself.
function stored.setRoot(thing, root)
  local contacts = thing._contacts
  if thing._number then
    store.setRoot(contacts.world, contacts.store, thing._number, root._number)
  end
end

--- A thing hangs on another one, or another one on it; or none does.
function stored.setLinked(thing, yes)
  local contacts = thing._contacts
  if thing._number then
    store.setLinked(contacts.world, contacts.store, thing._number, yes)
  end
end

--- A thing sticks to another one from now on; or to none.
---@param to hitbox.Thing|nil
function stored.setStuck(thing, to)
  local contacts = thing._contacts
  thing._own.stuckTo = to
  if thing._number then
    store.setStuck(contacts.world, contacts.store, thing._number, to ~= nil)
  end
end

--- A function that assigns x and y of things, and calls another one for all else.
---@param contacts table those of the scene
---@param other fun(thing: hitbox.Thing, key: any, value: any)
function stored.assigner(contacts, other)
  return store.assigner(contacts.world, contacts.store, other)
end

--- How a thing has moved since contacts were last collected.
---@param thing hitbox.Thing
---@return number dx world units, with what was asked of its moves
---@return number dy
---@return number fromX where it was
---@return number fromY
---@return integer moved the stamp of the last tick in which it moved, or was to move; 0: never
function stored.motion(thing)
  local own = thing._own
  local contacts = own._contacts
  if not own._number then
    return 0, 0, own.x, own.y, 0
  end
  return store.motion(contacts.world, contacts.store, own._number, own.x, own.y)
end

--- A move could not go so much further.
function stored.lose(thing, dx, dy)
  local contacts = thing._contacts
  if thing._number then -- else a function that a rule asks has removed it
    store.lose(contacts.world, contacts.store, thing._number, dx, dy)
  end
end

--- The anchor of a thing that is at (x, y) goes elsewhere on it, by which it has not moved.
function stored.shift(thing, x, y, toX, toY)
  local contacts = thing._contacts
  store.shift(contacts.world, contacts.store, thing._number, x, y, toX, toY)
end

return stored
