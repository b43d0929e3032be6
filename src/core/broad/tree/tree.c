/// The dynamic tree of boxes: for worlds that no grid suits, and to compare with.
///
/// Each thing is a leaf of a binary tree in which every branch has the boxes of its two sides.
/// Those that look for nobody have a tree of their own, so that they need not be paired with each
/// other.
///
/// A change is noted when it is made, and carried out by the next question. Where few things have
/// changed, each that is still within the box of a branch close above it stays where it hangs, and
/// the others are hung anew where they cost least: so no box needs to be fatter than the thing.
/// Where many have, the boxes are taken anew from all things, from the leaves up, and when that has
/// made them too large, the tree is built anew. History decides how fast an answer is found, never
/// which.
///
/// Sources: Catto, Dynamic Bounding Volume Hierarchies (GDC 2019) for where to hang a leaf, and for
/// rotations (Kensler 2008); Galperin and Rivest, Scapegoat Trees (1993), for what keeps it low.
#include "tree.h"
#include "../../memory.h"

static hb_status create(const hb_allocator *allocator, void **self)
{
    hb_tree *tree = hb_allocate(allocator, sizeof *tree);
    if (tree == NULL) {
        return HB_NO_MEMORY;
    }
    *tree = (hb_tree){.allocator = *allocator, .first_free = HB_NOBODY};
    for (int i = 0; i < HB_HALVES; i++) {
        tree->halves[i].root = HB_NOBODY;
    }
    *self = tree;
    return HB_OK;
}

static void destroy(void *self)
{
    hb_tree *tree = self;
    hb_allocator allocator = tree->allocator;
    hb_release(&allocator, tree->branches, tree->branch_capacity * sizeof *tree->branches);
    hb_release(&allocator, tree->of, tree->of_capacity * sizeof *tree->of);
    hb_release(&allocator, tree->up, tree->up_capacity * sizeof *tree->up);
    hb_release(&allocator, tree->things, tree->thing_capacity * sizeof *tree->things);
    hb_release(&allocator, tree->listed, tree->listed_capacity * sizeof *tree->listed);
    hb_release(&allocator, tree->order, tree->order_capacity * sizeof *tree->order);
    hb_release(&allocator, tree, sizeof *tree);
}

/* Room for so many things, and for as many to change as are carried out one by one. */
static hb_status reserve_things(hb_tree *tree, uint64_t wanted)
{
    const hb_allocator *allocator = &tree->allocator;
    hb_status status;
    if (wanted >= HB_LEAF / 2) {
        return HB_NO_MEMORY; /* a slot must be a number */
    }
    if ((status = hb_reserve(allocator, &tree->branches, &tree->branch_capacity, wanted,
                             sizeof *tree->branches)) != HB_OK ||
        (status = hb_reserve(allocator, &tree->of, &tree->of_capacity, wanted, sizeof *tree->of)) !=
            HB_OK ||
        (status = hb_reserve(allocator, &tree->up, &tree->up_capacity, wanted, sizeof *tree->up)) !=
            HB_OK ||
        (status = hb_reserve(allocator, &tree->things, &tree->thing_capacity, wanted,
                             sizeof *tree->things)) != HB_OK ||
        (status = hb_reserve(allocator, &tree->listed, &tree->listed_capacity, wanted / 8 + 16,
                             sizeof *tree->listed)) != HB_OK) {
        return status;
    }
    return hb_reserve(allocator, &tree->order, &tree->order_capacity, wanted, sizeof *tree->order);
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* Note that a thing has changed. Of a half all of whose boxes are to be renewed only those that do
 * not hang anywhere are listed, so that they need not be looked for. */
static void list(hb_tree *tree, uint32_t item)
{
    hb_half *half = hb_half_of(tree, item);
    bool is_full = tree->listed_count == tree->listed_capacity;
    if ((tree->things[item] & HB_THING_LISTED) != 0) {
        return;
    }
    half->stale = half->stale || is_full || tree->listed_count > half->count / 8 + 8;
    if (is_full || (half->stale && (tree->things[item] & HB_THING_WAITING) == 0)) {
        return;
    }
    tree->things[item] |= HB_THING_LISTED;
    tree->listed[tree->listed_count++] = item;
}

static void join(hb_tree *tree, uint32_t item, bool passive)
{
    unsigned listed = tree->things[item] & HB_THING_LISTED;
    tree->things[item] =
        (uint8_t)(HB_THING_PRESENT | HB_THING_WAITING | listed | (passive ? HB_THING_PASSIVE : 0U));
    hb_half *half = hb_half_of(tree, item);
    half->count++;
    half->waiting++;
    list(tree, item);
}

static void leave(hb_tree *tree, uint32_t item)
{
    hb_half *half = hb_half_of(tree, item);
    if ((tree->things[item] & HB_THING_WAITING) != 0) {
        half->waiting--;
    } else {
        hb_tree_take(tree, half, item);
    }
    half->count--;
    tree->things[item] &= HB_THING_LISTED; /* as it is still in the list */
}

static hb_status reserve(void *self, uint32_t count)
{
    return reserve_things(self, count);
}

static hb_status insert(void *self, uint32_t index, hb_aabb box, bool passive)
{
    hb_tree *tree = self;
    hb_status status = reserve_things(tree, (uint64_t)index + 1);
    if (status != HB_OK) {
        return status;
    }
    for (; tree->index_end <= index; tree->index_end++) {
        tree->things[tree->index_end] = 0;
    }
    tree->of[index] = hb_box_of(box);
    join(tree, index, passive);
    return HB_OK;
}

static void remove_thing(void *self, uint32_t index)
{
    leave(self, index);
}

static void move(void *self, uint32_t index, const hb_aabb *box)
{
    hb_tree *tree = self;
    fours_store(&tree->of[index].x0, fours_of_doubles(&box->x0, &box->x1));
    list(tree, index);
}

static void set_passive(void *self, uint32_t index, bool passive)
{
    hb_tree *tree = self;
    if (((tree->things[index] & HB_THING_PASSIVE) != 0) != passive) {
        leave(tree, index);
        join(tree, index, passive);
    }
}

/* ---- Carrying them out ----------------------------------------------------------------------- */

/* When the branches cost so much more than when the tree was built, it is built anew. */
#define WORN 1.3

static bool waits_for(hb_tree *tree, const hb_half *half, uint32_t item)
{
    return (tree->things[item] & HB_THING_WAITING) != 0 && hb_half_of(tree, item) == half;
}

/* Put all things that wait into the scratch: most are listed. */
static uint32_t gather_waiting(hb_tree *tree, const hb_half *half)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < tree->listed_count; i++) {
        uint32_t item = tree->listed[i];
        tree->order[found] = item;
        found += waits_for(tree, half, item);
    }
    for (uint32_t i = 0; found < half->waiting; i++) {
        tree->order[found] = i;
        found += waits_for(tree, half, i) && (tree->things[i] & HB_THING_LISTED) == 0;
    }
    return found;
}

static void settle_all(hb_tree *tree, hb_half *half)
{
    uint32_t hanging = half->count - half->waiting;
    bool build = half->waiting > hanging / 4 || hb_tree_refit(tree, half) > WORN * half->built;
    uint32_t waiting = gather_waiting(tree, half);
    half->stale = false;
    if (build) {
        hb_tree_build(tree, half, waiting);
        return;
    }
    for (uint32_t i = 0; i < waiting; i++) {
        hb_tree_hang(tree, half, tree->order[i]);
    }
}

/* A thing stays where it hangs while it is within the box of one of so many branches above it: of
 * those that move a little in every frame, 1 in 100 of 10,000, each costs 290 ns then, and 650 if
 * only the next branch counts. Questions cost the same. */
#define LEVELS 4

/* Put the box of a thing where it hangs, and mend those of the branches above it, if one of the
 * next ones holds it. @return false, and nothing done, if none does */
static bool settle_there(hb_tree *tree, hb_half *half, uint32_t item)
{
    hb_box box = tree->of[item];
    uint32_t slots[LEVELS], slot = tree->up[item];
    bool held = false;
    int count = 0;
    while (!held && slot != HB_NO_SLOT_UP && count < LEVELS) {
        slots[count++] = slot;
        slot = tree->branches[slot >> 1].up;
        held = hb_box_holds(slot != HB_NO_SLOT_UP ? hb_slot_box(tree, slot) : &half->box, &box);
    }
    for (int i = 0; i < count && held; i++) {
        const hb_branch *branch = &tree->branches[slots[i] >> 1];
        *hb_slot_box(tree, slots[i]) = box;
        box = hb_box_union(&branch->boxes[0], &branch->boxes[1]);
    }
    return held;
}

static void settle(hb_tree *tree, uint32_t item)
{
    hb_half *half = hb_half_of(tree, item);
    if ((tree->things[item] & HB_THING_WAITING) != 0) {
        hb_tree_hang(tree, half, item);
    } else if (tree->up[item] == HB_NO_SLOT_UP) {
        half->box = tree->of[item];
    } else if (!settle_there(tree, half, item)) {
        hb_tree_take(tree, half, item);
        half->waiting++;
        hb_tree_hang(tree, half, item);
    }
}

void hb_tree_settle(hb_tree *tree)
{
    for (int i = 0; i < HB_HALVES; i++) {
        if (tree->halves[i].stale) {
            settle_all(tree, &tree->halves[i]);
        }
    }
    for (uint32_t i = 0; i < tree->listed_count; i++) {
        uint32_t item = tree->listed[i];
        tree->things[item] &= (uint8_t)~HB_THING_LISTED;
        if ((tree->things[item] & HB_THING_PRESENT) != 0) {
            settle(tree, item);
        }
    }
    tree->listed_count = 0;
}

static void settle_tree(void *self)
{
    hb_tree_settle(self);
}

const hb_broad_ops hb_broad_tree = {
    .create = create,
    .destroy = destroy,
    .reserve = reserve,
    .insert = insert,
    .remove = remove_thing,
    .move = move,
    .set_passive = set_passive,
    .query = hb_tree_query,
    .resting = hb_tree_query,
    .line = hb_tree_line,
    .around = hb_tree_around,
    .farther = hb_tree_farther,
    .regions = hb_tree_regions,
    .settle = settle_tree,
    .pairs = hb_tree_pairs,
};
