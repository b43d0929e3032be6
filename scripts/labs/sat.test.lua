-- Without a spin and at the angle 0 the shapes stand as they are written: the pentagon's left edge
-- is 56 to the left of its anchor and upright, the triangle's right edge 34 to the right.
local function stand(t, x, y)
  local s = t.scene
  s.a.spin, s.b.spin = 0, 0
  s.a:setPosition(200, 100)
  s.b:setPosition(x, y)
end

local hitbox = require "hitbox"

local function contact(t)
  local s = t.scene
  return hitbox.contact(s.world:shape(s.a.boxes.push), s.world:shape(s.b.boxes.push))
end

return {
  { "there is an axis for each edge: five and three", function(t)
    t:step()
    t:eq(#t.scene.def.rows(t.scene), 8)
  end },

  { "edges that touch have neither gap nor overlap, and are no contact", function(t)
    stand(t, 200 - 56 - 34, 100)
    t:eq(t.scene.def.rows(t.scene).best.way, 0)
    t:eq(contact(t), nil)
  end },

  { "ten units into the edge, the least way out is ten to the left", function(t)
    stand(t, 200 - 56 - 34 + 10, 100)
    local nx, ny, depth = contact(t)
    t:eq(nx, -1)
    t:eq(ny, 0)
    t:eq(depth, 10)
    t:eq(t.scene.def.rows(t.scene).best.way, 10)
  end },

  { "inside the other, the way out is to the nearest edge: 4 + 48 to the top", function(t)
    t.scene.b:reshape("push", { points = { -4, -4, 4, -4, 4, 4, -4, 4 } })
    stand(t, 200, 100)
    local nx, ny, depth = contact(t)
    t:eq(nx, 0)
    t:eq(ny, -1)
    t:eq(depth, 52)
    t:eq(t.scene.def.rows(t.scene).best.way, 52)
  end },

  { "the theorem and the library agree in every tick", function(t)
    t:never(function(s)
      local best, nx, _, depth = s.def.rows(s).best.way, contact(t)
      return (best > 0) ~= (nx ~= nil) or nx and math.abs(best - depth) > 1e-9
    end, 1500)
  end },

  { "a shape turns about its anchor: after half a turn the other side is up", function(t)
    local a = t.scene.a
    a.spin, a.angle = 0, math.pi
    t:step()
    local left, top, w, h = a:rect()
    t:near(left - a.x, -64, 1e-9) -- the right tip, 64, is at the left now
    t:near(top - a.y, -56, 1e-9)
    t:near(w, 120, 1e-9)
    t:near(h, 104, 1e-9)
  end },
}
