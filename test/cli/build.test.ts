import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";

const root = resolve(import.meta.dirname, "../..");
let folder: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-build-"));
  const built = await run(join(root, "scripts", "build.ts"), [join(folder, "dist")]);
  assert.equal(built.exitCode, 0, built.stdout + built.stderr);
  for (const name of ["bin", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
});
after(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(script: string, words: readonly string[]): Promise<Answer> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("LATCHKEY_")),
  );
  return new Promise((settle) => {
    execFile(process.execPath, [script, ...words], { cwd: folder, env }, (error, stdout, stderr) => {
      settle({ exitCode: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}

const latchkey = (...words: readonly string[]) => run(join(folder, "bin", "latchkey.js"), words);
const create = ["client", "create", "--name", "x", "--redirect-uri", "https://app.example/"];

test("what npm run build makes starts, and makes and migrates a database", async () => {
  assert.ok(!existsSync(join(folder, "src")), "there is no source beside it");
  const version = await latchkey("version");
  assert.equal(version.exitCode, 0, version.stderr);
  assert.match(version.stdout, /^latchkey \d+\.\d+\.\d+ /);
  assert.equal((await latchkey("db", "migrate", "--data-dir", "data")).exitCode, 0);
  const client = await latchkey(...create, "--data-dir", "data", "--json");
  assert.equal(client.exitCode, 0, client.stderr);
  assert.match(JSON.parse(client.stdout).client_id, /^lkc/);
});

test("a program without its migrations says so plainly, and makes no database", async () => {
  rmSync(join(folder, "dist", "adapters", "sqlite", "migrations"), { recursive: true });
  const answer = await latchkey("db", "migrate", "--data-dir", "other");
  assert.equal(answer.exitCode, 69, answer.stderr);
  assert.match(answer.stderr, /^latchkey: This installation of Latchkey is incomplete: .*Install it again/);
  assert.ok(!existsSync(join(folder, "other")));
});
