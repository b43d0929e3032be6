// Glyphs as textures. Text is kept crisp by drawing it only in sizes that were rasterised for it:
// each size has a font atlas and a texture of its own, made when the size is first asked for, so
// that a scene's text may have any size at any zoom and nothing that is drawn already has to move.
#ifndef SANDBOX_FONTS_H
#define SANDBOX_FONTS_H

#include <SDL.h>
#include <imgui.h>

struct Face {
    int size = 0; // pixels
    int set = 0;  // of glyphs
    int last_used = 0;
    ImFontAtlas *atlas = nullptr;
    ImFont *font = nullptr;
    SDL_Texture *texture = nullptr;
};

void fonts_open(SDL_Renderer *renderer);
void fonts_close();

// Before each frame: of many sizes, those unused for the longest time are dropped.
void fonts_begin_frame();

// The face for a text of a size in pixels; until another one is asked for.
const Face &fonts_face(float size, const char *text, const char *end);

// The size in which a face is drawn for text of a size.
float fonts_drawn_size(const Face &face, float size);

// The glyphs of panels, which Dear ImGui draws itself.
ImFontAtlas *fonts_panel_atlas();
SDL_Texture *fonts_panel_texture();

// Before each frame: how large they are.
void fonts_set_panel_size(int size);

// What is to be read in a panel. Glyphs that are met first are there from the next frame on.
void fonts_note_panel(const char *text, const char *end);

#endif
