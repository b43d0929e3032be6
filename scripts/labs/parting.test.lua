local hitbox = require "hitbox"

return {
  { "wherever a piece is dropped, it gets out of walls and of other pieces", function(t)
    for _ = 1, 100 do
      t:step(40)
      t:eq(t.scene.stuck, 0)
      for a in t.scene:each("piece") do
        for b in t.scene:each() do
          t:ok(a == b or not a:overlaps(b), "two pieces overlap")
        end
      end
    end
  end },

  { "a box six deep in a wall goes six back", function(t)
    local piece = t.scene.piece
    piece:setPosition(220 - 10 + 6, 90)
    t:ok(piece:depenetrate())
    t:eq(piece.x, 210)
    t:eq(piece.y, 90)
  end },

  { "a piece with a small limit stays inside", function(t)
    local piece = t.scene.piece
    piece:setPosition(220 - 10 + 6, 90)
    t:eq(piece:depenetrate(5), false)
    t:eq(piece.x, 216)
  end },

  { "a ball leaves a slope at a right angle", function(t)
    t.scene:spawn { "piece", at = { 42, 142 }, r = 8 }
    local ball
    for piece in t.scene:each("piece") do
      ball = piece
    end
    t:ok(ball:depenetrate()) -- the slope falls by 44 in 52; its middle is at (42, 142)
    local length = math.sqrt(44 * 44 + 52 * 52)
    t:near(ball.x, 42 + 8 * 44 / length, 1e-9)
    t:near(ball.y, 142 - 8 * 52 / length, 1e-9)
    t:eq(hitbox.overlaps(t.scene.world:shape(ball.boxes.push), hitbox.aabb(0, 164, 320, 36)), false)
  end },
}
