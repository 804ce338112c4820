import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { clientSaid } from "../../src/admin/console/client-form.ts";
import { pageFor } from "../../src/admin/console/repairs.ts";
import { screens } from "../../src/admin/console/screens.ts";
import type { ClientProblem } from "../../src/flows/operator/client-problem.ts";
import type { MetadataProblem } from "../../src/protocol/client/metadata-change.ts";

/** What only the machine of the service can do: its files, its disk and its master key. */
const typedThere = /^latchkey (?:db|key rotate-master|apply|doctor|config)\b/;

/** Every command in the sources of what the console shows: findings, and explanations of access. */
function commandsIn(folder: string, names: RegExp): readonly string[] {
  const files = readdirSync(folder).filter((name) => names.test(name));
  return files.flatMap((name) =>
    [
      ...readFileSync(`${folder}/${name}`, "utf8").matchAll(
        /["`](latchkey [a-z]+ (?:[^"`$]|\$\{[^{}]*\})*)["`]/g,
      ),
    ].map(([, command = ""]) => command.replaceAll(/\$\{[^{}]*\}/g, "thing")),
  );
}

test("the form of an application says what is wrong with labels, not with options or commands", () => {
  const problems: readonly MetadataProblem[] = [
    { kind: "rotation-needed" },
    { kind: "rules-for-third-party" },
    { kind: "sector-without-pairwise" },
    { kind: "hosts-differ", hosts: ["a.example", "b.example"] },
    {
      kind: "value-unusable",
      member: "claimRules",
      value: "roles",
      why: "gives roles to APIs, which learn it from the groups of the person: latchkey api update RESOURCE --role. Choose another name",
    },
  ];
  for (const problem of problems) {
    const refusal: ClientProblem = { kind: "metadata-unusable", problem };
    const { say = "" } = clientSaid(refusal) ?? {};
    assert.doesNotMatch(say, /--|latchkey/, say);
    assert.match(say, /^\S.*[^:]$/);
  }
});

test("each command of a finding or an explanation has a page of the console, unless only the service's machine can do it", () => {
  const commands = [
    ...commandsIn("src/doctor", /\.ts$/),
    ...commandsIn("src/compose", /^declared/),
    "latchkey key rotate-master",
    ...commandsIn("src/flows/operator", /^(?:why|path-access)/),
  ];
  assert.ok(commands.length > 30, String(commands.length));
  const shown = screens.filter(({ get }) => get !== undefined);
  const known = shown.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
  for (const command of commands) {
    const page = pageFor(command);
    if (typedThere.test(command)) assert.equal(page, undefined, command);
    else assert.ok(page !== undefined, command);
    if (page === undefined || "person" in page) continue;
    const [path = ""] = page.path.split("?");
    assert.ok(
      known.some((each) => each.test(path)),
      `${command}: ${path}`,
    );
  }
});
