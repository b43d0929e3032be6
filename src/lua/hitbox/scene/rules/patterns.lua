--- Patterns, by which rules, queries and tests name boxes: "word", "word.kind", "*.kind" or "*". A word is
--- a name, a type, a group or a team. With `|` a pattern names several words or several kinds.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local patterns = {}

local EXPECTED, SEVERAL = "'name', 'name.kind', '*.kind' or '*'", "'foe.hit', or of several 'foe|bat.hit|claw'"

---@class internal.Pattern
---@field words string[]|nil any of these; nil: all things
---@field kinds string[]|nil any of these; nil: all boxes
---@field ranks table<string, integer>|nil the place of each kind in `kinds`
---@field layer string|nil of a query: the world's layer of the boxes that it names

--- The parts of a text between `|`; nil if one is empty.
local function split(text)
  local parts = {}
  for part in (text .. "|"):gmatch("%s*([^|]-)%s*|") do
    if part == "" then
      return nil
    end
    parts[#parts + 1] = part
  end
  return parts
end

--- Read a pattern. Raise an error if the value is none.
---@param text any
---@param key string names it in errors, with `owner`
---@param owner string
---@return internal.Pattern
function patterns.parse(text, key, owner)
  local word, kind
  if type(text) == "string" then
    word, kind = text:match("^([^.]+)%.([^.]+)$")
    word = word or text:match("^[^.]+$")
  end
  local pattern = { words = word and word ~= "*" and split(word) or nil, kinds = kind and split(kind) }
  if not word or kind and (kind:find("*", 1, true) or not pattern.kinds)
    or word ~= "*" and (word:find("*", 1, true) or not pattern.words) then
    local several = type(text) == "string" and text:find("|", 1, true) or type(text) == "table" and not check.selves[text]
    check.refuse(key, owner, several and SEVERAL or EXPECTED, text)
  end
  for i, one in ipairs(pattern.kinds or {}) do
    pattern.ranks = pattern.ranks or {}
    pattern.ranks[one] = pattern.ranks[one] or i
  end
  return pattern
end

--- Whether a pattern names a thing that is called by some words.
---@param pattern internal.Pattern
---@param called table<string, any>
---@return boolean
function patterns.names(pattern, called)
  local words = pattern.words
  for i = 1, words and #words or 0 do
    if called[words[i]] then
      return true
    end
  end
  return words == nil
end

--- Whether a pattern names boxes of a class.
---@param pattern internal.Pattern
---@param class {thingClass: internal.ThingClass, kind: string}
---@return boolean
function patterns.matches(pattern, class)
  return (pattern.ranks == nil or pattern.ranks[class.kind] ~= nil) and patterns.names(pattern, class.thingClass.words)
end

return patterns
