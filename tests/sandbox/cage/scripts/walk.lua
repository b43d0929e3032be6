-- Put in front of a script: `walk(roots, visit)` visits all values that a script can reach from some values, once
-- each, by the means of a script: reading fields, raw and not, and metatables. `visit` gets a path for each.

local HIDDEN = { "__index", "__newindex", "__metatable", "__call", "__pairs", "__gc", "__mode", "_ENV", "_G", "_M" }

local function walk(roots, visit)
  local seen, queue, first = {}, {}, 1
  local function add(value, path)
    local kind = type(value)
    if (kind == "table" or kind == "userdata" or kind == "function" or kind == "thread") and not seen[value] then
      seen[value] = true
      queue[#queue + 1] = { value, path }
    end
  end
  for name, value in pairs(roots) do
    add(value, name)
  end
  while queue[first] do
    local value, path = queue[first][1], queue[first][2]
    first = first + 1
    visit(value, path)
    add(getmetatable(value), path .. ":metatable")
    for key, entry in next, type(value) == "table" and value or {} do
      local word = type(key) == "string" and key or "[" .. tostring(key) .. "]"
      add(key, path .. ".key " .. word)
      add(entry, path .. "." .. word)
    end
    for _, key in ipairs(type(value) == "function" and {} or HIDDEN) do
      local fine, entry = pcall(function() return value[key] end)
      add(fine and entry or nil, path .. "." .. key)
    end
  end
end
