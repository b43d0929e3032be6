/// The response of a mover to an item: by name, by layer, and by filters.
///
/// The first of these that gives a response counts:
///
///     the call's option `responses`, for the item's layers
///     the call's filter: a function, or the name of a response
///     the mover's own `responses`, for the item's layers
///     the item's `moverResponse`
///     the mover's own `response`
#ifndef HITBOX_RESPONSES_H
#define HITBOX_RESPONSES_H

#include "../binding.h"

/* ---- move.c ---------------------------------------------------------------------------------- */

/// The hits of a move. The user value is a table, by the number of a hit: the items of a move with
/// a filter, and those that were removed since. All other items are found by their ids.
typedef struct hbl_hits {
    bool has_items; ///< whether the table holds any
    int count, capacity;
    hb_hit list[];
} hbl_hits;

/// Keep the item at 2, which is to be removed, for the hits of the last move. [-0, +0, m]
void hbl_hold_hits(lua_State *L, hbl_world *world, hb_id id);

/// A move, and how it responds to hits. A move with a filter uses the last four only.
typedef struct hbl_move_def {
    hb_id id;
    hb_vec to;
    double recover_depth; ///< as in hb_move; 0: that of the world
    bool stays;           ///< the mover stays where it is, as in world:check
    /// Set *out, which is HB_IGNORE, to the response to the last hit of the move.
    /// @return false to abandon the move
    bool (*respond)(void *context, hb_move *move, hb_response *out);
    /// Give the move more room for hits; null if the room is fixed.
    void (*grow)(void *context, hb_move *move);
    void *context;
} hbl_move_def;

/// Make a move that calls no script, and keep its hits. Allocates nothing.
/// @param L  with the world at 1; null if no item of the last hits is in their table [-0, +0]
/// @return false if it failed, or if there is too little room for hits: then make the move with a
///         filter, or raise its error. The mover stays where it was
bool hbl_move_without_script(lua_State *L, hbl_world *world, const hbl_move_def *def,
                             hb_move *move);

/// Respond as the options of mover and items say. As hbl_move_def.respond, for the context `world`.
bool hbl_respond_as_set(void *world, hb_move *move, hb_response *out);

/// A move that responds so.
static inline hbl_move_def hbl_plain_move(hbl_world *world, hb_id id, double x, double y)
{
    return (hbl_move_def){.id = id, .to = {x, y}, .respond = hbl_respond_as_set, .context = world};
}

/* ---- move.c, fit.c --------------------------------------------------------------------------- */

/// The response whose name is at `index`; `what` names it in errors. [-0, +0, v]
hb_response hbl_response_at(lua_State *L, int index, int arg, const char *what);

/// The name of a response, which is not HB_IGNORE.
const char *hbl_response_name(hb_response response);

/// A mover, with its filter and responses.
typedef struct hbl_mover {
    hb_id id;
    int item;             ///< its stack index
    int filter;           ///< the stack index of a function, or 0
    int arg;              ///< the argument that errors of the filter name
    hb_response response; ///< without a function, for all hits; HB_IGNORE if there is no filter
    hb_layers responses[HBL_RESPONSES]; ///< of the call, which come first
} hbl_mover;

/// Read a filter at `index`: a function, the name of a response for all hits, or nil. Errors name
/// `arg`. [-0, +0, v]
void hbl_read_filter(lua_State *L, int index, int arg, hbl_mover *mover);

/// Call filter(item, other, nx, ny, t, inside) -> response | nil | false; `other` is on top. The
/// filter may change the world, which is checked before this returns. [-0, +0, v]
/// @param bounce  null, or gets the second result beside "bounce": the part of the speed that the
///                bounce keeps
hb_response hbl_call_filter(lua_State *L, const hbl_world *world, const hbl_mover *mover,
                            const hb_hit *hit, double *bounce);

/// Push the first item, in the order of adding, that would block the item in this placement, or
/// nil.
/// [-0, +1, v] @return whether there is one
bool hbl_push_blocker(lua_State *L, const hbl_world *world, const hbl_mover *mover,
                      const hb_shape *placed);

/* ---- responses.c ----------------------------------------------------------------------------- */

/// Push the layers of each response in the table at `index`, nils if that is nil. [-0,
/// +HBL_RESPONSES, v]
void hbl_push_responses(lua_State *L, int index, int arg);

/// Read those values, from `first` on; if `index` is nil, *out stays as it is.
/// @param count  as in hbl_layers_at [-0, +0, v]
void hbl_read_responses(lua_State *L, int index, int first, int arg, int *count, hb_layers *out);

/// Push such a table, nil if no layer is named. [-0, +1, m]
void hbl_push_response_layers(lua_State *L, const hbl_world *world, const hb_layers *responses);

/// The response of a mover to an item, from the options of both in `add`.
hb_response hbl_own_response(const hbl_world *world, hb_id mover, hb_id other);

/// The same in a call, which may have responses and a filter; `hit->other` is on top.
/// @param bounce  as in hbl_call_filter [-0, +0, v]
hb_response hbl_answer(lua_State *L, const hbl_world *world, const hbl_mover *mover,
                       const hb_hit *hit, double *bounce);

#endif
