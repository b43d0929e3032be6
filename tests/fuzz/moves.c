/// Moves, walks, depenetrations, carries and steps: for any obstacles and any numbers each broad
/// phase gives the same, no mover ends inside an item that stops it unless it began there, and all
/// of them end.
///
/// The response to an obstacle follows from its number, the same for all of an input.
#include "support/broad_worlds.h"

#include <math.h>
#include <string.h>

enum { MOST_HITS = 256, MOST_ASKED = 4000 };

/* The mover, and the responses. */
typedef struct mover {
    hb_id id;
    unsigned salt;
    double assist, bounce;
} mover;

/* What came of it in one world. */
typedef struct outcome {
    hb_status status, end;
    bool grounded;
    hb_vec at;
    int count;
    hb_hit hits[MOST_HITS];
} outcome;

static hb_response answer_of(const mover *m, hb_id other)
{
    unsigned number = (unsigned)(other & 0xffff) * 7 + m->salt;
    return number % 3 != 0 ? HB_SLIDE : HB_IGNORE + (hb_response)(number / 3 % 5);
}

/* ---- Invariants ------------------------------------------------------------------------------ */

static bool is_among(hb_id id, const hb_id *list, int count)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == id) {
            return true;
        }
    }
    return false;
}

/* No mover is inside an item that stops it but those that it was inside of before. */
static void check_place(const hb_world *world, const mover *m, const hb_id *before, int count)
{
    hb_id now[MOST_ITEMS];
    int some = hb_world_query_blockers(world, m->id, NULL, now, MOST_ITEMS);
    for (int i = 0; i < some; i++) {
        FUZZ_CHECK(answer_of(m, now[i]) < HB_STOP || is_among(now[i], before, count));
    }
}

static void check_hits(const outcome *o)
{
    double last = 0.0;
    for (int i = 0; i < o->count; i++) {
        const hb_hit *hit = &o->hits[i];
        FUZZ_CHECK(hit->t >= last && hit->t <= 1.0);
        FUZZ_CHECK(fabs(hypot(hit->normal.x, hit->normal.y) - 1.0) < 1e-12);
        FUZZ_CHECK(hit->response >= HB_CROSS && (!hit->inside || hit->response == HB_CROSS));
        last = hit->t;
    }
}

static void check_same(const outcome *a, const outcome *b)
{
    FUZZ_CHECK(a->status == b->status && a->end == b->end && a->grounded == b->grounded);
    FUZZ_CHECK(a->at.x == b->at.x && a->at.y == b->at.y && a->count == b->count);
    for (int i = 0; i < a->count; i++) {
        const hb_hit *p = &a->hits[i], *q = &b->hits[i];
        FUZZ_CHECK(p->other == q->other && p->t == q->t && p->at.x == q->at.x &&
                   p->at.y == q->at.y && p->normal.x == q->normal.x && p->normal.y == q->normal.y);
        FUZZ_CHECK(p->response == q->response && p->inside == q->inside && p->corner == q->corner);
    }
}

/* ---- One mover ------------------------------------------------------------------------------- */

static void pull_move(hb_world *world, const mover *m, hb_vec to, outcome *o)
{
    hb_move move;
    int asked = 0;
    o->status = hb_move_begin(&move, world, m->id, to.x, to.y, o->hits, MOST_HITS);
    if (o->status != HB_OK) {
        return;
    }
    move.corner_correction = m->assist;
    move.bounce = m->bounce;
    while (hb_move_next(&move, &o->status)) {
        hb_move_respond(&move, answer_of(m, o->hits[move.count - 1].other));
        FUZZ_CHECK(++asked < MOST_ASKED);
    }
    o->count = move.count;
    o->end = hb_move_end(&move, &o->at.x, &o->at.y);
}

static void pull_walk(hb_world *world, const mover *m, const hb_walk_def *def, outcome *o)
{
    hb_walk walk;
    int asked = 0;
    o->status = hb_walk_begin(&walk, world, m->id, def, o->hits, MOST_HITS);
    if (o->status != HB_OK) {
        return;
    }
    while (hb_walk_next(&walk, &o->status)) {
        hb_walk_respond(&walk, answer_of(m, o->hits[walk.move.count - 1].other));
        FUZZ_CHECK(++asked < 8 * MOST_ASKED);
    }
    o->count = walk.move.count;
    o->grounded = walk.is_grounded;
    FUZZ_CHECK(walk.is_grounded == (walk.ground != 0));
    FUZZ_CHECK(!walk.is_grounded || walk.normal.y < 0.0);
    o->end = hb_walk_end(&walk, &o->at.x, &o->at.y);
}

static void pull_depenetration(hb_world *world, const mover *m, double most, outcome *o)
{
    hb_depenetration depenetration;
    int asked = 0;
    o->status = hb_depenetrate_begin(&depenetration, world, m->id, most, o->hits, MOST_HITS);
    if (o->status != HB_OK) {
        return;
    }
    while (hb_depenetrate_next(&depenetration, &o->status)) {
        hb_depenetrate_respond(&depenetration,
                               answer_of(m, o->hits[depenetration.count - 1].other));
        FUZZ_CHECK(++asked <= MOST_ITEMS);
    }
    o->count = depenetration.count;
    o->grounded = depenetration.is_free;
    o->end = hb_depenetrate_end(&depenetration, &o->at.x, &o->at.y);
}

typedef enum way { MOVES, WALKS, ESCAPES } way;

/* The same in all worlds. */
static void move_one(const broad_worlds *t, way by, const mover *m, hb_vec to,
                     const hb_walk_def *def)
{
    static outcome outcomes[WORLDS];
    for (int i = 0; i < WORLDS; i++) {
        outcome *o = &outcomes[i];
        hb_id before[MOST_ITEMS];
        int count = hb_world_query_blockers(t->worlds[i], m->id, NULL, before, MOST_ITEMS);
        *o = (outcome){.count = 0};
        if (by == MOVES) {
            pull_move(t->worlds[i], m, to, o);
        } else if (by == WALKS) {
            pull_walk(t->worlds[i], m, def, o);
        } else {
            pull_depenetration(t->worlds[i], m, fabs(to.x), o);
        }
        if (by != ESCAPES) {
            check_hits(o);
            check_place(t->worlds[i], m, before, count);
        } else if (o->grounded && o->end == HB_OK) {
            check_place(t->worlds[i], m, NULL, 0);
        }
        if (i > 0) {
            check_same(&outcomes[0], o);
        }
    }
}

/* ---- All of them ----------------------------------------------------------------------------- */

static void compare_places(const broad_worlds *t)
{
    for (int k = 0; k < t->count; k++) {
        hb_item items[WORLDS];
        for (int i = 0; i < WORLDS; i++) {
            FUZZ_CHECK(hb_world_get_item(t->worlds[i], t->ids[k], &items[i]) == HB_OK);
            FUZZ_CHECK(items[i].x == items[0].x && items[i].y == items[0].y);
        }
    }
}

static void carry(const broad_worlds *t, const mover *m, const hb_carry_def *def)
{
    static hb_passenger items[MOST_ITEMS * MOST_ITEMS];
    int counts[WORLDS];
    hb_status statuses[WORLDS];
    for (int i = 0; i < WORLDS; i++) {
        hb_carry it;
        hb_status status =
            hb_carry_begin(&it, t->worlds[i], m->id, def, items, MOST_ITEMS * MOST_ITEMS);
        counts[i] = 0;
        if (status == HB_OK) {
            while (hb_carry_next(&it, &status)) {
                hb_carry_respond(&it, answer_of(m, it.hit.other));
            }
            counts[i] = hb_carry_end(&it);
        }
        statuses[i] = status;
        FUZZ_CHECK(statuses[i] == statuses[0] && counts[i] == counts[0]);
    }
    compare_places(t);
}

static void set_motion(const broad_worlds *t, hb_id id, const hb_motion *motion)
{
    for (int i = 0; i < WORLDS; i++) {
        hb_status status = hb_world_set_motion(t->worlds[i], id, motion);
        FUZZ_CHECK(status == HB_OK || status == HB_NEGATIVE || status == HB_NOT_FINITE ||
                   status == HB_TOO_LARGE);
    }
}

static void step(const broad_worlds *t, double dt, double gravity)
{
    static hb_mover_hit met[WORLDS][MOST_ITEMS * HB_MAX_MOVER_HITS];
    static hb_passenger carried[MOST_ITEMS * MOST_ITEMS];
    hb_motion_step first = {.dt = 0.0};
    for (int i = 0; i < WORLDS; i++) {
        hb_motion_step advance = {.dt = dt,
                                  .gravity = {0.0, gravity},
                                  .hits = met[i],
                                  .hit_capacity = MOST_ITEMS * HB_MAX_MOVER_HITS,
                                  .passengers = carried,
                                  .passenger_capacity = MOST_ITEMS * MOST_ITEMS};
        hb_status status = hb_world_move_all(t->worlds[i], &advance);
        FUZZ_CHECK(status != HB_BUFFER_FULL);
        if (i == 0) {
            first = advance;
        }
        FUZZ_CHECK(advance.hit_count == first.hit_count);
        FUZZ_CHECK(advance.passenger_count == first.passenger_count);
        for (int k = 0; k < advance.hit_count; k++) {
            FUZZ_CHECK(met[i][k].mover == met[0][k].mover);
            FUZZ_CHECK(met[i][k].hit.other == met[0][k].hit.other);
            FUZZ_CHECK(met[i][k].hit.t == met[0][k].hit.t);
        }
    }
    compare_places(t);
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

static hb_walk_def walk_next(fuzz_input *in)
{
    unsigned choice = fuzz_byte(in);
    hb_vec d = fuzz_vec(in);
    return (hb_walk_def){.dx = d.x,
                         .dy = d.y,
                         .snap = choice & 1 ? -1.0 : fuzz_size(in),
                         .max_angle = choice & 2 ? 0.7853981633974483 : choice / 160.0,
                         .step_up = choice & 4 ? fuzz_size(in) : 0.0};
}

static hb_motion motion_next(fuzz_input *in)
{
    unsigned choice = fuzz_byte(in);
    hb_motion motion = hb_default_motion();
    motion.velocity = fuzz_vec(in);
    motion.response = HB_IGNORE + (hb_response)(choice % 5);
    motion.responses[choice / 5 % 5] = choice / 25 % 4;
    motion.bounce = choice & 1 ? 0.5 : 1.0;
    choice = fuzz_byte(in);
    motion.is_walker = choice % 3 == 0;
    motion.is_platform = choice % 5 == 0;
    motion.step_up = choice & 16 ? fuzz_size(in) : 0.0;
    return motion;
}

static void act(broad_worlds *t, fuzz_input *in, unsigned choice)
{
    if (t->count == 0) {
        return;
    }
    mover m = {
        .id = t->ids[fuzz_byte(in) % (unsigned)t->count], .salt = fuzz_byte(in), .bounce = 1.0};
    hb_item item;
    FUZZ_CHECK(hb_world_get_item(t->worlds[0], m.id, &item) == HB_OK);
    hb_vec d = fuzz_vec(in), to = {item.x + d.x, item.y + d.y};
    switch (choice % 7) {
    case 0:
        m.assist = m.salt % 4 == 0 ? fuzz_size(in) : 0.0;
        m.bounce = m.salt % 5 == 0 ? 0.5 : 1.0;
        move_one(t, MOVES, &m, to, NULL);
        break;
    case 1: {
        hb_walk_def def = walk_next(in);
        move_one(t, WALKS, &m, to, &def);
        break;
    }
    case 2:
        move_one(t, ESCAPES, &m, d, NULL);
        break;
    case 3: {
        hb_carry_def def = hb_default_carry();
        def.x = to.x;
        def.y = to.y;
        def.max_push = fuzz_size(in);
        carry(t, &m, &def);
        break;
    }
    case 4: {
        hb_motion motion = motion_next(in);
        set_motion(t, m.id, &motion);
        break;
    }
    case 5:
        for (int i = 0; i < WORLDS; i++) {
            (void)hb_world_set_one_way(t->worlds[i], m.id, d);
        }
        break;
    default:
        step(t, m.salt / 128.0, d.y);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static broad_worlds t;
    fuzz_input in = fuzz_begin(data, size);
    broad_worlds_begin(&t, (hb_policy)(fuzz_byte(&in) % 2));
    while (in.at < in.end) {
        unsigned choice = fuzz_byte(&in);
        if (choice % 4 == 0) {
            broad_worlds_add(&t, &in);
        } else if (choice % 4 == 1 && choice & 16) {
            broad_worlds_change(&t, &in, choice / 32);
        } else {
            act(&t, &in, choice / 4);
        }
    }
    broad_worlds_end(&t);
    return 0;
}
