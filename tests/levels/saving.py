"""Levels in a window, as a user meets them: their files are saved while they run, a file is dropped on the window, and
the keys of a level that was opened itself. Needs Xvfb and xdotool."""

import json
import pathlib
import re
import struct
import subprocess
import sys
import time
import urllib.parse
import zlib

TOOLS = pathlib.Path(__file__).parents[1] / "tools"
sys.path.insert(0, str(TOOLS))
from sandbox import LAST_RESORT, WindowTest, main_by_classes, pixel  # noqa: E402
import pygame  # noqa: E402

RED, GREEN, BLUE = (200, 0, 0), (0, 200, 0), (0, 0, 200)
TILES = {RED: 0, GREEN: 1, BLUE: 2}
COLS, ROWS, TILE, FULL = 20, 12, 16, 11
STATUS_TOP = 224
ONLY_PICTURES = "-fill,-aabb,-outline,-one-way,-anchor,-contact,-name,-grid"

# Each tick says what is to go on as it was: the hero's place, and what the script counts.
SCENE = """view = { 320, 200 }, %s,
  things = { { "hero", at = { 0, 100 }, w = 8, h = 8 } },
  start = function(s) s.score = 0 end,
  update = function(s)
    s.score = s.score + 1
    s.hero:move(0.25, 0)
    print(("tick %%d: score %%d, hero at %%g"):format(s.ticks, s.score, s.hero.x))
  end,"""


def tmx(tile, ground="Background"):
    """Row FULL is all of one tile, and the rest empty."""
    numbers = ",".join(str(tile + 1 if row == FULL else 0) for row in range(ROWS) for _ in range(COLS))
    return (f'<?xml version="1.0"?><map version="1.10" orientation="orthogonal" renderorder="right-down" width="{COLS}" '
            f'height="{ROWS}" tilewidth="{TILE}" tileheight="{TILE}"><tileset firstgid="1" source="set.tsx"/>'
            f'<layer id="1" name="{ground}" width="{COLS}" height="{ROWS}"><data encoding="csv">{numbers}</data></layer></map>')


def tsx(image):
    return (f'<?xml version="1.0"?><tileset name="set" tilewidth="{TILE}" tileheight="{TILE}" tilecount="3" columns="3">'
            f'<image source="{image}" width="48" height="16"/></tileset>')


def ldtk(tile):
    cells = [{"px": [TILE * col, FULL * TILE], "src": [TILE * tile, 0], "f": 0, "t": tile, "a": 1} for col in range(COLS)]
    layer = {"__identifier": "Pictures", "__type": "Tiles", "__cWid": COLS, "__cHei": ROWS, "__gridSize": TILE, "layerDefUid": 1,
             "__tilesetDefUid": 2, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "__opacity": 1, "visible": True,
             "gridTiles": cells}
    level = {"identifier": "A", "iid": "a", "worldX": 0, "worldY": 0, "pxWid": COLS * TILE, "pxHei": ROWS * TILE,
             "layerInstances": [layer]}
    return json.dumps({"jsonVersion": "1.5.3", "worldLayout": "Free", "levels": [level], "defs": {
        "layers": [{"identifier": "Pictures", "uid": 1}],
        "tilesets": [{"uid": 2, "relPath": "tiles.png", "tileGridSize": TILE, "padding": 0, "spacing": 0}]}})


def aseprite(color):
    """One frame of 16 x 16 pixels, by the format's documentation."""
    def chunk(kind, data):
        return struct.pack("<IH", len(data) + 6, kind) + data
    pixels = zlib.compress(bytes((*color, 255)) * 256)
    chunks = (chunk(0x2004, struct.pack("<HHHHHHB3xH", 1, 0, 0, 0, 0, 0, 255, 1) + b"a") +
              chunk(0x2005, struct.pack("<HhhBH7xHH", 0, 0, 0, 255, 2, 16, 16) + pixels))
    frame = struct.pack("<IHHH2xI", len(chunks) + 16, 0xF1FA, 2, 100, 2) + chunks
    return struct.pack("<IHHHHHIH", len(frame) + 128, 0xA5E0, 1, 16, 16, 32, 1, 100).ljust(128, b"\0") + frame


class LevelWindow(WindowTest):
    # The levels lie in a folder of their own: pictures that the user saves are looked for beside the scene.
    def image(self, *colors):
        surface = pygame.Surface((TILE * len(colors), TILE))
        for i, color in enumerate(colors):
            surface.fill(color, (TILE * i, 0, TILE, TILE))
        pygame.image.save(surface, self.path("image.png"))
        return pathlib.Path(self.path("image.png")).read_bytes()

    def setUp(self):
        super().setUp()
        self.write_bytes("maps/tiles.png", self.image(*TILES))
        for color, name in ((RED, "r.png"), (GREEN, "g.png"), (BLUE, "b.png")):
            self.write_bytes("maps/" + name, self.image(color, color, color))
        self.write("maps/set.tsx", tsx("tiles.png"))

    def save_in_place(self, name, data):
        """As the editors do that empty the file, and then write it bit by bit."""
        with open(self.path(name), "wb", buffering=0) as file:
            for begin in range(0, len(data), len(data) // 3 + 1):
                file.write(data[begin:begin + len(data) // 3 + 1])
                time.sleep(0.01)

    def wait_color(self, window, color):
        at = pixel(100, FULL * TILE + 8)
        window.wait_for(lambda: window.picture().at(*at) == color, f"{color} is seen")

    def assert_goes_on(self, window):
        """Every tick has come after the one before, and counts one."""
        said = re.findall(r"^tick (\d+): score (\d+), hero at (\S+)$", window.output(), re.MULTILINE)
        found = [(int(tick), int(score), float(x)) for tick, score, x in said]
        first = found[0][0]
        self.assertEqual(found, [(first + i, i + 1, 0.25 * (i + 1)) for i in range(len(found))])
        return len(found)


class Saving(LevelWindow):
    TILED = 'map = { tiled = "maps/map.tmx" }'
    LDTK = 'map = { ldtk = "maps/world.ldtk" }'
    ASEPRITE = ('types = { mob = { anchor = hitbox.aseprite { file = "maps/hero.aseprite" }.anchor } }, '
                'draw = function(s, g) g:picture("maps/hero.aseprite", 0, 176, 320, 16) end')

    def check(self, body, name, saved):
        """Save a file of the scene again and again, each time with another colour, whole and broken."""
        self.write_bytes("maps/map.tmx", tmx(0).encode())
        self.write_bytes("maps/" + name, saved(RED))
        self.scene(SCENE % body)
        window = self.open("--show", ONLY_PICTURES, "scene.lua")
        self.wait_color(window, RED)
        before = 0
        for save, color in ((self.write_bytes, GREEN), (self.save_in_place, BLUE)):
            save("maps/" + name, saved(color))
            self.wait_color(window, color)
            window.wait_for(lambda: self.assert_goes_on(window) > before + 3, "it goes on")
            before = self.assert_goes_on(window)
        return window, before

    def check_broken(self, window, before, name, saved, *colors):
        for save, color in zip((self.write_bytes, self.save_in_place), colors):
            save("maps/" + name, saved(color)[:60])
            window.wait_title("error")
            self.wait_color(window, BLUE)  # the old level is seen
            count = self.assert_goes_on(window)
            self.assertGreaterEqual(count, before)
            time.sleep(0.2)
            self.assertEqual(self.assert_goes_on(window), count, "it waits")
            save("maps/" + name, saved(BLUE))
            window.wait_for(lambda: "error" not in window.title(), "the error is gone")
            window.wait_for(lambda: self.assert_goes_on(window) > count + 3, "it goes on")

    def test_a_map_of_tiled(self):
        def saved(color):
            return tmx(TILES[color]).encode()
        self.check_broken(*self.check(self.TILED, "map.tmx", saved), "map.tmx", saved, RED, GREEN)

    def test_a_tileset_of_tiled(self):
        def saved(color):
            return tsx({RED: "r.png", GREEN: "g.png", BLUE: "b.png"}[color]).encode()
        self.check_broken(*self.check(self.TILED, "set.tsx", saved), "set.tsx", saved, RED, GREEN)

    def test_the_image_of_a_tileset(self):
        self.check(self.TILED, "tiles.png", lambda color: self.image(color, color, color))

    def test_a_project_of_ldtk(self):
        def saved(color):
            return ldtk(TILES[color]).encode()
        self.check_broken(*self.check(self.LDTK, "world.ldtk", saved), "world.ldtk", saved, RED, GREEN)

    def test_a_sprite_of_aseprite(self):
        self.check_broken(*self.check(self.ASEPRITE, "hero.aseprite", aseprite), "hero.aseprite", aseprite, RED, GREEN)

    def test_the_line_of_time_leads_back_to_before_and_shows_the_level_as_it_is_now(self):
        self.write("maps/map.tmx", tmx(0))
        self.scene(SCENE % self.TILED)
        window = self.open("--paused", "--show", ONLY_PICTURES, "scene.lua")
        window.key("period", "period", "period")
        window.wait_title("tick 3")
        self.write("maps/map.tmx", tmx(1))
        self.wait_color(window, GREEN)
        window.key("period", "period")
        window.wait_title("tick 5")
        window.key("comma", "comma", "comma")
        window.wait_title("tick 2")
        self.wait_color(window, GREEN)
        window.key("period")
        window.wait_title("tick 3")
        self.assertEqual(window.output().splitlines()[-1], "tick 3: score 3, hero at 0.75")
        window.key("comma", "comma", "comma", "period")
        window.wait_title("tick 1")
        self.assertEqual(window.output().splitlines()[-1], "tick 1: score 1, hero at 0.25")


class Opened(LevelWindow):
    FIGURE = (0x7f, 0xd0, 0xa0)

    def figure(self, window):
        """Where the figure is; 0, 0 if it is not seen."""
        xs, ys = zip(*[place for place in window.picture().places(self.FIGURE, 45) if place[1] < STATUS_TOP] or [(0, 0)])
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def open_level(self, *more):
        """A floor on which the figure stands."""
        self.write("maps/map.tmx", tmx(2, "Ground"))
        window = self.open("--show", "-anchor,-contact,-fill,-name,-grid", *more, "maps/map.tmx")
        window.wait_for(lambda: self.figure(window) != (0, 0), "the figure is there")
        return window

    def drop(self, window, path):
        uri = "file://" + urllib.parse.quote(path)
        subprocess.run([sys.executable, TOOLS / "dropping.py", window.environment["DISPLAY"], window.id, uri],
                       check=True, timeout=LAST_RESORT)

    def test_a_dropped_file_is_opened(self):
        self.scene('title = "before",')
        window = self.open("--show", ONLY_PICTURES, "scene.lua")
        self.write("maps/of mine/map.tmx", tmx(1))
        self.write("maps/of mine/set.tsx", tsx("tiles.png"))
        self.write_bytes("maps/of mine/tiles.png", self.image(*TILES))
        self.drop(window, self.path("maps/of mine/map.tmx"))
        window.wait_title("map.tmx - hitbox")
        window.wait_for(lambda: window.picture().count(GREEN) > 1000, "its tiles are seen")
        self.write("maps/of mine/map.tmx", tmx(2))  # it is watched as any other
        window.wait_for(lambda: window.picture().count(BLUE) > 1000, "the new ones are seen")
        self.drop(window, self.path("scene.lua"))
        window.wait_title("scene - hitbox")

    def test_a_dropped_file_of_another_kind_leaves_the_scene_on(self):
        self.scene(SCENE % 'title = "before"')
        window = self.open("scene.lua")
        self.write("notes.txt", "mine")
        self.drop(window, self.path("notes.txt"))
        count = self.assert_goes_on(window)
        window.wait_for(lambda: self.assert_goes_on(window) > count + 3, "it goes on")
        self.assertEqual(window.title(), "scene - hitbox")

    def test_f4_shows_what_was_taken_for_what(self):
        window = self.open_level("--paused")
        before = window.picture()
        window.key("F4")
        window.wait_for(lambda: window.picture().rows != before.rows, "the panel is seen")
        panel = (0x23, 0x2a, 0x33)
        self.assertGreater(window.picture().count(panel), before.count(panel) + 500)
        window.key("F4")
        window.wait_for(lambda: window.picture().rows == before.rows, "it is gone")

    def test_t_shows_it_from_above_and_back(self):
        window = self.open_level()
        x, y = self.figure(window)
        window.key("t")
        window.user("keydown", "Up")
        window.wait_for(lambda: self.figure(window)[1] < y - 10, "it goes up")
        window.user("keyup", "Up")
        x, up = self.figure(window)
        time.sleep(0.3)
        self.assertEqual(self.figure(window), (x, up))
        window.key("t")
        window.wait_for(lambda: self.figure(window)[1] == y, "it falls to the ground")


if __name__ == "__main__":
    main_by_classes()
