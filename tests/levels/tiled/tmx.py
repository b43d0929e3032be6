"""Maps of our own in Tiled's XML, each for a feature of the format, read by the sandbox. The
expected values come from the format's documentation: doc.mapeditor.org/en/stable/reference/tmx-map-format.
"""

import base64
import gzip
import json
import pathlib
import re
import struct
import subprocess
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import SandboxTest, main_by_classes  # noqa: E402

FLIPPED = 0x80000000  # horizontally

# Prints each thing: its name, type and edges.
SCENE = """
local hitbox = require "hitbox"
local s = hitbox.scene {
  types = { wall = {}, coin = { r = 3 }, slope = {} },
  map = { tiled = "%s" },
}
for t in s:each() do
  local x, y, w, h = t:rect()
  local edges = ("%%g %%g %%g %%g"):format(x, y, x + w, y + h)
  print(t.name, t.type, edges)
end
%s
return s
"""


def zstd(data):
    return subprocess.run(["zstd", "-q"], input=data, capture_output=True, check=True).stdout


PACKERS = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress, "zstd": zstd}


def as_base64(numbers, compression=""):
    data = struct.pack(f"<{len(numbers)}I", *numbers)
    return base64.b64encode(PACKERS[compression](data)).decode("ascii")


def as_elements(numbers):
    return "".join(f'<tile gid="{n}"/>' if n else "<tile/>" for n in numbers)


def data(numbers, encoding="csv", compression=""):
    """The tiles of a layer as <data>."""
    if encoding == "csv":
        return f'<data encoding="csv">\n{",".join(map(str, numbers))}\n</data>'
    if encoding == "base64":
        packed = f' compression="{compression}"' if compression else ""
        return f'<data encoding="base64"{packed}>\n   {as_base64(numbers, compression)}\n  </data>'
    return f"<data>{as_elements(numbers)}</data>"


TILESET = ('name="set" tilewidth="16" tileheight="16" tilecount="8" columns="4">'
           '<image source="set.png" trans="ff00ff" width="64" height="32"/>'
           '<tile id="0" type="wall"/><tile id="1" type="coin"/>'
           '<tile id="2" type="slope"><objectgroup draworder="index"><object id="1" x="0" y="16">'
           '<polygon points="0,0 16,-16 16,0"/></object></objectgroup></tile>')


def embedded(first=1):
    return f'<tileset firstgid="{first}" {TILESET}</tileset>'


def tsx():
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<tileset version="1.10" {TILESET}</tileset>'


def tile_layer(content, width=4, height=2, more=""):
    return f'<layer id="1" name="tiles" width="{width}" height="{height}"{more}>{content}</layer>'


def tmx(layers, sets=None, more="", width=4, height=2, infinite=0):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" tiledversion="1.10.2" '
            f'orientation="orthogonal" renderorder="right-down" width="{width}" height="{height}" '
            f'tilewidth="16" tileheight="16" infinite="{infinite}"{more}>{sets or embedded()}{layers}</map>')


def objects(*lines, more=""):
    return f'<objectgroup id="2" name="objects"{more}>{"".join(lines)}</objectgroup>'


class MapTest(SandboxTest):
    def read(self, text, name="a.tmx", also="", **files):
        """What a scene with the map has in it, line by line."""
        self.write(name, text)
        for path, content in files.items():
            self.write(path, content)
        self.write("scene.lua", SCENE % (name, also))
        result = self.headless(frames=0)
        self.assert_ends(result, 0)
        return result.stdout.replace("\t", " ").splitlines()

    def refused(self, text, name="a.tmx", is_strict=False):
        """The first line of the error."""
        self.write(name, text)
        self.write("scene.lua", (SCENE % (name, "")).replace(" },\n}", ", strict = true },\n}" if is_strict else " },\n}"))
        result = self.headless(frames=0)
        self.assert_ends(result, 3)
        return re.sub(r"^scene\.lua:\d+: ", "", result.stderr.splitlines()[0])


TILES = [1, 1, 0, 2, 0, 0, 3, 3 + FLIPPED]
THINGS = ["wall wall 0 0 32 16", "coin coin 53 5 59 11",
          "slope slope 32 16 48 32", "slope slope 48 16 64 32"]


class Tiles(MapTest):
    def test_all_encodings_hold_the_same_tiles(self):
        for encoding, compression in (("csv", ""), ("xml", ""), ("base64", ""), ("base64", "zlib"),
                                      ("base64", "gzip"), ("base64", "zstd")):
            with self.subTest(encoding=encoding, compression=compression):
                self.assertEqual(self.read(tmx(tile_layer(data(TILES, encoding, compression)))), THINGS)

    def test_infinite_maps_have_them_in_chunks(self):
        for encoding, compression in (("csv", ""), ("xml", ""), ("base64", "zstd")):
            head, tail = {"csv": ('<data encoding="csv">', ""), "xml": ("<data>", ""),
                          "base64": ('<data encoding="base64" compression="zstd">', "")}[encoding]
            inner = [data(numbers, encoding, compression).split(">", 1)[1].removesuffix("</data>")
                     for numbers in ([0, 1, 0, 1], [2])]
            text = (f'{head}<chunk x="-16" y="0" width="2" height="2">{inner[0]}</chunk>'
                    f'<chunk x="3" y="-2" width="1" height="1">{inner[1]}</chunk></data>{tail}')
            with self.subTest(encoding=encoding):
                self.assertEqual(self.read(tmx(tile_layer(text), infinite=1)),
                                 ["wall wall -240 0 -224 32", "coin coin 53 -27 59 -21"])

    def test_a_figure_feels_no_seams_between_tiles(self):
        """A floor of two classes, of which one has a shape that is all of its cell, in a layer that lies between pixels."""
        square = '<objectgroup draworder="index"><object id="1" x="0" y="0" width="16" height="16"/></objectgroup>'
        sets = embedded().replace('type="coin"/>', f'type="stone">{square}</tile>')
        row = [1, 1, 2, 1, 2, 2, 1, 1, 1, 2, 2, 2, 1, 2, 1, 1]
        layer = tile_layer(data([0] * 32 + row + row[::-1], "csv"), 16, 4, more=' offsetx="0.3" offsety="0.7"')
        lines = self.read(tmx(layer, sets, width=16, height=4), also="""
            s = hitbox.scene { types = { wall = {}, stone = {} }, map = { tiled = "a.tmx" },
              rules = { { "hero", "wall|stone", response = "slide" } },
              things = { { "hero", at = { 20, 20 }, anchor = "feet", w = 10, h = 14, data = { vy = 0 } } } }
            local hero, walk = s.hero, { gravity = 0.25, maxFall = 4 }
            for _ = 1, 40 do hero:walk(0, nil, walk) end
            local from, x, y = s:count("wall") + s:count("stone"), hero.x, hero.y
            for i = 1, 130 do
              local ground = hero:walk(1.7, nil, walk)
              assert(ground and hero.y == y and not hero.blocked.right and math.abs(hero.x - x - i * 1.7) < 1e-9, i)
            end
            print(from > 5, y)""")
        self.assertEqual(lines[-1], "true 32.7")

    def test_layers_and_groups_are_shifted(self):
        group = ('<group id="5" name="g" offsetx="100" offsety="-8"><group name="h" offsetx="1000">'
                 f'{tile_layer(data([1], "csv"), 1, 1, more=" offsetx=" + chr(34) + "0.5" + chr(34))}</group></group>')
        self.assertEqual(self.read(tmx(group)), ["wall wall 1100.5 -8 1116.5 8"])

    def test_a_tileset_may_be_a_file_in_either_format_and_shared_between_folders(self):
        tsj = json.dumps({"name": "set", "tilewidth": 16, "tileheight": 16, "tilecount": 8, "columns": 4,
                          "type": "tileset", "tiles": [{"id": 0, "type": "wall"}]})
        layer = tile_layer(data([1, 11, 0, 0, 0, 0, 0, 0]))
        sets = '<tileset firstgid="1" source="sets\\a.tsx"/><tileset firstgid="11" source="../sets/b.tsj"/>'
        self.assertEqual(self.read(tmx(layer, sets), "maps/a.tmx", **{"maps/sets/a.tsx": tsx(), "sets/b.tsj": tsj}),
                         ["wall wall 0 0 32 16"])

    def test_a_map_in_lua_may_name_a_tileset_in_xml(self):
        lua = ('return { orientation = "orthogonal", width = 2, height = 1, tilewidth = 16, tileheight = 16,'
               ' tilesets = { { name = "set", firstgid = 1, filename = "set.tsx" } }, layers = { {'
               ' type = "tilelayer", name = "tiles", width = 2, height = 1, encoding = "base64",'
               f' compression = "zlib", data = "{as_base64([1, 2], "zlib")}" }} }} }}')
        self.assertEqual(self.read(lua, "a.lua", **{"set.tsx": tsx()}),
                         ["wall wall 0 0 16 16", "coin coin 21 5 27 11"])

    def test_a_collection_of_images_has_tiles_of_their_own_sizes(self):
        # A tile is drawn from the lower left corner of its cell.
        collection = ('<tileset firstgid="1" name="c" tilewidth="40" tileheight="30" tilecount="2" columns="0">'
                      '<grid orientation="orthogonal" width="1" height="1"/>'
                      '<tile id="0" type="wall"><image width="40" height="30" source="a.png"/></tile>'
                      '<tile id="7" type="wall" x="2" y="3" width="8" height="10"><image width="40" height="30" '
                      'source="b.png"/></tile></tileset>')
        self.assertEqual(self.read(tmx(tile_layer(data([0, 0, 0, 0, 1, 0, 8, 0])), collection)),
                         ["wall wall 0 2 40 32", "wall wall 32 22 40 32"])

    def test_versions_from_1_0_on_are_read(self):
        old = ('<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">\n'
               '<map version="1.0" tiledversion="1.0.3" orientation="orthogonal" renderorder="right-down" width="2" '
               'height="1" tilewidth="16" tileheight="16" nextobjectid="2"><tileset firstgid="1" name="set" '
               'tilewidth="16" tileheight="16" tilecount="2" columns="2"><image source="a.png" width="32" height="16"/>'
               '<terraintypes><terrain name="t" tile="0"/></terraintypes><tile id="0" type="wall" terrain="0,0,0,0"/>'
               '</tileset><layer name="tiles" width="2" height="1">'
               f'{data([1, 0], "base64", "zlib")}</layer><objectgroup name="o"><object id="1" name="p" type="coin" '
               'x="20" y="4" width="0" height="0"><point/></object><object x="3" y="4" name="q" type="coin"><point/>'
               '</object></objectgroup></map>')
        self.assertEqual(self.read(old), ["wall wall 0 0 16 16", "p coin 17 1 23 7", "q coin 0 1 6 7"])
        named_class = tmx(tile_layer(data([1] + 7 * [0])) + objects(
            '<object id="1" name="p" class="coin" x="20" y="4"><point/></object>'),
            embedded().replace(' type="', ' class="'))
        self.assertEqual(self.read(named_class), ["wall wall 0 0 16 16", "p coin 17 1 23 7"])


    def test_a_tileset_of_unknown_size_is_read(self):
        text = tmx(tile_layer(data([1] + 7 * [0])), '<tileset firstgid="1" name="old" tilewidth="16" tileheight="16">'
                   '<image source="a.png"/><tile id="0" type="wall"/></tileset>')
        self.assertEqual(self.read(text), ["wall wall 0 0 16 16"])
        empty = tmx(tile_layer(data(8 * [0])), '<tileset firstgid="1" name="old" tilewidth="16" tileheight="16"/>')
        self.assertEqual(self.read(empty), [])


class Objects(MapTest):
    def test_all_shapes_are_where_the_documentation_says(self):
        lines = self.read(tmx(objects(
            '<object id="1" name="box" type="wall" x="10" y="20" width="30" height="40"/>',
            '<object id="2" name="turned" type="wall" x="0" y="0" width="30" height="10" rotation="90"/>',
            '<object id="3" name="egg" type="wall" x="100" y="0" width="20" height="10"><ellipse/></object>',
            '<object id="4" name="pill" type="wall" x="100" y="50" width="20" height="10"><capsule/></object>',
            '<object id="5" name="roof" type="wall" x="50" y="60"><polygon points="0,0 8.5,-8 16,0"/></object>',
            '<object id="6" name="rope" type="wall" x="200" y="200"><polyline points="0,0 5,7"/></object>',
            '<object id="7" name="spot" type="coin" x="5" y="6"><point/></object>',
            '<object id="8" name="note" x="1" y="2" width="30" height="9"><text wrap="1">a &lt; b</text></object>',
            '<object id="9" name="gem" gid="2" x="64" y="64" width="32" height="32"/>',
            f'<object id="10" name="ramp" gid="{3 + FLIPPED}" x="96" y="64" width="16" height="16"/>')))
        self.assertEqual(lines, [
            "box wall 10 20 40 60", "turned wall -10 0 0 30", "egg wall 100 0 120 10",
            "pill wall 100 50 120 60", "roof wall 50 52 66 60", "rope wall 200 200 205 207",
            "spot coin 2 3 8 9", "gem coin 74 42 86 54", "ramp slope 96 48 112 64"])

    def test_properties_have_their_types(self):
        text = tmx(objects(
            '<object id="1" name="a" type="coin" x="0" y="0"><properties><property name="s" value="x"/>'
            '<property name="long" type="string">two\nlines</property><property name="i" type="int" value="-7"/>'
            '<property name="f" type="float" value="0.5"/><property name="yes" type="bool" value="true"/>'
            '<property name="no" type="bool" value="false"/><property name="c" type="color" value="#80ff0000"/>'
            '<property name="file" type="file" value="../b.txt"/><property name="o" type="object" value="2"/>'
            '<property name="k" type="class" propertytype="K"><properties><property name="n" type="int" value="3"/>'
            '<property name="in" type="class" propertytype="L"><properties><property name="m" value="y"/></properties>'
            '</property></properties></property><property name="l" type="list"><item type="int" value="1"/>'
            '<item value="z"/></property></properties><point/></object>',
            '<object id="2" name="b" type="coin" x="9" y="9"><point/></object>'), more="").replace(
                "<tileset", '<properties><property name="music" value="cave"/></properties><tileset', 1)
        lines = self.read(text, "maps/a.tmx", also="""
            local a = s.a
            print(a.s, (a.long:gsub("\\n", "|")), math.type(a.i), a.i, a.f, a.yes, a.no, a.c, a.file, a.o == s.b)
            print(a.k.n, a.k["in"].m, #a.l, a.l[1], a.l[2], select(6, s:levelAt(1, 1)).music)""")
        self.assertEqual(lines[2:], ["x two|lines integer -7 0.5 true false #80ff0000 ../b.txt true",
                                     "3 y 2 1 z cave"])

    def test_templates_give_what_an_object_does_not_say(self):
        # A template counts the tiles of its tileset from its own firstgid.
        files = {
            "t/box.tx": '<?xml version="1.0"?><template><object name="box" type="wall" width="30" height="8">'
                        '<properties><property name="hp" type="int" value="1"/><property name="red" type="bool" '
                        'value="true"/></properties></object></template>',
            "t/gem.tx": '<template><tileset firstgid="1" source="../set.tsx"/><object name="gem" gid="2" width="16" '
                        'height="16"/></template>',
            "t/other.tx": '<template><tileset firstgid="1" source="other.tsx"/><object name="other" '
                          f'gid="{1 + FLIPPED}" width="16" height="16"/></template>',
            "t/disc.tj": json.dumps({"type": "template", "object": {
                "name": "disc", "type": "wall", "ellipse": True, "width": 20, "height": 10, "visible": True}}),
            "set.tsx": tsx(), "t/other.tsx": tsx().replace("coin", "slope").replace('type="wall"', 'type="coin"'),
        }
        lines = self.read(tmx(objects(
            '<object id="1" template="t/box.tx" x="10" y="20"/>',
            '<object id="2" template="t/box.tx" name="wide" x="50" y="20" width="60"><properties><property name="hp" '
            'type="int" value="9"/></properties></object>',
            '<object id="3" template="t/gem.tx" x="0" y="64"/>', '<object id="4" template="t/other.tx" x="100" y="64"/>',
            '<object id="5" template="t/disc.tj" x="0" y="100" rotation="90"/>'),
            '<tileset firstgid="10" source="set.tsx"/>'),
            also="print(s.box.hp, s.box.red, s.wide.hp, s.wide.red, s.other.facing)", **files)
        self.assertEqual(lines, [
            "box wall 10 20 40 28", "wide wall 50 20 110 28", "gem coin 5 53 11 59",
            "other coin 105 53 111 59", "disc wall -10 100 0 120", "1 true 9 true -1"])


class Refusals(MapTest):
    def test_a_file_that_is_damaged_or_missing_is_named_with_the_place(self):
        self.assertEqual(self.refused("<map>\n<layer></map>"), "tiled of the map 'a.tmx': a.tmx: line 2, column 10: mismatched tag")
        self.assertEqual(self.refused("<html/>"), "tiled of the map 'a.tmx': a.tmx is no map, tileset or template of Tiled's")
        self.assertEqual(self.refused("<!DOCTYPE map [<!ENTITY a 'b'>]><map>&a;</map>"),
                         "tiled of the map 'a.tmx': a.tmx: line 1, column 27: it declares an entity, which is not read")
        self.assertIn("filename of tileset 'set.tsx' of the map 'a.tmx': set.tsx: No such file",
                      self.refused(tmx("", '<tileset firstgid="1" source="set.tsx"/>'), is_strict=True))
        self.assertIn("template of the map 'a.tmx': t.tx: No such file",
                      self.refused(tmx(objects('<object id="1" template="t.tx" x="0" y="0"/>')), is_strict=True))

    def test_only_files_of_the_scenes_folder_are_read(self):
        for path in ("../set.tsx", "/etc/passwd", "maps/../../set.tsx"):
            self.assertRegex(self.refused(tmx("", f'<tileset firstgid="1" source="{path}"/>'), is_strict=True),
                             "must be a file beside the scene's or below, got '.*'; start hitbox with --trust to read it$")

    def test_a_value_of_a_wrong_kind_is_named_with_its_place(self):
        self.assertEqual(self.refused(tmx(objects('<object id="1" x="ten" y="0"/>'))),
                         "layers[1].objects[1].x of the map 'a.tmx' must be a number from -1000000000 to 1000000000, got 'ten'")
        self.assertEqual(self.refused(tmx(tile_layer(data(TILES), width=5))),
                         "layer 'tiles' in the map 'a.tmx': 8 tiles are there, and 10 should be")
        self.assertEqual(self.refused(tmx(tile_layer('<data encoding="csv">1,2,x</data>'))),
                         "layer 'tiles' in the map 'a.tmx': its tiles are not numbers with commas between them")

    def test_packed_tiles_are_not_more_than_the_layer_has(self):
        for compression, message in (("zlib", "more bytes are packed than there should be"),
                                     ("gzip", "more bytes are packed than there should be"),
                                     ("zstd", "Destination buffer is too small")):
            bomb = data(10_000_000 * [0], "base64", compression)
            self.assertEqual(self.refused(tmx(tile_layer(bomb))), f"layer 'tiles' in the map 'a.tmx': {message}")
        self.assertEqual(
            self.refused(tmx(tile_layer(data([1], "base64", "zlib"), width=100_000, height=100_000))),
            "layer 'tiles' in the map 'a.tmx': all layers together have more than 10000000 tiles")


if __name__ == "__main__":
    main_by_classes()
