--- The names that belong to things and scenes, which a script cannot use for its own fields, `data`, or things. All
--- other names are free.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local reserved = {}

local ANOTHER_NAME = "give your field another name"

--- The fields that things and scenes have, each with what to do instead of assigning it; false: it can be assigned.
reserved.names = {
  thing = {
    x = false, y = false, facing = false, angle = false, scale = false, team = false, color = false, hidden = false,
    alive = "call t:remove(), or s:spawn for a new thing",
    anchor = "call t:setAnchor(anchor, { keep = \"at\" })",
    parent = "call t:attach(parent) or t:detach()",
    type = "a thing keeps the type that it was made with",
    groups = "a thing keeps the groups that it was made with",
    name = "a thing keeps the name that it was made with",
    boxes = "call t:reshape(\"hit\", { ... }) for one box",
    playing = "call t:play(\"jab\") or t:stop()",
    queued = "call t:play(\"jab\", { buffer = 6 })",
    recover = "pass it to a move, as t:move(dx, dy, { recover = 0 })",
    frozen = "call t:freeze(ticks)",
    scene = ANOTHER_NAME, blocked = ANOTHER_NAME, def = ANOTHER_NAME, order = ANOTHER_NAME, frame = ANOTHER_NAME,
    landed = ANOTHER_NAME, stuckTo = ANOTHER_NAME,
  },
  scene = { random = false, services = false, title = false, view = false, done = "call s:quit()" },
}
for _, key in ipairs {
  "contactCount", "contacts", "current", "def", "dt", "hasColors", "hitbox", "input", "kinds", "rules", "ticks", "world",
} do
  reserved.names.scene[key] = ANOTHER_NAME
end

local UNDERSCORE = ("_"):byte()

--- Whether a name begins with "_", as the library's internal fields do.
local function isInternal(key)
  return type(key) == "string" and key:byte() == UNDERSCORE
end

--- Return whether a script may use a name for a field of its own.
---@param kind "thing"|"scene"
function reserved.isFree(kind, key)
  return reserved.names[kind][key] == nil and not isInternal(key) and check.methods[kind][key] == nil
end

--- For check.keys, which is below this file.
function check.isFreeOfThing(key)
  return reserved.isFree("thing", key)
end

--- Raise an error unless a script may assign a field.
---@param kind "thing"|"scene"
---@param name string|nil of the thing
function reserved.check(kind, key, name)
  local owner = name and "thing '" .. name .. "'" or "a scene"
  local advice = reserved.names[kind][key]
  if advice then
    check.fail("'%s' of %s cannot be assigned: %s", key, owner, advice)
  elseif check.methods[kind][key] ~= nil then
    check.failTaken(kind, key)
  elseif isInternal(key) then
    check.fail("'%s' of %s: names that begin with '_' belong to hitbox, %s", key, owner, ANOTHER_NAME)
  end
end

return reserved
