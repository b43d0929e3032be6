--- Small valid files of each format that use all that the readers know: tests/attack/readers.lua damages them.
local samples = {}

-- ---- Tiled --------------------------------------------------------------------------------------

local ACROSS, DIAGONAL = 2147483648, 536870912

local function object(id, name, class, shape, more)
  local one = { id = id, name = name, type = class, shape = shape, x = 16 * id, y = 32, width = 16, height = 8, rotation = 0,
    visible = true, properties = {} }
  for key, value in pairs(more or {}) do
    one[key] = value
  end
  return one
end

local function layer(kind, name, more)
  local one = { type = kind, id = 1, name = name, class = "", visible = true, opacity = 1, offsetx = 2, offsety = -3,
    parallaxx = 1, parallaxy = 1, properties = {} }
  for key, value in pairs(more) do
    one[key] = value
  end
  return one
end

local SQUARE = { { x = 0, y = 0 }, { x = 16, y = 0 }, { x = 16, y = 9 }, { x = 0, y = 12 } }

local function shapes(...)
  return layer("objectgroup", "", { draworder = "index", objects = { ... } })
end

local TILES = {
  { id = 0, type = "wall" }, { id = 1, type = "wall", objectGroup = shapes(object(1, "", "", "rectangle", { x = 0, y = 0, height = 16 })) },
  { id = 2, type = "wall", objectGroup = shapes(object(1, "", "", "polygon", { polygon = SQUARE })), properties = { hp = 3 } },
  { id = 3, type = "coin", animation = { { tileid = 3, duration = 100 }, { tileid = 4, duration = 100 } } },
  { id = 4, class = "spike", width = 20, height = 24, objectGroup = shapes(object(1, "", "", "ellipse", { x = 0, y = 0, rotation = 30 }),
    object(2, "", "wall", "capsule", { x = 3, y = 4 }), object(3, "", "", "polyline", { polyline = SQUARE }), object(4, "m", "", "point")) },
}

local function tileset(more)
  local set = { name = "set", firstgid = 1, class = "", tilewidth = 16, tileheight = 16, spacing = 0, margin = 0, columns = 8,
    image = "set.png", imagewidth = 64, imageheight = 32, objectalignment = "bottom", tilerendersize = "tile",
    fillmode = "preserve-aspect-fit", tileoffset = { x = 1, y = 2 },
    grid = { orientation = "orthogonal", width = 16, height = 16 }, properties = {}, wangsets = {}, tilecount = 5, tiles = TILES }
  for key, value in pairs(more or {}) do
    set[key] = value
  end
  return set
end

samples.tileset = tileset { firstgid = nil, name = "outside", tileoffset = { x = 0, y = 0 } }
samples.tileset.firstgid = nil

samples.tiled = { version = "1.10", luaversion = "5.1", tiledversion = "1.10.2", class = "", orientation = "orthogonal",
  renderorder = "right-down", width = 4, height = 3, tilewidth = 16, tileheight = 16, nextlayerid = 9, nextobjectid = 30,
  backgroundcolor = { 1, 2, 3 }, properties = { music = "cave", exit = { id = 11 }, wind = { x = 1, list = { 1, 2 } } },
  tilesets = { tileset(), { name = "outside", firstgid = 101, filename = "outside.tsx", exportfilename = "sets/outside.lua" } },
  layers = {
    layer("tilelayer", "ground", { x = 0, y = 0, width = 4, height = 3, encoding = "lua",
      data = { 1, 1, 2, 3, 4, 5, 0, 11, 103 + ACROSS, 103 + DIAGONAL, 101, 102 } }),
    layer("tilelayer", "endless", { class = "spike", width = 4, height = 3, encoding = "lua", chunks = {
      { x = -16, y = 0, width = 2, height = 2, data = { 1, 2, 6, 0 } }, { x = 32, y = -8, width = 3, height = 1, data = { 4, 0, 1 } } } }),
    layer("imagelayer", "sky", { image = "sky.png", repeatx = true, parallaxx = 0.5, opacity = 0.7, tintcolor = { 255, 128, 0 } }),
    layer("group", "group", { layers = { layer("group", "inner", { visible = false, layers = {
      layer("objectgroup", "inside", { draworder = "topdown", class = "coin", objects = { object(10, "", "", "point") } }) } }) } }),
    layer("objectgroup", "objects", { draworder = "topdown", objects = {
      object(11, "door", "wall", "rectangle", { properties = { to = { id = 12 }, name = "Bo", hp = 3.5, open = true, none = { id = 0 } } }),
      object(12, "hero", "", "point", { rotation = 45 }), object(13, "egg", "wall", "ellipse", { rotation = 90 }),
      object(14, "pill", "", "capsule"), object(15, "roof", "spike", "polygon", { polygon = SQUARE, visible = false }),
      object(16, "rope", "", "polyline", { polyline = SQUARE }), object(17, "", "", "text", { text = "note" }),
      object(18, "", "coin", "rectangle"), object(19, "crate", "", "rectangle", { gid = 103 + ACROSS, width = 24, height = 24 }),
      object(20, "", "", "rectangle", { gid = 5 + DIAGONAL, width = 20, height = 24 }), object(21, "", "Enemy", "point") } }),
  } }

--- Tiled's JSON: the map, its tileset and a template.
local function property(name, kind, value)
  return { name = name, type = kind, value = value }
end

samples.tsj = { type = "tileset", version = "1.10", name = "outside", tilewidth = 16, tileheight = 16, tilecount = 5, columns = 5,
  image = "set.png", imagewidth = 80, imageheight = 16, transparentcolor = "#ff00ff", tileoffset = { x = 0, y = 1 }, wangsets = {},
  tiles = { { id = 0, type = "wall", properties = { property("hp", "int", 3) } },
    { id = 1, image = "a.png", imagewidth = 20, imageheight = 24, class = "coin" },
    { id = 2, type = "wall", objectgroup = { type = "objectgroup", name = "", objects = { { id = 1, x = 0, y = 0, width = 16,
      height = 8, rotation = 0 }, { id = 2, x = 4, y = 4, ellipse = true, width = 8, height = 8 } } } } } }

samples.tj = { type = "template", tileset = { firstgid = 1, source = "../sets/outside.tsj" }, object = { id = 3, name = "gem", gid = 2,
  width = 16, height = 16, visible = true, properties = { property("hp", "int", 7), property("red", "bool", true) } } }

samples.tmj = { type = "map", version = "1.10", orientation = "orthogonal", width = 4, height = 2, tilewidth = 16, tileheight = 16,
  infinite = false, backgroundcolor = "#80102030", parallaxoriginx = 3,
  properties = { property("music", "string", "cave"), property("exit", "object", 5), property("file", "file", "../a.txt"),
    property("k", "class", { n = 1, deep = { m = "x" } }) },
  tilesets = { { firstgid = 1, source = "sets/outside.tsj" },
    { firstgid = 20, name = "old", tilewidth = 16, tileheight = 16, tileproperties = { ["0"] = { hp = 3 } },
      tilepropertytypes = { ["0"] = { hp = "int" } }, tiles = { ["0"] = { type = "wall" }, ["1"] = { image = "b.png" } } } },
  layers = {
    { type = "tilelayer", name = "ground", width = 4, height = 2, opacity = 0.5, tintcolor = "#ff0000", data = { 1, 1, 2, 3, 20, 21, 0, 1 } },
    { type = "tilelayer", name = "packed", width = 4, height = 2, encoding = "base64", compression = "",
      data = "AQAAAAEAAAAAAAAAAgAAAAAAAAAAAAAAAQAAAAMAAAA=" },
    { type = "tilelayer", name = "endless", class = "spike", chunks = { { x = -16, y = 0, width = 2, height = 1, data = { 1, 0 } } } },
    { type = "imagelayer", name = "sky", image = "sky.png", x = 3, y = 4, repeatx = true },
    { type = "group", name = "g", offsetx = 3, layers = { { type = "objectgroup", name = "objects", draworder = "topdown", objects = {
      { id = 5, name = "door", type = "wall", x = 1, y = 2, width = 9, height = 8, properties = { to = 6 }, propertytypes = { to = "object" } },
      { id = 6, name = "egg", type = "wall", ellipse = true, x = 40, y = 2, width = 9, height = 8, rotation = 30 },
      { id = 7, name = "roof", type = "wall", polygon = SQUARE, x = 70, y = 2 }, { id = 8, template = "t/gem.tj", x = 90, y = 90 },
      { id = 9, name = "note", text = { text = "hi", wrap = true, color = "#ff0000" }, x = 0, y = 0, width = 9, height = 9 },
      { id = 10, gid = 2147483651, x = 3, y = 99, width = 0, height = 0 } } } } },
  } }

--- The same in XML.
samples.tsx = [[<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="outside" tilewidth="16" tileheight="16" tilecount="5" columns="5" objectalignment="bottom">
 <tileoffset x="0" y="1"/><grid orientation="orthogonal" width="1" height="1"/><properties><property name="a" value="b"/></properties>
 <image source="set.png" trans="ff00ff" width="80" height="16"/>
 <tile id="0" type="wall"><properties><property name="hp" type="int" value="3"/></properties></tile>
 <tile id="1" class="coin" x="1" y="2" width="8" height="9"><image source="a.png" width="20" height="24"/></tile>
 <tile id="2" type="wall"><objectgroup draworder="index"><object id="1" x="0" y="0" width="16" height="8"/>
  <object id="2" x="4" y="4" width="8" height="8"><ellipse/></object></objectgroup>
  <animation><frame tileid="2" duration="100"/></animation></tile>
</tileset>]]

samples.tx = [[<?xml version="1.0"?><template><tileset firstgid="1" source="../sets/outside.tsx"/><object name="gem" gid="2" width="16"
 height="16"><properties><property name="hp" type="int" value="7"/></properties></object></template>]]

samples.tmx = [[<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="4" height="2" tilewidth="16" tileheight="16" infinite="0"
 backgroundcolor="#80102030" parallaxoriginx="3" nextobjectid="20">
 <properties><property name="music" value="cave"/><property name="exit" type="object" value="5"/><property name="k" type="class">
  <properties><property name="n" type="float" value="1.5"/></properties></property><property name="long">two
lines</property><property name="l" type="list"><item type="int" value="1"/></property></properties>
 <tileset firstgid="1" source="sets/outside.tsx"/>
 <tileset firstgid="20" name="in" tilewidth="16" tileheight="16" tilecount="2" columns="2"><image source="b.png" width="32"
  height="16"/><tile id="0" type="wall"/></tileset>
 <layer id="1" name="ground" width="4" height="2" opacity="0.5" tintcolor="#ff0000"><data encoding="csv">
1,1,2,3,
20,21,0,2147483649
</data></layer>
 <layer id="2" name="packed" width="4" height="2"><data encoding="base64">AQAAAAEAAAAAAAAAAgAAAAAAAAAAAAAAAQAAAAMAAAA=</data></layer>
 <layer id="3" name="zlib" width="4" height="2"><data encoding="base64" compression="zlib">
   eJxjZGBgYGSAACYGBACJMQMxAACYAAk=
  </data></layer>
 <layer id="4" name="elements" width="2" height="1"><data><tile gid="1"/><tile/></data></layer>
 <layer id="5" name="endless" class="spike"><data encoding="csv"><chunk x="-16" y="0" width="2" height="1">1,0</chunk></data></layer>
 <imagelayer id="6" name="sky" x="3" y="4" repeatx="1"><image source="sky.png" width="4" height="4"/></imagelayer>
 <group id="7" name="g" offsetx="3" visible="0"><objectgroup id="8" name="objects" draworder="topdown">
  <object id="5" name="door" type="wall" x="1" y="2" width="9" height="8"><properties><property name="to" type="object" value="6"/>
   </properties></object>
  <object id="6" name="egg" type="wall" x="40" y="2" width="9" height="8" rotation="30"><ellipse/></object>
  <object id="7" name="roof" type="wall" x="70" y="2"><polygon points="0,0 16,0 16,9 0,12"/></object>
  <object id="9" name="pill" type="wall" x="70" y="2" width="9" height="3"><capsule/></object>
  <object id="10" name="spot" type="coin" x="70.5" y="2"><point/></object>
  <object id="11" name="note" x="0" y="0" width="9" height="9"><text wrap="1" color="#ff0000">a &lt; b</text></object>
  <object id="12" gid="2147483651" x="3" y="99" width="16" height="16"/><object id="8" template="t/gem.tx" x="90" y="90"/>
 </objectgroup></group>
</map>]]

-- ---- LDtk ---------------------------------------------------------------------------------------

local function field(name, kind, value)
  return { __identifier = name, __type = kind, __value = value, defUid = 1 }
end

local function entity(name, x, fields)
  return { __identifier = name, __grid = { 0, 0 }, __pivot = { 0.5, 1 }, __tags = { "actor" }, iid = name .. x, width = 16, height = 24,
    defUid = 3, px = { x, 32 }, fieldInstances = fields, __worldX = x, __worldY = 32,
    __tile = x > 60 and { tilesetUid = 4, srcRect = { 0, 0, 8, 8 } } or { tilesetUid = 4, x = 16, y = 0, w = 16, h = 16 } }
end

local function instances(name, kind, uid, more)
  local one = { __identifier = name, __type = kind, __cWid = 3, __cHei = 2, __gridSize = 16, __opacity = 1, __pxTotalOffsetX = 1,
    __pxTotalOffsetY = -2, layerDefUid = uid, __tilesetDefUid = uid ~= 4 and 4 or nil, visible = true, intGridCsv = {}, autoLayerTiles = {}, gridTiles = {}, entityInstances = {} }
  for key, value in pairs(more) do
    one[key] = value
  end
  return one
end

local FIELDS = { field("hp", "Int", 7), field("name", "String", "Bo"), field("speed", "Float", 1.5), field("wet", "Bool", true),
  field("loot", "Array<LocalEnum.Item>", { "gem", "key" }), field("post", "Point", { cx = 2, cy = 0 }),
  field("patrol", "Array<Point>", { { cx = 0, cy = 1 }, { cx = 1, cy = 1 } }), field("tint", "Color", "#ff0000"),
  field("to", "EntityRef", { entityIid = "Door60", layerIid = "l", levelIid = "v", worldIid = "w" }),
  field("all", "Array<EntityRef>", { { entityIid = "Door60" }, { entityIid = "gone" } }), field("icon", "Tile", { tilesetUid = 4, x = 0, y = 0 }) }

local function level(name, x, layers)
  return { identifier = name, iid = name, uid = 5, worldX = x, worldY = 0, worldDepth = 0, pxWid = 48, pxHei = 32, externalRelPath = nil,
    __bgColor = "#102030", bgRelPath = "sky.png", bgPos = x > 0 and "Repeat" or "Cover",
    __bgPos = { topLeftPx = { 8, 0 }, scale = { 1, 2 }, cropRect = { 0, 0, 32, 16 } },
    fieldInstances = { field("music", "String", "cave"), field("exit", "EntityRef", { entityIid = "Door60" }) }, layerInstances = layers }
end

local CAVE = { instances("Things", "Entities", 1, { entityInstances = { entity("hero", 8, FIELDS), entity("Door", 60, {}), entity("Foe", 90, {}) } }),
  instances("Solid", "IntGrid", 2, { intGridCsv = { 1, 1, 2, 0, 4, 5 }, autoLayerTiles = { { px = { 0, 16 }, src = { 0, 0 }, f = 0, t = 1 } } }),
  instances("Back", "Tiles", 3, { visible = false, gridTiles = { { px = { 16, 16 }, src = { 0, 0 }, f = 3, t = 1, d = { 1 }, a = 1 } } }),
  instances("Zones", "IntGrid", 4, { intGridCsv = { 1, 0, 3, 0, 0, 1 } }) }

samples.level = { identifier = "Far", iid = "Far", layerInstances = { instances("Solid", "IntGrid", 2, { intGridCsv = { 0, 0, 2, 1, 1, 1 } }) } }

samples.ldtk = { jsonVersion = "1.5.3", worldLayout = "Free", externalLevels = false, worlds = {}, defs = { layers = {
  { identifier = "Things", uid = 1, __type = "Entities", gridSize = 16, intGridValues = {}, intGridValuesGroups = {} },
  { identifier = "Solid", uid = 2, __type = "IntGrid", gridSize = 16, intGridValues = {
    { value = 1, identifier = "wall", groupUid = 0 }, { value = 2, identifier = "spike", groupUid = 0 },
    { value = 4, identifier = "dirt", groupUid = 9 }, { value = 5, identifier = "coin", groupUid = 0 } },
    intGridValuesGroups = { { uid = 9, identifier = "wall" } } },
  { identifier = "Back", uid = 3, __type = "Tiles", gridSize = 16, intGridValues = {}, intGridValuesGroups = {}, tilePivotX = 0.5,
    tilePivotY = 1, parallaxFactorX = 0.5, parallaxFactorY = -1, parallaxScaling = true },
  { identifier = "Zones", uid = 4, __type = "IntGrid", gridSize = 16, intGridValues = {
    { value = 1, identifier = "wet", color = "#0000ff" }, { identifier = "dry", color = "#ffff00" }, { value = 3 } } } },
  tilesets = { { identifier = "Set", uid = 4, relPath = "set.png", pxWid = 64, pxHei = 16, tileGridSize = 16, padding = 0, spacing = 0 } },
  entities = { { identifier = "hero", uid = 3, width = 16, height = 24, tileRenderMode = "NineSlice", nineSliceBorders = { 4, 4, 4, 4 },
    tileOpacity = 1 } }, enums = { { identifier = "Item", values = { { id = "gem" }, { id = "key" } } } } },
  levels = { level("Cave", 0, CAVE), level("Deep", 64, { instances("Solid", "IntGrid", 2, { intGridCsv = { 1, 0, 0, 1, 1, 1 } }) }) } }
samples.ldtk.levels[3] = level("Far", 200, nil)
samples.ldtk.levels[3].externalRelPath = "world/Far.ldtkl"
samples.ldtk.levels[4] = level("Up", 0, { instances("Solid", "IntGrid", 2, { intGrid = { { coordId = 1, v = 0 } } }) })
samples.ldtk.levels[4].worldDepth, samples.ldtk.levels[4].layerInstances[1].intGridCsv = 1, nil

-- ---- Aseprite -----------------------------------------------------------------------------------

local function frame(i)
  return { filename = ("hero %d.aseprite"):format(i), frame = { x = 10 * i, y = 0, w = 12, h = 16 }, rotated = false, trimmed = true,
    spriteSourceSize = { x = 7, y = 4, w = 10, h = 14 }, sourceSize = { w = 32, h = 24 }, duration = 50 + 25 * i }
end

local function slice(name, from, more)
  local one = { frame = from, bounds = { x = 7, y = 4, w = 10, h = 20 } }
  for key, value in pairs(more or {}) do
    one[key] = value
  end
  return { name = name, color = "#0000ffff", keys = { one, { frame = 2, bounds = { x = 8, y = 5, w = 6, h = 0 } } } }
end

local META = { app = "https://www.aseprite.org/", version = "1.3.2", image = "hero.png", format = "RGBA8888", size = { w = 44, h = 20 },
  scale = "1", layers = { { name = "Body", opacity = 255 }, { name = "Sword", blendMode = "normal" } }, frameTags = {
    { name = "idle", from = 0, to = 0, direction = "forward" }, { name = "jab", from = 0, to = 2, direction = "pingpong", ["repeat"] = "3" },
    { name = "back", from = 1, to = 2, direction = "reverse", ["repeat"] = 2 }, { name = "spin", from = 0, to = 2, direction = "pingpong_reverse" } },
  slices = { slice("push", 0, { pivot = { x = 5, y = 20 } }), slice("hit", 1), slice("hit", 0), slice("hurt", 0, { center = { x = 1, y = 1 } }) } }

samples.sheet = { frames = { frame(0), frame(1), frame(2) }, meta = META }
samples.sheetByName = { frames = { ["hero 0.png"] = frame(0), ["hero 1.png"] = frame(1), ["hero 2.png"] = frame(2) }, meta = META }

return samples
