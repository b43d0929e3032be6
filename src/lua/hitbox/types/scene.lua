---@meta _
--- Scenes: see scene.lua, which is loaded when the first one is made.

---@class hitbox
local hitbox = {}

--- Make a scene and call its `start`.
---@param def hitbox.SceneDef
---@return hitbox.Scene
--- Errors: an unknown key (the nearest known one is named), a value of a wrong type or out of range, a
--- rule that names no function. The message begins with the file and line of the call.
function hitbox.scene(def) end
