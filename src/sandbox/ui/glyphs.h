// Which glyphs are drawn, and the font files that have them. Those of labels are always there. All
// others, such as the thousands of Chinese ones, are noted when they are first met, and looked for
// in the fonts of the system. Glyphs are drawn one by one, from left to right: languages whose
// glyphs join, or run from right to left, need more than that.
#ifndef SANDBOX_GLYPHS_H
#define SANDBOX_GLYPHS_H

#include <imgui.h>

#include <vector>

void glyphs_open();
void glyphs_close();

// The end of a text, without half a glyph at its end, or of its first `most` bytes.
const char *glyphs_end(const char *text, size_t max_bytes);

// Note the glyphs of a text. Returns the number of a set that has them: 0 is that of labels, each
// later one has all glyphs noted so far.
int glyphs_note(const char *text, const char *end);

// The number of the last set, and how many glyphs it has beside those of labels.
int glyphs_set();
int glyphs_count();

// Add the last set to an atlas, and build that. Without any font file it has glyphs of Dear
// ImGui's own, of 13 pixels.
ImFont *glyphs_build(ImFontAtlas *atlas, int size);

#endif
