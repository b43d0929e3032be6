-- A sword in a hand.
--
-- Arrow keys: left and right to walk, x or control to swing.
--
-- The sword hangs on a point of the hero: it follows and mirrors with the hero, without a line of
-- code. A swing rotates it about the hand, and gives it a hit box for the time of the swing, so
-- that it strikes each foe once. The foes have a type with a club as its child, in their own hand.
--
-- Uses: types, teams, points, parent and children, thing:setLocal, thing:reshape.
local hitbox = require "hitbox"

local SPEED, SWING, STUN, FLOOR = 1.5, 14, 30, 150 -- units a tick, ticks, ticks, a height
local UP, DOWN = -2.2, 0.9 -- angles between which the sword swings

return hitbox.scene {
  title = "A sword in a hand", view = { 0, 70, 320, 100 }, background = "#1b1f2a",
  types = {
    fighter = { anchor = "feet", points = { hand = { 6, -15 } },
      boxes = { push = { w = 10, h = 26 }, hurt = { w = 10, h = 26 } } },
    foe = { extends = "fighter", team = "red", color = "#d97a6c", facing = -1,
      data = { hp = 3, stun = 0, push = 0 },
      children = { { "club", point = "hand", anchor = { 0.1, 0.5 }, angle = -1.2,
        color = "#a98467", boxes = { wood = { w = 16, h = 5 } } } } },
  },
  things = {
    { "wall", anchor = "top-left", w = 320, h = FLOOR, hollow = 30, color = "#3a4257" },
    { "hero", type = "fighter", team = "blue", at = { 60, FLOOR }, color = "#7fb4e6",
      data = { swing = 0 } },
    { "sword", parent = "hero", point = "hand", angle = UP, anchor = "left", color = "#f2e9c9",
      boxes = { blade = { w = 26, h = 3 } } },
    { "foe", at = { 150, FLOOR } }, { "foe", at = { 210, FLOOR } }, { "foe", at = { 270, FLOOR } },
  },
  rules = {
    { "sword.hit", "foe.hurt", on = "strike" },
    { "fighter.push", "wall", response = "slide" },
    { "hero.push", "foe.push", response = "slide" },
  },

  update = function(s, input)
    local hero, sword = s.hero, s.sword
    if hero.swing == 0 and input:pressed("fire") then
      hero.swing = SWING
      sword:reshape("hit", { w = 28, h = 7 })
    end
    if hero.swing > 0 then
      hero.swing = hero.swing - 1
      sword:setLocal(nil, nil, DOWN + (UP - DOWN) * (hero.swing / SWING) ^ 2)
      if hero.swing == 0 then
        sword:reshape("hit", nil)
        sword:setLocal(nil, nil, UP)
      end
    else
      hero:face(input.x)
    end
    hero:move(input.x * SPEED, 0)
    for one in s:each("foe") do
      one.stun, one.push = math.max(one.stun - 1, 0), one.push * 0.85
      one:move(one.push, 0)
      if one.stun == 0 then one:face(hero.x - one.x) end
    end
  end,

  strike = function(_, c)
    local one = c.b
    one.hp, one.stun, one.push = one.hp - 1, STUN, 5 * c.a.facing
    if one.hp == 0 then one:remove() end -- and its club with it
  end,

  draw = function(s, g)
    g:text(14, 78, "A sword in a hand", "white", 11)
    g:text(14, 94, "←  → walk    x swing", "grey", 9)
    for one in s:each("foe") do
      g:rect(one.x - 9, one.y - 36, 6 * one.hp, 3, one.stun > 0 and "red" or "green", true)
    end
    if not s.foe then g:text(180, 78, "Well done! r: again", "white", 11) end
  end,
}
