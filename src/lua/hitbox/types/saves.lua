---@meta _
--- Snapshots, to go back some frames, and saved games. Both store all state that a world needs to
--- go on: shapes, positions, layers, motions, contacts and so on. They do not store functions, your
--- own fields or results of calls.

---@class hitbox
local hitbox = {}

---@class hitbox.World: userdata
local World = {}

--- The state of a world and its items at one moment. It is only for the running program; use `save`
--- for files.
---@class hitbox.Snapshot: userdata

--- Store the current state of the world in a snapshot.
---@param into hitbox.Snapshot? a snapshot of this world to overwrite, which makes no garbage.
---   Default: a new one
---@return hitbox.Snapshot
--- Errors: the snapshot belongs to another world.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("ball", 0, 0, 8, 8)
---     local before = world:snapshot()
---     world:update("ball", 50, 0)
---     world:restore(before)
---     print(world:position("ball"))   --> 0.0	0.0
function World:snapshot(into) end

--- Restore the world to a stored state. Items removed since then come back, and items added since
--- then are removed. From there the world goes on exactly as it did, to the last bit. A string loads
--- a saved world into this one, which keeps its own fields.
---@param from hitbox.Snapshot|string a snapshot of this world, or a string from `save`
---@param itemOf (fun(name: string|number|boolean): any)? for a string: returns the item of a name,
---   a different one for each name. Default: the names are the items
--- Errors: the snapshot belongs to another world; the string is truncated or damaged, or a newer version
--- saved it; itemOf returns nil, or the same item twice. The world is then unchanged.
function World:restore(from, itemOf) end

--- Save the world as a string, which is the same on every Lua version and processor.
---@param nameOf (fun(item: any): string|number|boolean)? returns the name of an item. Default: the
---   items are the names (strings, numbers or booleans)
---@return string
--- Errors: an item has no name; the world changes while it is saved.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 10, 0, 8, 8)
---     local saved = world:save()
---     print(hitbox.load(saved):position("wall"))   --> 10.0	0.0
function World:save(nameOf) end

--- Make a world from a saved one.
---@param saved string the result of `World:save`
---@param itemOf (fun(name: string|number|boolean): any)? returns the item of a name, a different
---   one for each name. Default: the names are the items
---@return hitbox.World
--- Errors: the string is truncated or damaged, or a newer version saved it; itemOf returns nil, or
--- the same item twice.
function hitbox.load(saved, itemOf) end
