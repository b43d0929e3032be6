/// Responses by layer, and their order of precedence: see responses.h. May call the core and Lua's
/// API.
#include "responses.h"

static const char *const response_names[] = {"ignore", "cross", "touch", "slide", "bounce", NULL};

_Static_assert(HBL_RESPONSES == sizeof response_names / sizeof *response_names - 1,
               "as in hb_response");

/* ---- Responses by layer ---------------------------------------------------------------------- */

void hbl_push_responses(lua_State *L, int index, int arg)
{
    if (!lua_isnil(L, index) && !lua_istable(L, index)) {
        hbl_arg_error(L, arg, "table expected for responses, got %s", hbl_type_name(L, index));
    }
    hbl_options_at(L, index, arg, response_names);
}

void hbl_read_responses(lua_State *L, int index, int first, int arg, int *count, hb_layers *out)
{
    for (int i = 0; i < HBL_RESPONSES && !lua_isnil(L, index); i++) {
        bool given = !lua_isnil(L, first + i);
        out[i] = given ? hbl_layers_at(L, first + i, arg, response_names[i], count) : 0;
    }
}

static bool has_any(const hb_layers *responses)
{
    hb_layers named = 0;
    for (int i = 0; i < HBL_RESPONSES; i++) {
        named |= responses[i];
    }
    return named != 0;
}

void hbl_push_response_layers(lua_State *L, const hbl_world *world, const hb_layers *responses)
{
    if (!has_any(responses)) {
        lua_pushnil(L);
        return;
    }
    lua_newtable(L);
    for (int i = 0; i < HBL_RESPONSES; i++) {
        if (responses[i] != 0) {
            hbl_push_layers(L, world, responses[i]);
            hbl_set_field(L, -2, response_names[i]);
        }
    }
}

/* ---- The response to an item ----------------------------------------------------------------- */

hb_response hbl_own_response(const hbl_world *world, hb_id mover, hb_id other)
{
    const hbl_record *own = &world->records[hb_id_index(mover)];
    return hb_world_response_to(world->core, other, own->responses, own->response);
}

/* Whether the call's responses name a layer of an item. */
static bool is_named(const hbl_world *world, const hbl_mover *mover, hb_id other, hb_response *out)
{
    hb_item item;
    if (!has_any(mover->responses) || hb_world_get_item(world->core, other, &item) != HB_OK) {
        return false;
    }
    for (int i = 0; i < HBL_RESPONSES; i++) {
        if ((mover->responses[i] & item.layers) != 0) {
            *out = (hb_response)i;
            return true;
        }
    }
    return false;
}

hb_response hbl_answer(lua_State *L, const hbl_world *world, const hbl_mover *mover,
                       const hb_hit *hit, double *bounce)
{
    hb_response response;
    if (is_named(world, mover, hit->other, &response)) {
        return response;
    }
    if (mover->filter != 0) {
        return hbl_call_filter(L, world, mover, hit, bounce);
    }
    return mover->response != HB_IGNORE ? mover->response
                                        : hbl_own_response(world, mover->id, hit->other);
}
