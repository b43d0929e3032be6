--- What scenes are made of: the keys of their definitions, and what these have to be.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local Input = require(folder .. "scene.input")

local definition = {}

---@class hitbox.SceneDef functions of any other name are for rules, and for the scene's own use
---@field tick integer|nil ticks per second, 60 if nil
---@field seed integer|nil of the random numbers, 1 if nil
---@field policy "overlap"|"touch"|"pixel"|nil what counts as meeting, "overlap" if nil
---@field broadPhase "grid"|"tree"|"brute"|nil how it finds what may meet, "grid" if nil; the answers are equal
---@field recover number|nil how deep an overlap may be that moves push a thing out of, in world units; 0 for never;
---   half the smaller side of its push box if nil
---@field title string|nil
---@field view number[]|nil {w, h} or {x, y, w, h} in world units, {320, 240} if nil
---@field background any a colour
---@field mouse boolean|nil the scene uses the left mouse button
---@field rules hitbox.RuleDef[]|nil the first that matches wins; pairs that none names are ignored
---@field types table<string, hitbox.TypeDef>|nil what things can be made of
---@field map hitbox.MapDef|hitbox.MapDef[]|nil made before the things
---@field things hitbox.ThingDef[]|nil made in this order
---@field start fun(s: hitbox.Scene)|nil
---@field update fun(s: hitbox.Scene, input: hitbox.Input, dt: number)|nil called in each tick
---@field draw fun(s: hitbox.Scene, g: hitbox.Paint)|nil for the host
---@field drawAbove fun(s: hitbox.Scene, g: hitbox.Paint)|nil the same, above what the host draws of boxes
---@field tests table[]|nil cases of hitbox.testing
---@field input table<string, string[]>|nil buttons of actions: { dash = { "key c", "pad b" } }
---@field scenes table<string, hitbox.SceneDef>|nil others, to switch to

--- What a definition may have, besides functions, whose names are free.
local defKeys = {
  tick = true, seed = true, policy = true, broadPhase = true, recover = true, title = true, view = true,
  background = true, mouse = true, rules = true, types = true, map = true, things = true, start = true,
  update = true, draw = true, drawAbove = true, tests = true, input = true, scenes = true,
}
--- What type they must have, if they are given, in the order in which they are checked.
local defTypes = {
  { "start", "function" }, { "update", "function" }, { "draw", "function" }, { "title", "string" },
  { "mouse", "boolean" }, { "rules", "table" }, { "types", "table" }, { "things", "table" },
  { "tests", "table" }, { "input", "table" }, { "scenes", "table" }, { "drawAbove", "function" },
}
local broadPhases = { grid = true, tree = true, brute = true }

--- Functions have any names, so `upadte` is one that nobody calls. Refuse it where there is no `update`.
local function checkCalled(def, functions)
  for _, called in ipairs { "start", "update", "draw", "drawAbove" } do
    for name in pairs(def[called] == nil and functions or {}) do
      if check.isShuffled(name, called) then
        check.fail("function '%s' of the scene is called by nothing, did you mean '%s'?", name, called)
      end
    end
  end
end

--- Check a definition, and those of the scenes that it may switch to. These have none of their own to switch to.
---@param name string|nil of a scene to switch to
---@return table<string, function> functions those of the scene's own names
function definition.check(def, name)
  if type(def) ~= "table" then
    check.fail("%s is made of a table, got %s", name and "scene '" .. name .. "'" or "a scene", check.show(def))
  elseif check.selves[def] or def.newWorld then
    check.fail(check.selves[def] and "scenes of the scene are the tables that scenes are made of, without hitbox.scene"
      or "write hitbox.scene { ... }, with '.': it takes a table alone")
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
