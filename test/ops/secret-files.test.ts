import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { isContainer, openSecretFiles, openToOthers } from "../../src/ops/secret-files.ts";

const onWindows = process.platform === "win32" && "modes of files are not those of Windows";
let folder: string;
let file: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-secret-"));
  await mkdir(join(folder, "in"));
  file = join(folder, "in", "the secret");
  await writeFile(file, "0123456789abcdef0123456789abcdef");
});
after(() => rm(folder, { recursive: true, force: true }));

test("a secret is open where every user may read the file and pass all folders above it", {
  skip: onWindows,
}, async () => {
  const rows = [
    [0o755, 0o755, 0o644, "644"],
    [0o711, 0o711, 0o604, "604"],
    [0o755, 0o755, 0o640, undefined],
    [0o755, 0o755, 0o600, undefined],
    [0o755, 0o700, 0o444, undefined],
    [0o700, 0o755, 0o444, undefined],
  ] as const;
  for (const [outer, inner, mode, found] of rows) {
    await chmod(folder, outer);
    await chmod(join(folder, "in"), inner);
    await chmod(file, mode);
    const expected = found === undefined ? [] : [{ file, mode: found, repair: `chmod 600 '${file}'` }];
    assert.deepEqual(
      openToOthers(file),
      expected,
      `${outer.toString(8)} ${inner.toString(8)} ${mode.toString(8)}`,
    );
  }
});

test("a link to a secret counts as the file that it leads to; what is no file does not", {
  skip: onWindows,
}, async () => {
  await chmod(folder, 0o755);
  await chmod(join(folder, "in"), 0o755);
  await chmod(file, 0o644);
  const link = join(folder, "link");
  await symlink(file, link);
  assert.deepEqual(
    openToOthers(link).map((open) => open.file),
    [file],
  );
  await chmod(join(folder, "in"), 0o700);
  assert.deepEqual(openToOthers(link), []);
  for (const other of ["/dev/null", folder, join(folder, "gone")]) assert.deepEqual(openToOthers(other), []);
});

test("in a container no secret counts as open", { skip: onWindows }, async () => {
  await chmod(join(folder, "in"), 0o755);
  const env = { KUBERNETES_SERVICE_HOST: "10.0.0.1" };
  assert.ok(isContainer(env));
  assert.equal(openToOthers(file).length, 1);
  assert.deepEqual(openSecretFiles({ secretFiles: [file] }, env), []);
});
