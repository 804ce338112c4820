import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { issuerOfTenant, parametersFor } from "../../../src/protocol/upstream/presets.ts";
import {
  decodeTransaction,
  encodeTransaction,
  proofsOf,
} from "../../../src/protocol/upstream/transaction.ts";
import {
  domainOf,
  readDomain,
  readUpstreamName,
  type UpstreamName,
} from "../../../src/protocol/upstream/upstream.ts";
import { instantOf, secondsOf } from "../../../src/values/time.ts";

test("an e-mail domain is compared in one form, and nothing else is one", () => {
  for (const text of ["example.org", "@example.org", " Example.ORG ", "EXAMPLE.org"])
    assert.equal(readDomain(text), "example.org", text);
  assert.equal(readDomain("bücher.example"), "xn--bcher-kva.example");
  for (const text of [
    "",
    "@",
    "a b",
    "example.org/x",
    "example.org:1",
    "u@example.org",
    "10.0.0.1",
    "[::1]",
    "-a.example",
    "%65xample.org",
    "example.org/",
    "example.org\\",
    "example.org:443",
    "exam\nple.org",
    "exam\u00adple.org",
  ])
    assert.equal(readDomain(text), undefined, text);
  assert.equal(domainOf("a@b@example.org"), "example.org");
  for (const text of ["example.org", "@example.org", "a@"]) assert.equal(domainOf(text), undefined, text);
});

test("a name is a word of a path", () => {
  for (const text of ["google", "a", "a-1"]) assert.equal(readUpstreamName(text), text);
  for (const text of ["", "A", "-a", "a-", "a/b", "..", "a".repeat(33)])
    assert.equal(readUpstreamName(text), undefined, text);
});

test("only one tenant has an issuer: common and organizations have none", () => {
  const id = "9188040d-6c67-4c5b-b112-36a304b66dad";
  for (const tenant of ["consumers", id, id.toUpperCase()])
    assert.equal(issuerOfTenant(tenant), `https://login.microsoftonline.com/${id}/v2.0`);
  for (const tenant of ["common", "organizations", "example.org", "../x"])
    assert.equal(issuerOfTenant(tenant), undefined);
});

test("a provider gets no word that it does not know", () => {
  const wish = { prompt: "again", maxAge: secondsOf(30), loginHint: "ada@example.org" } as const;
  assert.equal(parametersFor("google", wish).prompt, "select_account");
  assert.deepEqual(Object.keys(parametersFor("apple", wish)).sort(), [
    "login_hint",
    "response_mode",
    "scope",
  ]);
  assert.equal(parametersFor("github", wish).max_age, undefined);
  assert.deepEqual(
    [parametersFor("oidc", wish).prompt, parametersFor("oidc", wish).max_age],
    ["login", "30"],
  );
});

test("a transaction is read as it was written, and any other bytes are none", () => {
  const transaction = {
    upstream: "acme" as UpstreamName,
    intent: "sign-in",
    seed: "seed",
    startedAt: instantOf(1),
    browser: "browser",
    query: "state=ü&x=1",
    maxAge: secondsOf(30),
  } as const;
  assert.deepEqual(decodeTransaction(encodeTransaction(transaction)), transaction);
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assert.equal(decodeTransaction(bytes), undefined)));
  const { nonce, codeVerifier } = proofsOf(transaction);
  assert.notEqual(nonce, codeVerifier);
  assert.match(codeVerifier, /^[A-Za-z0-9_-]{43}$/);
});
