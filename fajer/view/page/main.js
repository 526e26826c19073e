// The viewer: reads the record and shows it.

import { storeIn } from "./store.js";

void storeIn(document);
