import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { plus } from "../../src/values/time.ts";
import { addProtected, navigation, ProtectedHost, pathOf, proxyNames } from "./support/protected-host.ts";
import { ada, Stage } from "./support/stage.ts";

const wiki = "https://wiki.example.org";
const blog = "https://blog.example.org";
const second = "https://wiki.example.net";

let stage: Stage;
let host: ProtectedHost;

before(async () => {
  stage = await Stage.set({ LATCHKEY_BASE_URL: "https://id.example", LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  await addProtected(stage.inProcess, [wiki, second]);
  await addProtected(stage.inProcess, [blog]);
  host = new ProtectedHost(stage.inProcess, wiki);
});
afterEach(() => stage.check());
after(async () => {
  host.close();
  await stage[Symbol.asyncDispose]();
});

async function signedIn(origin = wiki): Promise<ProtectedHost> {
  const visited = new ProtectedHost(stage.inProcess, origin);
  const answer = await visited.signIn(stage.newBrowser(), ada);
  assert.equal(answer.status, 303, answer.body);
  return visited;
}

const assertOpen = async (visited: ProtectedHost, target = "/notes") => {
  const answer = await visited.ask(target);
  assert.equal(answer.status, 200, answer.body);
  return answer;
};

describe("a browser that is not signed in", () => {
  for (const proxy of proxyNames)
    it(`is led to the sign-in and back to where it was, behind ${proxy}`, async () => {
      const browser = stage.newBrowser();
      const visited = new ProtectedHost(stage.inProcess, wiki);
      const asked = await visited.ask("/notes?page=2", { proxy, headers: navigation });
      assert.equal(asked.status, proxy === "nginx" ? 401 : 303);
      const place = asked.headers[proxy === "nginx" ? "latchkey-location" : "location"];
      assert.equal(place, `${wiki}/.latchkey/sign-in?to=%2Fnotes%3Fpage%3D2`);
      const begun = await visited.open(pathOf(String(place)));
      const answered = await browser.signIn(pathOf(begun.headers.location), ada);
      assert.ok(
        answered.headers.location?.startsWith(`${wiki}/.latchkey/callback?code=`),
        String(answered.headers.location),
      );
      const back = await visited.open(pathOf(answered.headers.location));
      assert.equal(back.status, 303, back.body);
      assert.equal(back.headers.location, `${wiki}/notes?page=2`);
      const opened = await visited.ask("/notes?page=2", { proxy, headers: navigation });
      assert.equal(opened.status, 200);
      assert.equal(opened.headers["remote-user"], "ada");
      visited.close();
    });

  it("gets cookies for this one host alone, which no script reads", async () => {
    const visited = new ProtectedHost(stage.inProcess, wiki);
    const back = await visited.open(pathOf(await visited.way(stage.newBrowser(), ada)));
    const [cookie = ""] = back.headers["set-cookie"] ?? [];
    assert.match(
      cookie,
      /^__Host-latchkey-visit=[A-Za-z0-9_-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    assert.ok(cookie.length < 500);
    visited.close();
  });

  const programs = {
    "a script's request": { accept: "text/html", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
    "a picture": { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
    "a page in a frame": { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
    "a WebSocket": { accept: "text/html", upgrade: "websocket" },
    "an older script": { accept: "text/html", "x-requested-with": "XMLHttpRequest" },
    curl: { accept: "*/*" },
  };
  for (const [what, headers] of Object.entries(programs))
    for (const proxy of proxyNames)
      it(`gets 401 with a challenge and no redirect for ${what}, behind ${proxy}`, async () => {
        const answer = await host.ask("/api", { proxy, headers });
        assert.equal(answer.status, 401);
        assert.equal(answer.headers["www-authenticate"], `Bearer realm="${wiki}"`);
        assert.equal(answer.headers.location ?? answer.headers["latchkey-location"], undefined);
        assert.equal(JSON.parse(answer.body).error, "login_required");
      });

  it("is told that nothing was sent, where it posted a form", async () => {
    for (const proxy of proxyNames) {
      const headers = { ...navigation, referer: `${wiki}/notes/new` };
      const answer = await host.ask("/notes", { proxy, method: "POST", headers });
      const place = answer.headers[proxy === "nginx" ? "latchkey-location" : "location"];
      const query = new URLSearchParams({ origin: wiki, to: "/notes/new" });
      assert.equal(place, `https://id.example/not-sent?${query}`);
    }
  });
});

describe("a visit", () => {
  it("opens nothing at another host, neither of another application nor of the same one", async () => {
    const visited = await signedIn();
    const cookie = [...visited.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    for (const origin of [blog, second]) {
      const other = new ProtectedHost(stage.inProcess, origin);
      assert.equal((await other.ask("/", { headers: { cookie } })).status, 401, origin);
      other.close();
    }
    await assertOpen(visited);
    visited.close();
  });

  it("is opened by its whole cookie alone", async () => {
    const visited = await signedIn();
    const value = visited.cookies.get("__Host-latchkey-visit") ?? "";
    const name = "__Host-latchkey-visit";
    const cookies = {
      "the same": [`${name}=${value}`, 200],
      "one character less": [`${name}=${value.slice(0, -1)}`, 401],
      "another character": [
        `${name}=${value.slice(0, 40)}${value[40] === "A" ? "B" : "A"}${value.slice(41)}`,
        401,
      ],
      "a name that a sibling host can set": [`latchkey-visit=${value}`, 401],
      "the name in other letters": [`__host-latchkey-visit=${value}`, 401],
      "a cookie injected beside it": [`${name}=${value}; ${name}=x`, 401],
      nothing: [`${name}=`, 401],
    } as const;
    for (const [what, [cookie, status]] of Object.entries(cookies))
      assert.equal((await visited.ask("/", { headers: { cookie } })).status, status, what);
    visited.close();
  });

  it("ends with the session: a sign-out ends it for the next request", async () => {
    const browser = stage.newBrowser();
    const visited = new ProtectedHost(stage.inProcess, wiki);
    await visited.signIn(browser, ada);
    await assertOpen(visited);
    await browser.submit(await browser.get("/v1/Oauth/logout"), {});
    assert.equal((await visited.ask("/notes")).status, 401);
    visited.close();
  });

  it("ends when the person is disabled", async () => {
    const carol = { username: "carol", password: "seven quiet lanterns" };
    const id = await stage.inProcess.addAccount(carol.username, carol.password);
    const visited = new ProtectedHost(stage.inProcess, wiki);
    await visited.signIn(stage.newBrowser(), carol);
    await assertOpen(visited);
    assert.ok(await stage.inProcess.ports.accounts.setDisabled(id, true, stage.inProcess.clock.now()));
    assert.equal((await visited.ask("/notes")).status, 401);
    visited.close();
  });

  it("ends when the application is disabled, and does not come back with it", async () => {
    const own = await addProtected(stage.inProcess, ["https://own.example.org"]);
    const visited = await signedIn("https://own.example.org");
    const { clients } = stage.inProcess.ports;
    const found = await clients.findStored(own.client.id);
    assert.ok(found);
    const off = await clients.update({
      ...found,
      isDisabled: true,
      codesVoidUntil: stage.inProcess.clock.now(),
    });
    assert.ok(off.ok);
    await untilStatus(visited, 403);
    const on = await clients.update({
      ...off.value,
      isDisabled: false,
      codesVoidUntil: plus(stage.inProcess.clock.now(), 1),
    });
    assert.ok(on.ok);
    await untilStatus(visited, 401);
    visited.close();
  });

  it("is forgotten where the person signs out, and the service asks whether to end its own session", async () => {
    const visited = await signedIn();
    const answer = await visited.open("/.latchkey/sign-out");
    assert.equal(answer.headers.location, "https://id.example/v1/Oauth/logout");
    assert.equal(visited.cookies.has("__Host-latchkey-visit"), false);
    assert.equal((await visited.ask("/notes")).status, 401);
    visited.close();
  });
});

/** Another process's change of a client shows within a second. */
async function untilStatus(visited: ProtectedHost, status: number): Promise<void> {
  const end = performance.now() + 3_000;
  for (;;) {
    const answer = await visited.ask("/notes");
    if (answer.status === status) return;
    assert.ok(performance.now() < end, `still ${answer.status}`);
  }
}

describe("a sign-in", () => {
  it("that began at one host does not finish at another", async () => {
    const visited = new ProtectedHost(stage.inProcess, wiki);
    const way = pathOf(await visited.way(stage.newBrowser(), ada));
    for (const origin of [blog, second]) {
      const other = new ProtectedHost(stage.inProcess, origin);
      // Even if the other host could plant the cookie of the first one.
      for (const [name, value] of visited.cookies) other.cookies.set(name, value);
      const answer = await other.open(way);
      assert.equal(answer.status, 400, origin);
      assert.equal(answer.headers["set-cookie"], undefined);
      other.close();
    }
    assert.equal((await visited.open(way)).status, 303);
    visited.close();
  });

  it("finishes in the browser that began it alone, and once", async () => {
    const visited = new ProtectedHost(stage.inProcess, wiki);
    const way = pathOf(await visited.way(stage.newBrowser(), ada));
    const stranger = new ProtectedHost(stage.inProcess, wiki);
    assert.equal((await stranger.open(way)).status, 400);
    await stranger.open("/.latchkey/sign-in");
    assert.equal((await stranger.open(way)).status, 400);
    assert.equal((await visited.open(way)).status, 303);
    assert.equal((await visited.open(way)).status, 400);
    stranger.close();
    visited.close();
  });

  it("leads back to a path on its own host alone", async () => {
    for (const to of ["//evil.example", "https://evil.example", "/\\evil.example", "/.latchkey/sign-out"]) {
      const visited = new ProtectedHost(stage.inProcess, wiki);
      const begun = await visited.open(`/.latchkey/sign-in?to=${encodeURIComponent(to)}`);
      const answered = await stage.newBrowser().signIn(pathOf(begun.headers.location), ada);
      const back = await visited.open(pathOf(answered.headers.location));
      assert.equal(back.headers.location, `${wiki}/`, to);
      visited.close();
    }
  });

  it("that is cancelled leads to the service, and starts no visit", async () => {
    const visited = new ProtectedHost(stage.inProcess, wiki);
    const begun = await visited.open("/.latchkey/sign-in");
    const state = new URL(begun.headers.location ?? "").searchParams.get("state") ?? "";
    const answer = await visited.open(
      `/.latchkey/callback?error=access_denied&state=${encodeURIComponent(state)}`,
    );
    assert.equal(answer.headers.location, "https://id.example/");
    assert.equal(visited.cookies.has("__Host-latchkey-visit"), false);
    visited.close();
  });

  it("in two tabs at the same time finishes in both", async () => {
    const visited = new ProtectedHost(stage.inProcess, wiki);
    const browser = stage.newBrowser();
    const one = pathOf(await visited.way(browser, ada, "/one"));
    const two = pathOf(await visited.way(browser, ada, "/two"));
    assert.equal((await visited.open(one)).headers.location, `${wiki}/one`);
    assert.equal((await visited.open(two)).headers.location, `${wiki}/two`);
    visited.close();
  });
});

describe("the person in the headers", () => {
  it("is named by username, and every header that applications trust is in every answer", async () => {
    const visited = await signedIn();
    const { headers } = await assertOpen(visited);
    const {
      "remote-user": user,
      "remote-email": email,
      "remote-name": name,
      "remote-groups": groups,
    } = headers;
    assert.deepEqual({ user, email, name, groups }, { user: "ada", email: "", name: "ada", groups: "" });
    assert.equal(headers["latchkey-assertion"], "");
    assert.equal(headers["strict-transport-security"], undefined);
    visited.close();
  });

  it("cannot break a header by its name, whatever letters that has", async () => {
    await stage.inProcess.addAccount("zoé", ada.password, { name: "Zoé 100% Ω", email: "zoé@example.org" });
    const visited = new ProtectedHost(stage.inProcess, wiki);
    await visited.signIn(stage.newBrowser(), { username: "zoé", password: ada.password });
    const { headers } = await assertOpen(visited);
    assert.equal(headers["remote-user"], "zo%C3%A9");
    assert.equal(headers["remote-name"], "Zo%C3%A9 100%25 %CE%A9");
    assert.equal(decodeURIComponent(String(headers["remote-name"])), "Zoé 100% Ω");
    assert.equal(headers["remote-email"], "zo%C3%A9@example.org");
    visited.close();
  });
});

describe("what a proxy says", () => {
  it("GHSA-7x63-xv5r-3p2x: counts for nothing if the proxy is not trusted", async () => {
    const untrusting = await Stage.set({ LATCHKEY_BASE_URL: "https://id.example" });
    await addProtected(untrusting.inProcess, [wiki]);
    const visited = new ProtectedHost(untrusting.inProcess, wiki);
    for (const proxy of proxyNames) {
      const answer = await visited.ask("/", { proxy, headers: navigation });
      assert.equal(answer.status, 403);
      assert.match(JSON.parse(answer.body).error_description, /LATCHKEY_TRUSTED_PROXIES/);
    }
    for (const path of ["/.latchkey/sign-in", "/.latchkey/callback", "/.latchkey/sign-out"])
      assert.equal((await visited.open(path)).status, 403);
    visited.close();
    await untrusting[Symbol.asyncDispose]();
  });

  it("GHSA-7x63-xv5r-3p2x: a second X-Forwarded-Uri opens nothing", async () => {
    const own = "https://rules.example.org";
    await addProtected(stage.inProcess, [own], { pathRules: ["/assets/* public"] });
    const visited = new ProtectedHost(stage.inProcess, own);
    assert.equal((await visited.ask("/assets/a.js")).status, 200);
    const twice = await visited.ask("/admin", { headers: { "x-forwarded-uri": ["/admin", "/assets/a.js"] } });
    assert.equal(twice.status, 403);
    for (const alias of [
      "x_forwarded_uri",
      "x-forwarded_uri",
      "x-original-url",
      "x-rewrite-url",
      "x-forwarded-path",
    ]) {
      const answer = await visited.ask("/admin", { headers: { [alias]: `${own}/assets/a.js` } });
      assert.equal(answer.status, 401, alias);
    }
    const query = await visited.ask("/admin?x=/assets/a.js");
    assert.equal(query.status, 401);
    visited.close();
  });

  it("is refused about a host that nobody registered", async () => {
    const answer = await new ProtectedHost(stage.inProcess, "https://nobody.example.org").ask("/");
    assert.equal(answer.status, 403);
    assert.match(JSON.parse(answer.body).error_description, /client create --protect/);
  });

  it("never opens a public path with somebody's name in it", async () => {
    const own = "https://public.example.org";
    await addProtected(stage.inProcess, [own], { pathRules: ["/* public"] });
    const visited = await signedIn(own).catch(() => new ProtectedHost(stage.inProcess, own));
    const { headers } = await assertOpen(visited);
    for (const name of ["remote-user", "remote-email", "remote-name", "remote-groups"])
      assert.equal(headers[name], "", name);
    visited.close();
  });
});
