/// Helpers for tests of outlines: arithmetic of their own, in integers of 128 bits.
#ifndef HB_OUTLINES_H
#define HB_OUTLINES_H

#include "testing.h"

__extension__ typedef __int128 wide;

static inline wide area_of(hb_vec a, hb_vec b, hb_vec c)
{
    return ((wide)b.x - (wide)a.x) * ((wide)c.y - (wide)a.y) -
           ((wide)b.y - (wide)a.y) * ((wide)c.x - (wide)a.x);
}

static inline bool segments_meet(hb_vec a, hb_vec b, hb_vec c, hb_vec d)
{
    wide abc = area_of(a, b, c), abd = area_of(a, b, d);
    wide cda = area_of(c, d, a), cdb = area_of(c, d, b);
    bool one_side = (abc > 0 && abd > 0) || (abc < 0 && abd < 0) || (cda > 0 && cdb > 0) ||
                    (cda < 0 && cdb < 0);
    bool apart = fmax(a.x, b.x) < fmin(c.x, d.x) || fmax(c.x, d.x) < fmin(a.x, b.x) ||
                 fmax(a.y, b.y) < fmin(c.y, d.y) || fmax(c.y, d.y) < fmin(a.y, b.y);
    return !one_side && !apart;
}

/* Whether any two edges share more than a common corner. */
static inline bool is_simple(const hb_vec *p, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            hb_vec a = p[k], b = p[k + 1], c = p[i], d = p[(i + 1) % n];
            if (k + 1 == i || (k == 0 && i == n - 1)) {
                hb_vec tip = k + 1 == i ? b : a, one = k + 1 == i ? a : b, two = k + 1 == i ? d : c;
                double dot = (one.x - tip.x) * (two.x - tip.x) + (one.y - tip.y) * (two.y - tip.y);
                if (area_of(tip, one, two) == 0 && dot > 0) {
                    return false;
                }
            } else if (segments_meet(a, b, c, d)) {
                return false;
            }
        }
    }
    return true;
}

/// Take out what folds back and what is doubled, one corner after another, until nothing does.
static inline int without_folds(hb_vec *p, int n)
{
    for (int i = 0; i < n && n > 2;) {
        hb_vec a = p[(i + n - 1) % n], b = p[i], c = p[(i + 1) % n];
        bool folds =
            area_of(a, b, c) == 0 && (a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0;
        bool doubled = (a.x == b.x && a.y == b.y) || (c.x == b.x && c.y == b.y);
        if (folds || doubled) {
            memmove(p + i, p + i + 1, (size_t)(n - i - 1) * sizeof *p);
            n--;
            i = 0;
        } else {
            i++;
        }
    }
    return n;
}

#endif
