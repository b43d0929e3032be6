--- What of the world a scene shows: a table of x, y, w and h, which scripts change and replace.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local views = {}

--- Other words for the fields of a view.
local VIEW = { width = "w", height = "h", left = "x", top = "y", zoom = "w", scale = "w", [1] = "x", [2] = "y", [3] = "w", [4] = "h" }

local function failView(key)
  if VIEW[key] then
    check.fail("a view has no %s: it has x, y, w and h, did you mean '%s'?",
      type(key) == "number" and ("[%d]"):format(key) or "'" .. key .. "'", VIEW[key])
  end
end

local viewMeta = {
  isRecord = true, -- for tests, see testing.lua
  __index = function(_, key) failView(key) end,
  __newindex = function(view, key, value)
    failView(key)
    rawset(view, key, value)
  end,
}

--- The view of a definition, as x, y, w, h.
---@param def hitbox.SceneDef
function views.of(def)
  local view = check.type(def.view or { 320, 240 }, "table", "view", "the scene")
  local n = #view
  if n ~= 2 and n ~= 4 then
    check.fail("view of the scene must be {w, h} or {x, y, w, h}")
  end
  for i = 1, n do
    check.number(view[i], ("[%d]"):format(i), "view of the scene")
  end
  for i = n - 1, n do
    if view[i] <= 0 then
      check.refuse(("[%d]"):format(i), "view of the scene", "> 0", view[i])
    end
  end
  return n == 4 and view[1] or 0, n == 4 and view[2] or 0, view[n - 1], view[n]
end

--- A view whose numbers are yet to be set.
function views.new()
  return setmetatable({ x = 0, y = 0, w = 0, h = 0 }, viewMeta)
end

local function isFinite(value)
  return type(value) == "number" and value - value == 0
end

--- Whether a scene can show a view.
function views.isRight(view)
  return type(view) == "table" and isFinite(view.x) and isFinite(view.y) and isFinite(view.w) and isFinite(view.h)
    and view.w > 0 and view.h > 0
end

--- Raise an error unless a scene can show a view.
---@param view any
---@return table view
function views.check(view)
  if views.isRight(view) then
    return view
  elseif type(view) ~= "table" or view.x == nil or view.y == nil or view.w == nil or view.h == nil then
    check.fail("view of the scene must be { x =, y =, w =, h = }, got %s",
      type(view) == "table" and "a table without these names" or check.show(view))
  end
  for _, key in ipairs { "x", "y", "w", "h" } do
    check.number(view[key], key, "view of the scene")
  end
  local key = view.w > 0 and "h" or "w"
  check.refuse(key, "view of the scene", "> 0", view[key])
end

return views
