/* A greedy Fájer player in C, with nothing but libc: JSON lines, and batches of games.
 * It builds no tree: it goes over a message once and notes where the things it needs begin.
 *   Build:  cc -O2 -o bot bot.c
 *   Check:  fajer check bots/c
 *   Play:   fajer match bots/c greedy
 */
#include <string.h>
#include <unistd.h>

typedef unsigned char byte;
typedef const byte *text;                 /* a place in the message; a card is two letters */
struct act { text type, id, legal, hand[3], common[3]; };
enum level { MESSAGE, ACT, VIEW };

enum { LONGEST = 1 << 20 };               /* of all messages, a batch: 1 MiB */
static byte in[LONGEST + 64];             /* a 0 ends a message, and every loop stops at it */
static byte out[4 * LONGEST], *end = out; /* an answer is under 40 bytes longer than its act */

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

/* Over spaces; from inside a string to the quote that ends it; past that quote. */
static text spaces(text p) { while (*p == ' ' || *p == '\t' || *p == '\r') p++; return p; }
static text quote(text p) { while (*p != '"' && *p) p += *p == '\\' && p[1] ? 2 : 1; return p; }
static text past(text p) { p = quote(p); return *p ? spaces(p + 1) : p; }

static text item(text p)                  /* from a bracket or comma to the string behind it */
{
    return (*p == '[' || *p == ',' || *p == '{') && *(p = spaces(p + 1)) == '"' ? p + 1 : NULL;
}

static text skip(text p)                  /* from in a value to the comma or bracket behind it */
{
    static const byte mark[256] = {['"'] = 1, ['{'] = 1, ['['] = 1, [','] = 1,
                                   ['}'] = 1, [']'] = 1, [0] = 1};
    for (int depth = 0;; p++) {
        while (!mark[*p]) p++;
        if (*p == '"') p = quote(p + 1);
        else if (*p == '{' || *p == '[') depth++;
        else if (depth == 0) return p;
        else if (*p != ',') depth--;
        if (!*p) return p;
    }
}

static void say(const char *words) { size_t n = strlen(words); memcpy(end, words, n); end += n; }

/* Answers an act: the exchange that leaves the best hand, or else lay, or else go. */
static void play(const struct act *act)
{
    const text *h = act->hand, *c = act->common;
    text best = NULL, keep = NULL, put = NULL, lay = NULL, go = NULL;
    if (!act->id || !act->legal || !h[0] || !h[1] || !h[2]) return;
    int now = value(h[0], h[1], h[2]), highest = -1;
    for (text p = act->legal, action; (action = item(p)); p = past(action)) {
        int then = now;
        if (*action == 'k') keep = action;
        else if (*action == 'p') put = action;
        else if (*action == 'l') lay = action;
        else if (*action == 'g') go = action;
        else if (*action == 't' && c[0] && c[1] && c[2]) then = value(c[0], c[1], c[2]);
        else if (*action == 's') {        /* swap 7p Az: own card, common card */
            int own = !memcmp(h[0], action + 5, 2) ? 0 : !memcmp(h[1], action + 5, 2) ? 1 : 2;
            then = value(action + 8, h[(own + 1) % 3], h[(own + 2) % 3]);
        }
        if (then > highest) highest = then, best = action;
    }
    if (!best) return;
    if (keep) best = put && now < 21 * POINT * WORTH ? put : keep;
    else if (highest <= now && (lay || go)) best = lay ? lay : go;
    say("{\"type\":\"act\",\"id\":");
    for (text p = act->id; *p >= '0' && *p <= '9'; p++) *end++ = *p;
    say(",\"action\":\"");
    for (text p = best; *p != '"' && *p; p++) *end++ = *p;
    say("\"},");
}

#define IS(word) (!memcmp(key, word "\"", sizeof word))

static text object(text p, enum level level, struct act *act)   /* from its { to its } */
{
    for (text key; (key = item(p)); p = skip(p)) {
        p = past(key);
        if (*p == ':') p = spaces(p + 1);
        if (level == VIEW) {
            text *to = IS("hand") ? act->hand : IS("common") ? act->common : NULL, at = p;
            for (int i = 0; to && i < 3 && (to[i] = item(at)); i++) at = past(to[i]);
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
