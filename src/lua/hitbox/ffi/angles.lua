--- Angles in LuaJIT, past Lua's API. A part of ffi/world.lua.
local ffi = require "ffi"
local type = type

--- Replace the functions of C.
---@param C fun(name: string, declaration: string): ffi.cdata* a function of C's
---@param hitbox table
return function(C, hitbox)
  local cDirection = C("direction", "double (*)(double, double *)")
  local cAngle = C("angle", "double (*)(double, double)")
  local direction, angle, largest = hitbox.direction, hitbox.angle, hitbox.MAX_COORD
  local left = ffi.new("double[2]") -- by C: the second number, and how often it was called

  local function isCoordinate(value)
    return type(value) == "number" and value >= -largest and value <= largest
  end

  function hitbox.direction(a)
    if not isCoordinate(a) then
      return direction(a)
    end
    local calls = left[1]
    local x = cDirection(a, left)
    local y = left[0]
    if left[1] ~= calls + 1 then -- a finalizer has called it in between, where a compiled trace ended
      return direction(a)
    end
    return x, y
  end

  function hitbox.angle(x, y)
    if isCoordinate(x) and isCoordinate(y) then
      return cAngle(x, y)
    end
    return angle(x, y)
  end
end
