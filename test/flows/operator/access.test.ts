import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { LiveGrant } from "../../../src/flows/endpoint/find-token.ts";
import { operatorOf } from "../../../src/flows/operator/access.ts";
import { tokenClientId } from "../../../src/flows/operator/own-clients.ts";
import { mayAct, mayReachAccount, mayReachClient } from "../../../src/flows/operator/rights.ts";
import type { Ports } from "../../../src/flows/ports.ts";
import type { GroupName } from "../../../src/identity/group.ts";
import { adminScopesOf, allAdminScopes } from "../../../src/protocol/api/admin-scopes.ts";
import { administrationResource } from "../../../src/protocol/api/administration.ts";
import { type ClientMetadata, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { aClient, unwrap } from "../../protocol/fixtures.ts";

const issuer = unwrap(parseIssuer("https://id.example/login"));
const resource = administrationResource(issuer);
const ports = { settings: { issuer, consoleRequire: "two" } } as Pick<Ports, "settings">;

interface Row {
  readonly scope?: readonly string[];
  readonly audience?: readonly string[];
  readonly metadata?: Partial<ClientMetadata>;
  readonly isAdmin?: boolean;
  readonly isExchanged?: true;
  /** Those by which the person signed in: two factors where absent. */
  readonly methods?: readonly string[];
}

/** A live token as the look-up finds it; without `isAdmin` it is that of a machine. */
function liveGrant({
  scope = ["users:read"],
  audience = [resource],
  metadata,
  isAdmin,
  isExchanged,
  methods = isAdmin === undefined ? undefined : ["pwd", "otp"],
}: Row) {
  const client = aClient({ metadata: { ...interfaceMetadata, ...metadata } });
  const details = {
    scope,
    audience,
    ...(methods && { methods }),
    ...(isExchanged && { exchange: { from: new Uint8Array(16), actors: [] } }),
  };
  return {
    client,
    grant: { details },
    ...(isAdmin !== undefined && { account: { isAdmin } }),
  } as unknown as LiveGrant;
}

function find(row: Row): string {
  const found = operatorOf(ports, liveGrant(row));
  return found.ok ? [...found.value.scopes].join(" ") : found.reason;
}

describe("the operator whom a token of somebody who administers groups makes", () => {
  const staff = "staff" as GroupName;
  const found = (row: Row) => operatorOf(ports, liveGrant({ isAdmin: false, ...row }), [staff]);

  it("has no right of their own, and of groups only what the token has", () => {
    const { scopes, delegated } = unwrap(found({ scope: allAdminScopes }));
    assert.deepEqual([...scopes], []);
    assert.deepEqual(
      [[...(delegated?.scopes ?? [])], [...(delegated?.groups ?? [])]],
      [["groups:read", "groups:write"], [staff]],
    );
    assert.deepEqual([...(unwrap(found({ scope: ["users:write"] })).delegated?.scopes ?? [])], []);
  });

  it("must have signed in as the console asks", () => {
    const weak = found({ scope: ["groups:write"], methods: ["pwd"] });
    assert.equal(weak.ok ? "operator" : weak.reason, "too-weak");
  });

  it("does what is delegable, in those groups alone", () => {
    const reader = unwrap(found({ scope: ["groups:read"] }));
    const writer = unwrap(found({ scope: ["groups:write"] }));
    const change = { scope: "groups:write", delegable: "its-group" } as const;
    assert.equal(mayAct(writer, change, "staff"), true);
    assert.equal(mayAct(writer, change, "board"), false);
    assert.equal(mayAct(writer, change, "no group!"), false);
    assert.equal(mayAct(writer, { scope: "groups:write" }, "staff"), false);
    assert.equal(mayAct(writer, { scope: "users:read", delegable: "its-group" }, "staff"), false);
    assert.equal(mayAct(reader, change, "staff"), false);
    assert.equal(mayAct(writer, change, undefined), false, "a path without a group opens to nobody by it");
    assert.equal(mayAct(reader, { scope: "groups:read", delegable: "own-groups" }, undefined), true);
  });

  it("is an administrator like others if they are one", () => {
    const { scopes, delegated } = unwrap(found({ isAdmin: true, scope: ["users:read"] }));
    assert.deepEqual([[...scopes], delegated], [["users:read"], undefined]);
  });
});

describe("the operator whom a token makes", () => {
  const machine = { isMachine: true, adminScope: ["users:write"] };
  const rows: readonly (readonly [string, Row, string])[] = [
    ["a person with the admin right", { isAdmin: true }, "users:read"],
    ["a person whose admin right was taken away", { isAdmin: false }, "not-an-admin"],
    [
      "a right to write includes the right to read",
      { isAdmin: true, scope: ["users:write"] },
      "users:write users:read",
    ],
    ["unknown words give no right", { isAdmin: true, scope: ["openid", "users:everything", "toString"] }, ""],
    ["a token without an audience", { isAdmin: true, audience: [] }, "token-not-for-administration"],
    [
      "a token of another API",
      { isAdmin: true, audience: ["https://api.example"] },
      "token-not-for-administration",
    ],
    [
      "a token of two resources",
      { isAdmin: true, audience: [resource, "https://a.example"] },
      "token-not-for-administration",
    ],
    ["a person who signed in by two factors", { isAdmin: true, methods: ["pwd", "otp"] }, "users:read"],
    [
      "a person who signed in by one, whichever client they use",
      { isAdmin: true, methods: ["pwd"] },
      "too-weak",
    ],
    ["a person of whose sign-in nothing is known", { isAdmin: true, methods: [] }, "too-weak"],
    ["an exchanged token", { isAdmin: true, isExchanged: true }, "token-not-for-administration"],
    ["a machine", { metadata: machine, scope: ["users:write"] }, "users:write users:read"],
    [
      "a machine whose registration lost the right since",
      { metadata: { isMachine: true }, scope: ["users:write"] },
      "",
    ],
  ];
  for (const [title, row, expected] of rows) it(title, () => assert.equal(find(row), expected));

  it("the rate limit is per person, per machine, and per token of the command line", () => {
    const callerOf = (row: Row, more: object = {}, id = 1) =>
      unwrap(
        operatorOf(ports, {
          ...liveGrant(row),
          grant: { ...liveGrant(row).grant, id: new Uint8Array(16).fill(id) },
          ...more,
        } as unknown as LiveGrant),
      ).caller;
    const own = { client: aClient({ id: tokenClientId }) };
    const made = { metadata: machine };
    assert.equal(callerOf(made), callerOf(made, {}, 2), "a machine begins no new count with a new token");
    assert.notEqual(callerOf({}, own), callerOf({}, own, 2));
    assert.notEqual(callerOf({ isAdmin: true }), callerOf(made));
  });

  it("the admin API is below the base URL", () => {
    assert.equal(resource, "https://id.example/login/admin/api");
  });
});

describe("administrators and what leads to their rights are out of reach without admins:write", () => {
  const operatorWith = (scope: readonly string[]) =>
    unwrap(operatorOf(ports, liveGrant({ isAdmin: true, scope })));
  const most = operatorWith(allAdminScopes.filter((scope) => scope !== "admins:write"));
  const full = operatorWith(allAdminScopes);
  const leadingThere: readonly Partial<ClientMetadata>[] = [
    { isMachine: true, adminScope: ["status:read"] },
    { resources: [resource] },
    { resources: ["HTTPS://ID.EXAMPLE/login/admin/api"] },
    { audience: resource },
  ];

  it("accounts", () => {
    assert.equal(mayReachAccount(most, { isAdmin: false }), true);
    assert.equal(mayReachAccount(most, { isAdmin: true }), false);
    assert.equal(mayReachAccount(full, { isAdmin: true }), true);
  });

  it("clients", () => {
    assert.equal(mayReachClient(most, { metadata: interfaceMetadata }, ports), true);
    for (const more of leadingThere) {
      const client = { metadata: { ...interfaceMetadata, ...more } };
      assert.equal(mayReachClient(most, client, ports), false);
      assert.equal(mayReachClient(full, client, ports), true);
    }
  });

  it("admins:write is no right to anything else", () => {
    assert.deepEqual([...adminScopesOf(["admins:write"])], ["admins:write"]);
  });
});
