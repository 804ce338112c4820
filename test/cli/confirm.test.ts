import assert from "node:assert/strict";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { commandCaller } from "../operations/callers.ts";

type Caller = Awaited<ReturnType<typeof commandCaller>>;

/** Runs a command on a terminal. It is answered with yes after `meanwhile`. */
async function confirmed({ run }: Caller, words: readonly string[], meanwhile: () => Promise<void>) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const asked = terminal.setEncoding("utf8");
  const answer = async function* () {
    await meanwhile();
    yield "y\n";
  };
  const stderr = Object.getOwnPropertyDescriptor(process, "stderr") ?? assert.fail();
  Object.defineProperty(process, "stderr", { ...stderr, get: () => terminal });
  try {
    const done = await run(words, Object.assign(Readable.from(answer()), { isTTY: true }));
    return { ...done, question: String(asked.read() ?? "") };
  } finally {
    Object.defineProperty(process, "stderr", stderr);
  }
}

interface Thing {
  readonly collection: string;
  readonly content: object;
  readonly change: object;
  /** The member of the answer that is the last segment of its path. */
  readonly id: string;
  readonly words: (id: string) => readonly string[];
}

const things: Readonly<Record<string, Thing>> = {
  "a person": {
    collection: "/users",
    content: { username: "bob" },
    change: { name: "Robert" },
    id: "user_id",
    words: () => ["user", "delete", "bob"],
  },
  "an API": {
    collection: "/apis",
    content: { resource: "urn:example:orders", name: "Orders" },
    change: { name: "Order" },
    id: "resource",
    words: (id) => ["api", "delete", id],
  },
};

for (const [noun, { collection, content, change, id, words }] of Object.entries(things))
  test(`${noun} that changed after it was shown is not deleted on the answer to the question about it`, async () => {
    await using caller = await commandCaller();
    const { stage } = caller;
    const made = await stage.send("POST", collection, { body: content });
    assert.equal(made.status, 201, made.body);
    const path = `${collection}/${encodeURIComponent(made.json[id])}`;
    const late = await confirmed(caller, words(made.json[id]), async () => {
      assert.equal((await stage.send("PATCH", path, { body: change })).status, 200);
    });
    assert.match(late.question, /\[y\/N\]/);
    assert.equal(late.exitCode, 5, late.said);
    assert.equal((await stage.send("GET", path)).status, 200);
    const inTime = await confirmed(caller, words(made.json[id]), async () => {});
    assert.equal(inTime.exitCode, 0, inTime.said);
    assert.equal((await stage.send("GET", path)).status, 404);
  });

test("somebody who has got the name since the question was asked is not deleted on its answer", async () => {
  await using caller = await commandCaller();
  const { stage } = caller;
  const asked = await stage.send("POST", "/users", { body: { username: "bob" } });
  let other = "";
  const late = await confirmed(caller, ["user", "delete", "bob"], async () => {
    assert.equal((await stage.send("DELETE", `/users/${asked.json.user_id}`)).status, 204);
    stage.service.clock.advance(1);
    other = (await stage.send("POST", "/users", { body: { username: "bob" } })).json.user_id;
  });
  assert.equal(late.exitCode, 5, late.said);
  assert.equal((await stage.send("GET", "/users/bob")).json.user_id, other);
});
