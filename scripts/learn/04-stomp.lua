-- Stomp or hurt: the place of the contact decides.
--
-- Landing on a head squashes the foe. Any other contact hurts, and then the hero cannot be hurt
-- for a second (i-frames).
--
-- Walk with the arrow keys or A and D, jump with Z, W or up. A spiked foe cannot be stomped: its
-- head is a box of another kind, and no rule names it. Hold jump while stomping to bounce higher.
--
-- Uses: several boxes per thing, rules with from, when and every, thing:walk with gravity.
local hitbox = require "hitbox"

local FALLS = { gravity = 0.3, maxFall = 6 } -- units a tick

local function foe(name, x, y, from, to, color)
  return { name, at = { x, y }, anchor = "feet", color = color, group = "foes",
    data = { vx = 0.7, from = from, to = to },
    boxes = { push = { w = 16, h = 14 }, hit = { y = -1, w = 16, h = 10, color = "#e0554f" },
      [name == "spiked" and "spikes" or "head"] = { y = -10, w = 14, h = 6, color = "#f2d04f" } } }
end

local function ground(x, y, w)
  return { "ground", at = { x, y }, anchor = "top-left", w = w, h = 200 - y, color = "#6b5a48" }
end

return hitbox.scene {
  title = "Stomp or hurt", view = { 320, 200 }, background = "#18222d",
  rules = {
    { "hero.feet", "foe.head", from = "above", when = "falls", on = "stomp" },
    { "hero.hurt", "*.hit", on = "ouch", every = 60 }, -- i-frames
    { "*.push", "ground", response = "slide" },
  },
  things = {
    { "hero", at = { 30, 160 }, anchor = "feet", color = "#6fb1ea",
      data = { hp = 3, vy = 0, safe = 0 },
      boxes = { push = { w = 12, h = 24 }, hurt = { y = -5, w = 10, h = 17, color = "#5fd38d" },
        feet = { w = 11, h = 5, color = "#f4f6f8" } } },
    ground(0, 170, 200), ground(200, 140, 120), ground(-20, 0, 20), ground(320, 0, 20),
    foe("foe", 120, 170, 70, 190, "#a57bd6"), foe("foe", 280, 140, 210, 310, "#a57bd6"),
    foe("spiked", 240, 140, 210, 300, "#d4736c"),
  },
  start = function(s) s.stomps = 0 end,

  update = function(s, input)
    local hero = s.hero
    if hero.grounded and input:pressed("jump") then hero.vy = -5.5 end
    hero.grounded = hero:walk(input.x * 1.8, nil, FALLS) ~= nil
    hero.safe = math.max(hero.safe - 1, 0)
    hero.color = hero.safe % 8 > 3 and "#ffffff" or "#6fb1ea"
    for one in s:each("foes") do
      if not one.flat then one:walk(one.vx, 3) end
      if one.x < one.from or one.x > one.to then one.vx = one.x < one.from and 0.7 or -0.7 end
    end
    s.bouncy = input:down("jump")
  end,

  falls = function(_, c) return c.a.vy > 0 and not c.a.grounded end,

  stomp = function(s, c)
    local hero, it = c.a, c.b
    hero.vy, hero.grounded, s.stomps = s.bouncy and -6.5 or -4, false, s.stomps + 1
    it.flat = true
    it:reshape("head", nil)
    it:reshape("hit", nil)
    it:reshape("push", { w = 20, h = 4 })
    s:after(40, function() it:remove() end)
    s:sound("hit")
  end,

  ouch = function(s, c)
    c.a.hp, c.a.safe = c.a.hp - 1, 60
    if c.a.hp == 0 then s:reset() end
  end,

  draw = function(s, g)
    g:text(8, 6, ("hearts %d   stomps %d"):format(s.hero.hp, s.stomps), "#ffd35a", 9)
  end,
}
