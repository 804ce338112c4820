import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { proxyNames } from "../../src/flows/operator/proxy-files.ts";
import { openFolder } from "./command-line.ts";

const exec = promisify(execFile);

/** What each result names, by the words of its command. `…` stands for an id. */
const results: Readonly<Record<string, readonly [words: readonly string[], next: readonly string[]]>> = {
  "an application on this machine is tried, then shown": [
    ["client", "create", "--name", "A", "--redirect-uri", "http://127.0.0.1:8765/callback"],
    ["client try …", "client show …"],
  ],
  "another application is shown": [
    ["client", "create", "--name", "A", "--redirect-uri", "https://a.example/cb"],
    ["client show …"],
  ],
  "the proxies of an application are configured": [
    ["client", "create", "--protect", "https://wiki.example.org"],
    proxyNames.map((proxy) => `client show … --proxy ${proxy}`),
  ],
  "a person is shown": [
    ["user", "create", "--username", "o'hara", "--password-random"],
    ["user show 'o'\\''hara'"],
  ],
  "an administrator gets a link for a second factor first": [
    ["user", "create", "--username", "boss", "--password-random", "--admin"],
    ["user recover boss", "user show boss"],
  ],
  "after a dry run comes the import, with the same options": [
    [
      "import",
      "users",
      "two people.csv",
      "--dry-run",
      "--create-groups",
      "--map",
      "username=Login, groups=In",
    ],
    ["import users --map 'username=Login, groups=In' --create-groups -- 'two people.csv'"],
  ],
  "after an import, its people are listed": [
    ["import", "users", "two people.csv", "--create-groups", "--map", "username=Login, groups=In"],
    ["user list --imported"],
  ],
  "an imported application is shown": [["import", "clients", "clients.jsonl"], ["client show imported"]],
  "an application that was not imported is not": [["import", "clients", "clients.jsonl", "--dry-run"], []],
  "what was planned is applied": [
    ["apply", "state.yaml", "--plan", "--prune", "--prune-users"],
    ["apply FOLDER/state.yaml --prune --prune-users"],
  ],
  "a new person gets a link": [["apply", "state.yaml"], ["user recover declared"]],
  "nothing follows where everything is as declared": [["apply", "state.yaml", "--plan"], []],
  "a database that was brought up to date is checked": [["db", "migrate"], ["db check"]],
  "a database that can be taken over is migrated": [["upgrade", "--rehearse"], ["db migrate"]],
};

describe("with --json a result names the commands that come next", () => {
  let folder: Awaited<ReturnType<typeof openFolder>>;
  const named: string[] = [];
  before(async () => {
    folder = await openFolder();
    await writeFile(join(folder.path, "two people.csv"), "Login,In\nada,staff\nbob,staff\n");
    const client = { client_id: "imported", name: "I", redirect_uris: ["https://i.example/cb"] };
    await writeFile(join(folder.path, "clients.jsonl"), `${JSON.stringify(client)}\n`);
    await writeFile(join(folder.path, "state.yaml"), "users: [{ username: declared }]\n");
  });
  after(() => folder[Symbol.asyncDispose]());

  for (const [name, [words, next]] of Object.entries(results))
    it(name, async () => {
      const { stdout, stderr } = await folder.run([...words, "--json"]);
      const result = JSON.parse(stdout);
      const id = String(result.client_id);
      const program = /^(?:npx |node \S+)?latchkey(?:\.js)? |^node \S+ /;
      assert.ok(Array.isArray(result.next_commands), stderr);
      const said = result.next_commands.map((command: string) => command.replace(program, ""));
      const expected = next.map((command) => command.replace("…", id).replace("FOLDER", folder.path));
      assert.deepEqual(said, expected);
      named.push(...said);
    });

  it("each of them runs as it is, in a shell", async () => {
    const entry = resolve(import.meta.dirname, "../../bin/latchkey.js");
    assert.ok(named.length > 12, named.join());
    const tried = named.filter((command) => !/^(client try|apply|upgrade|import)/.test(command));
    for (const command of [...tried, ...named.filter((command) => command.startsWith("import"))]) {
      const ran = exec("sh", ["-c", `${process.execPath} ${entry} ${command}`], { cwd: folder.path });
      await assert.doesNotReject(ran, command);
    }
  });
});
