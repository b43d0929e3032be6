/// What faces.c and faces_avx2.c share: how the depths of all edges are judged.
#ifndef HB_FACES_H
#define HB_FACES_H

#include "../exact/lanes.h"
#include "../narrow/narrow.h"

/// How far a depth may be off, as a part of the extent M of the pair. With u = 2^-53, the cross
/// products e x Q and e x P of an edge e with places P and Q about the pair's origin have each four
/// roundings of at most u |e|_1 M, and their difference, of at most 2 |e|_1 M, one: 10 u |e|_1 M,
/// which is 15 u M for the depth (|e|_1 <= 1.42 |e|). Square, product and quotient add 7 u of a
/// depth of at most 1.42 M, halved by the root that is never taken: 5 u M. 2^-48 is 32 u.
#define HB_DEPTH_ERROR 0x1p-48

/// The same of the cross product of an edge e with a corner, less that of another corner: twice
/// 4 u |e|_1 M, as above.
#define HB_CORNER_ERROR 0x1p-49

/// The larger of the width and the height of the two together.
static inline double hb_extent_of(hb_aabb a, hb_aabb b)
{
    double x0 = a.x0 < b.x0 ? a.x0 : b.x0, x1 = a.x1 > b.x1 ? a.x1 : b.x1;
    double y0 = a.y0 < b.y0 ? a.y0 : b.y0, y1 = a.y1 > b.y1 ? a.y1 : b.y1;
    return x1 - x0 > y1 - y0 ? x1 - x0 : y1 - y0;
}

/// What the least depth of all says, squared and with its sign, if depths may be off by `error`.
static inline hb_verdict hb_faces_judge(hb_faces *faces, double least, double error)
{
    double square = error * error;
    /* With an error e in each, the least may be any of a depth up to d + 2e. Of its square,
     * d^2 + 4de + 4e^2, the middle term is at most 2^-20 d^2 + 2^22 e^2. */
    faces->limit = least + 0x1p-20 * fabs(least) + 0x1p23 * square;
    bool unsure = fabs(least) <= square || !(least < INFINITY); /* no edge, but two corners */
    return unsure ? HB_CORES_UNSURE : least > 0.0 ? HB_CORES_MEET : HB_CORES_APART;
}

/// hb_faces_measure on any processor, and with AVX2 for cores of four to eight corners. The two
/// leave the same depths and verdicts, to the last bit.
hb_verdict hb_faces_measure_any(hb_faces *faces, const hb_shape *first, const hb_shape *second,
                                double reach);
hb_verdict hb_faces_measure_avx2(hb_faces *faces, const hb_shape *first, const hb_shape *second,
                                 double reach);

#endif
