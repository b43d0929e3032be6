/// Three worlds that differ in their broad phase alone, for targets that compare them.
#ifndef HB_TRIPLETS_H
#define HB_TRIPLETS_H

#include "fuzz.h"

enum { WORLDS = 3, MOST_ITEMS = 160 };

typedef struct triplets {
    hb_world *worlds[WORLDS]; ///< the first one by brute force
    hb_id ids[MOST_ITEMS];    ///< the same in all worlds
    int count;
} triplets;

void triplets_begin(triplets *t, hb_policy mode);
void triplets_end(triplets *t);

/// Add an item that the input describes; or, at times, many at once, as heaps or as rows, so that
/// cells and branches are made.
void triplets_add(triplets *t, fuzz_input *in);

/// Place, remove, or change the layers of one.
void triplets_change(triplets *t, fuzz_input *in, unsigned choice);

#endif
