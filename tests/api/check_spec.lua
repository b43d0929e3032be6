-- The check of names must be able to fail: each kind of fault is made here on purpose.
local annotations = require "tests.api.annotations"
local check = require "tests.api.check"

local GOOD = [[
--- A world.
---@class hitbox.World
---@field size number
local World = {}

--- Move it.
---@param x number
---@param y number?
---@return boolean
function World:move(x, y) end
]]

local function faults(text, given)
  given = given or {}
  local all = { classes = {}, order = {}, aliases = {}, intros = {}, contents = {} }
  annotations.readText(all, "made up", text)
  local fields = given.fields or { size = 1 }
  local functions = given.functions or { move = function(_, _, _) end }
  return check.faults({ ["hitbox.World"] = { functions = functions, object = fields, fields = fields } },
    all, given.called or { ["hitbox.World move"] = true }, given.shown or { ["hitbox.World"] = true }), all
end

describe("the check of names", function()
  it("finds_nothing_where_all_is_well", function()
    assert.are.same({}, (faults(GOOD)))
  end)

  it("finds_a_bound_function_without_an_annotation", function()
    local functions = { move = function(_, _, _) end, fly = print }
    local called = { ["hitbox.World move"] = true, ["hitbox.World fly"] = true }
    assert.are.same({ "hitbox.World:fly is not annotated" },
      (faults(GOOD, { functions = functions, called = called })))
  end)

  it("finds_an_annotation_of_what_is_not_bound", function()
    assert.are.same({ "hitbox.World:fly is annotated, but there is none" },
      (faults(GOOD .. "\n--- Fly.\nfunction World:fly() end\n")))
  end)

  it("finds_a_function_that_no_test_calls", function()
    assert.are.same({ "hitbox.World:move is called by no test" }, (faults(GOOD, { called = {} })))
  end)

  it("finds_a_missing_description", function()
    assert.are.same({ "hitbox.World:move has no description" },
      (faults((GOOD:gsub("%-%-%- Move it.\n", "")))))
  end)

  it("finds_a_parameter_that_is_not_annotated_and_one_without_a_type", function()
    assert.are.same({ "hitbox.World:move has other parameters than its @param lines say" },
      (faults((GOOD:gsub("%-%-%-@param y number%?\n", "")))))
    assert.are.same({ "hitbox.World:move: the parameter y has no type" },
      (faults((GOOD:gsub("y number%?", "y")))))
  end)

  it("finds_a_function_in_lua_that_takes_another_number_of_parameters", function()
    assert.are.same({ "hitbox.World:move takes 2 parameters, and is annotated with 3" },
      (faults(GOOD, { functions = { move = function(_, _) end } })))
  end)

  it("finds_fields_without_annotation_and_annotations_without_field", function()
    assert.are.same({ "the field size of hitbox.World is annotated, but there is none",
      "the field weight of hitbox.World is not annotated" }, (faults(GOOD, { fields = { weight = 1 } })))
  end)

  it("finds_a_class_without_a_page", function()
    assert.are.same({ "the class hitbox.World is on no page of the reference" },
      (faults(GOOD, { shown = {} })))
  end)

  it("finds_an_option_that_is_not_annotated_and_one_that_is_refused", function()
    local _, all = faults(GOOD)
    assert.are.same({}, check.options(all, "hitbox.World", "unknown key '?'; known are size"))
    assert.are.same({ "the option size of hitbox.World is annotated, but refused",
      "the option weight of hitbox.World is not annotated" },
      check.options(all, "hitbox.World", "unknown key '?'; known are weight"))
  end)

  it("finds_an_option_of_the_binding_that_is_not_annotated", function()
    local _, all = faults(GOOD)
    assert.are.same({}, check.words(all, 'static const char *const options[] = {"size", NULL};'))
    assert.are.same({ 'the option "weight" of the binding is not annotated' },
      check.words(all, 'static const char *const add_options[] = {"size",\n  "weight", NULL};'))
    assert.are.same({ 'the option "weight" of the binding is not annotated' },
      check.words(all, '  static const char *const names[] = {"weight", NULL};'))
  end)
end)

describe("the reader of annotations", function()
  local function read(text)
    local _, all = faults(text)
    return all
  end

  it("reads_types_with_spaces_in_them", function()
    local all = read([[
---@class hitbox.World
local World = {}
--- F.
---@param filter fun(a: any, b: any): string, number? asked of each
---@param at {x: number, y: number}|nil where
---@return fun(): any, any pairs of them
function World:f(filter, at) end
]])
    local f = all.classes["hitbox.World"].functions.f
    assert.are.equal("fun(a: any, b: any): string, number?", f.params[1].type)
    assert.are.equal("asked of each", f.params[1].text)
    assert.are.equal("{x: number, y: number}|nil", f.params[2].type)
    assert.are.equal("fun(): any, any", f.returns[1].type)
    assert.are.equal("of them", f.returns[1].text)
  end)

  it("reads_errors_examples_and_lines_that_go_on", function()
    local all = read([[
---@class hitbox.World
local World = {}
--- It does this, in
--- two lines.
---@param x number world
---   units
--- Errors: x is not
--- finite.
--- Example:
---     print(1)
---       print(2)
function World:f(x) end
]])
    local f = all.classes["hitbox.World"].functions.f
    assert.are.equal("It does this, in\ntwo lines.", f.text)
    assert.are.equal("world units", f.params[1].text)
    assert.are.equal("x is not\nfinite.", f.errors)
    assert.are.equal("print(1)\n  print(2)", f.example)
  end)
end)
