/// The form of the tree: where things are hung, what keeps it low, and building it anew.
///
/// A thing is hung beside whatever makes the branches above cost least more, found on one way down.
/// On the way back up each branch may exchange a side with one of its other side's, if that is
/// cheaper and nothing gets higher. Boxes that hold one another would still make a chain; so a
/// branch that is too high for what it holds exchanges sides to become lower, or is built anew.
/// Building halves the space where that leaves no more than three quarters on a side, and else the
/// things: so what is built is low as well. No loop recurses: what waits is on a stack, or the
/// branches are listed top down and looked at bottom up.
#include "tree.h"

#include <assert.h>
#include <math.h>

/* ---- Slots ----------------------------------------------------------------------------------- */

/* Put a thing or a branch into a slot. */
static void put(hb_tree *tree, hb_half *half, uint32_t slot, uint32_t ref, const hb_box *box)
{
    if (slot == HB_NO_SLOT_UP) {
        half->root = ref;
        half->box = *box;
    } else {
        tree->branches[slot >> 1].children[slot & 1] = ref;
        *hb_slot_box(tree, slot) = *box;
    }
    if (hb_is_leaf(ref)) {
        tree->up[hb_leaf_item(ref)] = slot;
    } else {
        tree->branches[ref].up = slot;
    }
}

static uint32_t take_branch(hb_tree *tree)
{
    uint32_t branch = tree->first_free;
    if (branch == HB_NOBODY) {
        assert(tree->branch_end < tree->branch_capacity);
        return tree->branch_end++;
    }
    tree->first_free = tree->branches[branch].up;
    return branch;
}

static void free_branch(hb_tree *tree, uint32_t branch)
{
    tree->branches[branch].up = tree->first_free;
    tree->first_free = branch;
}

static uint32_t height_of(const hb_tree *tree, uint32_t ref)
{
    return hb_is_leaf(ref) ? 0 : tree->branches[ref].height;
}

static uint32_t count_of(const hb_tree *tree, uint32_t ref)
{
    return hb_is_leaf(ref) ? 1 : tree->branches[ref].count;
}

/* Tell a branch what its children are. */
static void sum_up(hb_tree *tree, hb_branch *branch)
{
    uint32_t a = branch->children[0], b = branch->children[1];
    uint32_t height_a = height_of(tree, a), height_b = height_of(tree, b);
    branch->height = (height_a > height_b ? height_a : height_b) + 1;
    branch->count = count_of(tree, a) + count_of(tree, b);
}

/* ---- Rotations ------------------------------------------------------------------------------- */

/* Three binary logarithms: what is built has at most 2.41 of them, where each branch has a quarter
 * of its things on either side. Of 2^30 things, which are more than fit, 98. */
static uint32_t height_limit(uint32_t count)
{
    uint32_t limit = 8;
    for (; count > 1; count >>= 1) {
        limit += 3;
    }
    return limit;
}

/* One side of a branch exchanged with a side of its other one. */
typedef struct rotation {
    uint32_t side, inner; /* branch.children[side] with children[1 - side].children[inner] */
    float gain;
    uint32_t height; /* of the branch, after it */
} rotation;

static rotation rotate_by(const hb_tree *tree, const hb_branch *branch, uint32_t side,
                          uint32_t inner)
{
    const hb_branch *other = &tree->branches[branch->children[1 - side]];
    hb_box box = hb_box_union(&branch->boxes[side], &other->boxes[1 - inner]);
    uint32_t down = height_of(tree, branch->children[side]);
    uint32_t stays = height_of(tree, other->children[1 - inner]);
    uint32_t rises = height_of(tree, other->children[inner]);
    uint32_t lower = (down > stays ? down : stays) + 1;
    return (rotation){side, inner, hb_box_cost(&branch->boxes[1 - side]) - hb_box_cost(&box),
                      (rises > lower ? rises : lower) + 1};
}

/* The best one: where a branch is too high the one that makes it lowest, else the cheapest of those
 * that make it no higher. @return false if there is none */
static bool find_rotation(const hb_tree *tree, const hb_branch *branch, bool too_high,
                          rotation *best)
{
    *best = (rotation){.gain = 0.0F, .height = branch->height};
    bool found = false;
    for (uint32_t side = 0; side < 2; side++) {
        if (hb_is_leaf(branch->children[1 - side])) {
            continue;
        }
        for (uint32_t inner = 0; inner < 2; inner++) {
            rotation r = rotate_by(tree, branch, side, inner);
            bool better = too_high ? r.height < best->height
                                   : r.height <= branch->height && r.gain > best->gain;
            *best = better ? r : *best;
            found = found || better;
        }
    }
    return found;
}

static void rotate(hb_tree *tree, hb_half *half, uint32_t index, const rotation *r)
{
    hb_branch *branch = &tree->branches[index];
    uint32_t other_index = branch->children[1 - r->side];
    hb_branch *other = &tree->branches[other_index];
    uint32_t down = branch->children[r->side], rising = other->children[r->inner];
    hb_box down_box = branch->boxes[r->side], rising_box = other->boxes[r->inner];
    put(tree, half, 2 * index + r->side, rising, &rising_box);
    put(tree, half, 2 * other_index + r->inner, down, &down_box);
    branch->boxes[1 - r->side] = hb_box_union(&other->boxes[0], &other->boxes[1]);
    sum_up(tree, other);
    sum_up(tree, branch);
}

/* ---- The way up ------------------------------------------------------------------------------ */

static bool is_too_high(const hb_branch *branch)
{
    return branch->height > height_limit(branch->count);
}

/* Mend a branch, and put its box into its slot. @return whether the slot was right already */
static bool mend(hb_tree *tree, hb_half *half, uint32_t index, uint32_t old_height,
                 uint32_t old_count)
{
    const hb_branch *branch = &tree->branches[index];
    hb_box box = hb_box_union(&branch->boxes[0], &branch->boxes[1]);
    hb_box *in = branch->up == HB_NO_SLOT_UP ? &half->box : hb_slot_box(tree, branch->up);
    bool same = hb_box_holds(in, &box) && hb_box_holds(&box, in) && branch->height == old_height &&
                branch->count == old_count;
    *in = box;
    return same;
}

static uint32_t branch_above(const hb_tree *tree, uint32_t branch)
{
    uint32_t up = tree->branches[branch].up;
    return up != HB_NO_SLOT_UP ? up >> 1 : HB_NOBODY;
}

/* Mend a branch and all above it. */
static void mend_upward(hb_tree *tree, hb_half *half, uint32_t index)
{
    for (; index != HB_NOBODY; index = branch_above(tree, index)) {
        hb_branch *branch = &tree->branches[index];
        uint32_t height = branch->height, count = branch->count;
        sum_up(tree, branch);
        if (mend(tree, half, index, height, count)) {
            return;
        }
    }
}

/* The same, with rotations. @return the first branch that is too high, or HB_NOBODY */
static uint32_t improve_upward(hb_tree *tree, hb_half *half, uint32_t index)
{
    uint32_t high = HB_NOBODY;
    for (; index != HB_NOBODY; index = branch_above(tree, index)) {
        hb_branch *branch = &tree->branches[index];
        rotation best;
        sum_up(tree, branch);
        if (find_rotation(tree, branch, is_too_high(branch), &best)) {
            rotate(tree, half, index, &best);
        }
        (void)mend(tree, half, index, 0, 0);
        high = high == HB_NOBODY && is_too_high(branch) ? index : high;
    }
    return high;
}

/* ---- Top down, to be looked at bottom up ----------------------------------------------------- */

/* List the branches from one on, each before those below it, in tree->order. @return how many */
static uint32_t list_branches(hb_tree *tree, uint32_t root)
{
    uint32_t stack[HB_MOST_HEIGHT + 2], waiting = 0, count = 0;
    if (hb_is_leaf(root)) {
        return 0;
    }
    stack[waiting++] = root;
    while (waiting > 0) {
        uint32_t index = stack[--waiting];
        const hb_branch *branch = &tree->branches[index];
        tree->order[count++] = index;
        for (int side = 0; side < 2; side++) {
            if (!hb_is_leaf(branch->children[side])) {
                assert(waiting < HB_MOST_HEIGHT + 2);
                stack[waiting++] = branch->children[side];
            }
        }
    }
    return count;
}

/* Take the boxes below and of a branch, or of a thing, from the things. @return the perimeters */
static double refit(hb_tree *tree, hb_half *half, uint32_t root)
{
    uint32_t count = list_branches(tree, root);
    double cost = 0.0;
    if (hb_is_leaf(root)) {
        put(tree, half, tree->up[hb_leaf_item(root)], root, &tree->of[hb_leaf_item(root)]);
    }
    while (count-- > 0) {
        hb_branch *branch = &tree->branches[tree->order[count]];
        for (int side = 0; side < 2; side++) {
            if (hb_is_leaf(branch->children[side])) { /* branches have put theirs here */
                branch->boxes[side] = tree->of[hb_leaf_item(branch->children[side])];
            }
        }
        sum_up(tree, branch);
        (void)mend(tree, half, tree->order[count], 0, 0);
        hb_box box = hb_box_union(&branch->boxes[0], &branch->boxes[1]);
        cost += (double)hb_box_cost(&box);
    }
    return cost;
}

double hb_tree_refit(hb_tree *tree, hb_half *half)
{
    return half->root == HB_NOBODY ? 0.0 : refit(tree, half, half->root);
}

/* ---- Building -------------------------------------------------------------------------------- */

typedef struct range {
    uint32_t first, last, slot;
} range;

static float middle_of(const hb_tree *tree, uint32_t i, bool upright)
{
    const hb_box *box = &tree->of[tree->order[i]];
    return upright ? box->y0 + box->y1 : box->x0 + box->x1;
}

static void swap_things(hb_tree *tree, uint32_t i, uint32_t k)
{
    uint32_t held = tree->order[i];
    tree->order[i] = tree->order[k];
    tree->order[k] = held;
}

/* Those before a line come first. @return how many these are */
static uint32_t part_by_line(hb_tree *tree, range r, bool upright, float line)
{
    uint32_t before = r.first;
    for (uint32_t i = r.first; i < r.last; i++) {
        if (middle_of(tree, i, upright) < line) {
            swap_things(tree, i, before++);
        }
    }
    return before - r.first;
}

/* How many times a range is narrowed when its middle is looked for: on the average that takes two
 * for each halving. What is left then is as it is: a tree of any order is right. */
#define MOST_NARROWINGS 64

/* Those before the middle one come first (Hoare's Find, 1961). */
static void part_by_count(hb_tree *tree, range r, bool upright)
{
    uint32_t middle = r.first + (r.last - r.first) / 2;
    for (int i = 0; i < MOST_NARROWINGS && r.last - r.first > 1; i++) {
        float line = middle_of(tree, r.first + (r.last - r.first) / 2, upright);
        uint32_t low = r.first, high = r.last - 1;
        while (low <= high && high != HB_NOBODY) {
            while (middle_of(tree, low, upright) < line) {
                low++;
            }
            while (line < middle_of(tree, high, upright)) {
                high--;
            }
            if (low <= high) {
                swap_things(tree, low++, high--);
            }
        }
        if (high != HB_NOBODY && middle <= high) {
            r.last = high + 1;
        } else if (middle >= low) {
            r.first = low;
        } else {
            return;
        }
    }
}

/* Divide a range in two. @return where the second begins */
static uint32_t divide(hb_tree *tree, range r)
{
    uint32_t count = r.last - r.first;
    hb_box middles = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = r.first; i < r.last; i++) {
        float x = middle_of(tree, i, false), y = middle_of(tree, i, true);
        hb_box one = {x, y, x, y};
        middles = hb_box_union(&middles, &one);
    }
    float width = middles.x1 - middles.x0, height = middles.y1 - middles.y0;
    bool upright = height > width;
    if (width == 0.0F && height == 0.0F) {
        return r.first + count / 2;
    }
    float line = upright ? middles.y0 + 0.5F * height : middles.x0 + 0.5F * width;
    uint32_t before = part_by_line(tree, r, upright, line);
    if (before < count / 4 || count - before < count / 4 || before == 0 || before == count) {
        part_by_count(tree, r, upright);
        before = count / 2;
    }
    return r.first + before;
}

/* Hang what tree->order[0 .. count) holds into a slot. */
static void build(hb_tree *tree, hb_half *half, uint32_t slot, uint32_t count)
{
    range stack[HB_MOST_HEIGHT + 2];
    uint32_t waiting = 0;
    stack[waiting++] = (range){0, count, slot};
    while (waiting > 0) {
        range r = stack[--waiting];
        if (r.last - r.first == 1) {
            uint32_t item = tree->order[r.first];
            put(tree, half, r.slot, HB_LEAF | item, &tree->of[item]);
            continue;
        }
        uint32_t second = divide(tree, r), branch = take_branch(tree);
        hb_box none = {0};
        put(tree, half, r.slot, branch, &none);
        assert(waiting + 2 <= HB_MOST_HEIGHT + 2);
        stack[waiting++] = (range){second, r.last, 2 * branch + 1};
        stack[waiting++] = (range){r.first, second, 2 * branch};
    }
}

/* List the things below a branch after those that are in tree->order, and free the branches.
 * @return how many are there now */
static uint32_t take_apart(hb_tree *tree, uint32_t root, uint32_t count)
{
    uint32_t stack[HB_MOST_HEIGHT + 2], waiting = 0;
    stack[waiting++] = root;
    while (waiting > 0) {
        uint32_t ref = stack[--waiting];
        if (hb_is_leaf(ref)) {
            tree->order[count++] = hb_leaf_item(ref);
            continue;
        }
        assert(waiting + 2 <= HB_MOST_HEIGHT + 2);
        stack[waiting++] = tree->branches[ref].children[1];
        stack[waiting++] = tree->branches[ref].children[0];
        free_branch(tree, ref);
    }
    return count;
}

void hb_tree_build(hb_tree *tree, hb_half *half, uint32_t waiting)
{
    for (uint32_t i = 0; i < waiting; i++) {
        tree->things[tree->order[i]] &= (uint8_t)~HB_THING_WAITING;
    }
    uint32_t count = half->root != HB_NOBODY ? take_apart(tree, half->root, waiting) : waiting;
    half->root = HB_NOBODY;
    half->waiting = 0;
    if (count > 0) {
        build(tree, half, HB_NO_SLOT_UP, count);
    }
    half->built = hb_tree_refit(tree, half);
}

/* Build what hangs at one branch anew. */
static void rebuild(hb_tree *tree, hb_half *half, uint32_t branch)
{
    uint32_t slot = tree->branches[branch].up;
    uint32_t count = take_apart(tree, branch, 0);
    build(tree, half, slot, count);
    uint32_t ref =
        slot == HB_NO_SLOT_UP ? half->root : tree->branches[slot >> 1].children[slot & 1];
    (void)refit(tree, half, ref);
    if (slot != HB_NO_SLOT_UP) {
        mend_upward(tree, half, slot >> 1);
    }
}

/* ---- Hanging and taking ---------------------------------------------------------------------- */

/* What the branches cost more if a thing goes down into a slot, not counting those above it. */
static float cost_below(const hb_box *box, uint32_t ref, const hb_box *thing)
{
    hb_box both = hb_box_union(box, thing);
    return hb_box_cost(&both) - (hb_is_leaf(ref) ? 0.0F : hb_box_cost(box));
}

/* The slot of what a thing is to be hung beside. */
static uint32_t find_slot(const hb_tree *tree, const hb_half *half, const hb_box *thing)
{
    uint32_t slot = HB_NO_SLOT_UP, ref = half->root;
    hb_box box = half->box;
    while (!hb_is_leaf(ref)) {
        const hb_branch *branch = &tree->branches[ref];
        hb_box both = hb_box_union(&box, thing);
        float beside = hb_box_cost(&both), grown = beside - hb_box_cost(&box), below[2];
        for (int side = 0; side < 2; side++) {
            below[side] = grown + cost_below(&branch->boxes[side], branch->children[side], thing);
        }
        uint32_t side = below[1] < below[0];
        if (below[0] == below[1]) { /* as all are in a heap: keep it low */
            side = height_of(tree, branch->children[1]) < height_of(tree, branch->children[0]);
        }
        if (beside < below[side]) {
            break;
        }
        slot = 2 * ref + side;
        box = branch->boxes[side];
        ref = branch->children[side];
    }
    return slot;
}

void hb_tree_hang(hb_tree *tree, hb_half *half, uint32_t item)
{
    const hb_box *box = &tree->of[item];
    tree->things[item] &= (uint8_t)~HB_THING_WAITING;
    half->waiting--;
    if (half->root == HB_NOBODY) {
        put(tree, half, HB_NO_SLOT_UP, HB_LEAF | item, box);
        return;
    }
    uint32_t slot = find_slot(tree, half, box), branch = take_branch(tree);
    uint32_t beside =
        slot == HB_NO_SLOT_UP ? half->root : tree->branches[slot >> 1].children[slot & 1];
    hb_box beside_box = slot == HB_NO_SLOT_UP ? half->box : *hb_slot_box(tree, slot);
    put(tree, half, slot, branch, box);
    put(tree, half, 2 * branch, beside, &beside_box);
    put(tree, half, 2 * branch + 1, HB_LEAF | item, box);
    uint32_t high = improve_upward(tree, half, branch);
    if (high != HB_NOBODY) {
        rebuild(tree, half, high);
    }
}

void hb_tree_take(hb_tree *tree, hb_half *half, uint32_t item)
{
    uint32_t slot = tree->up[item];
    if (slot == HB_NO_SLOT_UP) {
        half->root = HB_NOBODY;
        return;
    }
    uint32_t index = slot >> 1, side = 1 - (slot & 1);
    const hb_branch *branch = &tree->branches[index];
    uint32_t above = branch_above(tree, index);
    hb_box box = branch->boxes[side];
    put(tree, half, branch->up, branch->children[side], &box);
    free_branch(tree, index);
    if (above != HB_NOBODY) {
        mend_upward(tree, half, above);
    }
}
