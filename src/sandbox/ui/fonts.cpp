// Owns the font file, the atlases and their textures.
#include "fonts.h"

#include <imgui_freetype.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace
{

// The largest letters rasterised, in pixels; larger ones are stretched, up to what no window holds.
const int LARGEST_SIZE = 160;
const float MAX_STRETCH = 16.0f;

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

struct Fonts {
    SDL_Renderer *renderer = nullptr;
    void *font_data = nullptr;
    size_t font_bytes = 0;
    std::vector<Face> faces;
    ImFontAtlas *panel_atlas = nullptr;
    SDL_Texture *panel_texture = nullptr;
    int frame = 0;
};

Fonts fonts;

void load_font_file()
{
    for (const char *path : FONT_FILES) {
        fonts.font_data = SDL_LoadFile(path, &fonts.font_bytes);
        if (fonts.font_data != nullptr) {
            return;
        }
    }
}

// Without a font file, Dear ImGui's own letters of 13 pixels are stretched.
ImFont *add_font(ImFontAtlas *atlas, int size)
{
    ImFontConfig config;
    if (fonts.font_data == nullptr) {
        return atlas->AddFontDefault();
    }
    config.FontDataOwnedByAtlas = false;
    return atlas->AddFontFromMemoryTTF(fonts.font_data, (int)fonts.font_bytes, (float)size, &config,
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
    SDL_Texture *texture = SDL_CreateTexture(fonts.renderer, SDL_PIXELFORMAT_RGBA32,
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

} // namespace

void fonts_open(SDL_Renderer *renderer)
{
    fonts.renderer = renderer;
    load_font_file();
    fonts.panel_atlas = IM_NEW(ImFontAtlas)();
}

void fonts_close()
{
    for (Face &face : fonts.faces) {
        drop(face);
    }
    SDL_DestroyTexture(fonts.panel_texture);
    IM_DELETE(fonts.panel_atlas);
    SDL_free(fonts.font_data);
    fonts = Fonts();
}

void fonts_begin_frame()
{
    while (fonts.faces.size() > KEPT_SIZES) {
        auto oldest = std::min_element(
            fonts.faces.begin(), fonts.faces.end(),
            [](const Face &a, const Face &b) { return a.last_used < b.last_used; });
        drop(*oldest);
        fonts.faces.erase(oldest);
    }
    fonts.frame++;
}

const Face &fonts_face(float size)
{
    int wanted = (int)std::lround(std::min(std::max(size, 6.0f), (float)LARGEST_SIZE));
    for (Face &face : fonts.faces) {
        if (face.size == wanted) {
            face.last_used = fonts.frame;
            return face;
        }
    }
    Face face;
    face.size = wanted;
    face.last_used = fonts.frame;
    face.atlas = IM_NEW(ImFontAtlas)();
    face.font = add_font(face.atlas, wanted);
    face.texture = upload(face.atlas);
    fonts.faces.push_back(face);
    return fonts.faces.back();
}

// A size below the largest is a whole number of pixels, so that each texel meets one pixel.
float fonts_drawn_size(const Face &face, float size)
{
    float largest = (float)LARGEST_SIZE;
    return size > largest ? std::min(size, largest * MAX_STRETCH) : (float)face.size;
}

ImFontAtlas *fonts_panel_atlas()
{
    return fonts.panel_atlas;
}

SDL_Texture *fonts_panel_texture()
{
    return fonts.panel_texture;
}

void fonts_set_panel_size(int size)
{
    SDL_DestroyTexture(fonts.panel_texture);
    fonts.panel_atlas->Clear();
    add_font(fonts.panel_atlas, size);
    fonts.panel_texture = upload(fonts.panel_atlas);
}
