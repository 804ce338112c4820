import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { link as hardLink, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Worker } from "node:worker_threads";
import { readState } from "../../src/compose/declared.ts";

let base: string;
let count = 0;
before(async () => {
  base = await mkdtemp(join(tmpdir(), "latchkey-declared-"));
});
after(() => rm(base, { recursive: true, force: true }));

/** A new folder with these files. */
async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  count += 1;
  const folder = join(base, `${count}`);
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function refusal(path: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const read = await readState(path, env, { dataDir: join(base, "data") });
  if (read.ok) assert.fail(`${JSON.stringify(read.value.state).slice(0, 200)} was read.`);
  const { place, cause, repair = "" } = read.reason;
  return `${place.slice(base.length)}: ${cause} ${repair}`;
}

const client = (more = "") => `clients:\n  - client_id: notes\n    name: Notes\n${more}`;
const secret = "hunter2hunter2hunter2hunter2";

/** Nine levels of nine aliases each: 387,420,489 texts if they were followed. */
const bomb = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ..."bcdefghi"
    .split("")
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`),
].join("\n");

const hostile: Readonly<Record<string, readonly [text: string | Uint8Array, refusal: RegExp]>> = {
  "K1: a secret in clear": [
    client(`    secret: ${secret}\n`),
    /:4: secret: A secret never stands in the file\. Write env:NAME/,
  ],
  "a member that is there twice": [client("    name: Other\n"), /:4: A member is there twice/],
  "a thing that is declared in no known part": ["people: []\n", /:1: There is no such member/],
  "a member called __proto__": [
    client("    __proto__: { admin_scope: [users:write] }\n"),
    /:4: __proto__: There is no such member/,
  ],
  "a part called __proto__": ["__proto__: { clients: [] }\n", /There is no such member/],
  "K2: aliases that multiply": [bomb, /uses aliases for more than 100 values/],
  "many aliases": [
    `groups: [${"&a {group: x},"}${"*a,".repeat(200)}]`,
    /uses aliases for more than 100 values/,
  ],
  "depth without end": ["[".repeat(200_000), /nested too deeply|is not YAML/],
  "a tag": ["groups: !!js/function 'x'\n", /:1: It has an unknown tag/],
  "two documents": ["groups: []\n---\nclients: []\n", /The file has several documents/],
  "an alias of nothing": ["groups: *nothing\n", /:1: It has an alias without an anchor/],
  "bytes that are no text": [Uint8Array.of(0x67, 0xff, 0xfe), /is not UTF-8/],
  "text that is no YAML": ["groups: [\n", /It is not YAML/],
  "a list": ["- a\n", /not an object/],
  NUL: ['groups:\n  - group: "a\\0b"\n', /:2: group: It has a character that cannot be stored/],
  "five MiB": ["#".repeat(5 * 1024 * 1024), /more than 4096 KiB/],
};

describe("a file of a declared state that cannot be used is refused with its line and the repair", () => {
  for (const [name, [text, expected]] of Object.entries(hostile))
    it(name, async () => {
      const said = await refusal(join(await folderWith({ "state.yaml": text }), "state.yaml"));
      assert.match(said, expected);
      assert.doesNotMatch(said, /hunter2/);
    });

  it("K3: a device, a pipe and a folder that is not there", async () => {
    const folder = await folderWith({});
    execFileSync("mkfifo", [join(folder, "pipe.yaml")]);
    assert.match(await refusal(join(folder, "pipe.yaml")), /not a regular file/);
    assert.match(await refusal("/dev/zero"), /not a regular file/);
    assert.match(await refusal(join(folder, "none.yaml")), /cannot be read \(ENOENT\)/);
  });

  it("K3: a folder without files, and one with thousands", async () => {
    assert.match(await refusal(await folderWith({ "notes.txt": "" })), /has no file/);
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`${index}.yaml`, ""]));
    assert.match(await refusal(await folderWith(many)), /has 501 files; at most 500 are allowed/);
  });

  it("K3: a link that leads out of the folder, while one that stays in it is followed", async () => {
    const folder = await folderWith({ "..data.yaml": "groups: [{ group: staff }]\n" });
    await symlink("..data.yaml", join(folder, "groups.yaml"));
    const read = await readState(folder, {}, { dataDir: base });
    assert.deepEqual(read.ok && read.value.state, { groups: [{ group: "staff" }] });
    await symlink("/etc/passwd", join(folder, "passwd.yaml"));
    assert.match(await refusal(folder), /passwd\.yaml: The link leads out of the folder/);
  });
});

it("the files of a folder are joined in the order of their names, and a problem names its file and line", async () => {
  const folder = await folderWith({
    "b.json": '{ "groups": [{ "group": "b" }] }',
    "a.yml": "groups:\n  - group: a\n",
    ".hidden.yaml": "nonsense: true\n",
  });
  const read = await readState(folder, {}, { dataDir: base });
  assert.deepEqual(read.ok && read.value.state, { groups: [{ group: "a" }, { group: "b" }] });
  await writeFile(join(folder, "c.yaml"), "\ngroups:\n  - group: c\n    colour: red\n");
  assert.match(await refusal(folder), /c\.yaml:4: colour: There is no such member/);
});

describe("a secret is read where a reference says, and nowhere else", () => {
  const declare = (reference: string) => client(`    secret: "${reference}"\n`);
  const secretOf = async (folder: string, env: Readonly<Record<string, string>> = {}) => {
    const read = await readState(join(folder, "state.yaml"), env, { dataDir: join(base, "data") });
    return read.ok ? read.value.state.clients?.[0]?.secret : assert.fail(JSON.stringify(read.reason));
  };

  it("from a variable, and from a file beside the state, without its last line end", async () => {
    const folder = await folderWith({ "state.yaml": declare("env:NOTES"), "notes.txt": `${secret}\n` });
    assert.equal(await secretOf(folder, { NOTES: secret }), secret);
    await writeFile(join(folder, "state.yaml"), declare("file:notes.txt"));
    assert.equal(await secretOf(folder), secret);
  });

  it("from the folder that systemd makes for credentials", async () => {
    const credentials = await folderWith({ notes: secret });
    const folder = await folderWith({ "state.yaml": declare(`file:${join(credentials, "notes")}`) });
    assert.match(await refusal(join(folder, "state.yaml")), /outside of the folders for secrets/);
    assert.equal(await secretOf(folder, { CREDENTIALS_DIRECTORY: credentials }), secret);
  });

  const refused: Readonly<Record<string, readonly [reference: string, expected: RegExp]>> = {
    "a setting of the service": ["env:LATCHKEY_SECRET", /:4: LATCHKEY_SECRET is a setting of the service/],
    "a variable that is not set": ["env:NONE", /:4: The environment variable NONE is not set/],
    "a file of the machine": ["file:/etc/passwd", /:4: \/etc\/passwd is outside of the folders for secrets/],
    "a way out of the folder": ["file:../../../../../../etc/passwd", /outside of the folders for secrets/],
    "a link out of the folder": ["file:link", /outside of the folders for secrets/],
    "a device": ["file:/dev/zero", /outside of the folders for secrets/],
    "a file that is too long": ["file:long", /long: It has more than 16 KiB/],
    "a file that is not there": ["file:none", /none cannot be read \(ENOENT\)/],
    "an empty file": ["file:empty", /empty is empty/],
    "a secret that a person chose": ["env:SHORT", /:4: secret: It must have at least 24 characters/],
  };
  for (const [name, [reference, expected]] of Object.entries(refused))
    it(`K4: not from ${name}`, async () => {
      const files = { "state.yaml": declare(reference), long: "x".repeat(17_000), empty: "\n" };
      const folder = await folderWith(files);
      await symlink("/etc/passwd", join(folder, "link"));
      const env = { LATCHKEY_SECRET: secret, SHORT: "hunter2" };
      const said = await refusal(join(folder, "state.yaml"), env);
      assert.match(said, expected);
      assert.doesNotMatch(said, /hunter2/);
    });

  it("K4: not from a file of the service's own secrets, whatever folder has it", async () => {
    const key = "k".repeat(64);
    const folder = await folderWith({ "state.yaml": declare("file:key"), key, "master.key": key });
    await symlink("key", join(folder, "link"));
    const state = join(folder, "state.yaml");
    const refusalOf = async (reference: string, env: Readonly<Record<string, string>>) => {
      await writeFile(state, declare(reference));
      const read = await readState(state, env, { dataDir: folder });
      return read.ok ? "read" : read.reason.cause;
    };
    assert.equal(await refusalOf("file:key", {}), "read");
    const env = { LATCHKEY_SECRET_FILE: join(folder, "key") };
    assert.equal(await refusalOf("file:key", env), "key is a secret of the service.");
    assert.equal(await refusalOf("file:link", env), "link is a secret of the service.");
    assert.equal(await refusalOf("file:master.key", {}), "master.key is a secret of the service.");
    await hardLink(join(folder, "key"), join(folder, "twin"));
    assert.equal(await refusalOf("file:twin", env), "twin is a secret of the service.");
  });

  it("K4: not from elsewhere when the file becomes a link between the check and the reading", async () => {
    const inside = "i".repeat(40);
    const folder = await folderWith({ "state.yaml": declare("file:notes") });
    const outside = join(await folderWith({ other: "o".repeat(40) }), "other");
    const swapping = new Worker(
      `const { renameSync, symlinkSync, writeFileSync } = require("node:fs");
       const { workerData: { folder, outside, inside, ends } } = require("node:worker_threads");
       while (Date.now() < ends) {
         writeFileSync(folder + "/new", inside);
         renameSync(folder + "/new", folder + "/notes");
         symlinkSync(outside, folder + "/new");
         renameSync(folder + "/new", folder + "/notes");
       }`,
      { eval: true, workerData: { folder, outside, inside, ends: Date.now() + 4_000 } },
    );
    const ended = once(swapping, "exit");
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    let count = 0;
    while (!isOver) {
      const read = await readState(join(folder, "state.yaml"), {}, { dataDir: base });
      count += 1;
      if (read.ok) assert.equal(read.value.state.clients?.[0]?.secret, inside);
    }
    await ended;
    assert.ok(count > 20, `${count} readings`);
    await rm(join(folder, "notes"));
    await writeFile(join(folder, "notes"), inside);
    assert.equal(await secretOf(folder), inside);
  });
});
