return {
  { "the sword is in the hand, on whichever side that is", function(t)
    local hero, sword = t.scene.hero, t.scene.sword
    t:eq(sword.x, 66)
    t:eq(sword.y, 135)
    t:hold("left")
    t:step(10)
    t:eq(hero.x, 45)
    t:eq(sword.x, 39)
    t:eq(sword.facing, -1)
    t:near(sword.angle, 2.2, 1e-12)
  end },

  { "a swing takes 14 ticks, and only then there is a hit box", function(t)
    local sword = t.scene.sword
    t:eq(sword.boxes.hit, nil)
    t:press("fire")
    t:ok(sword.boxes.hit)
    t:step(12)
    t:ok(sword.boxes.hit)
    t:step()
    t:eq(sword.boxes.hit, nil)
    t:near(sword.angle, -2.2, 1e-12)
  end },

  { "a swing strikes a foe once, and the third one fells it with its club", function(t)
    local foe = t.scene.foe
    for hp = 2, 0, -1 do
      t.scene.hero:setPosition(foe.x - 26, 150)
      t:press("fire")
      t:step(30)
      t:eq(foe.hp, hp)
    end
    t:eq(foe.alive, false)
    t:eq(t.scene:count("foe"), 2)
    t:eq(t.scene:count("club"), 2)
  end },

  { "a foe that was struck is pushed away, its club in its hand", function(t)
    local foe = t.scene.foe
    local x, club = foe.x, t.scene.club
    t:eq(club.x, x - 6)
    t.scene.hero:setPosition(x - 26, 150)
    t:press("fire")
    t:step(20)
    t:ok(foe.x > x + 10)
    t:eq(club.x, foe.x + 6 * foe.facing)
  end },

  { "the hero walks up to a foe, not through it", function(t)
    t:hold("right")
    t:step(100)
    t:eq(t.scene.hero.x, 150 - 10)
  end },
}
