import type { RotatingPurpose } from "../../flows/key-ports.ts";

/** How long a key seals or signs, and how long it opens or verifies after that: longer than anything it made is valid. */
interface KeyLife {
  readonly activeSeconds: number;
  readonly retiredSeconds: number;
}

const day = 86_400;
const signingLife: KeyLife = { activeSeconds: 90 * day, retiredSeconds: 30 * day };
/** The life of each key. NIST SP 800-38D §8.3 allows 2^32 random nonces a key; a day of codes stays far below. */
export const keyLives: Readonly<Record<RotatingPurpose, KeyLife>> = {
  code: { activeSeconds: day, retiredSeconds: 600 },
  step: { activeSeconds: 30 * day, retiredSeconds: 60 * day },
  device: { activeSeconds: 30 * day, retiredSeconds: 400 * day },
  refresh: { activeSeconds: 30 * day, retiredSeconds: 400 * day },
  // The form that came of one may stay open for a week; its first use ends it.
  "pushed-request": { activeSeconds: day, retiredSeconds: 7 * day },
  "mail-request": { activeSeconds: 30 * day, retiredSeconds: day },
  "trusted-browser": { activeSeconds: 30 * day, retiredSeconds: 31 * day },
  // A message stays for 30 days.
  mail: { activeSeconds: 30 * day, retiredSeconds: 60 * day },
  // A person signs in at an upstream meanwhile.
  "upstream-state": { activeSeconds: day, retiredSeconds: day },
  // A browser keeps new recovery codes, and the secret of an app that is being set up, for half an hour; anything else for five minutes.
  flash: { activeSeconds: day, retiredSeconds: 3_600 },
  // A visit lasts no longer than the access token in it.
  console: { activeSeconds: day, retiredSeconds: day },
  // A browser whose cookie no key opens any more goes through the sign-in once, and sees nothing of it while the session lives.
  "forward-auth": { activeSeconds: 30 * day, retiredSeconds: 60 * day },
  // An answer is kept for a day.
  answer: { activeSeconds: 30 * day, retiredSeconds: 2 * day },
  "sign-RS256": signingLife,
  "sign-ES256": signingLife,
  "sign-EdDSA": signingLife,
};
