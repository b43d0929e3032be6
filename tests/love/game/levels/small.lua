return {
  version = "1.10", luaversion = "5.1", tiledversion = "1.10.2", orientation = "orthogonal", width = 3, height = 2,
  tilewidth = 16, tileheight = 16, properties = {},
  tilesets = { { name = "stones", firstgid = 1, tilewidth = 16, tileheight = 16, tilecount = 1, properties = {},
    tiles = { { id = 0, type = "wall" } } } },
  layers = {
    { type = "tilelayer", x = 0, y = 0, width = 3, height = 2, id = 1, name = "ground", visible = true, opacity = 1,
      offsetx = 0, offsety = 0, properties = {}, encoding = "lua", data = { 0, 0, 1, 1, 1, 1 } },
    { type = "objectgroup", id = 2, name = "things", visible = true, opacity = 1, offsetx = 0, offsety = 0,
      properties = {}, objects = { { id = 1, name = "hero", type = "", shape = "point", x = 8, y = 10, width = 0,
        height = 0, rotation = 0, visible = true, properties = { hp = 3 } } } },
  },
}
