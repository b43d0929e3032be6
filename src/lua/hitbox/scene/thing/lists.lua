--- Lists of things that can be called by a word, in order of making. A list is dense; a thing that leaves it leaves a
--- gap, and the gaps are closed once they are half of it.
local lists = {}

--- A new list of all things that can be called by a word.
---@return table list `first`, `last` and `count`
function lists.new()
  return {
    count = 0, first = nil, last = nil,
    things = {}, -- false: a gap
    orders = {}, -- of the things, and of those that were in the gaps
    size = 0, -- of both
    late = {}, lateCount = 0, -- things that are yet to be put between others
    iterator = false,
  }
end

--- Where the last thing is that was made no later than one with a number.
local function find(list, order)
  local orders, low, high = list.orders, 0, list.size
  while low < high do
    local middle = high - math.floor((high - low) / 2)
    if orders[middle] <= order then
      low = middle
    else
      high = middle - 1
    end
  end
  return low
end

local function set(list, i, thing, order)
  list.things[i], list.orders[i] = thing, order
end

--- Close the gaps.
local function close(list)
  local things, size = list.things, 0
  for i = 1, list.size do
    local thing = things[i]
    if thing then
      size = size + 1
      set(list, size, thing, list.orders[i])
    end
  end
  for i = size + 1, list.size do
    set(list, i, nil, nil)
  end
  list.size = size
end

local function isEarlier(a, b)
  return a.order < b.order
end

--- Put the late things between the others: all at once, as a whole army may change its team in a tick.
local function merge(list)
  close(list)
  local late, from, to = list.late, list.size, list.size + list.lateCount
  table.sort(late, isEarlier)
  list.size = to
  for i = list.lateCount, 1, -1 do
    local thing = late[i]
    local order = thing.order
    while from > 0 and list.orders[from] > order do
      set(list, to, list.things[from], list.orders[from])
      from, to = from - 1, to - 1
    end
    set(list, to, thing, order)
    to, late[i] = to - 1, nil
  end
  list.lateCount = 0
end

--- Put a thing in its place, which is the end if it has just been made.
function lists.insert(list, thing)
  local order, last = thing.order, list.last
  list.count = list.count + 1
  if last and last.order > order then
    list.lateCount = list.lateCount + 1
    list.late[list.lateCount] = thing
    list.first = order < list.first.order and thing or list.first
    return
  end
  list.size, list.first, list.last = list.size + 1, list.first or thing, thing
  set(list, list.size, thing, order)
end

--- Take a thing out.
function lists.remove(list, thing)
  if list.lateCount > 0 then
    merge(list)
  end
  local things, i = list.things, find(list, thing.order)
  things[i], list.count = false, list.count - 1
  if list.count == 0 then
    list.first, list.last = nil, nil
  elseif thing == list.first then
    repeat
      i = i + 1
    until things[i]
    list.first = things[i]
  elseif thing == list.last then
    while not things[list.size] do
      set(list, list.size, nil, nil)
      list.size = list.size - 1
    end
    list.last = things[list.size]
  end
  if list.size > 2 * list.count + 8 or list.count == 0 then
    close(list)
  end
end

--- The first thing after a gap.
local function skipGaps(things, i)
  while things[i] == false do
    i = i + 1
  end
  return i, things[i]
end

--- A function that returns the next thing of a list. It has no loop of its own: LuaJIT would not compile the loop that
--- it is called in.
local function newIterator(list)
  local things, orders = list.things, list.orders
  local at = 0 -- where the last step of a walk was, if that thing is there
  return function(latest, thing)
    if list.lateCount > 0 then
      merge(list)
    end
    if not thing then
      at = 0
    elseif things[at] ~= thing then
      at = find(list, thing.order)
    end
    at = at + 1
    thing = things[at]
    if thing == false then
      at, thing = skipGaps(things, at)
    end
    if thing and orders[at] <= latest then
      return thing
    end
  end
end

--- The iterator of a list, made once: walks make no garbage.
---@return fun(latest: integer, thing: hitbox.Thing|nil): hitbox.Thing|nil thing the next one; `latest` is the last one
---   that was made when the walk began
function lists.iterator(list)
  list.iterator = list.iterator or newIterator(list)
  return list.iterator
end

return lists
