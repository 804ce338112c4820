import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const scripts = join(import.meta.dirname, "../../scripts");
const named = [
  "build.ts",
  "console-gallery.ts",
  "docs-site.ts",
  "docs.ts",
  "gallery.ts",
  "lint-deploy.ts",
  "release.ts",
  "screenshots.ts",
];

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(script: string, word: string, cwd: string): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(scripts, script), word], { cwd }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

for (const script of named)
  test(`scripts/${script} --help says how it is called and does nothing; an unknown option is refused`, async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-scripts-"));
    try {
      const help = await run(script, "--help", folder);
      assert.deepEqual([help.code, help.stderr], [0, ""]);
      assert.match(help.stdout, /^Usage: (npm run|npx node|node) \S.*\n$/);
      const unknown = await run(script, "--nonsense", folder);
      assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
      assert.match(unknown.stderr, /^"--nonsense" means nothing here\. Usage: /);
      assert.deepEqual(await readdir(folder), []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
