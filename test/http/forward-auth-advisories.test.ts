import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http";
import { after, afterEach, before, describe, it } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import { addProtected, ProtectedHost, proxyNames } from "./support/protected-host.ts";
import { ada, Stage } from "./support/stage.ts";

const wiki = "https://wiki.example.org";
let stage: Stage;
/** A browser in which somebody is signed in who is in no group. */
let host: ProtectedHost;
/** A browser in which nobody is. */
let stranger: ProtectedHost;

before(async () => {
  stage = await Stage.set({ LATCHKEY_BASE_URL: "https://id.example", LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  const { ports, clock } = stage.inProcess;
  await ports.groups.create({ name: "staff" as GroupName, createdAt: clock.now() }, 10);
  await addProtected(stage.inProcess, [wiki], { pathRules: ["/assets/* public", "/admin/* group=staff"] });
  host = new ProtectedHost(stage.inProcess, wiki);
  stranger = new ProtectedHost(stage.inProcess, wiki);
  assert.equal((await host.signIn(stage.newBrowser(), ada)).status, 303);
});
afterEach(() => stage.check());
after(async () => {
  host.close();
  stranger.close();
  await stage[Symbol.asyncDispose]();
});

/** Each of these is refused to both browsers, whatever proxy asks. */
async function assertClosed(targets: readonly string[], headers: OutgoingHttpHeaders = {}): Promise<void> {
  for (const target of targets)
    for (const proxy of proxyNames)
      for (const browser of [host, stranger]) {
        const { status } = await browser.ask(target, { proxy, headers });
        assert.ok(status === 401 || status === 403, `${proxy} ${target} ${status}`);
      }
}

describe("what opened a path at other proxies and providers", () => {
  it("is control: the public path is open, and the protected one is not", async () => {
    for (const proxy of proxyNames) {
      assert.equal((await stranger.ask("/assets/a.js", { proxy })).status, 200);
      assert.equal((await host.ask("/notes", { proxy })).status, 200);
    }
    await assertClosed(["/admin/users"]);
  });

  it("Envoy CVE-2019-9901: dot segments open nothing", () =>
    assertClosed(["/assets/../admin/users", "/assets/./../admin/users", "/./admin/users", "/assets/.."]));

  it("Envoy CVE-2021-29492: escaped slashes and backslashes open nothing", () =>
    assertClosed([
      "/assets%2f..%2fadmin/users",
      "/assets%2F%2e%2e%2Fadmin/users",
      "/assets%5c..%5cadmin/users",
      "/assets/..%5cadmin/users",
    ]));

  it("Envoy CVE-2021-32779: a fragment opens nothing", () =>
    assertClosed(["/assets/a#/../../admin/users", "/admin/users#/assets/a", "/assets#"]));

  it("istio #27409: path parameters open nothing", () =>
    assertClosed(["/admin;x/users", "/assets/..;/admin/users", "/assets;/../admin", "/admin/users;.js"]));

  it("oauth2-proxy #3506: no other spelling of X-Forwarded-Uri, and no second one, opens a path", async () => {
    for (const name of [
      "x_forwarded_uri",
      "x-forwarded_uri",
      "x.forwarded.uri",
      "x-original-uri",
      "x-auth-request-redirect",
    ])
      await assertClosed(["/admin/users"], { [name]: "/assets/a.js" });
    const twice = { "x-forwarded-uri": ["/admin/users", "/assets/a.js"] };
    assert.equal((await host.ask("/admin/users", { headers: twice })).status, 403);
    const original = { "x-original-url": [`${wiki}/admin/users`, `${wiki}/assets/a.js`] };
    assert.equal((await host.ask("/admin/users", { proxy: "nginx", headers: original })).status, 403);
  });

  it("Traefik GHSA-5m6w-wvh7-57vm, GHSA-6384-m2mw-rf54: aliases with underscores and X-Forwarded-Prefix count for nothing", async () => {
    const forged = {
      x_forwarded_proto: "http",
      x_forwarded_host: "localhost",
      x_forwarded_for: "127.0.0.1",
      x_forwarded_method: "OPTIONS",
      "x-forwarded-prefix": "/assets",
      "x-forwarded-path": "/assets/a.js",
    };
    await assertClosed(["/admin/users"], forged);
    assert.equal((await stranger.ask("/notes", { headers: forged })).status, 401);
  });

  it("Caddy CVE-2026-27587: capital letters open nothing", () =>
    assertClosed(["/ADMIN/users", "/Admin/users", "/ASSETS/../admin/users", "/%41dmin/users"]));

  it("Caddy CVE-2026-27588, Authelia CVE-2026-48794: a host in capital letters is nobody's, among 120 hosts too", async () => {
    for (let first = 0; first < 120; first += 10) {
      const origins = Array.from({ length: 10 }, (_, at) => `https://h${first + at}.b.example.org`);
      await addProtected(stage.inProcess, origins, { pathRules: ["/open public", "/* group=staff"] });
    }
    for (const name of [
      "h0.B.example.org",
      "H119.b.example.org",
      "h60.b.EXAMPLE.org",
      "h60.b.example.org.",
      "h60.b.example.org:443",
    ]) {
      const other = new ProtectedHost(stage.inProcess, `https://${name}`);
      for (const proxy of proxyNames)
        for (const target of ["/open", "/admin"]) {
          // The URL of the test's own browser would lower the letters.
          const told = {
            "x-forwarded-host": name,
            "x-original-url": `https://${name}${target}`,
            ...(proxy === "envoy" && { host: name }),
          };
          assert.equal((await other.ask(target, { proxy, headers: told })).status, 403, `${proxy} ${name}`);
        }
      other.close();
    }
    const known = new ProtectedHost(stage.inProcess, "https://h119.b.example.org");
    assert.deepEqual([(await known.ask("/open")).status, (await known.ask("/admin")).status], [200, 401]);
    known.close();
  });

  it("Authelia CVE-2021-32637: an address that cannot be read is refused, and never let through", async () => {
    for (const url of [
      "",
      "/admin",
      "https://",
      "https:///admin",
      `${wiki}`,
      `${wiki}/a b`,
      `//wiki.example.org/`,
      `${wiki}:x/`,
      `${wiki}@evil.example/`,
    ]) {
      const headers = { "x-original-url": url };
      assert.equal((await host.ask("/admin", { proxy: "nginx", headers })).status, 403, url);
    }
    for (const uri of ["", "admin", "?/assets/a.js", "*", "http://wiki.example.org/assets/a.js"])
      assert.equal((await host.ask("/admin", { headers: { "x-forwarded-uri": uri } })).status, 403, uri);
  });

  it("authentik CVE-2026-25748: a malformed cookie is nobody's visit, and lets nothing through", async () => {
    const name = "__Host-latchkey-visit";
    const values = [
      "",
      "=",
      "%00",
      '"',
      '"x',
      "x; ;;",
      "\\",
      "\u00ff",
      "null",
      "undefined",
      "{}",
      "A".repeat(4_000),
      "..",
      `x, ${name}=y`,
    ];
    for (const value of values)
      for (const proxy of proxyNames) {
        const headers = { cookie: `${name}=${value}` };
        assert.equal((await stranger.ask("/notes", { proxy, headers })).status, 401, `${proxy} ${value}`);
        const { headers: told } = await stranger.ask("/assets/a.js", { proxy, headers });
        assert.equal(told["remote-user"], "");
      }
  });
});

describe("what the service answers at the host of an application", () => {
  it("carries no Strict-Transport-Security, and no form that would lead to the application", async () => {
    const own = await stage.visit("/");
    assert.match(String(own.headers["strict-transport-security"]), /max-age/, "its own pages have it");
    const answers = [
      await stranger.open("/.latchkey/callback"),
      await stranger.open("/.latchkey/callback?code=x&state=y"),
      await stranger.open("/.latchkey/sign-in"),
      await stranger.open("/.latchkey/sign-out"),
      await stranger.open("/.latchkey/nothing"),
      await stranger.open("/.latchkey"),
      await stranger.ask("/notes"),
      await stranger.ask("/x/../y"),
    ];
    for (const { status, headers, body } of answers) {
      assert.equal(headers["strict-transport-security"], undefined, `${status}`);
      assert.doesNotMatch(body, /<form/);
    }
  });

  it("is not taken for an answer of the service where a form was posted to it", async () => {
    const posted = await stage.browser.send({
      method: "POST",
      target: "/.latchkey/callback",
      headers: { host: "wiki.example.org" },
    });
    assert.equal(posted.status, 405);
    assert.equal(posted.headers["strict-transport-security"], undefined);
  });
});
