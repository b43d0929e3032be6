---@meta _
--- Scenes: see scene.lua, which is loaded when the first one is made.

---@class hitbox
---@field services table<string, function> what the host lets scenes have: `sound` and `music`, functions of the
---   arguments of `scene:sound` and `scene:music`. To be set before scenes are made that begin with music;
---   a scene's own `services` come before these
local hitbox = {}

--- Make a scene and call its `start`.
---@param def hitbox.SceneDef
---@return hitbox.Scene
--- Errors: an unknown key (the nearest known one is named), a value of a wrong type or out of range, a
--- rule that names no function. The message begins with the file and line of the call.
function hitbox.scene(def) end

--- As Lua's `pairs`, but in the same order in each run: numbers, strings, false, true, things and boxes by
--- their making. In the sandbox a script's `pairs` is this one.
---@param t table
---@return fun(t: table, key: any): any, any next
---@return table t
function hitbox.pairs(t) end

--- Read what Aseprite exports as JSON: the anchor, boxes, moves and sprites of a thing, see docs/moves.md.
---@param given string|table the text, what a JSON reader has made of it, or { file =, tick = }: a file beside the one that calls this, or below
---@param options {tick: number?}? how many ticks a second has; 60 if nil
---@return {anchor: hitbox.Anchor, boxes: table<string, hitbox.BoxDef>, moves: table<string, hitbox.MoveDef>, sprites: table, image: string?} made
--- Errors: there is no such file; it is no such export; what is wrong in it is named.
function hitbox.aseprite(given, options) end
