import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { GrantId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import type { Promised } from "./harness.ts";
import { familyWith, grantId, grantOfFamily, grantWith, noon } from "./samples.ts";

const later = plus(noon, 60);

/** The promises of `TokenCounts`. */
export function tokenCountsContract(promised: Promised): void {
  promised(
    "TokenCounts.page: counts what has not expired and was not revoked, page by page and behind an id",
    async ({ store }) => {
      for (let index = 0; index < 7; index += 1) await store.grants.redeem(grantWith(grantId(index)));
      await store.grants.redeem(grantWith(grantId(7), { tokenExpiresAt: later }));
      await store.grants.revoke(grantId(2), noon);
      for (const index of [8, 9]) {
        const family = familyWith(grantId(index));
        await store.grants.redeem(grantOfFamily(family.id, family.id), family);
      }
      await store.tokenFamilies.revoke(grantId(9), noon);
      assert.deepEqual(await walk(store, "access", 3), { live: 8, pages: 4 });
      assert.deepEqual(await walk(store, "access", 5), { live: 8, pages: 3 });
      assert.deepEqual(await walk(store, "access", 99, grantId(6)), { live: 2, pages: 1 });
      assert.deepEqual(await walk(store, "refresh", 99), { live: 1, pages: 1 });
    },
  );

  promised("TokenCounts.page: an empty store has none", async ({ store }) => {
    for (const kind of ["access", "refresh"] as const)
      assert.deepEqual(await store.tokenCounts.page(kind, { now: noon, rowsMax: 9 }), { live: 0 });
  });
}

async function walk(store: Store, kind: "access" | "refresh", rowsMax: number, from?: GrantId) {
  let [live, pages, after] = [0, 0, from];
  do {
    const page = await store.tokenCounts.page(kind, { after, now: later, rowsMax });
    live += page.live;
    pages += 1;
    after = page.next;
  } while (after !== undefined);
  return { live, pages };
}
