import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { addProtected, navigation, ProtectedHost, pathOf, proxyNames } from "./support/protected-host.ts";
import { ada, Stage } from "./support/stage.ts";
import { setUpTotp } from "./support/totp-app.ts";

const wiki = "https://wiki.example.org";
const staff = "staff" as GroupName;
const bob = { username: "bob", password: ada.password } as const;

let stage: Stage;
let adaId: AccountId;

before(async () => {
  stage = await Stage.set({ LATCHKEY_BASE_URL: "https://id.example", LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  const { ports, clock } = stage.inProcess;
  await ports.groups.create({ name: staff, createdAt: clock.now() }, 10);
  await stage.inProcess.addAccount(bob.username, bob.password);
  const account = await ports.accounts.findByName(ada.username as AccountName);
  assert.ok(account);
  adaId = account.id;
  await addProtected(stage.inProcess, [wiki], {
    pathRules: [
      "/assets/* public",
      "/admin/* group=staff",
      "/vault/* require=two",
      "GET /api/* scope=notes:read",
      "/api/* scope=notes:write",
    ],
  });
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

async function signedIn(person: { username: string; password: string }, browser = stage.newBrowser()) {
  const host = new ProtectedHost(stage.inProcess, wiki);
  const answer = await host.signIn(browser, person);
  assert.equal(answer.status, 303, answer.body);
  return host;
}

describe("a path for a group", () => {
  it("opens for its members, from the request on that follows their joining, until the one that follows their leaving", async () => {
    const { groups } = stage.inProcess.ports;
    const host = await signedIn(ada);
    assert.equal((await host.ask("/notes")).status, 200);
    assert.equal((await host.ask("/admin/users")).status, 403);
    await groups.add(staff, adaId, 10);
    const opened = await host.ask("/admin/users");
    assert.equal(opened.status, 200);
    assert.equal(opened.headers["remote-groups"], "staff");
    await groups.removeMember(staff, adaId);
    assert.equal((await host.ask("/admin/users")).status, 403);
    assert.equal((await host.ask("/notes")).status, 200);
    host.close();
  });

  it("says who has no access, and offers another account", async () => {
    const browser = stage.newBrowser();
    const host = await signedIn(bob, browser);
    for (const proxy of proxyNames) {
      const answer = await host.ask("/admin/users", { proxy, headers: navigation });
      assert.equal(answer.status, proxy === "nginx" ? 403 : 303);
      const place = String(answer.headers[proxy === "nginx" ? "latchkey-location" : "location"]);
      assert.equal(new URL(place).origin, "https://id.example");
      const page = await browser.get(pathOf(place));
      assert.equal(page.status, 403);
      assert.match(page.body, /This account has no access to/);
      assert.match(
        page.body,
        /href="https:\/\/wiki\.example\.org\/\.latchkey\/sign-in\?to=%2Fadmin%2Fusers&amp;prompt=select_account"/,
      );
    }
    const refusals = stage.inProcess.log.filter(({ message }) => message === "access-refused");
    assert.ok(
      refusals.some(({ fields }) => (fields as { reason: string }).reason === "visitor-not-admitted"),
    );
    host.close();
  });

  it("is asked in no other letters and by no other road", async () => {
    const host = await signedIn(bob);
    for (const path of [
      "/Admin/users",
      "/x/../admin/users",
      "/admin;x/users",
      "/%61dmin/users",
      "//admin/users",
    ])
      for (const proxy of proxyNames)
        assert.equal((await host.ask(path, { proxy })).status, 403, `${proxy} ${path}`);
    host.close();
  });
});

describe("a path for a strength", () => {
  it("asks for the second factor once, and opens with it", async () => {
    await stage.inProcess.addAccount("carol", ada.password);
    const browser = stage.newBrowser();
    const host = await signedIn({ username: "carol", password: ada.password }, browser);
    const asked = await host.ask("/vault/keys", { headers: navigation });
    assert.equal(asked.status, 303);
    const begun = await host.open(pathOf(asked.headers.location));
    const request = new URL(begun.headers.location ?? "");
    assert.equal(request.searchParams.get("acr_values"), "urn:latchkey:acr:two");
    assert.match((await browser.get(pathOf(begun.headers.location))).body, /action="\/enrol\?/);
    await browser.signIn("/sign-in?to=account", { username: "carol", password: ada.password });
    await setUpTotp(browser, stage.inProcess.clock);
    const back = await browser.get(pathOf(begun.headers.location));
    assert.equal((await host.open(pathOf(back.headers.location))).headers.location, `${wiki}/vault/keys`);
    assert.equal((await host.ask("/vault/keys")).status, 200);
    host.close();
  });

  it("is refused to scripts with a challenge, and to nobody's redirect", async () => {
    const host = await signedIn(bob);
    const answer = await host.ask("/vault/keys");
    assert.deepEqual([answer.status, answer.headers.location], [401, undefined]);
    host.close();
  });
});

describe("a requirement of the whole application that is raised", () => {
  it("ends visits that do not meet it", async () => {
    const origin = "https://raised.example.org";
    const { client } = await addProtected(stage.inProcess, [origin]);
    const host = new ProtectedHost(stage.inProcess, origin);
    await host.signIn(stage.newBrowser(), bob);
    assert.equal((await host.ask("/")).status, 200);
    const metadata = { ...client.metadata, requiredStrength: "two" } as const;
    assert.ok((await stage.inProcess.ports.clients.update({ ...client, metadata })).ok);
    const end = performance.now() + 3_000;
    while ((await host.ask("/")).status === 200) assert.ok(performance.now() < end, "the visit goes on");
    assert.equal((await host.ask("/")).status, 401);
    host.close();
  });
});

describe("the page for a form that met no visit", () => {
  it("says that nothing was sent, and leads to the sign-in and back to the page of the form", async () => {
    const query = new URLSearchParams({ origin: wiki, to: "/notes/new" });
    const page = await stage.visit(`/not-sent?${query}`);
    assert.equal(page.status, 200);
    assert.match(page.body, /Nothing was sent/);
    assert.match(page.body, /href="https:\/\/wiki\.example\.org\/\.latchkey\/sign-in\?to=%2Fnotes%2Fnew"/);
  });

  it("leads to no host that nobody registered", async () => {
    for (const origin of [
      "https://evil.example",
      "https://wiki.example.org.evil.example",
      "javascript:alert(1)",
      "",
    ])
      for (const path of ["/not-sent", "/not-admitted"])
        assert.equal(
          (await stage.visit(`${path}?${new URLSearchParams({ origin, to: "/" })}`)).status,
          404,
          origin,
        );
  });
});

describe("a program with an access token", () => {
  it("opens what the scope of its token allows, and is told what it lacks", async () => {
    await stage.inProcess.addApi({ resource: wiki, scopes: ["notes:read", "notes:write"] });
    const app = await stage.addClient({ metadata: { ...interfaceMetadata, isOpenid: true } });
    const other = await stage.token();
    const code = await stage.code({ response_type: "code", resource: wiki, scope: "notes:read" }, app);
    const { body } = await stage.exchange(code, {}, app);
    const token = JSON.parse(body).access_token;
    const host = new ProtectedHost(stage.inProcess, wiki);
    const ask = (value: string, method = "GET", path = "/api/notes") =>
      host.ask(path, { method, headers: { authorization: `Bearer ${value}` } });
    const opened = await ask(token);
    assert.deepEqual([opened.status, opened.headers["remote-user"]], [200, "ada"]);
    const narrow = await ask(token, "POST");
    assert.equal(narrow.status, 403);
    assert.match(
      String(narrow.headers["www-authenticate"]),
      /error="insufficient_scope".*scope="notes:write"/,
    );
    for (const [what, value] of [
      ["another API's", other],
      ["no", "lkat_nothing"],
    ] as const) {
      const answer = await ask(value);
      assert.equal(answer.status, 401, what);
      assert.match(String(answer.headers["www-authenticate"]), /^Bearer .*error="invalid_token"/);
      assert.equal(answer.headers.location, undefined);
    }
    assert.equal((await ask(token, "GET", "/admin/users")).status, 403);
    assert.equal((await ask(token, "GET", "/")).status, 403, "no rule says what a token opens there");
    host.close();
  });

  it("is as strongly proved as the application asks, whichever client got the token", async () => {
    const vault = "https://vault.example.org";
    await addProtected(stage.inProcess, [vault], {
      requiredStrength: "two",
      pathRules: ["/* scope=openid"],
    });
    await stage.inProcess.addApi({ resource: vault });
    const app = await stage.addClient({ metadata: { ...interfaceMetadata, isOpenid: true } });
    const code = await stage.code({ response_type: "code", resource: vault, scope: "openid" }, app);
    const { body } = await stage.exchange(code, {}, app);
    const host = new ProtectedHost(stage.inProcess, vault);
    const headers = { authorization: `Bearer ${JSON.parse(body).access_token}` };
    const answer = await host.ask("/", { headers });
    assert.deepEqual([answer.status, answer.headers["remote-user"]], [403, undefined]);
    host.close();
  });

  it("is nobody to an application that is no API: the header is the application's own affair", async () => {
    const origin = "https://plain.example.org";
    await addProtected(stage.inProcess, [origin]);
    const host = new ProtectedHost(stage.inProcess, origin);
    await host.signIn(stage.newBrowser(), bob);
    const answer = await host.ask("/", { headers: { authorization: "Bearer of-the-application" } });
    assert.deepEqual([answer.status, answer.headers["remote-user"]], [200, "bob"]);
    host.close();
  });
});

describe("an application that wants an assertion", () => {
  it("gets one that the published keys verify, for its host alone and for seconds", async () => {
    const origin = "https://signed.example.org";
    await addProtected(stage.inProcess, [origin], { hasAssertion: true });
    const host = new ProtectedHost(stage.inProcess, origin);
    await host.signIn(stage.newBrowser(), bob);
    const { headers } = await host.ask("/");
    const keys = createLocalJWKSet(JSON.parse((await stage.visit("/.well-known/jwks.json")).body));
    const { payload, protectedHeader } = await jwtVerify(String(headers["latchkey-assertion"]), keys, {
      issuer: "https://id.example",
      audience: origin,
      currentDate: new Date(stage.inProcess.clock.now()),
    });
    assert.deepEqual([protectedHeader.alg, protectedHeader.typ], ["ES256", "latchkey-assertion+jwt"]);
    assert.equal(payload.preferred_username, "bob");
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 30);
    host.close();
  });
});
