// A greedy Fájer player in JavaScript for Node.js, without packages: JSON lines.
//
//   Run:    node bot.js             (nothing to build; it waits for the referee's hello)
//   Check:  fajer check bots/javascript
//   Play:   fajer match bots/javascript greedy
"use strict";

const RANKS = "789XUOKA";
const POINTS = { 7: 7, 8: 8, 9: 9, X: 10, U: 10, O: 10, K: 10, A: 11 };

// How good a hand is, as one number: its worth first, which rank three of a rank have next,
// and between equals the most points in one suit.
function value(hand) {
  const ranks = hand.map((card) => card[0]);
  const suits = {};
  for (const [rank, suit] of hand) suits[suit] = (suits[suit] ?? 0) + POINTS[rank];
  const best = Math.max(...Object.values(suits));

  let worth = best >= 21 ? best : 0; // 21 is ace and ten; above, three cards of a suit
  let triple = 0;
  if (new Set(ranks).size === 1) {
    worth = ranks[0] === "A" ? 33 : 30.5;
    triple = RANKS.indexOf(ranks[0]);
  } else if (ranks.filter((rank) => rank === "A").length === 2) {
    worth = 22;
  }
  return worth * 1000 + triple * 50 + best;
}

// The hand that an action leaves.
function after(action, hand, common) {
  const [word, own, other] = action.split(" ");
  if (word === "take") return common;
  if (word === "swap") return hand.map((card) => (card === own ? other : card));
  return hand;
}

// The exchange that leaves the best hand; if none is better than this one, lay, or go.
function choose({ phase, hand, common }, legal) {
  if (phase === "open") {
    return legal.includes("put") && value(hand) < 21000 ? "put" : "keep";
  }
  const values = legal.map((action) => value(after(action, hand, common)));
  const highest = Math.max(...values);
  if (highest <= value(hand)) {
    if (legal.includes("lay")) return "lay";
    if (legal.includes("go")) return "go";
  }
  return legal[values.indexOf(highest)];
}

function send(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

function receive(message) {
  switch (message.type) {
    case "hello":
      send({ type: "hello", protocol: 1, name: "javascript" });
      break;
    case "act":
      send({ type: "act", id: message.id, action: choose(message.view, message.legal) });
      break;
    case "bye":
      process.exit(0);
    // "start" and "end" need no answer, nor does anything that later versions may send.
  }
}

let rest = ""; // the beginning of a line whose end has not come yet
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) receive(JSON.parse(line));
});
