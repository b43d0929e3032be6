-- The levels lie side by side, 320 wide. In the first one the floor is at 176, the hero begins at (40, 176),
-- the lift is 48 wide, and goes between 168 and 72. Doors are at (248, 64) and (376, 160).

return {
  { "what is in both levels is where it was put", function(t)
    local s = t.scene
    t:eq({ s.hero.x, s.hero.y, s.hero.lives }, { 40, 176, 3 })
    t:eq({ s:count("Gem"), s:count("Door"), s:count("Lift") }, { 8, 2, 1 })
    t:eq({ s.Lift.x, s.Lift.y, s.Lift.stops }, { 160, 128, { { 184, 168 }, { 184, 72 } } })
    local first = s:thingAt(248, 60)
    t:eq({ first.x, first.y, first.to.x, first.to.y }, { 248, 64, 376, 160 })
    t:eq(first.to.to, first)
  end },

  { "dirt and stone are one wall, and so are the two levels side by side", function(t)
    t:eq((t.scene:tileAt(8, 180)), "wall")
    t:hold("right")
    t:step(240)
    t:near(t.scene.hero.x, 304 - 5, 1e-9)
  end },

  { "gems are worth what LDtk says", function(t)
    local hero = t.scene.hero
    t:hold("right")
    t:eventually(function(s) return s.worth == 1 end, 90)
    hero:setPosition(320 + 184, 176)
    t:eventually(function(s) return s.worth == 6 end, 90)
  end },

  { "the lift takes the hero up, and the door into the other level and back", function(t)
    local hero = t.scene.hero
    t:eventually(function(s) return s.Lift.y == 168 end, 60)
    hero:setPosition(184, 168)
    t:eventually(function(s) return s.Lift.y == 72 end, 120)
    t:near(hero.y, 72, 1e-9)
    hero:setPosition(248, 64)
    t:press("fire")
    t:eq({ hero.x, hero.y }, { 376, 160 })
    t:step(2)
    t:press("fire")
    t:near(hero.x, 248, 1e-9)
  end },

  { "the ledge lets him through from below", function(t)
    local hero = t.scene.hero
    hero:setPosition(130, 128)
    hero.vy = -4.6
    t:eventually(function() return hero.y < 96 end, 30)
    t:eventually(function() return hero.stands end, 60)
    t:near(hero.y, 96, 1e-9)
  end },
}
