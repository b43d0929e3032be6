-- The pictures that are collected of a map for a host that draws them, and only for one.
local hitbox = require "hitbox"
local pictures = require "hitbox.scene.maps.pictures"

--- A map of two by two cells, with a coin that is a thing of its own, a wall, and a tile object.
local function export()
  return {
    orientation = "orthogonal", width = 2, height = 2, tilewidth = 16, tileheight = 16,
    tilesets = { { firstgid = 1, name = "t", tilewidth = 16, tileheight = 16, tilecount = 4, columns = 2, image = "a.png",
      tiles = { { id = 1, type = "coin" }, { id = 2, type = "wall" } } } },
    layers = {
      { type = "tilelayer", name = "ground", width = 2, height = 2, data = { 3, 3, 1, 2 }, opacity = 0.5 },
      { type = "objectgroup", name = "things", objects = {
        { id = 7, name = "lamp", shape = "rectangle", gid = 2147483648 + 4, x = 8, y = 24, width = 16, height = 16, rotation = 90 },
        { id = 8, name = "", shape = "rectangle", gid = 1, x = 0, y = 8, width = 32, height = 32 } } },
    },
  }
end

local function scene()
  return hitbox.scene { types = { coin = { r = 4 }, wall = {}, lamp = {} }, map = { at = { 100, 0 }, tiled = export() } }
end

local function collected()
  local number = 40
  pictures.collect(function()
    number = number + 1
    return number
  end)
  local s = scene()
  pictures.collect(nil)
  return s._maps[1].pictures, s
end

describe("pictures of maps", function()
  it("are not collected unless a host asks", function()
    assert.is_nil(scene()._maps[1].pictures)
  end)

  it("are numbered, and lie in the order of the layers", function()
    local list = collected()
    assert.equal(41, list.id)
    assert.equal("tiles", list[1].kind)
    assert.equal("sprites", list[2].kind)
    assert.equal(100, list[1].x)
    assert.equal(0.5, list[1].opacity)
  end)

  it("name images from the folder of the file that names them", function()
    local list = collected()
    assert.equal("a.png", list.images[1].name)
    assert.equal(1, list.sets[1].image)
  end)

  it("have the tiles that are things follow these", function()
    local list, s = collected()
    assert.same({ 1, 1 }, list[1].cells)
    assert.equal(s.coin, list[1].things[1])
    assert.same({ 124, 24, 1, 0, 1 }, list[1].poses)
  end)

  it("place tile objects by their middle, from top to bottom", function()
    local list, s = collected()
    -- The upper one is not named, so it is a thing of its layer's name: 32 units wide, on (0, 8).
    assert.same({ 1, 2147483652 }, list[2].gids)
    local at = list[2].at
    assert.same({ 116, -8, 32, 32, 0, 1 }, { at[1], at[2], at[3], at[4], at[5], at[6] })
    -- Turned by a quarter about (8, 24), its middle goes from 8 right and 8 above to 8 right and 8 below.
    assert.same({ 116, 32, 16, 16, math.rad(90), 1 }, { at[7], at[8], at[9], at[10], at[11], at[12] })
    assert.equal(s.lamp, list[2].things[2])
  end)

  it("leave out cells that were changed, and those of a thing that was removed", function()
    local list, s = collected()
    local tiles = list[1].layer
    local _, wall = s:tileAt(104, 4)
    assert.equal(0, tiles.changes)
    s:setTile(104, 24, "wall")
    assert.is_true(tiles.changed[1][0])
    assert.equal(1, tiles.changes)
    wall:remove()
    assert.is_true(tiles.changed[0][0] and tiles.changed[0][1])
    assert.equal(3, tiles.changes)
    assert.is_nil(tiles.changed[1][1])
  end)
end)
