-- A boss made of parts: one thing with several boxes that move, are hit and are lost one by one.
--
-- Fly with the arrow keys or WASD, fire with X; until then the ship flies itself. Shots bounce off
-- the armour. The core opens when both wings are gone: the rule that hurts it has a `when`
-- condition. Actions time the fans of shots and the lance.
--
-- Uses: several boxes per thing, actions, rules with when and every, thing:moveByVelocity, a
-- hollow box.
local hitbox = require "hitbox"

local W, H = 240, 200
local function wing(x) return { x = x, w = 26, h = 16, color = "#d4736c" } end

return hitbox.scene {
  title = "Boss", view = { W, H }, background = "#10131f",
  types = { flak = { boxes = { hit = { r = 2.5 } }, group = "bullet", color = "#ffb86b" },
    shot = { w = 2, h = 7, group = "bullet", color = "#9fe3f2", data = { vx = 0, vy = -6 } } },
  rules = {
    { "shot", "boss.core", when = "isOpen", on = "strike" },
    { "shot", "boss.left", on = "strike" }, { "shot", "boss.right", on = "strike" },
    { "shot", "boss.armour", on = "glance" }, { "shot", "boss.core", on = "glance" },
    { "ship.hurt", "*.hit", on = "ouch", every = 90 }, -- i-frames
    { "ship.push", "edge", response = "slide" }, { "bullet", "edge", on = "leave" },
  },
  things = {
    { "edge", at = { W / 2, H / 2 }, w = W, h = H, hollow = 40, hidden = true },
    { "ship", at = { W / 2, 175 }, color = "#6fb1ea", data = { hp = 3 },
      boxes = { push = { points = { 0, -9, 8, 7, -8, 7 } }, hurt = { r = 2.5, color = "green" } } },
    { "boss", at = { W / 2, 45 }, color = "#8e86b8", data = { way = 0.6 },
      boxes = { armour = { points = { -26, -18, 26, -18, 18, 8, 7, 2, -7, 2, -18, 8 } },
        core = { y = 9, r = 7, color = "#e6b15c" }, left = wing(-42), right = wing(42) },
      actions = { rest = { frames = 50, next = "fan" },
        fan = { frames = 60, next = "rest", [20] = { call = "fan" }, [32] = { call = "fan" } },
        lance = { frames = 90, next = "rest", [60] = {},
          [40] = { hit = { y = 16, anchor = "top", w = 10, h = 180, color = "#f2d04f" } } } } },
  },
  start = function(s)
    s.hp = { left = 12, right = 12, core = 20 }
    s.boss:play("rest")
  end,

  update = function(s, input)
    local ship, boss, x, y, fire = s.ship, s.boss, input.x, input.y, input:down("fire")
    s.played = s.played or x ~= 0 or y ~= 0 or fire
    if not s.played then
      local aim = s.hp.left > 0 and -42 or s.hp.right > 0 and 42 or 0
      x, fire = math.max(-1, math.min(1, ((boss and boss.x + aim or W / 2) - ship.x) / 4)), true
    end
    ship:move(2 * x, 2 * y)
    if fire and s.ticks % 7 == 0 then s:spawn("shot", { at = { ship.x, ship.y - 8 } }) end
    for bullet in s:each("bullet") do bullet:moveByVelocity() end
    if not boss then return end
    boss.way = boss.x < 80 and 0.6 or boss.x > W - 80 and -0.6 or boss.way
    boss:move(boss.way, 0)
    if boss.playing == "rest" and boss.frame == 50 and s.def.isOpen(s) then
      boss:play("lance", { force = true })
    end
  end,

  isOpen = function(s) return s.hp.left <= 0 and s.hp.right <= 0 end,
  fan = function(s, boss)
    for i = -3, 3 do
      s:spawn("flak", { at = { boss.x, boss.y + 12 }, data = { vx = 0.4 * i, vy = 1.5 } })
    end
  end,
  strike = function(s, c)
    local part, boss = c.kindB, c.b
    c.a:remove()
    s.hp[part] = s.hp[part] - 1
    if s.hp[part] == 0 then boss:reshape(part, nil) end -- an action that is played leaves what is gone
    if s.hp.core > 0 then return end
    boss:remove()
    s:after(120, function() s:reset() end)
  end,
  glance = function(_, c) c.a.vx, c.a.vy = 4 * c.nx, 4 * c.ny end,
  ouch = function(s, c)
    c.a.hp = c.a.hp - 1
    if c.a.hp == 0 then s:reset() end
  end,
  leave = function(_, c) c.a:remove() end,
  draw = function(s, g)
    local hp, text = s.hp, "left %d   right %d   core %d   ships %d"
    g:text(6, 4, text:format(hp.left, hp.right, hp.core, s.ship.hp), "#ffd35a", 8)
    if not s.boss then g:text(W / 2, 97, "it is gone", "#f4f6f8", 14, "center") end
  end,
}
