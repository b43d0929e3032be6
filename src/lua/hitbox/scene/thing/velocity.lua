--- How hits change the velocities of things, `vx` and `vy`, in world units per tick.

local velocity = {}

--- Whether a thing has a velocity that a hit may change.
function velocity.isOf(thing)
  return type(thing.vx) == "number" and type(thing.vy) == "number"
end

--- Return the speed after a bounce. A speed of at most one tick of gravity becomes 0; otherwise a thing would hop on the
--- ground for ever.
---@param into number the speed into the surface
---@param options hitbox.MoveByVelocityOptions
function velocity.returned(into, bounce, options)
  local gives = bounce or options.bounce or 1
  return into * gives > math.abs(options.gravity or 0) and gives or 0
end

--- Change the velocity of a thing at a hit, and that of the other thing if it bounces off it: each gets half of the
--- change, as if both had the same mass.
---@param bounce number|nil of the rule
---@param options hitbox.MoveByVelocityOptions|nil nil: it slides
local function deflect(thing, other, nx, ny, bounce, options)
  local vx, vy, wx, wy, share = thing.vx, thing.vy, 0, 0, 1
  if other then
    wx, wy, share = other.vx, other.vy, 0.5
  end
  local into = math.min((vx - wx) * nx + (vy - wy) * ny, 0)
  local gives = options and velocity.returned(-into, bounce, options) or 0
  local change = share * (1 + gives) * into
  thing.vx, thing.vy = vx - change * nx, vy - change * ny
  if other then
    other.vx, other.vy = wx + change * nx, wy + change * ny
  end
end

--- Change the velocities of a thing and of the thing that it has hit, as the rule says.
function velocity.take(thing, other, nx, ny, response, rule, options)
  if rule.response == "bounce" then
    deflect(thing, velocity.isOf(other) and other or nil, nx, ny, rule.bounce, options)
  elseif response == "slide" then
    deflect(thing, nil, nx, ny)
  end
end

return velocity
