-- The Lua half of the sandbox's host (host.c is the other): it loads scripts into a cage (cage.lua),
-- keeps the running scene, hands its state on when a script is saved, and runs the tests of scenes.
--
-- The argument is the bridge, which setup.c fills:
--   module_folder  the folder of the module
--   trusts         whether scripts are trusted
--   note           notes the path of a file that the script depends on: if it changes, the script is loaded again
--   list_files     returns the names of the files of a folder, in order
--   leads_out      returns what is wrong with a file outside of its folder, or nil
--   play_sound, play_music   play a file
--   number_pictures          returns a number for the pictures of a map, see hitbox/scene/maps/pictures.lua
--   replays        returns whether the ticks that run have run before
--   count_case     counts a case of a test and reports it
--   escape, print_text       escape and print a text (terminal.h)
--   natives        functions for the library's natives.lua (formats.h)
--   parts          the other Lua files of the sandbox, as functions that take the bridge
-- For the other parts, this file adds:
--   package_path, package_cpath   where Lua looks for modules
--   hitbox         the module
--   copy           copies a table
--   read           returns the text of a file
--   check_link     raises an error for a file that leads out of the folder of the script
--   print_case     prints what a script prints, also during a test
--   scene, script  return the running scene and the path of its script, or nil
--   level          what Lua calls the script that was made for a level, or nil

local bridge = ...
local trusts, note = bridge.trusts, bridge.note
bridge.package_path, bridge.package_cpath = package.path, package.cpath
package.path = bridge.module_folder .. "/?.lua;" .. bridge.module_folder .. "/?/init.lua"
package.cpath = ""

local hitbox = require "hitbox"
bridge.hitbox = hitbox
local check = require "hitbox.check"
local disk = require "hitbox.scene.data.file"
local natives = require "hitbox.scene.data.natives"
local pictures = require "hitbox.scene.maps.pictures"
local new_random = require("hitbox.scene.random").new
local state = require "hitbox.scene.state"
local lint_of = require "hitbox.scene.diagnostics.rule_lint"
local unknownNames = require "hitbox.scene.diagnostics.unknown_names"
local hints_of = require "hitbox.scene.diagnostics.layer_hints"
local owned = require("hitbox.scene.rules.items").owned
local lint = require "hitbox.scene.diagnostics.lint"
local testing = require "hitbox.scene.testing"

check.hideCaller()
pictures.collect(bridge.number_pictures)

for name, native in pairs(bridge.natives) do natives[name] = native end

-- Taken from the module itself: a script may put something else in a world's place, and what comes
-- of it is used as an address.
local pristine = hitbox.newWorld()
local core_pointer, query_rect = pristine.corePointer, pristine.queryRect

local host = {}

local scene -- the running one, nil until a script was loaded
local path -- of its script
local held -- what the mouse drags: { thing, dx, dy }
local grabbed -- whether it has dragged anything
local folder -- of the script that runs, with the slash

io.stdout:setvbuf("line") -- what a script prints is seen at once, also through a pipe

-- ---- Scripts ------------------------------------------------------------------------------------

function bridge.scene()
  return scene
end

function bridge.script()
  return path
end

-- Links may lead anywhere, and people share scenes with all that lies beside them.
function bridge.check_link(file)
  local wrong = not trusts and bridge.leads_out(folder, file)
  if wrong then
    note(file)
    check.fail("%s: %s", file, wrong)
  end
end

function bridge.copy(from)
  local to = {}
  for key, value in pairs(from) do
    to[key] = value
  end
  return to
end

local report = bridge.parts.report(bridge)
local sounds = bridge.parts.sounds(bridge)

-- Print a text of a script; during a test it is indented, so that it is no line of the report.
function bridge.print_case(text)
  if report.is_open and not trusts then
    report.add(text)
  else
    bridge.print_text(text, trusts)
  end
end

bridge.add_trusted = bridge.parts.trust(bridge)
local cage = bridge.parts.cage(bridge)
bridge.new_sample = cage.new_sample
local level_scene = bridge.parts.level_scene(bridge)
local errors = bridge.parts.errors(bridge)
local inspector = bridge.parts.inspector(bridge)
local export_test = bridge.parts.export_test(bridge)

-- Maps and the like are read from beside the script and below only, whatever a script makes of the
-- folder that its scene remembers.
disk.watch(function(file)
  if not trusts and (file:sub(1, #folder) ~= folder or not disk.isBelow(file:sub(#folder + 1))) then
    check.fail("a scene can read only files beside it or below, not '%s'", file)
  end
  note(file)
  bridge.check_link(file)
end)

disk.trust(trusts, "; start hitbox with --trust to read it")

local function read(file_path)
  local file, message = io.open(file_path, "rb")
  if not file then
    error(message, 0)
  end
  local text = file:read("a")
  file:close()
  return text or error(file_path .. ": cannot be read", 0)
end

bridge.read = read

-- Run a script in a cage of its own.
local function run(script, random_of)
  folder = script:match("^.*/") or ""
  sounds.look_in(folder)
  local given = read(script)
  local made = level_scene.script_for(script, given)
  local text = made or given:gsub("^\239\187\191", ""):gsub("^#[^\n]*", "")
  local chunk, message = load(text, "@" .. script, "t", cage.new_environment(random_of, folder))
  if not chunk then
    message = message:find(":%d+:") and message or script .. ": " .. message -- a limit of Lua's has no line
    error(errors.explain_syntax(message, text), 0)
  end
  bridge.level = made and debug.getinfo(chunk, "S").short_src
  return chunk()
end

local function new_scene(script)
  local made
  local first_random = new_random(1) -- for what runs before there is a scene
  local result = run(script, function()
    return made and made.random or first_random
  end)
  if check.selves[result] ~= "scene" then
    local message = "%s: must end in 'return hitbox.scene { ... }'; it returned %s"
    error(message:format(script, type(result)), 0)
  end
  made = result
  return result
end

-- ---- The running scene --------------------------------------------------------------------------

-- Make the scene of a script that goes on in the one of its `scenes` in which the old scene is.
local function new_scene_in(script, old)
  local own = getmetatable(old) -- where all is that is its own
  local fresh, name, given = new_scene(script), rawget(own, "current"), rawget(own, "_given")
  if name ~= fresh.current and (fresh.def.scenes or {})[name] then
    local values = table.pack(pcall(function() return table.unpack(given, 1, given.n) end))
    fresh:switch(name, table.unpack(values, 2, values[1] and values.n or 1))
  end
  return fresh
end

-- Begin a scene, and remember with which music.
local function begin(make, ...)
  sounds.begin()
  local fresh = make(...)
  sounds.keep(fresh.current)
  return fresh
end

local reload_failure -- why the last load has not taken over the state

-- Load a script, or load it again: then the new scene takes over the state of the old, or, where a script has
-- broken that, begins anew. If it fails, also as it cannot begin the scene that the old one has switched to, the
-- old scene stays. This, `restart` and `step` return how many ticks the scene has run and whether it is done.
function host.load(script)
  local old, fresh = script == path and scene or nil, nil
  if old then
    local playing = sounds.begin_silently()
    fresh = new_scene_in(script, old)
    sounds.unmute()
    local fine, why = pcall(fresh.reloadFrom, fresh, old)
    reload_failure = not fine and tostring(why) or nil
    if fine then
      sounds.go_on(playing, fresh.current)
    else
      fresh = begin(new_scene_in, script, old)
    end
  else
    fresh = begin(new_scene, script)
  end
  scene, path, held = fresh, script, nil
  return fresh.ticks, fresh.done
end

-- Load the script again, and begin.
function host.anew()
  scene, held = begin(new_scene, path), nil
  return scene.ticks, scene.done
end

function host.restart()
  held = nil
  begin(function()
    scene:reset()
    return scene
  end)
  return scene.ticks, scene.done
end

-- The thing that is dragged follows the mouse, whatever the scene does to it.
local function drag(x, y)
  if held and held.thing.alive then
    held.thing:setPosition(x + held.dx, y + held.dy)
  else
    held = nil
  end
end

-- The actions of the default keys and buttons are passed apart from the held buttons: a scene may bind them otherwise.
local usual = { left = 1, right = 1, up = 1, down = 1, jump = 1, fire = 1, start = 1 }

local next_input -- gives what a script holds in the next tick, see `play`; nil: there is none, or no more

-- Have a script hold the buttons from the next tick on, as a case of a test does.
function host.play(script)
  local folder_before = folder -- of the scene
  local play = run(script, function() return new_random(1) end)
  folder = folder_before
  sounds.look_in(folder)
  if type(play) ~= "function" then
    error(("%s: must return a function, as function(t) t:hold(\"right\") t:step(60) end; it returned %s"):format(script,
      type(play)), 0)
  end
  next_input = testing.play(scene, play)
end

-- Run one tick with the input `raw`.
function host.step(raw)
  sounds.unmute() -- also after a load that has failed
  local input = next_input and next_input()
  if input then
    scene:step(input)
    return scene.ticks, scene.done
  end
  next_input = nil
  raw.usual = {}
  for action in pairs(usual) do
    raw.usual[action], raw.held[action] = raw.held[action], nil
  end
  drag(raw.mouse.x, raw.mouse.y)
  scene:step(raw)
  return scene.ticks, scene.done
end

-- Take hold of the thing at a point. Says whether there is one.
function host.grab(x, y)
  local thing = scene:thingAt(x, y)
  grabbed = grabbed or thing ~= nil
  held = thing and { thing = thing, dx = thing.x - x, dy = thing.y - y } or held
  return thing ~= nil
end

function host.drag(x, y)
  drag(x, y)
  scene:updateContacts()
end

function host.drop()
  held = nil
end

local drawing = { draw = {}, drawAbove = {} } -- what was seen of what these change, for hints

function host.draw(g, name)
  local draw, seen = scene.def[name], drawing[name]
  if draw then
    local before = lint.beforeDrawing(scene, seen)
    draw(scene, g)
    if before then
      lint.afterDrawing(scene, seen, before, name)
    end
  end
end

-- ---- The snapshot -------------------------------------------------------------------------------

-- All of it is reused from frame to frame.
local items = {}
local things = {} -- x1, y1, vx1, vy1, x2, ...
local seen = { items = items, things = things }

-- Keys that the window has a use for unless the scene gives them to an action: as in snapshot.h.
local OURS = { ["key space"] = 1, ["key ."] = 2, ["key keypad ."] = 2, ["key ,"] = 4, ["key r"] = 8 }

local function keys_of(actions, others)
  local keys = 0
  for action, buttons in pairs(actions) do
    for i = 1, others[action] and 0 or #buttons do
      keys = keys | (OURS[buttons[i]] or 0)
    end
  end
  return keys
end

local none = {}

-- Which of them it gives, or asks for itself.
local function keys_taken(input)
  if check.selves[input] ~= "input" then -- but something that the script has put there
    return 0
  end
  local keys = keys_of(input.given, input.bound) | keys_of(input.bound, none)
  for button, key in pairs(OURS) do
    keys = input._directButtons[button] and keys | key or keys
  end
  return keys
end

local linted_rules -- the rules that were looked at last

-- A global that nothing has set, in a sentence, or nothing.
local function unset_global()
  local name, place = cage.next_unset()
  if not name then
    return nil
  elseif scene._names[name] then
    return ("%s reads the global '%s', which is not set, did you mean \"%s\" or s.%s?"):format(place, name, name, name)
  end
  return ("%s reads the global '%s', which is not set"):format(place, name)
end

local SECOND = 60 -- ticks; a velocity may wait so long for what begins
local CROWD = 1000 -- things: of more not all are looked at
local LOOK = 4 -- ticks from one look at all contacts to the next
local LOOKS = 3 -- at those of a crowd, one after the other, in each period
local PERIOD = 3 * SECOND

local reported -- by the words for them, of the rules that were looked at last
local reported_inside -- pairs of types, by their words
local known = setmetatable({}, { __mode = "k" }) -- things that rest
local angles = setmetatable({}, { __mode = "k" })
local lifts = setmetatable({}, { __mode = "k" })

local hints = {} -- of the worlds that a script has made beside its scene: not yet returned

-- A layer that such a world has no items on, in a sentence, or nothing. A destroyed world has none.
local function hint_of_worlds()
  for _, world in pairs(hints[1] and none or cage.worlds()) do
    local fine, found = pcall(hints_of, world, pristine)
    for i = 1, fine and not owned[world] and #found or 0 do
      hints[#hints + 1] = found[i]
    end
  end
  return table.remove(hints, 1)
end

-- Whether it is time to look at all contacts.
local function samples_contacts()
  local tick = scene.ticks
  return not grabbed and tick % LOOK == 0 and (tick % PERIOD < LOOK * LOOKS or scene:count() <= CROWD)
end

-- The checks of a running scene, in order: a name, when it runs ("contacts", "second", or always), and a function that
-- returns a hint or nil. Each name is reported once for a script; false: as often as there is a new hint.
local CHECKS = {
  { "mouse", nil, lint.mouse }, { "placed", "contacts", lint.placed },
  { "lifted", "contacts", function() return lint.lifted(scene, lifts) end },
  { "leftBehind", "contacts", lint.leftBehind },
  { false, "undragged", function() return lint.inside(scene, reported_inside) end },
  { "resting", "second", function() return lint.resting(scene, known) end },
  { "degrees", "second", function() return lint.degrees(scene, angles) end },
  { "unusedField", "second", lint.unusedField }, { "unknownName", "second", unknownNames.hint },
  { false, "second", function() return scene.ticks > 0 and hint_of_worlds() or nil end }, -- items may come in the first ticks
  { "drawn", nil, function() return drawing.draw.text or drawing.drawAbove.text end },
}

-- A hint about things that behave as was most likely not meant, or about input that is not used.
local function lint_of_things()
  local is_small = scene:count() <= CROWD
  local runs = { contacts = samples_contacts(), second = scene.ticks % SECOND == 0 and is_small, undragged = not grabbed and is_small }
  for _, one in ipairs(CHECKS) do
    local name, time, find = one[1], one[2], one[3]
    local text = not reported[name] and (time == nil or runs[time]) and find(scene)
    if text then
      reported[name or "unnamed"] = name and true
      return text
    end
  end
end

-- A sentence about a likely mistake in rules, globals or the behaviour of things, or nothing.
function host.lint()
  local rules, text = scene.rules, nil
  if linted_rules ~= rules then
    linted_rules, reported, reported_inside, drawing = rules, {}, {}, { draw = {}, drawAbove = {} }
    text = lint_of(scene) or lint.uncalled(scene)
  end
  if reload_failure then
    text, reload_failure = "the scene restarted, because its state could not be reloaded: " .. reload_failure, nil
  end
  return text or unset_global() or lint_of_things()
end

local reported_buttons = {}

-- Whether a button was not told before; from now on it was.
local function is_new(button)
  local was_reported = reported_buttons[button]
  reported_buttons[button] = true
  return not was_reported
end

-- A button of the scene's that was not told before, or nothing.
function host.newButton()
  local input = scene.input
  if check.selves[input] ~= "input" then -- the script has assigned it
    return nil
  end
  return input:_findButton(is_new)
end

-- Whether a thing is a room: its anchor is in the middle of what it surrounds, where nothing of it is.
local function is_hollow(thing)
  for _, box in next, rawget(getmetatable(thing), "boxes") do
    if rawget(box.def, "hollow") then
      return true
    end
  end
  return false
end

-- Note where a thing is and its velocity, without calling anything that the script has made. Returns how many are noted.
local function add_thing(thing, count)
  local own = getmetatable(thing) -- as that of a scene
  if rawget(thing, "hidden") or thing ~= seen.inspected and is_hollow(thing) then
    return count
  end
  things[4 * count + 1], things[4 * count + 2] = rawget(own, "x"), rawget(own, "y")
  things[4 * count + 3], things[4 * count + 4] = rawget(thing, "vx") or 0, rawget(thing, "vy") or 0
  return count + 1
end

local function add_all()
  local count = 0
  for thing in scene:each() do
    count = add_thing(thing, count)
  end
  return count
end

-- Add the things of the first n items, up to a number.
local function add_things_of(n, max)
  local count, before = 0, nil
  for i = 1, n do
    local thing = type(items[i]) == "table" and rawget(items[i], "thing")
    if thing ~= before and check.selves[thing] == "thing" then
      count = add_thing(thing, count)
      if count > max then
        return count
      end
    end
    before = thing
  end
  return count
end

-- The state of the scene for snapshot.c, which is given:
--   visible      a function that is given the scene's view and returns the x, y, w, h that are on the screen
--   rehearses    whether nothing is drawn
--   crowd        things: of more, only those are listed that have a box on the screen
--   wants_crowd  whether all of such a crowd are listed
function host.snapshot(wanted)
  local rehearses, crowd = wanted.rehearses, wanted.crowd
  seen.kinds, seen.has_colors = scene.kinds, scene.hasColors
  seen.title, seen.background = scene.title, scene.def.background
  seen.ticks, seen.rate = scene.ticks, scene.def.tick or 60
  seen.all_things = scene:count()
  seen.maps = rawget(getmetatable(scene), "_maps") -- where all is that is its own
  seen.mouse, seen.keys = scene.def.mouse, keys_taken(scene.input)
  seen.inspected = not rehearses and inspector.thing() or nil
  seen.thing_count = not rehearses and scene:count() <= crowd and add_all()
  seen.contacts = not rehearses and scene.contacts
  seen.contact_count = rehearses and 0 or scene.contactCount
  local x, y, w, h = wanted.visible(scene.view)
  -- Last, as nothing of the script runs from here on until all is read; and kept as long as that.
  seen.world = scene.world
  seen.pointer = core_pointer(seen.world)
  local looks = not rehearses or seen.has_colors
  seen.item_count = looks and query_rect(seen.world, x, y, w, h, items) or 0
  seen.thing_count = seen.thing_count or not rehearses and add_things_of(seen.item_count,
    wanted.wants_crowd and math.huge or crowd)
  return seen
end

-- ---- The state, tick by tick --------------------------------------------------------------------

local log, log_path -- the file that is written
local log_before -- what was the state in the tick before
local compare -- says where the state differs from a log

function host.hash()
  return scene:hash()
end

-- Write the states from now on to a file, or compare them with one, or both.
function host.watch(written, compare_path)
  if written then
    log, log_path = assert(io.open(written, "w")), written
  end
  if compare_path then
    compare = state.comparer(assert(io.open(compare_path, "r")):lines())
  end
end

-- Look at the state after a tick. Says where it first differs from the log, or that the log cannot be
-- written, or nothing.
function host.observe()
  local now = state.capture(scene)
  if log then
    local fine, why = log:write(state.changes(log_before, now))
    if fine then
      fine, why = log:flush()
    end
    if not fine then
      return log_path .. ": " .. why
    end
    log_before = now
  end
  return compare and compare(now) or nil
end

-- ---- For people ---------------------------------------------------------------------------------

-- The message handler: the message and the lines of the traceback that lie in the user's script.
host.trace = errors.trace

-- Run the cases of one test file against the scene beside it, or those of a scene.
function host.test(...)
  local function begin(script)
    path = script
  end
  return report.test({ run = run, new_scene = new_scene, read = read, begin = begin, count = bridge.count_case, trace = host.trace }, ...)
end

host.case = report.case
host.explain, host.levelScript, host.levelKeys = level_scene.explain, level_scene.script, level_scene.keys

host.inspect, host.show, host.actions = inspector.describe, inspector.choose, inspector.actions

-- The name and number of the inspected thing; `show` chooses it.
function host.shown()
  local thing = inspector.thing()
  return thing and thing.name, thing and thing.order
end

function host.convert(map, lua)
  folder = map:match("^.*/") or ""
  bridge.parts.convert(bridge)(map, lua)
end

-- The input as a case of a test.
host.exportGrab, host.exportDrag, host.exportDrop = export_test.grab, export_test.drag, export_test.drop
host.exportTick = export_test.tick

function host.exportBegin(usual)
  export_test.begin(usual.held)
end

function host.exportFinish(ticks)
  return export_test.finish(ticks, inspector.thing())
end

return host
