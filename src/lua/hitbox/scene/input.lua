--- The input of a scene: which buttons are held, and which have just gone down or up. The host
--- hands in what is held, once per tick; this keeps what was held before. A scene calls `down`, `pressed`,
--- `released`, `axis`, `bind` and `buttons`; all else is for hosts.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local selves = check.selves

--- Input actions, to which the host binds its keys, and devices, whose buttons are "key z", "pad a" and so on. A button
--- of a numbered pad counts for all pads too: "pad2 a" holds "pad a" as well.
local actions = {
  left = true, right = true, up = true, down = true, jump = true, fire = true, start = true,
}
local devices = { key = true, mouse = true, pad = true }

---@class hitbox.Input
---@field x number -1..1, left to right: from the buttons, or a stick
---@field y number -1..1, up to down
---@field aim {x: number, y: number} the right stick, -1..1 each
---@field mouse {x: number, y: number, moved: boolean} the position in world units, and whether it
---   changed since the last tick. The first position is not a motion
local Input = {}
-- Apart from the class, which no script may reach and change.
local meta = { __index = Input, __newindex = check.fieldSetter("input") }

-- An input action is not a field: reading input.left would always give nil.
setmetatable(Input, { __index = function(_, key)
  if actions[key] then
    check.fail("an input has no field '%s': call input:down(\"%s\")", key, key)
  end
end })

--- Nor are the buttons of the mouse fields of it.
local mouseFields = { left = "left", middle = "middle", right = "right", down = "left", pressed = "left", button = "left" }
local mouseMeta = { isRecord = true, __index = function(_, key)
  if mouseFields[key] then
    check.fail("a mouse has no field '%s', only x, y and moved: call input:down(\"mouse %s\")", key,
      mouseFields[key])
  end
end }

local function isButton(name)
  return type(name) == "string" and (devices[name:match("^(%a+) .") or 0] or name:find("^pad[1-8] .") ~= nil)
end

local ofAny = {} -- by the name of a button: that of any pad, if it is of one alone, or false

--- The name of the same button of any pad.
local function anyPad(name)
  local any = ofAny[name]
  if any == nil then
    any = name:find("^pad[1-8] .") and "pad" .. name:sub(5)
    ofAny[name] = any or false
  end
  return any
end

--- Raise an error unless the value is a list of buttons.
local function checkButtons(action, buttons)
  local owner = ("action %s of the input"):format(check.show(action))
  if type(buttons) ~= "table" then
    check.refuse("the value", owner, "a list of buttons, as { 'key c', 'pad b' }", buttons)
  end
  check.list(buttons, "the value", owner)
  for i = 1, #buttons do
    if not isButton(buttons[i]) then
      check.fail("[%d] of %s must be a button, as 'key c', 'mouse left' or 'pad a', got %s", i, owner,
        check.show(buttons[i]))
    end
  end
  return buttons
end

--- Raise an error unless a table of input actions is valid.
---@param given table<string, string[]>
function Input.check(given)
  for action, buttons in pairs(given) do
    if type(action) ~= "string" or action:find(" ") or action == "" then
      check.fail("an action of the input must be a word, got %s", check.show(action))
    end
    checkButtons(action, buttons)
  end
end

--- Create an input in which nothing is held.
---@param given table<string, string[]>|nil buttons of the scene's own input actions, and of
---   built-in ones that it changes
---@param before hitbox.Input|nil an input whose bindings stay
---@param mouse boolean|nil true if the scene uses the left mouse button
---@return hitbox.Input
function Input.new(given, before, mouse)
  local self = setmetatable({
    x = 0, y = 0, aim = { x = 0, y = 0 }, now = {}, before = {},
    mouse = setmetatable({ x = 0, y = 0, moved = false }, mouseMeta), hasMouse = false,
    given = given or {}, bound = before and before.bound or {}, clicks = mouse and { fire = "mouse left" } or {},
    _directButtons = before and before._directButtons or {}, -- buttons that the scene reads by name, not by an action
  }, meta)
  check.selves[self] = "input"
  return self
end

--- The buttons of an action, if the scene says which.
local function buttonsOf(self, action)
  return self.bound[action] or self.given[action]
end

--- Keys that are called otherwise elsewhere, or only by themselves.
local keyNames = { space = "space", enter = "return", ["return"] = "return", shift = "left shift", lshift = "left shift",
  ctrl = "left ctrl", lctrl = "left ctrl", alt = "left alt", tab = "tab", backspace = "backspace", escape = "escape" }

--- Return a hint for an unknown name.
local function hintOf(name, known)
  local key = type(name) == "string" and (#name == 1 and name:find("%w") and name or keyNames[name])
  if key then
    return (", did you mean 'key %s'?"):format(key:lower())
  end
  local direction = type(name) == "string" and (name:match("^arrow ?(%a+)$") or name:match("^(%a+) ?arrow$"))
  if direction and actions[direction] then
    return (", did you mean '%s'?"):format(direction)
  end
  return check.hint(name, known)
end

--- Raise an error unless the name is an input action, or a button such as "key z".
---@param name any
---@return string name
function Input:checkName(name)
  if isButton(name) then
    self._directButtons[name] = true
  elseif not actions[name] and not buttonsOf(self, name) then
    local known = {}
    for _, names in ipairs({ actions, self.given, self.bound }) do
      for action in pairs(names) do
        known[action] = true
      end
    end
    local hint = hintOf(name, known)
    local buttons = hint:find("did you mean", 1, true) and "" or "; buttons have names as 'key space', 'mouse left', 'pad a'"
    check.fail("there is no input named %s%s%s", check.show(name), hint, buttons)
  end
  return name
end

--- Bind buttons to an input action, for as long as the program runs.
---@param action string a built-in one ("jump"), or one of the scene
---@param buttons string[]|nil such as "key c", "mouse left", "pad a"; nil: the original ones
--- Errors: no such input action; a name that is not a button.
function Input:bind(action, buttons)
  if isButton(action) then
    check.fail("a button cannot be bound, only an action: got %s", check.show(action))
  end
  self.bound[self:checkName(action)] = buttons and checkButtons(action, buttons) or nil
end

--- Return the buttons of an input action.
---@param action string
---@return string[]|nil buttons read only; nil if they are the host's defaults
--- Errors: no such input action.
function Input:buttons(action)
  return buttonsOf(self, self:checkName(action))
end

--- The first of the buttons that actions were given, or that the scene asks for, of which a function says yes.
---@param is fun(button: string): boolean
---@return string|nil
function Input:_findButton(is)
  for _, lists in ipairs({ self.given, self.bound }) do
    for _, buttons in pairs(lists) do
      for _, button in ipairs(buttons) do
        if is(button) then
          return button
        end
      end
    end
  end
  for button in pairs(self._directButtons) do
    if is(button) then
      return button
    end
  end
end

local function axis(given, less, more)
  if given and given ~= 0 and given == given then
    return math.max(-1, math.min(1, given))
  end
  return (more and 1 or 0) - (less and 1 or 0)
end

local none = {}

--- Actions of which a button is held are, but for those that others say more of.
local function press(now, lists, others)
  for action, buttons in pairs(lists) do
    for i = 1, others[action] and 0 or #buttons do
      if now[buttons[i]] then
        now[action] = true
      end
    end
  end
end

local axes = { "x", "y" }
local rawKeys = { held = true, usual = true, x = true, y = true, aim = true, mouse = true }

--- Raise an error unless a table may be what is handed in. Names in `held` may be those of actions that another
--- scene has.
---@param raw table
function Input._checkRaw(raw)
  check.keys(check.type(raw, "table", "the input", "a step"), rawKeys, "the input of a step")
  local held, mouse, aim = raw.held, raw.mouse, raw.aim
  if mouse ~= nil then
    check.number(check.type(mouse, "table", "mouse", "a step").x, "x of the mouse", "a step")
    check.number(mouse.y, "y of the mouse", "a step")
  end
  if aim ~= nil then
    check.number(check.type(aim, "table", "aim", "a step").x, "x of aim", "a step")
    check.number(aim.y, "y of aim", "a step")
  end
  for _, key in ipairs(axes) do
    if raw[key] ~= nil then
      check.type(raw[key], "number", key, "a step")
    end
  end
  if held ~= nil and next(check.type(held, "table", "held", "a step")) ~= nil then
    for name in pairs(held) do
      if type(name) ~= "string" then
        check.fail("held of a step must be by name, as { left = true }, got the key %s", check.show(name))
      end
    end
  end
end

--- Set the input of the tick that starts.
---@param raw table|nil `held`: a set of names; `usual`: input actions held by the host's default
---   buttons, which count only if the scene has no other buttons for them; `x`, `y`: a stick, used
---   unless 0; `aim`: x and y of the right stick; `mouse`: its x and y. nil: nothing is held, and
---   the mouse rests
--- Errors: `raw` has an unknown key, or `held` is not by name.
function Input:feed(raw)
  if raw ~= nil then
    Input._checkRaw(raw)
  end
  local now, before = self.before, self.now
  self.now, self.before = now, before
  for name in pairs(now) do
    now[name] = nil
  end
  local held = raw and raw.held
  if held then
    for name, down in pairs(held) do
      now[name] = down or now[name]
      local any = down and anyPad(name)
      if any then
        now[any] = true
      end
    end
  end
  for name, down in pairs(raw and raw.usual or none) do
    if down and not buttonsOf(self, name) then
      now[name] = true
    end
  end
  for name, button in pairs(held and self.clicks or none) do
    if held[button] and not buttonsOf(self, name) then
      now[name] = true
    end
  end
  if held then
    press(now, self.given, self.bound)
    press(now, self.bound, none)
  end
  self.x = axis(raw and raw.x, now.left, now.right)
  self.y = axis(raw and raw.y, now.up, now.down)
  local aim = raw and raw.aim or none
  self.aim.x, self.aim.y = axis(aim.x), axis(aim.y)
  local mouse, given = self.mouse, raw and raw.mouse or self.mouse
  mouse.moved = self.hasMouse and (given.x ~= mouse.x or given.y ~= mouse.y)
  mouse.x, mouse.y = given.x, given.y
  self.hasMouse = self.hasMouse or given ~= mouse
end

--- Copy the state of another input.
---@param other hitbox.Input
function Input:copy(other)
  if selves[other] ~= "input" then
    check.refuse("the other", "copy", "an input", other)
  end
  self:feed({ held = other.before })
  self:feed({ held = other.now, x = other.x, y = other.y, aim = other.aim, mouse = other.mouse })
  self.hasMouse, self.mouse.moved = other.hasMouse, other.mouse.moved
end

--- Raise an error if a method is called with '.'; the name is then the first argument, or nil.
local function checkSelf(call, self, name)
  if name == nil and selves[self] ~= "input" or not self.now then
    check.badSelf(call, "input", self)
  end
end

--- Return whether a predicate holds for one of several buttons. All names are checked.
local function anyOf(call, self, is, ...)
  for i = 1, select("#", ...) do
    is = call(self, (select(i, ...))) or is
  end
  return is
end

--- Return whether a button is held, or one of several.
---@param name string "left", "jump", "key z", "mouse left", "pad a" (of any pad), "pad2 a" (of the
---   second one), ...
---@param ... string more names
---@return boolean
--- Errors: no such name.
function Input:down(name, ...)
  checkSelf("down", self, name)
  local is = self.now[name] or self:checkName(name) == nil
  return anyOf(Input.down, self, is, ...)
end

--- Return whether a button went down in this tick, or one of several.
---@param name string
---@param ... string
---@return boolean
--- Errors: no such name.
function Input:pressed(name, ...)
  checkSelf("pressed", self, name)
  local is = self:down(name) and not self.before[name]
  return anyOf(Input.pressed, self, is, ...)
end

--- Return whether a button went up in this tick, or one of several.
---@param name string
---@param ... string
---@return boolean
--- Errors: no such name.
function Input:released(name, ...)
  checkSelf("released", self, name)
  local is = not self:down(name) and self.before[name] == true
  return anyOf(Input.released, self, is, ...)
end

--- Return the direction of two buttons, as `x` does for left and right. For a second player, or a
--- camera.
---@param less string an input action or a button, as for `down`
---@param more string
---@return -1|0|1 axis -1 if only `less` is held, 1 if only `more` is, else 0
--- Errors: no such name.
function Input:axis(less, more)
  return axis(nil, self:down(less), self:down(more))
end

check.guard(Input, "input", { check = true, new = true, feed = true, down = true, pressed = true, released = true })

return Input
