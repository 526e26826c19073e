/* Plays any legal action of Fájer by lot: a bot that costs next to nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char HELLO[] = "{\"type\":\"hello\",\"protocol\":1,\"name\":\"random\",\"version\":\"1\"}\n";

int main(void) {
    char *line = NULL;
    size_t size = 0;
    unsigned lot = 1;
    while (getline(&line, &size, stdin) > 0) {
        if (strstr(line, "\"type\":\"hello\"")) {
            fputs(HELLO, stdout);
        } else if (strstr(line, "\"type\":\"act\"")) {
            char *legal = strstr(line, "\"legal\":[") + 9, *id = strstr(line, "\"id\":") + 5, *end = strchr(legal, ']');
            int count = 0;
            for (char *at = legal; at < end; at++) count += *at == '"';
            lot = lot * 1103515245u + 12345u;
            int chosen = 2 * (int)((lot >> 16) % (unsigned)(count / 2));
            for (; chosen > 0 || *legal != '"'; legal++) chosen -= *legal == '"';
            printf("{\"type\":\"act\",\"id\":%ld,\"action\":%.*s}\n", atol(id), (int)(strchr(legal + 1, '"') + 1 - legal), legal);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
