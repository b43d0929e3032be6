-- A turn-based dungeon.
--
-- Arrow keys step by one tile. A step against a crate pushes it, a step against a rat strikes it.
-- The gate opens when a crate lies on each plate; the exit is behind it. Rats that see the hero
-- come one step nearer each turn and bite when they stand next to the hero.
--
-- Tiles out of sight are dark, and tiles never seen are black. The hero sees a floor tile if
-- nothing opaque is on the line to its middle, and a wall if it sees floor beside it.
--
-- Uses: queries instead of rules, because nothing moves between turns: s:tileAt, s:setTile,
-- s:query, s:raycast, t:sees, input:pressed.
local hitbox = require "hitbox"

local TILE, COLS, ROWS = 16, 20, 12
local RANGE = 6.5 * TILE
local OPAQUE = { wall = true, gate = true }

local function middle(col, row)
  return (col + 0.5) * TILE, (row + 0.5) * TILE
end

--- The word of a tile ("wall", "gate" or the name of the thing on it), and that thing.
local function on(s, x, y)
  local word = s:tileAt(x, y)
  if OPAQUE[word] then return word end
  local n = s:query(hitbox.point(x, y), "solid", s.found)
  if n > 0 then return s.found[1].name, s.found[1] end
end

--- Step to a tile, if it is free or becomes free.
local function step(s, walker, dx, dy)
  local x, y = walker.x + dx * TILE, walker.y + dy * TILE
  local word, other = on(s, x, y)
  if word == "crate" and walker == s.hero and not on(s, x + dx * TILE, y + dy * TILE) then
    other:setPosition(x + dx * TILE, y + dy * TILE)
    word = nil
  elseif other and word ~= "crate" and word ~= walker.name then
    other.hp = other.hp - 1
    if other.hp == 0 then other:remove() end
    return true
  end
  if not word then walker:setPosition(x, y) end
  return not word
end

--- Note what the hero sees.
local function look(s)
  local hero, seen = s.hero, s.seen
  for row = 0, ROWS - 1 do
    for col = 0, COLS - 1 do
      local x, y = middle(col, row)
      local dx, dy = x - hero.x, y - hero.y
      seen[row * COLS + col] = not OPAQUE[s:tileAt(x, y)] and dx * dx + dy * dy <= RANGE * RANGE
        and not s:raycast(hero.x, hero.y, dx, dy, "opaque")
    end
  end
  for i = 0, COLS * ROWS - 1 do
    local beside = seen[i]
    if OPAQUE[s:tileAt(middle(i % COLS, math.floor(i / COLS)))] then
      for k = 0, 8 do
        beside = beside or seen[i + (k % 3 - 1) + (math.floor(k / 3) - 1) * COLS] == true
      end
      seen[i] = beside and "wall"
    end
    s.known[i] = s.known[i] or seen[i]
  end
  for thing in s:each("lit") do
    thing.hidden = not seen[math.floor(thing.y / TILE) * COLS + math.floor(thing.x / TILE)]
  end
end

local function openGates(s)
  for plate in s:each("plate") do
    if on(s, plate.x, plate.y) ~= "crate" then return end
  end
  while s.gate do
    local x, y = s.gate:rect()
    s:setTile(x + 1, y + 1, nil)
  end
end

local function ratsTurn(s)
  for rat in s:each("rat") do
    if s.hero and rat:sees(s.hero, "opaque", { range = RANGE }) then
      local dx, dy = s.hero.x - rat.x, s.hero.y - rat.y
      if math.abs(dx) > math.abs(dy) then
        step(s, rat, dx > 0 and 1 or -1, 0)
      else
        step(s, rat, 0, dy > 0 and 1 or -1)
      end
    end
  end
end

return hitbox.scene {
  title = "Turns", view = { COLS * TILE, ROWS * TILE }, background = "#1c1a22",
  types = {
    wall = { color = "#6b6070", group = "opaque" }, gate = { color = "#b98a4a", group = "opaque" },
    crate = { w = 12, h = 12, color = "#a08055", groups = { "solid", "lit" } },
    plate = { w = 8, h = 8, color = "#7088a8", group = "lit" }, exit = { w = 10, h = 10, color = "#e8d070", group = "lit" },
    rat = { r = 5, color = "#d07060", groups = { "solid", "lit" }, data = { hp = 2 } },
    hero = { r = 6, color = "#8fc98f", group = "solid", data = { hp = 5 } },
  },
  map = {
    tile = TILE,
    legend = { ["#"] = "wall", ["+"] = "gate", c = "crate", _ = "plate", r = "rat", ["@"] = "hero", [">"] = "exit" },
    rows = {
      "####################",
      "#......#...........#",
      "#.@.c..#...#.......#",
      "#..........#...r...#",
      "#......#...........#",
      "#..#####......_....#",
      "#..#...#...........#",
      "#..#...######+######",
      "#......#...........#",
      "#.c..._#...........#",
      "#......#.......r..>#",
      "####################",
    },
  },
  start = function(s)
    s.found, s.seen, s.known, s.turn = {}, {}, {}, 0
    look(s)
  end,
  update = function(s, input)
    local dx = (input:pressed("right") and 1 or 0) - (input:pressed("left") and 1 or 0)
    local dy = dx == 0 and (input:pressed("down") and 1 or 0) - (input:pressed("up") and 1 or 0) or 0
    if (dx ~= 0 or dy ~= 0) and s.hero and not s.won and step(s, s.hero, dx, dy) then
      s.turn = s.turn + 1
      openGates(s)
      s.won = s.hero:overlaps(s.exit)
      ratsTurn(s)
      if s.hero then look(s) end
    end
  end,
  draw = function(s, g)
    for i = 0, COLS * ROWS - 1 do
      if not s.seen[i] then
        g:rect(i % COLS * TILE, math.floor(i / COLS) * TILE, TILE, TILE, s.known[i] and "#000000b0" or "black", true)
      end
    end
    local what = s.won and "out" or s.hero and s.hero.hp .. " lives" or "bitten"
    g:text(6, 178, ("turn %d, %s"):format(s.turn, what), "white", 9)
  end,
}
