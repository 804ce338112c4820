import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeClient,
  registerClient,
  removeClient,
  retireOldSecret,
  rotateClientSecret,
  setClientDisabled,
} from "../../../src/flows/operator/client.ts";
import type { NewClient } from "../../../src/flows/operator/client-check.ts";
import { type ClientProblem, clientProblems } from "../../../src/flows/operator/client-problem.ts";
import { findTokenClient } from "../../../src/flows/operator/own-clients.ts";
import { explain } from "../../../src/flows/operator/problem.ts";
import { everyRight, type Rights } from "../../../src/flows/operator/rights.ts";
import { administrationResource } from "../../../src/protocol/api/administration.ts";
import { authenticateClient } from "../../../src/protocol/client/authentication.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import type { MetadataChanges } from "../../../src/protocol/client/metadata-change.ts";
import { equalDigests, sha256 } from "../../../src/values/digest.ts";
import {
  accountIdOf,
  type ClientId,
  clientIdOf,
  createGrantId,
  type GrantId,
  sessionIdOf,
} from "../../../src/values/ids.ts";
import type { Result } from "../../../src/values/result.ts";
import { Secret } from "../../../src/values/secret.ts";
import { plus } from "../../../src/values/time.ts";
import { openRegistry } from "./store.ts";

const keySet = JSON.stringify({ keys: [{ kty: "OKP", crv: "Ed25519", x: "A".repeat(43) }] });
const callback = "https://app.example/callback";
const wanted: NewClient = { name: "My app", redirectUris: [callback], profile: "interface", isPublic: false };
const unknown = clientIdOf("00000000000000000000");
const fewRights: Rights = { scopes: new Set(["clients:read", "clients:write"]) };

function accepted<Value>(result: Result<Value, ClientProblem>): Value {
  assert.ok(result.ok, result.ok ? "" : explain(clientProblems, result.reason).say);
  return result.value;
}

/** A digest from the store is a plain Uint8Array, a fresh one a Buffer; both hold the same bytes. */
function facts(client: Client | undefined) {
  return (
    client && {
      ...client,
      secretDigest: client.secretDigest && Buffer.from(client.secretDigest).toString("hex"),
    }
  );
}

function kindOf(result: Result<unknown, ClientProblem>): string {
  assert.ok(!result.ok, "expected a refusal");
  return result.reason.kind;
}

type Registry = Awaited<ReturnType<typeof openRegistry>>;

/** A client gets a token; returns its grant. */
async function redeem(registry: Registry, client: Client): Promise<GrantId> {
  const now = registry.clock.now();
  const id = createGrantId(now, registry.random.bytes(10));
  await registry.grants.redeem({
    id,
    tokenDigest: sha256("token"),
    clientId: client.id,
    accountId: accountIdOf("0000000000000000000A"),
    accountEpoch: 0,
    sessionId: sessionIdOf(registry.random.bytes(16)),
    redeemedAt: now,
    tokenExpiresAt: plus(now, 3600),
    keepUntil: plus(now, 3600),
  });
  return id;
}

test("a registered client has letters and digits for id and secret, and only the secret's digest is kept", async () => {
  await using registry = await openRegistry();
  const { client, secret } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  assert.match(client.id, /^lkc[A-Za-z0-9]{20}$/);
  assert.match(secret?.reveal() ?? "", /^lks[A-Za-z0-9]{40}$/);
  const stored = await registry.clients.find(client.id);
  assert.deepEqual(facts(stored), facts(client));
  assert.ok(stored?.secretDigest && equalDigests(stored.secretDigest, sha256(secret?.reveal() ?? "")));
  assert.ok(!JSON.stringify(stored).includes(secret?.reveal() ?? ""));
});

test("a public client has no secret, and none can be made", async () => {
  await using registry = await openRegistry();
  const redirectUris = ["com.example.app:/callback"];
  const { client, secret } = accepted(
    await registerClient(registry, { ...wanted, redirectUris, isPublic: true }, { by: everyRight }),
  );
  assert.equal(secret, undefined);
  assert.equal(client.secretDigest, undefined);
  assert.equal(
    kindOf(await rotateClientSecret(registry, client.id, { by: everyRight })),
    "public-client-has-no-secret",
  );
});

test("a registration without a usable name or redirect URI is refused, and nothing is stored", async () => {
  await using registry = await openRegistry();
  const rows: [Partial<NewClient>, ClientProblem["kind"]][] = [
    [{ name: "" }, "name-unusable"],
    [{ name: "a\u202eb" }, "name-unusable"],
    [{ name: "x".repeat(101) }, "name-unusable"],
    [{ redirectUris: [] }, "redirect-uri-missing"],
    [{ redirectUris: [callback, "http://app.example/"] }, "redirect-uri-unusable"],
    [{ redirectUris: ["javascript:alert(1)"] }, "redirect-uri-unusable"],
    [{ redirectUris: Array.from({ length: 101 }, (_, at) => `${callback}${at}`) }, "redirect-uris-too-many"],
  ];
  for (const [change, kind] of rows)
    assert.equal(kindOf(await registerClient(registry, { ...wanted, ...change }, { by: everyRight })), kind);
  assert.deepEqual(await registry.clients.list(), []);
});

test("a change touches what it names and nothing else", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  registry.clock.at = plus(registry.clock.at, 60);
  const changed = accepted(
    await changeClient(registry, client.id, { name: "  New name " }, { by: everyRight }),
  );
  assert.deepEqual(facts(changed), { ...facts(client), name: "New name", updatedAt: registry.clock.at });
  assert.deepEqual(facts(await registry.clients.find(client.id)), facts(changed));
  assert.equal(
    accepted(await changeClient(registry, client.id, { profile: "strict" }, { by: everyRight })).profile,
    "strict",
  );
});

test("redirect URIs are replaced, added once and removed", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const change = async (changes: Parameters<typeof changeClient>[2]) =>
    accepted(await changeClient(registry, client.id, changes, { by: everyRight })).redirectUris;
  assert.deepEqual(await change({ addRedirectUris: ["https://b.example/"] }), [
    callback,
    "https://b.example/",
  ]);
  assert.deepEqual(await change({ addRedirectUris: ["https://b.example/"] }), [
    callback,
    "https://b.example/",
  ]);
  assert.deepEqual(await change({ removeRedirectUris: [callback] }), ["https://b.example/"]);
  assert.deepEqual(await change({ redirectUris: ["https://c.example/"] }), ["https://c.example/"]);
});

test("a rule for a path is added before the others, once, and removed only if it is exactly the same", async () => {
  await using registry = await openRegistry();
  const rules = ["/ghost/* signed-in", "/* public"];
  const metadata = { protectedOrigins: ["https://wiki.example.org"], pathRules: rules };
  const made = await registerClient(registry, { ...wanted, redirectUris: [], metadata }, { by: everyRight });
  const { id } = accepted(made).client;
  const change = (changes: Parameters<typeof changeClient>[2]) =>
    changeClient(registry, id, changes, { by: everyRight });
  const rulesAfter = async (changes: Parameters<typeof changeClient>[2]) =>
    accepted(await change(changes)).metadata.pathRules;
  const added = { addPathRules: ["/a public", "/b public"] };
  assert.deepEqual(await rulesAfter(added), ["/a public", "/b public", ...rules]);
  assert.deepEqual(await rulesAfter(added), ["/a public", "/b public", ...rules], "nothing is there twice");
  assert.deepEqual(await rulesAfter({ addPathRules: ["/b public"] }), ["/b public", "/a public", ...rules]);
  assert.deepEqual(await rulesAfter({ removePathRules: ["/b public"] }), ["/a public", ...rules]);
  assert.deepEqual(
    await rulesAfter({
      metadata: { pathRules: ["/c public", "/d public"] },
      addPathRules: ["/e public"],
      removePathRules: ["/c public"],
    }),
    ["/e public", "/d public"],
  );
  const refused: [Parameters<typeof changeClient>[2], ClientProblem["kind"]][] = [
    [{ removePathRules: ["/f public"] }, "path-rule-not-registered"],
    [{ addPathRules: ["/a;b public"] }, "metadata-unusable"],
    [{ addPathRules: ["/a group=nobody"] }, "unknown-group"],
    [{ addPathRules: Array.from({ length: 99 }, (_, index) => `/${index} public`) }, "metadata-unusable"],
  ];
  for (const [changes, kind] of refused) assert.equal(kindOf(await change(changes)), kind);
  assert.deepEqual((await registry.clients.find(id))?.metadata.pathRules, ["/e public", "/d public"]);
  assert.deepEqual(await rulesAfter({ removePathRules: ["/e public", "/d public"] }), []);
  const plain = accepted(await registerClient(registry, wanted, { by: everyRight })).client;
  const kind = kindOf(await changeClient(registry, plain.id, added, { by: everyRight }));
  assert.equal(kind, "protected-unusable");
});

test("a change that would leave a client without a redirect URI, or with a bad one, changes nothing", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const rows: [Parameters<typeof changeClient>[2], ClientProblem["kind"]][] = [
    [{ removeRedirectUris: [callback] }, "redirect-uri-missing"],
    [{ removeRedirectUris: ["https://other.example/"] }, "redirect-uri-not-registered"],
    [{ addRedirectUris: ["https://*.example/"] }, "redirect-uri-unusable"],
    [{ name: " " }, "name-unusable"],
  ];
  for (const [changes, kind] of rows)
    assert.equal(kindOf(await changeClient(registry, client.id, changes, { by: everyRight })), kind);
  assert.deepEqual(facts(await registry.clients.find(client.id)), facts(client));
});

test("a new secret replaces the old one and clears the record of its exposure", async () => {
  await using registry = await openRegistry();
  const { client, secret } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  await registry.clients.recordExposedSecret(client.id, registry.clock.now());
  const rotated = accepted(await rotateClientSecret(registry, client.id, { by: everyRight }));
  assert.notEqual(rotated.secret?.reveal(), secret?.reveal());
  const stored = await registry.clients.find(client.id);
  assert.equal(stored?.secretExposedAt, undefined);
  assert.ok(
    stored?.secretDigest && equalDigests(stored.secretDigest, sha256(rotated.secret?.reveal() ?? "")),
  );
});

/** Which of the secrets authenticate the client as it is stored. */
async function whichWork(registry: Registry, client: Client, secrets: readonly (Secret | undefined)[]) {
  const stored = await registry.clients.find(client.id);
  return secrets.map(
    (secret = new Secret("")) => authenticateClient(stored, { clientId: client.id, secrets: [secret] }).ok,
  );
}

test("without overlap every older secret stops working at once", async () => {
  await using registry = await openRegistry();
  const first = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const second = accepted(
    await rotateClientSecret(registry, first.client.id, { by: everyRight, keepsOld: true }),
  );
  const third = accepted(await rotateClientSecret(registry, first.client.id, { by: everyRight }));
  const secrets = [first.secret, second.secret, third.secret];
  assert.deepEqual(await whichWork(registry, first.client, secrets), [false, false, true]);
});

test("with overlap the old secret works beside the new one until it is retired", async () => {
  await using registry = await openRegistry();
  const first = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const second = accepted(
    await rotateClientSecret(registry, first.client.id, { by: everyRight, keepsOld: true }),
  );
  const secrets = [first.secret, second.secret];
  assert.deepEqual(await whichWork(registry, first.client, secrets), [true, true]);
  accepted(await retireOldSecret(registry, first.client.id, { by: everyRight }));
  assert.deepEqual(await whichWork(registry, first.client, secrets), [false, true]);
  assert.equal(
    kindOf(await retireOldSecret(registry, first.client.id, { by: everyRight })),
    "no-older-secret",
  );
  assert.deepEqual(await whichWork(registry, first.client, secrets), [false, true]);
});

test("while two secrets work no third is made beside them, because nobody can say which one is in use", async () => {
  await using registry = await openRegistry();
  const first = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const second = accepted(
    await rotateClientSecret(registry, first.client.id, { by: everyRight, keepsOld: true }),
  );
  const third = await rotateClientSecret(registry, first.client.id, { by: everyRight, keepsOld: true });
  assert.equal(kindOf(third), "two-secrets-already");
  assert.deepEqual(await whichWork(registry, first.client, [first.secret, second.secret]), [true, true]);
});

test("an exposed secret stays on record for as long as it works", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  await registry.clients.recordExposedSecret(client.id, registry.clock.now());
  const rotated = accepted(await rotateClientSecret(registry, client.id, { by: everyRight, keepsOld: true }));
  assert.notEqual(rotated.client.secretExposedAt, undefined);
  assert.equal(
    accepted(await retireOldSecret(registry, client.id, { by: everyRight })).secretExposedAt,
    undefined,
  );
});

test("a client that signs has no secret: none is made, and registering keys ends those there are", async () => {
  await using registry = await openRegistry();
  const signing = accepted(
    await registerClient(registry, { ...wanted, metadata: { publicKeys: keySet } }, { by: everyRight }),
  );
  assert.equal(signing.secret, undefined);
  assert.equal(signing.client.secretDigest, undefined);
  assert.equal(
    kindOf(await rotateClientSecret(registry, signing.client.id, { by: everyRight })),
    "signing-client-has-no-secret",
  );

  const first = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const { id } = first.client;
  const second = accepted(await rotateClientSecret(registry, id, { by: everyRight, keepsOld: true }));
  await registry.clients.recordExposedSecret(id, registry.clock.now());
  accepted(await changeClient(registry, id, { metadata: { publicKeys: keySet } }, { by: everyRight }));
  const stored = await registry.clients.find(id);
  assert.deepEqual(
    [stored?.secretDigest, stored?.previousSecretDigest, stored?.secretExposedAt],
    [undefined, undefined, undefined],
  );
  accepted(await changeClient(registry, id, { metadata: { publicKeys: null } }, { by: everyRight }));
  assert.deepEqual(await whichWork(registry, first.client, [first.secret, second.secret]), [false, false]);
  const third = accepted(await rotateClientSecret(registry, id, { by: everyRight }));
  assert.deepEqual(await whichWork(registry, first.client, [third.secret]), [true]);
});

test("a client of the interface has the defaults of every property, another its own, and it can go back", async () => {
  await using registry = await openRegistry();
  const plain = accepted(await registerClient(registry, { ...wanted, metadata: {} }, { by: everyRight }));
  assert.deepEqual((await registry.clients.find(plain.client.id))?.metadata, interfaceMetadata);
  const { client } = accepted(
    await registerClient(
      registry,
      { ...wanted, metadata: { isOpenid: true, mayRefresh: true } },
      { by: everyRight },
    ),
  );
  const metadata = { ...interfaceMetadata, isOpenid: true, wantsIssuer: true, mayRefresh: true };
  assert.deepEqual((await registry.clients.find(client.id))?.metadata, metadata);
  const renamed = accepted(await changeClient(registry, client.id, { name: "New" }, { by: everyRight }));
  assert.deepEqual(renamed.metadata, metadata);
  const back = { metadata: { isOpenid: false, mayRefresh: false } };
  assert.deepEqual(
    accepted(await changeClient(registry, client.id, back, { by: everyRight })).metadata,
    interfaceMetadata,
  );
  assert.deepEqual((await registry.clients.find(client.id))?.metadata, interfaceMetadata);
});

test("metadata that cannot be used change nothing and register nothing", async () => {
  await using registry = await openRegistry();
  const metadata = { resources: ["api"] };
  assert.equal(
    kindOf(await registerClient(registry, { ...wanted, metadata }, { by: everyRight })),
    "metadata-unusable",
  );
  assert.deepEqual(await registry.clients.list(), []);
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const changes = { name: "New", metadata };
  assert.equal(
    kindOf(await changeClient(registry, client.id, changes, { by: everyRight })),
    "metadata-unusable",
  );
  assert.deepEqual(facts(await registry.clients.find(client.id)), facts(client));
});

test("a disabled client stays registered and can be enabled again", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  assert.equal(
    accepted(await setClientDisabled(registry, client.id, true, { by: everyRight })).client.isDisabled,
    true,
  );
  assert.equal((await registry.clients.find(client.id))?.isDisabled, true);
  assert.equal(
    accepted(await setClientDisabled(registry, client.id, false, { by: everyRight })).client.isDisabled,
    false,
  );
});

test("disabling a client revokes the tokens it has", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const id = await redeem(registry, client);
  assert.equal(
    accepted(await setClientDisabled(registry, client.id, true, { by: everyRight })).revokedTokens,
    1,
  );
  assert.equal((await registry.grants.find(id))?.revokedAt, registry.clock.now());
});

test("enabling brings no token back, not even after a disabling that was cut off before it revoked", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const before = await redeem(registry, client);
  assert.ok((await registry.clients.update({ ...client, isDisabled: true })).ok);
  assert.equal(
    accepted(await setClientDisabled(registry, client.id, false, { by: everyRight })).client.isDisabled,
    false,
  );
  assert.notEqual((await registry.grants.find(before))?.revokedAt, undefined);
  const after = await redeem(registry, client);
  accepted(await setClientDisabled(registry, client.id, false, { by: everyRight }));
  assert.equal((await registry.grants.find(after))?.revokedAt, undefined, "it was enabled already");
});

test("disabling and enabling go by the client as it is stored, also if this node still remembers it as it was", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  for (const isDisabled of [true, false]) {
    const remembered = await registry.clients.find(client.id);
    accepted(await setClientDisabled(registry, client.id, isDisabled, { by: everyRight }));
    const lagging = { ...registry, clients: { ...registry.clients, find: async () => remembered } };
    const set = accepted(await setClientDisabled(lagging, client.id, !isDisabled, { by: everyRight }));
    assert.equal(set.client.isDisabled, !isDisabled);
    assert.equal((await registry.clients.find(client.id))?.isDisabled, !isDisabled);
    accepted(await setClientDisabled(registry, client.id, isDisabled, { by: everyRight }));
  }
});

test("of changes made at once one wins, and the others are told so", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  const answers = await Promise.all([
    changeClient(registry, client.id, { name: "New" }, { by: everyRight }),
    rotateClientSecret(registry, client.id, { by: everyRight }),
    setClientDisabled(registry, client.id, true, { by: everyRight }),
  ]);
  const winners = answers.filter((answer) => answer.ok);
  const losers = answers.filter((answer) => !answer.ok);
  assert.deepEqual(losers.map(kindOf), ["changed-meanwhile", "changed-meanwhile"]);
  const stored = facts(await registry.clients.find(client.id));
  assert.deepEqual(
    winners.map(({ value }) => facts("client" in value ? value.client : value)),
    [stored],
  );
});

test("without admins:write no client gets rights of operators, also by what its other properties become", async () => {
  await using registry = await openRegistry();
  const api = administrationResource(registry.settings.issuer);
  const machine = { isMachine: true, adminScope: ["users:write"] };
  const leading: readonly MetadataChanges[] = [{ resources: [api] }, { audience: api }];
  for (const metadata of [...leading, machine]) {
    const redirectUris = metadata === machine ? [] : wanted.redirectUris;
    const made = await registerClient(registry, { ...wanted, redirectUris, metadata }, { by: fewRights });
    assert.equal(kindOf(made), "right-missing");
  }
  const { client } = accepted(await registerClient(registry, wanted, { by: fewRights }));
  for (const metadata of leading) {
    assert.equal(
      kindOf(await changeClient(registry, client.id, { metadata }, { by: fewRights })),
      "right-missing",
    );
    accepted(await changeClient(registry, client.id, { metadata }, { by: everyRight }));
    const back = { resources: [], audience: null };
    for (const change of [{ metadata: back }, { name: "New" }])
      assert.equal(
        kindOf(await changeClient(registry, client.id, change, { by: fewRights })),
        "right-missing",
      );
    accepted(await changeClient(registry, client.id, { metadata: back }, { by: everyRight }));
  }
  assert.deepEqual((await registry.clients.list()).length, 1);
});

test("a client that gets rights of operators between the read and the write is changed by nobody without admins:write", async () => {
  await using registry = await openRegistry();
  const metadata = { audience: administrationResource(registry.settings.issuer) };
  const acts: readonly ((overtaken: Registry, id: ClientId) => Promise<Result<unknown, ClientProblem>>)[] = [
    (overtaken, id) => changeClient(overtaken, id, { name: "New" }, { by: fewRights }),
    (overtaken, id) => rotateClientSecret(overtaken, id, { by: fewRights }),
    (overtaken, id) => setClientDisabled(overtaken, id, true, { by: fewRights }),
    (overtaken, id) => removeClient(overtaken, id, { by: fewRights }),
  ];
  for (const act of acts) {
    const { client } = accepted(await registerClient(registry, wanted, { by: fewRights }));
    const findStored = async (id: ClientId) => {
      const read = await registry.clients.findStored(id);
      accepted(await changeClient(registry, id, { metadata }, { by: everyRight }));
      return read;
    };
    const overtaken = { ...registry, clients: { ...registry.clients, findStored } };
    assert.match(kindOf(await act(overtaken, client.id)), /^(changed-meanwhile|right-missing)$/);
    const stored = await registry.clients.find(client.id);
    assert.deepEqual(
      [stored?.name, stored?.isDisabled, stored?.metadata.audience],
      [client.name, false, metadata.audience],
    );
    assert.ok(stored?.secretDigest && equalDigests(stored.secretDigest, client.secretDigest ?? sha256("")));
  }
});

test("a removal removes what changed between the read and the write only if no version was named", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  let changes = 0;
  const findStored = async (id: ClientId) => {
    const read = await registry.clients.findStored(id);
    if (changes++ === 0) accepted(await changeClient(registry, id, { name: "New" }, { by: everyRight }));
    return read;
  };
  const overtaken = { ...registry, clients: { ...registry.clients, findStored } };
  const terms = { by: everyRight, seen: [client.updatedAt] };
  assert.equal(kindOf(await removeClient(overtaken, client.id, terms)), "changed-meanwhile");
  assert.equal((await registry.clients.find(client.id))?.name, "New");
  changes = 0;
  assert.equal(accepted(await removeClient(overtaken, client.id, { by: everyRight })).name, "New");
  assert.equal(await registry.clients.find(client.id), undefined);
});

test("what is done to an unknown client is refused", async () => {
  await using registry = await openRegistry();
  const refusals = [
    await changeClient(registry, unknown, {}, { by: everyRight }),
    await rotateClientSecret(registry, unknown, { by: everyRight }),
    await retireOldSecret(registry, unknown, { by: everyRight }),
    await setClientDisabled(registry, unknown, true, { by: everyRight }),
    await removeClient(registry, unknown, { by: everyRight }),
  ];
  assert.deepEqual(new Set(refusals.map(kindOf)), new Set(["unknown-client"]));
});

test("a removed client is gone", async () => {
  await using registry = await openRegistry();
  const { client } = accepted(await registerClient(registry, wanted, { by: everyRight }));
  assert.deepEqual(
    facts(accepted(await removeClient(registry, client.id, { by: everyRight }))),
    facts(client),
  );
  assert.equal(await registry.clients.find(client.id), undefined);
});

test("a client of the service itself gets neither a secret nor a key, and can be disabled", async () => {
  await using registry = await openRegistry();
  const { id } = await findTokenClient(registry);
  assert.equal(kindOf(await rotateClientSecret(registry, id, { by: everyRight })), "own-client-is-fixed");
  const changes = { metadata: { publicKeys: keySet } };
  assert.equal(kindOf(await changeClient(registry, id, changes, { by: everyRight })), "own-client-is-fixed");
  assert.equal(
    accepted(await setClientDisabled(registry, id, true, { by: everyRight })).client.isDisabled,
    true,
  );
});
