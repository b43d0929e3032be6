--- What scenes keep in C beside their worlds, as a table of functions: see src/lua/scene/store.h. Each takes the world
--- and the store first.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local internals = require(folder .. "internals")

return internals.isCompiled and require(folder .. "ffi.scene")(internals.store) or internals.store
