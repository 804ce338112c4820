import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readSector, sectorOfRedirectUris } from "../../../src/protocol/client/sector.ts";
import { sectorOf, subjectOf } from "../../../src/protocol/openid/subject.ts";
import { accountIdOf, parseKeptSubject } from "../../../src/values/ids.ts";
import { aClient, anOpenidClient, reasonOf, unwrap } from "../fixtures.ts";

const accountId = accountIdOf("AAAAAAAAAAAAAAAAAAAA");
const account = { id: accountId };
const pseudonymOf = (text: string) => `<${text}>`;
const pairwise = (redirectUris: readonly string[], sector?: string) =>
  anOpenidClient({ isPairwise: true, ...(sector !== undefined && { sector }) }, { redirectUris });

describe("subject", () => {
  it("OpenID Connect Core §8: public unless registered otherwise: the account id", () => {
    for (const client of [aClient(), anOpenidClient()])
      assert.equal(subjectOf({ client, account, pseudonymOf }), accountId);
  });

  it("OpenID Connect Core §8.1: a pairwise one is made of sector and account id, and of nothing else", () => {
    const rows = [
      [pairwise(["https://app.example/cb"]), "app.example"],
      [pairwise(["https://app.example:8443/a", "https://app.example/b"]), "app.example"],
      [pairwise(["https://APP.example/cb"]), "app.example"],
      [pairwise(["http://[::1]:3000/cb"]), "[::1]"],
      [pairwise(["https://a.example/", "https://b.example/"], "shared.example"), "shared.example"],
      [pairwise(["com.example.app:/cb"], "shared.example"), "shared.example"],
    ] as const;
    for (const [client, sector] of rows) {
      assert.equal(sectorOf(client), sector);
      assert.equal(subjectOf({ client, account, pseudonymOf }), `<${sector} ${accountId}>`);
    }
  });
});

describe("a subject that a person keeps from another product", () => {
  const subject = parseKeptSubject("auth0|5f7c8ec7c33c6c004bbafe82");
  assert.ok(subject);
  const keeper = { id: accountId, subject };

  it("public clients see it, and the pairwise ones the pseudonym of the account id", () => {
    for (const client of [aClient(), anOpenidClient()])
      assert.equal(subjectOf({ client, account: keeper, pseudonymOf }), subject);
    const client = pairwise(["https://app.example/cb"]);
    assert.equal(subjectOf({ client, account: keeper, pseudonymOf }), `<app.example ${accountId}>`);
  });

  for (const text of ["1", "f:0b1c:ada", "a b", "~", "lk", "lkuShort", "__proto__", "a".repeat(255)])
    it(`OpenID Connect Core §2: ${JSON.stringify(text.slice(0, 20))} is one`, () => {
      assert.equal(parseKeptSubject(text), text);
    });

  for (const text of [
    "",
    " ",
    " a",
    "a ",
    "a\nb",
    "a\u0000",
    "\u007f",
    "é",
    "a".repeat(256),
    accountId,
    `lkc${"a".repeat(20)}`,
  ])
    it(`OpenID Connect Core §2: ${JSON.stringify(text.slice(0, 20))} (${text.length}) is none`, () => {
      assert.equal(parseKeptSubject(text), undefined);
    });
});

describe("sector", () => {
  it("OpenID Connect Core §8.1: redirect URIs of one host name it, whatever their ports and paths", () => {
    assert.equal(
      unwrap(sectorOfRedirectUris(["https://a.example/x?y", "https://a.example:1/z"])),
      "a.example",
    );
  });

  const refused = [
    ["several hosts", ["https://a.example/", "https://b.example/", "https://a.example/2"], "hosts-differ"],
    ["a host and one below it", ["https://a.example/", "https://x.a.example/"], "hosts-differ"],
    ["the scheme of an app", ["com.example.app:/cb"], "host-missing"],
    ["the scheme of an app, with what looks like a host", ["com.example.app://a.example/cb"], "host-missing"],
  ] as const;
  for (const [title, uris, kind] of refused)
    it(`OpenID Connect Core §8.1: ${title}: none`, () => {
      assert.equal(reasonOf(sectorOfRedirectUris(uris)).kind, kind);
    });

  it("an operator names a host, in any case", () => {
    for (const [text, sector] of [
      ["App.Example", "app.example"],
      ["localhost", "localhost"],
      ["192.0.2.1", "192.0.2.1"],
      ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ] as const)
      assert.equal(readSector(text), sector);
  });

  for (const text of [
    "",
    " ",
    "https://app.example",
    "app.example/",
    "app.example:8443",
    "app.example?x",
    "app.example#x",
    "me@app.example",
    "app example",
    "bücher.example",
    `${"a".repeat(60)}.`.repeat(5),
  ])
    it(`${JSON.stringify(text.slice(0, 20))} names none`, () => {
      assert.equal(readSector(text), undefined);
    });
});
