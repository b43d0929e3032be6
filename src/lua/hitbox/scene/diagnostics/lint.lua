--- Probable mistakes in the use of things. They are not errors, as a script may have its reasons, but a host can show
--- them.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local stored = require(folder .. "scene.thing.stored")
local lines = require(folder .. "scene.diagnostics.lines")
local ordered = require(folder .. "scene.ordered")
local riding = require(folder .. "scene.rules.riding")
local state = require(folder .. "scene.state")
local boxes = require(folder .. "scene.thing.boxes")

local lint = {}

--- A scene that reads the left mouse button, which drags things, as it has no `mouse = true`.
---@param scene hitbox.Scene
---@return string|nil text a sentence for people
function lint.mouse(scene)
  local input = scene.input
  if check.selves[input] == "input" and not scene.def.mouse
    and input:_findButton(function(button) return button == "mouse left" end) then
    return "the scene reads 'mouse left', which drags things here: add mouse = true"
  end
end

--- The number of the last tick in which a thing moved, 0 if it never did.
local function lastMoved(thing)
  return (select(5, stored.motion(thing)))
end

--- Return which of two things was placed into the other, or nil. An attached thing moves with its parent.
local function intruder(one, other)
  local thing = lastMoved(one) >= lastMoved(other) and one or other
  return lastMoved(thing) > 0 and not thing.parent and thing or nil
end

--- Whether the script moves things, other than by placing them: then it knows what it does.
local function moves(scene)
  for thing in scene:each() do
    if stored.sweeps(thing) or thing._passengers then
      return true
    end
  end
  return false
end

--- Whether two push boxes are inside of each other, of which one stops the other.
local function areInside(c)
  return c.rule.response ~= "cross" and c.kindA == "push" and c.kindB == "push" and c.depth > 0 and c.a.alive
    and c.b.alive
end

--- The first thing that a rule would have stopped, had it not been placed by x and y, in a scene where nothing moves.
---@param scene hitbox.Scene
---@return string|nil text a sentence for people
function lint.placed(scene)
  local contacts = scene.contacts
  for i = 1, scene.contactCount do
    local c = contacts[i]
    local thing = areInside(c) and intruder(c.a, c.b)
    if thing and moves(scene) then
      return nil
    elseif thing then
      return ("%s is inside %s: '%s' of %s stops t:move(dx, dy), but not an assignment to x or y"):format(
        thing.name, (thing == c.a and c.b or c.a).name, c.rule.response, lines.ruleName(scene, c.rule))
    end
  end
end

--- Whether a thing was placed in the last tick, and goes in no other way.
local function wasPlaced(thing, scene)
  return not stored.sweeps(thing) and not thing._passengers and not thing.parent
    and lastMoved(thing) >= scene._contacts.tick - 1
end

local SOON = 8 -- ticks

--- The first thing that is placed into one that moves, now and when it was asked shortly before: a lift that goes by a
--- tween, or by what is assigned to y.
---@param scene hitbox.Scene
---@param known table<hitbox.Thing, integer> in which tick that was last so
---@return string|nil text a sentence for people
function lint.lifted(scene, known)
  local contacts = scene.contacts
  for i = 1, scene.contactCount do
    local c = contacts[i]
    local inside = areInside(c) and not c.rule.push
    local thing = inside and (stored.sweeps(c.b) and wasPlaced(c.a, scene) and c.a
      or stored.sweeps(c.a) and wasPlaced(c.b, scene) and c.b)
    local before = thing and known[thing]
    if before and before < scene.ticks and scene.ticks - before <= SOON then
      return ("%s moves into %s by x and y or a tween, which carries and pushes nothing: call t:carry(dx, dy)"):format(
        thing.name, (thing == c.a and c.b or c.a).name)
    elseif thing then
      known[thing] = scene.ticks
    end
  end
end

--- The first thing that stands on a platform that has just moved, and that the rule keeps from going along.
---@param scene hitbox.Scene
---@return string|nil text a sentence for people
function lint.leftBehind(scene)
  local contacts = scene.contacts
  for i = 1, scene.contactCount do
    local c = contacts[i]
    local text = c.a.alive and c.b.alive and lastMoved(c.a) >= scene._contacts.tick - 1 and riding.refusal(scene, c)
    if text then
      return text
    end
  end
end

--- How deep a thing was inside a box when its move of the last tick began, if that was to stop it. A move crosses
--- what its thing is deep inside. A rule with `push` parts the two, and of a lift that was placed there `lifted` tells.
---@return number|nil depth
local function depthInside(scene, thing)
  local own, push = thing.__index, thing.boxes.push
  local other = own._inside
  if not other or own._insideAt < scene._contacts.tick - 1 or not (push and push.alive and other.alive)
    or wasPlaced(other.thing, scene) then
    return nil
  end
  local contact = scene._contacts:liveBetween(push, other)
  if contact and contact.rule and contact.rule.push then
    return nil
  end
  local _, _, w, h = scene.world:rect(push)
  return own._insideDepth > math.min(w, h) / 2 and own._insideDepth or nil
end

--- The first thing whose move in the last tick began deep inside what was to stop it, and so was not stopped: once
--- for each pair of types.
---@param scene hitbox.Scene
---@param known table<string, true> the pairs that were reported; filled
---@return string|nil text a sentence for people
function lint.inside(scene, known)
  for thing in scene:each() do
    local other = thing.__index._inside
    local depth = other and depthInside(scene, thing)
    local pair = depth and (thing.type or thing.name) .. "\0" .. (other.thing.type or other.thing.name)
    if pair and not known[pair] then
      known[pair] = true
      return ("%s starts a move %.3g deep inside %s, which therefore does not stop it: place it beside %s, call t:depenetrate(), or raise recover")
        :format(thing.name, depth, other.thing.name, other.thing.name)
    end
  end
end

local function isFast(value)
  return type(value) == "number" and value ~= 0
end

--- The first thing with a velocity that has not been anywhere else, now and when it was asked last.
---@param scene hitbox.Scene
---@param known table<hitbox.Thing, true> those that had one then; filled anew
---@return string|nil text a sentence for people
function lint.resting(scene, known)
  local text
  for thing in scene:each() do
    local vx = rawget(thing, "vx")
    local rests = (isFast(vx) or isFast(rawget(thing, "vy"))) and lastMoved(thing) == 0 and not thing.parent
    if rests and known[thing] and not text then
      text = ("%s has a %s but never moves: call t:moveByVelocity() in update"):format(thing.name,
        isFast(vx) and "vx" or "vy")
    end
    known[thing] = rests or nil
  end
  return text
end

--- Common angles in degrees. An angle of that many radians is probably meant in degrees.
local DEGREES = {}
for _, degrees in ipairs { 30, 45, 60, 90, 120, 135, 150, 180, 225, 270, 315, 360 } do
  DEGREES[degrees], DEGREES[-degrees] = true, true
end

--- The first thing that is turned by degrees, now and when it was asked last; or by a field that turns nothing.
---@param scene hitbox.Scene
---@param known table<hitbox.Thing, number> the angles that they had then; filled anew
---@return string|nil text a sentence for people
function lint.degrees(scene, known)
  local text
  for thing in scene:each() do
    local angle = thing.angle
    if not text and DEGREES[angle] and known[thing] == angle then
      text = ("%s has the angle %d in radians: for degrees write math.rad(%d)"):format(thing.name, angle, angle)
    elseif not text and angle == 0 and known[thing] == 0 and isFast(rawget(thing, "rotation")) then
      text = ("%s has a rotation, which has no effect: assign t.angle, in radians"):format(thing.name)
    end
    known[thing] = angle
  end
  return text
end

--- What others call the sizes of a box, and the places of things.
local SIZES = { { "width", "w" }, { "height", "h" }, { "radius", "r" } }
local POSITIONS = { "pos", "position" }
local PICTURES = { "image", "picture", "sprite", "texture" }

--- A field that a script has given a thing; what its `data` names is meant to be just that.
local function given(thing, key)
  local data = thing.def.data
  return (data == nil or rawget(data, key) == nil) and rawget(thing, key) or nil
end

--- A size of no box, where some box has another one.
local function sizeMistake(thing)
  for _, size in ipairs(SIZES) do
    local value, key, other = given(thing, size[1]), size[2], nil
    for _, box in ipairs(type(value) == "number" and boxes.list(thing) or {}) do
      other = other or type(box.def[key]) == "number" and box
      if box.def[key] == value then
        other, value = nil, nil
      end
    end
    if other then
      return ("%s has a %s, which changes no box: call t:reshape(\"%s\", { %s })"):format(thing.name, size[1], other.kind,
        key == "r" and "r = ..." or "w = ..., h = ...")
    end
  end
end

local function positionMistake(thing)
  for _, key in ipairs(POSITIONS) do
    local value = given(thing, key)
    local x, y
    if type(value) == "table" then
      x, y = rawget(value, "x") or rawget(value, 1), rawget(value, "y") or rawget(value, 2)
    end
    if type(x) == "number" and type(y) == "number" and (x ~= thing.x or y ~= thing.y) then
      return ("%s has a %s, which moves nothing: assign t.x and t.y, or call t:move(dx, dy)")
        :format(thing.name, key)
    end
  end
end

local function visibilityMistake(thing)
  local data = thing.def.data
  if rawget(thing, "visible") == false and not thing.hidden and not (data and rawget(data, "visible") ~= nil) then
    return ("%s has visible = false, which has no effect: assign t.hidden = true"):format(thing.name)
  end
  for _, key in ipairs(not thing.scene.def.draw and PICTURES or {}) do
    local value = given(thing, key)
    if type(value) == "string" and value:find("%.%a%a%a%a?$") then
      return ("%s has %s = '%s', which nothing draws: write g:picture(\"%s\", t.x, t.y) in draw(s, g) of the scene"):format(
        thing.name, key, value, value)
    end
  end
end

--- The first thing with a field that is most likely meant to change how large it is, where, or how it is seen, and
--- does not.
---@param scene hitbox.Scene
---@return string|nil text a sentence for people
function lint.unusedField(scene)
  for thing in scene:each() do
    local text = sizeMistake(thing) or positionMistake(thing) or visibilityMistake(thing)
    if text then
      return text
    end
  end
end

local KEYS = "call input:pressed(\"key a\") in update"
local MOUSE = "call input:pressed(\"mouse left\") in update, and add mouse = true to the scene"

--- Functions that others call: what is to be asked here, or which one of ours, that is not there, has another name.
local CALLBACKS = {
  keypressed = KEYS, keyreleased = KEYS, keyPressed = KEYS, onKey = KEYS, mousepressed = MOUSE, mousereleased = MOUSE,
  mousePressed = MOUSE, onClick = MOUSE, onMouse = MOUSE,
  load = "start", init = "start", setup = "start", create = "start", ready = "start",
  step = "update", tick = "update", onUpdate = "update", fixedUpdate = "update", render = "draw", onDraw = "draw", paint = "draw",
  onGUI = "drawAbove", drawUI = "drawAbove", drawHUD = "drawAbove",
}

--- A function of the scene that other engines would call, and no rule names.
---@param scene hitbox.Scene
---@return string|nil text a sentence for people
function lint.uncalled(scene)
  local def, named = scene.def, {}
  for _, rule in ipairs(scene.rules.list) do
    for _, key in ipairs { "on", "stay", "exit", "crush", "when" } do
      named[rule[key] or 0] = true
    end
  end
  for name, says in ordered.pairs(CALLBACKS) do
    local ours = not says:find(" ", 1, true)
    if type(def[name]) == "function" and not named[name] and not (ours and def[says]) then
      return ("hitbox never calls the scene's %s: %s"):format(name, ours and "did you mean " .. says .. "(s)?" or says)
    end
  end
end

local SAMPLE_TICKS, MAX_SAMPLES = 60, 5 -- ticks, pictures
local MAX_FIELDS = 1000 -- fields: to write these down takes some milliseconds

--- Write down the state before a scene is drawn, if it is time to see whether that changes something.
---@param scene hitbox.Scene
---@param seen table what was seen so far, {} at first
---@return table|nil before
function lint.beforeDrawing(scene, seen)
  local samples = seen.samples or 0
  if samples == MAX_SAMPLES or scene.ticks < (seen.from or 0) then
    return nil
  end
  local before = state.capture(scene, MAX_FIELDS)
  seen.samples, seen.from = before and samples + 1 or MAX_SAMPLES, scene.ticks + SAMPLE_TICKS
  return before
end

--- See what has changed since. In `seen.text`, a sentence for people, is what the last two pictures that were looked
--- at have in common: one alone may have kept what it needs from then on.
---@param name "draw"|"drawAbove"
function lint.afterDrawing(scene, seen, before, name)
  local now = state.capture(scene, MAX_FIELDS)
  if not now then
    seen.samples = MAX_SAMPLES
    return
  end
  local path = state.changed(now, before.values)
  seen.text = path and seen.changed
    and ("%s(s, g) changes %s, but runs once a picture, not once a tick: do it in update"):format(name,
      path:find("^random") and "the next s.random" or (path:gsub("^scene%.", "s."))) or nil
  seen.changed = path ~= nil
end

return lint
