--- Lists of things that can be called by a word, in order of making. A list is dense; a thing that leaves it leaves a
--- gap, and the gaps are closed once they are half of it.
local lists = {}

--- A new list of all things that can be called by a word.
---@return table list `first`, `last` and `count`
function lists.new()
  return {
    count = 0, first = nil, last = nil,
    things = {}, -- a gap has the order of the thing that was there
    size = 0, -- with the gaps
    newest = 0, -- the order of the last one
    late = {}, lateCount = 0, -- things that are yet to be put between others
    iterator = false,
  }
end

--- The order of a thing or gap.
local function orderOf(entry)
  return type(entry) == "number" and entry or entry.order
end

--- Where the last thing is that was made no later than one with a number.
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

--- Put the late things between the others: all at once, as a whole army may change its team in a tick.
local function merge(list)
  close(list)
  local things, late, from, to = list.things, list.late, list.size, list.size + list.lateCount
  table.sort(late, isEarlier)
  list.size = to
  for i = list.lateCount, 1, -1 do
    local thing = late[i]
    local order = thing.order
    while from > 0 and things[from].order > order do
      things[to] = things[from]
      from, to = from - 1, to - 1
    end
    things[to] = thing
    to, late[i] = to - 1, nil
  end
  list.lateCount = 0
end

--- Put a thing in its place, which is the end if it has just been made.
function lists.insert(list, thing)
  local order = thing.order
  list.count = list.count + 1
  if list.last and list.newest > order then
    list.lateCount = list.lateCount + 1
    list.late[list.lateCount] = thing
    list.first = order < list.first.order and thing or list.first
    return
  end
  list.size, list.first, list.last, list.newest = list.size + 1, list.first or thing, thing, order
  list.things[list.size] = thing
end

--- Take a thing out.
function lists.remove(list, thing)
  if list.lateCount > 0 then
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
    if list.size ~= list.count and type(thing) == "number" then
      at, thing = skipGaps(things, at)
    end
    if thing and (list.newest <= latest or thing.order <= latest) then
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
