-- A knight made with Aseprite, read from the file that Aseprite saves: sheets/knight.aseprite.
--
-- Left and right to walk, up to jump, X or control to strike.
--
-- A slice is a box, and a tag is an action. The pivot of the slice `push` is the place of the feet
-- in the picture: it moves between frames, and the knight still stays in place. All frames are
-- shown above.
--
-- Uses: aseprite, actions, once = "swing", hitstop, thing:walk with gravity, parts of a picture.
local hitbox = require "hitbox"

local SPEED, JUMP, FALLS = 1.5, 4.5, { gravity = 0.25 } -- units a tick
local FLOOR, W, SMALL = 126, 300, 0.75 -- units, and the size of the frames above
local COLORS = { push = "#7fb4e6", hurt = "#5fd38d", hit = "#e0554f" }
local made = hitbox.aseprite { file = "sheets/knight.aseprite" }

--- Draw a frame with its anchor at (x, y); a scale below 0 mirrors it.
local function drawFrame(g, one, x, y, scale)
  local size = math.abs(scale)
  g:picture(made.image, x + scale * one.dx, y + size * one.dy, scale * one.w, size * one.h, one)
end

local function drawStrip(g, shown)
  for i, one in ipairs(made.sprites) do
    local left = SMALL * one.w * (i - 1)
    local x, y = left - SMALL * one.dx, 14 - SMALL * one.dy
    local back = i == shown and "#3a4257" or "#232836"
    g:rect(left + 0.5, 14, SMALL * one.w - 1, SMALL * one.h, back, true)
    drawFrame(g, one, x, y, SMALL)
    for kind, b in hitbox.pairs(one.boxes) do
      local w, h = SMALL * (b.left + b.right), SMALL * (b.up + b.down)
      g:rect(x - SMALL * b.left, y - SMALL * b.up, w, h, COLORS[kind])
    end
    g:circle(x, y, 1, "yellow", true)
  end
  for name, action in hitbox.pairs(made.actions) do
    local first = action[1].sprite
    g:text(SMALL * made.sprites[first].w * (first - 1) + 2, 5, name, "grey", 6)
  end
end

return hitbox.scene {
  title = "A knight made with Aseprite", view = { W, 150 }, background = "#1b1f2a",
  types = { dummy = { anchor = "feet", color = "#a98467", data = { hits = 0, sway = 0 },
    boxes = { push = { w = 8, h = 30 }, hurt = { w = 14, h = 34 } } } },
  things = {
    { "room", anchor = "top-left", w = W, h = FLOOR, hollow = 24, color = "#3a4257" },
    { "dummy", at = { 80, FLOOR } }, { "dummy", at = { 220, FLOOR } },
    { "knight", at = { 150, FLOOR }, anchor = made.anchor, boxes = made.boxes, actions = made.actions },
  },
  rules = {
    { "knight.hit", "dummy.hurt", on = "struck", once = "swing", hitstop = 8 },
    { "knight.push", "*.push", response = "slide" },
  },
  start = function(s) s.knight.stands = s.knight:play("idle") end,

  update = function(s, input)
    local knight = s.knight
    for dummy in s:each("dummy") do dummy.sway = dummy.sway * 0.9 end
    if knight.frozen then return end
    if input:pressed("fire") then knight:play("strike", { buffer = 8 }) end
    local free = knight.playing ~= "strike"
    local x = free and input.x or 0
    if free and knight.stands and input:pressed("jump") then knight.vy = -JUMP end
    knight:face(x)
    knight.stands = knight:walk(x * SPEED, nil, FALLS) ~= nil
    local loop = x == 0 and "idle" or "walk"
    if not knight.stands then loop = knight.vy < 0 and "jump" or "fall" end
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
      g:text(dummy.x, FLOOR + 7, ("%d"):format(dummy.hits), "white", 8, "top")
    end
    drawFrame(g, made.sprites[s.knight.sprite], s.knight.x, s.knight.y, s.knight.facing)
    drawStrip(g, s.knight.sprite)
  end,
}
