-- Two levels of one world made with LDtk, read from the project file maps/cellar.ldtk.
--
-- Arrow keys: left and right to walk, up to jump; x in front of a door leads to the other level.
-- Take the gems.
--
-- The values of the IntGrid layer are types here: dirt and stone are both walls and merge. Its
-- auto-layer tiles and the other layers are pictures. Entities become things, with their pivots as
-- anchors, and their tiles follow them. Their fields become fields: the worth of a gem, the stops of
-- the lift (points), and the other door of a door.
--
-- Uses: map = { ldtk = ... }, thing:carry.
local hitbox = require "hitbox"

local SPEED, JUMP = 1.5, 4.6 -- units a tick
local WALK = { gravity = 0.25, maxFall = 4 }
local LIFT = 1

--- Go to the next stop, and turn round at the last.
local function ride(lift)
  local stop = lift.stops[lift.to][2]
  local way = math.max(-LIFT, math.min(stop - lift.y, LIFT))
  lift:carry(0, way)
  if way == 0 then
    lift.to = lift.to % #lift.stops + 1
  end
end

return hitbox.scene {
  title = "A map made with LDtk", background = "#1a1d26",
  types = {
    wall = { color = "#6b7a90" },
    ledge = { color = "#c9a66b", oneWay = "above" },
    hero = { anchor = "feet", w = 10, h = 18, color = "#7fd0a0", data = { vy = 0 } },
    Gem = { r = 4, color = "#f2cf63" },
    Lift = { color = "#8f7bb8", data = { to = 1 } },
    Door = { color = "#a0764a" },
  },
  map = { ldtk = "maps/cellar.ldtk", legend = { dirt = "wall", stone = "wall", Player = "hero" } },
  rules = {
    { "hero", "wall", response = "slide" },
    { "hero", "ledge", response = "slide" },
    { "hero", "Lift", response = "slide" },
    { "hero", "Gem", once = true, on = "take" },
  },

  start = function(s)
    s.worth = 0
  end,

  update = function(s, input)
    local hero = s.hero
    ride(s.Lift)
    hero:face(input.x)
    if hero.stands and input:pressed("jump") then
      hero.vy = -JUMP
    end
    hero.stands = hero:walk(input.x * SPEED, nil, WALK) ~= nil
    for door in s:each("Door") do
      if input:pressed("fire") and hero:overlaps(door) then
        hero:setPosition(door.to.x, door.to.y)
        break
      end
    end
  end,

  take = function(s, c)
    s.worth = s.worth + c.b.worth
    c.b:remove()
  end,

  draw = function(s, g)
    g:text(24, 3, ("%d of 32    lives %d"):format(s.worth, s.hero.lives), "white", 9)
    g:text(24, 178, "←  → walk    ↑ jump    x through a door", "white", 9)
  end,
}
