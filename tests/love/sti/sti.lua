--- Stands in for STI (https://github.com/karai17/Simple-Tiled-Implementation), as far as main.lua uses it: it draws the
--- tile layers of a map that Tiled exported as Lua. Layers have offsets, opacity and parallax; tiles are not flipped.
local graphics = love.graphics

local Map = {}
Map.__index = Map

--- Find the part of an image that is a tile, and the image.
local function quadOf(map, gid)
  for _, set in ipairs(map.tilesets) do
    local id = gid - set.firstgid
    if id >= 0 and id < set.tilecount then
      local x, y = id % set.columns, math.floor(id / set.columns)
      return graphics.newQuad(x * set.tilewidth, y * set.tileheight, set.tilewidth, set.tileheight, set.imagewidth, set.imageheight), set.image
    end
  end
end

function Map:update() end -- of animated tiles

function Map:drawLayer(layer)
  for i, gid in ipairs(layer.data) do
    local quad, image = quadOf(self, gid)
    if quad then
      local col, row = (i - 1) % layer.width, math.floor((i - 1) / layer.width)
      graphics.draw(image, quad, col * self.tilewidth + layer.offsetx, row * self.tileheight + layer.offsety)
    end
  end
end

function Map:draw(tx, ty)
  for _, layer in ipairs(self.layers) do
    if layer.type == "tilelayer" and layer.visible then
      graphics.push()
      graphics.translate(math.floor(tx * layer.parallaxx), math.floor(ty * layer.parallaxy))
      graphics.setColor(1, 1, 1, layer.opacity)
      self:drawLayer(layer)
      graphics.pop()
    end
  end
  graphics.setColor(1, 1, 1, 1)
end

return function(path)
  local map = setmetatable(love.filesystem.load(path)(), Map)
  for _, set in ipairs(map.tilesets) do
    set.image = graphics.newImage(path:match("^.*/") .. set.image)
    set.image:setFilter("nearest", "nearest")
  end
  return map
end
