-- Two shapes, and the first question of every game: do they overlap?
--
-- Drag either shape with the mouse, or push the box with the arrow keys. Both keep to a grid of 8
-- units, so that they can touch exactly. Then the two policies differ: "overlap" is true if the
-- interiors overlap; "touch" is also true for a shared edge or corner.
--
-- Uses: overlaps(a, b, policy), a yes/no test of two shapes that needs no world.
local hitbox = require "hitbox"

local GRID = 8
local POLICIES = { "overlap", "touch" }

local function snap(value)
  return math.floor(value / GRID + 0.5) * GRID
end

return hitbox.scene {
  title = "Hello",
  view = { 336, 180 },
  policy = "touch", -- of the scene's own contacts, which the sandbox marks with an arrow
  rules = { { "box", "ball" } },

  things = {
    { "box", at = { 128, 88 }, w = 80, h = 64 },
    { "ball", at = { 208, 88 }, r = 40, color = "purple" }, -- 40 + 40 units away: they just touch
  },

  meets = function(s, policy)
    local box, ball = s.world:shape(s.box.boxes.push), s.world:shape(s.ball.boxes.push)
    return hitbox.overlaps(box, ball, policy)
  end,

  update = function(s, input)
    if input:pressed("left") then s.box.x = s.box.x - GRID end
    if input:pressed("right") then s.box.x = s.box.x + GRID end
    if input:pressed("up") then s.box.y = s.box.y - GRID end
    if input:pressed("down") then s.box.y = s.box.y + GRID end
    for thing in s:each() do
      thing:setPosition(snap(thing.x), snap(thing.y))
    end
  end,

  draw = function(s, g)
    g:text(16, 8, "Do they meet?", "white", 16)
    g:text(16, 29, "Drag a shape, or push the box with the arrow keys.", "grey", 8)
    for i, policy in ipairs(POLICIES) do
      local x, yes = 16 + 156 * (i - 1), s.def.meets(s, policy)
      local color = yes and "green" or "grey"
      g:rect(x, 136, 148, 32, yes and "#5fd38d2a" or "#ffffff0c", true)
      g:rect(x, 136, 148, 32, color)
      g:text(x + 12, 145, ('"%s"'):format(policy), "white", 11)
      g:text(x + 104, 142, yes and "yes" or "no", color, 16)
    end
  end,
}
