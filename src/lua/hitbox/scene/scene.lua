--- Scenes: things in a world, rules for pairs of things, and functions that are called at contacts, at a
--- fixed tick. The same input gives the same scene: random numbers are seeded, and lists are in order
--- of creation.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local items = require(folder .. "scene.rules.items")
local reload = require(folder .. "scene.reload.reload")
local behaviour = require(folder .. "scene.behaviour")
local unknownNames = require(folder .. "scene.diagnostics.unknown_names")
local Contacts = require(folder .. "scene.rules.contacts")
local definition = require(folder .. "scene.definition")
local firstValues = require(folder .. "scene.reload.first_values")
local Input = require(folder .. "scene.input")
local lines = require(folder .. "scene.diagnostics.lines")
local lists = require(folder .. "scene.thing.lists")
local reserved = require(folder .. "scene.diagnostics.reserved_fields")
local random = require(folder .. "scene.random")
local separation = require(folder .. "scene.rules.separation")
local playing = require(folder .. "scene.actions.playing")
local queries = require(folder .. "scene.queries")
local Rules = require(folder .. "scene.rules.rules")
local maps = require(folder .. "scene.maps.maps")
local state = require(folder .. "scene.state")
local things = require(folder .. "scene.thing.thing")
local Types = require(folder .. "scene.thing.types")
local views = require(folder .. "scene.view")
local why = require(folder .. "scene.diagnostics.why")
local unpack = table.unpack or unpack -- 5.1
local selves = check.selves

---@class hitbox.Scene
---@field world hitbox.World its items are the boxes
---@field def hitbox.SceneDef
---@field ticks integer the number of ticks run
---@field dt number seconds per tick
---@field input hitbox.Input
---@field contacts hitbox.Contact[] the current contacts, in the order in which they were found;
---   reused
---@field contactCount integer the number of contacts
---@field random fun(m?: integer, n?: integer): number like math.random, with the scene's seed
---@field view {x: number, y: number, w: number, h: number} the visible part of the world
---@field title string|false
---@field kinds string[] the kind of a box, by the tag of its item
---@field hasColors boolean true if a thing or box has a colour or is hidden
---@field done boolean true after `quit`
---@field paused boolean|nil for you to set: if true, ticks call `update` only
---@field current string the name of the current scene, first "main"
---@field services table<string, function> functions of the host, `sound` and `music`. Default:
---   those of `hitbox.services`
local Scene = {}

-- A scene's table holds the user's fields and `paused`. All other fields are in `_own`: those that
-- diagnostics/reserved_fields.lua lists, and those that begin with "_". `_own` is also the scene's metatable; behind it
-- are the methods and the things.
local meta = {}

function meta.__index(inner, key)
  local method = Scene[key]
  if method ~= nil then
    return method
  end
  if key == "contacts" then
    return (inner._contacts:list())
  elseif key == "contactCount" then
    return (select(2, inner._contacts:list()))
  end
  local list = inner._names[key]
  return list and list.first
end

--- Fields of a scene that a script may assign. The values are checked, as the host reads them.
local setters = {
  view = views.check,
  title = function(title) return title and check.type(title, "string", "title", "the scene") or false end,
  random = function(random) return check.type(random, "function", "random", "the scene") end,
  services = function(services) return check.type(services, "table", "services", "the scene") end,
}

local function assign(scene, key, value)
  if setters[key] then
    scene._own[key] = setters[key](value)
    return
  end
  reserved.check("scene", key)
  if (key == "update" or key == "draw" or key == "drawAbove" or key == "start") and type(value) == "function" then
    check.fail("'%s' is called only if it is in the definition: write hitbox.scene { %s = function(s) ... end }", key, key)
  elseif value == nil and scene._names[key] and scene._names[key].first then -- a thing, not a field
    check.fail("s.%s = nil does not remove the thing: call s.%s:remove()", key, key)
  end
  rawset(scene, key, value)
end

local function nextOfEmpty() end

-- ---- Making -------------------------------------------------------------------------------------

--- Raise an error unless things, types or groups can be called by a name.
---@param verb string|nil what the owner does with it, "be" if nil
local function checkName(scene, name, owner, verb)
  if type(name) ~= "string" or name == "" or name:find("[.*|]") then
    check.fail("%s must %s a name without '.', '*' and '|'%s, got %s", owner, verb or "be",
      verb and name == nil and ', as { "hero", at = { 8, 8 } }' or "", check.show(name))
  elseif not reserved.isFree("scene", name) then
    check.fail("%s cannot have the name '%s': s.%s belongs to the scene, choose another name", owner, name, name)
  end
end

local none = {}

local spawn

--- Add a new thing to the scene, and spawn its children.
local function enter(scene, thing)
  lists.insert(scene._all, thing)
  scene:_enlist(thing, none)
  local children = thing.def.children
  if children then
    thing.__index._firstChildren = {}
  end
  for i, child in ipairs(children or none) do
    local ok, made = pcall(spawn, scene, child, ("children[%d] of thing '%s'"):format(i, thing.name), thing)
    if not ok then
      thing:remove()
      error(made, 0)
    end
    thing._firstChildren[i] = made
  end
  return thing
end

--- Make a thing.
---@param parent hitbox.Thing|false|nil false: none; nil: as in the definition
function spawn(scene, def, owner, parent)
  if type(def) ~= "table" then
    check.fail('%s must be a table, as { "hero", w = 12, h = 28 }, got %s', owner, check.show(def))
  end
  local name = def[1]
  if name == nil and type(def.name) == "string" then
    check.fail("%s begins with its name: { '%s', ... }, not name = '%s'", owner, def.name, def.name)
  end
  if name == nil or not scene._checked[name] then
    checkName(scene, name, owner, "begin with")
    scene._checked[name] = true
  end
  return enter(scene, things.make(scene, def, parent))
end

--- The maximum number of nested calls of `start`, when a `start` resets or switches the scene.
local MAX_STARTS = 16

--- Call `start`, which may switch or reset the scene.
local function callStart(scene, start, ...)
  local inner, before = scene._own, scene._starts
  if before == MAX_STARTS then
    check.fail("start restarts the scene without end: s:switch and s:reset call start again")
  end
  inner._starts = before + 1
  if before == 0 then -- without pcall, for the traceback; an error here leaves a 1 behind, which does no harm
    start(scene, ...)
  else
    local ok, err = pcall(start, scene, ...)
    if not ok then
      inner._starts = before
      error(err, 0)
    end
  end
  inner._starts = before
end

--- Set a view to the one of the definition; without one, to all of the map.
local function setView(scene, view)
  local x, y, w, h
  if scene.def.view == nil then
    x, y, w, h = maps.bounds(scene)
  end
  if not x then
    x, y, w, h = views.of(scene.def)
  end
  view.x, view.y, view.w, view.h = x, y, w, h
end

--- Raise an error unless the view is valid. It is reset first, so that the scene can continue when the script is fixed.
local function checkView(scene)
  local view = scene.view
  if not views.isRight(view) then
    local fresh = views.new()
    scene._own.view = fresh
    setView(scene, fresh) -- scene.view may be something else, set raw
    views.check(view)
  end
end

--- Make all things and call `start`.
local function begin(scene, ...)
  local def, view, inner = scene.def, scene.view, scene._own
  inner.ticks, inner.hasColors, inner.done = 0, false, false
  inner.title = def.title or false
  views.of(def) -- its errors come before those of the map
  inner.input = Input.new(def.input, scene.input or nil, def.mouse)
  random.seed(scene._seeds, def.seed or 1)
  inner._thingsMade, inner._boxesMade, inner._stuck, inner._playing, inner._tasks = 0, 0, {}, {}, {}
  inner._contacts = Contacts.new(scene)
  lines.map(maps.make, scene)
  setView(scene, view)
  lines.each("things", def.things or {}, function(thing, i)
    spawn(scene, thing, "things[" .. i .. "]")
  end)
  local bound = firstValues.bindings(scene)
  if def.start then
    callStart(scene, def.start, ...)
    checkView(scene)
  end
  firstValues.keep(scene, bound)
end

--- Compile the rules and types of a definition, and collect its functions.
local function readDef(scene, def)
  local functions = definition.check(def)
  local rules = Rules.new(def.rules or {}, functions, def.policy)
  local types = Types.new(def.types or {}, things.keys, function(name, owner)
    checkName(scene, name, owner)
  end)
  return rules, types, functions
end

--- Raise an error of one of the `scenes`, with its name; a scene that another one has begun is named already.
local function failIn(name, err)
  local isNamed = type(err) ~= "string" or err:find("%(in the scene '[^']*'%)$")
  error(isNamed and err or ("%s (in the scene '%s')"):format(err, name), 0)
end

--- Set the parts of a scene that a definition decides before things exist.
local function setUp(scene, def)
  local inner = scene._own
  inner.rules, inner._types, inner._functions = readDef(scene, def)
  inner.def, inner.dt = def, 1 / (def.tick or 60)
  inner.world = items.own(scene.hitbox.newWorld({ policy = def.policy or "overlap", broadPhase = def.broadPhase,
    recover = def.recover }))
  scene.rules.scene = scene
end

--- Make a scene and call its `start`.
---@param hitbox hitbox
---@param def hitbox.SceneDef
---@return hitbox.Scene
--- Errors: an unknown key (the nearest known one is named), a value of a wrong type or out of
--- range, a rule that names no function. The message begins with the file and line of the call.
local function make(hitbox, def)
  local draw, seeds = random.new(1)
  local inner = {
    hitbox = hitbox, def = false, dt = 0, world = false, rules = false, _functions = false,
    random = draw, _seeds = seeds, services = setmetatable({}, { __index = hitbox.services }),
    current = "main", _main = def,
    _given = { n = 0 }, -- what `start` is given after the scene
    kinds = { "push", "hurt", "hit", "sensor" },
    _tags = { push = 1, hurt = 2, hit = 3, sensor = 4 },
    view = views.new(), title = false, ticks = 0, hasColors = false, done = false, input = false,
    _contacts = false, _thingsMade = 0, _boxesMade = 0, _stuck = {}, _playing = {},
    _types = false, _maps = {}, _files = {}, _folder = check.folder() or false, _tasks = {}, _found = {},
    _all = lists.new(), _names = {}, _checked = {}, _first = false,
    _starts = 0, _source = false, _line = 0, __newindex = assign,
  }
  inner.__index, inner._own = inner, setmetatable(inner, meta)
  local scene = setmetatable({}, inner)
  inner._source, inner._line = check.caller() -- see lines.within
  selves[scene] = "scene"
  setUp(scene, def)
  for name, other in pairs(def.scenes or {}) do -- report mistakes now, not at the switch
    local ok, err = lines.within(scene, name, readDef, scene, other)
    if not ok then
      failIn(name, err)
    end
  end
  begin(scene)
  return scene
end

-- ---- Methods -----------------------------------------------------------------------------------

function Scene:_tagOf(kind)
  local tag = self._tags[kind]
  if not tag then
    tag = #self.kinds + 1
    self._tags[kind], self.kinds[tag] = tag, kind
  end
  return tag
end

--- Add a thing to the lists of its words that are new.
---@param before table<string, true>
function Scene:_enlist(thing, before)
  for _, word in ipairs(thing._thingClass.list) do
    if not before[word] then
      self._names[word] = self._names[word] or lists.new()
      lists.insert(self._names[word], thing)
    end
  end
end

--- Update the lists after a thing's words have changed.
---@param before internal.ThingClass
function Scene:_rename(thing, before)
  for _, word in ipairs(before.list) do
    if not thing._thingClass.words[word] then
      lists.remove(self._names[word], thing)
    end
  end
  self:_enlist(thing, before.words)
end

function Scene:_forget(thing)
  for _, word in ipairs(thing._thingClass.list) do
    lists.remove(self._names[word], thing)
  end
  lists.remove(self._all, thing)
end

--- Run one tick: tasks, then `update`, then the functions of the rules for all contacts. While
--- `paused` is true, only `update`.
---@param raw table|nil the input: { held = { left = true, ... }, x=, y=, mouse = {x=, y=} }
--- Errors: those of the scene's functions; `raw` has an unknown key, or `held` is not by name.
function Scene:step(raw)
  if selves[self] ~= "scene" then
    check.badSelf("step", "scene", self)
  end
  if raw ~= nil then
    Input._checkRaw(raw)
  end
  local contacts, tick = self._contacts, self._contacts.tick
  local isPaused = rawget(self, "paused")
  local ticks = isPaused and self.ticks or self.ticks + 1
  self._own.ticks = ticks
  self.input:feed(raw)
  if not isPaused then
    if behaviour.step(self) then
      return
    end
    playing.step(self)
  end
  local update = self.def.update
  if update then
    update(self, self.input, self.dt)
    local hasRestarted = self._contacts ~= contacts or contacts.tick ~= tick -- of the scene, or of a tick
    checkView(self)
    if hasRestarted then
      return
    end
  end
  if isPaused then
    return
  end
  separation.follow(self)
  contacts:collect()
  contacts:dispatch()
  checkView(self)
end

--- Clear the script's own fields.
local function forgetFields(scene)
  for key in pairs(scene) do
    rawset(scene, key, nil)
  end
end

--- Remove all things and the script's own fields.
local function clear(scene)
  for thing in scene:each() do
    thing:remove()
  end
  forgetFields(scene)
end

--- Start the scene again: the things, `view` and the random numbers are as at first, your own
--- fields are gone, and `start` is called. If a function of a tick calls it, the tick ends when
--- that function returns.
function Scene:reset()
  clear(self)
  begin(self, unpack(self._given, 1, self._given.n))
end

local function copy(values)
  local result = {}
  for key, value in pairs(values) do
    result[key] = value
  end
  return result
end

--- Copy the state of a scene for `restore`.
local function keep(scene)
  return { fields = copy(scene), inner = copy(scene._own), view = copy(scene.view), seeds = copy(scene._seeds) }
end

--- Make a table hold exactly what was copied.
local function write(values, copied)
  for key in pairs(values) do
    if copied[key] == nil then
      rawset(values, key, nil)
    end
  end
  for key, value in pairs(copied) do
    rawset(values, key, value)
  end
end

--- Go back to a state that `keep` has copied.
local function restore(scene, kept)
  write(scene, kept.fields)
  write(scene._own, kept.inner)
  write(scene.view, kept.view)
  write(scene._seeds, kept.seeds)
end

--- Begin another scene. The things of the present one are left as they are.
local function beginOther(scene, def, name, ...)
  forgetFields(scene)
  local inner = scene._own
  inner._all, inner._names = lists.new(), {}
  setUp(scene, def)
  inner.current, inner._given = name, { n = select("#", ...), ... }
  begin(scene, ...)
end

--- Become another scene, as after a `reset`; `current` is then its name. If that scene cannot
--- start, this one stays and can go on.
---@param name string a name of `scenes` in the definition; "main" is the scene that has `scenes`
---@param ... any arguments for its `start`, after the scene
--- Errors: there is no such scene; those of its definition and of its `start`.
function Scene:switch(name, ...)
  local scenes = self._main.scenes or {}
  local def = scenes[name]
  if not def and name == "main" then
    def = self._main
  end
  if not def then
    check.fail("there is no scene %s to switch to%s", check.show(name),
      next(scenes) and check.hint(name, scenes) or ": the definition has no scenes")
  end
  local present = keep(self)
  local ok, err = lines.within(self, name, beginOther, self, def, name, ...)
  if not ok then
    clear(self)
    restore(self, present)
    failIn(name, err)
  end
  local other = keep(self)
  restore(self, present)
  clear(self)
  restore(self, other)
end

--- Create a thing.
---@param def hitbox.ThingDef|string a definition, or the name of a type, which is then the thing's
---   name too
---@param overrides hitbox.ThingDef|nil for a type: keys that replace those of the type; the name
---   may be left out
---@return hitbox.Thing
--- Errors: those of the scene's definition. Nothing is created then.
function Scene:spawn(def, overrides)
  if type(def) == "string" then
    local named = { self._types:check(def, "the first argument", "spawn",
      ". For a thing without a type write s:spawn { '" .. def .. "', at = { 8, 8 } }"), type = def }
    for key, value in pairs(check.type(overrides or {}, "table", "overrides", "spawn")) do
      named[key] = value
    end
    def = named
  elseif overrides ~= nil then
    check.type(def, "table", "the first argument", "spawn")
    check.fail("overrides of spawn need the name of a type, as s:spawn('foe', { at = { 8, 8 } }): put them into the definition")
  end
  return spawn(self, def, "a thing")
end

--- Make a thing from a definition of an older scene, without a parent.
function Scene:_remake(def)
  return spawn(self, def, "a thing", false)
end

--- Make a thing of a map.
function Scene:_spawnTile(def)
  return spawn(self, def, "a tile")
end

--- Make a thing from a compiled definition.
---@param def hitbox.ThingDef resolved
---@param thingClass internal.ThingClass
---@param mould internal.Mould
---@return hitbox.Thing
function Scene:_spawnCast(def, thingClass, mould)
  return enter(self, things.cast(self, def, def, thingClass, mould, "thing '" .. def[1] .. "'"))
end

--- Compile what things with the same definition share.
---@param def hitbox.ThingDef resolved
---@param typeName string|nil
---@return internal.ThingClass
---@return internal.Mould
function Scene:_workOut(def, typeName)
  local owner = "thing '" .. def[1] .. "'"
  checkName(self, def[1], "a tile", "begin with")
  return self._types:classOfDef(def, typeName), things.mould(self, def, owner)
end

--- Check a definition of things that are made later.
function Scene:_checkDef(def, owner)
  checkName(self, def[1], owner, "begin with")
  check.keys(def, things.keys, owner)
end

--- Iterate over the living things in order of creation. The loop may remove and create things, and
--- change teams; it skips things created during the loop.
---@param word string|nil only things with this name, type, group or team
---@return fun(last, thing): hitbox.Thing|nil iterator for `for thing in scene:each() do`
function Scene:each(word, _)
  if word == nil and selves[self] ~= "scene" then
    check.badSelf("each", "scene", self)
  elseif _ ~= nil then
    check.surplus("each", "word", 1, _)
  end
  local list = word == nil and self._all or self._names[word]
  if not list then
    unknownNames.note(self, word, "each")
  end
  if not list or not list.last then
    return nextOfEmpty
  end
  return lists.iterator(list), list.last.order
end

--- Return the number of living things.
---@param word string|nil only things with this name, type, group or team
---@return integer
function Scene:count(word)
  local list = word == nil and self._all or self._names[word]
  if not list then
    unknownNames.note(self, word, "count")
  end
  return list and list.count or 0
end

--- Set `contacts` to the contacts of the boxes as they are placed now. No function of a rule is called,
--- and the next tick does not depend on it.
function Scene:updateContacts()
  self._contacts:update()
end

--- Return a sentence that says which rule applies to two things, or why none does.
---@param a hitbox.Thing
---@param b hitbox.Thing
---@param kindA string|nil only this box of a
---@param kindB string|nil only this box of b
---@return string
--- Errors: a or b is not a thing of this scene.
function Scene:why(a, b, kindA, kindB)
  return why(self, a, b, kindA, kindB)
end

--- Return a hash of the scene's state: 16 hexadecimal digits. The same script with the same input
--- gives the same hash in each tick, in every Lua.
---@return string
function Scene:hash()
  return state.hash(self)
end

--- Take over the state of an older scene, after its script was edited and loaded again: things,
--- fields, actions, the tasks of `start` and more. Values that the script defines differently now
--- come from the new script; "Live reload" in docs/guides/scenes/scenes.md lists all. The old scene
--- cannot be used any more.
---@param old hitbox.Scene
--- Errors: old is not a scene.
function Scene:reloadFrom(old)
  if selves[old] ~= "scene" or old == self then
    check.refuse("the scene", "reloadFrom", "another scene", old)
  end
  if old.current ~= self.current and (self._main.scenes or {})[old.current] then
    self:switch(old.current, unpack(old._given, 1, old._given.n))
  end
  reload(self, old)
end

check.extend(Scene, behaviour.methods)
check.extend(Scene, queries.sceneMethods)

--- Ask the host to end the scene: set `done`.
function Scene:quit()
  self._own.done = true
end

maps.addMethods(Scene)
check.guard(Scene, "scene", { step = true, each = true })

---@param hitbox hitbox
---@return fun(def: hitbox.SceneDef): hitbox.Scene
return function(hitbox)
  items.take(hitbox)
  return function(def)
    return make(hitbox, def)
  end
end
