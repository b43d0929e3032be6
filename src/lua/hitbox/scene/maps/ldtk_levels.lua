--- The levels of an LDtk project: where each of them is in the world, and its neighbours. In linear layouts LDtk
--- saves no positions; levels lie in a row as its editor shows them.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local levels = {}

--- Between two levels in a row, in pixels: as in LDtk's editor. Between two worlds, too.
local GAP = 48

---@class internal.LdtkLevel
---@field level table
---@field x number in the world
---@field y number
---@field neighbours { level: string, side: string }[]|nil the levels beside it. The side is as LDtk writes it: "n", "e",
---   "s", "w", and "ne" and so on at corners; "<" and ">" in other depths; "o" where two overlap

--- Put levels of one world in their places.
---@param list table[]
---@param layout string|nil
---@return internal.LdtkLevel[]
local function place(list, layout)
  local placed, at = {}, 0
  layout = layout or list[1] and not list[1].worldX and "LinearHorizontal" or nil -- before 0.6
  for i, level in ipairs(list) do
    local x, y = level.worldX or 0, level.worldY or 0
    if layout == "LinearHorizontal" then
      x, y, at = at, 0, at + (level.pxWid or 0) + GAP
    elseif layout == "LinearVertical" then
      x, y, at = 0, at, at + (level.pxHei or 0) + GAP
    end
    placed[i] = { level = level, x = x, y = y }
  end
  return placed
end

--- Move the levels of a world to the right of all before it, on the same height.
---@param placed internal.LdtkLevel[]
---@param right number|nil the right edge of the worlds before it; nil for the first one, which stays
---@return number|nil right
local function moveBeside(placed, right)
  local left, top, far = math.huge, math.huge, -math.huge
  for _, one in ipairs(placed) do
    left, top, far = math.min(left, one.x), math.min(top, one.y), math.max(far, one.x + (one.level.pxWid or 0))
  end
  if not placed[1] then
    return right
  elseif not right then
    return far
  end
  for _, one in ipairs(placed) do
    one.x, one.y = one.x - left + right + GAP, one.y - top
  end
  return far - left + right + GAP
end

--- Name the levels beside each level.
---@param list internal.LdtkLevel[]
local function findNeighbours(list)
  local names = {}
  for _, one in ipairs(list) do
    names[one.level.iid or one.level.uid or ""] = one.level.identifier
  end
  for _, one in ipairs(list) do
    for _, other in ipairs(one.level.__neighbours or {}) do
      local name = names[other.levelIid or other.levelUid or ""]
      if name then
        one.neighbours = one.neighbours or {}
        table.insert(one.neighbours, { level = name, side = other.dir })
      end
    end
  end
end

--- All levels of all worlds in their order, and by name. The worlds of a project lie side by side.
---@param project table
---@return internal.LdtkLevel[] list
---@return table<string, internal.LdtkLevel> byName
local function listAll(project)
  local list, byName, right = {}, {}, nil
  local worlds = { project }
  for i, world in ipairs(project.worlds or {}) do
    worlds[i + 1] = world
  end
  for _, world in ipairs(worlds) do
    local placed = place(world.levels, world.worldLayout)
    right = moveBeside(placed, right)
    for _, one in ipairs(placed) do
      list[#list + 1] = one
      byName[one.level.identifier] = one
    end
  end
  findNeighbours(list)
  return list, byName
end

local function depthOf(one)
  return one.level.worldDepth or 0
end

--- Choose a depth: the first one in which a player starts, else the one with most levels, nearest to 0.
---@param list internal.LdtkLevel[]
---@param counts table<integer, integer> levels by depth
---@param holdsStart fun(level: table): boolean
local function usualDepth(list, counts, holdsStart)
  local best = depthOf(list[1])
  for _, one in ipairs(list) do
    local depth = depthOf(one)
    if holdsStart(one.level) then
      return depth
    end
    local more = counts[depth] - counts[best]
    best = (more > 0 or more == 0 and math.abs(depth) < math.abs(best)) and depth or best
  end
  return best
end

--- The levels of one depth: LDtk shows one at a time, and levels of several may lie on each other.
---@param asked any of the map's definition
---@return internal.LdtkLevel[] list
---@return integer[] others the depths that are left out, from below to above
local function ofDepth(list, asked, owner, holdsStart)
  local counts, depths, chosen, others = {}, {}, {}, {}
  for _, one in ipairs(list) do
    local depth = depthOf(one)
    depths[#depths + 1] = not counts[depth] and depth or nil
    counts[depth] = (counts[depth] or 0) + 1
  end
  table.sort(depths)
  if asked == nil and not depths[2] then
    return list, others
  elseif asked ~= nil and not counts[asked] then
    check.refuse("depth", owner, "a depth that has levels: " .. table.concat(depths, ", "), asked)
  end
  local depth = asked or usualDepth(list, counts, holdsStart)
  for _, one in ipairs(list) do
    chosen[#chosen + 1] = depthOf(one) == depth and one or nil
  end
  for _, other in ipairs(depths) do
    others[#others + 1] = other ~= depth and other or nil
  end
  return chosen, others
end

--- Choose the levels that are asked for. One alone begins at the origin.
---@param project table
---@param def hitbox.MapDef
---@param owner string
---@param holdsStart fun(level: table): boolean whether a player starts in it
---@return internal.LdtkLevel[] list
---@return integer[] others the depths that are left out
function levels.choose(project, def, owner, holdsStart)
  local asked, others, list, byName = def.level, {}, listAll(project)
  if asked ~= nil and def.depth ~= nil then
    check.fail("depth of %s: the levels are given by name, so leave it out", owner)
  end
  local function find(name, key)
    return byName[check.type(name, "string", key, owner)]
      or check.fail("%s of %s: there is no level '%s'%s", key, owner, name, check.hint(name, byName))
  end
  if type(asked) == "table" then
    local chosen = {}
    check.list(asked, "level", owner)
    for i, name in ipairs(asked) do
      chosen[i] = find(name, ("level[%d]"):format(i))
    end
    return chosen, others
  elseif asked ~= nil then
    list = { find(asked, "level") }
  elseif list[1] then
    list, others = ofDepth(list, def.depth, owner, holdsStart)
  end
  if #list == 1 then
    list[1].x, list[1].y = 0, 0
  end
  return list, others
end

return levels
