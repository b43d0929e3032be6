"""`hitbox convert`: the file that it writes makes the same scene as the map, in the sandbox and in
plain Lua of each version, and nothing else is written over.
"""

import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tmx import FLIPPED, MapTest, TILES, as_base64, data, embedded, objects, tile_layer, tmx, tsx  # noqa: E402
from sandbox import PROGRAM, PROJECT, main  # noqa: E402

MODULE = pathlib.Path(PROGRAM).parent / "lua"

SCENE = """
local hitbox = require "hitbox"
local s = hitbox.scene {
  types = { wall = {}, coin = { r = 3 }, slope = {} },
  map = { tiled = "%s" },
}
%s
return s
"""

OBJECTS = objects(
    '<object id="1" name="box" type="wall" x="0.1" y="-20" width="30" height="40" rotation="30"><properties>'
    '<property name="end" value="a &quot;b&quot;&#10;c \\ \x7f"/><property name="to" type="object" value="2"/>'
    '<property name="k" type="class"><properties><property name="f" type="float" value="0.1"/></properties></property>'
    '</properties></object>',
    '<object id="2" name="roof" type="wall" x="50" y="60"><polygon points="0,0 8.5,-8 16,0"/></object>',
    '<object id="3" name="pill" type="wall" x="100" y="50" width="20" height="10" visible="0"><capsule/></object>',
    f'<object id="4" name="ramp" gid="{3 + FLIPPED}" x="96" y="64" width="32" height="16"/>',
    '<object id="5" template="t/other.tx" x="100" y="64"/>')
CHUNKS = ('<data encoding="base64" compression="gzip"><chunk x="-16" y="0" width="2" height="2">'
          f'{as_base64([0, 1, 0, 1], "gzip")}</chunk></data>')
FILES = {
    "sets/set.tsx": tsx(),
    "t/other.tx": '<template><tileset firstgid="1" source="../sets/other.tsx"/><object name="other" gid="2" width="16" '
                  'height="16"/></template>',
    "sets/other.tsx": tsx(),
}
MAPS = {
    "tiles": tmx(tile_layer(data(TILES))),
    "zstd": tmx(tile_layer(data(TILES, "base64", "zstd"))),
    "elements": tmx(tile_layer(data(TILES, "xml"))),
    "chunks": tmx(tile_layer(CHUNKS), infinite=1),
    "group": tmx(f'<group name="g" offsetx="7" visible="0">{tile_layer(data(TILES))}</group>'),
    "objects": tmx(objects() + tile_layer(data(TILES)) + OBJECTS, '<tileset firstgid="1" source="sets/set.tsx"/>'),
}


def luas():
    """Each Lua that is here, and for which there is a module."""
    for program, module in (("lua5.1", "51"), ("luajit", "51"), ("lua5.2", "52"), ("lua5.3", "53"),
                            ("lua5.4", "54"), ("lua5.5", "55")):
        if shutil.which(program) and (MODULE / "hitbox" / f"hitbox-lua{module}.so").exists():
            yield program


class Converting(MapTest):
    def convert(self, *paths):
        return self.run_sandbox("convert", *paths)

    def hash_of(self, name):
        self.write("scene.lua", SCENE % (name, ""))
        result = self.headless("scene.lua", 2, "--hash")
        self.assert_ends(result, 0)
        return result.stdout

    def test_the_scene_is_the_same_in_the_sandbox_and_in_each_lua(self):
        for path, content in FILES.items():
            self.write(path, content)
        environment = dict(os.environ, LUA_PATH=f"{MODULE}/?.lua;{MODULE}/?/init.lua;;")
        for name, text in MAPS.items():
            self.write(name + ".tmx", text)
            self.assert_ends(self.convert(name + ".tmx", name + ".lua"), 0)
            wanted = self.hash_of(name + ".tmx")
            self.assertEqual(self.hash_of(name + ".lua"), wanted)
            self.write("plain.lua", SCENE % (name + ".lua", "s:step() s:step() print(s:hash())"))
            for program in luas():
                with self.subTest(map=name, lua=program):
                    plain = subprocess.run([program, "plain.lua"], cwd=self.folder, env=environment, text=True,
                                           capture_output=True, check=False)
                    self.assertEqual(plain.stdout, wanted, plain.stderr)

    def test_the_file_has_all_in_it_and_names_pictures_from_where_it_is(self):
        picture = ('<imagelayer id="9" name="sky" opacity="0.5" tintcolor="#ff8000" parallaxx="0.25" offsetx="3" '
                   'repeatx="1" class="far"><image source="../sky.png" trans="#FF00ff" width="9" height="8"/></imagelayer>')
        animated = tsx().replace('<tile id="1"', '<tile id="5"><animation><frame tileid="5" duration="100"/>'
                                 '<frame tileid="6" duration="200"/></animation></tile><tile id="1"')
        self.write("maps/sets/set.tsx", animated)
        self.write("maps/a.tmx", tmx(
            picture + tile_layer(data(TILES)), '<tileset firstgid="1" source="sets/set.tsx"/>',
            more=' backgroundcolor="#10203040" parallaxoriginx="4" class="level"'))
        os.mkdir(self.path("out"))
        self.assert_ends(self.convert("maps/a.tmx", "out/a.lua"), 0)
        self.write("check.lua", """
            local function same(a, b, key)
              if type(a) == "table" and type(b) == "table" then
                for k, v in pairs(b) do same(a[k], v, tostring(key) .. "." .. k) end
              elseif a ~= b then
                error(key .. ": " .. tostring(a) .. " is not " .. tostring(b))
              end
            end
            same(dofile("out/a.lua"), {
              class = "level", orientation = "orthogonal", renderorder = "right-down", width = 4, height = 2,
              backgroundcolor = { 32, 48, 64, 16 }, parallaxorigin = { x = 4, y = 0 },
              tilesets = { { name = "set", firstgid = 1, tilewidth = 16, spacing = 0, margin = 0, columns = 4,
                image = "../maps/sets/set.png", imagewidth = 64, imageheight = 32, transparentcolor = "#ff00ff",
                tileoffset = { x = 0, y = 0 }, tiles = { { id = 0, type = "wall" }, { id = 5, animation = {
                { tileid = 5, duration = 100 }, { tileid = 6, duration = 200 } } }, { id = 1, type = "coin" } } } },
              layers = {
                { type = "imagelayer", id = 9, name = "sky", class = "far", opacity = 0.5, tintcolor = { 255, 128, 0 },
                  parallaxx = 0.25, parallaxy = 1, offsetx = 3, repeatx = true, image = "../sky.png", visible = true,
                  transparentcolor = "#ff00ff" },
                { type = "tilelayer", encoding = "lua", width = 4, height = 2,
                  data = { 1, 1, 0, 2, 0, 0, 3, 2147483651 } },
              } }, "map")""")
        result = subprocess.run(["lua5.4", "check.lua"], cwd=self.folder, text=True, capture_output=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_the_file_has_what_tiled_s_own_export_has(self):
        """Other libraries, such as STI, count on the fields that Tiled always writes."""
        shutil.copytree(pathlib.Path(PROJECT, "scripts/learn/maps"), self.path("maps"))
        self.assert_ends(self.convert("maps/cave.tmx", "maps/cave.lua"), 0)
        environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", XDG_CONFIG_HOME=self.folder)
        subprocess.run(["tiled", "--embed-tilesets", "--export-map", "lua", "maps/cave.tmx", "maps/tiled.lua"],
                       cwd=self.folder, env=environment, capture_output=True, timeout=60, check=True)
        self.write("compare.lua", """
            local unlike = { version = true, tiledversion = true } -- Debian's Tiled is older than the map
            for _, key in ipairs { "nextlayerid", "nextobjectid", "grid" } do
              unlike[key] = true -- for Tiled alone
            end
            local function compare(own, tiled, path)
              for key, value in pairs(tiled) do
                local at = path .. "." .. key
                if unlike[key] or key == "id" and path:find("objectGroup$") then
                  value = nil
                elseif type(value) == "table" and type(own[key]) == "table" then
                  compare(own[key], value, at)
                elseif value ~= own[key] then
                  print(at, "Tiled: " .. tostring(value), "hitbox: " .. tostring(own[key]))
                end
              end
            end
            compare(dofile("maps/cave.lua"), dofile("maps/tiled.lua"), "map")""")
        result = subprocess.run(["lua5.4", "compare.lua"], cwd=self.folder, text=True, capture_output=True, check=False)
        self.assertEqual(result.stdout + result.stderr, "")

    def test_old_tilesets_count_their_tiles_by_their_picture(self):
        # 5 columns of 16 pixels and 1 between them, behind a margin of 2, and 3 rows; some pixels are left.
        self.write("a.tmx", tmx("", '<tileset firstgid="1" name="old" tilewidth="16" tileheight="16" margin="2" spacing="1">'
                                '<image source="a.png" width="88" height="60"/></tileset>'))
        self.assert_ends(self.convert("a.tmx", "a.lua"), 0)
        text = pathlib.Path(self.path("a.lua")).read_text()
        self.assertIn(" columns = 5,", text)
        self.assertIn(" tilecount = 15,", text)

    def test_other_files_are_not_written_over(self):
        self.write("a.tmx", MAPS["tiles"])
        self.write("scene.lua", "return 1")
        result = self.convert("a.tmx", "scene.lua")
        self.assert_ends(result, 1)
        self.assertEqual(result.stderr, "scene.lua: is there, and was not made by hitbox convert: delete it first\n")
        for _ in range(2):
            self.assert_ends(self.convert("a.tmx", "a.lua"), 0)

    def test_a_map_that_cannot_be_read_or_written_is_named(self):
        self.write("a.tmx", tmx(tile_layer(data(TILES), width=5), embedded()))
        for arguments, code, message in (
                (["a.tmx", "a.lua"], 1, "layer 'tiles' in the map 'a.tmx': 8 tiles are there, and 10 should be"),
                (["b.tmx", "a.lua"], 2, "b.tmx: there is no such file"),
                (["a.tmx"], 2, "convert takes a map and the .lua file to write"),
                (["a.tmx", "a.txt"], 2, "convert takes a map and the .lua file to write")):
            result = self.convert(*arguments)
            self.assert_ends(result, code)
            self.assertIn(message, result.stderr)
        self.write("a.tmx", MAPS["tiles"])
        self.assertIn("No such file or directory", self.convert("a.tmx", "none/a.lua").stderr)

    def test_files_outside_of_the_maps_folder_need_trust(self):
        self.write("maps/a.tmx", tmx("", '<tileset firstgid="1" source="../set.tsx"/>'))
        self.write("set.tsx", tsx())
        self.assertIn("must be a file beside the scene's or below, got '../set.tsx'",
                      self.convert("maps/a.tmx", "a.lua").stderr)
        self.assert_ends(self.convert("--trust", "maps/a.tmx", "a.lua"), 0)


if __name__ == "__main__":
    main()
