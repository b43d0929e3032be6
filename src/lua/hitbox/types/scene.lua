---@meta _
--- Scenes: see scene.lua, which is loaded when the first one is made.

---@class hitbox
---@field services table<string, function> what the host lets scenes have: `sound` and `music`, functions of the
---   arguments of `scene:sound` and `scene:music`. To be set before scenes are made that begin with music;
---   a scene's own `services` come before these
local hitbox = {}

---@class hitbox.Paint what the sandbox's `draw(s, g)` draws with, in world units; a game gives one of its own
---@field line fun(g: hitbox.Paint, x1: number, y1: number, x2: number, y2: number, color: any, width: number|nil)
---@field rect fun(g: hitbox.Paint, x: number, y: number, w: number, h: number, color: any, filled: boolean|nil)
---@field circle fun(g: hitbox.Paint, x: number, y: number, r: number, color: any, filled: boolean|nil)
---@field polygon fun(g: hitbox.Paint, corners: number[], color: any, filled: boolean|nil)
---@field shape fun(g: hitbox.Paint, shape: hitbox.Shape, color: any, filled: boolean|nil)
---@field text fun(g: hitbox.Paint, x: number, y: number, text: any, color: any, size: number|nil, anchor: string|nil) the
---   anchor is the point of the text, and of each of its lines, that x and y name, "top-left" if nil
---@field textSize fun(g: hitbox.Paint, text: any, size: number|nil): number, number w and h, as it is drawn at this zoom
---@field picture fun(g: hitbox.Paint, path: string, x: number, y: number, w: number|nil, h: number|nil, part: table|nil)
---@field width fun(g: hitbox.Paint): number of the view
---@field height fun(g: hitbox.Paint): number of the view

--- Make a scene and call its `start`.
---@param def hitbox.SceneDef
---@return hitbox.Scene
--- Errors: an unknown key (the nearest known one is named), a value of a wrong type or out of range, a
--- rule that names no function. The message begins with the file and line of the call.
function hitbox.scene(def) end

--- As Lua's `pairs`, but in the same order in each run: numbers, strings, false, true, then things and
--- then boxes, each by their making. In the sandbox a script's `pairs` is this one.
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
