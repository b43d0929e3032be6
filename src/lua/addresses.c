/// Finding items. Those that are tables, which is what a script has most, are found by their
/// addresses without asking Lua, whose way from a table to a value leads over five calls and a
/// division.
///
/// An address is that of an item as long as the item's record holds it, and the world holds the
/// item by then, so that no other table can have it. What says where to look, the slots, is no more
/// than a hint: a slot that was overwritten, or is left over from an item that is gone, leads to a
/// record with another address, and then Lua is asked. Of all that is no table Lua is asked at
/// once: the bytes of a userdata may have no length, and then its address is somebody else's too.
#include "binding.h"

enum { WAYS = 2, LEAST_BITS = 5 };

/* The first of the slots that are an address's: Knuth's multiplicative hash (The Art of Computer
 * Programming 3, 6.4), as the last bits of addresses are all alike. */
static uint32_t *slots_of(const hbl_world *world, const void *address)
{
    uint64_t hash = (uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15);
    return &world->slots[WAYS * (hash >> (64 - world->slot_bits))];
}

/* The address of a table, null of anything else. [-0, +0] */
static const void *address_of(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TTABLE ? lua_topointer(L, index) : NULL;
}

/* Whether there is an item with this address. */
static bool look_up(const hbl_world *world, const void *address, uint32_t *index)
{
    const uint32_t *slots = slots_of(world, address);
    for (int i = 0; i < WAYS; i++) {
        *index = slots[i];
        if (*index < world->record_count && world->records[*index].address == address) {
            return true;
        }
    }
    return false;
}

static void keep(const hbl_world *world, const void *address, uint32_t index)
{
    world->records[index].address = address;
    if (address != NULL && world->slots != NULL) {
        uint32_t *slots = slots_of(world, address);
        slots[1] = slots[0];
        slots[0] = index;
    }
}

hb_id hbl_find_item(lua_State *L, const hbl_world *world, int index)
{
    const void *address = address_of(L, index);
    uint32_t at;
    if (address != NULL && world->slots != NULL && look_up(world, address, &at)) {
        return hb_world_id(world->core, at);
    }
    lua_getiuservalue(L, 1, HBL_NUMBERS);
    lua_pushvalue(L, index);
    lua_rawget(L, -2);
    lua_Integer number = lua_tointeger(L, -1);
    lua_pop(L, 2);
    if (number == 0) {
        return 0;
    }
    at = (uint32_t)(number - 1);
    keep(world, address, at);
    return hb_world_id(world->core, at);
}

void hbl_keep_address(lua_State *L, const hbl_world *world, int index, hb_id id)
{
    keep(world, address_of(L, index), hb_id_index(id));
}

void hbl_grow_slots(lua_State *L, hbl_world *world, size_t count)
{
    int bits = LEAST_BITS;
    while (((size_t)1 << bits) < count) {
        bits++;
    }
    if (world->slots != NULL && bits <= world->slot_bits) {
        return;
    }
    size_t slot_count = (size_t)WAYS << bits;
    uint32_t *slots = lua_newuserdatauv(L, slot_count * sizeof *slots, 0);
    for (size_t i = 0; i < slot_count; i++) {
        slots[i] = 0;
    }
    if (world->core != NULL) { /* else a finalizer destroyed it */
        world->slots = slots;
        world->slot_bits = bits;
        lua_setiuservalue(L, 1, HBL_SLOTS);
    } else {
        lua_pop(L, 1);
    }
}
