--- The items of a scene's world are the boxes of its things. Only the library may change them: an item that is not a box
--- would have no rules, and a box that moves alone would leave its thing. Scripts call methods of things; the library
--- calls the functions of this table, which are those of worlds: `items.add(world, box, ...)`.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local items = {
  owned = setmetatable({}, { __mode = "k" }), -- the worlds of scenes
}

local PLACE = "t:setPosition(x, y) sets the position of a thing"
local VELOCITY = "t.vx and t.vy are the velocity by which t:moveByVelocity { gravity = 0.25 } moves a thing"

--- What a script calls instead.
local INSTEAD = {
  add = "s:spawn({ \"rock\", at = { 8, 8 }, w = 4, h = 4 }) makes a thing",
  remove = "t:remove() removes a thing, and t:reshape(\"hit\", nil) one of its boxes",
  update = PLACE, updateMany = PLACE, updateGroup = PLACE,
  setTransform = "t.angle and t.scale turn and scale a thing",
  reshape = "t:reshape(\"push\", { w = 12, h = 28 }) changes a box",
  setOneWay = "t:reshape(\"push\", { w = 12, h = 28, oneWay = \"above\" }) changes a box",
  setLayers = "the rules of the scene say which boxes meet",
  move = "t:move(dx, dy) moves a thing", walk = "t:walk(dx) moves a thing", carry = "t:carry(dx, dy) moves a thing",
  depenetrate = "t:depenetrate() pushes a thing out of others", separate = "rules with push = 0.5 part things",
  setMotion = VELOCITY, setVelocity = VELOCITY, setGravity = VELOCITY,
  restore = "it would go back without its things",
  destroy = "s:quit() ends the scene",
}

local refused = {}
for name, instead in pairs(INSTEAD) do
  refused[name] = function()
    check.fail("'%s' of a scene's world is the scene's own: %s", name, instead)
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
