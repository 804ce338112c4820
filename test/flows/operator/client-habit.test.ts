import assert from "node:assert/strict";
import { test } from "node:test";
import { type ClientUseFigures, habitsOf, readClientUse } from "../../../src/flows/operator/client-habit.ts";
import { consoleClientId } from "../../../src/flows/operator/own-clients.ts";
import type { StatisticPoint, StatisticRange } from "../../../src/flows/statistics-ports.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { sha256 } from "../../../src/values/digest.ts";
import { plus } from "../../../src/values/time.ts";
import { clientNamed, noon } from "../../storage-contract/samples.ts";

const day = 86_400;
const now = plus(noon, 60 * day);
const openid = { ...interfaceMetadata, isOpenid: true };
const machine = { ...interfaceMetadata, isMachine: true, machineScope: ["orders:read", "orders:write"] };
const old = sha256("old");

function use(figures: Partial<ClientUseFigures> = {}): ClientUseFigures {
  return {
    countedSince: plus(now, -30 * day),
    days: [],
    codes: 5,
    codesWithoutState: 0,
    codesWithoutChallenge: 0,
    tokens: 9,
    refused: 0,
    scopes: new Set(["openid"]),
    ...figures,
  };
}

function habits(client: Partial<Client>, figures: Partial<ClientUseFigures> = {}, usedDaysAgo?: number) {
  const settled = clientNamed("notes", { updatedAt: noon, ...client });
  const uses =
    usedDaysAgo === undefined
      ? []
      : [{ clientId: settled.id, secretDigest: old, usedAt: plus(now, -usedDaysAgo * day) }];
  return habitsOf(settled, use(figures), { uses, now }).map((habit) =>
    Object.values(habit)
      .filter((value) => value !== plus(now, -(usedDaysAgo ?? 0) * day))
      .join(" "),
  );
}

const never = { codes: 0, tokens: 0, scopes: new Set<string>() };

for (const [title, client, figures, said, usedDaysAgo] of [
  ["does all well", { metadata: openid }, {}, []],
  ["asks without state", {}, { codesWithoutState: 2 }, ["no-state 2 5"]],
  ["asks without PKCE", {}, { codesWithoutChallenge: 5 }, ["no-challenge 5 5"]],
  ["never asks for openid", { metadata: openid }, { scopes: new Set(["email"]) }, ["scope-unused openid"]],
  [
    "needs one of two rights",
    { metadata: machine },
    { codes: 0, scopes: new Set(["orders:read"]) },
    ["scope-unused orders:write"],
  ],
  ["is not used", { metadata: openid }, never, ["unused"]],
  ["is not used, and disabled", { isDisabled: true }, never, []],
  ["is not used, and new", { updatedAt: plus(now, -27 * day) }, never, []],
  ["is not used since counting began", {}, { ...never, countedSince: plus(now, -27 * day) }, []],
  ["is not used before anything was counted", {}, { ...never, countedSince: undefined }, []],
  ["belongs to the service", { id: consoleClientId }, never, []],
  ["has an old secret without a use", { previousSecretDigest: old }, {}, ["old-secret-unseen"]],
  ["uses its old secret", { previousSecretDigest: old }, {}, ["old-secret-used"], 2],
  ["has stopped using its old secret", { previousSecretDigest: old }, {}, ["old-secret-idle"], 8],
] as const)
  test(`a client that ${title}: ${said.join(", ") || "nothing is said"}`, () => {
    assert.deepEqual(habits(client, figures, usedDaysAgo), said);
  });

test("what a client did is added up for 30 days and for each of them, up to the day that is going on", async () => {
  let asked: StatisticRange | undefined;
  const points: readonly StatisticPoint[] = (
    [
      ["code", 3, 0],
      ["code", 2, -1],
      ["no-state", 1, -1],
      ["no-challenge", 4, -1],
      ["token", 7, 0],
      ["refused", 2, -1],
      ["scope openid", 3, 0],
      ["a word of a newer release", 9, 0],
    ] as const
  ).map(([label, count, days]) => ({
    at: plus(noon, (days - 0.5) * day),
    kind: "use x",
    label,
    count,
    peak: 0,
  }));
  const statistics = {
    useCountedSince: async () => noon,
    useOf: async (_: unknown, range: StatisticRange) => {
      asked = range;
      return points;
    },
  };
  const found = await readClientUse({ statistics, clock: { now: () => noon } }, clientNamed("notes").id);
  assert.deepEqual(asked, { from: plus(noon, -29.5 * day), until: plus(noon, 0.5 * day), step: day });
  assert.equal(found.days.length, 30);
  assert.deepEqual(found.days.slice(-2), [
    { at: plus(noon, -1.5 * day), tokens: 0, refused: 2 },
    { at: plus(noon, -0.5 * day), tokens: 7, refused: 0 },
  ]);
  const { codes, codesWithoutState, codesWithoutChallenge, tokens, refused } = found;
  assert.deepEqual([codes, codesWithoutState, codesWithoutChallenge, tokens, refused], [5, 1, 4, 7, 2]);
  assert.deepEqual([...found.scopes], ["openid"]);
});
