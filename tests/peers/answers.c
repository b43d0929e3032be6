/// Answers yes or no about pairs of shapes, for the scripts that compare with other libraries.
///
/// Reads rows `| <shape> | <shape>` (see tests/oracle/shapes.py) and writes for each what overlap,
/// touch and pixel say: 1, 0, or - where the policy has no meaning.
#include "../core/rows.h"

int main(void)
{
    static const hb_mode modes[] = {HB_OVERLAP, HB_TOUCH, HB_PIXEL};
    static row_reader row;
    static row_shape a, b;
    row.pipe = stdin;
    while (rows_next(&row)) {
        row_read_shape(&row, &a);
        row_read_shape(&row, &b);
        for (int i = 0; i < COUNT_OF(modes); i++) {
            bool meet = hb_overlaps(&a.shape, &b.shape, modes[i]);
            if (hb_overlaps(&b.shape, &a.shape, modes[i]) != meet) {
                row_fail(&row, "the other way round", !meet, meet);
            }
            bool applies = hb_mode_applies(modes[i], a.shape.kind, b.shape.kind);
            (void)putchar(!applies ? '-' : meet ? '1' : '0');
        }
        (void)putchar('\n');
    }
    return 0;
}
