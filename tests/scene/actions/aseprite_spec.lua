local hitbox = require "hitbox"
local support = require "tests.scene.support"

-- As Aseprite 1.3 writes it ("Array", with tags and slices): a picture of 32 by 24, its feet at (12, 24).
-- Errors are about files beside the one of `support`, which makes the call that fails.
local FILE = "fixtures/hero.json"
local handle = assert(io.open(debug.getinfo(1, "S").source:match("^@(.*/)") .. FILE))
local EXPORT = handle:read("*a")
handle:close()

describe("an export of Aseprite", function()
  it("gives_anchor_boxes_and_sprites_about_the_pivot", function()
    local made = hitbox.aseprite(EXPORT)
    assert.are.same({ px = 12, py = 24 }, made.anchor)
    assert.are.same({ push = { left = 5, right = 5, up = 20, down = 0 } }, made.boxes)
    assert.are.same({ x = 24, y = 0, w = 20, h = 20, dx = -5, dy = -20, boxes = {
      push = { left = 5, right = 5, up = 20, down = 0 }, hit = { left = -5, right = 15, up = 16, down = -12 } } },
      made.sprites[3])
    assert.are.same({ push = { left = 5, right = 5, up = 20, down = 0 } }, made.sprites[2].boxes)
  end)

  it("gives_a_move_for_each_tag_with_durations_in_ticks", function()
    local actions = hitbox.aseprite(EXPORT, { tick = 60 }).actions
    assert.are.same({ 6, true, { "*" } }, { actions.idle.frames, actions.idle.loop, actions.idle.cancel })
    -- 100, 50, 25, 50, 100 ms begin at ticks 0, 6, 9, 10.5, 13.5 and end at 19.5
    assert.are.same({ 20, nil, nil }, { actions.jab.frames, actions.jab.loop, actions.jab.cancel })
    assert.are.same({ 1, 2, 3, 2, 1 }, { actions.jab[1].sprite, actions.jab[7].sprite, actions.jab[10].sprite,
      actions.jab[12].sprite, actions.jab[15].sprite })
    assert.are.same({ false, { left = -5, right = 15, up = 16, down = -12 } },
      { actions.jab[7].hit, actions.jab[10].hit })
    assert.are.same({ false }, { actions.jab[12].hit or actions.jab[1].hit })
  end)

  -- The orders are those in which Aseprite 1.3 plays such tags: its repeat counts the ways of a ping-pong.
  it("plays_a_tag_as_often_as_it_repeats", function()
    local function order(direction, times, to)
      local frames = {}
      for i = 1, 3 do
        frames[i] = { frame = { x = 0, y = 0, w = 8, h = 8 }, duration = 100 }
      end
      local action = hitbox.aseprite({ frames = frames, meta = { frameTags = {
        { name = "spin", from = 0, to = to or 2, direction = direction, ["repeat"] = times } } } }, { tick = 10 }).actions.spin
      local shown = {}
      for i = 1, action.frames do
        shown[i] = action[i].sprite - 1
      end
      return table.concat(shown) .. (action.loop and "..." or "")
    end
    assert.are.same({ "012...", "012", "012012", "012012012" },
      { order("forward"), order("forward", "1"), order("forward", "2"), order("forward", 3) })
    assert.are.same({ "210...", "210", "210210" }, { order("reverse"), order("reverse", "1"), order("reverse", "2") })
    assert.are.same({ "0121...", "0121...", "012", "01210", "0121012", "012101210" }, { order("pingpong"), order("pingpong", "0"),
      order("pingpong", "1"), order("pingpong", "2"), order("pingpong", "3"), order("pingpong", "4") })
    assert.are.same({ "2101...", "210", "21012" },
      { order("pingpong_reverse"), order("pingpong_reverse", "1"), order("pingpong_reverse", "2") })
    assert.are.same({ "0...", "0", "000" }, { order("pingpong", nil, 0), order("pingpong", "1", 0), order("pingpong", "3", 0) })
    for _, bad in ipairs { "x", -1, 1.5, 65536 } do
      assert.matches("meta.frameTags%[1%].repeat of the export of Aseprite must be a whole number from 0 to 65535, got ",
        support.message(order, "forward", bad))
    end
  end)

  it("makes_one_box_of_slices_that_are_called_alike", function()
    local function slice(name, x, y, w, h, from)
      return { name = name, keys = { { frame = from or 0, bounds = { x = x, y = y, w = w, h = h } } } }
    end
    local frames = {}
    for i = 1, 2 do
      frames[i] = { frame = { x = 0, y = 0, w = 20, h = 20 }, duration = 100 }
    end
    local made = hitbox.aseprite { frames = frames, meta = { frameTags = { { name = "hop", from = 0, to = 1 } }, slices = {
      slice("hurt", 6, 0, 8, 8), slice("hurt", 2, 8, 16, 12, 1), slice("push", 5, 5, 10, 15) } } }
    assert.are.same({ left = 4, right = 4, up = 20, down = -12 }, made.boxes.hurt)
    local s = hitbox.scene { things = { { "hero", at = { 100, 50 }, anchor = made.anchor, boxes = made.boxes, actions = made.actions } } }
    s.hero:play("hop")
    support.steps(s, 6)
    assert.are.same({ 92, 30, 16, 20 }, { s.hero:rect("hurt") })
    assert.are.same({ 1, 0, 1 }, { (s.world:queryPoint(97, 31)), (s.world:queryPoint(93, 37)), (s.world:queryPoint(93, 39)) })
    s.hero.facing = -1
    assert.are.same({ 92, 30, 16, 20 }, { s.hero:rect("hurt") })
  end)

  it("is_what_a_thing_can_be_made_of", function()
    local made = hitbox.aseprite(EXPORT)
    local s = hitbox.scene { things = {
      { "hero", at = { 100, 50 }, anchor = made.anchor, boxes = made.boxes, actions = made.actions } } }
    s.hero:play("jab")
    support.steps(s, 9)
    assert.are.same({ 105, 34, 10, 4 }, { s.hero:rect("hit") })
    assert.are.same({ 95, 30, 10, 20 }, { s.hero:rect("push") })
    assert.are.same({ 3, 9, 2, 9 }, { s.hero.sprite, s.hero:frameData("jab").startup,
      s.hero:frameData().active, s.hero:frameData().recovery })
  end)

  it("may_lie_in_a_file_beside_the_script_or_below", function()
    local made, same = hitbox.aseprite { file = FILE }, hitbox.aseprite(EXPORT)
    assert.are.same({ "fixtures/hero.png", "hero.png" }, { made.image, same.image })
    made.image, same.image = nil, nil
    assert.are.same(same, made)
    assert.are.same({ 10, hitbox.aseprite(EXPORT, { tick = 30 }).actions },
      { hitbox.aseprite({ file = FILE, tick = 30 }).actions.jab.frames, hitbox.aseprite({ file = FILE, tick = 30 }).actions })
  end)

  it("has_its_sheet_beside_it_where_a_path_of_another_computer_is_given", function()
    for given, want in pairs { ["hero.png"] = "hero.png", ["../art/hero.png"] = "../art/hero.png", ["/home/ann/hero.png"] = "hero.png",
      ["C:\\art\\hero.png"] = "hero.png", ["art\\hero.png"] = "art/hero.png" } do
      local made = hitbox.aseprite { frames = { { frame = { x = 0, y = 0, w = 8, h = 8 } } }, meta = { image = given } }
      assert.are.equal(want, made.image)
    end
    assert.is_nil(hitbox.aseprite({ frames = { { frame = { x = 0, y = 0, w = 8, h = 8 } } } }).image)
  end)

  it("names_the_file_that_it_cannot_read_and_the_reason", function()
    local function refused(...)
      return (support.message(hitbox.aseprite, ...):gsub("^[^:]*:%d+: ", ""))
    end
    for _, path in ipairs { "../scene/actions/" .. FILE, "/etc/passwd", "a/../../x.json", "c:x", "a\\b", "" } do
      assert.are.equal("file of aseprite must be a file beside the scene's or below, got '" .. path .. "'", refused { file = path })
    end
    assert.matches("^file of aseprite: .*none.json: No such file", refused { file = "none.json" })
    assert.are.equal("actions/aseprite_spec.lua is no JSON: line 1, column 1: a value is missing", refused { file = "actions/aseprite_spec.lua" })
    assert.matches("^file of aseprite: .*hero.aseprite: No such file", refused { file = "hero.aseprite" })
    assert.are.equal("file of aseprite must be a string, got 3", refused { file = 3 })
    assert.are.equal("unknown key 'tik' in aseprite, did you mean 'tick'?", refused { file = FILE, tik = 1 })
    assert.are.equal("unknown key 'file' in the options of aseprite; known are tick", refused("{}", { file = FILE }))
  end)

  it("may_have_its_frames_by_name", function()
    local frames = {}
    for i = 0, 11 do
      frames["hero2 " .. i .. ".aseprite"] = { frame = { x = i * 8, y = 0, w = 8, h = 8 }, duration = 100 }
    end
    local made = hitbox.aseprite { frames = frames, meta = {} }
    assert.are.equal(88, made.sprites[12].x)
    assert.are.same({ px = 4, py = 8 }, made.anchor)
  end)

  local function frame(name, x)
    return ('"%s": { "frame": { "x": %d, "y": 0, "w": 8, "h": 8 }, "duration": 100 }'):format(name, x)
  end

  it("may_have_its_frames_by_tag_and_number_in_the_order_in_which_they_are_written", function()
    -- As Aseprite writes them with Split Tags, or with such names.
    local made = hitbox.aseprite(('{ "frames": { %s, %s, %s, %s }, "meta": {} }'):format(frame("hero #walk 0.png", 0),
      frame("hero #walk 1.png", 8), frame("hero #jab 0.png", 16), frame("hero #jab 1.png", 24)))
    assert.are.same({ 0, 8, 16, 24 }, { made.sprites[1].x, made.sprites[2].x, made.sprites[3].x, made.sprites[4].x })
    -- Numbers that are there once count more, as other programs sort the names.
    made = hitbox.aseprite(('{ "frames": { %s, %s, %s }, "meta": {} }'):format(frame("a 10.png", 80), frame("a 11.png", 88),
      frame("a 9.png", 72)))
    assert.are.same({ 72, 80, 88 }, { made.sprites[1].x, made.sprites[2].x, made.sprites[3].x })
  end)

  it("may_have_frames_with_the_same_name", function()
    -- As Aseprite writes them for sprites without a name.
    local made = hitbox.aseprite(('{ "frames": { %s, %s, %s }, "meta": {} }'):format(frame("_0", 0), frame("_0", 8), frame("_0", 16)))
    assert.are.same({ 0, 8, 16 }, { made.sprites[1].x, made.sprites[2].x, made.sprites[3].x })
  end)

  it("is_refused_if_frames_are_left_out_or_are_those_of_single_layers", function()
    local function refused(...)
      return (support.message(hitbox.aseprite, ...):gsub("^[^:]*:%d+: ", ""))
    end
    local gap = "the export of Aseprite has later frames than 1, and not that one: switch off Ignore Empty in Aseprite"
    assert.are.equal(gap, refused(('{ "frames": { %s, %s } }'):format(frame("a 0.png", 0), frame("a 2.png", 8))))
    local list = {}
    for i, n in ipairs { 0, 2, 3 } do
      list[i] = { filename = "hero2 " .. n .. ".aseprite", frame = { x = 0, y = 0, w = 8, h = 8 } }
    end
    assert.are.equal(gap, refused { frames = list })
    list[3] = nil
    list[1].filename, list[2].filename = "idle.png", "walk2.png" -- names of one's own
    assert.are.equal(2, #hitbox.aseprite({ frames = list }).sprites)
    list[1].filename, list[2].filename = "hero (Body) 0.aseprite", "hero (Sword) 0.aseprite"
    assert.are.equal("the export of Aseprite has frames of single layers, 'Body' and 'Sword': switch off Split Layers in Aseprite",
      refused { frames = list, meta = { layers = { { name = "Body" }, { name = "Sword" } } } })
    list[2].filename = "hero (Body) 1.aseprite" -- the sprite's own name
    assert.are.equal(2, #hitbox.aseprite({ frames = list, meta = { layers = { { name = "Body" }, { name = "Sword" } } } }).sprites)
  end)

  it("has_what_its_pictures_are_padded_with_about_them", function()
    -- As written with Trim Cels and an Inner Padding of 3: 6 by 10 pixels of a picture of 32 by 24.
    local made = hitbox.aseprite { frames = { { frame = { x = 50, y = 20, w = 12, h = 16 }, trimmed = true,
      spriteSourceSize = { x = 10, y = 14, w = 6, h = 10 }, sourceSize = { w = 32, h = 24 } } } }
    local sprite = made.sprites[1]
    assert.are.same({ 50, 20, 12, 16, 10 - 3 - 16, 14 - 3 - 24 }, { sprite.x, sprite.y, sprite.w, sprite.h, sprite.dx, sprite.dy })
  end)

  it("is_refused_if_it_is_malformed_or_asks_for_too_much", function()
    local function refused(frame, tags, slices)
      return (support.message(hitbox.aseprite, { frames = { frame }, meta = { frameTags = tags, slices = slices } })
        :gsub("^[^:]*:%d+: ", ""))
    end
    local function one(duration)
      return { frame = { x = 0, y = 0, w = 8, h = 8 }, duration = duration }
    end
    assert.matches("frames%[1%] of the export of Aseprite must be a table, got 5$", support.message(hitbox.aseprite, '{"frames":[5]}'))
    assert.are.equal("meta.slices[1].keys[1].bounds of the export of Aseprite must be a table, got nil",
      refused(one(), {}, { { name = "push", keys = { { frame = 0 } } } }))
    assert.are.equal("tag 'a' of the export of Aseprite has a frame 1000000000, but there are 1: export all frames, not those of one tag", refused(one(), { { name = "a", from = 0, to = 1e9 } }))
    assert.are.equal("from of tag 'a' of the export of Aseprite must be at most 0, its last frame, got 1",
      refused(one(), { { name = "a", from = 1, to = 0 } }))
    local long = "tag 'a' of the export of Aseprite is too long: all frames and tags of an export make at most 100000 ticks and boxes; "
      .. "use fewer repeats, shorter durations or fewer slices"
    assert.are.equal(long, refused(one(1e9), { { name = "a", from = 0, to = 0 } }))
    assert.are.equal(long, refused(one(1), { { name = "b", from = 0, to = 0, ["repeat"] = 9999 }, { name = "a", from = 0, to = 0, ["repeat"] = "65535" } }))
    assert.are.equal("the export of Aseprite must be a table without a metatable",
      (support.message(hitbox.aseprite, setmetatable({}, { __index = error })):gsub("^[^:]*:%d+: ", "")))
  end)

  it("is_refused_if_it_is_none", function()
    local function refused(...)
      return (support.message(hitbox.aseprite, ...):gsub("^[^:]*:%d+: ", ""))
    end
    assert.are.equal("the export of Aseprite is no JSON: line 1, column 2: a key must be a string",
      refused "{")
    assert.are.equal("frames of the export of Aseprite must be a table, got nil", refused "{}")
    assert.are.equal("the export of Aseprite has no frames", refused '{"frames":[]}')
    assert.are.equal("unknown key 'tik' in the options of aseprite, did you mean 'tick'?",
      refused("{}", { tik = 1 }))
  end)
end)
