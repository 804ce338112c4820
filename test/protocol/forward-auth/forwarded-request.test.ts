import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  decodedPath,
  type ProxyWords,
  readForwardedRequest,
  returnTarget,
  splitOriginalUrl,
} from "../../../src/protocol/forward-auth/forwarded-request.ts";

const sound: ProxyWords = {
  method: "GET",
  scheme: "https",
  host: "wiki.example.org",
  target: "/notes?page=2",
};

function read(words: Partial<ProxyWords>) {
  return readForwardedRequest({ ...sound, ...words });
}

describe("the request that a proxy asks about", () => {
  it("is read as it was sent", () => {
    assert.deepEqual(read({}), {
      ok: true,
      value: { method: "GET", origin: "https://wiki.example.org", path: "/notes", target: "/notes?page=2" },
    });
  });

  it("may be a WebSocket, whose scheme Traefik names", () => {
    const { value } = read({ scheme: "wss" }) as { value: { origin: string } };
    assert.equal(value.origin, "https://wiki.example.org");
  });

  const refused: readonly (readonly [string, Partial<ProxyWords>, string])[] = [
    ["no method", { method: undefined }, "method-malformed"],
    ["two methods", { method: "GET, POST" }, "method-malformed"],
    ["a method in lower case", { method: "get" }, "method-malformed"],
    ["no scheme", { scheme: undefined }, "scheme-malformed"],
    ["two schemes", { scheme: "https, http" }, "scheme-malformed"],
    ["a scheme in capital letters", { scheme: "HTTPS" }, "scheme-malformed"],
    ["no host", { host: undefined }, "host-malformed"],
    ["two hosts", { host: "wiki.example.org, other.example.org" }, "host-malformed"],
    ["Caddy CVE-2026-27588: capital letters in the host", { host: "WIKI.example.org" }, "host-malformed"],
    ["user information", { host: "ada@wiki.example.org" }, "host-malformed"],
    ["the default port", { host: "wiki.example.org:443" }, "host-malformed"],
    ["a dot at the end of the host", { host: "wiki.example.org." }, "host-malformed"],
    ["an escape in the host", { host: "wiki%2eexample.org" }, "host-malformed"],
    ["a host in another script", { host: "wikı.example.org" }, "host-malformed"],
    ["no target", { target: undefined }, "target-malformed"],
    ["two targets", { target: "/a, /b" }, "target-malformed"],
    ["the absolute form", { target: "https://wiki.example.org/a" }, "target-malformed"],
    ["the asterisk form", { target: "*" }, "target-malformed"],
    ["Envoy CVE-2021-32779: a fragment", { target: "/public#/../admin" }, "target-malformed"],
    ["a space", { target: "/a b" }, "target-malformed"],
    ["a tab", { target: "/a\tb" }, "target-malformed"],
    ["raw bytes outside ASCII", { target: "/caf\u00e9" }, "target-malformed"],
    ["a NUL", { target: "/a\0b" }, "target-malformed"],
  ];
  for (const [what, words, reason] of refused)
    it(`is refused with ${what}`, () => assert.deepEqual(read(words), { ok: false, reason }));

  it("may have any port but the default one", () => assert.ok(read({ host: "wiki.example.org:8443" }).ok));
});

describe("the address in X-Original-URL", () => {
  it("is split before a parser can repair it", () => {
    assert.deepEqual(splitOriginalUrl("https://wiki.example.org/a/../b?c"), {
      scheme: "https",
      host: "wiki.example.org",
      target: "/a/../b?c",
    });
  });
  for (const url of [
    undefined,
    "",
    "wiki.example.org/",
    "//wiki.example.org/",
    "https:/wiki.example.org/",
    "https://wiki",
  ])
    it(`names no host in ${url}`, () => assert.equal(splitOriginalUrl(url).host, undefined));
  it("names no host that a parser would find behind user information or a backslash", () => {
    for (const url of ["https://a@wiki.example.org/", "https://a\\@wiki.example.org/"])
      assert.equal(readForwardedRequest({ method: "GET", ...splitOriginalUrl(url) }).ok, false, url);
  });
});

describe("a path that rules judge", () => {
  const sound: readonly (readonly [string, string])[] = [
    ["/", "/"],
    ["/assets/app.js", "/assets/app.js"],
    ["/caf%C3%A9", "/café"],
    ["/caf%c3%a9", "/café"],
    ["/a%20b/c+d,e=f@g:h", "/a b/c+d,e=f@g:h"],
    ["/notes/", "/notes/"],
    ["/.well-known/x", "/.well-known/x"],
  ];
  for (const [path, decoded] of sound)
    it(`${path} is ${decoded}`, () => assert.equal(decodedPath(path), decoded));

  const disputed: readonly (readonly [string, string])[] = [
    ["Envoy CVE-2019-9901: a dot segment", "/public/../admin"],
    ["a single dot", "/public/./admin"],
    ["a dot segment at the end", "/public/.."],
    ["Envoy CVE-2021-29492: an escaped slash", "/public%2Fadmin"],
    ["the same in lower case", "/public%2fadmin"],
    ["an escaped backslash", "/public%5Cadmin"],
    ["a backslash", "/public\\admin"],
    ["an escaped dot", "/public/%2e%2e/admin"],
    ["half an escaped dot segment", "/public/.%2E/admin"],
    ["an empty segment", "//admin"],
    ["an empty segment inside", "/a//admin"],
    ["istio #27409: path parameters", "/admin;a=b"],
    ["parameters on a dot segment", "/public/..;/admin"],
    ["an escaped semicolon", "/admin%3Ba"],
    ["an escaped NUL", "/admin%00"],
    ["an escaped line feed", "/admin%0A"],
    ["an escaped number sign", "/admin%23"],
    ["an escaped question mark", "/admin%3F"],
    ["an escaped percent sign", "/admin%252Fa"],
    ["an escaped letter", "/%61dmin"],
    ["an escaped digit", "/a%31"],
    ["an escaped tilde", "/%7Eada"],
    ["an escape that is none", "/a%zz"],
    ["half an escape", "/a%2"],
    ["bytes that are not UTF-8", "/a%FF"],
    ["an overlong slash", "/a%C0%AFb"],
    ["a surrogate in UTF-8", "/a%ED%A0%80"],
    ["a dot at the end of a segment", "/admin./x"],
    ["a space at the end", "/admin%20"],
    ["a character that URLs do not have", "/a<b"],
  ];
  for (const [what, path] of disputed)
    it(`has no single reading: ${what}`, () => assert.equal(decodedPath(path), undefined));
});

describe("the way back after a sign-in", () => {
  for (const target of ["/", "/notes?page=2", "/a//b", "/a?u=https://evil.example"])
    it(`leads to ${target}`, () => assert.equal(returnTarget(target), target));
  for (const target of [
    undefined,
    "",
    "notes",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\tevil",
    "/a#b",
    "/.latchkey/sign-out",
    "/.latchkey",
    `/${"a".repeat(2_001)}`,
  ])
    it(`leads to the first page instead of ${target?.slice(0, 40)}`, () =>
      assert.equal(returnTarget(target), "/"));
});
