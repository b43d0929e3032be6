/// Memory that a test refuses: malloc, calloc and realloc, which it is linked with --wrap for.
#ifndef SB_TEST_REFUSALS_H
#define SB_TEST_REFUSALS_H

#include <stdbool.h>
#include <stddef.h>

/// Allocations until one is refused; below 0: none is.
static long until_refusal = -1;
static bool refuses_further; ///< all after it are refused, too; else until_refusal is -1 then
static bool was_refused;     ///< since this was cleared

static bool is_refused(void)
{
    bool refused = until_refusal == 0;
    if (until_refusal > 0 || (refused && !refuses_further)) {
        until_refusal--;
    }
    was_refused = was_refused || refused;
    return refused;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size)
{
    return is_refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return is_refused() ? NULL : __real_realloc(block, size);
}

#endif
