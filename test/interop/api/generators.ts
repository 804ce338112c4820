/**
 * `npm run interop:generators` makes clients of /openapi.json with three generators of code, compiles them, and uses them at a running
 * service. The generators come from the registries of their languages into a folder of its own. One that cannot be had is named.
 */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { AdminStage, apiBase } from "../../http/support/admin-api.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const place = mkdtempSync(join(tmpdir(), "latchkey-generators-"));
let stage: AdminStage;
before(async () => {
  stage = await AdminStage.set();
  const answer = await fetch(`${stage.service.url}/openapi.json`);
  writeFileSync(join(place, "openapi.json"), await answer.text());
});
after(async () => {
  await stage?.[Symbol.asyncDispose]();
  rmSync(place, { recursive: true, force: true });
});

interface Generator {
  readonly name: string;
  /** The programs that must be there, each with words that make it answer. */
  readonly needs: readonly (readonly [program: string, ...words: string[]])[];
  readonly program: string;
  /** Makes the client and compiles it with the program, all in one folder. Returns the command that runs it there. */
  readonly build: (inFolder: InFolder) => Promise<readonly [string, ...string[]]>;
}

type InFolder = (program: string, ...words: string[]) => Promise<{ readonly stdout: string }>;

const generators: readonly Generator[] = [
  {
    name: "oapi-codegen 2.8.2",
    needs: [["go", "version"]],
    program: "main.go",
    build: async (inFolder) => {
      await inFolder("go", "mod", "init", "example.com/generated");
      const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
      const words = ["-generate", "types,client", "-package", "admin", "-o", "admin/admin.go"];
      await inFolder("mkdir", "admin");
      await inFolder("go", "run", generator, ...words, "../openapi.json");
      await inFolder("go", "mod", "tidy");
      await inFolder("go", "build", "-o", "generated", ".");
      return ["./generated"];
    },
  },
  {
    name: "openapi-python-client 0.29.1",
    needs: [["python3", "-c", "import ensurepip, venv"]],
    program: "main.py",
    build: async (inFolder) => {
      await inFolder("python3", "-m", "venv", "packages");
      await inFolder("packages/bin/pip", "install", "--quiet", "openapi-python-client==0.29.1");
      await inFolder(
        "packages/bin/openapi-python-client",
        ...["generate", "--path", "../openapi.json", "--meta", "none"],
        ...["--output-path", "latchkey_admin_api_client"],
      );
      return ["packages/bin/python", "main.py"];
    },
  },
  {
    name: "openapi-typescript 7.13.0 with openapi-fetch 0.17.0",
    needs: [["npm", "--version"]],
    program: "main.ts",
    build: async (inFolder) => {
      writeFileSync(join(place, "main.ts", "package.json"), '{ "type": "module" }');
      const packages = ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5"];
      await inFolder("npm", "install", "--silent", "--ignore-scripts", ...packages);
      await inFolder("npx", "openapi-typescript", "../openapi.json", "-o", "admin.d.ts");
      const words = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext"];
      await inFolder(
        join(root, "node_modules/.bin/tsc"),
        ...[...words, "--allowImportingTsExtensions", "--types", "node"],
        ...["--typeRoots", join(root, "node_modules/@types"), "main.ts"],
      );
      return [process.execPath, "main.ts"];
    },
  },
];

for (const { name, needs, program, build } of generators) {
  const missing = needs.find(([command, ...words]) => spawnSync(command, words).status !== 0);
  const skip = missing === undefined ? false : `not here: ${missing.join(" ")}`;
  test(`${name} makes a client of /openapi.json that compiles and works`, { skip }, async () => {
    const folder = join(place, program);
    mkdirSync(folder);
    cpSync(join(import.meta.dirname, "generated", program), join(folder, program));
    const env = { ...process.env, API: `${stage.service.url}${apiBase}`, TOKEN: await stage.token() };
    const inFolder: InFolder = (command, ...words) => run(command, words, { cwd: folder, env });
    const known = await clientIds();
    const [command, ...words] = await build(inFolder);
    const printed = (await inFolder(command, ...words)).stdout.trim().split("\n");
    assert.deepEqual(printed.sort(), (await clientIds()).sort());
    assert.equal(printed.length, known.length + 1);
  });
}

async function clientIds(): Promise<string[]> {
  const { json } = await stage.send("GET", "/clients");
  return json.items.map(({ client_id }: { readonly client_id: string }) => client_id);
}
