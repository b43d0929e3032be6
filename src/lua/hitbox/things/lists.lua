--- Lists of things that can be called by a word: in order of making, linked through the metatables
--- of things, which hold what is their own.
local lists = {}

--- A new list of all things that can be called by a word.
---@param word string
---@return table list `first`, `last` and `count`
function lists.new(word)
  return { nextKey = "_next " .. word, beforeKey = "_before " .. word, count = 0, first = nil, last = nil }
end

--- Have two things of a list one behind the other. Where there is none, the list begins or ends.
local function link(list, before, after)
  if before then
    getmetatable(before)[list.nextKey] = after
  else
    list.first = after
  end
  if after then
    getmetatable(after)[list.beforeKey] = before
  else
    list.last = before
  end
end

--- The things of a list between which one belongs that is not the last: it is looked for on both sides of
--- it among all things, so that where neighbours change their team one after the other, it is near.
local function place(list, thing, all)
  local back, forth = thing, thing
  while true do
    back, forth = getmetatable(back)[all.beforeKey], getmetatable(forth)[all.nextKey]
    if not back then
      return nil, list.first
    elseif back == list.last or getmetatable(back)[list.nextKey] then
      return back, getmetatable(back)[list.nextKey]
    elseif forth == list.last or getmetatable(forth)[list.nextKey] then
      return getmetatable(forth)[list.beforeKey], forth
    end
  end
end

--- Put a thing in its place, which is the end where it has just been made.
---@param all table|nil the list of all things, if it may be elsewhere
function lists.insert(list, thing, all)
  local before, after = list.last, nil
  if all and before and before.order > thing.order then
    before, after = place(list, thing, all)
  end
  link(list, before, thing)
  link(list, thing, after)
  list.count = list.count + 1
end

--- Take a thing out. What was before it stays noted: from there a walk that is at it goes on.
---@param lives boolean|nil it is called otherwise from now on: a walk that is at it goes on from there
function lists.unlink(list, thing, lives)
  local before, after = getmetatable(thing)[list.beforeKey], getmetatable(thing)[list.nextKey]
  link(list, before, after)
  getmetatable(thing)[list.nextKey] = nil
  if lives then
    getmetatable(thing)[list.nextKey] = false
  end
  list.count = list.count - 1
end

--- The first thing in a list behind one that is not in it any more, or never was: behind what was before
--- that one and still is there, which is near. From the list's begin each thing that is removed in a walk
--- would cost as much as the whole walk.
local function behind(list, thing)
  local before = thing and getmetatable(thing)[list.beforeKey]
  while before and not (before.alive and getmetatable(before)[list.nextKey] ~= false) do
    before = getmetatable(before)[list.beforeKey]
  end
  local after = list.first
  if before then
    after = getmetatable(before)[list.nextKey]
  end
  while thing and after and after.order <= thing.order do
    after = getmetatable(after)[list.nextKey]
  end
  return after
end

--- The thing after one in a list, up to a last one.
local function following(list, last, thing)
  local after = false
  if thing and thing.alive then
    after = getmetatable(thing)[list.nextKey]
  end
  if after == false then
    after = behind(list, thing)
  end
  if after and after.order <= last.order then
    return after
  end
end

--- The iterator of a list, made once: walks make no garbage.
---@return fun(last: hitbox.Thing, thing: hitbox.Thing|nil): hitbox.Thing|nil
function lists.iterator(list)
  list.iterator = list.iterator or function(last, thing)
    return following(list, last, thing)
  end
  return list.iterator
end

return lists
