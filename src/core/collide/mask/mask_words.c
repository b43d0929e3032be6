/// Bitwise AND of the words of two masks: see mask_overlap.h. Compiled again by mask_words_avx2.c.
#include "../../base/simd.h"
#include "mask_overlap.h"

/* ---- Stripes --------------------------------------------------------------------------------- */

/* The stripes to test. */
enum { LOW = 1, HIGH = 2, BOTH = 3 };

/* Return the other's word under word i: for each bit, the union of the bits that it meets. `sides`,
 * `columns` (1 or 2) and `rows` (1 to 3) are constants after inlining. */
HB_INLINE uint64_t united(const hb_stripes_under *u, int i, int sides, int columns, int rows)
{
    uint64_t left = 0, right = 0;
    for (int k = i; k < i + rows; k++) {
        left |= sides & LOW ? u->low[k] : 0;
        right |= sides & HIGH ? u->high[k] : 0;
    }
    uint64_t word = left >> u->by | right << 1 << (63 - u->by);
    return columns == 1 ? word : word | left >> u->by >> 1 | right << (63 - u->by);
}

HB_INLINE bool any_under(const uint64_t *words, const hb_stripes_under *u, int count, int sides,
                         int columns, int rows)
{
    uint64_t found = 0;
    if (count < HB_ROW_BLOCK) {
        for (int i = 0; i < count; i++) {
            found |= words[i] & united(u, i, sides, columns, rows);
        }
        return found != 0;
    }
    for (int at = 0; at < count && found == 0; at += HB_ROW_BLOCK) {
        int from = at < count - HB_ROW_BLOCK
                       ? at
                       : count - HB_ROW_BLOCK; /* the last block repeats some rows */
        for (int i = from; i < from + HB_ROW_BLOCK; i++) {
            found |= words[i] & united(u, i, sides, columns, rows);
        }
    }
    return found != 0;
}

/* Pictures of up to 64 columns at whole offsets, the usual case, have only one stripe under
 * another. */
HB_INLINE bool stripes_meet_any(const uint64_t *words, const hb_stripes_under *u, int count,
                                int columns, int rows)
{
    if (columns == 1 && rows == 1) {
        return !u->has_low    ? any_under(words, u, count, HIGH, 1, 1)
               : !u->has_high ? any_under(words, u, count, LOW, 1, 1)
                              : any_under(words, u, count, BOTH, 1, 1);
    }
    if (columns == 1) { /* never 3 rows: touching pixels may lie one column beside as well */
        return any_under(words, u, count, BOTH, 1, 2);
    }
    switch (rows) {
    case 1:
        return any_under(words, u, count, BOTH, 2, 1);
    case 2:
        return any_under(words, u, count, BOTH, 2, 2);
    default:
        return any_under(words, u, count, BOTH, 2, 3);
    }
}

bool HB_KERNEL(hb_stripes_meet)(const uint64_t *words, const hb_stripes_under *u, int count,
                                int columns, int rows)
{
    bool meet = stripes_meet_any(words, u, count, columns, rows);
    hb_end_avx2();
    return meet;
}

/* ---- Rows of one word ------------------------------------------------------------------------ */

HB_INLINE u64x4 rows_x4(const hb_rows_beside *rows, int from)
{
    u64x4 others = u64x4_left(u64x4_load(rows->others + from), (uint32_t)rows->right);
    return u64x4_and(u64x4_load(rows->own + from), u64x4_right(others, (uint32_t)rows->left));
}

/* Load eight rows from `from` on. If they end earlier, the last four repeat. If there are less than
 * four, rows before the first are read too: one picture or the other has zeros there. */
HB_INLINE u64x4 rows_x8(const hb_rows_beside *rows, int from)
{
    int last = rows->count - 4;
    return u64x4_or(rows_x4(rows, from < last ? from : last),
                    rows_x4(rows, from + 4 < last ? from + 4 : last));
}

/* The middle rows come first: most pictures are solid there. */
bool HB_KERNEL(hb_rows_meet)(const hb_rows_beside *rows)
{
    u64x4 found = rows_x8(rows, (rows->count - 4) / 2);
    for (int from = 0; from < rows->count && u64x4_is_zero(found); from += 16) {
        found = u64x4_or(rows_x8(rows, from), rows_x8(rows, from + 8));
    }
    bool meet = !u64x4_is_zero(found);
    hb_end_avx2();
    return meet;
}
