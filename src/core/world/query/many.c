/// Many questions to a world in one go: who is at each of some points, in each of some rectangles.
///
/// As in query.c; but where the grid has a way to ask many, no branch on the way depends on how
/// many answers a question has. Takes no memory.
#include "../../broad/grid/grid.h"
#include "query.h"

#include <limits.h>

/* Questions, and where the answers go. */
typedef struct many {
    const hb_world *world;
    const double *ranges; /* each is a point, or two corners */
    size_t width;         /* so many numbers */
    hb_layers mask;
    hb_found *out;
    int64_t capacity, found; /* the latter so far */
} many;

static hb_kind kind_of(const many *asked)
{
    return asked->width == 2 ? HB_POINT : HB_AABB;
}

/* @return false if there is no such range */
static bool admit(const many *asked, int i, hb_aabb *out)
{
    const double *range = asked->ranges + asked->width * (size_t)i;
    lanes least = lanes_load(range), most = lanes_load(range + asked->width - 2);
    bool admitted = hb_admit_both(&least, &most);
    lanes_store(&out->x0, least);
    lanes_store(&out->x1, most);
    return admitted && out->x0 <= out->x1 && out->y0 <= out->y1;
}

/* ---- One by one ------------------------------------------------------------------------------ */

static int64_t room_of(const many *asked)
{
    return asked->found < asked->capacity ? asked->capacity - asked->found : 0;
}

/* Answer a question alone. @return false if there is no such range */
static bool answer_alone(many *asked, int i)
{
    const hb_world *world = asked->world;
    hb_aabb range;
    if (!admit(asked, i, &range)) {
        return false;
    }
    uint32_t count = hb_rank_answers(world, range, kind_of(asked), asked->mask);
    uint32_t *ranks = world->candidates, few[HB_FEW + 8]; /* an empty world has no scratch */
    int64_t room = room_of(asked);
    hb_found *out = room > 0 ? asked->out + asked->found : NULL;
    if (count > HB_FEW) {
        hb_sort_ranks(world, count);
    } else if (count > 0) {
        world->find_places(ranks, count, few);
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = count <= HB_FEW ? few[k] : k;
        if (at < room) {
            out[at] = (hb_found){world->handles[ranks[k]], i};
        }
    }
    asked->found += count;
    return true;
}

/* ---- In one go ------------------------------------------------------------------------------- */

/* Answers to some questions, in the order of these. */
typedef struct answers {
    uint32_t ranks[HB_EACH_FOUND + 8], askers[HB_EACH_FOUND];
    uint32_t begins[HB_EACH + 1]; /* of those to each question */
    uint32_t count;
} answers;

/* In the place of a rank: it is none. */
#define NO_ANSWER UINT32_MAX

/* Close the gaps. */
static void drop_others(uint32_t questions, answers *all)
{
    uint32_t kept = 0, next = 0;
    for (uint32_t i = 0; i < questions; i++) {
        uint32_t end = all->begins[i + 1];
        all->begins[i] = kept;
        for (; next < end; next++) {
            all->ranks[kept] = all->ranks[next];
            all->askers[kept] = i;
            kept += all->ranks[next] != NO_ANSWER;
        }
    }
    all->begins[questions] = all->count = kept;
}

/* Put those of the candidates that meet what was asked about in the order of the questions.
 * @param first, count  of the questions */
static void order_answers(const many *asked, int first, uint32_t count, const hb_each *each,
                          answers *out)
{
    const hb_world *world = asked->world;
    const uint32_t *ranks = world->ranks;
    uint32_t sure = asked->mask == HB_ALL_LAYERS ? HB_SURE : 0, next[HB_EACH], end = 0;
    bool are_all = true;
    for (uint32_t i = 0; i < count; i++) {
        out->begins[i] = next[i] = end;
        end += each->counts[i];
    }
    out->begins[count] = out->count = end;
    for (uint32_t i = 0; i < end; i++) {
        uint32_t item = each->items[i], index = item & ~HB_SURE, asker = each->askers[i];
        uint32_t at = next[asker]++, rank = ranks[index];
        if (!hb_is_sure(world, item, sure)) {
            hb_aabb range;
            (void)admit(asked, first + (int)asker, &range);
            if (!hb_is_answer(world, range, kind_of(asked), asked->mask, item)) {
                rank = NO_ANSWER;
                are_all = false;
            }
        }
        out->ranks[at] = rank;
        out->askers[at] = asker;
    }
    if (!are_all) {
        drop_others(count, out);
    }
}

/* Put the answers to each question in the order of adding: where most have one at the most. */
static void sort_few(answers *all)
{
    for (uint32_t i = 1; i < all->count; i++) {
        uint32_t rank = all->ranks[i], k = i;
        for (; k > all->begins[all->askers[i]] && all->ranks[k - 1] > rank; k--) {
            all->ranks[k] = all->ranks[k - 1];
        }
        all->ranks[k] = rank;
    }
}

/* For each of up to so many ranks, how many are less: mostly there are no more, and to call for
 * that would take longer. Both arrays go on for as many. */
enum { VERY_FEW = 4 };
static inline void place_very_few(const uint32_t *ranks, uint32_t count, uint32_t *places)
{
    uint32_t a = count > 0 ? ranks[0] : UINT32_MAX, b = count > 1 ? ranks[1] : UINT32_MAX;
    uint32_t c = count > 2 ? ranks[2] : UINT32_MAX, d = count > 3 ? ranks[3] : UINT32_MAX;
    places[0] = (uint32_t)(b < a) + (c < a) + (d < a);
    places[1] = (uint32_t)(a < b) + (c < b) + (d < b);
    places[2] = (uint32_t)(a < c) + (b < c) + (d < c);
    places[3] = (uint32_t)(a < d) + (b < d) + (c < d);
}

/* Where each of the answers is to be among those to its question. */
static void place_answers(const hb_world *world, answers *all, uint32_t questions, uint32_t *places)
{
    for (uint32_t i = 0; i < questions; i++) {
        uint32_t begin = all->begins[i], count = all->begins[i + 1] - begin;
        if (count <= VERY_FEW) {
            place_very_few(all->ranks + begin, count, places + begin);
            continue;
        }
        if (count <= HB_FEW) {
            world->find_places(all->ranks + begin, count, places + begin);
            continue;
        }
        hb_sort_digits(all->ranks + begin, count, world->order_count, places + begin);
        for (uint32_t k = 0; k < count; k++) {
            places[begin + k] = k;
        }
    }
}

/* @param first, count  of the questions */
static void write_answers(many *asked, int first, uint32_t count, answers *all)
{
    uint32_t places[HB_EACH_FOUND + 8];
    const hb_id *handles = asked->world->handles;
    int64_t room = room_of(asked);
    hb_found *out = room > 0 ? asked->out + asked->found : NULL;
    if (all->count < count) {
        sort_few(all);
        for (uint32_t i = 0; i < all->count && i < room; i++) {
            out[i] = (hb_found){handles[all->ranks[i]], first + (int)all->askers[i]};
        }
    } else {
        place_answers(asked->world, all, count, places);
        for (uint32_t i = 0; i < all->count; i++) {
            uint32_t asker = all->askers[i], at = all->begins[asker] + places[i];
            if (at < room) {
                out[at] = (hb_found){handles[all->ranks[i]], first + (int)asker};
            }
        }
    }
    asked->found += all->count;
}

/* Answer some of the next questions, `most` at the most. @return how many */
static int answer_some(many *asked, hb_grid *grid, int first, int most)
{
    uint32_t some = most < HB_EACH ? (uint32_t)most : HB_EACH;
    const double *ranges = asked->ranges + asked->width * (size_t)first;
    hb_each each;
    answers all;
    hb_grid_settle_for(grid, some);
    some = grid->ask_each(grid, ranges, asked->width, some, &each);
    if (some > 0) {
        order_answers(asked, first, some, &each, &all);
        write_answers(asked, first, some, &all);
    }
    return (int)some;
}

/* ---- The calls ------------------------------------------------------------------------------- */

/* Where the next question is unusual, it is asked alone; if the one after it is unusual as well,
 * two are, and so on, up to so many. Where questions have more than so many answers, to put these
 * in order takes longer than what is saved: then, too, which the first ones tell. */
enum { MOST_UNUSUAL = 8, FIRST = 16, MOST_ANSWERS = 6, DEAR = 16 * FIRST };

static int answer_all(many *asked, int count)
{
    const hb_world *world = asked->world;
    hb_grid *grid = world->broad_ops == &hb_broad_grid ? world->broad : NULL;
    bool in_one_go = grid != NULL && grid->ask_each != NULL;
    int most = FIRST, unusual = 1;
    for (int done = 0; done < count;) {
        int64_t before = asked->found;
        int left = count - done;
        int some = in_one_go ? answer_some(asked, grid, done, most < left ? most : left) : 0;
        bool is_dear = asked->found - before > MOST_ANSWERS * some;
        most = is_dear ? FIRST : 4 * FIRST;
        int alone = some == 0 ? unusual : is_dear ? DEAR : 0;
        unusual = some > 0 ? 1 : unusual < MOST_UNUSUAL ? 2 * unusual : MOST_UNUSUAL;
        for (done += some; alone > 0 && done < count; alone--, done++) {
            if (!answer_alone(asked, done)) {
                return -1;
            }
        }
    }
    return asked->found < INT_MAX ? (int)asked->found : INT_MAX;
}

int hb_query_points(const hb_world *world, const hb_vec *points, int count, hb_layers mask,
                    hb_found *out, int capacity)
{
    if (!hb_is_buffer(points, count) || !hb_is_buffer(out, capacity)) {
        return -1;
    }
    many asked = {world, count > 0 ? &points->x : NULL, 2, mask, out, capacity, 0};
    return answer_all(&asked, count);
}

int hb_query_rects(const hb_world *world, const hb_aabb *rects, int count, hb_layers mask,
                   hb_found *out, int capacity)
{
    if (!hb_is_buffer(rects, count) || !hb_is_buffer(out, capacity)) {
        return -1;
    }
    many asked = {world, count > 0 ? &rects->x0 : NULL, 4, mask, out, capacity, 0};
    return answer_all(&asked, count);
}
