/// See roles.h. Most worlds have a handful of combinations, and some thousand items for each: so an
/// item keeps a number of three bytes, and not the sixteen for which that stands. Where all items
/// differ it costs each of them some 36 bytes more.
///
/// A hash with chains, whose heads are in the same array. What no index has any more is found again
/// until its place is needed: then all such places become free at once, so that making one takes
/// constant time on the average, whatever comes and goes.
#include "roles.h"
#include "../memory.h"

/* The last one in a chain, and the first one of an empty one: number 0, which is nobody's. */
#define NONE 0

static uint32_t bucket_of(const hb_world *world, hb_layers layers, hb_layers mask,
                          hb_response mover_response)
{
    /* odd numbers without a pattern in their bits; the high bits of the product depend on all */
    uint64_t hash = (layers ^ (mask << 32 | mask >> 32)) * 0x9e3779b97f4a7c15U + mover_response;
    hash = (hash ^ hash >> 29 ^ layers) * 0xbf58476d1ce4e5b9U;
    return (uint32_t)((hash >> 32) * world->role_capacity >> 32);
}

static void link_role(hb_world *world, uint32_t number)
{
    hb_role *role = &world->roles[number];
    uint32_t bucket = bucket_of(world, role->layers, role->mask, role->mover_response);
    uint32_t *first = &world->roles[bucket].first;
    role->next = *first;
    *first = number;
}

/* Find all again, with as many buckets as there is room for; what nobody has becomes free, unless a
 * world is being loaded, which says in advance what is to be had. */
static void link_all(hb_world *world)
{
    uint32_t end = world->role_end;
    for (uint32_t i = 0; i < world->role_capacity; i++) {
        world->roles[i].first = NONE;
    }
    world->first_free_role = NONE;
    for (uint32_t i = end; i-- > 1;) {
        hb_role *role = &world->roles[i];
        if (role->users > 0 || world->keeps_roles) {
            link_role(world, i);
        } else {
            role->next = world->first_free_role;
            world->first_free_role = i;
        }
    }
}

/* Whether there is a place that no role has had yet. */
static bool has_new_place(const hb_world *world)
{
    return world->role_end < world->role_capacity && world->role_end < HB_MOST_ROLES;
}

static uint32_t count_free(const hb_world *world)
{
    uint32_t count = 0;
    for (uint32_t i = world->first_free_role; i != NONE; i = world->roles[i].next) {
        count++;
    }
    return count;
}

/* Make room for one more, if there is none. */
static hb_status reserve_role(hb_world *world)
{
    if (world->first_free_role != NONE || has_new_place(world)) {
        return HB_OK;
    }
    link_all(world);
    if (count_free(world) > world->role_capacity / 8) {
        return HB_OK; /* so many are made before all are looked at again */
    }
    hb_status status = world->role_end < HB_MOST_ROLES
                           ? hb_reserve(&world->allocator, &world->roles, &world->role_capacity,
                                        (uint64_t)world->role_capacity + 1, sizeof *world->roles)
                           : HB_NO_MEMORY;
    if (status == HB_OK) {
        world->role_end = world->role_end > 0 ? world->role_end : 1; /* number 0 is nobody's */
        link_all(world);
    }
    return world->first_free_role != NONE ? HB_OK : status;
}

static bool is_role(const hb_role *role, hb_layers layers, hb_layers mask,
                    hb_response mover_response)
{
    return role->layers == layers && role->mask == mask && role->mover_response == mover_response;
}

hb_status hb_role_find(hb_world *world, hb_layers layers, hb_layers mask,
                       hb_response mover_response, uint32_t *out)
{
    uint32_t number = NONE;
    if (world->role_capacity > 0) {
        number = world->roles[bucket_of(world, layers, mask, mover_response)].first;
    }
    while (number != NONE && !is_role(&world->roles[number], layers, mask, mover_response)) {
        number = world->roles[number].next;
    }
    if (number == NONE) {
        hb_status status = reserve_role(world);
        if (status != HB_OK) {
            return status;
        }
        number = world->first_free_role;
        if (number != NONE) {
            world->first_free_role = world->roles[number].next;
        } else {
            number = world->role_end++;
        }
        world->roles[number].layers = layers;
        world->roles[number].mask = mask;
        world->roles[number].mover_response = mover_response;
        world->roles[number].users = 0;
        world->has_mover_responses |= mover_response != HB_IGNORE;
        link_role(world, number);
    }
    *out = number;
    return HB_OK;
}

void hb_role_set(hb_world *world, uint32_t index, uint32_t role)
{
    uint32_t before = world->kinds[index] >> HB_ROLE_SHIFT;
    world->roles[role].users++;
    world->roles[before].users--; /* of number 0 nobody counts them */
    world->kinds[index] = (world->kinds[index] & HB_KIND_FLAGS) | role << HB_ROLE_SHIFT;
}

hb_response hb_response_to(const hb_world *world, hb_id other, const hb_layers *responses,
                           hb_response otherwise)
{
    hb_layers named = 0;
    for (int i = HB_IGNORE; i <= HB_BOUNCE && responses != NULL; i++) {
        named |= responses[i];
    }
    uint32_t index = hb_id_index(other);
    if ((named == 0 && !world->has_mover_responses) || index >= world->slot_count) {
        return otherwise; /* what was met, which may be far away, need not be looked up */
    }
    const hb_role *role = hb_role_at(world, index);
    for (int i = HB_IGNORE; i <= HB_BOUNCE && (named & role->layers) != 0; i++) {
        if ((responses[i] & role->layers) != 0) {
            return (hb_response)i;
        }
    }
    return role->mover_response != HB_IGNORE ? role->mover_response : otherwise;
}
