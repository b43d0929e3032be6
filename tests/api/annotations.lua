--- Reads the LuaCATS annotations of Lua files: as much of the notation as this project uses.
---
--- Names that C binds are annotated in src/lua/hitbox/types, all others where they are written in Lua.
--- A comment block belongs to the line right below it. Of a block, `---@class` opens a class, and a
--- table that is declared below it has the class's functions. Lines that begin with "Errors:" and
--- "Example:" say what their names say, up to the next tag.
local annotations = {}

--- Split a text after its first type, which may have spaces within brackets and after `:`, `,` and `|`.
local function splitType(text)
  local depth, i = 0, 1
  while i <= #text do
    local c = text:sub(i, i)
    if c:find("[%(%[{<]") then
      depth = depth + 1
    elseif c:find("[%)%]}>]") then
      depth = depth - 1
    elseif c == " " and depth == 0 and not text:sub(1, i - 1):find("[:,|]%s*$") then
      break
    end
    i = i + 1
  end
  return text:sub(1, i - 1), (text:sub(i + 1):gsub("^%s+", ""))
end

local function splitName(text)
  local name, rest = text:match("^(%S+)%s*(.*)$")
  return name or "", rest or ""
end

--- An entry of a tag: its name, type and text.
local readers = {}

function readers.param(text)
  local name, rest = splitName(text)
  local kind, words = splitType(rest)
  return { name = name:gsub("%?$", ""), type = name:find("%?$") and kind .. "?" or kind, text = words }
end

function readers.field(text)
  if text:sub(1, 1) == "[" then
    local name, rest = text:match("^(%b[])%s*(.*)$")
    local kind, words = splitType(rest)
    return { name = name, type = kind, text = words }
  end
  return readers.param(text)
end

readers["return"] = function(text)
  local kind, rest = splitType(text)
  local name, words = splitName(rest)
  return { name = name, type = kind, text = words }
end

function readers.overload(text)
  local kind, rest = splitType(text)
  return { name = "", type = kind, text = rest }
end

readers.class = function(text)
  local name, rest = text:match("^([%w_.]+)%s*(.*)$")
  local base, words = nil, rest
  if rest:sub(1, 1) == ":" then
    base, words = splitType(rest:sub(2):gsub("^%s+", ""))
  end
  return { name = name, base = base, text = words }
end

readers.alias = function(text)
  local name, rest = splitName(text)
  local kind, words = splitType(rest)
  return { name = name, type = kind, text = words }
end

--- What a comment block says.
local function readBlock(lines)
  local block = { text = {}, errors = {}, example = {}, tags = {} }
  local into, last = block.text, nil
  for _, line in ipairs(lines) do
    local tag, rest = line:match("^%-%-%-@(%w+)%s*(.*)$")
    local choice = line:match("^%-%-%-|%s*(.*)$")
    local words = line:match("^%-%-%- ?(.*)$") or ""
    if tag then
      local reader = readers[tag]
      last = reader and reader(rest) or { text = rest }
      last.tag = tag
      block.tags[#block.tags + 1] = last
      into = nil
    elseif choice then
      last.choices = last.choices or {}
      local word, meaning = choice:match("^(.-)%s*#%s*(.*)$")
      last.choices[#last.choices + 1] = { word = word or choice, text = meaning or "" }
    elseif words:find("^Errors:") then
      into = block.errors
      into[1] = words:gsub("^Errors:%s*", "")
    elseif words:find("^Example:") then
      into = block.example
    elseif into == block.example then
      into[#into + 1] = words:gsub("^    ", "")
    elseif into == nil and words:find("^  ") then
      last.text = (last.text .. " " .. words:gsub("^%s+", "")):gsub("^%s+", "")
    else
      into = into or block.text
      into[#into + 1] = words
    end
  end
  block.text = table.concat(block.text, "\n")
  block.errors = block.errors[1] and table.concat(block.errors, "\n")
  block.example = block.example[1] and table.concat(block.example, "\n")
  return block
end

local function tagged(block, tag)
  local found = {}
  for _, entry in ipairs(block.tags) do
    if entry.tag == tag then
      found[#found + 1] = entry
    end
  end
  return found
end

--- The class of a name, made if it is new.
local function classOf(all, name)
  local class = all.classes[name]
  if not class then
    class = { name = name, text = "", fields = {}, functions = {}, order = {} }
    all.classes[name] = class
    all.order[#all.order + 1] = name
  end
  return class
end

--- Note what a file declares, in its order, for the reference.
local function note(all, file, kind, value)
  local list = all.contents[file]
  list[#list + 1] = { kind = kind, value = value }
end

--- Enter the classes and aliases of a block. A class takes the fields up to the next one.
local function enterTypes(all, block, file)
  local class
  for _, entry in ipairs(block.tags) do
    if entry.tag == "class" then
      class = classOf(all, entry.name)
      note(all, file, "class", class)
      class.base = entry.base or class.base
      local text = (block.text .. "\n" .. entry.text):gsub("^%s+", ""):gsub("%s+$", "")
      if text ~= "" then
        class.text, class.file = text, class.file or file
      end
    elseif entry.tag == "field" and class then
      class.fields[#class.fields + 1] = entry
      class.file, entry.file = class.file or file, file
    elseif entry.tag == "alias" then
      entry.text = (block.text .. "\n" .. entry.text):gsub("^%s+", ""):gsub("%s+$", "")
      entry.file = file
      all.aliases[#all.aliases + 1] = entry
      note(all, file, "alias", entry)
    end
  end
  return class
end

local function enterFunction(all, class, block, file, line, name, separator, parameters)
  local entry = {
    class = class, name = name, separator = separator, file = file, line = line, parameters = {},
    text = block.text, errors = block.errors, example = block.example,
    params = tagged(block, "param"), returns = tagged(block, "return"),
    overloads = tagged(block, "overload"),
  }
  for parameter in parameters:gmatch("[%w_.]+") do
    if parameter ~= "_" then -- which takes what is too many, to refuse it
      entry.parameters[#entry.parameters + 1] = parameter
    end
  end
  if not class.functions[name] then
    class.order[#class.order + 1] = name
  end
  class.functions[name] = entry
  note(all, file, "function", entry)
end

--- Names that begin with "_" are the library's own.
local function isPublic(name)
  return name:sub(1, 1) ~= "_"
end

--- What the line below a block declares.
local function declare(all, block, variables, file, number, line)
  local class = enterTypes(all, block, file)
  local declared = class and line:match("^%s*local%s+([%w_]+)%s*=")
  if declared then
    variables[declared] = class.name
  end
  local owner, separator, name, parameters =
    line:match("^%s*function%s+([%w_]+)([.:])([%w_]+)(%b())")
  if owner and variables[owner] and isPublic(name) then
    enterFunction(all, classOf(all, variables[owner]), block, file, number, name, separator, parameters)
  end
end

--- Read one file into `all`.
---@param all table
---@param file string its path
---@param text string
function annotations.readText(all, file, text)
  local variables, lines, number, intro = {}, {}, 0, nil
  all.contents[file] = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local comment = line:match("^%s*(%-%-%-.*)$")
    if comment then
      lines[#lines + 1] = comment
    else
      local block = readBlock(lines)
      intro = intro or block.text
      local heading = line:match("^%s*%-%- %-%-%-%- (.-) %-+$")
      if heading then
        note(all, file, "heading", heading)
      end
      declare(all, block, variables, file, number, line)
      lines = {}
    end
  end
  all.intros[file] = intro
end

--- Read files.
---@param files string[]
---@return table all `classes` by name, each with `fields`, `functions` by name and their `order`;
---   `aliases`; `intros`, the first block of each file; `contents`, what each declares, in its order
function annotations.read(files)
  local all = { classes = {}, order = {}, aliases = {}, intros = {}, contents = {} }
  for _, file in ipairs(files) do
    local handle = assert(io.open(file))
    annotations.readText(all, file, handle:read("*a"))
    handle:close()
  end
  return all
end

return annotations
