"""Pictures of Aseprite's own files: each feature in a file that is written here by the format's
documentation, and its pixels as they follow from that.
"""

import pathlib
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
from sandbox import Picture, SandboxTest, main  # noqa: E402

RED, GREEN, BLUE, NONE = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (0, 0, 0, 0)
GROUND = (0x10, 0x20, 0x30)


# ---- Files ---------------------------------------------------------------------------------------


def text(value):
    return struct.pack("<H", len(value)) + value.encode()


def chunk(kind, data):
    return struct.pack("<IH", len(data) + 6, kind) + data


def layer(flags=1, kind=0, level=0, blend=0, opacity=255, more=b""):
    return chunk(0x2004, struct.pack("<HHHHHHB3x", flags, kind, level, 0, 0, blend, opacity) + text("layer") + more)


def rgba(*colors):
    return b"".join(bytes(color) for color in colors)


def cel(index, x, y, width, height, pixels, opacity=255, packed=True, z=0):
    head = struct.pack("<HhhBHh5xHH", index, x, y, opacity, 2 if packed else 0, z, width, height)
    return chunk(0x2005, head + (zlib.compress(pixels) if packed else pixels))


def link(index, frame, x=0):
    return chunk(0x2005, struct.pack("<HhhBH7xH", index, x, 0, 255, 1, frame))


def tileset(width, height, count, pixels, flags=6):
    packed = zlib.compress(pixels)
    head = struct.pack("<IIIHHh14x", 0, flags, count, width, height, 1) + text("set")
    return chunk(0x2023, head + (struct.pack("<I", len(packed)) + packed if flags & 2 else bytes(8)))


def tiles(width, height, *cells):
    head = struct.pack("<HhhBH7xHHH4I10x", 0, 0, 0, 255, 3, width, height, 32, 0x1FFFFFFF, ACROSS, DOWN, DIAGONAL)
    return chunk(0x2005, head + zlib.compress(struct.pack(f"<{len(cells)}I", *cells)))


ACROSS, DOWN, DIAGONAL = 1 << 31, 1 << 30, 1 << 29


def sprite(width, height, *frames, depth=32, transparent=0, flags=1):
    body = b""
    for chunks in frames:
        data = b"".join(chunks)
        body += struct.pack("<IHHH2xI", len(data) + 16, 0xF1FA, len(chunks), 100, len(chunks)) + data
    head = struct.pack("<IHHHHHIH8xB", len(body) + 128, 0xA5E0, len(frames), width, height, depth, flags, 100, transparent)
    return head + bytes(128 - len(head)) + body


# ---- Blending, by W3C's "Compositing and Blending Level 1", chapter 10 ----------------------------

def hard_light(b, s):
    return 2 * b * s if s <= 0.5 else b + (2 * s - 1) - b * (2 * s - 1)


def soft_light(b, s):
    if s <= 0.5:
        return b - (1 - 2 * s) * b * (1 - b)
    return b + (2 * s - 1) * ((((16 * b - 12) * b + 4) * b if b <= 0.25 else b ** 0.5) - b)


SEPARABLE = [
    lambda b, s: s, lambda b, s: b * s, lambda b, s: b + s - b * s, lambda b, s: hard_light(s, b), min, max,
    lambda b, s: 0 if b == 0 else 1 if s == 1 else min(1, b / (1 - s)),
    lambda b, s: 1 if b == 1 else 0 if s == 0 else 1 - min(1, (1 - b) / s),
    hard_light, soft_light, lambda b, s: abs(b - s), lambda b, s: b + s - 2 * b * s, None, None, None, None,
    lambda b, s: min(1, b + s), lambda b, s: max(0, b - s), lambda b, s: 0 if b == 0 else 1 if b >= s else b / s,  # Aseprite's own
]


def lum(color):
    return 0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]


def set_lum(color, light):
    color = [c + light - lum(color) for c in color]
    low, high = min(color), max(color)
    if low < 0:
        color = [light + (c - light) * light / (light - low) for c in color]
    if high > 1:
        color = [light + (c - light) * (1 - light) / (high - light) for c in color]
    return color


def sat(color):
    return max(color) - min(color)


def set_sat(color, value):
    return [(c - min(color)) * value / sat(color) if sat(color) > 0 else 0 for c in color]


WHOLE = {
    12: lambda b, s: set_lum(set_sat(s, sat(b)), lum(b)), 13: lambda b, s: set_lum(set_sat(b, sat(s)), lum(b)),
    14: lambda b, s: set_lum(s, lum(b)), 15: lambda b, s: set_lum(b, lum(s)),
}


def blended(mode, below, above):
    b, s = ([c / 255 for c in color[:3]] for color in (below, above))
    mixed = WHOLE[mode](b, s) if mode in WHOLE else [SEPARABLE[mode](*pair) for pair in zip(b, s)]
    return tuple(round(255 * c) for c in mixed)


class Aseprite(SandboxTest):
    def pixels(self, data, columns, rows, name="a.aseprite"):
        """The colours of the picture, of which each pixel is drawn as 20 by 20."""
        self.write_bytes(name, data)
        self.scene(f'view = {{ {columns}, {rows} }}, background = "#102030", draw = function(s, g) g:picture("{name}", 0, 0) end,')
        size = f"{20 * columns + 24}x{20 * rows + 24 + 26}"
        result = self.run_sandbox("--headless", "--size", size, "--png", "out.png@0", "--show", "-grid", "scene.lua")
        self.assert_ends(result, 0)
        picture = Picture(self.path("out.png"))
        return [[picture.at(12 + 20 * x + 10, 12 + 20 * y + 10) for x in range(columns)] for y in range(rows)]

    def assert_pixels(self, data, want, **more):
        found = self.pixels(data, len(want[0]), len(want), **more)
        for row, wanted in zip(found, want):
            for color, (r, g, b) in zip(row, wanted):
                self.assertTrue(all(abs(c - w) <= 2 for c, w in zip(color, (r, g, b))), (found, want))

    def test_cels_are_drawn_at_their_places_packed_or_not(self):
        for packed in (True, False):
            data = sprite(3, 2, [layer(), cel(0, 1, 0, 2, 2, rgba(RED, GREEN, BLUE, NONE), packed=packed)])
            self.assert_pixels(data, [[GROUND, RED[:3], GREEN[:3]], [GROUND, BLUE[:3], GROUND]])

    def test_cels_are_cut_at_the_edges_of_the_frame(self):
        data = sprite(2, 2, [layer(), cel(0, -1, -1, 4, 4, rgba(*[RED] * 5, GREEN, *[BLUE] * 10))], [layer()])
        self.assert_pixels(data, [[GREEN[:3], BLUE[:3], GROUND, GROUND], [BLUE[:3], BLUE[:3], GROUND, GROUND]])

    def test_frames_lie_in_rows(self):
        colors = [RED, GREEN, BLUE, RED, GREEN]
        frames = [[cel(0, 0, 0, 1, 1, rgba(color))] for color in colors]
        frames[0].insert(0, layer())
        self.assert_pixels(sprite(1, 1, *frames), [[RED[:3], GREEN[:3], BLUE[:3]], [RED[:3], GREEN[:3], GROUND]])

    def test_a_linked_cel_is_that_of_the_other_frame(self):
        data = sprite(1, 1, [layer(), cel(0, 0, 0, 1, 1, rgba(RED))], [link(0, 0)], [link(0, 0)])
        self.assert_pixels(data, [[RED[:3], RED[:3]], [RED[:3], GROUND]])

    def test_a_linked_cel_has_its_own_place_and_may_be_linked_to_another(self):
        data = sprite(2, 1, [layer(), cel(0, 0, 0, 1, 1, rgba(RED))], [link(0, 0, x=1)], [link(0, 1)])
        self.assert_pixels(data, [[RED[:3], GROUND, GROUND, RED[:3]], [RED[:3], GROUND, GROUND, GROUND]])

    def test_layers_lie_one_above_the_other_and_hidden_ones_and_groups_are_left_out(self):
        one = [cel(i, 0, 0, 1, 1, rgba(color)) for i, color in enumerate([RED, GREEN, BLUE])]
        self.assert_pixels(sprite(1, 1, [layer(), layer(), layer(flags=0), *one]), [[GREEN[:3]]])
        in_group = [layer(), layer(flags=0, kind=1), layer(level=1), cel(0, 0, 0, 1, 1, rgba(RED)), cel(2, 0, 0, 1, 1, rgba(BLUE))]
        self.assert_pixels(sprite(1, 1, in_group), [[RED[:3]]])
        shown = [layer(), layer(kind=1), layer(level=1), layer(flags=0, kind=1), layer(level=0), *in_group[3:]]
        self.assert_pixels(sprite(1, 1, shown), [[BLUE[:3]]])

    def test_opacities_multiply(self):
        white = cel(0, 0, 0, 1, 1, rgba((255, 255, 255, 255)))
        half = cel(1, 0, 0, 1, 1, rgba((255, 0, 0, 128)), opacity=128)  # a quarter, then half of that
        data = sprite(1, 1, [layer(), layer(opacity=128), white, half])
        self.assert_pixels(data, [[(255, 223, 223)]])
        data = sprite(1, 1, [layer(), cel(0, 0, 0, 1, 1, rgba((255, 255, 255, 128)))])  # over the scene's ground
        self.assert_pixels(data, [[tuple((255 * 128 + c * 127) // 255 for c in GROUND)]])

    def test_layers_are_blended_in_all_modes(self):
        pairs = [((200, 100, 50), (100, 200, 40)), ((10, 240, 128), (255, 0, 130)), ((0, 255, 60), (30, 30, 200))]
        below, above = (rgba(*[(*pair[i], 255) for pair in pairs]) for i in (0, 1))
        # Frame by frame another layer, with its mode, above the lowest one.
        frames = [[cel(0, 0, 0, 3, 1, below), cel(1 + mode, 0, 0, 3, 1, above)] for mode in range(19)]
        frames[0][:0] = [layer(), *(layer(blend=mode) for mode in range(19))]
        want = [[blended(mode, *pair) for pair in pairs] for mode in range(19)] + [[GROUND] * 3]
        self.assert_pixels(sprite(3, 1, *frames), [sum(want[row:row + 5], []) for row in range(0, 20, 5)])
        self.assertEqual(blended(3, *pairs[0]), (188, 157, 16))  # overlay: 255 - 2 * 55 * 155 / 255, 2 * 100 * 200 / 255, ...

    def test_blending_where_pixels_are_not_opaque(self):
        half_above = [cel(0, 0, 0, 1, 1, rgba((200, 100, 50, 255))), cel(1, 0, 0, 1, 1, rgba((100, 200, 40, 128)))]
        multiplied = tuple(b + (round(b * s / 255) - b) * 128 // 255 for b, s in zip((200, 100, 50), (100, 200, 40)))
        self.assert_pixels(sprite(1, 1, [layer(), layer(blend=1), *half_above]), [[multiplied]])
        # White over black with an alpha of 128, multiplied: half white, half black by W3C, and once more half of that is
        # drawn towards black by Aseprite.
        half_below = [cel(0, 0, 0, 1, 1, rgba((0, 0, 0, 128))), cel(1, 0, 0, 1, 1, rgba((255, 255, 255, 255)))]
        self.assert_pixels(sprite(1, 1, [layer(), layer(blend=1), *half_below]), [[(63, 63, 63)]])

    def test_grey_layers_have_no_hue(self):
        cels = [cel(0, 0, 0, 1, 1, bytes([200, 255])), cel(1, 0, 0, 1, 1, bytes([90, 255]))]
        for blend in WHOLE:
            self.assert_pixels(sprite(1, 1, [layer(), layer(blend=blend), *cels], depth=16), [[(90, 90, 90)]])

    def test_cels_are_moved_among_the_layers_by_their_z_index(self):
        def order(*zs):
            cels = [cel(i, 0, 0, 1, 1, rgba(color), z=z) for i, (color, z) in enumerate(zip((RED, GREEN, BLUE), zs))]
            self_ = self.pixels(sprite(1, 1, [layer(), layer(), layer(), *cels]), 1, 1)
            return self_[0][0]

        self.assertEqual(order(0, 0, 0), BLUE[:3])
        self.assertEqual(order(2, 0, 0), RED[:3])  # equal places: the larger z-index is above
        self.assertEqual(order(0, 0, -1), GREEN[:3])
        self.assertEqual(order(0, 0, -2), GREEN[:3])
        self.assertEqual(order(1, 0, -1), RED[:3])

    def test_groups_are_drawn_apart_if_the_file_says_so(self):
        white = (255, 255, 255, 255)
        layers = [layer(), layer(kind=1, opacity=128, blend=1), layer(level=1), layer(level=1, blend=2)]
        cels = [cel(0, 0, 0, 1, 1, rgba((200, 200, 200, 255))), cel(2, 0, 0, 1, 1, rgba(RED)), cel(3, 0, 0, 1, 1, rgba(GREEN))]
        # Apart: red and green make yellow, which is multiplied by half.
        self.assert_pixels(sprite(1, 1, layers + cels, flags=3), [[(200, 200, 100)]])
        self.assert_pixels(sprite(1, 1, layers + cels), [[(255, 255, 0)]])  # as if there was no group
        # A group in a group, and a layer above both.
        layers = [layer(), layer(kind=1, opacity=128), layer(kind=1, level=1, opacity=128), layer(level=2), layer()]
        cels = [cel(0, 0, 0, 2, 1, rgba(white, white)), cel(3, 0, 0, 2, 1, rgba(RED, RED)), cel(4, 1, 0, 1, 1, rgba(BLUE))]
        self.assert_pixels(sprite(2, 1, layers + cels, flags=3), [[(255, 191, 191), BLUE[:3]]])
        # Cels stay in their group.
        layers = [layer(), layer(kind=1), layer(level=1), layer()]
        cels = [cel(0, 0, 0, 1, 1, rgba(RED)), cel(2, 0, 0, 1, 1, rgba(GREEN), z=9), cel(3, 0, 0, 1, 1, rgba(BLUE))]
        self.assert_pixels(sprite(1, 1, layers + cels, flags=3), [[BLUE[:3]]])
        self.assert_pixels(sprite(1, 1, layers + cels), [[GREEN[:3]]])

    def test_groups_in_many_groups_are_drawn(self):
        layers = [layer(kind=1, level=i) for i in range(20)]
        data = sprite(1, 1, [*layers, layer(level=20), cel(20, 0, 0, 1, 1, rgba(RED))], flags=3)
        self.assert_pixels(data, [[RED[:3]]])

    def test_reference_layers_are_left_out(self):
        cels = [cel(i, 0, 0, 1, 1, rgba(color)) for i, color in enumerate([RED, GREEN])]
        self.assert_pixels(sprite(1, 1, [layer(), layer(flags=65), *cels]), [[RED[:3]]])

    def test_opacities_of_layers_that_the_file_says_are_not_valid(self):
        data = sprite(1, 1, [layer(opacity=0), cel(0, 0, 0, 1, 1, rgba(RED))], flags=0)
        self.assert_pixels(data, [[RED[:3]]])

    def test_colours_may_be_grey_or_of_a_palette(self):
        data = sprite(2, 1, [layer(), cel(0, 0, 0, 2, 1, bytes([200, 255, 90, 0]))], depth=16)
        self.assert_pixels(data, [[(200, 200, 200), GROUND]])
        new = chunk(0x2019, struct.pack("<III8x", 3, 0, 2) + b"".join(
            struct.pack("<H", named) + rgba(color) + (text("name") if named else b"")
            for named, color in ((0, RED), (1, GREEN), (0, BLUE))))
        old = chunk(0x0004, struct.pack("<HBB", 1, 0, 3) + bytes([255, 0, 0, 0, 255, 0, 0, 0, 255]))
        for palette in (new, old):
            indices = cel(0, 0, 0, 3, 1, bytes([0, 1, 2]))
            data = sprite(3, 1, [palette, layer(), indices], depth=8, transparent=1)
            self.assert_pixels(data, [[RED[:3], GROUND, BLUE[:3]]])
            background = sprite(3, 1, [palette, layer(flags=9), indices], depth=8, transparent=1)
            self.assert_pixels(background, [[RED[:3], GREEN[:3], BLUE[:3]]])

    def test_a_palette_holds_from_its_frame_on(self):
        def palette(color):
            return chunk(0x2019, struct.pack("<III8xH", 2, 1, 1, 0) + rgba(color))

        one = cel(0, 0, 0, 1, 1, bytes([1]))
        data = sprite(1, 1, [palette(RED), layer(), one], [one], [palette(BLUE), one], depth=8)
        self.assert_pixels(data, [[RED[:3], RED[:3]], [BLUE[:3], GROUND]])

    def test_the_oldest_palettes_have_six_bits(self):
        old = chunk(0x0011, struct.pack("<HBB", 1, 1, 1) + bytes([63, 32, 0]))
        data = sprite(1, 1, [old, layer(), cel(0, 0, 0, 1, 1, bytes([1]))], depth=8)
        self.assert_pixels(data, [[(255, 130, 0)]])

    LAYER_OF_TILES = layer(kind=2, more=struct.pack("<I", 0))

    def test_tiles_are_drawn(self):
        row = rgba(NONE, NONE, RED, GREEN, BLUE, RED)  # three of 2 by 1
        data = sprite(4, 2, [tileset(2, 1, 3, row), self.LAYER_OF_TILES, tiles(2, 2, 1, 2, 0, 1)])
        self.assert_pixels(data, [[RED[:3], GREEN[:3], BLUE[:3], RED[:3]], [GROUND, GROUND, RED[:3], GREEN[:3]]])

    def test_the_first_tile_is_none_unless_the_file_says_otherwise(self):
        for flags, first in ((6, GROUND), (2, RED[:3])):
            data = sprite(3, 1, [tileset(1, 1, 2, rgba(RED, GREEN), flags), self.LAYER_OF_TILES, tiles(3, 1, 0, 1, 0xFFFFFFFF)])
            self.assert_pixels(data, [[first, GREEN[:3], GROUND]])

    def test_tiles_are_mirrored_and_their_axes_swapped(self):
        pixels = rgba(NONE, NONE, NONE, NONE, RED, GREEN, BLUE, NONE)  # the second: red and green above, blue below
        cells = [1, 1 | ACROSS, 1 | DOWN, 1 | DIAGONAL, 1 | DIAGONAL | ACROSS]
        data = sprite(10, 2, [tileset(2, 2, 2, pixels), self.LAYER_OF_TILES, tiles(5, 1, *cells)])
        r, g, b, n = RED[:3], GREEN[:3], BLUE[:3], GROUND
        # The last one is the first, turned clockwise.
        self.assert_pixels(data, [[r, g, g, r, b, n, r, b, b, r], [b, n, n, b, r, g, g, n, n, g]])

    def test_a_tileset_in_another_file_is_left_out(self):
        cels = [tiles(2, 1, 1, 1), cel(1, 0, 0, 1, 1, rgba(RED))]
        data = sprite(2, 1, [tileset(1, 1, 2, b"", 1), self.LAYER_OF_TILES, layer(), *cels])
        self.assert_pixels(data, [[RED[:3], GROUND]])

    def test_a_damaged_file_is_refused(self):
        good = sprite(2, 2, [layer(), cel(0, 0, 0, 2, 2, rgba(*[RED] * 4))])
        bomb = sprite(2, 2, [layer(), cel(0, 0, 0, 65535, 65535, bytes(100))])
        many = sprite(2, 2, [layer(), link(0, 7)])
        short = sprite(2, 2, [layer(), cel(0, 0, 0, 2, 2, rgba(RED))])
        for data in (good[:-3], good[:200], bomb, many, short, good[:128] + b"xxxx" + good[132:]):
            self.write_bytes("a.aseprite", data)
            self.scene('draw = function(s, g) g:picture("a.aseprite", 0, 0) end,')
            self.assert_fails(self.headless(), "picture 'a.aseprite': it is damaged")

    def test_a_sprite_and_its_boxes_come_from_one_file(self):
        box = chunk(0x2022, struct.pack("<III", 1, 2, 0) + text("push") + struct.pack("<IiiIIii", 0, 1, 0, 1, 2, 0, 2))
        data = sprite(2, 2, [layer(), box, cel(0, 0, 0, 2, 2, rgba(NONE, RED, NONE, RED))])
        self.write_bytes("hero.aseprite", data)
        self.write("scene.lua", """local hitbox = require "hitbox"
            local made = hitbox.aseprite { file = "hero.aseprite" }
            return hitbox.scene { view = { 10, 10 }, background = "#102030", start = function(s)
                s:spawn { "hero", at = { 5, 8 }, anchor = made.anchor, boxes = made.boxes }
                local x, y, w, h = s.hero:rect()
                print(x, y, w, h, made.image)
              end,
              draw = function(s, g)
                local sprite = made.sprites[1]
                g:picture(made.image, s.hero.x + sprite.dx, s.hero.y + sprite.dy, sprite.w, sprite.h, sprite)
              end }""")
        result = self.headless("scene.lua", 1, "--size", "224x250", "--png", "out.png@1", "--show", "-grid,-fill,-aabb,-outline,-anchor")
        self.assert_ends(result, 0)
        self.assertEqual(result.stdout, "5.0\t6.0\t1.0\t2.0\thero.aseprite\n")
        left, right, top, bottom = Picture(self.path("out.png")).bounds(RED[:3], 8)
        self.assertEqual([round((v - 12) / 20) for v in (left, right, top, bottom)], [5, 6, 6, 8])


class Opened(SandboxTest):
    def shown(self, name, frame, play=""):
        """Which of red, green and blue the sprite shows after some ticks."""
        self.write("play.lua", f"return function(t) {play} t:step({frame + 1}) end")
        result = self.headless(name, frame, "--input", "play.lua", "--png", f"out.png@{frame}", "--size", "200x200", "--show",
                               "-grid,-anchor,-fill,-outline,-aabb")
        self.assert_ends(result, 0)
        picture = Picture(self.path("out.png"))
        return [color for color in (RED, GREEN, BLUE) if len(picture.places(color[:3], 8)) > 500]

    def frames(self):
        frames = [[cel(0, 0, 0, 4, 4, rgba(*[color] * 16))] for color in (RED, GREEN, BLUE)]
        frames[0].insert(0, layer())
        return frames

    def test_a_sprite_plays_its_actions(self):
        frames = self.frames()
        tags = b"".join(struct.pack("<HHBH10x", first, last, 0, 0) + text(name) for first, last, name in ((0, 1, "a"), (2, 2, "b")))
        frames[0].append(chunk(0x2018, struct.pack("<H8x", 2) + tags))
        self.write_bytes("hero.aseprite", sprite(4, 4, *frames))
        self.assertEqual(self.shown("hero.aseprite", 3), [RED])
        self.assertEqual(self.shown("hero.aseprite", 9), [GREEN])  # 100 ms are 6 ticks
        self.assertEqual(self.shown("hero.aseprite", 15), [RED])
        self.assertEqual(self.shown("hero.aseprite", 5, 't:hold("down") t:step(1) t:release("down")'), [BLUE])

    def test_a_sprite_without_tags_shows_all_its_frames(self):
        self.write_bytes("hero.ase", sprite(4, 4, *self.frames()))
        self.assertEqual([self.shown("hero.ase", tick) for tick in (3, 9, 15, 21)], [[RED], [GREEN], [BLUE], [RED]])

    def test_an_export_opens_with_its_sheet(self):
        self.write_bytes("sheet.ase", sprite(4, 4, *self.frames()))
        rectangles = ", ".join('{ "filename": "hero %d.ase", "frame": { "x": %d, "y": %d, "w": 4, "h": 4 }, "duration": 100 }'
                               % (i, x, y) for i, (x, y) in enumerate(((0, 0), (4, 0), (0, 4))))
        self.write("hero.json", f'{{ "frames": [ {rectangles} ], "meta": {{ "image": "sheet.ase" }} }}')
        self.assertEqual(self.shown("hero.json", 9), [GREEN])
        pathlib.Path(self.path("sheet.ase")).unlink()
        self.assert_fails(self.headless("hero.json", 2), "picture 'sheet.ase'")
        self.write("hero.json", f'{{ "frames": [ {rectangles} ], "meta": {{}} }}')
        self.assert_fails(self.headless("hero.json", 2), "hero.json names no sheet (meta.image)")


if __name__ == "__main__":
    main()
