// Dear ImGui behind ui.h. It may call Dear ImGui and SDL's renderer, and nothing of ours.
//
// Text is kept crisp by drawing it only in sizes that were rasterised for it: each size has a font
// atlas and a texture of its own, made when the size is first asked for, so that a scene's text may
// have any size at any zoom and nothing that is drawn already has to move.
#include "ui.h"

#include <SDL.h>
#include <imgui.h>
#include <imgui_freetype.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

namespace
{

const float PANEL_TEXT = 14.0f; // points

// Further out than this, in pixels, shapes are cut off: SDL's software renderer counts in integers
// with a few bits behind the point.
const float FAR = 8000.0f;

// The largest letters rasterised, in pixels; larger ones are stretched, up to what no window holds.
const int LARGEST_SIZE = 160;
const float MAX_STRETCH = 16.0f;

// Of a longer text, the first bytes are drawn: vertices are counted with 16 bits.
const size_t LONGEST_TEXT = 8000;

// So many sizes are kept; of more, those unused for the longest time are dropped between frames.
const size_t KEPT_SIZES = 24;

const char *const FONT_FILES[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
};

// Latin, Greek, Cyrillic, punctuation, and the arrows, signs and figures that labels are made of.
const ImWchar GLYPHS[] = {0x20,   0x17f,  0x384,  0x3ce,  0x400,  0x45f,  0x2010, 0x2026,
                          0x20ac, 0x20ac, 0x2190, 0x2199, 0x2212, 0x2212, 0x221e, 0x221e,
                          0x2260, 0x2265, 0x25a0, 0x25a1, 0x25b2, 0x25cf, 0x2605, 0x2606,
                          0x2660, 0x2667, 0x2713, 0x2717, 0};

struct Face {
    int size = 0;
    int last_used = 0;
    ImFontAtlas *atlas = nullptr;
    ImFont *font = nullptr;
    SDL_Texture *texture = nullptr;
};

struct State {
    SDL_Renderer *renderer = nullptr;
    void *font_data = nullptr;
    size_t font_bytes = 0;
    std::vector<Face> faces;
    ImFontAtlas *panel_atlas = nullptr;
    SDL_Texture *panel_texture = nullptr;
    float scale = 0.0f;
    int frame = 0;
};

State state;

ImU32 color_of(ui_color c)
{
    return IM_COL32(c >> 24, (c >> 16) & 0xff, (c >> 8) & 0xff, c & 0xff);
}

ImVec4 vector_of(ui_color c)
{
    return ImGui::ColorConvertU32ToFloat4(color_of(c));
}

ImVec2 at(ui_point p)
{
    return ImVec2(p.x, p.y);
}

ImDrawList *canvas()
{
    return ImGui::GetBackgroundDrawList();
}

// ---- Fonts

void load_font_file()
{
    for (const char *path : FONT_FILES) {
        state.font_data = SDL_LoadFile(path, &state.font_bytes);
        if (state.font_data != nullptr) {
            return;
        }
    }
}

// Without a font file, Dear ImGui's own letters of 13 pixels are stretched.
ImFont *add_font(ImFontAtlas *atlas, int size)
{
    ImFontConfig config;
    if (state.font_data == nullptr) {
        return atlas->AddFontDefault();
    }
    config.FontDataOwnedByAtlas = false;
    return atlas->AddFontFromMemoryTTF(state.font_data, (int)state.font_bytes, (float)size, &config,
                                       GLYPHS);
}

SDL_Texture *upload(ImFontAtlas *atlas)
{
    unsigned char *pixels = nullptr;
    int width = 0;
    int height = 0;
    atlas->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas->FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    atlas->Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
    atlas->GetTexDataAsRGBA32(&pixels, &width, &height);
    SDL_Texture *texture = SDL_CreateTexture(state.renderer, SDL_PIXELFORMAT_RGBA32,
                                             SDL_TEXTUREACCESS_STATIC, width, height);
    if (texture != nullptr) {
        SDL_UpdateTexture(texture, nullptr, pixels, 4 * width);
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_BLEND);
        SDL_SetTextureScaleMode(texture, SDL_ScaleModeLinear);
    }
    atlas->SetTexID(texture);
    atlas->ClearTexData();
    return texture;
}

void drop(Face &face)
{
    SDL_DestroyTexture(face.texture);
    IM_DELETE(face.atlas);
}

Face &face_of(float size)
{
    int wanted = (int)std::lround(std::min(std::max(size, 6.0f), (float)LARGEST_SIZE));
    for (Face &face : state.faces) {
        if (face.size == wanted) {
            face.last_used = state.frame;
            return face;
        }
    }
    Face face;
    face.size = wanted;
    face.last_used = state.frame;
    face.atlas = IM_NEW(ImFontAtlas)();
    face.font = add_font(face.atlas, wanted);
    face.texture = upload(face.atlas);
    state.faces.push_back(face);
    return state.faces.back();
}

void drop_unused_faces()
{
    while (state.faces.size() > KEPT_SIZES) {
        auto oldest = std::min_element(
            state.faces.begin(), state.faces.end(),
            [](const Face &a, const Face &b) { return a.last_used < b.last_used; });
        drop(*oldest);
        state.faces.erase(oldest);
    }
}

const char *end_of(const char *text)
{
    return text + std::min(std::strlen(text), LONGEST_TEXT);
}

// A size below the largest is a whole number of pixels, so that each texel meets one pixel.
float drawn_size(const Face &face, float size)
{
    float largest = (float)LARGEST_SIZE;
    return size > largest ? std::min(size, largest * MAX_STRETCH) : (float)face.size;
}

// ---- Panels' looks

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

void set_scale(float scale)
{
    state.scale = scale;
    set_style(scale);
    SDL_DestroyTexture(state.panel_texture);
    state.panel_atlas->Clear();
    add_font(state.panel_atlas, (int)std::lround(PANEL_TEXT * scale));
    state.panel_texture = upload(state.panel_atlas);
}

// ---- Shapes that reach far out

bool is_far(const std::vector<ui_point> &points)
{
    return std::any_of(points.begin(), points.end(),
                       [](ui_point p) { return !(std::fabs(p.x) < FAR && std::fabs(p.y) < FAR); });
}

// Where a line crosses FAR, counted from its near end: a far one would swallow the digits of that.
ui_point crossing(ui_point a, ui_point b, float over_a, float over_b)
{
    if (over_a > over_b) {
        return crossing(b, a, over_b, over_a);
    }
    double t = (double)over_a / ((double)over_a - over_b);
    return {(float)(a.x + t * ((double)b.x - a.x)), (float)(a.y + t * ((double)b.y - a.y))};
}

// Keeps the part of a convex polygon where sign * coordinate <= FAR (Sutherland and Hodgman, 1974).
std::vector<ui_point> cut(const std::vector<ui_point> &in, float ui_point::*axis, float sign)
{
    std::vector<ui_point> out;
    for (size_t i = 0; i < in.size(); i++) {
        ui_point a = in[i];
        ui_point b = in[(i + 1) % in.size()];
        float over_a = sign * (a.*axis) - FAR;
        float over_b = sign * (b.*axis) - FAR;
        if (over_a <= 0.0f) {
            out.push_back(a);
        }
        if ((over_a < 0.0f && over_b > 0.0f) || (over_a > 0.0f && over_b < 0.0f)) {
            out.push_back(crossing(a, b, over_a, over_b));
        }
    }
    return out;
}

std::vector<ui_point> cut_to_near(std::vector<ui_point> kept)
{
    for (float sign : {1.0f, -1.0f}) {
        kept = cut(kept, &ui_point::x, sign);
        kept = cut(kept, &ui_point::y, sign);
    }
    return kept;
}

ui_point snapped(ui_point p)
{
    return {std::round(std::min(std::max(p.x, -FAR), FAR)),
            std::round(std::min(std::max(p.y, -FAR), FAR))};
}

// ---- Outlines

float area(const ui_point *points, int count)
{
    float twice = 0.0f;
    for (int i = 2; i < count; i++) {
        ui_point p = {points[i - 1].x - points[0].x, points[i - 1].y - points[0].y};
        ui_point q = {points[i].x - points[0].x, points[i].y - points[0].y};
        twice += p.x * q.y - q.x * p.y;
    }
    return twice;
}

// The outline of a core that is widened by a radius, clockwise on the screen, as Dear ImGui needs
// it to smooth the outer side: around each corner an arc from the normal of the edge before it to
// that of the edge after it. In an inner corner the two edges, moved outward, meet.
std::vector<ui_point> outline(const ui_point *core, int count, float radius)
{
    const float TURN = 6.2831853f;
    std::vector<ui_point> corners(core, core + count);
    if (area(core, count) < 0.0f) {
        std::reverse(corners.begin(), corners.end());
    }
    if (!(radius > 0.0f)) {
        return corners;
    }
    // So many chords leave a circle by a quarter of a pixel at most.
    float chords = std::min(std::max(TURN / 2 * std::sqrt(2 * radius), 16.0f), 512.0f);
    std::vector<ui_point> points;
    for (size_t i = 0; i < corners.size(); i++) {
        ui_point before = corners[(i + corners.size() - 1) % corners.size()];
        ui_point here = corners[i];
        ui_point after = corners[(i + 1) % corners.size()];
        // Outward of an edge (x, y) lies (y, -x).
        float from = std::atan2(before.x - here.x, here.y - before.y);
        float sweep = std::atan2(here.x - after.x, after.y - here.y) - from;
        sweep += sweep < 0.0f || count == 1 ? TURN : 0.0f;
        if (sweep > TURN / 2 * 1.001f && count > 2) {
            float middle = from + sweep / 2 - TURN / 2;
            float reach = radius / std::max(-std::cos(sweep / 2), 0.2f);
            points.push_back(
                {here.x + reach * std::cos(middle), here.y + reach * std::sin(middle)});
            continue;
        }
        int parts = std::max((int)std::ceil(sweep / TURN * chords), 1);
        int last = count == 1 ? parts - 1 : parts; // a whole turn ends where it began
        for (int k = 0; k <= last; k++) {
            float angle = from + sweep * (float)k / (float)parts;
            points.push_back(
                {here.x + radius * std::cos(angle), here.y + radius * std::sin(angle)});
        }
    }
    return points;
}

// ---- From draw data to the renderer

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
        bool plain = list == canvas && texture == state.panel_texture;
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
    state = State();
    state.renderer = renderer;
    load_font_file();
    state.panel_atlas = IM_NEW(ImFontAtlas)();
    if (ImGui::CreateContext(state.panel_atlas) == nullptr) {
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
    for (Face &face : state.faces) {
        drop(face);
    }
    SDL_DestroyTexture(state.panel_texture);
    ImGui::DestroyContext();
    IM_DELETE(state.panel_atlas);
    SDL_free(state.font_data);
    state = State();
}

void ui_begin(int width, int height, float scale, double seconds)
{
    drop_unused_faces();
    if (scale != state.scale) {
        set_scale(scale);
    }
    state.frame++;
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

// ---- Drawing

void ui_clear(ui_color color)
{
    SDL_SetRenderDrawColor(state.renderer, (Uint8)(color >> 24), (Uint8)(color >> 16),
                           (Uint8)(color >> 8), 255);
    SDL_RenderClear(state.renderer);
}

void ui_line(ui_point a, ui_point b, ui_color color, float width)
{
    if (is_far({a, b})) {
        std::vector<ui_point> kept = cut_to_near({a, b}); // as a polygon: there and back again
        if (kept.size() < 2) {
            return;
        }
        a = kept[0];
        b = kept[1];
    }
    // Dear ImGui moves a line's ends by half a pixel.
    canvas()->AddLine(ImVec2(a.x - 0.5f, a.y - 0.5f), ImVec2(b.x - 0.5f, b.y - 0.5f),
                      color_of(color), width);
}

void ui_rect_fill(ui_point a, ui_point b, ui_color color)
{
    canvas()->AddRectFilled(at(snapped(a)), at(snapped(b)), color_of(color));
}

void ui_rect_line(ui_point a, ui_point b, ui_color color, float width)
{
    ui_point p = snapped(a);
    ui_point q = snapped(b);
    float line = std::max(std::round(width), 1.0f);
    ImU32 ink = color_of(color);
    if (q.x - p.x <= 2.0f * line || q.y - p.y <= 2.0f * line) {
        canvas()->AddRectFilled(at(p), ImVec2(std::max(q.x, p.x + line), std::max(q.y, p.y + line)),
                                ink);
        return;
    }
    canvas()->AddRectFilled(at(p), ImVec2(q.x, p.y + line), ink);
    canvas()->AddRectFilled(ImVec2(p.x, q.y - line), at(q), ink);
    canvas()->AddRectFilled(ImVec2(p.x, p.y + line), ImVec2(p.x + line, q.y - line), ink);
    canvas()->AddRectFilled(ImVec2(q.x - line, p.y + line), ImVec2(q.x, q.y - line), ink);
}

void ui_shape_fill(const ui_point *core, int count, float radius, ui_color color)
{
    std::vector<ui_point> shape = outline(core, count, radius);
    if (is_far(shape)) {
        shape = cut_to_near(shape);
    }
    for (ui_point p : shape) {
        canvas()->PathLineTo(at(p));
    }
    canvas()->PathFillConvex(color_of(color));
}

void ui_part_fill(const ui_point *core, int count, float radius, ui_color color)
{
    const ImDrawListFlags flags = canvas()->Flags;
    canvas()->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    ui_shape_fill(core, count, radius, color);
    canvas()->Flags = flags;
}

void ui_shape_line(const ui_point *core, int count, float radius, ui_color color, float width)
{
    std::vector<ui_point> shape = outline(core, count, radius);
    if (is_far(shape)) {
        for (size_t i = 0; i < shape.size(); i++) {
            ui_line(shape[i], shape[(i + 1) % shape.size()], color, width);
        }
        return;
    }
    for (ui_point p : shape) {
        canvas()->PathLineTo(at(p));
    }
    canvas()->PathStroke(color_of(color), shape.size() > 2 ? ImDrawFlags_Closed : ImDrawFlags_None,
                         width);
}

void ui_text(ui_point where, float size, ui_color color, const char *text)
{
    const Face &face = face_of(size);
    ImDrawList *list = canvas();
    list->PushTextureID(face.texture);
    list->AddText(face.font, drawn_size(face, size), at(snapped(where)), color_of(color), text,
                  end_of(text));
    list->PopTextureID();
}

ui_point ui_text_extent(float size, const char *text)
{
    const Face &face = face_of(size);
    ImVec2 extent =
        face.font->CalcTextSizeA(drawn_size(face, size), FLT_MAX, 0.0f, text, end_of(text));
    return {extent.x, extent.y};
}

void ui_picture(SDL_Texture *texture, ui_point a, ui_point b, ui_point from, ui_point to)
{
    canvas()->AddImage(texture, at(a), at(b), at(from), at(to));
}

// ---- Panels

void ui_panel_begin(const char *title, ui_place place)
{
    ImGui::SetNextWindowPos(ImVec2(place.x, place.y), ImGuiCond_Always,
                            ImVec2(place.pivot_x, place.pivot_y));
    ImGui::SetNextWindowSizeConstraints(
        ImVec2(place.width, 0.0f), ImVec2(place.width > 0.0f ? place.width : FLT_MAX,
                                          place.max_height > 0.0f ? place.max_height : FLT_MAX));
    ImGui::Begin(title, nullptr,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysAutoResize);
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
}

namespace
{

// A line, or what of its begin is no wider, with three dots behind.
std::string shortened(const char *line, float width)
{
    std::string text = line;
    size_t end = text.size();
    while (end > 0 && ImGui::CalcTextSize(text.c_str()).x > width) {
        do { // the bytes of a letter in UTF-8 after its first are 10xxxxxx
            end--;
        } while (end > 0 && (line[end] & 0xc0) == 0x80);
        text = std::string(line, end) + "...";
    }
    return text;
}

} // namespace

void ui_label(const char *text, ui_color color)
{
    ImGui::PushStyleColor(ImGuiCol_Text, color_of(color));
    ImGui::TextUnformatted(text);
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
    // A panel that fits what is in it is as wide as the window at the most.
    const ImGuiStyle &style = ImGui::GetStyle();
    float most = ImGui::GetIO().DisplaySize.x - 2 * style.WindowPadding.x - style.ScrollbarSize;
    ui_label(left, 0x7cc4ffff);
    ImGui::SameLine(
        std::max(column, style.WindowPadding.x + ImGui::GetItemRectSize().x + style.ItemSpacing.x));
    ImGui::PushTextWrapPos(most);
    ImGui::TextUnformatted(right);
    ImGui::PopTextWrapPos();
}

void ui_space(void)
{
    ImGui::Spacing();
}

void ui_check(const char *label, bool *value)
{
    ImGui::Checkbox(label, value);
}

ui_answer ui_choice(const char *label, const char *hint, float column, bool chosen, bool scroll_to)
{
    ImGui::GetStyle().Colors[ImGuiCol_HeaderHovered] = vector_of(chosen ? 0x2c4a66ff : 0);
    bool picked = ImGui::Selectable(label, chosen);
    ImVec2 moved = ImGui::GetIO().MouseDelta;
    bool pointed = ImGui::IsItemHovered() && (moved.x != 0.0f || moved.y != 0.0f);
    if (scroll_to) {
        ImGui::SetScrollHereY();
    }
    ImGui::SameLine(column);
    ui_label(shortened(hint, ImGui::GetContentRegionAvail().x).c_str(),
             chosen ? 0xc3ccd6ff : 0x93a0aeff);
    return picked ? UI_PICKED : pointed ? UI_POINTED : UI_NOTHING;
}
