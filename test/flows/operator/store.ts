import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPasswords } from "../../../src/adapters/passwords/argon2.ts";
import { PasswordEstimator } from "../../../src/adapters/passwords/estimator.ts";
import { openSqliteStore } from "../../../src/adapters/sqlite/store.ts";
import type { Store } from "../../../src/adapters/store.ts";
import { systemRandom } from "../../../src/adapters/system/random.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { type Instant, instantOf } from "../../../src/values/time.ts";
import { unwrap } from "../../protocol/fixtures.ts";
import { chained, testAuditor } from "../../support/audit.ts";

/** A real store in a folder of its own, a clock that stands still, and password hashes that cost next to nothing. */
export async function openRegistry() {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-manage-"));
  const clock = { at: instantOf(Date.UTC(2026, 0, 1)), now: (): Instant => clock.at };
  const store: Store = chained(await openSqliteStore({ path: join(folder, "latchkey.db"), clock }));
  const passwordEstimates = new PasswordEstimator();
  return {
    ...store,
    clock,
    audit: testAuditor(clock),
    random: systemRandom,
    passwords: createPasswords({ settings: { memoryKib: 8, passes: 1, lanes: 1 } }),
    passwordEstimates,
    settings: { issuer: unwrap(parseIssuer("https://id.example")), brandName: "Harbour Library" },
    [Symbol.asyncDispose]: async () => {
      await passwordEstimates.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}
