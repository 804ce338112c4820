import { walkInChromium } from "./walks/in-chromium.ts";

walkInChromium(({ isWalkedEverywhere }, hasScripts) => hasScripts || isWalkedEverywhere === true);
