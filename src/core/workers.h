/// Threads that help the one that calls: see workers.c. Internal to the core.
#ifndef HB_WORKERS_H
#define HB_WORKERS_H

#include "hitbox.h"

/// So many threads work at once at the most, with the one that calls.
#define HB_MOST_THREADS 64

/// Null is nobody: all below take that for those who work alone.
typedef struct hb_workers hb_workers;

/// Room for some who help, none of whom is started.
/// @return HB_NO_MEMORY, or HB_OK and *out: null where helpers is 0 or there are no threads
hb_status hb_workers_create(const hb_allocator *allocator, uint32_t helpers, hb_workers **out);

/// End them. They are not to be at work.
void hb_workers_destroy(hb_workers *workers);

/// Start those who do not run yet, as many as the system allows.
void hb_workers_start(hb_workers *workers);

/// How many run.
uint32_t hb_workers_count(const hb_workers *workers);

/// Tell those who sleep that there will be work soon: waking up takes them some microseconds.
void hb_workers_call(hb_workers *workers);

/// What is done by several at once. @param number  0 for the caller, each helper has its own above
/// that
typedef void hb_work(void *context, uint32_t number);

/// Let all who come do it, the caller among them. Nobody is waited for who has not begun when the
/// caller is through: so whoever shares work has to take what is left of it, until nothing is. What
/// any of them has written is seen by all when this is over.
void hb_workers_run(hb_workers *workers, hb_work *work, void *context);

/// The next one of 1, 2, 3, ..., of which each is given once in a run.
uint32_t hb_workers_next(hb_workers *workers);

/// One of those who share a run's work, which they all divide into the same pieces, in the same
/// order. Begin with the workers and else nothing, or with nothing to do all.
typedef struct hb_share {
    hb_workers *workers;
    uint32_t passed, own; ///< pieces that were asked for; the number of the one to be done next
} hb_share;

/// Whether the next piece is one's own: each is somebody's.
static inline bool hb_is_own_piece(hb_share *share)
{
    if (share->workers == NULL) {
        return true;
    }
    if (share->own == share->passed) {
        share->own = hb_workers_next(share->workers);
    }
    return ++share->passed == share->own;
}

#endif
