-- Eight places, at 14 and each 37 farther, 24 down; four cards in each of the first seven, each 11 below the other.
--- Take a card at a point of it, and drag it to a place.
local function dragged(t, card, x, y, atX, atY)
  atX, atY = atX or 3, atY or 3
  t:point(card.x + atX, card.y + atY)
  t:hold("mouse left")
  t:step()
  t:point(x + atX, y + atY)
  t:step()
end

local function drop(t)
  t:release("mouse left")
  t:step(20)
end

--- The card of a value and a suit.
local function card(s, value, suit)
  for one in s:each("card") do
    if one.value == value and one.suit == suit then return one end
  end
end

--- Put each card on a place of its own, far from all others.
local function spread(s)
  s.played = true
  local k = 0
  for one in s:each("card") do one.under.over = nil end
  for one in s:each("card") do
    one:detach()
    one.under = s:spawn("slot", { at = { 1000 + 100 * k, 1000 } })
    one.under.over = one
    one:attach(one.under)
    k = k + 1
  end
end

--- Put such a card on another place of its own.
local function lay(s, one, x, y)
  local slot = s:spawn("slot", { at = { x, y } })
  one.under.over = nil
  one.under, slot.over = slot, one
  one:attach(slot)
  return slot
end

return {
  { "what lies on a card comes along with it, to the last bit", function(t)
    local s = t.scene
    local below = s.slot.over.over
    local second = below.over
    dragged(t, below, 100.3, 150.7)
    t:eq({ below.x, below.y }, { 100.3, 150.7 })
    t:eq({ second.x, second.y }, { 100.3, 150.7 + 11 })
    t:eq({ second.over.x, second.over.y }, { 100.3, 150.7 + 11 + 11 })
    t:eq(s.slot.over.over, nil)
  end },

  { "it is put where it may lie, the nearest of those below it", function(t)
    local s = t.scene
    spread(s)
    local six, five = card(s, 6, 1), card(s, 5, 2)
    local other = card(s, 6, 3)
    lay(s, six, 100, 100)
    lay(s, other, 120, 100)
    lay(s, five, 200, 150)
    dragged(t, five, 111, 104)
    drop(t)
    t:ok(five.under == other)
    t:eq({ five.x, five.y }, { 120, 111 })
  end },

  { "it goes back from a card of the same colour, or of another worth", function(t)
    local s = t.scene
    spread(s)
    local five = card(s, 5, 2)
    local slot = lay(s, five, 200, 150)
    for i, wrong in ipairs { card(s, 6, 4), card(s, 7, 1), card(s, 4, 1), card(s, 5, 1) } do
      lay(s, wrong, 40 * i - 30, 100)
      dragged(t, five, 40 * i - 28, 104)
      drop(t)
      t:ok(five.under == slot and slot.over == five, i)
      t:eq({ five.x, five.y }, { 200, 150 })
    end
  end },

  { "of two that overlap the one in front is taken: that which was taken last", function(t)
    local s = t.scene
    spread(s)
    local low, high = card(s, 3, 1), card(s, 3, 2)
    lay(s, low, 100, 100)
    lay(s, high, 110, 110)
    for i, one in ipairs { low, high, low } do
      dragged(t, one, 250, 150, i == 2 and 28 or 2, i == 2 and 40 or 2) -- by a corner that is its own alone
      t:ok(s.held == one)
      drop(t)
      t:point(120, 120)
      t:hold("mouse left")
      t:step()
      t:ok(s.held == one)
      drop(t)
    end
  end },

  { "it plays by itself, and no card is lost", function(t)
    local s = t.scene
    t:step(1500)
    local right = 0
    for one in s:each("card") do
      local under = one.under
      t:ok(under.over == one)
      if under.type == "card" and under.value == one.value + 1 and (under.suit + one.suit) % 2 == 1 then
        right = right + 1
      end
    end
    t:eq(s:count("card"), 28)
    t:ok(right >= 4, right)
  end },
}
