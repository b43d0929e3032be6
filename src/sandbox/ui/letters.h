// Which letters are drawn, and the font files that have them. Those of labels are always there. All
// others, such as the thousands of Chinese ones, are noted when they are first met, and looked for
// in the fonts of the system. Letters are drawn one by one, from left to right: languages whose
// letters join, or run from right to left, need more than that.
#ifndef SANDBOX_LETTERS_H
#define SANDBOX_LETTERS_H

#include <imgui.h>

#include <vector>

void letters_open();
void letters_close();

// The end of a text, without half a letter at its end, or of its first `most` bytes.
const char *letters_end(const char *text, size_t most);

// Note the letters of a text. Returns the number of a set that has them: 0 is that of labels, each
// later one has all letters noted so far.
int letters_note(const char *text, const char *end);

// The number of the last set, and how many letters it has beside those of labels.
int letters_set();
int letters_count();

// Add the last set to an atlas, and build that. Without any font file it has letters of Dear
// ImGui's own, of 13 pixels.
ImFont *letters_build(ImFontAtlas *atlas, int size);

#endif
