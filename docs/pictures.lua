-- Draws the pictures of docs/explanations/exactness.md from hitbox's own answers:
--
--     lua5.4 docs/pictures.lua          writes them into docs/pictures
--     lua5.4 docs/pictures.lua check    only says whether they are as it would draw them
--
-- docs/pictures/platformer.png is what `scripts/run scripts/games/platformer.lua` shows: ride on the lift, pause with space, point at
-- the hero, press F3, and save the picture with F12. docs/pictures/worlds.svg is measured, see docs/explanations/broad-phase.md.

local folder = arg[0]:match("^(.*)[/\\]") or "."
package.path = folder .. "/../build/lua/?.lua;" .. folder .. "/../build/lua/?/init.lua;" .. package.path
local hitbox = require "hitbox"

local FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'
local INK, PALE, GROUND = "#2b3440", "#8a94a0", "#f7f7f4"
local FIRST, SECOND = "#3b7dd8", "#e08a2e"

local function svg(width, height, parts)
  return string.format(
    '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">\n'
      .. '<rect width="%d" height="%d" rx="6" fill="%s"/>\n%s\n</svg>\n',
    width, height, width, height, width, height, GROUND, table.concat(parts, "\n"))
end

local function text(x, y, size, color, words, anchor)
  return string.format('<text x="%g" y="%g" %s font-size="%g" fill="%s" text-anchor="%s">%s</text>',
    x, y, FONT, size, color, anchor or "start", words)
end

-- ---- The contact policies: one row a pair, one column a policy ----------------------------------

-- Each shape as hitbox makes it, in units of 1; `draw` knows how it looks in a cell.
local pairs_shown = {
  { "boxes that share an edge", { "aabb", 1, 1, 2, 2 }, { "aabb", 3, 1, 2, 2 } },
  { "boxes that share a corner", { "aabb", 1, 0.5, 2, 1.5 }, { "aabb", 3, 2, 2, 1.5 } },
  { "boxes that share an area", { "aabb", 1, 1, 2.5, 2 }, { "aabb", 3, 1, 2, 2 } },
  { "a point on the left edge", { "aabb", 2, 1, 2, 2 }, { "point", 2, 2 } },
  { "a point on the right edge", { "aabb", 2, 1, 2, 2 }, { "point", 4, 2 } },
  { "circles that touch", { "circle", 2, 2, 1 }, { "circle", 4, 2, 1 } },
  { "a circle and a box's corner", { "aabb", 1, 0.5, 2, 1 }, { "circle", 3.6, 2.3, 1 } },
}
local policies = { "overlap", "touch", "pixel" }

local function draw_shape(shape, x, y, scale, color)
  local kind, a, b, c, d = table.unpack(shape)
  if kind == "aabb" then
    return string.format('<rect x="%g" y="%g" width="%g" height="%g" fill="%s" fill-opacity="0.35" '
      .. 'stroke="%s"/>', x + a * scale, y + b * scale, c * scale, d * scale, color, color)
  end
  local r = kind == "point" and 3 or c * scale
  return string.format('<circle cx="%g" cy="%g" r="%g" fill="%s" fill-opacity="%g" stroke="%s"/>',
    x + a * scale, y + b * scale, r, color, kind == "point" and 1 or 0.35, color)
end

local function make(shape)
  return hitbox[shape[1]](table.unpack(shape, 2))
end

local function policy_picture()
  local row, left, first_column, column = 76, 24, 420, 100
  local parts = {}
  for i, policy in ipairs(policies) do
    parts[#parts + 1] = text(first_column + (i - 1) * column, 34, 15, INK, policy, "middle")
  end
  for i, shown in ipairs(pairs_shown) do
    local top = 48 + (i - 1) * row
    local name, a, b = table.unpack(shown)
    parts[#parts + 1] = string.format(
      '<line x1="%d" y1="%g" x2="700" y2="%g" stroke="#dddfe0"/>', left, top, top)
    parts[#parts + 1] = draw_shape(a, left, top + 6, 16, FIRST)
    parts[#parts + 1] = draw_shape(b, left, top + 6, 16, SECOND)
    parts[#parts + 1] = text(left + 116, top + 43, 14, INK, name)
    for k, policy in ipairs(policies) do
      local answered, meets = pcall(hitbox.overlaps, make(a), make(b), policy)
      local words = not answered and "refused" or meets and "yes" or "no"
      local color = not answered and PALE or meets and "#1d8348" or "#b03a2e"
      parts[#parts + 1] = text(first_column + (k - 1) * column, top + 43, 15, color, words, "middle")
    end
  end
  return svg(724, 48 + #pairs_shown * row + 10, parts)
end

-- ---- One corner of a triangle, 64 x 64 neighbouring doubles of it -------------------------------

-- An edge that runs close by (0.5, 0.5), and the triangle above it. The edge's ends are nothing
-- special: most triangles have such places.
local qx, qy, rx = -14.11, -14.13, 22.7
local ry = qy + (0.5 - qy) * (rx - qx) / (0.5 - qx)
local triangle = hitbox.polygon(qx, qy, rx, ry, rx, qy)
local CELLS, STEP = 64, 2 ^ -53

-- The usual test: which side of the edge, by one cross product in doubles.
local function in_doubles(x, y)
  local side = (rx - qx) * (y - qy) - (ry - qy) * (x - qx)
  return side < 0 and "inside" or side > 0 and "outside" or "edge"
end

local function in_hitbox(x, y)
  local p = hitbox.point(x, y)
  return hitbox.overlaps(p, triangle) and "inside"
    or hitbox.overlaps(p, triangle, "touch") and "edge" or "outside"
end

local colors = { inside = "#3b7dd8", outside = "#f0d9b0", edge = "#1f2933" }

-- One rectangle for each run of equal answers in a row.
local function panel(parts, left, top, cell, answer)
  for j = 0, CELLS - 1 do
    local y = 0.5 + (j - CELLS / 2) * STEP
    local start, current = 0, nil
    for i = 0, CELLS do
      local verdict = i < CELLS and answer(0.5 + (i - CELLS / 2) * STEP, y) or nil
      if verdict ~= current then
        if current then
          parts[#parts + 1] = string.format(
            '<rect x="%g" y="%g" width="%g" height="%g" fill="%s" stroke="none"/>',
            left + start * cell, top + j * cell, (i - start) * cell, cell, colors[current])
        end
        start, current = i, verdict
      end
    end
  end
end

local function count_wrong()
  local wrong, opposite = 0, 0
  for j = 0, CELLS - 1 do
    for i = 0, CELLS - 1 do
      local x, y = 0.5 + (i - CELLS / 2) * STEP, 0.5 + (j - CELLS / 2) * STEP
      local naive, exact = in_doubles(x, y), in_hitbox(x, y)
      wrong = wrong + (naive ~= exact and 1 or 0)
      opposite = opposite + (naive ~= exact and naive ~= "edge" and exact ~= "edge" and 1 or 0)
    end
  end
  return wrong, opposite
end

local function exactness_picture()
  local cell, top = 5, 44
  local parts = {
    text(24, 30, 15, INK, "one cross product in doubles"),
    text(380, 30, 15, INK, "hitbox"),
  }
  panel(parts, 24, top, cell, in_doubles)
  panel(parts, 380, top, cell, in_hitbox)
  local bottom = top + CELLS * cell
  for i, verdict in ipairs { "inside", "edge", "outside" } do
    local x = 24 + (i - 1) * 90
    parts[#parts + 1] = string.format('<rect x="%d" y="%d" width="12" height="12" fill="%s"/>',
      x, bottom + 16, colors[verdict])
    parts[#parts + 1] = text(x + 18, bottom + 27, 13, INK, verdict)
  end
  local wrong, opposite = count_wrong()
  parts[#parts + 1] = text(24, bottom + 52, 13, INK, string.format(
    "of %d answers in doubles %d are wrong, %d of them on the wrong side; of hitbox's, none",
    CELLS * CELLS, wrong, opposite))
  return svg(724, bottom + 66, parts)
end

-- ---- Writing them -------------------------------------------------------------------------------

for name, picture in pairs { policies = policy_picture(), exactness = exactness_picture() } do
  local path = folder .. "/pictures/" .. name .. ".svg"
  if arg[1] == "check" then
    local file = assert(io.open(path, "rb"))
    assert(file:read("a") == picture, path .. " is not what docs/pictures.lua draws")
    file:close()
  else
    local file = assert(io.open(path, "wb"))
    assert(file:write(picture))
    file:close()
  end
end
print("2 pictures " .. (arg[1] == "check" and "are up to date" or "written"))
