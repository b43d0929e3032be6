-- The separating axis theorem: two convex shapes are apart if, and only if, a line fits between
-- them.
--
-- It is enough to test the directions of their edges. Drag the shapes.
--
-- Each edge has a number. Projected onto its normal a shape is an interval, a bar on the right. A
-- gap between two bars proves that the shapes are apart. Without a gap, the number at the end of a
-- row is the overlap along that normal. The smallest one is the minimum translation: the white
-- outline is the second shape after it.
--
-- Uses: contact, distance, shape:points and shape:translated. None of them needs a world.
local hitbox = require "hitbox"

local PENTAGON = { -56, -48, 40, -48, 64, 8, 20, 56, -56, 40 }
local TRIANGLE = { -52, 0, 34, -48, 34, 48 }
local PANEL, SCALE = 386, 0.4 -- the middle of the bars, and their size

--- The interval that a shape covers along a direction.
local function interval(points, nx, ny)
  local low, high = math.huge, -math.huge
  for i = 1, #points, 2 do
    local along = points[i] * nx + points[i + 1] * ny
    low, high = math.min(low, along), math.max(high, along)
  end
  return low, high
end

--- A row for each edge of `points`: both shapes as intervals along its normal.
local function addRows(rows, points, a, b, color)
  for i = 1, #points, 2 do
    local x, y = points[i], points[i + 1]
    local ex, ey = (points[i + 2] or points[1]) - x, (points[i + 3] or points[2]) - y
    local length = math.sqrt(ex * ex + ey * ey)
    local row = { x = x + ex / 2, y = y + ey / 2, color = color }
    row.nx, row.ny = ey / length, -ex / length
    row.a0, row.a1 = interval(a, row.nx, row.ny)
    row.b0, row.b1 = interval(b, row.nx, row.ny)
    row.from, row.to = math.max(row.a0, row.b0), math.min(row.a1, row.b1)
    row.way = math.min(row.a1 - row.b0, row.b1 - row.a0) -- out of each other; below 0: a gap
    rows[#rows + 1] = row
    if not rows.best or row.way < rows.best.way then
      rows.best = row
    end
  end
end

local function drawRow(g, row, number, best)
  local y = 50 + 20 * number
  local middle = (math.min(row.a0, row.b0) + math.max(row.a1, row.b1)) / 2
  local function bar(top, from, to, h, color)
    g:rect(PANEL + (from - middle) * SCALE, y + top, (to - from) * SCALE, h, color, true)
  end
  bar(0, row.a0, row.a1, 5, "#5aa9ffb0")
  bar(7, row.b0, row.b1, 5, "#ff9f4ab0")
  bar(-2, math.min(row.from, row.to), math.max(row.from, row.to), 16,
    row.way > 0 and "#ffffff28" or "#5fd38d90")
  g:text(316, y, number, best and "white" or row.color, 9)
  g:text(444, y, ("%.1f"):format(row.way), best and "white" or "grey", 9)
  g:text(row.x + 9 * row.nx, row.y + 9 * row.ny, number, best and "white" or row.color, 9, "center")
  if best then
    g:rect(310, y - 3, 160, 18, "#ffffffa0")
  end
end

return hitbox.scene {
  title = "Separating axes",
  view = { 480, 256 },

  things = {
    { "a", at = { 98, 130 }, points = PENTAGON, color = "blue", data = { spin = 0.004 } },
    { "b", at = { 214, 130 }, points = TRIANGLE, color = "orange", data = { spin = -0.007 } },
  },

  update = function(s)
    for one in s:each() do
      one.angle = one.angle + one.spin
    end
    s.b.x = s.b.x - 0.4 * hitbox.direction(s.ticks / 80) -- to and fro about where it was dragged
  end,

  rows = function(s)
    local a, b = s.world:shape(s.a.boxes.push):points(), s.world:shape(s.b.boxes.push):points()
    local rows = {}
    addRows(rows, a, a, b, "blue")
    addRows(rows, b, a, b, "orange")
    return rows
  end,

  draw = function(s, g)
    g:text(16, 12, "Is there a line between them?", "white", 16)
    g:text(16, 34, "Drag the shapes. Seen along the normal of an edge, each is a bar.", "grey", 9)
    local rows = s.def.rows(s)
    for i, row in ipairs(rows) do
      drawRow(g, row, i, row == rows.best)
    end

    local a, b = s.world:shape(s.a.boxes.push), s.world:shape(s.b.boxes.push)
    local nx, ny, depth, px, py, qx, qy = hitbox.contact(a, b)
    if nx then
      g:shape(b:translated(nx * depth, ny * depth), "#ffffffa0")
      g:line(s.b.x, s.b.y, s.b.x + nx * depth, s.b.y + ny * depth, "white", 1)
      g:circle(px, py, 2.5, "red", true)
      if qx then
        g:circle(qx, qy, 2.5, "red", true)
      end
      g:text(16, 228, ("No: least way out %.1f."):format(depth), "red", 11)
    else
      local d, ax, ay, bx, by = hitbox.distance(a, b)
      local best, gap = rows.best, math.max(0, -rows.best.way)
      local x, y = (ax + bx) / 2, (ay + by) / 2
      local off = (best.from + best.to) / 2 - x * best.nx - y * best.ny
      x, y = x + off * best.nx, y + off * best.ny -- in the middle of the gap
      g:line(x - 64 * best.ny, y + 64 * best.nx, x + 64 * best.ny, y - 64 * best.nx, "green", 1)
      g:line(ax, ay, bx, by, "yellow", 1)
      g:text(16, 228, ("Yes: widest gap %.1f, distance %.1f."):format(gap, d), "green", 11)
    end
  end,
}
