/// The motions of items, which hb_world_move_all moves and a save holds.
///
/// Owns the world's list of movers, in the order of adding. Serial numbers grow, so a new mover
/// mostly comes last, and a binary search finds any mover. The motion of a removed item stays in
/// the list until the next step, or until the list would grow.
#include "../base/memory.h"
#include "world.h"

#include <string.h>

hb_motion hb_default_motion(void)
{
    return (hb_motion){
        .gravity = 1.0,
        .bounce = 1.0,
        .response = HB_SLIDE,
        .max_angle = HB_DEFAULT_GROUND_ANGLE,
        .snap = -1.0,
        .layers = HB_ALL_LAYERS,
    };
}

uint32_t hb_mover_index(const hb_world *world, uint64_t serial)
{
    uint32_t first = 0, last = world->mover_count;
    if (last > 0 && serial >= world->movers[0].serial) {
        uint64_t limit = serial - world->movers[0].serial; /* serials are distinct */
        last = limit < last ? (uint32_t)limit : last;
        first = last > 0 && world->movers[last - 1].serial < serial ? last : 0;
    }
    while (first < last) {
        uint32_t middle = first + (last - first) / 2;
        if (world->movers[middle].serial < serial) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}

hb_mover *hb_mover_of(const hb_world *world, hb_id id)
{
    if (!hb_is_alive(world, id)) {
        return NULL;
    }
    uint32_t i = hb_mover_index(world, hb_serial_of(world, id));
    return i < world->mover_count && world->movers[i].id == id ? &world->movers[i] : NULL;
}

void hb_drop_dead_movers(hb_world *world)
{
    uint32_t kept = 0;
    while (kept < world->mover_count && hb_is_alive(world, world->movers[kept].id)) {
        kept++;
    }
    for (uint32_t i = kept; i < world->mover_count; i++) {
        if (hb_is_alive(world, world->movers[i].id)) {
            world->movers[kept++] = world->movers[i];
        }
    }
    world->mover_count = kept;
}

static void remove_mover(hb_world *world, hb_mover *mover)
{
    hb_mover *end = world->movers + world->mover_count--;
    memmove(mover, mover + 1, (size_t)(end - (mover + 1)) * sizeof *mover);
}

static hb_status insert_mover(hb_world *world, hb_id id, const hb_motion *motion)
{
    if (world->mover_count == world->mover_capacity) {
        hb_drop_dead_movers(world);
    }
    hb_status status = hb_reserve(&world->allocator, &world->movers, &world->mover_capacity,
                                  (uint64_t)world->mover_count + 1, sizeof *world->movers);
    if (status != HB_OK) {
        return status;
    }
    uint64_t serial = hb_serial_of(world, id);
    hb_mover *at = world->movers + hb_mover_index(world, serial);
    hb_mover *end = world->movers + world->mover_count++;
    memmove(at + 1, at, (size_t)(end - at) * sizeof *at);
    *at = (hb_mover){id, serial, *motion};
    return HB_OK;
}

hb_status hb_motion_validate(hb_motion *motion)
{
    hb_status status;
    if (!hb_is_response(motion->response)) {
        return HB_INVALID_ENUM;
    }
    if ((status = hb_validate_vec(&motion->velocity)) != HB_OK ||
        (status = hb_validate_vec(&motion->acceleration)) != HB_OK ||
        (status = hb_validate_coord(&motion->gravity)) != HB_OK ||
        (status = hb_validate_coord(&motion->snap)) != HB_OK ||
        (status = hb_validate_coord(&motion->recover_depth)) != HB_OK ||
        (status = hb_validate_size(&motion->bounce)) != HB_OK ||
        (status = hb_validate_size(&motion->max_angle)) != HB_OK ||
        (status = hb_validate_size(&motion->step_up)) != HB_OK) {
        return status;
    }
    return hb_validate_size(&motion->max_push);
}

/* Whether the world has ever given out a handle. */
static bool was_given(const hb_world *world, hb_id id)
{
    return id >> 32 != 0 && hb_id_index(id) < world->index_count &&
           hb_serial_of(world, id) < world->next_serial;
}

hb_status hb_world_set_motion(hb_world *world, hb_id id, const hb_motion *motion)
{
    if (!hb_world_has(world, id)) {
        return HB_STALE;
    }
    hb_mover *mover = hb_mover_of(world, id);
    if (motion == NULL) {
        if (mover != NULL) {
            remove_mover(world, mover);
        }
        return HB_OK;
    }
    hb_motion rounded = *motion;
    hb_status status = hb_motion_validate(&rounded);
    if (status != HB_OK) {
        return status;
    }
    if (!was_given(world, rounded.ground)) { /* the motion is from another world */
        rounded.ground = 0;
    }
    if (mover == NULL) {
        return insert_mover(world, id, &rounded);
    }
    mover->motion = rounded;
    return HB_OK;
}

hb_status hb_world_set_velocity(hb_world *world, hb_id id, double vx, double vy)
{
    hb_vec velocity = {vx, vy};
    hb_mover *mover = hb_mover_of(world, id);
    hb_status status = hb_validate_vec(&velocity);
    if (mover == NULL || status != HB_OK) {
        hb_motion motion = hb_default_motion();
        motion.velocity = velocity;
        return status != HB_OK ? status : hb_world_set_motion(world, id, &motion);
    }
    mover->motion.velocity = velocity;
    return HB_OK;
}

bool hb_world_get_motion(const hb_world *world, hb_id id, hb_motion *out)
{
    const hb_mover *mover = hb_mover_of(world, id);
    *out = mover != NULL ? mover->motion : (hb_motion){.response = HB_IGNORE};
    return mover != NULL;
}
