-- A boss made of parts: one thing with a box for each, all of which move, are hit and are lost by themselves.
--
-- Fly with the arrow keys or WASD, fire with X or Ctrl; until then the ship flies itself. Shots glance off the
-- armour. The core opens when both wings are gone: until then the rule that hurts it does not hold. The boss
-- attacks by moves: frame data says when its fans of shots begin, and when its lance is out.
local hitbox = require "hitbox"

local W, H = 240, 200
local PARTS = { left = 12, right = 12, core = 20 } -- how much each bears
local function burst(call, frames) return { frames = frames, next = "rest", [20] = { call = call }, [21] = {}, [32] = { call = call }, [33] = {} } end

return hitbox.scene {
  title = "Boss", view = { W, H }, background = "#10131f",
  rules = {
    { "shot", "boss.core", when = "isOpen", on = "strike" },
    { "shot", "boss.left", on = "strike" }, { "shot", "boss.right", on = "strike" },
    { "shot", "boss.armour", on = "glance" }, { "shot", "boss.core", on = "glance" },
    { "ship.hurt", "*.hit", on = "ouch", every = 90 }, -- i-frames
    { "ship.push", "edge", response = "slide" },
    { "shot", "edge", on = "leave" }, { "flak", "edge", on = "leave" },
  },
  things = {
    { "edge", boxes = { left = { x = -20, y = H / 2, w = 40, h = 400 }, right = { x = W + 20, y = H / 2, w = 40, h = 400 },
      top = { x = W / 2, y = -40, w = 400, h = 40 }, bottom = { x = W / 2, y = H + 20, w = 400, h = 40 } }, hidden = true },
    { "ship", at = { W / 2, 175 }, color = "#6fb1ea", data = { hp = 3 },
      boxes = { push = { points = { 0, -9, 8, 7, -8, 7 } }, hurt = { r = 2.5, color = "#5fd38d" } } },
    { "boss", at = { W / 2, 45 }, color = "#8e86b8", data = { way = 0.6 },
      boxes = { armour = { points = { -26, -18, 26, -18, 18, 8, 7, 2, -7, 2, -18, 8 } }, core = { y = 9, r = 7, color = "#e6b15c" },
        left = { x = -42, w = 26, h = 16, color = "#d4736c" }, right = { x = 42, w = 26, h = 16, color = "#d4736c" } },
      moves = { rest = { frames = 50, next = "fan" }, fan = burst("fan", 60), lance = { frames = 90, next = "rest",
        [40] = { hit = { y = 16, anchor = "top", w = 10, h = 180, color = "#f2d04f" } }, [60] = {} } } },
  },
  start = function(s)
    s.hp = { left = PARTS.left, right = PARTS.right, core = PARTS.core }
    s.boss:play("rest")
  end,

  update = function(s, input)
    local ship, boss, x, y, fire = s.ship, s.boss, input.x, input.y, input:down("fire")
    s.played = s.played or x ~= 0 or y ~= 0 or fire
    if not s.played then
      local goal = boss and boss.x + (s.hp.left > 0 and -42 or s.hp.right > 0 and 42 or 0) or W / 2
      x, fire = math.max(-1, math.min(1, (goal - ship.x) / 4)), true
    end
    ship:move(2 * x, 2 * y)
    if fire and s.ticks % 7 == 0 then s:spawn { "shot", at = { ship.x, ship.y - 8 }, w = 2, h = 7, color = "#9fe3f2" } end
    for shot in s:each("shot") do shot:move(shot.vx or 0, shot.vy or -6) end
    for flak in s:each("flak") do flak:move(flak.vx, flak.vy) end
    if boss then
      boss.way = boss.x < 80 and 0.6 or boss.x > W - 80 and -0.6 or boss.way
      boss:move(boss.way, 0)
      if boss.playing == "rest" and boss.frame == 50 and s.hp.left + s.hp.right == 0 then boss:play("lance", { force = true }) end
    end
  end,

  isOpen = function(s) return s.hp.left <= 0 and s.hp.right <= 0 end,
  fan = function(s, boss)
    for i = -3, 3 do
      s:spawn { "flak", at = { boss.x, boss.y + 12 }, color = "#ffb86b", data = { vx = 0.4 * i, vy = 1.5 }, boxes = { hit = { r = 2.5 } } }
    end
  end,
  strike = function(s, c)
    local part, boss = c.kindB, c.b
    c.a:remove()
    s.hp[part] = s.hp[part] - 1
    if s.hp[part] == 0 then boss:reshape(part, nil) end -- a move that is played leaves what is gone
    if part == "core" and s.hp.core == 0 then
      boss:remove()
      s:after(120, function() s:reset() end)
    end
  end,
  glance = function(_, c) c.a.vx, c.a.vy = 4 * c.nx, 4 * c.ny end,
  ouch = function(s, c)
    c.a.hp = c.a.hp - 1
    if c.a.hp == 0 then s:reset() end
  end,
  leave = function(_, c) c.a:remove() end,
  draw = function(s, g)
    g:text(6, 4, ("left %d   right %d   core %d   ships %d"):format(s.hp.left, s.hp.right, s.hp.core, s.ship.hp), "#ffd35a", 8)
    if not s.boss then g:text(80, 90, "it is gone", "#f4f6f8", 14) end
  end,
}
