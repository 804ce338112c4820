import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isHttps, isLoopback, parseIssuer } from "../../src/values/issuer.ts";

test("a base URL is kept without its trailing slash, host in lower case, default port left out", () => {
  const rows = [
    ["https://id.example.org", "https://id.example.org"],
    ["https://id.example.org/", "https://id.example.org"],
    ["https://ID.example.org:443/Auth/", "https://id.example.org/Auth"],
    ["https://example.org/a/b", "https://example.org/a/b"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["http://127.0.0.1:8080/id", "http://127.0.0.1:8080/id"],
    ["http://[::1]:8080", "http://[::1]:8080"],
  ] as const;
  for (const [text, issuer] of rows) assert.deepEqual(parseIssuer(text), { ok: true, value: issuer }, text);
});

test("what cannot be a base URL is refused with the reason", () => {
  const rows = [
    ["", /not a URL/],
    ["id.example.org", /not a URL/],
    ["http://id.example.org", /must start with https/],
    ["http://localhost.example.org", /must start with https/],
    ["ftp://id.example.org", /must start with https/],
    ["https://id.example.org/?x=1", /query/],
    ["https://id.example.org/#x", /fragment/],
    ["https://user:pass@id.example.org", /credentials/],
    ["https://example.org//id", /two slashes in a row/],
    ["https://example.org/id//", /two slashes in a row/],
    ["https://example.org//", /two slashes in a row/],
    ["https://example.org/a\\/b", /two slashes in a row/],
  ] as const;
  for (const [text, reason] of rows) {
    const parsed = parseIssuer(text);
    assert.ok(!parsed.ok, text);
    assert.match(parsed.reason, reason);
  }
});

test("an issuer that was read is read again as itself, and no text makes reading throw", () => {
  const path = fc.stringMatching(/^(\/[a-zA-Z0-9.~_-]{1,8}){0,4}\/?$/);
  fc.assert(
    fc.property(
      fc.oneof(
        path.map((text) => `https://id.example${text}`),
        fc.webUrl(),
        fc.string(),
      ),
      (text) => {
        const parsed = parseIssuer(text);
        if (!parsed.ok) return;
        assert.deepEqual(parseIssuer(parsed.value), parsed);
        assert.ok(!parsed.value.endsWith("/"));
      },
    ),
    { numRuns: 500 },
  );
});

test("development is told from production by host and scheme", () => {
  const rows = [
    ["http://localhost:8080", true, false],
    ["https://localhost", true, true],
    ["https://id.example.org", false, true],
  ] as const;
  for (const [text, loopback, https] of rows) {
    const issuer = parseIssuer(text);
    assert.ok(issuer.ok);
    assert.equal(isLoopback(issuer.value), loopback);
    assert.equal(isHttps(issuer.value), https);
  }
});
