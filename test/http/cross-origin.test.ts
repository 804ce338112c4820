import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, authorizationOf, codeAt, exchange, logoutPath } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

const tokenPath = "/v1/Oauth/token";
/** The pair of RFC 7636 appendix B. */
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const pkce = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};
const foreignOrigins = [
  "null",
  "https://evil.test",
  "https://app.example.evil.test",
  "https://app.example:8443",
  "http://app.example",
  "https://app.exampl",
  "https://sub.app.example",
  "https://APP.example",
];

let service: InProcessService;
let server: TestClient;
let spa: TestClient;
let native: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  const redirectUris = ["https://app.example/cb"];
  server = await service.addClient({ redirectUris });
  spa = await service.addClient({ redirectUris, isPublic: true });
  native = await service.addClient({ redirectUris: ["com.example.app:/cb"], isPublic: true });
  browser = new FormClient(service.url);
  await browser.signIn(authorizationOf(server), ada);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, server.secret]);
  await service[Symbol.asyncDispose]();
});

/** The script of a page posts an exchange. */
function exchangeFromPage(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  return postFromPage(new URLSearchParams(fields).toString(), headers);
}

/** The same with a body that no careful script would send. */
function postFromPage(body: string, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  const own = { "content-type": "application/x-www-form-urlencoded", cookie: "" };
  return browser.send({ method: "POST", target: tokenPath, headers: { ...own, ...headers }, body });
}

function assertUnreadable({ headers }: HttpAnswer): void {
  for (const name of Object.keys(headers)) assert.ok(!name.startsWith("access-control-"), name);
}

async function fieldsOf(client: TestClient): Promise<Record<string, string>> {
  const isPublic = client !== server;
  const answer = await browser.get(authorizationOf(client, isPublic ? pkce : {}));
  // An app with a scheme of its own gets a code only after the person continues.
  const code = codeAt(answer.status === 200 ? await browser.submit(answer, {}) : answer, client);
  return isPublic
    ? { client_id: client.id, code, code_verifier: verifier }
    : { client_id: client.id, code, client_secret: client.secret };
}

describe("D28: the exchange of a confidential client comes from its server", () => {
  const fromPages: Readonly<Record<string, Record<string, string>>> = {
    "a script of the client's own page": {
      origin: "https://app.example",
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "cors",
    },
    "a script of another page": { origin: "https://evil.test", "sec-fetch-mode": "cors" },
    "a sandboxed page": { origin: "null", "sec-fetch-mode": "cors" },
    "a form of a page": {
      origin: "https://app.example",
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
    },
    "a page without Origin": { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    "a page of ours": {
      origin: "http://localhost",
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "cors",
    },
  };
  for (const [title, headers] of Object.entries(fromPages))
    it(`D28: ${title} is refused and told why, and the code stays usable`, async () => {
      const fields = await fieldsOf(server);
      const answer = await exchangeFromPage(fields, headers);
      assert.equal(answer.status, 400);
      const { error, error_description: description } = JSON.parse(answer.body);
      assert.equal(error, "invalid_request");
      assert.match(description, /must never be in client-side code/);
      assertUnreadable(answer);
      assert.equal((await exchange(browser, server, fields.code ?? "")).status, 200);
    });

  it("D28: Node's own fetch, which says Sec-Fetch-Mode: cors and nothing else, is a server", async () => {
    assert.equal((await exchangeFromPage(await fieldsOf(server), { "sec-fetch-mode": "cors" })).status, 200);
  });
});

describe("D27: who may read an answer of the token endpoint", () => {
  it("D27: the page of a public client, from exactly its redirect origin", async () => {
    const answer = await exchangeFromPage(await fieldsOf(spa), { origin: "https://app.example" });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["access-control-allow-origin"], "https://app.example");
    assert.equal(answer.headers["access-control-allow-credentials"], undefined);
    assert.match(String(answer.headers.vary), /Origin/);
  });

  for (const origin of foreignOrigins)
    it(`D27: not ${origin}, for any client`, async () => {
      for (const client of [server, spa, native]) {
        const fields = await fieldsOf(client);
        const answer = await exchangeFromPage(fields, { origin });
        assert.equal(answer.status, 400);
        assertUnreadable(answer);
        const { code = "", code_verifier = "" } = fields;
        const more = client === server ? {} : { client_secret: "", code_verifier };
        assert.equal((await exchange(browser, client, code, more)).status, 200, "the code stays usable");
      }
    });

  /** Everything that can be refused after the form was read, and the error that says so. */
  const refusals: Readonly<Record<string, (good: Record<string, string>) => [body: string, error: string]>> =
    {
      "a code that is not one": (good) => [formOf({ ...good, code: "lkac_x" }), "invalid_grant"],
      "no code": (good) => [formOf({ ...good, code: "" }), "invalid_request"],
      "no code_verifier": (good) => [formOf({ ...good, code_verifier: "" }), "invalid_grant"],
      "another grant type": (good) => [formOf({ ...good, grant_type: "password" }), "unsupported_grant_type"],
      "a field that comes twice": (good) => [`${formOf(good)}&code=again`, "invalid_request"],
      "bytes that are not UTF-8": (good) => [`${formOf(good)}&redirect_uri=%FF`, "invalid_request"],
      "a secret that it must not have": (good) => [formOf({ ...good, client_secret: "x" }), "invalid_client"],
      "a client assertion": (good) => [formOf({ ...good, client_assertion: "x" }), "invalid_client"],
    };
  const formOf = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString();
  for (const [title, refusalOf] of Object.entries(refusals))
    it(`D27: the page of a public client can read why it is refused, and no other page can: ${title}`, async () => {
      const good = await fieldsOf(spa);
      const [body, error] = refusalOf(good);
      for (const origin of ["https://app.example", ...foreignOrigins]) {
        const answer = await postFromPage(body, { origin });
        assert.equal(answer.status, 400);
        if (origin !== "https://app.example") assertUnreadable(answer);
        else {
          assert.equal(JSON.parse(answer.body).error, error);
          assert.equal(answer.headers["access-control-allow-origin"], origin);
          assert.match(String(answer.headers.vary), /Origin/);
        }
      }
      assert.equal((await exchangeFromPage(good, { origin: "https://app.example" })).status, 200);
    });

  it("D27: the page of a public client can read that its parameters belong in the form", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie: "" };
    const ask = (origin: string) =>
      browser.send({
        method: "POST",
        target: `${tokenPath}?code=x`,
        headers: { ...headers, origin },
        body: formOf({ client_id: spa.id, code: "x" }),
      });
    const answer = await ask("https://app.example");
    assert.equal(answer.status, 400);
    assert.equal(answer.headers["access-control-allow-origin"], "https://app.example");
    for (const origin of foreignOrigins) assertUnreadable(await ask(origin));
  });

  it("D27: an unknown client's answer, and one without a client, can be read by no page", async () => {
    for (const fields of [{ client_id: "unknown", code: "x" }, { code: "x" }, {}])
      for (const origin of ["https://app.example", ...foreignOrigins])
        assertUnreadable(await exchangeFromPage(fields, { origin }));
  });

  it("D27: preflight is refused for every origin", async () => {
    for (const origin of [...foreignOrigins, "https://app.example"]) {
      const answer = await browser.send({
        method: "OPTIONS",
        target: tokenPath,
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization",
        },
      });
      assert.equal(answer.status, 405);
      assertUnreadable(answer);
    }
  });
});

describe("D27: no other answer may be read by a page of another origin", () => {
  it("RFC 6750 §5.3: userinfo may be read by every page that holds a token, and never with cookies", async () => {
    const target = "/v1/Oauth/userinfo";
    for (const origin of [...foreignOrigins, "https://app.example"]) {
      const asked = await browser.send({ method: "OPTIONS", target, headers: { origin } });
      const refused = await browser.get(target, { origin });
      assert.deepEqual([asked.status, refused.status], [204, 401]);
      // RFC 9110 §8.6, RFC 9112 §6.1: a 204 says nothing about a content that it cannot have.
      for (const name of ["content-length", "transfer-encoding"])
        assert.equal(asked.headers[name], undefined);
      for (const { headers } of [asked, refused]) {
        assert.equal(headers["access-control-allow-origin"], "*");
        assert.equal(headers["access-control-allow-credentials"], undefined);
      }
      assert.match(asked.headers["access-control-allow-headers"] ?? "", /Authorization/);
    }
    assertUnreadable(await browser.get(target));
  });

  it("D27: pages, redirects and refusals carry no Access-Control header", async () => {
    for (const origin of [...foreignOrigins, "https://app.example"])
      for (const target of [
        authorizationOf(server),
        authorizationOf(server, { prompt: "login" }),
        "/v1/Oauth/authorization",
        logoutPath,
        "/",
        "/healthz",
        "/nowhere",
      ]) {
        assertUnreadable(await browser.get(target, { origin }));
        assertUnreadable(await browser.send({ method: "OPTIONS", target, headers: { origin } }));
      }
  });
});
