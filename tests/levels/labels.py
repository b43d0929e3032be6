"""The words for boxes of levels in texts for people: the types of their things."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))
from sandbox import PictureTest, WindowTest, main, pixel  # noqa: E402

WIDE = "■■■■■■■■■■"


class Names(PictureTest):
    def names(self, body):
        return self.draw(body, "--show", "crowd,-anchor").rows

    def test_a_push_box_of_a_level_is_named_by_the_type_of_its_thing(self):
        level = """map = { at = { 40, 10 }, tile = { 20, 30 }, rows = { "~" }, legend = { ["~"] = "Water" } },
            types = { Water = { color = "#40c0ff"%s } },"""
        by_hand = 'things = { { "a", at = { 50, 25 }, color = "#40c0ff", boxes = { %s = { w = 20, h = 30 }%s } } },'
        self.assertTrue(self.names(level % "") == self.names(by_hand % ("Water", "")))
        self.assertTrue(self.names(level % "") != self.names(by_hand % ("push", "")))

    def test_its_other_boxes_are_named_by_their_kinds(self):
        thing = '"a", at = { 50, 25 }, color = "#40c0ff", boxes = { %s = { w = 20, h = 30 }, hurt = { w = 9, h = 9 } }'
        level = """map = { at = { 40, 10 }, tile = { 20, 30 }, rows = { "~" }, legend = { ["~"] = "zone" } },
            types = { zone = { color = "#40c0ff", boxes = { push = { w = 20, h = 30 }, hurt = { w = 9, h = 9 } } } },"""
        self.assertTrue(self.names(level) == self.names("things = { { " + thing % "zone" + " } },"))

    def test_things_of_many_types_are_named_by_theirs(self):
        count = 40
        rows = "".join(chr(0x4e00 + i) for i in range(count))
        legend = ", ".join(f'["{letter}"] = "type{i}"' for i, letter in enumerate(rows))
        types = ", ".join(f'type{i} = {{ color = "#40c0ff" }}' for i in range(count))
        level = f'map = {{ at = {{ 0, 20 }}, tile = {{ 2.5, 8 }}, rows = {{ "{rows}" }}, legend = {{ {legend} }} }}, types = {{ {types} }},'
        things = ", ".join(f"""{{ "a", at = {{ {2.5 * i + 1.25}, 24 }}, color = "#40c0ff", boxes = {{
            type{i} = {{ w = 2.5, h = 8 }} }} }}""" for i in range(20))
        seen = self.names(level)  # by hand a scene has no more than 31 kinds with names
        self.assertTrue(seen[:160] != self.names(f"things = {{ {things} }},")[:160])
        left = [row[:3 * 120] for row in seen]
        self.assertTrue(left == [row[:3 * 120] for row in self.names(f"things = {{ {things} }},")])


class Panels(WindowTest):
    def width(self, body):
        """How wide the names in the inspector are, with the pointer on a thing at 10, 10."""
        self.scene(f'view = {{ 320, 200 }}, background = "#000000", types = {{ ["{WIDE}"] = {{}} }}, {body}')
        window = self.open("--paused", "scene.lua")
        window.key("F3")
        window.pointer(*pixel(10, 10))
        names = [x for x, y in window.picture().places((0x7c, 0xc4, 0xff), 47) if 150 < y < 220]
        window.program.terminate()
        window.program.wait()
        return max(names) - min(names)

    def test_the_inspector_calls_a_push_box_of_a_level_by_the_type_of_its_thing(self):
        by_hand = self.width(f'things = {{ {{ "{WIDE}", at = {{ 10, 10 }}, w = 20, h = 20 }} }},')
        level = self.width(f'map = {{ tile = 20, rows = {{ "#" }}, legend = {{ ["#"] = "{WIDE}" }} }},')
        self.assertLess(by_hand, 50)  # x, y and .push
        self.assertGreater(level, 100)


if __name__ == "__main__":
    main()
