--- Reads rows of whole numbers with commas between them, of which maps have thousands: several at a time, or by the
--- host's own function.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local natives = require(folder .. "scene.data.natives")

local numbers = {}

local match = string.match
local ROW = "^" .. ("(%d+),%s*"):rep(8) .. "()"

--- Read numbers that commas follow, as far as they come in a row.
---@param text string
---@param at integer where the first one begins
---@param list number[] added to
---@param n integer how many entries the list has
---@param known table<string, number|false> by digits, as in a map the same ones come again and again; false ends the row
---@return integer n
---@return integer at
function numbers.read(text, at, list, n, known)
  local a, b, c, d, e, f, g, h, stop = match(text, ROW, at)
  if stop and natives.numbers then
    return natives.numbers(text, at, list, n)
  end
  while stop do
    a, b, c, d, e, f, g, h = known[a], known[b], known[c], known[d], known[e], known[f], known[g], known[h]
    if not (a and b and c and d and e and f and g and h) then
      break
    end
    list[n + 1], list[n + 2], list[n + 3], list[n + 4] = a, b, c, d
    list[n + 5], list[n + 6], list[n + 7], list[n + 8] = e, f, g, h
    n, at = n + 8, stop
    a, b, c, d, e, f, g, h, stop = match(text, ROW, at)
  end
  return n, at
end

return numbers
