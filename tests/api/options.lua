--- The options that the module lists in its error about an unknown option.
local hitbox = require "hitbox"

--- A word of one letter, which is near to none.
local UNKNOWN = "?"

local function complaint(f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "an unknown option was taken")
  return message
end

--- A complaint for each class of options, by its name.
return function()
  local unknown = { [UNKNOWN] = true }
  local scene = hitbox.scene { things = { { "hero", w = 8, h = 8 } } }
  local hero = scene.hero
  return {
    ["hitbox.SceneDef"] = complaint(hitbox.scene, unknown),
    ["hitbox.ThingDef"] = complaint(scene.spawn, scene, { "a", [UNKNOWN] = true }),
    ["hitbox.BoxDef"] = complaint(hero.reshape, hero, "hit", unknown),
    ["hitbox.RuleDef"] = complaint(hitbox.scene, { rules = { { "a", "b", [UNKNOWN] = true } } }),
    ["hitbox.MoveOptions"] = complaint(hero.move, hero, 0, 0, unknown),
    ["hitbox.WalkOptions"] = complaint(hero.walk, hero, 0, 0, unknown),
    ["hitbox.CarryOptions"] = complaint(hero.carry, hero, 0, 0, unknown),
  }
end
