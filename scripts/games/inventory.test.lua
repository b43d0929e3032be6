-- Cells are 16 wide, and things lie about the middle of one: that in column c and row r is (16 c + 8, 16 r + 8). The
-- bag has the columns 2 to 6 and the rows 3 to 6 in it, 20 cells, as many as all things have together.

--- Drag a thing from a cell to another one, and turn it on the way.
local function drag(t, thing, col, row, turns)
  t:point(thing.x + 3, thing.y - 2)
  t:hold("mouse left")
  t:step()
  for _ = 1, turns or 0 do t:press("turn") end
  t:point(16 * col + 8 + 3, 16 * row + 8 - 2)
  t:step()
  t:release("mouse left")
  t:step()
  return thing.x == 16 * col + 8 and thing.y == 16 * row + 8
end

return {
  { "all of it fills the bag to the last cell", function(t)
    local s = t.scene
    local one, two
    for potion in s:each("potion") do one, two = two, potion end
    t:ok(drag(t, s.sword, 4, 3, 1)) -- turned to the right its hilt is left: in the columns 2 to 5
    t:ok(drag(t, s.bow, 2, 5))
    t:ok(drag(t, s.sickle, 5, 5))
    t:ok(drag(t, s.shield, 3, 4))
    t:ok(drag(t, one, 6, 3))
    t:eq(s.packed, 5)
    t:ok(drag(t, two, 6, 5))
    t:eq({ s.packed, s.contactCount }, { 6, 0 })
  end },

  { "what does not fit stays where it last did, as it was turned there", function(t)
    local s = t.scene
    local x, y = s.shield.x, s.shield.y
    t:eq(drag(t, s.shield, 1, 3), false) -- the leather is in the way
    t:eq({ s.shield.x, s.shield.y }, { x, y })
    t:ok(drag(t, s.bow, 2, 5))
    t:eq(drag(t, s.shield, 2, 5), false)
    drag(t, s.bow, 2, 5, 1) -- where it would be in the leather
    t:eq({ s.bow.angle, s.bow.x, s.packed }, { 0, 40, 1 })
  end },

  { "four turns are none, and what is turned meanwhile lies on its cells", function(t)
    local s = t.scene
    for turns = 1, 4 do
      t:ok(drag(t, s.sickle, 12, 5, 1))
      local x, y, w, h = s.sickle:rect("push")
      t:eq({ x % 16, y % 16, w + h }, { 0, 0, 80 })
      t:eq(s.sickle.turns, turns % 4)
    end
  end },

  { "nothing leaves the picture, wherever the mouse goes", function(t)
    local s = t.scene
    t:eq(drag(t, s.shield, 40, 5), false)
    t:eq(drag(t, s.shield, -40, -5), false)
    local x, y, w, h = s.shield:rect("push")
    t:ok(x >= 0 and y >= 0 and x + w <= 320 and y + h <= 176)
  end },
}
