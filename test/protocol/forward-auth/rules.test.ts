import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { coveredRules, findRule, parseRule, whyNoRule } from "../../../src/protocol/forward-auth/rules.ts";

const origin = "https://wiki.example.org";

function indexFor(rules: readonly string[], target: string, method = "GET", at = origin): number | string {
  const [path = ""] = target.split("?");
  const found = findRule(rules, { method, origin: at, path, target });
  return found.kind === "rule" ? found.index : found.kind;
}

describe("a rule for a path", () => {
  it("is read with its methods, host, groups, strength and scope", () => {
    const read = parseRule(
      "GET,POST https://wiki.example.org/admin/* group=staff group=board require=two scope=wiki:write",
    );
    assert.deepEqual(read, {
      ok: true,
      value: {
        methods: ["GET", "POST"],
        origin,
        path: "/admin",
        isTree: true,
        isPublic: false,
        groups: ["staff", "board"],
        scope: ["wiki:write"],
        strength: "two",
      },
    });
  });

  for (const text of [
    "",
    "/admin",
    "admin public",
    "/admin publik",
    "/admin public group=staff",
    "/admin* public",
    "/*/admin public",
    "/a/../b public",
    "/a;b public",
    "/a%2Fb public",
    "/a  public",
    "GET, /a public",
    "/a require=three",
    "/a require=two require=phr",
    "/a group=",
    "/a?b public",
    `/${"a".repeat(1_000)} public`,
  ])
    it(`is refused with its grammar: ${text.slice(0, 40)}`, () =>
      assert.match(whyNoRule(text) ?? "", /is not a rule .*public/));

  it("may be written with letters outside ASCII, or with their escapes", () => {
    for (const rule of ["/café/* public", "/caf%C3%A9/* public"])
      assert.equal(indexFor([rule], "/caf%C3%A9/menu"), 0, rule);
  });
});

describe("the rule that decides", () => {
  const rules = ["/assets/* public", "GET /feed public", "/admin/* group=staff", "/admin/audit require=two"];

  it("is the first that fits", () => {
    assert.equal(indexFor(rules, "/assets/app.js"), 0);
    assert.equal(indexFor(rules, "/admin/audit"), 2);
    assert.equal(indexFor(rules, "/notes"), "none");
  });

  it("covers the path itself, and the path with a slash at its end", () => {
    for (const path of ["/admin", "/admin/", "/admin/x"]) assert.equal(indexFor(rules, path), 2, path);
    assert.equal(indexFor(rules, "/administrator"), "none");
    assert.equal(indexFor(rules, "/feed/"), 1);
    assert.equal(indexFor(["/* public"], "/"), 0);
  });

  it("is for its methods, and GET for HEAD too", () => {
    assert.equal(indexFor(rules, "/feed", "HEAD"), 1);
    assert.equal(indexFor(rules, "/feed", "POST"), "none");
  });

  it("is for its host, if it names one", () => {
    const ofHost = [`${origin}/* public`];
    assert.equal(indexFor(ofHost, "/a"), 0);
    assert.equal(indexFor(ofHost, "/a", "GET", "https://other.example.org"), "none");
  });

  it("oauth2-proxy GHSA-7rh7-c77v-6434: does not come from the query", () => {
    assert.equal(indexFor(rules, "/notes?/assets/app.js"), "none");
    assert.equal(indexFor(rules, "/admin?x=/assets/a"), 2);
  });

  it("is nobody's guess: a path with two readings is ambiguous where rules exist, and only there", () => {
    for (const path of [
      "/assets/../admin",
      "/assets/%2e%2e/admin",
      "//admin",
      "/%61dmin",
      "/admin;x",
      "/assets%2F..%2Fadmin",
    ]) {
      assert.equal(indexFor(rules, path), "ambiguous", path);
      assert.equal(indexFor([], path), "none", path);
    }
  });

  it("Caddy CVE-2026-27587: capital letters lead past no rule", () => {
    for (const path of ["/Admin", "/ADMIN/x", "/Assets/app.js"])
      assert.equal(indexFor(rules, path), "ambiguous", path);
    assert.equal(indexFor(rules, "/assets/App.js"), 0);
    assert.equal(indexFor(rules, "/Notes"), "none");
  });

  it("does not miss a path in letters that look the same to a file system", () => {
    assert.equal(indexFor(rules, "/%EF%BD%81dmin"), "ambiguous");
    assert.equal(indexFor(["/caf\u00e9 public"], "/cafe%CC%81"), "ambiguous");
  });
});

describe("a rule that an earlier one covers", () => {
  const covered = (...texts: readonly string[]) =>
    coveredRules(texts).map(({ index, by }) => `${index} by ${by}`);

  it("is one whose every request fits the earlier one", () => {
    assert.deepEqual(covered("/a/* public", "/a/b signed-in"), ["1 by 0"]);
    assert.deepEqual(covered("/a public", "/a group=staff"), ["1 by 0"]);
    assert.deepEqual(covered("/* public", "GET /a signed-in", "https://x.example/b/* public"), [
      "1 by 0",
      "2 by 0",
    ]);
    assert.deepEqual(covered("GET,POST /a public", "HEAD,GET /a signed-in"), ["1 by 0"]);
    assert.deepEqual(
      covered("/Admin/* group=staff", "/admin/users public"),
      ["1 by 0"],
      "such a path is refused",
    );
  });

  it("is none that a request can still reach", () => {
    for (const texts of [
      ["/a public", "/a/* signed-in"],
      ["/a/* public", "/ab signed-in"],
      ["GET /a public", "/a signed-in"],
      ["GET /a public", "GET,POST /a signed-in"],
      ["https://x.example/a public", "/a signed-in"],
      ["https://x.example/* public", "https://y.example/a public"],
      ["/a/b public", "/a/* public", "/* signed-in"],
    ])
      assert.deepEqual(covered(...texts), [], texts.join("; "));
  });

  it("never decides, whatever is asked", () => {
    const words = fc.constantFrom("/a", "/a/*", "/a/b", "/A/b", "/*", "/b");
    const methods = fc.constantFrom("", "GET ", "POST ", "GET,HEAD ");
    const rules = fc.array(
      fc.tuple(methods, words).map(([method, path]) => `${method}${path} public`),
      { maxLength: 5 },
    );
    const targets = ["/", "/a", "/a/", "/a/b", "/A/b", "/a/b/c", "/b", "/b/c"];
    fc.assert(
      fc.property(rules, (texts) => {
        const never = new Set(coveredRules(texts).map(({ index }) => index));
        for (const target of targets)
          for (const method of ["GET", "HEAD", "POST", "PUT"]) {
            const found = findRule(texts, { method, origin, path: target, target });
            assert.ok(
              found.kind !== "rule" || !never.has(found.index),
              `${texts.join("; ")} ${method} ${target}`,
            );
          }
      }),
    );
  });
});
