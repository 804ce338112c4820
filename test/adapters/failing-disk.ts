// A process whose disk fails sooner or later: writes until then, and prints what the store says and does.
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { grantId, grantWith, noon } from "../storage-contract/samples.ts";

const store = await openSqliteStore({ path: process.argv[2] ?? "", clock: { now: () => noon } });

async function redeemUntilRefused(first: number): Promise<string> {
  for (let index = first; ; index += 1) {
    try {
      await store.grants.redeem(grantWith(grantId(index)));
    } catch (error) {
      return error instanceof Error ? error.name : "something else";
    }
  }
}

const refusal = await redeemUntilRefused(2);
const { isReady } = await store.status();
const afterwards = await redeemUntilRefused(1_000_000);
console.log(JSON.stringify({ refusal, isReady, afterwards }));
