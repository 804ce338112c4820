import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import * as library from "oauth4webapi";
import { upstreamsMax } from "../../src/protocol/upstream/upstream.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const page = read("docs/providers.md");

/** Errors of the library that stand for what the provider answered: their reason is that answer. */
const answers = ["OAUTH_RESPONSE_BODY_ERROR", "OAUTH_AUTHORIZATION_RESPONSE_ERROR"];
/** The library makes no requests but those whose failure has another reason, and reads no metadata but what was checked before. */
const impossible = ["OAUTH_INVALID_REQUEST", "OAUTH_HTTP_REQUEST_FORBIDDEN", "OAUTH_JWT_USERINFO_EXPECTED"];

function wordsIn(files: string, pattern: RegExp): readonly string[] {
  const found = globSync(files, { cwd: root }).flatMap((file) => [...read(file).matchAll(pattern)]);
  assert.ok(found.length > 0, files);
  return found.flatMap(([, word = ""]) => word);
}

test("docs/providers.md explains every reason for which a sign-in with a provider is refused, and names the limit", () => {
  const refused =
    /(?:reason: |failed\(|refuse\(|answer, |return |\? )"([a-z][a-z_-]*-[a-z_-]*|throttled|unexpected)"/g;
  const problems =
    /export type GuardedProblem =([^;]*);/.exec(read("src/adapters/fetch/guarded-fetch.ts"))?.[1] ?? "";
  const codes = Object.values<unknown>(library).filter(
    (value): value is string => typeof value === "string" && /^OAUTH_[A-Z_]+$/.test(value),
  );
  const reasons = [
    ...wordsIn("src/flows/upstream/callback.ts", refused),
    ...wordsIn("src/identity/upstream-account.ts", refused),
    ...wordsIn("src/adapters/upstream/{openid-*,failures}.ts", refused),
    ...wordsIn("src/adapters/upstream/{openid-party,failures}.ts", /: "(discovery-[a-z]+|unexpected)"/g),
    ...wordsIn(
      "src/flows/authorize/complete-sign-in.ts",
      /(?:Result<CompletedSignIn, |\| )"([a-z-]+)"(?=[^;:]*>> \{)/g,
    ),
    ...[...problems.matchAll(/"([a-z-]+)"/g)].flatMap(([, word = ""]) => word),
    ...codes
      .filter((code) => !answers.includes(code) && !impossible.includes(code))
      .map((code) => code.slice("OAUTH_".length).toLowerCase().replaceAll("_", "-")),
    "status-500",
  ];
  const table = page.split("| `reason` | What it means |")[1] ?? "";
  const named = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) => name),
  );
  const isNamed = (reason: string) =>
    named.some((name) => name === reason || (name.endsWith("…") && reason.startsWith(name.slice(0, -1))));
  assert.deepEqual(
    [...new Set(reasons)].filter((reason) => !isNamed(reason)),
    [],
  );
  const known = named.filter((name) => !name.endsWith("…") && !/^(?:answer|token)-/.test(name));
  assert.deepEqual(
    known.filter((name) => !reasons.includes(name)),
    [],
    "reasons that nothing writes",
  );
  assert.ok(page.includes(`at most ${upstreamsMax} providers`));
});
