import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { verifyRedirectUri } from "../../../src/protocol/client/redirect-uri.ts";
import {
  checkRedirectUriForRegistration,
  describeRedirectUriProblem,
} from "../../../src/protocol/client/redirect-uri-registration.ts";
import { aClient, reasonOf, unwrap } from "../fixtures.ts";

const web = { isPublic: false };
const native = { isPublic: true };

describe("registering a redirect URI", () => {
  for (const uri of [
    "https://app.example/cb",
    "https://app.example",
    "https://app.example/",
    "https://app.example:8443/cb",
    "https://app.example/cb?tenant=1&b=%20",
    "https://xn--bcher-kva.example/cb",
    "https://app.example/a.b/..c/%7Ex",
    "http://localhost:3000/cb",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:1/cb",
    "http://[::1]:8000/cb",
  ])
    it(`${uri} is accepted unchanged`, () => {
      assert.equal(unwrap(checkRedirectUriForRegistration(uri, web)), uri);
      assert.equal(unwrap(checkRedirectUriForRegistration(uri, native)), uri);
    });

  for (const uri of ["com.example.app:/cb", "com.example.app://cb", "com.example.app://cb/x?y=1"])
    it(`RFC 8252 §7.1, B25: ${uri} is for public clients only`, () => {
      assert.equal(unwrap(checkRedirectUriForRegistration(uri, native)), uri);
      assert.equal(reasonOf(checkRedirectUriForRegistration(uri, web)).kind, "scheme-for-public-clients");
    });

  for (const uri of [
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.github-authentication/",
  ])
    it(`B25: ${uri} is for public clients, like a scheme with a period`, () => {
      assert.equal(unwrap(checkRedirectUriForRegistration(uri, native)), uri);
      assert.equal(reasonOf(checkRedirectUriForRegistration(uri, web)).kind, "scheme-for-public-clients");
    });

  const refused = [
    ["RFC 9700 §2.6", "http://app.example/cb", "http-not-loopback"],
    ["B30", "http://127.0.0.1.evil.test/cb", "http-not-loopback"],
    ["B24", "javascript:alert(1)", "scheme-not-allowed"],
    ["B24", "JaVaScRiPt:alert(1)", "scheme-not-allowed"],
    ["B24", "java%0ascript:alert(1)", "not-absolute"],
    ["B24", "data:text/html,x", "scheme-not-allowed"],
    ["B24", "data:text/html,<script>", "forbidden-character"],
    ["B24", "vbscript:x", "scheme-not-allowed"],
    ["B24", "blob:https://app.example/x", "scheme-not-allowed"],
    ["B24", "file:///etc/passwd", "scheme-not-allowed"],
    ["B24", "about:blank", "scheme-not-allowed"],
    ["B25", "myapp:/cb", "scheme-not-allowed"],
    ["B25", "com.example.app:", "unreadable"],
    ["B21", "//app.example/cb", "not-absolute"],
    ["B21", "/cb", "not-absolute"],
    ["B21", "cb", "not-absolute"],
    ["B21", "", "not-absolute"],
    ["B15", "https%3A%2F%2Fapp.example%2Fcb", "not-absolute"],
    ["B10", "https://app.example@evil.test/cb", "credentials"],
    ["B10", "https://@app.example/cb", "credentials"],
    ["B7", "https://app.example:0/cb", "port-zero"],
    ["B7", "https://app.example:00/cb", "port-zero"],
    ["B7", "http://127.0.0.1:0/cb", "port-zero"],
    ["B7", "http://[::1]:0/cb", "port-zero"],
    ["B7", "http://localhost:0/cb", "port-zero"],
    ["B7", "com.example.app://cb:0/x", "port-zero"],
    ["B10", "http://127.0.0.1:51004@evil.test/cb", "http-not-loopback"],
    ["B12", "https://evil.test\\@app.example/cb", "forbidden-character"],
    ["B12", "https:\\\\app.example\\cb", "forbidden-character"],
    ["B13", "https://app.example/cb/../evil", "dot-segment"],
    ["B13", "https://app.example/cb/./evil", "dot-segment"],
    ["B13", "https://app.example/cb/%2e%2E/evil", "dot-segment"],
    ["B13", "https://app.example/cb%2f..%2fevil", "dot-segment"],
    ["B13", "https://app.example/..", "dot-segment"],
    ["B13", "com.example.app:/../cb", "dot-segment"],
    ["B16", "https://app.example%00.evil.test/cb", "unreadable"],
    ["B23", " https://app.example/cb", "forbidden-character"],
    ["B23", "https://app.example/cb\n", "forbidden-character"],
    ["B23", "https://app.exa\tmple/cb", "forbidden-character"],
    ["B23", "https://app.example/%zz", "forbidden-character"],
    ["B35", "https://*.app.example/cb", "wildcard"],
    ["B35", "https://app.example/*", "wildcard"],
    ["RFC 6749 §3.1.2", "https://app.example/cb#x", "fragment"],
    ["RFC 6749 §3.1.2", "https://app.example/cb#", "fragment"],
    ["B18", "https://bücher.example/cb", "not-ascii"],
    ["B18", "https://app.example/\uD800", "not-ascii"],
    ["a host is needed", "https://", "unreadable"],
    ["A19", `https://app.example/?${"a&".repeat(100)}`, "too-many-parameters"],
  ] as const;

  for (const [section, uri, kind] of refused)
    it(`${section}: ${JSON.stringify(uri.slice(0, 60))} is refused as ${kind}`, () => {
      assert.equal(reasonOf(checkRedirectUriForRegistration(uri, native)).kind, kind);
    });

  it("RFC 8252 §7.3: an installed app that asks for port 0 learns that it may leave the port out", () => {
    for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
      const problem = (isPublic: boolean) =>
        describeRedirectUriProblem(
          reasonOf(checkRedirectUriForRegistration(`http://${host}:0/cb`, { isPublic })),
        );
      assert.ok(problem(true).endsWith(`without one: http://${host}/cb`), problem(true));
      assert.match(problem(false), /Write the port that the application listens on\.$/);
    }
  });

  const repaired = [
    ["B3", "https://APP.example/cb", "https://app.example/cb"],
    ["B3", "HTTPS://app.example/cb", "https://app.example/cb"],
    ["B6", "https://app.example:443/cb", "https://app.example/cb"],
    ["B6", "http://localhost:80/cb", "http://localhost/cb"],
    ["B16", "https://app.example%2eevil.test/cb", "https://app.example.evil.test/cb"],
    ["B19", "https://app.example./cb", "https://app.example/cb"],
    ["B22", "https:app.example/cb", "https://app.example/cb"],
    ["B22", "https:/app.example/cb", "https://app.example/cb"],
    ["B22", "https:///app.example/cb", "https://app.example/cb"],
    ["B30", "http://2130706433/cb", "http://127.0.0.1/cb"],
    ["B30", "http://127.1/cb", "http://127.0.0.1/cb"],
    ["B25", "COM.example.app:/cb", "com.example.app:/cb"],
    ["a bare origin with a query", "https://app.example?a=1", "https://app.example/?a=1"],
  ] as const;

  for (const [section, uri, useInstead] of repaired)
    it(`${section}: ${uri} is refused with the form to use`, () => {
      const problem = reasonOf(checkRedirectUriForRegistration(uri, native));
      assert.deepEqual(problem, { kind: "not-normal", useInstead });
      assert.equal(unwrap(checkRedirectUriForRegistration(useInstead, native)), useInstead);
    });

  it("B18: the refusal of a Unicode host names its ASCII form", () => {
    const problem = reasonOf(checkRedirectUriForRegistration("https://bücher.example/cb", web));
    assert.deepEqual(problem, { kind: "not-ascii", useInstead: "https://xn--bcher-kva.example/cb" });
  });

  it("B33: 2000 bytes are accepted, more are refused", () => {
    const uri = (length: number) => "https://app.example/".padEnd(length, "x");
    assert.equal(unwrap(checkRedirectUriForRegistration(uri(2000), web)).length, 2000);
    for (const length of [2001, 2049])
      assert.deepEqual(reasonOf(checkRedirectUriForRegistration(uri(length), web)), { kind: "too-long" });
  });

  for (const name of ["code", "state", "error", "error_description", "iss", "response", "id_token", "%63ode"])
    it(`B36: a registered query with ${name} is refused`, () => {
      const problem = reasonOf(checkRedirectUriForRegistration(`https://app.example/cb?a=1&${name}=x`, web));
      assert.equal(problem.kind, "response-parameter");
    });

  it("every problem is described with cause and repair", () => {
    for (const [, uri] of [...refused, ...repaired, ["", "https://app.example/?code=1", ""] as const]) {
      const sentence = describeRedirectUriProblem(reasonOf(checkRedirectUriForRegistration(uri, native)));
      assert.match(sentence, /^.{25,400}$/, uri);
    }
  });

  it("property: unknown input never throws, and what is accepted verifies against itself", () => {
    const piece = fc.constantFrom(
      "https",
      ":",
      "//",
      "/",
      "..",
      ".",
      "%2e",
      "@",
      "?",
      "#",
      "app",
      "\\",
      "é",
      "[::1]",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl(),
      fc.array(piece).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (uri, isPublic) => {
        const checked = checkRedirectUriForRegistration(uri, { isPublic });
        if (!checked.ok) return void describeRedirectUriProblem(checked.reason);
        assert.equal(checked.value, uri);
        assert.equal(verifyRedirectUri(aClient({ redirectUris: [uri] }), uri), uri);
        return undefined;
      }),
    );
  });
});
