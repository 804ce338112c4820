/**
 * `npm run fuzz:api` has Schemathesis read the description of the admin API and try everything that it allows and forbids, with every
 * check on. The program comes from PyPI into a folder that git ignores.
 */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
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

test("Schemathesis finds no failure and nothing that is not described", { skip }, async () => {
  await using stage = await AdminStage.set({ LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS: "86400" });
  // Time passes twenty times as fast, so that the limit on requests refuses none.
  const time = setInterval(() => stage.service.clock.advance(1), 50);
  const machine = await stage.machine();
  const token = await stage.tokenOf(machine, allAdminScopes);
  const words = [
    ["--config-file", join(import.meta.dirname, "schemathesis.toml"), "run"],
    [`${stage.service.url}/openapi.json`, "--url", `${stage.service.url}${apiBase}`],
    ["--header", `Authorization: Bearer ${token}`, "--max-examples", examples, "--seed", "1", "--no-color"],
    // The token's own client stays: else everything after it would be refused.
    ["--exclude-path-regex", "^/clients/\\{client_id\\}|^/keys/rotate|^/tokens/revoke"],
    ["--checks", "all", "--phases", "examples,coverage,fuzzing"],
  ].flat();
  const ended = await run(program, words, { maxBuffer: 1 << 26 }).catch((error) => error);
  clearInterval(time);
  assert.equal(ended.code ?? 0, 0, ended.stdout + ended.stderr);
  const failed = stage.service.log.filter(({ level }) => level === "error");
  assert.deepEqual(failed, []);
});
