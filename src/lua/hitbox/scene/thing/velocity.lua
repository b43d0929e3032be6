--- How hits change the velocities of things, `vx` and `vy`, in world units per tick.

local velocity = {}

--- Whether a thing has a velocity that a hit may change.
function velocity.isOf(thing)
  return type(thing.vx) == "number" and type(thing.vy) == "number"
end

--- Return the speed after a bounce. A speed of at most one tick of gravity becomes 0: else a thing would hop on the
--- ground for ever.
---@param into number how fast it leads into it
---@param going hitbox.MoveByVelocityOptions
function velocity.returned(into, bounce, going)
  local gives = bounce or going.bounce or 1
  return into * gives > math.abs(going.gravity or 0) and gives or 0
end

--- What a hit leaves of a thing's velocity, and of the other one's if it bounces off that: of the two
--- each takes half of the change, as if they were equally heavy.
---@param bounce number|nil of the rule
---@param going hitbox.MoveByVelocityOptions|nil nil if it slides along what was hit, and nothing comes back
local function deflect(thing, other, nx, ny, bounce, going)
  local vx, vy, wx, wy, share = thing.vx, thing.vy, 0, 0, 1
  if other then
    wx, wy, share = other.vx, other.vy, 0.5
  end
  local into = math.min((vx - wx) * nx + (vy - wy) * ny, 0)
  local gives = going and velocity.returned(-into, bounce, going) or 0
  local change = share * (1 + gives) * into
  thing.vx, thing.vy = vx - change * nx, vy - change * ny
  if other then
    other.vx, other.vy = wx + change * nx, wy + change * ny
  end
end

--- Change the velocities of a thing that goes and of what it has hit, as the rule says.
function velocity.take(thing, other, nx, ny, response, rule, going)
  if rule.response == "bounce" then
    deflect(thing, velocity.isOf(other) and other or nil, nx, ny, rule.bounce, going)
  elseif response == "slide" then
    deflect(thing, nil, nx, ny)
  end
end

return velocity
