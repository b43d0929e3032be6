-- Runs the ticks of boxes.lua without the sandbox and prints the hash of its state:
-- plain.lua FOLDER TICKS
local scene = dofile(arg[1] .. "/boxes.lua")
for _ = 1, tonumber(arg[2]) do
  scene:step()
end
print(scene:hash())
