import assert from "node:assert/strict";
import { test } from "node:test";
import { type Client, type ClientMetadata, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { startAddressOf } from "../../../src/protocol/client/start-address.ts";
import type { Issuer } from "../../../src/values/issuer.ts";
import { aClient } from "../fixtures.ts";

const issuer = "https://id.example/auth" as Issuer;
const home = "https://app.example/start";
const wiki = "https://wiki.example.org";
const notes = "https://notes.example.org";

const rows: readonly (readonly [
  title: string,
  metadata: Partial<ClientMetadata>,
  expected: string | undefined,
  more?: { readonly groups?: readonly string[]; readonly client?: Partial<Client> },
])[] = [
  ["RFC 7591 §2: its home page", { clientUri: home }, home],
  ["a client without an address has none", {}, undefined],
  [
    "OpenID Connect Core §4: the address where a sign-in begins is told who starts it, and goes first",
    { clientUri: home, initiateLoginUri: "https://app.example/login" },
    "https://app.example/login?iss=https%3A%2F%2Fid.example%2Fauth",
  ],
  [
    "OpenID Connect Core §4: iss follows the query that it has",
    { initiateLoginUri: "https://app.example/login?tenant=1" },
    "https://app.example/login?tenant=1&iss=https%3A%2F%2Fid.example%2Fauth",
  ],
  ["a disabled client has none", { clientUri: home }, undefined, { client: { isDisabled: true } }],
  [
    "a client for a group has one for its people",
    { clientUri: home, onlyGroups: ["staff"] },
    home,
    { groups: ["staff"] },
  ],
  [
    "and none for others",
    { clientUri: home, onlyGroups: ["staff"] },
    undefined,
    { groups: ["Staff", "board"] },
  ],
  [
    "a client that registered itself has none, whatever the operator added to it",
    { clientUri: home, registrationTokenDigest: "A".repeat(43) },
    undefined,
  ],
  ["nor has one by document", { clientUri: home, documentSince: "1" }, undefined],
  ["an application behind a proxy starts at its first host", { protectedOrigins: [wiki, notes] }, wiki],
  [
    "and at the next one if the first page of that is for others",
    { protectedOrigins: [wiki, notes], pathRules: [`${wiki}/ group=board`] },
    notes,
    { groups: ["staff"] },
  ],
  [
    "it has none if no first page is open to the person",
    { protectedOrigins: [wiki], pathRules: ["/* group=board"] },
    undefined,
    { groups: ["staff"] },
  ],
  [
    "how strong the proof must be is asked there",
    { protectedOrigins: [wiki], pathRules: ["/* require=phr"] },
    wiki,
  ],
  ["a public first page is open", { protectedOrigins: [wiki], pathRules: ["/ public"] }, wiki],
  [
    "but an application for a group is listed for its people alone",
    { protectedOrigins: [wiki], pathRules: ["/ public"], onlyGroups: ["staff"] },
    undefined,
  ],
];

for (const [title, metadata, expected, { groups = [], client = {} } = {}] of rows)
  test(title, () => {
    const whole = aClient({ ...client, metadata: { ...interfaceMetadata, ...metadata } });
    assert.equal(startAddressOf(whole, { groups, issuer }), expected);
  });
