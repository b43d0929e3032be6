-- The player of the test: the keys that are held in a tick.
local spans = { -- first tick, last tick, key
  { 1, 34, "d" }, -- walks up to the other one
  { 36, 37, "z" }, { 42, 43, "c" }, -- jabs, and cancels that into the heavy punch
  { 100, 130, "d" }, { 120, 121, "x" }, -- a kick
  { 150, 190, "a" }, -- walks away, which blocks
  { 195, 220, "d" }, { 210, 211, "z" }, { 214, 215, "c" },
}

return function(tick)
  local held = {}
  for _, span in ipairs(spans) do
    held[span[3]] = tick >= span[1] and tick <= span[2] or held[span[3]]
  end
  return held
end
