-- One-way: ledges and doors that block from one side only.
--
-- The little arrows show the direction that they let pass. Arrow keys: left and right to run, up
-- to jump, down to drop through a ledge.
--
-- One-way is a property of the obstacle: `oneWay = "above"` blocks a mover that comes from above
-- and was fully above before. It ignores a mover from elsewhere or already inside, so nothing
-- pops. The side rotates and mirrors with the thing: the plank swings, and both doors have one
-- definition. Dropping through is an option of one move; afterwards the hero is inside, and falls.
--
-- Uses: oneWay, and the option `through` of thing:move.
local hitbox = require "hitbox"

local RUN, JUMP, GRAVITY, FALL = 2, 5.6, 0.25, 5 -- units a tick

local function wall(x, y, w, h)
  return { "wall", at = { x, y }, anchor = "top-left", w = w, h = h, color = "#4a5368" }
end

local function ledge(x, y, w)
  return { "ledge", at = { x, y }, anchor = "top-left", w = w, h = 6, oneWay = "above",
    color = "#d39a5c" }
end

local function door(x, facing)
  return { "door", at = { x, 152 }, anchor = "feet", facing = facing, w = 6, h = 34,
    oneWay = "left", color = "#62b6a2" }
end

local function ball(x, y, vx, color)
  return { "ball", at = { x, y }, r = 6, color = color, data = { vx = vx, vy = 0 } }
end

local things = {
  wall(0, 152, 384, 40), wall(0, 0, 384, 12), wall(0, 12, 12, 140), wall(372, 12, 12, 140),
  ledge(40, 116, 72), ledge(40, 82, 72), ledge(40, 48, 72),
  { "plank", at = { 186, 92 }, w = 96, h = 6, angle = 0.35, oneWay = "above", color = "#d36f5c" },
  { "raft", at = { 300, 70 }, w = 48, h = 6, oneWay = "above", color = "#7f8fe0" },
  door(240, 1), door(330, -1),
  ball(76, 130, 0, "#ffd35a"), ball(186, 60, 0.8, "#e58ab0"), ball(285, 130, 1.3, "#8fd3f0"),
  { "hero", at = { 140, 152 }, anchor = "feet", w = 12, h = 22, color = "#6fa3dc",
    data = { vx = 0, vy = 0 } },
}

--- Move by the speeds of a thing, and lose those that were stopped.
local function fall(one, options)
  one.vy = math.min(one.vy + GRAVITY, FALL)
  one:move(one.vx, one.vy, options)
  if one.blocked.below or one.blocked.above then one.vy = 0 end
end

--- A double arrow that points where one can pass to.
local function drawArrow(g, x, y, dx, dy, color)
  for i = 0, 1 do
    local tx, ty = x + (4 * i + 2) * dx, y + (4 * i + 2) * dy
    g:line(tx - 3 * dx + 3 * dy, ty - 3 * dy - 3 * dx, tx, ty, color, 1)
    g:line(tx - 3 * dx - 3 * dy, ty - 3 * dy + 3 * dx, tx, ty, color, 1)
  end
end

return hitbox.scene {
  title = "One-way",
  view = { 384, 192 },
  background = "#191c28",
  things = things,

  rules = {
    { "hero", "*", response = "slide" },
    { "ball", "ball" },
    { "ball", "*", response = "slide" },
  },

  update = function(s, input)
    s.plank.angle = 0.35 * hitbox.direction(s.ticks / 90)
    s.raft.x = 290 + 40 * hitbox.direction(s.ticks / 70)

    local hero = s.hero
    if hero.blocked.below and input:pressed("jump") then
      hero.vy = -JUMP
    end
    hero.vx = input.x * RUN
    local dropping = input:down("down") and hero.blocked.below
    fall(hero, dropping and { through = true } or nil)

    for one in s:each("ball") do
      if one.blocked.below then
        one.vy = -5 -- jumps as high as 47.5: onto the next ledge
      end
      if one.blocked.left or one.blocked.right then
        one.vx = -one.vx
      end
      fall(one)
    end
  end,

  draw = function(s, g)
    for one in s:each("ledge") do
      drawArrow(g, one.x + 36, one.y + 14, 0, -1, "#d39a5c")
    end
    local angle = s.plank.angle
    drawArrow(g, s.plank.x, s.plank.y + 10, math.sin(angle), -math.cos(angle), "#d36f5c")
    drawArrow(g, s.raft.x, s.raft.y + 10, 0, -1, "#7f8fe0")
    for one in s:each("door") do
      drawArrow(g, one.x + 3 * one.facing, one.y - 42, -one.facing, 0, "#62b6a2")
    end
    local hero = s.hero
    g:circle(hero.x, hero.y - 17, 4, "#f2d0a0", true)
    g:text(16, 160, "←  → run    ↑ jump    ↓ drop through", "white", 9)
    g:text(16, 174, "The arrows say which way one can pass.", "grey", 8)
  end,
}
