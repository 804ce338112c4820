import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clientAssertionType } from "../../src/protocol/client/assertion.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { exchangeGrantType, tokenTypes } from "../../src/protocol/token/token-exchange-request.ts";
import type { UpstreamName } from "../../src/protocol/upstream/upstream.ts";
import { instantOf } from "../../src/values/time.ts";
import { apiNamed } from "../storage-contract/apis.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { FakeClock, type TestClient } from "../support/in-process.ts";
import { letterTo, type MailedService } from "../support/mailbox.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { authorizationOf, codeAt } from "./journey.ts";
import { answerDevice, codesFor, type DeviceCodes, poll, typeCode } from "./support/device.ts";
import { type OpenService, startOpenService } from "./support/open-service.ts";
import {
  type ClientKey,
  credentialsOf,
  endpoints,
  newClientKey,
  openid,
  post,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";
import { proveForCredentials } from "./support/passkey-proof.ts";
import { addProtected, navigation, ProtectedHost, pathOf, proxyNames } from "./support/protected-host.ts";
import { assertReadOnce } from "./support/request-reads.ts";
import { ada } from "./support/stage.ts";
import { TotpApp } from "./support/totp-app.ts";
import { callbackFrom, leadsTo } from "./support/upstream-stage.ts";
import { type Cost, type WriteCause, writeCosts } from "./support/write-costs.ts";

const resource = "https://api.example/orders";

type Fields = Readonly<Record<string, string>>;

let service: OpenService;
let provider: TestProvider;
let issuer: string;
let browser: FormClient;
let server: FormClient;
let plain: TestClient;
let full: TestClient;
let asserting: TestClient;
let told: TestClient;
let ofApi: TestClient;
let key: ClientKey;
let proofs = 0;

before(async () => {
  service = await startOpenService({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  key = await newClientKey();
  plain = await service.addClient({ secret: "plantedSecretOfTheClient" });
  full = await service.addClient({ metadata: openid() });
  told = await service.addClient({
    metadata: openid({ backchannelLogoutUri: "https://app.example/logout" }),
  });
  await service.addApi({ resource, tokenFormat: "jwt" });
  ofApi = await service.addClient({ metadata: openid({ mayRefresh: false }) });
  asserting = await service.addClient({ metadata: openid({ publicKeys: [key.jwk] }) });
  await service.addAccount(ada.username, ada.password);
  await service.addAccount(mailed.username, mailed.password, { email: mailed.email });
  await connectProvider();
  browser = await signedIn();
  for (const client of [plain, full, told, ofApi]) await prove(client);
  server = new FormClient(service.url);
  issuer = JSON.parse((await server.get("/.well-known/openid-configuration")).body).issuer;
});
after(async () => {
  browser.close();
  server.close();
  await provider[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** A provider at which Ada is known. */
async function connectProvider(): Promise<void> {
  const { store, keyring, clock } = service.administration;
  provider = await TestProvider.start(() => clock.now());
  const now = clock.now();
  const name = "acme" as UpstreamName;
  const sealedSecret = keyring.seal("upstream", Buffer.from(TestProvider.clientSecret));
  await store.upstreams.create(
    {
      name,
      kind: "oidc",
      issuer: provider.issuer,
      clientId: TestProvider.clientId,
      sealedSecret,
      displayName: "Acme",
      domains: [],
      trustsEmail: false,
      createsAccounts: false,
      isDisabled: false,
      createdAt: now,
      updatedAt: now,
    },
    1,
  );
  const person = (await store.accounts.list(1_000)).find(({ username }) => username === ada.username);
  assert.ok(person);
  const identity = {
    upstream: name,
    subject: "subject-1",
    accountId: person.id,
    linkedAt: now,
    lastUsedAt: now,
  };
  assert.ok((await store.upstreamIdentities.link(identity)).ok);
}

async function signedIn(): Promise<FormClient> {
  const another = new FormClient(service.url);
  assert.equal((await another.signIn(authorizationOf(plain), ada)).status, 303);
  return another;
}

/** The client proves its secret, which alone may note that it was used. */
function prove(client: TestClient, at: OpenService = service): Promise<HttpAnswer> {
  return post(at.url, endpoints.introspection, { ...credentialsOf(client), token: "lkat_x" });
}

/** The passkey that is there already, which the page of passkeys asks for. */
let known: TestAuthenticator | undefined;

/** Asks for the page of passkeys in a browser of its own; the call that is returned adds one. */
async function passkeyOf(authenticator: TestAuthenticator): Promise<() => Promise<void>> {
  const own = await signedIn();
  if (known !== undefined) await proveForCredentials(own, known);
  known = authenticator;
  const page = await own.get("/account/passkeys");
  const { fields } = findForm(page.body);
  const passkey = authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
  return async () => {
    assert.equal((await own.submit(page, { passkey })).status, 200);
    own.close();
  };
}

let newcomers = 0;

/** Somebody new, at the page that sets an authenticator app up; the call that is returned sets it up. */
async function newcomer() {
  newcomers += 1;
  const person = { username: `newcomer${newcomers}`, password: ada.password };
  await service.addAccount(person.username, person.password);
  const own = new FormClient(service.url);
  await own.signIn(authorizationOf(plain), person);
  const page = await own.get("/account/totp");
  // The service's clock stands still, as this one does.
  const app = new TotpApp(page, new FakeClock());
  const setUp = async () => {
    assert.equal((await own.submit(page, { otp: app.code() })).status, 303);
    own.close();
  };
  return { app, person, setUp };
}

async function withTotp() {
  const { app, person, setUp } = await newcomer();
  await setUp();
  return { app, person };
}

async function asStranger(run: (stranger: FormClient) => Promise<unknown>): Promise<void> {
  const stranger = new FormClient(service.url);
  try {
    await run(stranger);
  } finally {
    stranger.close();
  }
}

/** What a server posts, answered with this status. */
async function send(
  target: string,
  fields: Fields,
  status: number,
  headers: Fields = {},
): Promise<HttpAnswer> {
  const answer = await post(service.url, target, fields, headers);
  assert.equal(answer.status, status, answer.body);
  return answer;
}

const openidFields = { response_type: "code", scope: "openid" };

async function codeFor(client: TestClient, more: Fields = {}): Promise<string> {
  return codeAt(await browser.get(authorizationOf(client, more)), client);
}

async function exchange(client: TestClient, code: string, status = 200, headers: Fields = {}) {
  return JSON.parse((await send(endpoints.token, { ...credentialsOf(client), code }, status, headers)).body);
}

async function tokensOf(client: TestClient) {
  return exchange(client, await codeFor(client, openidFields));
}

async function refresh(token: string, status = 200) {
  const fields = { ...credentialsOf(full), grant_type: "refresh_token", refresh_token: token };
  return JSON.parse((await send(endpoints.token, fields, status)).body);
}

const seconds = () => Math.floor(service.administration.clock.now() / 1000);

/** A DPoP proof for this request; each one is new. */
async function proof(htm: string, path: string, more: Fields = {}): Promise<Fields> {
  proofs += 1;
  const claims = { htm, htu: issuer + path, iat: seconds(), jti: `proof ${proofs}`, ...more };
  return { dpop: await key.sign({ typ: "dpop+jwt", jwk: key.jwk }, claims) };
}

async function assertion(): Promise<Fields> {
  const { id } = asserting;
  const claims = { iss: id, sub: id, aud: issuer, iat: seconds(), exp: seconds() + 60, jti: "assertion" };
  return { client_assertion_type: clientAssertionType, client_assertion: await key.sign({}, claims) };
}

async function userinfo(headers: Fields): Promise<void> {
  assert.equal((await server.get(endpoints.userinfo, headers)).status, 200);
}

async function bytesOfAth(token: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(token))).toString("base64url");
}

async function push(): Promise<string> {
  const request = { ...openidFields, redirect_uri: full.redirectUri };
  const answer = await send(endpoints.pushedRequest, { ...credentialsOf(full), ...request }, 201);
  return JSON.parse(answer.body).request_uri;
}

/** The consent form of a client of somebody else, which nobody has allowed anything yet. */
async function consentForm() {
  const client = await service.addClient({ metadata: openid({ isThirdParty: true }) });
  return { client, form: findForm((await browser.get(authorizationOf(client, openidFields))).body) };
}

const mailed = { username: "mailed", password: ada.password, email: "mailed@example.org" };

/** The messages of the service. */
function mailbox(): MailedService {
  const { store, keyring } = service.administration;
  return { ports: { outbox: store.outbox, sealer: keyring } };
}

function askForLink(username: string): Promise<void> {
  return asStranger(async (stranger) => {
    const page = await stranger.get("/recover");
    assert.equal((await stranger.submit(page, { username })).status, 200);
  });
}

/** A client whose real secret a browser brought along in a URL once. */
async function exposed(): Promise<TestClient> {
  const client = await service.addClient();
  await expose(client);
  return client;
}

function expose(client: TestClient): Promise<HttpAnswer> {
  return browser.get(authorizationOf(client, { client_secret: client.secret }));
}

/** A client for devices whose secret was used this minute. */
async function deviceClient(options: Parameters<OpenService["addClient"]>[0] = {}): Promise<TestClient> {
  const client = await service.addClient({ metadata: openid({ mayUseDeviceGrant: true }), ...options });
  await prove(client);
  return client;
}

async function allowing(userCode: string): Promise<() => Promise<void>> {
  const question = await typeCode(browser, userCode);
  return async () => assert.equal((await browser.submit(question, { decision: "allow" })).status, 200);
}

async function allowedDevice(): Promise<{ readonly client: TestClient; readonly codes: DeviceCodes }> {
  const client = await deviceClient();
  const codes = await codesFor(service.url, client, { scope: "openid offline_access" });
  await answerDevice(browser, codes);
  return { client, codes };
}

/** A person of their own, signed in with as many browsers. */
async function newPersonIn(count: number): Promise<readonly [FormClient, ...FormClient[]]> {
  people += 1;
  const person = { username: `person${people}`, password: ada.password };
  await service.addAccount(person.username, person.password);
  const clients = Array.from({ length: count }, () => new FormClient(service.url));
  for (const client of clients) await client.signIn("/sign-in?to=account", person);
  return clients as [FormClient, ...FormClient[]];
}

/** What a row of the table costs. The first half prepares and is not counted. */
type Measured = () => Promise<() => Promise<unknown>>;
/** For rows that need no preparation. */
const at =
  (run: () => Promise<unknown>): Measured =>
  async () =>
    run;

let people = 0;

/** A person who is signed in, and their browser at a protected host of its own. */
async function protectedVisit(): Promise<readonly [FormClient, ProtectedHost]> {
  const [person] = await newPersonIn(1);
  const origin = `https://wiki${people}.example`;
  await addProtected(service, [origin]);
  return [person, new ProtectedHost(service, origin)];
}

const wrongQueries: readonly Fields[] = [
  {},
  { state: "a" },
  { prompt: "none" },
  { prompt: "login" },
  { prompt: "select_account" },
  { max_age: "0" },
  { response_type: "token" },
  { client_id: "unknown" },
  { redirect_uri: "https://evil.test/" },
  { client_secret: "not the secret" },
  { request_uri: "https://evil.test/" },
];

const firstIdToken = "A code is exchanged for the very first ID token";

/** What each row of the table does; a row without a proof does not compile. */
const rows: Readonly<Record<Exclude<WriteCause, typeof firstIdToken>, Measured>> = {
  "An authorization URL is opened, by anybody and however wrong it is": at(() =>
    asStranger(async (stranger) => {
      for (const query of wrongQueries)
        for (const visitor of [stranger, browser])
          for (const method of ["GET", "HEAD"])
            for (const client of [plain, full])
              await visitor.send({ method, target: authorizationOf(client, query) });
    }),
  ),
  "A form is shown, or posted without its CSRF token or its password": at(() =>
    asStranger(async (stranger) => {
      const target = authorizationOf(plain);
      await stranger.get(target.replace(endpoints.authorization, "/sign-in"));
      await stranger.post(endpoints.authorization, { client_id: plain.id, redirect_uri: plain.redirectUri });
      const page = await stranger.get(target);
      for (const step of ["", "forged"])
        assert.equal((await stranger.submit(page, { ...ada, step })).status, 403);
      assert.equal((await stranger.submit(page, { ...ada, password: "" })).status, 400);
      for (const other of [endpoints.logout, "/account", "/", "/healthz"]) await stranger.get(other);
    }),
  ),
  "A wrong password": at(() =>
    asStranger(async (stranger) => {
      const page = await stranger.get(authorizationOf(plain));
      assert.equal((await stranger.submit(page, { ...ada, password: "wrong" })).status, 400);
    }),
  ),
  "A password sign-in, up to the code": at(() =>
    asStranger(async (stranger) => codeAt(await stranger.signIn(authorizationOf(plain), ada), plain)),
  ),
  "A password sign-in in a browser that is new to the account, up to the code": async () => {
    await asStranger((first) => first.signIn(authorizationOf(plain), mailed));
    return () =>
      asStranger(async (stranger) => codeAt(await stranger.signIn(authorizationOf(plain), mailed), plain));
  },
  "A code of a second factor, up to the code": async () => {
    const { app, person } = await withTotp();
    const asked = new FormClient(service.url);
    const page = await asked.signIn(authorizationOf(plain), person);
    return async () => {
      codeAt(await asked.submit(page, { otp: app.code(1) }), plain);
      asked.close();
    };
  },
  "A wrong code of a second factor": async () => {
    const { app, person } = await withTotp();
    const asked = new FormClient(service.url);
    const page = await asked.signIn(authorizationOf(plain), person);
    return async () => {
      assert.equal((await asked.submit(page, { otp: app.wrongCode() })).status, 400);
      asked.close();
    };
  },
  "An authenticator app is set up, with its recovery codes": async () => {
    const { setUp } = await newcomer();
    return () => setUp();
  },
  "A passkey sign-in, up to the code": async () => {
    const authenticator = new TestAuthenticator(issuer);
    await (await passkeyOf(authenticator))();
    return () =>
      asStranger(async (stranger) => {
        const page = await stranger.get(authorizationOf(plain));
        const challenge = findForm(page.body).fields.get("step") ?? "";
        codeAt(await stranger.submit(page, { passkey: authenticator.assert(challenge) }), plain);
      });
  },
  "A sign-in with a connected provider, up to the code": at(() =>
    asStranger(async (stranger) => {
      const page = await stranger.get(authorizationOf(plain));
      const step = findForm(page.body).fields.get("step") ?? "";
      const query = authorizationOf(plain).split("?")[1];
      const away = await stranger.post(`/upstream?${query}`, { step, upstream: "acme" });
      codeAt(await stranger.get(await callbackFrom(leadsTo(away))), plain);
    }),
  ),
  "A passkey is added": () => passkeyOf(new TestAuthenticator(issuer)),
  "A code for somebody who is signed in": at(async () => {
    await codeFor(plain);
    await codeFor(full, { ...openidFields, nonce: "n" });
  }),
  "A code is exchanged": async () => {
    const code = await codeFor(plain);
    return () => exchange(plain, code);
  },
  "A code is exchanged for ID token and refresh token too": async () => {
    await tokensOf(full);
    const code = await codeFor(full, openidFields);
    return async () => {
      const { id_token, refresh_token } = await exchange(full, code);
      assert.ok(id_token !== undefined && refresh_token !== undefined);
    };
  },
  "A code is exchanged for a client that hears of logouts": async () => {
    const code = await codeFor(told, openidFields);
    return () => exchange(told, code);
  },
  "A code is exchanged for a JWT access token": async () => {
    const code = await codeFor(ofApi, { scope: "orders:read", resource });
    return async () => {
      const { access_token: token } = await exchange(ofApi, code);
      assert.match(token, /^eyJ/);
    };
  },
  "A code is exchanged with a DPoP proof": async () => {
    const [code, headers] = [await codeFor(full, openidFields), await proof("POST", endpoints.token)];
    return () => exchange(full, code, 200, headers);
  },
  "A code is exchanged with a client assertion": async () => {
    const code = await codeFor(asserting, openidFields);
    const fields = { ...(await assertion()), code };
    return () => send(endpoints.token, fields, 200);
  },
  "A code that does not open": at(() => exchange(plain, "lkac_x", 400)),
  "A wrong client secret": async () => {
    const code = await codeFor(plain);
    return () => exchange({ ...plain, secret: "wrong" }, code, 400);
  },
  "A client's secret is used for the first time in a minute": async () => {
    const client = await service.addClient();
    return () => prove(client);
  },
  "A client's secret is used again within the minute": async () => {
    const client = await service.addClient();
    await prove(client);
    return () => prove(client);
  },
  "A spent code comes again from its client": async () => {
    const code = await codeFor(plain);
    await exchange(plain, code);
    return () => exchange(plain, code, 400);
  },
  "A refresh token is used": async () => {
    const { refresh_token } = await tokensOf(full);
    return () => refresh(refresh_token);
  },
  "The refresh token before the newest comes again": async () => {
    const { refresh_token } = await tokensOf(full);
    await refresh(refresh_token);
    return () => refresh(refresh_token);
  },
  "An older refresh token comes again": async () => {
    const { refresh_token: first } = await tokensOf(full);
    const { refresh_token: second } = await refresh(first);
    await refresh(second);
    return () => refresh(first, 400);
  },
  "Userinfo is read": async () => {
    const { access_token } = await tokensOf(full);
    return () => userinfo({ authorization: `Bearer ${access_token}` });
  },
  "Userinfo is read with a DPoP token": async () => {
    const code = await codeFor(full, openidFields);
    const { access_token } = await exchange(full, code, 200, await proof("POST", endpoints.token));
    const headers = await proof("GET", endpoints.userinfo, { ath: await bytesOfAth(access_token) });
    return () => userinfo({ authorization: `DPoP ${access_token}`, ...headers });
  },
  "A token is introspected": async () => {
    const { access_token, refresh_token } = await tokensOf(full);
    return async () => {
      for (const token of [access_token, refresh_token, "lkat_x"])
        await send(endpoints.introspection, { ...credentialsOf(full), token }, 200);
    };
  },
  "A token is revoked": async () => {
    const { refresh_token: token } = await tokensOf(full);
    return () => send(endpoints.revocation, { ...credentialsOf(full), token }, 200);
  },
  "A token that nobody knows is revoked": at(() =>
    send(endpoints.revocation, { ...credentialsOf(full), token: "lkat_x" }, 200),
  ),
  "A request is pushed": at(push),
  "A code for a pushed request": async () => {
    const query = new URLSearchParams({ client_id: full.id, request_uri: await push() });
    return async () => codeAt(await browser.get(`${endpoints.authorization}?${query}`), full);
  },
  "A person allows an application something": async () => {
    const { client, form } = await consentForm();
    return async () => codeAt(await browser.post(form.action, form.fields), client);
  },
  "A person withdraws it": async () => {
    const { client, form } = await consentForm();
    await exchange(client, codeAt(await browser.post(form.action, form.fields), client));
    const { action, fields } = findForm((await browser.get("/account")).body);
    fields.set("client", client.id);
    return async () => assert.equal((await browser.post(action, fields)).status, 200);
  },
  "A link for a new password is asked for, by a name that somebody has": at(async () => {
    await askForLink(mailed.username);
    await letterTo(mailbox(), mailed.email, "recover");
  }),
  "A link for a new password is asked for, by a name that nobody has": async () => {
    const kept = async () =>
      (await service.administration.store.links.list("recover", { limit: 1, now: instantOf(0) })).total;
    const before = await kept();
    return async () => {
      await askForLink("nobody");
      while ((await kept()) === before) await new Promise((resolve) => setImmediate(resolve));
    };
  },
  "The link of a notice locks the account": async () => {
    const person = { ...mailed, username: "locked", email: "locked@example.org" };
    await service.addAccount(person.username, person.password, { email: person.email });
    for (const visitor of [new FormClient(service.url), new FormClient(service.url)]) {
      codeAt(await visitor.signIn(authorizationOf(plain), person), plain);
      visitor.close();
    }
    const { link } = await letterTo(mailbox(), person.email, "new-device");
    const visitor = new FormClient(service.url);
    const page = await visitor.get(link);
    return async () => {
      assert.equal((await visitor.submit(page, {})).status, 200);
      visitor.close();
    };
  },
  "A link sets a new password, and signs the person in": async () => {
    const person = { ...mailed, username: "linked", email: "linked@example.org" };
    await service.addAccount(person.username, person.password, { email: person.email });
    await askForLink(person.username);
    const { link } = await letterTo(mailbox(), person.email, "recover");
    const visitor = new FormClient(service.url);
    const page = await visitor.get(link);
    return async () => {
      const answer = await visitor.submit(page, { new_password: "nineteen paper boats drift past" });
      assert.equal(answer.status, 303);
      visitor.close();
    };
  },
  "A person signs another browser out": async () => {
    const clients = await newPersonIn(2);
    const [here] = clients;
    const form = await here.get("/account/sessions");
    return async () => {
      assert.match((await here.submit(form, { others: "all" })).body, /role="status"/);
      for (const client of clients) client.close();
    };
  },
  "A person changes the password": async () => {
    const [here] = await newPersonIn(1);
    const form = await here.get("/account/password");
    return async () => {
      const answer = await here.submit(form, { new_password: "nine green boats sail at dawn" });
      assert.match(answer.body, /role="status"/);
      here.close();
    };
  },
  "A person downloads what is kept about them": async () => {
    const [here] = await newPersonIn(1);
    const form = await here.get("/account/export");
    return async () => {
      assert.equal((await here.submit(form, {})).status, 200);
      here.close();
    };
  },
  "A person changes their display name": async () => {
    const form = await browser.get("/account/profile");
    return async () =>
      assert.equal((await browser.submit(form, { name: "Countess of Lovelace" })).status, 200);
  },
  "A person keeps their language": async () => {
    const form = await browser.get("/account");
    return async () => assert.equal((await browser.submit(form, { language: "en" })).status, 200);
  },
  "A person signs out": async () => {
    const leaving = await signedIn();
    const { action, fields } = findForm((await leaving.get(endpoints.logout)).body);
    return async () => {
      assert.equal((await leaving.post(action, fields)).status, 200);
      leaving.close();
    };
  },
  "A client signs a person out with an ID token": async () => {
    const leaving = await signedIn();
    const code = codeAt(await leaving.get(authorizationOf(full, openidFields)), full);
    const { id_token } = await exchange(full, code);
    return async () => {
      await leaving.get(`${endpoints.logout}?${new URLSearchParams({ id_token_hint: id_token })}`);
      const { headers } = await leaving.get(authorizationOf(plain, { prompt: "none" }));
      assert.match(headers.location ?? "", /error=login_required/);
      leaving.close();
    };
  },
  "A device asks for its codes": async () => {
    const client = await deviceClient();
    return () => codesFor(service.url, client);
  },
  "A device of a public client asks for its codes": async () => {
    const client = await deviceClient({ isPublic: true });
    return () => codesFor(service.url, client);
  },
  "A device polls": async () => {
    const client = await deviceClient();
    const codes = await codesFor(service.url, client);
    return () => poll(service.url, client, codes);
  },
  "A person types the code of a device": async () => {
    const { user_code } = await codesFor(service.url, await deviceClient());
    return () => typeCode(browser, user_code);
  },
  "A person allows a device": async () => {
    const { user_code } = await codesFor(service.url, await deviceClient());
    return allowing(user_code);
  },
  "A person allows a device of somebody else's application": async () => {
    const metadata = openid({ mayUseDeviceGrant: true, isThirdParty: true });
    const { user_code } = await codesFor(service.url, await deviceClient({ metadata }));
    return allowing(user_code);
  },
  "A device gets its tokens": async () => {
    const { client, codes } = await allowedDevice();
    return async () => assert.equal((await poll(service.url, client, codes)).status, 200);
  },
  "An API's server exchanges a token": async () => {
    const stock = apiNamed("stock");
    const orders = apiNamed("sales", { mayExchangeFor: [stock.resource], openTo: "third-party" });
    for (const api of [orders, stock]) await service.administration.store.apis.create(api, 500);
    const metadata = { ...interfaceMetadata, isMachine: true, audience: orders.resource };
    const client = await service.addClient({ redirectUris: [], metadata });
    await prove(client);
    const asked = { scope: "read", resource: orders.resource };
    const fields = {
      ...credentialsOf(client),
      grant_type: exchangeGrantType,
      subject_token: (await tokensFor(browser, full, asked)).access_token,
      subject_token_type: tokenTypes.accessToken,
      resource: stock.resource,
    };
    return async () => assert.equal((await post(service.url, endpoints.token, fields)).status, 200);
  },
  "A machine gets a token": async () => {
    const api = apiNamed("orders");
    await service.administration.store.apis.create(api, 500);
    const metadata = {
      ...interfaceMetadata,
      isMachine: true,
      machineScope: ["read"],
      resources: [api.resource],
    };
    const client = await service.addClient({ redirectUris: [], metadata });
    await prove(client);
    const fields = { ...credentialsOf(client), grant_type: "client_credentials" };
    return async () => assert.equal((await post(service.url, endpoints.token, fields)).status, 200);
  },
  "A device comes again with a spent code": async () => {
    const { client, codes } = await allowedDevice();
    await poll(service.url, client, codes);
    return async () => assert.equal((await poll(service.url, client, codes)).status, 400);
  },
  "A visit to a protected application begins, where the person is signed in": async () => {
    const [person, host] = await protectedVisit();
    const asked = await host.ask("/", { headers: navigation });
    const begun = await host.open(pathOf(asked.headers.location));
    const back = await person.get(pathOf(begun.headers.location));
    return async () => assert.equal((await host.open(pathOf(back.headers.location))).status, 303);
  },
  "A proxy asks about a request to a protected application": async () => {
    const [person, host] = await protectedVisit();
    const asked = await host.ask("/", { headers: navigation });
    const begun = await host.open(pathOf(asked.headers.location));
    const back = await person.get(pathOf(begun.headers.location));
    await host.open(pathOf(back.headers.location));
    return async () => {
      for (const proxy of proxyNames) assert.equal((await host.ask("/notes", { proxy })).status, 200);
      host.cookies.clear();
      for (const proxy of proxyNames) assert.equal((await host.ask("/notes", { proxy })).status, 401);
    };
  },
  "The metadata and the keys are read": at(async () => {
    for (const name of ["openid-configuration", "oauth-authorization-server", "jwks.json"])
      assert.equal((await server.get(`/.well-known/${name}`)).status, 200);
  }),
  "A client's secret stands in a URL for the first time": async () => {
    const client = await service.addClient();
    return () => expose(client);
  },
  "A client's secret stands in a URL again": async () => {
    const client = await exposed();
    return () => expose(client);
  },
};

/** What `run` cost, in commits of the store that answered. */
async function costOf(run: () => Promise<unknown>, { commitCounts } = service): Promise<Cost> {
  const start = commitCounts();
  await run();
  const end = commitCounts();
  return { durable: end.durable - start.durable, relaxed: end.relaxed - start.relaxed };
}

/** What the table says that this costs. */
function promisedFor(cause: WriteCause): Cost {
  const { durable, relaxed } = writeCosts[cause];
  return { durable, relaxed };
}

test(`durable writes: ${firstIdToken}`, async () => {
  await using fresh = await startOpenService();
  const client = await fresh.addClient({ metadata: openid() });
  await fresh.addAccount(ada.username, ada.password);
  const visitor = new FormClient(fresh.url);
  const code = codeAt(await visitor.signIn(authorizationOf(client, openidFields), ada), client);
  const fields = { ...credentialsOf(client), code };
  await prove(client, fresh);
  const cost = await costOf(async () => {
    assert.ok("id_token" in tokensIn(await post(fresh.url, endpoints.token, fields)));
  }, fresh);
  visitor.close();
  assert.deepEqual(cost, promisedFor(firstIdToken));
});

for (const [name, prepare] of Object.entries(rows))
  test(`durable writes: ${name}`, async () => {
    assert.deepEqual(await costOf(await prepare()), promisedFor(name as WriteCause));
  });

test("durable writes: a sign-in with a live session costs one durable write in all, the redemption of its code", async () => {
  const cost = await costOf(async () => {
    const { access_token } = await exchange(plain, await codeFor(plain));
    await userinfo({ authorization: `Bearer ${access_token}` });
  });
  assert.deepEqual(cost, { durable: 1, relaxed: 0 });
});

test("durable writes: a sign-in with a password costs two durable writes, and one that need not reach the disk", async () => {
  const cost = await costOf(() =>
    asStranger(async (stranger) =>
      exchange(plain, codeAt(await stranger.signIn(authorizationOf(plain), ada), plain)),
    ),
  );
  assert.deepEqual(cost, { durable: 2, relaxed: 1 });
});

test("durable writes: a code that comes again many times loses a claim each time, and revokes once", async () => {
  const code = await codeFor(plain);
  await exchange(plain, code);
  const cost = await costOf(async () => {
    for (let count = 0; count < 5; count += 1) await exchange(plain, code, 400);
  });
  assert.deepEqual(cost, { durable: 6, relaxed: 0 });
});

test("reads: no request of the above reads anything twice without a reason", () => {
  assert.ok(service.requests.some(({ counts }) => counts.has("Cookie")));
  assertReadOnce(service.requests);
});
