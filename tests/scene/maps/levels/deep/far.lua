-- As Tiled writes a map whose tilesets lie in a folder beside its own.
return {
  version = "1.10", luaversion = "5.1", tiledversion = "1.10.2", class = "", orientation = "orthogonal",
  renderorder = "right-down", width = 2, height = 1, tilewidth = 16, tileheight = 16, properties = {},
  tilesets = { { name = "stones", firstgid = 1, filename = "stones.tsx", exportfilename = "../sets/stones.lua" } },
  layers = {
    { type = "tilelayer", x = 0, y = 0, width = 2, height = 1, id = 1, name = "ground", class = "", visible = true, opacity = 1,
      offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1, properties = {}, encoding = "lua", data = { 0, 1 } }
  }
}
