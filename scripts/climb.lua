-- Everything that a platformer stands on. Arrow keys: left and right to walk, up to jump, up and down
-- on a ladder, down to drop through a ledge.
--
-- The level is a map of characters. What fills its tile (walls, ladders) is joined into few rectangles;
-- slopes and ledges have a shape of their own in the tile. Ledges stop only what comes from above,
-- a crumbling one (%) gives way half a second after it was stepped on, and comes back later; the lift
-- carries who stands on it. Take all the gems.
--
-- Of hitbox: map, s:tileAt, s:setTile, thing:walk, thing:carry, oneWay.
local hitbox = require "hitbox"

local SPEED, JUMP, GRAVITY, FALL, CLIMB = 1.5, 4.4, 0.25, 4, 1 -- units a tick
local HOLDS, AWAY = 30, 150 -- ticks
local LEDGE = { 0, 0, 16, 0, 16, 5, 0, 5 }

return hitbox.scene {
  title = "Things to stand on",
  view = { 384, 208 },
  background = "#182026",

  types = {
    wall = { color = "#52657a" },
    slope = { points = { 0, 16, 16, 0, 16, 16 }, color = "#52657a" },
    back = { points = { 0, 0, 16, 16, 0, 16 }, color = "#52657a" },
    ledge = { points = LEDGE, oneWay = "above", color = "#b88a5a" },
    crumbly = { extends = "ledge", color = "#c9705f" },
    ladder = { color = "#8f7a4a80" },
    top = { extends = "ledge", color = "#8f7a4a" }, -- of a ladder
    gem = { r = 4, color = "#6fe0c5" },
  },
  map = {
    tile = 16,
    legend = { ["#"] = "wall", ["/"] = "slope", ["\\"] = "back", ["="] = "ledge", ["%"] = "crumbly",
      H = "ladder", T = "top", o = "gem", ["@"] = { "hero", anchor = "feet", w = 10, h = 20, color = "#f0c36d",
        data = { vy = 0, stands = false, climbs = false } } },
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
  things = {
    { "lift", at = { 304, 157 }, w = 32, h = 6, color = "#7d9fd6", data = { up = true } },
  },
  rules = {
    { "hero", "wall", response = "slide" }, { "hero", "slope", response = "slide" },
    { "hero", "back", response = "slide" }, { "hero", "lift", response = "slide" },
    { "hero", "crumbly", response = "slide", stay = "crumble" },
    { "hero", "ledge", response = "slide" },
    { "hero", "gem", on = "take" },
  },

  start = function(s)
    s.gems, s.cracks = s:count("gem"), {}
  end,

  update = function(s, input)
    local hero, lift = s.hero, s.lift
    if lift.y <= 104 or lift.y >= 157 then
      lift.up = lift.y >= 157
    end
    lift:carry(0, lift.up and -0.5 or 0.5)

    local tile = s:tileAt(hero.x, hero.y - 1)
    hero.climbs = (tile == "ladder" or tile == "top") and (hero.climbs or input:down("up") or input:down("down"))
    if hero.climbs then
      hero.vy = 0
      hero:move(input.x * SPEED / 2, input.y * CLIMB)
    else
      if hero.stands and input:pressed("jump") then hero.vy = -JUMP end
      hero.vy = math.min(hero.vy + GRAVITY, FALL)
      hero.stands = hero:walk(input.x * SPEED, hero.vy, { through = input:down("down") }) ~= nil
      if hero.stands or hero.blocked.above then hero.vy = 0 end
    end

    for i = #s.cracks, 1, -1 do
      local crack = s.cracks[i]
      if s.ticks == crack.ends then
        s:setTile(crack.x, crack.y, nil)
      elseif s.ticks == crack.ends + AWAY then
        s:setTile(crack.x, crack.y, "crumbly")
        table.remove(s.cracks, i)
      end
    end
  end,

  crumble = function(s, c)
    if not c.b.cracked then
      c.b.cracked, c.b.color = true, "#e8a090"
      table.insert(s.cracks, { x = c.b.x + 8, y = c.b.y + 2, ends = s.ticks + HOLDS })
    end
  end,

  take = function(s, c)
    c.b:remove()
    s.gems = s.gems - 1
  end,

  draw = function(s, g)
    g:text(24, 4, s.gems == 0 and "Well done! r: again" or ("gems to take: %d"):format(s.gems), "white", 9)
  end,
}
