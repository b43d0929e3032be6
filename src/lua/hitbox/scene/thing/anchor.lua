--- Anchors, and the shapes of boxes about them. A box's shape is made once, with the thing's anchor
--- as its origin; the world then only adds the thing's position.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

--- Each name as the fractions of width and height that lie left of and above the anchor.
local names = {
  ["top-left"] = { 0, 0 }, ["top"] = { 0.5, 0 }, ["top-right"] = { 1, 0 },
  ["left"] = { 0, 0.5 }, ["center"] = { 0.5, 0.5 }, ["right"] = { 1, 0.5 },
  ["bottom-left"] = { 0, 1 }, ["bottom"] = { 0.5, 1 }, ["bottom-right"] = { 1, 1 },
  ["feet"] = { 0.5, 1 },
}

--- Names in other libraries.
local otherNames = { ["bottom-center"] = "feet", ["center-bottom"] = "feet",
  ["top-center"] = "top", ["center-top"] = "top", ["left-top"] = "top-left", ["right-top"] = "top-right",
  ["left-bottom"] = "bottom-left", ["right-bottom"] = "bottom-right", ["left-center"] = "left", ["right-center"] = "right",
  ["center-left"] = "left", ["center-right"] = "right", ["center-center"] = "center" }

--- The forms in which a shape can be given, each with a name for errors and its keys.
local forms = {
  { "w and h", "w", "h", "hollow" },
  { "r", "r" },
  { "left, right, up and down", "left", "right", "up", "down" },
  { "shape", "shape" },
  { "points", "points" },
}

---@class hitbox.Form A shape: w and h, or r, or any of left/right/up/down, or shape, or points
---@field w number|nil width in world units
---@field h number|nil height
---@field hollow number|nil for w and h: the box is a room, with walls of this thickness around it,
---   in world units
---@field r number|nil radius of a circle
---@field left number|nil how far it reaches to the left of the anchor. Default: 0 if another side
---   is given
---@field right number|nil
---@field up number|nil
---@field down number|nil
---@field shape hitbox.Shape|nil
---@field points number[]|nil x1, y1, x2, y2, ...: an outline that does not cross itself
---@field anchor hitbox.Anchor|nil a name, {fx, fy} or {px=, py=}. Default: the thing's; for shape
---   and points, their own origin
---@field color any

---@class hitbox.BoxDef: hitbox.Form
---@field x number|nil position of the box's anchor, relative to the thing's. Default: 0
---@field y number|nil
---@field oneWay hitbox.Side|nil the side from which it blocks movers

local anchor = {}

--- The keys that a box may have. A thing may have the same, for a box of kind "push".
anchor.keys = {
  w = true, h = true, hollow = true, r = true, left = true, right = true, up = true, down = true,
  shape = true, points = true, anchor = true, color = true,
}

--- Raise an error unless the value is an anchor.
---@param value any a name, {fx, fy}, or {px=, py=}
---@param owner string
---@return any value
function anchor.check(value, owner)
  if type(value) == "string" then
    local word = value:gsub("(%l)(%u)", "%1-%2"):lower():gsub("[ _]", "-"):gsub("middle", "center"):gsub("centre", "center")
    local meant = not names[value] and (otherNames[word] or names[word] and word)
    if meant then
      check.fail("anchor of %s cannot be '%s', did you mean '%s'?", owner, value, meant)
    end
    return check.word(value, names, "anchor", owner)
  elseif type(value) ~= "table" then
    check.refuse("anchor", owner, "a name, {fx, fy} or {px=, py=}", value)
  elseif value.px ~= nil or value.py ~= nil then
    check.keys(value, { px = true, py = true }, "the anchor of " .. owner)
    check.number(value.px, "anchor.px", owner)
    check.number(value.py, "anchor.py", owner)
  else
    check.keys(value, { true, true }, "the anchor of " .. owner)
    check.number(value[1], "anchor[1]", owner)
    check.number(value[2], "anchor[2]", owner)
  end
  return value
end

--- Whether a value is the name of an anchor.
---@param value any
---@return boolean
function anchor.isName(value)
  return names[value] ~= nil
end

--- How far the anchor is from a box's left and top edge.
---@param value any a checked anchor
---@param w number
---@param h number
---@return number left, number up in world units
function anchor.reach(value, w, h)
  if value.px then
    return value.px, value.py
  end
  local fractions = names[value] or value
  return fractions[1] * w, fractions[2] * h
end

--- Return whether a definition has keys of a form. Named points are no outline; only a list is.
local function usesForm(def, form)
  for j = 2, #form do
    local value = def[form[j]]
    if value ~= nil and not (form[2] == "points" and type(value) == "table" and value[1] == nil) then
      return true
    end
  end
  return false
end

--- Return the number of the first form after number `i` that a definition uses, or nil.
local function nextForm(def, i)
  for k = i + 1, #forms do
    if usesForm(def, forms[k]) then
      return k
    end
  end
end

--- Return whether the definition of a thing gives a shape.
---@param def table
---@return boolean
function anchor.isGiven(def)
  return nextForm(def, 0) ~= nil
end

--- Remove the shape keys of a base definition if another definition gives a shape in another form.
---@param base table changed; but its points are left alone
---@param def table
---@return boolean whether there is anything to override
function anchor.override(base, def)
  local replaced = anchor.isGiven(def) or def.boxes ~= nil and def.boxes.push ~= nil
  for i = 1, replaced and #forms or 0 do
    for j = 2, not usesForm(def, forms[i]) and #forms[i] or 0 do
      if forms[i][j] ~= "points" then
        base[forms[i][j]] = nil
      end
    end
  end
  return replaced
end

--- Return the form that a box uses. Raise an error if it uses none, or two.
local function formOf(def, owner)
  local found = nextForm(def, 0)
  if not found then
    check.fail("%s has no size: give w and h, r, left/right/up/down, shape or points", owner)
  end
  local another = nextForm(def, found)
  if another then
    check.fail("%s has its size twice, by %s and by %s", owner, forms[found][1], forms[another][1])
  end
  return forms[found][2]
end

--- Call a constructor of shapes. Its error is raised again with the key and the owner.
local function make(key, owner, maker, ...)
  local ok, shape = pcall(maker, ...)
  if not ok then
    check.fail("%s of %s: %s", key, owner, check.reason(shape))
  end
  return shape
end

--- Translate a shape so that its origin, or the anchor within its bounds, is at (x, y).
local function translate(shape, pivot, x, y, key, owner)
  if pivot then
    local bx, by, w, h = shape:bounds()
    local left, up = anchor.reach(pivot, w, h)
    x, y = x - (bx + left), y - (by + up)
  end
  if x == 0 and y == 0 then
    return shape
  end
  return make(key, owner, shape.translated, shape, x, y)
end

--- The four walls around a rectangle. The upper and lower walls include the corners.
local function frame(hitbox, left, top, right, bottom, thick)
  return hitbox.compound(
    hitbox.aabbCorners(left - thick, top - thick, right + thick, top),
    hitbox.aabbCorners(left - thick, bottom, right + thick, bottom + thick),
    hitbox.aabbCorners(left - thick, top, left, bottom),
    hitbox.aabbCorners(right, top, right + thick, bottom))
end

--- Make the shape of a box about its thing's anchor.
---@param hitbox table the module
---@param def hitbox.BoxDef
---@param default any the thing's anchor
---@param owner string names the box in errors
---@return hitbox.Shape
function anchor.shape(hitbox, def, default, owner)
  local x = def.x and check.number(def.x, "x", owner) or 0
  local y = def.y and check.number(def.y, "y", owner) or 0
  local own = def.anchor ~= nil and anchor.check(def.anchor, owner) or nil
  local pivot = own or default
  local form = formOf(def, owner)
  if form == "w" then
    local w, h = check.size(def.w, "w", owner), check.size(def.h, "h", owner)
    local left, up = anchor.reach(pivot, w, h)
    if def.hollow then
      local thick = check.size(def.hollow, "hollow", owner)
      return make("w, h and hollow", owner, frame, hitbox,
        x - left, y - up, x + (w - left), y + (h - up), thick)
    end
    return make("w and h", owner, hitbox.aabbCorners,
      x - left, y - up, x + (w - left), y + (h - up))
  elseif form == "r" then
    local r = check.size(def.r, "r", owner)
    local left, up = anchor.reach(pivot, 2 * r, 2 * r)
    return make("r", owner, hitbox.circle, x + (r - left), y + (r - up), r)
  elseif form == "left" then
    local left, right = def.left or 0, def.right or 0
    local up, down = def.up or 0, def.down or 0
    check.number(left, "left", owner)
    check.number(up, "up", owner)
    check.size(left + check.number(right, "right", owner), "left + right", owner)
    check.size(up + check.number(down, "down", owner), "up + down", owner)
    return make("left", owner, hitbox.aabbCorners, x - left, y - up, x + right, y + down)
  elseif form == "shape" then
    if not check.isShape(def.shape) then
      check.refuse("shape", owner, "a shape, as hitbox.circle(0, 0, 8)", def.shape)
    end
    return translate(def.shape, own, x, y, "shape", owner)
  end
  if type(check.type(def.points, "table", "points", owner)[1]) == "table" then
    check.fail("points of %s must be numbers, as { x1, y1, x2, y2, ... }, got a table at 1", owner)
  end
  local shape = make("points", owner, hitbox.polygon, def.points)
  return translate(shape, own, x, y, "points", owner)
end

return anchor
