/// The list of passengers; see carry.h.
///
/// Owns the search structures, which lie in the caller's buffer. The caller may exchange the buffer
/// for a larger one at any time, with the same entries. So the entries hold all links as indices.
/// Chains link entries with the same hash; the first entries, the largest power of two that fits,
/// hold the heads. A binary heap (Williams 1964) holds the waiting entries: each entry stores one
/// slot of it.
#include "carry.h"

/* ---- By their items -------------------------------------------------------------------------- */

static int *chain_of(const hb_carry *carry, hb_id id)
{
    uint32_t hash = hb_id_index(id) * UINT32_C(0x9e3779b1);
    hash ^= hash >> 15;
    return &carry->passengers[hash & (uint32_t)(carry->internal.chains - 1)].internal.chain;
}

static void link_entry(hb_carry *carry, int i)
{
    int *chain = chain_of(carry, carry->passengers[i].id);
    carry->passengers[i].internal.next = *chain;
    *chain = i;
}

/* Rebuild all chains. */
static void link_all(hb_carry *carry)
{
    carry->internal.chains = 0;
    for (int n = 1; n <= carry->count; n *= 2) {
        carry->internal.chains = n;
    }
    for (int i = 0; i < carry->internal.chains; i++) {
        carry->passengers[i].internal.chain = -1;
    }
    for (int i = 0; i < carry->count; i++) {
        link_entry(carry, i);
    }
}

hb_passenger *hb_carry_find(const hb_carry *carry, hb_id id, hb_id by)
{
    for (int i = carry->count > 0 ? *chain_of(carry, id) : -1; i >= 0;
         i = carry->passengers[i].internal.next) {
        hb_passenger *item = &carry->passengers[i];
        if (item->id == id && (item->internal.joined || (by != 0 && item->by == by))) {
            return item;
        }
    }
    return NULL;
}

bool hb_carry_enter(hb_carry *carry, const hb_passenger *entry)
{
    if (carry->count >= carry->capacity) {
        return false;
    }
    carry->passengers[carry->count++] = *entry;
    if (carry->count >= 2 * carry->internal.chains) {
        /* amortized: on average each entry is linked at most three times */
        link_all(carry);
    } else {
        link_entry(carry, carry->count - 1);
    }
    return true;
}

void hb_carry_cut(hb_carry *carry, int count)
{
    carry->count = count;
    link_all(carry);
}

void hb_carry_drop_pending(hb_carry *carry)
{
    int kept = 0;
    for (int i = 0; i < carry->count; i++) {
        if (carry->passengers[i].internal.number != 0) {
            carry->passengers[kept++] = carry->passengers[i];
        }
    }
    hb_carry_cut(carry, kept);
}

void hb_carry_sort(hb_carry *carry, hb_before *before)
{
    hb_sort(carry->passengers, (size_t)carry->count, sizeof *carry->passengers, before, carry);
    link_all(carry);
}

static bool was_asked_before(const void *a, const void *b, const void *context)
{
    (void)context;
    const hb_passenger *p = a, *q = b;
    return p->internal.number < q->internal.number;
}

void hb_carry_compact(hb_carry *carry)
{
    hb_carry_drop_pending(carry);
    hb_carry_sort(carry, was_asked_before);
}

/* ---- By time --------------------------------------------------------------------------------- */

/* Whether entry a comes before b: by time, then by the order of adding the items, then by index. */
static bool is_sooner(const hb_carry *carry, int a, int b)
{
    const hb_passenger *p = &carry->passengers[a], *q = &carry->passengers[b];
    if (p->internal.t != q->internal.t) {
        return p->internal.t < q->internal.t;
    }
    return p->internal.key != q->internal.key ? p->internal.key < q->internal.key : a < b;
}

void hb_carry_wait(hb_carry *carry, int entry)
{
    int at = carry->internal.waiting++;
    while (at > 0) {
        int above = (at - 1) / 2;
        if (!is_sooner(carry, entry, carry->passengers[above].internal.waits)) {
            break;
        }
        carry->passengers[at].internal.waits = carry->passengers[above].internal.waits;
        at = above;
    }
    carry->passengers[at].internal.waits = entry;
}

int hb_carry_next_waiting(hb_carry *carry)
{
    if (carry->internal.waiting == 0) {
        return -1;
    }
    hb_passenger *items = carry->passengers;
    int first = items[0].internal.waits, last = items[--carry->internal.waiting].internal.waits,
        at = 0;
    for (;;) {
        int below = 2 * at + 1;
        if (below + 1 < carry->internal.waiting &&
            is_sooner(carry, items[below + 1].internal.waits, items[below].internal.waits)) {
            below++;
        }
        if (below >= carry->internal.waiting ||
            !is_sooner(carry, items[below].internal.waits, last)) {
            break;
        }
        items[at].internal.waits = items[below].internal.waits;
        at = below;
    }
    items[at].internal.waits = last;
    return first;
}
