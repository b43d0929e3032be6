/// Things that move in a world: moves, walks, escapes, platforms, and many movers at once.
/// A part of hitbox.h: include that.
#ifndef HITBOX_MOVE_H
#define HITBOX_MOVE_H

#ifndef HITBOX_H
#error "include hitbox.h, of which this is a part"
#endif

/// @name Moves
/// A swept move, pulled hit by hit:
///
///     hb_move move;
///     hb_status status = hb_move_begin(&move, world, id, x, y, hits, capacity);
///     while (status == HB_OK && hb_move_next(&move, &status)) {
///         hb_move_respond(&move, HB_SLIDE);
///     }
///     hb_move_end(&move, &x, &y);
///
/// Between the calls anything may be done to the world: nothing is locked, and nothing is held but
/// what is in `hb_move` and in the caller's buffer.
/// @{
typedef enum hb_response {
    HB_IGNORE, ///< as if it were not there; the hit is not kept
    HB_CROSS,  ///< go on through; reported once in a move
    HB_STOP,   ///< "touch": stay where it was met
    HB_SLIDE,  ///< go on along it with what is left of the motion; not back against that, nor into
               ///< what it slid along before: in a wedge it ends
    HB_BOUNCE  ///< go on with what is left of the motion mirrored, or less of it: hb_move.bounce
} hb_response;

/// After this many turns by slide and bounce a move ends where it is. Two walls need 2, a funnel of
/// two slopes a few more.
#define HB_MAX_TURNS 16

typedef struct hb_hit {
    hb_id other;
    double t;      ///< of the whole asked length, grows from hit to hit, 0..1
    hb_vec normal; ///< unit, from the obstacle to the mover
    hb_vec at;     ///< where the mover's anchor is at that moment
    hb_response response;
    bool inside; ///< the mover overlapped it at the start; it does not block
    bool corner; ///< the way leads onto a corner, but for the rounding of coordinates (2^-50 of
                 ///< them). Of the sides that meet there, the normal is that of the one along
                 ///< which most of the motion is left; of equal ones that which is nearer to the
                 ///< horizontal, so that it lands. The obstacle's sides go before the mover's. Of
                 ///< hits at the same time corners come last: what slides along one tile is not
                 ///< held up by the next. False of what is round.
} hb_hit;

typedef struct hb_move {
    hb_hit *hits; ///< the caller's, `count` of them kept so far; the last is the one being asked
    int count, capacity;
    hb_vec reached; ///< where the move has got to, and hb_move_end would place the mover
    double assist;  ///< 0 from hb_move_begin; set it to help past corners, see hb_move_respond
    double
        bounce; ///< 1 from hb_move_begin: how much of what leads into an obstacle comes back when
                ///< the answer is HB_BOUNCE. With 0 that slides. Any time before an answer
    /* what follows belongs to move.c */
    hb_world *world;
    hb_id id;
    hb_vec from, goal; /* this leg: the straight part up to the next turn */
    double spent;      /* part of the asked motion that lies behind `from` */
    double last_t;     /* where on this leg the last hit was */
    bool last_corner;  /* which of equal t it was */
    uint64_t last_key;
    hb_vec last_normal; /* of the obstacle that this leg slides along */
    hb_vec aim;         /* the motion that led to the first of such obstacles in a row */
    hb_vec then;        /* where a step aside goes on to */
    bool slipping;      /* this leg is one */
    int turns;
    bool pending; /* the last hit waits for its response */
    bool over;
    uint64_t beside; /* the version of the world, if to slide along the last hit leads on freely */
    uint64_t clear;  /* the same, if this leg is that slide */
} hb_move;

/// Begin a move of `id` to (x, y). Looks for the item's mask.
/// @param hits  the caller's buffer for the hits that are kept
/// @return HB_STALE, HB_NOT_FINITE, HB_TOO_LARGE
hb_status hb_move_begin(hb_move *move, hb_world *world, hb_id id, double x, double y, hb_hit *hits,
                        int capacity);

/// The next hit, in move->hits[move->count - 1], to be answered by hb_move_respond.
/// @param status  HB_OK; HB_FULL if the buffer is too small: give a larger one in move->hits and
///                move->capacity (with the old content) and call again; HB_STALE if the mover is
///                gone: the move is over
/// @return false when the way is free or on any status but HB_OK
bool hb_move_next(hb_move *move, hb_status *status);

/// Answer the hit. An `inside` hit never blocks: all but HB_IGNORE count as HB_CROSS.
///
/// With an `assist`, what would be stopped or would slide, but has not further than that to go
/// sideways to be past what it met, steps aside and goes on; the hit is not kept. Not against the
/// sideways part of its own motion; only along an axis (round and sloped sides turn it anyway); and
/// only if nothing on a layer of what stopped it is in the way, neither aside nor next, whatever
/// the answer for that would be. Good for who jumps against the edge of a roof or dashes against
/// that of a floor; who stands on an edge would step off it.
void hb_move_respond(hb_move *move, hb_response response);

/// Place the mover where the move got to. An unanswered hit is ignored.
/// @param x, y  where the anchor is now; may be null
/// @return HB_STALE if the mover is gone, HB_NO_MEMORY
hb_status hb_move_end(hb_move *move, double *x, double *y);
/// @}

/// @name Walks
/// Moves for who walks under gravity, which is downwards: up and down slopes and over rounded
/// ground at the same horizontal speed, without hops. Pulled as a move is, by hb_walk_next and
/// hb_walk_respond; the hits are in walk.move.
///
/// Who stands on ground at the start, and is not told to rise, goes along it: from slope to slope,
/// and at the end down onto ground within `snap`, which may be of another slope. Ground is what
/// faces up and is no steeper than `max_angle`. What is steeper is a wall: it stops who walks,
/// turns away who flies against it, and leads down who falls onto it. Who is in the air goes by
/// (dx, dy) and slides along walls and ceilings; where it lands, it goes on along the ground. Steps
/// are walls as well. Bounces are slides; HB_STOP takes what is left of dx.
/// @{
typedef struct hb_walk_def {
    double dx, dy;    ///< dx along the horizontal; dy as far as it is in the air; below 0 it rises
    double snap;      ///< >= 0: how far below ground may be that it stays on
    double max_angle; ///< of ground against the horizontal, in radians, >= 0
} hb_walk_def;

typedef enum hb_walk_phase {
    HB_WALK_PROBE,
    HB_WALK_FOLLOW,
    HB_WALK_SNAP,
    HB_WALK_PROBE_AGAIN,
    HB_WALK_FLY,
    HB_WALK_DONE
} hb_walk_phase;

typedef struct hb_walk {
    hb_move move;  ///< its hits, their count and capacity, and `reached`
    bool grounded; ///< when it is over: whether it stands on ground
    hb_id ground;  ///< which, else 0
    hb_vec normal; ///< of that, unit, towards the walker
    /* what follows belongs to walk.c */
    hb_walk_phase phase;
    double dy, snap, least_up, goal_x;
    hb_hit stop; /* what stopped the leg */
    bool stopped, found;
    int legs, mark;  /* mark: how many hits there were before the leg */
    hb_vec above;    /* where it goes down from */
    int above_count; /* and how many hits there were then */
} hb_walk;

/// @return as hb_move_begin, and HB_NEGATIVE
hb_status hb_walk_begin(hb_walk *walk, hb_world *world, hb_id id, const hb_walk_def *def,
                        hb_hit *hits, int capacity);
bool hb_walk_next(hb_walk *walk, hb_status *status);
void hb_walk_respond(hb_walk *walk, hb_response response);

/// Place the walker. @return as hb_move_end
hb_status hb_walk_end(hb_walk *walk, double *x, double *y);
/// @}

/// @name Escapes
/// Out of all that an item is inside of and that stops it, by the least translation that is found,
/// and never into something else: moves only ignore what the mover is inside of. Pulled as a move
/// is, by hits of which each obstacle is one, once:
///
///     hb_escape escape;
///     hb_status status = hb_escape_begin(&escape, world, id, INFINITY, hits, capacity);
///     while (status == HB_OK && hb_escape_next(&escape, &status)) {
///         hb_escape_respond(&escape, HB_STOP);
///     }
///     hb_escape_end(&escape, &x, &y);
///
/// Out of one convex obstacle the translation is the least there is; out of a floor and a wall it
/// is out of both. With many obstacles there may be a shorter one yet: the deepest are left one
/// after the other, and all of them straight along the axes, up to 16 in a row, and the shorter way
/// is taken.
/// @{
typedef struct hb_escape {
    hb_hit *hits; ///< the caller's, with all answers so far; the last is the one being asked
    int count, capacity;
    hb_vec reached; ///< once all is asked: where the item overlaps nothing that stops it
    bool free;      ///< whether there is such a place; else `reached` is where it is
    /* what follows belongs to escape.c */
    hb_world *world;
    hb_id id;
    double most;
    bool pending;
} hb_escape;

/// @param most  how far it may be pushed at the most, may be infinite
/// @return HB_STALE, HB_NOT_FINITE or HB_NEGATIVE for `most`
hb_status hb_escape_begin(hb_escape *escape, hb_world *world, hb_id id, double most, hb_hit *hits,
                          int capacity);

/// The next obstacle that an item would be inside of, as hb_move_next.
bool hb_escape_next(hb_escape *escape, hb_status *status);

/// HB_STOP, HB_SLIDE and HB_BOUNCE: it has to be left. All else: it may stay in it.
void hb_escape_respond(hb_escape *escape, hb_response response);

/// Place the item at `reached` if it is free there. @return as hb_move_end
hb_status hb_escape_end(hb_escape *escape, double *x, double *y);
/// @}

/// @name Carrying
/// A moving platform: it goes where it is told to, all the way; takes along what stands on it, and
/// what stands on that; and pushes ahead of it what is in its way, and what is in the way of that.
/// Pulled as a move is, by what has to be answered: whether somebody is stopped by what carries or
/// pushes it, which makes it a passenger, and then whether it is stopped by what it meets:
///
///     hb_carry carry;
///     hb_carry_def def = hb_default_carry();
///     def.x = x, def.y = y;
///     hb_status status = hb_carry_begin(&carry, world, platform, &def, items, capacity);
///     while (status == HB_OK && hb_carry_next(&carry, &status)) {
///         hb_carry_respond(&carry, HB_SLIDE);
///     }
///     hb_carry_end(&carry);
///
/// and then carry.items[0 .. carry.count - 1] are those that went along, in the order of adding.
///
/// Only who looks for what carries or pushes it, by its mask, is a passenger; what was inside of
/// that at the start is none. Who stands is who a walk would find standing, on a side no steeper
/// than `max_angle`. Who rides keeps its offset from what it stands on, to the last bit that its
/// coordinates have, and goes on touching it. Who is pushed goes along the normal of the side that
/// met it, until that side only touches it. Nobody is in both roles; who stands on what is pushed
/// rides on that.
///
/// All passengers are swept: first the pushed ones, the farthest pushed first; then those that
/// ride, carriers first, and of several those that are ahead in the motion. On its way each meets
/// all that its mask looks for, but not the platform, not what has yet to go along, and not what
/// rides as it does. Where a wall stops it, it slides; if it then overlaps the platform or another
/// passenger, it gets out as hb_escape does, by no more than `most`. If that does not help it is
/// crushed, and stays there.
///
/// A platform that stops from one side only carries and pushes with that side alone: others are let
/// through by it.
/// @{
typedef struct hb_carry_def {
    double x, y;      ///< where the platform's anchor goes
    hb_layers layers; ///< of what may be carried or pushed
    double max_angle; ///< of what carries against the horizontal, in radians, >= 0
    double most;      ///< >= 0: how far who would be crushed may get out of the way
} hb_carry_def;

/// To the origin; all layers; 45 degrees; `most` is 0.
hb_carry_def hb_default_carry(void);

typedef struct hb_carried {
    hb_id id;
    hb_id by;      ///< what it stands on, or what pushed it: the platform, or another one of these
    bool rides;    ///< it stands on it; else it was in the way
    bool crushed;  ///< it overlaps what it cannot be in
    hb_vec from;   ///< where it was
    hb_vec at;     ///< where it is
    hb_vec normal; ///< unit, towards it from what carries or pushes it
    /* what follows belongs to carry.c */
    hb_vec goal;
    double t, lead;
    uint64_t key;      /* the serial number of the item */
    int number, depth; /* number: when it was asked about, from 1 on; 0 as long as it waits */
    int next, chain, waits;
    bool joined, moved, stopped;
} hb_carried;

typedef enum hb_carry_phase {
    HB_CARRY_RIDERS,
    HB_CARRY_PUSHES,
    HB_CARRY_MORE_RIDERS,
    HB_CARRY_MOVE_PUSHED,
    HB_CARRY_MOVE_RIDERS,
    HB_CARRY_PART,
    HB_CARRY_OVER
} hb_carry_phase;

/// So many hits of one passenger are looked at: more than a move can turn at.
#define HB_CARRY_HITS (HB_MAX_TURNS + 4)

typedef struct hb_carry {
    hb_carried *items; ///< the caller's; of no use before the end
    int count, capacity;
    hb_id item; ///< who is asked about
    hb_hit hit; ///< what it meets; the platform too; `response` and `corner` say nothing
    /* what follows belongs to carry.c */
    hb_world *world;
    hb_id id;
    hb_layers layers;
    double least_up, most;
    hb_vec from, goal;
    hb_carry_phase phase;
    int next; /* of the list, whom this phase looks at */
    int next_rider, pusher, last_pusher;
    int asked, asking;   /* how many, and who */
    int chains, waiting; /* see carry_list.c */
    uint64_t version;    /* of the world, when what waits was looked for */
    bool pending, busy;
    hb_move move;
    hb_escape escape;
    hb_hit hits[HB_CARRY_HITS];
} hb_carry;

/// @param items  room for passengers, for those that were asked and are none, and for what is met
///               by several of those that are pushed, each time
/// @return HB_STALE, HB_NOT_FINITE, HB_TOO_LARGE, HB_NEGATIVE
hb_status hb_carry_begin(hb_carry *carry, hb_world *world, hb_id id, const hb_carry_def *def,
                         hb_carried *items, int capacity);

/// The next question: whether carry->hit stops carry->item. Places the platform and its passengers
/// meanwhile, one after the other.
/// @param status  HB_OK; HB_FULL if there is no room for one more: give a larger buffer in
///                carry->items and carry->capacity (with the old content) and call again; HB_STALE
///                if the platform is gone: it is over
/// @return false when all is done or on any status but HB_OK
bool hb_carry_next(hb_carry *carry, hb_status *status);

/// HB_STOP, HB_SLIDE and HB_BOUNCE: it is stopped, and slides. All else: it is not.
void hb_carry_respond(hb_carry *carry, hb_response response);

/// Leave those in the list that went along and are still there, in the order of adding.
/// @return how many
int hb_carry_end(hb_carry *carry);
/// @}

/// @name Many movers at once
/// Items that move by themselves: hb_world_advance moves all that have a motion, as loops over
/// hb_carry, hb_walk and hb_move would, and takes no memory.
/// @{

/// How an item moves. Start from hb_default_motion(); `{0}` goes straight through everything.
typedef struct hb_motion {
    hb_vec velocity;      ///< units a second
    hb_vec acceleration;  ///< of its own, units a second and second
    double gravity;       ///< how many times the gravity of the step pulls it
    double bounce;        ///< >= 0: what is left of the speed against that which it bounces off: 1
                          ///< comes back to where it fell from, 0 slides. See hb_world_advance
    hb_response response; ///< to all that its mask looks for, but for the following
    hb_layers
        answers[HB_BOUNCE + 1]; ///< by response: what is on one of these layers gets that one;
                                ///< of several the first
    bool walks;                 ///< by hb_walk, and its velocity's y is 0 on the ground
    bool carries;               ///< by hb_carry: a platform, which nothing stops
    double max_angle; ///< of ground against the horizontal, and of what carries, in radians
    double snap;      ///< of a walk; below 0: as far as two slopes of max_angle need it
    hb_layers layers; ///< of what a platform carries and pushes
    double most;      ///< as in hb_carry_def
    hb_id ground;     ///< what it stood on after the last step, else 0; may be gone by now
} hb_motion;

/// At rest; pulled by gravity once; slides; bounces without a loss where it does; 45 degrees; a
/// platform of it carries all layers.
hb_motion hb_default_motion(void);

/// Give an item a motion, or with null take it away. @return HB_STALE; HB_NOT_FINITE, HB_TOO_LARGE
/// and HB_NEGATIVE for what of it is refused; HB_NO_MEMORY
hb_status hb_world_set_motion(hb_world *world, hb_id id, const hb_motion *motion);

/// The same of its velocity alone; an item without a motion gets the default one.
hb_status hb_world_set_velocity(hb_world *world, hb_id id, double vx, double vy);

/// @return false, and *out as {0}, if it has none or is gone
bool hb_world_motion(const hb_world *world, hb_id id, hb_motion *out);

/// A hit of one of many movers.
typedef struct hb_met {
    hb_id mover;
    hb_hit hit;
} hb_met;

/// So many hits of a mover are told at the most; what it crosses beyond that is not.
#define HB_MOST_MET 64

/// One step. `{0}` but for dt and what else is needed; to be used for the next one as well.
typedef struct hb_advance {
    double dt;      ///< seconds, >= 0
    hb_vec gravity; ///< units a second and second
    hb_met *met;    ///< the caller's: all hits of those that are no platforms; null if not needed
    int met_count, met_capacity;
    hb_carried *carried; ///< the caller's: all passengers of platforms
    int carried_count, carried_capacity;
    /* what follows belongs to advance.c */
    bool begun, carried_all;
    uint64_t next; /* the least serial number of those that have yet to go */
} hb_advance;

/// Move all that have a motion: first the platforms with what they carry and push, then the others,
/// each in the order of adding. Each first gets faster, by (acceleration + its gravity) * dt, and
/// then goes by velocity * dt. Its velocity is what its responses leave of it, hit by hit: sliding
/// takes the part that leads into the obstacle, touching leaves none, and bouncing turns that part
/// round and multiplies it by `bounce`. What is pulled bounces as on the parabola on which its
/// places after the steps lie: at the speed that it has where it meets the obstacle, and for the
/// rest of the step with what is left of that. So it rises to the square of `bounce` of the height
/// that it fell from, to the rounding of numbers, whatever dt is. What the pull brings back within
/// the step does not leave the obstacle, and slides: that has come to rest. Who would leave the
/// domain stays, and stands still.
/// A platform keeps its velocity; its passengers answer by their own motions, and slide if they
/// have none; their velocities are as they were. The hits come by mover, the passengers by
/// platform.
/// @return HB_NOT_FINITE, HB_TOO_LARGE or HB_NEGATIVE of dt and gravity; HB_FULL if there is not
/// room for HB_MOST_MET more hits, or for all passengers of a platform: give larger buffers, with
/// the old content, and call again to go on
hb_status hb_world_advance(hb_world *world, hb_advance *advance);
/// @}

#endif
