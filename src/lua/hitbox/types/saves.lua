---@meta _
--- Going back by some frames, and saved games. Both hold shapes, places, layers, motions, who met whom and
--- all else that a world goes on with; no functions, no fields of your own, and no results of calls.

---@class hitbox
local hitbox = {}

---@class hitbox.World: userdata
local World = {}

--- A world at a moment, with its items, to go back to within one program.
---@class hitbox.Snapshot: userdata

--- Keep the world as it is now.
---@param into hitbox.Snapshot? one of this world, to be filled anew, which makes no garbage; a new one if nil
---@return hitbox.Snapshot
--- Errors: the snapshot is of another world.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("ball", 0, 0, 8, 8)
---     local before = world:snapshot()
---     world:update("ball", 50, 0)
---     world:restore(before)
---     print(world:position("ball"))   --> 0.0	0.0
function World:snapshot(into) end

--- Make the world what it was: what was removed is back, and what was added is out. From there it goes on
--- to the last bit as it did. A string loads a saved world into this one, which keeps its own fields.
---@param from hitbox.Snapshot|string of this world; or what `save` returned
---@param itemOf (fun(name: string|number|boolean): any)? for a string: the item of a name, each another one; nil if names are the items
--- Errors: the snapshot is of another world; the string was cut or changed, or a newer version saved it;
--- itemOf returns nil, or an item twice. Then the world is as it was.
function World:restore(from, itemOf) end

--- The world as a string, the same from every Lua and processor.
---@param nameOf (fun(item: any): string|number|boolean)? the name of an item; nil if all items are such values
---@return string
--- Errors: an item without a name; the world changed meanwhile.
--- Example:
---     local world = hitbox.newWorld()
---     world:add("wall", 10, 0, 8, 8)
---     local saved = world:save()
---     print(hitbox.load(saved):position("wall"))   --> 10.0	0.0
function World:save(nameOf) end

--- Make the world that was saved.
---@param saved string what `World:save` returned
---@param itemOf (fun(name: string|number|boolean): any)? the item of a name, each another one; nil if names are the items
---@return hitbox.World
--- Errors: the string was cut or changed, or a newer version saved it; itemOf returns nil, or an item twice.
function hitbox.load(saved, itemOf) end
