/* Fájer, greedily: the exchange that leaves the best hand, or else lay, or else go. */
#include "act.h"

static const byte points[256] = {['7'] = 7, ['8'] = 8, ['9'] = 9, ['X'] = 10,
                                 ['U'] = 10, ['O'] = 10, ['K'] = 10, ['A'] = 11};
enum { POINT = 16, WORTH = 32 };          /* three of a rank have room between 30 and 31 */
static const int three_of[256] = {['7'] = 481, ['8'] = 482, ['9'] = 483, ['X'] = 484,
                                  ['U'] = 485, ['O'] = 486, ['K'] = 487, ['A'] = 33 * POINT};

/* How good a hand is: its worth, and between equals the most points in one suit. */
static int value(text a, text b, text c)
{
    int pa = points[a[0]], pb = points[b[0]], pc = points[c[0]], worth = 0;
    int best = pa + (b[1] == a[1]) * pb + (c[1] == a[1]) * pc;
    int other = pb + (c[1] == b[1]) * pc;
    if (other > best) best = other;
    if (pc > best) best = pc;
    if (a[0] == b[0] && b[0] == c[0]) worth = three_of[a[0]];
    else if ((pa == 11) + (pb == 11) + (pc == 11) == 2) worth = 22 * POINT;
    else if (best >= 21) worth = best * POINT;    /* three of a suit; 21 is ace and ten */
    return worth * WORTH + best;
}

byte *fajer(const struct act *act, byte *to)
{
    text h[3], c[3], best = NULL, keep = NULL, put = NULL, lay = NULL, go = NULL;
    if (cards(act->hand, h, 3) < 3) return copy(to, item(act->legal));
    int common = cards(act->common, c, 3), now = value(h[0], h[1], h[2]), highest = -1;
    for (text p = act->legal, action; (action = item(p)); p = past(action)) {
        int then = now;
        if (*action == 'k') keep = action;
        else if (*action == 'p') put = action;
        else if (*action == 'l') lay = action;
        else if (*action == 'g') go = action;
        else if (*action == 't' && common == 3) then = value(c[0], c[1], c[2]);
        else if (*action == 's') {        /* swap 7p Az: own card, common card */
            int own = !memcmp(h[0], action + 5, 2) ? 0 : !memcmp(h[1], action + 5, 2) ? 1 : 2;
            then = value(action + 8, h[(own + 1) % 3], h[(own + 2) % 3]);
        }
        if (then > highest) highest = then, best = action;
    }
    if (keep) best = put && now < 21 * POINT * WORTH ? put : keep;
    else if (highest <= now && (lay || go)) best = lay ? lay : go;
    return copy(to, best);
}
