/// How much memory a file may take while it is decoded. Pictures and sounds may be far larger than
/// their files, and only their decoders know how large: so SDL's allocators refuse too much.
#ifndef SANDBOX_LIMITED_H
#define SANDBOX_LIMITED_H

#include <stdbool.h>
#include <stddef.h>

/// From now on, until limited_end, refuse a block of more bytes than `block`, and all further ones
/// once they have more than `sum` together; what is given back counts too. One file at a time.
void limited_begin(size_t block, size_t sum);

/// @return whether something was refused
bool limited_end(void);

#endif
