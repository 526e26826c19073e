// Answers questions about the page's model, one JSON object a line: what Python's tests compare with the rules.

import { createInterface } from "node:readline";

import { courseOf } from "../../fajer/view/page/course.js";
import { followed, fromView } from "../../fajer/view/page/live.js";
import { courseSeen, masked, stepSeen } from "../../fajer/view/page/secrets.js";
import { sha512 } from "../../fajer/view/page/sha512.js";
import { storeOf } from "../../fajer/view/page/store.js";
import { strengthOf } from "../../fajer/view/page/strength.js";
import { allowedUs } from "../../fajer/view/page/time.js";
import { worthOf } from "../../fajer/view/page/worth.js";

const ANSWERS = {
  course: ({ match, game }) => courseOf(match, game),
  masked: ({ positions, seats }) => positions.map((position) => seats.map((seat) => masked(position, seat))),
  seen: ({ steps, seat }) => steps.map((step) => stepSeen(step, seat)),
  known: ({ course, seat, at }) => courseSeen(course, seat, at),
  view: ({ game, view, rules, forfeited }) => fromView(game, view, rules, forfeited),
  followed: ({ position, events, rules }) => followed(position, events, rules),
  sha512: ({ text }) => Buffer.from(sha512(text)).toString("hex"),
  allowed: ({ match, game, places }) => places.map(([deal, action]) => allowedUs(match, game, deal, action)),
  worth: ({ hands, rank }) => hands.map((hand) => worthOf(hand, rank)),
  strength: ({ hands, ranking }) => hands.map((hand) => strengthOf(hand, ranking)),
  store: async ({ head, chunks, games }) => {
    const store = await storeOf(head, chunks.map(({ first, text }) => ({ first, text: () => text })));
    const found = [];
    for (const index of games) found.push(await store.game(index));
    return { ...store, found };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = { answer: await ANSWERS[question.what](question) };
  } catch (error) {
    answer = { error: error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
