/// Printing. A terminal obeys control codes, and a reader of a report believes its lines: so texts
/// from scripts and names of files are escaped before they are printed. Nothing else in the sandbox
/// prints them.
///
/// Printable UTF-8 stays as it is. Escaped are control characters (C0, DEL, C1), bytes that are not
/// UTF-8, characters that reverse or break a line (U+2028 to U+202E, U+2066 to U+2069), and U+FFFE
/// and U+FFFF, which XML forbids: as `\27` up to 255, as `\u{202E}` above. Tabs stay. Escaping a
/// text again changes nothing.
#ifndef SANDBOX_TERMINAL_H
#define SANDBOX_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct lua_State;

enum { TERMINAL_ROOM = 16 }; ///< bytes that one escaped character takes, with the null

/// Escape the first character of a text.
/// @param length     bytes of the text, > 0
/// @param is_line    escape newlines too
/// @param[out] out   the character or its escape, ended by a null
/// @return how many bytes of the text it was
size_t terminal_escape(const char *text, size_t length, bool is_line, char out[TERMINAL_ROOM]);

/// Print by a format whose conversions are %s, %-20s, %d, %ld and %%. The texts of %s are escaped,
/// each as one line.
__attribute__((format(printf, 2, 3))) void terminal_print(FILE *file, const char *format, ...);

/// Print a text of several lines, escaped, and a newline.
/// @param indent  what each line after the first begins with
void terminal_print_lines(FILE *file, const char *text, const char *indent);

/// Escape a text as one line, as far as there is room.
void terminal_copy(char *out, size_t size, const char *text);

/// escape(text[, is_line]) -> the text, escaped [-0, +1, v]
int terminal_lua_escape(struct lua_State *L);

/// print(text, is_raw): print a text and a newline to stdout, escaped unless it is raw [-0, +0, v]
int terminal_lua_print(struct lua_State *L);

#endif
