--- How actions survive a reload: each stays at its frame, with the boxes of the new script.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local first = require(folder .. "scene.reload.first_values")
local playing = require(folder .. "scene.actions.playing")

local reload = {}

--- Fields of the current action that are kept.
local KEPT = { "playing", "frame", "landed", "frozen", "queued" }

--- Set what a thing has of its actions.
local function set(thing, key, value)
  thing.__index[key] = value
end

--- The boxes that a thing has beside its action: those of the new script, but for those that play has changed.
---@return table<string, hitbox.BoxDef>
local function reloadBase(old, new)
  local now, base = {}, {}
  for kind, box in pairs(old.boxes) do
    now[kind] = box.def
  end
  for kind in pairs(old.playing and old._changed or {}) do
    now[kind] = old._base[kind]
  end
  for kind, def in pairs(now) do
    if def ~= old._first[kind] then
      base[kind] = def
    end
  end
  for kind, def in pairs(new._first) do
    if now[kind] == old._first[kind] then
      base[kind] = def
    end
  end
  return base
end

--- The boxes of an action that is played, and those that were changed while it was.
---@return table<string, hitbox.BoxDef|false>
local function reloadShown(old, new, action)
  local shown, before = {}, old.playing and old._actions[old.playing]
  for kind, def in pairs(action and action.at[new.frame].boxes or {}) do
    shown[kind] = def
  end
  local entry = before and old.playing == new.playing and before.at[old.frame]
  for kind in pairs(entry and old._changed or {}) do
    local wanted, box = entry.boxes[kind], old.boxes[kind]
    if wanted == nil then
      wanted = old._base[kind] or false
    end
    if (box and box.def or false) ~= wanted then
      shown[kind] = box and box.def or false
    end
  end
  return shown
end

--- The keys of two tables.
---@return table<string, true>
local function kindsOf(a, b)
  local kinds = {}
  for kind in pairs(a) do
    kinds[kind] = true
  end
  for kind in pairs(b or {}) do
    kinds[kind] = true
  end
  return kinds
end

--- Continue the action of a thing. If `start` plays another one than before, that one wins.
local function reloadOne(old, new)
  local a, b = first.ofThing(old), first.ofThing(new)
  if a.playing == b.playing and a.queued == b.queued then
    for _, key in ipairs(KEPT) do
      set(new, key, rawget(old.__index, key))
    end
    set(new, "_swing", tonumber(old._swing))
    set(new, "_queueTicks", tonumber(old._queueTicks))
  end
  local action = new.playing and new._actions[new.playing]
  if action then
    set(new, "frame", math.min(new.frame, action.frames))
  elseif new.playing then -- it is no longer in the script
    set(new, "playing", nil)
    set(new, "landed", nil)
    set(new, "frame", 0)
  end
  local base, shown = reloadBase(old, new), reloadShown(old, new, action)
  set(new, "_base", base)
  set(new, "_changed", kindsOf(base, new.boxes))
  playing.showBoxes(new, shown)
  set(new, "_changed", kindsOf(shown, old.playing and old._changed or nil))
end

--- Go on with what all things play.
---@param scene hitbox.Scene
---@param old hitbox.Scene
---@param twins table<table, table> the new thing for an old one
function reload.actions(scene, old, twins)
  for thing in old:each() do
    if twins[thing] then
      reloadOne(thing, twins[thing])
    end
  end
  local before = scene._playing
  scene._own._playing = {}
  for _, thing in ipairs(before) do
    set(thing, "_isPlaying", nil)
  end
  local function goOn(thing)
    if thing and thing.alive and (thing.playing or thing.queued or thing.frozen) then
      playing.enlist(thing)
    end
  end
  for _, thing in ipairs(old._playing) do
    goOn(twins[thing])
  end
  for _, thing in ipairs(before) do
    goOn(thing)
  end
end

--- Return the last sprite of the current action.
local function spriteOf(thing)
  local action = thing.playing and thing._actions[thing.playing]
  for frame = action and thing.frame or 0, 1, -1 do
    if action.at[frame].sprite ~= nil then
      return action.at[frame].sprite
    end
  end
end

--- Have the picture that the action shows by the new script, if the old one showed the one of its action.
---@param old hitbox.Thing
---@param new hitbox.Thing
function reload.sprite(old, new)
  local before, now = spriteOf(old), spriteOf(new)
  if before ~= nil and now ~= nil and old.sprite == before and old.playing == new.playing then
    new.sprite = now
  end
end

return reload
