return {
  version = "1.10", luaversion = "5.1", tiledversion = "1.10.2", name = "stones", class = "",
  tilewidth = 16, tileheight = 16, spacing = 0, margin = 0, columns = 3, image = "stones.png", imagewidth = 48,
  imageheight = 16, objectalignment = "unspecified", tileoffset = { x = 0, y = 0 },
  grid = { orientation = "orthogonal", width = 16, height = 16 }, properties = {}, wangsets = {}, tilecount = 3,
  tiles = { { id = 0, type = "wall" }, { id = 2, type = "wall" } }
}
