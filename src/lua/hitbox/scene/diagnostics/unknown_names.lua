--- The names of a scene's things, and unknown names that a script used: probably misspelt if they are
--- close to a known one. Things may be created later, so these are not errors, but a host can show
--- them.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local ordered = require(folder .. "scene.ordered")

local unknownNames = {}

--- By scene, the words of which no thing was ever called when they were asked for, and how many.
local unknown = setmetatable({}, { __mode = "k" })

local MAX_WORDS = 100 -- words that are remembered: a script may make them up

--- The words that things are or were called, and that those of the types will be.
---@param scene hitbox.Scene
---@return table<string, true>
function unknownNames.words(scene)
  local words = {}
  for _, from in ipairs({ scene._names, scene._types.defs }) do
    for word in pairs(from) do
      words[word] = true
    end
  end
  for _, def in pairs(scene._types.defs) do -- of which there may be no thing yet
    words[def.team or "*"] = true
    for _, group in ipairs(def.groups or {}) do
      words[group] = true
    end
  end
  return words
end

--- Note that nothing is called by a word that is asked for.
---@param scene hitbox.Scene
---@param word any
---@param call string
--- Errors: it is no word.
function unknownNames.note(scene, word, call)
  check.called(word, "the word", call)
  local list = unknown[scene] or { count = 0, calls = {} }
  unknown[scene] = list
  if not list.calls[word] and list.count < MAX_WORDS then
    list.calls[word] = call
    list.count = list.count + 1
  end
end

--- Return the name that a word probably stands for. Its first letter is right: a ball is not a wall. And
--- the second foe may come later than the first.
local function nearest(word, words)
  for _, other in ipairs(ordered.keys(words)) do
    local begins = word:sub(1, 1):lower() == other:sub(1, 1):lower()
    if begins and not word:find("%d") and check.isNear(word, other) then
      return other
    end
  end
end

--- The first word that a script asks for, and that is most likely a slip.
---@param scene hitbox.Scene
---@return string|nil text a sentence for people
function unknownNames.hint(scene)
  local words, uses = unknownNames.words(scene), {}
  for word, call in pairs(unknown[scene] and unknown[scene].calls or {}) do
    uses[word] = ("s:%s(\"%s\")"):format(call, word)
  end
  for _, pattern in ipairs(scene.rules.queryPatterns) do
    for _, word in ipairs(pattern.words or {}) do
      uses[word] = ("a query for '%s'"):format(word)
    end
  end
  for _, rule in ipairs(scene.rules.list) do -- which are judged by themselves
    for _, pattern in ipairs(rule.patterns) do
      for _, word in ipairs(pattern.words or {}) do
        uses[word] = nil
      end
    end
  end
  for _, word in ipairs(ordered.keys(uses)) do
    local meant = not words[word] and nearest(word, words)
    if meant then
      return ("%s finds nothing, because nothing has that name, did you mean '%s'?"):format(uses[word], meant)
    end
  end
end

return unknownNames
