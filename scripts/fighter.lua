-- Fighter: three moves, blocking, hitstop, cancels, and a strip of the frames that are played.
--
-- The left one is yours: A and D walk, Z jabs, X kicks, C throws a heavy punch; walk away to block. A jab or
-- kick that met something may be cancelled into the heavy punch. The other one acts by itself until
-- somebody touches I, J, K, L or U.
local hitbox = require "hitbox"

local W, FLOOR = 320, 150
local SHOWN = { startup = "#5a7fb8", active = "#e0554f", recovery = "#5c9a6a" }

local function hit(x, y, w, h) return { x = x, y = y, w = w, h = h, color = "#e0554f" } end
local MOVES = {
  jab = { frames = 15, cancel = { { "heavy", from = 5, on = "contact" } }, [5] = { hit = hit(20, -38, 22, 6), dx = 1 }, [8] = {} },
  kick = { frames = 24, cancel = { { "heavy", from = 8, to = 14, on = "hit" } }, [8] = { hit = hit(24, -14, 30, 8) }, [12] = {} },
  heavy = { frames = 38, [2] = { hurt = { x = -4, w = 20, h = 46 } }, [13] = { hit = hit(26, -32, 34, 14), dx = 3 },
    [18] = { hurt = { x = 8, w = 34, h = 40 } }, [32] = {} },
  reel = { frames = 16, [1] = { dx = -2 }, [6] = {} },
  guard = { frames = 9, [1] = { dx = -1.5 }, [5] = {} },
}
local POWER = { jab = 4, kick = 7, heavy = 14 }

local function fighter(name, x, facing, color, keys)
  return { name, at = { x, FLOOR }, facing = facing, anchor = "feet", color = color, moves = MOVES, data = { hp = 100, keys = keys },
    boxes = { push = { w = 16, h = 44 }, hurt = { w = 24, h = 48, color = "#5fd38d" } } }
end

local function act(s, t, other, input)
  local k, x = t.keys, 0
  if t.ai and t.wait <= 0 then
    t.wait = s.random(14, 40)
    t:play(({ "jab", "kick", "heavy" })[s.random(3)])
  elseif t.ai then
    t.wait, x = t.wait - 1, math.abs(t.x - other.x) > 44 and t.facing or -t.facing * (t.wait % 3 == 0 and 1 or 0)
  else
    x = (input:down(k.right) and 1 or 0) - (input:down(k.left) and 1 or 0)
    for name in hitbox.pairs(POWER) do
      if input:pressed(k[name]) then t:play(name, { buffer = 8 }) end
    end
  end
  t.blocks = x * t.facing < 0 and not t.playing
  if not t.playing and (t.frozen or 0) == 0 then
    t:face(other.x - t.x)
    t:move(x * 1.6, 0)
  end
end

return hitbox.scene {
  title = "Fighter", view = { 0, 55, W, 145 }, background = "#1b1822",
  input = { jab = { "key z", "pad x" }, kick = { "key x", "pad a" }, heavy = { "key c", "pad b" }, walkLeft = { "key a", "key left", "pad dpleft" },
    walkRight = { "key d", "key right", "pad dpright" }, left2 = { "key j" }, right2 = { "key l" }, jab2 = { "key u" }, kick2 = { "key i" }, heavy2 = { "key k" } },
  rules = {
    { "*.hit", "*.hurt", on = "block", once = "swing", stop = 5, result = "block", when = function(_, c) return c.b.blocks end },
    { "*.hit", "*.hurt", on = "hurt", once = "swing", stop = 9 },
    { "*.push", "wall", response = "slide" },
    { "*.push", "*.push", push = 0.5, along = "x" }, -- bodies part, each by half
  },
  things = {
    { "wall", at = { -10, 100 }, w = 20, h = 300 }, { "wall", at = { W + 10, 100 }, w = 20, h = 300 },
    fighter("ann", 100, 1, "#6fb1ea", { left = "walkLeft", right = "walkRight", jab = "jab", kick = "kick", heavy = "heavy" }),
    fighter("bob", 220, -1, "#e6b15c", { left = "left2", right = "right2", jab = "jab2", kick = "kick2", heavy = "heavy2" }),
  },
  start = function(s) s.strip, s.bob.ai, s.bob.wait = {}, true, 60 end,
  update = function(s, input)
    for name in hitbox.pairs(s.bob.keys) do s.bob.ai = s.bob.ai and not input:down(s.bob.keys[name]) end
    act(s, s.ann, s.bob, input)
    act(s, s.bob, s.ann, input)
    table.insert(s.strip, 1, { s.ann:phase() or false, s.bob:phase() or false })
    s.strip[100] = nil
  end,
  hurt = function(s, c) c.b.hp = math.max(0, c.b.hp - POWER[c.a.playing]) c.b:play("reel", { force = true }) s:sound("hit") end,
  block = function(s, c) c.b:play("guard", { force = true }) s:sound("block") end,
  draw = function(s, g)
    g:rect(0, FLOOR, W, 50, "#2a2533", true)
    for i, t in ipairs { s.ann, s.bob } do
      local x, y, data = i == 1 and 10 or W - 110, FLOOR + 16 * i - 2, t:frameData()
      g:rect(x, 62, 100, 6, "#3a3546", true)
      g:rect(x, 62, t.hp, 6, t.color, true)
      for k, at in ipairs(s.strip) do g:rect(W - 6 - 3 * k, y, 2.5, 9, SHOWN[at[i]] or "#3a3546", true) end
      g:text(x, 70, data and ("%s %d: %d + %d + %d"):format(data.name, t.frame, data.startup, data.active, data.recovery) or "", t.color, 7)
    end
  end,
}
