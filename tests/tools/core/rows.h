/// Reads the rows of tests/oracle: one row a line, `|` before each shape. shapes.py describes how a
/// shape is written; each is made with the core's own makers. TESTS_DIR and PYTHON come from the
/// build. Include it first, for popen.
#ifndef HB_ROWS_H
#define HB_ROWS_H

#ifdef HB_TESTING_H
#error "Include rows.h before testing.h: without _POSIX_C_SOURCE stdio.h declares no popen."
#endif
#define _POSIX_C_SOURCE 200809L

#include "testing.h"

#define ROW_POINTS 128
#define ROW_CHARS 16384

typedef struct row_shape {
    hb_shape shape;
    hb_vec given[ROW_POINTS], made[ROW_POINTS], placed[ROW_POINTS];
} row_shape;

typedef struct row_reader {
    FILE *pipe;
    char command[512];
    char line[ROW_CHARS];
    long number;
    char *at; ///< what is still to be read of the line
} row_reader;

static inline void rows_open(row_reader *row, const char *script, int seed, int rows)
{
    row->number = 0;
    (void)snprintf(row->command, sizeof row->command, "\"%s/oracle/rows\" \"%s\" %s %d %d %d",
                   TESTS_DIR, PYTHON, script, seed, rows, rows / ROWS_SHARE);
    row->pipe = popen(row->command, "r");
    assert_non_null(row->pipe);
}

static inline bool rows_next(row_reader *row)
{
    if (fgets(row->line, sizeof row->line, row->pipe) == NULL) {
        return false;
    }
    assert_non_null(strchr(row->line, '\n'));
    row->number++;
    row->at = row->line;
    return true;
}

static inline void rows_close(row_reader *row, long wanted)
{
    assert_int_equal(pclose(row->pipe), 0);
    assert_int_equal(row->number, wanted / ROWS_SHARE);
}

/// Say which row is wrong, and how to write it again.
static inline void row_fail(const row_reader *row, const char *what, double got, double wanted)
{
    print_error("%s: got %.17g, want %.17g\nrow %ld of: %s\n%s", what, got, wanted, row->number,
                row->command, row->line);
    fail();
}

/// The next word of the line, valid until the next call.
static inline const char *row_word(row_reader *row)
{
    static char word[64];
    row->at += strspn(row->at, " \n");
    size_t length = strcspn(row->at, " \n");
    assert_in_range(length, 1, sizeof word - 1);
    memcpy(word, row->at, length);
    word[length] = '\0';
    row->at += length;
    return word;
}

static inline double row_number(row_reader *row)
{
    char *end;
    double value = strtod(row->at, &end);
    assert_ptr_not_equal(end, row->at);
    row->at = end;
    return value;
}

static inline hb_status row_make(row_reader *row, row_shape *out, char kind)
{
    double v[5] = {0};
    if (kind == 'g') {
        int count = (int)row_number(row);
        double radius = row_number(row);
        assert_in_range(count, 3, ROW_POINTS);
        for (int i = 0; i < count; i++) {
            out->given[i].x = row_number(row);
            out->given[i].y = row_number(row);
        }
        return hb_make_polygon(&out->shape, out->given, count, radius, out->made, NULL);
    }
    int numbers = kind == 'p' ? 2 : kind == 'c' ? 3 : kind == 'k' ? 5 : 4;
    for (int i = 0; i < numbers; i++) {
        v[i] = row_number(row);
    }
    switch (kind) {
    case 'p':
        return hb_make_point(&out->shape, v[0], v[1]);
    case 'a':
        return hb_make_aabb_edges(&out->shape, (hb_aabb){v[0], v[1], v[2], v[3]});
    case 'w':
        return hb_make_aabb(&out->shape, v[0], v[1], v[2], v[3]);
    case 'c':
        return hb_make_circle(&out->shape, v[0], v[1], v[2]);
    case 's':
        return hb_make_segment(&out->shape, v[0], v[1], v[2], v[3]);
    default:
        assert_int_equal(kind, 'k');
        return hb_make_capsule(&out->shape, v[0], v[1], v[2], v[3], v[4]);
    }
}

/// Read `| <shape>`.
static inline void row_read_shape(row_reader *row, row_shape *out)
{
    assert_string_equal(row_word(row), "|");
    hb_status status = row_make(row, out, row_word(row)[0]);
    if (status != HB_OK) {
        row_fail(row, hb_status_text(status), status, HB_OK);
    }
    if (row->at[0] == ' ' && row->at[1] == '@') {
        (void)row_word(row);
        double x = row_number(row), y = row_number(row);
        hb_shape made = out->shape;
        status = hb_shape_translate(&made, x, y, out->placed, &out->shape);
        if (status != HB_OK) {
            row_fail(row, hb_status_text(status), status, HB_OK);
        }
    }
}

#endif
