-- Broad phase: find candidate pairs before the exact tests.
--
-- Up and down (or W and S) change the number of things. X switches from the grid to the tree, to
-- brute force, and back. Drag a thing into the crowd, or far out of it, and watch the cells and
-- the tree.
--
-- world:stats() returns how many pairs of boxes the last step compared, and how many of them
-- overlap. Brute force compares each box with each other, n (n - 1) / 2 pairs: twice as many
-- things are four times the work, and nearly all of it is wasted. The curve shows that number, the
-- dot the pairs really compared. world:regions() returns the cells of the grid by size, or the
-- boxes of the tree by depth; F2 shows them in any scene. The results are the same with all three.
local hitbox = require "hitbox"

local START, STEP, LEAST, MOST = 1500, 100, 100, 2000
local W, H, TOP = 440, 240, 62 -- the picture; the crowd is below TOP
local PLOT = { x = 318, y = 12, w = 110, h = 38 }
local COLORS = { "#5f8fd0", "#4fa6b0", "#8a7fd0" }
local KINDS = { grid = "tree", tree = "brute", brute = "grid" } -- and what comes after each
local DEPTHS = { "#ffd35a70", "#ff9f4a58", "#ff8fc750", "#b78bff48", "#5aa9ff40", "#56d4e038", "#5fd38d30" }
local regions = {} -- x, y, w, h, depth, count of each; filled again in every frame

local function add(s)
  local k = s.random() * s.random() -- most are small
  local r, x, y = 0.6 + 2.9 * k * k * k, hitbox.direction(2 * math.pi * s.random())
  s:spawn { "mote", at = { s.random() * W, TOP + s.random() * (H - TOP) },
    color = COLORS[s.random(3)],
    boxes = { sensor = s.random(2) == 1 and { r = r } or { w = 2 * r, h = 2 * r } },
    data = { vx = 0.4 * x, vy = 0.4 * y } }
end

-- Make as many things as are wanted, or take the oldest away.
local function fill(s)
  while s:count("mote") < s.wanted do add(s) end
  while s:count("mote") > s.wanted do s.mote:remove() end
end

-- 1234567 as "1 234 567".
local function grouped(number)
  local text, more = ("%d"):format(number), 1
  while more > 0 do
    text, more = text:gsub("^(%d+)(%d%d%d)", "%1 %2")
  end
  return text
end

-- The point of the plot for n things and a number of compared pairs.
local function plotted(n, compared)
  return PLOT.x + PLOT.w * n / MOST, PLOT.y + PLOT.h * (1 - compared / (MOST * (MOST - 1) / 2))
end

local function drawRegions(g, world)
  local count = world:regions(regions)
  for i = 1, 6 * count, 6 do
    local depth = regions[i + 4]
    if depth < #DEPTHS then
      g:rect(regions[i], regions[i + 1], regions[i + 2], regions[i + 3], DEPTHS[depth + 1])
    end
  end
end

local function drawPlot(g, n, compared)
  g:rect(PLOT.x, PLOT.y, PLOT.w, PLOT.h, "#ffffff0c", true)
  g:text(PLOT.x + 4, PLOT.y + 2, "pairs compared", "#8e99a6", 6)
  g:text(PLOT.x + PLOT.w - 22, PLOT.y + PLOT.h + 1, "things", "#8e99a6", 6)
  local x, y = plotted(0, 0)
  for count = STEP, MOST, STEP do
    local nextX, nextY = plotted(count, count * (count - 1) / 2)
    g:line(x, y, nextX, nextY, "#8e99a6")
    x, y = nextX, nextY
  end
  x, y = plotted(n, compared)
  g:circle(x, y, 2.5, "#ffd35a", true)
end

return hitbox.scene {
  title = "Broad phase", view = { W, H }, background = "#11161f",
  rules = { { "mote", "mote" } },

  start = function(s)
    s.wanted = START
    fill(s)
  end,

  update = function(s, input)
    if input:pressed("up") then s.wanted = math.min(s.wanted + STEP, MOST) end
    if input:pressed("down") then s.wanted = math.max(s.wanted - STEP, LEAST) end
    if input:pressed("fire") then s.world:setBroadPhase(KINDS[s.world:broadPhase()]) end
    fill(s)
    for mote in s:each("mote") do -- what leaves at one side comes back at the other
      mote:setPosition((mote.x + mote.vx) % W, TOP + (mote.y + mote.vy - TOP) % (H - TOP))
    end
  end,

  draw = function(s, g)
    local compared, found = s.world:stats()
    drawRegions(g, s.world)
    g:text(12, 6, "Broad phase: " .. s.world:broadPhase(), "#f4f6f8", 14)
    g:text(12, 24, ("%s things    %s pairs compared    %s found"):format(
      grouped(s:count("mote")), grouped(compared), grouped(found)), "#ffd35a", 8)
    g:rect(12, 36, 290, 4, "#ffffff18", true)
    local part = found / math.max(compared, 1)
    g:rect(12, 36, math.max(290 * part, 0.7), 4, "#ffd35a", true) -- at least a hairline
    g:text(12, 44, "up and down: how many things there are    X: grid, tree, brute force", "#8e99a6", 8)
    drawPlot(g, s:count("mote"), compared)
  end,
}
