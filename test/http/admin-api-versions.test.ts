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
  client: {
    collection: "/clients",
    body: () => ({ name: "App", redirect_uris: ["https://app.example/cb"] }),
    id: "client_id",
    change: (name) => ({ name }),
  },
};

for (const [noun, { collection, body, id, change }] of Object.entries(nouns))
  describe(`I8: the version of a ${noun} is claimed with the write`, () => {
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
        assert.deepEqual([json, now.etag], [won?.json, won?.headers.etag]);
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
