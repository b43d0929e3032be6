"""Nothing that a script changes outlives it: what is loaded after it behaves as in a state of its own."""

import pathlib
import sys

SCRIPTS = pathlib.Path(__file__).parent / "scripts"
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools"))
from sandbox import SandboxTest, main  # noqa: E402

WALK, FULL = ((SCRIPTS / name).read_text(encoding="utf-8") for name in ("walk.lua", "full.lua"))

# Each case loads the scene anew in the same state. The cases share the variables of their file, and so the second one
# knows all that the first one could reach.
SHARED = """
local before = {}

local function case(t)
  t:press("key x")
  t:step(8)
  local found, count, now = {}, 0, {}
  walk({ scene = t.scene, t = t, globals = t.scene.globals }, function(value, path)
    count = count + 1
    if type(value) == "table" or type(value) == "thread" then
      found[#found + 1] = before[value] and path .. " (once " .. before[value] .. ")" or nil
      now[value] = path
    end
  end)
  before = now
  t:ok(count > 500, "many values are reached")
  t:eq(table.concat(found, "\\n"), "")
end

return { { "first", case }, { "second", case } }"""


class Sealing(SandboxTest):
    def test_two_scripts_share_no_table_that_can_be_changed(self):
        self.write("scene.lua", FULL.replace("reached.scene,", "s.globals = _G reached.scene,"))
        self.write("scene.test.lua", WALK + SHARED)
        self.assert_ends(self.run_sandbox("test", "scene.test.lua"), 0)

    def test_changes_from_before_the_scene_end_with_the_script(self):
        self.write("scene.lua", FULL)
        self.write("scene.test.lua", """
            local hitbox = require "hitbox"
            local function fail() error("poisoned", 0) end
            hitbox.newWorld = function() return setmetatable({}, { __index = function() return fail end }) end
            assert(not pcall(hitbox.scene, { things = { { "a", w = 1, h = 1 } } }))
            for key in next, hitbox do hitbox[key] = fail end
            setmetatable(hitbox, { __index = fail, __pairs = fail, __newindex = fail })
            return { { "it runs", function(t) t:step(9) t:near(t.scene.hero.y, 40, 9) end } }""")
        self.assert_ends(self.run_sandbox("test", "scene.test.lua"), 0)


if __name__ == "__main__":
    main()
