local hitbox = require "hitbox"

--- The things that are called so, in order of making: what each and count must say.
local function expected(all, word)
  local found = {}
  for _, thing in ipairs(all) do
    if thing.alive and (word == nil or thing:is(word)) then
      found[#found + 1] = thing
    end
  end
  return found
end

local function walked(s, word)
  local found = {}
  for thing in s:each(word) do
    found[#found + 1] = thing
  end
  return found
end

local words = { "red", "blue", "dot" }

--- Compare all lists of a scene with what they should hold.
local function compare(s, all)
  for _, word in ipairs(words) do
    local want = expected(all, word)
    assert.are.same({ want, #want, want[1] }, { walked(s, word), s:count(word), s[word] })
  end
  assert.are.same(expected(all), walked(s))
end

describe("lists of things", function()
  it("hold_things_of_a_name_in_the_order_of_making", function()
    for seed = 1, 40 do
      local s, all = hitbox.scene { seed = seed, types = { dot = { r = 1 } } }, {}
      local function spawn()
        all[#all + 1] = s:spawn("dot", { team = words[s.random(2)] })
      end
      local acts = {
        spawn, spawn,
        function() all[s.random(#all)].team = words[s.random(2)] end,
        function() all[s.random(#all)]:remove() end,
        function() -- a whole army goes over
          for _, thing in ipairs(expected(all, "red")) do
            thing.team = "blue"
          end
        end,
        function()
          for thing in s:each("dot") do
            if s.random() < 0.3 then
              thing:remove()
            elseif s.random() < 0.3 then
              thing.team = words[s.random(2)]
            end
          end
        end,
      }
      spawn()
      for _ = 1, 60 do
        acts[s.random(#acts)]()
        compare(s, all)
      end
    end
  end)

  it("are_walked_past_things_that_come_and_go_meanwhile", function()
    local s = hitbox.scene { types = { dot = { r = 1, team = "red" } } }
    local all, seen = {}, {}
    for i = 1, 6 do
      all[i] = s:spawn "dot"
    end
    all[2].team, all[5].team = "blue", "blue"
    for thing in s:each "red" do
      seen[#seen + 1] = thing.order
      if thing == all[3] then
        all[2].team = "red" -- lies behind the walk
        all[5].team = "red" -- lies before it
        s:spawn "dot" -- was made after the walk began
        thing:remove()
      end
    end
    assert.are.same({ 1, 3, 4, 5, 6 }, seen)
  end)

  it("may_be_walked_by_several_walks_at_a_time", function()
    local s, seen = hitbox.scene { types = { dot = { r = 1 } } }, {}
    for _ = 1, 4 do
      s:spawn "dot"
    end
    for a in s:each "dot" do
      for b in s:each "dot" do
        seen[#seen + 1] = a.order .. b.order
      end
    end
    assert.are.equal("11 12 13 14 21 22 23 24 31 32 33 34 41 42 43 44", table.concat(seen, " "))
  end)
end)
