-- A trusted scene, put behind `local PROJECT, FILES = ...`: prints all names that the library gives anything,
-- within reach or not, and those that are annotated in the files, a line each.
local annotations = dofile(PROJECT .. "/tests/api/annotations.lua")
local hitbox = require "hitbox"

local scene = hitbox.scene {
  rules = { { "hero", "coin", on = "take" } }, things = { { "hero", w = 4, h = 4 }, { "coin", w = 4, h = 4 } },
  take = function() end,
}
scene:step()

-- Also through metatables and the variables of functions, which no script sees.
local seen, names = {}, {}
local function visit(value)
  if value == nil or seen[value] or value == _G or value == package or value == FILES then
    return
  end
  seen[value] = true
  visit(type(value) ~= "string" and debug.getmetatable(value) or nil)
  if type(value) == "table" then
    for key, entry in next, value do
      if type(key) == "string" and key:find("^[%a_][%w_]*$") then
        names[key] = true
      end
      visit(entry)
    end
  elseif type(value) == "function" then
    local i = 1
    local name, upvalue = debug.getupvalue(value, i)
    while name do
      visit(upvalue)
      i = i + 1
      name, upvalue = debug.getupvalue(value, i)
    end
  end
end
visit(hitbox)
visit(scene)
visit(hitbox.circle(0, 0, 1))
visit(require("hitbox.scene.testing")._methods)

for name in pairs(names) do
  print("candidate", name)
end

local all = annotations.read(FILES)
for name, class in pairs(all.classes) do
  for _, field in ipairs(class.fields) do
    print("public", name, field.name)
  end
  for key in pairs(class.functions) do
    print("public", name, key)
  end
end

return scene
