--- Helpers for specs of scenes.
local hitbox = require "hitbox"

local support = {}

--- The message of the error that a call raises.
function support.message(f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error was raised")
  return message
end

--- The message, without file and line, of making a scene.
function support.refusal(def)
  return (support.message(hitbox.scene, def):gsub("^[^:]*:%d+: ", ""))
end

--- A scene that writes down what its rules tell: "tick on a.kind b.kind".
function support.logged(def)
  local function log(word)
    return function(s, c)
      table.insert(s.log, ("%d %s %s.%s %s.%s"):format(c.tick, word, c.a.name, c.kindA, c.b.name,
        c.kindB))
    end
  end
  def.on, def.stay, def.exit = log("on"), log("stay"), log("exit")
  local start = def.start
  def.start = function(s)
    s.log = {}
    if start then
      start(s)
    end
  end
  return hitbox.scene(def)
end

--- Names of things, in order of making, with their field `number` if they have one.
---@param word string|nil as of scene:each
function support.names(scene, word)
  local list = {}
  for thing in scene:each(word) do
    list[#list + 1] = thing.name .. (thing.number or "")
  end
  return table.concat(list, " ")
end

function support.steps(scene, n, raw)
  for _ = 1, n do
    scene:step(raw)
  end
end

--- A table with too many paths to its innermost table to follow them all.
---@param last any what is in there
function support.lattice(last)
  local made = { last }
  for _ = 1, 60 do
    made = { made, made }
  end
  return made
end

--- Left, top, right and bottom edge of a thing's box.
function support.edges(thing, kind)
  local x, y, w, h = thing:rect(kind)
  return { x, y, x + w, y + h }
end

--- The same of all things of a name, from top to bottom and from left to right.
function support.rects(s, name)
  local list = {}
  for thing in s:each(name) do
    list[#list + 1] = support.edges(thing)
  end
  table.sort(list, function(a, b)
    return a[2] < b[2] or a[2] == b[2] and a[1] < b[1]
  end)
  return list
end

return support
