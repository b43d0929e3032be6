/// Answers yes or no about pairs of shapes, for the scripts that compare with other libraries.
///
/// Reads rows `| <shape> | <shape>` (see tests/oracle/shapes.py) and writes for each what overlap,
/// touch and pixel say: 1, 0, or - where the policy has no meaning. Besides those shapes there is
///
///     m x y mirrored rows     a mask with its picture's left top corner at (x, y), 1 if the
///                             picture is seen in a mirror, and its rows from top to bottom, as
///                             `#.#|###`
#include "rows.h"

#include "masks.h"

/* A shape as in rows.h, or a mask, which the caller destroys. */
static hb_mask *read_shape(row_reader *row, row_shape *out)
{
    static char rows[MOST * (MOST + 1) + 1];
    int length = 0;
    char kind = 0;
    if (sscanf(row->at, " | %c", &kind) != 1 || kind != 'm') {
        row_read_shape(row, out);
        return NULL;
    }
    (void)row_word(row);
    (void)row_word(row);
    double x = row_number(row), y = row_number(row);
    bool is_mirrored = row_number(row) > 0.0;
    assert_int_equal(sscanf(row->at, " %[#.|]%n", rows, &length), 1);
    assert_in_range(length, 1, sizeof rows);
    row->at += length;
    hb_mask *mask = mask_of(rows);
    out->shape = shape_of(mask, is_mirrored ? -x - hb_mask_width(mask) : x, y);
    if (is_mirrored) {
        out->shape = mirrored(out->shape);
    }
    return mask;
}

int main(void)
{
    static const hb_policy modes[] = {HB_OVERLAP, HB_TOUCH, HB_PIXEL};
    static row_reader row;
    static row_shape a, b;
    row.pipe = stdin;
    while (rows_next(&row)) {
        hb_mask *masks[] = {read_shape(&row, &a), read_shape(&row, &b)};
        for (int i = 0; i < COUNT_OF(modes); i++) {
            bool meet = hb_shape_overlaps(&a.shape, &b.shape, modes[i]);
            if (hb_shape_overlaps(&b.shape, &a.shape, modes[i]) != meet) {
                row_fail(&row, "the other way round", !meet, meet);
            }
            bool applies = hb_policy_applies(modes[i], a.shape.kind, b.shape.kind);
            (void)putchar(!applies ? '-' : meet ? '1' : '0');
        }
        (void)putchar('\n');
        hb_mask_destroy(masks[0]);
        hb_mask_destroy(masks[1]);
    }
    return 0;
}
