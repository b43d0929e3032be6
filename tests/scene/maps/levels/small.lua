return {
  version = "1.10",
  luaversion = "5.1",
  tiledversion = "1.10.2",
  class = "",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 3,
  height = 2,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 2,
  nextobjectid = 1,
  properties = {},
  tilesets = { { name = "stones", firstgid = 1, filename = "stones.tsx", exportfilename = "sets/stones.lua" } },
  layers = {
    {
      type = "tilelayer", x = 0, y = 0, width = 3, height = 2, id = 1, name = "ground", class = "",
      visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1, properties = {},
      encoding = "lua",
      data = {
        0, 0, 3,
        1, 1, 1
      }
    }
  }
}
