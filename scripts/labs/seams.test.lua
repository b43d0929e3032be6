local function count(t)
  local hits, snags = 0, 0
  for one in t.scene:each("runner") do
    hits, snags = hits + one.hits, snags + one.snags
  end
  return hits, snags
end

return {
  { "nothing snags on tiles of any size", function(t)
    for _ = 1, 4 do
      t:step(700)
      local hits, snags = count(t)
      t:ok(hits > 0)
      t:eq(snags, 0)
      t:press("jump")
    end
  end },

  { "every shape goes round the frame", function(t)
    for one in t.scene:each("runner") do
      local seen = {}
      t:eventually(function()
        seen[one.side] = true
        return seen[1] and seen[2] and seen[3] and seen[4]
      end, 700)
    end
  end },

  { "a shape runs 1.7 units in each tick, over seams and within tiles", function(t)
    t:step(2) -- on the floor
    local one = t.scene.runner
    one:setPosition(50, one.y)
    for _ = 1, 50 do
      local x = one.x
      t:step()
      t:near(one.x, x + 1.7, 1e-12)
    end
  end },
}
