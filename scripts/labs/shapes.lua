-- All kinds of shapes on a table.
--
-- The shape that you hold follows the mouse; click on another to take that one. Left and right
-- rotate it, up and down scale it; the pixels of a mask stay upright and keep their size.
--
-- Yellow: the closest points of two shapes that are apart. Red: the contact points of two that
-- overlap, and the minimum translation, the normal times the depth.
--
-- Uses: every shape constructor, contact, distance, thing.angle, thing.scale and world:shape.
local hitbox = require "hitbox"

local NEAR = 80 -- no line to what is further away

local function star(points, outer, inner)
  local outline = {}
  for i = 0, 2 * points - 1 do
    local r, angle = i % 2 == 0 and outer or inner, (i / points - 0.5) * math.pi
    outline[2 * i + 1], outline[2 * i + 2] = r * math.cos(angle), r * math.sin(angle)
  end
  return hitbox.polygon(outline)
end

local INVADER = {
  "..#.....#..", "...#...#...", "..#######..", ".##.###.##.",
  "###########", "#.#######.#", "#.#.....#.#", "...##.##...",
}

--- A mask of pixels of 5 by 5 units.
local invader = hitbox.mask(55, 40, function(x, y)
  local column = math.floor(x / 5) + 1
  return INVADER[math.floor(y / 5) + 1]:sub(column, column) == "#"
end)

local hammer = hitbox.compound(hitbox.aabb(-4, -12, 8, 44), hitbox.capsule(-16, -18, 16, -18, 9))

local shapes = {
  { "point", hitbox.point(0, 0) },
  { "segment", hitbox.segment(-22, 14, 22, -14) },
  { "aabb", hitbox.aabb(-26, -18, 52, 36) },
  { "circle", hitbox.circle(0, 0, 22) },
  { "capsule", hitbox.capsule(-16, 8, 16, -8, 11) },
  { "box", hitbox.box(0, 0, 48, 26, 0.4) },
  { "polygon", hitbox.polygon(-26, 0, -8, -24, 20, -18, 24, 8, -2, 24) },
  { "rounded", hitbox.polygon({ -16, 12, 16, 12, 0, -14 }, 10) },
  { "ellipse", hitbox.ellipse(0, 0, 32, 14, -0.3) },
  { "outline", star(5, 30, 12) },
  { "compound", hammer },
  { "mask", invader:translated(-27, -20) },
}

local things = {}
for i, one in ipairs(shapes) do
  local x, y = 70 + 112 * ((i - 1) % 4), 62 + 96 * math.floor((i - 1) / 4)
  things[i] = { one[1], at = { x, y }, boxes = { [one[1]] = { shape = one[2] } } }
end

local function boxOf(thing)
  return thing.boxes[thing.name]
end

--- How the one that is held meets another, or how far it is.
local function measure(g, a, b)
  local nx, ny, depth, px, py, qx, qy = hitbox.contact(a, b)
  if nx then
    local x, y = (px + (qx or px)) / 2, (py + (qy or py)) / 2
    g:line(x, y, x + nx * depth, y + ny * depth, "red", 1)
    g:circle(px, py, 2, "red", true)
    if qx then
      g:circle(qx, qy, 2, "red", true)
    end
    g:text(x + 6, y + 4, ("%.1f"):format(depth), "red", 9)
    return
  end
  local d, ax, ay, bx, by = hitbox.distance(a, b)
  if d < NEAR then
    g:line(ax, ay, bx, by, "yellow", 1)
    g:text((ax + bx) / 2 + 4, (ay + by) / 2, ("%.1f"):format(d), "yellow", 9)
  end
end

return hitbox.scene {
  title = "Every kind of shape",
  view = { 480, 320 },
  mouse = true,
  things = things,

  start = function(s)
    s.held = s.polygon
  end,

  update = function(s, input)
    local mouse = input.mouse
    if input:pressed("mouse left") then
      s.held = s:thingAt(mouse.x, mouse.y) or s.held
    elseif mouse.moved then
      s.held:setPosition(mouse.x, mouse.y)
    end
    local held = s.held
    if held ~= s.mask and (input.x ~= 0 or input.y ~= 0) then
      held.scale = math.min(math.max(held.scale * 1.02 ^ -input.y, 0.2), 4)
      held.angle = held.angle + 0.03 * input.x
    end
  end,

  draw = function(s, g)
    local held = s.world:shape(boxOf(s.held))
    g:shape(held, "white")
    for other in s:each() do
      if other ~= s.held then
        measure(g, held, s.world:shape(boxOf(other)))
      end
    end
  end,
}
