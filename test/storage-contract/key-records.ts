import assert from "node:assert/strict";
import { instantOf, plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { keyRecordOf, noon, plain } from "./samples.ts";

/** The promises of `KeyRecords`. */
export function keyRecordsContract(promised: Promised): void {
  promised("KeyRecords.list: every key of every purpose, newest first", async ({ store, reopen }) => {
    const code = keyRecordOf(1, "code", noon);
    const step = keyRecordOf(2, "step", plus(noon, 2));
    const device = keyRecordOf(3, "device", plus(noon, 1));
    const later = (["refresh", "pushed-request", "sign-RS256", "sign-ES256", "sign-EdDSA"] as const).map(
      (purpose, index) => keyRecordOf(4 + index, purpose, plus(noon, 3 + index)),
    );
    for (const record of [code, step, device, ...later]) await store.keyRecords.rotate(record, instantOf(-1));
    const newestFirst = [...later.toReversed(), step, device, code];
    assert.deepEqual(plain(await (await reopen()).keyRecords.list()), plain(newestFirst));
  });

  promised(
    "KeyRecords.rotate: inserts the key and retires the live ones of its purpose in one transaction",
    async ({ store }) => {
      const [old, next] = [keyRecordOf(1, "code", noon), keyRecordOf(2, "code", plus(noon, 60))];
      const step = keyRecordOf(3, "step", noon);
      for (const record of [old, step]) await store.keyRecords.rotate(record, instantOf(-1));
      assert.equal(await store.keyRecords.rotate(next, noon), true);
      const retired = { ...old, retiredAt: next.createdAt };
      const listed = await store.keyRecords.list();
      assert.deepEqual(plain(listed.filter((key) => key.purpose === "code")), plain([next, retired]));
      assert.deepEqual(plain(listed.filter((key) => key.purpose === "step")), plain([step]));
    },
  );

  promised(
    "KeyRecords.rotate: does nothing where a key of that purpose was created after `unlessNewerThan`",
    async ({ store }) => {
      await store.keyRecords.rotate(keyRecordOf(1, "code", noon), instantOf(-1));
      assert.equal(
        await store.keyRecords.rotate(keyRecordOf(2, "code", plus(noon, 1)), plus(noon, -1)),
        false,
      );
      assert.equal(await store.keyRecords.rotate(keyRecordOf(3, "step", noon), plus(noon, -1)), true);
      assert.equal((await store.keyRecords.list()).length, 2);
    },
  );

  promised("KeyRecords.rotate: of many nodes that start at once, one wins", async ({ store, another }) => {
    const stores = [store, await another()];
    const answers = await atOnce(20, (index) =>
      (stores[index % 2] ?? store).keyRecords.rotate(keyRecordOf(index, "code", noon), instantOf(-1)),
    );
    assert.equal(answers.filter(Boolean).length, 1);
    assert.equal((await store.keyRecords.list()).length, 1);
  });

  promised(
    "KeyRecords.sealAnew: seals every key anew, all of them in one transaction, and throwing undoes it",
    async ({ store, reopen }) => {
      for (const [number, purpose] of [
        [1, "code"],
        [2, "step"],
        [3, "sign-ES256"],
      ] as const)
        await store.keyRecords.rotate(keyRecordOf(number, purpose, noon), instantOf(-1));
      const before = plain(await store.keyRecords.list());
      let sealed = 0;
      await assert.rejects(
        store.keyRecords.sealAnew(() => ({
          masterKeyId: "b".repeat(16),
          seal: ({ sealedKey }) => {
            sealed += 1;
            if (sealed === 3) throw new RangeError("The third cannot be opened.");
            return sealedKey.toReversed();
          },
        })),
      );
      assert.deepEqual(plain(await store.keyRecords.list()), before);
      const seal = ({ id, purpose, createdAt }: { id: string; purpose: string; createdAt: number }) =>
        Buffer.from(`${id} ${purpose} ${createdAt}`);
      assert.equal(await store.keyRecords.sealAnew(() => ({ masterKeyId: "b".repeat(16), seal })), 3);
      assert.equal(await store.keyRecords.hold((sealedBy) => sealedBy), "b".repeat(16));
      const records = await (await reopen()).keyRecords.list();
      for (const record of records) {
        assert.equal(Buffer.from(record.sealedKey).toString(), seal(record).toString());
        assert.equal(record.masterKeyId, "b".repeat(16));
      }
    },
  );

  promised(
    "KeyRecords.rotate: does nothing where another master key has sealed any key",
    async ({ store, another }) => {
      const records = store.keyRecords;
      const under = (number: number, purpose: "code" | "step", masterKeyId: string) => ({
        ...keyRecordOf(number, purpose, noon),
        masterKeyId,
      });
      assert.equal(await records.rotate(under(1, "code", "a"), instantOf(-1)), true);
      assert.equal(await records.rotate(under(2, "step", "b"), instantOf(-1)), false);
      const kept = () => ({
        masterKeyId: "b",
        seal: ({ sealedKey }: { sealedKey: Uint8Array }) => sealedKey,
      });
      await (await another()).keyRecords.sealAnew(kept);
      assert.equal(await records.rotate(under(3, "step", "a"), instantOf(-1)), false);
      assert.equal(await records.rotate(under(2, "step", "b"), instantOf(-1)), true);
      assert.equal((await records.list()).length, 2);
    },
  );

  promised(
    "KeyRecords.removeRetired: removes keys that were retired before the instant; answers how many",
    async ({ store }) => {
      for (const number of [1, 2, 3])
        await store.keyRecords.rotate(
          keyRecordOf(number, "code", plus(noon, number)),
          plus(noon, number - 1),
        );
      await store.keyRecords.rotate(keyRecordOf(4, "step", noon), instantOf(-1));
      await store.keyRecords.rotate(keyRecordOf(5, "step", plus(noon, 1)), noon);
      // Key 1 was retired at second 2, key 2 at second 3.
      assert.equal(await store.keyRecords.removeRetired("code", plus(noon, 2)), 0);
      assert.equal(await store.keyRecords.removeRetired("code", plus(noon, 3)), 1);
      assert.equal(await store.keyRecords.removeRetired("code", plus(noon, 999)), 1);
      assert.equal((await store.keyRecords.list()).length, 3);
    },
  );
}
