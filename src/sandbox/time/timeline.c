/* Calls ui.h. */
#include "timeline.h"

#include "sandbox/draw/status.h"

#include <math.h>
#include <stdio.h>

/* Points. */
#define PAD 12
#define THIN 3
#define THICK 7
#define ABOVE 15 /* how far from the line the mouse may be: as far as a hand that aims at it errs */
#define BELOW 13
#define TEXT_SIZE 13
#define GAP 6

#define GROUND 0x2b333dff
#define AHEAD 0x7d8894ff
#define PLAYED 0xffd35aff
#define PAPER 0x0d1014e0

static float top_of(int height)
{
    return (float)height - status_height();
}

static float place_of(long tick, long recorded, int width)
{
    float pad = PAD * ui_scale();
    double part = recorded > 0 ? (double)tick / (double)recorded : 0;
    return pad + (float)part * ((float)width - 2 * pad);
}

static void draw_text(long pointed, double rate, float x, float bottom, int width)
{
    char text[64];
    snprintf(text, sizeof text, "tick %ld   %.2f s", pointed, (double)pointed / rate);
    float size = TEXT_SIZE * ui_scale();
    float gap = GAP * ui_scale();
    ui_point extent = ui_text_extent(size, text);
    float left = fmaxf(gap, fminf(x - extent.x / 2, (float)width - extent.x - gap));
    ui_rect_fill((ui_point){left - gap, bottom - extent.y - gap},
                 (ui_point){left + extent.x + gap, bottom}, PAPER);
    ui_text((ui_point){left, bottom - extent.y - gap / 2}, size, PLAYED, text);
}

void timeline_draw(long played, long recorded, long pointed, double rate, int width, int height)
{
    float high = roundf((pointed >= 0 ? THICK : THIN) * ui_scale());
    float bottom = top_of(height) + roundf(ui_scale());
    float top = bottom - high;
    float here = place_of(played, recorded, width);
    ui_rect_fill((ui_point){place_of(0, recorded, width), top}, (ui_point){here, bottom}, PLAYED);
    ui_rect_fill((ui_point){here, top}, (ui_point){place_of(recorded, recorded, width), bottom},
                 played < recorded ? AHEAD : GROUND);
    ui_point knob = {here, (top + bottom) / 2};
    ui_shape_fill(&knob, 1, high, PLAYED);
    if (pointed >= 0) {
        draw_text(pointed, rate, place_of(pointed, recorded, width), top - GAP * ui_scale(), width);
    }
}

bool timeline_is_at(ui_point point, int height)
{
    float top = top_of(height);
    return point.y >= top - ABOVE * ui_scale() && point.y <= top + BELOW * ui_scale();
}

long timeline_tick(float x, long recorded, int width)
{
    float pad = PAD * ui_scale();
    double part = (double)(x - pad) / fmax((double)((float)width - 2 * pad), 1);
    return lround(fmin(fmax(part, 0), 1) * (double)recorded);
}
