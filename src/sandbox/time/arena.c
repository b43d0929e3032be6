/* Calls POSIX. Small blocks come from lists by their size; larger ones are pages, by buddies.

   No library of Debian's keeps all of its own state inside the memory that it hands out, but for
   those of C++ that come with all of Boost; malloc's is everywhere.

   Source: Knuth, The Art of Computer Programming 1 (1997), 2.5, for buddies. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#endif

#include "arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define STEP 16 /* bytes: what a block's address is a multiple of */
#define SMALL_SIZES 128
#define MAX_SMALL ((size_t)STEP * SMALL_SIZES)

#define PAGE_BITS 12
#define PAGE ((size_t)1 << PAGE_BITS)
#define ORDERS 20 /* of buddies: a page, two, four, ... half of all */
#define PAGES ((size_t)1 << ORDERS)

#define SMALL_ORDER 3 /* small blocks of a size are cut from 2^3 pages at once */

/* A free block, in the list of its size. */
typedef struct sb_free {
    struct sb_free *next, *before; /* before: of pages only */
} sb_free;

struct sb_arena {
    sb_free *small[SMALL_SIZES];
    struct {
        unsigned char *next, *end; /* what was cut off last, and is not handed out yet */
    } fresh[SMALL_SIZES];
    sb_free *pages[ORDERS];
    size_t top; /* pages from here on were never taken */
    unsigned char
        orders[PAGES]; /* one more than the order of the free block that begins here; else 0 */
    size_t max_pages;  /* that may be taken; no part of a moment */
};

#define HEAD ((sizeof(sb_arena) + PAGE - 1) & ~(PAGE - 1))

static unsigned char *address_of(const sb_arena *arena, size_t page)
{
    return (unsigned char *)(uintptr_t)arena + HEAD + (page << PAGE_BITS);
}

static size_t page_of(const sb_arena *arena, const void *block)
{
    return (size_t)((const unsigned char *)block - address_of(arena, 0)) >> PAGE_BITS;
}

/* ---- The address sanitizer ------------------------------------------------------------------- */

/* It sees what a program does with blocks of malloc; of ours it is to know as much. */
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>

/* A block is handed out: `size` bytes of it, and none behind them. */
static void hand_out(void *block, size_t size, size_t room)
{
    ASAN_UNPOISON_MEMORY_REGION(block, size);
    ASAN_POISON_MEMORY_REGION((unsigned char *)block + size, room - size);
}

/* A block was given back: the arena alone may use its begin. */
static void take_in(void *block, size_t room)
{
    ASAN_POISON_MEMORY_REGION((unsigned char *)block + sizeof(sb_free), room - sizeof(sb_free));
}

static void open_up(const void *begin, size_t size)
{
    ASAN_UNPOISON_MEMORY_REGION(begin, size);
}
#else
static void hand_out(void *block, size_t size, size_t room)
{
    (void)block, (void)size, (void)room;
}

static void take_in(void *block, size_t room)
{
    (void)block, (void)room;
}

static void open_up(const void *begin, size_t size)
{
    (void)begin, (void)size;
}
#endif

/* ---- All of it ------------------------------------------------------------------------------- */

sb_arena *arena_create(void)
{
    size_t size = HEAD + PAGES * PAGE;
    if (SIZE_MAX >> ORDERS < size >> ORDERS || sizeof(void *) < 8) {
        return NULL;
    }
    void *region = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) {
        return NULL;
    }
    sb_arena *arena = region; /* all of it is 0: nothing is taken, or free */
    arena->max_pages = PAGES;
    return arena;
}

void arena_limit(sb_arena *arena, size_t max)
{
    size_t pages = max >> PAGE_BITS;
    arena->max_pages = pages < PAGES ? pages : PAGES;
}

size_t arena_extent(const sb_arena *arena)
{
    return arena->top << PAGE_BITS;
}

void arena_destroy(sb_arena *arena)
{
    if (arena != NULL) {
        open_up(address_of(arena, 0), arena->top << PAGE_BITS);
        munmap(arena, HEAD + PAGES * PAGE);
    }
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static void link_pages(sb_arena *arena, size_t page, unsigned order)
{
    sb_free *block = (sb_free *)(void *)address_of(arena, page);
    open_up(block, sizeof *block);
    *block = (sb_free){.next = arena->pages[order]};
    if (block->next != NULL) {
        block->next->before = block;
    }
    arena->pages[order] = block;
    arena->orders[page] = (unsigned char)(order + 1);
}

static void unlink_pages(sb_arena *arena, size_t page, unsigned order)
{
    const sb_free *block = (const sb_free *)(const void *)address_of(arena, page);
    if (block->before != NULL) {
        block->before->next = block->next;
    } else {
        arena->pages[order] = block->next;
    }
    if (block->next != NULL) {
        block->next->before = block->before;
    }
    arena->orders[page] = 0;
}

/* Give back a block of 1 << order pages, together with its free buddies. */
static void free_pages(sb_arena *arena, size_t page, unsigned order)
{
    while (order + 1 < ORDERS) {
        size_t buddy = page ^ ((size_t)1 << order);
        if (arena->orders[buddy] != order + 1) {
            break;
        }
        unlink_pages(arena, buddy, order);
        page &= ~((size_t)1 << order);
        order++;
    }
    link_pages(arena, page, order);
}

/* Blocks that were never taken begin at multiples of their size: what lies before is free. */
static void *take_from_top(sb_arena *arena, unsigned order)
{
    size_t size = (size_t)1 << order;
    if (((arena->top + size - 1) & ~(size - 1)) + size > arena->max_pages) {
        return NULL;
    }
    for (unsigned small = 0; (arena->top & (size - 1)) != 0; small++) {
        if ((arena->top >> small & 1) != 0) {
            size_t page = arena->top;
            arena->top += (size_t)1 << small;
            free_pages(arena, page, small);
        }
    }
    void *block = address_of(arena, arena->top);
    arena->top += size;
    return block;
}

static void *take_pages(sb_arena *arena, unsigned order)
{
    unsigned from = order;
    while (from < ORDERS && arena->pages[from] == NULL) {
        from++;
    }
    if (from >= ORDERS) {
        return order < ORDERS ? take_from_top(arena, order) : NULL;
    }
    sb_free *block = arena->pages[from];
    size_t page = page_of(arena, block);
    unlink_pages(arena, page, from);
    while (from > order) {
        from--;
        link_pages(arena, page + ((size_t)1 << from), from);
    }
    return block;
}

static unsigned order_of(size_t size)
{
    unsigned order = 0;
    while (order < ORDERS && PAGE << order < size) {
        order++;
    }
    return order;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static size_t small_of(size_t size)
{
    return (size - 1) / STEP;
}

static void *take_small(sb_arena *arena, size_t small)
{
    size_t size = (small + 1) * STEP;
    sb_free *block = arena->small[small];
    if (block != NULL) {
        arena->small[small] = block->next;
        return block;
    }
    if ((size_t)(arena->fresh[small].end - arena->fresh[small].next) < size) {
        unsigned char *pages = take_pages(arena, SMALL_ORDER);
        if (pages == NULL) {
            return NULL;
        }
        arena->fresh[small].next = pages;
        arena->fresh[small].end = pages + (PAGE << SMALL_ORDER);
    }
    block = (sb_free *)(void *)arena->fresh[small].next;
    arena->fresh[small].next += size;
    return block;
}

/* The size of the block that holds a number of bytes. */
static size_t room_of(size_t size)
{
    return size <= MAX_SMALL ? (small_of(size) + 1) * STEP : PAGE << order_of(size);
}

static void *take(sb_arena *arena, size_t size)
{
    void *block =
        size <= MAX_SMALL ? take_small(arena, small_of(size)) : take_pages(arena, order_of(size));
    if (block != NULL) {
        hand_out(block, size, room_of(size));
    }
    return block;
}

static void give_back(sb_arena *arena, void *block, size_t size)
{
    hand_out(block, room_of(size), room_of(size));
    take_in(block, room_of(size));
    if (size <= MAX_SMALL) {
        sb_free *gone = block;
        gone->next = arena->small[small_of(size)];
        arena->small[small_of(size)] = gone;
    } else {
        free_pages(arena, page_of(arena, block), order_of(size));
    }
}

static bool is_same_block(size_t a, size_t b)
{
    bool small = a <= MAX_SMALL;
    return small == (b <= MAX_SMALL) &&
           (small ? small_of(a) == small_of(b) : order_of(a) == order_of(b));
}

void *arena_resize(sb_arena *arena, void *block, size_t old_size, size_t new_size)
{
    bool had = block != NULL && old_size > 0;
    if (had && new_size > 0 && is_same_block(old_size, new_size)) {
        hand_out(block, new_size, room_of(new_size));
        return block;
    }
    void *taken = new_size > 0 ? take(arena, new_size) : NULL;
    if (new_size > 0 && taken == NULL) {
        return had && new_size <= old_size ? block : NULL; /* Lua counts on smaller ones */
    }
    if (had) {
        if (taken != NULL) {
            memcpy(taken, block, old_size < new_size ? old_size : new_size);
        }
        give_back(arena, block, old_size);
    }
    return taken;
}

/* ---- Moments --------------------------------------------------------------------------------- */

/* A moment holds the fields before the orders of pages, the pages that were taken, and their
   orders. A change holds, instead of the pages, a mask for each of their blocks, whose bits are the
   words that differ, and these words. A block that was not taken before differs as a whole. */

#define FACTS offsetof(sb_arena, orders)
typedef uint64_t __attribute__((may_alias)) sb_word; /* of whatever lies there */

#define WORDS 64 /* of a block, as a mask has bits */
#define BLOCK (WORDS * sizeof(sb_word))
#define BLOCKS (PAGE / BLOCK) /* of a page */

_Static_assert(FACTS % sizeof(sb_word) == 0, "the pages of what is kept begin at a word");

/* How many pages were taken when this was kept. */
static size_t kept_top(const void *kept)
{
    size_t top;
    memcpy(&top, (const unsigned char *)kept + offsetof(sb_arena, top), sizeof top);
    return top;
}

size_t arena_size(const sb_arena *arena)
{
    return FACTS + arena->top * (PAGE + 1);
}

void arena_keep(const sb_arena *arena, void *out)
{
    unsigned char *at = out;
    size_t bytes = arena->top << PAGE_BITS;
    open_up(address_of(arena, 0), bytes);
    memcpy(at, arena, FACTS);
    memcpy(at + FACTS, address_of(arena, 0), bytes);
    memcpy(at + FACTS + bytes, arena->orders, arena->top);
}

/* Put back all but the pages, and let go of those that lie beyond. */
static void put_back_facts(sb_arena *arena, const void *facts, const unsigned char *orders)
{
    size_t top = arena->top;
    memcpy(arena, facts, FACTS);
    memcpy(arena->orders, orders, arena->top);
    open_up(address_of(arena, 0), (top > arena->top ? top : arena->top) << PAGE_BITS);
    if (top > arena->top) {
        memset(arena->orders + arena->top, 0, top - arena->top);
        madvise(address_of(arena, arena->top), (top - arena->top) << PAGE_BITS, MADV_DONTNEED);
    }
}

void arena_put_back(sb_arena *arena, const void *kept)
{
    const unsigned char *pages = (const unsigned char *)kept + FACTS;
    size_t bytes = kept_top(kept) << PAGE_BITS;
    put_back_facts(arena, kept, pages + bytes);
    memcpy(address_of(arena, 0), pages, bytes);
}

/* Which words of a block of the arena are others than when `kept` was written. */
static uint64_t changed_words(const sb_word *now, const sb_word *before)
{
    if (before == NULL) {
        return UINT64_MAX;
    } else if (memcmp(now, before, BLOCK) == 0) {
        return 0;
    }
    uint64_t mask = 0;
    for (int i = 0; i < WORDS; i++) {
        mask |= (uint64_t)(now[i] != before[i]) << i;
    }
    return mask;
}

/* The block of that number in what was kept, null if it was not taken then. */
static const sb_word *kept_block(const void *kept, size_t block)
{
    const unsigned char *pages = (const unsigned char *)kept + FACTS;
    return block < kept_top(kept) * BLOCKS ? (const sb_word *)(const void *)(pages + block * BLOCK)
                                           : NULL;
}

static sb_word *block_of(const sb_arena *arena, size_t block)
{
    return (sb_word *)(void *)(address_of(arena, 0) + block * BLOCK);
}

size_t arena_change_size(const sb_arena *arena, const void *kept)
{
    size_t blocks = arena->top * BLOCKS;
    size_t words = 0;
    open_up(address_of(arena, 0), arena->top << PAGE_BITS);
    for (size_t i = 0; i < blocks; i++) {
        words +=
            (size_t)__builtin_popcountll(changed_words(block_of(arena, i), kept_block(kept, i)));
    }
    return FACTS + (blocks + words) * sizeof(sb_word) + arena->top;
}

void arena_keep_change(const sb_arena *arena, const void *kept, void *out)
{
    size_t blocks = arena->top * BLOCKS;
    sb_word *masks = (sb_word *)(void *)((unsigned char *)out + FACTS);
    sb_word *words = masks + blocks;
    open_up(address_of(arena, 0), arena->top << PAGE_BITS);
    memcpy(out, arena, FACTS);
    for (size_t i = 0; i < blocks; i++) {
        const sb_word *now = block_of(arena, i);
        masks[i] = changed_words(now, kept_block(kept, i));
        for (uint64_t mask = masks[i]; mask != 0; mask &= mask - 1) {
            *words++ = now[__builtin_ctzll(mask)];
        }
    }
    memcpy(words, arena->orders, arena->top);
}

void arena_put_back_change(sb_arena *arena, const void *kept, const void *change)
{
    size_t blocks = kept_top(change) * BLOCKS;
    const sb_word *masks = (const sb_word *)(const void *)((const unsigned char *)change + FACTS);
    const sb_word *words = masks + blocks;
    size_t count = 0;
    for (size_t i = 0; i < blocks; i++) {
        count += (size_t)__builtin_popcountll(masks[i]);
    }
    put_back_facts(arena, change, (const unsigned char *)(words + count));
    for (size_t i = 0; i < blocks; i++) {
        sb_word *now = block_of(arena, i);
        const sb_word *before = kept_block(kept, i);
        if (before != NULL) {
            memcpy(now, before, BLOCK);
        }
        for (uint64_t mask = masks[i]; mask != 0; mask &= mask - 1) {
            now[__builtin_ctzll(mask)] = *words++;
        }
    }
}
