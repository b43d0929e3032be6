/// Finds items. Items that are tables, the most common ones, are found by address, as a lookup in a
/// table through Lua's API takes five calls and a division. May call Lua's API.
///
/// A slot holds the address and the id of an item in the world. The world holds the item, so no
/// other table can have that address; removing an item clears its slot. If all slots of an address
/// are taken, the item is looked up in Lua, as are items that are not tables: the address of a
/// userdata without bytes is not unique.
#include "binding.h"

#include <assert.h>

/* An address is in one of this many consecutive slots. There are at least three slots for two
 * items, so few items have none, and the first slot mostly has the item. */
enum { WAYS = 4, LEAST_BITS = 5 };

struct hbl_slot {
    const void *address; ///< null if empty
    hb_id id;
};

/* The first slot of an address: Knuth's multiplicative hash (The Art of Computer Programming 3,
 * 6.4), as the last bits of addresses are all equal. */
static hbl_slot *slots_of(const hbl_world *world, const void *address)
{
    uint64_t hash = (uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15);
    return &world->slots[hash >> (64 - world->slot_bits)];
}

/* The slot that holds an address, which may be null; null if there is none. */
static hbl_slot *look_up(const hbl_world *world, const void *address, const void *held)
{
    hbl_slot *slots = slots_of(world, address);
    for (int i = 0; i < WAYS; i++) {
        if (slots[i].address == held) {
            return &slots[i];
        }
    }
    return NULL;
}

/* The address of a table, null for other values. [-0, +0] */
static const void *address_of(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TTABLE ? lua_topointer(L, index) : NULL;
}

static void keep(const hbl_world *world, const void *address, hb_id id)
{
    if (address != NULL && world->slots != NULL) {
        hbl_slot *slot = look_up(world, address, NULL);
        if (slot == NULL) {
            slot = slots_of(world, address);
        }
        *slot = (hbl_slot){address, id};
    }
}

hb_id hbl_find_item(lua_State *L, const hbl_world *world, int index)
{
    const void *address = address_of(L, index);
    if (address != NULL && world->slots != NULL) {
        const hbl_slot *slot = look_up(world, address, address);
        if (slot != NULL) {
            assert(hb_world_has(world->core, slot->id));
            return slot->id;
        }
    }
    lua_getiuservalue(L, 1, HBL_NUMBERS);
    lua_pushvalue(L, index);
    lua_rawget(L, -2);
    lua_Integer number = lua_tointeger(L, -1);
    lua_pop(L, 2);
    if (number == 0) {
        return 0;
    }
    hb_id id = hb_world_id_at(world->core, (uint32_t)(number - 1));
    keep(world, address, id);
    return id;
}

void hbl_keep_address(lua_State *L, const hbl_world *world, int index, hb_id id)
{
    keep(world, address_of(L, index), id);
}

void hbl_forget_address(lua_State *L, const hbl_world *world, int index)
{
    const void *address = address_of(L, index);
    hbl_slot *slot =
        address != NULL && world->slots != NULL ? look_up(world, address, address) : NULL;
    if (slot != NULL) {
        *slot = (hbl_slot){0};
    }
}

/* The number of slots; the last ones are no address's first slot. */
static size_t slot_count(int bits)
{
    return ((size_t)1 << bits) + WAYS - 1;
}

void hbl_forget_addresses(const hbl_world *world)
{
    for (size_t i = 0; world->slots != NULL && i < slot_count(world->slot_bits); i++) {
        world->slots[i] = (hbl_slot){0};
    }
}

void hbl_grow_slots(lua_State *L, hbl_world *world, size_t count)
{
    int bits = LEAST_BITS;
    while (((size_t)1 << bits) < count + count / 2) {
        bits++;
    }
    if (world->slots != NULL && bits <= world->slot_bits) {
        return;
    }
    hbl_slot *slots = lua_newuserdatauv(L, slot_count(bits) * sizeof *slots, 0);
    if (world->core != NULL) { /* else a finalizer destroyed it */
        world->slots = slots;
        world->slot_bits = bits;
        hbl_forget_addresses(world);
        lua_setiuservalue(L, 1, HBL_SLOTS);
    } else {
        lua_pop(L, 1);
    }
}
