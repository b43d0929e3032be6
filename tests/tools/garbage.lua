--- The garbage of a function in its steady state, in any Lua.

--- Call a function `times` times, in five rounds: in some of them a table may grow again, and the first one after
--- a collection makes room on Lua's stack.
---@param times integer
---@param f function
---@return number bytes of the round with the fewest
return function(times, f)
  if type(jit) == "table" then
    jit.off() -- as what it compiles takes memory
  end
  for _ = 1, times do
    f()
  end
  collectgarbage()
  collectgarbage("stop")
  local least = 1 / 0
  for _ = 1, 5 do
    local before = collectgarbage("count")
    for _ = 1, times do
      f()
    end
    least = math.min(least, (collectgarbage("count") - before) * 1024)
  end
  collectgarbage("restart")
  if type(jit) == "table" then
    jit.on()
  end
  return math.max(0, least) -- a table may shrink
end
