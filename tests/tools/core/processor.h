/// Run the code for another processor: hide a feature of this one from __builtin_cpu_supports.
///
/// That function reads __cpu_model, which the compiler's own library (libgcc, or compiler-rt in the
/// same way) fills before main. Its layout and the features' bits are fixed: each program holds a
/// copy of the code that reads it.
/// Source: GCC, libgcc/config/i386/cpuinfo.h and gcc/common/config/i386/i386-cpuinfo.h.
#ifndef HB_PROCESSOR_H
#define HB_PROCESSOR_H

#define PROCESSOR_POPCNT (1U << 2)
#define PROCESSOR_AVX2 (1U << 10)
#define PROCESSOR_FMA (1U << 14)

#if defined(__x86_64__) && defined(__GNUC__)

extern struct processor_model {
    unsigned vendor, type, subtype, features;
} __cpu_model __attribute__((visibility("hidden")));

static unsigned processor_hidden; /* of what is hidden, what there was */

static inline void processor_hide(unsigned feature)
{
    processor_hidden = __cpu_model.features & feature;
    __cpu_model.features &= ~feature;
}

static inline void processor_show(unsigned feature)
{
    __cpu_model.features |= processor_hidden & feature;
}

#else

static inline void processor_hide(unsigned feature)
{
    (void)feature; /* there is one way only */
}

static inline void processor_show(unsigned feature)
{
    (void)feature;
}

#endif

#endif
