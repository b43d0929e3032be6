-- Bubble shooter: swept circles that stick where they touch. Aim with the mouse or left and right,
-- fire with the left button, X, Ctrl or Return. Three or more of a colour fall, and with them what
-- hung on them alone. Until you play, it plays by itself.
--
-- Of hitbox: rules and responses. A shot bounces off the walls, and its move, which is swept, ends
-- where it first touches the ceiling or a bubble. There it stays: no grid is needed, as the
-- neighbours of a bubble are what a slightly larger circle about it meets (queryShape).
local hitbox = require "hitbox"

local R, LEFT, RIGHT, TOP = 8, 120, 280, 16 -- a bubble's radius, and the field
local X, Y, SPEED = 200, 200, 5 -- where a shot starts, and how far it goes in a tick
local colors = { "#ea6f7d", "#62b6ee", "#7fd08f", "#efcf6a" }

local near = {} -- what a query has found; reused

-- Add to the list all bubbles that hang together with those in it; if a colour is given, by bubbles
-- of that colour alone.
local function connect(s, list, color)
  for _, bubble in ipairs(list) do -- those that are added meanwhile as well
    list[bubble] = true
    for i = 1, (s.world:queryShape(hitbox.circle(bubble.x, bubble.y, R + 1.5), near)) do
      local other = near[i].thing
      if other.name == "bubble" and not list[other] and other.color == (color or other.color) then
        list[#list + 1], list[other] = other, true
      end
    end
  end
  return list
end

local function drop(s, bubble)
  s.score = s.score + 10
  s:spawn {
    "falling", at = { bubble.x, bubble.y }, r = R, color = bubble.color, data = { vy = -2 },
  }
  bubble:remove()
end

local function aim(s, input)
  local mouse = input.mouse
  if mouse.moved then
    s.angle, s.demo = math.atan((mouse.x - X) / math.max(Y - mouse.y, 1)), false
  elseif input.x ~= 0 then
    s.angle, s.demo = s.angle + 0.03 * input.x, false
  elseif s.demo then
    s.angle = 1.1 * math.sin(s.ticks / 40)
  end
  s.angle = math.max(-1.3, math.min(1.3, s.angle))
end

return hitbox.scene {
  title = "Bubble shooter",
  view = { 400, 225 },
  background = "#151a28",
  mouse = true,

  rules = {
    { "shot", "wall", response = "bounce" },
    { "shot", "ceiling", response = "touch", on = "stick" },
    { "shot", "bubble", response = "touch", on = "stick" },
    { "bubble", "line", on = "lose" },
  },
  things = {
    { "wall", at = { LEFT, 0 }, anchor = "top-right", w = 8, h = 225, color = "#55617a" },
    { "wall", at = { RIGHT, 0 }, anchor = "top-left", w = 8, h = 225, color = "#55617a" },
    { "ceiling", at = { X, TOP }, anchor = "bottom", w = RIGHT - LEFT, h = 16, color = "#55617a" },
    { "loaded", at = { X, Y }, r = R, color = colors[1] },
    { "line", at = { X, Y - 24 }, boxes = { sensor = { w = RIGHT - LEFT, h = 1 } } },
  },

  start = function(s)
    for row = 0, 4 do
      for x = LEFT + R + R * (row % 2), RIGHT - R, 2 * R do
        s:spawn {
          "bubble", at = { x, TOP + R + 14 * row }, r = R, color = colors[s.random(#colors)],
        }
      end
    end
    s.score, s.angle, s.demo = 0, 0, true
  end,

  update = function(s, input)
    aim(s, input)
    local fire = input:pressed("mouse left") or input:pressed("fire")
    s.demo = s.demo and not fire
    if (fire or s.demo and s.ticks % 40 == 0) and not s.shot then
      s:spawn {
        "shot", at = { X, Y }, r = R, color = s.loaded.color,
        data = { vx = SPEED * math.sin(s.angle), vy = -SPEED * math.cos(s.angle) },
      }
      s.loaded.color = colors[s.random(#colors)]
    end
    local shot = s.shot
    if shot then
      shot:move(shot.vx, shot.vy)
      if shot.blocked.left or shot.blocked.right then
        shot.vx = -shot.vx
      end
    end
    for falling in s:each("falling") do
      falling.vy = falling.vy + 0.3
      falling:move(0, falling.vy)
      if falling.y > 225 + R then
        falling:remove()
      end
    end
  end,

  stick = function(s, c)
    local bubble = s:spawn { "bubble", at = { c.a.x, c.a.y }, r = R, color = c.a.color }
    c.a:remove()
    local group = connect(s, { bubble }, bubble.color)
    if #group < 3 then
      return
    end
    for _, member in ipairs(group) do
      drop(s, member)
    end
    local held = {} -- first those at the ceiling, then all that hang on them
    for other in s:each("bubble") do
      held[#held + 1] = other.y < TOP + R + 1 and other or nil
    end
    connect(s, held)
    for other in s:each("bubble") do
      if not held[other] then
        drop(s, other)
      end
    end
    if not s.bubble then
      s:reset() -- won
    end
  end,

  lose = function(s)
    s:reset()
  end,

  draw = function(s, g)
    local dx, dy = math.sin(s.angle), -math.cos(s.angle)
    for i = 2, 7 do
      g:circle(X + 9 * i * dx, Y + 9 * i * dy, 1, "#9aa5b1", true)
    end
    for _, name in ipairs({ "bubble", "falling", "loaded", "shot" }) do
      for thing in s:each(name) do
        g:circle(thing.x, thing.y, R - 2, thing.color, true)
      end
    end
    g:text(20, 10, "Bubble", "#f4f6f8", 14)
    g:text(20, 28, "shooter", "#f4f6f8", 14)
    g:text(20, 56, s.score .. " points", "#efcf6a", 9)
    for i, words in ipairs({ "aim: mouse", "or left, right", "", "fire: click", "or Return" }) do
      g:text(306, 2 + 14 * i, words, "#9aa5b1", 8)
    end
  end,
}
