// Calls Dear ImGui, FreeType, SDL for files, and files.h.
#include "letters.h"

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

// The preferred one. Without it, one is looked for as for letters that it has not.
const char *const FONT_FILES[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
};

// Where Linux and the BSDs have fonts, and below the user's home.
const char *const FONT_FOLDERS[] = {"/usr/share/fonts", "/usr/local/share/fonts"};
const char *const HOME_FOLDERS[] = {"/.local/share/fonts", "/.fonts"};
const char *const FONT_ENDINGS[] = {".ttf", ".ttc", ".otf"};

// Latin, Greek, Cyrillic, punctuation, and the arrows, signs and figures that labels are made of.
const ImWchar GLYPHS[] = {0x20,   0x17f,  0x384,  0x3ce,  0x400,  0x45f,  0x2010, 0x2026,
                          0x20ac, 0x20ac, 0x2190, 0x2199, 0x2212, 0x2212, 0x221e, 0x221e,
                          0x2260, 0x2265, 0x25a0, 0x25a1, 0x25b2, 0x25cf, 0x2605, 0x2606,
                          0x2660, 0x2667, 0x2713, 0x2717, 0xfffd, 0xfffd, 0};

// More than scenes have. Those that are met later are drawn as those that no font has.
const int MOST_LETTERS = 2000;

const size_t MOST_FONTS = 8;

// Letters of this many are together in one font, or in none.
const int BLOCK = 256;

struct FontFile {
    void *data;
    size_t bytes;
    FT_Face face;
};

struct Letters {
    FT_Library library = nullptr;
    std::vector<FontFile> fonts;
    bool listed = false;
    sb_paths files = {};               // all fonts of the system, once one was looked for
    std::bitset<0x10000 / BLOCK> lost; // the blocks of letters that no font has
    ImFontGlyphRangesBuilder of_labels, noted;
    int set = 0;
    int count = 0;
};

Letters letters;

bool add_font(const char *path)
{
    FontFile font = {};
    font.data = SDL_LoadFile(path, &font.bytes);
    if (font.data == nullptr || FT_New_Memory_Face(letters.library, (const FT_Byte *)font.data,
                                                   (FT_Long)font.bytes, 0, &font.face) != 0) {
        SDL_free(font.data);
        return false;
    }
    letters.fonts.push_back(font);
    return true;
}

void list_fonts()
{
    const char *home = SDL_getenv("HOME");
    if (letters.listed) {
        return;
    }
    for (const char *ending : FONT_ENDINGS) { // a folder that cannot be read has none
        for (const char *folder : FONT_FOLDERS) {
            files_list(&letters.files, folder, ending, nullptr, true);
        }
        for (const char *folder : HOME_FOLDERS) {
            std::string path = std::string(home != nullptr ? home : "") + folder;
            files_list(&letters.files, path.c_str(), ending, nullptr, true);
        }
    }
    letters.listed = true;
}

// How well a font goes with plain text, if it has a letter; else 0.
int fitness(const char *path, ImWchar letter)
{
    FT_Face face;
    if (FT_New_Face(letters.library, path, 0, &face) != 0) {
        return 0;
    }
    int fit = 0;
    if (FT_IS_SCALABLE(face) && FT_Get_Char_Index(face, letter) != 0) {
        const char *style = face->style_name != nullptr ? face->style_name : "";
        bool regular = std::strcmp(style, "Regular") == 0 || std::strcmp(style, "Book") == 0;
        fit = 1 + (std::strstr(path, "Sans") != nullptr) + 2 * (face->style_flags == 0) +
              4 * (regular && !FT_IS_FIXED_WIDTH(face));
    }
    FT_Done_Face(face);
    return fit;
}

// Load the font of the system that goes best with a letter, unless one that has it is loaded.
void find_font(ImWchar letter)
{
    for (const FontFile &font : letters.fonts) {
        if (FT_Get_Char_Index(font.face, letter) != 0) {
            return;
        }
    }
    if (letters.lost[letter / BLOCK] || letters.fonts.size() == MOST_FONTS) {
        return;
    }
    list_fonts();
    int best = -1;
    int best_fit = 0;
    for (int i = 0; i < letters.files.count; i++) {
        int fit = fitness(letters.files.paths[i], letter);
        if (fit > best_fit) {
            best = i;
            best_fit = fit;
        }
    }
    if (best < 0 || !add_font(letters.files.paths[best])) {
        letters.lost.set(letter / BLOCK);
    }
}

// How high a line is, in ems, within reason. Sizes are heights of lines, and letters are to be
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

void letters_open()
{
    letters.of_labels.AddRanges(GLYPHS);
    letters.noted = letters.of_labels;
    if (FT_Init_FreeType(&letters.library) != 0) {
        letters.library = nullptr;
        return;
    }
    for (size_t i = 0; i < SDL_arraysize(FONT_FILES) && letters.fonts.empty(); i++) {
        add_font(FONT_FILES[i]);
    }
    if (letters.fonts.empty()) {
        find_font('a');
    }
}

void letters_close()
{
    for (const FontFile &font : letters.fonts) {
        FT_Done_Face(font.face);
        SDL_free(font.data);
    }
    FT_Done_FreeType(letters.library);
    files_free(&letters.files);
    letters = Letters();
}

const char *letters_end(const char *text, size_t most)
{
    size_t end = std::min(std::strlen(text), most);
    size_t begin = end; // of the last letter: in UTF-8 its bytes after the first are 10xxxxxx
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

int letters_note(const char *text, const char *end)
{
    auto is_ascii = [](char byte) { return ((unsigned char)byte & 0x80) == 0; };
    if (letters.fonts.empty() || std::all_of(text, end, is_ascii)) {
        return 0;
    }
    ImFontGlyphRangesBuilder more = letters.of_labels;
    more.AddText(text, end);
    if (is_same(more, letters.of_labels)) {
        return 0;
    }
    more = letters.noted;
    more.AddText(text, end);
    if (is_same(more, letters.noted) || letters.count == MOST_LETTERS) {
        return letters.set;
    }
    for (size_t letter = 0; letter < 0x10000 && letters.count < MOST_LETTERS; letter++) {
        if (more.GetBit(letter) && !letters.noted.GetBit(letter)) {
            letters.noted.SetBit(letter);
            letters.count++;
            find_font((ImWchar)letter);
        }
    }
    return ++letters.set;
}

int letters_set()
{
    return letters.set;
}

int letters_count()
{
    return letters.count;
}

ImFont *letters_build(ImFontAtlas *atlas, int size)
{
    ImVector<ImWchar> ranges; // needed until the atlas is built, and that is only once
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    letters.noted.BuildRanges(&ranges);
    atlas->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas->FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
    atlas->Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
    for (const FontFile &font : letters.fonts) { // the first that has a letter counts
        float equal = (float)size * height_of(font) / height_of(letters.fonts[0]);
        atlas->AddFontFromMemoryTTF(font.data, (int)font.bytes, equal, &config, ranges.Data);
        config.MergeMode = true;
    }
    if (letters.fonts.empty()) {
        atlas->AddFontDefault();
    }
    atlas->Build();
    return atlas->Fonts[0];
}
