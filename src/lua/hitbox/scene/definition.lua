--- The definition of a scene: its keys and the types of their values.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local Input = require(folder .. "scene.input")

local definition = {}

---@class hitbox.SceneDef Functions of any other name are for rules, and for the scene's own use
---@field tick integer|nil ticks per second. Default: 60
---@field seed integer|nil the seed of the random numbers. Default: 1
---@field policy "overlap"|"touch"|"pixel"|nil the contact policy. Default: "overlap"
---@field broadPhase "grid"|"tree"|"brute"|nil the broad phase. It does not change any result.
---   Default: "grid"
---@field recover number|nil moves push a thing out of overlaps up to this depth, in world units; 0
---   for never. Default: half the smaller side of its push box
---@field title string|nil
---@field view number[]|nil {w, h} or {x, y, w, h} in world units. Default: all of the
---   map, or {320, 240} without one
---@field background any a colour
---@field mouse boolean|nil true if the scene uses the left mouse button
---@field rules hitbox.RuleDef[]|nil the first rule that matches a pair decides; all other pairs are
---   ignored
---@field types table<string, hitbox.TypeDef>|nil definitions that things share, by name
---@field map hitbox.MapDef|hitbox.MapDef[]|nil created before the things
---@field things hitbox.ThingDef[]|nil created in this order
---@field start fun(s: hitbox.Scene)|nil called once, when all things exist
---@field update fun(s: hitbox.Scene, input: hitbox.Input, dt: number)|nil called in each tick
---@field draw fun(s: hitbox.Scene, g: hitbox.Paint)|nil called by the host, below the boxes that it
---   draws
---@field drawAbove fun(s: hitbox.Scene, g: hitbox.Paint)|nil the same, above the boxes
---@field tests table[]|nil test cases, see the tests of scenes
---@field input table<string, string[]>|nil the buttons of input actions: { dash = { "key c", "pad
---   b" } }
---@field scenes table<string, hitbox.SceneDef>|nil other scenes, for `scene:switch`

--- The known keys of a definition. Functions may have any other name.
local defKeys = {
  tick = true, seed = true, policy = true, broadPhase = true, recover = true, title = true, view = true,
  background = true, mouse = true, rules = true, types = true, map = true, things = true, start = true,
  update = true, draw = true, drawAbove = true, tests = true, input = true, scenes = true,
}
--- The types of some keys, in the order in which they are checked.
local defTypes = {
  { "start", "function" }, { "update", "function" }, { "draw", "function" }, { "title", "string" },
  { "mouse", "boolean" }, { "rules", "table" }, { "types", "table" }, { "things", "table" },
  { "tests", "table" }, { "input", "table" }, { "scenes", "table" }, { "drawAbove", "function" },
}
local broadPhases = { grid = true, tree = true, brute = true }

--- A misspelt `upadte` would be a function that is never called. Refuse it if there is no `update`.
local function checkCalled(def, functions)
  for _, called in ipairs { "start", "update", "draw", "drawAbove" } do
    for name in pairs(def[called] == nil and functions or {}) do
      if check.isShuffled(name, called) then
        check.fail("nothing calls the function '%s' of the scene, did you mean '%s'?", name, called)
      end
    end
  end
end

--- Check a definition, and those of the scenes that it may switch to. These have none of their own to switch to.
---@param name string|nil of a scene to switch to
---@return table<string, function> functions those of the scene's own names
function definition.check(def, name)
  if type(def) ~= "table" then
    check.fail("%s must be a table, got %s", name and "scene '" .. name .. "'" or "a scene", check.show(def))
  elseif check.selves[def] or def.newWorld then
    check.fail(check.selves[def] and "scenes of the scene must be plain tables: leave out hitbox.scene"
      or "call hitbox.scene { ... } with '.', not with ':'")
  end
  local owner, known = name and "scene '" .. name .. "'" or "the scene", {}
  for key in pairs(defKeys) do
    known[key] = true
  end
  local functions = {}
  for key, value in pairs(def) do
    if type(key) == "string" and type(value) == "function" then
      known[key] = true
      functions[key] = not defKeys[key] and value or nil
    end
  end
  check.keys(def, known, owner)
  for _, typed in ipairs(defTypes) do
    local key = typed[1]
    if def[key] ~= nil then
      check.type(def[key], typed[2], key, owner)
    end
  end
  checkCalled(def, functions)
  check.list(def.rules or {}, "rules", owner, ": a rule is { 'hero', 'coin', on = 'take' }")
  check.list(def.things or {}, "things", owner, ": a thing is { 'name', at = { 40, 100 }, ... }")
  check.list(def.tests or {}, "tests", owner, check.CASE)
  check.policy(def.policy or "overlap", "policy", owner)
  check.word(def.broadPhase == nil and "grid" or def.broadPhase, broadPhases, "broadPhase", owner)
  if def.recover ~= nil then
    check.size(def.recover, "recover", owner)
  end
  check.count(def.tick or 60, "tick", owner)
  if check.number(def.seed or 1, "seed", owner) % 1 ~= 0 then
    check.refuse("seed", owner, "a whole number", def.seed)
  end
  Input.check(def.input or {})
  for key, other in pairs(not name and def.scenes or {}) do
    if type(key) ~= "string" then
      check.fail("scenes of the scene must be by name, got the key %s", check.show(key))
    end
    definition.check(other, key)
  end
  return functions
end

return definition
