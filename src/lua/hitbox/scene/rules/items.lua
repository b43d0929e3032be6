--- The items of a scene's world are the boxes of its things. Only the library may change them: an item that is not a box
--- would have no rules, and a box that moves alone would leave its thing. Scripts call methods of things; the library
--- calls the functions of this table, which are those of worlds: `items.add(world, box, ...)`.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local items = {
  owned = setmetatable({}, { __mode = "k" }), -- the worlds of scenes
}

local PLACE = "call t:setPosition(x, y)"
local VELOCITY = "assign t.vx and t.vy, and call t:moveByVelocity { gravity = 0.25 }"

--- What a script calls instead.
local INSTEAD = {
  add = "call s:spawn { \"rock\", at = { 8, 8 }, w = 4, h = 4 }",
  remove = "call t:remove(), or t:reshape(\"hit\", nil) for one box",
  update = PLACE, updateMany = PLACE, updateGroup = PLACE,
  setTransform = "assign t.angle and t.scale",
  reshape = "call t:reshape(\"push\", { w = 12, h = 28 })",
  setOneWay = "call t:reshape(\"push\", { w = 12, h = 28, oneWay = \"above\" })",
  setLayers = "write a rule",
  move = "call t:move(dx, dy)", walk = "call t:walk(dx)", carry = "call t:carry(dx, dy)",
  depenetrate = "call t:depenetrate()", separate = "write a rule with push = 0.5",
  setMotion = VELOCITY, setVelocity = VELOCITY, setGravity = VELOCITY,
  restore = "the things would not be restored",
  destroy = "call s:quit()",
}

local refused = {}
for name, instead in pairs(INSTEAD) do
  refused[name] = function()
    check.fail("a script cannot call '%s' of a scene's world: %s", name, instead)
  end
end

--- Take over the functions of worlds, once: from a module that no script has changed.
---@param hitbox hitbox
function items.take(hitbox)
  local world = not items.add and hitbox.newWorld()
  for name in pairs(world and refused or {}) do
    items[name] = world[name]
  end
end

--- Have a new world be a scene's.
---@param world hitbox.World
---@return hitbox.World world
function items.own(world)
  for name, refuse in pairs(refused) do
    world[name] = refuse
  end
  items.owned[world] = true
  return world
end

return items
