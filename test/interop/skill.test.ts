import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

/** Follows the skill for coding agents to the letter: its registration and its code, as they stand in the document. */
const root = resolve(import.meta.dirname, "../..");
const skill = readFileSync(join(root, "docs/skills/connect-an-application/SKILL.md"), "utf8");

function block(language: string, containing: string): string {
  const blocks = [...skill.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  const found = blocks.find(([, name, text]) => name === language && text?.includes(containing));
  return found?.[2] ?? assert.fail(`The skill has no ${language} with ${containing}.`);
}

let stage: InteropStage;
let folder: string;
before(async () => {
  stage = await startInteropStage("http://localhost:3000/callback", ["--openid"]);
  folder = mkdtempSync(join(tmpdir(), "latchkey-skill-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test("the registration keeps the secret in a file of its owner, and prints the id alone", () => {
  const { clientId: client_id, clientSecret: client_secret } = stage.app;
  const [, program = ""] = /\| node -e '\n([\s\S]*)'\n$/.exec(block("sh", "client create")) ?? [];
  const input = JSON.stringify({ client_id, client_secret });
  const printed = execFileSync(process.execPath, ["-e", program], { cwd: folder, input, encoding: "utf8" });
  assert.equal(printed, `${client_id}\n`);
  assert.equal(
    readFileSync(join(folder, ".env"), "utf8"),
    `OIDC_ISSUER=http://localhost:8080\nOIDC_CLIENT_ID=${client_id}\nOIDC_CLIENT_SECRET=${client_secret}\n`,
  );
  assert.equal(statSync(join(folder, ".env")).mode & 0o777, 0o600);
});

test("the code signs a person in, and refuses another state", async () => {
  const { base, clientId, clientSecret, redirectUri } = stage.app;
  const settings = { OIDC_ISSUER: base, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  Object.assign(process.env, settings);
  const file = join(folder, "sign-in.mjs");
  writeFileSync(file, block("js", "finishSignIn"));
  const { startSignIn, finishSignIn } = await import(pathToFileURL(file).href);
  for (const name of Object.keys(settings)) delete process.env[name];
  const { location, pending } = await startSignIn(redirectUri);
  const callback = await stage.comeBack(location);
  await assert.rejects(finishSignIn(callback.href, { ...pending, state: "another" }));
  const claims = await finishSignIn(callback.href, pending);
  assert.equal(claims.preferred_username, "ada");
  assert.match(claims.sub, /^lku/);
});
