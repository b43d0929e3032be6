--- Reads files of Aseprite and what it exports as JSON (a sheet's data, with tags and slices): a slice is a box of
--- the kind that it is called, its pivot the thing's anchor, and a tag is an action.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local file = require(folder .. "scene.data.file")
local json = require(folder .. "scene.data.json")
local aseFile = require(folder .. "scene.actions.aseprite_file")
local schema = require(folder .. "scene.data.schema")
local format = require(folder .. "scene.actions.format")

local hitbox -- the module, for shapes
local WHAT = "the export of Aseprite"

--- Ticks and boxes of an export. A short one can ask for long actions, by durations and repeats.
local MAX_MADE = 100000

local optionKeys = { tick = true }
local fileKeys = { file = true, tick = true }
local directions = { forward = true, reverse = true, pingpong = true, pingpong_reverse = true }

--- The number in the name of a frame, by which those of an export as a hash come in order, and the name
--- without it.
local function numberOf(name)
  name = name:gsub("%.%w+$", "")
  local before, number, rest = name:match("^(.-)(%d+)([^%d]*)$")
  return tonumber(number) or 0, number and before .. "#" .. rest or name
end

--- Whether names differ by their numbers alone. Raise an error if there are gaps between these: frames were
--- left out, and tags and slices mean others then.
---@param what string the export, for errors
local function isNumbered(names, what)
  local numbers, first, stem = {}, math.huge, nil
  for _, name in ipairs(names) do
    local n, own = numberOf(name)
    if numbers[n] or stem and own ~= stem or n > 2 ^ 31 then
      return false
    end
    numbers[n], first, stem = true, math.min(first, n), own
  end
  for n = first, first + #names - 1 do
    if not numbers[n] then
      check.fail("%s has later frames than %d, and not that one: switch off Ignore Empty in Aseprite", what, n)
    end
  end
  return true
end

--- The layer that a frame is of by its name, as in "hero (Body) 3.aseprite"; nil if it is of all.
local function layerOf(name, isLayer)
  for start in name:gmatch(" %(()") do
    for stop in name:gmatch("()%)") do
      local word = name:sub(start, stop - 1)
      if stop >= start and isLayer[word] then
        return word
      end
    end
  end
end

--- Raise an error if there is a frame for each layer by itself.
local function checkLayers(names, layers, what)
  local isLayer, known = {}, nil
  for _, layer in ipairs(layers) do
    isLayer[layer.name or false] = true
  end
  for _, name in ipairs(names) do
    local word = layerOf(name, isLayer)
    if known and word and known ~= word then
      check.fail("%s has frames of single layers, '%s' and '%s': switch off Split Layers in Aseprite", what, known, word)
    end
    known = known or word
  end
end

--- The names of frames in order: by their numbers, or where there is more in them, as of each tag by itself,
--- as they are written.
---@param given table<string, table>
---@param written string[]|nil nil if that is lost
local function namesOf(given, written, what)
  local names, numbers = {}, {}
  for name in pairs(given) do
    names[#names + 1], numbers[name] = name, numberOf(name)
  end
  if written and not isNumbered(names, what) then
    names = {}
    for _, name in ipairs(written) do
      names[#names + 1] = given[name] and name -- it may be null
    end
    return names
  end
  table.sort(names, function(a, b)
    local m, n = numbers[a], numbers[b]
    return m < n or m == n and a < b
  end)
  return names
end

--- The frames in order, whether they are a list or by name ("hero 12.aseprite").
---@param order table<table, string[]> how the names of frames are written
local function framesOf(data, order, what)
  local frames, names = {}, {}
  for i, frame in ipairs(data.frames) do
    frames[i], names[#names + 1] = frame, frame.filename
  end
  if not frames[1] then
    names = namesOf(data.frames, order[data.frames], what)
    for i, name in ipairs(names) do
      frames[i] = data.frames[name]
    end
  elseif names[#frames] then
    isNumbered(names, what)
  end
  if not frames[1] then
    check.fail("%s has no frames", what)
  end
  checkLayers(names, data.meta and data.meta.layers or {}, what)
  return frames
end

--- Count what is made of an export, and raise an error if it is too much.
---@param owner string the part that makes it
local function spend(ctx, count, owner)
  ctx.made = ctx.made + count
  if ctx.made > MAX_MADE then
    check.fail("%s is too long: all frames and tags of an export make at most %d ticks and boxes; use fewer repeats, shorter "
      .. "durations or fewer slices", owner, MAX_MADE)
  end
end

--- Find the key of each slice in each frame: its last key up to that frame, or nil if that has no size.
local function readSlices(ctx, slices)
  spend(ctx, #ctx.frames * (1 + #slices), ctx.what)
  local read = {}
  for i, slice in ipairs(slices) do
    local keys, key = {}, nil
    for _, one in ipairs(slice.keys) do
      keys[one.frame] = one
    end
    read[i] = { name = slice.name, keys = {} }
    for frame = 0, #ctx.frames - 1 do
      key = keys[frame] or key
      read[i].keys[frame] = key and key.bounds.w > 0 and key.bounds.h > 0 and key or nil
    end
  end
  return read
end

--- Where the anchor is in a frame's picture: the pivot of the first slice that has one there, else
--- that of the first frame, else the middle of the lower edge.
local function anchorAt(ctx, frame)
  for _, at in ipairs({ frame, 0 }) do
    for _, slice in ipairs(ctx.slices) do
      local key = slice.keys[at]
      if key and key.pivot then
        return key.bounds.x + key.pivot.x, key.bounds.y + key.pivot.y
      end
    end
  end
  return ctx.w / 2, ctx.h
end

--- The box of slices that are called alike, or false: one by how far it reaches, several as one shape.
local function boxOf(list)
  if not list[2] then
    return list[1] or false
  end
  local parts = {}
  for i, one in ipairs(list) do
    parts[i] = hitbox.aabbCorners(0 - one.left, 0 - one.up, one.right, one.down)
  end
  return { shape = hitbox.compound(parts) }
end

--- The boxes of a frame about its anchor; false for the slices that are not there.
local function boxesAt(ctx, frame)
  local x, y = anchorAt(ctx, frame)
  local lists = {}
  for _, slice in ipairs(ctx.slices) do
    local key, list = slice.keys[frame], lists[slice.name] or {}
    local bounds = key and key.bounds
    lists[slice.name] = list
    list[#list + 1] = bounds and {
      left = x - bounds.x, right = bounds.x + bounds.w - x,
      up = y - bounds.y, down = bounds.y + bounds.h - y,
    }
  end
  local boxes = {}
  for kind, list in pairs(lists) do
    boxes[kind] = boxOf(list)
  end
  return boxes
end

--- The boxes that are there.
local function present(boxes)
  local there = {}
  for kind, box in pairs(boxes) do
    there[kind] = box or nil
  end
  return there
end

--- The frames of a tag in the order of showing. Of a ping-pong each way counts as one time, and the
--- frame at which it turns is shown once; for ever it is there and back, without the first frame again.
---@param times integer 0 for ever
local function orderOf(ctx, tag, times, owner)
  local order = {}
  local direction = check.word(tag.direction or "forward", directions, "direction", owner)
  if tag.to >= #ctx.frames then
    check.fail("%s has a frame %d, but there are %d: export all frames, not those of one tag", owner, tag.to, #ctx.frames)
  elseif tag.from > tag.to then
    check.refuse("from", owner, ("at most %d, its last frame"):format(tag.to), tag.from)
  end
  local first, last, step = tag.from, tag.to, 1
  if direction == "reverse" or direction == "pingpong_reverse" then
    first, last, step = tag.to, tag.from, -1
  end
  local turns = direction:find("pingpong", 1, true)
  for time = 1, times > 0 and times or turns and 2 or 1 do
    local from = turns and time > 1 and first ~= last and first + step or first
    for frame = from, times == 0 and time == 2 and last - step or last, step do
      spend(ctx, 1 + #ctx.slices, owner)
      order[#order + 1] = frame
    end
    if turns then
      first, last, step = last, first, -step
    end
  end
  return order
end

--- A tag as an action. Durations are rounded to ticks where frames begin, so that they do not add up.
local function actionOf(ctx, tag)
  local times = tonumber(tag["repeat"] or 0) -- Aseprite writes it as a text; 0, or none, is for ever
  local action, time, at, owner = {}, 0, 1, ("tag '%s' of %s"):format(tag.name, ctx.what)
  for _, frame in ipairs(orderOf(ctx, tag, times, owner)) do
    local entry, before = boxesAt(ctx, frame), at
    entry.sprite = frame + 1
    action[at] = entry
    time = time + (ctx.frames[frame + 1].duration or 100)
    at = math.max(at + 1, 1 + math.floor(time * ctx.tick / 1000 + 0.5))
    spend(ctx, at - before, owner)
  end
  action.frames = at - 1
  action.loop = times == 0 or nil
  action.cancel = action.loop and { "*" } or nil -- else it would never end
  return action
end

local function spriteOf(ctx, frame, index)
  local x, y = anchorAt(ctx, index - 1)
  local rect = frame.frame
  local source = frame.spriteSourceSize or { x = 0, y = 0 }
  -- With Inner Padding the sheet has more about the picture than it had.
  local left, up = (rect.w - (source.w or rect.w)) / 2, (rect.h - (source.h or rect.h)) / 2
  return { x = rect.x, y = rect.y, w = rect.w, h = rect.h, dx = source.x - left - x, dy = source.y - up - y,
    boxes = present(boxesAt(ctx, index - 1)) }
end

--- Where the sheet is, from where the script is. A path of the computer that it was exported on says
--- nothing here: then it is taken to lie beside the export.
local function imageOf(meta, folderOf)
  if meta.image == nil then
    return nil
  end
  local image = meta.image:gsub("\\", "/")
  local isAbsolute = image:find("^/") or image:find("^%a:")
  return folderOf .. (isAbsolute and image:match("[^/]*$") or image)
end

--- Whether bytes are those of a file of Aseprite: its format's number follows the size of the file.
local function isSprite(text)
  return text:sub(5, 6) == "\224\165"
end

--- Decode a text.
---@param path string|nil of the file that it is in, from the script's folder
---@param owner string for errors
---@return any data
---@return table<table, string[]> order of what has names in it
local function decodeText(text, path, owner)
  local order = {}
  if isSprite(text) or path and (path:find("%.ase$") or path:find("%.aseprite$")) then
    local ok, data = pcall(aseFile.decode, text, path and path:match("[^/]*$"))
    if not ok then
      check.fail("%s: %s", owner, data)
    end
    return data, order
  end
  local ok, data = pcall(json.decode, text, order)
  if not ok then
    check.fail("%s is no JSON: %s", owner, data)
  end
  return data, order
end

--- Read what is given: a text, or the file that has it.
---@return any data
---@return string folder where the export is, from the scene's
---@return table<table, string[]> order of what has names in it
---@return string what it is, for errors
local function decode(given)
  local folderOf, owner, text, path = "", WHAT, given, nil
  if type(given) == "table" and rawget(given, "file") ~= nil then
    check.keys(given, fileKeys, "aseprite")
    path = check.type(given.file, "string", "file", "aseprite")
    local base = check.folder()
    if not base then
      check.fail("file of aseprite: '%s' cannot be found, as the script is not in a file: pass the text", path)
    end
    text, folderOf, owner = file.text(base, path, "file", "aseprite"), path:match("^.*/") or "", path
  end
  if type(text) ~= "string" then
    return text, folderOf, {}, owner
  end
  local data, order = decodeText(text, path, owner)
  return data, folderOf, order, owner
end

--- Read an export.
---@param given string|table the text, what a JSON reader has made of it, or { file =, tick = }: a file
---   beside the one that calls this, or below: a JSON export, or Aseprite's own file
---@param options {tick: integer|nil}|nil ticks per second of the scene, 60 if nil
---@return {anchor: table, boxes: table, actions: table, sprites: table, image: string|nil} made what a thing
---   may have: its anchor in pixels, the boxes of the first frame, an action for each tag; of each frame the
---   place in the sheet, where its left top corner is from the anchor, and its boxes; and the sheet's file
--- Errors: there is no such file; it is no JSON, or no file or export of Aseprite.
local function read(given, options)
  if options == nil and type(given) == "table" and rawget(given, "file") ~= nil then
    options = { tick = given.tick }
  end
  options = check.type(options or {}, "table", "the options", "aseprite")
  check.keys(options, optionKeys, "the options of aseprite")
  local tick = check.count(options.tick or 60, "tick", "the options of aseprite")
  local data, folderOf, order, what = decode(given)
  check.type(data, "table", "what is given", "aseprite")
  schema.check(data, format, what)
  local frames, meta = framesOf(data, order, what), data.meta or {}
  local size = frames[1].sourceSize or frames[1].frame
  local ctx = { what = what, frames = frames, tick = tick, w = size.w, h = size.h, made = 0 }
  ctx.slices = readSlices(ctx, meta.slices or {})
  local made = { actions = {}, sprites = {}, boxes = present(boxesAt(ctx, 0)), image = imageOf(meta, folderOf) }
  local x, y = anchorAt(ctx, 0)
  made.anchor = { px = x, py = y }
  for _, tag in ipairs(meta.frameTags or {}) do
    made.actions[tag.name] = actionOf(ctx, tag)
  end
  for i, frame in ipairs(frames) do
    made.sprites[i] = spriteOf(ctx, frame, i)
  end
  return made
end

---@param module hitbox
return function(module)
  hitbox = module
  return read
end
