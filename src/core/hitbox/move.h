/// Things that move in a world: moves, walks, depenetration, separation,
/// platforms, and many movers at once.
#ifndef HITBOX_MOVE_H
#define HITBOX_MOVE_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// @name Moves
/// A swept move, pulled hit by hit; before it, hb_move.recover_depth may push the mover out of
/// items:
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
/// Between the calls anything may be done to the world but ending it: nothing is locked, and
/// nothing is held but what is in `hb_move` and in the caller's buffer. A move that is given up
/// needs no end: the mover stays where it is.
/// @{

/// After this many deflections by slide and bounce a move ends where it is. Two walls need 2, a
/// funnel of two slopes a few more.
#define HB_MAX_DEFLECTIONS 16

/// Something that a mover met.
typedef struct hb_hit {
    hb_id other;
    double t;      ///< 0..1 of the whole motion that was asked for; grows from hit to hit
    hb_vec normal; ///< unit, from the obstacle to the mover
    hb_vec at;     ///< where the mover's anchor is at that moment
    double depth;  ///< > 0: how deep the mover was in it at the start, of items that block: the
                   ///< length of the least translation out of that item. Else 0
    hb_response response;
    bool inside; ///< the mover overlapped it at the start and still does; it does not block
    bool corner; ///< the way leads onto a corner, up to the rounding of coordinates (2^-50 of
                 ///< them). Two sides meet there: the normal is that of the side along which more
                 ///< of the motion is left; of equal ones of the side that is nearer to the
                 ///< horizontal, so that the mover lands, as does a box that has no room beside
                 ///< the corner. The obstacle's sides go before the mover's. Of hits at the same
                 ///< time corners come last: what slides along one tile is not held up by the
                 ///< next. Never at what is round.
} hb_hit;

/// So many of the hits that come next are found at once.
#define HB_LOOK_AHEAD 16

/// A move under way.
typedef struct hb_move {
    hb_id id;            ///< the mover
    hb_hit *hits;        ///< the caller's buffer
    int count, capacity; ///< of hits: kept so far, and room; the last kept one awaits a response
    hb_vec position;     ///< where the move has got to, and hb_move_end would place the mover

    /// >= 0: how far the mover may step aside, see hb_move_respond. 0 at first. May be set before
    /// any response, as may be the next one.
    double corner_correction;

    /// >= 0: how much of the motion into an obstacle comes back if the response is HB_BOUNCE. 1 at
    /// first; with 0 a bounce slides.
    double bounce;

    /// Only items on one of these layers, too, are hit: for an item that is pushed through a crowd,
    /// only walls. All at first; set it before the first hit.
    hb_layers mask;

    /// How deep an overlap may be that the mover is pushed out of before it moves. That of the
    /// world at first; set it before the first hit. 0: half the smaller side of its bounds, or
    /// rounding; below 0: never. The mover leaves all such blocking items by one translation, the
    /// least that hb_depenetrate_next finds, at most twice this long, and into no other item, nor
    /// deeper. Each item that it leaves is a hit with t = 0 and the depth; the response holds for
    /// the motion into it. Other items are crossed and `inside`. One-way items never push. The
    /// items at places that are tried are hits to respond to as well.
    double recover_depth;

    /// The library's own: neither read nor write it.
    struct {
        hb_world *world;
        hb_vec from, goal; /* this leg: the straight part up to the next turn */
        double spent;      /* part of the asked motion that lies behind `from` */
        double last_t;     /* where on this leg the last hit was */
        bool last_corner;  /* which of equal t it was */
        uint64_t last_key;
        hb_vec last_normal; /* of the obstacle that this leg slides along */
        hb_vec aim;         /* the motion that led to the first of such obstacles in a row */
        hb_vec then;        /* where a step aside goes on to */
        bool slipping;      /* this leg is one */
        int deflections;
        /* See recover.c. */
        int overlapped; /* how many hits so far block, and are to be left before the first leg */
        int probes;     /* the hits from this one on tell only what may be at the tried places */
        bool searching; /* such hits are being asked about */
        bool recovered; /* the mover was pushed out of something */
        bool at_start;  /* nothing was met yet but what it overlaps */
        bool pauses;    /* it ends where it was pushed to */
        bool climbs;    /* this leg meets sides of one-way items that stop from above: see walk.c */
        bool is_fixed;  /* the buffer cannot grow: without room for a probe the mover stays */
        bool pending;   /* the last hit waits for its response */
        bool over;
        uint64_t
            beside; /* the version of the world, if to slide along the last hit leads on freely */
        uint64_t clear; /* the same, if this leg is that slide */
        /* What comes on this leg, by the indices of the items, as of a version of the world: all of
         * it if there are fewer than there is room for. None: nobody has looked. */
        uint32_t ahead[HB_LOOK_AHEAD];
        int ahead_count, ahead_next;
        uint64_t ahead_version;
    } internal;
} hb_move;

/// Begin a move of `id` to (x, y), where its anchor is to be. What is on a layer of its mask is
/// met. Takes no memory, and changes nothing in the world.
/// @param hits  the caller's buffer for the hits that are kept; may be null if `capacity` is 0
/// @return HB_OK; or HB_STALE, HB_NOT_FINITE, HB_TOO_LARGE, HB_INVALID_BUFFER, and there is no move
///         to go on with or to end
hb_status hb_move_begin(hb_move *move, hb_world *world, hb_id id, double x, double y, hb_hit *hits,
                        int capacity);

/// The next hit, in move->hits[move->count - 1], to be answered by hb_move_respond.
/// @param status  HB_OK; HB_BUFFER_FULL if the buffer is too small: give a larger one in move->hits
///                and move->capacity (with the old content) and call again; HB_STALE if the mover
///                is gone: the move is over; HB_INVALID_BUFFER, or HB_NOT_FINITE, HB_TOO_LARGE or
///                HB_NEGATIVE of `corner_correction` and `bounce`: mend the field and call again
/// @return false when the way is free or on any status but HB_OK
bool hb_move_next(hb_move *move, hb_status *status);

/// Answer the hit. A number that is no response counts as HB_IGNORE, here and wherever a response
/// is taken without a status. While it is asked about, each overlapped item is `inside`: if the
/// answer blocks, and the overlap is shallow, the mover is pushed out (hb_move.recover_depth).
/// Later in a move an `inside` hit never blocks: all but HB_IGNORE count as HB_CROSS.
///
/// With a `corner_correction`, a mover that would stop or slide steps aside and goes on, if a step
/// of at most that length clears the obstacle; the hit is not kept. It never steps against the
/// sideways part of its own motion. Without such a part it tries the nearer side first. It steps
/// only along an axis, and only if no item on a layer of the obstacle is in the way, whatever the
/// response to it would be. A mover that stands on an edge would step off it.
void hb_move_respond(hb_move *move, hb_response response);

/// Place the mover where the move got to. An unanswered hit is ignored.
/// @param x, y  where the anchor is now; may be null
/// @return HB_OK; HB_STALE if the mover is gone; or as hb_world_set_position where a bounce led out
///         of the domain: then it stays where it was, and x and y are left alone
hb_status hb_move_end(hb_move *move, double *x, double *y);
/// @}

/// The items that would block an item in another shape or place: everything on a layer of its mask
/// that the shape overlaps, under any policy, without the item itself and one-way items. 0: it
/// fits. For crouching, standing up, rotating and placing: make the shape that it is to have
/// (hb_shape_transform), query, and only then change the item. Takes no memory.
/// @param placed  null for the item's own shape where it is
/// @param out     up to `capacity` of them, in the order of adding; may be null if that is 0
/// @return how many there are; -1 if the item is gone, or the shape or the buffer is invalid
int hb_world_query_blockers(const hb_world *world, hb_id id, const hb_shape *placed, hb_id *out,
                            int capacity);

/// @name Walks
/// Moves for who walks under gravity, which is downwards: up and down slopes and over rounded
/// ground at the same horizontal speed, without hops. Pulled as a move is, by hb_walk_next and
/// hb_walk_respond; the hits are in walk.move.
///
/// A walker that stands on ground at the start, and is not told to rise, goes along it: from slope
/// to slope, and at the end down onto ground within `snap`, which may be of another slope. Ground
/// is what faces up and is no steeper than `max_angle`. What is steeper is a wall: it stops a
/// walker, turns away one that flies against it, and leads down one that falls onto it. In the air
/// it goes by (dx, dy) and slides along walls and ceilings; where it lands, it goes on along the
/// ground. Bounces are slides; HB_STOP takes what is left of dx. A walk is made of straight legs;
/// of more than HB_MAX_DEFLECTIONS + 8, steps not counted, it ends where the last one has led.
///
/// Where a wall stops a walker on the ground, it tries a step no higher than `step_up`: up, on by
/// what is left of dx, and down. If that leads neither onto ground nor on, the walk goes on as if
/// the step had not been tried; else the wall is no hit. Hits on the way are met as on any leg. A
/// walk takes at most 64 steps. The side of a one-way item that stops from above is a step too, if
/// the answer slides or bounces; if the walk cannot come onto it, the walk passes it.
///
/// A walker that is round or pointed below may stand on the edge of a step: if there is ground half
/// its width further on, no higher than `step_up`, and the way there is free of all items on a
/// layer of the edge. The normal is that of this ground then.
/// @{

/// How an item is to walk. Start from hb_default_walk().
typedef struct hb_walk_def {
    double dx;        ///< along the horizontal
    double dy;        ///< downwards, while it is in the air; below 0 it rises. Who lands and comes
                      ///< over an edge falls by what is left of that
    double snap;      ///< how far below it ground may be that it steps down to; below 0: as far as
                      ///< two slopes of max_angle need it
    double max_angle; ///< >= 0: of ground against the horizontal, in radians; more than 1.5 is 1.5,
                      ///< here and wherever such an angle is asked for
    double step_up;   ///< >= 0: how high a step it comes up, 256 of its longer sides at the most;
                      ///< `snap` below 0 is no less
} hb_walk_def;

/// At rest; snaps to the ground as far as two slopes need it; 45 degrees; no steps.
hb_walk_def hb_default_walk(void);

/// A walk under way.
typedef struct hb_walk {
    hb_move move;     ///< its hits, their count and capacity, and `position`
    bool is_grounded; ///< when it is over: whether it stands on ground
    hb_id ground;     ///< on which item, else 0
    hb_vec normal;    ///< of that ground, unit, towards the walker; else {0, 0}
    /// The library's own: neither read nor write it.
    struct {
        int phase; /* an hb_walk_phase */
        double dy, snap, least_up, step_up, goal_x;
        double air_y; /* where it began to be in the air */
        hb_hit stop;  /* what stopped the leg */
        bool stopped, found;
        int legs, mark;  /* mark: how many hits there were before the leg */
        hb_vec above;    /* where it goes down from */
        int above_count; /* and how many hits there were then */
        hb_vec foot;     /* where the last step was tried from */
        double foot_spent;
        int foot_count, foot_legs, steps;
        bool is_wall; /* that was no step */
        bool at_side,
            passes; /* the step is the side of a one-way item; that was none, and is passed */
    } internal;
} hb_walk;

/// Begin a walk, as hb_move_begin does a move.
/// @return as hb_move_begin, and HB_NEGATIVE
hb_status hb_walk_begin(hb_walk *walk, hb_world *world, hb_id id, const hb_walk_def *def,
                        hb_hit *hits, int capacity);

/// The next hit, in walk->move.hits; as hb_move_next.
bool hb_walk_next(hb_walk *walk, hb_status *status);

/// Answer the hit, as hb_move_respond.
void hb_walk_respond(hb_walk *walk, hb_response response);

/// Place the walker. @return as hb_move_end
hb_status hb_walk_end(hb_walk *walk, double *x, double *y);
/// @}

/// @name Depenetration
/// The way out of all that an item is inside of and that stops it, and never into something else,
/// by the least translation that is found. (A move does so for shallow overlaps:
/// hb_move.recover_depth.) Pulled as a move is; each obstacle is a hit once:
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
/// Out of one convex obstacle the translation is the least there is; out of a floor and a wall it
/// leads out of both. Of many obstacles there may be a shorter one: those tried lead out of the
/// deepest ones, one after the other, and straight along the axes out of all of them, up to 16 in a
/// row; the shortest of these is taken.
/// @{

/// How many obstacles are known ahead; and the places in a table of answers.
#define HB_DEPENETRATE_AHEAD 16
#define HB_DEPENETRATE_SLOTS 512

/// A depenetration under way.
typedef struct hb_depenetration {
    hb_hit *hits;        ///< the caller's buffer, with all answers so far
    int count, capacity; ///< of hits: so far, and room; the last is the one being asked
    hb_vec position;     ///< once all is asked: where the item overlaps nothing that stops it
    bool is_free;        ///< whether there is such a place; else `position` is where it is
    /// The library's own: neither read nor write it.
    struct {
        hb_world *world;
        hb_id id;
        double max_distance;
        hb_layers mask; /* of what is in the way, beside the item's own */
        /* Null, or room for all queried items, which are no hits then: items that stop it first,
         * the others at the end. */
        hb_id *known;
        int stopping, passing, known_capacity;
        bool pending;
        /* The next hits, as long as the version of the world is the same, and where it is then. */
        hb_id ahead[HB_DEPENETRATE_AHEAD];
        hb_vec ahead_at;
        uint64_t ahead_version;
        int ahead_count, ahead_next;
        /* Where in `hits` a response is, from 1 on, by a hash. */
        uint16_t places[HB_DEPENETRATE_SLOTS];
    } internal;
} hb_depenetration;

/// Begin a depenetration. Takes no memory, and changes nothing in the world.
/// @param max_distance  >= 0: how far the item may be pushed at the most; may be infinite
/// @return HB_OK; or HB_STALE, HB_INVALID_BUFFER, or HB_NOT_FINITE or HB_NEGATIVE for
///         `max_distance`, and there is no depenetration to go on with or to end
hb_status hb_depenetrate_begin(hb_depenetration *out, hb_world *world, hb_id id,
                               double max_distance, hb_hit *hits, int capacity);

/// The next obstacle that the item is, or would be, inside of; as hb_move_next.
bool hb_depenetrate_next(hb_depenetration *out, hb_status *status);

/// Answer the hit. HB_STOP, HB_SLIDE and HB_BOUNCE: the obstacle has to be left. All else: the item
/// may stay in it.
void hb_depenetrate_respond(hb_depenetration *out, hb_response response);

/// Place the item at `position` if it is free there. @return as hb_move_end
hb_status hb_depenetrate_end(hb_depenetration *out, double *x, double *y);
/// @}

/// @name Separation
/// Parts many items that overlap, pair by pair: the bodies of a crowd that press against each
/// other. Each is moved, swept, so that walls hold it. Pulled as a move is:
///
///     int count = hb_world_query_pairs(world, pairs, capacity);
///     hb_separation separation;
///     hb_status status = hb_separate_begin(&separation, world, pairs, count, 0.5);
///     separation.mask = WALLS;
///     while (status == HB_OK && hb_separate_next(&separation, &status)) {
///         hb_separate_respond(&separation, HB_SLIDE);
///     }
///
/// The pairs are parted in their order, each by the least translation that parts it where its items
/// are by then, of which the first item yields `share`, and the second the rest. What one of them
/// cannot yield, as something stops it, the other does, if it has a share at all. Where rounding
/// leaves the two overlapping by some last bits, one is moved on by as little as ends that. Pairs
/// that do not overlap any more, or of which an item was removed, are passed over; in a dense crowd
/// pairs that were parted first may overlap again in the end.
/// @{

/// So many things that may stop an item are remembered of the space around it.
#define HB_FREE_SPACE_WALLS 6

/// Scratch of a separation: the space around an item. What is in it belongs to separate.c.
typedef struct hb_free_space {
    hb_id id;
    uint64_t version;
    hb_aabb range;
    int count;
    hb_aabb walls[HB_FREE_SPACE_WALLS];
} hb_free_space;

/// A separation under way.
typedef struct hb_separation {
    hb_move move;   ///< of the item that is asked about: its hits, their count and capacity.
                    ///< There is no room for any at first
    hb_id item;     ///< who that is
    hb_layers mask; ///< as in hb_move; all at first
    hb_free_space
        *free_space; ///< the caller's, of any content; null at first. With as many as there are
    int free_space_count; ///< items, to move one that has room around it takes far less time. Set
                          ///< before the first call of hb_separate_next
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
        hb_vec way, before; /* what is to be yielded yet; where who yields was */
        double reach, step; /* of rounding: the largest coordinate, and how far to go next */
        uint64_t version;   /* of the world, since when nothing that stops anybody has been moved */
        uint64_t expected;  /* of the world, as this has left it */
        int renewals;
    } internal;
} hb_separation;

/// Begin a separation. Takes no memory, and changes nothing in the world.
/// @param pairs  the caller's, as long as it lasts
/// @param share  0..1: how much of the way the first item of each pair yields
/// @return HB_OK; or HB_NOT_FINITE, HB_NEGATIVE, HB_ABOVE_ONE of the share; HB_INVALID_BUFFER
hb_status hb_separate_begin(hb_separation *separation, hb_world *world, const hb_pair *pairs,
                            int count, double share);

/// The next hit, of separation->item, in separation->move.hits; as hb_move_next. Items are placed
/// meanwhile.
/// @param status  HB_OK; HB_BUFFER_FULL as in hb_move_next, with the buffer of separation->move; or
///                HB_TOO_LARGE if an item would leave the domain: it stays, and the next call goes
///                on with the next pair
bool hb_separate_next(hb_separation *separation, hb_status *status);

/// Answer the hit, as hb_move_respond.
void hb_separate_respond(hb_separation *separation, hb_response response);
/// @}

/// @name Carrying
/// A moving platform. It goes where it is told to, all the way; takes along what stands on it, and
/// what stands on that; and pushes ahead of it what is in its way, and what is in the way of that.
/// Pulled as a move is, by questions: first whether somebody is stopped by what carries or pushes
/// it, which makes it a passenger; then whether a passenger is stopped by what it meets:
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
/// and then carry.items[0 .. carry.count - 1] are those that went along, in the order of adding.
///
/// A passenger looks for what carries or pushes it, by its mask, and was not inside of that at the
/// start by more than a move would push it out of, see hb_move.recover_depth. It stands where a
/// walk would find it standing, on a side no steeper than `max_angle`.
/// What rides keeps its offset from what it stands on, to the last bit that its coordinates have,
/// and goes on touching it. What is pushed goes along the normal of the side that met it, until
/// that side only touches it. Nothing is in both roles; what stands on something that is pushed
/// rides on that.
///
/// All passengers are swept: first the pushed ones, the farthest pushed first; then those that
/// ride, carriers first, and of several those that are ahead in the motion. On its way each meets
/// all that its mask looks for, but not the platform, not what has yet to go along, and not what
/// rides as it does. Where a wall stops it, it slides; if it then overlaps the platform or another
/// passenger, it gets out as hb_depenetration does, by no more than `max_push`. If that does not
/// help it is crushed, and stays there.
///
/// A platform that stops from one side only carries and pushes with that side alone: what meets
/// another side of it is let through.
/// @{

/// Where a platform goes, and what it may take along. Start from hb_default_carry().
typedef struct hb_carry_def {
    double x, y;      ///< where the platform's anchor goes
    hb_layers layers; ///< of what may be carried or pushed
    double max_angle; ///< >= 0: of what carries against the horizontal, in radians
    double max_push;  ///< >= 0: how far a passenger that would be crushed may get out of the way
} hb_carry_def;

/// To the origin; all layers; 45 degrees; `max_push` is 0.
hb_carry_def hb_default_carry(void);

/// A passenger of a platform.
typedef struct hb_passenger {
    hb_id id;
    hb_id by;      ///< what it stands on, or what pushed it: the platform, or another one of these
    bool is_rider; ///< it stands on that; else it was in the way
    bool is_crushed; ///< it overlaps what it cannot be in
    hb_vec from;     ///< where it was
    hb_vec at;       ///< where it is
    hb_vec normal;   ///< unit, towards it from what carries or pushes it
    /// The library's own: neither read nor write it.
    struct {
        hb_vec goal;
        double t, lead;
        double sunk;       /* how deep it was in what takes it along */
        uint64_t key;      /* the serial number of the item */
        int number, depth; /* number: when it was asked about, from 1 on; 0 as long as it waits */
        int next, chain, waits;
        bool joined, moved, stopped, parted;
    } internal;
} hb_passenger;

/// How many hits of one passenger there is room for: more than a move can turn at.
#define HB_CARRY_HITS (HB_MAX_DEFLECTIONS + 4)

/// Of so many, and HB_CARRY_HITS more, that are where a passenger might get out to the answers are
/// remembered. One that is among more of them is crushed.
#define HB_CARRY_KNOWN 256

/// A carry under way.
typedef struct hb_carry {
    hb_passenger *passengers; ///< the caller's buffer; its content is of no use before the end
    int count, capacity;      ///< of items: so far, and room
    hb_id item;               ///< who is asked about
    hb_hit hit; ///< what that meets, or what carries or pushes it; `response` and `corner`
                ///< say nothing
    /// The library's own: neither read nor write it.
    struct {
        hb_world *world;
        hb_id id;
        hb_layers layers;
        double least_up, max_push;
        hb_vec from, goal;
        int phase; /* an hb_carry_phase */
        int next;  /* of the list, whom this phase looks at */
        int next_rider, pusher, last_pusher;
        int asked, asking;   /* how many, and who */
        int chains, waiting; /* see passenger_list.c */
        uint64_t version;    /* of the world, when what waits was looked for */
        bool pending, busy, again;
        hb_move move;
        hb_depenetration depenetration;
        hb_hit hits[HB_CARRY_HITS];
        hb_id known[HB_CARRY_KNOWN];
    } internal;
} hb_carry;

/// Begin a carry. Takes no memory, and changes nothing in the world.
/// @param items  room for passengers, for those that were asked and are none, and for what is met
///               by several of those that are pushed, each time
/// @return HB_OK; or HB_STALE, HB_NOT_FINITE, HB_TOO_LARGE, HB_NEGATIVE, HB_INVALID_BUFFER, and
///         there is no carry to go on with or to end
hb_status hb_carry_begin(hb_carry *carry, hb_world *world, hb_id id, const hb_carry_def *def,
                         hb_passenger *items, int capacity);

/// The next question: whether carry->hit stops carry->item. Places the platform and its passengers
/// meanwhile, one after the other.
/// @param status  HB_OK; HB_BUFFER_FULL if there is no room for one more: give a larger buffer in
///                carry->items and carry->capacity (with the old content) and call again; HB_STALE
///                if the platform is gone: it is over
/// @return false when all is done or on any status but HB_OK
bool hb_carry_next(hb_carry *carry, hb_status *status);

/// Answer the question. HB_STOP, HB_SLIDE and HB_BOUNCE: it is stopped, and slides. All else: it is
/// not.
void hb_carry_respond(hb_carry *carry, hb_response response);

/// End a carry: leave those in carry->items that went along and are still there, in the order of
/// adding. @return how many
int hb_carry_end(hb_carry *carry);
/// @}

/// @name Many movers at once
/// Items that move by themselves: hb_world_move_all moves all that have a motion, as loops over
/// hb_carry, hb_walk and hb_move would, and takes no memory.
/// @{

/// How an item moves. Start from hb_default_motion().
typedef struct hb_motion {
    hb_vec velocity;      ///< units a second
    hb_vec acceleration;  ///< of its own, units a second and second
    double gravity;       ///< how many times the gravity of the step pulls it
    double bounce;        ///< >= 0: what is left of the speed against that which it bounces off: 1
                          ///< comes back to where it fell from, 0 slides. See hb_world_move_all
    hb_response response; ///< to items that have no mover_response, but for the following
    hb_layers responses[HB_BOUNCE + 1]; ///< as in hb_world_response_to
    bool is_walker;       ///< it moves by hb_walk, and the y of its velocity is 0 on the ground
    bool is_platform;     ///< it moves by hb_carry: a platform, which nothing stops
    double max_angle;     ///< of ground against the horizontal, and of what carries, in radians
    double snap;          ///< as in hb_walk_def
    double step_up;       ///< as in hb_walk_def
    hb_layers layers;     ///< as in hb_carry_def: of what a platform carries and pushes
    double max_push;      ///< as in hb_carry_def
    double recover_depth; ///< as in hb_move; 0: that of the world
    hb_id ground;         ///< what it stood on after the last step, else 0; may be gone by now
} hb_motion;

/// At rest; pulled by gravity once; slides; bounces without a loss where it does; 45 degrees; a
/// platform of it carries all layers; `max_push` is 0.
hb_motion hb_default_motion(void);

/// Give an item a motion, or with null take it away. A `ground` that is no handle of this world, as
/// in a motion from another one, becomes 0.
/// @return HB_OK; or HB_STALE, HB_NO_MEMORY, HB_INVALID_ENUM for the response, or HB_NOT_FINITE,
///         HB_TOO_LARGE and HB_NEGATIVE for a number of the motion
hb_status hb_world_set_motion(hb_world *world, hb_id id, const hb_motion *motion);

/// Set the velocity of an item alone; one without a motion gets hb_default_motion() with it.
/// @return as hb_world_set_motion
hb_status hb_world_set_velocity(hb_world *world, hb_id id, double vx, double vy);

/// The motion of an item. @return false, and *out as {0}, if it has none or is gone
bool hb_world_get_motion(const hb_world *world, hb_id id, hb_motion *out);

/// A hit of one of many movers.
typedef struct hb_mover_hit {
    hb_id mover;
    hb_hit hit;
} hb_mover_hit;

/// How many hits of one mover are told at the most; what it crosses beyond that is not.
#define HB_MAX_MOVER_HITS 64

/// One step of all movers. Start from hb_default_motion_step(), and set dt and what else is needed;
/// when a step is done, the same struct serves for the next one.
typedef struct hb_motion_step {
    double dt;          ///< >= 0: seconds
    hb_vec gravity;     ///< units a second and second
    hb_mover_hit *hits; ///< the caller's: all hits of movers that are no platforms; may be null
    int hit_count, hit_capacity;
    hb_passenger *passengers; ///< the caller's: all passengers of platforms; null if there are none
    int passenger_count, passenger_capacity;
    /// The library's own: neither read nor write it.
    struct {
        bool begun, carried_all;
        uint64_t next; /* the least serial number of those that have yet to go */
    } internal;
} hb_motion_step;

/// No time, no gravity, no buffers.
hb_motion_step hb_default_motion_step(void);

/// Move all that have a motion: first the platforms with what they carry and push, then the others,
/// each in the order of adding. Each first gets faster, by (acceleration + its gravity) * dt, and
/// then goes by velocity * dt. Its velocity is what its responses leave of it, hit by hit: sliding
/// takes the part that leads into the obstacle, stopping leaves none, and bouncing turns that part
/// round and multiplies it by `bounce`. What would leave the domain stays, and stands still; what
/// would get a velocity beyond it stands still as well.
///
/// What is pulled bounces as on the parabola on which its places after the steps lie: at the speed
/// that it has where it meets the obstacle, and for the rest of the step with what is left of that.
/// So it rises to the square of `bounce` of the height that it fell from, to the rounding of
/// numbers, whatever dt is, and whatever walls it meets; off slopes by as much as a step is no
/// parabola. What the pull would bring back within the step has come to rest: it slides.
///
/// A platform keeps its velocity; its passengers answer by their own motions. Those without one
/// slide, but for items that have a mover_response. Their velocities are as they were. Who stands
/// on two platforms side by side, as where two wagons meet, goes along once: with the first one, if
/// that has gone as far. The hits come by mover, the passengers by platform.
/// @return HB_OK; HB_INVALID_BUFFER; HB_NOT_FINITE, HB_TOO_LARGE or HB_NEGATIVE of dt and gravity;
///         or HB_BUFFER_FULL if there is not room for HB_MAX_MOVER_HITS more hits, or for all
///         passengers of a platform: give larger buffers, with the old content, and call again to
///         go on
hb_status hb_world_move_all(hb_world *world, hb_motion_step *step);
/// @}

#ifdef __cplusplus
}
#endif

#endif
