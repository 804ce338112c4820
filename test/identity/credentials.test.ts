import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Account } from "../../src/identity/account.ts";
import { needsLinkToEnrol } from "../../src/identity/credentials.ts";
import { accountNamed } from "../storage-contract/samples.ts";

describe("an administrator's first second factor needs a link", () => {
  const admin = { isAdmin: true };
  const password = { methods: ["pwd"] };
  const rows: readonly (readonly [
    string,
    Partial<Account>,
    Parameters<typeof needsLinkToEnrol>[1],
    "one" | "two" | "phr",
    boolean,
  ])[] = [
    ["where a password is all there is", admin, password, "two", true],
    ["where the console asks for a passkey", admin, password, "phr", true],
    ["where the person came in from a provider", admin, { methods: [] }, "two", true],
    ["not where one factor opens the console anyway", admin, password, "one", false],
    ["not without the admin right", { isAdmin: false }, password, "two", false],
    ["not with the link", admin, { ...password, isVouchedFor: true }, "two", false],
    ["not where two factors were proved", admin, { methods: ["pwd", "otp", "mfa"] }, "two", false],
    ["not with an app, which is asked for", { ...admin, hasTotp: true }, password, "two", false],
    ["not with a passkey, which is asked for", { ...admin, hasPasskey: true }, password, "two", false],
  ];
  for (const [title, account, session, required, expected] of rows)
    it(title, () =>
      assert.equal(needsLinkToEnrol(accountNamed("ada", account), session, required), expected),
    );
});
