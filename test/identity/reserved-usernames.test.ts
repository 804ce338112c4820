import assert from "node:assert/strict";
import { test } from "node:test";
import { readAccountName, readEmail } from "../../src/identity/account-name.ts";
import { isReservedUsername } from "../../src/identity/reserved-usernames.ts";

function isReserved(text: string): boolean {
  const name = text.includes("@") ? readEmail(text) : readAccountName(text);
  assert.ok(name.ok, text);
  return isReservedUsername(name.value);
}

test("F16: a name that speaks for the service is reserved, in any spelling", () => {
  const names = [
    "admin",
    "Administrator",
    "ROOT",
    "ａｄｍｉｎ",
    "web-master",
    "no.reply",
    "mailer_daemon",
    "info",
  ];
  for (const name of [...names, "latchkey", "latchkeyconsole", "Latch-Key", "latchkey-ab12"])
    assert.equal(isReserved(name), true, name);
});

test("the names of people are not reserved, also where they contain such a word", () => {
  for (const name of ["ada", "adminah", "rootham", "admin2", "my-support", "supporter", "admin@example.org"])
    assert.equal(isReserved(name), false, name);
});
