import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import fc, { type Arbitrary } from "fast-check";
import { allAdminScopes } from "../../src/protocol/api/admin-scopes.ts";
import { administrationResource } from "../../src/protocol/api/administration.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import type { Issuer } from "../../src/values/issuer.ts";
import { FormClient } from "../support/form-client.ts";
import { AdminStage, type ApiAnswer } from "./support/admin-api.ts";
import { faultsOf, type JsonSchema, type Resolve, validFor } from "./support/json-schema.ts";

/** More runs find more; the seed of a failure is printed. */
const runs = Number(process.env.ADMIN_API_RUNS ?? 6);
const seed = Number(process.env.ADMIN_API_SEED ?? 20_260_301);

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly "x-scope": string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
      }
    >
  >;
}

let stage: AdminStage;
// biome-ignore lint/suspicious/noExplicitAny: it is read from the wire, and validated below.
let document: any;
let operations: readonly Described[];

before(async () => {
  stage = await AdminStage.set();
  await live();
  document = await (await fetch(`${stage.service.url}/openapi.json`)).json();
  operations = Object.entries(document.paths as Record<string, Record<string, Described>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({
        ...described,
        path,
        method: method.toUpperCase(),
      })),
  );
});
after(() => stage[Symbol.asyncDispose]());

/** Things that only people make: a session, a consent, an authenticator app, messages. */
async function live(): Promise<void> {
  const { service } = stage;
  const app = await service.addClient({ metadata: { ...interfaceMetadata, isThirdParty: true } });
  const person = { username: "ada", password: "correct horse battery staple" };
  const accountId = await service.addAccount(person.username, person.password, { email: "ada@example.org" });
  const browser = new FormClient(service.url);
  const query = new URLSearchParams({ client_id: app.id, redirect_uri: app.redirectUri });
  await browser.signIn(`/v1/Oauth/authorization?${query}`, person);
  browser.close();
  const grantedAt = service.clock.now();
  const clientId = app.client.id;
  assert.ok(
    await service.ports.consents.allow({ accountId, clientId, scope: ["openid"], grantedAt }, grantedAt),
  );
  assert.equal((await service.ports.sessions.list()).length, 1);
  for (const body of [{ email: "zoe@example.org" }, { email: "yan@example.org" }])
    assert.equal((await stage.send("POST", "/invitations", { body })).status, 201);
}

const resolve: Resolve = (schema) => {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace("#/components/schemas/", "");
  return resolve(document.components.schemas[name]);
};

/** Texts of the service's own vocabulary, so that a request gets behind the first check. */
const vocabulary: Readonly<Record<string, readonly string[]>> = {
  redirect_uris: [
    "https://app.example/cb",
    "http://127.0.0.1/cb",
    "com.example.app:/cb",
    "https://app.example/a?b=c",
  ],
  resource: ["https://api.example/orders", "https://api.example/stock", "urn:example:api"],
  resources: ["https://api.example/orders"],
  audience: ["https://api.example/orders"],
  may_exchange_for: ["https://api.example/orders"],
  admin_scope: ["clients:read", "users:write"],
  username: ["ada", "grace", "ünïcode", "bob@example.org"],
  user: ["ada", "grace"],
  email: ["ada@example.org", "eve@example.org", "mallory@example.org"],
  phone_number: ["+49 30 1234567"],
  password: ["correct horse battery staple", "a long enough passphrase of mine"],
  group: ["staff", "board"],
  groups: ["staff"],
  only_groups: ["staff"],
  issuer: ["http://127.0.0.1:9/provider"],
  upstream: ["acme", "other"],
  tenant: ["consumers"],
  scope: ["orders:read"],
  // Nobody answers there, and nothing else is ever called.
  url: ["http://127.0.0.1:9/in"],
  domains: ["example.org"],
  brand_accent: ["#7a1f5c"],
  protect: ["https://wiki.example.org", "https://notes.example.org"],
  path_rules: ["/assets/* public", "/admin/* group=staff"],
  proxy: ["nginx", "caddy"],
};
const anyText = [
  "Orders",
  "orders:read",
  "https://app.example/x",
  "..",
  "%00",
  "a/b?c#d",
  "🙂 ünïcode",
  "null",
];

function wordsFor(name: string): readonly string[] {
  const known = vocabulary[name];
  return known === undefined ? anyText : [...known, ...known, ...anyText.slice(-2)];
}

/** Values that answers had under a name, so that paths lead to what exists. */
const seen = new Map<string, Set<string>>();
const aliases: Readonly<Record<string, readonly string[]>> = {
  user: ["user_id", "username"],
  message_id: ["id"],
  scope: ["name"],
};

function remember(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === "string" && member !== "")
      seen.set(name, (seen.get(name) ?? new Set()).add(member));
    else remember(member);
  }
}

function pathValue({ name, schema }: Parameter): Arbitrary<unknown> {
  const known = (aliases[name] ?? [name]).flatMap((each) => [...(seen.get(each) ?? [])]).slice(-20);
  const random = validFor(schema, resolve, wordsFor, name).filter(
    (value) => value !== "" && value !== "." && value !== "..",
  );
  return known.length === 0 ? random : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, random);
}

interface Request {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Requests to an operation as the description allows them. */
function requestsOf({ path, parameters = [], requestBody }: Described): Arbitrary<Request> {
  const of = (where: Parameter["in"]) => parameters.filter((parameter) => parameter.in === where);
  const valued = (where: Parameter["in"], value: (parameter: Parameter) => Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(of(where).map((parameter) => [parameter.name, value(parameter)])), {
      requiredKeys: of(where).flatMap(({ name, required }) => (required ? [name] : [])),
    });
  const valid = (parameter: Parameter) => validFor(parameter.schema, resolve, wordsFor, parameter.name);
  const content = requestBody?.content["application/json"]?.schema;
  return fc
    .record({
      path: valued("path", pathValue),
      query: valued("query", valid),
      // What no header can carry is not sent.
      headers: valued("header", () => fc.constantFrom("*", "*", "*", '"a"')),
      body: content === undefined ? fc.constant(undefined) : validFor(content, resolve, wordsFor),
    })
    .map((parts) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(String((parts.path as Record<string, unknown>)[name]).toWellFormed()),
      );
      const query = Object.entries(parts.query).map(
        ([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`,
      );
      const headers = Object.fromEntries(
        Object.entries(parts.headers).map(([name, value]) => [name, String(value)]),
      );
      return {
        target: `${filled}${query.length === 0 ? "" : `?${query.join("&")}`}`,
        headers,
        body: parts.body,
      };
    });
}

const nonsense = fc.oneof(
  fc.constantFrom<unknown>("{", "[]", "null", '"text"', "0", { "": 1 }, { __proto__: null, a: 1 }),
  fc.jsonValue(),
);

/** Requests that break the description in one place: the content, a parameter, or a member that is not there. */
function brokenRequestsOf(operation: Described): Arbitrary<Request> {
  return fc.tuple(requestsOf(operation), nonsense, fc.nat(3)).map(([request, junk, where]) => {
    if (where === 0)
      return { ...request, target: `${request.target}${request.target.includes("?") ? "&" : "?"}limit=%00` };
    if (where === 1) return { ...request, headers: { ...request.headers, "if-match": "no tag" } };
    if (where === 2 && typeof request.body === "object")
      return { ...request, body: { ...request.body, unheard_of: junk } };
    return { ...request, body: operation.requestBody === undefined ? undefined : junk };
  });
}

function assertDescribed({ responses, operationId }: Described, answer: ApiAnswer, sent: Request): void {
  const told = () =>
    `${operationId} ${sent.target} ${JSON.stringify(sent.body)?.slice(0, 500)}: ${answer.status} ${answer.body.slice(0, 500)}`;
  assert.ok(answer.status < 500, told());
  const described = responses[answer.status];
  assert.ok(described !== undefined, `not described: ${told()}`);
  const [type, content] = Object.entries(described.content ?? {})[0] ?? [];
  assert.equal(answer.headers["content-type"], type, told());
  if (content === undefined) assert.equal(answer.body, "", told());
  else assert.deepEqual(faultsOf(answer.json, content.schema, resolve), [], told());
  for (const name of Object.keys(described.headers ?? {}))
    if (name !== "WWW-Authenticate" || answer.status === 401)
      assert.ok(answer.headers[name.toLowerCase()] !== undefined, `${name}: ${told()}`);
}

describe("admin API, by its description", () => {
  it("the description is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    assert.deepEqual([valid, errors, validator.version], [true, undefined, "3.1"]);
    assert.equal(document.openapi, "3.1.0");
  });

  it("no schema has the name of something that generated Go declares for itself", () => {
    const schemas: Readonly<Record<string, { readonly "x-go-name"?: string }>> = document.components.schemas;
    const inGo = Object.entries(schemas).map(([name, schema]) => schema["x-go-name"] ?? name);
    const declared = /^(New)?Client(Interface|Option|WithResponses|WithResponsesInterface)?$/;
    assert.deepEqual(
      inGo.filter((name) => declared.test(name)),
      [],
    );
    assert.equal(new Set(inGo).size, inGo.length);
  });

  it("every operation has a name, a summary, and a right that exists", () => {
    const names = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(names).size, names.length);
    assert.ok(operations.length > 50, `${operations.length}`);
    const resource = administrationResource(stage.service.service.issuer as Issuer);
    assert.ok(document.servers[0].url.startsWith(`${resource}/v1`));
  });

  it("no operation answers a token without its right, nor no token", async () => {
    const without = await stage.token(["audit:read"]);
    for (const operation of operations) {
      const target = operation.path.replace(/\{\w+\}/g, "x");
      const missing = await stage.send(operation.method, target, { token: "" });
      assert.equal(missing.status, 401, operation.operationId);
      const lacking = await stage.send(operation.method, target, { token: without });
      if (operation["x-scope"] === "audit:read") assert.notEqual(lacking.status, 403);
      else {
        assert.equal(lacking.status, 403, operation.operationId);
        const challenge = lacking.headers["www-authenticate"] ?? "";
        assert.ok(challenge.includes(`scope="${operation["x-scope"]}"`), challenge);
        assert.ok(lacking.json.detail.includes(operation["x-scope"]));
      }
    }
  });

  it("I12: every operation answers as described, whatever is sent", async () => {
    const phases = ["GET", "POST", "PUT", "PATCH", "GET", "DELETE"];
    const inOrder = phases.flatMap((method) => operations.filter((operation) => operation.method === method));
    const succeeded = new Set<string>();
    for (const operation of inOrder)
      for (const requests of [requestsOf(operation), brokenRequestsOf(operation)]) {
        // A request may remove the very client that its token belongs to, and the limit is one for each client.
        const token = () => stage.machine().then((machine) => stage.tokenOf(machine, allAdminScopes));
        let mine = await token();
        for (const request of fc.sample(requests, { numRuns: runs, seed })) {
          const answer = await stage.send(operation.method, request.target, { ...request, token: mine });
          assertDescribed(operation, answer, request);
          if (answer.status === 401) mine = await token();
          if (answer.status < 300) succeeded.add(operation.operationId);
          remember(answer.json);
        }
      }
    // The rest needs what random requests seldom meet: a passkey, a second secret, a message that was given up.
    assert.ok(succeeded.size > operations.length * 0.65, [...succeeded].join(" "));
  });
});
