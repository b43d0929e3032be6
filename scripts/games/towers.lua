-- Towers: build towers, and foes find the shortest way around them.
--
-- A click builds a tower for 10 gold, also while Return pauses the game. Foes enter on the left
-- and walk to the gate. A tower that would close the way is not built. The game is lost when ten
-- foes reach the gate.
--
-- When a tower is built, one search from the gate outward finds the distance of every tile. A foe
-- walks from its tile to the neighbour that is nearest to the gate, so hundreds of foes need no
-- search of their own.
--
-- Uses: s:tileAt, s:setTile with a shape, s:query, thing:nearest, thing:towards, s:run, s.paused.
local hitbox = require "hitbox"

local TILE, COLS, ROWS, DOOR = 16, 20, 11, 5
local COST, REWARD, RANGE, RELOAD, FAST = 10, 2, 52, 24, 4
local WAYS = { { 1, 0 }, { 0, -1 }, { 0, 1 }, { -1, 0 } } -- of two that are as short the first

local function middle(col, row) return (col + 0.5) * TILE, (row + 0.5) * TILE end
local function index(col, row) return row * COLS + col end

local function isFree(s, col, row)
  return col >= 0 and col < COLS and row >= 0 and row < ROWS and not s:tileAt(middle(col, row))
end

--- How many steps it is from each tile to the gate, and to which one the first of them leads.
local function ways(s)
  local col, row = COLS - 1, DOOR
  local far, first, tiles = { [index(col, row)] = 0 }, {}, { { col, row } }
  for _, tile in ipairs(tiles) do -- which grows meanwhile
    for _, way in ipairs(WAYS) do
      col, row = tile[1] - way[1], tile[2] - way[2]
      local i = index(col, row)
      if not far[i] and isFree(s, col, row) then
        far[i], first[i] = far[index(tile[1], tile[2])] + 1, tile
        tiles[#tiles + 1] = { col, row }
      end
    end
  end
  return far, first
end

--- Build a tower on the tile at a point, if that is free, and all foes, those to come as well, have a
--- way then.
local function build(s, x, y)
  local col, row = math.floor(x / TILE), math.floor(y / TILE)
  local square = hitbox.aabb(col * TILE, row * TILE, TILE, TILE)
  if s.gold < COST or not isFree(s, col, row) or s:query(square, "foe", s.found) > 0 then return false end
  s:setTile(x, y, "tower")
  local far, first = ways(s)
  local open = far[index(0, DOOR)]
  for foe in s:each("foe") do
    open = open and far[index(foe.col, foe.row)]
  end
  if open then
    s.far, s.first, s.gold = far, first, s.gold - COST
  else
    s:setTile(x, y, nil)
  end
  return open ~= nil
end

--- Go on to the middle of the tile to which a foe is on its way, then to the next one.
local function advance(s, foe)
  foe.toX, foe.toY = middle(foe.col, foe.row)
  local dx, dy = foe.toX - foe.x, foe.toY - foe.y
  local far = math.abs(dx) + math.abs(dy) -- one of them is 0
  if far > foe.pace then
    foe:setPosition(foe.x + foe.pace * dx / far, foe.y + foe.pace * dy / far)
  else
    foe:setPosition(foe.toX, foe.toY)
    local tile = s.first[index(foe.col, foe.row)]
    if tile then foe.col, foe.row = tile[1], tile[2] end
  end
end

local function shoot(s, tower)
  local foe = tower:nearest("foe", RANGE)
  tower.wait = math.max(tower.wait - 1, 0)
  if foe then
    tower.angle = hitbox.angle(tower:towards(foe))
    if tower.wait == 0 then
      tower.wait = RELOAD
      s:spawn("shot", { at = { tower.x, tower.y }, data = { goal = foe } })
    end
  end
end

local function waves(s)
  while true do
    s.wave = s.wave + 1
    for i = 1, 4 + 2 * s.wave do
      local hp = 2 + s.wave
      s:spawn(i % 4 == 0 and "runner" or "foe", { data = { hp = hp, most = hp } })
      s:wait(24)
    end
    s:wait(120)
  end
end

return hitbox.scene {
  title = "Towers", view = { COLS * TILE, ROWS * TILE }, background = "#27352b", mouse = true,
  types = {
    rock = { color = "#4b5561" },
    tower = { w = 12, h = 12, color = "#7fb4e6", data = { wait = 0 } },
    gate = { w = TILE, h = TILE, color = "#f2cf63" },
    foe = { at = { TILE / 2, (DOOR + 0.5) * TILE }, r = 4, color = "#d4736c", data = { col = 0, row = DOOR, pace = 0.5 } },
    runner = { extends = "foe", r = 3, color = "#e39a4a", data = { pace = 0.9 } },
    shot = { r = 1.5, color = "#ffe08a" },
  },
  map = { tile = TILE, legend = { ["#"] = "rock", t = "tower" }, rows = {
    "####################", "#.........#........#", "#...t.....#........#", "#.....#.........t..#", "#.....#............#",
    "......#....#........", "#..........#.......#", "#....t.....#..t....#", "#...####........#..#", "#...............#..#",
    "####################" } },
  things = { { "gate", at = { (COLS - 0.5) * TILE, (DOOR + 0.5) * TILE } } },
  rules = { { "shot", "foe", on = "strike" }, { "foe", "gate", on = "pass" } },
  start = function(s)
    s.gold, s.left, s.wave, s.found = 40, 10, 0, {}
    s.far, s.first = ways(s)
    s:run(waves)
  end,
  update = function(s, input)
    if input:pressed("start") then s.paused = not s.paused end
    if input:pressed("mouse left") and build(s, input.mouse.x, input.mouse.y) then s:sound("block") end
    if s.paused then return end -- as do the waves, and what would strike or pass
    for foe in s:each("foe") do advance(s, foe) end
    for tower in s:each("tower") do shoot(s, tower) end
    for shot in s:each("shot") do
      local dx, dy = shot:towards(shot.goal)
      shot:move(FAST * dx, FAST * dy)
      if not shot.goal.alive then shot:remove() end
    end
  end,
  strike = function(s, c)
    local shot, foe = c.a, c.b
    shot:remove()
    foe.hp = foe.hp - 1
    if foe.hp == 0 then
      foe:remove()
      s.gold = s.gold + REWARD
    end
  end,
  pass = function(s, c)
    c.a:remove()
    s.left = s.left - 1
    if s.left == 0 then s:reset() end
  end,
  draw = function(s, g)
    for row = 0, ROWS - 1 do
      for col = 0, COLS - 1 do
        local tile = s.first[index(col, row)]
        if tile then
          local x, y = middle(col, row)
          g:line(x, y, x + 4 * (tile[1] - col), y + 4 * (tile[2] - row), "#ffffff30", 1)
        end
      end
    end
    for foe in s:each("foe") do
      g:rect(foe.x - 4, foe.y - 8, 8 * foe.hp / foe.most, 1.5, "#8fd18a", true)
    end
    for tower in s:each("tower") do
      local dx, dy = hitbox.direction(tower.angle)
      g:line(tower.x, tower.y, tower.x + 9 * dx, tower.y + 9 * dy, "#d8e2ee", 2)
    end
    local col, row = math.floor(s.input.mouse.x / TILE), math.floor(s.input.mouse.y / TILE)
    if isFree(s, col, row) then
      local x, y = middle(col, row)
      g:rect(col * TILE, row * TILE, TILE, TILE, s.gold < COST and "#e8645a" or "#8fd18a")
      g:circle(x, y, RANGE, "#ffffff40")
    end
    g:text(20, 3, ("gold %d   wave %d   the gate bears %d"):format(s.gold, s.wave, s.left), "#f4f6f8", 8)
    if s.paused then g:text(300, 3, "resting", "#ffe08a", 8, "top-right") end
  end,
}
