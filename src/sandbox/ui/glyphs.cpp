// Calls Dear ImGui, FreeType, SDL for files, and files.h.
#include "glyphs.h"

#include "sandbox/files.h"

#include <SDL.h>
#include <ft2build.h>
#include <imgui_freetype.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <bitset>
#include <cstring>
#include <string>

namespace
{

// The preferred one. Without it, one is looked for as for glyphs that it has not.
const char *const FONT_FILES[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
};

// Where Linux and the BSDs have fonts, and below the user's home.
const char *const FONT_FOLDERS[] = {"/usr/share/fonts", "/usr/local/share/fonts"};
const char *const HOME_FOLDERS[] = {"/.local/share/fonts", "/.fonts"};
const char *const FONT_ENDINGS[] = {".ttf", ".ttc", ".otf"};

// Latin, Greek, Cyrillic, punctuation, and the arrows, signs and primitives that labels are made
// of.
const ImWchar GLYPHS[] = {0x20,   0x17f,  0x384,  0x3ce,  0x400,  0x45f,  0x2010, 0x2026,
                          0x20ac, 0x20ac, 0x2190, 0x2199, 0x2212, 0x2212, 0x221e, 0x221e,
                          0x2260, 0x2265, 0x25a0, 0x25a1, 0x25b2, 0x25cf, 0x2605, 0x2606,
                          0x2660, 0x2667, 0x2713, 0x2717, 0xfffd, 0xfffd, 0};

// More than scenes have. Those that are met later are drawn as those that no font has.
const int MAX_GLYPHS = 2000;

const size_t MAX_FONTS = 8;

// Glyphs of this many are together in one font, or in none.
const int BLOCK = 256;

struct FontFile {
    void *data;
    size_t bytes;
    FT_Face face;
};

struct Glyphs {
    FT_Library library = nullptr;
    std::vector<FontFile> fonts;
    bool listed = false;
    sb_paths files = {};               // all fonts of the system, once one was looked for
    std::bitset<0x10000 / BLOCK> lost; // the blocks of glyphs that no font has
    ImFontGlyphRangesBuilder of_labels, noted;
    int set = 0;
    int count = 0;
};

Glyphs glyphs;

bool add_font(const char *path)
{
    FontFile font = {};
    font.data = SDL_LoadFile(path, &font.bytes);
    if (font.data == nullptr || FT_New_Memory_Face(glyphs.library, (const FT_Byte *)font.data,
                                                   (FT_Long)font.bytes, 0, &font.face) != 0) {
        SDL_free(font.data);
        return false;
    }
    glyphs.fonts.push_back(font);
    return true;
}

void list_fonts()
{
    const char *home = SDL_getenv("HOME");
    if (glyphs.listed) {
        return;
    }
    for (const char *ending : FONT_ENDINGS) { // a folder that cannot be read has none
        for (const char *folder : FONT_FOLDERS) {
            files_list(&glyphs.files, folder, ending, nullptr, true);
        }
        for (const char *folder : HOME_FOLDERS) {
            std::string path = std::string(home != nullptr ? home : "") + folder;
            files_list(&glyphs.files, path.c_str(), ending, nullptr, true);
        }
    }
    glyphs.listed = true;
}

// How well a font goes with plain text, if it has a glyph; else 0.
int fitness(const char *path, ImWchar glyph)
{
    FT_Face face;
    if (FT_New_Face(glyphs.library, path, 0, &face) != 0) {
        return 0;
    }
    int fit = 0;
    if (FT_IS_SCALABLE(face) && FT_Get_Char_Index(face, glyph) != 0) {
        const char *style = face->style_name != nullptr ? face->style_name : "";
        bool regular = std::strcmp(style, "Regular") == 0 || std::strcmp(style, "Book") == 0;
        fit = 1 + (std::strstr(path, "Sans") != nullptr) + 2 * (face->style_flags == 0) +
              4 * (regular && !FT_IS_FIXED_WIDTH(face));
    }
    FT_Done_Face(face);
    return fit;
}

// Load the font of the system that goes best with a glyph, unless one that has it is loaded.
void find_font(ImWchar glyph)
{
    for (const FontFile &font : glyphs.fonts) {
        if (FT_Get_Char_Index(font.face, glyph) != 0) {
            return;
        }
    }
    if (glyphs.lost[glyph / BLOCK] || glyphs.fonts.size() == MAX_FONTS) {
        return;
    }
    list_fonts();
    int best = -1;
    int best_fit = 0;
    for (int i = 0; i < glyphs.files.count; i++) {
        int fit = fitness(glyphs.files.paths[i], glyph);
        if (fit > best_fit) {
            best = i;
            best_fit = fit;
        }
    }
    if (best < 0 || !add_font(glyphs.files.paths[best])) {
        glyphs.lost.set(glyph / BLOCK);
    }
}

// How high a line is, in ems, within reason. Sizes are heights of lines, and glyphs are to be
// alike in ems.
float height_of(const FontFile &font)
{
    float height = (float)(font.face->ascender - font.face->descender);
    return std::min(std::max(height / (float)font.face->units_per_EM, 0.5f), 3.0f);
}

bool is_same(const ImFontGlyphRangesBuilder &a, const ImFontGlyphRangesBuilder &b)
{
    return std::memcmp(a.UsedChars.Data, b.UsedChars.Data, (size_t)a.UsedChars.size_in_bytes()) ==
           0;
}

} // namespace

void glyphs_open()
{
    glyphs.of_labels.AddRanges(GLYPHS);
    glyphs.noted = glyphs.of_labels;
    if (FT_Init_FreeType(&glyphs.library) != 0) {
        glyphs.library = nullptr;
        return;
    }
    for (size_t i = 0; i < SDL_arraysize(FONT_FILES) && glyphs.fonts.empty(); i++) {
        add_font(FONT_FILES[i]);
    }
    if (glyphs.fonts.empty()) {
        find_font('a');
    }
}

void glyphs_close()
{
    for (const FontFile &font : glyphs.fonts) {
        FT_Done_Face(font.face);
        SDL_free(font.data);
    }
    FT_Done_FreeType(glyphs.library);
    files_free(&glyphs.files);
    glyphs = Glyphs();
}

const char *glyphs_end(const char *text, size_t max_bytes)
{
    size_t end = std::min(std::strlen(text), max_bytes);
    size_t begin = end; // of the last glyph: in UTF-8 its bytes after the first are 10xxxxxx
    while (begin > 0 && end - begin < 4 && ((unsigned char)text[begin - 1] & 0xc0) == 0x80) {
        begin--;
    }
    if (begin > 0) {
        unsigned char first = (unsigned char)text[begin - 1];
        size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
        end = end - begin + 1 < length ? begin - 1 : end;
    }
    return text + end;
}

int glyphs_note(const char *text, const char *end)
{
    auto is_ascii = [](char byte) { return ((unsigned char)byte & 0x80) == 0; };
    if (glyphs.fonts.empty() || std::all_of(text, end, is_ascii)) {
        return 0;
    }
    ImFontGlyphRangesBuilder more = glyphs.of_labels;
    more.AddText(text, end);
    if (is_same(more, glyphs.of_labels)) {
        return 0;
    }
    more = glyphs.noted;
    more.AddText(text, end);
    if (is_same(more, glyphs.noted) || glyphs.count == MAX_GLYPHS) {
        return glyphs.set;
    }
    for (size_t glyph = 0; glyph < 0x10000 && glyphs.count < MAX_GLYPHS; glyph++) {
        if (more.GetBit(glyph) && !glyphs.noted.GetBit(glyph)) {
            glyphs.noted.SetBit(glyph);
            glyphs.count++;
            find_font((ImWchar)glyph);
        }
    }
    return ++glyphs.set;
}

int glyphs_set()
{
    return glyphs.set;
}

int glyphs_count()
{
    return glyphs.count;
}

ImFont *glyphs_build(ImFontAtlas *atlas, int size)
{
    ImVector<ImWchar> ranges; // needed until the atlas is built, and that is only once
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    glyphs.noted.BuildRanges(&ranges);
    atlas->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas->FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    atlas->Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
    for (const FontFile &font : glyphs.fonts) { // the first that has a glyph counts
        float equal = (float)size * height_of(font) / height_of(glyphs.fonts[0]);
        atlas->AddFontFromMemoryTTF(font.data, (int)font.bytes, equal, &config, ranges.Data);
        config.MergeMode = true;
    }
    if (glyphs.fonts.empty()) {
        atlas->AddFontDefault();
    }
    atlas->Build();
    return atlas->Fonts[0];
}
