/// Swept motion in a world: moves, walks, depenetration, separation, platforms and many movers.
#ifndef HITBOX_MOVE_H
#define HITBOX_MOVE_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Moves
/// A swept move that returns one hit after the other. If hb_move.recover_depth allows it, the mover
/// is first pushed out of items that it overlaps:
///
///     hb_move move;
///     hb_status status = hb_move_begin(&move, world, id, x, y, hits, capacity);
///     if (status == HB_OK) {
///         while (hb_move_next(&move, &status)) {
///             hb_move_respond(&move, HB_SLIDE);
///         }
///         hb_move_end(&move, &x, &y);
///     }
///
/// Between the calls the world may be changed in any way but destroyed: nothing is locked. All
/// state is in `hb_move` and the caller's buffer. A move may be abandoned without hb_move_end: the
/// mover then stays where it is.
/// @{

/// A move ends after this many slides and bounces. Two walls need 2, two sloped walls a few more.
#define HB_MAX_DEFLECTIONS 16

/// An item that a mover hit.
typedef struct hb_hit {
    hb_id other;
    double t;      ///< 0..1 of the whole requested motion; grows from hit to hit
    hb_vec normal; ///< unit, from the obstacle to the mover
    hb_vec at;     ///< position of the mover's anchor at that moment
    double depth;  ///< > 0 for an item that blocks and that the mover overlapped at the start: the
                   ///< length of the shortest translation out of that item. Else 0
    hb_response response;
    bool inside; ///< the mover overlapped it at the start and still does; it does not block
    bool corner; ///< the motion leads onto a corner, up to the rounding of coordinates (2^-50 of
                 ///< them). Two sides meet there. The normal is that of the side along which more
                 ///< of the motion is left; of equal ones, of the side nearer to the horizontal.
                 ///< So the mover lands, as does a box without room beside the corner. The
                 ///< obstacle's sides come before the mover's. Of hits at the same time corners
                 ///< come last, so a mover that slides along one tile is not stopped by the next.
                 ///< Always false for round shapes.
} hb_hit;

/// How many of the next hits a move finds at once.
#define HB_LOOK_AHEAD 16

/// A move under way.
typedef struct hb_move {
    hb_id id;            ///< the mover
    hb_hit *hits;        ///< the caller's buffer
    int count, capacity; ///< hits kept so far, and room; the last one awaits a response
    hb_vec position;     ///< how far the move has got; hb_move_end places the mover there

    /// >= 0: longest step aside, see hb_move_respond. Default: 0. Set it before any response.
    double corner_correction;

    /// >= 0: the part of the motion into an obstacle that HB_BOUNCE returns; 0 slides. Default: 1.
    /// Set it before any response.
    double bounce;

    /// Restricts hits to items on one of these layers, e.g. to walls for an item that is pushed
    /// through a crowd. Default: all. Set it before the first hit.
    hb_layers mask;

    /// How deep an overlap may be that the mover is pushed out of before it moves. Default: that of
    /// the world. Set it before the first hit. 0: half the smaller side of its bounds, or rounding;
    /// below 0: never. One translation leads out of all such blocking items: the shortest that
    /// hb_depenetrate_next finds, at most twice this long. It leads into no other item, nor deeper
    /// into one. Each item that the mover leaves is a hit with t = 0 and the depth; the response
    /// holds for the motion into it. Other items are crossed and `inside`. One-way items never
    /// push. Items at the positions that are tried are hits that need a response as well.
    double recover_depth;

    /// The library's own: neither read nor write it.
    struct {
        hb_world *world;
        hb_vec from, goal; /* this sweep step: the straight part up to the next deflection */
        double spent;      /* part of the requested motion that lies behind `from` */
        double last_t;     /* where on this sweep step the last hit was */
        bool last_corner;  /* orders hits of equal t, with last_key */
        uint64_t last_key;
        hb_vec last_normal; /* of the obstacle that this sweep step slides along */
        hb_vec aim;         /* the motion that led to the first of such obstacles in a row */
        hb_vec then;        /* where a step aside goes on to */
        bool slipping;      /* this sweep step is a step aside */
        int deflections;
        /* See recover.c. */
        int overlapped; /* how many hits so far block and must be left before the first step */
        int probes;     /* from this hit on, hits only describe items at tried positions */
        bool searching; /* the move is returning such hits */
        bool recovered; /* the mover was pushed out of an item */
        bool at_start;  /* all hits so far are items that it overlaps */
        bool pauses;    /* it ends where it was pushed to */
        bool climbs;    /* this step hits sides of one-way items that stop from above: walk.c */
        bool is_fixed;  /* the buffer cannot grow: without room for a probe the mover stays */
        bool pending;   /* the last hit waits for its response */
        bool over;
        uint64_t beside; /* the version of the world, if the slide along the last hit is free */
        uint64_t clear;  /* the same, if this sweep step is that slide */
        /* Indices of the next items on this sweep step, as of a version of the world; all of them
         * if they are fewer than there is room for. 0: not computed. */
        uint32_t ahead[HB_LOOK_AHEAD];
        int ahead_count, ahead_next;
        uint64_t ahead_version;
    } internal;
} hb_move;

/// Begin a move of `id` that brings its anchor to (x, y). The move hits items on a layer of the
/// mover's mask. Allocates nothing, and changes nothing in the world.
/// @param hits  the caller's buffer for the hits that are kept; may be null if `capacity` is 0
/// @return HB_OK; else HB_STALE, HB_NOT_FINITE, HB_TOO_LARGE or HB_INVALID_BUFFER, and no move
hb_status hb_move_begin(hb_move *move, hb_world *world, hb_id id, double x, double y, hb_hit *hits,
                        int capacity);

/// Find the next hit, move->hits[move->count - 1]; call hb_move_respond before the next call.
/// @param status  HB_OK; HB_BUFFER_FULL if the buffer is too small: give a larger one in move->hits
///                and move->capacity (with the old content) and call again; HB_STALE if the mover
///                was removed: the move is over; HB_INVALID_BUFFER, or HB_NOT_FINITE, HB_TOO_LARGE
///                or HB_NEGATIVE for `corner_correction` or `bounce`: correct it and call again
/// @return false if there are no more hits, or on any status but HB_OK
bool hb_move_next(hb_move *move, hb_status *status);

/// Respond to the last hit. An invalid response counts as HB_IGNORE, here and wherever a response
/// is passed without a status. Items that the mover overlaps at the start are `inside` hits. If the
/// response blocks and the overlap is shallow, the mover is pushed out (hb_move.recover_depth).
/// Later in a move, responses to `inside` hits count as HB_CROSS, except HB_IGNORE.
///
/// With a `corner_correction`, a mover that would stop or slide steps aside if a step of at most
/// that length clears the obstacle; the hit is not kept. It never steps against the sideways part
/// of its own motion. Without such a part it tries the nearer side first. It steps only along an
/// axis, and only if no item on a layer of the obstacle is in the way. Responses to such items do
/// not matter. A mover that stands on an edge would step off it.
void hb_move_respond(hb_move *move, hb_response response);

/// Place the mover where the move ended. A hit without a response is ignored.
/// @param x, y  receive the position of the anchor; may be null
/// @return HB_OK; HB_STALE if the mover was removed; or as hb_world_set_position if a bounce led
///         out of the domain. On failure the mover stays where it was; x and y are not written
hb_status hb_move_end(hb_move *move, double *x, double *y);
/// @}

/// @name Walks
/// Moves of characters that walk under gravity, which points down. They go up and down slopes and
/// over rounded ground at the same horizontal speed, without hops. Call hb_walk_next and
/// hb_walk_respond as for a move; the hits are in walk.move.
///
/// A walker that stands on ground at the start, and does not rise, follows it from slope to slope.
/// At the end it snaps down onto ground within `snap`, which may be of another slope. Ground faces
/// up and is no steeper than `max_angle`; steeper sides are walls. A wall stops a walker, deflects
/// one that flies against it, and leads down one that falls onto it. In the air the walker moves by
/// (dx, dy) and slides along walls and ceilings. After landing it follows the ground. HB_BOUNCE
/// slides; HB_STOP takes the rest of dx. A walk ends after HB_MAX_DEFLECTIONS + 8 sweep steps.
///
/// Where a wall stops a walker on the ground, the walker tries a stair no higher than `step_up`:
/// up, on by the rest of dx, and down. If that leads neither onto ground nor on, the attempt is
/// undone; else the wall is no hit. Hits on the way are reported as on any sweep step. A walk
/// climbs at most 64 stairs. The side of a one-way item that stops from above is a stair too, if
/// the response slides or bounces; if the walk cannot climb it, the walk passes through it.
///
/// A walker that is round or pointed below may stand on the edge of a stair. This needs ground half
/// its width further on, no higher than `step_up`, and a way there that is free of all items on a
/// layer of the edge. The normal is then that of this ground.
/// @{

/// How an item walks. Start from hb_default_walk().
typedef struct hb_walk_def {
    double dx;        ///< horizontal displacement
    double dy;        ///< displacement downwards while it is in the air; it rises if below 0. After
                      ///< landing and leaving an edge, the walker falls by the rest of it
    double snap;      ///< how far down it snaps to ground; below 0: as far as two slopes of
                      ///< max_angle need
    double max_angle; ///< >= 0: of ground against the horizontal, in radians; clamped to 1.5, here
                      ///< and for every such angle
    double step_up;   ///< >= 0: how high a stair it climbs, at most 256 times its longer side;
                      ///< a negative `snap` counts as no less than this
} hb_walk_def;

/// No motion; snaps to the ground as far as two slopes need; 45 degrees; no stairs.
hb_walk_def hb_default_walk(void);

/// A walk under way.
typedef struct hb_walk {
    hb_move move;     ///< its hits, their count and capacity, and `position`
    bool is_grounded; ///< when it is over: whether it stands on ground
    hb_id ground;     ///< the item that it stands on, else 0
    hb_vec normal;    ///< of that ground, unit, towards the walker; else {0, 0}
    /// The library's own: neither read nor write it.
    struct {
        int phase; /* an hb_walk_phase */
        double dy, snap, min_up, step_up, goal_x;
        double air_y; /* where it began to be in the air */
        hb_hit stop;  /* the hit that stopped the sweep step */
        bool stopped, found;
        int sweep_steps, mark; /* mark: how many hits there were before the sweep step */
        hb_vec above;          /* where it goes down from */
        int above_count;       /* and how many hits there were then */
        hb_vec foot;           /* where the last stair was tried from */
        double foot_spent;
        int foot_count, foot_sweep_steps, steps;
        bool is_wall; /* that was no stair */
        bool at_side,
            passes; /* the stair is the side of a one-way item; that was none, and is passed */
    } internal;
} hb_walk;

/// Begin a walk, like hb_move_begin for a move.
/// @return as hb_move_begin, and HB_NEGATIVE
hb_status hb_walk_begin(hb_walk *walk, hb_world *world, hb_id id, const hb_walk_def *def,
                        hb_hit *hits, int capacity);

/// Find the next hit, in walk->move.hits, like hb_move_next.
bool hb_walk_next(hb_walk *walk, hb_status *status);

/// Respond to the hit, like hb_move_respond.
void hb_walk_respond(hb_walk *walk, hb_response response);

/// Place the walker. @return as hb_move_end
hb_status hb_walk_end(hb_walk *walk, double *x, double *y);
/// @}

/// @name Depenetration
/// The shortest translation found that leads an item out of all blocking items and into no others.
/// (Moves do so for shallow overlaps: hb_move.recover_depth.) Each obstacle is returned once:
///
///     hb_depenetration out;
///     hb_status status = hb_depenetrate_begin(&out, world, id, INFINITY, hits, capacity);
///     if (status == HB_OK) {
///         while (hb_depenetrate_next(&out, &status)) {
///             hb_depenetrate_respond(&out, HB_STOP);
///         }
///         hb_depenetrate_end(&out, &x, &y);
///     }
///
/// For one convex obstacle the translation is the shortest; for a floor and a wall it leads out of
/// both. For many obstacles a shorter one may exist. The search tries to leave the deepest ones one
/// by one, and all of them straight along the axes, up to 16 in a row. It takes the shortest way.
/// @{

/// How many obstacles are computed ahead, and the slots of a table of responses.
#define HB_DEPENETRATE_AHEAD 16
#define HB_DEPENETRATE_SLOTS 512

/// A depenetration under way.
typedef struct hb_depenetration {
    hb_hit *hits;        ///< the caller's buffer, with all responses so far
    int count, capacity; ///< hits so far, and room; the last one awaits a response
    hb_vec position;     ///< after the last hit: where the item overlaps nothing that blocks it
    bool is_free;        ///< whether such a position was found; else `position` is where it is
    /// The library's own: neither read nor write it.
    struct {
        hb_world *world;
        hb_id id;
        double max_distance;
        hb_layers mask; /* of items in the way, beside the item's own mask */
        /* Null, or room for all queried items, which are then no hits: items that block it first,
         * the others at the end. */
        hb_id *known;
        int stopping, passing, known_capacity;
        bool pending;
        /* The next hits, for one version of the world, and the position of the item then. */
        hb_id ahead[HB_DEPENETRATE_AHEAD];
        hb_vec ahead_at;
        uint64_t ahead_version;
        int ahead_count, ahead_next;
        /* Where in `hits` a response is, from 1 on, by a hash. */
        uint16_t slots[HB_DEPENETRATE_SLOTS];
    } internal;
} hb_depenetration;

/// Begin a depenetration. Allocates nothing, and changes nothing in the world.
/// @param max_distance  >= 0: how far the item may be pushed at most; may be infinite
/// @return HB_OK; or HB_STALE, HB_INVALID_BUFFER, or HB_NOT_FINITE or HB_NEGATIVE for
///         `max_distance`: then there is no depenetration to continue or end
hb_status hb_depenetrate_begin(hb_depenetration *out, hb_world *world, hb_id id,
                               double max_distance, hb_hit *hits, int capacity);

/// Find the next obstacle that the item overlaps, or would overlap, like hb_move_next.
bool hb_depenetrate_next(hb_depenetration *out, hb_status *status);

/// Respond to the hit. HB_STOP, HB_SLIDE, HB_BOUNCE: the item must leave it. Others: it may stay.
void hb_depenetrate_respond(hb_depenetration *out, hb_response response);

/// Place the item at `position` if it is free there. @return as hb_move_end
hb_status hb_depenetrate_end(hb_depenetration *out, double *x, double *y);
/// @}

/// @name Separation
/// Moves many overlapping items apart, pair by pair, e.g. the bodies of a crowd. Each motion is
/// swept, so walls stop it. The calls are like those of a move:
///
///     int count = hb_world_query_pairs(world, pairs, capacity);
///     hb_separation separation;
///     hb_status status = hb_separate_begin(&separation, world, pairs, count, 0.5);
///     separation.mask = WALLS;
///     while (status == HB_OK && hb_separate_next(&separation, &status)) {
///         hb_separate_respond(&separation, HB_SLIDE);
///     }
///
/// Pairs are separated in their order, each by the shortest translation at that moment. The first
/// item moves by `share` of it, the second by the rest. If an obstacle stops one of them, the other
/// moves by the missing part, unless its share is 0. If rounding leaves an overlap of some last
/// bits, one item moves on by just enough to end that. Pairs that no longer overlap, or of which an
/// item was removed, are skipped. In a dense crowd, pairs separated first may overlap in the end.
/// @{

/// How many obstacles around an item are remembered.
#define HB_FREE_SPACE_WALLS 6

/// Scratch of a separation: the space around an item. separate.c owns the content.
typedef struct hb_free_space {
    hb_id id;
    uint64_t version;
    hb_aabb range;
    int count;
    hb_aabb walls[HB_FREE_SPACE_WALLS];
} hb_free_space;

/// A separation under way.
typedef struct hb_separation {
    hb_move move;   ///< of the current item: its hits, their count and capacity, which starts at 0
    hb_id item;     ///< the item that is moving
    hb_layers mask; ///< as in hb_move. Default: all
    hb_free_space
        *free_space; ///< the caller's, of any content. Default: null. With one for each item, items
    int free_space_count; ///< that have room around them move much faster. Set it before the first
                          ///< call of hb_separate_next
    int separated;        ///< how many pairs overlapped so far
    /// The library's own: neither read nor write it.
    struct {
        hb_world *world;
        const hb_pair *pairs;
        int count, next;
        double share;
        int phase; /* an hb_separate_phase */
        bool moving, begun;
        hb_pair pair;
        hb_vec displacement, before; /* displacement still to do; position before the item moved */
        double reach, step; /* of rounding: the largest coordinate, and how far to go next */
        uint64_t version;   /* of the world, since when no item that stops others was moved */
        uint64_t expected;  /* of the world, as the separation left it */
        int renewals;
    } internal;
} hb_separation;

/// Begin a separation. Allocates nothing, and changes nothing in the world.
/// @param pairs  the caller's; must stay valid until the end
/// @param share  0..1: which part of the translation the first item of each pair moves by
/// @return HB_OK; or HB_NOT_FINITE, HB_NEGATIVE, HB_ABOVE_ONE of the share; HB_INVALID_BUFFER
hb_status hb_separate_begin(hb_separation *separation, hb_world *world, const hb_pair *pairs,
                            int count, double share);

/// Find the next hit of separation->item, in separation->move.hits, like hb_move_next. Places items
/// between the hits.
/// @param status  HB_OK; HB_BUFFER_FULL as in hb_move_next, with the buffer of separation->move; or
///                HB_TOO_LARGE if an item would leave the domain: it stays, and the next call
///                continues with the next pair
bool hb_separate_next(hb_separation *separation, hb_status *status);

/// Respond to the hit, like hb_move_respond.
void hb_separate_respond(hb_separation *separation, hb_response response);
/// @}

/// @name Carrying
/// A moving platform. It always goes the whole way. It carries the items that stand on it, and
/// those that stand on these; and it pushes the items in its way, and those in the way of these.
/// Each call of hb_carry_next returns a hit: first whether a carrier or pusher blocks an item,
/// which makes the item a passenger; then whether an obstacle blocks a passenger:
///
///     hb_carry carry;
///     hb_carry_def def = hb_default_carry();
///     def.x = x, def.y = y;
///     hb_status status = hb_carry_begin(&carry, world, platform, &def, items, capacity);
///     if (status == HB_OK) {
///         while (hb_carry_next(&carry, &status)) {
///             hb_carry_respond(&carry, HB_SLIDE);
///         }
///         hb_carry_end(&carry);
///     }
///
/// Then carry.passengers[0 .. carry.count - 1] are those that went along, in the order of adding.
///
/// A passenger has its carrier or pusher on its mask. At the start it is in that no deeper than a
/// move would push it out of, see hb_move.recover_depth. A rider stands where a walk would stand,
/// on a side no steeper than `max_angle`. It keeps its offset from its carrier, to the last bit of
/// its coordinates, and keeps touching it. A pushed item moves along the normal of the side that
/// hit it, until that side only touches it. An item on a pushed item is that item's rider alone.
///
/// All passengers are swept: first the pushed ones, the farthest pushed first; then the riders,
/// carriers before their riders, and of several those ahead in the motion. Each hits all items on
/// its mask, but not the platform, items that have yet to go along, and items that ride like it. It
/// slides along walls. If it then overlaps the platform or another passenger, it is depenetrated by
/// at most `max_push`. If that does not help, it is crushed and stays there.
///
/// A one-way platform carries and pushes with its blocking side; its other sides do not block.
/// @{

/// Where a platform goes, and what it may take along. Start from hb_default_carry().
typedef struct hb_carry_def {
    double x, y;      ///< where the platform's anchor goes
    hb_layers layers; ///< of items that may be carried or pushed
    double max_angle; ///< >= 0: of a side that carries against the horizontal, in radians
    double max_push;  ///< >= 0: how far a crushed passenger may be pushed free
} hb_carry_def;

/// To the origin; all layers; 45 degrees; `max_push` is 0.
hb_carry_def hb_default_carry(void);

/// A passenger of a platform.
typedef struct hb_passenger {
    hb_id id;
    hb_id by;        ///< the item that carries or pushes it: the platform or another passenger
    bool is_rider;   ///< it stands on `by`; else `by` pushed it
    bool is_crushed; ///< it overlaps an item that blocks it
    hb_vec from;     ///< position before
    hb_vec at;       ///< position after
    hb_vec normal;   ///< unit, towards it from `by`
    /// The library's own: neither read nor write it.
    struct {
        hb_vec goal;
        double t, lead;
        double sunk;       /* how deep it was in its carrier or pusher */
        uint64_t key;      /* the serial number of the item */
        int number, depth; /* number: order of its hit, from 1 on; 0 as long as it waits */
        int next, chain, waits;
        bool joined, moved, stopped, parted;
    } internal;
} hb_passenger;

/// Room for the hits of one passenger: more than a move can be deflected by.
#define HB_CARRY_HITS (HB_MAX_DEFLECTIONS + 4)

/// How many responses are remembered, HB_CARRY_HITS not counted, for items at positions where a
/// passenger might get free. A passenger among more items is crushed.
#define HB_CARRY_KNOWN 256

/// A carry under way.
typedef struct hb_carry {
    hb_passenger *passengers; ///< the caller's buffer; its content is of no use before the end
    int count, capacity;      ///< passengers so far, and room
    hb_id item;               ///< the passenger or candidate that the hit is about
    hb_hit hit; ///< its obstacle, or its carrier or pusher; `response` and `corner` are not
                ///< set
    /// The library's own: neither read nor write it.
    struct {
        hb_world *world;
        hb_id id;
        hb_layers layers;
        double min_up, max_push;
        hb_vec from, goal;
        int phase; /* an hb_carry_phase */
        int next;  /* the index in the list that this phase looks at */
        int next_rider, pusher, last_pusher;
        int reported, candidate; /* how many hits were returned, and the entry of the current one */
        int chains, waiting;     /* see carry.c */
        uint64_t version;        /* of the world, when waiting items were searched for */
        bool pending, busy, again;
        hb_move move;
        hb_depenetration depenetration;
        hb_hit hits[HB_CARRY_HITS];
        hb_id known[HB_CARRY_KNOWN];
    } internal;
} hb_carry;

/// Begin a carry. Allocates nothing, and changes nothing in the world.
/// @param items  room for passengers, for candidates that do not become passengers, and for each
///               item that several pushed passengers hit, once for each of them
/// @return as hb_move_begin, or HB_NEGATIVE; on all but HB_OK there is no carry
hb_status hb_carry_begin(hb_carry *carry, hb_world *world, hb_id id, const hb_carry_def *def,
                         hb_passenger *items, int capacity);

/// Find the next hit: does carry->hit block carry->item? Places the platform and its passengers one
/// after the other between the hits.
/// @param status  HB_OK; HB_BUFFER_FULL if there is no room for one more: give a larger buffer in
///                carry->passengers and carry->capacity (with the old content) and call again;
///                HB_STALE if the platform was removed: the carry is over
/// @return false if all is done, or on any status but HB_OK
bool hb_carry_next(hb_carry *carry, hb_status *status);

/// Respond to the hit. HB_STOP, HB_SLIDE, HB_BOUNCE: it blocks and the item slides. Others do not.
void hb_carry_respond(hb_carry *carry, hb_response response);

/// End a carry: keep only passengers that still exist, in the order of adding. @return how many
int hb_carry_end(hb_carry *carry);
/// @}

/// @name Many movers at once
/// hb_world_move_all moves all items that have a motion (hb_world_set_motion), as loops over
/// hb_carry, hb_walk and hb_move would, and allocates nothing.
/// @{

/// A hit of one of many movers.
typedef struct hb_mover_hit {
    hb_id mover;
    hb_hit hit;
} hb_mover_hit;

/// How many hits of one mover are kept at most; further crossed items are not reported.
#define HB_MAX_MOVER_HITS 64

/// One step of all movers. Start from hb_default_motion_step(), then set dt and other fields as
/// needed. The same struct serves for the next step.
typedef struct hb_motion_step {
    double dt;          ///< >= 0: seconds
    hb_vec gravity;     ///< units per second squared
    hb_mover_hit *hits; ///< the caller's: all hits of movers other than platforms; may be null
    int hit_count, hit_capacity;
    hb_passenger *passengers; ///< the caller's: all passengers of platforms; null if there are none
    int passenger_count, passenger_capacity;
    /// The library's own: neither read nor write it.
    struct {
        bool begun, carried_all;
        uint64_t next; /* the smallest serial number of those that have yet to go */
    } internal;
} hb_motion_step;

/// No time, no gravity, no buffers.
hb_motion_step hb_default_motion_step(void);

/// Move all items that have a motion: first the platforms with their passengers, then the others,
/// each in the order of adding. Each changes its velocity by (acceleration + its gravity) * dt, and
/// then moves by velocity * dt. Each response changes the velocity: sliding removes the part into
/// the obstacle, stopping removes all, bouncing reverses that part and multiplies it by `bounce`.
/// An item that would leave the domain, or get a velocity beyond it, stays and stands still.
///
/// A pulled mover bounces as on the parabola through its positions after the steps: at the speed
/// that it has at the hit, and for the rest of the step with the remaining part. So it rises to the
/// square of `bounce` times the height that it fell from, to the rounding of numbers. This holds
/// for any dt and any walls. Off slopes the error is that of a step against a parabola. A mover
/// that the pull would bring back within the step is at rest: it slides.
///
/// A platform keeps its velocity. Its passengers respond by their own motions; those without one
/// slide, but for items that have a mover_response. Passengers keep their velocities. An item that
/// stands on two platforms side by side, e.g. where two wagons meet, goes along once: with the
/// first one, if that has gone as far. Hits come ordered by mover, passengers by platform.
/// @return HB_OK; HB_INVALID_BUFFER; HB_NOT_FINITE, HB_TOO_LARGE or HB_NEGATIVE for dt or gravity;
///         or HB_BUFFER_FULL without room for HB_MAX_MOVER_HITS more hits, or for all passengers of
///         a platform: give larger buffers, with the old content, and call again to continue
hb_status hb_world_move_all(hb_world *world, hb_motion_step *step);
/// @}

#ifdef __cplusplus
}
#endif

#endif
