--- The normals of blows. A blow is a contact of a box of kind "hit" with a box of another kind. A hit box appears beside
--- the striker, often in the middle of the struck box, so the shortest way out of the overlap says little, and changes
--- from tick to tick. The body of the striker says where the blow comes from.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local stored = require(folder .. "scene.thing.stored")
local blows = {}

--- Whether boxes of two kinds are a blow.
---@param a string
---@param b string
---@return boolean
function blows.isOf(a, b)
  return (a == "hit") ~= (b == "hit")
end

--- The body of the striker: the push box of the thing with the hit box, or of the thing that it hangs on.
local function bodyOf(hit)
  local thing = hit.thing
  local push = thing.boxes.push or stored.root(thing).boxes.push
  return push and push.alive and push or nil
end

--- The unit vector from a box to a body that does not overlap it: along the gap between their bounds. If there is no
--- gap, along the axis on which the bounds overlap least.
local function directionTo(world, body, struck)
  local left1, top1, right1, bottom1 = world:edges(struck)
  local left2, top2, right2, bottom2 = world:edges(body)
  local right, below = left2 - right1, top2 - bottom1
  local dx, dy = math.max(right, left1 - right2), math.max(below, top1 - bottom2)
  local signX, signY = dx == right and 1.0 or -1.0, dy == below and 1.0 or -1.0
  if dx > 0 and dy > 0 then
    local length = math.sqrt(dx * dx + dy * dy)
    return signX * dx / length, signY * dy / length
  elseif dx >= dy then
    return signX, 0.0
  end
  return 0.0, signY
end

--- The normal of the blow that two boxes are.
---@param world hitbox.World
---@param a hitbox.Box
---@param b hitbox.Box
---@return number|nil nx unit, from b to a; nil if the two are no blow, or the striker has no body
---@return number|nil ny
function blows.normal(world, a, b)
  if not blows.isOf(a.kind, b.kind) then
    return nil
  end
  local isHit, hit, struck = a.kind == "hit", a, b
  if not isHit then
    hit, struck = b, a
  end
  local body = bodyOf(hit)
  if not body then
    return nil
  end
  local nx, ny = world:contact(struck, body)
  if not nx then
    nx, ny = directionTo(world, body, struck)
  end
  if isHit then
    return nx, ny
  end
  return 0 - nx, 0 - ny
end

return blows
