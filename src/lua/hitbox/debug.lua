--- Drawing a world or a scene, to see what it holds, by any library that draws lines: outlines of every
--- kind of shape, anchors, the sides from which one-way items stop what meets them, and contacts with
--- their normals. Coordinates are the world's: set your camera first. In the steady state it makes no
--- garbage, but for what your own functions make.
---
--- The world is asked for what is in view, so that afterwards `world:result` is about that, and with
--- `contacts` `world:stats` too.
local folder = (...):match("^.*[./]") or ""
local check = require(folder .. "check")
local hints = require(folder .. "scene.diagnostics.layer_hints")

---@class hitbox.debug
---@field love hitbox.debug.Graphics draws by love.graphics, with the line width and font that are set there
local debugging = {}

---@class hitbox.debug.Graphics Plain functions, called without the table. Without `circle`, circles are polygons; without `polygon`, polygons are lines
---@field line fun(x1: number, y1: number, x2: number, y2: number)
---@field polygon nil|fun(corners: number[]) the closed line x1, y1, x2, y2, ...; the table is used again
---@field circle nil|fun(x: number, y: number, r: number) its outline
---@field color nil|fun(r: number, g: number, b: number, a: number) of what is drawn next, each 0..1
---@field text nil|fun(text: string, x: number, y: number) x and y are its left top corner

---@class hitbox.debug.Options
---@field outlines boolean? true if nil
---@field anchors boolean? a cross where an item, or a thing, has its anchor; true if nil
---@field oneWay boolean? an arrow to the side from which a one-way item blocks. Default: true
---@field contacts boolean? where two meet, and the unit normal, from b to a in scenes and from a to b in worlds; true if nil
---@field names nil|boolean|fun(item: any): string|nil what is written at an item: true for its name, or what a function says; false if nil
---@field color nil|fun(item: any, kind: string): number?, number?, number?, number? by item and kind: of a scene's box that is "push", "hurt" and so on, in a world its first layer; where it returns nil, and if it is nil, each kind has a colour of its own
---@field size number? half the width of a cross, and half the length of an arrow, in world units; 4 if nil
---@field tolerance number? how far the chords of arcs may be off, in world units, > 0; 0.25 if nil

local optionKeys = {
  outlines = true, anchors = true, oneWay = true, contacts = true, names = true, color = true,
  size = true, tolerance = true,
}

local defaults = {}

-- ---- Colours, as in the sandbox ----------------------------------------------------------------

local function rgb(number)
  return { math.floor(number / 65536) / 255, math.floor(number / 256) % 256 / 255, number % 256 / 255 }
end

local kindColors = {
  push = rgb(0x5aa9ff), hurt = rgb(0x45dfa5), hit = rgb(0xf0524f), sensor = rgb(0xffd35a),
  default = rgb(0x9aa5b1),
}
local moreColors = {
  rgb(0xb78bff), rgb(0xff9f4a), rgb(0x56d4e0), rgb(0xff8fc7), rgb(0xa5d75a), rgb(0xc9a27c),
}

--- The colour of a kind: always the same for the same word, whatever else there is.
local function colorOf(kind)
  local color = kindColors[kind]
  if not color then
    local sum = 0
    for i = 1, #kind do
      sum = (sum * 31 + kind:byte(i)) % 65536
    end
    color = moreColors[sum % #moreColors + 1]
    kindColors[kind] = color
  end
  return color[1], color[2], color[3], 1
end

-- ---- Lines -------------------------------------------------------------------------------------

--- Kept and filled again.
local numbers, corners, names = {}, {}, {}
local found = setmetatable({}, { __mode = "v" }) -- it keeps no item from the collector

local function cross(g, x, y, size)
  g.line(x - size, y, x + size, y)
  g.line(x, y - size, x, y + size)
end

--- Copy a line to a table of its own, which is as long as the line.
local function take(first, count)
  for i = 1, count do
    corners[i] = numbers[first + i]
  end
  for i = count + 1, #corners do
    corners[i] = nil
  end
end

local function closed(g, count)
  if g.polygon then
    g.polygon(corners)
    return
  end
  local x, y = corners[count - 1], corners[count]
  for i = 1, count, 2 do
    g.line(x, y, corners[i], corners[i + 1])
    x, y = corners[i], corners[i + 1]
  end
end

--- Draw the lines that are in `numbers`.
local function drawLines(g, n, size)
  local at = 1
  for _ = 1, n do
    local count = numbers[at]
    take(at, count)
    if count == 2 then
      cross(g, corners[1], corners[2], size / 2)
    elseif count == 4 then
      g.line(corners[1], corners[2], corners[3], corners[4])
    else
      closed(g, count)
    end
    at = at + count + 1
  end
end

local function drawOutline(g, n, kind, x, y, w, h, size)
  if kind == "circle" and g.circle then
    g.circle(x + w / 2, y + h / 2, w / 2)
  else
    drawLines(g, n, size)
  end
end

-- ---- Items -------------------------------------------------------------------------------------

local function drawArrow(g, x, y, directionX, directionY, size)
  local length, head = 2 * size, size / 2
  local tipX, tipY = x + directionX * length, y + directionY * length
  g.line(x, y, tipX, tipY)
  g.line(tipX, tipY, tipX - (directionX + directionY) * head, tipY - (directionY - directionX) * head)
  g.line(tipX, tipY, tipX - (directionX - directionY) * head, tipY - (directionY + directionX) * head)
end

local function nameOf(item, given)
  if type(given) == "function" then
    return given(item)
  elseif type(item) == "table" then
    local owner = item.thing or item
    return type(owner.name) == "string" and owner.name or nil
  end
  return type(item) == "string" and item or nil
end

--- Whether to draw the anchor with this item. The first box of a thing has it; only things with several boxes have a
--- list. A hollow room has none: it would be a cross in the middle of the room.
local function hasAnchor(item, isScene)
  local list = isScene and item.thing._list
  return not isScene or (not list or list[1] == item) and not item.def.hollow
end

--- Set the colour of an item: the one that is given, or that of its kind.
local function setColor(g, item, kind, given)
  local red, green, blue, alpha = nil, nil, nil, nil
  if given then
    red, green, blue, alpha = given(item, kind)
  end
  if red == nil then
    red, green, blue, alpha = colorOf(kind)
  end
  g.color(red, green, blue, alpha)
end

local function drawItem(world, item, g, options, isScene)
  local size = options.size or 4
  local kind
  if isScene then
    kind = item.kind
  else
    world:layers(item, names)
    kind = names[1] or "default"
  end
  if g.color then
    setColor(g, item, kind, options.color)
  end
  local x, y, w, h = world:rect(item)
  if options.outlines ~= false then
    local n, _, shape = world:outline(item, numbers, options.tolerance)
    drawOutline(g, n, shape, x, y, w, h, size)
  end
  local directionX, directionY = world:oneWay(item)
  if directionX and options.oneWay ~= false then
    drawArrow(g, x + w / 2, y + h / 2, directionX, directionY, size)
  end
  if options.anchors ~= false and hasAnchor(item, isScene) then
    local anchorX, anchorY = world:position(item)
    cross(g, anchorX, anchorY, size)
  end
  local name = options.names and g.text and nameOf(item, options.names)
  if name then
    g.text(name, x, y + h)
  end
end

-- ---- Contacts ----------------------------------------------------------------------------------

local function drawContact(g, x, y, nx, ny, size)
  cross(g, x, y, size / 2)
  g.line(x, y, x + nx * 2 * size, y + ny * 2 * size)
end

local function isInView(x, y, left, top, w, h)
  return not left or x >= left and x - left <= w and y >= top and y - top <= h
end

local function drawPairs(world, g, size, left, top, w, h)
  for a, b in world:pairs() do
    local nx, ny, _, px, py, qx, qy = world:contact(a, b)
    local x, y = (px + (qx or px)) / 2, (py + (qy or py)) / 2
    if isInView(x, y, left, top, w, h) then
      drawContact(g, x, y, nx, ny, size)
    end
  end
end

local function drawContacts(scene, g, size, left, top, w, h)
  for i = 1, scene.contactCount do
    local c = scene.contacts[i]
    if isInView(c.x, c.y, left, top, w, h) then
      drawContact(g, c.x, c.y, c.nx, c.ny, size)
    end
  end
end

-- ---- What a game calls -------------------------------------------------------------------------

local function checkGraphics(g, call)
  check.type(g, "table", "g", call)
  check.type(g.line, "function", "line", "g of " .. call)
end

--- Check the options, and add the defaults.
local function checkOptions(options)
  local owner = "the options of debug.draw"
  check.keys(check.type(options, "table", "the options", "debug.draw"), optionKeys, owner)
  check.type(options.color or print, "function", "color", owner)
  if options.names ~= nil and type(options.names) ~= "boolean" then
    check.type(options.names, "function", "names", owner)
  end
  check.size(options.size or 4, "size", owner)
  if check.number(options.tolerance or 0.25, "tolerance", owner) <= 0 then
    check.refuse("tolerance", owner, "> 0", options.tolerance)
  end
end

local function checkAll(what, g, view, options)
  if type(what) ~= "userdata" and not (type(what) == "table" and type(what.world) == "userdata") then
    check.refuse("the first argument", "debug.draw", "a world or a scene", what)
  end
  checkGraphics(g, "debug.draw")
  if view ~= nil then
    check.type(view, "table", "view", "debug.draw")
    for i = 1, 4 do
      local checkOne = i <= 2 and check.number or check.size
      checkOne(view[i], i, "the view of debug.draw")
    end
  end
  if options ~= nil then
    checkOptions(options)
  end
end

--- Draw what a world, or a scene, holds. Things that are hidden are left out, and with each item its
--- outline comes first. The colour is white at the end.
---@param what hitbox.World|hitbox.Scene
---@param g hitbox.debug.Graphics
---@param view number[]? {x, y, w, h} in world units: only what is there; everything if nil
---@param options hitbox.debug.Options?
--- Errors: an unknown option, or a wrong one; those of the functions of g.
--- Example:
---     local debug = require "hitbox.debug"
---     local world = hitbox.newWorld()
---     world:add("hero", 40, 60, 12, 28, { anchor = "feet" })
---     local g = {
---       line = function(x1, y1, x2, y2) print(x1, y1, x2, y2) end,
---       polygon = function(corners) print(table.concat(corners, " ")) end,   --> 34.0 32.0 46.0 32.0 46.0 60.0 34.0 60.0
---     }
---     debug.draw(world, g, { 0, 0, 320, 240 }, { anchors = false })
function debugging.draw(what, g, view, options)
  checkAll(what, g, view, options)
  local isScene = type(what) == "table"
  local world = isScene and what.world or what
  options = options or defaults
  local left, top, w, h, n = nil, nil, nil, nil, nil
  if view then
    left, top, w, h = view[1], view[2], view[3], view[4]
    n = world:queryRect(left, top, w, h, found)
  else
    world:items(found)
    n = #found
  end
  for i = 1, n do
    local item = found[i]
    if not (isScene and item.thing.hidden) then
      drawItem(world, item, g, options, isScene)
    end
  end
  if g.color then
    g.color(1, 1, 1, 1)
  end
  if options.contacts ~= false then
    (isScene and drawContacts or drawPairs)(what, g, options.size or 4, left, top, w, h)
  end
end

--- Draw the outline of one shape, where it is.
---@param shape hitbox.Shape
---@param g hitbox.debug.Graphics
---@param tolerance number? how far the chords of arcs may be off, in world units, > 0; 0.25 if nil
--- Errors: it is no shape; g is no table, or has no `line`.
function debugging.shape(shape, g, tolerance)
  if type(shape) ~= "userdata" or not shape.bounds then
    check.refuse("the first argument", "debug.shape", "a shape", shape)
  end
  checkGraphics(g, "debug.shape")
  local n, _, kind = shape:outline(numbers, tolerance)
  local x, y, w, h = shape:bounds()
  drawOutline(g, n, kind, x, y, w, h, 4)
end

-- ---- Hints -------------------------------------------------------------------------------------

--- Return probable mistakes in a world, each once: layers that masks and responses name, but no item has been on. Call
--- it during development, some time after the start, as items may come later.
---@param world hitbox.World
---@return string[] hints sentences for people, a new table; empty if there is nothing new
--- Errors: it is not a world.
--- Example:
---     local debug = require "hitbox.debug"
---     local world = hitbox.newWorld()
---     world:add("wall", 50, 0, 10, 10, { layer = "wall" })
---     world:add("hero", 0, 0, 10, 10, { mask = "wal" })
---     print(debug.hints(world)[1])    --> no item has been on the layer "wal", which the mask of hero names, did you mean "wall"?
---     print(#debug.hints(world))      --> 0
function debugging.hints(world)
  if type(world) ~= "userdata" or not world.unusedLayers then
    check.refuse("the argument", "debug.hints", "a world", world)
  end
  return hints(world, world)
end

-- ---- LÖVE --------------------------------------------------------------------------------------

debugging.love = {
  line = function(x1, y1, x2, y2)
    love.graphics.line(x1, y1, x2, y2)
  end,
  polygon = function(points)
    love.graphics.polygon("line", points)
  end,
  circle = function(x, y, r)
    love.graphics.circle("line", x, y, r)
  end,
  color = function(r, g, b, a)
    love.graphics.setColor(r, g, b, a)
  end,
  text = function(text, x, y)
    love.graphics.print(text, x, y)
  end,
}

return debugging
