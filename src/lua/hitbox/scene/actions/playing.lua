--- How things play their actions: one frame per tick, none during hitstop.
---
--- The state of an action is in fields of the thing (`playing`, `frame`, `frozen`, `landed`) and in
--- `sprite`, so a reload keeps it. When the action ends, the boxes are as before it.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local boxes = require(folder .. "scene.thing.boxes")
local actions = require(folder .. "scene.actions.actions")
local ordered = require(folder .. "scene.ordered")

local playing = {}

--- Check the actions of a thing's definition, and work them out.
---@param maker internal.Maker
---@param given table|nil
---@param owner string
---@return table<string, hitbox.Action>
function playing.compile(maker, given, owner)
  return given and actions.compile(given, owner, maker.scene._functions, function(kind, def)
    boxes.shape(maker, kind, def)
  end) or {}
end

--- Show the boxes of an entry: its own, and of all other kinds those that there were at the beginning.
---@param thing hitbox.Thing
---@param wanted table<string, hitbox.BoxDef|false>
function playing.showBoxes(thing, wanted)
  local base, changed = thing._base, thing._changed
  for kind, def in pairs(wanted) do
    changed[kind] = changed[kind] or def ~= nil
  end
  local kinds = {}
  for kind in pairs(changed) do
    kinds[#kinds + 1] = kind
  end
  ordered.sort(kinds)
  for _, kind in ipairs(kinds) do
    local def = wanted[kind]
    if def == nil then
      def = base[kind]
    end
    local box = thing.boxes[kind]
    if (box and box.def or nil) ~= (def or nil) then
      thing:reshape(kind, def or nil)
    end
  end
end

--- Come to a frame of the action that is played.
local function enter(thing, action, frame)
  local entry = action.at[frame]
  thing.__index.frame = frame
  if action.isEntry[frame] or frame == 1 then
    playing.showBoxes(thing, entry.boxes)
    if entry.sprite ~= nil then
      thing.sprite = entry.sprite
    end
    if entry.swing and frame > 1 then
      thing.__index._swing = thing._swing + 1
    end
  end
  if entry.dx ~= 0 or entry.dy ~= 0 then
    thing:move(entry.dx * thing.facing, entry.dy)
  end
  if entry.call and action.isEntry[frame] then
    thing.scene.def[entry.call](thing.scene, thing)
  end
end

--- Add a thing to the list of those with an action, in order of start.
function playing.enlist(thing)
  if not thing._isPlaying then
    local list = thing.scene._playing
    list[#list + 1] = thing
    thing.__index._isPlaying = true
  end
end

local function begin(thing, action)
  local own = thing.__index
  if not thing.playing then
    own._base, own._changed = {}, {}
    for kind, box in pairs(thing.boxes) do
      thing._base[kind] = box.def
    end
  end
  own._swing = (own._swing or 0) + 1
  own.playing, own.landed = action.name, nil
  playing.enlist(thing)
  enter(thing, action, 1)
end

--- Begin what was asked for: nothing else is waited for then.
local function start(thing, action)
  thing.__index.queued = nil
  begin(thing, action)
end

local function finish(thing)
  local base, own = thing._base, thing.__index
  own.playing, own.landed, own.frame = nil, nil, 0
  if thing.alive and base then
    playing.showBoxes(thing, {})
  end
end

local function outcomeFits(on, landed)
  return on == nil or on == landed or on == "contact" and landed ~= nil
    or on == "whiff" and landed == nil
end

local function actionOf(thing, name)
  if type(name) ~= "string" or not thing._actions[name] then
    check.fail("thing '%s' has no action %s%s", thing.name, check.show(name),
      check.hint(name, thing._actions))
  end
  return thing._actions[name]
end

--- Whether what is played lets another action begin now.
local function mayCancel(thing, name)
  local now = thing.playing and thing._actions[thing.playing]
  if not now then
    return true
  end
  for _, row in ipairs(now.cancel) do
    if (row.into[name] or row.into["*"]) and thing.frame >= row.from and thing.frame <= row.to
      and outcomeFits(row.on, thing.landed) then
      return true
    end
  end
  return false
end

--- Come to the next frame, or to the end.
local function advance(thing)
  local action = thing._actions[thing.playing]
  if not action then -- a reload has taken it away
    return finish(thing)
  elseif thing.frame < action.frames then
    return enter(thing, action, thing.frame + 1)
  elseif action.loop then
    return begin(thing, action)
  end
  finish(thing)
  if action.next and thing.alive then
    begin(thing, thing._actions[action.next])
  end
end

--- Play what was asked for too early, if it may begin by now.
local function playQueued(thing)
  local name = thing.queued
  if name and not thing._actions[name] then -- a reload has taken it away
    thing.__index.queued = nil
  elseif name and mayCancel(thing, name) then
    start(thing, thing._actions[name])
    return true
  end
end

local function stepOne(thing)
  local own = thing.__index
  if own.frozen then
    own.frozen = own.frozen > 1 and own.frozen - 1 or nil
    return
  elseif playQueued(thing) then
    return
  elseif own.playing then
    advance(thing)
  end
  if own.queued and thing.alive and not playQueued(thing) then
    own._queueTicks = own._queueTicks - 1
    if own._queueTicks <= 0 then
      own.queued = nil
    end
  end
end

--- A tick begins: all that play come to their next frame.
---@param scene hitbox.Scene
function playing.step(scene)
  local list, kept = scene._playing, 0
  local count = #list
  for i = 1, count do
    if list[i].alive then
      stepOne(list[i])
    end
  end
  for i = 1, #list do
    local thing = list[i]
    list[i] = nil
    if thing.alive and (thing.playing or thing.queued or thing.frozen) then
      kept = kept + 1
      list[kept] = thing
    else
      thing.__index._isPlaying = nil
    end
  end
end

local function freeze(thing, ticks)
  thing.__index.frozen = math.max(thing.frozen or 0, ticks)
  playing.enlist(thing)
end

--- A rule calls its function for a contact: what hits has hit, and both may freeze.
---@param contact hitbox.Contact
function playing.strike(contact)
  local rule, a, b = contact.rule, contact.a, contact.b
  local result = rule.result or "hit"
  if contact.kindA == "hit" and a.playing and a.landed ~= "hit" then
    a.__index.landed = result
  end
  if contact.kindB == "hit" and b.playing and b.landed ~= "hit" then
    b.__index.landed = result
  end
  if rule.hitstop then
    freeze(a, rule.hitstop)
    freeze(b, rule.hitstop)
  end
end

--- Give things their methods for actions.
---@param Thing table the methods of things
function playing.extend(Thing)
  ---@class hitbox.Thing
  local Thing = Thing -- as in motion.lua

  --- Start an action at its first frame, at once. If another action is playing, its `cancel` must
  --- allow that.
  ---@param name string
  ---@param options {force: boolean|nil, buffer: integer|nil}|nil force: true ignores `cancel` and
  ---   hitstop; in hitstop the action then stays on frame 1. buffer: if it cannot start now, it
  ---   starts as soon as it can within this many ticks
  ---@return boolean begun true if it started
  --- Errors: there is no such action; an unknown option.
  function Thing:play(name, options)
    local action = actionOf(self, name)
    local force, buffer
    if options ~= nil then
      local owner = "play of thing '" .. self.name .. "'"
      check.keys(check.type(options, "table", "the options", owner),
        { force = true, buffer = true }, owner)
      force = options.force
      buffer = options.buffer and check.count(options.buffer, "buffer", owner)
    end
    if not self.alive then
      return false
    elseif force or not self.frozen and mayCancel(self, name) then
      start(self, action)
      return true
    elseif buffer or mayCancel(self, name) then -- frozen: when that is over
      self.__index.queued, self.__index._queueTicks = name, buffer or 1
      playing.enlist(self)
    end
    return false
  end

  --- End the current action. The boxes are again as before it.
  function Thing:stop()
    if self.playing then
      finish(self)
    end
    self.__index.queued = nil
  end

  --- Return whether an action would start now.
  ---@param name string
  ---@return boolean
  --- Errors: there is no such action.
  function Thing:canPlay(name)
    return actionOf(self, name) ~= nil and not self.frozen and mayCancel(self, name)
  end

  --- Pause the action of the thing (hitstop). `t.frozen` is the number of ticks left after this
  --- one; in `update` of the last tick it is nil.
  ---@param ticks integer
  function Thing:freeze(ticks)
    freeze(self, check.count(ticks, "the ticks", "freeze of thing '" .. self.name .. "'"))
  end

  --- Return the frame data of an action: frames, startup, active, recovery, and the phase of each
  --- frame.
  ---@param name string|nil default: the current action
  ---@return hitbox.Action|nil action read only; nil if nothing is playing
  --- Errors: there is no such action.
  function Thing:frameData(name)
    if name == nil then
      return self.playing and self._actions[self.playing] or nil
    end
    return actionOf(self, name)
  end

  --- Return the phase of the current action.
  ---@return "startup"|"active"|"recovery"|nil phase nil without an action, or if it has no hit box
  function Thing:phase()
    local action = self.playing and self._actions[self.playing]
    return action and action.phases[self.frame]
  end
end

return playing
