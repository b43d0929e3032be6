-- Scenes for levels and sprites: the script for a file of Tiled, LDtk or Aseprite that was opened itself. A level's has
-- the map, or all maps of a world, and a figure that walks and jumps in it; a sprite's shows its actions. F6 writes the
-- same text beside it.
--
-- The argument is the host's bridge. Returns script_for, which is given a path and the text of the file, and returns the
-- script, or nil if the file is a script itself; script, which returns the script of the level that runs, or nil; keys,
-- which names the keys of that; and explain, which lists the meanings that were found in the maps of the scene, a line
-- each.

local bridge = ...

require("hitbox.check").hideCaller()

local disk = require "hitbox.scene.data.file"
local meaning = require "hitbox.scene.maps.meaning"
local maps_of_world = bridge.parts.tiled_world(bridge)

local LEVEL = [==[
-- The level %file%, opened by hitbox: a scene to start from.
--
-- Arrow keys: left and right to walk, up to jump. T: seen from above, and back.
--
-- All that is solid in the level is in the group "solid"; `hitbox --explain` says why. Classes that
-- are no types yet are types of that name, for which you can write rules.
local hitbox = require "hitbox"

local TILE = %tile% -- world units
local SPEED, JUMP = 1 / 9, 1 / 3.1 -- sizes of the figure a tick: it jumps 3 of them high
local FROM_ABOVE = %above% -- at first, as maps that are not orthogonal are
local MOST_W, MOST_H = 60 * TILE, 34 * TILE -- of the level that is shown at once, and 4 times that if nothing is solid
local EDGE = 4 * TILE -- of empty cells about all that is in the level
local STARTS = { "player", "hero", "spawn", "start" } -- in names and types of things, in any case
local MOST_PLACES = 20000 -- that are tried
local STEEPEST = math.rad(50) -- slope to stand on

--- Find a thing at which the figure starts, and the word in its name.
local function findThing(s)
  for _, word in ipairs(STARTS) do
    for thing in s:each() do
      local name = thing.name .. " " .. (thing.type or "")
      if thing ~= s.figure and name:lower():find(word, 1, true) then
        return thing, word
      end
    end
  end
end

--- Find where the figure starts. A hero of the level goes with it: so it has the hero's size and picture.
local function findStart(s)
  local thing, word = findThing(s)
  local x, y, w, h = nil, nil, 0, 0
  if thing then
    x, y, w, h = thing:rect()
  end
  local isHero = (word == "player" or word == "hero") and x and not thing:is("solid")
  if isHero and math.min(w, h) >= TILE / 2 and math.max(w, h) <= 6 * TILE then
    s.body, s.size = thing, math.max(TILE, h / 1.5)
    s.feet = { (x + w / 2 - thing.x) * thing.facing, y + h - thing.y } -- of the hero, from its anchor
    s.figure:reshape("push", { w = 0.8 * w, h = 0.9 * h })
  end
  if thing then
    return x and x + w / 2 or thing.x, x and y + h or thing.y
  end
end

--- Move the hero of the level to the figure.
local function moveBody(s, side)
  if s.body and s.body.alive then
    s.body:face(side)
    s.body:setPosition(s.figure.x - s.body.facing * s.feet[1], s.figure.y - s.feet[2])
  end
end

--- Find the topmost free place on the ground in a column.
local function findGround(s, x)
  for y = s.area.y + TILE, s.area.y + s.area.h, TILE do
    local ground, t, _, ny = s:raycast(x, y, 0, TILE, "solid", s.figure)
    local isFree = ground and ny < 0 and s.figure:fits(nil, x, y) and s.figure:fits(nil, x, y + t * TILE)
    if isFree and s:levelAt(x, y + t * TILE - 1) then -- not on top of a level
      return x, y + t * TILE
    end
  end
end

--- Find free ground, first to the left of the middle, in the middle of columns of tiles.
local function findPlace(s)
  local columns = math.ceil(s.area.w / 2 / TILE)
  local tried, rows, middle = 0, s.area.h / TILE, s.area.x + math.floor(s.area.w / 2 / TILE) * TILE
  for i = 1, 2 * columns do
    local x, y = findGround(s, middle + (i <= columns and 0.5 - i or i - columns - 0.5) * TILE)
    tried = tried + rows
    if x or tried > MOST_PLACES then
      return x, y
    end
  end
end

--- Find the middle of the area; if there is no level, that of one near it.
local function findMiddle(s)
  local x, y, far = s.area.x + s.area.w / 2, s.area.y + s.area.h / 2, math.max(s.area.w, s.area.h)
  for away = 0, far, math.max(4 * TILE, far / 100) do
    for _, way in ipairs { { -1, 0 }, { 1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 } } do
      local left, top, w, h = s:levelAt(x + away * way[1], y + away * way[2])
      if left then
        return away == 0 and x or left + w / 2, away == 0 and y or top + h / 2
      end
    end
  end
  return x, y
end

--- All of the level; of one that is too large to be shown at once the part in which something is, with an edge about it.
local function findArea(s)
  local view, x, y, w, h = s.view, s:mapBounds()
  if not x or view.w <= MOST_W and view.h <= MOST_H then
    return { x = view.x, y = view.y, w = view.w, h = view.h }
  end
  x, y = view.x + math.floor((x - view.x) / TILE) * TILE, view.y + math.floor((y - view.y) / TILE) * TILE
  local left, top = math.max(view.x, x - EDGE), math.max(view.y, y - EDGE)
  local right, bottom = math.min(view.x + view.w, x + w + EDGE), math.min(view.y + view.h, y + h + EDGE)
  return { x = left, y = top, w = right - left, h = bottom - top }
end

--- Have the view follow the figure if the level is too large to be shown at once.
local function follow(s)
  local view, area = s.view, s.area
  view.w, view.h = math.min(area.w, s.wide * MOST_W), math.min(area.h, s.wide * MOST_H)
  view.x = math.max(area.x, math.min(s.figure.x - view.w / 2, area.x + area.w - view.w))
  view.y = math.max(area.y, math.min(s.figure.y - view.h / 2, area.y + area.h - view.h))
end

--- Whether the figure has left the level.
local function isOutside(s)
  local x, y, area = s.figure.x, s.figure.y, s.area
  return x < area.x - MOST_W or y < area.y - MOST_H or x > area.x + area.w + MOST_W or y > area.y + area.h + 8 * TILE
end

return hitbox.scene {
  title = %title%, background = "#1a1d26",
  map = %map%,
  types = {
    figure = { anchor = "feet", w = 0.6 * TILE, h = 0.9 * TILE, color = "#7fd0a0", data = { vy = 0 } },
  },
  rules = {
    { "figure", "solid", response = "slide" },
  },
  things = { { "figure", at = { 0, 0 } } },
  input = { fromAbove = { "key t" } },

  start = function(s)
    s.area = findArea(s)
    s.size, s.body = TILE, false -- a thing of the level may be called so
    s.above = FROM_ABOVE or s:count("solid") == 0
    s.wide = s:count("solid") == 0 and 4 or 1
    local x, y = findStart(s)
    if not x and not s.above then
      x, y = findPlace(s)
    end
    s.above = s.above or not x
    if not x then
      x, y = findMiddle(s)
    end
    s.from = { x, y }
    s.figure:setPosition(s.from[1], s.from[2])
    s.figure:depenetrate()
    follow(s)
  end,

  update = function(s, input)
    local figure, speed = s.figure, s.size * SPEED
    if input:pressed("fromAbove") then -- where nothing is solid, it would fall
      s.above, figure.vy = not s.above or s:count("solid") == 0, 0
    end
    if s.above then
      figure:move(input.x * speed, input.y * speed)
    else
      if figure.stands and input:pressed("jump") then
        figure.vy = -s.size * JUMP
      end
      local gravity, maxFall = s.size / 64, s.size / 3
      figure.stands = figure:walk(input.x * speed, nil, { gravity = gravity, maxFall = maxFall, maxAngle = STEEPEST }) ~= nil
    end
    if isOutside(s) then
      figure:setPosition(s.from[1], s.from[2])
      figure.vy = 0
    end
    moveBody(s, input.x)
    follow(s)
  end,
}
]==]

local SPRITE = [==[
-- The sprite %file%, opened by hitbox: a scene to start from.
--
-- Up and down: another action (a tag in Aseprite). Left and right: face there.
--
-- A slice in Aseprite is a box of the kind that it is called; its pivot is the anchor.
local hitbox = require "hitbox"

local made = hitbox.aseprite { file = %file_text%, tick = 60 }
if not made.image then
  error(%file_text% .. " names no sheet (meta.image): export that too, or open the file of Aseprite", 0)
end
local PAUSE = 6 -- ticks that a frame is shown if the sprite has no tags

local actions, left, top, right, bottom = {}, 0, 0, 0, 0
for name in pairs(made.actions) do
  actions[#actions + 1] = name
end
table.sort(actions)
for _, sprite in ipairs(made.sprites) do
  left, right = math.min(left, sprite.dx, -sprite.dx - sprite.w), math.max(right, sprite.dx + sprite.w, -sprite.dx)
  top, bottom = math.min(top, sprite.dy), math.max(bottom, sprite.dy + sprite.h)
end
local EDGE = math.max(right - left, bottom - top) / 6

return hitbox.scene {
  title = %title%, background = "#1a1d26",
  view = { left - EDGE, top - EDGE, right - left + 2 * EDGE, bottom - top + 2 * EDGE },
  things = { { "sprite", at = { 0, 0 }, anchor = made.anchor, boxes = made.boxes, actions = made.actions } },

  start = function(s)
    s.chosen = 1
  end,

  update = function(s, input)
    local sprite, step = s.sprite, (input:pressed("down") and 1 or 0) - (input:pressed("up") and 1 or 0)
    sprite:face(input.x)
    if actions[1] and (step ~= 0 or not sprite.playing) then
      s.chosen = (s.chosen + step - 1) % #actions + 1
      sprite:stop()
      sprite:play(actions[s.chosen])
    elseif not actions[1] then
      sprite.sprite = math.floor(s.ticks / PAUSE) % #made.sprites + 1
    end
  end,

  draw = function(s, g)
    local t, sprite = s.sprite, made.sprites[s.sprite.sprite or 1]
    g:picture(made.image, t.x + t.facing * sprite.dx, t.y + sprite.dy, t.facing * sprite.w, sprite.h, sprite)
    g:text(left - EDGE / 2, top - EDGE / 2, actions[s.chosen] or "no tags", "white", EDGE / 3)
  end,
}
]==]

-- By a file's ending, the key of a map's definition that reads it, "world" or "sprite"; false: by the words in it.
local KEYS = { tmx = "tiled", tmj = "tiled", world = "world", ldtk = "ldtk", aseprite = "sprite", ase = "sprite", json = false, lua = false }

local LEVEL_KEYS = "arrows walk, jump   T from above"

-- The keys of the scenes by that key, for the status line.
local SCENE_KEYS = {
  sprite = "up, down action   left, right side", tiled = LEVEL_KEYS, world = LEVEL_KEYS, ldtk = LEVEL_KEYS,
}

-- Words that a file has in it, for endings that say little.
local MARKS = {
  lua = { { "tiled", "^%s*return%s*{", "tilewidth%s*=", "tilesets%s*=", "layers%s*=" } },
  json = { { "tiled", '"tilewidth"%s*:', '"tilesets"%s*:', '"layers"%s*:' },
    { "ldtk", '"jsonVersion"%s*:', '"defs"%s*:', '"levels"%s*:' }, { "sprite", '"frames"%s*:', '"meta"%s*:' } },
}

-- How the size of a tile is written, first as the map's own.
local TILES = {
  tiled = { 'tileheight%s*=%s*"?(%d+)', '"tileheight"%s*:%s*(%d+)' },
  ldtk = { '"defaultGridSize"%s*:%s*(%d+)', '"__gridSize"%s*:%s*(%d+)' },
}
TILES.world = TILES.tiled

-- How the orientation of a map of Tiled is written.
local ORIENTATIONS = { '<map[^>]-%sorientation%s*=%s*"(%a+)"', '"orientation"%s*:%s*"(%a+)"', '%f[%a]orientation%s*=%s*"(%a+)"' }

local USUAL_TILE = 16
local MAX_TILE = 100000

local function has_all(text, marks)
  for i = 2, #marks do
    if not text:find(marks[i]) then
      return false
    end
  end
  return true
end

-- Files of Tiled, by their ending, that are part of a map.
local PARTS = {
  tsx = "a tileset", tsj = "a tileset", tx = "a template", tj = "a template", ["tiled-project"] = "a project",
  ["tiled-session"] = "a session",
}

local TILESET = { "tileset", "^%s*return%s*{%s*version%s*=", "tilewidth%s*=", "tilecount%s*=" }

-- Raise an error for a file that is no script, and no level or sprite either.
local function refuse_others(path, ending, text)
  local file = path:match("[^/]*$"):gsub("%c", "?")
  if ending == "ldtkl" then
    local folder = path:match("([^/]+)/[^/]*$") -- LDtk calls it as the project
    error(("%s is a level of a project of LDtk: open the project, %s in the folder above"):format(file,
      folder and folder:gsub("%c", "?") .. ".ldtk" or "the .ldtk"), 0)
  elseif ending == "json" then
    error(file .. " is no map of Tiled, project of LDtk or export of Aseprite", 0)
  elseif PARTS[ending] or ending == "lua" and has_all(text, TILESET) then
    error(("%s is %s of Tiled: open a map that goes with it"):format(file, PARTS[ending] or PARTS.tsx), 0)
  end
end

-- The key for a file, or nil.
local function key_of(path, text)
  local ending = (path:match("%.([%w-]+)$") or ""):lower()
  for _, marks in ipairs(MARKS[ending] or {}) do
    if has_all(text, marks) then
      return marks[1]
    end
  end
  if not KEYS[ending] then
    refuse_others(path, ending, text)
  end
  return KEYS[ending] or nil
end

local function tile_of(key, text)
  for _, pattern in ipairs(TILES[key] or {}) do
    local size = tonumber((text:match(pattern)))
    if size and size > 0 and size <= MAX_TILE then
      return size
    end
  end
  return USUAL_TILE
end

-- The definition of all maps of a world, and the text of the first one, if it can be read.
local function world_of(path, text)
  local lines, first, folder = { "{" }, nil, path:match("^.*/") or ""
  for _, map in ipairs(maps_of_world(path, text)) do
    lines[#lines + 1] = ("    { tiled = %q, at = { %.14g, %.14g } },"):format(map.file, map.x, map.y)
    first = first or disk.isBelow(map.file) and not bridge.leads_out(folder, folder .. map.file) and map.file
  end
  lines[#lines + 1] = "  }"
  local fine, of_first = pcall(bridge.read, folder .. (first or ""))
  return table.concat(lines, "\n"), fine and first and of_first or ""
end

local function is_orthogonal(text)
  local found
  for _, pattern in ipairs(ORIENTATIONS) do
    found = found or text:match(pattern)
  end
  return found == nil or found == "orthogonal"
end

local last_key -- of the file that was loaded last

local function script_for(path, text)
  local key = key_of(path, text)
  last_key = key
  if not key then
    return nil
  end
  local file = path:match("[^/]*$")
  local map = ("{ %s = %q }"):format(key, file)
  if key == "world" then
    map, text = world_of(path, text)
  end
  local values = {
    file = file:gsub("%c", "?"), file_text = ("%q"):format(file), title = ("%q"):format(file), map = map,
    tile = tostring(tile_of(key, text)), above = tostring(key ~= "ldtk" and not is_orthogonal(text)),
  }
  return ((key == "sprite" and SPRITE or LEVEL):gsub("%%([%a_]+)%%", values))
end

return {
  script_for = script_for,
  script = function()
    local path = bridge.script()
    return script_for(path, bridge.read(path))
  end,
  keys = function()
    return SCENE_KEYS[last_key]
  end,
  explain = function()
    return table.concat(meaning.explain(bridge.scene()), "\n")
  end,
}
