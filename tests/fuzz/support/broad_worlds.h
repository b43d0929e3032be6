/// Three worlds that differ in their broad phase alone, for targets that compare them.
#ifndef HB_FUZZ_BROAD_WORLDS_H
#define HB_FUZZ_BROAD_WORLDS_H

#include "fuzz.h"

enum { WORLDS = 3, MOST_ITEMS = 160 };

typedef struct broad_worlds {
    hb_world *worlds[WORLDS]; ///< the first one by brute force
    hb_id ids[MOST_ITEMS];    ///< the same in all worlds
    int count;
} broad_worlds;

void broad_worlds_begin(broad_worlds *t, hb_policy mode);
void broad_worlds_end(broad_worlds *t);

/// Add an item that the input describes; or, at times, many at once, as heaps or as rows, so that
/// cells and branches are made.
void broad_worlds_add(broad_worlds *t, fuzz_input *in);

/// Place, remove, or change the layers of one.
void broad_worlds_change(broad_worlds *t, fuzz_input *in, unsigned choice);

#endif
