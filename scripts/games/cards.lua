-- Cards: drag and drop.
--
-- Take any card with the mouse; the cards on it come along. Drop it onto a card of the other
-- colour that is worth one more, or onto a free place; anywhere else it goes back. Until you take
-- a card, the cards move by themselves.
--
-- A pile is a chain of children: each card is attached to the card below it. The script keeps the
-- drawing order itself: the things are hidden, and a list sets the order to draw and to search. A
-- card that is taken moves to the end of the list.
--
-- Uses: mouse, attach, detach and setLocal, pointAabb, s:query, tweens of things, hidden.
local hitbox = require "hitbox"

local W, H, STEP, MOST = 30, 42, 11, 7 -- a card, how much of it is seen below another, and the most that one is worth
local SUITS = { { "♠", "#23262e" }, { "♥", "#c8403a" }, { "♣", "#23262e" }, { "♦", "#c8403a" } }

--- Whether a card lies on another one, or is that.
local function isOn(card, lower)
  while card and card ~= lower do card = card.under end
  return card ~= nil
end

--- Whether a card may be put there.
local function takes(place, card)
  if place.over or isOn(place, card) then return false end
  return place.type == "slot" or place.value == card.value + 1 and (place.suit + card.suit) % 2 == 1
end

local function put(card, place)
  card.under, place.over = place, card
  card:attach(place)
  card:setLocal(0, place.type == "card" and STEP or 0)
end

--- Take a card off what it lies on, and to the front.
local function lift(s, card)
  local back, front = {}, {}
  for _, each in ipairs(s.order) do table.insert(isOn(each, card) and front or back, each) end
  for _, each in ipairs(front) do back[#back + 1] = each end
  s.order = back
  local under = card.under
  card.from, card.under, under.over = under, nil, nil
  card:detach()
end

--- Let a card go to a place, where it lies from then on.
local function send(s, card, place)
  s.busy = true
  s:tween(card, { x = place.x, y = place.y + (place.type == "card" and STEP or 0) }, 12, "out", function()
    s.busy = false
    put(card, place)
  end)
end

--- The card in front of all that are at a point.
local function cardAt(s, x, y)
  for i = #s.order, 1, -1 do
    if hitbox.pointAabb(x, y, s.order[i]:rect()) then return s.order[i] end
  end
end

--- The nearest place below a card that takes it.
local function placeBelow(s, card)
  local best, least
  local n, found = s:query(hitbox.aabb(card:rect()))
  for i = 1, n do
    local _, _, far = card:towards(found[i])
    if takes(found[i], card) and (not best or far < least) then best, least = found[i], far end
  end
  return best
end

--- A card that does not lie as it should, and a place for it; nil if there is none.
local function findMove(s)
  for _, card in ipairs(s.order) do
    local under = card.under
    if under.type == "card" and (under.value ~= card.value + 1 or (under.suit + card.suit) % 2 == 0) then
      for place in s:each() do
        if takes(place, card) then return card, place end
      end
    end
  end
end

return hitbox.scene {
  title = "Cards", view = { 320, 200 }, background = "#1f5038", mouse = true, seed = 4,
  types = {
    slot = { w = W, h = H, anchor = "top-left", hidden = true },
    card = { w = W, h = H, anchor = "top-left", hidden = true },
  },
  start = function(s)
    s.order, s.busy, s.held = {}, false, nil
    local deck = {}
    for i = 0, 4 * MOST - 1 do deck[i + 1] = { value = i % MOST + 1, suit = math.floor(i / MOST) + 1 } end
    for k = 0, 7 do
      local place = s:spawn("slot", { at = { 14 + 37 * k, 24 } })
      for _ = 1, k < 7 and 4 or 0 do
        local card = s:spawn("card", { data = table.remove(deck, s.random(#deck)) })
        put(card, place)
        place, s.order[#s.order + 1] = card, card
      end
    end
  end,

  update = function(s, input)
    local mouse = input.mouse
    s.played = s.played or input:down("mouse left")
    if s.held then
      s.held:setPosition(mouse.x - s.gripX, mouse.y - s.gripY)
      if not input:down("mouse left") then
        send(s, s.held, placeBelow(s, s.held) or s.held.from)
        s.held = nil
      end
    elseif input:pressed("mouse left") and not s.busy then
      local card = cardAt(s, mouse.x, mouse.y)
      if card then
        lift(s, card)
        s.held, s.gripX, s.gripY = card, mouse.x - card.x, mouse.y - card.y
      end
    elseif not s.played and s.ticks % 45 == 0 then
      local card, place = findMove(s)
      if card then
        lift(s, card)
        send(s, card, place)
      end
    end
  end,

  draw = function(s, g)
    for slot in s:each("slot") do g:rect(slot.x, slot.y, W, H, "#ffffff40") end
    for _, card in ipairs(s.order) do
      local x, y, suit = card.x, card.y, SUITS[card.suit]
      g:rect(x, y, W, H, s.held and isOn(card, s.held) and "#fffbe0" or "#eeebdf", true)
      g:rect(x, y, W, H, "#8d8a7c")
      g:text(x + 2, y, card.value .. suit[1], suit[2], 9)
    end
  end,
}
