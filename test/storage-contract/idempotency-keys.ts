import assert from "node:assert/strict";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { noon } from "./samples.ts";

const asked = { key: sha256("key"), request: sha256("request"), expiresAt: plus(noon, 86_400) };

/** The promises of `IdempotencyKeys`. */
export function idempotencyKeysContract(promised: Promised): void {
  promised(
    "IdempotencyKeys.claim: of any number of calls with one key, one gets it",
    async ({ store, another }) => {
      const stores = [store, await another()];
      const claims = await atOnce(12, (index) =>
        (stores[index % 2] ?? store).idempotencyKeys.claim(asked, noon),
      );
      const kinds = claims.map(({ kind }) => kind).sort();
      assert.deepEqual(kinds, ["claimed", ...Array(11).fill("unsettled")]);
    },
  );

  promised(
    "IdempotencyKeys.settle: the answer is there for the same request, until the key expires",
    async ({ store, reopen }) => {
      await store.idempotencyKeys.claim(asked, noon);
      await store.idempotencyKeys.settle(asked.key, "sealed");
      const { idempotencyKeys } = await reopen();
      const last = plus(asked.expiresAt, -1);
      assert.deepEqual(await idempotencyKeys.claim(asked, last), {
        kind: "answered",
        sealedAnswer: "sealed",
      });
      const other = { ...asked, request: sha256("another request") };
      assert.deepEqual(await idempotencyKeys.claim(other, last), { kind: "other-request" });
      assert.deepEqual(await idempotencyKeys.claim(other, asked.expiresAt), { kind: "claimed" });
    },
  );

  promised(
    "IdempotencyKeys.release: frees a key that was not settled, and no other",
    async ({ store: { idempotencyKeys } }) => {
      await idempotencyKeys.claim(asked, noon);
      await idempotencyKeys.release(asked.key);
      assert.deepEqual(await idempotencyKeys.claim(asked, noon), { kind: "claimed" });
      await idempotencyKeys.settle(asked.key, "sealed");
      await idempotencyKeys.release(asked.key);
      assert.equal((await idempotencyKeys.claim(asked, noon)).kind, "answered");
    },
  );

  promised("Expiry.sweep: removes expired idempotency keys", async ({ store }) => {
    await store.idempotencyKeys.claim(asked, noon);
    const later = { ...asked, key: sha256("later"), expiresAt: plus(noon, 100_000) };
    await store.idempotencyKeys.claim(later, noon);
    assert.equal(await store.expiry.sweep(asked.expiresAt, 10), 1);
    assert.deepEqual(await store.idempotencyKeys.claim(later, asked.expiresAt), { kind: "unsettled" });
  });
}
