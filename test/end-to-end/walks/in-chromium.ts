import type { Browser } from "playwright-core";
import { after, before, launchBrowser, test } from "../../support/browser.ts";
import { tabOf } from "../../support/tab.ts";
import { VirtualAuthenticator } from "../../support/virtual-authenticator.ts";
import { journeys } from "./journeys.ts";
import { phone, sightOf, walk } from "./walk.ts";
import { type Journey, newWalker, type Stage, setStage } from "./walker.ts";

/** Walks these journeys in Chromium, on a narrow phone, each in a test of its own. */
export function walkInChromium(isWalked: (journey: Journey, hasScripts: boolean) => boolean): void {
  let stage: Stage;
  let browser: Browser;
  /** The structures of the pages that axe has looked at. */
  const known = new Set<string>();

  before(async () => {
    [stage, browser] = await Promise.all([setStage(), launchBrowser()]);
  });
  after(async () => {
    await browser.close();
    await stage[Symbol.asyncDispose]();
  });

  for (const hasScripts of [true, false])
    for (const journey of journeys) {
      if ((journey.hasAuthenticator && !hasScripts) || !isWalked(journey, hasScripts)) continue;
      test(`D66: Back, Forward and reload find a page each time, without a fault: ${journey.name} (scripts ${hasScripts ? "on" : "off"})`, async () => {
        const context = await browser.newContext({
          javaScriptEnabled: hasScripts,
          reducedMotion: "reduce",
          viewport: phone,
        });
        const page = await context.newPage();
        // The authenticator of Chromium answers the autofill by itself.
        await page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
        const authenticator = journey.hasAuthenticator
          ? await VirtualAuthenticator.plugInto(page)
          : undefined;
        const walker = await newWalker(stage, tabOf(page), { journey, hasScripts, authenticator });
        await walk(journey, walker, sightOf(page, { hasScripts, known }));
        await context.close();
      });
    }
}
