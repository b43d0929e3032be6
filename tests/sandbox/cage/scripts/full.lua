-- A scene with one of each. Its global `reached` has, by name, the arguments of its functions and the objects it made.
local hitbox = require "hitbox"
reached = {}

return hitbox.scene {
  title = "one of each", seed = 3, mouse = true, input = { dash = { "key x" } },
  types = {
    mob = { r = 4, group = "foes", team = "red", data = { hp = 1 } }, big = { extends = "mob", scale = 2 },
    brick = {}, bush = { r = 3 },
  },
  map = { tile = 8, rows = { "#*#" }, at = { 0, 40 }, legend = { ["#"] = "brick", ["*"] = "bush" } },
  rules = {
    { "hero.push", "brick", response = "slide", on = "note", stay = "note" },
    { "hero.push", "coin", push = 0.5, on = "note", exit = "note", every = 5 },
    { "hero.hurt", "mob", teams = "other", policy = "touch", when = "always", on = "note", once = true },
    { "hero.hit", "foes", on = "note", once = "swing", max = 3, hitstop = 2 },
    { "hero", "plain", from = "above", speed = { ">", 100 } },
  },
  things = {
    { "hero", at = { 10, 40 }, anchor = "feet", team = "blue", data = { list = { 1 } },
      boxes = { push = { w = 6, h = 8 }, hurt = { w = 4, h = 4 } }, points = { hand = { 3, -4 } },
      actions = { jab = { frames = 9, [2] = { hit = { x = 2, w = 9, h = 9 }, dx = 1 } } },
      children = { { "hat", w = 2, h = 2, point = "hand" } } },
    { "coin", at = { 10, 38 }, r = 3 }, { "plain", w = 3, h = 3 }, { "mob", at = { 12, 38 } },
    { "big", at = { 100, 0 }, parent = "coin" },
  },
  scenes = { waits = { start = function(s) if waits then s:wait(100000) end end }, other = { things = { { "alone", w = 3, h = 3 } }, start = function(s) s.count = 1 end } },
  note = function(_, c) reached.contact, reached.rule, reached.box = c, c.rule, c.boxA end,
  always = function(_, c) reached.asked = c return true end,
  start = function(s)
    reached.scene, reached.task = s, s:after(60, function() end)
    reached.machine = s:machine({ idle = {} }, "idle")
    reached.tween = s:tween(s.hero, { x = 12 }, 30)
    reached.run = s:run(function() s:wait() end)
    reached.spawned = s:spawn("mob", { at = { 50, 50 } })
    s.hero:play("jab")
  end,
  update = function(s, input)
    reached.input, reached.buttons = input, input:buttons("dash")
    s.hero:move(0, 1)
    reached.hit = { s.hero:hit(1) }
    reached.queried = { s:query(s.world:shape(s.hero.boxes.push)), s:nearest(0, 0, "coin"), s:raycast(0, 0, 99, 99) }
    reached.tile, reached.data = { s:tileAt(12, 44) }, s.hero:frameData("jab")
    s:setTile(12, 44, "brick")
  end,
}
