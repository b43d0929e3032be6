--- The list of things with a word (a name, type, group or team), in order of creation. A removed thing leaves a gap; the
--- gaps are closed when they are half of the list.
local lists = {}

--- Create an empty list.
---@return table list `first`, `last` and `count`
function lists.new()
  return {
    count = 0, first = nil, last = nil,
    things = {}, -- a gap has the order of the thing that was there
    size = 0, -- with the gaps
    newest = 0, -- the order of the last one
    pending = {}, pendingCount = 0, -- things to be inserted between others
    iterator = false,
  }
end

--- The order of a thing or gap.
local function orderOf(entry)
  return type(entry) == "number" and entry or entry.order
end

--- Return the index of the last thing whose order is at most `order`.
local function find(list, order)
  local things, low, high = list.things, 0, list.size
  while low < high do
    local middle = high - math.floor((high - low) / 2)
    if orderOf(things[middle]) <= order then
      low = middle
    else
      high = middle - 1
    end
  end
  return low
end

--- Close the gaps.
local function close(list)
  local things, size = list.things, 0
  for i = 1, list.size do
    local thing = things[i]
    if type(thing) ~= "number" then
      size = size + 1
      things[size] = thing
    end
  end
  for i = size + 1, list.size do
    things[i] = nil
  end
  list.size = size
end

local function isEarlier(a, b)
  return a.order < b.order
end

--- Insert the pending things, all at once, as a whole army may change its team in a tick.
local function merge(list)
  close(list)
  local things, pending, from, to = list.things, list.pending, list.size, list.size + list.pendingCount
  table.sort(pending, isEarlier)
  list.size = to
  for i = list.pendingCount, 1, -1 do
    local thing = pending[i]
    local order = thing.order
    while from > 0 and things[from].order > order do
      things[to] = things[from]
      from, to = from - 1, to - 1
    end
    things[to] = thing
    to, pending[i] = to - 1, nil
  end
  list.pendingCount = 0
end

--- Insert a thing by its order: at the end if it is new.
function lists.insert(list, thing)
  local order = thing.order
  list.count = list.count + 1
  if list.last and list.newest > order then
    list.pendingCount = list.pendingCount + 1
    list.pending[list.pendingCount] = thing
    list.first = order < list.first.order and thing or list.first
    return
  end
  list.size, list.first, list.last, list.newest = list.size + 1, list.first or thing, thing, order
  list.things[list.size] = thing
end

--- Remove a thing.
function lists.remove(list, thing)
  if list.pendingCount > 0 then
    merge(list)
  end
  local things, i = list.things, find(list, thing.order)
  things[i], list.count = thing.order, list.count - 1
  if list.count == 0 then
    list.first, list.last = nil, nil
  elseif thing == list.first then
    repeat
      i = i + 1
    until type(things[i]) ~= "number"
    list.first = things[i]
  elseif thing == list.last then
    while type(things[list.size]) == "number" do
      things[list.size] = nil
      list.size = list.size - 1
    end
    list.last = things[list.size]
    list.newest = list.last.order
  end
  if list.size > 2 * list.count + 8 or list.count == 0 then
    close(list)
  end
end

--- The first thing after a gap.
local function skipGaps(things, i)
  while type(things[i]) == "number" do
    i = i + 1
  end
  return i, things[i]
end

--- A function that returns the next thing of a list. It has no loop of its own: LuaJIT would not compile the loop that
--- it is called in.
local function newIterator(list)
  local things = list.things
  local at = 0 -- the index of the last step
  return function(latest, thing)
    if list.pendingCount > 0 then
      merge(list)
    end
    if not thing then
      at = 0
    elseif things[at] ~= thing then
      at = find(list, thing.order)
    end
    at = at + 1
    thing = things[at]
    if list.size ~= list.count and type(thing) == "number" then
      at, thing = skipGaps(things, at)
    end
    if thing and (list.newest <= latest or thing.order <= latest) then
      return thing
    end
  end
end

--- Return the iterator of a list. It is made once, so loops make no garbage.
---@return fun(latest: integer, thing: hitbox.Thing|nil): hitbox.Thing|nil thing the next one; `latest` is the order of
---   the last thing when the loop began
function lists.iterator(list)
  list.iterator = list.iterator or newIterator(list)
  return list.iterator
end

return lists
