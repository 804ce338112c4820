import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMailSender, parseMailServer } from "../../src/ops/settings/mail.ts";

test("the address of a mail server: its port and encryption follow from scheme and password", () => {
  const rows = [
    ["smtp://mail.example.org", "mail.example.org", 587, "offered"],
    ["smtp://localhost:1025", "localhost", 1025, "offered"],
    ["smtp://[::1]:25/", "::1", 25, "offered"],
    ["smtp://us:right@mail.example.org", "mail.example.org", 587, "required"],
    ["smtp://us:right@localhost:1025", "localhost", 1025, "offered"],
    ["smtps://us:right@mail.example.org", "mail.example.org", 465, "at-once"],
  ] as const;
  for (const [text, host, port, encryption] of rows) {
    const read = parseMailServer(text);
    assert.ok(read.ok, text);
    assert.deepEqual(
      [read.value.host, read.value.port, read.value.encryption],
      [host, port, encryption],
      text,
    );
  }
  const read = parseMailServer("smtps://us%40example.org:p%3A%40ss@mail.example.org");
  assert.ok(read.ok);
  assert.deepEqual([read.value.user, read.value.password?.reveal()], ["us@example.org", "p:@ss"]);
  assert.doesNotMatch(JSON.stringify(read.value), /p:@ss/);
});

test("an address that names no mail server, or more than one can be asked, is refused", () => {
  for (const text of [
    "",
    "mail.example.org",
    "http://mail.example.org",
    "smtp://",
    "smtp://mail.example.org/path",
    "smtp://mail.example.org?tls=no",
    "smtp://us@mail.example.org",
    "smtp://:right@mail.example.org",
    "smtp://us:%zz@mail.example.org",
  ])
    assert.equal(parseMailServer(text).ok, false, text);
});

test("a sender is an address, or a name and an address", () => {
  const rows = [
    ["noreply@example.org", "", "noreply@example.org"],
    ["<noreply@example.org>", "", "noreply@example.org"],
    ["Example <noreply@example.org>", "Example", "noreply@example.org"],
    ['"Example, Inc." <noreply@example.org>', "Example, Inc.", "noreply@example.org"],
    ["noreply@localhost", "", "noreply@localhost"],
  ] as const;
  for (const [text, name, address] of rows)
    assert.deepEqual(parseMailSender(text), { ok: true, value: { name, address } }, text);
  for (const text of [
    "",
    "Example",
    "a@b@example.org",
    "one@example.org, two@example.org",
    "Example <noreply@example.org> x",
    "Example\r\nBcc: all@example.org <noreply@example.org>",
    "Example <noreply@example.org\r\nBcc: all@example.org>",
  ])
    assert.equal(parseMailSender(text).ok, false, text);
});
