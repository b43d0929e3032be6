--- Reads what Aseprite exports as JSON (a sheet's data, with tags and slices): a slice is a box of the
--- kind that it is called, its pivot the thing's anchor, and a tag is a move.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local file = require(folder .. "data.file")
local json = require(folder .. "data.json")

local hitbox -- the module, for shapes
local WHAT = "the export of Aseprite"
local MOST_TIMES = 65535 -- that a tag can repeat in Aseprite's own files
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
local function isNumbered(names)
  local numbers, first, stem = {}, math.huge, nil
  for _, name in ipairs(names) do
    local n, own = numberOf(name)
    if numbers[n] or stem and own ~= stem then
      return false
    end
    numbers[n], first, stem = true, math.min(first, n), own
  end
  for n = first, first + #names - 1 do
    if not numbers[n] then
      check.fail("%s has later frames than %d, and not that one: switch off Ignore Empty in Aseprite", WHAT, n)
    end
  end
  return true
end

--- Raise an error if there is a frame for each layer by itself.
local function checkLayers(names, layers)
  local known
  for _, name in ipairs(names) do
    for _, layer in ipairs(layers) do
      local word = layer.name
      if type(word) == "string" and name:find(" (" .. word .. ")", 1, true) then
        if known and known ~= word then
          check.fail("%s has frames of single layers, '%s' and '%s': switch off Split Layers in Aseprite", WHAT, known,
            word)
        end
        known = word
      end
    end
  end
end

--- The names of frames in order: by their numbers, or where there is more in them, as of each tag by itself,
--- as they are written.
---@param given table<string, table>
---@param written string[]|nil nil if that is lost
local function namesOf(given, written)
  local names = {}
  for name in pairs(given) do
    names[#names + 1] = name
  end
  if written and not isNumbered(names) then
    return written
  end
  table.sort(names, function(a, b)
    local m, n = numberOf(a), numberOf(b)
    return m < n or m == n and a < b
  end)
  return names
end

--- The frames in order, whether they are a list or by name ("hero 12.aseprite").
---@param order table<table, string[]> how the names of frames are written
local function framesOf(data, order)
  local given = check.type(data.frames, "table", "frames", WHAT)
  local frames, names = {}, {}
  for i, frame in ipairs(given) do
    frames[i], names[#names + 1] = frame, type(frame) == "table" and frame.filename or nil
  end
  if not frames[1] then
    names = namesOf(given, order[given])
    for i, name in ipairs(names) do
      frames[i] = given[name]
    end
  elseif names[#frames] then
    isNumbered(names)
  end
  checkLayers(names, data.meta and data.meta.layers or {})
  return frames
end

--- What a slice is in a frame: its last key up to there, if that has a size.
local function keyAt(slice, frame)
  local best
  for _, key in ipairs(slice.keys) do
    if key.frame <= frame and (not best or key.frame >= best.frame) then
      best = key
    end
  end
  return best and best.bounds.w > 0 and best.bounds.h > 0 and best or nil
end

local function checkSlices(slices)
  for i, slice in ipairs(slices) do
    local owner = ("slice %d of %s"):format(i, WHAT)
    check.type(slice.name, "string", "the name", owner)
    for _, key in ipairs(check.type(slice.keys, "table", "keys", owner)) do
      check.number(key.frame, "frame", owner)
      local bounds = check.type(key.bounds, "table", "bounds", owner)
      for _, side in ipairs({ "x", "y", "w", "h" }) do
        check.number(bounds[side], side .. " of bounds", owner)
      end
    end
  end
end

--- Where the anchor is in a frame's picture: the pivot of the first slice that has one there, else
--- that of the first frame, else the middle of the lower edge.
local function anchorAt(slices, frame, w, h)
  for _, at in ipairs({ frame, 0 }) do
    for _, slice in ipairs(slices) do
      local key = keyAt(slice, at)
      if key and key.pivot then
        return key.bounds.x + key.pivot.x, key.bounds.y + key.pivot.y
      end
    end
  end
  return w / 2, h
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
local function boxesAt(slices, frame, w, h)
  local x, y = anchorAt(slices, frame, w, h)
  local lists = {}
  for _, slice in ipairs(slices) do
    local key, list = keyAt(slice, frame), lists[slice.name] or {}
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

--- How often a tag is played: Aseprite writes the number as a text. 0, or none, is for ever.
local function timesOf(tag)
  local given = tag["repeat"]
  local times = given == nil and 0 or tonumber(given)
  if not times or times < 0 or times > MOST_TIMES or times % 1 ~= 0 then
    check.refuse("repeat", "tag '" .. tag.name .. "'", "a whole number from 0 to " .. MOST_TIMES, given)
  end
  return times
end

--- The frames of a tag in the order of showing. Of a ping-pong each way counts as one time, and the
--- frame at which it turns is shown once; for ever it is there and back, without the first frame again.
---@param times integer 0 for ever
local function orderOf(tag, times)
  local order = {}
  local direction = check.word(tag.direction or "forward", directions, "direction",
    "tag '" .. tag.name .. "'")
  local first, last, step = tag.from, tag.to, 1
  if direction == "reverse" or direction == "pingpong_reverse" then
    first, last, step = tag.to, tag.from, -1
  end
  local turns = direction:find("pingpong", 1, true)
  for time = 1, times > 0 and times or turns and 2 or 1 do
    local from = turns and time > 1 and first ~= last and first + step or first
    for frame = from, times == 0 and time == 2 and last - step or last, step do
      order[#order + 1] = frame
    end
    if turns then
      first, last, step = last, first, -step
    end
  end
  return order
end

--- A tag as a move. Durations are rounded to ticks where frames begin, so that they do not add up.
local function moveOf(tag, frames, slices, tick, w, h)
  local move, time, at, times = {}, 0, 1, timesOf(tag)
  for _, frame in ipairs(orderOf(tag, times)) do
    local given = frames[frame + 1]
    if not given then
      check.fail("tag '%s' of %s has a frame %d, but there are %d", tag.name, WHAT, frame, #frames)
    end
    local entry = boxesAt(slices, frame, w, h)
    entry.sprite = frame + 1
    move[at] = entry
    time = time + check.size(given.duration or 100, "duration", "frame " .. frame .. " of " .. WHAT)
    at = math.max(at + 1, 1 + math.floor(time * tick / 1000 + 0.5))
  end
  move.frames = at - 1
  move.loop = times == 0 or nil
  move.cancel = move.loop and { "*" } or nil -- else it would never end
  return move
end

local function spriteOf(frame, slices, index, w, h)
  local x, y = anchorAt(slices, index - 1, w, h)
  local rect = frame.frame
  local source = frame.spriteSourceSize or { x = 0, y = 0 }
  -- With Inner Padding the sheet has more about the picture than it had.
  local left, up = (rect.w - (source.w or rect.w)) / 2, (rect.h - (source.h or rect.h)) / 2
  return { x = rect.x, y = rect.y, w = rect.w, h = rect.h, dx = source.x - left - x, dy = source.y - up - y,
    boxes = present(boxesAt(slices, index - 1, w, h)) }
end

--- Where the sheet is, from where the script is. A path of the computer that it was exported on says
--- nothing here: then it is taken to lie beside the export.
local function imageOf(meta, folderOf)
  if meta.image == nil then
    return nil
  end
  local image = check.type(meta.image, "string", "image", WHAT):gsub("\\", "/")
  local isAbsolute = image:find("^/") or image:find("^%a:")
  return folderOf .. (isAbsolute and image:match("[^/]*$") or image)
end

--- Read what is given: a text, or the file that has it.
---@return any data
---@return string folder where the export is, from the scene's
---@return table<table, string[]> order of what has names in it
local function decode(given)
  local folderOf, owner, text = "", WHAT, given
  if type(given) == "table" and given.file ~= nil then
    check.keys(given, fileKeys, "aseprite")
    local path = check.type(given.file, "string", "file", "aseprite")
    local base = check.folder()
    if path:find("%.ase$") or path:find("%.aseprite$") then
      check.fail("file of aseprite: the sprite '%s' is to be exported (in Aseprite, File > Export Sprite Sheet, with JSON "
        .. "Data), and that file named here", path)
    elseif not base then
      check.fail("file of aseprite: where '%s' is cannot be told, as the script is in no file; give the text", path)
    end
    text, folderOf, owner = file.text(base, path, "file", "aseprite"), path:match("^.*/") or "", path
  end
  if type(text) ~= "string" then
    return text, folderOf, {}
  end
  local order = {}
  local ok, data = pcall(json.decode, text, order)
  if not ok then
    check.fail("%s is no JSON: %s", owner, data)
  end
  return data, folderOf, order
end

--- Read an export.
---@param given string|table the text, what a JSON reader has made of it, or { file =, tick = }: a file
---   beside the one that calls this, or below
---@param options {tick: integer|nil}|nil ticks per second of the scene, 60 if nil
---@return {anchor: table, boxes: table, moves: table, sprites: table, image: string|nil} made what a thing
---   may have: its anchor in pixels, the boxes of the first frame, a move for each tag; of each frame the
---   place in the sheet, where its left top corner is from the anchor, and its boxes; and the sheet's file
--- Errors: there is no such file; it is no JSON, or no export of Aseprite.
local function read(given, options)
  if options == nil and type(given) == "table" and given.file ~= nil then
    options = { tick = given.tick }
  end
  options = check.type(options or {}, "table", "the options", "aseprite")
  check.keys(options, optionKeys, "the options of aseprite")
  local tick = check.count(options.tick or 60, "tick", "the options of aseprite")
  local data, folderOf, order = decode(given)
  check.type(data, "table", "what is given", "aseprite")
  local frames = framesOf(data, order)
  local meta = data.meta or {}
  local slices = meta.slices or {}
  checkSlices(slices)
  local size = frames[1] and (frames[1].sourceSize or frames[1].frame)
  if type(size) ~= "table" then
    check.fail("%s has no frames", WHAT)
  end
  local w, h = size.w, size.h
  local made = { moves = {}, sprites = {}, boxes = present(boxesAt(slices, 0, w, h)),
    image = imageOf(meta, folderOf) }
  local x, y = anchorAt(slices, 0, w, h)
  made.anchor = { px = x, py = y }
  for _, tag in ipairs(meta.frameTags or {}) do
    made.moves[tag.name] = moveOf(tag, frames, slices, tick, w, h)
  end
  for i, frame in ipairs(frames) do
    made.sprites[i] = spriteOf(frame, slices, i, w, h)
  end
  return made
end

---@param module hitbox
return function(module)
  hitbox = module
  return read
end
