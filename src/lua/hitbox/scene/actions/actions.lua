--- Actions: what a thing does over some frames, as sparse data. An entry says what is so from its frame
--- on, until the next one: boxes that are there beside the thing's own, that are others, or (false)
--- are not there; how it goes along; which picture is shown.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local actions = {}

---@class hitbox.ActionEntry: table<string, hitbox.BoxDef|hitbox.BoxDef[]|false> Boxes by kind, and
---   these keys
---@field dx number|nil motion in each frame of the entry, in world units, towards the facing side
---@field dy number|nil
---@field swing boolean|nil true: a new swing starts, which may hit the same targets again
---@field sprite any the value of `t.sprite` from this frame on
---@field call string|nil a function of the scene, called as `call(s, t)` in this frame

---@class hitbox.ActionDef: table<integer, hitbox.ActionEntry> Entries by the frame at which they
---   start
---@field frames integer the number of frames
---@field cancel table[]|nil actions that may start before this one ends: { "strong", from=, to=,
---   on= }
---@field loop boolean|nil true: it starts again when it ends
---@field next string|nil the action that starts when it ends

---@class hitbox.Action The frame data of an action
---@field name string
---@field frames integer
---@field startup integer frames before the first with a `hit` box
---@field active integer from there to the last such frame, with gaps
---@field recovery integer frames after that; without a hit box all three are 0
---@field phases string[] "startup", "active" or "recovery" of each frame; empty without a hit box

local entryTypes = { dx = "number", dy = "number", swing = "boolean", call = "string" }
local actionKeys = { frames = true, cancel = true, loop = true, next = true }
local cancelKeys = { from = true, to = true, on = true }
local outcomes = { hit = true, block = true, contact = true, whiff = true }

--- Take an entry apart into its boxes and the rest.
local function compileEntry(given, owner, functions)
  check.type(given, "table", "what is given", owner)
  local entry = { boxes = {}, sprite = given.sprite, dx = 0, dy = 0 }
  for key, value in pairs(given) do
    local wanted = entryTypes[key]
    if wanted == "number" then
      entry[key] = check.number(value, key, owner)
    elseif wanted then
      entry[key] = check.type(value, wanted, key, owner)
    elseif type(key) == "string" and (type(value) == "table" or value == false) then
      entry.boxes[key] = value
    elseif key ~= "sprite" then
      local known = { dx = true, dy = true, swing = true, call = true, sprite = true, hit = true,
        hurt = true, push = true, sensor = true }
      check.fail("%s of %s must be a box, or false, got %s%s", check.show(key), owner, check.show(value),
        known[key] and "" or check.hint(key, known))
    end
  end
  if entry.call and not functions[entry.call] then
    check.handler(entry.call, "call", owner, functions)
  end
  return entry
end

--- One row of what an action may be cancelled into.
local function compileCancel(row, owner, frames, all)
  if type(row) == "string" then
    row = { row }
  end
  check.type(row, "table", "an entry of cancel", owner)
  local result, known = { into = {} }, { from = true, to = true, on = true }
  for key in pairs(row) do
    known[key] = cancelKeys[key] or type(key) == "number" or nil
  end
  check.keys(row, known, "cancel of " .. owner)
  for i, name in ipairs(row) do
    if name ~= "*" then
      check.word(name, all, ("[%d] of cancel"):format(i), owner)
    end
    result.into[name] = true
  end
  if not row[1] then
    check.fail("cancel of %s names no action", owner)
  end
  result.from = row.from == nil and 1 or check.count(row.from, "from", "cancel of " .. owner)
  result.to = row.to == nil and frames or check.count(row.to, "to", "cancel of " .. owner)
  if result.from > math.min(result.to, frames) then
    check.refuse("from", "cancel of " .. owner, ("a frame up to %d, its last"):format(math.min(result.to, frames)), row.from)
  end
  result.on = row.on ~= nil and check.word(row.on, outcomes, "on", "cancel of " .. owner) or nil
  return result
end

--- Work out which frames are startup, active and recovery.
local function findPhases(action)
  local first, last
  for frame = 1, action.frames do
    if action.at[frame].boxes.hit then
      first, last = first or frame, frame
    end
  end
  action.startup = first and first - 1 or 0
  action.active = first and last - first + 1 or 0
  action.recovery = first and action.frames - last or 0
  action.phases = {}
  for frame = 1, first and action.frames or 0 do
    action.phases[frame] = frame <= action.startup and "startup"
      or frame <= action.startup + action.active and "active" or "recovery"
  end
end

local function compileAction(name, given, owner, all, functions)
  check.type(given, "table", "the definition", owner)
  local known = {}
  for key in pairs(given) do
    known[key] = type(key) == "number" or nil
  end
  for key in pairs(actionKeys) do
    known[key] = true
  end
  check.keys(given, known, owner)
  local frames = check.count(given.frames, "frames", owner)
  local action = { name = name, frames = frames, at = {}, isEntry = {}, cancel = {},
    loop = given.loop, next = given.next }
  for key in pairs(given) do
    if type(key) == "number" then
      if key % 1 ~= 0 or key < 1 or key > frames then
        check.fail("[%s] of %s is no frame: it has %d", check.show(key), owner, frames)
      end
      action.isEntry[key] = true
    end
  end
  local entry = { boxes = {}, dx = 0, dy = 0 }
  for frame = 1, frames do
    if given[frame] then
      entry = compileEntry(given[frame], ("[%d] of %s"):format(frame, owner), functions)
    end
    action.at[frame] = entry
  end
  for i, row in ipairs(check.type(given.cancel or {}, "table", "cancel", owner)) do
    action.cancel[i] = compileCancel(row, owner, frames, all)
  end
  if given.next ~= nil then
    check.word(given.next, all, "next", owner)
  end
  if given.loop ~= nil and check.type(given.loop, "boolean", "loop", owner) and given.next then
    check.fail("%s has a loop, and so its next, '%s', never begins: leave one of them out", owner, given.next)
  end
  findPhases(action)
  return action
end

local function checkBoxes(action, owner, checkBox)
  for frame = 1, action.frames do
    for kind, def in pairs(action.isEntry[frame] and action.at[frame].boxes or {}) do
      local ok, message = pcall(checkBox, kind, def or { r = 0 })
      if not ok then
        check.fail("[%d] of %s: %s", frame, owner, (tostring(message):gsub("^[^:]*:%d+: ", "")))
      end
    end
  end
end

--- Compiled definitions, which things of a type share.
local known = setmetatable({}, { __mode = "k" })

--- Work out the actions of a thing.
---@param given table<string, hitbox.ActionDef>
---@param owner string names the thing in errors
---@param functions table<string, function> of the scene
---@param checkBox fun(kind: string, def: hitbox.BoxDef) raises an error for what is no box
---@return table<string, hitbox.Action>
function actions.compile(given, owner, functions, checkBox)
  check.type(given, "table", "actions", owner)
  if known[given] and known[given].functions == functions then
    return known[given].actions
  end
  local result, names = {}, {}
  for name in pairs(given) do
    names[#names + 1] = check.type(name, "string", "the name of an action", owner)
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local owned = "action '" .. name .. "' of " .. owner
    result[name] = compileAction(name, given[name], owned, given, functions)
    checkBoxes(result[name], owned, checkBox)
  end
  known[given] = { actions = result, functions = functions }
  return result
end

return actions
