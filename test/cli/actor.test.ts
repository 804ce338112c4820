import assert from "node:assert/strict";
import { test } from "node:test";
import { commandLineActor } from "../../src/cli/actor.ts";

const callers = [
  { who: "root", user: { uid: 0, name: "root", shell: "/bin/bash" }, actor: "grace" },
  {
    who: "a service account",
    user: { uid: 998, name: "latchkey", shell: "/usr/sbin/nologin" },
    actor: "grace",
  },
  { who: "a person", user: { uid: 1000, name: "eve", shell: "/bin/bash" }, actor: "eve" },
  {
    who: "a number without a name",
    user: { uid: 65532, name: "uid 65532", shell: null },
    actor: "uid 65532",
  },
] as const;

for (const { who, user, actor } of callers)
  test(`an act that ${who} carries out behind sudo is audited as the act of ${actor}`, () => {
    assert.deepEqual(commandLineActor({ env: { SUDO_USER: "grace" } }, user), {
      kind: "command-line",
      name: actor,
    });
  });

test("an act without sudo is audited as the act of the account that it runs as", () => {
  const user = { uid: 998, name: "latchkey", shell: "/usr/sbin/nologin" };
  assert.deepEqual(commandLineActor({ env: {} }, user), { kind: "command-line", name: "latchkey" });
});
