--- hitbox: 2D collision for Lua games. Exact tests of shapes, worlds with swept moves, and scenes.
---
--- This folder may lie anywhere that `require` finds it, under any name: it looks for the binary
--- and for the other files beside itself.
local name, path = ...
path = path or debug.getinfo(1, "S").source:match("^@(.*)$")

--- The binary for each Lua that there is one for.
local binaries = { ["Lua 5.4"] = "hitbox-lua54.so" }

local binary = binaries[_VERSION]
if not binary then
  error("hitbox has no binary for " .. _VERSION .. " (it has one for Lua 5.4)", 0)
end

local folder = path:match("^(.*[/\\])") or "./"
local open, message = package.loadlib(folder .. binary, "luaopen_hitbox")
if not open then
  error("hitbox cannot load its binary: " .. message, 0)
end

local hitbox, keepCaller = open()

--- Where the other files are, as `require` names them: "hitbox." or "libs/hitbox." or so.
local siblings = (name or "hitbox"):gsub("%.init$", "") .. "."

--- Make a scene: things, anchors, boxes, rules and functions, ready to run. Its files are loaded by
--- the first call, as many a game has scenes of its own.
---@param def table see docs/scenes.md
---@return hitbox.Scene
hitbox.scene = keepCaller(function(def)
  hitbox.scene = keepCaller(require(siblings .. "scene")(hitbox))
  return hitbox.scene(def)
end)

return hitbox
