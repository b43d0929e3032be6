local hitbox = require "hitbox"
local json = require "hitbox.scene.data.json"
local samples = require "tests.tools.samples"
local support = require "tests.scene.support"
local writer = require "tests.tools.ase_writer"

local handle = assert(io.open(debug.getinfo(1, "S").source:match("^@(.*/)") .. "fixtures/hero.json"))
local HERO = json.decode(handle:read("*a"))
handle:close()

local SIZE = { w = 32, h = 24 } -- of both

--- The parts of what is made that are not about the sheet.
local function parts(made)
  local boxes = {}
  for i, sprite in ipairs(made.sprites) do
    boxes[i] = sprite.boxes
  end
  return { made.anchor, made.boxes, made.actions, boxes }
end

local function refused(bytes)
  return (support.message(hitbox.aseprite, bytes):gsub("^[^:]*:%d+: ", ""))
end

describe("a file of Aseprite", function()
  it("gives_the_same_as_its_export", function()
    for _, sheet in ipairs { HERO, samples.sheet } do
      local want = parts(hitbox.aseprite(sheet))
      assert.is_true(#want[4] > 2 and next(want[3]) ~= nil)
      assert.are.same(want, parts(hitbox.aseprite(writer.encode(sheet, SIZE))))
      assert.are.same(want, parts(hitbox.aseprite(writer.encode(sheet, { w = 32, h = 24, isOld = true }))))
      local cel = { writer.chunk(0x2005, ("x"):rep(300)), writer.chunk(0x2019, "") } -- chunks that are not read
      assert.are.same(want, parts(hitbox.aseprite(writer.encode(sheet, { w = 32, h = 24, chunks = cel }))))
    end
  end)

  it("has_one_duration_for_frames_that_have_none_as_in_old_versions", function()
    local tag = { name = "walk", from = 0, to = 1, direction = "forward", ["repeat"] = 1 }
    local bytes = writer.encode({ frames = { { duration = 0 }, { duration = 50 } }, meta = { frameTags = { tag } } }, SIZE)
    bytes = bytes:sub(1, 18) .. "\200\0" .. bytes:sub(21) -- 200 milliseconds, in the header
    assert.are.equal(15, hitbox.aseprite(bytes).actions.walk.frames) -- 250 ms at 60 Hz
  end)

  it("has_its_frames_in_rows", function()
    local frames = {}
    for i = 1, 5 do
      frames[i] = { duration = 100 }
    end
    local sprites = hitbox.aseprite(writer.encode({ frames = frames, meta = {} }, { w = 10, h = 20 })).sprites
    local places = {}
    for i, sprite in ipairs(sprites) do
      places[i] = { sprite.x, sprite.y, sprite.w, sprite.h, sprite.dx, sprite.dy }
    end
    -- Three columns, as 2 * 2 < 5; without a pivot the anchor is the middle of the lower edge.
    assert.are.same({ { 0, 0, 10, 20, -5, -20 }, { 10, 0, 10, 20, -5, -20 }, { 20, 0, 10, 20, -5, -20 }, { 0, 20, 10, 20, -5, -20 },
      { 10, 20, 10, 20, -5, -20 } }, places)
  end)

  it("may_have_slices_beyond_its_edges", function()
    local slice = { name = "hit", keys = { { frame = 0, bounds = { x = -6, y = -4, w = 300, h = 70000 }, pivot = { x = -1, y = -2 } } } }
    local made = hitbox.aseprite(writer.encode({ frames = { { duration = 100 } }, meta = { slices = { slice } } }, SIZE))
    assert.are.same({ { px = -7, py = -6 }, { left = -1, right = 301, up = -2, down = 70002 } }, { made.anchor, made.boxes.hit })
  end)

  it("lies_beside_the_script", function()
    local path = os.tmpname() .. ".aseprite"
    local base, name = path:match("^(.*[/\\])([^/\\]+)$")
    local file = assert(io.open(path, "wb"))
    file:write(writer.encode(HERO, SIZE))
    file:close()
    local read = assert((loadstring or load)("local hitbox, name = ... local made = hitbox.aseprite { file = name } return made", "@" .. base .. "x.lua"))
    local made = read(hitbox, name)
    os.remove(path)
    assert.are.same(parts(hitbox.aseprite(HERO)), parts(made))
    assert.are.equal(name, made.image)
  end)

  it("is_refused_with_what_is_wrong", function()
    local good = writer.encode(HERO, SIZE)
    assert.are.equal("the export of Aseprite: it ends too early, at byte 20", refused(good:sub(1, 20)))
    assert.are.equal("the export of Aseprite: no frame begins at byte 129", refused(good:sub(1, 132) .. "xx" .. good:sub(135)))
    assert.are.equal("the export of Aseprite: a frame has 3 bytes, fewer than its header",
      refused(good:sub(1, 128) .. writer.number(3, 4) .. good:sub(133)))
    assert.are.equal("the export of Aseprite: a chunk has 5 bytes, fewer than its header",
      refused(good:sub(1, 144) .. writer.number(5, 4) .. good:sub(149)))
    local many = writer.chunk(0x2022, writer.number(2 ^ 32 - 1, 4) .. writer.number(0, 8) .. "\1\0a")
    assert.matches("^the export of Aseprite: it ends too early, at byte ", refused(writer.encode(HERO, { w = 1, h = 1, chunks = { many } })))
    local none = writer.encode({ frames = {}, meta = {} }, SIZE)
    assert.are.equal("the export of Aseprite has no frames", refused(none))
    for length = 6, #good - 1 do -- however much of it is there
      assert.matches("^the export of Aseprite: ", refused(good:sub(1, length)))
    end
  end)
end)
