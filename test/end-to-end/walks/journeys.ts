import { accountJourneys } from "./account.ts";
import { consoleJourneys } from "./console.ts";
import { mailedJourneys } from "./mailed.ts";
import { passkeyJourneys } from "./passkeys.ts";
import { signInJourneys } from "./sign-in.ts";
import type { Journey } from "./walker.ts";

/** Everything that people and administrators do at the pages. */
export const journeys: readonly Journey[] = [
  ...signInJourneys,
  ...mailedJourneys,
  ...accountJourneys,
  ...passkeyJourneys,
  ...consoleJourneys,
];
