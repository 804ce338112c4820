import type { Inventory } from "../flows/listing.ts";
import type { Finding } from "../flows/operator/finding.ts";
import { type Instant, plus } from "../values/time.ts";
import { counted } from "../values/words.ts";

/** Two secrets are meant for the days until the application has the new one. */
const twoSecretsSeconds = 14 * 86_400;

/** Finds applications whose secrets should be replaced. Says nothing if there are none. */
export async function* clientSecretFindings(
  { secrets }: Pick<Inventory, "secrets">,
  now: Instant,
): AsyncGenerator<Finding> {
  const { exposed, doubled } = await secrets(plus(now, -twoSecretsSeconds));
  const check = "secrets of applications";
  if (exposed > 0)
    yield {
      check,
      state: "warning",
      detail: `${counted(exposed, "application")} sent the secret in a URL, where browsers and proxies keep it`,
      repair: "find them in the list, and make new secrets for them",
      commands: ["latchkey client list", "latchkey client rotate-secret ID"],
    };
  if (doubled > 0)
    yield {
      check,
      state: "warning",
      detail: `${counted(doubled, "application")} kept an old secret for more than two weeks`,
      repair: "see whether it is still used, and end it when it is not",
      commands: ["latchkey client list", "latchkey client show ID", "latchkey client retire-secret ID"],
    };
}
