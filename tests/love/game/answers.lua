-- Results of hitbox for a picture, in a world and in a scene: a list of lines that must be the same in
-- every Lua. `image` is an ImageData of LÖVE, or nil without LÖVE.
local picture = require "picture"
local unpack = unpack or table.unpack

local function line(...)
  local words = { ... }
  for i = 1, select("#", ...) do
    local value = words[i]
    words[i] = type(value) == "number" and ("%.17g"):format(value) or tostring(value)
  end
  return table.concat(words, " ")
end

local function ofMask(hitbox, image, say)
  local mask = image and hitbox.mask(image) or hitbox.mask(picture.width, picture.height, picture.alpha)
  say("mask", mask:count(), mask:size())
  local lines, corners = mask:outline()
  local at = 1
  for _ = 1, lines do
    say("outline", unpack(corners, at + 1, at + corners[at]))
    at = at + corners[at] + 1
  end
  local low = image and hitbox.mask(image, 0.2) or hitbox.mask(picture.width, picture.height, picture.alpha, 0.2)
  say("with its shadow", low:count(), mask == low, (low:outline()))
  local ball = hitbox.circle(5, 4, 0.75)
  say("a ball in the hole", hitbox.overlaps(mask, ball), hitbox.overlaps(low, ball))
  say("a ball above", hitbox.sweep(hitbox.circle(1, -9, 0.5), 0, 20, mask))
end

local function ofWorld(hitbox, say)
  local world = hitbox.newWorld()
  world:add("wall", 100, 0, 16, 64)
  world:add("slope", 0, 0, hitbox.polygon(0, 64, 100, 64, 100, 40))
  world:add("hero", 20, 30, 12, 28, { anchor = "feet" })
  say("box", world:move("hero", 300, 45.1))
  say("met", world:hit(1))
  for i = 1, 20 do
    say("walk", i, world:walk("hero", -3.7, 2))
  end
  for a, b in world:pairs() do
    say("pair", a, b)
  end
end

local function ofScene(hitbox, say)
  local scene = hitbox.scene {
    seed = 7,
    rules = {
      { "hero", "ledge", response = "slide", from = "above" },
      { "hero", "coin", on = "take" },
    },
    things = {
      { "hero", at = { 60, 100 }, anchor = "feet", w = 12, h = 28 },
      { "ledge", at = { 20, 180 }, anchor = "top-left", w = 280, h = 8 },
      { "coin", at = { 100, 172 }, r = 5 },
    },
    update = function(s, input)
      s.hero:move(input.x * 2 + s.random() / 4, 3)
    end,
    take = function(s, c)
      say("take", s.ticks, c.nx, c.ny, c.depth)
      c.b:remove()
    end,
  }
  for tick = 1, 120 do
    scene:step { held = { right = tick > 20, left = tick > 90 } }
  end
  say("scene", scene.hero.x, scene.hero.y, scene:count(), scene.hero.blocked.below)
  return scene
end

--- A map that lies in the game, in a folder or an archive.
local function ofMap(hitbox, say)
  local scene = hitbox.scene {
    types = { wall = {}, hero = { anchor = "feet", w = 6, h = 8 } },
    map = { tiled = "levels/small.lua" },
    rules = { { "hero", "wall", response = "slide" } },
  }
  scene.hero:move(100, 50)
  say("map", scene:count("wall"), scene.hero.x, scene.hero.y, scene.hero.hp, (scene:tileAt(40, 8)))
end

--- An export of Aseprite, in the game as well.
local function ofSheet(hitbox, say)
  local made = hitbox.aseprite { file = "levels/hero.json" }
  say("sheet", made.image, made.anchor.px, made.anchor.py, made.actions.idle.frames)
end

return function(hitbox, image)
  local lines = {}
  local function say(...)
    lines[#lines + 1] = line(...)
  end
  ofMask(hitbox, image, say)
  ofWorld(hitbox, say)
  ofMap(hitbox, say)
  ofSheet(hitbox, say)
  local scene = ofScene(hitbox, say)
  return lines, scene
end
