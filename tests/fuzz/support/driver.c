/// Runs a fuzz target without libFuzzer, so that each build can:
///
///     fuzz_pairs [inputs] [seed]     with that many random inputs
///     fuzz_pairs FILE...             with what libFuzzer wrote down
///
/// Random bytes reach the plain cases only: preset `fuzz` has libFuzzer itself.
#include "fuzz.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 160 };

static uint64_t random_state;

/* xorshift64 (Marsaglia 2003) */
static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static int run_file(const char *path)
{
    static uint8_t data[1 << 16];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        (void)fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return 2;
    }
    size_t size = fread(data, 1, sizeof data, file);
    (void)fclose(file);
    return LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv)
{
    char *end = "";
    long inputs = argc > 1 ? strtol(argv[1], &end, 10) : 20000;
    if (*end != '\0') {
        int status = 0;
        for (int i = 1; i < argc && status == 0; i++) {
            status = run_file(argv[i]);
        }
        return status;
    }
    long seed = argc > 2 ? strtol(argv[2], NULL, 10) : 1;
    random_state = (uint64_t)seed * 0x9e3779b97f4a7c15U | 1;
    for (long i = 0; i < inputs; i++) {
        uint8_t data[MOST_BYTES];
        size_t size = random_bits() % MOST_BYTES;
        for (size_t k = 0; k < size; k++) {
            data[k] = (uint8_t)(random_bits() >> 32);
        }
        (void)LLVMFuzzerTestOneInput(data, size);
    }
    printf("%ld inputs, seed %ld\n", inputs, seed);
    return 0;
}
