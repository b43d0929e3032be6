-- Ladders, ledges, crumbling stones and a lift: the ground of a platformer.
--
-- Arrow keys: left and right to walk, up to jump, up and down on a ladder, down to drop through a
-- ledge. Take all the gems.
--
-- The level is a map of characters. Ledges block only from above. A crumbling ledge (%) breaks
-- half a second after the first step on it, and comes back. The lift carries everything on it.
--
-- Uses: map, s:tileAt, s:setTile, s:after, thing:walk with gravity, thing:carry, oneWay.
local hitbox = require "hitbox"

local SPEED, JUMP, CLIMB = 1.5, 4.4, 1 -- units a tick
local HOLDS, AWAY, RISES = 30, 150, 106 -- ticks

return hitbox.scene {
  title = "Things to stand on", view = { 384, 208 }, background = "#182026",
  types = {
    ground = { color = "#52657a" }, wall = { extends = "ground" },
    slope = { extends = "ground", points = { 0, 16, 16, 0, 16, 16 } },
    back = { extends = "ground", points = { 0, 0, 16, 16, 0, 16 } },
    ledge = { points = { 0, 0, 16, 0, 16, 5, 0, 5 }, oneWay = "above", color = "#b88a5a" },
    crumbly = { extends = "ledge", color = "#c9705f" },
    ladder = { color = "#8f7a4a80" }, top = { extends = "ledge", color = "#8f7a4a" }, -- of a ladder
    gem = { r = 4, color = "#6fe0c5" },
    hero = { anchor = "feet", w = 10, h = 20, color = "#f0c36d", data = { vy = 0 } },
  },
  map = {
    tile = 16,
    legend = { ["#"] = "wall", ["/"] = "slope", ["\\"] = "back", ["="] = "ledge",
      ["%"] = "crumbly", H = "ladder", T = "top", o = "gem", ["@"] = "hero" },
    rows = {
      "#......................#",
      "#.o..................o.#",
      "#====T==..%%%%.%%%..===#",
      "#....H.................#",
      "#....H.................#",
      "#....H................o#",
      "#....H..............####",
      "#....H.................#",
      "#....H....====.........#",
      "#..o.H......o..........#",
      "#.===H........../##\\...#",
      "#.@..H....../#######\\..#",
      "########################",
    },
  },
  things = { { "lift", at = { 304, 157 }, w = 32, h = 6, color = "#7d9fd6" } },
  rules = {
    { "hero", "ground", response = "slide" }, { "hero", "lift", response = "slide" },
    { "hero", "crumbly", response = "slide", on = "crumble" },
    { "hero", "ledge", response = "slide" }, { "hero", "gem", on = "take" },
  },
  start = function(s) s.gems = s:count("gem") end,

  update = function(s, input)
    s.lift:carry(0, (s.ticks - 1) % (2 * RISES) < RISES and -0.5 or 0.5)
    local hero, tile = s.hero, s:tileAt(s.hero.x, s.hero.y - 1)
    local wants = hero.climbs or input.y ~= 0
    hero.climbs = wants and (tile == "ladder" or tile == "top")
    if hero.climbs then
      hero.vy = 0
      hero:move(input.x * SPEED / 2, input.y * CLIMB)
    else
      if hero.stands and input:pressed("jump") then hero.vy = -JUMP end
      local how = { gravity = 0.25, maxFall = 4, through = input:down("down") }
      hero.stands = hero:walk(input.x * SPEED, nil, how) ~= nil
    end
  end,

  crumble = function(s, c)
    local x, y = c.b.x + 8, c.b.y + 2
    c.b.color = "#e8a090"
    s:after(HOLDS, function() s:setTile(x, y, nil) end)
    s:after(HOLDS + AWAY, function() s:setTile(x, y, "crumbly") end)
  end,
  take = function(s, c)
    c.b:remove()
    s.gems = s.gems - 1
  end,

  draw = function(s, g)
    g:text(24, 4, s.gems == 0 and "Well done! r: again" or "gems to take: " .. s.gems, "white", 9)
  end,
}
