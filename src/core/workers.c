/// Threads that wait for work, and help the one that calls with it.
///
/// A call opens a job, and whoever is awake joins it: so no job is held up by a helper that the
/// system has put aside, and on a single processor all is done by the caller. One word says which
/// job there is, whether it is open, and how many helpers are at it. Who waits looks at it for some
/// tens of microseconds, as the next job of a frame comes soon, and then sleeps, so that a world
/// that nobody asks uses no processor.
///
/// Threads of Windows or of POSIX, or else those of C11; where there are none, nobody helps.
/// Helpers run what hb_workers_run is given and nothing else: no allocator, no signal handler of
/// the program's.
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* for the masks of signals */
#endif

#include "workers.h"
#include "instructions.h"
#include "memory.h"

#if defined(__has_include) && !defined(__STDC_NO_ATOMICS__)
#if defined(_WIN32)
#define HB_WINDOWS_THREADS
#elif __has_include(<pthread.h>) && !defined(HB_PORTABLE)
#define HB_POSIX_THREADS
#elif __has_include(<threads.h>)
#define HB_C11_THREADS
#endif
#endif

#if defined(HB_WINDOWS_THREADS) || defined(HB_POSIX_THREADS) || defined(HB_C11_THREADS)

#include <stdatomic.h>

#ifdef HB_HAS_SSE2
#include <emmintrin.h>
#endif

/* ---- Threads, by any name -------------------------------------------------------------------- */

#if defined(HB_WINDOWS_THREADS)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

typedef HANDLE thread;
typedef SRWLOCK mutex;
typedef CONDITION_VARIABLE condition;
typedef DWORD thread_end;
#define THREAD_CALL WINAPI

static bool start_thread(thread *out, thread_end(THREAD_CALL *run)(void *), void *context)
{
    *out = CreateThread(NULL, 0, run, context, 0, NULL);
    return *out != NULL;
}

static void join_thread(thread of)
{
    (void)WaitForSingleObject(of, INFINITE);
    (void)CloseHandle(of);
}

static bool make_locks(mutex *lock, condition *called)
{
    InitializeSRWLock(lock);
    InitializeConditionVariable(called);
    return true;
}

/* Both are words that own nothing. */
static void end_locks(mutex *lock, condition *called)
{
    (void)lock;
    (void)called;
}

#define LOCK(of) AcquireSRWLockExclusive(of)
#define UNLOCK(of) ReleaseSRWLockExclusive(of)
#define WAIT(of, lock) (void)SleepConditionVariableSRW(of, lock, INFINITE, 0)
#define WAKE_ALL(of) WakeAllConditionVariable(of)
#define YIELD() (void)SwitchToThread()

#elif defined(HB_POSIX_THREADS)

#include <pthread.h>
#include <sched.h>
#include <signal.h>

typedef pthread_t thread;
typedef pthread_mutex_t mutex;
typedef pthread_cond_t condition;
typedef void *thread_end;
#define THREAD_CALL

/* Signals are for the program's own threads: what a handler does may have to be done there. */
static bool start_thread(thread *out, thread_end (*run)(void *), void *context)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    bool masked = pthread_sigmask(SIG_SETMASK, &all, &before) == 0;
    bool started = pthread_create(out, NULL, run, context) == 0;
    if (masked) {
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    return started;
}

static void join_thread(thread of)
{
    (void)pthread_join(of, NULL);
}

static bool make_locks(mutex *lock, condition *called)
{
    if (pthread_mutex_init(lock, NULL) != 0) {
        return false;
    }
    if (pthread_cond_init(called, NULL) != 0) {
        (void)pthread_mutex_destroy(lock);
        return false;
    }
    return true;
}

static void end_locks(mutex *lock, condition *called)
{
    (void)pthread_cond_destroy(called);
    (void)pthread_mutex_destroy(lock);
}

#define LOCK(of) (void)pthread_mutex_lock(of)
#define UNLOCK(of) (void)pthread_mutex_unlock(of)
#define WAIT(of, lock) (void)pthread_cond_wait(of, lock)
#define WAKE_ALL(of) (void)pthread_cond_broadcast(of)
#define YIELD() (void)sched_yield()

#else

#include <threads.h>

typedef thrd_t thread;
typedef mtx_t mutex;
typedef cnd_t condition;
typedef int thread_end;
#define THREAD_CALL

static bool start_thread(thread *out, thread_end (*run)(void *), void *context)
{
    return thrd_create(out, run, context) == thrd_success;
}

static void join_thread(thread of)
{
    (void)thrd_join(of, NULL);
}

static bool make_locks(mutex *lock, condition *called)
{
    if (mtx_init(lock, mtx_plain) != thrd_success) {
        return false;
    }
    if (cnd_init(called) != thrd_success) {
        mtx_destroy(lock);
        return false;
    }
    return true;
}

static void end_locks(mutex *lock, condition *called)
{
    cnd_destroy(called);
    mtx_destroy(lock);
}

#define LOCK(of) (void)mtx_lock(of)
#define UNLOCK(of) (void)mtx_unlock(of)
#define WAIT(of, lock) (void)cnd_wait(of, lock)
#define WAKE_ALL(of) (void)cnd_broadcast(of)
#define YIELD() thrd_yield()

#endif

/* ---- The word -------------------------------------------------------------------------------- */

/* How many are at a job; whether it is open to others; and behind that its number. Numbers come
 * again after 2^24 jobs: at worst one who has slept through all of them stays away from one
 * more. */
#define AT_WORK 0x7fU
#define OPEN 0x80U
#define JOB_SHIFT 8

_Static_assert(HB_MOST_THREADS <= AT_WORK, "as many as there are have to be counted");

/* One who waits looks so many times, each of which takes a processor 5 to 40 ns. */
#define MOST_LOOKS 4000

typedef struct helper {
    hb_workers *workers;
    uint32_t number;
    thread thread;
} helper;

/* Lines apart, so that who looks at one is not held up by who writes to another. */
struct hb_workers {
    atomic_uint word;
    char apart_from_word[HB_LINE - sizeof(atomic_uint)];
    atomic_uint next; /* see hb_workers_next */
    char apart_from_next[HB_LINE - sizeof(atomic_uint)];
    hb_work *work;
    void *context;
    atomic_uint calls, sleeping;
    atomic_bool ending;
    mutex lock; /* of who falls asleep and who wakes them */
    condition called;
    hb_allocator allocator;
    uint32_t helper_count, running;
    helper helpers[];
};

/* Between two looks: let the other thread of a core go on, if it has one; and now and then whoever
 * waits for this processor, who may be the one that is to bring the work. */
static inline void look_away(unsigned looks)
{
#ifdef HB_HAS_SSE2
    _mm_pause();
#endif
    if (looks % 8 == 7) {
        YIELD();
    }
}

/* ---- Those who help -------------------------------------------------------------------------- */

/* Join a job, if one is open that one has not been at. @return whether one was */
static bool help(helper *self, unsigned *last)
{
    hb_workers *workers = self->workers;
    unsigned word = atomic_load_explicit(&workers->word, memory_order_relaxed);
    while ((word & OPEN) != 0 && word >> JOB_SHIFT != *last) {
        if (atomic_compare_exchange_weak_explicit(&workers->word, &word, word + 1,
                                                  memory_order_acquire, memory_order_relaxed)) {
            *last = word >> JOB_SHIFT;
            workers->work(workers->context, self->number);
            atomic_fetch_sub_explicit(&workers->word, 1, memory_order_release);
            return true;
        }
    }
    return false;
}

/* Whoever falls asleep says so before a last look at the calls, and who calls does that first and
 * then looks for sleepers: one of them sees the other. */
static void sleep_until_called(hb_workers *workers, unsigned calls)
{
    LOCK(&workers->lock);
    atomic_fetch_add(&workers->sleeping, 1);
    while (atomic_load(&workers->calls) == calls) {
        WAIT(&workers->called, &workers->lock);
    }
    atomic_fetch_sub(&workers->sleeping, 1);
    UNLOCK(&workers->lock);
}

static thread_end THREAD_CALL run_helper(void *context)
{
    helper *self = context;
    hb_workers *workers = self->workers;
    unsigned last = 0, calls = 0;
    while (!atomic_load(&workers->ending)) {
        unsigned now = atomic_load(&workers->calls);
        if (now == calls) {
            sleep_until_called(workers, calls);
            continue;
        }
        calls = now;
        for (unsigned looks = 0; looks < MOST_LOOKS && !atomic_load(&workers->ending); looks++) {
            if (help(self, &last)) {
                looks = 0; /* there may be another one soon */
            }
            look_away(looks);
        }
    }
    return (thread_end)0;
}

/* ---- The one who calls ----------------------------------------------------------------------- */

hb_status hb_workers_create(const hb_allocator *allocator, uint32_t helpers, hb_workers **out)
{
    *out = NULL;
    if (helpers == 0) {
        return HB_OK;
    }
    size_t size = sizeof(hb_workers) + helpers * sizeof(helper);
    hb_workers *made = hb_allocate(allocator, size);
    if (made == NULL) {
        return HB_NO_MEMORY;
    }
    if (!make_locks(&made->lock, &made->called)) {
        hb_release(allocator, made, size);
        return HB_OK;
    }
    atomic_init(&made->word, 0);
    atomic_init(&made->next, 0);
    atomic_init(&made->calls, 0);
    atomic_init(&made->sleeping, 0);
    atomic_init(&made->ending, false);
    made->allocator = *allocator;
    made->helper_count = helpers;
    made->running = 0;
    *out = made;
    return HB_OK;
}

void hb_workers_start(hb_workers *workers)
{
    while (workers != NULL && workers->running < workers->helper_count) {
        helper *one = &workers->helpers[workers->running];
        one->workers = workers;
        one->number = workers->running + 1;
        if (!start_thread(&one->thread, run_helper, one)) {
            return;
        }
        workers->running++;
    }
}

uint32_t hb_workers_count(const hb_workers *workers)
{
    return workers != NULL ? workers->running : 0;
}

void hb_workers_call(hb_workers *workers)
{
    if (workers == NULL) {
        return;
    }
    atomic_fetch_add(&workers->calls, 1);
    if (atomic_load(&workers->sleeping) > 0) {
        LOCK(&workers->lock);
        WAKE_ALL(&workers->called);
        UNLOCK(&workers->lock);
    }
}

void hb_workers_destroy(hb_workers *workers)
{
    if (workers == NULL) {
        return;
    }
    atomic_store(&workers->ending, true);
    hb_workers_call(workers);
    for (uint32_t i = 0; i < workers->running; i++) {
        join_thread(workers->helpers[i].thread);
    }
    end_locks(&workers->lock, &workers->called);
    hb_allocator allocator = workers->allocator;
    hb_release(&allocator, workers, sizeof(hb_workers) + workers->helper_count * sizeof(helper));
}

/* Wait for those who are at a job. They are about to end, unless the system has put one aside: then
 * it is to have this processor. */
static void wait_for_all(hb_workers *workers)
{
    unsigned looks = 0;
    while ((atomic_load_explicit(&workers->word, memory_order_acquire) & AT_WORK) != 0) {
        look_away(looks++);
    }
}

void hb_workers_run(hb_workers *workers, hb_work *work, void *context)
{
    if (workers == NULL || workers->running == 0) {
        work(context, 0);
        return;
    }
    workers->work = work;
    workers->context = context;
    atomic_store_explicit(&workers->next, 0, memory_order_relaxed);
    unsigned before = atomic_load_explicit(&workers->word, memory_order_relaxed);
    atomic_store(&workers->word, ((before >> JOB_SHIFT) + 1) << JOB_SHIFT | OPEN);
    if (atomic_load(&workers->sleeping) > 0) {
        hb_workers_call(workers);
    }
    work(context, 0);
    atomic_fetch_and_explicit(&workers->word, ~OPEN, memory_order_relaxed);
    wait_for_all(workers);
}

uint32_t hb_workers_next(hb_workers *workers)
{
    return atomic_fetch_add_explicit(&workers->next, 1, memory_order_relaxed) + 1;
}

#else

hb_status hb_workers_create(const hb_allocator *allocator, uint32_t helpers, hb_workers **out)
{
    (void)allocator;
    (void)helpers;
    *out = NULL;
    return HB_OK;
}

void hb_workers_destroy(hb_workers *workers)
{
    (void)workers;
}

void hb_workers_start(hb_workers *workers)
{
    (void)workers;
}

uint32_t hb_workers_count(const hb_workers *workers)
{
    (void)workers;
    return 0;
}

void hb_workers_call(hb_workers *workers)
{
    (void)workers;
}

void hb_workers_run(hb_workers *workers, hb_work *work, void *context)
{
    (void)workers;
    work(context, 0);
}

uint32_t hb_workers_next(hb_workers *workers)
{
    (void)workers;
    return 0;
}

#endif
