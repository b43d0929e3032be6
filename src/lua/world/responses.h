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
