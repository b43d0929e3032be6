// Frames: begin and end, the mouse, and passing drawings on to SDL's renderer.
#include "fonts.h"
#include "sandbox/options.h"
#include "style.h"

#include <SDL.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace
{

const float PANEL_TEXT = 14.0f; // points

struct State {
    SDL_Renderer *renderer = nullptr;
    float scale = 0.0f;
};

State state;

// Neither Dear ImGui nor the vectors here survive a failed allocation. Their memory is limited:
// some 200 megabytes for a frame.
[[noreturn]] void end_without_memory()
{
    std::fputs("hitbox: not enough memory to draw\n", stderr);
    std::_Exit(EXIT_FAILED);
}

void *take(size_t size, void *)
{
    void *block = std::malloc(size);
    if (block == nullptr) {
        end_without_memory();
    }
    return block;
}

void give(void *block, void *)
{
    std::free(block);
}

void render(const ImDrawList *list, ImVec2 size)
{
    const ImDrawList *canvas = ImGui::GetBackgroundDrawList();
    for (const ImDrawCmd &command : list->CmdBuffer) {
        SDL_Rect clip;
        clip.x = (int)std::max(command.ClipRect.x, 0.0f);
        clip.y = (int)std::max(command.ClipRect.y, 0.0f);
        clip.w = (int)std::min(command.ClipRect.z, size.x) - clip.x;
        clip.h = (int)std::min(command.ClipRect.w, size.y) - clip.y;
        if (clip.w <= 0 || clip.h <= 0 || command.ElemCount == 0) {
            continue;
        }
        SDL_RenderSetClipRect(state.renderer, &clip);
        const ImDrawVert *first = list->VtxBuffer.Data + command.VtxOffset;
        // What the canvas draws with the panels' texture is plain shapes: each texel met is white.
        SDL_Texture *texture = (SDL_Texture *)command.GetTexID();
        bool plain = list == canvas && texture == fonts_panel_texture();
        SDL_RenderGeometryRaw(
            state.renderer, plain ? nullptr : texture, &first->pos.x, sizeof *first,
            (const SDL_Color *)&first->col, sizeof *first, &first->uv.x, sizeof *first,
            list->VtxBuffer.Size - (int)command.VtxOffset, list->IdxBuffer.Data + command.IdxOffset,
            (int)command.ElemCount, sizeof(ImDrawIdx));
    }
    SDL_RenderSetClipRect(state.renderer, nullptr);
}

} // namespace

bool ui_open(SDL_Renderer *renderer)
{
    state.renderer = renderer;
    std::set_new_handler(end_without_memory);
    ImGui::SetAllocatorFunctions(take, give);
    fonts_open(renderer);
    if (ImGui::CreateContext(fonts_panel_atlas()) == nullptr) {
        return false;
    }
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    return true;
}

void ui_close(void)
{
    if (ImGui::GetCurrentContext() == nullptr) {
        return;
    }
    ImGui::DestroyContext();
    fonts_close();
    state = State();
}

void ui_begin(int width, int height, float scale, double seconds)
{
    fonts_begin_frame();
    if (scale != state.scale) {
        state.scale = scale;
        set_style(scale);
    }
    fonts_set_panel_size((int)std::lround(PANEL_TEXT * scale));
    ImGuiIO &io = ImGui::GetIO();
    io.DisplaySize = ImVec2((float)width, (float)height);
    io.DeltaTime = std::max((float)seconds, 1e-4f); // Dear ImGui divides by it
    ImGui::NewFrame();
}

void ui_end(void)
{
    ImGui::Render();
    SDL_SetRenderDrawBlendMode(state.renderer, SDL_BLENDMODE_BLEND);
    const ImDrawData *data = ImGui::GetDrawData();
    for (int i = 0; i < data->CmdListsCount; i++) {
        render(data->CmdLists[i], data->DisplaySize);
    }
}

void ui_mouse(float x, float y, unsigned buttons, float wheel)
{
    ImGuiIO &io = ImGui::GetIO();
    io.MousePos = ImVec2(x, y);
    io.MouseWheel += wheel;
    for (int i = 0; i < 3; i++) {
        io.MouseDown[i] = (buttons >> i & 1) != 0;
    }
}

bool ui_takes_mouse(void)
{
    return ImGui::GetIO().WantCaptureMouse;
}

float ui_scale(void)
{
    return state.scale;
}

void ui_clear(ui_color color)
{
    SDL_SetRenderDrawColor(state.renderer, (Uint8)(color >> 24), (Uint8)(color >> 16),
                           (Uint8)(color >> 8), 255);
    SDL_RenderClear(state.renderer);
}
