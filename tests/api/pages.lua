--- Makes the reference of the Lua module, docs/reference, from its annotations:
---
---     lua5.4 tests/api/pages.lua
---
--- It lies among the tests because it is no part of a build: the pages are committed, to be read where
--- the project is read, and tests/api/run.lua fails when they are not what is made here.
local lfs = require "lfs" -- which busted needs as well
local annotations = require "tests.api.annotations"

local pages = {}

local SOURCES = "src/lua/hitbox/"
local FOLDER = "docs/reference/"

--- Each page, of one subject: what it is called, and the files that it is made of, of which the first
--- or the one named introduces it.
local list = {
  { "shapes", "Shapes", "types/shapes.lua" },
  { "masks", "Masks", "types/masks.lua" },
  { "collide", "Tests of two shapes", "types/collide.lua" },
  { "worlds", "Worlds", "types/worlds.lua" },
  { "saves", "Snapshots and saved games", "types/saves.lua" },
  { "queries", "Queries", "types/queries.lua" },
  { "moves", "Moves", "types/moves.lua" },
  { "drawing", "Drawing", "debug.lua", "types/drawing.lua" },
  { "scenes", "Scenes", "types/scene.lua", "scene/definition.lua", "scene/scene.lua",
    "scene/rules/rules.lua", "scene/rules/contacts.lua", "scene/behaviour.lua",
    "scene/queries.lua", "scene/maps/maps.lua", intro = "scene/scene.lua" },
  { "things", "Things", "scene/thing/thing.lua", "scene/thing/pose.lua", "scene/thing/types.lua",
    "scene/thing/boxes.lua", "scene/thing/motion.lua", "scene/thing/carrying.lua",
    "scene/thing/finding.lua", "scene/actions/actions.lua", "scene/actions/playing.lua",
    "scene/thing/anchor.lua" },
  { "input", "Input", "scene/input.lua" },
  { "testing", "Tests of scenes", "scene/testing.lua" },
  { "bump", "bump.lua's names", "bump.lua", "types/bump.lua", intro = "types/bump.lua" },
}

--- Names of objects in the reference, for classes whose last word is not their name.
local objects = {
  ["hitbox"] = "hitbox", ["hitbox.bump"] = "bump", ["hitbox.bump.rect"] = "bump.rect",
  ["hitbox.Test"] = "t", ["hitbox.debug"] = "hitbox.debug",
}

local function objectOf(class)
  return objects[class] or class:match("[%w_]+$"):lower()
end

local function addFiles(folder, paths)
  for name in lfs.dir(folder) do
    local path = folder .. name
    if name:find("%.lua$") then
      paths[#paths + 1] = path
    elseif name:sub(1, 1) ~= "." and lfs.attributes(path, "mode") == "directory" then
      addFiles(path .. "/", paths)
    end
  end
  return paths
end

--- All files that may have annotations.
---@return string[] paths
function pages.sources()
  local paths = addFiles(SOURCES, {})
  table.sort(paths)
  return paths
end

--- The classes that are on a page.
---@param all table what annotations.read gave for pages.sources()
---@return table<string, boolean>
function pages.classes(all)
  local shown = {}
  for _, page in ipairs(list) do
    for i = 3, #page do
      for _, item in ipairs(all.contents[SOURCES .. page[i]]) do
        if item.kind == "class" then
          shown[item.value.name] = true
        end
      end
    end
  end
  return shown
end

--- The files with public names that are on no page.
---@param all table what annotations.read gave for pages.sources()
---@return string[] faults
function pages.unlisted(all)
  local listed, faults = {}, {}
  for _, page in ipairs(list) do
    for i = 3, #page do
      listed[SOURCES .. page[i]] = true
    end
  end
  for _, path in ipairs(pages.sources()) do
    local public = nil
    for _, item in ipairs(not listed[path] and all.contents[path] or {}) do
      local name = item.kind == "function" and item.value.class.name or item.kind ~= "heading" and item.value.name
      public = public or name and not name:find("^internal%.") and name
    end
    if public then
      faults[#faults + 1] = ("%s annotates %s, but no page in tests/api/pages.lua lists this file"):format(path, public)
    end
  end
  return faults
end

-- ---- Types -------------------------------------------------------------------------------------

--- The page and the anchor of each class and alias with a section of its own. A class's is that of the
--- file that first names it; others may add functions.
local function targets(all)
  local found = {}
  for _, page in ipairs(list) do
    for i = 3, #page do
      local file = SOURCES .. page[i]
      for _, item in ipairs(all.contents[file]) do
        if item.kind == "alias" or item.kind == "class" and item.value.file == file then
          local name = item.value.name
          found[name] = found[name] or (page[1] .. ".md#" .. name:lower():gsub("[^%w_-]", ""))
        end
      end
    end
  end
  return found
end

--- A type, with a link to its section if it has one.
local function showType(context, kind)
  local name, rest = kind:match("^([%w_.]+)(.*)$")
  local code = "`" .. kind:gsub("^([%w_.]+)|nil$", "%1?"):gsub("|", "\\|") .. "`"
  local target = context.targets[name or ""]
  if not target or (rest ~= "" and rest ~= "?" and rest ~= "[]" and rest ~= "|nil") then
    return code
  end
  local page, anchor = target:match("^(.*)(#.*)$")
  return ("[%s](%s)"):format(code, page == context.page .. ".md" and anchor or target)
end

-- ---- Sections ----------------------------------------------------------------------------------

local function add(out, ...)
  out[#out + 1] = table.concat({ ... })
end

local function cell(text)
  return (text:gsub("|", "\\|"):gsub("\n", " "))
end

--- The kind of number that a name stands for: a position or a vector, a size, or another.
local function sortOf(name)
  local letters = name:gsub("%d", "")
  return letters:find("^%a?[xy]$") and "place" or letters:find("^[wh]$") and "size" or name
end

--- The numbers of a place of which only the first says something are one row: `x`, `y`.
local function rowsOf(entries)
  local rows = {}
  for _, entry in ipairs(entries) do
    local last, sort = rows[#rows], sortOf(entry.name)
    if last and last.type:gsub("|nil$", "") == entry.type:gsub("|nil$", "") and last.sort == sort
      and (entry.text == "" or sort == "size" and entry.text == last.text) then
      last.names[#last.names + 1] = entry.name
    else
      rows[#rows + 1] = { names = { entry.name }, type = entry.type, text = entry.text, sort = sort }
    end
  end
  return rows
end

local function addRows(context, out, entries, mark)
  for _, row in ipairs(rowsOf(entries)) do
    local names = {}
    for i, name in ipairs(row.names) do
      names[i] = name ~= "" and "`" .. name .. "`" or ""
    end
    add(out, "| ", (mark .. table.concat(names, ", ")):gsub(" $", ""), " | ", showType(context, row.type), " | ",
      cell(row.text), " |")
  end
end

local function addTable(context, out, ...)
  add(out, "| | | |")
  add(out, "|---|---|---|")
  for i = 1, select("#", ...), 2 do
    local entries, mark = select(i, ...)
    addRows(context, out, entries, mark)
  end
  add(out, "")
end

local function isOptional(param)
  return param.type:find("%?$") ~= nil or param.type:find("|nil", 1, true) ~= nil
end

--- "move(item, x, y[, filter[, options]])"
local function signature(name, params)
  local text, open = "", 0
  for i, param in ipairs(params) do
    local last = true -- nothing that must be given comes after it
    for k = i, #params do
      last = last and isOptional(params[k])
    end
    local comma = i > 1 and ", " or ""
    if last then
      text, open = text .. (i > 1 and "[, " or "["), open + 1
    else
      text = text .. comma
    end
    text = text .. param.name
  end
  return name .. "(" .. text .. ("]"):rep(open) .. ")"
end

local function resultsOf(entry)
  local names = {}
  for i, value in ipairs(entry.returns) do
    names[i] = value.name ~= "" and value.name or value.type:gsub("^hitbox%.", ""):gsub("%[%]", "s")
    if value.name == "" and value.type:find("^fun") then
      names[i] = "iterator"
    end
  end
  return names[1] and " -> " .. table.concat(names, ", ") or ""
end

--- The parameters in the type of a function, of which none is a function with several.
local function overloadSignature(entry, overload)
  local params = {}
  for param in overload.type:match("^fun(%b())"):sub(2, -2):gmatch("[^,]+") do
    local name, type = param:match("^%s*([%w_.]+)%s*:%s*(.-)%s*$")
    if name ~= "self" then
      params[#params + 1] = { name = name, type = type }
    end
  end
  return signature(entry.name, params)
end

local function titleOf(entry)
  return objectOf(entry.class.name) .. entry.separator .. entry.name
end

local function addFunction(context, out, entry)
  local owner = objectOf(entry.class.name) .. entry.separator
  add(out, "### ", titleOf(entry))
  add(out, "")
  add(out, "```")
  add(out, owner, signature(entry.name, entry.params), resultsOf(entry))
  for _, overload in ipairs(entry.overloads) do
    add(out, owner, overloadSignature(entry, overload), overload.text ~= "" and "   -- " or "", overload.text)
  end
  add(out, "```")
  add(out, "")
  add(out, entry.text)
  add(out, "")
  local told = false -- what the signature does not tell yet
  for _, values in ipairs({ entry.params, entry.returns }) do
    for _, value in ipairs(values) do
      told = told or value.text ~= "" or value.name ~= ""
    end
  end
  if told then
    addTable(context, out, entry.params, "", entry.returns, "→ ")
  end
  if entry.errors then
    add(out, "*Errors:* ", entry.errors)
    add(out, "")
  end
  if entry.example then
    add(out, "```lua")
    add(out, entry.example)
    add(out, "```")
    add(out, "")
  end
end

--- A text with a capital letter at its begin and a full stop at its end.
local function sentence(text)
  return (text:gsub("^%l", string.upper):gsub("([^.])$", "%1."))
end

--- A class's own section: what it is, and its fields. One that only has functions needs none.
local function addClass(context, out, class, file)
  local fields = {}
  for _, field in ipairs(class.fields) do
    if field.file == file then
      fields[#fields + 1] = field
    end
  end
  if class.file ~= file or (#fields == 0 and class.text == "") or class.name:find("^internal%.") then
    return
  end
  add(out, "### ", class.name)
  add(out, "")
  if class.text ~= "" then
    add(out, sentence(class.text))
    add(out, "")
  end
  if class.base and context.all.classes[class.base] then
    add(out, "It has all of ", showType(context, class.base), " too.")
    add(out, "")
  end
  if #fields > 0 then
    addTable(context, out, fields, "")
  end
end

local function addAlias(out, alias)
  add(out, "### ", alias.name)
  add(out, "")
  if alias.text ~= "" then
    add(out, alias.text)
    add(out, "")
  end
  local words = {}
  for i, choice in ipairs(alias.choices or {}) do
    words[i] = "`" .. choice.word .. "`" .. (choice.text ~= "" and " (" .. choice.text .. ")" or "")
  end
  add(out, alias.choices and table.concat(words, ",\n") .. "." or "    " .. alias.type)
  add(out, "")
end

-- ---- Pages -------------------------------------------------------------------------------------

local HEAD = "<!-- Made by tests/api/pages.lua from the annotations in src/lua/hitbox: edit those. -->"

local function makePage(all, page, where)
  local context = { all = all, page = page[1], targets = where }
  local out = {}
  add(out, "# ", page[2])
  add(out, "")
  add(out, HEAD)
  add(out, "")
  add(out, all.intros[SOURCES .. (page.intro or page[3])])
  add(out, "")
  local aliases = {}
  for i = 3, #page do
    local file = SOURCES .. page[i]
    for _, item in ipairs(all.contents[file]) do
      if item.kind == "heading" and page[i]:find("^types/") then
        add(out, "## ", item.value)
        add(out, "")
      elseif item.kind == "class" then
        addClass(context, out, item.value, file)
      elseif item.kind == "function" then
        addFunction(context, out, item.value)
      elseif item.kind == "alias" then
        aliases[#aliases + 1] = item.value
      end
    end
  end
  if aliases[1] then
    add(out, "## Words")
    add(out, "")
  end
  for _, alias in ipairs(aliases) do
    addAlias(out, alias)
  end
  return (table.concat(out, "\n"):gsub("\n+$", "") .. "\n")
end

--- The names of a page's functions, each a link.
local function linksOf(all, page)
  local links = {}
  for i = 3, #page do
    for _, item in ipairs(all.contents[SOURCES .. page[i]]) do
      if item.kind == "function" then
        local title = titleOf(item.value)
        links[#links + 1] = ("[%s](%s.md#%s)"):format(item.value.name, page[1],
          title:lower():gsub("[^%w_-]", ""))
      end
    end
  end
  return table.concat(links, ", ")
end

local function makeIndex(all)
  local out = {}
  add(out, "# The module `hitbox`, name by name")
  add(out, "")
  add(out, HEAD)
  add(out, "")
  add(out, "The parameters, results and errors of each name. [The index of docs](../README.md) lists the guides.")
  add(out, "In a signature, arguments in brackets are optional, and nil counts as left out.")
  add(out, "")
  add(out, "| | |")
  add(out, "|---|---|")
  for _, page in ipairs(list) do
    add(out, "| [", page[2], "](", page[1], ".md) | ", linksOf(all, page), " |")
  end
  return table.concat(out, "\n") .. "\n"
end

--- Make all pages.
---@param all table what annotations.read gave for pages.sources()
---@return table<string, string> texts by path
function pages.make(all)
  local made, where = { [FOLDER .. "README.md"] = makeIndex(all) }, targets(all)
  for _, page in ipairs(list) do
    made[FOLDER .. page[1] .. ".md"] = makePage(all, page, where)
  end
  return made
end

if arg and arg[0] and arg[0]:find("pages%.lua$") then
  for path, text in pairs(pages.make(annotations.read(pages.sources()))) do
    local file = assert(io.open(path, "w"))
    file:write(text)
    file:close()
  end
end

return pages
