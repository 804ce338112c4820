import { test } from "node:test";
import type { Firefox } from "../../support/firefox.ts";
import { journeys } from "./journeys.ts";
import { phone, sightOfFirefox, walk } from "./walk.ts";
import { type Journey, newWalker, type Stage } from "./walker.ts";

/** Walks these journeys in Firefox, on a narrow phone, each in a test of its own. */
export function walkInFirefox(
  isWalked: (journey: Journey) => boolean,
  hasScripts: boolean,
  there: () => { readonly stage: Stage; readonly firefox: Firefox },
): void {
  /** The structures of the pages that axe has looked at. */
  const known = new Set<string>();
  for (const journey of journeys) {
    if ((journey.hasAuthenticator && !hasScripts) || !isWalked(journey)) continue;
    test(`D66: Back, Forward and reload find a page each time: ${journey.name}`, async () => {
      const { stage, firefox } = there();
      await using tab = await firefox.newTab();
      await tab.setViewport(phone);
      await using authenticator = journey.hasAuthenticator ? await firefox.plugInAuthenticator() : undefined;
      const walker = await newWalker(stage, tab, { journey, hasScripts, authenticator });
      await walk(journey, walker, sightOfFirefox(tab, { hasScripts, known }));
    });
  }
}
