import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createJwtVerifier } from "../../../src/adapters/keys/jwt-verifier.ts";
import { claimUses } from "../../../src/flows/endpoint/claim-uses.ts";
import {
  answerClientCall,
  type ClientCall,
  type ClientCallPorts,
  type ClientEndpoint,
} from "../../../src/flows/endpoint/client-endpoint.ts";
import type { Event } from "../../../src/flows/events.ts";
import { tryLimits } from "../../../src/identity/try-limits.ts";
import type { Client } from "../../../src/protocol/client/client.ts";
import type { TokenRefusalReason } from "../../../src/protocol/errors.ts";
import { clientIdOf, requestIdOf } from "../../../src/values/ids.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { ok, refuse } from "../../../src/values/result.ts";
import { secondsOf } from "../../../src/values/time.ts";
import { newClientKey } from "../../http/support/openid.ts";
import { aClient, anOpenidClient, aPublicClient, secretText, unwrap } from "../../protocol/fixtures.ts";
import { openRegistry } from "../operator/store.ts";

const origin = "https://app.example";

const confidential = aClient({ id: clientIdOf("confidential00000000") });
const open = aPublicClient({ id: clientIdOf("public00000000000000") });
const withDpop = anOpenidClient({ requiresDpop: true }, { id: clientIdOf("dpop0000000000000000") });
const disabled = aClient({ id: clientIdOf("disabled000000000000"), isDisabled: true });

let registry: Awaited<ReturnType<typeof openRegistry>>;
before(async () => {
  registry = await openRegistry();
  for (const client of [confidential, open, withDpop, disabled])
    unwrap(await registry.clients.create(client));
});
after(() => registry[Symbol.asyncDispose]());

type Fields = Readonly<Record<string, string>>;
type Probe = ClientEndpoint<ClientCallPorts, string, string>;

/** What one call led to. */
interface Outcome {
  /** The parts of the endpoint that were asked, in order. */
  readonly phases: readonly string[];
  readonly reason: TokenRefusalReason | undefined;
  readonly usedBasic: boolean | undefined;
  readonly readableBy: string | undefined;
  readonly retryAfter: number | undefined;
  readonly counted: number;
  readonly events: readonly Event[];
}

let networks = 0;

/** Sends a call to an endpoint that notes which of its parts are asked, from a network of its own. */
async function send(
  sent: Partial<ClientCall> & { readonly fields?: Fields },
  endpoint: Partial<Probe> = {},
  network = `network ${networks++}`,
): Promise<Outcome> {
  const phases: string[] = [];
  const events: Event[] = [];
  let counted = 0;
  const ports: ClientCallPorts = {
    ...registry,
    settings: {
      issuer: unwrap(parseIssuer("https://id.example")),
      brandName: "Harbour Library",
      codeLifetime: secondsOf(60),
      accessTokenLifetime: secondsOf(3_600),
      sessionLifetime: secondsOf(86_400),
      sessionIdle: secondsOf(86_400),
      registration: { mode: "closed" },
      clientDocuments: { mode: "closed" },
      claimsHookFails: "closed",
      signUp: "closed",
      sendsMail: false,
      deletionGraceDays: 14,
      registrationsPerHour: 10,
      require: "one",
      consoleRequire: "two",
    },
    jwtVerifier: createJwtVerifier(),
    publishedKeys: { find: async () => [], findAgain: async () => undefined },
    events: { record: (event) => events.push(event) },
    attempts: {
      ...registry.attempts,
      reserve: (reservations, now) => {
        counted += reservations.length;
        return registry.attempts.reserve(reservations, now);
      },
    },
  };
  const { read, admit, handle, proof = "unused" } = endpoint;
  const noting: Probe = {
    read: (parameters) => {
      phases.push("read");
      return read?.(parameters) ?? ok("request");
    },
    admit: (request, client) => {
      phases.push("admit");
      return admit?.(request, client) ?? ok(request);
    },
    proof,
    handle: async (given, call) => {
      phases.push("handle");
      if (handle !== undefined) return handle(given, call);
      const claimed = await claimUses(given, call.uses);
      return claimed.ok ? ok({ answer: "answer", claimed: claimed.value }) : claimed;
    },
  };
  const outcome = await answerClientCall(ports, noting, {
    authorization: undefined,
    dpop: undefined,
    form: new URLSearchParams(sent.fields).toString(),
    query: "",
    url: "https://id.example/v1/Oauth/token",
    browserOrigin: undefined,
    context: { requestId: requestIdOf("r1"), network: () => network },
    ...sent,
  });
  const refusal = outcome.ok ? undefined : outcome.reason;
  const readableBy = outcome.ok ? outcome.value.readableBy : outcome.reason.readableBy;
  return {
    phases,
    reason: refusal?.reason,
    usedBasic: refusal?.usedBasic,
    readableBy,
    retryAfter: refusal?.retryAfter,
    counted,
    events,
  };
}

const as = ({ id, isPublic }: Client): Fields => ({
  client_id: id,
  ...(!isPublic && { client_secret: secretText }),
});
const basic = (secret: string) => `Basic ${Buffer.from(`${confidential.id}:${secret}`).toString("base64")}`;

describe("a call is led through its phases", () => {
  const refusing = (reason: TokenRefusalReason) => async () => refuse(reason);
  const rows: readonly (readonly [
    title: string,
    call: Parameters<typeof send>[0],
    endpoint: Partial<Probe>,
    expected: {
      readonly reason?: TokenRefusalReason;
      readonly phases: string;
      readonly counted?: number;
      readonly client?: string;
      readonly usedBasic?: boolean;
    },
  ])[] = [
    [
      "a form that cannot be parsed is refused before anything else",
      { form: Array.from({ length: 65 }, (_, index) => `p${index}=1`).join("&") },
      {},
      { reason: "too-many-parameters", phases: "", client: "unknown" },
    ],
    [
      "a query that cannot be parsed, likewise, in the name of the client that the form names",
      { fields: as(confidential), query: "a=1&".repeat(65) },
      {},
      { reason: "too-many-parameters", phases: "" },
    ],
    [
      "what the endpoint cannot read is refused before the credentials are looked at",
      { fields: { ...as(confidential), client_secret: "wrong" } },
      { read: () => refuse("code-missing") },
      { reason: "code-missing", phases: "read" },
    ],
    [
      "credentials that cannot be read are no guess",
      { fields: as(confidential), authorization: basic(secretText) },
      {},
      { reason: "two-authentication-methods", phases: "read", usedBasic: true },
    ],
    [
      "a call that names no client",
      {},
      {},
      { reason: "client-id-missing", phases: "read", client: "unknown" },
    ],
    [
      "a confidential client in a browser is told so before its secret is looked at",
      { fields: { ...as(confidential), client_secret: "wrong" }, browserOrigin: origin },
      {},
      { reason: "browser-origin", phases: "read" },
    ],
    [
      "a wrong secret counts",
      { fields: { ...as(confidential), client_secret: "wrong" } },
      {},
      { reason: "client-secret-mismatch", phases: "read", counted: 1 },
    ],
    [
      "a wrong secret in HTTP Basic counts, and is answered with a challenge",
      { authorization: basic("wrong") },
      {},
      { reason: "client-secret-mismatch", phases: "read", counted: 1, usedBasic: true },
    ],
    [
      "an unknown client counts, under no name of its own",
      { fields: { client_id: "nobody00000000000000", client_secret: "wrong" } },
      {},
      { reason: "client-unknown", phases: "read", counted: 1, client: "unknown" },
    ],
    [
      "a disabled client with the right secret counts",
      { fields: as(disabled) },
      {},
      { reason: "client-disabled", phases: "read", counted: 1, client: disabled.id },
    ],
    [
      "a client that is not admitted is refused before its proof is looked at",
      { fields: as(withDpop), dpop: "no proof" },
      { admit: () => refuse("pushed-request-nested"), proof: "as-registered" },
      { reason: "pushed-request-nested", phases: "read admit", client: withDpop.id },
    ],
    [
      "a public client that is not admitted counts where any stranger can cause it",
      { fields: as(open) },
      { admit: () => refuse("introspection-by-public-client") },
      { reason: "introspection-by-public-client", phases: "read admit", counted: 1, client: open.id },
    ],
    [
      "a proof that a client is registered for is demanded",
      { fields: as(withDpop) },
      { proof: "as-registered" },
      { reason: "dpop-proof-missing", phases: "read admit", client: withDpop.id },
    ],
    [
      "a proof that is no proof is refused where one is looked at",
      { fields: as(withDpop), dpop: "no proof" },
      { proof: "if-sent" },
      { reason: "dpop-proof-malformed", phases: "read admit", client: withDpop.id },
    ],
    [
      "no proof is demanded where one is only looked at if it is sent",
      { fields: as(withDpop) },
      { proof: "if-sent" },
      { phases: "read admit handle" },
    ],
    [
      "a stray proof changes nothing at an endpoint without any",
      { fields: as(withDpop), dpop: "no proof" },
      { proof: "unused" },
      { phases: "read admit handle" },
    ],
    [
      "nor does it for a client of the interface",
      { fields: as(confidential), dpop: "no proof" },
      { proof: "as-registered" },
      { phases: "read admit handle" },
    ],
    [
      "what a confidential client is refused does not count",
      { fields: as(confidential) },
      { handle: refusing("code-unknown") },
      { reason: "code-unknown", phases: "read admit handle" },
    ],
    [
      "an unknown code in the name of a public client counts",
      { fields: as(open) },
      { handle: refusing("code-unknown") },
      { reason: "code-unknown", phases: "read admit handle", counted: 1, client: open.id },
    ],
    [
      "an expired one does not",
      { fields: as(open) },
      { handle: refusing("code-expired") },
      { reason: "code-expired", phases: "read admit handle", client: open.id },
    ],
    ["a good call is answered", { fields: as(confidential) }, {}, { phases: "read admit handle" }],
    ["with HTTP Basic too", { authorization: basic(secretText) }, {}, { phases: "read admit handle" }],
  ];
  for (const [title, call, endpoint, { reason, phases, counted = 0, client, usedBasic }] of rows)
    it(title, async () => {
      const outcome = await send(call, endpoint);
      assert.deepEqual(outcome.phases.join(" "), phases);
      assert.equal(outcome.reason, reason);
      assert.equal(outcome.counted, counted);
      assert.equal(outcome.usedBasic, reason === undefined ? undefined : (usedBasic ?? false));
      const clientId = client ?? confidential.id;
      const recorded = reason === undefined ? [] : [{ kind: "exchange-refused", reason, clientId }];
      assert.deepEqual(outcome.events, recorded);
    });
});

describe("guesses are limited", () => {
  it("after too many of them a client must wait in this network, and the right secret still gets through", async () => {
    const wrong = { fields: { ...as(confidential), client_secret: "wrong" } };
    for (let count = 0; count < tryLimits.clientAuthentication.burst; count++)
      assert.equal((await send(wrong, {}, "one network")).reason, "client-secret-mismatch");
    const late = await send(wrong, {}, "one network");
    assert.equal(late.reason, "too-many-attempts");
    assert.equal(late.retryAfter, tryLimits.clientAuthentication.interval);
    assert.equal(late.events.length, 1);
    assert.equal((await send({ fields: as(confidential) }, {}, "one network")).reason, undefined);
    assert.equal((await send(wrong, {}, "another network")).reason, "client-secret-mismatch");
  });
});

describe("a page of a public client may read the answer", () => {
  const rows: readonly (readonly [string, Parameters<typeof send>[0], string | undefined])[] = [
    ["of its own origin", { fields: as(open), browserOrigin: origin }, origin],
    ["of another origin: no", { fields: as(open), browserOrigin: "https://other.example" }, undefined],
    ["of no origin: no", { fields: as(open), browserOrigin: "null" }, undefined],
    ["of a confidential client: no", { fields: as(confidential), browserOrigin: origin }, undefined],
    ["a server asks: nobody needs to", { fields: as(open) }, undefined],
  ];
  for (const [title, call, readableBy] of rows)
    it(title, async () => {
      assert.equal((await send(call)).readableBy, readableBy);
      const refused = await send(call, { read: () => refuse("code-missing") });
      assert.equal(refused.reason, "code-missing");
      assert.equal(refused.readableBy, readableBy, "nor a refusal");
    });
});

describe("a secret in the query", () => {
  const exposed = async () => (await registry.clients.find(confidential.id))?.secretExposedAt;

  it("a wrong one exposes nothing", async () => {
    const { events } = await send({ fields: as(confidential), query: "client_secret=wrong" });
    assert.deepEqual(events, []);
    assert.equal(await exposed(), undefined);
  });

  it("one that works is recorded, with any answer of the endpoint", async () => {
    const { events } = await send(
      { fields: as(confidential), query: `client_secret=${secretText}` },
      { read: ({ query }) => (query?.isSent("client_secret") ? refuse("client-secret-in-query") : ok("")) },
    );
    const clientId = confidential.id;
    assert.deepEqual(events, [
      { kind: "client-secret-exposed", clientId, where: "token-query" },
      { kind: "exchange-refused", reason: "client-secret-in-query", clientId },
    ]);
    assert.equal(await exposed(), registry.clock.now());
  });
});

describe("a proof of a key", () => {
  const handleWith =
    (reason?: TokenRefusalReason, keys: (string | undefined)[] = []): Probe["handle"] =>
    async (ports, { provenKey, uses }) => {
      keys.push(provenKey);
      if (reason !== undefined) return refuse(reason);
      const claimed = await claimUses(ports, uses);
      return claimed.ok ? ok({ answer: "answer", claimed: claimed.value }) : claimed;
    };

  it("hands the key on, and works once: a call that fails does not use it up", async () => {
    const key = await newClientKey();
    const iat = registry.clock.now() / 1000;
    const claims = { htm: "POST", htu: "https://id.example/v1/Oauth/token", iat, jti: "1" };
    const dpop = await key.sign({ typ: "dpop+jwt", jwk: key.jwk }, claims);
    const call = { fields: as(withDpop), dpop };
    const keys: (string | undefined)[] = [];
    const given = (reason?: TokenRefusalReason): Partial<Probe> => ({
      proof: "as-registered",
      handle: handleWith(reason, keys),
    });
    assert.equal((await send(call, given("code-expired"))).reason, "code-expired");
    assert.equal((await send(call, given())).reason, undefined);
    assert.equal((await send(call, given())).reason, "dpop-proof-replayed");
    assert.deepEqual(keys, Array(3).fill(key.thumbprint));
  });
});
