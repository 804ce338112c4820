import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import {
  installationOf,
  json,
  requireOldFactors,
  requireOldLinks,
  requireOldNouns,
  requireOldSecrets,
} from "../support/recorded-installation.ts";
import { type RecordedEngine, type RecordedRelease, recordedReleases } from "../support/recorded-release.ts";
import { hasReleasedProgram, releasedProgram } from "../support/released-program.ts";
import { LiveService } from "../support/service.ts";

/** Releases whose program needs a package that this one no longer has. */
const needsItsOwnPackages = new Set(["ca8e8e2a"]);

describe("recorded on SQLite", () => {
  for (const record of recordedReleases("sqlite")) promise(record, () => undefined);
});

describe("recorded on PostgreSQL", () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.remove());
  for (const record of recordedReleases("postgres")) promise(record, () => server);
});

test("every release is recorded on both databases", () => {
  const commits = (engine: RecordedEngine) => recordedReleases(engine).map(({ commit }) => commit);
  assert.deepEqual(commits("postgres"), commits("sqlite"));
  assert.ok(commits("sqlite").length >= 4);
});

function promise(record: RecordedRelease, server: () => PostgresServer | undefined): void {
  const commit = record.commit.slice(0, 8);
  const release = `${record.version} (${commit})`;

  test(`a database of ${release} is migrated in one step, and everything that people hold goes on working`, async () => {
    await using installation = await installationOf(record, server());
    await using service = new LiveService(installation.dataDir, installation.environment);
    const [migrated] = await json(service, ["db", "migrate", "--yes"]);
    assert.ok((migrated.applied ?? []).length > 0);
    const [checked] = await json(service, ["db", "check"]);
    assert.deepEqual([checked.sound, checked.problems], [true, []]);
    await service.start();
    await requireOldSecrets(service, record);
    await requireOldFactors(service, record);
    await requireOldLinks(service, record);
    await requireOldNouns(service, record);
    const [after] = await json(service, ["db", "check"]);
    assert.deepEqual([after.sound, after.problems], [true, []]);
  });

  const why = hasReleasedProgram(commit)
    ? needsItsOwnPackages.has(commit) && "its program needs packages that this release no longer has"
    : `the commit ${commit} is not in this clone; \`git fetch --unshallow\` brings it`;
  test(`${release} goes on after this release has migrated its database under it`, {
    skip: why,
  }, async () => {
    await using old = await releasedProgram(commit);
    await using installation = await installationOf(record, server());
    const { dataDir, environment } = installation;
    await using before = new LiveService(dataDir, environment, old.program);
    const today = new LiveService(dataDir, environment);
    await before.start();
    const [migrated] = await json(today, ["db", "migrate", "--yes"]);
    assert.ok((migrated.applied ?? []).length > 0);
    await requireOldSecrets(before, record);
    await requireOldFactors(before, record);
    assert.equal(await before.stop(), 0);
    const [checked] = await json(today, ["db", "check"]);
    assert.deepEqual([checked.sound, checked.problems], [true, []]);
  });
}
