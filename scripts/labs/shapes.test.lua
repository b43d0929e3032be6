local hitbox = require "hitbox"

local function shapeOf(t, name)
  local thing = t.scene[name]
  return t.scene.world:shape(thing.boxes[name])
end

local function bounds(t, name)
  local x, y, w, h = shapeOf(t, name):bounds()
  return { x, y, x + w, y + h }
end

return {
  { "every kind lies on the table, and none touches another", function(t)
    local s = t.scene
    for a in s:each() do
      for b in s:each() do
        t:ok(a == b or not hitbox.overlaps(shapeOf(t, a.name), shapeOf(t, b.name), "touch"),
          a.name .. " touches " .. b.name)
      end
    end
  end },

  { "the one that is held follows the mouse", function(t)
    t:point(290, 190) -- where it is first seen, it has not moved yet
    t:step()
    t:eq(t.scene.polygon.x, 294)
    t:point(300, 200)
    t:step()
    t:eq(t.scene.polygon.x, 300)
    t:eq(t.scene.polygon.y, 200)
  end },

  { "a click takes another, and leaves the first where it is", function(t)
    local s = t.scene
    local x, y = s.aabb.x, s.aabb.y
    t:click(x + 3, y)
    t:eq(s.held.name, "aabb")
    t:point(240, 300)
    t:step()
    t:eq(s.aabb.x, 240)
    t:eq(s.polygon.x, 294)
  end },

  { "held keys turn it about its anchor, and bring it back to the same numbers", function(t)
    local before = bounds(t, "polygon")
    t:hold("right")
    t:step(20)
    t:release("right")
    t:near(t.scene.polygon.angle, 0.6, 1e-12)
    t:ok(bounds(t, "polygon")[1] ~= before[1])
    t.scene.polygon.angle = 0
    for i, value in ipairs(bounds(t, "polygon")) do
      t:eq(value, before[i])
    end
  end },

  { "up makes it larger, to four times its size at the most", function(t)
    local before = bounds(t, "polygon")
    t:hold("up")
    t:step(200)
    local after = bounds(t, "polygon")
    t:near(after[3] - after[1], 4 * (before[3] - before[1]), 1e-9)
  end },

  { "a mask stays upright, also while keys are held", function(t)
    local s = t.scene
    t:click(s.mask.x, s.mask.y)
    t:eq(s.held.name, "mask")
    t:hold("right", "up")
    t:step(10)
    t:eq(s.mask.angle, 0)
    local _, _, w, h = s.mask:rect("mask")
    t:eq(w, 55)
    t:eq(h, 40)
  end },

  { "every kind meets every other when it is put on it, and is parted by the way out", function(t)
    local s = t.scene
    for a in s:each() do
      for b in s:each() do
        local one, other = shapeOf(t, a.name), shapeOf(t, b.name):translated(a.x - b.x, a.y - b.y)
        local flat = a.name == "point" or a.name == "segment"
        local both = flat and (b.name == "point" or b.name == "segment")
        local nx, ny, depth = hitbox.contact(one, other)
        t:eq(nx ~= nil, not both)
        if nx then
          local apart = other:translated(nx * (depth + 1e-6), ny * (depth + 1e-6))
          t:ok(not hitbox.overlaps(one, apart), a.name .. " is still in " .. b.name)
        end
      end
    end
  end },
}
