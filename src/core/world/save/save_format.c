/// The parts of the save format that save.c and load.c share: the checksum, the head, masks,
/// shapes, and the order of a motion's numbers. A shape that is read is checked as a caller's shape
/// is (shape/validate.c).
#include "save_format.h"
#include "../../collide/collide.h"
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

static void read_head(const unsigned char *head, hb_saved *out)
{
    uint32_t flags = hb_read_32(head + HB_HEAD_FLAGS);
    *out = (hb_saved){
        .mode = (hb_policy)(flags & HB_SAVED_MODE),
        .has_pixels = (flags & HB_SAVED_PIXELS) != 0,
        .has_user_data = (flags & HB_SAVED_USER_DATA) != 0,
        .has_event_user_data = (flags & HB_SAVED_EVENT_USER_DATA) != 0,
        .next_serial = hb_read_64(head + HB_HEAD_NEXT_SERIAL),
        .active_layers = hb_read_64(head + HB_HEAD_ACTIVE_LAYERS),
        .recover = hb_read_double(head + HB_HEAD_RECOVER),
        .living = hb_read_32(head + HB_HEAD_LIVING),
        .index_count = hb_read_32(head + HB_HEAD_SLOTS),
        .free_count = hb_read_32(head + HB_HEAD_FREE),
        .epoch_count = hb_read_32(head + HB_HEAD_EPOCHS),
        .mover_count = hb_read_32(head + HB_HEAD_MOVERS),
        .event_count = hb_read_32(head + HB_HEAD_EVENTS),
        .mask_count = hb_read_32(head + HB_HEAD_MASKS),
        .stored_bytes = hb_read_64(head + HB_HEAD_STORED_SHAPE_BYTES),
        .mask_bytes = hb_read_64(head + HB_HEAD_MASK_BYTES),
    };
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

bool hb_is_saved_mask(const hb_saved *saved, uint32_t number, const hb_mask *mask)
{
    uint64_t words;
    const unsigned char *at = hb_saved_mask_at(saved, number, &words);
    if (at == NULL || hb_read_32(at) != (uint32_t)mask->width ||
        hb_read_32(at + HB_MASK_HEIGHT) != (uint32_t)mask->height ||
        hb_read_32(at + HB_MASK_COUNT) != (uint32_t)mask->count) {
        return false;
    }
    bool same = true;
    for (uint64_t i = 0; i < words && same; i++) {
        int stripe = (int)(i / (unsigned)mask->height), row = (int)(i % (unsigned)mask->height);
        same = hb_read_64(at + HB_MASK_WORDS + 8 * i) == hb_mask_word(mask, stripe, row);
    }
    return same;
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

/* ---- Motions --------------------------------------------------------------------------------- */

void hb_saved_numbers(hb_motion *m, double *numbers[HB_MOVER_NUMBERS])
{
    double *const in_order[HB_MOVER_NUMBERS] = {
        &m->velocity.x, &m->velocity.y, &m->acceleration.x, &m->acceleration.y,
        &m->gravity,    &m->bounce,     &m->max_angle,      &m->snap,
        &m->step_up,    &m->max_push,   &m->recover_depth};
    memcpy(numbers, in_order, sizeof in_order);
}

/* ---- Writing shapes -------------------------------------------------------------------------- */

uint64_t hb_saved_shape_size(const hb_shape *shape)
{
    uint64_t size =
        HB_SHAPE_POINTS + (uint64_t)hb_saved_points(shape->kind, (uint32_t)shape->count) * 16;
    for (int i = 0; shape->kind == HB_COMPOUND && i < shape->part_count; i++) {
        const hb_shape *part = &shape->parts[i];
        size += HB_SHAPE_POINTS + (uint64_t)hb_saved_points(part->kind, (uint32_t)part->count) * 16;
    }
    return size;
}

/* Write a shape that is no compound, or the head of a compound. */
static unsigned char *write_part(unsigned char *to, const hb_shape *shape, uint32_t count)
{
    uint32_t points = hb_saved_points(shape->kind, count);
    bool is_mask = shape->kind == HB_MASK, is_aabb = shape->kind == HB_AABB;
    const hb_vec *from = hb_shape_points(shape);
    hb_vec corners[2] = {{shape->bounds.x0, shape->bounds.y0},
                         {shape->bounds.x1, shape->bounds.y1}};
    hb_write_32(to, (uint32_t)shape->kind);
    hb_write_32(to + HB_SHAPE_COUNT, count);
    hb_write_double(to + HB_SHAPE_RADIUS, is_mask ? shape->local[1].x : shape->radius);
    to += HB_SHAPE_POINTS;
    for (uint32_t i = 0; i < points; i++, to += HB_SAVED_POINT) {
        hb_write_vec(to, is_aabb ? corners[i] : from[i]);
    }
    return to;
}

unsigned char *hb_write_shape(unsigned char *to, const hb_shape *shape, uint32_t mask)
{
    if (shape->kind == HB_MASK) {
        return write_part(to, shape, mask);
    }
    if (shape->kind != HB_COMPOUND) {
        return write_part(to, shape, (uint32_t)shape->count);
    }
    to = write_part(to, shape, (uint32_t)shape->part_count);
    for (int i = 0; i < shape->part_count; i++) {
        to = write_part(to, &shape->parts[i], (uint32_t)shape->parts[i].count);
    }
    return to;
}

/* ---- Reading shapes -------------------------------------------------------------------------- */

/* Pass a shape that is no compound, or the head of a compound. @return its count, or -1 */
static int64_t pass_part(const unsigned char **from, const unsigned char *end, uint32_t *kind,
                         uint64_t *room)
{
    if (end - *from < HB_SHAPE_POINTS) {
        return -1;
    }
    uint32_t count = hb_read_32(*from + HB_SHAPE_COUNT);
    *kind = hb_read_32(*from);
    *from += HB_SHAPE_POINTS;
    if (*kind > HB_MASK || count > INT32_MAX) {
        return -1;
    }
    uint64_t size = (uint64_t)hb_saved_points((hb_shape_kind)*kind, count) * HB_SAVED_POINT;
    if ((uint64_t)(end - *from) < size) {
        return -1;
    }
    *from += size;
    *room += *kind <= HB_POLYGON && count > HB_LOCAL_POINTS ? size : 0;
    return count;
}

bool hb_pass_shape(const unsigned char **from, const unsigned char *end, uint64_t *room)
{
    uint32_t kind, part_kind = 0;
    uint64_t own = 0;
    int64_t count = pass_part(from, end, &kind, &own);
    if (count >= 0 && kind == HB_COMPOUND) {
        bool sound = count > 0;
        for (int64_t i = 0; i < count && sound; i++) {
            sound = pass_part(from, end, &part_kind, &own) >= 0 && part_kind < HB_COMPOUND;
        }
        count = sound ? count : -1;
        own += (uint64_t)count * sizeof(hb_shape) + hb_part_boxes_room((uint32_t)count);
    }
    *room = count >= 0 && own > *room ? own : *room;
    return count >= 0;
}

/* Read a shape that is no compound. */
static const unsigned char *read_part(const unsigned char *from, const hb_mask *const *masks,
                                      hb_vec *room, hb_shape *out)
{
    hb_shape_kind kind = (hb_shape_kind)hb_read_32(from);
    uint32_t count = hb_read_32(from + HB_SHAPE_COUNT), points = hb_saved_points(kind, count);
    double radius = hb_read_double(from + HB_SHAPE_RADIUS);
    from += HB_SHAPE_POINTS;
    const unsigned char *end = from + (size_t)points * HB_SAVED_POINT;
    *out = (hb_shape){.kind = kind};
    if (kind == HB_AABB) {
        hb_vec low = hb_read_vec(from), high = hb_read_vec(from + HB_SAVED_POINT);
        *out = hb_box_of_edges((hb_aabb){low.x, low.y, high.x, high.y});
        out->radius = radius; /* so that validation sees it */
        return end;
    }
    hb_vec *to = points > HB_LOCAL_POINTS ? room : out->local;
    for (uint32_t i = 0; i < points; i++, from += HB_SAVED_POINT) {
        to[i] = hb_read_vec(from);
    }
    if (kind == HB_MASK) {
        out->local[1] = (hb_vec){radius, 1.0};
        out->mask = masks[count];
        return end;
    }
    out->count = (int)(kind == HB_ELLIPSE ? 0 : count);
    out->radius = radius;
    if (points > HB_LOCAL_POINTS) {
        out->more = room;
    }
    return end;
}

const unsigned char *hb_read_shape(const unsigned char *from, const hb_mask *const *masks,
                                   void *room, hb_shape *out)
{
    if ((hb_shape_kind)hb_read_32(from) != HB_COMPOUND) {
        return read_part(from, masks, room, out);
    }
    uint32_t count = hb_read_32(from + HB_SHAPE_COUNT);
    hb_shape *parts = room;
    hb_vec *corners = (hb_vec *)(void *)((char *)(parts + count) + hb_part_boxes_room(count));
    *out = (hb_shape){.kind = HB_COMPOUND, .part_count = (int)count, .parts = parts};
    from += HB_SHAPE_POINTS;
    for (uint32_t i = 0; i < count; i++) {
        from = read_part(from, masks, corners, &parts[i]);
        corners += parts[i].count > HB_LOCAL_POINTS ? parts[i].count : 0;
    }
    return from;
}

/* ---- Validating shapes ----------------------------------------------------------------------- */

/* Validate a shape that is no compound. */
static bool validate_part(hb_shape *shape)
{
    bool sound = hb_part_is_valid(shape);
    if (sound && shape->kind != HB_AABB) {
        hb_set_bounds(shape);
    }
    return sound;
}

bool hb_validate_saved_shape(hb_shape *shape)
{
    if (shape->kind != HB_COMPOUND) {
        return validate_part(shape);
    }
    hb_shape *parts = (hb_shape *)(uintptr_t)shape->parts;
    for (int i = 0; i < shape->part_count; i++) {
        if (!validate_part(&parts[i])) {
            return false;
        }
    }
    hb_set_bounds(shape);
    return true;
}

static bool is_same_part(const hb_shape *a, const hb_shape *b)
{
    if (a->kind != b->kind || a->count != b->count || !hb_same_double(a->radius, b->radius)) {
        return false;
    }
    if (a->kind == HB_MASK) {
        return a->mask == b->mask && hb_same_vec(a->local[0], b->local[0]) &&
               a->local[1].x == b->local[1].x;
    }
    return memcmp(hb_shape_points(a), hb_shape_points(b),
                  hb_saved_points(a->kind, (uint32_t)a->count) * sizeof(hb_vec)) == 0;
}

bool hb_same_shape(const hb_shape *a, const hb_shape *b)
{
    if (a->kind == HB_AABB && b->kind == HB_AABB) {
        return memcmp(&a->bounds, &b->bounds, sizeof a->bounds) == 0;
    }
    if (a->kind != HB_COMPOUND || b->kind != HB_COMPOUND) {
        return is_same_part(a, b);
    }
    bool same = a->part_count == b->part_count;
    for (int i = 0; i < a->part_count && same; i++) {
        const hb_shape *p = &a->parts[i], *q = &b->parts[i];
        same = p->kind == HB_AABB && q->kind == HB_AABB
                   ? memcmp(&p->bounds, &q->bounds, sizeof p->bounds) == 0
                   : is_same_part(p, q);
    }
    return same;
}
