"""hitbox as a library of a game in LÖVE: under several names, from a folder and from an archive. The
game, tests/love/game, prints what hitbox says and saves what is on the screen; it must say what it
says in Lua 5.4, and draw what is known of the picture. And a scene of scripts/ as a game,
tests/love/fighter, which must come to the state that it comes to in Lua 5.4, and in the sandbox if
there is one. And a level of Tiled that a library draws, tests/love/sti.

    love.py MODULE_FOLDER PROJECT [SANDBOX]

Needs love, lua5.4 and Xvfb.
"""

import filecmp
import hashlib
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
import zlib

MODULE, PROJECT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
SANDBOX = sys.argv[3] if len(sys.argv) > 3 else None
GAME = PROJECT / "tests/love/game"
FIGHTER = PROJECT / "tests/love/fighter"
LEVEL = PROJECT / "tests/love/sti"

WIDTH, HEIGHT = 320, 200
RED, GREEN, YELLOW, BLUE, BLACK, WHITE = (bytes(color + (255,)) for color in (
    (255, 0, 0), (0, 255, 0), (255, 255, 0), (51, 76, 153), (0, 0, 0), (255, 255, 255)))


def end(server):
    server.terminate()
    server.wait(10)
    server.stdout.close()


def setUpModule():
    """A virtual display."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    unittest.addModuleCleanup(end, server)
    os.environ["DISPLAY"] = ":" + server.stdout.readline().decode().strip()


class Game(unittest.TestCase):
    """A game of LÖVE in a folder of its own."""

    def prepare(self, game):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.game = self.folder / "game"
        shutil.copytree(game, self.game)
        self.shot = self.folder / "shot.rgba"
        self.saves = self.folder / "data/love/hitbox-test"

    def install(self, place):
        shutil.copytree(MODULE, self.game / place)

    def run_love(self, name, game=None, program=None, *more):
        """Run the game, which requires hitbox by a name."""
        program = [program] if program else ["love", game or self.game]
        environment = dict(os.environ, LIBGL_ALWAYS_SOFTWARE="1", SDL_AUDIODRIVER="dummy",
                           XDG_DATA_HOME=str(self.folder / "data"))
        return subprocess.run([*program, name, self.shot, *more], env=environment, text=True,
                              capture_output=True, timeout=60, check=False)


class Love(Game):
    def setUp(self):
        self.prepare(GAME)

    def answers(self, name, game=None, program=None):
        """What the game prints."""
        result = self.run_love(name, game, program)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout.splitlines()

    def expected(self):
        """The same from Lua 5.4, without LÖVE."""
        text = 'print(table.concat((require "answers"((require "hitbox"))), "\\n"))'
        path = f"{GAME}/?.lua;{MODULE.parent}/?.lua;{MODULE.parent}/?/init.lua"
        result = subprocess.run(["lua5.4", "-e", text], env=dict(os.environ, LUA_PATH=path),
                                text=True, capture_output=True, timeout=60, check=True)
        return result.stdout.splitlines()

    def test_a_mask_of_image_data_is_what_the_picture_shows(self):
        self.install("hitbox")
        lines = self.answers("hitbox")
        self.assertEqual(lines[:4], [  # by hand, from picture.lua
            "mask 54 10 8",
            "outline 2 0 8 0 8 1 9 1 9 2 10 2 10 6 9 6 9 8 7 8 7 7 3 7 3 8 1 8 1 6 0 6 0 2 1 2 1 1 2 1",
            "outline 3 2 3 5 7 5 7 2",
            "with its shadow 58 false 2",
        ])

    def test_every_name_finds_the_folder_and_says_what_5_4_says(self):
        expected = self.expected()
        self.assertGreater(len(expected), 20)
        for name, place in (("hitbox", "hitbox"), ("lib.hitbox", "lib/hitbox"),
                            ("libs/hitbox", "libs/hitbox")):
            with self.subTest(name=name):
                self.install(place)
                self.assertEqual(self.answers(name), expected)
                shutil.rmtree(self.game / place)

    def test_the_drop_in_is_found_by_a_game_that_requires_files_only(self):
        self.install("lib/hitbox")
        (self.game / "main.lua").write_text("""
            love.filesystem.setRequirePath("/?.lua;lib/?.lua")
            local world = require("hitbox.bump").newWorld()
            world:add("wall", 50, 0, 10, 10)
            world:add("hero", 0, 0, 10, 10)
            print((world:move("hero", 80, 0)))
            love.event.quit()
        """)
        self.assertEqual(self.answers("", self.game), ["40"])

    def archive(self, place):
        """The game as it is given away, in one file."""
        self.install(place)
        return self.pack("game.love")

    def pack(self, name):
        packed = self.folder / name
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
            for file in sorted(self.game.rglob("*")):
                out.write(file, file.relative_to(self.game))
        return packed

    def test_an_archive_works_too_and_writes_its_binary_once(self):
        game = self.archive("libs/hitbox")
        self.assertEqual(self.answers("libs.hitbox", game), self.expected())
        written = list(self.saves.rglob("*.so"))
        self.assertEqual(len(written), 1)
        self.assertTrue(filecmp.cmp(written[0], MODULE / "hitbox-lua51.so", shallow=False))
        digest = hashlib.sha1(written[0].read_bytes()).hexdigest()
        self.assertEqual(written[0].name, digest + "-hitbox-lua51.so")
        before = written[0].stat()
        self.answers("libs.hitbox", game)
        self.assertEqual(list(self.saves.rglob("*")), [written[0].parent, *written])
        self.assertEqual((written[0].stat().st_ino, written[0].stat().st_mtime_ns),
                         (before.st_ino, before.st_mtime_ns))

    def test_an_archive_that_is_joined_to_the_program_works_too(self):
        game = self.archive("hitbox")
        program = self.folder / "joined"
        program.write_bytes(pathlib.Path(shutil.which("love")).read_bytes() + game.read_bytes())
        program.chmod(0o755)
        self.assertEqual(self.answers("hitbox", program=program), self.expected())

    def test_a_written_file_that_was_damaged_is_written_again(self):
        game = self.archive("hitbox")
        self.answers("hitbox", game)
        (written,) = self.saves.rglob("*.so")
        written.write_bytes(written.read_bytes()[:1000])
        self.assertEqual(self.answers("hitbox", game), self.expected())

    def test_an_archive_that_cannot_write_says_what_to_do(self):
        game = self.archive("hitbox")
        self.saves.mkdir(parents=True)
        (self.saves / "hitbox").write_text("in the way")
        result = self.run_love("hitbox", game)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, f"hitbox cannot load its binary: it is inside {game}, "
                         f"from which no system can load code, and could not be copied to {self.saves}/")
        self.assertIn("Ship the game as a folder", result.stderr)

    def test_a_folder_or_an_archive_without_the_binary_says_where_it_looked(self):
        self.install("lib/hitbox")
        for digits in "51", "52", "53":
            (self.game / f"lib/hitbox/hitbox-lua{digits}.so").unlink(missing_ok=True)
        for game in self.game, self.pack("game.love"):
            with self.subTest(game=game.name):
                result = self.run_love("lib.hitbox", game)
                self.assertEqual(result.returncode, 1)
                self.assertIn("hitbox cannot load its binary: the file for Lua 5.1, "
                              f"{game}/lib/hitbox/hitbox-lua51.so, does not exist (found: "
                              "hitbox-lua54.so)",
                              result.stderr)

    def pixels(self):
        data = self.shot.read_bytes()
        self.assertEqual(len(data), WIDTH * HEIGHT * 4)
        return [data[i:i + 4] for i in range(0, len(data), 4)]

    def test_the_debug_drawing_shows_every_kind_of_shape(self):
        self.install("libs/hitbox")
        result = self.run_love("libs.hitbox", None, None, "debug")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        pixels = self.pixels()
        if "SHOT" in os.environ:  # to look at
            shutil.copy(self.shot, os.environ["SHOT"])
        for what, x, y in (  # by hand, from world.lua: places on outlines
                ("the ground's top", 200, 160), ("the hero's head", 36, 120), ("the hero's side", 32, 140),
                ("the ball's right end", 110, 60), ("the ball's top", 90, 40), ("the pill's top", 140, 30),
                ("the pill's side", 150, 60), ("the stone's top", 195, 44), ("the stone's side", 216, 60),
                ("the notch of the arrow", 72, 120), ("the arrow's tip", 99, 120),
                ("the face's top", 140, 105), ("the hole in the face", 143, 108),
                ("the ledge's end", 279, 133), ("the crate's side", 270, 155),
                ("the anchor of the hero", 44, 160), ("the arrow up from the ledge", 240, 126)):
            near = {pixels[(y + dy) * WIDTH + x + dx] for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            self.assertTrue(near - {BLACK}, f"{what} at {x}, {y}")
        for what, x, y in (("within the ball", 100, 50), ("within the hole", 143, 110), ("sky", 300, 20)):
            self.assertEqual(pixels[y * WIDTH + x], BLACK, f"{what} at {x}, {y}")
        self.assertIn(bytes((0xf0, 0x52, 0x4f, 255)), pixels, "the colour of what hits")
        self.assertIn(bytes((0x45, 0xdf, 0xa5, 255)), pixels, "the colour of what is hurt")
        self.assertNotIn(bytes((154, 165, 177, 255)), pixels, "what is not in view")

    def test_the_picture_shows_the_results(self):
        self.install("hitbox")
        self.answers("hitbox")
        pixels = self.pixels()
        for what, x, y, color in (  # the sprite is at 20, 20, and a pixel of it is 10 wide
                ("solid", 25, 55, BLUE), ("clear corner", 25, 25, BLACK), ("hole", 55, 45, BLACK),
                ("left edge", 20, 60, RED), ("right edge", 120, 60, RED), ("top edge", 70, 20, RED),
                ("edge of the hole", 50, 60, RED), ("notch between the feet", 70, 95, BLACK),
                ("ledge", 30, 184, YELLOW), ("above it", 30, 176, BLACK),
                ("hero", 215, 166, GREEN)):
            near = [pixels[(y + dy) * WIDTH + x + dx] for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            self.assertIn(color, near, f"{what} at {x}, {y}")
        self.assertEqual(pixels.count(GREEN), 12 * 28)
        self.assertEqual(pixels.count(YELLOW), 280 * 8)


class Fighter(Game):
    """The scene's file as it is, and a main.lua."""

    def setUp(self):
        self.prepare(FIGHTER)
        (self.game / "main.lua").rename(self.game / "game.lua")
        shutil.copy(FIGHTER.parent / "played.lua", self.game / "main.lua")
        shutil.copy(PROJECT / "scripts/games/fighter.lua", self.game)
        self.install("hitbox")

    def played(self, ticks, *keys):
        """The hash and the lives of both after a number of ticks in LÖVE."""
        result = self.run_love("fighter", None, None, str(ticks), *keys)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        if "FIGHTER_SHOT" in os.environ:  # to look at: 960 x 435, RGBA
            shutil.copy(self.shot, os.environ["FIGHTER_SHOT"])
        return result.stdout.split()

    def plain(self, ticks, keys):
        """The same in Lua 5.4, without LÖVE."""
        text = f"""
            local s, keysOf = require "fighter", {keys}
            for tick = 1, {ticks} do
                local held = {{}}
                for key in pairs(keysOf(tick)) do held["key " .. key] = true end
                s:step {{ held = held }}
            end
            print(s:hash(), s.ann.hp, s.bob.hp)"""
        path = f"{self.game}/?.lua;{MODULE.parent}/?.lua;{MODULE.parent}/?/init.lua"
        result = subprocess.run(["lua5.4", "-e", text], env=dict(os.environ, LUA_PATH=path),
                                text=True, capture_output=True, timeout=60, check=True)
        return result.stdout.split()

    def test_the_game_is_thirty_lines(self):
        self.assertLessEqual(len((FIGHTER / "main.lua").read_text().splitlines()), 30)

    def test_the_guide_shows_it(self):
        guide = (PROJECT / "docs/guides/love.md").read_text(encoding="utf-8")
        self.assertIn((FIGHTER / "main.lua").read_text(encoding="utf-8"), guide)

    def test_it_ends_in_the_same_state_as_the_sandbox_and_lua_5_4(self):
        played = self.played(300)
        self.assertEqual(played, self.plain(300, "function() return {} end"))
        if SANDBOX:
            result = subprocess.run(
                [SANDBOX, "--headless", "--frames", "300", "--hash", PROJECT / "scripts/games/fighter.lua"],
                text=True, capture_output=True, timeout=60, check=True)
            self.assertEqual(played[0], result.stdout.split()[-1])

    def test_keys_are_what_they_are_in_lua_5_4(self):
        played = self.played(175, "keys")
        self.assertEqual(played, self.plain(175, 'require "keys"'))
        self.assertLess(int(played[2]), 100, "neither fighter was hit")
        self.assertNotEqual(played[0], self.played(175)[0])

    def test_the_picture_has_the_colours_of_the_scene(self):
        self.played(62, "keys")
        data = self.shot.read_bytes()
        self.assertEqual(len(data), 960 * 435 * 4)
        pixel = [data[i:i + 4].hex() for i in range(0, len(data), 4)]
        self.assertEqual(pixel[30 * 960 + 100], "6fb1eaff", "Ann's life, 10..110 by 62..68 in the scene")
        self.assertEqual(pixel[30 * 960 + 800], "e6b15cff", "Bob's")
        self.assertEqual(pixel[430 * 960 + 100], "2a2533ff", "the floor")
        self.assertEqual(pixel[200 * 960 + 100], "1b1822ff", "the background")
        between = set(pixel[100 * 960:270 * 960])
        self.assertLessEqual({"e0554fff", "5fd38dff", "6fb1eaff", "e6b15cff"}, between, "all boxes")
        words = set(pixel[45 * 960:70 * 960])
        self.assertLessEqual({"6fb1eaff", "e6b15cff"}, words, "the words, in the colours of the two")


def png(width, height, pixel):
    """A picture in RGBA of which `pixel(x, y)` returns four bytes."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"".join(pixel(x, y) for x in range(width)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class Level(Game):
    """A level of Tiled that STI draws and hitbox collides with. Its tiles are red, green, which is collidable, and blue.
    Set STI to the folder `sti` of the real one to try that; a stand-in of the test's own is there otherwise."""

    # The window is 320 x 240, and in its middle is the hero's top left corner; he is 12 x 14.
    LEFT, TOP, RIGHT, BOTTOM = 160, 120, 172, 134

    def setUp(self):
        self.prepare(LEVEL)
        (self.game / "main.lua").rename(self.game / "game.lua")
        shutil.copy(LEVEL.parent / "played.lua", self.game / "main.lua")
        (self.game / "maps/castle.png").write_bytes(png(48, 16, lambda x, y: (RED, GREEN, BLUE)[x // 16]))
        self.install("hitbox")
        if "STI" in os.environ:
            (self.game / "sti.lua").unlink()
            shutil.copytree(os.environ["STI"], self.game / "sti")

    def picture(self, ticks, keys="{}"):
        """What is drawn after a number of ticks, by x and y."""
        (self.game / "keys.lua").write_text(f"return function(tick) return {keys} end")
        result = self.run_love("none", None, None, str(ticks), "keys")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        data = self.shot.read_bytes()
        self.assertEqual(len(data), 320 * 240 * 4)
        if "LEVEL_SHOT" in os.environ:  # to look at: 320 x 240, RGBA
            shutil.copy(self.shot, os.environ["LEVEL_SHOT"])
        return lambda x, y: data[4 * (320 * y + x):][:4]

    def test_the_guide_shows_the_game_which_is_thirty_lines(self):
        game = (LEVEL / "main.lua").read_text(encoding="utf-8")
        self.assertLessEqual(len(game.splitlines()), 30)
        self.assertIn("```lua\n" + game + "```\n", (PROJECT / "docs/guides/love.md").read_text(encoding="utf-8"))

    def test_the_hero_stands_on_the_ground_that_is_drawn(self):
        at = self.picture(60)
        for x in range(self.LEFT, self.RIGHT):
            column = [at(x, y) for y in range(self.TOP - 1, self.BOTTOM + 1)]
            self.assertEqual(column, [BLACK] + 14 * [WHITE] + [RED], x)
        # He is at 34, 146 in the level: the blue tiles begin at 80, 144, and the green ones 8 below their row, at 320, 104.
        self.assertEqual([at(160 + 80 - 34 + x, 120 + 144 - 146) for x in (-1, 0, 31, 32)], [BLACK, BLUE, BLUE, BLACK])

    def test_he_walks_past_blue_tiles_and_is_stopped_by_the_step_that_is_drawn(self):
        at = self.picture(120, "{ right = true }")
        for y in range(self.TOP, self.BOTTOM):
            self.assertEqual([at(self.RIGHT - 1, y), at(self.RIGHT, y)], [WHITE, RED], y)
        self.assertEqual(at(self.LEFT + 4, self.BOTTOM), RED)

    def test_he_jumps_the_step_and_is_stopped_by_the_collidable_tiles_that_are_drawn(self):
        at = self.picture(240, "{ right = true, up = tick >= 100 and tick < 105 or nil }")
        # He stands on the ground, his top 146, and the green tiles end at 152: 6 pixels of him are beside them.
        beside = [at(self.RIGHT, y) for y in range(self.TOP, self.BOTTOM)]
        self.assertEqual(beside, 6 * [GREEN] + 8 * [BLACK])
        self.assertEqual([at(self.RIGHT - 1, y) for y in range(self.TOP, self.BOTTOM)], 14 * [WHITE])
        self.assertEqual(at(self.LEFT + 4, self.BOTTOM), RED)


unittest.main(argv=[sys.argv[0], "-v"])
