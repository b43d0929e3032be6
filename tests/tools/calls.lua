-- Calls of every function of the module, of every method of shapes and of worlds, with all callbacks that a
-- script can pass: functions, and tables with metatables. A list of calls if one does not cover all.
-- tests/lua/reentry_spec.lua changes the world in the middle of them, and tests/states/all.lua refuses memory.
local hitbox = require "hitbox"

local calls = {}

--- An item that is a table, which a saved world does not know by itself.
local crate = { name = "crate" }

function calls.nameOf(item)
  return item == crate and "crate" or item
end

function calls.itemOf(name)
  return name == "crate" and crate or name
end

local nut = hitbox.polygon(0, 0, 9, 0, 9, 5, 4, 9, 0, 5)
local spots = hitbox.mask { "##.#", "#.##", "####" }
local ball = hitbox.circle(4, 4, 4)

--- A world in which things overlap, move, ride, were removed and reported. It has a snapshot of itself as it
--- was before, hits, and results of a query.
function calls.newWorld()
  local world = hitbox.newWorld()
  world:add("lift", 0, 20, 30, 4, { layer = "floor", mask = { "body", "floor" } })
  world:add("rider", 2, 12, 6, 8, { layer = "body" })
  world:add(crate, 12, 12, nut, { layer = { "body", "box" }, response = "bounce",
    responses = { cross = "spots" } })
  world:add("ball", 8, 8, ball, { anchor = "center", facing = -1, angle = 0.3, scale = 1.5 })
  world:add("spots", 4, 9, spots, { layer = "spots", moverResponse = "cross" })
  world:add("ledge", -9, 15, 60, 2, { oneWay = "above", layer = "floor" })
  world:add("roof", -9, -6, 60, 4)
  world:add("gone", 9, 9, 4, 4)
  world:setMotion("ball", { vx = 30, vy = 20, response = "bounce", responses = { slide = "floor" } })
  world:setMotion("lift", { vx = 3, carries = true })
  world:setGravity(0, 100)
  world:step(1 / 64)
  world:remove("gone")
  world:updateEvents()
  world.before = world:snapshot()
  world:remove("roof")
  world:add("later", 0, 0, spots, { layer = "later" })
  world:update("rider", 10, 14) -- into the crate and the lift
  world:check("rider", 30, 30, "cross")
  world:queryRect(0, 0, 99, 99)
  return world
end

--- A world without the items that have no name.
function calls.nameless(world)
  for _, item in ipairs(world:items()) do
    if type(calls.nameOf(item)) == "table" then
      world:remove(item)
    end
  end
  return world
end

--- A string of another world, with some of the same items.
function calls.savedWorld()
  local world = hitbox.newWorld()
  world:add(crate, 3, 3, spots)
  world:add("rider", 3, 3, 9, 9, { layer = "other" })
  return world:save(calls.nameOf)
end

--- An image as LÖVE's are, but a table.
local function image(given)
  return given.table({ getWidth = function() return 3 end, getHeight = function() return 2 end,
    getPixel = function(_, x) given.call() return 1, 1, 1, x % 2 end })
end

-- Each takes a world, a shape that is a mask, or the module; and what a script gives it: a function `call`,
-- which returns the name of a response, and a function `table` that gives a table a metatable.

--- The least that a script gives.
calls.plain = {
  call = function()
    return "slide"
  end,
  table = function(t, f)
    return f or t
  end,
}

calls.world = {
  add = {
    function(w, given) w:add("new", 5, 5, 4, 4, given.table { anchor = given.table { 0.5, 1 }, facing = -1, angle = 1,
      scale = 2, layer = given.table { "new", "body" }, mask = given.table { "floor", "newer" }, response = "cross",
      responses = given.table { bounce = given.table { "newest" } }, moverResponse = "touch", tag = 5,
      oneWay = given.table { 0, -1 } }) end,
    function(w) w:add({}, 1, 2, spots, { anchor = "feet", facing = -1, layer = "body" }) end,
    function(w) w:add({}, 1, 2, nut, { anchor = { px = 1, py = 2 }, facing = -1 }) end,
  },
  angle = function(w) w:angle("ball") end,
  broadPhase = function(w) w:broadPhase() end,
  passenger = function(w) w:passenger(1) end,
  carry = {
    function(w, given) w:carry("lift", 5, -20, given.call,
      given.table { layer = given.table { "body" }, maxPush = 9 }) end,
    function(w) w:carry("lift", 9, 25) end,
  },
  castShape = function(w, given) w:castShape(ball, 40, 20, given.table { "floor", "body" }) end,
  check = {
    function(w, given) w:check(crate, 40, 60, given.call, given.table { through = given.table { "spots" } }) end,
    function(w) w:check("rider", 40, 40) end,
  },
  policy = function(w) w:policy() end,
  contact = function(w) w:contact("rider", "spots", "touch") end,
  corePointer = function(w) w:corePointer() end,
  count = function(w) w:count() end,
  destroy = function(w) w:destroy() end,
  edges = function(w) w:edges("ball") end,
  events = function(w) for _, a, b in w:events() do assert(a ~= false and b ~= false) end end,
  fits = {
    function(w, given) w:fits("rider", given.table { w = 20, h = 20, anchor = given.table { 0.5, 1 } }, given.call) end,
    function(w, given) w:fits(crate, { x = 4, y = 4, angle = 1, scale = 2 }, given.call) end,
    function(w, given) w:fits("ball", { shape = spots, facing = -1, anchor = "center", angle = 0, scale = 1 },
      given.call) end,
  },
  gravity = function(w) w:gravity() end,
  has = function(w) w:has(crate) end,
  hit = function(w) w:hit(1) end,
  items = function(w, given) w:items(given.table {}) end,
  layers = function(w, given) w:layers(crate, given.table {}) end,
  mask = function(w, given) w:mask("lift", given.table {}) end,
  stepHit = function(w) w:stepHit(1) end,
  motion = function(w) w:motion("ball") end,
  moverResponse = function(w) w:moverResponse("spots") end,
  move = {
    function(w, given) w:move(crate, 40, 60, given.call, given.table { mask = given.table { "floor", "body", "spots" },
      responses = given.table { ignore = given.table { "later" } }, cornerCorrection = 2, bounce = 0.5, through = "spots" }) end,
    function(w, given) w:move("rider", -30, 60, given.table({}, given.call), { through = given.table { "ball" } }) end,
    function(w) w:move("ball", 90, 0) end,
  },
  nearest = function(w, given) w:nearest(ball, 100, given.table { "floor" }) end,
  oneWay = function(w) w:oneWay("ledge") end,
  pairs = function(w) for a, b in w:pairs() do assert(a ~= nil and b ~= nil) end end,
  depenetrate = function(w, given)
    w:depenetrate("rider", given.call, 90)
  end,
  updateGroup = function(w, given) w:updateGroup(given.table { "rider", crate }, 4, 5) end,
  position = function(w) w:position(crate) end,
  queryCircle = function(w, given) w:queryCircle(9, 9, 20, given.table {}, given.table { "body" }) end,
  queryItem = function(w, given) w:queryItem(crate, given.table {}, given.table { "floor", "spots" }) end,
  queryNearest = function(w, given) w:queryNearest(9, 9, 5, 100, given.table {}, given.table { "body", "floor" }) end,
  queryPairs = function(w, given) w:queryPairs(given.table {}) end,
  queryPoint = function(w, given) w:queryPoint(9, 9, given.table {}, given.table { "body" }) end,
  queryPoints = {
    function(w, given) w:queryPoints(given.table { 9, 4 }, given.table { 9, 4 }, given.table {},
      given.table {}, "body") end,
    function(w) w:queryPoints({ 9, 4 }, { 9, 4 }) end,
  },
  queryRect = function(w, given) w:queryRect(-99, -99, 999, 999, given.table {}) end,
  queryRects = function(w, given) w:queryRects(given.table { 1 }, given.table { 2 }, given.table { 99 }, { 99 }) end,
  querySegment = function(w, given) w:querySegment(-99, 9, 99, 30, given.table {}, given.table { "body" }) end,
  queryShape = function(w, given) w:queryShape(spots:translated(9, 9), given.table {}, given.table { "body", "floor" }) end,
  querySweep = function(w, given) w:querySweep(ball, 30, 30, given.table {}, given.table { "body", "floor" }) end,
  raycast = function(w, given) w:raycast(-9, 9, 99, 3, given.table { "body" }) end,
  raycastMany = {
    function(w, given) w:raycastMany(given.table { -9, 0 }, given.table { 9, 0 }, { 99, 9 }, { 0, 9 },
      given.table {}) end,
    function(w) w:raycastMany({ -9, 0 }, { 9, 0 }, { 99, 9 }, { 0, 9 }) end,
  },
  rect = function(w) w:rect("ball") end,
  regions = function(w, given) w:regions(given.table {}) end,
  remove = function(w) w:remove(crate) end,
  reshape = {
    function(w, given) w:reshape("rider", nut, given.table { anchor = "feet", facing = -1, fits = given.call }) end,
    function(w) w:reshape(crate, spots) end,
    function(w, given) w:reshape("spots", 40, 40, { anchor = given.table { px = 1, py = 1 }, fits = true }) end,
  },
  response = function(w) w:response("rider") end,
  responses = function(w) w:responses(crate) end,
  restore = {
    function(w, given) w:restore(calls.savedWorld(), function(name) given.call() return calls.itemOf(name) end) end,
    function(w) w:restore(w.before) end,
  },
  result = function(w) w:result(1) end,
  save = function(w, given) w:save(function(item) given.call() return calls.nameOf(item) end) end,
  separate = {
    function(w, given)
      w:separate(given.table { "rider", crate, crate, "ball" }, 0.5, given.call,
        given.table { mask = given.table { "floor", "body" } })
    end,
    function(w) w:separate { "rider", crate, crate, "ball" } end,
  },
  setBroadPhase = function(w) w:setBroadPhase(w:broadPhase() == "tree" and "grid" or "tree") end,
  setGravity = function(w) w:setGravity(3, 4) end,
  setLayers = function(w, given) w:setLayers(crate, given.table { "new" }, given.table { "newer", "newest" }) end,
  setMotion = function(w, given) w:setMotion(crate, given.table { vx = 1, bounce = 0.5, snap = 1, layer = { "new" },
    responses = given.table { cross = given.table { "newer", "floor" }, bounce = "newest" } }) end,
  setOneWay = function(w, given) w:setOneWay("lift", given.table { 0, -1 }) end,
  setVelocity = function(w) w:setVelocity(crate, 4, 5) end,
  shape = function(w) w:shape("spots") end,
  snapshot = {
    function(w) w:snapshot() end,
    function(w) w:snapshot(w.before) end,
  },
  stats = function(w) w:stats() end,
  step = function(w) w:step(1 / 8) end,
  updateEvents = function(w) w:updateEvents() end,
  outline = function(w, given) w:outline(crate, given.table {}, 0.5) end,
  setTransform = function(w) w:setTransform(crate, 1, 2) end,
  unusedLayers = function(w, given) w:unusedLayers(given.table {}) end,
  update = {
    function(w) w:update(crate, 4, 5) end,
    function(w) w:update("rider", 4, 5, spots) end,
  },
  updateMany = {
    function(w, given) w:updateMany(given.table { crate, "rider" }, given.table { 1, 1e9 }, given.table { 4, 1e9 }) end,
    function(w) w:updateMany({ crate, "rider", "ball" }, { 1, 2, 3 }, { 4, 5, 6 }) end,
  },
  velocity = function(w) w:velocity("ball") end,
  walk = function(w, given) w:walk("rider", 30, 20, given.call,
    given.table { mask = given.table { "floor" }, snap = 4, responses = given.table { cross = "box" } }) end,
}

calls.shape = {
  axes = function(s) s:axes() end,
  bounds = function(s) s:bounds() end,
  center = function(s) s:center() end,
  corePointer = function(s) s:corePointer() end,
  count = function(s) s:count() end,
  cut = function(s) s:cut(ball) end,
  fill = function(s) s:fill(ball) end,
  get = function(s) s:get(0, 0) end,
  kind = function(s) s:kind() end,
  mirrored = function(s) s:mirrored() end,
  parts = function(s, given) s:parts(given.table {}) end,
  translated = function(s) s:translated(4, 5) end,
  points = function(s, given) s:points(given.table {}) end,
  radius = function(s) s:radius() end,
  scaled = function(s) s:scaled(1) end,
  size = function(s) s:size() end,
  outline = function(s, given) s:outline(given.table {}) end,
  transformed = function(s, given) s:transformed(given.table { x = 4, mirrored = true }) end,
  rotated = function(s) s:rotated(0) end,
}

calls.hitbox = {
  aabb = function(h) h.aabb(0, 0, 4, 4) end,
  aabbAabb = function(h) h.aabbAabb(0, 0, 4, 4, 1, 1, 4, 4) end,
  aabbAnchor = function(h, given) h.aabbAnchor(0, 0, 4, 4, given.table { 0.5, 0.5 }) end,
  aabbCenter = function(h) h.aabbCenter(0, 0, 4, 4) end,
  aabbCorners = function(h) h.aabbCorners(0, 0, 4, 4) end,
  angle = function(h) h.angle(3, 4) end,
  aseprite = function(h) h.aseprite({ frames = { { frame = { x = 0, y = 0, w = 4, h = 4 }, duration = 100 } },
    meta = { size = { w = 4, h = 4 }, frameTags = {}, slices = {} } }) end,
  box = function(h) h.box(0, 0, 4, 4, 1) end,
  capsule = function(h) h.capsule(0, 0, 4, 4, 2) end,
  circle = function(h) h.circle(0, 0, 4) end,
  circleAabb = function(h) h.circleAabb(0, 0, 4, 1, 1, 4, 4) end,
  circleCircle = function(h) h.circleCircle(0, 0, 4, 1, 1, 4) end,
  compound = function(h, given) h.compound(given.table { nut, ball }) end,
  contact = function(h) h.contact(nut, ball) end,
  direction = function(h) h.direction(1) end,
  distance = function(h) h.distance(nut, ball) end,
  ellipse = function(h) h.ellipse(0, 0, 4, 3, 1) end,
  load = function(h, given) h.load(calls.savedWorld(), function(name) given.call() return calls.itemOf(name) end) end,
  mask = {
    function(h, given) h.mask(4, 2, function() return given.call() ~= nil end) end,
    function(h, given) h.mask(image(given)) end,
    function(h, given) h.mask(given.table { "##", "#." }) end,
  },
  newWorld = function(h, given) h.newWorld(given.table { broadPhase = "tree" }) end,
  overlaps = function(h) h.overlaps(nut, spots) end,
  pairs = function(h) for _ in h.pairs { 1, a = 2 } do end end,
  point = function(h) h.point(3, 4) end,
  pointAabb = function(h) h.pointAabb(3, 4, 0, 0, 9, 9) end,
  pointCircle = function(h) h.pointCircle(3, 4, 0, 0, 9) end,
  polygon = function(h, given)
    h.polygon(given.table { 0, 0, 9, 0, 9, 9, 6, 9, 6, 3, 3, 3, 3, 9, 0, 9 })
  end,
  raycast = function(h) h.raycast(nut, -9, 3, 20, 0) end,
  scene = function(h, given)
    h.scene({ things = { { "stone", at = { 3, 4 }, w = 2, h = 2 } }, update = given.call }):step()
  end,
  segment = function(h) h.segment(0, 0, 4, 4) end,
  sweep = function(h) h.sweep(ball, 9, 9, nut) end,
}

--- Sources of calls: a name for messages, the functions, and their object.
---@return {[1]: string, [2]: table<string, any>, [3]: table<string, function>, [4]: fun(world: any): any}[]
function calls.kinds()
  local fields = debug.getmetatable(hitbox.newWorld()).__index
  return {
    { "world:", calls.world, debug.getmetatable(fields).__index, function(world) return world end },
    { "shape:", calls.shape, debug.getmetatable(spots).__index, function() return spots end },
    { "hitbox.", calls.hitbox, hitbox, function() return hitbox end },
  }
end

--- All calls, in the order of their names. An error if a function has none, or a call is of none.
---@return {name: string, run: fun(world: any, given: table)}[]
function calls.all()
  local all = {}
  for _, kind in ipairs(calls.kinds()) do
    local prefix, cases, functions, on = kind[1], kind[2], kind[3], kind[4]
    for name, f in pairs(functions) do
      assert(type(f) ~= "function" or cases[name], prefix .. name .. " is called nowhere in tests/tools/calls.lua")
    end
    for name, case in pairs(cases) do
      assert(functions[name], prefix .. name .. " of tests/tools/calls.lua is no function of the module")
      for i, call in ipairs(type(case) == "table" and case or { case }) do
        all[#all + 1] = { name = ("%s%s %d"):format(prefix, name, i), run = function(world, given)
          call(on(world), given)
        end }
      end
    end
  end
  table.sort(all, function(a, b)
    return a.name < b.name
  end)
  return all
end

return calls
