--- Damages Tiled's files in XML as readers.lua does it. A trusted scene, as the sandbox has the function that reads XML:
---
---   build/hitbox --trust --seconds 3600 --headless --frames 0 tests/attack/xml.lua
---
--- The environment's COUNT is the number of files, and SEED the first seed.
arg = { os.getenv("COUNT"), os.getenv("SEED") or "1", "tiledXml" }
dofile(debug.getinfo(1, "S").source:match("^@(.*/)") .. "readers.lua")
