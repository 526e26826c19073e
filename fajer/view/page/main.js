// The viewer: reads the record and shows it.
import { part, plain } from "./dom.js";
import { fillTexts, say, textsInPage } from "./say.js";
import { Screen } from "./screen.js";
import { storeIn } from "./store.js";

async function main() {
  textsInPage();
  fillTexts(document);
  try {
    new Screen(await storeIn(document)).start();
  } catch (error) {
    part("message").textContent = say("ui.broken", { reason: plain(String(error)) });
    part("message").hidden = false;
    throw error;
  }
}

void main();
