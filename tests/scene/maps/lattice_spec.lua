-- Maps whose cells do not lie in rows and columns. Positions are worked out by hand from the figures in Tiled's manual.
local hitbox = require "hitbox"
local lattice = require "hitbox.scene.maps.lattice"

local function export(orientation, more)
  local map = {
    orientation = orientation, width = 3, height = 2, tilewidth = 32, tileheight = 16,
    tilesets = { { firstgid = 1, name = "t", tilewidth = 32, tileheight = 24, tilecount = 2, tiles = {} } },
    layers = {
      { type = "tilelayer", name = "walls", width = 3, height = 2, data = { 1, 0, 0, 0, 0, 1 } },
      { type = "objectgroup", name = "things", objects = {
        { id = 1, name = "area", shape = "rectangle", x = 16, y = 0, width = 16, height = 16 },
        { id = 2, name = "spot", shape = "point", x = 32, y = 16 } } },
    },
  }
  for key, value in pairs(more or {}) do
    map[key] = value
  end
  return map
end

local function scene(map)
  return hitbox.scene { map = { tiled = map } }
end

describe("maps that are not orthogonal", function()
  it("find the cell of the middle of each cell", function()
    local kinds = { { "isometric" } }
    for _, kind in ipairs { "staggered", "hexagonal" } do
      for _, axis in ipairs { "x", "y" } do
        for _, index in ipairs { "odd", "even" } do
          kinds[#kinds + 1] = { kind, { staggeraxis = axis, staggerindex = index, hexsidelength = 8 } }
        end
      end
    end
    for _, kind in ipairs(kinds) do
      local one = lattice.of(export(kind[1], kind[2]))
      for col = -3, 4 do
        for row = -3, 4 do
          local x, y = one:corner(col, row)
          for _, away in ipairs { { 0, 0 }, { 6, 0 }, { -6, 0 }, { 0, 3 }, { 0, -3 } } do
            assert.same({ col, row }, { one:cellAt(x + 16 + away[1], y + 8 + away[2]) })
          end
        end
      end
    end
  end)

  it("make polygons of solid tiles, where they are drawn", function()
    local s = scene(export("isometric"))
    -- The top of cell 0, 0 is 2 * 16 from the left; cell 2, 1 is one step to the right of that and three down.
    assert.same({ 16, 0, 32, 16 }, { s.walls:rect() })
    local _, far = s:tileAt(48, 32)
    assert.same({ 32, 24, 32, 16 }, { far:rect() })
    assert.is_nil(s:tileAt(18, 1)) -- a corner of the bounds
    assert.equal("walls", (s:tileAt(32, 8)))
  end)

  it("project objects of isometric maps", function()
    local s = scene(export("isometric"))
    -- The rectangle is the cell 1, 0.
    assert.same({ 32, 8, 32, 16 }, { s.area:rect() })
    assert.same({ 48, 24 }, { s.spot.x, s.spot.y })
  end)

  it("shift every second row or column of staggered maps", function()
    local s = scene(export("staggered", { staggeraxis = "y", staggerindex = "odd" }))
    local _, thing = s:tileAt(96, 16)
    assert.same({ 80, 8, 32, 16 }, { thing:rect() }) -- column 2 of row 1
    s = scene(export("staggered", { staggeraxis = "x", staggerindex = "even" }))
    _, thing = s:tileAt(48, 32)
    assert.same({ 32, 24, 32, 16 }, { thing:rect() })
  end)

  it("change their tiles", function()
    local s = scene(export("hexagonal", { staggeraxis = "y", staggerindex = "odd", hexsidelength = 8 }))
    assert.equal(2, s:count("walls"))
    s:setTile(16, 8, nil)
    assert.equal(1, s:count("walls"))
    s:setTile(48, 8, "walls")
    local word, _, col, row = s:tileAt(48, 8)
    assert.same({ "walls", 1, 0 }, { word, col, row })
  end)

  it("say where their level is", function()
    local x, y, w, h = scene(export("isometric")):levelAt(40, 20)
    assert.same({ 0, 0, 80, 40 }, { x, y, w, h })
  end)

  it("refuse an orientation that is not known", function()
    local fine, message = pcall(scene, export("oblique"))
    assert.is_false(fine)
    assert.is_truthy(tostring(message):find("the map is oblique, which is not known", 1, true))
  end)
end)
