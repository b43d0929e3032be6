--- Tests of scenes: a list of cases, each a sentence and a function that plays the scene and says
--- what it expects.
---
---     return {
---       { "the hero lands on the ledge", function(t)
---         t:hold("right")
---         t:step(60)
---         t:contact("hero", "ledge")
---       end },
---     }
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local ordered = require(folder .. "scene.ordered")
local patterns = require(folder .. "scene.rules.patterns")

local matches = patterns.matches

--- The default number of ticks of `eventually` and `never`: ten seconds of most scenes.
local DEFAULT_TICKS = 600

local testing = {}

--- The argument of a case's function. A failed expectation ends the case.
---@class hitbox.Test
---@field scene hitbox.Scene made anew for each case
local Test = {}
-- Apart from the class, which no script may reach and change.
local meta = { __index = Test, __newindex = check.fieldSetter("test") }

--- The error of a failed expectation, which differs from an error of a script.
local Failure = {}

local playing -- the function of the case that is played

--- The present line of that function, in words; "" if the message begins with it.
---@param message string
local function calledAt(message)
  local level = 3
  local info = debug.getinfo(level, "Slf")
  while info and info.func ~= playing do
    level = level + 1
    info = debug.getinfo(level, "Slf")
  end
  local place = info and ("%s:%d"):format(info.short_src, info.currentline)
  return place and message:sub(1, #place + 1) ~= place .. ":" and (" (called at %s)"):format(place) or ""
end

local function fail(message, ...)
  local text = check.located(message, ...)
  error(setmetatable({ message = text .. calledAt(text) }, Failure), 0)
end

local function show(value)
  if type(value) == "table" and type(value.name) == "string" then
    return "thing '" .. value.name .. "'"
  end
  return check.show(value)
end

--- How a failure begins.
local function about(message)
  return (type(message) == "string" or type(message) == "number") and message .. ": " or ""
end

--- Check a number of ticks.
local function checkTicks(ticks, default, call)
  if ticks ~= nil and check.size(ticks, "the ticks", call) % 1 ~= 0 then
    check.refuse("the ticks", call, "a whole number", ticks)
  end
  return ticks or default
end

--- Hold buttons from the next tick on. Keys of the sandbox do not count here: use "jump", not the
--- key that the sandbox binds to it. "key z" is only that key, unless the scene binds it.
---@param ... string "left", "jump", "key z", "mouse left", ...
--- Errors: no such name.
function Test:hold(...)
  for i = 1, select("#", ...) do
    self.raw.held[self.scene.input:checkName((select(i, ...)))] = true
  end
end

--- Release buttons.
---@param ... string default: all that are held
--- Errors: no such name.
function Test:release(...)
  if select("#", ...) == 0 then
    self.raw.held = {}
  end
  for i = 1, select("#", ...) do
    self.raw.held[self.scene.input:checkName((select(i, ...)))] = nil
  end
end

--- Hold buttons for one tick, which is run, and release them. If one was already held, a tick
--- without them is run first, so that they count as pressed.
---@param name string
---@param ... string
--- Errors: no such name.
function Test:press(name, ...)
  if self.scene.input:down(name, ...) then
    self:release(name, ...)
    self:step()
  end
  self:hold(name, ...)
  self:step()
  self:release(name, ...)
end

--- Move the mouse, from the next tick on.
---@param x number world units
---@param y number
function Test:point(x, y)
  self.raw.mouse = { x = check.number(x, "x", "point"), y = check.number(y, "y", "point") }
end

--- Click with the left mouse button, like `press`.
---@param x number world units
---@param y number
function Test:click(x, y)
  self:point(x, y)
  self:press("mouse left")
end

--- Set the left stick, from the next tick on.
---@param x number -1..1, left to right
---@param y number -1..1, up to down
function Test:stick(x, y)
  self.raw.x, self.raw.y = check.number(x, "x", "stick"), check.number(y, "y", "stick")
end

--- Set the right stick, from the next tick on.
---@param x number -1..1, left to right
---@param y number -1..1, up to down
function Test:aim(x, y)
  self.raw.aim = { x = check.number(x, "x", "aim"), y = check.number(y, "y", "aim") }
end

--- Grab the thing at a point, as dragging in the sandbox does. From now on it is where `drag` puts
--- it in each tick, whatever the scene does.
---@param x number world units
---@param y number
---@return hitbox.Thing
--- Errors: there is no thing.
function Test:grab(x, y)
  local thing = self.scene:thingAt(check.number(x, "x", "grab"), check.number(y, "y", "grab"))
  if not thing then
    check.fail("there is no thing at (%s, %s) to grab", check.show(x), check.show(y))
  end
  self._dragged = { thing = thing, x = thing.x, y = thing.y, dx = thing.x - x, dy = thing.y - y }
  return thing
end

--- Drag the grabbed thing: the grabbed point moves to (x, y).
---@param x number world units
---@param y number
--- Errors: no thing is grabbed.
function Test:drag(x, y)
  local dragged = self._dragged
  x, y = check.number(x, "x", "drag"), check.number(y, "y", "drag")
  if not dragged then
    check.fail("drag needs a grabbed thing: call t:grab(x, y) first")
  end
  dragged.x, dragged.y = x + dragged.dx, y + dragged.dy
  if dragged.thing.alive then
    dragged.thing:setPosition(dragged.x, dragged.y)
  end
end

--- Release the grabbed thing.
function Test:drop()
  self._dragged = nil
end

--- Run ticks.
---@param n integer|nil default: 1
--- Errors: n is not a whole number >= 0.
function Test:step(n)
  for _ = 1, checkTicks(n, 1, "step") do
    local dragged = self._dragged
    if dragged and dragged.thing.alive then
      dragged.thing:setPosition(dragged.x, dragged.y)
    end
    if self._waits then
      coroutine.yield(self.raw)
    else
      self.scene:step(self.raw)
    end
  end
end

--- A list or record, of the script's own or as `blocked` of a thing: things and the like are only equal to themselves.
local function isPlain(value)
  local meta = getmetatable(value)
  return type(value) == "table" and (meta == nil or type(meta) == "table" and meta.isRecord == true)
end

--- Where two values differ first.
---@param path string where they are themselves
---@param met table<table, table<table, true>> the tables that were compared before: there nothing differs anew
---@return string|nil path nil if they are equal
---@return any got what is there
---@return any want
local function difference(got, want, path, met)
  if got == want then
    return nil
  elseif not isPlain(got) or not isPlain(want) then
    return path, got, want
  end
  met[want] = met[want] or {}
  if met[want][got] then
    return nil
  end
  met[want][got] = true
  local keys = {}
  for _, values in ipairs({ want, got }) do
    for key in ordered.pairs(values) do
      if not keys[key] then
        keys[key] = true
        local inner = type(key) == "string" and path .. "." .. key or ("%s[%s]"):format(path, check.show(key))
        local where, one, two = difference(got[key], want[key], inner, met)
        if where then
          return where, one, two
        end
      end
    end
  end
end

--- Expect that two values are equal. Tables without a metatable are equal if their entries are.
---@param got any
---@param want any
---@param message string|nil shown if it fails
function Test:eq(got, want, message)
  local where, one, two = difference(got, want, "", {})
  if where then
    fail("%s%sgot %s, want %s", about(message), where ~= "" and where .. " " or "",
      show(one), show(two))
  end
end

--- Expect a number within a tolerance.
---@param got any
---@param want number
---@param tolerance number the largest difference
---@param message string|nil shown if it fails
--- Errors: want or the tolerance is not a number.
function Test:near(got, want, tolerance, message)
  check.number(want, "what is wanted", "near")
  check.size(tolerance, "the tolerance", "near")
  if type(got) ~= "number" or not (math.abs(got - want) <= tolerance) then
    fail("%sgot %s, want %s within %s", about(message), show(got), show(want),
      show(tolerance))
  end
end

--- Expect a value that is neither false nor nil.
---@param value any
---@param message string|nil shown if it fails
function Test:ok(value, message)
  if not value then
    fail("%sgot %s, want something true", about(message), show(value))
  end
end

--- Return the hash of the scene's state, and expect a given one.
---@param want string|nil 16 hexadecimal digits. Default: any
---@return string
function Test:hash(want)
  local got = self.scene:hash()
  if want ~= nil and got ~= want then
    fail("the state in tick %d has the hash %s, want %s", self.scene.ticks, got, show(want))
  end
  return got
end

--- Read a pattern. Raise an error unless something can be called so in a scene: a slip in `noContact` would
--- always hold.
---@return internal.Pattern
local function readPattern(scene, text, call)
  local pattern, known = patterns.parse(text, "pattern", call), {}
  for _, words in ipairs({ scene._names, scene._types.defs }) do
    for name in pairs(words) do
      known[name] = true
    end
  end
  for _, rule in ipairs(scene.rules.list) do
    for _, ruled in ipairs(rule.patterns) do
      for _, word in ipairs(ruled.words or {}) do
        known[word] = true
      end
    end
  end
  for _, word in ipairs(pattern.words or {}) do
    if not known[word] then
      check.fail("%s: no thing, type, group or team of the scene is called '%s'%s", call, word, check.hint(word, known))
    end
  end
  return pattern
end

--- Whether two are in contact, and all that are, in words.
local function lookUp(scene, one, two, call)
  local first, second = readPattern(scene, one, call), readPattern(scene, two, call)
  local found, words = false, {}
  for i = 1, scene.contactCount do
    local c = scene.contacts[i]
    local a, b = c.boxA.class, c.boxB.class
    found = found or matches(first, a) and matches(second, b) or matches(second, a) and matches(first, b)
    words[i] = ("%s.%s with %s.%s"):format(c.a.name, c.kindA, c.b.name, c.kindB)
  end
  return found, words[1] and table.concat(words, ", ") or "none"
end

--- Expect a contact in the last tick, in either order.
---@param one string "name", "name.kind", "*.kind" or "*"
---@param two string
--- Errors: no thing of the scene can have such a name.
function Test:contact(one, two)
  local found, all = lookUp(self.scene, one, two, "contact")
  if not found then
    fail("no contact of '%s' with '%s' in tick %d; contacts: %s", one, two, self.scene.ticks, all)
  end
end

--- Expect no such contact in the last tick.
---@param one string
---@param two string
--- Errors: no thing of the scene can have such a name.
function Test:noContact(one, two)
  if lookUp(self.scene, one, two, "noContact") then
    fail("'%s' is in contact with '%s' in tick %d", one, two, self.scene.ticks)
  end
end

--- Values as a failure shows them: those behind the first one, or that one if it is alone.
local function showAll(...)
  local words, n = {}, select("#", ...)
  for i = n > 1 and 2 or 1, math.max(n, 1) do
    words[#words + 1] = show((select(i, ...)))
  end
  return table.concat(words, ", ")
end

--- As many of the values that were seen are shown from the first and from the last one on.
local SHOWN = 3

--- Note what was seen in a tick, if it is not what was seen before it.
---@param seen {n: integer, text: string|nil} and in [1], [2], ... the first and, in turn, the last ones
local function note(seen, tick, text)
  if text ~= seen.text then
    seen.n, seen.text = seen.n + 1, text
    local place = seen.n <= SHOWN and seen.n or SHOWN + seen.n % SHOWN + 1
    seen[place] = ("%s from tick %d"):format(text, tick)
  end
end

--- Return the values seen, as "40 from tick 0, 42 from tick 1, ..., 90 from tick 25".
local function listOf(seen)
  local words = {}
  for i = 1, math.min(seen.n, SHOWN) do
    words[i] = seen[i]
  end
  if seen.n > 2 * SHOWN then
    words[#words + 1] = "..."
  end
  for i = math.max(seen.n - SHOWN, SHOWN) + 1, seen.n do
    words[#words + 1] = seen[SHOWN + i % SHOWN + 1]
  end
  return table.concat(words, ", ")
end

--- Run ticks until a function returns true; it may be true already. If it never is, the failure
--- shows the values that the function returned: all after the first, or else the first.
---@param is fun(scene: hitbox.Scene): any, ...
---@param ticks integer|nil the maximum. Default: 600
---@param message string|nil shown if it fails
---@return any value the first value that `is` returned
function Test:eventually(is, ticks, message)
  check.type(is, "function", "what is expected", "eventually")
  ticks = checkTicks(ticks, DEFAULT_TICKS, "eventually")
  local seen = { n = 0, text = nil }
  local function record(value, ...)
    if not value then
      note(seen, self.scene.ticks, showAll(value, ...))
    end
    return value
  end
  for tick = 0, ticks do
    local value = record(is(self.scene))
    if value then
      return value
    elseif tick < ticks then
      self:step()
    end
  end
  fail("%sthe condition was false for %d ticks; values: %s", about(message), ticks, listOf(seen))
end

--- Run ticks, and expect that a function returns false now and after each of them. A failure shows
--- values as `eventually` does.
---@param is fun(scene: hitbox.Scene): any, ...
---@param ticks integer|nil default: 600
---@param message string|nil shown if it fails
function Test:never(is, ticks, message)
  check.type(is, "function", "what is expected", "never")
  local function record(value, ...)
    return value, value and showAll(value, ...)
  end
  for tick = 0, checkTicks(ticks, DEFAULT_TICKS, "never") do
    if tick > 0 then
      self:step()
    end
    local value, text = record(is(self.scene))
    if value then
      fail("%sthe condition was true after %d ticks; value: %s", about(message), tick, text)
    end
  end
end

-- t:ok(s:raycast(...)) is about the first value that is returned.
check.guard(Test, "test", nil, { eq = true, near = true, ok = true })
testing._methods = Test -- for hosts, which suggest the name that was meant

--- Return the message handler of a case: it uses `trace` for errors of a script.
local function describer(trace)
  return function(err)
    if getmetatable(err) == Failure then
      return err.message
    elseif trace then
      return trace(err)
    end
    return debug.traceback(tostring(err), 2)
  end
end

local function checkCases(cases)
  if type(cases) ~= "table" or next(cases) == nil then
    check.fail("a scene test must return a list of cases, got %s", check.show(cases))
  end
  check.list(cases, "tests", "a scene", check.CASE)
  for i = 1, #cases do
    local case = cases[i]
    if type(case) ~= "table" or type(case[1]) ~= "string" or type(case[2]) ~= "function" then
      check.fail("case %d must be { \"a sentence\", function(t) ... end }%s", i,
        type(case) ~= "table" and ", got " .. check.show(case) or "")
    end
  end
end

local function newCase(scene)
  local case = setmetatable({ scene = scene, raw = { held = {} } }, meta)
  check.selves[case] = "test"
  return case
end

--- Play a scene that a host runs: it asks in each tick for what is held.
---@param scene hitbox.Scene
---@param play fun(t: hitbox.Test) as that of a case, but that `step` waits for the host's ticks
---@return fun(): table|nil input what the next `step` of the scene is given; nil: `play` has come to its end
function testing.play(scene, play)
  local case, thread = newCase(scene), coroutine.create(play)
  case._waits = true
  return function()
    if coroutine.status(thread) == "dead" then
      return nil
    end
    playing = play
    local ok, raw = coroutine.resume(thread, case)
    if ok then
      return coroutine.status(thread) == "suspended" and raw or nil
    elseif getmetatable(raw) == Failure then
      error(raw.message, 0)
    end
    error(type(raw) == "string" and debug.traceback(thread, raw) or raw, 0)
  end
end

--- Run the cases of a test.
---@param load fun(): hitbox.Scene makes the scene anew
---@param cases table[] {{"a sentence", function(t) end}, ...}
---@param report fun(name: string, ok: boolean, message: string|nil) called for each case; the message
---   begins with the file and line of the expectation, and ends with that of the case if this is in a
---   function that the case calls; or it is a script's error with its traceback
---@param trace nil|fun(err: any): string a message handler for errors of a script
---@return integer passed
---@return integer failed
--- Errors: `cases` is not such a list.
function testing.run(load, cases, report, trace)
  checkCases(cases)
  local passed, describe = 0, describer(trace)
  for i = 1, #cases do
    local ok, message = xpcall(function()
      local case = newCase(load())
      playing = cases[i][2]
      cases[i][2](case) -- not by a name, which tracebacks would show
    end, describe)
    passed = passed + (ok and 1 or 0)
    report(cases[i][1], ok, not ok and message or nil)
  end
  return passed, #cases - passed
end

return testing
