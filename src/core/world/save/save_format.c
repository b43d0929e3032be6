/// The parts of the save format that writing and reading share: the checksum, the head, masks and
/// movers.
#include "save_format.h"
#include "../../shape/mask.h"

/* ---- The checksum ---------------------------------------------------------------------------- */

/* Any odd numbers work: a multiplication by one modulo 2^64 is invertible. */
#define FACTOR UINT64_C(0x9e3779b97f4a7c15)
#define LAST_FACTOR UINT64_C(0xd1342543de82ef95)

/* A multiplication carries differences upwards only, so the upper half is folded into the lower
 * one. Each step is invertible, so any change within one word changes the sum. */
static inline uint64_t stir(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * FACTOR;
    return sum ^ sum >> 32;
}

/* Read the last bytes, padded with zeros. */
static uint64_t read_rest(const unsigned char *from, size_t count)
{
    unsigned char word[8] = {0};
    memcpy(word, from, count);
    return hb_read_64(word);
}

uint64_t hb_checksum(const void *bytes, size_t size)
{
    enum { LANES = 8 }; /* independent sums, as each step waits for the one before */
    const unsigned char *at = bytes;
    uint64_t sums[LANES] = {1, 2, 3, 4, 5, 6, 7, 8};
    size_t left = size;
    for (; left >= 8 * LANES; left -= 8 * LANES, at += 8 * LANES) {
        for (int i = 0; i < LANES; i++) {
            sums[i] = stir(sums[i], hb_read_64(at + 8 * i));
        }
    }
    uint64_t sum = size;
    for (int i = 0; i < LANES; i++) {
        sum = stir(sum, sums[i]);
    }
    for (; left >= 8; left -= 8, at += 8) {
        sum = stir(sum, hb_read_64(at));
    }
    return stir(sum, left > 0 ? read_rest(at, left) : 0) * LAST_FACTOR;
}

/* ---- The head -------------------------------------------------------------------------------- */

uint64_t hb_saved_lay_out(hb_saved *s, const unsigned char *bytes)
{
    uint64_t epochs = (uint64_t)s->epoch_count * 4;
    uint64_t unused = (uint64_t)s->index_count - s->living; /* free or retired */
    const struct {
        const unsigned char **part;
        uint64_t size;
    } parts[] = {
        {&s->epochs, epochs},
        {&s->free, hb_padded(epochs + 4 * unused) - epochs},
        {&s->items, (uint64_t)s->living * HB_SAVED_ITEM},
        {&s->user_data, s->has_user_data ? (uint64_t)s->living * 8 : 0},
        {&s->stored_shapes, s->stored_bytes},
        {&s->masks, s->mask_bytes},
        {&s->movers, (uint64_t)s->mover_count * HB_SAVED_MOVER},
        {&s->events, (uint64_t)s->event_count * 16},
        {&s->kinds, hb_padded(s->event_count)},
        {&s->event_user_data, s->has_event_user_data ? (uint64_t)s->event_count * 16 : 0},
        {&s->end, 0},
    };
    uint64_t at = HB_HEAD_END;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (bytes != NULL) {
            *parts[i].part = bytes + at;
        }
        at += parts[i].size;
    }
    return at;
}

void hb_transfer_head(hb_cursor *c, hb_saved *s)
{
    uint64_t padding = 0;
    uint32_t half_padding = 0;
    hb_transfer_64(c, &s->next_serial);
    hb_transfer_64(c, &s->active_layers);
    hb_transfer_double(c, &s->recover);
    hb_transfer_64(c, &padding);
    hb_transfer_32(c, &s->living);
    hb_transfer_32(c, &s->index_count);
    hb_transfer_32(c, &s->free_count);
    hb_transfer_32(c, &s->epoch_count);
    hb_transfer_32(c, &s->mover_count);
    hb_transfer_32(c, &s->event_count);
    hb_transfer_32(c, &s->mask_count);
    hb_transfer_32(c, &half_padding);
    hb_transfer_64(c, &s->stored_bytes);
    hb_transfer_64(c, &s->mask_bytes);
}

static void read_head(const unsigned char *head, hb_saved *out)
{
    uint32_t flags = hb_read_32(head + HB_HEAD_FLAGS);
    *out = (hb_saved){
        .mode = (hb_policy)(flags & HB_SAVED_MODE),
        .has_pixels = (flags & HB_SAVED_PIXELS) != 0,
        .has_user_data = (flags & HB_SAVED_USER_DATA) != 0,
        .has_event_user_data = (flags & HB_SAVED_EVENT_USER_DATA) != 0,
    };
    hb_cursor c = hb_reader(head + HB_HEAD_NUMBERS);
    hb_transfer_head(&c, out);
}

/* Whether the counts are possible for a world and consistent with each other and with the size. */
static bool is_sound(const hb_saved *s, uint32_t flags, uint64_t size)
{
    bool known = (flags & ~(unsigned)(HB_SAVED_MODE | HB_SAVED_PIXELS | HB_SAVED_USER_DATA |
                                      HB_SAVED_EVENT_USER_DATA)) == 0;
    bool bounded = s->stored_bytes < size && s->mask_bytes < size && s->stored_bytes % 8 == 0 &&
                   s->mask_bytes % 8 == 0 && s->mask_count <= s->mask_bytes / HB_MASK_WORDS &&
                   s->mask_count <= INT32_MAX;
    hb_saved copy = *s;
    return known && bounded && s->mode <= HB_PIXEL && fabs(s->recover) <= HB_MAX_COORD &&
           s->index_count <= INT32_MAX && s->next_serial > 0 &&
           s->epoch_count == (s->next_serial - 1) >> 32 &&
           (uint64_t)s->living + s->free_count <= s->index_count && s->mover_count <= s->living &&
           s->event_count <= INT32_MAX && hb_saved_lay_out(&copy, NULL) + 8 == size;
}

/* Find all parts. Does not test the checksum. */
static hb_status find_parts(const void *bytes, size_t size, hb_saved *out)
{
    const unsigned char *head = bytes;
    if (head == NULL || size < HB_HEAD_END + 8 || memcmp(head, HB_SAVED_MAGIC, 8) != 0) {
        return HB_SAVE_DAMAGED;
    }
    if (hb_read_32(head + HB_HEAD_VERSION) > HB_SAVED_VERSION) {
        return HB_SAVE_TOO_NEW;
    }
    if (hb_read_32(head + HB_HEAD_VERSION) != HB_SAVED_VERSION ||
        hb_read_64(head + HB_HEAD_SIZE) != size) {
        return HB_SAVE_DAMAGED;
    }
    read_head(head, out);
    if (!is_sound(out, hb_read_32(head + HB_HEAD_FLAGS), size)) {
        return HB_SAVE_DAMAGED;
    }
    (void)hb_saved_lay_out(out, head);
    return HB_OK;
}

hb_status hb_saved_find(const void *bytes, size_t size, hb_saved *out)
{
    hb_status status = find_parts(bytes, size, out);
    bool whole = status == HB_OK && hb_read_64(out->end) == hb_checksum(bytes, size - 8);
    return status != HB_OK || whole ? status : HB_SAVE_DAMAGED;
}

/* ---- Masks ----------------------------------------------------------------------------------- */

const unsigned char *hb_saved_mask_at(const hb_saved *saved, uint32_t number, uint64_t *words)
{
    const unsigned char *at = saved->masks, *end = saved->masks + saved->mask_bytes;
    for (;;) {
        if (end - at < HB_MASK_WORDS) {
            return NULL;
        }
        uint64_t width = hb_read_32(at), height = hb_read_32(at + HB_MASK_HEIGHT);
        *words = saved->has_pixels ? (width + 63) / 64 * height : 0;
        if (width > HB_MAX_MASK_SIZE || height > HB_MAX_MASK_SIZE ||
            (uint64_t)(end - at - HB_MASK_WORDS) < *words * 8) {
            return NULL;
        }
        if (number-- == 0) {
            return at;
        }
        at += HB_MASK_WORDS + *words * 8;
    }
}

hb_status hb_saved_mask_count(const void *bytes, size_t size, int *count)
{
    hb_saved saved;
    hb_status status = hb_saved_find(bytes, size, &saved);
    if (status == HB_OK) {
        *count = saved.has_pixels ? (int)saved.mask_count : 0;
    }
    return status;
}

/* Does not test the checksum, which would read all bytes again for each mask. */
hb_status hb_saved_mask_create(const hb_allocator *allocator, const void *bytes, size_t size,
                               int number, hb_mask **out)
{
    hb_saved saved;
    uint64_t words;
    hb_status status = find_parts(bytes, size, &saved);
    if (status != HB_OK) {
        return status;
    }
    if (number < 0 || (uint32_t)number >= saved.mask_count || !saved.has_pixels) {
        return HB_SAVE_DAMAGED;
    }
    const unsigned char *at = hb_saved_mask_at(&saved, (uint32_t)number, &words);
    if (at == NULL) {
        return HB_SAVE_DAMAGED;
    }
    return hb_mask_of_words(allocator, (int)hb_read_32(at), (int)hb_read_32(at + HB_MASK_HEIGHT),
                            at + HB_MASK_WORDS, out);
}

/* ---- Movers ---------------------------------------------------------------------------------- */

void hb_transfer_mover(hb_cursor *c, hb_mover *mover)
{
    hb_motion *m = &mover->motion;
    double *const numbers[] = {&m->velocity.x,     &m->velocity.y,   &m->acceleration.x,
                               &m->acceleration.y, &m->gravity,      &m->bounce,
                               &m->max_angle,      &m->snap,         &m->step_up,
                               &m->max_push,       &m->recover_depth};
    uint32_t response = (uint32_t)m->response;
    uint32_t flags = (m->is_walker ? HB_MOVER_WALKS : 0) | (m->is_platform ? HB_MOVER_CARRIES : 0);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        hb_transfer_double(c, numbers[i]);
    }
    for (int i = 0; i <= HB_BOUNCE; i++) {
        hb_transfer_64(c, &m->responses[i]);
    }
    hb_transfer_64(c, &m->layers);
    hb_transfer_64(c, &m->ground);
    hb_transfer_32(c, &response);
    hb_transfer_32(c, &flags);
    hb_transfer_64(c, &mover->id);
    m->response = (hb_response)response;
    m->is_walker = (flags & HB_MOVER_WALKS) != 0;
    m->is_platform = (flags & HB_MOVER_CARRIES) != 0;
}
