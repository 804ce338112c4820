import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../../src/operations/operations.ts";
import { unreadableProblem } from "../../src/operations/unreadable.ts";

const parts = ["params", "query", "body"] as const;
type Part = (typeof parts)[number];

function operationOf(id: string) {
  const found = operations.find((operation) => operation.id === id);
  assert.ok(found, `there is no operation ${id}`);
  return found;
}

function problemOf(id: string, part: Part, data: unknown) {
  const schema = operationOf(id)[part];
  const read = schema?.safeParse(data);
  assert.ok(read, `${id} has no ${part}`);
  const partKind = part === "body" ? ({ isContent: true, schema } as const) : ({ isContent: false } as const);
  return unreadableProblem({ ...read, data }, partKind);
}

type Row = readonly [id: string, part: Part, data: unknown, where: string, sentence: string];

const rows: readonly Row[] = [
  ["createClient", "body", [], "", "It must be an object."],
  ["createClient", "body", {}, "/name", "It is missing."],
  ["createClient", "body", { name: 7 }, "/name", "It must be a string."],
  ["createClient", "body", { name: "" }, "/name", "It must not be empty."],
  ["updateUser", "body", { email: 7 }, "/email", "It must be a string or null."],
  ["updateUser", "body", { claims: { nickname: 7 } }, "/claims/nickname", "It must be a string or null."],
  ["createClient", "body", { name: "n".repeat(201) }, "/name", "It must have at most 200 characters."],
  ["createClient", "body", { name: "A", public: "yes" }, "/public", "It must be a boolean."],
  ["createClient", "body", { name: "A", redirect_uris: "x" }, "/redirect_uris", "It must be a list."],
  [
    "createClient",
    "body",
    { name: "A", redirect_uris: ["x", 1] },
    "/redirect_uris/1",
    "It must be a string.",
  ],
  [
    "createClient",
    "body",
    { name: "A", redirect_uris: Array(101).fill("x") },
    "/redirect_uris",
    "It must have at most 100 items.",
  ],
  ["createClient", "body", { name: "A", profile: "lax" }, "/profile", 'It must be "interface" or "strict".'],
  ["createClient", "body", { name: "A", "a/b": 1 }, "/a~1b", "There is no such member."],
  [
    "createClient",
    "body",
    { name: "A", jwks: { keys: [{ kty: null }] } },
    "/jwks/keys/0/kty",
    "It must be a string, a list, a boolean or a number.",
  ],
  [
    "createClient",
    "body",
    { name: "A", jwks: { keys: [{ kty: [1] }] } },
    "/jwks/keys/0/kty",
    "It has a member that cannot be used.",
  ],
  ["createClient", "body", { name: "nul\0" }, "/name", "It has a character that cannot be stored."],
  ["createClient", "body", { name: "half \ud800" }, "/name", "It has a character that cannot be stored."],
  [
    "updateApi",
    "body",
    { token_lifetime_seconds: 1.5 },
    "/token_lifetime_seconds",
    "It must be a whole number or null.",
  ],
  ["updateApi", "body", { token_lifetime_seconds: 59 }, "/token_lifetime_seconds", "It must be at least 60."],
  [
    "updateApi",
    "body",
    { token_lifetime_seconds: 86_401 },
    "/token_lifetime_seconds",
    "It must be at most 86400.",
  ],
  [
    "updateUpstream",
    "body",
    { group_map: { ["g".repeat(201)]: "staff" } },
    `/group_map/${"g".repeat(201)}`,
    "Its name must have at most 200 characters.",
  ],
  ["listClients", "query", { limit: "0" }, "limit", "It is a whole number from 1 to 200."],
  ["listClients", "query", { page: "2" }, "page", "There is no such parameter."],
  [
    "listAudit",
    "query",
    { from: "yesterday" },
    "from",
    "It must be a time in UTC, such as 2026-01-31T12:00:00Z.",
  ],
];

for (const [id, part, data, where, sentence] of rows)
  test(`a request to ${id} with ${part} ${JSON.stringify(data).slice(0, 60)}: ${sentence}`, () => {
    const problem = problemOf(id, part, data);
    const named = part === "body" ? { pointer: where } : { parameter: where };
    assert.deepEqual(problem?.errors, [{ ...named, detail: sentence }]);
    const begin = where === "" ? "The content" : where;
    assert.equal(problem?.detail, `${begin}: ${sentence}`);
    assert.equal(problem?.kind, part === "body" ? "invalid-content" : "invalid-parameters");
  });

test("a valid part is not a problem", () => {
  assert.equal(problemOf("createClient", "body", { name: "A" }), undefined);
});

test("at most twenty invalid members are named", () => {
  const names = Array.from({ length: 50 }, (_, index) => [`m${index}`, 1]);
  const problem = problemOf("createClient", "body", { name: "A", ...Object.fromEntries(names) });
  assert.equal(problem?.errors?.length, 20);
});

test("whatever the value of a member, the refusal contains no text of the validation library", () => {
  const long = "x".repeat(20_000);
  const oddities = [
    null,
    1,
    1.5,
    -1,
    1e30,
    true,
    "",
    long,
    [],
    [1],
    [[]],
    Array(3_000).fill("x"),
    {},
    { a: 1 },
  ];
  const more = [{ a: long }, { ["k".repeat(1_000)]: "x" }, [{}], [{ name: 1 }], { keys: 1 }];
  let refused = 0;
  for (const operation of operations)
    for (const part of parts) {
      const schema = operation[part];
      if (schema === undefined) continue;
      const names = "shape" in schema ? Object.keys(Object(schema.shape)) : [];
      const values = [...oddities, ...more];
      const inputs = [...values, ...names.flatMap((name) => values.map((value) => ({ [name]: value })))];
      for (const input of inputs)
        for (const { detail } of problemOf(operation.id, part, input)?.errors ?? []) {
          refused++;
          assert.match(detail, /^(?:It|Its name|There) .*\.$/, `${operation.id} ${part}`);
          assert.doesNotMatch(detail, /[Ii]nvalid|expected|received|Unrecognized|Too |pattern/);
        }
    }
  assert.ok(refused > 1_000, `only ${refused} refusals were seen`);
});
