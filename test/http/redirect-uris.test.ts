import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  arrivedAt,
  assertOwnErrorPage,
  assertSignInForm,
  authorizationOf,
  authorizationPath,
  codeAt,
  logoutPath,
  pageAfterRefusal,
  register,
  requestIdIn,
  requestOf,
  submitAs,
} from "./journey.ts";
import { assertCleanLog, assertGroundRules } from "./support/ground-rules.ts";

/** The pair of RFC 7636 appendix B. */
const pkce = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};

let service: InProcessService;
/** Registered for https://app.example/cb. */
let web: TestClient;
let signedIn: FormClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  web = await service.addClient({ redirectUris: ["https://app.example/cb"] });
  signedIn = new FormClient(service.url);
  codeAt(await signedIn.signIn(authorizationOf(web), ada), web);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, web.secret]);
  await service[Symbol.asyncDispose]();
});

/** Every door through which a request can come in, as somebody who is signed in and as a stranger. */
async function atEveryDoor(query: string): Promise<readonly HttpAnswer[]> {
  const stranger = new FormClient(service.url);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const answers: HttpAnswer[] = [];
  for (const browser of [stranger, signedIn]) {
    answers.push(
      await browser.get(`${authorizationPath}?${query}`),
      await browser.get(`${authorizationPath}?${query}&prompt=none`),
      await browser.send({ method: "POST", target: authorizationPath, headers: form, body: query }),
      await browser.get(`/sign-in?${query}`),
      await pageAfterRefusal(browser, await browser.post(`/sign-in?${query}`, { ...ada, step: "" })),
      await pageAfterRefusal(browser, await browser.post(`/continue?${query}`, { step: "" })),
    );
  }
  return answers;
}

async function assertRefused(query: string): Promise<void> {
  const successes = () =>
    service.log.filter(({ message }) => message === "signed-in" || message === "code-issued").length;
  const successesBefore = successes();
  for (const answer of await atEveryDoor(query)) {
    assertOwnErrorPage(answer);
    assertGroundRules(answer, [ada.password]);
  }
  assert.equal(successes(), successesBefore, "a refused request led somewhere");
}

function withRedirectUri(client: TestClient, redirectUri: string): string {
  return requestOf(client, { redirect_uri: redirectUri });
}

const refusedVariants: Readonly<Record<string, readonly string[]>> = {
  "B1: a trailing slash": ["https://app.example/cb/"],
  "B3: another letter case": ["https://APP.example/cb", "HTTPS://app.example/cb", "https://app.example/CB"],
  "B4: an added query": ["https://app.example/cb?x=1", "https://app.example/cb?", "https://app.example/cb#x"],
  "B6: the default port spelled out": ["https://app.example:443/cb"],
  "B7: another port": ["https://app.example:8443/cb"],
  "B9: a host that only begins or ends like ours": [
    "https://evilapp.example/cb",
    "https://app.example.evil.test/cb",
  ],
  "B10: userinfo in front of another host": [
    "https://app.example@evil.test/cb",
    "https://app.example:443@evil.test/cb",
  ],
  "B12: a backslash that parsers read as a slash": [
    "https://evil.test\\@app.example/cb",
    "https:\\\\app.example\\cb",
    "https://app.example\\.evil.test/cb",
  ],
  "B13: traversal, plain and encoded": [
    "https://app.example/cb/../evil",
    "https://app.example/cb/%2e%2e/evil",
    "https://app.example/cb%2f..%2fevil",
  ],
  "B14: a path parameter before the dots": ["https://app.example/cb/..;/evil"],
  "B15: an encoded scheme, and the whole URI encoded twice": [
    "%68ttps://app.example/cb",
    encodeURIComponent("https://app.example/cb"),
  ],
  "B16: an encoded dot or NUL in the host": [
    "https://app.example%2eevil.test/cb",
    "https://app.example%00.evil.test/cb",
    "https://app.example\0.evil.test/cb",
  ],
  "B19: a dot at the end of the host": ["https://app.example./cb"],
  "B21: a relative URI, and none": ["//app.example/cb", "/cb", "cb", ""],
  "B22: slashes that parsers repair": [
    "https:app.example/cb",
    "https:/app.example/cb",
    "https:///app.example/cb",
  ],
  "B23: blanks and line ends that parsers drop": [
    " https://app.example/cb",
    "https://app.example/cb ",
    "https://app.exa\tmple/cb",
    "https://app.example/cb\r\nSet-Cookie: x=1",
  ],
  "B24: schemes that run or show content": [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java%0ascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://app.example/x",
    "file:///etc/passwd",
    "about:blank",
  ],
  "B31: another port on loopback asked by a web client": ["http://127.0.0.1:51004/cb"],
  "B33: a URI of 2,049 bytes": [`https://app.example/cb?${"x".repeat(2_026)}`],
  "B34: characters that a regular expression would match": [
    "https://appXexample/cb",
    "https://app.example/.*",
  ],
  "B35: a wildcard": ["https://*.example/cb", "https://app.example/*", "*"],
};

describe("a redirect URI that is not registered is refused on our own page at every door", () => {
  for (const [title, variants] of Object.entries(refusedVariants))
    it(title, async () => {
      for (const variant of variants) await assertRefused(withRedirectUri(web, variant));
    });

  it("B37: the URI of another client of this service", async () => {
    const other = await service.addClient({ redirectUris: ["https://other.example/cb"] });
    await assertRefused(withRedirectUri(web, other.redirectUri));
    codeAt(await signedIn.get(authorizationOf(other)), other);
  });

  it("B2: the registered string itself is answered with a code", async () => {
    codeAt(await signedIn.get(authorizationOf(web)), web);
  });
});

describe("what cannot be registered, and what works exactly as registered", () => {
  it("B18: only the ASCII form of a host is registered, and only it works", async () => {
    assert.equal(await register(service, ["https://bücher.example/cb"]), "refused");
    const client = await service.addClient({ redirectUris: ["https://xn--bcher-kva.example/cb"] });
    codeAt(await signedIn.get(authorizationOf(client)), client);
    await assertRefused(withRedirectUri(client, "https://bücher.example/cb"));
    await assertRefused(withRedirectUri(web, "https://xn--app-hoa.example/cb"));
  });

  it("B24: no client can register a scheme that runs or shows content", async () => {
    for (const uri of refusedVariants["B24: schemes that run or show content"] ?? [])
      for (const isPublic of [false, true])
        assert.equal(await register(service, [uri], isPublic), "refused", uri);
  });

  it("B25: a custom scheme works for an installed app as registered and in no other form", async () => {
    const app = await register(service, ["com.example.app:/cb"], true);
    assert.ok(app !== "refused");
    assert.notEqual(await codeAfterContinuing(app, "com.example.app:/cb"), null);
    for (const uri of ["com.example.app://cb", "com.example.app:cb", "COM.example.app:/cb"])
      await assertRefused(requestOf(app, { ...pkce, redirect_uri: uri }));
    assert.equal(await register(service, ["myapp:/cb"], true), "refused");
    assert.equal(await register(service, ["com.example.app:/cb"], false), "refused");
  });

  it("B33: a URI of 2,000 bytes is registered and works, a longer one is refused", async () => {
    const longest = `https://app.example/cb?${"x".repeat(1_977)}`;
    const client = await register(service, [longest]);
    assert.ok(client !== "refused");
    codeAt(await signedIn.get(authorizationOf(client)), client);
    assert.equal(await register(service, [`${longest}x`]), "refused");
  });

  it("B36: the code is appended to a registered query, whose order stays", async () => {
    const client = await register(service, ["https://app.example/cb?tenant=1&area=a%20b"]);
    assert.ok(client !== "refused");
    const { location = "" } = (await signedIn.get(authorizationOf(client, { state: "s 1" }))).headers;
    assert.match(location, /^https:\/\/app\.example\/cb\?tenant=1&area=a%20b&code=lkac_[\w-]+&state=s%201$/);
    for (const name of ["code", "state", "error", "iss"])
      assert.equal(await register(service, [`https://app.example/cb?${name}=1`]), "refused", name);
  });
});

/** Any program can listen on a loopback port, so a session alone gives no code there. */
async function codeAfterContinuing(app: TestClient, uri: string): Promise<string | null> {
  const asked = await signedIn.get(authorizationOf(app, { ...pkce, redirect_uri: uri }));
  assert.equal(asked.status, 200);
  return arrivedAt(await signedIn.submit(asked, {}), uri).get("code");
}

describe("loopback redirect URIs of installed apps", () => {
  it("B26: a registered 127.0.0.1 works with any port", async () => {
    const app = await service.addClient({ isPublic: true, redirectUris: ["http://127.0.0.1/cb"] });
    for (const uri of ["http://127.0.0.1:51004/cb", "http://127.0.0.1:1/cb", "http://127.0.0.1/cb"]) {
      assert.notEqual(await codeAfterContinuing(app, uri), null);
    }
  });

  it("B27: a registered [::1] works with any port", async () => {
    const app = await service.addClient({ isPublic: true, redirectUris: ["http://[::1]:8000/cb"] });
    for (const uri of ["http://[::1]:51004/cb", "http://[::1]/cb"]) {
      assert.notEqual(await codeAfterContinuing(app, uri), null);
    }
  });

  it("RFC 8252 §8.6: no code goes to an app that proves nothing before the person continues; prompt=none is told so", async () => {
    const app = await service.addClient({ isPublic: true, redirectUris: ["http://127.0.0.1/cb"] });
    const silent = await signedIn.get(authorizationOf(app, { ...pkce, prompt: "none" }));
    assert.equal(arrivedAt(silent, app.redirectUri).get("error"), "interaction_required");
  });

  it("B28: localhost is not 127.0.0.1, nor is [::1]", async () => {
    const app = await service.addClient({ isPublic: true, redirectUris: ["http://127.0.0.1:51004/cb"] });
    for (const uri of ["http://localhost:51004/cb", "http://[::1]:51004/cb"])
      await assertRefused(requestOf(app, { ...pkce, redirect_uri: uri }));
  });

  it("B29: the port is the only thing that may vary", async () => {
    const app = await service.addClient({ isPublic: true, redirectUris: ["http://127.0.0.1:51004/cb"] });
    for (const uri of [
      "http://127.0.0.1:51004/other",
      "http://127.0.0.1:51004/cb?x=1",
      "http://127.0.0.1:51004",
      "https://127.0.0.1:51004/cb",
      "http://127.0.0.1:65536/cb",
      "http://127.0.0.1:/cb",
    ])
      await assertRefused(requestOf(app, { ...pkce, redirect_uri: uri }));
  });

  it("B30: addresses and hosts that only look like loopback", async () => {
    const app = await service.addClient({ isPublic: true, redirectUris: ["http://127.0.0.1:51004/cb"] });
    for (const uri of [
      "http://127.0.0.1.evil.test:51004/cb",
      "http://127.0.0.1:51004@evil.test/cb",
      "http://2130706433/cb",
      "http://0x7f.1/cb",
      "http://127.1/cb",
      "http://127.0.0.2:51004/cb",
      "http://127.0.0.1:51004\\@evil.test/cb",
    ])
      await assertRefused(requestOf(app, { ...pkce, redirect_uri: uri }));
  });

  it("B31: a confidential client gets no other port than it registered", async () => {
    for (const host of ["127.0.0.1", "localhost"]) {
      const server = await service.addClient({ redirectUris: [`http://${host}:51004/cb`] });
      codeAt(await signedIn.get(authorizationOf(server)), server);
      await assertRefused(withRedirectUri(server, `http://${host}:51005/cb`));
    }
  });

  it("RFC 8252 §8.3, B32: a registered localhost works with any port, and with nothing else that differs", async () => {
    const app = await register(service, ["http://localhost/callback"], true);
    assert.ok(app !== "refused");
    for (const uri of ["http://localhost:8123/callback", "http://localhost/callback"])
      assert.notEqual(await codeAfterContinuing(app, uri), null);
    for (const uri of [
      "http://localhost.evil.test/callback",
      "http://localhost.evil.test:8123/callback",
      "http://localhost:80@evil.test/callback",
      "https://localhost:8123/callback",
      "http://localhost:8123/callback/",
      "http://localhost:8123/other",
      "http://localhost:8123/callback?x=1",
      "http://127.0.0.1:8123/callback",
    ])
      await assertRefused(requestOf(app, { ...pkce, redirect_uri: uri }));
  });
});

describe("B39: no other parameter leads anywhere", () => {
  const targets = [
    "https://evil.test/",
    "//evil.test/",
    "/\\evil.test",
    "https:\\\\evil.test",
    "https://app.example@evil.test/",
    "javascript:alert(1)",
    "data:text/html,x",
  ];
  const names = ["post_logout_redirect_uri", "next", "return_to", "continue", "redirect", "url"];
  const extras = targets.map((target) => Object.fromEntries(names.map((name) => [name, target])));

  function assertLeadsNowhere(answer: HttpAnswer): void {
    assert.equal(answer.headers.location, undefined);
    assert.equal(answer.headers.refresh, undefined);
    for (const [, href = ""] of answer.body.matchAll(/\shref="([^"]*)"/g))
      assert.doesNotMatch(href, /^(\/\/|\/\\|javascript:|data:|https?:[/\\]*evil)/i);
    for (const [, action = ""] of answer.body.matchAll(/\saction="([^"]*)"/g))
      assert.match(action, /^\/[a-zA-Z1]/);
    assert.doesNotMatch(answer.body, /http-equiv/i);
  }

  it("B39: sign-in leads to the registered redirect URI and nowhere else", async () => {
    for (const extra of extras) {
      const browser = new FormClient(service.url);
      const page = await browser.get(authorizationOf(web, extra));
      assertSignInForm(page);
      assertLeadsNowhere(page);
      const { action, fields } = findForm(page.body);
      const answer = await browser.post(action, { ...Object.fromEntries(fields), ...extra, ...ada });
      const arrived = arrivedAt(answer, web.redirectUri);
      assert.deepEqual([...arrived.keys()], ["code"]);
    }
  });

  it("B39: sign-out ends on our own page", async () => {
    for (const extra of extras) {
      const browser = new FormClient(service.url);
      await browser.signIn(authorizationOf(web), ada);
      const page = await browser.get(`${logoutPath}?${new URLSearchParams(extra)}`);
      assert.equal(page.status, 200);
      assertLeadsNowhere(page);
      const { action, fields } = findForm(page.body);
      const done = await browser.post(action, { ...Object.fromEntries(fields), ...extra });
      assert.equal(done.status, 200);
      assert.match(done.body, /You are signed out/);
      assertLeadsNowhere(done);
    }
  });

  it("B39: continuing leads to the registered redirect URI and nowhere else", async () => {
    for (const extra of extras) {
      const page = await signedIn.get(authorizationOf(web, { ...extra, prompt: "select_account" }));
      assert.equal(page.status, 200);
      assertLeadsNowhere(page);
      const { action, fields } = findForm(page.body);
      const answer = await signedIn.post(action, { ...Object.fromEntries(fields), ...extra });
      assert.deepEqual([...arrivedAt(answer, web.redirectUri).keys()], ["code"]);
    }
  });

  it("B39: the addresses of our forms, opened by hand, lead to ourselves", async () => {
    for (const extra of extras) {
      const query = new URLSearchParams(extra);
      const signInPage = await signedIn.get(`/sign-in?${query}`);
      assertOwnErrorPage(signInPage);
      const home = await signedIn.get(`/?${query}`);
      assert.equal(home.status, 200);
      assertLeadsNowhere(home);
      const continued = await signedIn.get(`/continue?${query}`);
      assert.equal(continued.status, 303);
      assert.equal(continued.headers.location, `${authorizationPath}?${query}`);
      assertOwnErrorPage(await signedIn.get(continued.headers.location ?? ""));
    }
    assert.equal((await signedIn.get("/sign-in")).headers.location, "/sign-in?to=account");
  });
});

describe("B40: client and redirect URI are read anew when the form comes back", () => {
  async function openForm(): Promise<{ client: TestClient; browser: FormClient; page: HttpAnswer }> {
    const client = await service.addClient({ redirectUris: ["https://app.example/cb"] });
    const browser = new FormClient(service.url);
    const page = await browser.get(authorizationOf(client));
    assertSignInForm(page);
    return { client, browser, page };
  }

  async function assertRefusedWithoutSession(browser: FormClient, answer: HttpAnswer): Promise<void> {
    assert.equal(answer.status, 303);
    const page = await pageAfterRefusal(browser, answer);
    assertOwnErrorPage(page);
    assert.equal(page.headers["set-cookie"], undefined);
    assert.ok(service.log.some(({ fields }) => fields.requestId === requestIdIn(page)));
  }

  it("B40: a client that was disabled meanwhile gets no code, and nobody is signed in", async () => {
    const { client, browser, page } = await openForm();
    await service.ports.clients.update({ ...client.client, isDisabled: true });
    await assertRefusedWithoutSession(browser, await submitAs(browser, page, ada));
  });

  it("B40: a client that was removed meanwhile gets no code, and nobody is signed in", async () => {
    const { client, browser, page } = await openForm();
    await service.ports.clients.remove(client.client);
    await assertRefusedWithoutSession(browser, await submitAs(browser, page, ada));
  });

  it("B40: a redirect URI that was changed meanwhile gets no code, and nobody is signed in", async () => {
    const { client, browser, page } = await openForm();
    await service.ports.clients.update({ ...client.client, redirectUris: ["https://app.example/new"] });
    await assertRefusedWithoutSession(browser, await submitAs(browser, page, ada));
  });

  it("B40: the same holds for the form that only asks to continue", async () => {
    const client = await service.addClient({ redirectUris: ["https://app.example/cb"] });
    const page = await signedIn.get(authorizationOf(client, { prompt: "consent" }));
    await service.ports.clients.update({ ...client.client, isDisabled: true });
    assertOwnErrorPage(await pageAfterRefusal(signedIn, await signedIn.submit(page, {})));
  });

  it("B40: a client that became strict meanwhile hears at its redirect URI what is missing", async () => {
    const { client, browser, page } = await openForm();
    await service.ports.clients.update({ ...client.client, profile: "strict" });
    const answer = await submitAs(browser, page, ada);
    assert.equal(arrivedAt(answer, client.redirectUri).get("error"), "invalid_request");
    assert.equal(answer.headers["set-cookie"], undefined);
  });
});
