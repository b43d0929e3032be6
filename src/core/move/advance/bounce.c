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

/* When the parabola, which goes by `pull` faster in the time that is left, comes as far as a leg.
 * @param average  its speed in that time  @param way  how far, > 0  @param speed  there */
static double find_arrival(double average, double pull, double way, double *speed)
{
    double start = average - 0.5 * pull;
    if (!(start > 0.0 || pull > 0.0)) { /* the leg alone comes there, as it is straight */
        *speed = 0.0;
        return 1.0;
    }
    *speed = sqrt(fmax(start * start + 2.0 * pull * way, 0.0));
    double time = start > 0.0 ? 2.0 * way / (*speed + start) : (*speed - start) / pull;
    return fmin(time, 1.0);
}

/* When the parabola is as far along the pull as the leg at `t`: so that what hits a wall, on which
 * the pull has no part, is on one parabola before and after. */
static double find_level(const hb_flight *flight, double t)
{
    double size = hb_vec_length(flight->pull), speed;
    double pace = size > 0.0 ? hb_vec_dot(flight->pace, flight->pull) / size : 0.0;
    double pull = pace > 0.0 ? size * flight->left : -size * flight->left;
    return pace == 0.0 ? t : find_arrival(fabs(pace), pull, fabs(pace) * t, &speed);
}

/* The rest of the leg is gone in the rest of the step. @return the time that is left, as a leg */
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

/* Off a side on which the pull has no part: it is as fast as before. @return as hb_flight_bounce */
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
    /* the pace of a leg along a side that was met before is not the speed along that */
    double average = 0.5 * pull * (1.0 - flight->left) - hb_vec_dot(flight->velocity, normal);
    double speed, time = find_arrival(average, pull * flight->left, pace * t, &speed);
    double left = flight->left * (1.0 - time), away = kept * speed - 0.5 * pull * left;
    if (!(away > 0.0)) { /* the pull brings it back within the step: it has come to rest */
        hb_flight_slide(flight, normal, t);
        return 0.0;
    }
    double share = go_on(flight, t, time);
    flight->velocity = with_part(flight->velocity, normal, kept * speed + pull * (0.5 - left));
    flight->pace = with_part(flight->pace, normal, away);
    return away * share / pace;
}
