-- Out of walls: dropped pieces depenetrate from walls and from other pieces.
--
-- Now and then a piece is dropped anywhere, also onto walls and other pieces. It leaves by the
-- shortest way that it finds, and never into something else. The line shows from where to where.
-- Drag a piece with the mouse, right into a wall.
--
-- Uses: thing:depenetrate. A move crosses items that the mover is deep inside of, so that nothing
-- is thrown far away by surprise; the script calls depenetrate where that is wanted.
local hitbox = require "hitbox"

local EVERY = 40 -- ticks between two drops

local function wall(x, y, w, h)
  return { "wall", at = { x, y }, anchor = "top-left", w = w, h = h, color = "#56627d" }
end

local things = {
  wall(0, 0, 320, 16), wall(0, 164, 320, 36), wall(0, 16, 16, 148), wall(304, 16, 16, 148),
  wall(80, 112, 100, 20), wall(220, 56, 20, 108), wall(80, 60, 20, 52),
  { "wall", at = { 150, 66 }, r = 22, color = "#56627d" },
  { "wall", at = { 16, 164 }, points = { 0, 0, 0, -44, 52, 0 }, color = "#56627d" },
}

local pieces = {
  { w = 20, h = 20, color = "orange" }, { r = 11, color = "yellow" },
  { shape = hitbox.capsule(-10, 0, 10, 0, 7), angle = 0.5, color = "green" },
  { points = { -12, 10, 0, -12, 12, 10 }, color = "pink" },
  { shape = hitbox.box(0, 0, 30, 12, 0.6), color = "cyan" },
}
for i, piece in ipairs(pieces) do
  piece[1], piece.at = "piece", { 40 + 44 * i, 146 }
  things[#things + 1] = piece
end

return hitbox.scene {
  title = "Parting",
  view = { 320, 200 },
  background = "#151b28",
  things = things,

  rules = {
    { "piece", "wall", response = "slide" },
    { "piece", "piece", response = "slide" },
  },

  start = function(s)
    s.drops, s.stuck, s.trace = 0, 0, false
  end,

  --- Drop one piece after the other, anywhere in the room.
  drop = function(s)
    local number = s.drops % s:count("piece") + 1
    s.drops = s.drops + 1
    for piece in s:each("piece") do
      number = number - 1
      if number == 0 then
        piece:setPosition(s.random(20, 300), s.random(20, 160))
        s.trace = { x = piece.x, y = piece.y, piece = piece }
      end
    end
  end,

  update = function(s)
    if s.ticks % EVERY == 1 then
      s.def.drop(s)
    end
    for piece in s:each("piece") do
      if not piece:depenetrate() then
        s.stuck = s.stuck + 1
      end
    end
  end,

  draw = function(s, g)
    local trace = s.trace
    if trace then
      local x, y = trace.piece.x, trace.piece.y
      g:shape(s.world:shape(trace.piece.boxes.push):translated(trace.x - x, trace.y - y), "#ffffff50")
      g:line(trace.x, trace.y, x, y, "white", 1)
      g:circle(x, y, 2, "white", true)
    end
    g:text(12, 172, ("dropped %d   still inside %d"):format(s.drops, s.stuck), "white", 9)
    g:text(12, 184, "Drag a piece into a wall.", "grey", 8)
  end,
}
