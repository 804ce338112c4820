import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { operations } from "../../src/operations/operations.ts";
import { root } from "../http/support/console-stage.ts";
import { addPersonWithEverything } from "../http/support/person-with-everything.ts";
import { commandCaller, filled, type Things } from "./callers.ts";

let caller: Awaited<ReturnType<typeof commandCaller>>;
let things: Things;

before(async () => {
  caller = await commandCaller();
  things = await oneOfEach();
});
after(() => caller[Symbol.asyncDispose]());

const resource = "https://api.example/orders";

/** Makes one of each thing, with as many of its members as can be set. */
async function oneOfEach(): Promise<Things> {
  const { client, session, message, hook } = await addPersonWithEverything(caller.service, root.password);
  const create = async (path: string, body: object) => {
    const made = await caller.stage.send("POST", path, { body });
    assert.equal(made.status, 201, made.body);
  };
  await create("/groups", { group: "staff" });
  await create("/apis", {
    resource,
    name: "Orders",
    scopes: [{ name: "orders:read", sentence: "See them" }],
  });
  const lists = {
    redirect_uris: ["https://notes.example/cb"],
    resources: [resource],
    only_groups: ["staff"],
  };
  await create("/clients", { name: "Notes", openid: true, ...lists });
  assert.equal((await caller.stage.send("PUT", "/groups/staff/members/ada")).status, 200);
  await create("/invitations", { email: "new@example.org", groups: ["staff"] });
  await create("/upstreams", {
    kind: "oidc",
    upstream: "acme",
    issuer: "http://127.0.0.1:9/acme",
    client_id: "us",
    secret: "secret there",
    domains: ["example.org"],
    group_claim: "roles",
    group_map: { Employees: "staff" },
    check: false,
  });
  return {
    client_id: client.id,
    resource,
    user: "ada",
    group: "staff",
    upstream: "acme",
    session_id: session,
    message_id: message,
    webhook_id: hook,
  };
}

/** Operations whose command prints something else, and why. */
const otherwise: Readonly<Record<string, string>> = {
  listMembers: "the command prints them with the group",
  listFindings: "the command checks the machine too",
  getProxyConfiguration: "the command names the proxy by an option; test/cli/client-protect.test.ts",
  showPathAccess: "the command names the path by an option; test/cli/client-access.test.ts",
  explainAccess: "the command names both by options; test/cli/why.test.ts",
  explainAccount: "the command names the person by an option; test/cli/why.test.ts",
  explainRefusal: "what the command finds in a log, no service remembers; test/cli/why.test.ts",
  listSettings: "the command prints its own, and not those of the service",
};

/** What a command prints beyond the answer: an address of its own has it, or only this machine needs it. */
const printedToo: Readonly<Record<string, string>> = { getGroup: "members" };

/** Lists that a command prints the other way round, so that the newest item is just above the prompt. */
const oldestFirst: ReadonlySet<string> = new Set(["listAudit", "listMail"]);

for (const { id, method, path, command, answer } of operations)
  if (method === "get" && command !== undefined && otherwise[id] === undefined)
    it(`${command} prints what GET ${path} answers`, async () => {
      const names = [...path.matchAll(/\{\w+\}/g)].map(([name]) => filled(name, things));
      const words = [...command.split(" ").filter((word) => word !== "latchkey"), ...names];
      const { exitCode, lines, said } = await caller.run(words);
      assert.equal(exitCode, 0, said);
      const { json } = await caller.stage.send("GET", filled(path, things, encodeURIComponent));
      // The description has every member of the answer, and no other one.
      assert.deepEqual(answer?.safeParse(json).error?.issues, undefined);
      if (json.items === undefined) {
        const { [printedToo[id] ?? ""]: _, ...printed } = lines[0] ?? {};
        assert.deepEqual(printed, json);
      } else {
        assert.ok(json.items.length > 0);
        assert.deepEqual(oldestFirst.has(id) ? lines.toReversed() : lines, json.items);
      }
    });

it("no exception is left over", () => {
  const reading = new Set(operations.filter(({ method }) => method === "get").map(({ id }) => id));
  const named = [...Object.keys(otherwise), ...Object.keys(printedToo), ...oldestFirst];
  assert.deepEqual(
    named.filter((id) => !reading.has(id)),
    [],
  );
});
