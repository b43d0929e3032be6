--- The drop-in for bump.lua in LuaJIT, which cannot compile a call through Lua's API. `move`, `check`, `update`,
--- `getRect` and `hasItem` call C by the FFI; `move` and `check` call the filter and make the records in Lua.
---
--- The methods here take the usual arguments: positions in numbers, no filter or a function, no method replaced.
--- All other calls go to the C function of the same name.
---
--- C does not check a userdata given by the FFI. So no world forged by a script may reach it: the data of a world
--- is in the userdata's metatable, which no script sees, and holds a mark that no script has.
local ffi = require "ffi"
local getmetatable = debug.getmetatable -- `__metatable` hides the metatables of that userdata

-- As in src/lua/bump/bump_ffi.c.
local IS_GONE = -2
local GOES_ON, SLOW_PATH = 1, 2 -- as hbl_bump_respond returns them
local TOUCH, BOUNCE, CROSS, SLIDE = 1, 2, 3, 4 -- hbl_response

-- Types without names, as the module may be loaded twice; the fields are those of src/lua/bump/bump.h.
local Rect = ffi.typeof("struct { double x, y, w, h; unsigned whole; }")
local Place = ffi.typeof("struct { double x, y; unsigned whole; }")
local Meeting = ffi.typeof([[struct {
  double ti, square; $ touch; int nx, ny; unsigned whole; bool overlaps;
}]], Place)
local CheckHit = ffi.typeof([[struct {
  $ from, other; $ goal, next_goal; $ meeting; uint32_t index, generation;
}]], Rect, Place, Meeting)
local Check = ffi.typeof("struct { $ hit; $ start; $ reached; } *", CheckHit, Rect, Place)
local Doubles, Integers = ffi.typeof("double[?]"), ffi.typeof("int32_t *")
local HIT_SIZE, HIT_INDEX = ffi.sizeof(CheckHit) / 4, ffi.offsetof(CheckHit, "index") / 4 -- in integers

---@param binding table the functions of C
---@param errors table<string, function>
---@param responses table<string, function> bump.lua's four
---@param record function makes the record of a hit
---@param slideRecord function makes the record of a hit with `slide`
---@param respond function the slow path from a hit on
---@param replaced {all: boolean} whether a method of all worlds was replaced
---@return table<string, function>? methods nil if C's structures have another layout here
---@return function? attach makes a table a world, as the one of C
---@return function? note notes that a method of a world was replaced
return function(binding, errors, responses, record, slideRecord, respond, replaced)
  local pointers, checkSize, hitSize = binding.ffi()
  if ffi.sizeof(CheckHit) ~= hitSize or not ffi.abi("le") then
    return
  end

  local cSlide = ffi.cast("int (*)(void *, int, double *, void *)", pointers.slide)
  local cBegin = ffi.cast("int (*)(void *, void *, int, double, double)", pointers.begin)
  local cFindCandidates = ffi.cast("int (*)(void *, void *, int)", pointers.findCandidates)
  local cMeet = ffi.cast("int (*)(void *, int, int)", pointers.meet)
  local cRespond = ffi.cast("int (*)(void *, int)", pointers.respond)
  local cPut = ffi.cast("int (*)(void *, int, double, double, double, double)", pointers.put)
  local cWhere = ffi.cast(ffi.typeof("int (*)(void *, int, $ *)", Rect), pointers.where)

  local slide = responses.slide

  local MARK = {}

  ---@class internal.Inner
  ---@field mark table
  ---@field handle userdata the world's, kept alive during a call
  ---@field removals ffi.cdata* [0] grows with each item that is removed
  ---@field items table index + 1 -> item
  ---@field indices table<any, integer> item -> index + 1
  ---@field replaced boolean whether a method was replaced

  --- Return the data of a world made by this module; nil for anything else.
  ---@return internal.Inner?
  local function innerOf(world)
    local handle = type(world) == "table" and rawget(world, "_handle")
    local metatable = type(handle) == "userdata" and getmetatable(handle)
    local inner = metatable and rawget(metatable, "inner")
    if type(inner) == "table" and rawget(inner, "mark") == MARK then
      return inner
    end
  end

  --- Return the data of a world and the item's index + 1; nil if the slow path is needed.
  local function known(world, item, goalX, goalY)
    local inner = innerOf(world)
    if inner and type(goalX) == "number" and type(goalY) == "number" and not inner.replaced and not replaced.all then
      return inner, inner.indices[item]
    end
  end

  -- ---- Without a filter --------------------------------------------------------------------------

  --- The memory of a slide and its hits. A finalizer may start another move while they are read, so that one takes
  --- other memory; after an error the memory is left to the collector.
  ---@class internal.Sliding
  ---@field hits ffi.cdata*
  ---@field found ffi.cdata* the hits as integers, as reading structs makes garbage
  ---@field goal ffi.cdata*
  ---@field others any[] the items hit, as a script may remove some; false outside of a move
  local Hits, resting = ffi.typeof("$[32]", CheckHit), nil

  ---@return internal.Sliding
  local function newSliding()
    local hits = Hits()
    local sliding = { hits = hits, found = ffi.cast(Integers, hits), goal = ffi.new("double[2]"), others = {} }
    for i = 1, 32 do
      sliding.others[i] = false
    end
    return sliding
  end

  local function readSlideHit(item, other, kind, hit)
    local from, rect, to, meeting = hit.from, hit.other, hit.goal, hit.meeting
    return slideRecord(item, other, kind, meeting.overlaps, meeting.ti, to.x - from.x, to.y - from.y, meeting.nx, meeting.ny,
      meeting.touch.x, meeting.touch.y, from.x, from.y, from.w, from.h, rect.x, rect.y, rect.w, rect.h,
      hit.next_goal.x, hit.next_goal.y)
  end

  --- Append a record. The first one makes the table, as an empty table would have to grow at once.
  local function append(cols, i, col)
    if i == 1 then
      return { col }
    end
    cols[i] = col
    return cols
  end

  --- @return nothing if the slow path has to do it
  local function go(inner, index, item, goalX, goalY, moves)
    local sliding = resting or newSliding()
    local found, goal, others, items = sliding.found, sliding.goal, sliding.others, inner.items
    local removals = inner.removals[0]
    resting = nil
    goal[0], goal[1] = goalX, goalY
    local len = cSlide(inner.handle, index, goal, sliding.hits)
    local x, y, cols = goal[0], goal[1], nil
    for i = 1, len do
      others[i] = items[found[(i - 1) * HIT_SIZE + HIT_INDEX] + 1]
    end
    if len < 0 or inner.removals[0] ~= removals then
      return
    end
    for i = 1, len do
      local other = others[i]
      others[i] = false
      cols = append(cols, i, readSlideHit(item, other, "slide", sliding.hits[i - 1]))
    end
    resting = sliding
    cols = cols or {}
    if moves then -- last, as making records may fail, and may run a finalizer that removes the item
      if inner.removals[0] ~= removals then
        index = inner.indices[item] or errors.missing(item)
      end
      if cPut(inner.handle, index, x, y, 0, 0) < 0 then
        return
      end
    end
    return x, y, cols, len
  end

  --- Slide by the FFI if possible, else by the C function of the same name.
  local function slideAll(slow, moves, world, item, goalX, goalY, filter)
    local inner, at = known(world, item, goalX, goalY)
    if at and not filter and world.responses.slide == slide then
      local x, y, cols, len = go(inner, at, item, goalX, goalY, moves)
      if len then
        return x, y, cols, len
      end
    end
    return slow(world, item, goalX, goalY, filter)
  end

  -- ---- With a filter -----------------------------------------------------------------------------

  local HOW = {
    [responses.touch] = TOUCH, [responses.bounce] = BOUNCE, [responses.cross] = CROSS, [slide] = SLIDE,
  }

  --- The memory of a running check. A filter may start another check, or raise an error, which leaves the memory
  --- to the collector.
  ---@class internal.FilteredCheck
  ---@field memory ffi.cdata*
  ---@field state ffi.cdata* the first fields of the memory
  ---@field ids ffi.cdata* of the items that the filter is called for
  ---@field found ffi.cdata* the ids as integers: index, generation
  ---@field room integer
  ---@field others any[] the items of the ids, as a filter may remove some; false outside of a check
  ---@field nearest any the first hit among the items that the filter accepts; else false
  ---@field kind any its type
  ---@field idle internal.FilteredCheck? the next unused one
  local idle

  local function grow(on, room)
    local ids = Doubles(room)
    on.ids, on.found, on.room = ids, ffi.cast(Integers, ids), room
    for i = 1, room do -- then storing items allocates nothing, and runs no collector
      on.others[i] = on.others[i] or false
    end
  end

  ---@return internal.FilteredCheck
  local function take()
    local on = idle
    if on then
      idle, on.idle = on.idle, nil
      return on
    end
    local memory = Doubles(math.ceil(checkSize / 8))
    on = { memory = memory, state = ffi.cast(Check, memory), others = {}, nearest = false, kind = false }
    grow(on, 32)
    return on
  end

  local function give(on)
    idle, on.idle = on, idle
  end

  --- Consider an accepted item. The nearest one is kept in fields, as LuaJIT aborts loops that carry many
  --- variables from one iteration to the next.
  local function consider(on, inner, i, other, kind)
    local met = cMeet(on.memory, i - 1, 0)
    if met == IS_GONE then
      met = cMeet(on.memory, i - 1, inner.indices[other] or 0)
    end
    if met > 0 then
      on.nearest, on.kind = other, kind
    end
  end

  --- Call the filter for all items on the path. @return the first item hit, and its type
  local function findFirst(on, inner, item, filter)
    local items, others = inner.items, on.others
    local removals, count
    repeat
      removals = inner.removals[0]
      count = cFindCandidates(on.memory, on.ids, on.room)
      while count > on.room do
        grow(on, 2 * count)
        count = cFindCandidates(on.memory, on.ids, on.room)
      end
      local found = on.found
      for i = 1, count do
        others[i] = items[found[2 * i - 2] + 1]
      end
    until inner.removals[0] == removals -- else a finalizer ran between two traces, and removed items
    for i = 1, count do
      local other = others[i]
      others[i] = false
      local kind = filter(item, other)
      if kind then
        consider(on, inner, i, other, kind)
      end
    end
    local nearest, kind = on.nearest, on.kind
    on.nearest, on.kind = false, false -- so that they can be collected
    return nearest, kind
  end

  local function read(item, other, kind, how, hit)
    if how == SLIDE then
      return readSlideHit(item, other, kind, hit)
    end
    local from, rect, to, meeting = hit.from, hit.other, hit.goal, hit.meeting
    local col = record(item, other, kind, meeting.overlaps, meeting.ti, to.x - from.x, to.y - from.y, meeting.nx,
      meeting.ny, meeting.touch.x, meeting.touch.y, from.x, from.y, from.w, from.h, rect.x, rect.y, rect.w, rect.h)
    if how == BOUNCE then
      col.bounce = { x = hit.next_goal.x, y = hit.next_goal.y }
    end
    return col
  end

  --- As check_filtered in src/lua/bump/bump_move.c. @return nothing if it did not begin
  local function checkFiltered(inner, at, world, item, goalX, goalY, filter)
    local on, cols, len = take(), nil, 0
    local state, next = on.state, GOES_ON
    if cBegin(on.memory, inner.handle, at, goalX, goalY) < 0 then
      give(on)
      return
    end
    while next == GOES_ON do
      local other, kind = findFirst(on, inner, item, filter)
      if not kind then
        break
      end
      local response = world.responses[kind]
      if not response then
        errors.unknown(kind)
      end
      local how = HOW[response] or 0
      next = cRespond(on.memory, how)
      len = len + 1
      cols = append(cols, len, read(item, other, kind, how, state.hit))
    end
    local start, reached = state.start, state.reached
    local x, y, w, h = start.x, start.y, start.w, start.h
    goalX, goalY = reached.x, reached.y
    give(on)
    if next == SLOW_PATH then
      return respond(world, item, x, y, w, h, goalX, goalY, filter, cols, len)
    end
    return goalX, goalY, cols or {}, len
  end

  -- ---- Both --------------------------------------------------------------------------------------

  local function check(world, item, goalX, goalY, filter)
    if type(filter) == "function" then
      local inner, at = known(world, item, goalX, goalY)
      if at then
        local x, y, cols, len = checkFiltered(inner, at, world, item, goalX, goalY, filter)
        if len then
          return x, y, cols, len
        end
      end
    end
    return slideAll(binding.check, false, world, item, goalX, goalY, filter)
  end

  local function move(world, item, goalX, goalY, filter)
    if type(filter) == "function" then
      local inner, at = known(world, item, goalX, goalY)
      if at then
        local x, y, cols, len = checkFiltered(inner, at, world, item, goalX, goalY, filter)
        if len then
          at = inner.indices[item]
          if not at then
            errors.missing(item) -- the filter has removed it
          end
          if type(x) ~= "number" or type(y) ~= "number" then
            return binding.update(world, item, x, y) -- raises the error of the world's own response
          elseif cPut(inner.handle, at, x, y, 0, 0) < 0 then
            error("not enough memory", 0)
          end
          return x, y, cols, len
        end
      end
    end
    return slideAll(binding.move, true, world, item, goalX, goalY, filter)
  end

  -- ---- Items -------------------------------------------------------------------------------------

  local function isSize(size)
    return size == nil or type(size) == "number" and size > 0
  end

  local function update(world, item, x, y, w, h)
    local inner, at = known(world, item, x, y)
    if at and isSize(w) and isSize(h) and cPut(inner.handle, at, x, y, w or 0, h or 0) >= 0 then
      return
    end
    return binding.update(world, item, x, y, w, h)
  end

  local place = ffi.new(Rect)

  local function getRect(world, item)
    local inner = innerOf(world)
    local at = inner and inner.indices[item]
    if at and cWhere(inner.handle, at, place) >= 0 then
      return place.x, place.y, place.w, place.h
    end
    return binding.getRect(world, item)
  end

  local function hasItem(world, item)
    local inner = innerOf(world)
    if inner then
      return inner.indices[item] ~= nil
    end
    return binding.hasItem(world, item)
  end

  local function attach(world, cellSize)
    local inner = { mark = MARK, replaced = false }
    inner.handle, inner.items, inner.indices = binding.attach(world, cellSize, inner)
    inner.removals = ffi.cast("double *", inner.handle)
    rawset(world, "_handle", inner.handle)
  end

  local function note(world)
    local inner = innerOf(world)
    if inner then
      inner.replaced = true
    end
  end

  return { move = move, check = check, update = update, getRect = getRect, hasItem = hasItem }, attach, note
end
