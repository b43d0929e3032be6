#include "style.h"

void set_style(float scale)
{
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowRounding = 6.0f;
    style.FrameRounding = 3.0f;
    style.WindowPadding = ImVec2(16, 14);
    style.ItemSpacing = ImVec2(10, 6);
    style.FramePadding = ImVec2(6, 3);
    style.WindowBorderSize = 1.0f;
    style.WindowTitleAlign = ImVec2(0.0f, 0.5f);
    style.AntiAliasedLinesUseTex = false;
    style.Colors[ImGuiCol_WindowBg] = vector_of(0x1b2027ff);
    style.Colors[ImGuiCol_Border] = vector_of(0x3a4350ff);
    style.Colors[ImGuiCol_TitleBg] = vector_of(0x232a33ff);
    style.Colors[ImGuiCol_TitleBgActive] = vector_of(0x232a33ff);
    style.Colors[ImGuiCol_FrameBg] = vector_of(0x2b333dff);
    style.Colors[ImGuiCol_FrameBgHovered] = vector_of(0x38434fff);
    style.Colors[ImGuiCol_FrameBgActive] = vector_of(0x465362ff);
    style.Colors[ImGuiCol_CheckMark] = vector_of(0x7cc4ffff);
    style.Colors[ImGuiCol_Header] = vector_of(0x2c4a66ff);
    style.Colors[ImGuiCol_HeaderActive] = vector_of(0x35597aff);
    style.Colors[ImGuiCol_Text] = vector_of(0xdfe5ecff);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}
