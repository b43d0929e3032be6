-- Internal edges: shapes slide along a frame of tiles and never snag.
--
-- Each shape is pressed against the tiles as by gravity. A hit with another normal than that of
-- the surface would be a snag. There is none, for any shape and any tile size.
--
-- Press Z for tiles of another size. Drag a shape away, and it comes back.
--
-- Uses: the swept move that slides, and the normals of its hits.
local hitbox = require "hitbox"

local LEFT, TOP, SIZE = 40, 36, 160 -- the room within the frame
local TILES = { 16, 33.3, 7.1, 0.7 } -- sizes to choose from
local SPEED, WEIGHT = 1.7, 0.6

--- The room seen from each side: which way leads along it, and which into the tiles.
local sides = {
  { along = { 1, 0 }, into = { 0, 1 } }, { along = { 0, -1 }, into = { 1, 0 } },
  { along = { -1, 0 }, into = { 0, -1 } }, { along = { 0, 1 }, into = { -1, 0 } },
}

local function runner(x, y, color, box)
  local def = { "runner", at = { x, y }, color = color, data = { side = 1, hits = 0, snags = 0 } }
  for key, value in pairs(box) do
    def[key] = value
  end
  return def
end

--- A frame of tiles about the room, each row from a corner on.
local function layTiles(s, size)
  for tile in s:each("tile") do
    tile:remove()
  end
  local count = math.min(math.ceil(SIZE / size), 40) -- of tiny ones the first; the last is a slab
  for i = 0, count - 1 do
    local length = i < count - 1 and size or SIZE - i * size
    local from = i * size
    for _, at in ipairs {
      { LEFT + from, TOP + SIZE, length, 16 }, { LEFT + from, TOP - 16, length, 16 },
      { LEFT - 16, TOP + from, 16, length }, { LEFT + SIZE, TOP + from, 16, length },
    } do
      s:spawn { "tile", at = { at[1], at[2] }, anchor = "top-left", w = at[3], h = at[4],
        color = i % 2 == 0 and "#4d6a9a" or "#3f5880" }
    end
  end
end

--- Go along the side, pressed against it, and on to the next one where that ends.
local function run(one)
  local side = sides[one.side]
  local ax, ay, ix, iy = side.along[1], side.along[2], side.into[1], side.into[2]
  local n = one:move(SPEED * ax + WEIGHT * ix, SPEED * ay + WEIGHT * iy)
  local turned = false
  for i = 1, n do
    local _, nx, ny = one:hit(i)
    one.hits = one.hits + 1
    if nx * ax + ny * ay < -0.999 then
      turned = true -- the wall at the end of this side
    elseif nx * ix + ny * iy > -0.999 then
      one.snags = one.snags + 1
    end
  end
  if turned then
    one.side = one.side % 4 + 1
  end
end

return hitbox.scene {
  title = "Seams",
  view = { 400, 232 },
  background = "#141a26",
  rules = { { "runner", "tile", response = "slide" } },
  things = {
    runner(80, 180, "orange", { w = 16, h = 16 }),
    runner(150, 180, "yellow", { r = 9 }),
    runner(150, 120, "green", { shape = hitbox.capsule(-7, -4, 7, 4, 5) }),
    runner(150, 48, "pink", { shape = hitbox.box(0, 0, 18, 10, 0.4) }),
    runner(52, 100, "cyan", { points = { 0, -9, 9, 0, 0, 9, -9, 0 } }),
  },

  start = function(s)
    s.choice = 1
    layTiles(s, TILES[1])
  end,

  update = function(s, input)
    if input:pressed("jump") then
      s.choice = s.choice % #TILES + 1
      layTiles(s, TILES[s.choice])
    end
    for one in s:each("runner") do
      run(one)
    end
  end,

  draw = function(s, g)
    local hits, snags = 0, 0
    for one in s:each("runner") do
      hits, snags = hits + one.hits, snags + one.snags
    end
    g:text(236, 36, "Seams", "white", 16)
    g:text(236, 60, "tiles of " .. TILES[s.choice], "white", 10)
    g:text(236, 80, ("hits   %d"):format(hits), "green", 10)
    g:text(236, 94, ("snags  %d"):format(snags), snags == 0 and "green" or "red", 10)
    g:text(236, 122, "Each shape runs along the frame,", "grey", 8)
    g:text(236, 134, "pressed against it. A snag would be", "grey", 8)
    g:text(236, 146, "a tile met from another side.", "grey", 8)
    g:text(236, 174, "Z: tiles of another size", "white", 8)
  end,
}
