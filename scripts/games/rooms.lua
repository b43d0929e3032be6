-- Rooms with doors between them, and a saved game.
--
-- Arrow keys walk and jump. The boots behind the spikes let the hero jump off walls, up to the
-- gem. Spikes take the hero back to the last saved game, which the lamp makes.
--
-- Each room is a scene, and s:switch goes from one to another. One plain table holds the lasting
-- state and goes along. A saved game is a copy of it, which your own program could write into a
-- file.
--
-- Uses: scenes, s:switch with values for start, map, thing:walk with gravity, thing.blocked.
local hitbox = require "hitbox"

local SPEED, JUMP, GRAVITY, FALL = 2, 4.4, 0.25, 5 -- units and ticks
local KICK = 9 -- ticks for which a jump off a wall leads away from it

--- A game as it is now, but for the one that was saved before.
local function copy(game)
  local taken = {}
  for word in pairs(game.taken) do taken[word] = true end
  return { room = game.room, x = game.x, y = game.y, facing = game.facing, taken = taken }
end

--- A room: its rows, and by character what else there is. `at` is where a new game begins in it.
local function room(title, rows, legend, at)
  return {
    title = title, view = { 320, 176 }, background = "#15181f",
    types = {
      wall = { color = "#5a6478" }, spikes = { points = { 0, 16, 8, 4, 16, 16 }, color = "#c9705f" },
      door = { boxes = { sensor = { w = 4, h = 16 } }, color = "#6f8fd0" },
      boots = { w = 8, h = 8, anchor = "feet", color = "#e0b060" }, gem = { r = 5, color = "#6fe0c5" },
      lamp = { w = 6, h = 14, anchor = "feet", color = "#f5e6a0" },
      hero = { anchor = "feet", w = 10, h = 14, color = "#f0c36d", data = { vy = 0, kick = 0 } },
    },
    map = { tile = 16, rows = rows, legend = legend },
    rules = {
      { "hero", "wall", response = "slide" }, { "hero", "door", on = "leave" }, { "hero", "spikes", on = "fail" },
      { "hero", "lamp", on = "save" }, { "hero", "boots", on = "take" }, { "hero", "gem", on = "take" },
    },

    start = function(s, game)
      s.game = game or { room = "main", x = at[1], y = at[2], facing = 1, taken = {} }
      s.game.saved = s.game.saved or copy(s.game)
      for word in hitbox.pairs(s.game.taken) do
        if s[word] then s[word]:remove() end
      end
      s:spawn("hero", { at = { s.game.x, s.game.y }, facing = s.game.facing })
    end,

    leave = function(s, c)
      local game, door = s.game, c.b
      game.room, game.x, game.y, game.facing = door.to, door.goal[1], door.goal[2], s.hero.facing
      s:switch(game.room, game)
    end,
    fail = function(s)
      local saved = s.game.saved
      s:switch(saved.room, copy(saved))
    end,
    save = function(s)
      s.game.x, s.game.y = s.hero.x, s.hero.y
      s.game.saved = copy(s.game)
    end,
    take = function(s, c)
      s.game.taken[c.b.name] = true
      c.b:remove()
    end,

    update = function(s, input)
      local hero = s.hero
      local wall = not hero.ground and (hero.blocked.left and -1 or hero.blocked.right and 1)
      if input:pressed("jump") and hero.ground then
        hero.vy = -JUMP
      elseif input:pressed("jump") and wall and s.game.taken.boots then
        hero.vy, hero.kick = -JUMP, -wall * KICK
      end
      local dx = input.x
      if hero.kick ~= 0 then
        dx = hero.kick > 0 and 1 or -1
        hero.kick = hero.kick - dx
      end
      hero:face(dx)
      hero.ground = hero:walk(dx * SPEED, nil, { gravity = GRAVITY, maxFall = FALL }) ~= nil
    end,
    draw = function(s, g)
      g:text(20, 163, s.game.taken.gem and "The gem is yours." or s.title, "#c0c8d8", 9)
    end,
  }
end

local function door(to, x, y)
  return { "door", data = { to = to, goal = { x, y } } }
end

local cave = room("The cave", {
  "####################",
  "<....#.............#",
  "<....#.............#",
  "##...#.............#",
  "##...#.............#",
  "##...#.............#",
  "##...#.............#",
  "##.................#",
  "##.................>",
  "##......L..........>",
  "####################",
}, { ["#"] = "wall", L = "lamp", [">"] = door("lake", 16, 160), ["<"] = door("attic", 304, 160) }, { 176, 160 })

cave.scenes = {
  lake = room("The lake", {
    "####################",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#...............B..#",
    "<.......#....#######",
    "<.......#^^^^#######",
    "####################",
  }, { ["#"] = "wall", ["^"] = "spikes", B = "boots", ["<"] = door("main", 300, 160) }),
  attic = room("The attic", {
    "####################",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..................#",
    "#..o...............>",
    "####################",
  }, { ["#"] = "wall", o = "gem", [">"] = door("main", 20, 48) }),
}

return hitbox.scene(cave)
