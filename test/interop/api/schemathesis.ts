/**
 * `npm run fuzz:api` has Schemathesis read the description of the admin API and try everything that it allows and forbids, with every
 * check on. The program comes from PyPI into a folder that git ignores.
 */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { allAdminScopes } from "../../../src/protocol/api/admin-scopes.ts";
import { AdminStage, apiBase } from "../../http/support/admin-api.ts";

const run = promisify(execFile);
const version = "4.32.5";
const place = join(import.meta.dirname, ".packages", `schemathesis-${version}`);
const program = join(place, "bin/schemathesis");
const isHere = spawnSync("python3", ["-c", "import ensurepip, venv"]).status === 0;
const skip = isHere ? await whyNotInstalled() : "not here: python3 with venv (apt-get install python3-venv)";

/** Says by name what cannot be had; false where everything is there. */
async function whyNotInstalled(): Promise<string | false> {
  const mark = join(place, "complete");
  if (existsSync(mark)) return false;
  try {
    await run("python3", ["-m", "venv", "--clear", place]);
    const quietly = ["--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "20"];
    await run(join(place, "bin/python"), ["-m", "pip", "install", ...quietly, `schemathesis==${version}`]);
    await writeFile(mark, "");
    return false;
  } catch (error) {
    const { stderr = String(error) } = error as { readonly stderr?: string };
    return `not here: schemathesis ${version} from PyPI (${stderr.trim().split("\n").at(-1)})`;
  }
}

/** How many requests each operation gets in each phase, at most. */
const examples = process.env.FUZZ_EXAMPLES ?? "15";

/** Hands a token out that works at this moment: of the client of before, or of a new one where an operation has ended it. */
async function serveTokens(stage: AdminStage) {
  const fresh = async () => stage.tokenOf(await stage.machine(), allAdminScopes);
  let token = await fresh();
  const server = createServer(async (_, response) => {
    const { status } = await stage.send("GET", "/status", { token });
    if (status !== 200) token = await fresh();
    response.end(token);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

test("Schemathesis finds no failure and nothing that is not described", { skip }, async () => {
  await using stage = await AdminStage.set({ LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS: "86400" });
  // Time passes twenty times as fast, so that the limit on requests refuses none.
  const time = setInterval(() => stage.service.clock.advance(1), 50);
  const tokens = await serveTokens(stage);
  const words = [
    ["--config-file", join(import.meta.dirname, "schemathesis.toml"), "run"],
    [`${stage.service.url}/openapi.json`, "--url", `${stage.service.url}${apiBase}`],
    ["--max-examples", examples, "--seed", "1", "--no-color"],
    ["--checks", "all", "--phases", "examples,coverage,fuzzing"],
  ].flat();
  const hooks = join(import.meta.dirname, "hooks.py");
  const env = { ...process.env, SCHEMATHESIS_HOOKS: hooks, FUZZ_TOKENS: tokens.address };
  const ended = await run(program, words, { maxBuffer: 1 << 26, env }).catch((error) => error);
  tokens.close();
  clearInterval(time);
  assert.equal(ended.code ?? 0, 0, ended.stdout + ended.stderr);
  const failed = stage.service.log.filter(({ level }) => level === "error");
  assert.deepEqual(failed, []);
});
