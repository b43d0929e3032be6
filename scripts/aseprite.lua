-- A knight made with Aseprite: the data of his sheet, read as it is. Arrow keys: left and right to walk,
-- up to jump, x or control to strike.
--
-- A slice is a box: push, hurt and, in one frame, hit. Its bounds are pixels of the picture; the pivot of
-- push says where the feet are in it, and that is the anchor. To strike he is drawn farther to the right,
-- then to the left, so that the sword has room: the pivot goes along, and he stays where he is. A tag is a
-- move; one with a repeat ends, the others loop. The strip above shows the frames with their slices.
--
-- In a game the text is a file (File > Export Sprite Sheet, with tags and slices); a scene in the sandbox
-- reads none. The sheet's pictures are drawn here from the joints in POSES, in pixels of each frame.
--
-- Of hitbox: aseprite, moves, once = "swing", stop, thing:walk.
local hitbox = require "hitbox"

local KNIGHT = [[{ "frames": [
  { "frame": { "x": 0, "y": 0, "w": 40, "h": 32 }, "duration": 300 }, { "frame": { "x": 40, "y": 0, "w": 40, "h": 32 }, "duration": 200 },
  { "frame": { "x": 80, "y": 0, "w": 40, "h": 32 }, "duration": 90 }, { "frame": { "x": 120, "y": 0, "w": 40, "h": 32 }, "duration": 90 },
  { "frame": { "x": 160, "y": 0, "w": 40, "h": 32 }, "duration": 90 }, { "frame": { "x": 200, "y": 0, "w": 40, "h": 32 }, "duration": 100 },
  { "frame": { "x": 240, "y": 0, "w": 40, "h": 32 }, "duration": 100 }, { "frame": { "x": 280, "y": 0, "w": 40, "h": 32 }, "duration": 120 },
  { "frame": { "x": 320, "y": 0, "w": 40, "h": 32 }, "duration": 80 }, { "frame": { "x": 360, "y": 0, "w": 40, "h": 32 }, "duration": 150 }],
 "meta": { "app": "https://www.aseprite.org/", "image": "knight.png", "size": { "w": 400, "h": 32 }, "scale": "1",
  "frameTags": [
   { "name": "idle", "from": 0, "to": 1, "direction": "forward" }, { "name": "walk", "from": 2, "to": 4, "direction": "pingpong" },
   { "name": "jump", "from": 5, "to": 5, "direction": "forward" }, { "name": "fall", "from": 6, "to": 6, "direction": "forward" },
   { "name": "strike", "from": 7, "to": 9, "direction": "forward", "repeat": "1" }],
  "slices": [
   { "name": "push", "keys": [
    { "frame": 0, "bounds": { "x": 11, "y": 8, "w": 10, "h": 22 }, "pivot": { "x": 5, "y": 22 } },
    { "frame": 7, "bounds": { "x": 19, "y": 8, "w": 10, "h": 22 }, "pivot": { "x": 5, "y": 22 } },
    { "frame": 8, "bounds": { "x": 3, "y": 8, "w": 10, "h": 22 }, "pivot": { "x": 5, "y": 22 } }] },
   { "name": "hurt", "keys": [
    { "frame": 0, "bounds": { "x": 10, "y": 4, "w": 12, "h": 26 } }, { "frame": 1, "bounds": { "x": 10, "y": 5, "w": 12, "h": 25 } },
    { "frame": 2, "bounds": { "x": 10, "y": 4, "w": 13, "h": 26 } }, { "frame": 5, "bounds": { "x": 10, "y": 4, "w": 12, "h": 20 } },
    { "frame": 6, "bounds": { "x": 10, "y": 3, "w": 12, "h": 27 } }, { "frame": 7, "bounds": { "x": 17, "y": 4, "w": 12, "h": 26 } },
    { "frame": 8, "bounds": { "x": 4, "y": 7, "w": 15, "h": 23 } }, { "frame": 9, "bounds": { "x": 4, "y": 6, "w": 14, "h": 24 } }] },
   { "name": "hit", "keys": [
    { "frame": 8, "bounds": { "x": 18, "y": 14, "w": 22, "h": 6 } }, { "frame": 9, "bounds": { "x": 0, "y": 0, "w": 0, "h": 0 } }] }] } }]]

-- Of each frame: x, y of the head, hip, far foot, near foot, hand and the sword's tip.
local POSES = {
  { 16, 8, 16, 21, 13, 30, 19, 30, 21, 18, 30, 10 }, { 16, 9, 16, 21, 13, 30, 19, 30, 21, 19, 30, 12 },
  { 17, 8, 16, 21, 21, 30, 12, 30, 20, 18, 30, 11 }, { 17, 8, 16, 20, 15, 28, 17, 30, 21, 18, 31, 11 },
  { 17, 8, 16, 21, 12, 30, 21, 30, 22, 18, 32, 12 }, { 16, 8, 16, 18, 13, 23, 19, 24, 22, 15, 31, 7 },
  { 16, 7, 16, 20, 13, 28, 18, 30, 21, 14, 28, 4 }, { 22, 8, 24, 21, 20, 30, 27, 30, 19, 13, 7, 6 },
  { 14, 11, 9, 22, 5, 30, 17, 30, 19, 17, 40, 17 }, { 12, 10, 9, 21, 5, 30, 15, 30, 17, 20, 33, 27 },
}
local COLORS = { push = "#7fb4e6", hurt = "#5fd38d", hit = "#e0554f" }
local SPEED, JUMP, GRAVITY = 1.5, 4.5, 0.25 -- units a tick
local FLOOR, W, SMALL = 126, 300, 0.75 -- units, and by how much the strip is smaller

local made = hitbox.aseprite(KNIGHT)
local slices = {} -- the boxes of each frame, to show them
for _, move in hitbox.pairs(made.moves) do
  move.cancel = move.loop and { "*" } or nil -- Aseprite knows nothing of that
  for i = 1, move.frames do
    if move[i] then slices[move[i].sprite] = move[i] end
  end
end

--- Draw a frame with its anchor at (x, y); along is its scale, and less than 0 if mirrored.
local function drawFrame(g, index, x, y, along)
  local sprite, p, scale = made.sprites[index], POSES[index], math.abs(along)
  local function at(i) return x + along * (sprite.dx + p[i]), y + scale * (sprite.dy + p[i + 1]) end
  local function limb(i, j, color, width)
    local x1, y1 = at(i)
    local x2, y2 = at(j)
    g:line(x1, y1, x2, y2, color, width * scale)
  end
  limb(3, 5, "#56607a", 3)
  limb(3, 7, "#8a96b4", 3)
  limb(1, 3, "#a9b4cf", 7)
  limb(9, 11, "#f2e9c9", 2)
  limb(9, 1, "#8a96b4", 3)
  local headX, headY = at(1)
  g:circle(headX, headY, 4 * scale, "#ccd5ea", true)
  g:line(headX, headY, headX + 4 * along, headY, "#1b1f2a", 2 * scale) -- looks out
end

--- Draw all frames, side by side as in the sheet, with the slices and the pivot.
local function drawStrip(g, shown)
  for i, sprite in ipairs(made.sprites) do
    local left, top = SMALL * sprite.x, 14
    local x, y = left - SMALL * sprite.dx, top - SMALL * sprite.dy
    g:rect(left + 0.5, top, SMALL * sprite.w - 1, SMALL * sprite.h, i == shown and "#3a4257" or "#232836", true)
    drawFrame(g, i, x, y, SMALL)
    for kind, color in hitbox.pairs(COLORS) do
      local b = slices[i][kind]
      if b then g:rect(x - SMALL * b.left, y - SMALL * b.up, SMALL * (b.left + b.right), SMALL * (b.up + b.down), color) end
    end
    g:circle(x, y, 1, "yellow", true)
  end
  for name, move in hitbox.pairs(made.moves) do
    g:text(SMALL * made.sprites[move[1].sprite].x + 2, 5, name, "grey", 6)
  end
end

--- Which loop goes with what he does.
local function loopOf(knight, x)
  return knight.stands and (x == 0 and "idle" or "walk") or knight.vy < 0 and "jump" or "fall"
end

return hitbox.scene {
  title = "A knight made with Aseprite", view = { W, 150 }, background = "#1b1f2a",
  types = {
    knight = { anchor = made.anchor, boxes = made.boxes, moves = made.moves, data = { vy = 0, stands = true } },
    dummy = { anchor = "feet", groups = { "solid" }, color = "#a98467", boxes = { push = { w = 8, h = 30 }, hurt = { w = 14, h = 34 } },
      data = { hits = 0, sway = 0 } },
    wall = { anchor = "top-left", groups = { "solid" }, color = "#3a4257" },
  },
  things = {
    { "wall", at = { 0, FLOOR }, w = W, h = 24 }, { "wall", at = { -8, 0 }, w = 8, h = 150 }, { "wall", at = { W, 0 }, w = 8, h = 150 },
    { "dummy", at = { 80, FLOOR } }, { "dummy", at = { 220, FLOOR } }, { "knight", at = { 150, FLOOR } },
  },
  rules = {
    { "knight.hit", "dummy.hurt", on = "struck", once = "swing", stop = 8 },
    { "knight.push", "solid.push", response = "slide" },
  },

  start = function(s) s.knight:play("idle") end,

  update = function(s, input)
    local knight, x = s.knight, input.x
    for dummy in s:each("dummy") do dummy.sway = dummy.sway * 0.9 end
    if (knight.frozen or 0) > 0 then return end
    if input:pressed("fire") then knight:play("strike", { buffer = 8 }) end
    if knight.playing == "strike" then
      x = 0
    elseif input:pressed("jump") and knight.stands then
      knight.vy = -JUMP
    end
    knight:face(x)
    knight.vy = knight.vy + GRAVITY
    knight.stands = knight:walk(x * SPEED, knight.vy) ~= nil
    if knight.stands or knight.blocked.above then knight.vy = 0 end
    local loop = loopOf(knight, x)
    if knight.playing ~= loop then knight:play(loop) end -- a strike is not cancelled
  end,

  struck = function(s, c)
    c.b.hits, c.b.sway = c.b.hits + 1, 0.5 * c.a.facing
    s:sound("hit")
  end,

  draw = function(s, g)
    for dummy in s:each("dummy") do
      local x, y = dummy.x + 30 * math.sin(dummy.sway), dummy.y - 30 * math.cos(dummy.sway)
      g:line(dummy.x, dummy.y, x, y, "#a98467", 5)
      g:circle(x, y, 5, "#d9b38c", true)
      g:text(dummy.x - 2, FLOOR + 7, ("%d"):format(dummy.hits), "white", 8)
    end
    local knight = s.knight
    drawFrame(g, knight.sprite, knight.x, knight.y, knight.facing)
    drawStrip(g, knight.sprite)
  end,
}
