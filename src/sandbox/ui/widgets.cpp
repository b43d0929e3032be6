// The widgets of panels.
#include "fonts.h"
#include "glyphs.h"
#include "style.h"

#include <algorithm>
#include <cfloat>
#include <cstdint>
#include <string>

namespace
{

float widest; // that the panel which was begun may be; 0: as wide as the window
bool dense;   // so it is

void show(const char *text)
{
    const char *end = glyphs_end(text, SIZE_MAX);
    fonts_note_panel(text, end);
    ImGui::TextUnformatted(text, end);
}

// Go on in a column of the same line, or behind what there is if that is wider.
void go_to_column(float column, float width)
{
    const ImGuiStyle &style = ImGui::GetStyle();
    ImGui::SameLine(std::max(column, style.WindowPadding.x + width + style.ItemSpacing.x));
}

// A line, or what of its begin is no wider, with three dots behind.
std::string shortened(const char *line, float width)
{
    std::string text = line;
    size_t end = text.size();
    while (end > 0 && ImGui::CalcTextSize(text.c_str()).x > width) {
        do { // the bytes of a glyph in UTF-8 after its first are 10xxxxxx
            end--;
        } while (end > 0 && (line[end] & 0xc0) == 0x80);
        text = std::string(line, end) + "...";
    }
    return text;
}

} // namespace

void ui_panel_begin(const char *title, ui_place place)
{
    widest = place.max_width;
    dense = place.dense;
    if (dense) {
        float scale = ui_scale();
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(8 * scale, 6 * scale));
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(8 * scale, 1 * scale));
    }
    ImGui::SetNextWindowPos(ImVec2(place.x, place.y), ImGuiCond_Always,
                            ImVec2(place.pivot_x, place.pivot_y));
    ImGui::SetNextWindowSizeConstraints(
        ImVec2(std::max(place.width, place.min_width), 0.0f),
        ImVec2(place.width > 0.0f       ? place.width
               : place.max_width > 0.0f ? place.max_width
                                        : FLT_MAX,
               place.max_height > 0.0f ? place.max_height : FLT_MAX));
    ImGui::Begin(title, nullptr,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysAutoResize |
                     (dense ? ImGuiWindowFlags_NoTitleBar : 0));
    if (dense) {
        return;
    }
    // The title and what is below it have smooth edges, between which one would see what is behind.
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImVec2 corner = ImGui::GetWindowPos();
    float right = corner.x + ImGui::GetWindowWidth();
    float bottom = corner.y + ImGui::GetFrameHeight();
    list->PushClipRectFullScreen();
    list->AddRectFilled(ImVec2(corner.x + 1, bottom - 1), ImVec2(right - 1, bottom),
                        ImGui::GetColorU32(ImGuiCol_TitleBg));
    list->PopClipRect();
}

void ui_panel_end(void)
{
    ImGui::End();
    if (dense) {
        ImGui::PopStyleVar(2);
    }
}

float ui_panel_width(void)
{
    return ImGui::GetWindowWidth();
}

void ui_label(const char *text, ui_color color)
{
    ImGui::PushStyleColor(ImGuiCol_Text, ink_of(color));
    show(text);
    ImGui::PopStyleColor();
}

void ui_paragraph(const char *text, ui_color color)
{
    ImGui::PushTextWrapPos(0.0f);
    ui_label(text, color);
    ImGui::PopTextWrapPos();
}

void ui_entry(const char *left, const char *right, float column)
{
    const ImGuiStyle &style = ImGui::GetStyle();
    float max_width = (widest > 0.0f ? widest : ImGui::GetIO().DisplaySize.x) -
                      style.WindowPadding.x - style.ScrollbarSize;
    ui_label(left, 0x7cc4ffff);
    go_to_column(column, ImGui::GetItemRectSize().x);
    ImGui::PushTextWrapPos(max_width);
    show(right);
    ImGui::PopTextWrapPos();
}

void ui_space(void)
{
    ImGui::Spacing();
}

void ui_checkbox(const char *label, bool *value)
{
    ImGui::Checkbox(label, value);
}

ui_choice_result ui_choice(const char *label, const char *hint, float column, bool chosen,
                           bool scroll_to)
{
    ImGui::GetStyle().Colors[ImGuiCol_HeaderHovered] = vector_of(chosen ? 0x2c4a66ff : 0);
    fonts_note_panel(label, glyphs_end(label, SIZE_MAX));
    bool picked = ImGui::Selectable(label, chosen);
    ImVec2 moved = ImGui::GetIO().MouseDelta;
    bool pointed = ImGui::IsItemHovered() && (moved.x != 0.0f || moved.y != 0.0f);
    if (scroll_to) {
        ImGui::SetScrollHereY();
    }
    go_to_column(column, ImGui::CalcTextSize(label).x);
    ui_label(shortened(hint, ImGui::GetContentRegionAvail().x).c_str(),
             chosen ? 0xc3ccd6ff : 0x93a0aeff);
    return picked ? UI_PICKED : pointed ? UI_POINTED : UI_NOTHING;
}
