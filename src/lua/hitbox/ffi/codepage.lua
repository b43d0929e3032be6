--- Paths on Windows: LÖVE spells them in UTF-8, and Lua's own functions take them in the system's code page.
--- So a user whose name has an accent has a save directory that they would not find.
local ffi = require "ffi"

ffi.cdef [[
  int hitbox_widen(unsigned page, unsigned flags, const char *, int, uint16_t *, int) __asm__("MultiByteToWideChar");
  unsigned hitbox_shorten(const uint16_t *, uint16_t *, unsigned) __asm__("GetShortPathNameW");
  int hitbox_narrow(unsigned page, unsigned flags, const uint16_t *, int, char *, int, const char *, int *)
    __asm__("WideCharToMultiByte");
]]

local UTF8, OWN = 65001, 0
local NO_BEST_FIT = 0x400 -- nothing that only looks alike

---@param path string in UTF-8
---@return string path in the code page, by its short names where it has them; as it was if that has no letters for it
return function(path)
  local wide = ffi.new("uint16_t[?]", #path + 1)
  ffi.C.hitbox_widen(UTF8, 0, path, -1, wide, #path + 1)
  local size = ffi.C.hitbox_shorten(wide, nil, 0)
  if size > 0 then -- it is there, and so are others' names for it
    local short = ffi.new("uint16_t[?]", size)
    ffi.C.hitbox_shorten(wide, short, size)
    wide = short
  end
  local room, lost = 4 * #path + 1, ffi.new("int[1]")
  local narrow = ffi.new("char[?]", room)
  size = ffi.C.hitbox_narrow(OWN, NO_BEST_FIT, wide, -1, narrow, room, nil, lost)
  return size > 0 and lost[0] == 0 and ffi.string(narrow) or path
end
