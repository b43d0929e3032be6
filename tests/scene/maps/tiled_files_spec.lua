--- Tiled's own files in plain Lua: JSON of all versions, tiles as base64, tilesets and templates in files of their own.
--- XML needs the sandbox: tests/levels/tiled.py.
local hitbox = require "hitbox"
local base64 = require "hitbox.scene.data.base64"
local file = require "hitbox.scene.data.file"
local support = require "tests.scene.support"
local edges, rects, refusal = support.edges, support.rects, support.refusal

describe("base64", function()
  it("is_read_as_RFC_4648_has_it", function()
    for text, bytes in pairs { [""] = "", ["Zg=="] = "f", ["Zm8="] = "fo", Zm9v = "foo", ["Zm9vYg=="] = "foob",
      ["Zm9vYmE="] = "fooba", Zm9vYmFy = "foobar", ["\n Zm9v\r\n YmFy\n"] = "foobar", ["+/+/"] = "\251\255\191",
      AAECAwQFBgcICQoLDA0ODxAREhM = "\0\1\2\3\4\5\6\7\8\9\10\11\12\13\14\15\16\17\18\19" } do
      assert.are.equal(bytes, base64.decode(text))
    end
    assert.are.same({ nil, "the text is not base64" }, { base64.decode("Zm9v!") })
  end)

  it("holds_integers_with_the_lowest_byte_first", function()
    assert.are.same({ 1, 4278387458 }, base64.integers("\1\0\0\0\2\3\3\255\9"))
  end)
end)

describe("a map of Tiled's in JSON", function()
  local read, texts = file.read, {}

  setup(function()
    file.read = function(path)
      local name = path:gsub("^.*tests/scene/", ""):gsub("^maps/", "")
      if texts[name] then
        return texts[name]
      end
      return nil, name .. ": no such file"
    end
  end)
  teardown(function()
    file.read = read
  end)

  local TYPES = { wall = {}, coin = { r = 3 }, hero = { anchor = "feet", w = 8, h = 14 } }
  local SET = [["name":"set","tilewidth":16,"tileheight":16,"columns":4,"tilecount":8,"image":"set.png",
    "imagewidth":64,"imageheight":32]]

  local function map(sets, layers)
    return ([[{"type":"map","version":"1.10","orientation":"orthogonal","width":4,"height":2,"tilewidth":16,"tileheight":16,
      "infinite":false,"tilesets":[%s],"layers":[%s]}]]):format(sets, layers)
  end

  local function tiles(data, more)
    return ([[{"type":"tilelayer","name":"tiles","width":4,"height":2,"visible":true,"opacity":1,%s"data":%s}]])
      :format(more or "", data)
  end

  local function objects(list)
    return ([[{"type":"objectgroup","name":"objects","draworder":"topdown","objects":[%s]}]]):format(list)
  end

  local function scene(files)
    texts = files
    return hitbox.scene { types = TYPES, map = { tiled = "a.tmj" } }
  end

  local function refused(files)
    texts = files
    return (refusal({ types = TYPES, map = { tiled = "a.tmj" } }):gsub("[^ ]*tests/scene/", ""))
  end

  local WALLS = '{"firstgid":1,' .. SET .. ',"tiles":[{"id":0,"type":"wall"},{"id":1,"type":"coin"}]}'

  it("has_the_tiles_of_its_layers", function()
    local s = scene { ["a.tmj"] = map(WALLS, tiles("[1,1,0,2, 0,0,1,5]")) }
    assert.are.same({ { 0, 0, 32, 16 }, { 32, 16, 48, 32 } }, rects(s, "wall"))
    assert.are.same({ 56, 8 }, { s.coin.x, s.coin.y })
  end)

  it("may_have_them_as_base64", function()
    -- The integers 1 1 0 2 0 0 1 5, as Python's base64 has them.
    local s = scene { ["a.tmj"] = map(WALLS, tiles('"AQAAAAEAAAAAAAAAAgAAAAAAAAAAAAAAAQAAAAUAAAA="',
      '"encoding":"base64","compression":"",')) }
    assert.are.same({ { 0, 0, 32, 16 }, { 32, 16, 48, 32 } }, rects(s, "wall"))
    assert.are.equal("layer 'tiles' in the map 'a.tmj': 7 tiles are there, and 8 should be", refused {
      ["a.tmj"] = map(WALLS, tiles('"AQAAAAEAAAAAAAAAAgAAAAAAAAAAAAAAAQAAAA=="', '"encoding":"base64",')) })
    assert.are.equal("layer 'tiles' in the map 'a.tmj': the text is not base64", refused {
      ["a.tmj"] = map(WALLS, tiles('"A?"', '"encoding":"base64",')) })
    assert.matches("its tiles are packed by zstd, which plain Lua does not unpack: run `hitbox convert`", refused {
      ["a.tmj"] = map(WALLS, tiles('"AQ=="', '"encoding":"base64","compression":"zstd",')) })
    assert.matches("its tiles are packed by 'lzma', which is not known$", refused {
      ["a.tmj"] = map(WALLS, tiles('"AQ=="', '"encoding":"base64","compression":"lzma",')) })
    assert.matches("its tiles are encoded as 'base85', which is not known$", refused {
      ["a.tmj"] = map(WALLS, tiles('"AQ=="', '"encoding":"base85",')) })
  end)

  it("may_be_infinite", function()
    local s = scene { ["a.tmj"] = map(WALLS, [[{"type":"tilelayer","name":"tiles","chunks":[
      {"x":-2,"y":0,"width":2,"height":1,"data":[1,1]},{"x":2,"y":-1,"width":1,"height":2,"data":[0,1]}]}]]) }
    assert.are.same({ { -32, 0, 0, 16 }, { 32, 0, 48, 16 } }, rects(s, "wall"))
  end)

  it("has_objects_of_all_shapes", function()
    local s = scene { ["a.tmj"] = map(WALLS, objects [[
      {"id":1,"name":"box","type":"wall","x":10,"y":20,"width":30,"height":40,"rotation":0,"visible":true},
      {"id":2,"name":"egg","type":"wall","ellipse":true,"x":100,"y":0,"width":20,"height":10},
      {"id":3,"name":"pill","class":"wall","capsule":true,"x":100,"y":50,"width":20,"height":10},
      {"id":4,"name":"roof","type":"wall","polygon":[{"x":0,"y":0},{"x":8,"y":-8},{"x":16,"y":0}],"x":50,"y":60},
      {"id":5,"name":"rope","type":"wall","polyline":[{"x":0,"y":0},{"x":5,"y":7}],"x":200,"y":200},
      {"id":6,"name":"spot","type":"","point":true,"x":5,"y":6,"properties":[{"name":"hp","type":"int","value":7},
        {"name":"to","type":"object","value":1},{"name":"none","type":"object","value":0}]},
      {"id":7,"name":"note","type":"","text":{"text":"hello","wrap":true},"x":0,"y":0,"width":9,"height":9},
      {"id":8,"name":"gem","type":"","gid":2,"x":64,"y":64,"width":0,"height":0}]]) }
    assert.are.same({ { 10, 20, 40, 60 }, { 100, 0, 120, 10 }, { 100, 50, 120, 60 }, { 50, 52, 66, 60 }, { 200, 200, 205, 207 } },
      { edges(s.box), edges(s.egg), edges(s.pill), edges(s.roof), edges(s.rope) })
    assert.are.same({ 5, 6, 7, s.box }, { s.spot.x, s.spot.y, s.spot.hp, s.spot.to })
    assert.is_nil(s.spot.none)
    assert.is_nil(s.note)
    assert.are.same({ 72, 56 }, { s.gem.x, s.gem.y }) -- of the size of its tile, above and to the right of its place
  end)

  it("may_be_from_before_Tiled_1.2", function()
    local s = scene { ["a.tmj"] = map('{"firstgid":1,' .. SET .. [[,"tileproperties":{"0":{"hp":3},"4":{"hp":4}},
      "tilepropertytypes":{"0":{"hp":"int"}},"tiles":{"0":{"type":"wall"},"1":{"objectgroup":{"type":"objectgroup",
      "name":"","objects":[{"id":1,"name":"","type":"coin","x":0,"y":8,"width":16,"height":8,"rotation":0}]}}}}]],
      tiles("[1,2,0,0, 0,0,0,0]") .. ',{"type":"imagelayer","name":"sky","x":3,"y":4,"image":"sky.png"},'
      .. objects [[{"id":1,"name":"spot","type":"","point":true,"x":5,"y":6,"width":0,"height":0,"rotation":0,
        "properties":{"hp":7,"to":1},"propertytypes":{"hp":"int","to":"object"}}]]) }
    assert.are.same({ { 0, 0, 16, 16 } }, rects(s, "wall"))
    assert.are.same({ 3, { 16, 8, 32, 16 } }, { s.wall.hp, edges(s.coin) })
    assert.are.same({ 7, s.spot }, { s.spot.hp, s.spot.to })
  end)

  it("has_tilesets_in_files_of_their_own", function()
    local set = "{" .. SET .. ',"type":"tileset","tiles":[{"id":0,"type":"wall"}]}'
    local layer = tiles("[1,11,0,0, 0,0,0,0]")
    local both = '{"firstgid":1,"source":"sets/a.tsj"},{"firstgid":11,"source":"sets/b.lua"}'
    local files = { ["a.tmj"] = map(both, layer), ["sets/a.tsj"] = set,
      ["sets/b.lua"] = 'return { name = "b", tilewidth = 16, tileheight = 16, tiles = { { id = 0, type = "wall" } } }' }
    assert.are.same({ { 0, 0, 32, 16 } }, rects(scene(files), "wall"))
    files["sets/b.lua"] = nil
    assert.are.equal("filename of tileset 'sets/b.lua' of the map 'a.tmj': sets/b.lua: no such file", refused(files))
    files["sets/b.lua"] = "return {}"
    assert.are.equal("tileheight of sets/b.lua of the map 'a.tmj' must be a whole number from 1 to 1000000, got nil",
      refused(files))
    files["a.tmj"] = map('{"firstgid":1,"source":"../a.tsj"}', layer)
    assert.matches("must be a file beside the scene's or below, got '../a.tsj'$", refused(files))
    files["a.tmj"], files["a.tsx"] = map('{"firstgid":1,"source":"a.tsx"}', layer), "<?xml version='1.0'?><tileset/>"
    assert.are.equal("filename of tileset 'a.tsx' of the map 'a.tmj': a.tsx is XML, which plain Lua does not read: run "
      .. "`hitbox convert a.tmj a.lua` and name that file", refused(files))
  end)

  it("has_objects_made_by_templates", function()
    local set = "{" .. SET .. ',"tiles":[{"id":0,"type":"wall"},{"id":1,"type":"coin"}]}'
    local files = {
      ["a.tmj"] = map('{"firstgid":1,"source":"sets/a.tsj"}', objects [[
        {"id":1,"template":"t/box.tj","x":10,"y":20},
        {"id":2,"template":"t/box.tj","x":50,"y":20,"name":"wide","width":60,"properties":[{"name":"hp","type":"int","value":9}]},
        {"id":3,"template":"t/gem.tj","x":0,"y":64}, {"id":4,"template":"t/other.tj","x":100,"y":64}]]),
      ["sets/a.tsj"] = set, ["sets/b.tsj"] = (set:gsub('"coin"', '"hero"')),
      ["t/box.tj"] = [[{"type":"template","object":{"id":1,"name":"box","type":"wall","x":0,"y":0,"width":30,"height":8,
        "rotation":0,"visible":true,"properties":[{"name":"hp","type":"int","value":1},{"name":"red","type":"bool","value":true}]}}]],
      -- The tilesets of templates count from 1 again: tile 2 is that with the number 1.
      ["t/gem.tj"] = [[{"type":"template","tileset":{"firstgid":1,"source":"../sets/a.tsj"},
        "object":{"id":1,"name":"gem","type":"","gid":2,"x":0,"y":0,"width":16,"height":16}}]],
      ["t/other.tj"] = [[{"type":"template","tileset":{"firstgid":1,"source":"../sets/b.tsj"},
        "object":{"id":1,"name":"other","type":"","gid":2147483650,"x":0,"y":0,"width":16,"height":16}}]],
    }
    local s = scene(files)
    assert.are.same({ { 10, 20, 40, 28 }, { 50, 20, 110, 28 } }, { edges(s.box), edges(s.wide) })
    assert.are.same({ 1, true, 9, true }, { s.box.hp, s.box.red, s.wide.hp, s.wide.red })
    assert.are.same({ "coin", 8, 56 }, { s.gem.type, s.gem.x, s.gem.y })
    assert.are.same({ "hero", 108, 64, -1 }, { s.other.type, s.other.x, s.other.y, s.other.facing })
    files["t/box.tj"] = set
    assert.are.equal("template of the map 'a.tmj': t/box.tj is no template of Tiled's", refused(files))
  end)

  it("is_refused_with_its_place_if_it_is_none", function()
    assert.are.equal("tiled of the map 'a.tmj': a.tmj: line 1, column 2: a key must be a string", refused { ["a.tmj"] = "{1" })
    assert.matches("^tiled of the map 'a.tmj': a.tmj is no map, tileset or template of Tiled's", refused { ["a.tmj"] = "{}" })
    assert.matches("^tiled of the map 'a.tmj' must be a map that Tiled has saved or exported",
      refused { ["a.tmj"] = "{" .. SET .. "}" })
    assert.are.equal("layers[1].name of the map 'a.tmj' must be a string, got 5",
      refused { ["a.tmj"] = map(WALLS, '{"type":"tilelayer","name":5,"width":1,"height":1,"data":[0]}') })
  end)
end)
