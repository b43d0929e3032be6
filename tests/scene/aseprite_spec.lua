local hitbox = require "hitbox"
local support = require "tests.scene.support"

-- As Aseprite 1.3 writes it ("Array", with tags and slices): a picture of 32 by 24, its feet at (12, 24).
local EXPORT = [[
{ "frames": [
   { "filename": "hero 0.aseprite", "frame": { "x": 0, "y": 0, "w": 10, "h": 20 }, "rotated": false, "trimmed": true,
    "spriteSourceSize": { "x": 7, "y": 4, "w": 10, "h": 20 }, "sourceSize": { "w": 32, "h": 24 }, "duration": 100 },
   { "filename": "hero 1.aseprite", "frame": { "x": 10, "y": 0, "w": 14, "h": 20 }, "rotated": false, "trimmed": true,
    "spriteSourceSize": { "x": 7, "y": 4, "w": 14, "h": 20 }, "sourceSize": { "w": 32, "h": 24 }, "duration": 50 },
   { "filename": "hero 2.aseprite", "frame": { "x": 24, "y": 0, "w": 20, "h": 20 }, "rotated": false, "trimmed": true,
    "spriteSourceSize": { "x": 7, "y": 4, "w": 20, "h": 20 }, "sourceSize": { "w": 32, "h": 24 }, "duration": 25 }
 ],
 "meta": { "app": "https://www.aseprite.org/", "version": "1.3.2", "image": "hero.png", "format": "RGBA8888",
  "size": { "w": 44, "h": 20 }, "scale": "1",
  "frameTags": [
   { "name": "idle", "from": 0, "to": 0, "direction": "forward", "color": "#000000ff" },
   { "name": "jab", "from": 0, "to": 2, "direction": "pingpong", "repeat": "1", "color": "#000000ff" } ],
  "slices": [
   { "name": "push", "color": "#0000ffff", "keys": [
     { "frame": 0, "bounds": { "x": 7, "y": 4, "w": 10, "h": 20 }, "pivot": { "x": 5, "y": 20 } } ] },
   { "name": "hit", "color": "#ff0000ff", "keys": [
     { "frame": 2, "bounds": { "x": 17, "y": 8, "w": 10, "h": 4 } } ] } ] } }
]]

describe("an export of Aseprite", function()
  it("gives_anchor_boxes_and_sprites_about_the_pivot", function()
    local made = hitbox.aseprite(EXPORT)
    assert.are.same({ px = 12, py = 24 }, made.anchor)
    assert.are.same({ push = { left = 5, right = 5, up = 20, down = 0 } }, made.boxes)
    assert.are.same({ x = 24, y = 0, w = 20, h = 20, dx = -5, dy = -20 }, made.sprites[3])
  end)

  it("gives_a_move_for_each_tag_with_durations_in_ticks", function()
    local moves = hitbox.aseprite(EXPORT, { tick = 60 }).moves
    assert.are.same({ 6, true }, { moves.idle.frames, moves.idle.loop })
    -- 100, 50, 25, 50 ms begin at ticks 0, 6, 9, 10.5 and end at 13.5
    assert.are.same({ 14, nil }, { moves.jab.frames, moves.jab.loop })
    assert.are.same({ 1, 2, 3, 2 }, { moves.jab[1].sprite, moves.jab[7].sprite, moves.jab[10].sprite,
      moves.jab[12].sprite })
    assert.are.same({ false, { left = -5, right = 15, up = 16, down = -12 } },
      { moves.jab[7].hit, moves.jab[10].hit })
    assert.are.same({ false }, { moves.jab[12].hit or moves.jab[1].hit })
  end)

  it("is_what_a_thing_can_be_made_of", function()
    local made = hitbox.aseprite(EXPORT)
    local s = hitbox.scene { things = {
      { "hero", at = { 100, 50 }, anchor = made.anchor, boxes = made.boxes, moves = made.moves } } }
    s.hero:play("jab")
    support.steps(s, 9)
    assert.are.same({ 105, 34, 10, 4 }, { s.hero:rect("hit") })
    assert.are.same({ 95, 30, 10, 20 }, { s.hero:rect("push") })
    assert.are.same({ 3, 9, 2, 3 }, { s.hero.sprite, s.hero:frameData("jab").startup,
      s.hero:frameData().active, s.hero:frameData().recovery })
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
