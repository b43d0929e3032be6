// How panels look, and colours as Dear ImGui has them.
#ifndef SANDBOX_STYLE_H
#define SANDBOX_STYLE_H

#include "ui.h"

#include <imgui.h>

inline ImU32 ink_of(ui_color c)
{
    return IM_COL32(c >> 24, (c >> 16) & 0xff, (c >> 8) & 0xff, c & 0xff);
}

inline ImVec4 vector_of(ui_color c)
{
    return ImGui::ColorConvertU32ToFloat4(ink_of(c));
}

// Give panels their colours and distances. `scale` is pixels per point.
void set_style(float scale);

#endif
