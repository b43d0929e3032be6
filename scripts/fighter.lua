-- Fighter: three moves, blocking, hitstop, cancels, and a strip of the frames that are played.
-- The left one is yours: A and D walk, Z jabs, X kicks, C throws a heavy punch; walk away to block.
-- A jab or kick that met something may be cancelled into the heavy punch. The other one acts by
-- itself until somebody touches I, J, K, L or U.
--
-- Of hitbox: moves, frameData, once = "swing", stop, result, push along an axis, a hollow box.
local hitbox = require "hitbox"

local W, FLOOR, POWER = 320, 150, { jab = 4, kick = 7, heavy = 14 }
local SHOWN = { startup = "#5a7fb8", active = "#e0554f", recovery = "#5c9a6a", [false] = "#3a3546" }

local function hit(x, y, w, h) return { x = x, y = y, w = w, h = h, color = "#e0554f" } end
local MOVES = {
  jab = { frames = 15, [5] = { hit = hit(20, -38, 22, 6), dx = 1 }, [8] = {},
    cancel = { { "heavy", from = 5, on = "contact" } } },
  kick = { frames = 24, [8] = { hit = hit(24, -14, 30, 8) }, [12] = {},
    cancel = { { "heavy", from = 8, to = 14, on = "hit" } } },
  heavy = { frames = 38, [2] = { hurt = { x = -4, w = 20, h = 46 } }, [32] = {},
    [13] = { hit = hit(26, -32, 34, 14), dx = 3 }, [18] = { hurt = { x = 8, w = 34, h = 40 } } },
  reel = { frames = 16, [1] = { dx = -2 }, [6] = {} },
  guard = { frames = 9, [1] = { dx = -1.5 }, [5] = {} },
}

local function act(s, t, other, input, side)
  local x = (input:down("right" .. side) and 1 or 0) - (input:down("left" .. side) and 1 or 0)
  for name in hitbox.pairs(POWER) do
    t.ai = t.ai and x == 0 and not input:down(name .. side)
    if input:pressed(name .. side) then t:play(name, { buffer = 8 }) end
  end
  if t.ai and t.wait == 0 then
    t.wait = s.random(14, 40)
    t:play(({ "jab", "kick", "heavy" })[s.random(3)])
  elseif t.ai then
    local isFar = math.abs(t.x - other.x) > 44
    t.wait, x = t.wait - 1, isFar and t.facing or t.wait % 3 == 0 and -t.facing or 0
  end
  t.blocks = x * t.facing < 0 and not t.playing
  if t.playing or t.frozen then return end
  t:face(other.x - t.x)
  t:move(x * 1.6, 0)
end

return hitbox.scene {
  title = "Fighter", view = { 0, 55, W, 145 }, background = "#1b1822",
  input = { left = { "key a", "key left", "pad dpleft" }, left2 = { "key j" },
    right = { "key d", "key right", "pad dpright" }, right2 = { "key l" },
    jab = { "key z", "pad x" }, kick = { "key x", "pad a" }, heavy = { "key c", "pad b" },
    jab2 = { "key u" }, kick2 = { "key i" }, heavy2 = { "key k" } },
  types = { fighter = { anchor = "feet", moves = MOVES, data = { hp = 100 },
    boxes = { push = { w = 16, h = 44 }, hurt = { w = 24, h = 48, color = "#5fd38d" } } } },
  rules = {
    { "*.hit", "*.hurt", when = "blocks", result = "block", on = "meet", once = "swing", stop = 5 },
    { "*.hit", "*.hurt", on = "meet", once = "swing", stop = 9 },
    { "*.push", "wall", response = "slide" },
    { "*.push", "*.push", push = 0.5, along = "x" }, -- bodies part, each by half
  },
  things = {
    { "wall", at = { W / 2, 100 }, w = W, h = 300, hollow = 20, hidden = true },
    { "ann", type = "fighter", at = { 100, FLOOR }, color = "#6fb1ea" },
    { "bob", type = "fighter", at = { 220, FLOOR }, facing = -1, color = "#e6b15c" },
  },
  start = function(s) s.strip, s.bob.ai, s.bob.wait = {}, true, 60 end,

  update = function(s, input)
    act(s, s.ann, s.bob, input, "")
    act(s, s.bob, s.ann, input, "2")
    table.insert(s.strip, 1, { s.ann:phase() or false, s.bob:phase() or false })
    s.strip[100] = nil
  end,

  blocks = function(_, c) return c.b.blocks end,
  meet = function(s, c)
    local blocks = c.rule.result == "block"
    c.b.hp = math.max(0, c.b.hp - (blocks and 0 or POWER[c.a.playing]))
    c.b:play(blocks and "guard" or "reel", { force = true })
    s:sound(blocks and "block" or "hit")
  end,

  draw = function(s, g)
    g:rect(0, FLOOR, W, 50, "#2a2533", true)
    for i, t in ipairs { s.ann, s.bob } do
      local x, y, d = i == 1 and 10 or W - 110, FLOOR + 16 * i - 2, t:frameData()
      local text = d and (d.active > 0 and (": %d + %d + %d"):format(d.startup, d.active, d.recovery) or "")
      g:rect(x, 62, 100, 6, SHOWN[false], true)
      g:rect(x, 62, t.hp, 6, t.color, true)
      g:text(x, 70, d and d.name .. " " .. t.frame .. text or "", t.color, 7)
      for k, at in ipairs(s.strip) do g:rect(314 - 3 * k, y, 2.5, 9, SHOWN[at[i]], true) end
    end
  end,
}
