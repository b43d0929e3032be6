-- Put behind walk.lua and `local CANDIDATES = ...`: prints, a line each, the names on each kind of object within
-- reach of a caged script, and the other tables that it reaches.

local function kinds_of(s, t, g)
  local reached, hero = s.reached, s.hero
  local c, input = reached.contact, reached.input
  return {
    ["hitbox"] = s.hitbox, ["hitbox.Scene"] = s, ["hitbox.Thing"] = hero, ["hitbox.Box"] = hero.boxes.push,
    ["hitbox.Contact"] = c, ["hitbox.Input"] = input, ["hitbox.Task"] = reached.task, ["hitbox.Machine"] = reached.machine,
    ["hitbox.Shape"] = s.world:shape(hero.boxes.push), ["hitbox.World"] = s.world, ["hitbox.Test"] = t,
    ["hitbox.Paint"] = g,
  }
end

local function list_names(s, t, g)
  local lines = {}
  for kind, object in pairs(kinds_of(s, t, g)) do
    local names = {}
    for _, name in ipairs(CANDIDATES) do
      local fine, value = pcall(function() return object[name] end)
      if fine and value ~= nil and not s._names[name] then
        names[name] = type(value)
      end
    end
    for key, value in next, type(object) == "table" and object or {} do
      if type(key) == "string" and not key:find("^_next ") and not key:find("^_before ") then
        names[key] = type(value)
      end
    end
    for name, what in pairs(names) do
      lines[#lines + 1] = ("%s\t%s\t%s"):format(kind, name, what)
    end
  end
  for name, value in pairs(_G) do
    lines[#lines + 1] = ("global\t%s\t%s"):format(name, type(value))
    for key, entry in next, type(value) == "table" and value ~= _G and name ~= "reached" and value or {} do
      lines[#lines + 1] = ("global\t%s.%s\t%s"):format(name, key, type(entry))
    end
  end
  walk({ s = s, g = g, t = t, contact = s.reached.contact }, function(value, path)
    if type(value) == "userdata" then
      lines[#lines + 1] = ("userdata\t%s\t%s"):format(path, (tostring(value):match("^%a+")))
    elseif type(value) == "table" and rawget(value, "_own") ~= value and not rawget(value, "order") -- else it holds the fields of one thing or scene
      and (getmetatable(value) or rawget(value, "__index")) then
      lines[#lines + 1] = ("metatable\t%s\ttable"):format(path)
    end
  end)
  print(table.concat(lines, "\n"))
end
