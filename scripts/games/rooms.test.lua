-- Tiles are 16 units large. The hero is 10 wide, goes by 2 a tick and jumps 4.4 ^ 2 / (2 * 0.25) = 38.72 high at
-- the most: over one tile, not over three.

--- Hold a button until something is so.
local function go(t, way, is)
  t:hold(way)
  t:eventually(is, 300)
  t:release(way)
end

local function isIn(room)
  return function(s) return s.current == room end
end

--- Jump off the left wall again and again until something is so.
local function climb(t, is)
  t:hold("left")
  for _ = 1, 300 do
    if t.scene.hero.blocked.left then t:press("jump") else t:step() end
    if is(t.scene) then return true end
  end
  return false
end

return {
  { "the door at the right leads to the lake, and its door back", function(t)
    go(t, "right", isIn("lake"))
    t:step(5)
    t:eq({ t.scene.hero.y, t.scene.title }, { 160, "The lake" })
    go(t, "left", isIn("main"))
    t:eq(t.scene.hero.x, 300)
  end },

  { "spikes take the hero back to the saved game", function(t)
    go(t, "left", function(s) return s.hero.x <= 136 end)
    local x = t.scene.game.saved.x
    t:ok(x > 126 and x <= 144, "at the lamp, from 133 to 139: " .. x) -- he is 5 from edge to middle
    t.scene:switch("lake", t.scene.game)
    t.scene.hero:setPosition(180, 100)
    t:eventually(isIn("main"), 60)
    t:eq({ t.scene.hero.x, t.scene.hero.y }, { x, 160 })
  end },

  { "without a saved game it is where it began", function(t)
    go(t, "right", isIn("lake"))
    t.scene.hero:setPosition(180, 100)
    t:eventually(isIn("main"), 60)
    t:eq({ t.scene.hero.x, t.scene.hero.y }, { 176, 160 })
  end },

  { "walls are no help without the boots", function(t)
    t.scene.hero:setPosition(56, 160)
    t:step(3)
    t:ok(not climb(t, function(s) return s.hero.y < 160 - 39 end))
  end },

  { "with them he gets up the chimney, and takes the gem once and for all", function(t)
    t.scene:switch("lake", t.scene.game)
    t.scene.hero:setPosition(264, 128)
    t:step(2)
    t:eq(t.scene.game.taken.boots, true)
    t.scene.game.x, t.scene.game.y = 56, 160
    t.scene:switch("main", t.scene.game)
    t:step(3)
    t:ok(climb(t, isIn("attic")), "over the left wall, and through the door")
    t:release()
    go(t, "left", function(s) return s.game.taken.gem end)
    t:eq(t.scene:count("gem"), 0)
    t.scene:switch("attic", t.scene.game)
    t:eq({ t.scene:count("gem"), t.scene:count("door") }, { 0, 1 })
    t.scene:switch("lake", t.scene.game)
    t:eq(t.scene:count("boots"), 0)
  end },

  { "the rooms have no hole, and their doors lead to where there is room", function(t)
    local game = t.scene.game
    for _, room in ipairs({ "main", "lake", "attic" }) do
      t.scene:switch(room, game)
      local doors = {}
      for door in t.scene:each("door") do doors[#doors + 1] = { to = door.to, goal = door.goal } end
      for _, door in ipairs(doors) do
        game.x, game.y = door.goal[1], door.goal[2]
        t.scene:switch(door.to, game)
        t:ok(t.scene.hero:fits(), room .. " to " .. door.to)
        t:step(10)
        t:eq(t.scene.current, door.to, "not back through the door at once")
      end
    end
  end },
}
