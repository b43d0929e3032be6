--- Every name that a program can call, as the built module has it.
local hitbox = require "hitbox"
local bump = require "hitbox.bump"
local debugging = require "hitbox.debug"
local testing = require "hitbox.scene.testing"

local bound = {}

--- A local of the file that a function comes from.
local function upvalue(f, wanted)
  local i = 1
  local name, value = debug.getupvalue(f, i)
  while name and name ~= wanted do
    i = i + 1
    name, value = debug.getupvalue(f, i)
  end
  return assert(name and value, "there is no longer a local " .. wanted)
end

--- The table at the end of a chain of __index. Where that is a function, its local of that name, or what it
--- stands behind if none is asked for.
local function methodsOf(value, name)
  local metatable = debug.getmetatable(value)
  while metatable and metatable.__index do
    local behind = metatable.__index
    if type(behind) == "function" then
      return name and upvalue(behind, name) or value
    end
    value = behind
    metatable = debug.getmetatable(value)
  end
  return value
end

--- A scene in which a hero has met a coin, and went along with a lift.
local function sample()
  local objects = {}
  local scene = hitbox.scene {
    title = "a sample",
    rules = { { "hero", "coin", on = "take" } },
    things = {
      { "hero", at = { 0, 0 }, w = 8, h = 8, color = "red", hidden = false },
      { "coin", at = { 2, 0 }, r = 4 },
    },
    take = function(_, c)
      objects.contact = c
    end,
  }
  scene:step()
  objects.scene, objects.thing, objects.input = scene, scene.hero, scene.input
  objects.box = scene.hero.boxes.push
  objects.task = scene:after(60, function() end)
  objects.machine = scene:machine({ idle = {} }, "idle")
  testing.run(function() return scene end, { { "a case", function(t) objects.test = t end } },
    function() end)
  return objects
end

--- Fields of its objects that are private to the library, though nothing hides them.
local own = {
  ["hitbox.Scene"] = { "hitbox", "rules" },
  ["hitbox.Thing"] = { "order" },
  ["hitbox.Box"] = { "order", "class", "def", "shape", "mirrored", "radius", "oneWay", "met" },
  ["hitbox.Input"] = { "hasMouse", "now", "before", "given", "bound", "clicks" },
  ["hitbox.Task"] = { "at", "period", "ticks" },
  ["hitbox.Machine"] = { "done", "scene", "states", "subject" },
  ["hitbox.Test"] = { "raw" },
  ["hitbox.Contact"] = { "seen", "swept", "begun", "next", "crushedAt", "called" },
}

local function functionsOf(methods, all)
  for name, value in pairs(methods) do
    if type(value) == "function" and name:sub(1, 1) ~= "_" then
      all[name] = value
    end
  end
  return all
end

--- The fields of an object, by their names; its own methods aside.
local function fieldsOf(object, class)
  local fields = {}
  for name, value in pairs(object) do
    if type(name) == "string" and name:sub(1, 1) ~= "_" and type(value) ~= "function" then
      fields[name] = value
    end
  end
  for _, name in ipairs(own[class] or {}) do
    fields[name] = nil
  end
  return fields
end

--- Every class: its functions by name, and where it is a table, an object and the object's fields.
---@return table<string, {functions: table<string, function>, object: table|nil, fields: table|nil}>
function bound.classes()
  local objects = sample()
  local bumpWorld = bump.newWorld()
  local classes = {
    ["hitbox"] = { functions = functionsOf(hitbox, {}), object = hitbox },
    ["hitbox.debug"] = { functions = functionsOf(debugging, {}), object = debugging },
    ["hitbox.Shape"] = { functions = functionsOf(methodsOf(hitbox.circle(0, 0, 1)), {}) },
    ["hitbox.World"] = { functions = functionsOf(methodsOf(hitbox.newWorld()), {}) },
    ["hitbox.Scene"] = { functions = functionsOf(methodsOf(objects.scene, "Scene"), {}), object = objects.scene },
    ["hitbox.Thing"] = { functions = functionsOf(methodsOf(objects.thing, "Thing"), {}), object = objects.thing },
    ["hitbox.Box"] = { functions = {}, object = objects.box },
    ["hitbox.Contact"] = { functions = {}, object = objects.contact },
    ["hitbox.Input"] = { functions = functionsOf(methodsOf(objects.input), {}), object = objects.input },
    ["hitbox.Task"] = { functions = functionsOf(methodsOf(objects.task), {}), object = objects.task },
    ["hitbox.Machine"] = {
      functions = functionsOf(debug.getmetatable(objects.machine).__index, {}), -- but a task's
      object = objects.machine,
    },
    ["hitbox.Test"] = { functions = functionsOf(methodsOf(objects.test), {}), object = objects.test },
    ["hitbox.bump"] = { functions = functionsOf(bump, {}), object = bump },
    ["hitbox.bump.World"] = {
      functions = functionsOf(methodsOf(bumpWorld, "methods"), {}),
      object = bumpWorld,
    },
    ["hitbox.bump.rect"] = { functions = functionsOf(bump.rect, {}) },
  }
  for name, class in pairs(classes) do
    class.fields = class.object and fieldsOf(class.object, name)
  end
  classes["hitbox"].fields._VERSION = hitbox._VERSION
  -- draws as math.random does: a function of its own for each scene
  classes["hitbox.Scene"].fields.random = objects.scene.random
  return classes
end

return bound
