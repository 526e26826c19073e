/* Draw poker, plainly: bets on good hands, pays for fair ones, and draws to what it holds. */
#include <stdio.h>
#include <stdlib.h>
#include "act.h"

/* How good a hand is: 16 for each kind, and the first number that breaks a tie, 2 to 14. */
enum { HIGH_CARD = 0, PAIR = 16, TWO_PAIRS = 32, STRAIGHT = 64, FLUSH = 80 };
enum { BET = PAIR + 6, CALL = PAIR + 4, RAISE = TWO_PAIRS };
enum { POT = 24 };                        /* so much better to pay as much as there is in the pot */

static const byte ranks[256] = {['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5, ['6'] = 6, ['7'] = 7,
                                ['8'] = 8, ['9'] = 9, ['T'] = 10, ['J'] = 11, ['Q'] = 12,
                                ['K'] = 13, ['A'] = 14};

static long long number(text p, text *behind)
{
    char *stop = NULL;
    long long n = p ? strtoll((const char *)p, &stop, 10) : 0;
    if (behind) *behind = (text)stop;
    return n;
}

static int row(const int *rank, int out)  /* whether the other cards, all different, are in a row */
{
    int low = 14, high = 2;
    for (int i = 0; i < 5; i++) {
        if (i != out && rank[i] < low) low = rank[i];
        if (i != out && rank[i] > high) high = rank[i];
    }
    return high - low == 3;
}

/* Lays aside what a hand of this kind can do without. Of no kind it keeps four of a suit, four in
 * a row, three of a suit (by the house's rules four are a flush), or else the two highest cards. */
static byte *draw(const text *card, int kind, byte *to)
{
    int rank[5], alike[5] = {0}, suited[5] = {0}, higher[5] = {0}, longest = 0, apart = -1;
    for (int i = 0; i < 5; i++) rank[i] = ranks[card[i][0]];
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            alike[i] += rank[j] == rank[i];
            higher[i] += rank[j] > rank[i];
            suited[i] += card[j][1] == card[i][1];
        }
        if (suited[i] > longest) longest = suited[i];
        if (row(rank, i)) apart = i;
    }
    to += sprintf((char *)to, "draw");
    for (int i = 0; i < 5; i++) {
        int keep = kind == FLUSH ? suited[i] == longest
                 : kind >= STRAIGHT ? 1
                 : kind > HIGH_CARD ? alike[i] > 1
                 : longest == 4 ? suited[i] == 4
                 : apart >= 0 ? i != apart
                 : longest == 3 ? suited[i] == 3 : higher[i] < 2;
        if (!keep) to += sprintf((char *)to, " %.2s", card[i]);
    }
    return to;
}

/* Bets a third of the pot, or what comes near it in `bet 2..40`; all else is said as it stands. */
static byte *bid(text action, long long pot, byte *to)
{
    if (*action != 'b' && *action != 'r') return copy(to, action);
    while (*action >= 'a') *to++ = *action++;
    text rest;
    long long least = number(action, &rest), most = *rest == '.' ? number(rest + 2, NULL) : least;
    long long amount = pot / 3 < least ? least : pot / 3 > most ? most : pot / 3;
    return to + sprintf((char *)to, " %lld", amount);
}

byte *poker(const struct act *act, byte *to)
{
    text card[5], best = item(act->legal), rest;
    long long kind = 16 * number(act->strength + 1, &rest), pot = number(act->pot, NULL);
    long long value = kind + number(spaces(rest) + 1, NULL);
    long long price = POT * number(act->to_call, NULL) / (pot > 0 ? pot : 1);
    for (text p = act->legal, action; (action = item(p)); p = past(action)) {
        if (!memcmp(action, "draw *", 6) && cards(act->hand, card, 5) == 5) return draw(card, kind, to);
        if ((*action == 'b' && value >= BET) || (*action == 'r' && value >= RAISE + price) ||
            (*action == 'c' && value >= CALL + price)) best = action;  /* the boldest comes last */
    }
    return bid(best, pot, to);
}
