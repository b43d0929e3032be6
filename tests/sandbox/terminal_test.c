/// Escaping of printed text: each character against a list that was written by hand.
#include "sandbox/terminal.h"

#include "testing.h"

#include <string.h>

static void expect(const char *text, size_t length, bool is_line, const char *want)
{
    char out[TERMINAL_ROOM];
    char all[256] = "";
    while (length > 0) {
        size_t taken = terminal_escape(text, length, is_line, out);
        assert_true(taken >= 1 && taken <= length);
        strcat(all, out);
        text += taken;
        length -= taken;
    }
    assert_string_equal(all, want);
}

#define EXPECT(text, want) expect(text, sizeof(text) - 1, false, want)

static void printable_text_stays(void **state)
{
    (void)state;
    EXPECT(" ~az\\", " ~az\\");
    EXPECT("a\tb\nc", "a\tb\nc");
    EXPECT("\u00a0\u00e4\u07ff\u0800\ufffd\U00010000\U0010ffff",
           "\u00a0\u00e4\u07ff\u0800\ufffd\U00010000\U0010ffff");
    EXPECT("\u2027\u202f\u2065\u206a\u200f\ufffc", "\u2027\u202f\u2065\u206a\u200f\ufffc");
}

static void control_characters_are_escaped(void **state)
{
    (void)state;
    EXPECT("\x1b[31m", "\\27[31m");
    EXPECT("\0\1\10\13\15\37\177", "\\0\\1\\8\\11\\13\\31\\127");
    EXPECT("\xc2\x80\xc2\x9b\xc2\x9f", "\\128\\155\\159");
}

static void characters_that_change_a_line_are_escaped(void **state)
{
    (void)state;
    EXPECT("\u2028\u2029\u202a\u202e\u2066\u2069",
           "\\u{2028}\\u{2029}\\u{202A}\\u{202E}\\u{2066}\\u{2069}");
    EXPECT("\xef\xbf\xbe\xef\xbf\xbf", "\\u{FFFE}\\u{FFFF}");
    expect("a\tb\nc", 5, true, "a\tb\\10c");
}

static void bytes_that_are_no_utf8_are_escaped(void **state)
{
    (void)state;
    EXPECT("\x9b", "\\155");
    EXPECT("\xff\xfe\xf8\x88\x80\x80\x80", "\\255\\254\\248\\136\\128\\128\\128");
    EXPECT("\xc3", "\\195");            /* it ends too early */
    EXPECT("\xe2\x82x", "\\226\\130x"); /* it goes on otherwise */
    EXPECT("\xc0\x9b", "\\192\\155");   /* longer than it needs to be */
    EXPECT("\xe0\x82\x9b", "\\224\\130\\155");
    EXPECT("\xf0\x80\x82\x9b", "\\240\\128\\130\\155");
    EXPECT("\xed\xa0\x80", "\\237\\160\\128");          /* half a surrogate pair */
    EXPECT("\xf4\x90\x80\x80", "\\244\\144\\128\\128"); /* beyond U+10FFFF */
}

static void every_text_of_two_bytes_ends_up_printable(void **state)
{
    (void)state;
    for (int i = 0; i < 65536; i++) {
        char text[] = {(char)(i >> 8), (char)i}, out[TERMINAL_ROOM], again[TERMINAL_ROOM];
        size_t taken = terminal_escape(text, 2, true, out);
        bool is_ascii = taken == 1 && strlen(out) == 1;
        bool is_two = taken == 2 && strlen(out) == 2 && memcmp(out, text, 2) == 0;
        if (is_ascii) {
            assert_true((*out >= ' ' && *out <= '~') || *out == '\t');
        } else if (is_two) {
            assert_true(i >= 0xc2a0 && i <= 0xdfbf);
        } else {
            assert_int_equal(*out, '\\');
        }
        assert_int_equal(terminal_escape(out, strlen(out), true, again), is_two ? 2 : 1);
        assert_memory_equal(again, out, is_two ? 2 : 1); /* escaped again, it is the same */
    }
}

static void printed(char *out, size_t size, void (*print)(FILE *))
{
    FILE *file = tmpfile();
    assert_non_null(file);
    print(file);
    rewind(file);
    out[fread(out, 1, size - 1, file)] = '\0';
    fclose(file);
}

static void print_formatted(FILE *file)
{
    terminal_print(file, "%s|%-6s|%-2s|%d %ld%%\n", "a\nb", "\x1b", "abc", -5, 7L);
}

static void print_several_lines(FILE *file)
{
    terminal_print_lines(file, "one\ntwo\x1b", "  # ");
}

static void a_format_escapes_its_texts_alone(void **state)
{
    (void)state;
    char out[64];
    printed(out, sizeof out, print_formatted);
    assert_string_equal(out, "a\\10b|\\27   |abc|-5 7%\n");
    printed(out, sizeof out, print_several_lines);
    assert_string_equal(out, "one\n  # two\\27\n");
}

static void a_copy_holds_whole_characters(void **state)
{
    (void)state;
    char out[8];
    terminal_copy(out, sizeof out, "\x1b\n\x1b");
    assert_string_equal(out, "\\27\\10");
    terminal_copy(out, sizeof out, "abcdef\u00e4");
    assert_string_equal(out, "abcdef");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printable_text_stays),
        cmocka_unit_test(control_characters_are_escaped),
        cmocka_unit_test(characters_that_change_a_line_are_escaped),
        cmocka_unit_test(bytes_that_are_no_utf8_are_escaped),
        cmocka_unit_test(every_text_of_two_bytes_ends_up_printable),
        cmocka_unit_test(a_format_escapes_its_texts_alone),
        cmocka_unit_test(a_copy_holds_whole_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
