-- Inventory: pack all things into the bag.
--
-- Drag things with the left mouse button; T rotates the one that you hold.
--
-- A thing snaps to a place where it fits. The outline at the mouse shows that place, and is red if
-- something is in the way. Under the policy "overlap" two boxes with a common edge do not overlap,
-- and a quarter turn is exact. So six things fill the bag to the last unit, without gaps or
-- tolerances.
--
-- Uses: thing:fits, thing.angle, s:thingAt, outlines as boxes, a hollow box, your own buttons.
local hitbox = require "hitbox"

local CELL, COLS, ROWS = 16, 20, 11
local BAG = { x = 2 * CELL, y = 3 * CELL, w = 5 * CELL, h = 4 * CELL } -- without its leather
local QUARTER = math.pi / 2

--- The middle of the cell that a place is in, within the picture.
local function cellAt(x, y)
  local col = math.max(0, math.min(math.floor(x / CELL), COLS - 1))
  local row = math.max(0, math.min(math.floor(y / CELL), ROWS - 1))
  return (col + 0.5) * CELL, (row + 0.5) * CELL
end

local function isPacked(thing)
  local x, y, w, h = thing:rect("push")
  return x >= BAG.x and y >= BAG.y and x + w <= BAG.x + BAG.w and y + h <= BAG.y + BAG.h
end

--- Put what is held where it is to go, if it fits there as it is to be turned.
local function put(held)
  local thing, before = held.thing, held.thing.angle
  thing.angle = held.turns * QUARTER
  held.fits = thing:fits(nil, held.x, held.y)
  if held.fits then
    thing:setPosition(held.x, held.y)
    thing.turns = held.turns
  else
    thing.angle = before
  end
end

return hitbox.scene {
  title = "Inventory", view = { COLS * CELL, ROWS * CELL }, background = "#1c1a17", mouse = true,
  input = { turn = { "key t", "pad y" } },
  types = { -- about the middle of one of their cells, so that they are on cells when they are turned
    item = { data = { turns = 0 } },
    sword = { extends = "item", left = 8, right = 8, up = 24, down = 40, color = "#b8c4d6" },
    shield = { extends = "item", left = 8, right = 24, up = 8, down = 24, color = "#c9705f" },
    bow = { extends = "item", points = { -8, -24, 8, -24, 8, 8, 24, 8, 24, 24, -8, 24 }, color = "#b08968" },
    sickle = { extends = "item", points = { -8, -24, 8, -24, 8, 24, -24, 24, -24, 8, -8, 8 }, color = "#8fd3a5" },
    potion = { extends = "item", left = 8, right = 8, up = 8, down = 24, color = "#a57bd6" },
    bag = { color = "#7a5a3c" },
    edge = { hidden = true },
  },
  rules = { { "item", "item", response = "slide" }, { "item", "bag", response = "slide" }, { "item", "edge", response = "slide" } },
  things = {
    { "edge", at = { COLS * CELL / 2, ROWS * CELL / 2 }, w = COLS * CELL, h = ROWS * CELL, hollow = CELL },
    { "bag", at = { BAG.x + BAG.w / 2, BAG.y + BAG.h / 2 }, w = BAG.w, h = BAG.h, hollow = CELL },
    { "sword", at = { 168, 56 } }, { "shield", at = { 200, 40 } }, { "bow", at = { 248, 56 } },
    { "sickle", at = { 296, 120 } }, { "potion", at = { 200, 120 } }, { "potion", at = { 232, 120 } },
  },
  update = function(s, input)
    local mouse, held = input.mouse, s.held
    if input:pressed("mouse left") then
      local thing = s:thingAt(mouse.x, mouse.y)
      if thing and thing:is("item") then
        held = { thing = thing, dx = thing.x - mouse.x, dy = thing.y - mouse.y, turns = thing.turns }
      end
    elseif held and not input:down("mouse left") then
      held = nil
    end
    s.held = held
    if held then
      held.x, held.y = cellAt(mouse.x + held.dx, mouse.y + held.dy)
      if input:pressed("turn") then held.turns = (held.turns + 1) % 4 end
      put(held)
    end
    s.packed = 0
    for thing in s:each("item") do
      s.packed = s.packed + (isPacked(thing) and 1 or 0)
    end
  end,
  draw = function(s, g)
    for thing in s:each() do
      if not thing.hidden then g:shape(s.world:shape(thing.boxes.push), thing.color .. "a0", true) end
    end
    for x = 0, COLS * CELL, CELL do g:line(x, 0, x, ROWS * CELL, "#ffffff10") end
    for y = 0, ROWS * CELL, CELL do g:line(0, y, COLS * CELL, y, "#ffffff10") end
  end,
  drawAbove = function(s, g)
    local held = s.held
    if held then
      local shape = held.thing.boxes.push.shape:rotated(held.turns * QUARTER):translated(held.x, held.y)
      g:shape(shape, held.fits and "#ffffff" or "#ff6b6b")
    end
    local all = s:count("item")
    g:text(8, 4, s.packed == all and "all packed" or ("packed %d of %d"):format(s.packed or 0, all), "#e8dfd0", 9)
  end,
}
