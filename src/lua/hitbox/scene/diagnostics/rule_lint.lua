--- Words of rules that name nothing, but are close to a name in the scene: probably misspelt. Things may be created
--- later, so these are not errors, but a host can show them.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")
local unknownNames = require(folder .. "scene.diagnostics.unknown_names")
local lines = require(folder .. "scene.diagnostics.lines")
local ordered = require(folder .. "scene.ordered")

--- Return the name that a word probably stands for: a close one that no rule names itself. A rule about a ball, which
--- is created later, and a wall is not about two walls.
local function nearest(word, words, named)
  for _, other in ipairs(ordered.keys(words)) do
    if not named[other] and check.isNear(word, other) then
      return other
    end
  end
end

local function note(set, list)
  for _, word in ipairs(list or {}) do
    set[word] = true
  end
end

--- The first of the words of a pattern, or of its kinds, that is most likely a slip.
---@return string|nil word
---@return string|nil other what it was most likely meant to be
local function firstMistake(list, words, named)
  for _, word in ipairs(list or {}) do
    local other = not words[word] and nearest(word, words, named)
    if other then
      return word, other
    end
  end
end

--- The first word of a scene's rules that is most likely a slip.
---@param scene hitbox.Scene
---@return string|nil text a sentence for people
return function(scene)
  local words, kinds, named, namedKinds = unknownNames.words(scene), {}, {}, {}
  for kind in pairs(scene._tags) do
    kinds[kind] = true
  end
  for _, rule in ipairs(scene.rules.list) do
    for _, pattern in ipairs(rule.patterns) do
      note(named, pattern.words)
      note(namedKinds, pattern.kinds)
    end
  end
  for _, rule in ipairs(scene.rules.list) do
    for _, pattern in ipairs(rule.patterns) do
      local word, meant = firstMistake(pattern.words, words, named)
      if meant then
        return ("%s names '%s', but nothing has that name, did you mean '%s'?"):format(lines.ruleName(scene, rule), word, meant)
      end
      word, meant = firstMistake(pattern.kinds, kinds, namedKinds)
      if meant then
        return ("%s names '.%s', but no box has that kind, did you mean '.%s'?"):format(lines.ruleName(scene, rule), word, meant)
      end
    end
  end
end
