-- 5,000 boxes that go by their velocity, as in tests/bench/scenes.lua.
local hitbox = require "hitbox"

local COUNT, WIDTH, HEIGHT = 5000, 1280, 720
local random, things = hitbox.scene({ seed = 5 }).random, {}
for i = 1, COUNT do
  local angle, speed = random() * 6.28318, 0.5 + random() * 1.5
  things[i] = { "box", at = { random() * WIDTH, random() * HEIGHT }, w = 6, h = 6,
    data = { vx = speed * math.cos(angle), vy = speed * math.sin(angle) } }
end

return hitbox.scene {
  view = { WIDTH, HEIGHT },
  things = things,
  rules = { { "box", "box", on = "met" } },
  met = function() end,
  update = function(s)
    for t in s:each "box" do
      t.x, t.y = t.x + t.vx, t.y + t.vy
      if t.x < 0 and t.vx < 0 or t.x > WIDTH and t.vx > 0 then
        t.vx = -t.vx
      end
      if t.y < 0 and t.vy < 0 or t.y > HEIGHT and t.vy > 0 then
        t.vy = -t.vy
      end
    end
  end,
}
