import { walkInChromium } from "./walks/in-chromium.ts";

// Every journey with scripts, and some without. `npm run proof:walks` walks all of them, in Firefox too.
walkInChromium(({ isWalkedEverywhere }, hasScripts) => hasScripts || isWalkedEverywhere === true);
