/* A player of Fájer and of draw poker in C, with nothing but libc: JSON lines, and batches of games.
 * It builds no tree: it goes over a message once and notes where the things it needs begin.
 * How it plays is in fajer.c and poker.c; this is the rest.
 *   Build:  cc -O2 -o bot bot.c fajer.c poker.c
 *   Check:  fajer check bots/c
 *   Play:   fajer match bots/c greedy
 *           fajer match --game poker bots/c greedy
 */
#include <unistd.h>
#include "act.h"

enum level { MESSAGE, ACT, VIEW };

enum { LONGEST = 1 << 20 };               /* of all messages, a batch: 1 MiB */
static byte in[LONGEST + 64];             /* a 0 ends a message, and every loop stops near it */
static byte out[4 * LONGEST], *end = out; /* an answer is under 80 bytes longer than its act */

static text skip(text p)                  /* from in a value to the comma or bracket behind it */
{
    static const byte mark[256] = {[','] = 1, ['}'] = 2, [']'] = 2, ['{'] = 3, ['['] = 3,
                                   ['"'] = 4, [0] = 5};
    for (int depth = 0;; p++) {
        while (mark[*p] <= (depth > 0)) p++;
        if (*p == '"') p = quote(p + 1);
        else if (mark[*p] == 3) depth++;
        else if (depth == 0) return p;
        else depth--;
        if (!*p) return p;
    }
}

static void say(const char *words) { size_t n = strlen(words); memcpy(end, words, n); end += n; }

static void play(const struct act *act)   /* answers an act; only poker tells a hand's strength */
{
    if (!act->id || !act->legal || !item(act->legal)) return;
    say("{\"type\":\"act\",\"id\":");
    for (text p = act->id; *p >= '0' && *p <= '9'; p++) *end++ = *p;
    say(",\"action\":\"");
    end = act->strength ? poker(act, end) : fajer(act, end);
    say("\"},");
}

#define IS(word) (!memcmp(key, word "\"", sizeof word))

static text object(text p, enum level level, struct act *act)   /* from its { to its } */
{
    for (text key; (key = item(p)); p = skip(p)) {
        p = past(key);
        if (*p == ':') p = spaces(p + 1);
        if (level == VIEW) {
            if (IS("hand")) act->hand = p;
            else if (IS("common")) act->common = p;
            else if (IS("strength")) act->strength = p;
            else if (IS("pot")) act->pot = p;
            else if (IS("to_call")) act->to_call = p;
        } else if (IS("type")) act->type = p;
        else if (IS("id")) act->id = p;
        else if (IS("legal")) act->legal = p;
        else if (IS("view") && *p == '{') { p = object(p, VIEW, act); p += *p == '}'; }
        else if (IS("acts") && *p == '[' && level == MESSAGE) {
            for (; *p == '[' || *p == ','; p = skip(p)) {
                struct act one = {0};
                if (*(p = spaces(p + 1)) == '{') { p = object(p, ACT, &one); p += *p == '}'; }
                play(&one);
            }
            p += *p == ']';
        }
    }
    return *p == '{' ? spaces(p + 1) : p;
}

#define TYPE(word) (act.type && !memcmp(act.type, "\"" word "\"", sizeof word + 1))

static int message(text line)             /* answers it; false when it is time to leave */
{
    struct act act = {0};
    end = out;
    say("{\"type\":\"batch\",\"acts\":[");
    object(spaces(line), MESSAGE, &act);
    if (TYPE("batch")) { end -= end[-1] == ','; say("]}\n"); } else end = out;
    if (TYPE("hello")) say("{\"type\":\"hello\",\"protocol\":1,\"name\":\"c\",\"batch\":true}\n");
    if (TYPE("act")) { play(&act); if (end > out) end[-1] = '\n'; }
    for (ssize_t from = 0, n; from < end - out; from += n)
        if ((n = write(1, out + from, end - out - from)) <= 0) return 0;
    return !TYPE("bye");
}

int main(void)
{
    for (ssize_t have = 0, got; (got = read(0, in + have, LONGEST + 1 - have)) > 0;) {
        byte *line = in, *from = in + have, *stop;
        for (have += got; (stop = memchr(from, '\n', in + have - from)); line = from = stop + 1) {
            *stop = 0;
            if (!message(line)) return 0;
        }
        memmove(in, line, have -= line - in);
    }
    return 0;
}
