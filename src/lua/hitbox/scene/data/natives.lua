--- Functions that plain Lua has not, or has more slowly. All are nil until a host sets them, as the sandbox does
--- (src/sandbox/formats): the readers of map files work without them where Lua can, and say what is missing.

---@class internal.Element an element of XML; its list is that of the elements in it. Leaves that are alike may be one
---   table: readers change none
---@field name string
---@field attributes table<string, string>
---@field text string|nil what stands in it, unless that is white space

---@class internal.Natives
---@field xml nil|fun(text: string): internal.Element|nil, string|nil the root; or nil and why there is none
---@field json nil|fun(text: string): boolean, any whether the text is JSON, and if so its value: as json.lua reads it
---@field inflate nil|fun(bytes: string, size: integer): string|nil, string|nil the bytes that zlib or gzip has packed,
---   at most that many; or nil and why not
---@field zstd nil|fun(bytes: string, size: integer): string|nil, string|nil the same for zstd
---@field base64 nil|fun(text: string): string|nil, string|nil the bytes; or nil and why not
---@field integers nil|fun(bytes: string): integer[] the unsigned 32-bit integers in them, little-endian
---@field numbers nil|fun(text: string, at: integer, list: number[], n: integer): integer, integer add the whole
---   numbers with a comma behind each, from a place of the text on, to a list of n; return the new n, and the place
---   after them
local natives = {}

return natives
