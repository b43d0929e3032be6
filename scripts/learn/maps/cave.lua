return {
  version = "1.10",
  luaversion = "5.1",
  tiledversion = "1.10.2",
  class = "",
  orientation = "orthogonal",
  renderorder = "right-down",
  width = 24,
  height = 13,
  tilewidth = 16,
  tileheight = 16,
  nextlayerid = 4,
  nextobjectid = 12,
  properties = {},
  tilesets = {
    {
      name = "cave", firstgid = 1, class = "",
      tilewidth = 16, tileheight = 16, spacing = 0, margin = 0, columns = 6,
      image = "cave.png", imagewidth = 96, imageheight = 16,
      objectalignment = "unspecified", tilerendersize = "tile", fillmode = "stretch",
      tileoffset = { x = 0, y = 0 },
      grid = { orientation = "orthogonal", width = 16, height = 16 },
      properties = {},
      wangsets = {},
      tilecount = 6,
      tiles = {
        {
          id = 0,
          type = "wall"
        },
        {
          id = 1,
          type = "wall",
          objectGroup = {
            type = "objectgroup", draworder = "index", id = 2, name = "", class = "",
            visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1, name = "", type = "", shape = "polygon",
                x = 0, y = 16, width = 0, height = 0, rotation = 0, visible = true,
                polygon = { { x = 0, y = 0 }, { x = 16, y = -16 }, { x = 16, y = 0 } },
                properties = {}
              }
            }
          }
        },
        {
          id = 2,
          type = "wall",
          objectGroup = {
            type = "objectgroup", draworder = "index", id = 2, name = "", class = "",
            visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1, name = "", type = "", shape = "rectangle",
                x = 0, y = 0, width = 16, height = 8, rotation = 0, visible = true,
                properties = {}
              }
            }
          }
        },
        {
          id = 3,
          type = "wall",
          objectGroup = {
            type = "objectgroup", draworder = "index", id = 2, name = "", class = "",
            visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1, name = "", type = "", shape = "ellipse",
                x = 0, y = 0, width = 16, height = 16, rotation = 0, visible = true,
                properties = {}
              }
            }
          }
        },
        {
          id = 5,
          type = "spike",
          objectGroup = {
            type = "objectgroup", draworder = "index", id = 2, name = "", class = "",
            visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1,
            properties = {},
            objects = {
              {
                id = 1, name = "", type = "", shape = "rectangle",
                x = 1, y = 10, width = 14, height = 6, rotation = 0, visible = true,
                properties = {}
              }
            }
          }
        }
      }
    }
  },
  layers = {
    {
      type = "tilelayer",
      x = 0, y = 0, width = 24, height = 13,
      id = 1, name = "plants", class = "",
      visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      }
    },
    {
      type = "tilelayer",
      x = 0, y = 0, width = 24, height = 13,
      id = 2, name = "ground", class = "",
      visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1,
      properties = {},
      encoding = "lua",
      data = {
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
        1, 3221225474, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1073741826, 1,
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 1,
        1, 2684354566, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 2684354566, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        1, 0, 0, 0, 0, 0, 2, 1, 1, 2147483650, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 3,
        1, 0, 0, 0, 0, 2, 1, 1, 1, 1, 2147483650, 0, 0, 0, 6, 6, 0, 0, 2, 1, 1, 1, 1, 1,
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
      }
    },
    {
      type = "objectgroup",
      draworder = "topdown",
      id = 3, name = "things", class = "",
      visible = true, opacity = 1, offsetx = 0, offsety = 0, parallaxx = 1, parallaxy = 1,
      properties = {},
      objects = {
        {
          id = 1,
          name = "hero",
          type = "hero",
          shape = "point",
          x = 40,
          y = 190,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 2,
          name = "",
          type = "coin",
          shape = "point",
          x = 128,
          y = 140,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 3,
          name = "",
          type = "coin",
          shape = "point",
          x = 184,
          y = 96,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 4,
          name = "",
          type = "coin",
          shape = "point",
          x = 232,
          y = 150,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 5,
          name = "",
          type = "coin",
          shape = "point",
          x = 344,
          y = 70,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = { ["worth"] = 5 }
        },
        {
          id = 6,
          name = "",
          type = "coin",
          shape = "point",
          x = 30,
          y = 60,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          properties = {}
        },
        {
          id = 7,
          name = "bridge",
          type = "wall",
          shape = "polyline",
          x = 200,
          y = 112,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          polyline = {
            { x = 0, y = 0 },
            { x = 24, y = 8 },
            { x = 56, y = 8 },
            { x = 80, y = -8 },
            { x = 104, y = -32 }
          },
          properties = {}
        },
        {
          id = 8,
          name = "rock",
          type = "wall",
          shape = "polygon",
          x = 240,
          y = 16,
          width = 0,
          height = 0,
          rotation = 0,
          visible = true,
          polygon = {
            { x = 0, y = 0 },
            { x = 14, y = 30 },
            { x = 30, y = 12 },
            { x = 44, y = 24 },
            { x = 60, y = 0 }
          },
          properties = {}
        },
        {
          id = 9,
          name = "plank",
          type = "wall",
          shape = "rectangle",
          x = 60,
          y = 112,
          width = 56,
          height = 5,
          rotation = 12,
          visible = true,
          properties = {}
        },
        {
          id = 10,
          name = "block",
          type = "",
          shape = "rectangle",
          x = 150,
          y = 176,
          width = 24,
          height = 24,
          rotation = 0,
          gid = 1,
          visible = true,
          properties = {}
        },
        {
          id = 11,
          name = "egg",
          type = "wall",
          shape = "ellipse",
          x = 262,
          y = 150,
          width = 34,
          height = 20,
          rotation = -20,
          visible = true,
          properties = {}
        }
      }
    }
  }
}
