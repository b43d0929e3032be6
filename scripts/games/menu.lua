-- Menu: a point in a box, and the owner of a shared edge.
--
-- Point with the mouse, or with up and down; choose with a click, X, Ctrl or Return. Until you do,
-- the pointer moves by itself and rests on the edge between two entries.
--
-- The menu on the left is one rule between a point and the boxes of the entries. There is no gap
-- between the entries, and the pointer keeps to whole units, so it often lies on a shared edge.
-- With half-open boxes, "pixel", that edge belongs to the lower entry alone. On the right,
-- pointAabb tests the same with plain numbers: under "overlap" no entry is lit, and under "touch"
-- both are.
local hitbox = require "hitbox"

local X, Y, W, H = 28, 58, 130, 26 -- of the first entry
local labels = { "New game", "Continue", "Options", "Help", "Quit" }
local policies = { "pixel", "overlap", "touch" }

local things = {
  { "pointer", at = { X + 100, Y + 10 }, boxes = { hit = { shape = hitbox.point(0, 0) } } },
}
for i, label in ipairs(labels) do
  things[#things + 1] = {
    "entry", at = { X, Y + (i - 1) * H }, anchor = "top-left", color = "#5f7f9f",
    boxes = { sensor = { w = W, h = H } }, data = { label = label },
  }
end

local function wander(s)
  s.patience = s.patience - 1
  if s.patience == 0 then
    s.pointer.y = s.pointer.y < Y + #labels * H and s.pointer.y + 1 or Y - 4
    s.patience = (s.pointer.y - Y) % H == 0 and 60 or 3
  end
end

-- The entries once more, lit as a policy has it.
local function drawColumn(g, x, policy, y)
  local lit = 0
  for i = 1, #labels do
    local top = Y + (i - 1) * H
    local on = hitbox.pointAabb(x + 26, y, x, top, 52, H, policy)
    lit = lit + (on and 1 or 0)
    g:rect(x, top, 52, H, on and "#ffd35a90" or "#5f7f9f30", true)
    g:rect(x, top, 52, H, "#5f7f9f")
  end
  g:text(x, Y - 14, policy, "#c3cedb", 9)
  g:text(x, Y + #labels * H + 4, lit .. " lit", lit == 1 and "#8fd3a5" or "#ff8f8f", 8)
end

return hitbox.scene {
  title = "Menu",
  view = { 400, 225 },
  background = "#171c26",
  policy = "pixel",
  mouse = true,
  things = things,

  rules = {
    { "pointer", "entry", on = "hover", stay = "hover", exit = "leave" },
  },

  start = function(s)
    s.patience, s.wanders, s.chosen = 3, true, "nothing yet"
  end,

  update = function(s, input)
    local x, y = math.floor(input.mouse.x), math.floor(input.mouse.y)
    if s.mouseX and (x ~= s.mouseX or y ~= s.mouseY) then
      s.wanders = false
      s.pointer:setPosition(x, y)
    elseif input:pressed("up") or input:pressed("down") then
      s.wanders = false
      s.pointer.y = s.pointer.y + input.y
    elseif s.wanders then
      wander(s)
    end
    s.mouseX, s.mouseY = x, y
  end,

  -- Contacts end before others begin: the entry that is left goes out, then the next one is lit.
  leave = function(s, c)
    c.b.color, c.b.lit = "#5f7f9f", false
  end,

  hover = function(s, c)
    c.b.color, c.b.lit = "#ffd35a", true
    if s.input:pressed("fire") then
      s.chosen = c.b.label
    end
  end,

  draw = function(s, g)
    local x, y = s.pointer.x, s.pointer.y
    g:text(X, 14, "Menu: which entry is it?", "#f4f6f8", 14)
    g:line(X - 8, y, 388, y, "#f4f6f880")
    for entry in s:each("entry") do
      g:text(X + 10, entry.y + 8, entry.label, entry.lit and "#fff3c4" or "#c3cedb", 10)
    end
    g:text(196, 31, "the same height under each policy", "#9aa5b1", 8)
    for i, policy in ipairs(policies) do
      drawColumn(g, 130 + 66 * i, policy, y)
    end
    g:circle(x, y, 3, "#f4f6f8")
    g:text(X, 192, "chosen: " .. s.chosen, "#ffd35a", 9)
    g:text(X, 208, "point: mouse or up, down      choose: click or Return", "#9aa5b1", 8)
  end,
}
