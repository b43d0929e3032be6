/* Preloaded into the sandbox by sandbox.py: writes a line to the file that HITBOX_FRAMES names when
   the program ends.

       first   seconds from HITBOX_FRAMES_BEGIN, a time of CLOCK_MONOTONIC, to the first frame
       last    the same, to the last one
       frames  how many were presented
       peak    the most memory that it ever had, in kilobytes

   Calls SDL and libc. */
#define _GNU_SOURCE

#include <SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double first, last;
static long frames;

static double now(void)
{
    const char *begin = getenv("HITBOX_FRAMES_BEGIN");
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9 - (begin != NULL ? atof(begin) : 0);
}

/* Stands before SDL's own function of that name. */
void SDL_RenderPresent(SDL_Renderer *renderer)
{
    static void (*present)(SDL_Renderer *);
    if (present == NULL) {
        *(void **)&present = dlsym(RTLD_NEXT, "SDL_RenderPresent");
    }
    present(renderer);
    last = now();
    first = frames == 0 ? last : first;
    frames++;
}

__attribute__((destructor)) static void write_down(void)
{
    const char *path = getenv("HITBOX_FRAMES");
    FILE *out = path != NULL ? fopen(path, "w") : NULL;
    struct rusage used;
    if (out != NULL && getrusage(RUSAGE_SELF, &used) == 0) {
        fprintf(out, "%.6f %.6f %ld %ld\n", first, last, frames, used.ru_maxrss);
    }
    if (out != NULL) {
        fclose(out);
    }
}
