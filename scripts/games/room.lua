-- A room from above, with doors, keys and a crate to push.
--
-- Arrow keys walk. A door opens if the hero has a key, and takes the key. The gate stays open
-- while something lies on the plate: push the crate there. The gold is behind the gate. The room
-- is a map of characters, and a door of two tiles is one thing. The script puts the gate into the
-- map and takes it out again.
--
-- Uses: map, types, s:setTile, world:queryRect, moves that push, rules with a response.
local hitbox = require "hitbox"

local SPEED, PUSH = 1.5, { push = "crate" } -- units a tick
local GATE = { { 248, 56 }, { 248, 72 } } -- in these tiles

return hitbox.scene {
  title = "Doors, keys and a crate", view = { 336, 160 }, background = "#20242b",
  types = {
    wall = { color = "#596273", group = "solid" },
    door = { color = "#b5713f" },
    gate = { color = "#8f96a3", group = "solid" },
    key = { r = 4, color = "#f2cf63", group = "loot" },
    gold = { r = 5, color = "#ffb938", group = "loot" },
    crate = { w = 14, h = 14, color = "#a9865b", group = "solid" },
    plate = { boxes = { sensor = { w = 12, h = 12 } }, color = "#5fb0a0" },
    hero = { w = 10, h = 10, color = "#7fb4e6", data = { key = 0, gold = 0 } },
  },
  map = {
    tile = 16,
    legend = { ["#"] = "wall", D = "door", G = "gate", k = "key", o = "gold", c = "crate",
      ["_"] = "plate", ["@"] = "hero" },
    rows = {
      "#####################",
      "#......#.......#....#",
      "#.k....#.......#.o..#",
      "#......D..c....G....#",
      "#......D.......G..o.#",
      "####...#.......#....#",
      "#..#...#...##DD##...#",
      "#k.D.@.#...#....#.o.#",
      "#..#...#..k#.._.#...#",
      "#####################",
    },
  },
  rules = {
    { "hero", "solid", response = "slide" },
    { "hero", "door", response = "slide", on = "open" },
    { "crate", "*.push", response = "slide" },
    { "hero", "loot", on = "take" },
    { "*.push", "plate.sensor", on = "press", exit = "release" },
  },
  start = function(s) s.pressed = 0 end,

  update = function(s, input)
    s.hero:move(input.x * SPEED, input.y * SPEED, PUSH)
    for _, at in ipairs(GATE) do
      if s.pressed > 0 then
        s:setTile(at[1], at[2], nil)
      elseif s.world:queryRect(at[1] - 8, at[2] - 8, 16, 16) == 0 then -- it is empty
        s:setTile(at[1], at[2], "gate")
      end
    end
  end,

  open = function(_, c)
    if c.a.key == 0 then return end
    c.a.key = c.a.key - 1
    c.b:remove()
  end,
  take = function(_, c)
    c.a[c.b.name] = c.a[c.b.name] + 1
    c.b:remove()
  end,
  press = function(s) s.pressed = s.pressed + 1 end,
  release = function(s) s.pressed = s.pressed - 1 end,

  draw = function(s, g)
    g:text(8, 2, ("keys %d   gold %d of 3"):format(s.hero.key, s.hero.gold), "white", 9)
    if s:count("gold") == 0 then g:text(150, 2, "Well done! r: again", "yellow", 9) end
  end,
}
