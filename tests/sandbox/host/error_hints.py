"""What errors say beside what Lua says: the word that was meant, and what to write instead."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import SandboxTest, main  # noqa: E402

STILL = 'things = { { "box", at = { 160, 120 }, w = 40, h = 20 }, { "coin", r = 2 } },'


class Advice(SandboxTest):
    def assert_advised(self, body, hint):
        """The script fails, and the line below the message says so, or the message stands alone."""
        self.scene(STILL + body)
        result = self.headless()
        self.assert_ends(result, 3)
        second = (result.stderr.split("\n") + [""])[1]
        told = second if second.startswith("(") else ""
        self.assertEqual(told, f"({hint})" if hint else "", result.stderr)

    def test_calling_a_function_of_the_definition_as_a_method_is_explained(self):
        hint = "it is a function of the definition, not a method: call s.def.%s(s)"
        for name in ("drop", "letFall", "kill"):
            for call in (f"s:{name}()", f"s.{name}(s)"):
                for when in ("update", "start"):
                    with self.subTest(call, when=when):
                        body = f"{name} = function(s) end, {when} = function(s) {call} end,"
                        self.assert_advised(body, hint % name)

    def test_the_error_for_a_nil_local_names_the_call_that_set_it(self):
        for body, hint in (("local b = s.bax\n b:move(1, 0)", "did you mean 'box'?"),
                           ("s.box:remove()\n local b = s.box -- the box\n b:move(1, 0)",
                            "there is no thing 'box' any more"),
                           ("local c, b = s.coin, s.bax\n b:move(1, 0)", "did you mean 'box'?"),
                           ("local b = box\n b:move(1, 0)", "did you mean 's.box'?"),
                           ("local b\n b = s.bax\n b:move(1, 0)", "did you mean 'box'?"),
                           ("local b = s.box\n b = s.coins\n b.x = 1", "did you mean 'coin'?"),
                           ("local b = s.lifes\n s.left = b - 1", "did you mean 'lives'?"),
                           ("local b = s:nearest(0, 0, 'foe')\n b:move(1, 0)", ""),
                           ("local b = s.bax; b:move(1, 0)", "did you mean 'box'?"),
                           ("local b = nil\n b:move(1, 0)", "")):
            with self.subTest(body):
                self.assert_advised("start = function(s)\n s.lives = 3\n " + body + "\n end,", hint)

    def test_the_error_for_a_nil_field_names_similar_fields(self):
        for body, hint in (("s.vieww.x = 1", "did you mean 'view'?"),
                           ("s.scores.best = 1", "did you mean 'score'?"),
                           ("s.box.gaol.x = 1", "did you mean 'goal'?"), ("s.box.far.x = 1", ""),
                           ("s.con.x = 1", "did you mean 'coin'?"), ("s.boat.x = 1", ""),
                           ("s.box.data.hp = 3", "data = { hp = 3 } of a thing sets t.hp"),
                           ("s.box.boxes.hurt.color = 1",
                            "if you read t.boxes: the thing has no box of the kind 'hurt'"),
                           ("for t in s do end",
                            'for things write for t in s:each("coin") do; '
                            "for tables write pairs or ipairs")):
            with self.subTest(body):
                start = "start = function(s) s.score, s.box.goal = {}, {} "
                self.assert_advised(start + body + " end,", hint)

    def test_using_a_contact_after_its_end_is_explained(self):
        self.scene("""things = { { "box", at = { 0, 0 }, w = 4, h = 4 }, { "coin", at = { -30, 0 }, r = 2 } },
            rules = { { "coin", "box", on = "take" } }, update = function(s) s.coin:move(9, 0) end,
            take = function(s, c) s:after(6, function() c.a.worth = 2 end) end,""")
        result = self.headless(frames=20)
        self.assert_ends(result, 3)
        self.assertIn("\n(a contact is reused after it ends: store the thing, "
                      "local t = c.a, not c)\n", result.stderr)

    def test_words_of_other_libraries_are_answered_with_ours(self):
        view = "assign s.view.x and s.view.y"
        named = 'write s.hero for the first thing with a name, s:each("coin") for all'
        asked = "call t:overlaps(other) for things; the shape of a box is s.world:shape(t.boxes.push)"
        for body, hint in (("s.box:jump(5)", "assign t.vy = -5, and call t:walk(dx, nil, { gravity = 0.25 })"),
                           ("s:camera(3, 4)", view), ("s.camera.x = 3", view),
                           ("if input.down.left then end", 'it is a method: call input:down("left")'),
                           ("if input.pressed.jump then end", 'it is a method: call input:pressed("left")'),
                           ("s:restart()", "did you mean 'reset'?"), ("s:load('two')", "did you mean 'switch'?"),
                           ("s.box:animate('run')", "did you mean 'play'?"),
                           ("s:find('box')", named), ("s:get('box')", named),
                           ("for t in s.things do end",
                            'the value after in is nil; for things write for t in s:each("coin") do'),
                           ("s.n = #s.things", 'call s:each(): for t in s:each() do'),
                           ("hitbox.overlaps(s.box, s.coin)", asked), ("hitbox.distance(s.box, s.coin)", asked),
                           ("s.world:rect(s.box)", "the items of a scene's world are the boxes of its things: t.boxes.push"),
                           ("s.foe:remove()", "there is no thing of the type 'foe' yet"),
                           ("if s.right.left then end", "")):
            with self.subTest(body):
                self.assert_advised("types = { foe = { r = 2 } }, start = function(s) s.right = print end, "
                                    "update = function(s, input) " + body + " end,", hint)
        self.assert_advised("draw = function(s, g) g:shape(s.box) end,", asked)

    def test_using_a_method_as_a_field_is_answered_with_the_right_call(self):
        told = "%s.%s is a method of %s: call it as %s:%s(), or give your field another name, such as %s.my%s"

        def hint(path, name, kind):
            return told % (path, name, kind, path, name, path, name[0].upper() + name[1:])

        count, hit = hint("s", "count", "scenes"), hint("t", "hit", "things")
        for body, text in (("s.count = (s.count or 0) + 1", count), ("s.count = s.count + 1", count),
                           ("local n = s.count\n n = n + 1", count), ("if s.count > 3 then end", count),
                           ("local t = s.box\n if 3 < t.hit then end", hit),
                           ("local t = s.box\n t.hit = t.hit .. 'x'", hit),
                           ("s.x = 'hit: ' .. s.box.hit", hint("s.box", "hit", "things")),
                           ("for i = 1, s.count do end", count), ("s.box:move(s.count, 0)", count),
                           ("s.x = ('x'):rep(s.count)", count), ("s.x = s.each('coin') + s.count", ""),
                           ("s.x = input.down + 1", hint("input", "down", "inputs")),
                           ("s.x = -s.world.raycast", hint("s.world", "raycast", "worlds")),
                           ("s.x = t.hit + s.count", count), ("t.hit = t.hit + print", ""),
                           ("t.count = print\n t.hit = t.hit + t.count", ""), ("s.x = print + 1 -- s.count", "")):
            for call in ("%s", "local function go()\n %s\n end\n go()"):
                with self.subTest(body, call=call):
                    self.assert_advised("update = function(s, input) local t = { hit = 1 }\n" + call.replace("%s", body) + "\n end,", text)
        self.assert_advised("start = function(s) s:run(function() s:wait(1)\n s.x = (s.count or 0) + 1 end) end,",
                            hint("s", "count", "the scene, and of worlds"))

    def test_syntax_errors_name_the_likely_cause(self):
        many = "is a } missing before it, or an end too many?"
        for body, hint in (("start = function(s) s.box:remove(),",
                            "is it a comma too many, or is an end missing before it?"),
                           ("start = function(s) if s.x then s.x = 1 end end end, tick = 60,",
                            many),
                           ("start = function(s) end end\n if x then end,", many),
                           ("start = functoin(s) s.x = 1 end,", "did you mean 'function'?"),
                           ("start = function(s)\n loacl x = 1 end,", "did you mean 'local'?"),
                           ("start = function(s) if s.x thn s.x = 1 end end,", "did you mean 'then'?"),
                           ("start = function(s) retrun 1 end,", "did you mean 'return'?"),
                           ("start = function(s) local rest, then_ = 1, 2 x end,", ""),
                           ("start = function(s) var x = 1 end,", "Lua writes local"),
                           ("start = function(s) for i = 1, 2 do continue end end,",
                            "Lua has no continue: put what is left of the loop into an if"),
                           ("start = function(s) if !s.x then end end,", "Lua writes not"),
                           ("start = function(s) s.x = s.y ? 1 : 2 end,", "Lua writes x and 1 or 2 for x ? 1 : 2"),
                           ("\ntick: 60,", "in a table Lua writes key = value"),
                           ('\n"tick": 60,', "in a table Lua writes key = value"),
                           ("view = [ 320, 200 ],", "Lua's lists are { 1, 2 }"),
                           ("\n// a comment", "Lua's comments begin with --"),
                           ("start = function(s) local x = s.box:x.y end,",
                            "':' calls a method, as t:move(1, 0); "
                            "a field is named with '.', as t.x")):
            with self.subTest(body):
                self.assert_advised(body, hint)

    def test_endless_recursion_is_reported_at_the_line_of_the_script(self):
        loop = '\n while true do\n  s:spawn { "box" }:remove()\n end\n'
        self.scene(STILL + "update = function(s)" + loop + "end,")
        result = self.headless()
        self.assert_ends(result, 3)
        self.assertRegex(result.stderr, r"^scene\.lua:\d: the script has run for 2 seconds without ")

    def test_a_case_of_a_test_is_advised_by_its_scene(self):
        self.scene(STILL + "drop = function(s) end,")
        for body, hint in (("t.scene.bax.x = 1", "did you mean 'box'?"),
                           ("t.scene:drop()",
                            "it is a function of the definition, not a method: call s.def.drop(s)"),
                           ("s.box.x = 1",
                            "in a test the scene is t.scene: local s = t.scene"),
                           ("local s = t.scene\n local b = s.bax\n b.x = 1",
                            "did you mean 'box'?")):
            with self.subTest(body):
                self.write("scene.test.lua", 'return { { "goes", function(t) ' + body + " end } }")
                result = self.run_sandbox("test", "scene.test.lua")
                self.assert_ends(result, 1)
                self.assertIn(f"\n      ({hint})\n", result.stdout)

    def test_hints_about_likely_mistakes_are_printed_without_a_window_too(self):
        rule = 'rules = { { "cion", "box" } },'
        slip = "rule 1 (scene.lua:3) names 'cion', but nothing has that name, did you mean 'coin'?"
        asked = "s:each(\"cion\") finds nothing, because nothing has that name, did you mean 'coin'?"
        button = "there is no button 'key spce'"
        self.scene(STILL + 'update = function(s, input) s:each("cion") input:down("key spce") end,')
        result = self.headless(frames=60)
        self.assert_ends(result, 0)
        self.assertEqual(result.stderr, f"{button}\n{asked}\n")
        self.scene(STILL + "start = function(s) s.box.width = 80 end,")
        result = self.headless(frames=120)
        self.assert_ends(result, 0)
        self.assertEqual(
            result.stderr,
            'box has a width, which changes no box: call t:reshape("push", { w = ..., h = ... })\n')
        self.scene(STILL + rule)
        result = self.headless(frames=60)
        self.assert_ends(result, 0)
        self.assertEqual(result.stderr, slip + "\n")
        case = '{ "%s", function(t) t:step(2) end },'
        self.write("scene.test.lua", "return {" + case % "goes" + case % "goes on" + "}")
        for options, before in ((), "      "), (("--tap",), "# "):
            result = self.run_sandbox("test", *options, "scene.test.lua")
            self.assert_ends(result, 0)
            lines = [line for line in result.stdout.split("\n") if "names" in line]
            self.assertEqual(lines, [before + slip])

    def test_an_unused_layer_of_a_separate_world_is_reported_once(self):
        hint = 'no item has been on the layer "%s", which the mask of hero names, did you mean "wall"?\n'
        body = """start = function(s)
              local hitbox = require "hitbox"
              local world = hitbox.newWorld()
              world:add("wall", 50, 0, 10, 10, { layer = "wall" })
              world:add("hero", 0, 0, 10, 10, { mask = { %s } })
              %s
              s.box.world = world
            end,"""
        for names, more, told in (('"wal"', "", hint % "wal"), ('"wall"', "", ""),
                                  ('"wal", "walls"', "", hint % "wal" + hint % "walls"),
                                  ('"wal"', "world.items, world.unusedLayers = error, error", hint % "wal"),
                                  ('"wal"', "world:destroy()", "")):
            for options in (), ("--trust",):
                with self.subTest(names, more=more, options=options):
                    self.scene(STILL + body % (names, more))
                    result = self.headless("scene.lua", 300, *options)
                    self.assert_ends(result, 0)
                    self.assertEqual(result.stderr, told)

    def test_placing_a_lift_into_its_passenger_is_reported(self):
        told = "lift moves into hero by x and y or a tween, which carries and pushes nothing: call t:carry(dx, dy)\n"
        for body, text in (("recover = 0, start = function(s) s:tween(s.lift, { y = 40 }, 60) end", told),
                           ("recover = 0, lift = function(s) s.lift.y = s.lift.y - 1 end", told),
                           ("lift = function(s) s.lift.y = s.lift.y - 1 end", ""), # the walk pushes the hero out
                           ("lift = function(s) s.lift:carry(0, -1) end", ""),
                           ("lift = function(s) if s.ticks == 56 then s.lift.y = 99 end end", "")):
            with self.subTest(body):
                self.scene("""rules = { { "hero", "lift", response = "slide" } }, things = {
                    { "lift", at = { 0, 100 }, anchor = "top", w = 40, h = 6 },
                    { "hero", at = { 0, 100 }, anchor = "feet", w = 10, h = 16 } },
                  update = function(s) if s.def.lift then s.def.lift(s) end s.hero:walk(0, nil, { gravity = 0.25 }) end,
                  """ + body + ",")
                result = self.headless(frames=60)
                self.assert_ends(result, 0)
                self.assertEqual(result.stderr, text)

    def test_a_passenger_of_a_lift_that_the_rule_names_first_is_reported(self):
        told = ('hero is not carried by lift, because rule 1 (scene.lua:3) names lift first: '
                'write { "hero", "lift", response = "slide" }\n')
        for rule, body, text in (('"lift", "hero"', "s.lift:carry(1, 0)", told),
                                 ('"lift", "hero"', "s.lift:carry(0, -1)", told),
                                 ('"lift", "hero"', # also in a crowd
                                  "s.lift:carry(0, -1) for i = s:count(), 1100 do s:spawn { 'dust', at = { 9 * i, -99 } } end",
                                  told),
                                 ('"hero", "lift"', "s.lift:carry(1, 0)", ""),
                                 ('"*", "*"', "s.lift:carry(1, 0)", ""),
                                 ('"lift", "hero"', "if s.ticks > 60 then s.lift:carry(1, 0) end", "")):
            with self.subTest(rule, body=body):
                self.scene("rules = { { " + rule + """, response = "slide" } }, things = {
                    { "lift", at = { 0, 100 }, anchor = "top", w = 80, h = 6 },
                    { "hero", at = { 0, 100 }, anchor = "feet", w = 10, h = 16 } },
                  update = function(s) """ + body + " s.hero:walk(0, nil, { gravity = 0.25 }) end,")
                result = self.headless(frames=30)
                self.assert_ends(result, 0)
                self.assertEqual(result.stderr, text)

    def test_a_move_that_starts_deep_inside_an_obstacle_is_reported_once_for_each_pair_of_types(self):
        told = "hero starts a move 10 deep inside wall, which therefore does not stop it: place it beside wall, call t:depenetrate(), or raise recover\n"
        crate = told.replace("wall", "crate").replace("10", "9")
        for body, text in (("hero:move(0, 1)", told + crate), ("hero:walk(0, 1)", told + crate), ("hero:depenetrate() hero:move(0, 1)", "")):
            with self.subTest(body):
                self.scene("""rules = { { "hero", "wall", response = "slide" }, { "hero", "crate", response = "touch" } },
                  types = { wall = { w = 40, h = 40, anchor = "top" }, hero = { w = 12, h = 20, anchor = "feet" } }, things = {
                    { "wall", at = { 0, 0 } }, { "wall", at = { 50, 0 } }, { "crate", at = { 100, 1 }, w = 40, h = 40, anchor = "top" },
                    { "hero", at = { 0, 10 } }, { "hero", at = { 50, 10 } }, { "hero", at = { 100, 10 } } },
                  update = function(s) for hero in s:each("hero") do """ + body + " end end,")
                result = self.headless(frames=30)
                self.assert_ends(result, 0)
                self.assertEqual(result.stderr, text)

    def test_changes_made_by_draw_are_reported_and_caches_are_not(self):
        told = "draw(s, g) changes %s, but runs once a picture, not once a tick: do it in update\n"
        for body, text in (("s.blink = s.blink + 1", told % "s.blink"), ("s.box.x = s.box.x + 1", told % "box#1.x"),
                           ("s.shade = s.random()", told % "the next s.random"), ("s.trail[#s.trail] = nil", told % "s.trail[139]"),
                           ("s.kept = s.kept or { 1, 2 }", ""), ("if s.ticks == 60 then s.kept = 1 end", ""),
                           # a state this large is not compared: it would take as long as many ticks
                           ("s.blink = s.blink + 1  for i = 1, 1000 do s.trail[i] = i end", ""),
                           ("for i = 1, s.list and 0 or 1e5 do s.list = { s.list } end", "")):
            with self.subTest(body):
                self.scene(STILL + "start = function(s) s.blink, s.trail = 0, {}  for i = 1, 200 do s.trail[i] = 7 end end,"
                           "draw = function(s, g) " + body + " end,")
                result = self.headless(frames=130)
                self.assert_ends(result, 0)
                self.assertEqual(result.stderr, text)
        self.scene(STILL + "start = function(s) s.n = 0 end, drawAbove = function(s, g) s.n = s.n + 1 end,")
        self.assertEqual(self.headless(frames=130).stderr, "drawAbove" + (told % "s.n").removeprefix("draw"))


if __name__ == "__main__":
    main()
