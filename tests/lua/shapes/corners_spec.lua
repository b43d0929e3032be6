local hitbox = require "hitbox"
local support = require "tests.tools.support"
local refused = support.refused

local MANY = "must have at most 4096 corners (each part counts as 4 or more, an ellipse as 64); " ..
  "make several shapes of it)"

--- Corners on a circle.
local function ring(count)
  local corners = {}
  for i = 1, count do
    local x, y = hitbox.direction(2 * math.pi * i / count)
    corners[2 * i - 1], corners[2 * i] = 1000 * x, 1000 * y
  end
  return corners
end

--- Teeth on a bar.
local function comb(teeth)
  local corners = { 0, 100 }
  for i = 1, 2 * teeth do
    corners[#corners + 1] = i
    corners[#corners + 1] = i % 2 * 50
  end
  corners[#corners + 1] = 2 * teeth + 1
  corners[#corners + 1] = 100
  return corners
end

local function circles(count)
  local parts = {}
  for i = 1, count do
    parts[i] = hitbox.circle(i % 32, i / 32, 3)
  end
  return parts
end

describe("the corners of a shape", function()
  it("are_at_most_4096_of_a_polygon", function()
    assert.are.equal("polygon", hitbox.polygon(ring(4096)):kind())
    refused("bad argument #1 to 'polygon' (outline " .. MANY, hitbox.polygon, ring(4097))
  end)

  it("are_at_most_4096_of_the_parts_of_an_outline", function()
    assert.are.equal("compound", hitbox.polygon(comb(512)):kind()) -- of 1,026 corners, all are made
    refused("bad argument #1 to 'polygon' (outline " .. MANY, hitbox.polygon, comb(1500))
    refused("bad argument #1 to 'polygon' (outline " .. MANY, hitbox.polygon, comb(100000))
  end)

  it("are_4_or_more_of_each_part_of_a_compound", function()
    local most = hitbox.compound(circles(1024))
    assert.is_true(hitbox.overlaps(most, hitbox.point(1, 1)))
    refused("bad argument #1 to 'compound' (compound " .. MANY, hitbox.compound, circles(1025))
    refused("bad argument #1 to 'compound' (compound " .. MANY, hitbox.compound, most, hitbox.point(0, 0))
  end)

  it("are_64_of_an_ellipse_in_a_compound", function()
    local parts = {}
    for i = 1, 64 do
      parts[i] = hitbox.ellipse(i, 0, 2, 1)
    end
    assert.are.equal("compound", hitbox.compound(parts):kind())
    parts[65] = hitbox.point(0, 0)
    refused("bad argument #1 to 'compound' (compound " .. MANY, hitbox.compound, parts)
  end)

  it("stay_as_many_in_a_world_that_is_saved_and_loaded", function()
    local world = hitbox.newWorld()
    world:add("ground", 0, 0, hitbox.compound(circles(1024)))
    local loaded = hitbox.load(world:save())
    assert.are.equal(1, (loaded:queryPoint(1, 1, {})))
  end)
end)
