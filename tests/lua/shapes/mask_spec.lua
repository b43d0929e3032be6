local hitbox = require "hitbox"
local versions = require "tests.tools.versions"
local support = require "tests.tools.support"
local refused = support.refused

local nan, inf = 0 / 0, 1 / 0

--- The pixels of a mask as its rows.
local function rows(mask)
  local width, height = mask:size()
  local out = {}
  for y = 0, height - 1 do
    local row = {}
    for x = 0, width - 1 do
      row[#row + 1] = mask:get(x, y) and "#" or "."
    end
    out[#out + 1] = table.concat(row)
  end
  return out
end

--- An image as LÖVE has them: getPixel gives red, green, blue and alpha.
local function image(alphas)
  local object = {}
  function object:getWidth()
    return #alphas[1]
  end
  function object:getHeight()
    return #alphas
  end
  function object:getPixel(x, y)
    return 1, 1, 1, alphas[y + 1][x + 1]
  end
  return object
end

describe("a mask", function()
  it("is_made_of_strings", function()
    local mask = hitbox.mask { "#x ", "..1" }
    assert.are.equal("mask", mask:kind())
    assert.are.same({ "##.", "..#" }, rows(mask))
    assert.are.same({ 3, 2 }, { mask:size() })
    assert.are.equal(3, mask:count())
    assert.are.same({ 0, 0, 3, 2 }, { mask:bounds() })
  end)

  it("is_made_of_a_function", function()
    local asked = {}
    local mask = hitbox.mask(3, 2, function(x, y)
      asked[#asked + 1] = x .. "," .. y
      if y == 0 then
        return x > 0
      end
      return x == 1 and 0.5 or x == 2 and 0.49 or nil
    end)
    assert.are.same({ "0,0", "1,0", "2,0", "0,1", "1,1", "2,1" }, asked)
    assert.are.same({ ".##", ".#." }, rows(mask))
    local faint = hitbox.mask(2, 1, function(x)
      return x == 0 and 0.25 or 0.2
    end, 0.25)
    assert.are.same({ "#." }, rows(faint))
  end)

  it("is_made_of_an_image", function()
    local shades = image { { 0, 0.5, 1 }, { 0.49, 0.51, 0 } }
    assert.are.same({ ".##", ".#." }, rows(hitbox.mask(shades)))
    assert.are.same({ "..#", "..." }, rows(hitbox.mask(shades, 0.75)))
    assert.are.same({ "###", "###" }, rows(hitbox.mask(shades, 0)))
    -- methods behind a metatable, as those of a userdata are
    local wrapped = setmetatable({}, { __index = shades })
    assert.are.same({ ".##", ".#." }, rows(hitbox.mask(wrapped)))
  end)

  it("is_made_of_an_images_bytes_with_a_pixel_asked_for_each_alpha", function()
    local alphas, asked = { 0, 100, 200, 100, 0, 255 }, 0
    local methods = {}
    local data = io.tmpfile() -- a userdata, as an ImageData of LÖVE is
    local metatable = debug.getmetatable(data)
    debug.setmetatable(data, { __index = methods })
    function methods.getWidth()
      return 3
    end
    function methods.getHeight()
      return 2
    end
    function methods.getPixel(_, x, y)
      asked = asked + 1
      return 1, 1, 1, alphas[3 * y + x + 1] / 255
    end
    for _, case in ipairs { { "rgba8", 4, 4 }, { "rgba8", 8, 6 }, { "rgba16", 4, 6 }, { nil, 4, 6 }, { "rgba8", nil, 6 } } do
      local format, size, calls = case[1], case[2], case[3]
      function methods.getFormat()
        return format
      end
      methods.getString = size and function()
        local bytes = {}
        for i, alpha in ipairs(alphas) do
          bytes[i] = string.rep("\255", size - 1) .. string.char(alpha)
        end
        return table.concat(bytes)
      end
      asked = 0
      assert.are.same({ "..#", "..#" }, rows(hitbox.mask(data)))
      assert.are.equal(calls, asked)
      assert.are.same({ ".##", "#.#" }, rows(hitbox.mask(data, 100 / 255)))
      assert.are.same({ "..#", "..#" }, rows(hitbox.mask(data, 101 / 255)))
    end
    function methods.getString()
      error("no bytes")
    end
    refused("no bytes", hitbox.mask, data)
    debug.setmetatable(data, metatable)
    data:close()
  end)

  it("is_made_of_bytes", function()
    local alpha = string.char(0, 127, 128, 255)
    assert.are.same({ "..", "##" }, rows(hitbox.mask(2, 2, alpha)))
    assert.are.same({ ".#", "##" }, rows(hitbox.mask(2, 2, alpha, 0.25)))
    assert.are.same({ "..", ".#" }, rows(hitbox.mask(2, 2, alpha, 1)))
    local rgba = string.char(255, 255, 255, 0, 0, 0, 0, 200)
    assert.are.same({ ".#" }, rows(hitbox.mask(2, 1, rgba)))
  end)

  it("may_be_empty_and_meets_nothing_then", function()
    local all = hitbox.aabb(-9, -9, 30, 30)
    for _, mask in ipairs {
      hitbox.mask {}, hitbox.mask { "" }, hitbox.mask { "..", ".." }, hitbox.mask(0, 3, ""),
      hitbox.mask(3, 0, function()
        error("there is no pixel")
      end),
    } do
      assert.are.equal(0, mask:count())
      assert.is_false(hitbox.overlaps(mask, all, "touch"))
      assert.are.equal(0, (mask:outline()))
    end
  end)

  it("tells_pixels_outside_as_clear", function()
    local mask = hitbox.mask { "##" }
    assert.is_true(mask:get(1, 0))
    for _, at in ipairs { { -1, 0 }, { 2, 0 }, { 0, -1 }, { 0, 1 }, { 2 ^ 40, 0 } } do
      assert.is_false(mask:get(at[1], at[2]))
    end
  end)

  it("is_equal_to_one_with_the_same_pixels_at_the_same_place", function()
    local mask = hitbox.mask { "#.", "##" }
    assert.are.equal(mask, hitbox.mask { "X ", "XX" })
    assert.are.equal(mask:translated(1, 2), hitbox.mask { "X ", "XX" }:translated(1, 2))
    assert.are_not.equal(mask, hitbox.mask { "##", "##" })
    assert.are_not.equal(mask, mask:translated(1, 0))
    assert.are_not.equal(mask, mask:mirrored())
    assert.are.equal(mask, mask:mirrored():mirrored())
    assert.are.equal("mask(3, 4, 2, 2)", tostring(mask:translated(3, 4)))
  end)
end)

describe("making a mask", function()
  it("refuses_what_is_neither_rows_nor_image_nor_size", function()
    local what = "bad argument #1 to 'mask' (rows, width or image with getPixel, as love.image.newImageData, expected, got %s)"
    refused(what:format("no value"), hitbox.mask)
    refused(what:format("nil"), hitbox.mask, nil)
    refused(what:format("string"), hitbox.mask, "##")
    refused(what:format("boolean"), hitbox.mask, true)
    refused(what:format("hitbox.shape"), hitbox.mask, hitbox.point(0, 0))
    refused(what:format(_VERSION >= "Lua 5.3" and "FILE*" or "userdata"), hitbox.mask, io.stdout)
  end)

  it("refuses_rows_that_are_none", function()
    refused("bad argument #1 to 'mask' (string expected for row 2, got number)",
      hitbox.mask, { "##", 12 })
    refused("bad argument #1 to 'mask' (row 2 must be as long as row 1, which has 2 characters, got 3)",
      hitbox.mask, { "##", "###" })
    refused("bad argument #1 to 'mask' (row 1 must be at most 16384 pixels)",
      hitbox.mask, { ("#"):rep(16385) })
    local many = {}
    for i = 1, 16385 do
      many[i] = ""
    end
    refused("bad argument #1 to 'mask' (number of rows must be at most 16384 pixels)",
      hitbox.mask, many)
  end)

  it("refuses_sizes_that_are_none", function()
    local function f()
      return true
    end
    refused("bad argument #1 to 'mask' (width must be >= 0, got -1)", hitbox.mask, -1, 2, f)
    refused("bad argument #2 to 'mask' (height must be >= 0, got -2)", hitbox.mask, 1, -2, f)
    refused("bad argument #1 to 'mask' (width must be at most 16384 pixels, got 16385)",
      hitbox.mask, 16385, 2, f)
    refused("bad argument #1 to 'mask' (width must be an integer, got 1.5)", hitbox.mask, 1.5, 2, f)
    refused("bad argument #1 to 'mask' (width must be an integer, got NaN)", hitbox.mask, nan, 2, f)
    refused("bad argument #2 to 'mask' (height must be an integer, got inf)", hitbox.mask, 1, inf, f)
    refused("bad argument #2 to 'mask' (integer expected for height, got nil)",
      hitbox.mask, 1, nil, f)
  end)

  it("refuses_pixels_that_are_none", function()
    refused("bad argument #3 to 'mask' (function or string expected for pixels, got no value)",
      hitbox.mask, 2, 2)
    refused("bad argument #3 to 'mask' (function or string expected for pixels, got table)",
      hitbox.mask, 2, 2, {})
    refused("bad argument #3 to 'mask' (bytes must be 6 or 24 long for 2 x 3 pixels, got 5)",
      hitbox.mask, 2, 3, "12345")
    local function gives(value)
      return function(x, y)
        return x == 1 and y == 2 and value
      end
    end
    refused("bad argument #3 to 'mask' (number expected for alpha of pixel 1, 2, got string)",
      hitbox.mask, 2, 3, gives("1"))
    refused("bad argument #3 to 'mask' (alpha of pixel 1, 2 must be finite)",
      hitbox.mask, 2, 3, gives(nan))
    refused("bad argument #3 to 'mask' (alpha of pixel 1, 2 must be finite)",
      hitbox.mask, 2, 3, gives(inf))
  end)

  it("refuses_thresholds_that_are_none", function()
    local shades = image { { 1 } }
    refused("bad argument #2 to 'mask' (threshold must be from 0 to 1, got 128)",
      hitbox.mask, shades, 128)
    refused("bad argument #2 to 'mask' (threshold must be from 0 to 1, got -0.5)",
      hitbox.mask, shades, -0.5)
    refused("bad argument #2 to 'mask' (threshold must be finite, got NaN)",
      hitbox.mask, shades, nan)
    refused("bad argument #4 to 'mask' (number expected for threshold, got string)",
      hitbox.mask, 1, 1, "x", "0.5")
    refused("bad argument #4 to 'mask' (threshold must be from 0 to 1, got 2)",
      hitbox.mask, 1, 1, print, 2)
  end)

  it("refuses_images_that_are_none", function()
    refused("bad argument #1 to 'mask' (function expected for getWidth of the image, got nil)",
      hitbox.mask, { getPixel = print })
    refused("bad argument #1 to 'mask' (integer expected for width, got string)", hitbox.mask, {
      getPixel = print,
      getWidth = function()
        return "2"
      end,
    })
    local opaque = image { { 1, nil } }
    opaque.getWidth = function()
      return 2
    end
    refused("bad argument #1 to 'mask' (number expected for alpha of pixel 1, 0, got nil)",
      hitbox.mask, opaque)
  end)

  it("passes_on_what_a_function_raises", function()
    local marker = {}
    local ok, err = pcall(hitbox.mask, 5, 5, function(x, y)
      if x == 3 and y == 4 then
        error(marker)
      end
      return true
    end)
    assert.is_false(ok)
    assert.are.equal(marker, err)
    assert.is_false((pcall(coroutine.wrap(function()
      hitbox.mask(1, 1, coroutine.yield)
    end))))
  end)
end)

describe("readers of masks", function()
  it("refuse_other_shapes", function()
    local circle = hitbox.circle(0, 0, 1)
    for _, name in ipairs { "size", "count", "get", "cut", "fill" } do
      refused(("calling '%s' on bad self (mask expected, got another kind of shape)"):format(name),
        circle[name], circle)
    end
    local mask = hitbox.mask { "#" }
    refused("bad argument #1 to 'get' (integer expected for x, got no value)",
      support.bound(mask, "get"))
    refused("bad argument #2 to 'get' (y must be an integer, got 0.5)",
      support.bound(mask, "get"), 0, 0.5)
    refused("bad argument #1 to 'cut' (shape expected for hole, got nil)",
      support.bound(mask, "cut"), nil)
    refused("bad argument #1 to 'fill' (shape expected for patch, got number)",
      support.bound(mask, "fill"), 3)
  end)

  it("give_the_outline_where_the_mask_is", function()
    local ring = hitbox.mask { "###", "#.#", "###" }
    assert.are.same({ 2, { 8, 10, 20, 13, 20, 13, 23, 10, 23, 8, 11, 21, 11, 22, 12, 22, 12, 21 }, "mask" },
      { ring:translated(10, 20):outline() })
    local corner = hitbox.mask { "#.", "##" }
    assert.are.same({ 1, { 12, -0.5, 0, -0.5, 2, -2.5, 2, -2.5, 1, -1.5, 1, -1.5, 0 }, "mask" },
      { corner:mirrored():translated(-0.5, 0):outline() })
  end)

  it("fill_pixels_in_where_the_mask_is", function()
    local ground = hitbox.mask { "......", "#....#", "##..##", "######" }:translated(100, 200)
    local more = ground:fill(hitbox.aabb(101.5, 201, 2, 1))
    assert.are.same({ 100, 200, 6, 4 }, { more:bounds() })
    assert.are.same({ "......", "####.#", "##..##", "######" }, rows(more))
    assert.are.same({ "......", "#....#", "##..##", "######" }, rows(ground))
    assert.are.same({ "##....", "#....#", "##..##", "######" }, -- no more than its picture
      rows(ground:fill(hitbox.aabb(90, 190, 12, 11))))
    assert.are.same({ "......", "#....#", "##..##", "######" }, rows(ground:fill(hitbox.circle(50, 50, 9))))
    local mirrored = ground:mirrored():fill(hitbox.aabb(-105, 200, 1, 1))
    assert.are.same({ "....#.", "#....#", "##..##", "######" }, rows(mirrored))
  end)

  it("cut_pixels_out_where_the_mask_is", function()
    local ground = hitbox.mask { "......", "######", "######", "######" }:translated(100, 200)
    local left = ground:cut(hitbox.circle(103, 201, 1.5))
    assert.are.same({ 100, 200, 6, 4 }, { left:bounds() })
    assert.are.same({ "......", "#....#", "#....#", "######" }, rows(left))
    assert.are.same({ "......", "######", "######", "######" }, rows(ground))
    assert.is_false(hitbox.overlaps(left, hitbox.circle(103, 201, 1.5)))
    local mirrored = ground:mirrored():cut(hitbox.aabb(-101, 201, 0.5, 1))
    assert.are.same({ "......", ".#####", "######", "######" }, rows(mirrored))
    assert.are.same({ "......", "###.##", "######", "######" },
      rows(ground:cut(hitbox.mask { "#" }:translated(103, 201))))
  end)
end)

describe("a mask among shapes", function()
  local hero = hitbox.mask { ".#.", "###", "#.#" }

  it("meets_other_shapes_by_its_pixels", function()
    assert.is_true(hitbox.overlaps(hero, hitbox.mask { "#" }:translated(1, 0)))
    assert.is_false(hitbox.overlaps(hero, hitbox.mask { "#" }:translated(1, 2)))
    assert.is_true(hitbox.overlaps(hero, hitbox.mask { "#" }:translated(1, 2), "touch"))
    assert.is_true(hitbox.overlaps(hero, hitbox.point(1.5, 1)))
    assert.is_false(hitbox.overlaps(hero, hitbox.point(0.5, 0.5)))
    assert.is_true(hitbox.overlaps(hero, hitbox.point(0, 1), "pixel"))
    assert.is_false(hitbox.overlaps(hero, hitbox.aabb(1, 2, 1, 1), "pixel"))
    assert.is_true(hitbox.overlaps(hero, hitbox.circle(0.5, 0.5, 0.75)))
    assert.is_false(hitbox.overlaps(hero, hitbox.circle(0.5, 0.5, 0.5)))
    assert.is_true(hitbox.overlaps(hero, hitbox.segment(0, 0, 3, 3)))
    assert.is_false(hitbox.overlaps(hero, hitbox.segment(0, 1, 1, 0)))
  end)

  it("cannot_be_turned_or_placed_where_pixels_have_no_edges", function()
    refused("bad argument #1 to 'rotated' (a mask can be moved and mirrored, but not rotated or scaled)",
      support.bound(hero, "rotated"), 1)
    refused("bad argument #1 to 'translated' (every edge of the shape must be at most 2^51 in magnitude"
      .. " for a mask)", support.bound(hero, "translated"), 2 ^ 52, 0)
  end)
end)

describe("a mask in a world", function()
  local hero = { ".#.", "###", "#.#" }

  it("is_placed_by_its_picture_and_mirrored_about_its_anchor", function()
    local world = hitbox.newWorld()
    world:add("hero", 10, 20, hitbox.mask(hero), { anchor = "feet" })
    assert.are.same({ 8.5, 17, 3, 3 }, { world:rect("hero") })
    world:add("left", 10, 20, hitbox.mask { "#..", "##." }, { facing = -1 })
    assert.are.same({ 7, 20, 3, 2 }, { world:rect("left") })
    assert.is_true(world:shape("left"):get(0, 0))
    local out, n = {}, nil
    n = world:queryPoint(9.5, 20.5, out)
    assert.are.same({ 1, "left" }, { n, out[1] })
    assert.are.equal(0, (world:queryPoint(8.5, 20.5, out)))
    world:update("left", 11, 20)
    assert.are.equal(0, (world:queryPoint(9.5, 20.5, out)))
    world:update("left", 11, 20, hitbox.mask { "##", "##" })
    assert.are.same({ 9, 20, 2, 2 }, { world:rect("left") })
    world:reshape("left", hitbox.circle(0, 0, 1))
    world:reshape("left", hitbox.mask { "#" })
    assert.are.same({ 10, 20, 1, 1 }, { world:rect("left") })
    world:remove("left")
    assert.are.equal(1, world:count())
  end)

  it("keeps_its_pixels_as_long_as_something_needs_them", function()
    local world = hitbox.newWorld()
    for i = 1, 50 do
      world:add(i, 10 * i, 0, hitbox.mask(hero):translated(1, 1):mirrored())
    end
    local shapes = {}
    for i = 1, 50, 3 do
      shapes[i] = world:shape(i):translated(0, 5)
    end
    for i = 1, 50, 2 do
      world:update(i, 10 * i, 0, hitbox.mask { "#" })
    end
    for i = 1, 50, 5 do
      world:remove(i)
    end
    versions.collect()
    for _ = 1, 100 do
      hitbox.mask(hero) -- writes where freed memory would be
    end
    for i, shape in pairs(shapes) do
      assert(shape:count() == 6)
      assert.are.same({ ".#.", "###", "#.#" }, rows(shape))
    end
    for i = 2, 50 do
      if world:has(i) then
        assert(world:shape(i):count() == (i % 2 == 0 and 6 or 1))
        assert(hitbox.overlaps(world:shape(i), world:shape(i)))
      end
    end
  end)

  it("gives_its_memory_back", function()
    local function bytes()
      return string.rep("\255", 512 * 512)
    end
    local mask = hitbox.mask(512, 512, bytes())
    local world = hitbox.newWorld()
    world:add("ground", 0, 0, mask)
    versions.collect()
    local before = collectgarbage("count")
    for i = 1, 50 do
      world:reshape("ground", world:shape("ground"):cut(hitbox.circle(10 * i, 20, 8)))
      mask = hitbox.mask(512, 512, bytes()):translated(i, 0)
    end
    versions.collect()
    assert.is_true(collectgarbage("count") - before < 200)
    assert.is_true(world:shape("ground"):count() < 512 * 512)
    assert.are.equal(512 * 512, mask:count())
  end)

  it("may_be_used_by_finalizers_at_the_end_of_everything", function()
    local seen = {}
    do
      local world = hitbox.newWorld()
      local last = versions.finalized(function()
        seen[#seen + 1] = world:shape("hero"):count()
      end)
      world:add("hero", 0, 0, hitbox.mask(hero))
      world.last = last -- until here it is not garbage
    end
    versions.collect()
    assert.are.same({ 6 }, seen)
  end)

  it("may_be_made_by_functions_that_collect_and_change_the_world", function()
    local world = hitbox.newWorld()
    for i = 1, 30 do
      world:add(i, 0, 0, hitbox.mask(4, 4, function(x, y)
        collectgarbage("step")
        if world:has(i - 1) then
          world:reshape(i - 1, hitbox.mask { "##", "##" })
        end
        return (x + y) % 2 == 0
      end))
    end
    assert.are.equal(4, world:shape(1):count())
    assert.are.equal(8, world:shape(30):count())
  end)
end)
