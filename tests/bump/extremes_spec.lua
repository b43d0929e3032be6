--- hitbox.bump with numbers of any size: each call ends, and gives the results of the slow path, which a world
--- takes if each method is replaced by one that calls it.
local bump = require "hitbox.bump"
local randomOf = require("tests.tools.support").random

local NUMBERS = {
  0, -0.0, 1, -1, 7.5, 1e-300, 5e-324, -2.2e-308, 1e10, -1e15, 2 ^ 52 + 0.5, 2 ^ 53, -2 ^ 53 - 2, 2 ^ 62, 2 ^ 63,
  -2 ^ 63, 2 ^ 64, 2 ^ 90, -2 ^ 91, 1e100, -1e200, 1e300, 1.7976931348623157e308, -1.7976931348623157e308,
}
if math.maxinteger then
  for _, value in ipairs { 2 ^ 53, 2 ^ 40 + 1, -2 ^ 60, -2 ^ 63 } do
    NUMBERS[#NUMBERS + 1] = math.tointeger(value)
  end
end

local CELLS = { 64, 0.7, 1, 5e-324, 2 ^ 53, 1e200, 1.7976931348623157e308 }

local function withOwnMethods(world)
  for _, name in ipairs { "project", "getRect", "check", "update" } do
    local original = world[name]
    world[name] = function(...)
      return original(...)
    end
  end
  return world
end

--- The results as a text; NaN is the same as NaN.
local function text(value, depth)
  if type(value) ~= "table" or depth > 3 then
    return type(value) == "number" and ("%.17g"):format(value):gsub("^-nan", "nan") or tostring(value)
  end
  local parts = {}
  for key, field in pairs(value) do
    parts[#parts + 1] = tostring(key) .. "=" .. text(field, depth + 1)
  end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end

local function told(world, name, ...)
  local results = { pcall(world[name], world, ...) }
  if not results[1] then
    results[2] = tostring(results[2]):gsub("^[^\n]-:%d+: ", "")
  end
  return text(results, 0)
end

local KINDS = { "slide", "touch", "cross", "bounce", false }

describe("numbers_of_any_size", function()
  for i, cellSize in ipairs(CELLS) do
    it("get_an_answer_in_cells_of " .. cellSize, function()
      local below = randomOf(i)
      local function any()
        return NUMBERS[1 + below(#NUMBERS)]
      end
      for _ = 1, 12 do
        local worlds = { bump.newWorld(cellSize), withOwnMethods(bump.newWorld(cellSize)) }
        local function both(...)
          local one = told(worlds[1], ...)
          assert.are.equal(told(worlds[2], ...), one)
        end
        for item = 1, 12 do
          both("add", item, any(), any(), math.abs(any()), math.abs(any()))
        end
        for _ = 1, 12 do
          local item, kind = 1 + below(12), 1 + below(#KINDS)
          local function filter(_, other)
            return KINDS[1 + (kind + (other or 0)) % #KINDS]
          end
          both("move", item, any(), any())
          both("move", item, any(), any(), filter)
          both("check", item, any(), any(), filter)
          both("project", item, any(), any(), math.abs(any()), math.abs(any()), any(), any(), filter)
          both("update", item, any(), any(), math.abs(any()), math.abs(any()))
          both("queryRect", any(), any(), math.abs(any()), math.abs(any()))
          both("queryPoint", any(), any())
          both("querySegmentWithCoords", any(), any(), any(), any())
          both("querySegment", any(), any(), any(), any())
          both("countCells")
          both("toCell", any(), any())
          pcall(bump.rect.detectCollision, any(), any(), any(), any(), any(), any(), any(), any(), any(), any())
          pcall(bump.rect.getSegmentIntersectionIndices, any(), any(), any(), any(), any(), any(), any(), any(), any(),
            any())
        end
      end
    end)
  end

  it("meet_in_an_area_that_is_more_than_an_integer", function()
    local world = bump.newWorld()
    local size = math.tointeger and math.tointeger(2 ^ 40) or 2 ^ 40
    world:add("wide", 0, 0, size, size)
    local cols = world:project("me", 0, 0, size, size)
    assert.are.equal(-2 ^ 80, cols[1].ti)
  end)
end)
