/* Calls nothing but libc. An hour has 216,000 ticks: those in a row with the same input are one
   span, and what is held, which is little and mostly the same, is kept once. */
#include "recording.h"

#include <stdlib.h>
#include <string.h>

/* Of all arrays. A tick whose input differs from the one before takes 64: of these there may be
   more than two hours. */
#define MAX_BYTES ((size_t)64 << 20)

/* Make room for one more element of an array of the recording. */
static bool reserve(sb_recording *recording, void *array_pointer, int count, int *room, size_t size)
{
    if (count < *room) {
        return true;
    }
    void *array;
    memcpy(&array, array_pointer, sizeof array);
    int larger = *room < 16 ? 16 : *room + *room / 2;
    size_t more = (size_t)(larger - *room) * size;
    bool fits = more <= MAX_BYTES - recording->bytes;
    void *grown = fits ? realloc(array, (size_t)larger * size) : NULL;
    if (grown == NULL) {
        return false;
    }
    memcpy(array_pointer, &grown, sizeof grown);
    recording->bytes += more;
    *room = larger;
    return true;
}

void recording_free(sb_recording *recording)
{
    free(recording->spans);
    free(recording->sets);
    free(recording->names);
    free(recording->user_actions);
    *recording = (sb_recording){0};
}

static bool is_set(const sb_recording *recording, int index, const sb_input_state *input)
{
    sb_held_set set = recording->sets[index];
    bool same = set.count == input->held_count;
    for (int i = 0; same && i < set.count; i++) {
        same = strcmp(recording->names[set.first + i], input->held[i]) == 0;
    }
    return same;
}

/* The set of what is held, the newest first. @return -1 if there is no memory for a new one */
static int find_set(sb_recording *recording, const sb_input_state *input)
{
    for (int i = recording->set_count - 1; i >= 0; i--) {
        if (is_set(recording, i, input)) {
            return i;
        }
    }
    sb_held_set set = {recording->name_count, input->held_count};
    for (int i = 0; i < set.count; i++) {
        if (!reserve(recording, &recording->names, set.first + i, &recording->name_room,
                     INPUT_NAME_SIZE)) {
            return -1;
        }
        memcpy(recording->names[set.first + i], input->held[i], INPUT_NAME_SIZE);
    }
    if (!reserve(recording, &recording->sets, recording->set_count, &recording->set_room,
                 sizeof set)) {
        return -1;
    }
    recording->name_count += set.count;
    recording->sets[recording->set_count] = set;
    return recording->set_count++;
}

bool recording_add_tick(sb_recording *recording, const sb_input_state *input)
{
    int count = recording->span_count;
    int same = count > 0 ? recording->spans[count - 1].set : -1;
    int set = same >= 0 && is_set(recording, same, input) ? same : find_set(recording, input);
    sb_span span = {.first = recording->length.ticks + 1,
                    .set = set,
                    .x = input->x,
                    .y = input->y,
                    .aim_x = input->aim_x,
                    .aim_y = input->aim_y,
                    .mouse_x = input->mouse_x,
                    .mouse_y = input->mouse_y};
    const sb_span *last = count > 0 ? &recording->spans[count - 1] : NULL;
    if (last == NULL || last->set != set || last->x != span.x || last->y != span.y ||
        last->aim_x != span.aim_x || last->aim_y != span.aim_y || last->mouse_x != span.mouse_x ||
        last->mouse_y != span.mouse_y) {
        if (set < 0 ||
            !reserve(recording, &recording->spans, count, &recording->span_room, sizeof span)) {
            return false;
        }
        recording->spans[recording->span_count++] = span;
    }
    recording->length.ticks++;
    return true;
}

bool recording_add_user_action(sb_recording *recording, sb_user_action_kind kind, double x,
                               double y)
{
    if (!reserve(recording, &recording->user_actions, recording->length.user_actions,
                 &recording->user_action_room, sizeof(sb_user_action))) {
        return false;
    }
    recording->user_actions[recording->length.user_actions++] =
        (sb_user_action){recording->length.ticks, kind, x, y};
    return true;
}

/* How many spans begin at a tick or before. */
static int count_spans(const sb_recording *recording, long tick)
{
    int low = 0;
    int high = recording->span_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (recording->spans[middle].first <= tick) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void recording_read(const sb_recording *recording, long tick, sb_input_state *out)
{
    const sb_span *span = &recording->spans[count_spans(recording, tick) - 1];
    sb_held_set set = recording->sets[span->set];
    out->held_count = set.count;
    for (int i = 0; i < set.count; i++) {
        memcpy(out->held[i], recording->names[set.first + i], INPUT_NAME_SIZE);
    }
    out->x = span->x;
    out->y = span->y;
    out->aim_x = span->aim_x;
    out->aim_y = span->aim_y;
    out->mouse_x = span->mouse_x;
    out->mouse_y = span->mouse_y;
}

void recording_cut(sb_recording *recording, sb_moment end)
{
    recording->length = end;
    recording->span_count = count_spans(recording, end.ticks);
}
