/// hitbox: exact 2D collision tests, and worlds that find the items that overlap.
///
/// This header includes all public headers; each of them can be included alone, too. The core needs
/// libc and libm only, keeps no global state, and calls nothing of yours but the allocator that you
/// hand it: queries fill your buffer, and a move is an iterator that you pull. y points down; units
/// are yours (usually pixels); angles are in radians, clockwise on a screen.
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
