-- Differences between the Luas that the specs run on, from 5.1 and LuaJIT to 5.5.
local versions = {}

versions.isJit = type(jit) == "table"

--- The chunk of a text, with the globals of an environment.
function versions.chunk(env, text, name)
  if setfenv then
    return setfenv(assert(loadstring(text, name)), env)
  end
  return assert(load(text, name, "t", env))
end

--- Call a function when its result has no references any more.
function versions.finalized(f)
  if newproxy then -- before 5.2 only userdata have finalizers
    local made = newproxy(true)
    getmetatable(made).__gc = f
    return made
  end
  return setmetatable({}, { __gc = f })
end

--- Collect all garbage. LuaJIT's traces hold the objects they were compiled with, so they go first.
function versions.collect()
  if versions.isJit then
    jit.flush()
  end
  collectgarbage()
  collectgarbage()
end

--- How many kilobytes of garbage a function makes. Traces of LuaJIT's compiler are none.
function versions.garbage(f)
  local compiles = versions.isJit and jit.status()
  if compiles then
    jit.off()
    jit.flush() -- else traces that are there beget others
  end
  collectgarbage()
  collectgarbage("stop")
  f() -- again, as the collection made stacks smaller
  local before = collectgarbage("count")
  f()
  local made = collectgarbage("count") - before
  collectgarbage("restart")
  if compiles then
    jit.on()
  end
  return made
end

--- @param step integer bytes from one step to the next, which only 5.5 lets one choose so finely
local function setCollector(pause, effort, step)
  if _VERSION >= "Lua 5.5" then
    collectgarbage("incremental") -- the program lua begins as a generational one
    collectgarbage("param", "pause", pause)
    collectgarbage("param", "stepmul", effort)
    collectgarbage("param", "stepsize", step)
  elseif _VERSION == "Lua 5.4" then
    collectgarbage("incremental", pause, effort)
  else
    collectgarbage("setpause", pause)
    collectgarbage("setstepmul", effort)
  end
end

--- Whether tests run while the collector takes a full cycle at each step: tests/tools/collect.lua sets it.
versions.isCollecting = false

--- How often a test is to do what it does very often: an eighth of that while the collector goes round.
---@param n integer
---@return integer
function versions.rounds(n)
  return versions.isCollecting and math.ceil(n / 8) or n
end

--- From now on take a full cycle whenever Lua asks the collector for a step. 5.1 asks for each string
--- that is pushed: there it is less than one, unless all of them are wanted.
---@param all boolean|nil
function versions.collectAlways(all)
  if versions.isJit or all and _VERSION == "Lua 5.1" or _VERSION >= "Lua 5.5" then
    setCollector(0, 0, 1) -- no pause between cycles, no limit to a step
  elseif _VERSION == "Lua 5.1" then
    setCollector(1, 1000)
  else
    setCollector(1, _VERSION == "Lua 5.4" and 1000 or 1000000)
  end
  collectgarbage() -- ends the pause that there is
end

--- From now on collect as Lua does of itself.
function versions.collectUsually()
  setCollector(200, _VERSION == "Lua 5.4" and 100 or 200, 9600)
end

return versions
