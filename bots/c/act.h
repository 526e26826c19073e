/* What the parts of the bot share: an act, and the way from string to string in a message. */
#include <endian.h>
#include <stdint.h>
#include <string.h>

typedef unsigned char byte;
typedef const byte *text;                 /* a place in the message; a card is two letters */
struct act { text type, id, legal, hand, common, strength, pot, to_call; };

/* Each game writes the action it chooses, and returns where it ends. */
byte *fajer(const struct act *act, byte *to);
byte *poker(const struct act *act, byte *to);

/* Over spaces. */
static inline text spaces(text p) { while (*p == ' ' || *p == '\t' || *p == '\r') p++; return p; }

/* From inside a string to the quote that ends it, eight bytes at a time. */
static inline text quote(text p)
{
#define EACH(c) (0x0101010101010101u * (c))
#define ZERO(w) (((w) - EACH(1)) & ~(w) & EACH(0x80))   /* its lowest bit is in the first byte that is 0 */
    for (uint64_t eight, found;; p += found ? 2 : 8) {
        memcpy(&eight, p, 8);
        eight = le64toh(eight);
        found = ZERO(eight) | ZERO(eight ^ EACH('"')) | ZERO(eight ^ EACH('\\'));
        if (found) p += __builtin_ctzll(found) / 8;
        if (found && (*p != '\\' || !p[1])) return p;
    }
}

/* Past the quote that ends a string, and past spaces. */
static inline text past(text p) { p = quote(p); return *p ? spaces(p + 1) : p; }

/* From a bracket or comma to the string behind it. */
static inline text item(text p)
{
    return (*p == '[' || *p == ',' || *p == '{') && *(p = spaces(p + 1)) == '"' ? p + 1 : NULL;
}

/* The cards of a list, at most so many; how many they are. */
static inline int cards(text p, text *card, int most)
{
    int count = 0;
    for (; p && count < most && (card[count] = item(p)); p = past(card[count++])) {}
    return count;
}

/* Writes what stands in a string. */
static inline byte *copy(byte *to, text p) { while (*p != '"' && *p) *to++ = *p++; return to; }
