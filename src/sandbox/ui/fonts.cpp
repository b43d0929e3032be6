// Owns the atlases and their textures.
#include "fonts.h"

#include "glyphs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace
{

const float SMALLEST_SIZE = 6.0f; // pixels

// The largest glyphs rasterised, in pixels; larger ones are stretched, up to what no window holds.
const int LARGEST_SIZE = 160;
const float MAX_STRETCH = 16.0f;

// Sizes that are kept; of more, those unused for the longest time are dropped between frames.
const size_t KEPT_SIZES = 24;

// The pixels of one atlas. Of many glyphs, large ones are stretched, so that they have room.
const int MAX_PIXELS = 2048 * 2048;

// The pixels of all atlases that are made in one frame: a quarter of a gigabyte. Text of further
// sizes, or with further glyphs, is drawn with what there is until the next frame.
const size_t MAX_NEW_PIXELS = 64u << 20;

struct Fonts {
    SDL_Renderer *renderer = nullptr;
    std::vector<Face> faces;
    ImFontAtlas *panel_atlas = nullptr;
    SDL_Texture *panel_texture = nullptr;
    int panel_size = 0;
    int panel_set = 0; // of glyphs
    int panel_needs = 0;
    int frame = 0;
    size_t new_pixels = 0; // in this frame
};

Fonts fonts;

SDL_Texture *upload(ImFontAtlas *atlas)
{
    unsigned char *pixels = nullptr;
    int width = 0;
    int height = 0;
    atlas->GetTexDataAsRGBA32(&pixels, &width, &height);
    fonts.new_pixels += (size_t)width * (size_t)height;
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

// Of those of the nearest size, the one with the most glyphs.
Face &nearest_face(int size)
{
    return *std::min_element(fonts.faces.begin(), fonts.faces.end(),
                             [size](const Face &a, const Face &b) {
                                 int off_a = std::abs(a.size - size);
                                 int off_b = std::abs(b.size - size);
                                 return off_a != off_b ? off_a < off_b : a.set > b.set;
                             });
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
    glyphs_open();
    fonts.panel_atlas = IM_NEW(ImFontAtlas)();
}

void fonts_close()
{
    for (Face &face : fonts.faces) {
        drop(face);
    }
    SDL_DestroyTexture(fonts.panel_texture);
    IM_DELETE(fonts.panel_atlas);
    glyphs_close();
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
    fonts.new_pixels = 0;
}

const Face &fonts_face(float size, const char *text, const char *end)
{
    int set = glyphs_note(text, end);
    int largest = LARGEST_SIZE;
    if (set > 0) {
        largest = std::min(largest, (int)std::sqrt(MAX_PIXELS / (glyphs_count() + 1)));
    }
    int wanted = (int)std::lround(std::min(std::max(size, SMALLEST_SIZE), (float)largest));
    for (Face &face : fonts.faces) {
        if (face.size == wanted && face.set >= set) {
            face.last_used = fonts.frame;
            return face;
        }
    }
    if (fonts.new_pixels > MAX_NEW_PIXELS) { // so there is one at least
        Face &face = nearest_face(wanted);
        face.last_used = fonts.frame;
        return face;
    }
    Face face;
    face.size = wanted;
    face.set = glyphs_set();
    face.last_used = fonts.frame;
    face.atlas = IM_NEW(ImFontAtlas)();
    face.font = glyphs_build(face.atlas, wanted);
    face.texture = upload(face.atlas);
    fonts.faces.push_back(face);
    return fonts.faces.back();
}

float fonts_drawn_size(const Face &face, float size)
{
    bool stretched = std::fabs(std::max(size, SMALLEST_SIZE) - (float)face.size) > 0.5f;
    float max_size = (float)LARGEST_SIZE * MAX_STRETCH;
    return stretched ? std::min(std::max(size, SMALLEST_SIZE), max_size) : (float)face.size;
}

ImFontAtlas *fonts_panel_atlas()
{
    return fonts.panel_atlas;
}

SDL_Texture *fonts_panel_texture()
{
    return fonts.panel_texture;
}

void fonts_note_panel(const char *text, const char *end)
{
    fonts.panel_needs = std::max(fonts.panel_needs, glyphs_note(text, end));
}

void fonts_set_panel_size(int size)
{
    if (size == fonts.panel_size && fonts.panel_set >= fonts.panel_needs) {
        return;
    }
    fonts.panel_size = size;
    fonts.panel_set = glyphs_set();
    SDL_DestroyTexture(fonts.panel_texture);
    fonts.panel_atlas->Clear();
    glyphs_build(fonts.panel_atlas, size);
    fonts.panel_texture = upload(fonts.panel_atlas);
}
