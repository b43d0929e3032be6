--- Things that stand on a platform and do not go along, as the rule names the platform first: see thing/carrying.lua.
local folder = (...):match("^(.*[./])[^./]+[./][^./]+[./][^./]+$") or ""
local conditions = require(folder .. "scene.rules.conditions")
local lines = require(folder .. "scene.diagnostics.lines")
local stored = require(folder .. "scene.thing.stored")

local riding = {}

--- Whether a rule names the boxes of a contact the other way round as well, as { "*", "*" } does.
local function isMutual(scene, contact)
  local candidates = scene.rules:between(contact.boxB.class, contact.boxA.class)
  for i = 1, candidates and #candidates or 0 do
    if candidates[i].rule == contact.rule and not candidates[i].flipped then
      return true
    end
  end
  return false
end

--- Say that a thing stands on a platform, and that the rule keeps it from going along.
---@param scene hitbox.Scene
---@param contact hitbox.Contact
---@return string|nil text for people; nil if that is not so
function riding.refusal(scene, contact)
  local platform, rider, rule = contact.a, contact.b, contact.rule
  if rule.response == "cross" or contact.kindA ~= "push" or contact.kindB ~= "push" or not platform._passengers
    or not stored.sweeps(rider) or rider._passengers or rider.parent or conditions.side(contact.nx, contact.ny) ~= "below"
    or isMutual(scene, contact) then
    return nil
  end
  return ("%s is not carried by %s, because %s names %s first: write { \"%s\", \"%s\", response = \"%s\" }"):format(
    rider.name, platform.name, lines.ruleName(scene, rule), platform.name, rule[2], rule[1],
    rule.sticks and "stick" or rule.response)
end

return riding
