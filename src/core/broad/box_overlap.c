/// See box_overlap.h.
#include "box_overlap_inline.h"

void hb_box_test_scalar(const hb_edges *query_box, const hb_edges *boxes, const uint32_t *owners,
                        uint32_t count, hb_box_test_result *out)
{
    hb_box box = hb_box_at(query_box, 0);
    for (uint32_t i = 0; i < count; i++) {
        hb_box other = hb_box_at(boxes, i);
        bool overlap = hb_boxes_overlap(&box, &other);
        out->sure[out->sure_count] = owners[i];
        out->sure_count += overlap;
        out->doubtful[out->doubtful_count] = owners[i];
        out->doubtful_count += hb_boxes_meet(&box, &other) & !overlap;
    }
}

void hb_box_test_simd(const hb_edges *query_box, const hb_edges *boxes, const uint32_t *owners,
                      uint32_t count, hb_box_test_result *out)
{
    hb_box_test_inline(query_box, boxes, owners, count, NULL, out);
}

hb_box_test *hb_best_box_test(void)
{
#ifdef HB_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("popcnt")) {
        return hb_box_test_avx2;
    }
#endif
    return hb_box_test_simd;
}
