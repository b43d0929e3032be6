"""Levels that are opened themselves: the figure in them, the script that F6 writes, --explain."""

import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
from sandbox import Picture, SandboxTest, WindowTest, main  # noqa: E402

TILE = 16

# 20 tiles by 8, a floor with its upper edge at 96, a ledge of three tiles at the left of the middle.
ROWS = ["." * 20] * 4 + ["." * 5 + "###" + "." * 12] + ["." * 20] + ["#" * 20] * 2
FLOOR, LEDGE = 6 * TILE, 4 * TILE


def tiled(layer="Ground", rows=None, objects=(), tile=TILE, orientation="orthogonal", size=None):
    """A Lua export of Tiled. Objects are points, or rectangles of a size."""
    rows = ROWS if rows is None else rows
    data = ", ".join("1" if cell == "#" else "0" for row in rows for cell in row)
    things = "".join(
        f'{{ id = {i}, name = "{name}", type = "", shape = "{"rectangle" if size else "point"}", x = {x}, y = {y}, '
        f'width = {(size or (0, 0))[0]}, height = {(size or (0, 0))[1]}, rotation = 0, visible = true, properties = {{}} }},'
        for i, (name, x, y) in enumerate(objects, 1))
    return f"""return {{ version = "1.10", luaversion = "5.1", orientation = "{orientation}", width = {len(rows[0])}, height = {len(rows)},
      tilewidth = {tile}, tileheight = {tile}, properties = {{}},
      tilesets = {{ {{ name = "set", firstgid = 1, tilewidth = {tile}, tileheight = {tile}, tiles = {{}} }} }},
      layers = {{
        {{ type = "tilelayer", id = 1, name = "{layer}", width = {len(rows[0])}, height = {len(rows)}, encoding = "lua", data = {{ {data} }} }},
        {{ type = "objectgroup", id = 2, name = "Things", objects = {{ {things} }} }} }} }}"""


def ldtk():
    cells = [1 if cell == "#" else 0 for row in ROWS for cell in row]
    grid = {"__identifier": "Cells", "__type": "IntGrid", "__cWid": 20, "__cHei": 8, "__gridSize": TILE, "layerDefUid": 1,
            "intGridCsv": cells}
    entity = {"__identifier": "PlayerStart", "__pivot": [0.5, 1], "iid": "a", "width": 8, "height": 8, "px": [200, 90],
              "fieldInstances": []}
    things = {"__identifier": "Things", "__type": "Entities", "__cWid": 20, "__cHei": 8, "__gridSize": TILE, "layerDefUid": 2,
              "entityInstances": [entity]}
    level = {"identifier": "A", "worldX": -1, "worldY": -1, "pxWid": 320, "pxHei": 128, "layerInstances": [things, grid]}
    return json.dumps({"jsonVersion": "1.5.3", "worldLayout": "LinearHorizontal", "defaultGridSize": TILE, "levels": [level],
                       "defs": {"layers": [{"identifier": "Cells", "uid": 1, "intGridValues": [{"value": 1, "identifier": "rock"}]},
                                           {"identifier": "Things", "uid": 2}]}})


class Opened(SandboxTest):
    def places(self, name, frames=60, play=None):
        """Where the figure is in each frame, as x and y."""
        more = []
        if play is not None:
            self.write("play.lua", f"return function(t) {play} end")
            more = ["--input", "play.lua"]
        result = self.headless(name, frames, "--hash-log", "log.txt", *more)
        self.assert_ends(result, 0)
        x = y = None
        found = []
        for line in pathlib.Path(self.path("log.txt")).read_text(encoding="utf-8").splitlines():
            match = re.match(r"figure#\d+\.([xy]) = (\S+)$", line)
            if line.startswith("tick ") and x is not None:
                found.append((x, y))
            elif match and match[1] == "x":
                x = float(match[2])
            elif match:
                y = float(match[2])
        return [*found, (x, y)]

    def test_the_figure_starts_at_a_thing_with_such_a_name_and_falls_to_the_ground(self):
        for name in ("Player", "the HERO", "spawn_1", "level start"):
            self.write("castle.lua", tiled(objects=[("flag", 8, 8), (name, 200, 50)]))
            places = self.places("castle.lua")
            self.assertEqual(places[0], (200, 50), name)
            self.assertEqual(places[-1], (200, FLOOR), name)
        self.write("world.ldtk", ldtk())
        self.assertEqual(self.places("world.ldtk", 5)[0], (200, 90))
        self.assertEqual(self.places("world.ldtk")[-1], (200, FLOOR))

    def test_things_of_the_level_may_have_any_name(self):
        for name in ("body", "feet", "size", "area", "above", "from", "wide"):
            self.write("castle.lua", tiled(objects=[(name, 8, 8)]))
            self.assertEqual(self.places("castle.lua", 30)[-1], (160 - TILE / 2, FLOOR), name)

    def test_a_player_comes_before_a_start(self):
        self.write("castle.lua", tiled(objects=[("start", 40, 50), ("player", 200, 50)]))
        self.assertEqual(self.places("castle.lua", 1)[0], (200, 50))

    def test_else_it_stands_on_the_first_free_ground_to_the_left_of_the_middle(self):
        self.write("castle.lua", tiled())
        self.assertEqual(self.places("castle.lua", 30)[-1], (160 - TILE / 2, FLOOR))
        self.write("castle.lua", tiled(rows=ROWS[:5] + ["." * 20] * 3))
        self.assertEqual(self.places("castle.lua", 30)[-1], (128 - TILE / 2, LEDGE))  # the ledge ends at 128
        self.write("castle.lua", tiled(rows=["#" * 10 + "." * 10] * 7 + ["#" * 20]))  # free at the right only
        self.assertEqual(self.places("castle.lua", 30)[-1], (160 + TILE / 2, 7 * TILE))

    def test_it_walks_and_jumps_and_is_stopped(self):
        self.write("castle.lua", tiled(rows=["." * 20] * 6 + ["." * 19 + "#", "#" * 20]))
        places = self.places("castle.lua", 200, 't:hold("right") t:step(200)')
        self.assertEqual(places[-1], (19 * TILE - 0.3 * TILE, 7 * TILE))
        places = self.places("castle.lua", 100, 't:step(10) t:hold("jump") t:step(5) t:release("jump") t:step(85)')
        highest = min(y for _, y in places)
        self.assertEqual(places[-1], (160 - TILE / 2, 7 * TILE))
        self.assertTrue(3 * TILE < 7 * TILE - highest < 3.5 * TILE, highest)

    def test_it_comes_back_when_it_has_left_the_level(self):
        self.write("castle.lua", tiled(rows=["." * 20] * 7 + ["." * 8 + "##" + "." * 10]))
        places = self.places("castle.lua", 300, 't:hold("left") t:step(40) t:release("left") t:step(260)')
        self.assertGreater(max(y for _, y in places), 8 * TILE)
        self.assertEqual(places[-1], (160 - TILE / 2, 7 * TILE))

    def test_it_is_seen_from_above_where_nothing_is_solid_and_by_t(self):
        self.write("castle.lua", tiled("Background"))
        self.assertEqual(self.places("castle.lua", 30)[-1], (160, 64))
        places = self.places("castle.lua", 30, 't:hold("up") t:step(30)')
        self.assertEqual(places[-1][0], 160)
        self.assertLess(places[-1][1], 64 - TILE)
        self.write("castle.lua", tiled(objects=[("player", 200, 50)]))
        places = self.places("castle.lua", 60, 't:hold("key t") t:step(2) t:release("key t") t:step(58)')
        self.assertLess(places[-1][1], 60)

    def test_its_size_follows_the_tiles(self):
        self.write("castle.lua", tiled(tile=64))
        self.assertEqual(self.places("castle.lua", 30)[-1], (640 - 32, 6 * 64))
        log = pathlib.Path(self.path("log.txt")).read_text(encoding="utf-8")
        self.assertIn("boxes.push.h = 57.6", log)

    def test_a_hero_of_the_level_lends_its_size_and_goes_with_the_figure(self):
        def hero(name, size):
            self.write("castle.lua", tiled(rows=["." * 20] * 7 + ["#" * 20], objects=[(name, 80, 112 - size[1])], size=size))
            places = self.places("castle.lua", 60, 't:hold("left") t:step(20) t:release("left") t:step(40)')
            self.assertEqual(places[0], (80 + size[0] / 2, 112))
            log = pathlib.Path(self.path("log.txt")).read_text(encoding="utf-8")
            last = re.findall(rf"^{name}#\d+\.x = (\S+)$", log, re.MULTILINE)[-1]
            height = float(re.findall(r"^figure#\d+\.boxes\.push\.h = (\S+)$", log, re.MULTILINE)[-1])
            return places[-1][0] - places[0][0], height, float(last)
        moved, height, last = hero("Hero", (20, 30))
        self.assertLess(moved, -20)
        self.assertEqual((height, last), (27, 80 + 20 + moved))  # it faces left: its left edge is the right one now
        for name, size in (("player start", (4, 4)), ("Spawn", (20, 30)), ("player", (200, 100))):
            _, height, last = hero(name, size)
            self.assertEqual((height, last), (0.9 * TILE, 80), name)

    def test_a_map_that_is_not_orthogonal_is_seen_from_above(self):
        for orientation in ("isometric", "staggered", "hexagonal"):
            text = tiled(objects=[("player", 200, 20)], orientation=orientation)
            self.write("castle.lua", text.replace("properties = {}", 'properties = {}, staggeraxis = "y", staggerindex = "odd", '
                                                  "hexsidelength = 4", 1))
            places = self.places("castle.lua", 30)
            self.assertEqual(places[0], places[-1], orientation)

    def test_t_changes_nothing_where_nothing_is_solid(self):
        self.write("castle.lua", tiled("Background"))
        places = self.places("castle.lua", 60, 't:hold("key t") t:step(2) t:release("key t") t:step(58)')
        self.assertEqual(places[-1], (160, 64))

    def test_a_large_level_is_seen_around_the_figure_and_a_small_one_whole(self):
        def middle(width, x):
            """Where the figure is in a picture of 960 units in 1200 pixels, or of less in a higher one."""
            self.write("castle.lua", tiled(rows=["." * width] * 7 + ["#" * width], objects=[("player", x, 112)]))
            self.assert_ends(self.headless("castle.lua", 1, "--size", "1224x400", "--png", "out.png@1", "--show", "-anchor,-contact,-fill"), 0)
            left, right, _, _ = Picture(self.path("out.png")).bounds((0x7f, 0xd0, 0xa0), 24)
            return (left + right) / 2, right - left
        zoom = 1200 / 960
        for x, seen in ((1600, 480), (10, 10), (3190, 950), (470, 470), (490, 480)):
            at, wide = middle(200, x)
            self.assertAlmostEqual(at, 12 + seen * zoom, delta=1.5)
            self.assertAlmostEqual(wide, 9.6 * zoom, delta=2)
        small = middle(20, 100)[1]  # 320 by 128 units
        self.assertGreater(small, 2 * 9.6 * zoom)

    def test_of_a_large_level_the_part_is_seen_in_which_something_is(self):
        """200 by 100 tiles, of which a block of 10 by 2 is full, near the lower right corner."""
        def block(layer):
            rows = ["." * 200] * 90 + ["." * 180 + "#" * 10 + "." * 10] * 2 + ["." * 200] * 8
            self.write("castle.lua", tiled(layer, rows=rows))
            return self.places("castle.lua", 1)[0]
        # With 4 tiles about the block: 176 to 194, 86 to 96.
        self.assertEqual(block("Background"), (185 * TILE, 91 * TILE))
        self.assertEqual(block("Ground"), (185 * TILE - TILE / 2, 90 * TILE))

    def test_a_picture_shows_it(self):
        self.write("maps/castle.lua", tiled())
        self.assert_ends(self.headless("maps/castle.lua", 1, "--png", "out.png@1"), 0)
        self.assertTrue(pathlib.Path(self.path("out.png")).read_bytes().startswith(b"\x89PNG"))

    def rows_of_ldtk(self, *levels):
        """A project of LDtk with levels of one layer of values, given as { x, y, rows }."""
        made = [{"identifier": f"L{i}", "worldX": x, "worldY": y, "pxWid": TILE * len(rows[0]), "pxHei": TILE * len(rows),
                 "layerInstances": [{
                     "__identifier": "Cells", "__type": "IntGrid", "__cWid": len(rows[0]), "__cHei": len(rows), "__gridSize": TILE,
                     "layerDefUid": 1, "intGridCsv": [1 if cell == "#" else 0 for row in rows for cell in row]}]}
                for i, (x, y, rows) in enumerate(levels)]
        self.write("world.ldtk", json.dumps({
            "jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": TILE, "levels": made,
            "defs": {"layers": [{"identifier": "Cells", "uid": 1, "intGridValues": [{"value": 1, "identifier": "rock"}]}]}}))
        return self.places("world.ldtk", 30)

    def test_the_figure_does_not_start_on_top_of_a_level(self):
        # Ten columns: rock at the top edge, and a room below it, with a second level high above.
        room = ["#" * 10, "#" + "." * 8 + "#", "#" + "." * 8 + "#", "#" * 10]
        x, y = self.rows_of_ldtk((0, 0, room), (600, -600, ["." * 4] * 4))[-1]
        self.assertEqual(y, 3 * TILE)
        self.assertTrue(TILE < x < 9 * TILE, x)

    def test_the_figure_starts_in_a_level_and_not_between_two(self):
        open_ = ["." * 4] * 4
        x, y = self.rows_of_ldtk((0, 0, open_), (640, 0, open_))[0]
        self.assertEqual((x, y), (32, 32))

    def test_names_cannot_break_out_of_the_script(self):
        name = 'a"]==] %file%--[[.lua'
        self.write(name, tiled())
        self.assertEqual(self.places(name, 10)[-1], (160 - TILE / 2, FLOOR))

    def test_a_level_may_take_ten_times_as_long_to_read_as_a_tick(self):
        # 100,000 entities, which are not made in half a second.
        entity = json.loads(ldtk())["levels"][0]["layerInstances"][0]["entityInstances"][0]
        self.write("world.ldtk", ldtk().replace(json.dumps(entity), ", ".join([json.dumps(entity)] * 100000)))
        result = self.run_sandbox("--seconds", "0.05", "--headless", "--frames", "1", "world.ldtk")
        self.assert_fails(result, "has run for 0.5 seconds")

    def test_other_files_of_lua_and_json_are_no_levels(self):
        self.write("test.lua", "return { layers = 1, tilesets = {} }")
        self.assert_fails(self.headless("test.lua"), "must end in 'return hitbox.scene { ... }'; it returned table")
        self.write("a.json", '{ "layers": [] }')
        self.assert_fails(self.headless("a.json"), "a.json is no map of Tiled, project of LDtk or export of Aseprite")

    def test_a_part_of_a_map_of_tiled_is_named(self):
        self.write("set.lua", 'return {\n  version = "1.10",\n  luaversion = "5.1",\n  name = "set",\n  tilewidth = 16,\n'
                              '  tileheight = 16,\n  tilecount = 1,\n  tiles = {}\n}\n')
        for name, kind in (("set.lua", "tileset"), ("set.tsx", "tileset"), ("set.tsj", "tileset"), ("box.tx", "template"),
                           ("box.tj", "template"), ("game.tiled-project", "project"), ("game.tiled-session", "session")):
            if name != "set.lua":
                self.write(name, "{}")
            result = self.headless(name)
            self.assert_fails(result, f"{name} is a {kind} of Tiled: open a map that goes with it")
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    def test_a_level_of_a_project_names_the_project(self):
        pathlib.Path(self.path("world")).mkdir()
        self.write("world/Low.ldtkl", '{ "layerInstances": [] }')
        self.assert_fails(self.headless("world/Low.ldtkl"),
                          "Low.ldtkl is a level of a project of LDtk: open the project, world.ldtk in the folder above")

    def test_a_broken_level_is_refused_by_name(self):
        self.write("world.ldtk", "{ broken")
        result = self.headless("world.ldtk")
        self.assert_fails(result, "world.ldtk is no JSON")
        self.assertEqual(result.stderr.count("\n"), 1, "no line of a script that the user has not written")


class Explained(SandboxTest):
    def test_words_of_a_level_and_of_a_scene_are_explained(self):
        self.write("castle.lua", tiled(objects=[("", 8, 8)]))
        result = self.run_sandbox("--explain", "castle.lua")
        self.assert_ends(result, 0)
        self.assertEqual(result.stdout, "castle.lua\n  Ground: type, solid; 43 tiles; layer 'Ground'\n"
                                        "  Things: type; 1 object; layer 'Things'\n")
        self.scene('types = { Ground = {}, Things = {} }, map = { tiled = "castle.lua", layers = { Ground = "Ground" } },')
        result = self.run_sandbox("--explain", "scene.lua")
        self.assertEqual(result.stdout, "The scene has a word of its own for all that is in its map.\n")

    def test_it_needs_a_scene_that_loads(self):
        self.assert_ends(self.run_sandbox("--explain"), 2)
        self.assert_ends(self.run_sandbox("--explain", "none.lua"), 2)
        self.scene("title = 3,")
        self.assert_fails(self.run_sandbox("--explain", "scene.lua"), "title")


class Written(WindowTest):
    def press(self, window, name):
        before = {path.name for path in pathlib.Path(self.folder).rglob("*.lua")}
        window.key("F6")
        window.wait_for(lambda: pathlib.Path(self.path(name)).exists(), name + " is written")
        return {path.name for path in pathlib.Path(self.folder).rglob("*.lua")} - before

    def test_f6_writes_the_scene_beside_the_level_and_never_over_a_file(self):
        self.write("maps/world.ldtk", ldtk())
        window = self.open("maps/world.ldtk")
        self.assertEqual(self.press(window, "maps/world.lua"), {"world.lua"})
        text = pathlib.Path(self.path("maps/world.lua")).read_text(encoding="utf-8")
        self.assertIn('map = { ldtk = "world.ldtk" },', text)
        level = self.headless("maps/world.ldtk", 60, "--hash")
        scene = self.headless("maps/world.lua", 60, "--hash")
        self.assert_ends(scene, 0)
        self.assertEqual(scene.stdout, level.stdout)
        self.write("maps/world.lua", "mine")
        self.assertEqual(self.press(window, "maps/world-scene.lua"), {"world-scene.lua"})
        self.write("maps/world-scene.lua", "mine")
        window.key("F6", "F6")
        window.key("Escape")
        window.wait_end()
        for name in ("maps/world.lua", "maps/world-scene.lua"):
            self.assertEqual(pathlib.Path(self.path(name)).read_text(encoding="utf-8"), "mine")

    def test_a_scene_with_a_script_is_not_written(self):
        self.scene("")
        window = self.open("scene.lua")
        window.key("F6", "Escape")
        window.wait_end()
        self.assertEqual([path.name for path in pathlib.Path(self.folder).glob("*.lua")], ["scene.lua"])

    def test_saving_the_level_goes_on_with_the_new_one(self):
        self.write("castle.lua", tiled(objects=[("player", 200, 50)]))
        window = self.open("--paused", "castle.lua")
        before = window.picture()
        self.write("castle.lua", tiled(rows=["." * 20] * 7 + ["#" * 20], objects=[("player", 200, 50)]))
        window.wait_for(lambda: window.picture().rows != before.rows, "the new level is seen")


if __name__ == "__main__":
    main()
