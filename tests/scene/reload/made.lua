--- Parts of scenes for the specs of reloads.
local made = {}

--- An action that is active in the frames 10 to 16, and so in the tick of the reload.
function made.jab(width)
  return { frames = 20, [10] = { hit = { x = 8, w = width or 10, h = 4 } }, [17] = {} }
end

function made.boxer(jabs)
  return { "ann", at = { 0, 0 }, boxes = { push = { w = 8, h = 20 }, hurt = { w = 10, h = 18 } }, actions = jabs }
end

--- A class whose objects go on by a speed.
function made.Camera(speed)
  local class = {}
  class.__index = class
  function class:pan() self.x = self.x + speed end
  return class
end

return made
