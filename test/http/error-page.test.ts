import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import {
  type InProcessService,
  type LogLine,
  startInProcess,
  type TestClient,
} from "../support/in-process.ts";
import {
  ada,
  arrivedAt,
  assertOwnErrorPage,
  authorizationOf,
  authorizationPath,
  codeAt,
  problemIn,
  requestIdIn,
  requestOf,
  submitAs,
} from "./journey.ts";
import { assertCleanLog, assertGroundRules, hostileText } from "./support/ground-rules.ts";

interface Installation {
  readonly service: InProcessService;
  readonly client: TestClient;
}

let development: Installation;
let production: Installation;

before(async () => {
  const install = async (environment: Record<string, string>): Promise<Installation> => {
    const service = await startInProcess(environment);
    await service.addAccount(ada.username, ada.password);
    return { service, client: await service.addClient({ redirectUris: ["https://app.example/cb"] }) };
  };
  development = await install({});
  production = await install({ LATCHKEY_BASE_URL: "https://id.example" });
});
after(async () => {
  for (const { service } of [development, production]) {
    assertCleanLog(service.log, [ada.password]);
    await service[Symbol.asyncDispose]();
  }
});

function visit({ service }: Installation, target: string): Promise<HttpAnswer> {
  return new FormClient(service.url).get(target);
}

/** The one log line that tells what an error page does not. */
function lineOf({ service }: Installation, page: HttpAnswer): LogLine {
  const requestId = requestIdIn(page);
  const lines = service.log.filter(({ fields }) => fields.requestId === requestId);
  assert.equal(lines.length, 1, `${lines.length} lines with ${requestId}`);
  const [line] = lines;
  assert.ok(line !== undefined);
  return line;
}

/** What a person reads, without markup. */
function textOf({ body }: HttpAnswer): string {
  const main = /<main[^>]*>([\s\S]*)<\/main>/.exec(body)?.[1] ?? "";
  return main
    .replaceAll(/<(p|h1|h2|h3|dt|dd|div|pre)\b[^>]*>/g, "\n")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)))
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<");
}

describe("in development the error page tells the developer everything", () => {
  it("shows what was received, what is registered, where they part, and the command that repairs it", async () => {
    const { client } = development;
    const page = await visit(
      development,
      authorizationOf(client, { redirect_uri: "https://app.example/cb/" }),
    );
    assertOwnErrorPage(page);
    const text = textOf(page);
    assert.match(text, /Received\s+https:\/\/app\.example\/cb \[differs: \/\]/);
    assert.match(text, /Registered\s+https:\/\/app\.example\/cb \[differs: nothing\]/);
    assert.match(text, /They differ only in the trailing slash/);
    assert.ok(text.includes(`client update ${client.id} --add-redirect-uri 'https://app.example/cb/'`), text);
    assert.ok(text.includes(client.id));
  });

  const differences: Readonly<Record<string, string>> = {
    "https://APP.example/cb": "upper and lower case",
    "http://app.example/cb": "This URI cannot be registered",
    "https://app.example:8443/cb": "The port differs.",
    "https://api.example/cb": "The host differs.",
    "https://app.example/callback": "The path differs.",
    "https://app.example/cb?x=1": "The query differs",
    "https://app.example/%63b": "percent-encoded",
  };
  for (const [uri, sentence] of Object.entries(differences))
    it(`names the difference of ${uri}`, async () => {
      const page = await visit(development, authorizationOf(development.client, { redirect_uri: uri }));
      assertOwnErrorPage(page);
      assert.ok(textOf(page).includes(sentence), textOf(page));
    });

  it("offers the nearest of several registered URIs", async () => {
    const { service } = development;
    const client = await service.addClient({
      redirectUris: ["https://app.example/one", "https://app.example/two", "http://localhost:3000/two"],
    });
    const page = await visit(
      development,
      authorizationOf(client, { redirect_uri: "http://localhost:3001/two" }),
    );
    assert.match(textOf(page), /Registered\s+http:\/\/localhost:300 \[differs: 0\] \/two/);
    assert.doesNotMatch(textOf(page), /\/one/);
  });

  it("never offers a command that would register a dangerous URI", async () => {
    for (const uri of ["javascript:alert(1)", "https://*.example/cb", "https://app.example/cb#x"]) {
      const page = await visit(development, authorizationOf(development.client, { redirect_uri: uri }));
      assert.doesNotMatch(textOf(page), /--add-redirect-uri/);
      assert.match(textOf(page), /client show/);
    }
  });

  it("names the repair of an unknown, disabled or missing client, and of a repeated parameter", async () => {
    const { service, client } = development;
    const disabled = await service.addClient({ isDisabled: true });
    const cases: readonly (readonly [string, RegExp])[] = [
      [authorizationOf(client, { client_id: "lkcUnknown" }), /client list[\s\S]*lkcUnknown/],
      [authorizationOf(disabled), new RegExp(`client enable ${disabled.id}`)],
      [`${authorizationPath}?redirect_uri=https%3A%2F%2Fapp.example%2Fcb`, /client list/],
      [`${authorizationPath}?client_id=${client.id}`, /redirect_uri is missing/],
      [`${authorizationOf(client)}&state=1&state=1`, /state\s+state=…&state=…/],
      [authorizationOf(client, { state: "x".repeat(5_000) }), /4096 bytes/],
    ];
    for (const [target, expected] of cases) {
      const page = await visit(development, target);
      assertOwnErrorPage(page);
      assert.match(textOf(page), expected);
      lineOf(development, page);
    }
  });
});

describe("in production the error page tells strangers nothing, and the log tells the developer", () => {
  it("shows only the reference, under which the log has cause, received, registered and repair", async () => {
    const { client } = production;
    const page = await visit(
      production,
      authorizationOf(client, { redirect_uri: "https://app.example/cb/" }),
    );
    assertOwnErrorPage(page);
    for (const secretive of ["app.example", client.id, client.client.name, "redirect_uri", "latchkey client"])
      assert.ok(!page.body.includes(secretive), `the page shows ${secretive}`);
    assert.match(textOf(page), /log under this reference/);
    const { level, message, fields } = lineOf(production, page);
    assert.equal(level, "warn");
    assert.equal(message, "authorization-refused");
    assert.equal(fields.reason, "redirect-uri-not-registered");
    assert.equal(fields.clientId, client.id);
    assert.equal(fields.received, "https://app.example/cb/");
    assert.equal(fields.nearest, "https://app.example/cb");
    assert.match(
      String(fields.repair),
      /client update .* --add-redirect-uri 'https:\/\/app\.example\/cb\/'$/,
    );
  });

  it("looks the same for every fault of the client", async () => {
    const { service, client } = production;
    const disabled = await service.addClient({ isDisabled: true });
    const [unknown, off] = [
      await visit(production, authorizationOf(client, { client_id: "lkcUnknown" })),
      await visit(production, authorizationOf(disabled)),
    ];
    const plain = (page: HttpAnswer) => textOf(page).replace(requestIdIn(page), "");
    assert.equal(plain(unknown), plain(off));
    assert.equal(lineOf(production, unknown).fields.reason, "client-unknown");
    assert.equal(lineOf(production, off).fields.reason, "client-disabled");
  });

  it("keeps the query of a redirect URI out of the log", async () => {
    const uri = "https://app.example/cb?token=do-not-log-me";
    const page = await visit(production, authorizationOf(production.client, { redirect_uri: uri }));
    assert.ok(!JSON.stringify(lineOf(production, page)).includes("do-not-log-me"));
  });

  it("gives every request a reference of its own", async () => {
    const references = new Set<string>();
    for (let time = 0; time < 20; time++)
      references.add(requestIdIn(await visit(production, `${authorizationPath}?client_id=x`)));
    assert.equal(references.size, 20);
  });
});

describe("a client secret in the authorization URL", () => {
  async function exposureOf({ service }: Installation, client: TestClient): Promise<number | undefined> {
    return (await service.ports.clients.find(client.client.id))?.secretExposedAt;
  }

  it("is refused at the redirect URI, and recorded as exposed", async () => {
    const { service } = production;
    const client = await service.addClient({ secret: "aSecretThatGotIntoTheUrl" });
    const answer = await visit(
      production,
      authorizationOf(client, { client_secret: client.secret, state: "s" }),
    );
    const arrived = arrivedAt(answer, client.redirectUri);
    assert.equal(arrived.get("error"), "invalid_request");
    assert.equal(arrived.get("state"), "s");
    assert.ok(!String(answer.headers.location).includes(client.secret));
    assert.equal(await exposureOf(production, client), service.clock.now());
    assertCleanLog(service.log, [client.secret]);
    const exposed = service.log.filter(({ message }) => message === "client-secret-exposed");
    assert.equal(exposed.at(-1)?.fields.clientId, client.id);
  });

  it("is recorded only the first time", async () => {
    const { service } = production;
    const client = await service.addClient({ secret: "anotherSecretInTheUrl" });
    const target = authorizationOf(client, { client_secret: client.secret });
    await visit(production, target);
    const first = await exposureOf(production, client);
    const updatedAt = (await service.ports.clients.find(client.client.id))?.updatedAt;
    service.clock.advance(60);
    for (let time = 0; time < 3; time++) await visit(production, target);
    assert.equal(await exposureOf(production, client), first);
    assert.equal((await service.ports.clients.find(client.client.id))?.updatedAt, updatedAt);
  });

  it("is not recorded when it is not the real one, nor another client's, nor for an unknown client", async () => {
    const { service } = production;
    const client = await service.addClient({ secret: "theRealSecretOfThisOne" });
    const other = await service.addClient({ secret: "theSecretOfAnotherOne" });
    const linesBefore = service.log.length;
    for (const secret of ["wrong", client.secret.slice(1), `${client.secret}x`, other.secret])
      assert.equal(
        arrivedAt(
          await visit(production, authorizationOf(client, { client_secret: secret })),
          client.redirectUri,
        ).get("error"),
        "invalid_request",
      );
    await visit(production, authorizationOf(client, { client_id: "unknown", client_secret: client.secret }));
    for (const each of [client, other]) assert.equal(await exposureOf(production, each), undefined);
    assert.ok(service.log.slice(linesBefore).every(({ message }) => message === "authorization-refused"));
  });

  it("gets into no URL of the service when a form posts it, and is recorded all the same", async () => {
    const { service } = production;
    const client = await service.addClient({ secret: "aSecretThatAFormPosted" });
    const answer = await new FormClient(service.url).send({
      method: "POST",
      target: authorizationPath,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: requestOf(client, { client_secret: client.secret }),
    });
    assert.equal(arrivedAt(answer, client.redirectUri).get("error"), "invalid_request");
    assert.ok(!JSON.stringify(answer).includes(client.secret));
    assert.equal(await exposureOf(production, client), service.clock.now());
  });
});

describe("D31: nothing that somebody sends is printed as markup", () => {
  const strings = [
    hostileText,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    "`onfocus=alert(1)//",
    "</script><script>alert(1)</script>",
    "javascript:alert(1)",
    "&lt;b&gt; &#x3c;script&#x3e;",
    "\u202e<svg/onload=alert(1)>",
  ];

  function assertInert(answer: HttpAnswer, what: string): void {
    assertGroundRules(answer, []);
    const text = answer.body.replaceAll(/<(style|script)\b[^>]*nonce="[^"]*"[^>]*>[\s\S]*?<\/\1>/g, "");
    assert.doesNotMatch(text, /<(img|script|svg\/|b>)/i, what);
    for (const [tag] of text.matchAll(/<[a-z][^>]*>/gi)) {
      const names = [...tag.matchAll(/\s([^\s"'=<>]+)(?:="[^"]*")?/g)].map(([, name = ""]) => name);
      for (const name of names) assert.doesNotMatch(name, /^on/i, `${what}: ${tag}`);
    }
    for (const [, href = ""] of text.matchAll(/\s(?:href|action)="([^"]*)"/g))
      assert.match(href, /^(\/[^/\\]|\/$|https:\/\/app\.example\/|#)/, what);
  }

  it("D31: state, login_hint and others on the sign-in and continue pages", async () => {
    const { service, client } = development;
    const browser = new FormClient(service.url);
    await browser.signIn(authorizationOf(client), ada);
    for (const text of strings) {
      const more = {
        state: text,
        login_hint: text,
        ui_locales: text,
        scope: text,
        error_hint: text,
        nonce: text,
      };
      const form = await visit(development, authorizationOf(client, more));
      assertInert(form, text);
      const again = await submitAs(new FormClient(service.url), form, { username: text, password: text });
      assertInert(again, text);
      assertInert(await browser.get(authorizationOf(client, { ...more, prompt: "consent" })), text);
      const answer = await browser.get(authorizationOf(client, more));
      assert.equal(arrivedAt(answer, client.redirectUri).get("state"), text);
    }
  });

  it("D31: the name of a client and of a person, on every page that shows them", async () => {
    const { service } = development;
    for (const [index, text] of strings.entries()) {
      const client = await service.addClient({ name: text });
      const person = { username: `person${index}`, password: ada.password };
      const id = await service.addAccount(person.username, person.password);
      const account = await service.ports.accounts.find(id);
      assert.ok(account !== undefined);
      await service.ports.accounts.remove(id);
      await service.ports.accounts.create({ ...account, name: text });
      const browser = new FormClient(service.url);
      const form = await browser.get(authorizationOf(client));
      assertInert(form, text);
      codeAt(await submitAs(browser, form, person), client);
      for (const prompt of ["login", "consent"])
        assertInert(await browser.get(authorizationOf(client, { prompt })), text);
      for (const target of ["/", "/v1/Oauth/logout"]) assertInert(await browser.get(target), text);
      assertInert(await browser.post("/v1/Oauth/logout", {}), text);
    }
  });

  it("D31: the redirect URI and the client_id on the error page, which prints them for the developer", async () => {
    const { client } = development;
    for (const text of strings) {
      for (const uri of [
        text,
        `https://app.example/cb${text}`,
        `https://app.example/${encodeURIComponent(text)}`,
      ])
        assertInert(await visit(development, authorizationOf(client, { redirect_uri: uri })), uri);
      assertInert(await visit(development, authorizationOf(client, { client_id: text })), text);
      assertInert(await visit(production, authorizationOf(production.client, { redirect_uri: text })), text);
    }
  });

  it("D31: the command that the developer shall paste cannot be broken out of", async () => {
    const uri = "https://app.example/cb'$(touch /tmp/x)'`id`;id";
    const page = await visit(development, authorizationOf(development.client, { redirect_uri: uri }));
    const command = /client (update|show)[^\n]*/.exec(textOf(page))?.[0] ?? "";
    assert.match(command, /^client show \w+$|--add-redirect-uri '(?:[^']|'\\'')*'$/);
  });

  it("D31: a problem with what was typed never repeats the password", async () => {
    const { service, client } = development;
    const browser = new FormClient(service.url);
    const form = await browser.get(authorizationOf(client));
    const answer = await submitAs(browser, form, { username: "somebody", password: "typed-by-mistake" });
    assert.ok(problemIn(answer) !== undefined);
    assert.ok(!answer.body.includes("typed-by-mistake"));
  });
});
