-- A world with an item of every kind of shape, drawn by hitbox.debug.
return function(hitbox, debug)
  local world = hitbox.newWorld()
  world:add("ground", 10, 160, 300, 20, { layer = "ground" })
  world:add("hero", 40, 160, 16, 40, { anchor = "feet", layer = "hero" })
  world:add("ball", 90, 60, hitbox.circle(0, 0, 20), { layer = "hit" })
  world:add("pill", 140, 40, hitbox.capsule(0, 0, 0, 40, 10), { layer = "hurt" })
  world:add("stone", 180, 50, hitbox.polygon({ 0, 0, 30, 0, 30, 20, 0, 30 }, 6), { layer = "sensor" })
  world:add("egg", 260, 60, hitbox.ellipse(0, 0, 30, 15), { angle = 0.5, layer = "egg" })
  world:add("arrow", 60, 100, hitbox.polygon(0, 0, 40, 20, 0, 40, 12, 20), { layer = "arrow" })
  world:add("face", 130, 105, hitbox.mask {
    "..######################..", "..######################..", "##########################",
    "######..............######", "######..............######", "######..............######",
    "##########################", "..######################..",
  }, { layer = "face" })
  world:add("ledge", 200, 130, 80, 6, { oneWay = "above", layer = "ledge" })
  world:add("crate", 270, 150, 20, 20, { layer = "crate" }) -- ten deep in the ground
  world:add("hidden", 1000, 0, 10, 10)
  return function()
    debug.draw(world, debug.love, { 0, 0, 320, 200 }, { names = true })
  end
end
