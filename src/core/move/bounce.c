/// How what is pulled bounces, in steps.
///
/// A step makes a mover faster first, and then moves it straight (semi-implicit Euler). Its places
/// between steps lie on one parabola to the last digit, that of the pull, and the velocity of a
/// step is that of the parabola in the middle of the step. So what hits a side in the middle of a
/// step does so at the speed of the parabola there, which follows from its energy; and from there
/// on it is on the parabola that begins with what the bounce leaves of that speed. Then a drop
/// comes back to where it began if all is left, whatever the step, and otherwise to the square of
/// what is left.
///
/// Taking the speed at the end of the step instead, what lies on the floor is thrown up by what the
/// pull gives it in each step, and stays in the air for ever.
#include "bounce.h"

/* A vector whose part along a normal is another one: along an axis to the last bit. */
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

void hb_fly_along(hb_flight *flight, hb_vec normal, double t)
{
    flight->velocity = hb_without_part_into(flight->velocity, normal);
    flight->pace = hb_without_part_into(flight->pace, normal);
    flight->pull = hb_without_part_into(flight->pull, normal);
    flight->left *= 1.0 - t;
}

/* When on a leg the parabola comes to where the leg does at `t`, and how fast it is there.
 * @param pace  of the leg, above 0  @param pull  over the whole leg */
static double find_arrival(double pace, double pull, double t, double *speed)
{
    double start = pace - 0.5 * pull;
    *speed = sqrt(fmax(start * start + 2.0 * pull * pace * t, 0.0));
    double time = start > 0.0 ? 2.0 * pace * t / (*speed + start) : (*speed - start) / pull;
    return fmin(time, 1.0);
}

double hb_fly_off(hb_flight *flight, hb_vec normal, double t, double kept)
{
    double pace = -hb_vec_dot(flight->pace, normal), pull = -hb_vec_dot(flight->pull, normal);
    if (!(pace > 0.0)) {
        return kept;
    }
    double speed = pace, time = t;
    if (pull != 0.0) {
        time = find_arrival(pace, pull * flight->left, t, &speed);
    }
    double left = flight->left * (1.0 - time), away = kept * speed - 0.5 * pull * left;
    if (!(away > 0.0)) { /* the pull brings it back within the step: it has come to rest */
        hb_fly_along(flight, normal, t);
        return 0.0;
    }
    double share = t < 1.0 ? (1.0 - time) / (1.0 - t) : 1.0; /* the time that is left, as a leg */
    flight->velocity = with_part(flight->velocity, normal, kept * speed + pull * (0.5 - left));
    flight->pace = share > 0.0 ? hb_vec_scale(flight->pace, 1.0 / share) : flight->pace;
    flight->pace = with_part(flight->pace, normal, away);
    flight->left = left;
    return pull != 0.0 ? away * share / pace : kept;
}
