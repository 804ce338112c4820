import { createHmac } from "node:crypto";
import type { AuditChain } from "../../src/adapters/store.ts";
import { type Auditor, createAuditor } from "../../src/flows/audit.ts";
import type { Clock } from "../../src/flows/ports.ts";

/** Gives the audit trail of a store that a test opened by itself the key that the keyring gives it elsewhere. */
export function chained<Store extends { readonly auditTrail: AuditChain }>(store: Store): Store {
  store.auditTrail.chainWith((message) => createHmac("sha256", "a key of tests").update(message).digest());
  return store;
}

/** The auditor of a test, which acts as the user "tester" of the command line. */
export function testAuditor(clock: Clock): Auditor {
  return createAuditor({ clock, actor: { kind: "command-line", name: "tester" } });
}
