/**
 * `npm run interop:apis` runs the samples of docs/protect-an-api.md that are not written in JavaScript. Each is built in a folder of
 * its own with the packages that it names, which come from the registry of its language. A language that is missing is named.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { textsOf } from "./guide.ts";
import { LiveGuide } from "./live.ts";
import { recordedSamples } from "./recorded.ts";
import { checkRows } from "./rows.ts";
import { freeResource, startSample } from "./sample.ts";
import { StandIn } from "./stand-in.ts";

const place = mkdtempSync(join(tmpdir(), "latchkey-apis-"));
after(() => rmSync(place, { recursive: true, force: true }));

interface Language {
  readonly sample: keyof typeof recordedSamples;
  readonly library: "PyJWT" | "Spring" | "Go";
  /** The programs that must be there, each with words that make it answer. */
  readonly needs: readonly (readonly [string, string])[];
  /** Builds the sample in its folder and returns the command that runs it. */
  readonly build: (folder: string) => readonly [string, ...string[]];
}

const languages: readonly Language[] = [
  {
    sample: "python",
    library: "PyJWT",
    needs: [["python3", "--version"]],
    build: (folder) => {
      run(folder, "python3", ["-m", "venv", "packages"]);
      run(folder, "packages/bin/pip", ["install", "--quiet", "-r", "requirements.txt"]);
      return [join(folder, "packages/bin/python"), join(folder, "orders.py")];
    },
  },
  {
    sample: "spring",
    library: "Spring",
    needs: [
      ["java", "-version"],
      ["mvn", "-version"],
    ],
    build: (folder) => {
      run(folder, "mvn", ["--batch-mode", "--quiet", "package"]);
      return ["java", "-jar", join(folder, "target/orders-1.jar")];
    },
  },
  {
    sample: "go",
    library: "Go",
    needs: [["go", "version"]],
    build: (folder) => {
      run(folder, "go", ["build", "-o", "orders", "."]);
      return [join(folder, "orders")];
    },
  },
];

for (const { sample, library, needs, build } of languages) {
  const { tested, keys } = recordedSamples[sample];
  const missing = needs.filter(([program, word]) => spawnSync(program, [word]).status !== 0);
  const skip = missing.length > 0 && `not here: ${missing.map(([program]) => program).join(", ")}`;
  test(`${tested}: the sample tells every token of its API from the others`, { skip }, async () => {
    const folder = join(place, sample);
    cpSync(join(import.meta.dirname, sample), folder, { recursive: true });
    const command = build(folder);
    await using issuer = await StandIn.start();
    await using running = await startSample(command, issuer.url, await freeResource());
    const said = await checkRows(issuer, running);
    assert.deepEqual(
      textsOf(library).filter((text) => !said.includes(text)),
      [],
      said,
    );
    const host = new URL(issuer.url).host;
    const sent = issuer.requests[0]?.map((line) => line.replace(host, "{host}"));
    assert.deepEqual(sent?.map(withoutPatch), keys.head.map(withoutPatch));
    await takesRealTokens(command);
  });
}

/** The tokens that the commands of the guide lead to. */
async function takesRealTokens(command: readonly [string, ...string[]]): Promise<void> {
  const resource = await freeResource();
  await using guided = await LiveGuide.start(resource);
  await using running = await startSample(command, guided.service.url, resource);
  const { access_token: token } = await guided.signIn({ scope: "orders:read" });
  const answer = await running.call(token);
  assert.equal(answer.status, 200, running.printed());
  assert.match((await answer.json()).person, /^lku/);
  assert.equal((await running.call(token, "POST")).status, 403);
}

function run(cwd: string, program: string, words: readonly string[]): void {
  execFileSync(program, words, { cwd, stdio: "inherit" });
}

/** The patch of a language's own version may differ from machine to machine. */
function withoutPatch(line: string): string {
  return line.replace(/^(User-Agent: \w[\w-]*\/\d+)[\d.]*$/, "$1");
}
