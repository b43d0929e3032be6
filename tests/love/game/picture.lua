-- A sprite, and how its pixels are read: the same alpha in LÖVE and without it.
local picture = { width = 10, height = 8 }

local rows = {
  "..######..",
  ".########.",
  "###....###",
  "###.--.###",
  "###.--.###",
  "##########",
  ".########.",
  ".##....##.",
}

local alphas = { ["#"] = 1, ["-"] = 0.25, ["."] = 0 }

function picture.alpha(x, y)
  return alphas[rows[y + 1]:sub(x + 1, x + 1)]
end

return picture
