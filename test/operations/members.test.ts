import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { z } from "zod";
import type { Operation } from "../../src/operations/operation.ts";
import { operations } from "../../src/operations/operations.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { memberNameOf } from "../../src/protocol/client/metadata-change.ts";
import { metadataRows } from "../../src/protocol/client/metadata-fields.ts";
import { AdminStage } from "../http/support/admin-api.ts";
import type { JsonSchema } from "../http/support/json-schema.ts";
import { everyMetadata, only } from "../protocol/client/every-metadata.ts";

type Members = Readonly<Record<string, unknown>>;

/** How a member is tried: a value that differs from the default, and where an answer says it. */
interface Sample {
  readonly value?: unknown;
  /** What the thing has besides, because the member alone would be refused. */
  readonly with?: Members;
  /** What is sent along with it, because it does not go with the usual thing. */
  readonly and?: Members;
  /** Absent if an answer has it under its own name. */
  readonly shown?: (answer: Members) => unknown;
  /** What is shown, if that is not the value. */
  readonly as?: unknown;
}

const resource = "https://api.example/orders";
const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const apple = {
  kind: "apple",
  issuer: undefined,
  team_id: "TEAM",
  key_id: "KEY",
  secret: privateKey.export({ type: "pkcs8", format: "pem" }),
};

/** What a new thing cannot be without, by the operation that creates it. */
const needed: Readonly<Record<string, (number: number) => Members>> = {
  createClient: () => ({ name: "Notes", redirect_uris: ["https://notes.example/cb"] }),
  createApi: (number) => ({
    resource: `urn:example:${number}`,
    name: "Orders",
    scopes: [{ name: "read", sentence: "Read" }],
  }),
  createUser: (number) => ({ username: `person${number}` }),
  createGroup: (number) => ({ group: `group${number}` }),
  createInvitation: (number) => ({ email: `person${number}@example.org` }),
  addUpstream: (number) => ({
    kind: "oidc",
    upstream: `provider${number}`,
    issuer: "https://acme.example",
    client_id: "us",
    secret: "theirs",
    check: false,
  }),
  createWebhook: (number) => ({ url: `http://127.0.0.1:9/${number}` }),
  addApiScope: (number) => ({ name: `scope${number}`, sentence: "Read" }),
  updateApiScope: () => ({ sentence: "Read" }),
  planState: () => ({ state: {} }),
  applyState: () => ({ state: {} }),
};

/** The properties of a client, each with what it cannot be without. */
const ofClients: Readonly<Record<string, Sample>> = Object.fromEntries(
  metadataRows.flatMap(([member, { option, write }]) => {
    if (option === null) return [];
    const whole = only(member, interfaceMetadata);
    const others = metadataRows.filter(
      ([other]) => other !== member && whole[other] !== interfaceMetadata[other],
    );
    const needs = Object.fromEntries(
      others.map(([other, row]) => [memberNameOf(other), row.write(whole[other])]),
    );
    const machine = option.heading === "Machines:" && { redirect_uris: undefined, machine: true };
    return [
      [`clients.${memberNameOf(member)}`, { value: write(everyMetadata[member]), with: machine || needs }],
    ];
  }),
);

/** What a protected application cannot be without. */
const ofProtected = { redirect_uris: undefined, protect: everyMetadata.protectedOrigins };

const scopesOf = ({ scopes }: Members) => scopes as readonly Members[];
const tenant = "9d2c5c1e-7f57-4f0b-8a3f-0d7d6a1b2c3d";

/** Where no value follows from the schema: for one operation, for all of a noun, or for the member wherever it is. */
const samples: Readonly<Record<string, Sample>> = {
  ...ofClients,
  "clients.refresh": {
    ...ofClients["clients.refresh"],
    shown: ({ grant_types }) => (grant_types as string[]).includes("refresh_token"),
  },
  "clients.protect": { value: everyMetadata.protectedOrigins, and: { redirect_uris: undefined } },
  "updateClient.protect": { value: ["https://notes.example.org"], with: ofProtected },
  "clients.path_rules": { value: everyMetadata.pathRules, with: ofProtected },
  "clients.assertion": { value: true, with: ofProtected },
  "clients.app_passwords": { value: true, with: ofProtected },
  "clients.machine": { value: true, and: { redirect_uris: undefined } },
  redirect_uris: { value: ["https://notes.example/other"] },
  add_redirect_uris: {
    value: ["https://notes.example/added"],
    shown: ({ redirect_uris }) => redirect_uris,
    as: ["https://notes.example/cb", "https://notes.example/added"],
  },
  remove_redirect_uris: {
    value: ["https://notes.example/old"],
    with: { redirect_uris: ["https://notes.example/cb", "https://notes.example/old"] },
    shown: ({ redirect_uris }) => redirect_uris,
    as: ["https://notes.example/cb"],
  },
  add_path_rules: {
    value: ["/feed public"],
    with: { ...ofProtected, path_rules: ["/* public"] },
    shown: ({ path_rules }) => path_rules,
    as: ["/feed public", "/* public"],
  },
  remove_path_rules: {
    value: ["/old public"],
    with: { ...ofProtected, path_rules: ["/old public", "/* public"] },
    shown: ({ path_rules }) => path_rules,
    as: ["/* public"],
  },
  overlap: { shown: ({ secrets }) => secrets, as: 2 },
  resource: { value: "urn:example:other" },
  scopes: { value: [{ name: "write", sentence: "Change", translations: { de: "Ändern" } }] },
  "addApiScope.name": { shown: (api) => scopesOf(api).at(-1)?.name },
  sentence: { shown: (api) => scopesOf(api).at(-1)?.sentence },
  translations: { value: { de: "Sehen" }, shown: (api) => scopesOf(api).at(-1)?.translations },
  may_exchange_for: { value: [resource] },
  groups: { value: ["staff"] },
  "addApiScope.groups": { value: ["staff"], shown: (api) => scopesOf(api).at(-1)?.groups },
  "updateApiScope.groups": { value: ["staff"], shown: (api) => scopesOf(api).at(-1)?.groups },
  roles: { value: { staff: "editor" } },
  attributes: { value: { department: "Engines" } },
  email: { value: "other@example.org" },
  phone_number: { value: "+49301234567" },
  claims: { value: { given_name: "Ada" } },
  password: { value: "quiet amber lantern walks" },
  mail: { with: { email: "ada@example.org" } },
  kind: { value: "gitlab" },
  issuer: { value: "https://other.example" },
  tenant: {
    value: tenant,
    with: { kind: "microsoft", issuer: undefined, tenant: "consumers" },
    shown: ({ issuer }) => issuer,
    as: `https://login.microsoftonline.com/${tenant}/v2.0`,
  },
  team_id: { with: apple },
  key_id: { with: apple },
  check: { value: false },
  domains: { value: ["example.org"] },
  group_map: { value: { Employees: "staff" }, with: { group_claim: "roles" } },
  url: { value: "http://127.0.0.1:9/other" },
  acts: { value: ["user-deleted"] },
  user: { value: "ada", shown: ({ username }) => username },
  "tokens.client_id": {
    get value() {
      return clientId;
    },
  },
  purpose: {
    value: "step",
    shown: ({ items }) => (items as Members[])?.map(({ purpose }) => purpose),
    as: ["step"],
  },
};

const ofBulk = "says whom an act meets, and what it is; admin-api-lists.test.ts";

/** Members that no answer and no later GET has, and why. */
const unshown: Readonly<Record<string, string>> = {
  "updateClient.machine": "is fixed when the client is registered",
  "createUser.password": "a secret",
  "setPassword.password": "a secret",
  "recoverUser.mail": "keeps nothing of the person; answered as mailed",
  "recoverUser.drop_second_factor": "a property of the link; answered as drops_second_factor",
  "recoverUser.language": "the language of one mail",
  "createInvitation.language": "the language of one mail",
  "addUpstream.team_id": "belongs to the private key",
  "addUpstream.key_id": "belongs to the private key",
  "addUpstream.check": "how it is added",
  "addUpstream.secret": "a secret",
  "updateUpstream.secret": "a secret",
  "introspectToken.token": "what is asked about",
  "planState.state": "answered as what would change; apply.test.ts",
  "planState.prune": "answered as what would change; apply.test.ts",
  "planState.prune_users": "answered as what would change; admin-api-state-users.test.ts",
  "applyState.state": "answered as what changed; apply.test.ts",
  "applyState.prune": "answered as what changed; apply.test.ts",
  "applyState.prune_users": "answered as what changed; admin-api-state-users.test.ts",
  "applyState.reason": "in the audit trail; apply.test.ts",
  "explainToken.token": "what is asked about",
  "explainToken.resource": "what is asked about",
  "rotateKeys.discard_old": "how the keys are rotated",
  ...Object.fromEntries(
    operations
      .filter(({ path }) => path.startsWith("/bulk/"))
      .flatMap(({ id, body }) => Object.keys(body?.shape ?? {}).map((member) => [`${id}.${member}`, ofBulk])),
  ),
};

let stage: AdminStage;
let clientId: string;
let count = 0;

before(async () => {
  stage = await AdminStage.set();
  for (const group of everyMetadata.onlyGroups) await send("POST", "/groups", { group });
  await send("POST", "/apis", { resource, name: "Orders" });
  await send("POST", "/users", { username: "ada" });
  clientId = (await stage.service.addClient()).id;
});
after(() => stage[Symbol.asyncDispose]());

async function send(method: string, path: string, body?: object) {
  const answer = await stage.send(method, path, { body });
  assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(body)}: ${answer.body}`);
  return answer;
}

/** The operation that creates what a path is about: that of `/clients` for `/clients/{client_id}/disable`. */
function creatorOf({ path }: Operation): Operation | undefined {
  const [, noun] = path.split("/");
  return operations.find((each) => each.status === 201 && each.path === `/${noun}`);
}

/** Creates a thing. Returns its path, and what is answered about it. */
async function create(creator: Operation, more: Members = {}): Promise<readonly [path: string, Members]> {
  count += 1;
  const { json, headers } = await send("POST", creator.path, { ...needed[creator.id]?.(count), ...more });
  return [headers.location?.replace(/^.*\/v1/, "") ?? assert.fail(creator.id), json];
}

/** Reads a thing once more, by itself or in its list, and then removes it, because some nouns have at most twenty. */
async function readAndRemove(path: string): Promise<Members> {
  const one = await stage.send("GET", path);
  const [, list = "", id] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
  const { items = [] } = one.status === 200 ? {} : (await send("GET", list)).json;
  await send("DELETE", path);
  return one.status === 200 ? one.json : items.find((item: Members) => Object.values(item).includes(id));
}

interface Trial {
  /** `operation.member`. */
  readonly name: string;
  readonly operation: Operation;
  readonly member: string;
  readonly schema: JsonSchema;
  readonly sample: Sample;
  readonly shown: (answer: Members) => unknown;
}

const trials: readonly Trial[] = operations.flatMap((operation) => {
  const { id, path, body } = operation;
  if (body === undefined) return [];
  const noun = path.split("/")[1];
  assert.ok(body instanceof z.ZodObject, id);
  return Object.entries(body.shape).map(([member, described]) => {
    const schema = z.toJSONSchema(described as z.ZodType, { io: "input" }) as JsonSchema;
    const name = `${id}.${member}`;
    const sample = samples[name] ?? samples[`${noun}.${member}`] ?? samples[member] ?? {};
    const { shown = (answer: Members) => answer[member] } = sample;
    return { name, operation, member, schema, sample, shown };
  });
});

/** A value that the schema allows and that differs from the one that is there. */
function valueFor(schema: JsonSchema, before: unknown): unknown {
  const some = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  if (some.enum !== undefined) return some.enum.find((word) => word !== before);
  if (some.type === "boolean") return before !== true;
  return some.type === "integer" ? (some.minimum ?? 0) + 1 : "another";
}

/** Sends one value of a member, for a thing that has `more`. Returns how it is shown in the answer, and when the thing is read again. */
async function shownAfter({ name, operation, member, sample, shown }: Trial, value: unknown, more?: Members) {
  const creator = creatorOf(operation);
  if (operation === creator) {
    const [path, answer] = await create(creator, { ...sample.with, ...sample.and, [member]: value });
    return { answered: shown(answer), read: shown(await readAndRemove(path)) };
  }
  const [path, thing] = creator ? await create(creator, { ...sample.with, ...more }) : [operation.path, {}];
  const scope = String((thing.scopes as readonly Members[] | undefined)?.at(0)?.name);
  const target = operation.path.replace(/^\/\w+\/\{\w+\}/, path).replace("{scope}", scope);
  const body = { ...needed[operation.id]?.(count), ...sample.and, [member]: value };
  const answer = await stage.send(operation.method.toUpperCase(), target, { body });
  assert.ok(answer.status < 300 || name in unshown, answer.body);
  const answered = shown(answer.json);
  // Nothing is left of an act that is not about a thing.
  return { answered, read: creator ? shown(await readAndRemove(path)) : answered };
}

/** How a thing shows the member if nobody names it, and a value that it does not have then. */
async function standard({ operation, schema, sample, shown }: Trial) {
  const creator = creatorOf(operation);
  const path = creator && (await create(creator, sample.with))[0];
  const before = path && shown(await readAndRemove(path));
  return { before, value: sample.value ?? valueFor(schema, before) };
}

describe("every member that an operation accepts", () => {
  for (const trial of trials) {
    const { name, operation, member, schema, sample } = trial;
    const reason = unshown[name];

    if (reason === undefined)
      it(`${name} shows in the answer and in the next GET`, async () => {
        const { before, value } = await standard(trial);
        const wanted = sample.as ?? value;
        assert.notDeepEqual(before, wanted);
        assert.deepEqual(await shownAfter(trial, value), { answered: wanted, read: wanted });
      });
    else
      it(`${name} shows nowhere: ${reason}`, async () => {
        const { value } = await standard(trial);
        const { answered, read } = await shownAfter(trial, value);
        assert.notDeepEqual(answered, sample.as ?? value);
        assert.notDeepEqual(read, sample.as ?? value);
      });

    if (schema.anyOf?.some(({ type }) => type === "null"))
      it(`${name} is taken away by null`, async () => {
        const { before, value } = await standard(trial);
        const shown = await shownAfter(trial, null, operation.method === "post" ? {} : { [member]: value });
        assert.deepEqual(shown, { answered: before, read: before });
      });
  }

  it("no reason is left over", () => {
    const names = new Set(trials.map(({ name }) => name));
    assert.deepEqual(
      Object.keys(unshown).filter((name) => !names.has(name)),
      [],
    );
  });
});
