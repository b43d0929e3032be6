/// hitbox: exact 2D collision tests, and worlds that find the items that overlap.
///
/// This header includes all public headers; each can also be included alone. The core needs only
/// libc and libm, keeps no global state, and calls no function of yours but the allocator. Queries
/// fill your buffer, and a move is an iterator. y points down; units are yours (usually pixels);
/// angles are in radians, clockwise on a screen.
///
/// base.h describes numbers and errors.
#ifndef HITBOX_H
#define HITBOX_H

#include "hitbox/base.h"
#include "hitbox/collide.h"
#include "hitbox/move.h"
#include "hitbox/shape.h"
#include "hitbox/world.h"

#endif
