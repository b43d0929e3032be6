--- The names that things and scenes have of their own: one list, and one check for what a script assigns, for `data`, and
--- for what things are called. All other names are free for the fields of users.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local reserved = {}

--- By what has them: the fields of its own, each with the error of an assignment, in which %s is the thing's name. What
--- may be assigned has false.
reserved.names = {
  thing = {
    x = false, y = false, facing = false, angle = false, scale = false, team = false, color = false, hidden = false,
    alive = "remove takes thing '%s' away, and spawn makes others",
    anchor = "setAnchor changes the anchor of thing '%s', and says what stays",
    parent = "attach and detach change the parent of thing '%s'",
    type = "the type of thing '%s' is what it was made of",
    groups = "the groups of thing '%s' are those that it was made with",
    name = "the name of thing '%s' is the one that it was made with, by which rules and s:each know it",
    boxes = "boxes of thing '%s' are changed one by one: t:reshape(\"hit\", { ... })",
    scene = "scene of thing '%s' is the one that it lives in: your field needs another name",
    blocked = "blocked of thing '%s' is what its moves set: your field needs another name",
    def = "def of thing '%s' is what it was made of: your field needs another name",
    order = "order of thing '%s' is the number of its making: your field needs another name",
    playing = "no action of thing '%s' is played by assigning its name: t:play(\"jab\") plays it, t:stop() ends it",
    frame = "frame of thing '%s' is that of the action that it plays: your field needs another name",
    landed = "landed of thing '%s' is what comes of its actions, \"hit\" or \"block\": your field needs another name",
    queued = "queued of thing '%s' is the action that begins next: t:play(\"jab\", { buffer = 6 }) sets it",
    recover = "recover of thing '%s' is what its definition says: t:move(dx, dy, { recover = 0 }) is for one move",
    frozen = "thing '%s' is not frozen by an assignment: t:freeze(ticks) does it",
    stuckTo = "stuckTo of thing '%s' is what rules with response = \"stick\" set: your field needs another name",
  },
  scene = {
    random = false, services = false, title = false, view = false,
    done = "'done' of a scene is set by its quit(): your field needs another name",
  },
}
for _, key in ipairs {
  "contactCount", "contacts", "current", "def", "dt", "hasColors", "hitbox", "input", "kinds", "rules", "ticks", "world",
} do
  reserved.names.scene[key] = ("'%s' of a scene is its own: your field needs another name"):format(key)
end

local UNDERSCORE = ("_"):byte()

--- Whether a name begins as those do that the library has for itself.
local function isInner(key)
  return type(key) == "string" and key:byte() == UNDERSCORE
end

--- Whether nothing of its own has a name.
---@param kind "thing"|"scene"
function reserved.isFree(kind, key)
  return reserved.names[kind][key] == nil and not isInner(key) and check.methods[kind][key] == nil
end

--- For check.keys, which is below this file.
function check.isFreeOfThing(key)
  return reserved.isFree("thing", key)
end

--- Raise an error unless a script may assign what has a name.
---@param kind "thing"|"scene"
---@param name string|nil of the thing
function reserved.check(kind, key, name)
  local message = reserved.names[kind][key]
  if message then
    check.fail(message, name)
  elseif check.methods[kind][key] ~= nil then
    check.fail("%s", check.takenName(kind, key, name and "thing '" .. name .. "'"))
  elseif isInner(key) then
    check.fail("'%s' of %s: names that begin with '_' are hitbox's, your field needs another one", key,
      name and "thing '" .. name .. "'" or "a scene")
  end
end

return reserved
