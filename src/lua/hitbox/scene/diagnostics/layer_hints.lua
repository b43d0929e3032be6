--- Hints about layers of a world that are probably misspelt: masks, responses and motions name them, but no item has
--- been on them. Items may come later, so these are not errors.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local reported = setmetatable({}, { __mode = "k" }) -- by world: the layers that were reported

local function has(list, layer)
  for _, name in ipairs(type(list) == "table" and list or {}) do
    if name == layer then
      return true
    end
  end
  return false
end

local function anyHas(lists, layer)
  for _, list in pairs(lists or {}) do
    if has(list, layer) then
      return true
    end
  end
  return false
end

--- Return the property of an item that names a layer, or nil.
---@return "mask"|"responses"|"motion"|nil
local function namedBy(world, methods, item, layer)
  local motion = methods.motion(world, item) or {}
  if has(select(2, methods.mask(world, item)), layer) then
    return "mask"
  elseif anyHas(methods.responses(world, item), layer) then
    return "responses"
  end
  return (anyHas(motion.responses, layer) or has(motion.layer, layer)) and "motion" or nil
end

--- An item in words. Nothing of a script is called for that.
local function nameOf(item)
  local name = type(item) == "table" and rawget(item, "name") or item
  if type(name) == "string" or type(name) == "number" or type(name) == "boolean" then
    return tostring(name)
  end
  return "a " .. type(item)
end

local function whereNamed(world, methods, items, layer)
  for i = 1, #items do
    local what = namedBy(world, methods, items[i], layer)
    if what then
      return ("the %s of %s"):format(what, nameOf(items[i]))
    end
  end
  return "an item that was removed or changed"
end

--- The layer of an item that is called nearly so.
local function nearest(world, methods, items, layer)
  for i = 1, #items do
    local _, layers = methods.layers(world, items[i])
    for k = 1, #layers do
      if check.isNear(layer, layers[k]) then
        return layers[k]
      end
    end
  end
end

--- Return the hints that were not reported before.
---@param world hitbox.World
---@param methods hitbox.World|table<string, function> whose functions are called: a world that no script has changed, or itself
---@return string[] hints sentences for people
return function(world, methods)
  local known, hints = reported[world] or {}, {}
  reported[world] = known
  local n, layers = methods.unusedLayers(world)
  local items = n > 0 and methods.items(world) or {}
  for i = 1, n do
    local layer = layers[i]
    if not known[layer] then
      known[layer] = true
      local near = nearest(world, methods, items, layer)
      hints[#hints + 1] = ("no item has been on the layer \"%s\", which %s names%s"):format(layer,
        whereNamed(world, methods, items, layer), near and (", did you mean \"%s\"?"):format(near) or "")
    end
  end
  return hints
end
