local hitbox = require "hitbox"

describe("a file that a scene names", function()
  it("cannot_be_found_from_a_script_that_is_no_file_and_the_error_says_what_to_write", function()
    -- Only LuaJIT forgets the file of a script that ends in `return hitbox.scene { ... }`.
    local advice = rawget(_G, "jit") and "write local s = hitbox.scene { ... } return s, or " or ""
    local load = loadstring or load
    local script = load("local hitbox = ... local s = hitbox.scene { map = { tiled = 'a.lua' } } return s", "=text")
    local ok, message = pcall(script, hitbox)
    assert.is_false(ok)
    assert.are.equal("text:1: tiled of the map 'a.lua': 'a.lua' cannot be found, as the scene is not in a file: "
      .. advice .. "pass the table itself", message)
  end)
end)
