-- Arena: one against five hundred. Move with the arrow keys or WASD, aim with the mouse, and hold
-- the left button or X to fire; or move with one stick of a game pad, and fire with the other. Until
-- you do, the ship fights by itself.
-- All foes go for the ship and push each other aside: two rules, and no loop over pairs. Shots are
-- swept, and go through three foes each; a foe takes two hits.
--
-- Of hitbox: input.aim, push shares, max and every of rules, thing:towards, thing:nearest, a hollow box.
local hitbox = require "hitbox"

local W, H, CROWD, SPEED, RELOAD = 480, 270, 500, 2.2, 4

-- Let foes come until the crowd is complete, from anywhere along the edge.
local function fill(s)
  for _ = s:count("foe") + 1, CROWD do
    local x, y, side = W * s.random(), H * s.random(), s.random(4)
    if side < 3 then x = side == 1 and -12 or W + 12 else y = side == 3 and -12 or H + 12 end
    s:spawn("foe", { at = { x, y }, data = { pace = 0.35 + 0.4 * s.random() } })
  end
end

-- What the ship does by itself: fire at the nearest, and leave the crowd behind in a circle.
local function pilot(s)
  local x, y = hitbox.direction(s.ticks / 90)
  return (W / 2 + 130 * x - s.ship.x) / 40, (H / 2 + 75 * y - s.ship.y) / 40, (s.ship:nearest("foe"))
end

return hitbox.scene {
  title = "Arena", view = { W, H }, background = "#11141c", mouse = true,
  types = { foe = { r = 3.5, color = "#d4736c", data = { health = 2 } },
    shot = { w = 7, h = 2, color = "#ffe08a", data = { passed = 0 } } },
  rules = {
    { "shot", "foe", on = "strike", once = true, max = 3 },
    { "ship", "foe", on = "ouch", every = 45 },
    { "ship", "wall", response = "slide" }, { "shot", "wall", on = "leave" },
    { "foe", "foe", push = 0.5 },
  },
  things = {
    { "wall", at = { W / 2, H / 2 }, w = W - 8, h = H - 8, hollow = 20, color = "#39434f" },
    { "ship", at = { W / 2, H / 2 }, r = 5, color = "#6fb1ea" },
  },

  start = function(s)
    s.felled, s.hurt = 0, 0
    fill(s)
  end,

  update = function(s, input)
    local ship, dx, dy, aim = s.ship, input.x, input.y, input.mouse
    local stick = input.aim.x ~= 0 or input.aim.y ~= 0
    local fires = stick or input:down("fire")
    s.played = s.played or dx ~= 0 or dy ~= 0 or fires
    if not s.played then dx, dy, aim = pilot(s) end
    local length = math.max(math.sqrt(dx * dx + dy * dy), 1)
    ship:move(SPEED * dx / length, SPEED * dy / length)
    s.byStick = stick or s.byStick and not input.mouse.moved
    if stick then
      ship.angle = hitbox.angle(input.aim.x, input.aim.y)
    elseif not s.byStick then
      ship.angle = hitbox.angle(ship:towards(aim))
    end
    if (fires or not s.played) and s.ticks % RELOAD == 0 then
      dx, dy = hitbox.direction(ship.angle)
      s:spawn("shot", { at = { ship.x, ship.y }, angle = ship.angle,
        data = { vx = 6 * dx, vy = 6 * dy } })
    end
    for shot in s:each("shot") do shot:go() end
    for foe in s:each("foe") do
      dx, dy = foe:towards(ship)
      foe:place(foe.x + dx * foe.pace, foe.y + dy * foe.pace)
    end
    fill(s)
  end,

  ouch = function(s) s.hurt = s.hurt + 1 end,
  leave = function(_, c) c.a:remove() end,
  strike = function(s, c)
    local shot, foe = c.a, c.b
    shot.passed, foe.health = shot.passed + 1, foe.health - 1
    s.felled = s.felled + (foe.health == 0 and 1 or 0)
    if foe.health == 0 then foe:remove() end
    if shot.passed == 3 then shot:remove() end
  end,

  draw = function(s, g)
    local x, y, n = s.ship.x, s.ship.y, s:count("foe")
    local dx, dy = hitbox.direction(s.ship.angle)
    g:line(x, y, x + 9 * dx, y + 9 * dy, "#d8e2ee", 3)
    g:text(12, 10, "Arena", "#f4f6f8", 14)
    g:text(72, 14, ("%d foes   %d felled   hurt %d times"):format(n, s.felled, s.hurt), "yellow", 8)
  end,
}
