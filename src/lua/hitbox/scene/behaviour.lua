--- Timers, tweens, coroutines and small state machines of a scene. All are tasks. They run at the start
--- of a tick, before `update`, in order of creation.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local reserved = require(folder .. "scene.diagnostics.reserved_fields")

---@class hitbox.Task
---@field done boolean true if it has ended
local Task = {}
local setField = check.fieldSetter("task")
-- Apart from the class, which no script may reach and change.
local meta = { __index = Task, __newindex = setField }

--- End the task now.
function Task:stop()
  self.done = true
end

local eases = {
  linear = function(t) return t end,
  ["in"] = function(t) return t * t end,
  out = function(t) return t * (2 - t) end,
  inOut = function(t) return t * t * (3 - 2 * t) end,
}

local behaviour = {}

local function add(scene, task)
  task.done, check.selves[task] = false, "task"
  scene._tasks[#scene._tasks + 1] = setmetatable(task, meta)
  return task
end

local function isGone(subject)
  if check.selves[subject] == "thing" then
    return not subject.alive
  end
  return type(subject) == "table" and rawget(subject, "alive") == false
end

--- Run the tasks of a tick. Tasks that are made meanwhile run from the next tick on.
---@param scene hitbox.Scene
---@return boolean over one of them has restarted the scene
function behaviour.step(scene)
  local list = scene._tasks
  local count, kept = #list, 0
  for i = 1, count do
    local task = list[i]
    if not task.done then
      task.done = isGone(task.subject) or task.run(task, scene) == true
      if scene._tasks ~= list then
        return true
      end
    end
  end
  for i = 1, #list do
    local task = list[i]
    list[i] = nil
    if not task.done then
      kept = kept + 1
      list[kept] = task
    end
  end
  return false
end

-- ---- Timers -------------------------------------------------------------------------------------

local function runTimer(task, scene)
  if scene.ticks >= task.at then
    task.at = task.at + task.period
    task.call(scene, task)
    return task.period == 0
  end
end

--- Check a number of ticks. A fraction is probably meant in seconds.
local function checkTicks(scene, ticks, what)
  if type(ticks) == "number" and ticks > 0 and ticks < 1 then
    check.fail("the ticks of %s must be a whole number >= 1, got %s: a second has %d ticks", what,
      check.show(ticks), scene.def.tick or 60)
  end
  return check.count(ticks, "the ticks", what)
end

local function newTimer(scene, ticks, call, what, period)
  checkTicks(scene, ticks, what)
  check.type(call, "function", "the function", what)
  return add(scene, { run = runTimer, at = scene.ticks + ticks, ticks = ticks, period = period, call = call })
end

-- ---- Tweens -------------------------------------------------------------------------------------

local function runTween(task, scene)
  local n = scene.ticks - task.from
  local fraction = n >= task.ticks and 1 or task.ease(n / task.ticks)
  for _, key in ipairs(task.keys) do
    local first, goal = task.first[key], task.goals[key]
    task.subject[key] = n >= task.ticks and goal or first + (goal - first) * fraction
  end
  if n >= task.ticks then
    if task.call then
      task.call(scene, task)
    end
    return true
  end
end

-- ---- Coroutines ---------------------------------------------------------------------------------

--- Resume a coroutine. Its errors are raised here, with its traceback.
local function resume(task, scene, ...)
  local ok, wanted = coroutine.resume(task.thread, ...)
  if not ok then
    task.done = true
    error(type(wanted) == "string" and debug.traceback(task.thread, wanted) or wanted, 0)
  end
  task.at = type(wanted) == "number" and scene.ticks + wanted or 0
  task.till = type(wanted) == "function" and wanted
  return coroutine.status(task.thread) == "dead"
end

local function runCoroutine(task, scene)
  if scene.ticks >= task.at and (not task.till or task.till(scene)) then
    return resume(task, scene)
  end
end

-- ---- State machines -----------------------------------------------------------------------------

---@class hitbox.Machine: hitbox.Task
---@field state string
---@field ticks integer the number of ticks in the current state
local Machine = setmetatable({}, { __index = Task })
local machineMeta = { __index = Machine, __newindex = setField }

--- Change to another state, or start the same one again.
---@param name string
--- Errors: there is no such state.
function Machine:switch(name)
  check.word(name, self.states, "the state", "a machine")
  local before = self.states[self.state]
  if before and before.exit then
    before.exit(self.subject, self)
  end
  self.state, self.ticks = name, 0
  local enter = self.states[name].enter
  if enter then
    enter(self.subject, self)
  end
end

check.guard(Task, "task")
check.guard(Machine, "task")

local function runMachine(machine)
  machine.ticks = machine.ticks + 1
  local update = machine.states[machine.state].update
  local name = update and update(machine.subject, machine)
  if name ~= nil and not machine.done then
    if type(name) ~= "string" or not machine.states[name] then
      local info = debug.getinfo(update, "S") -- it has returned: no line of the script led here
      check.at(info.short_src, info.linedefined)
      local key = ("the next state after %s"):format(check.show(machine.state))
      check.word(name, machine.states, key, "a machine")
    end
    machine:switch(name)
  end
end

local stateKeys = { enter = true, update = true, exit = true }

-- ---- After a reload -----------------------------------------------------------------------------

local isEase = {}
for _, ease in pairs(eases) do
  isEase[ease] = true
end

local function isSameTween(old, new)
  local alike = old.ticks == new.ticks and #old.keys == #new.keys
    and (old.ease == new.ease or not isEase[old.ease] and not isEase[new.ease])
  for key, goal in pairs(new.goals) do
    alike = alike and old.goals[key] == goal
  end
  return alike
end

--- Return whether two tasks have the same subject: a thing, or a table that both scenes can reach.
local function haveSameSubject(m, old, new)
  local twin = m.twins[old.subject]
  if twin ~= nil then
    return twin == new.subject
  end
  return check.selves[old.subject] == nil and check.selves[new.subject] == nil and not m.taken[new.subject]
end

local function count(tasks, run)
  local n = 0
  for _, task in ipairs(tasks) do
    n = n + (task.run == run and 1 or 0)
  end
  return n
end

--- Return whether two tasks of the old and the new `start` are the same.
local function isSame(m, old, new, hasAsMany)
  if old.run ~= new.run then
    return false
  elseif new.run == runTimer then
    return old.ticks == new.ticks and old.period == new.period
  elseif new.run == runCoroutine then
    return hasAsMany
  end
  return haveSameSubject(m, old, new) and (new.run == runMachine or isSameTween(old, new))
end

--- Start a new task now, not at tick 0.
local function beginNow(task, ticks)
  if task.at then
    task.at = task.at + ticks
  elseif task.from then
    task.from = ticks
    for _, key in ipairs(task.keys) do
      task.first[key] = tonumber(task.subject[key]) or task.first[key]
    end
  end
end

--- Continue a task where the old one was. A coroutine starts again, unless it had ended, as its new code has no place to
--- continue from.
local function continueTask(old, new, ticks)
  new.done = new.done or old.done
  if new.run == runTimer then
    new.at = old.at
  elseif new.run == runTween then
    new.from = old.from
  elseif new.run == runCoroutine then
    beginNow(new, ticks)
  elseif new.states[old.state] then
    new.state, new.ticks = old.state, old.ticks
  end
end

--- Continue a tween that was made after `start`, unless it has functions of the old script.
local function continueTween(scene, m, old)
  local subject = m.twins[old.subject] or old.subject
  if old.run == runTween and not old.call and isEase[old.ease] and not (check.selves[subject] == "thing" and subject.scene ~= scene) then
    m.twins[old] = add(scene, { run = runTween, subject = subject, keys = old.keys, first = old.first,
      goals = old.goals, from = old.from, ticks = old.ticks, ease = old.ease })
  end
end

--- Continue the tasks that `start` makes in both scripts. New and changed tasks start, and all others end.
---@param scene hitbox.Scene
---@param old hitbox.Scene
---@param m internal.Merge
---@return table<hitbox.Task, true> starts the tasks that the old `start` has made
function behaviour.reload(scene, old, m)
  local before, now = old._first.tasks, scene._first.tasks
  local hasAsMany = count(before, runCoroutine) == count(now, runCoroutine)
  local starts, ticks = {}, check.size(old.ticks, "ticks", "the scene")
  for _, task in ipairs(before) do
    starts[task] = true
  end
  local from = 1
  for _, task in ipairs(now) do
    local known
    while before[from] and m.twins[before[from]] ~= nil do
      from = from + 1
    end
    for i = from, #before do
      if m.twins[before[i]] == nil and isSame(m, before[i], task, hasAsMany) then
        known = before[i]
        break
      end
    end
    if known then
      m.twins[known] = task
      continueTask(known, task, ticks)
    else
      beginNow(task, ticks)
    end
  end
  for _, task in ipairs(old._tasks) do
    if not starts[task] and not task.done then
      continueTween(scene, m, task)
    end
    task.done = true
  end
  local kept = {}
  for _, task in ipairs(scene._tasks) do
    kept[#kept + 1] = not task.done and task or nil
  end
  scene._own._tasks = kept
  return starts
end

-- ---- Methods of scenes --------------------------------------------------------------------------

--- Call a service of the host, if it has it.
---@param what string "a sound" or "music"
local function callService(service, what, name, options)
  if name ~= nil or what == "a sound" then
    check.type(name, "string", "the name", what)
  end
  if options ~= nil then
    check.type(options, "table", "the options", what)
  end
  if service then
    service(name, options)
  end
end

---@class hitbox.Scene
local Scene = {}
behaviour.methods = Scene

--- Call a function once, after this many ticks.
---@param ticks integer
---@param call fun(s: hitbox.Scene, task: hitbox.Task)
---@return hitbox.Task
function Scene:after(ticks, call)
  return newTimer(self, ticks, call, "after", 0)
end

--- Call a function every this many ticks, until the task is stopped.
---@param ticks integer
---@param call fun(s: hitbox.Scene, task: hitbox.Task)
---@return hitbox.Task
function Scene:every(ticks, call)
  return newTimer(self, ticks, call, "every", ticks)
end

--- Change number fields of a thing or a table gradually. The task ends if the thing is removed.
---@param subject table
---@param goals table<string, number> the final values, by field
---@param ticks integer
---@param ease "linear"|"in"|"out"|"inOut"|fun(t: number): number|nil
---@param call fun(s: hitbox.Scene, task: hitbox.Task)|nil called at the end
---@return hitbox.Task
function Scene:tween(subject, goals, ticks, ease, call)
  local kind = check.selves[subject]
  if kind ~= "thing" and kind ~= "scene" then
    check.type(subject, "table", "the subject", "a tween")
    kind = nil
  end
  if type(goals) ~= "table" then
    check.refuse("the goals", "a tween", "a table, as { x = 10, y = 0 }", goals)
  end
  checkTicks(self, ticks, "a tween")
  if type(ease) ~= "function" then
    ease = eases[check.word(ease or "linear", eases, "ease", "a tween")]
  end
  if call ~= nil then
    check.type(call, "function", "the function", "a tween")
  end
  local keys, first = {}, {}
  for key, goal in pairs(goals) do
    check.number(goal, tostring(key), "the goals of a tween")
    if kind then
      reserved.check(kind, key, subject.name)
    end
    first[key] = check.number(subject[key], tostring(key), "the subject of a tween")
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return add(self, { run = runTween, subject = subject, keys = keys, first = first, goals = goals,
    from = self.ticks, ticks = ticks, ease = ease, call = call })
end

--- Run a function that may call `s:wait`. It runs at once, up to its first wait.
---@param call fun(s: hitbox.Scene, ...: any)
---@param ... any arguments for the function
---@return hitbox.Task
--- Errors: those of the function.
function Scene:run(call, ...)
  check.type(call, "function", "the function", "run")
  local task = add(self, { run = runCoroutine, thread = coroutine.create(call), at = 0 })
  task.done = resume(task, self, self, ...)
  return task
end

--- Wait for a number of ticks, or until a function returns true. Only within `run`.
---@param what integer|fun(s: hitbox.Scene): any|nil default: one tick
--- Errors: it is called outside of `run`.
function Scene:wait(what)
  if type(what) ~= "function" then
    what = what == nil and 1 or checkTicks(self, what, "wait")
  end
  local running, isMain = coroutine.running()
  if not running or isMain then
    check.fail("wait can be called only in a function that was given to run")
  end
  coroutine.yield(what)
end

--- Create a state machine. In each tick it calls `update` of its state, which may return the name
--- of the next state.
---@param states table<string, {enter: function|nil, update: function|nil, exit: function|nil}>
---   functions, called with the subject and the machine
---@param first string
---@param subject any a thing; the machine ends if it is removed. Default: the scene
---@return hitbox.Machine
function Scene:machine(states, first, subject)
  if check.selves[states] then
    check.refuse("the states", "a machine", "a table of states by their names", states)
  end
  check.type(states, "table", "the states", "a machine")
  for name, state in pairs(states) do
    local owner = ("state %s of a machine"):format(check.show(name))
    check.keys(check.type(state, "table", "the definition", owner), stateKeys, owner)
    for key, call in pairs(state) do
      check.type(call, "function", key, owner)
    end
  end
  check.word(first, states, "the first state", "a machine")
  local machine = add(self, { run = runMachine, states = states, scene = self, ticks = 0,
    subject = subject == nil and self or subject })
  setmetatable(machine, machineMeta)
  machine:switch(first)
  return machine
end

--- Play a sound through the host's `services.sound`. Without a host nothing happens.
---@param name string
---@param options table|nil options of the host
function Scene:sound(name, options)
  callService(self.services.sound, "a sound", name, options)
end

--- Play music through the host's `services.music`, or stop it.
---@param name string|nil nil: stop
---@param options table|nil options of the host
function Scene:music(name, options)
  callService(self.services.music, "music", name, options)
end

return behaviour
