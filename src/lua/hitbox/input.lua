--- The input of a scene: which buttons are held, and which have just gone down or up. The host
--- hands in what is held, once per tick; this keeps what was held before.
local folder = (...):match("^.*[./]") or ""
local check = require(folder .. "check")

--- Actions, to which the host maps its keys, and devices, whose buttons are "key z", "pad a", ...
local actions = {
  left = true, right = true, up = true, down = true, jump = true, fire = true, start = true,
}
local devices = { key = true, mouse = true, pad = true }

---@class hitbox.Input
---@field x number -1..1, left to right: of the buttons, or of a stick
---@field y number -1..1, up to down
---@field mouse {x: number, y: number, moved: boolean} in world units; whether it is elsewhere than
---   in the tick before
local Input = {}
Input.__index = Input

--- Make an input in which nothing is held.
---@return hitbox.Input
function Input.new()
  return setmetatable({
    x = 0, y = 0, mouse = { x = 0, y = 0, moved = false }, hasMouse = false, now = {}, before = {},
  }, Input)
end

--- Raise an error unless the name is an action, or a button such as "key z".
---@param name any
---@return string name
function Input.checkName(name)
  if not actions[name] and not devices[type(name) == "string" and name:match("^(%a+) .") or 0] then
    check.fail("no input is called %s%s", check.show(name), check.hint(name, actions))
  end
  return name
end

local function axis(given, less, more)
  if given and given ~= 0 and given == given then
    return math.max(-1, math.min(1, given))
  end
  return (more and 1 or 0) - (less and 1 or 0)
end

--- Take what is held in the tick that begins.
---@param raw table|nil `held` (a set of names), `x`, `y` (a stick; used unless 0), `mouse` (its x
---   and y); nil: nothing is held, the mouse rests
function Input:feed(raw)
  local now, before = self.before, self.now
  self.now, self.before = now, before
  for name in pairs(now) do
    now[name] = nil
  end
  local held = raw and raw.held
  if held then
    for name, down in pairs(held) do
      now[name] = down or nil
    end
  end
  self.x = axis(raw and raw.x, now.left, now.right)
  self.y = axis(raw and raw.y, now.up, now.down)
  local mouse, given = self.mouse, raw and raw.mouse or self.mouse
  mouse.moved = self.hasMouse and (given.x ~= mouse.x or given.y ~= mouse.y)
  mouse.x, mouse.y = given.x, given.y
  self.hasMouse = self.hasMouse or given ~= mouse
end

--- Take over what another input holds.
---@param other hitbox.Input
function Input:copy(other)
  self:feed({ held = other.before })
  self:feed({ held = other.now, x = other.x, y = other.y, mouse = other.mouse })
  self.hasMouse, self.mouse.moved = other.hasMouse, other.mouse.moved
end

--- Whether a button is held.
---@param name string "left", "jump", "key z", "mouse left", "pad a", ...
---@return boolean
--- Errors: no such name.
function Input:down(name)
  return self.now[name] or Input.checkName(name) == nil
end

--- Whether a button has gone down in this tick.
---@param name string
---@return boolean
--- Errors: no such name.
function Input:pressed(name)
  return self:down(name) and not self.before[name]
end

--- Whether a button has gone up in this tick.
---@param name string
---@return boolean
--- Errors: no such name.
function Input:released(name)
  return not self:down(name) and self.before[name] == true
end

return Input
