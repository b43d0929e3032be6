/// Colours as scripts write them: "#rgb", "#rgba", "#rrggbb", "#rrggbbaa", a name, or 0xRRGGBBAA.
#ifndef SANDBOX_COLOR_H
#define SANDBOX_COLOR_H

#include "sandbox/ui/ui.h"

#include <lua.h>
#include <stdbool.h>

/// The message for a value that is no colour.
#define COLOR_EXPECTED                                                                             \
    "a colour is \"#rgb\", \"#rgba\", \"#rrggbb\", \"#rrggbbaa\", 0xRRGGBBAA or one of white, "    \
    "black, red, green, blue, yellow, orange, purple, cyan, pink, grey, brown"

/// Read the colour at `index` of the stack. @return false, and *out untouched, if it is none
bool color_read(lua_State *L, int index, ui_color *out);

/// Push what a script gave, a colour or whatever, as text. Of what would show an address, as a
/// table does, it is the type: addresses are others in each run. [-0, +1]
const char *color_show(lua_State *L, int index);

/// The same colour, or the nearest shade of it that is seen on a ground.
ui_color color_seen_on(ui_color ground, ui_color color);

/// How light a colour is, 0..255.
float color_luma(ui_color color);

#endif
