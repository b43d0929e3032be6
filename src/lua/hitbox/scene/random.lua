--- A seeded generator of random numbers that gives the same numbers in every Lua.
--- Two multiplicative generators combined, all products below 2^53: P. L'Ecuyer, Efficient and
--- Portable Combined Random Number Generators, CACM 31 (1988). The period is 2.3e18.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+$") or ""
local check = require(folder .. "check")

local M1, A1 = 2147483563, 40014
local M2, A2 = 2147483399, 40692

local random = {}

--- Set a generator to the start of its sequence.
---@param state number[]
---@param seed number a whole number
function random.seed(state, seed)
  seed = seed % 2147483648 + 0.0 -- a float: 5.4's integers would wrap where others round
  state[1] = 1 + (seed * 69621 + 1) % (M1 - 1)
  state[2] = 1 + (seed * 39373 + 7) % (M2 - 1)
end

--- Make a function as math.random.
---@param seed number a whole number
---@return fun(m?: integer, n?: integer): number draw [0, 1), 1..m, or m..n
---@return number[] state for random.seed, and to be copied
function random.new(seed)
  local state = {}
  random.seed(state, seed)
  local function draw()
    local a, b = A1 * state[1] % M1, A2 * state[2] % M2
    state[1], state[2] = a, b
    return ((a - b) % (M1 - 1)) / (M1 - 1)
  end
  local function between(m, n)
    if m == nil then
      return draw()
    elseif check.selves[m] then
      check.fail("call s.random(%s) with '.', not with ':'", n == nil and "" or tostring(n))
    elseif n == nil then
      m, n = 1, m
    end
    check.number(m, "argument m", "random")
    check.number(n, "argument n", "random")
    if n < m then
      check.fail("random needs m <= n, got %s and %s", m, n)
    end
    return m + math.floor(draw() * (n - m + 1))
  end
  return between, state
end

return random
