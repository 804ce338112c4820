import assert from "node:assert/strict";
import type { Store } from "../../src/adapters/store.ts";
import type { KeyedAttempt } from "../../src/flows/idempotency-ports.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { AttemptOvertaken } from "../../src/values/attempt-overtaken.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { noon } from "./samples.ts";

const leaseEnd = plus(noon, 60);
const asked = {
  key: sha256("key"),
  attempt: "first",
  request: sha256("request"),
  leasedUntil: leaseEnd,
  expiresAt: plus(noon, 86_400),
};
const second = { ...asked, attempt: "second", leasedUntil: plus(leaseEnd, 60) };
const confirmed = { act: "group-created", target: "group staff" };

/** Creates a group, which confirms the attempt. */
function create({ groups }: Store, { key, attempt }: KeyedAttempt, name = "staff") {
  const target = { kind: "group", id: name } as const;
  const entry = { at: noon, act: "group-created", actor: { kind: "system" }, target } as const;
  const group = { name: name as GroupName, createdAt: noon };
  return groups.create(group, 99, { audit: [{ ...entry, attempt: { key, attempt } }] });
}

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
      const again = await store.idempotencyKeys.claim(second, plus(leaseEnd, -1));
      assert.deepEqual(again, { kind: "unsettled", until: leaseEnd });
    },
  );

  promised(
    "IdempotencyKeys.claim: after the lease one attempt of many takes over what was not confirmed",
    async ({ store, another }) => {
      const stores = [store, await another()];
      await store.idempotencyKeys.claim(asked, noon);
      const other = { ...second, request: sha256("another request") };
      assert.deepEqual(await store.idempotencyKeys.claim(other, leaseEnd), { kind: "other-request" });
      const claims = await atOnce(16, (index) => {
        const attempt = { ...second, attempt: `attempt ${index}` };
        return (stores[index % 2] ?? store).idempotencyKeys.claim(attempt, leaseEnd);
      });
      const kinds = claims.map(({ kind }) => kind).sort();
      assert.deepEqual(kinds, ["claimed", ...Array(15).fill("unsettled")]);
    },
  );

  promised(
    "AuditEntry.attempt: the fact of the act confirms the attempt, which nobody takes over any more",
    async ({ store, reopen }) => {
      await store.idempotencyKeys.claim(asked, noon);
      assert.ok((await create(store, asked)).ok);
      const { idempotencyKeys } = await reopen();
      const early = await idempotencyKeys.claim(second, plus(leaseEnd, -1));
      assert.deepEqual(early, { kind: "unsettled", until: leaseEnd });
      assert.deepEqual(await idempotencyKeys.claim(second, leaseEnd), { kind: "confirmed", confirmed });
      await idempotencyKeys.release(asked);
      assert.deepEqual(await idempotencyKeys.claim(second, leaseEnd), { kind: "confirmed", confirmed });
      await idempotencyKeys.settle(asked, "sealed");
      assert.deepEqual(await idempotencyKeys.claim(second, leaseEnd), {
        kind: "answered",
        sealedAnswer: "sealed",
        confirmed,
      });
    },
  );

  promised(
    "AuditEntry.attempt: none of the fact happens where the attempt was taken over or has expired",
    async ({ store, another }) => {
      const node = await another();
      await store.idempotencyKeys.claim(asked, noon);
      await node.idempotencyKeys.claim(second, leaseEnd);
      await assert.rejects(create(store, asked), AttemptOvertaken);
      assert.equal(await store.groups.find("staff" as GroupName), undefined);
      assert.equal(await store.auditTrail.head(), undefined);
      await store.idempotencyKeys.release(asked);
      await store.idempotencyKeys.settle(asked, "of the first");
      assert.ok((await create(node, second)).ok);
      await store.expiry.sweep(second.expiresAt, 10);
      await assert.rejects(create(node, second, "board"), AttemptOvertaken);
      assert.equal((await store.groups.list({ limit: 9 })).items.length, 1);
    },
  );

  promised(
    "AuditEntry.attempt: of a fact and an attempt that takes over, racing, exactly one wins",
    async ({ store, another }) => {
      const node = await another();
      for (let round = 0; round < 20; round += 1) {
        const key = sha256(`key ${round}`);
        await store.idempotencyKeys.claim({ ...asked, key }, noon);
        const [made, claim] = await Promise.all([
          create(store, { ...asked, key }, `group${round}`).catch((error: unknown) => {
            if (error instanceof AttemptOvertaken) return undefined;
            throw error;
          }),
          node.idempotencyKeys.claim({ ...second, key }, leaseEnd),
        ]);
        assert.equal(claim.kind, made?.ok ? "confirmed" : "claimed");
        assert.equal((await node.groups.find(`group${round}` as GroupName)) !== undefined, made?.ok ?? false);
      }
    },
  );

  promised(
    "IdempotencyKeys.settle: the answer is there for the same request, until the key expires",
    async ({ store, reopen }) => {
      await store.idempotencyKeys.claim(asked, noon);
      await store.idempotencyKeys.settle(asked, "sealed");
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
      await idempotencyKeys.release(asked);
      assert.deepEqual(await idempotencyKeys.claim(asked, noon), { kind: "claimed" });
      await idempotencyKeys.settle(asked, "sealed");
      await idempotencyKeys.release(asked);
      assert.equal((await idempotencyKeys.claim(asked, noon)).kind, "answered");
    },
  );

  promised("Expiry.sweep: removes expired idempotency keys", async ({ store }) => {
    await store.idempotencyKeys.claim(asked, noon);
    const later = { ...asked, key: sha256("later"), expiresAt: plus(noon, 100_000) };
    await store.idempotencyKeys.claim(later, noon);
    assert.equal(await store.expiry.sweep(asked.expiresAt, 10), 1);
    const kept = await store.idempotencyKeys.claim({ ...later, attempt: "other" }, plus(leaseEnd, -1));
    assert.equal(kept.kind, "unsettled");
  });
}
