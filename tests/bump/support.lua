--- Helpers for specs of hitbox.bump.
local support = {}

--- The names of items, or of what was hit, in their order.
function support.names(list)
  local result = {}
  for i, entry in ipairs(list) do
    result[i] = type(entry) == "table" and (entry.other or entry.item) or entry
  end
  return table.concat(result, " ")
end

function support.sorted(list)
  table.sort(list)
  return table.concat(list, " ")
end

return support
