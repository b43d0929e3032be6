--- What of a scene scripts read, and do not assign: a field of theirs that is called so broke the scene, and was told
--- as an error of the library, of another tick, or not at all.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local own = {}

local KEYS = { "contacts", "current", "def", "dt", "hitbox", "input", "kinds", "rules", "world" }

--- What others call the numbers of a view, and how its definition has them.
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

--- A view whose numbers are yet to be set.
function own.newView()
  return setmetatable({ x = 0, y = 0, w = 0, h = 0 }, viewMeta)
end

--- The view of a definition, as x, y, w, h.
---@param def hitbox.SceneDef
function own.viewOf(def)
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

--- Remember what of a scene is its own, now that it has all of it.
function own.keep(scene)
  local kept = { random = scene.random, title = scene.title, view = false, x = 0, y = 0, w = 0, h = 0 }
  for i = 1, #KEYS do
    kept[KEYS[i]] = scene[KEYS[i]]
  end
  scene._own = kept
end

-- So that a scene whose script is mended goes on.
local function putViewBack(scene)
  local view = own.newView()
  view.x, view.y, view.w, view.h = own.viewOf(scene.def)
  rawset(scene, "view", view)
end

--- The title is read by the host, to which a number was none.
local function checkTitle(scene)
  local title, kept = scene.title, scene._own
  if title and type(title) ~= "string" then
    scene.title = kept.title
    check.refuse("title", "the scene", "a string", title)
  end
  kept.title = title
end

local function isFinite(value)
  return type(value) == "number" and value - value == 0
end

local function checkView(scene)
  local view, kept = scene.view, scene._own
  if type(view) == "table" and isFinite(view.x) and isFinite(view.y) and isFinite(view.w) and isFinite(view.h)
    and view.w > 0 and view.h > 0 then
    kept.view, kept.x, kept.y, kept.w, kept.h = view, view.x, view.y, view.w, view.h
    return
  end
  putViewBack(scene)
  if type(view) ~= "table" or view.x == nil or view.y == nil or view.w == nil or view.h == nil then
    check.fail("view of the scene must be { x =, y =, w =, h = }, got %s",
      type(view) == "table" and "a table without these names" or check.show(view))
  end
  for _, key in ipairs { "x", "y", "w", "h" } do
    check.number(view[key], key, "view of the scene")
  end
  local key = view.w > 0 and "h" or "w"
  check.refuse(key, "view of the scene", "> 0", view[key])
end

--- Whether all is as it was when it was looked at last. It is asked twice in each tick.
local function isKept(scene, kept, ticks)
  for i = 1, #KEYS do
    if scene[KEYS[i]] ~= kept[KEYS[i]] then
      return false
    end
  end
  local view = scene.view
  return scene.random == kept.random and scene.title == kept.title and (ticks or scene.ticks) == scene.ticks
    and view == kept.view and view.x == kept.x and view.y == kept.y and view.w == kept.w and view.h == kept.h
end

--- Raise an error if the script has assigned what is the scene's own, which is put back.
---@param ticks integer|nil how many have been run, as far as that is known
function own.check(scene, ticks)
  local kept, assigned = scene._own, nil
  if isKept(scene, kept, ticks) then
    return
  end
  for i = 1, #KEYS do
    if scene[KEYS[i]] ~= kept[KEYS[i]] then
      assigned = KEYS[i]
      rawset(scene, assigned, kept[assigned])
    end
  end
  if type(scene.random) ~= "function" then -- a test may have its own in the place of ours
    assigned = "random"
    rawset(scene, "random", kept.random)
  end
  if ticks and scene.ticks ~= ticks then
    assigned, scene.ticks = "ticks", ticks
  end
  if assigned then
    check.fail("'%s' of a scene is its own, and was assigned: your field needs another name", assigned)
  end
  checkTitle(scene)
  checkView(scene)
end

return own
