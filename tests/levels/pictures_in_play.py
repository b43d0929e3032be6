"""Pictures of levels while a scene runs: they follow what play changes, an edit of their files, and the way back in
time; images that cannot be read are no error. And LDtk's levels, compared with what its format's page says."""

import json
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
from aseprite import cel, layer, rgba, sprite  # noqa: E402
from sandbox import Picture, SandboxTest, main  # noqa: E402
import pygame  # noqa: E402

MARGIN, STATUS = 12, 26  # pixels about the view, and below it
GROUND, RED, GREEN, BLUE = (16, 32, 48), (200, 0, 0), (0, 200, 0), (0, 0, 200)
ONLY_PICTURES = "-fill,-aabb,-outline,-one-way,-anchor,-contact,-name,-grid"


class LevelTest(SandboxTest):
    def image(self, name, *colors):
        """Tiles of 16 x 16 pixels in a row, each of one colour."""
        surface = pygame.Surface((16 * len(colors), 16))
        for i, color in enumerate(colors):
            surface.fill(color, (16 * i, 0, 16, 16))
        pygame.image.save(surface, self.path("new.png"))
        self.write_bytes(name, pathlib.Path(self.path("new.png")).read_bytes())

    def shots(self, frames, body="", *more, left=0, width=64, height=32):
        """The pictures of some frames, and what was printed as an error."""
        self.scene(f'background = "#102030", view = {{ {left}, 0, {width}, {height} }}, {body}')
        listed = ",".join(map(str, frames))
        result = self.run_sandbox(
            "--headless", "--frames", str(max(frames)), "--png", "shot-%d.png@" + listed, "--show", ONLY_PICTURES,
            "--size", f"{width + 2 * MARGIN}x{height + 2 * MARGIN + STATUS}", *more, "scene.lua")
        self.assert_ends(result, 0)
        return [Picture(self.path(f"shot-{frame}.png")) for frame in frames], result.stderr

    def cells(self, picture, cols=4, rows=2):
        """The colours of the middles of cells."""
        return [[picture.at(MARGIN + 16 * col + 8, MARGIN + 16 * row + 8) for col in range(cols)] for row in range(rows)]


class Play(LevelTest):
    TYPES = "types = { wall = {}, coin = { r = 4 }, lamp = {} }, "

    def setUp(self):
        super().setUp()
        self.image("tiles.png", RED, GREEN, BLUE)
        self.level()

    def level(self, cells=((1, 1, 0, 2), (1, 1, 0, 0)), animation=""):
        rows = ", ".join(str(gid) for row in cells for gid in row)
        self.write("map.lua", f"""return {{ orientation = "orthogonal", width = 4, height = 2, tilewidth = 16,
            tileheight = 16, tilesets = {{ {{ firstgid = 1, name = "t", tilewidth = 16, tileheight = 16, tilecount = 3,
            columns = 3, image = "tiles.png", tiles = {{ {{ id = 0, type = "wall" {animation} }},
            {{ id = 1, type = "coin" }} }} }} }},
            layers = {{ {{ type = "tilelayer", name = "a", width = 4, height = 2, encoding = "lua", data = {{ {rows} }} }},
            {{ type = "objectgroup", name = "b", objects = {{ {{ id = 1, name = "lamp", shape = "rectangle", gid = 3,
            x = 32, y = 16, width = 16, height = 16, visible = true }} }} }} }} }}""")

    def play(self, frames, update="", *more):
        return self.shots(frames, self.TYPES + f'map = {{ tiled = "map.lua" }}, update = function(s) {update} end',
                          *more)

    def test_a_changed_tile_is_not_drawn(self):
        (before, after), _ = self.play((0, 1), "s:setTile(8, 8, nil) s:setTile(24, 24, 'coin')")
        self.assertEqual(self.cells(before), [[RED, RED, BLUE, GREEN], [RED, RED, GROUND, GROUND]])
        self.assertEqual(self.cells(after), [[GROUND, RED, BLUE, GREEN], [RED, GROUND, GROUND, GROUND]])

    def test_the_tiles_of_a_thing_that_is_removed_are_not_drawn(self):
        (after,), _ = self.play((1,), "s.wall:remove() s.coin:remove() s.lamp:remove()")
        self.assertEqual(self.cells(after), [[GROUND] * 4, [GROUND] * 4])

    def test_pictures_follow_their_things(self):
        (after,), _ = self.play((1,), "s.coin:setPosition(56, 24) s.lamp:setPosition(32, 16)")
        self.assertEqual(self.cells(after), [[RED, RED, GROUND, GROUND], [RED, RED, BLUE, GREEN]])

    def test_pictures_are_mirrored_with_their_things(self):
        surface = pygame.Surface((48, 16))
        surface.fill(BLUE, (32, 0, 8, 16))
        surface.fill(GREEN, (40, 0, 8, 16))
        pygame.image.save(surface, self.path("tiles.png"))
        shots, _ = self.play((0, 1), "s.lamp:face(-1)")
        # The lamp's anchor is its left top corner, at 32.
        columns = [[shot.at(MARGIN + x, MARGIN + 8) for x in (20, 28, 36, 44)] for shot in shots]
        self.assertEqual(columns[0][2:], [BLUE, GREEN])
        self.assertEqual(columns[1], [GREEN, BLUE, GROUND, GROUND])

    def test_a_hidden_thing_has_no_picture(self):
        (after,), _ = self.play((1,), "s.coin.hidden = true s.lamp.hidden = true")
        self.assertEqual(self.cells(after)[0], [RED, RED, GROUND, GROUND])

    def test_animations_follow_the_ticks(self):
        self.level(animation=", animation = { { tileid = 0, duration = 100 }, { tileid = 2, duration = 50 } }")
        shots, _ = self.play((0, 5, 6, 8, 9, 14, 15))
        self.assertEqual([self.cells(shot)[0][0] for shot in shots], [RED, RED, BLUE, BLUE, RED, RED, BLUE])

    def test_far_away_colours_are_averages_and_changes_are_seen(self):
        self.level(((1, 1, 0, 1), (0, 1, 1, 1)))
        body = self.TYPES + """map = { tiled = "map.lua" }, update = function(s)
            s.lamp:remove() for x = 8, 56, 16 do s:setTile(x, 8, nil) s:setTile(x, 24, nil) end end,"""
        self.scene(f'background = "#102030", view = {{ -480, -240, 1024, 512 }}, {body}')
        result = self.run_sandbox("--headless", "--frames", "1", "--png", "shot-%d.png@0,1", "--show", ONLY_PICTURES,
                                  "--size", f"{64 + 2 * MARGIN}x{32 + 2 * MARGIN + STATUS}", "scene.lua")
        self.assert_ends(result, 0)
        before, after = Picture(self.path("shot-0.png")), Picture(self.path("shot-1.png"))
        level = [before.at(MARGIN + 30 + x, MARGIN + 15 + y) for x in range(4) for y in range(2)]
        self.assertTrue(any(r > 50 for r, _, _ in level), level)
        self.assertEqual({after.at(x, y) for x in range(MARGIN, 76) for y in range(MARGIN, 44)}, {GROUND})

    def test_a_missing_image_is_named_and_its_tiles_are_plain(self):
        pathlib.Path(self.path("tiles.png")).unlink()
        (shot,), printed = self.play((0,))
        cells = self.cells(shot)
        self.assertIn("picture 'tiles.png' of the map is drawn in plain colours: there is no such file", printed)
        self.assertNotIn(GROUND, cells[0])
        self.assertEqual(cells[1][2:], [GROUND, GROUND])
        self.assertEqual(len({cells[0][0], cells[0][2], cells[0][3]}), 3)

    def test_a_damaged_image_is_named(self):
        whole = pathlib.Path(self.path("tiles.png")).read_bytes()
        self.write_bytes("tiles.png", whole[:40])
        _, printed = self.play((0,))
        self.assertIn("'tiles.png' of the map is drawn in plain colours: it is damaged", printed)

    def test_an_image_outside_of_the_scenes_folder_is_not_read(self):
        inner = pathlib.Path(self.path("inner"))
        inner.mkdir()
        text = pathlib.Path(self.path("map.lua")).read_text(encoding="utf-8")
        (inner / "map.lua").write_text(text.replace("tiles.png", "../tiles.png"), encoding="utf-8")
        self.scene(self.TYPES + 'view = { 64, 32 }, map = { tiled = "map.lua" }', "inner/scene.lua")
        arguments = ("--headless", "--frames", "0", "inner/scene.lua")
        self.assertIn("outside of the scene's folder", self.run_sandbox(*arguments).stderr)
        self.assertEqual(self.run_sandbox("--trust", *arguments).stderr, "")

    def test_pictures_can_be_hidden(self):
        (shot,), _ = self.play((0,), "", "--show", "-pictures")
        self.assertEqual(self.cells(shot), [[GROUND] * 4, [GROUND] * 4])


class LDtk(LevelTest):
    def project(self, layers, more=None, entities=(), definition=None, tileset=None, levels=()):
        level = {"identifier": "Level_0", "iid": "l", "uid": 0, "worldX": 0, "worldY": 0, "pxWid": 64, "pxHei": 32,
                 "fieldInstances": [], "layerInstances": layers, **(more or {})}
        self.write("world.ldtk", json.dumps({
            "worldLayout": "Free", "jsonVersion": "1.5.3", "levels": [level, *levels], "defs": {
                "layers": [{"identifier": layer["__identifier"], "uid": layer["layerDefUid"], **(definition or {})}
                           for layer in layers],
                "entities": list(entities), "tilesets": [{"uid": 7, "tileGridSize": 16, "relPath": "tiles.png",
                                                          "padding": 0, "spacing": 0, **(tileset or {})}]}}))

    def layer(self, kind="Tiles", **more):
        return {"__identifier": "L" + kind, "__type": kind, "__cWid": 4, "__cHei": 2, "__gridSize": 16, "layerDefUid": 1,
                "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "__opacity": 1, "__tilesetDefUid": 7, "visible": True,
                "gridTiles": [], "autoLayerTiles": [], "intGridCsv": [], "entityInstances": [], **more}

    def show(self, left=0):
        (shot,), printed = self.shots((0,), 'map = { ldtk = "world.ldtk" }', left=left)
        self.assertEqual(printed, "")
        return shot

    def setUp(self):
        super().setUp()
        self.image("tiles.png", RED, GREEN, BLUE)

    def test_tiles_are_where_px_says_and_later_ones_above(self):
        tiles = [{"px": [0, 0], "src": [0, 0], "f": 0, "a": 1}, {"px": [48, 16], "src": [16, 0], "f": 0, "a": 1},
                 {"px": [0, 0], "src": [32, 0], "f": 0, "a": 1}]
        self.project([self.layer(gridTiles=tiles)])
        self.assertEqual(self.cells(self.show()), [[BLUE] + [GROUND] * 3, [GROUND] * 3 + [GREEN]])

    def test_the_first_layer_is_the_topmost_and_offsets_are_added(self):
        below = self.layer("AutoLayer", autoLayerTiles=[{"px": [x, 0], "src": [0, 0], "f": 0} for x in (0, 16)])
        above = self.layer(gridTiles=[{"px": [0, 0], "src": [32, 0], "f": 0}], __pxTotalOffsetX=16, __pxTotalOffsetY=0)
        self.project([above, below])
        self.assertEqual(self.cells(self.show())[0], [RED, BLUE, GROUND, GROUND])

    def test_flip_bits(self):
        surface = pygame.Surface((48, 16))
        for i, color in enumerate((RED, GREEN, BLUE, (200, 200, 0))):  # the quarters of the first tile
            surface.fill(color, (8 * (i % 2), 8 * (i // 2), 8, 8))
        pygame.image.save(surface, self.path("tiles.png"))
        self.project([self.layer(gridTiles=[{"px": [16 * f, 0], "src": [0, 0], "f": f} for f in range(4)])])
        shot = self.show()
        corners = [shot.at(MARGIN + 16 * f + 4, MARGIN + 4) for f in range(4)]
        self.assertEqual(corners, [RED, GREEN, BLUE, (200, 200, 0)])

    def test_alpha_of_tiles_and_opacity_of_layers(self):
        self.project([self.layer(gridTiles=[{"px": [0, 0], "src": [0, 0], "f": 0, "a": 0.5}], __opacity=0.5)])
        shot = self.show().at(MARGIN + 8, MARGIN + 8)
        for got, below, above in zip(shot, GROUND, RED):
            self.assertAlmostEqual(got, below + (above - below) / 4, delta=2)

    def test_the_ground_of_a_level(self):
        place = {"topLeftPx": [16, 0], "scale": [1, 2], "cropRect": [16, 0, 32, 16]}
        self.project([], {"__bgColor": "#00C800", "bgRelPath": "tiles.png", "__bgPos": place})
        self.assertEqual(self.cells(self.show()), [[GREEN, GREEN, BLUE, GREEN]] * 2)

    def test_the_image_of_a_level_may_be_repeated(self):
        # One whole image begins at 8, 8; others go on from it up to the edges of the level.
        place = {"topLeftPx": [8, 8], "scale": [1, 1], "cropRect": [0, 0, 48, 16]}
        self.project([], {"bgRelPath": "tiles.png", "__bgPos": place, "bgPos": "Repeat", "pxWid": 56})
        shot = self.show()
        for y in (1, 15, 30):
            self.assertEqual([shot.at(MARGIN + x, MARGIN + y) for x in (4, 16, 32, 48, 60)], [BLUE, RED, GREEN, BLUE, GROUND])

    def test_values_without_tiles_are_drawn_in_their_colours_below_all_tiles(self):
        values = [{"value": 1, "color": "#0000C8"}, {"value": 5, "color": "#00C800"}]
        grid = self.layer("IntGrid", intGridCsv=[1, 5, 0, 9, 0, 0, 5, 1], __tilesetDefUid=None, __opacity=0.5)
        tiles = self.layer(gridTiles=[{"px": [16, 0], "src": [0, 0], "f": 0}])
        self.project([grid, tiles], definition={"intGridValues": values})
        half_blue, half_green = ([(a + b) // 2 for a, b in zip(GROUND, color)] for color in (BLUE, GREEN))
        for got, want in zip(sum(self.cells(self.show()), []),
                             [half_blue, RED, GROUND, GROUND, GROUND, GROUND, half_green, half_blue]):
            self.assertTrue(all(abs(g - w) <= 2 for g, w in zip(got, want)), (got, want))
        self.project([self.layer("IntGrid", intGridCsv=[1] * 8)], definition={"intGridValues": values})
        self.assertEqual(self.cells(self.show()), [[GROUND] * 4] * 2)  # its rules made no tiles

    def test_a_changed_value_is_not_drawn(self):
        grid = self.layer("IntGrid", intGridCsv=[1, 1, 1, 1, 0, 0, 0, 0], __tilesetDefUid=None)
        self.project([grid], definition={"intGridValues": [{"value": 1, "identifier": "wall", "color": "#0000C8"}]})
        (shot,), _ = self.shots((1,), """types = { wall = {} }, map = { ldtk = "world.ldtk" },
            update = function(s) s:setTile(24, 8, nil) end""")
        self.assertEqual(self.cells(shot)[0], [BLUE, GROUND, BLUE, BLUE])

    def test_large_tiles_lie_in_their_cells_by_the_pivot(self):
        def ends(f, pivot):
            # A tile of 16 in the third cell of 8 in a row, from 16 to 24.
            tile = self.layer(gridTiles=[{"px": [16, 8], "src": [0, 0], "f": f}], __gridSize=8, __cWid=8, __cHei=4)
            self.project([tile], definition={"tilePivotX": pivot, "tilePivotY": pivot})
            left, right, top, bottom = self.show().bounds(RED, 0)
            self.assertEqual((right - left, bottom - top), (15, 15))
            return left - MARGIN, top - MARGIN

        self.assertEqual(ends(0, 0), (16, 8))
        self.assertEqual(ends(0, 0.5), (12, 4))
        self.assertEqual(ends(0, 1), (8, 0))
        self.assertEqual(ends(1, 0), (8, 8))  # flipped, its right edge is that of the cell
        self.assertEqual(ends(2, 0.5), (12, 4))

    def test_parallax_of_a_level_alone(self):
        def area(scaled, levels=()):
            # The view's middle is at 48, 16, and the level's at 32, 16.
            self.project([self.layer(gridTiles=[{"px": [16, 0], "src": [0, 0], "f": 0}])], levels=levels, definition={
                "parallaxFactorX": 0.5, "parallaxFactorY": 0.5, "parallaxScaling": scaled})
            left, right, top, bottom = self.show(left=16).bounds(RED, 0)
            return left - MARGIN, right - MARGIN + 1, top - MARGIN, bottom - MARGIN + 1

        self.assertEqual(area(False), (8, 24, 0, 16))  # half of the 16 to the right
        self.assertEqual(area(True), (16, 24, 8, 16))  # half as large about the view's middle
        other = {"identifier": "B", "iid": "b", "worldX": 500, "worldY": 0, "pxWid": 64, "pxHei": 32, "layerInstances": []}
        self.assertEqual(area(True, [other]), (0, 16, 0, 16))  # LDtk's view of the world has none

    def test_a_tileset_may_be_a_file_of_aseprite(self):
        pixels = [(*color, 255) for color in (RED, GREEN) for _ in range(16)] * 16
        self.write_bytes("tiles.aseprite", sprite(32, 16, [layer(), cel(0, 0, 0, 32, 16, rgba(*pixels))], [layer()]))
        self.project([self.layer(gridTiles=[{"px": [0, 0], "src": [16, 0], "f": 0}])], tileset={"relPath": "tiles.aseprite"})
        self.assertEqual(self.cells(self.show())[0], [GREEN, GROUND, GROUND, GROUND])

    def test_icons_of_ldtk_itself_are_plain(self):
        self.project([self.layer(gridTiles=[{"px": [0, 0], "src": [16, 0], "f": 0}])],
                     tileset={"relPath": None, "embedAtlas": "LdtkIcons"})
        first, *rest = self.cells(self.show())[0]
        self.assertNotEqual(first, GROUND)
        self.assertEqual(rest, [GROUND] * 3)

    def test_entities_with_icons_of_ldtk_itself_are_not_filled(self):
        self.entity("Stretch", 64, 32)
        self.project(json.loads(pathlib.Path(self.path("world.ldtk")).read_text(encoding="utf-8"))["levels"][0]["layerInstances"],
                     tileset={"relPath": None, "embedAtlas": "LdtkIcons"})
        self.assertEqual(self.cells(self.show()), [[GROUND] * 4] * 2)

    def entity(self, mode, width, height, pivot=(0, 0)):
        layer = self.layer("Entities", entityInstances=[{
            "__identifier": "Thing", "iid": "e", "__pivot": list(pivot), "__tags": [], "width": width, "height": height,
            "px": [pivot[0] * width, pivot[1] * height], "defUid": 5, "fieldInstances": [],
            "__tile": {"tilesetUid": 7, "x": 16, "y": 0, "w": 16, "h": 16}}])
        self.project([layer], entities=[{"identifier": "Thing", "uid": 5, "tileRenderMode": mode, "tileOpacity": 1,
                                         "nineSliceBorders": [4, 4, 4, 4] if mode == "NineSlice" else []}])
        return self.show().count(GREEN)

    def test_entities_are_drawn_as_their_render_mode_says(self):
        for mode, area in (("Stretch", 64 * 32), ("Cover", 64 * 32), ("Repeat", 64 * 32), ("NineSlice", 64 * 32),
                           ("FitInside", 32 * 32), ("FullSizeCropped", 16 * 16), ("FullSizeUncropped", 16 * 16)):
            for pivot in ((0, 0), (0.5, 1), (1, 0.5)):
                with self.subTest(mode):
                    self.assertEqual(self.entity(mode, 64, 32, pivot), area)

    def test_damaged_projects_are_drawn_or_refused(self):
        part = {"tilesetUid": 7, "x": 16, "y": 0, "w": 16, "h": 16}
        thing = {"__identifier": "Thing", "iid": "e", "__pivot": [0, 1], "__tags": [], "width": 40, "height": 24, "px": [8, 24],
                 "defUid": 5, "fieldInstances": [], "__tile": part}
        layers = [self.layer("Entities", entityInstances=[thing]),
                  self.layer(gridTiles=[{"px": [16, 16], "src": [16, 0], "f": 3, "a": 0.5}], __pxTotalOffsetX=3, __gridSize=8),
                  self.layer("IntGrid", intGridCsv=[1, 2, 0, 1, 0, 0, 2, 1], __tilesetDefUid=None)]
        place = {"topLeftPx": [8, 8], "scale": [1, 2], "cropRect": [0, 0, 32, 16]}
        self.project(layers, {"__bgColor": "#102030", "bgRelPath": "tiles.png", "__bgPos": place, "bgPos": "Repeat"}, entities=[
            {"identifier": "Thing", "uid": 5, "tileRenderMode": "NineSlice", "nineSliceBorders": [4, 4, 4, 4], "tileOpacity": 1}],
            definition={"tilePivotX": 0.5, "parallaxFactorX": 0.5, "intGridValues": [{"value": 1, "color": "#ff0000"}, {"value": 2}]})
        whole = pathlib.Path(self.path("world.ldtk")).read_text(encoding="utf-8")
        values = "0 -1 1e9 1000000 0.5 -0.001 2147483647 4294967295 1e300 \"x\" null true [] {}".split()
        numbers, ends = list(re.finditer(r"-?\d+(\.\d+)?", whole)), set()
        for seed in range(60):
            rng, text = random.Random(seed), whole
            for number in sorted(rng.sample(numbers, rng.choice([1, 1, 2, 4])), key=lambda m: -m.start()):
                text = text[:number.start()] + rng.choice(values) + text[number.end():]
            self.write("world.ldtk", text)
            result = self.run_sandbox("--headless", "--frames", "2", "--png", "out.png@1", "--size", "160x120", "world.ldtk")
            with self.subTest(seed=seed):
                self.assertIn(result.returncode, (0, 3), result.stderr)
                self.assertNotRegex(result.stderr, "attempt to|bad argument|Sanitizer|runtime error|number has no integer")
            ends.add(result.returncode)
        self.assertEqual(ends, {0, 3})

    def test_the_picture_of_an_entity_before_version_1_0(self):
        layer_ = self.layer("Entities", entityInstances=[{
            "__identifier": "Thing", "__pivot": [0, 0], "px": [16, 0], "defUid": 5, "fieldInstances": [],
            "__tile": {"tilesetUid": 7, "srcRect": [32, 0, 16, 16]}}])
        self.project([layer_], entities=[{"identifier": "Thing", "uid": 5, "width": 16, "height": 32,
                                          "tileRenderMode": "Stretch"}])
        self.assertEqual(self.cells(self.show()), [[GROUND, BLUE, GROUND, GROUND]] * 2)

    def test_the_picture_of_an_entity_fits_by_its_pivot(self):
        self.entity("FitInside", 64, 32, (0.5, 0.5))
        self.assertEqual(self.cells(self.show())[0], [GROUND, GREEN, GREEN, GROUND])


if __name__ == "__main__":
    main()
