-- Put behind arguments.lua: makes scenes of a definition in which one value, anywhere, was replaced.

local function full()
  return {
    title = "x", tick = 50, seed = 2, policy = "touch", view = { 0, 0, 20, 20 }, background = "red", mouse = true,
    broadPhase = "grid", input = { dash = { "key x" } }, scenes = { other = { title = "y" } }, tests = {},
    types = { mob = { r = 4, group = "a", groups = { "b" }, team = "c", data = { hp = 1 }, oneWay = "above", scale = 2 },
      big = { extends = "mob", anchor = { 0.5, 1 }, points = { up = { 1, 2 } }, angle = 1 } },
    map = { tile = 8, at = { 0, 9 }, rows = { "#.#" }, legend = { ["#"] = "mob", o = { "hero", w = 2, h = 2 } } },
    rules = {
      { "hero.push", "wall", response = "bounce", bounce = 0.5, on = "note", exit = "note", stay = "note", from = "above" },
      { "hero", "mob", push = 0.5, axis = "x", every = 5, max = 2, once = "swing", teams = "other", hitstop = 2,
        on = "note", when = "note", speed = { ">", 3 }, policy = "overlap", result = "hit", crush = "note" },
    },
    things = {
      { "hero", at = { 1, 2 }, anchor = { px = 1, py = 2 }, facing = -1, angle = 1, scale = 2, hidden = true, color = "red",
        boxes = { push = { w = 4, h = 4, x = 1, y = 1, oneWay = { 0, -1 } }, hurt = { points = { 0, 0, 4, 0, 4, 4 } },
          hit = { shape = hitbox.circle(0, 0, 1) }, sensor = { left = 1, right = 2, up = 1, down = 1 } },
        actions = { jab = { frames = 9, loop = true, cancel = { { "jab", from = 1, to = 5, on = "hit" } },
          [2] = { hit = { r = 2 }, dx = 1, dy = 1, sprite = "a", call = "note" } } },
        children = { { "hat", w = 1, h = 1, point = "hand" } }, points = { hand = { 1, 1 } }, data = { list = { 1 } } },
      { "wall", w = 4, h = 4, hollow = 1 }, { "nail", parent = "wall", type = "big", team = "d" },
    },
    note = function() end, start = function() end, update = function() end, draw = function() end,
  }
end

-- The paths to all values within a table.
local function paths_in(value, path, all)
  for key, entry in pairs(value) do
    local longer = table.move(path, 1, #path, 1, {})
    longer[#longer + 1] = key
    all[#all + 1] = longer
    if type(entry) == "table" then
      paths_in(entry, longer, all)
    end
  end
  return all
end

local function words_of(path)
  local words = {}
  for i, key in ipairs(path) do
    words[i] = tostring(key)
  end
  return table.concat(words, ".") .. " is "
end

local function try_definitions()
  hitbox.scene(full()) -- is right
  local values, count = pool(hitbox.scene(def()), { { { 1 } }, { "a", "b" }, { push = 5 }, { [2] = {} } })
  for _, path in ipairs(paths_in(full(), {}, {})) do
    coroutine.yield() -- a tick may take 2 seconds
    for i = 1, count do
      local wrong = full()
      local at = wrong
      for k = 1, #path - 1 do
        at = at[path[k]]
      end
      at[path[#path]] = values[i]
      calls = calls + 1
      local ok, s = pcall(function() return (hitbox.scene(wrong)) end)
      local message = s
      if ok then
        ok, message = pcall(s.step, s)
      end
      if not ok then
        judge(words_of(path), message, { values[i] }, 1)
      end
    end
  end
end
