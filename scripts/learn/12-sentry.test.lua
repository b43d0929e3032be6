-- The first sentry walks around the upper left room, the second around the upper right one, the third to and
-- fro at 120, from 136 to 296. It sees 110 far, 32 degrees to either side, from 4 before its middle.
local function third(s)
  local list = {}
  for sentry in s:each("sentry") do list[#list + 1] = sentry end
  return list[3]
end

--- The hero alone with the third sentry, in its line of sight.
local function alone(t, x, y)
  local s, sentry = t.scene, third(t.scene)
  for other in s:each("sentry") do
    if other ~= sentry then other:remove() end
  end
  sentry.route = { { 136, 120 } } -- it stands
  s.hero:setPosition(x, y)
  return s, sentry
end

return {
  { "a hero that stays in the first room is never caught", function(t)
    t:never(function() return t.scene.caught > 0 end, 2000)
  end },

  { "a hero that is seen for half a second begins again, and not before", function(t)
    local s = alone(t, 230, 120)
    t:step(30)
    t:eq({ s.caught, s.hero.x }, { 0, 230 })
    t:step(1)
    t:eq({ s.caught, s.hero.x, s.hero.y }, { 1, 24, 150 })
  end },

  { "a hero that gets out of sight in time is forgotten", function(t)
    local s, sentry = alone(t, 230, 120)
    t:step(20)
    t:eq(sentry.mind.state, "alert")
    s.hero:setPosition(200, 168)
    t:step(1)
    t:eq(sentry.mind.state, "patrol")
    s.hero:setPosition(230, 120)
    t:step(29)
    t:eq(s.caught, 0)
  end },

  { "a crate hides a hero behind it, but not in front of it", function(t)
    local s, sentry = alone(t, 216, 142) -- the crate is from 192 to 208, at 128 to 144
    t:eq({ sentry:sees(s.hero, "solid", { from = "eye" }) }, { false, s:thingAt(200, 136) })
    t:step(60)
    t:eq(s.caught, 0)
    s.hero:setPosition(184, 136)
    t:eventually(function() return s.caught == 1 end, 40)
  end },

  { "a sentry sees nothing behind it, beside it or too far away", function(t)
    local s = alone(t, 110, 120)
    for _, at in ipairs { { 110, 120 }, { 150, 150 }, { 255, 120 } } do
      s.hero:setPosition(at[1], at[2])
      t:step(60)
    end
    t:eq(s.caught, 0)
  end },

  { "sentries walk their rounds and touch no wall", function(t)
    local s, reached = t.scene, {}
    t:never(function()
      for sentry in s:each("sentry") do
        reached[sentry] = math.max(reached[sentry] or 0, sentry.leg)
      end
      return s.contactCount > 0
    end, 1500)
    for sentry in s:each("sentry") do
      t:eq(reached[sentry], #sentry.route)
    end
  end },

  { "the gold is taken", function(t)
    alone(t, 296, 24)
    t:step(1)
    t:ok(t.scene.won)
    t:eq(t.scene:count("gold"), 0)
  end },
}
