// Proof: no page of any journey is a dead end, in Chromium and in Firefox, with scripts and without. `npm run proof:walks`; a part of it
// runs with the tests.
import { after, before, describe } from "node:test";
import { Firefox, withoutFirefox } from "../support/firefox.ts";
import { walkInChromium } from "./walks/in-chromium.ts";
import { walkInFirefox } from "./walks/in-firefox.ts";
import { type Stage, setStage } from "./walks/walker.ts";

describe("Chromium", () => walkInChromium(() => true));

for (const hasScripts of [true, false])
  describe(`Firefox, scripts ${hasScripts ? "on" : "off"}`, { skip: withoutFirefox }, () => {
    let stage: Stage;
    let firefox: Firefox;
    before(async () => {
      [stage, firefox] = await Promise.all([setStage(), Firefox.launch({ hasScripts })]);
    });
    after(async () => {
      await firefox[Symbol.asyncDispose]();
      await stage[Symbol.asyncDispose]();
    });
    walkInFirefox(
      () => true,
      hasScripts,
      () => ({ stage, firefox }),
    );
  });
