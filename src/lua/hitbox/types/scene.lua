---@meta _
--- Scenes: see scene.lua, which the first call of `hitbox.scene` loads.

---@class hitbox
---@field services table<string, function> host functions for scenes: `sound` and `music`, which
---   take the arguments of `scene:sound` and `scene:music`. Set them before you make a scene that
---   begins with music. A scene's own `services` take precedence
local hitbox = {}

---@class hitbox.Paint the `g` of a scene's `draw(s, g)`, in world units. The sandbox passes its
---   own; a game passes one that it makes
---@field line fun(g: hitbox.Paint, x1: number, y1: number, x2: number, y2: number, color: any, width: number|nil)
---@field rect fun(g: hitbox.Paint, x: number, y: number, w: number, h: number, color: any, filled: boolean|nil)
---@field circle fun(g: hitbox.Paint, x: number, y: number, r: number, color: any, filled: boolean|nil)
---@field polygon fun(g: hitbox.Paint, corners: number[], color: any, filled: boolean|nil)
---@field shape fun(g: hitbox.Paint, shape: hitbox.Shape, color: any, filled: boolean|nil)
---@field text fun(g: hitbox.Paint, x: number, y: number, text: any, color: any, size: number|nil, anchor: string|nil)
---   (x, y) is the `anchor` point of the text, and of each of its lines. Default: "top-left"
---@field textSize fun(g: hitbox.Paint, text: any, size: number|nil): number, number w and h at the
---   current zoom
---@field picture fun(g: hitbox.Paint, path: string, x: number, y: number, w: number|nil, h: number|nil, part: table|nil)
---@field width fun(g: hitbox.Paint): number of the view
---@field height fun(g: hitbox.Paint): number of the view

--- Make a scene and call its `start`.
---@param def hitbox.SceneDef
---@return hitbox.Scene
--- Errors: an unknown key, and the message names the nearest known one; a value of a wrong type or
--- out of range; a rule that names a function which does not exist. The message begins with the
--- file and line of the call.
function hitbox.scene(def) end

--- Iterate over a table like Lua's `pairs`, but in the same order in each run. The order is
--- numbers, strings, false, true, then things, then boxes, the last two in order of creation. In
--- the sandbox, a script's `pairs` is this function.
---@param t table
---@return fun(t: table, key: any): any, any next
---@return table t
function hitbox.pairs(t) end

--- Read a JSON export of Aseprite and return the anchor, boxes, actions and sprites of a thing, see
--- docs/guides/scenes/frame-data.md.
---@param given string|table the JSON text, a parsed JSON table, or { file =, tick = }: a file in
---   the folder of the calling file, or below it
---@param options {tick: number?}? ticks per second. Default: 60
---@return {anchor: hitbox.Anchor, boxes: table<string, hitbox.BoxDef>, actions: table<string, hitbox.ActionDef>, sprites: table, image: string?} made
--- Errors: the file does not exist; the JSON is not an Aseprite export, and the message names the
--- fault.
function hitbox.aseprite(given, options) end
