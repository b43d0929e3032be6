-- The sounds and the music of scenes: which files they are, and what goes on when a script is saved. Calls the
-- functions of its argument, the host's bridge (host.lua), and gives the module its services for sounds.

local bridge = ...
local hitbox, check_link = bridge.hitbox, bridge.check_link
local check = require "hitbox.check"
local disk = require "hitbox.scene.data.file"

check.hideCaller()

local note = bridge.note

local sounds = {}

local ENDINGS = { "", ".wav", ".ogg", ".mp3", ".flac" }
local folder -- of the script that runs, with the slash
local files -- by the names of sounds; false where there is none

-- Folders are opened as well, and cannot be read.
local function is_file(file)
  local opened = io.open(file, "rb")
  local wrong = opened and select(2, opened:read(0))
  if opened then
    opened:close()
  end
  return opened and not wrong
end

-- The file of a sound: beside the scene's or below, or in the folder `sounds` there.
local function find_sound(name)
  for _, place in ipairs { folder, folder .. "sounds/" } do
    for _, ending in ipairs(ENDINGS) do
      local file = place .. name .. ending
      check_link(file)
      if is_file(file) then
        note(file)
        return file
      end
    end
  end
  return false
end

-- The file, and the options: how loud it is, and between -1 and 1 how far to the right.
local function sound_of(name, options, what, keys)
  if not disk.isBelow(check.type(name, "string", "the name", what)) then
    check.refuse("the name", what, "a path beside the scene or below", name)
  end
  options = check.type(options or {}, "table", "the options", what)
  check.keys(options, keys, "the options of " .. what)
  local volume, pan = options.volume or 1, options.pan or 0
  if check.size(volume, "volume", what) > 1 then
    check.refuse("volume", what, "from 0 to 1", volume)
  elseif math.abs(check.number(pan, "pan", what)) > 1 then
    check.refuse("pan", what, "from -1 to 1", pan)
  end
  if files[name] == nil then
    files[name] = find_sound(name)
  end
  return files[name], volume, pan
end

local is_mute = false -- a script is being loaded again: its `start` is not heard
local asked = {} -- the music that was asked for last: name, file, volume; none of them: silence
local begun = {} -- that of `start`, by the name of the scene

function hitbox.services.sound(name, options)
  local file, volume, pan = sound_of(name, options, "a sound", { volume = true, pan = true })
  if not is_mute then
    bridge.play_sound(name, file, volume, pan)
  end
end

local function play_asked()
  if asked.name == nil then
    bridge.play_music(nil)
  else
    bridge.play_music(asked.name, asked.file, asked.volume)
  end
end

function hitbox.services.music(name, options)
  local file, volume
  if name ~= nil then
    file, volume = sound_of(name, options, "music", { volume = true })
  end
  asked = { name = name, file = file, volume = volume }
  if not is_mute then
    play_asked()
  end
end

--- Look for files beside a script that is to be run.
function sounds.look_in(place)
  folder, files = place, {}
end

--- Hear what the script asks for from now on.
function sounds.unmute()
  is_mute = false
end

--- A scene begins: no music was asked for yet.
function sounds.begin()
  is_mute, asked = false, {}
end

--- Remember what the `start` of a scene has asked for.
function sounds.keep(name)
  begun = { [name] = asked }
end

--- A script is loaded again, and its `start` is not heard.
---@return table playing the music of the old scene
function sounds.begin_silently()
  local playing = asked
  is_mute, asked = true, {}
  return playing
end

--- After a reload the music goes on, unless what `start` asks for was edited.
---@param playing table
---@param current string the name of the scene
function sounds.go_on(playing, current)
  local before, now = begun[current] or asked, asked
  if before.name ~= now.name or before.volume ~= now.volume then
    play_asked()
  else
    asked = playing
    if asked.file then
      note(asked.file)
    end
  end
  begun[current] = now
end

return sounds
