import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { AdminStage } from "./support/admin-api.ts";

let stage: AdminStage;

before(async () => {
  stage = await AdminStage.set();
});
after(() => stage[Symbol.asyncDispose]());

interface Noun {
  readonly collection: string;
  readonly body: (round: number) => Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly change: (word: string) => object;
}

const nouns: Readonly<Record<string, Noun>> = {
  "a client": {
    collection: "/clients",
    body: () => ({ name: "App", redirect_uris: ["https://app.example/cb"] }),
    id: "client_id",
    change: (name) => ({ name }),
  },
  "an API": {
    collection: "/apis",
    body: (round) => ({ resource: `urn:example:raced${round}`, name: "Raced" }),
    id: "resource",
    change: (name) => ({ name }),
  },
  "a provider": {
    collection: "/upstreams",
    body: (round) => ({
      kind: "oidc",
      upstream: `raced${round}`,
      issuer: "https://idp.example",
      client_id: "us",
      secret: "shared with them",
      check: false,
    }),
    id: "upstream",
    change: (display_name) => ({ display_name }),
  },
  "a person": {
    collection: "/users",
    body: (round) => ({ username: `person${round}`, password: "raced the tortoise 17" }),
    id: "user_id",
    change: (name) => ({ name }),
  },
};

for (const [noun, { collection, body, id, change }] of Object.entries(nouns))
  describe(`I8: the version of ${noun} is claimed with the write`, () => {
    const rounds = 5;

    async function make(round: number) {
      const made = await stage.send("POST", collection, { body: body(round) });
      assert.equal(made.status, 201, made.body);
      const path = `${collection}/${encodeURIComponent(made.json[id])}`;
      const { etag = "" } = (await stage.send("GET", path)).headers;
      assert.equal(made.headers.etag, etag);
      return { path, headers: { "if-match": etag } };
    }

    it("of two changes with one tag at the same moment one is made, and the other is told", async () => {
      for (let round = 0; round < rounds; round++) {
        const { path, headers } = await make(round);
        const answers = await Promise.all(
          ["One", "Two"].map((word) => stage.send("PATCH", path, { body: change(word), headers })),
        );
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
        const won = answers.find(({ status }) => status === 200);
        const { json, headers: now } = await stage.send("GET", path);
        assert.deepEqual({ ...json, ...won?.json }, json);
        assert.equal(now.etag, won?.headers.etag);
        assert.notEqual(now.etag, headers["if-match"]);
      }
    });

    it("a removal with a tag never removes what changed at the same moment", async () => {
      for (let round = rounds; round < 2 * rounds; round++) {
        const { path, headers } = await make(round);
        const [changed, removed] = await Promise.all([
          stage.send("PATCH", path, { body: change("Changed") }),
          stage.send("DELETE", path, { headers }),
        ]);
        const outcome = `${changed.status} ${removed.status}`;
        assert.ok(["200 412", "404 204", "409 204"].includes(outcome), outcome);
        assert.equal((await stage.send("GET", path)).status, changed.status === 200 ? 200 : 404);
      }
    });

    it("a removal without a tag removes whatever it became at the same moment", async () => {
      const { path } = await make(2 * rounds);
      const [, removed] = await Promise.all([
        stage.send("PATCH", path, { body: change("Changed") }),
        stage.send("DELETE", path),
      ]);
      assert.equal(removed.status, 204);
      assert.equal((await stage.send("GET", path)).status, 404);
    });

    it("a removal with a tag that is not the one that stands removes nothing", async () => {
      const { path, headers } = await make(2 * rounds + 1);
      assert.equal((await stage.send("PATCH", path, { body: change("Changed") })).status, 200);
      assert.equal((await stage.send("DELETE", path, { headers })).status, 412);
      assert.equal((await stage.send("GET", path)).status, 200);
    });
  });

it("I8: disabling and enabling a person claim the version, and each answers with the one that stands then", async () => {
  const { json } = await stage.send("POST", "/users", { body: { username: "switched" } });
  const path = `/users/${json.user_id}`;
  const { etag = "" } = (await stage.send("GET", path)).headers;
  const answers = await Promise.all([
    stage.send("PATCH", path, { body: { name: "Changed" }, headers: { "if-match": etag } }),
    stage.send("POST", `${path}/disable`, { headers: { "if-match": etag } }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
  for (const verb of ["disable", "enable"]) {
    assert.equal(
      (await stage.send("POST", `${path}/${verb}`, { headers: { "if-match": etag } })).status,
      412,
    );
    const before = (await stage.send("GET", path)).headers.etag ?? "";
    const set = await stage.send("POST", `${path}/${verb}`, { headers: { "if-match": before } });
    assert.deepEqual([set.status, set.json.disabled], [200, verb === "disable"]);
    assert.equal(set.headers.etag, (await stage.send("GET", path)).headers.etag);
  }
});

it("I8: whatever a person's record shows changes its tag", async () => {
  const { json } = await stage.send("POST", "/users", {
    body: { username: "shown", email: "shown@example.org" },
  });
  const path = `/users/${json.user_id}`;
  await stage.send("POST", "/groups", { body: { group: "seen" } });
  const changes: readonly (readonly [string, string, object?])[] = [
    ...[
      { email: "new@example.org" },
      { name: "Shown" },
      { phone_number: "+442079460123" },
      { address: "1 Street" },
      { claims: { given_name: "S" } },
      { require: "two" },
      { admin: true },
    ].map((body) => ["PATCH", path, body] as const),
    ["POST", `${path}/disable`],
    ["POST", `${path}/enable`],
    ["PUT", `/groups/seen/members/${json.user_id}`],
    ["DELETE", `/groups/seen/members/${json.user_id}`],
  ];
  for (const [method, target, body] of changes) {
    const before = await stage.send("GET", path);
    const { status } = await stage.send(method, target, { body });
    assert.equal(status, 200, `${method} ${target}`);
    const after = await stage.send("GET", path);
    assert.notDeepEqual(after.json, before.json, `${method} ${target}`);
    assert.notEqual(after.headers.etag, before.headers.etag, `${method} ${target}`);
  }
});
