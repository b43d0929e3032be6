/// Bounces of movers under gravity, in steps.
///
/// A step first changes the velocity and then moves straight (semi-implicit Euler). The positions
/// between steps lie on one parabola of the pull, to the last digit. The velocity of a step is that
/// of the parabola in the middle of the step. A hit in the middle of a step therefore has the
/// parabola's speed there, which follows from its energy. After the hit the mover is on the
/// parabola that starts with the speed that the bounce keeps. A drop then returns to its start if
/// all speed is kept, for any step length. Otherwise it returns to the square of the kept part.
///
/// The speed at the end of the step would not do: the pull of each step would throw up items that
/// lie on the floor, and they would never come to rest.
#include "bounce.h"

/* Replace the part of a vector along a normal. Exact to the last bit if the normal is along an
 * axis. */
static hb_vec with_part(hb_vec v, hb_vec normal, double part)
{
    if (normal.x == 0.0) {
        return (hb_vec){v.x, part * normal.y + 0.0};
    }
    if (normal.y == 0.0) {
        return (hb_vec){part * normal.x + 0.0, v.y};
    }
    return hb_vec_add(v, hb_vec_scale(normal, part - hb_vec_dot(v, normal)));
}

/* The time at which the parabola has gone as far as a sweep step. Its speed grows by `pull` in the
 * time that is left.
 * @param average  its mean speed in that time
 * @param way  the distance, > 0
 * @param speed  receives the speed there */
static double find_arrival(double average, double pull, double way, double *speed)
{
    double start = average - 0.5 * pull;
    if (!(start > 0.0 || pull > 0.0)) { /* only the straight sweep step gets there */
        *speed = 0.0;
        return 1.0;
    }
    *speed = sqrt(fmax(start * start + 2.0 * pull * way, 0.0));
    double time = start > 0.0 ? 2.0 * way / (*speed + start) : (*speed - start) / pull;
    return fmin(time, 1.0);
}

/* The time at which the parabola is as far along the pull as the sweep step at `t`. So a mover that
 * hits a wall parallel to the pull stays on one parabola before and after. */
static double find_level(const hb_flight *flight, double t)
{
    double size = hb_vec_length(flight->pull), speed;
    double pace = size > 0.0 ? hb_vec_dot(flight->pace, flight->pull) / size : 0.0;
    double pull = pace > 0.0 ? size * flight->left : -size * flight->left;
    return pace == 0.0 ? t : find_arrival(fabs(pace), pull, fabs(pace) * t, &speed);
}

/* Move the rest of the sweep step in the rest of the step.
 * @return the time left, in parts of the sweep step */
static double go_on(hb_flight *flight, double t, double time)
{
    double share = t < 1.0 ? (1.0 - time) / (1.0 - t) : 1.0;
    flight->pace = share > 0.0 ? hb_vec_scale(flight->pace, 1.0 / share) : flight->pace;
    flight->left *= 1.0 - time;
    return share;
}

void hb_flight_slide(hb_flight *flight, hb_vec normal, double t)
{
    bool across = hb_vec_dot(flight->pull, normal) == 0.0;
    (void)go_on(flight, t, across ? find_level(flight, t) : t);
    flight->velocity = hb_vec_clip(flight->velocity, normal);
    flight->pace = hb_vec_clip(flight->pace, normal);
    flight->pull = hb_vec_clip(flight->pull, normal);
}

/* Bounce off a side parallel to the pull: the pull has not changed the speed into it.
 * @return as hb_flight_bounce */
static double fly_off_across(hb_flight *flight, hb_vec normal, double t, double kept)
{
    double speed = -hb_vec_dot(flight->velocity, normal);
    (void)go_on(flight, t, find_level(flight, t));
    double pace = -hb_vec_dot(flight->pace, normal);
    flight->velocity = with_part(flight->velocity, normal, kept * fmax(speed, 0.0));
    flight->pace = with_part(flight->pace, normal, kept * pace);
    return kept;
}

double hb_flight_bounce(hb_flight *flight, hb_vec normal, double t, double kept)
{
    double pace = -hb_vec_dot(flight->pace, normal), pull = -hb_vec_dot(flight->pull, normal);
    if (!(pace > 0.0)) {
        return kept;
    }
    if (pull == 0.0) {
        return fly_off_across(flight, normal, t, kept);
    }
    /* after a slide the pace along the normal is not the speed along it */
    double average = 0.5 * pull * (1.0 - flight->left) - hb_vec_dot(flight->velocity, normal);
    double speed, time = find_arrival(average, pull * flight->left, pace * t, &speed);
    double left = flight->left * (1.0 - time), away = kept * speed - 0.5 * pull * left;
    if (!(away > 0.0)) { /* the pull brings it back within the step: it is at rest */
        hb_flight_slide(flight, normal, t);
        return 0.0;
    }
    double share = go_on(flight, t, time);
    flight->velocity = with_part(flight->velocity, normal, kept * speed + pull * (0.5 - left));
    flight->pace = with_part(flight->pace, normal, away);
    return away * share / pace;
}
