local hitbox = require "hitbox"
local codes = require "hitbox.scene.rules.codes"
local support = require "tests.scene.support"

--- A scene that notes what begins and ends.
local function noted(def)
  def.met = def.met or function(s, c) s.log[#s.log + 1] = ("+%s%s"):format(c.a.name, c.b.name) end
  def.left = function(s, c) s.log[#s.log + 1] = ("-%s%s"):format(c.a.name, c.b.name) end
  local s = hitbox.scene(def)
  s.log = {}
  return s
end

local function logOf(s)
  local log = table.concat(s.log, " ")
  s.log = {}
  return log
end

describe("a contact that goes on", function()
  it("ends_when_its_things_come_to_hang_together_and_begins_when_they_part", function()
    local s = noted { rules = { { "a", "b", on = "met", exit = "left" } },
      things = { { "a", w = 4, h = 4 }, { "b", w = 4, h = 4 }, { "c", at = { 50, 0 }, w = 4, h = 4 } } }
    s:step()
    assert.are.equal("+ab", logOf(s))
    s.b:attach(s.a)
    s:step()
    assert.are.equal("-ab", logOf(s))
    s.b:detach()
    s:step()
    assert.are.equal("+ab", logOf(s))
    s.a:attach(s.c, nil, { keep = true })
    s.b:attach(s.c, nil, { keep = true }) -- both on a third
    s:step()
    assert.are.equal("-ab", logOf(s))
  end)

  it("ends_when_a_team_changes_so_that_no_rule_speaks_of_the_two", function()
    local s = noted { rules = { { "a", "b", teams = "other", on = "met", exit = "left" } },
      things = { { "a", w = 4, h = 4, team = "red" }, { "b", w = 4, h = 4, team = "blue" } } }
    s:step()
    s.b.team = "red"
    s:step()
    s.b.team = "blue"
    s:step()
    assert.are.equal("+ab -ab +ab", logOf(s))
  end)

  it("has_the_speed_with_which_the_two_met", function()
    local speeds = {}
    local s = noted { rules = { { "a", "b", on = "met", stay = "met" } },
      things = { { "a", w = 4, h = 4 }, { "b", at = { 10, 0 }, w = 4, h = 4 } },
      met = function(_, c) speeds[#speeds + 1] = c.speed end,
      update = function(s) s.a.x, s.b.y = s.a.x + 2, s.b.y + 0.5 end }
    support.steps(s, 6)
    assert.are.same({ math.sqrt(2 * 2 + 0.5 * 0.5), 3 }, { speeds[1], #speeds })
    assert.are.equal(speeds[1], speeds[3]) -- and not that with which they go on
  end)

  it("begins_by_the_same_rule_whether_c_or_lua_finds_the_side", function()
    local random = hitbox.scene({ seed = 9 }).random
    local things, rules = {}, {
      { "a", "b", from = "above", on = "met" }, { "a", "b", from = "left", on = "met", every = 3 },
      { "b", "a", from = "left", stay = "met" }, { "a", "a", from = "below", push = 0.5, on = "met" },
      { "b", "b", from = "right", on = "met", once = true }, { "b", "b", on = "met" },
    }
    for i = 1, 120 do
      local round, data = i % 7 == 0, { vx = random() * 6 - 3, vy = random() * 6 - 3 }
      things[i] = { i % 2 == 0 and "a" or "b", at = { random() * 160, random() * 160 }, r = round and 5 or nil,
        w = not round and 5 + random() * 12 or nil, h = not round and 5 + random() * 12 or nil,
        angle = i % 11 == 0 and 0.5 or nil, data = data }
    end
    local function play()
      local s = noted { rules = rules, things = things,
        met = function(s, c)
          s.log[#s.log + 1] = ("%d %d %d %d %.17g %.17g %.17g %.17g"):format(c.tick, c.rule.index, c.a.order, c.b.order,
            c.nx, c.ny, c.depth, c.speed)
        end,
        update = function(s)
          for t in s:each() do
            local x, y = t.x + t.vx, t.y + t.vy
            t.vx = (x < 0 or x > 160) and -t.vx or t.vx
            t.vy = (y < 0 or y > 160) and -t.vy or t.vy
            if t.order % 3 == 0 then t:move(t.vx, t.vy) else t:setPosition(x, y) end
          end
        end }
      support.steps(s, 60)
      return s.log
    end
    local inC, ofSides = play(), codes.ofSides
    codes.ofSides = function() end
    local inLua = play()
    codes.ofSides = ofSides
    assert.is_true(#inC > 1000, #inC)
    assert.are.same(inLua, inC)
  end)

  it("is_found_for_boxes_of_more_classes_than_are_kept_in_a_table", function()
    local things = {}
    for i = 1, 1100 do
      things[i] = { "n" .. i, at = { 10 * math.floor((i - 1) / 2), 0 }, w = 4, h = 4 }
    end
    local s = noted { rules = { { "*", "*", on = "met" } }, things = things }
    support.steps(s, 3)
    assert.are.same({ 550, 550 }, { #s.log, s.contactCount })
    assert.are.equal("+n1n2", s.log[1])
    assert.are.equal("+n1099n1100", s.log[550])
  end)

  it("is_not_lost_if_a_function_removes_a_box_while_contacts_are_looked_for", function()
    local s = noted {
      rules = { { "a", "b", on = "met" }, { "c|e", "d|f", policy = "touch", when = "removes", on = "met" } },
      things = {
        { "a", w = 4, h = 4 }, { "b", w = 4, h = 4 },
        { "c", at = { 50, 0 }, w = 4, h = 4 }, { "d", at = { 52, 0 }, w = 4, h = 4 },
        { "e", at = { 90, 0 }, w = 4, h = 4 }, { "f", at = { 94, 0 }, w = 4, h = 4 }, -- which only touch
      },
      removes = function(s)
        if s.b then
          s.b:remove()
        end
        return true
      end,
    }
    s:step()
    assert.are.same({ "+cd +ef", 2 }, { logOf(s), s.contactCount })
  end)

  it("is_read_as_it_was_in_its_tick", function()
    local s = hitbox.scene { rules = { { "a", "b", stay = "stay" } }, stay = function() end,
      things = { { "a", w = 4, h = 4 }, { "b", at = { 3, 0 }, w = 4, h = 4 } } }
    support.steps(s, 2)
    s.b.x = 2 -- after the tick
    local c = s.contacts[1]
    assert.are.same({ 1, -1, 0, 1.5, 0 }, { c.depth, c.nx, c.ny + 0, c.x, c.y })
    s:step()
    c = s.contacts[1]
    assert.are.same({ 2, 1 }, { c.depth, c.x })
  end)

  it("is_not_shown_once_a_box_of_it_is_removed", function()
    local s = noted { rules = { { "a", "b" } }, things = { { "a", w = 4, h = 4 }, { "b", w = 4, h = 4 }, { "b", w = 4, h = 4 } } }
    s:step()
    local counts = { s.contactCount }
    s.b:remove()
    counts[2] = s.contactCount
    s.b:reshape("push", nil)
    counts[3] = s.contactCount
    assert.are.same({ 2, 1, 0 }, counts)
  end)
end)
