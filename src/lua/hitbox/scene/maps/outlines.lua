--- The shapes of what Tiled calls objects: rectangles, ellipses, capsules, polygons and polylines, each
--- turned about its own (x, y), clockwise and in degrees.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local outlines = {}

--- Radians from Tiled's degrees.
function outlines.angle(object)
  return math.rad(object.rotation or 0)
end

--- A point of an object's own frame, turned about its (x, y), from there.
function outlines.turn(hitbox, object, x, y)
  local c, s = hitbox.direction(outlines.angle(object))
  if (object.rotation or 0) % 90 == 0 then -- so that whole numbers stay whole
    c, s = math.floor(c), math.floor(s)
  end
  return x * c - y * s, x * s + y * c
end

--- A function that takes a point from an object's own frame into that of what it belongs to, which is
--- stretched.
local function mapper(hitbox, object, x, y, sx, sy)
  return function(px, py)
    px, py = outlines.turn(hitbox, object, px, py)
    return (x + px) * sx, (y + py) * sy
  end
end

local function flat(list, map)
  local points = {}
  for _, point in ipairs(list) do
    points[#points + 1], points[#points + 2] = map(point.x, point.y)
  end
  return points
end

local makers = {}

function makers.rectangle(hitbox, object, map)
  local w, h = object.width, object.height
  local x1, y1 = map(0, 0)
  local x2, y2 = map(w, h)
  if (object.rotation or 0) % 90 == 0 then
    return hitbox.aabbCorners(x1, y1, x2, y2)
  end
  return hitbox.polygon(flat({ { x = 0, y = 0 }, { x = w, y = 0 }, { x = w, y = h }, { x = 0, y = h } }, map))
end

function makers.ellipse(hitbox, object, map, sx, sy)
  local rx, ry = object.width / 2, object.height / 2
  local cx, cy = map(rx, ry)
  if sx ~= sy and (object.rotation or 0) ~= 0 then
    error("a turned ellipse cannot be stretched in one direction", 0)
  elseif rx * sx == ry * sy then
    return hitbox.circle(cx, cy, rx * sx)
  end
  return hitbox.ellipse(cx, cy, rx * sx, ry * sy, outlines.angle(object))
end

function makers.capsule(hitbox, object, map, sx, sy)
  local w, h = object.width, object.height
  if w == h then
    return makers.ellipse(hitbox, object, map, sx, sy)
  elseif sx ~= sy then
    error("a capsule cannot be stretched in one direction", 0)
  end
  local r = math.min(w, h) / 2
  local x1, y1 = map(r, r)
  local x2, y2 = map(w - r, h - r)
  return hitbox.capsule(x1, y1, x2, y2, r * sx)
end

function makers.polygon(hitbox, object, map)
  return hitbox.polygon(flat(object.polygon, map))
end

function makers.polyline(hitbox, object, map)
  local points, parts = flat(object.polyline, map), {}
  for i = 1, #points - 3, 2 do
    parts[#parts + 1] = hitbox.segment(points[i], points[i + 1], points[i + 2], points[i + 3])
  end
  return parts[2] and hitbox.compound(parts) or parts[1]
end

--- Whether an object has a shape: points and texts have none.
function outlines.has(object)
  return makers[object.shape] ~= nil
end

--- The number of corners of an ellipse that is stretched.
local CORNERS = 24

--- An object whose shape is near that of one which cannot be had: a polygon for an ellipse or a capsule, the edges
--- for a polygon that crosses itself.
local function nearest(hitbox, object)
  local points = {}
  if object.shape == "polygon" then
    for i, point in ipairs(object.polygon) do
      points[i] = point
    end
    points[#points + 1] = points[1]
    return { shape = "polyline", rotation = object.rotation, polyline = points }
  end
  local rx, ry = object.width / 2, object.height / 2
  local r = object.shape == "capsule" and math.min(rx, ry) or nil
  for i = 1, CORNERS do
    local c, s = hitbox.direction((i - 0.5) * 2 * math.pi / CORNERS)
    local dx, dy = (r and rx - r or 0) * (c > 0 and 1 or -1), (r and ry - r or 0) * (s > 0 and 1 or -1)
    points[i] = { x = rx + dx + (r or rx) * c, y = ry + dy + (r or ry) * s }
  end
  return { shape = "polygon", rotation = object.rotation, polygon = points }
end

--- Make the shape of an object, or the nearest one that can be had.
---@param meaning table of meaning.lua
---@param ... any of a maker
local function makeNearest(hitbox, object, map, meaning, owner, reason)
  if meaning.strict then
    check.fail("%s: %s", owner, reason)
  end
  local near = nearest(hitbox, object)
  local ok, shape = pcall(makers[near.shape], hitbox, near, map)
  meaning:note(("%s: %s; %s"):format(owner, reason, ok and "read as its edges" or "left out"))
  return ok and shape or nil
end

--- The shape of an object.
---@param ctx table of the map
---@param object table
---@param x number where its own (x, y) is to be
---@param y number
---@param sx number all of it is stretched by, about the origin
---@param sy number
---@param owner string
---@return userdata|nil shape nil for points and texts, which have none
function outlines.shape(ctx, object, x, y, sx, sy, owner)
  local make, hitbox = makers[object.shape], ctx.scene.hitbox
  if make then
    local map = mapper(hitbox, object, x, y, sx, sy)
    local ok, shape = pcall(make, hitbox, object, map, sx, sy)
    if not ok then
      return makeNearest(hitbox, object, map, ctx.meaning, owner, check.reason(shape))
    end
    return shape
  end
end

--- How a tile is laid down by Tiled's flags: mirrored about its diagonal first, then horizontally, then
--- vertically. All eight ways are a facing and quarter turns.
---@param across boolean
---@param down boolean
---@param diagonal boolean
---@return 1|-1 facing
---@return number angle
---@return fun(x: number, y: number): number, number turn a point, from the tile's middle
function outlines.flips(across, down, diagonal)
  local fx, fy = across and -1 or 1, down and -1 or 1
  local facing = fx * fy * (diagonal and -1 or 1)
  local c, s = diagonal and 0 or fy, diagonal and -fx or 0
  local angle = c == 1 and 0 or c == -1 and math.pi or s * math.pi / 2
  return facing, angle, function(x, y)
    if diagonal then
      x, y = y, x
    end
    return fx * x, fy * y
  end
end

return outlines
