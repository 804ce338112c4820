import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import * as postgres from "../src/adapters/postgres/migrations.ts";
import * as sqlite from "../src/adapters/sqlite/migrations.ts";
import { type RecordedRelease, recordedReleases, recordFiles } from "../test/support/recorded-release.ts";

/** What the record of a release does not say. */
interface Step {
  /** The day of the commit. */
  readonly date: string;
  /** How the entries of the changelog's heading Breaking begin that this release had already. */
  readonly had: readonly string[];
}

const sinceSettingsInOneFile = [
  "Settings are read from `.env`",
  "An SQLite file is served by one process",
  "A failed disk",
  "Only `serve`, `demo`, `init` and `db migrate` make an installation",
  "On a terminal commands ask before they delete",
  "The tags of Portuguese and Chinese",
  "`user create --admin`",
];

/** The steps from releases that are recorded, by the first letters of their commits. A release that is recorded anew needs its own. */
const steps: Readonly<Record<string, Step>> = {
  "53c1dedb": { date: "2026-11-21", had: [] },
  cefc4cd0: { date: "2026-11-22", had: sinceSettingsInOneFile },
  "1203a8bb": { date: "2026-11-22", had: sinceSettingsInOneFile },
  ca8e8e2a: { date: "2026-11-23", had: sinceSettingsInOneFile },
};

/** One page in docs/upgrading/ for the step from each recorded release to this one. The headings are the same on each. */
export function upgradePages(changelog: string): readonly { readonly file: string; readonly made: string }[] {
  return recordedReleases("sqlite").map((release) => ({
    file: `docs/upgrading/from-${shortOf(release)}.md`,
    made: pageOf(release, changelog),
  }));
}

/** The rows of docs/upgrading.md that lead to the pages. */
export function upgradeList(): string {
  const rows = recordedReleases("sqlite").map((release) => {
    const { date } = stepFrom(release);
    const [file, server] = schemasOf(release);
    return `| [${release.version}, \`${shortOf(release)}\`](upgrading/from-${shortOf(release)}.md) | ${date} | ${file} | ${server} |`;
  });
  return ["", "| From | Of | Schema on SQLite | on PostgreSQL |", "|---|---|---|---|", ...rows, ""].join(
    "\n",
  );
}

function pageOf(release: RecordedRelease, changelog: string): string {
  const short = shortOf(release);
  const { date, had } = stepFrom(release);
  const [file, server] = schemasOf(release);
  const breaking = entriesOf(changelog, "Breaking");
  const unknown = had.find((beginning) => !breaking.some((entry) => entry.startsWith(`- ${beginning}`)));
  if (unknown !== undefined)
    throw new Error(`scripts/upgrade-pages.ts: no entry under Breaking begins with "${unknown}" any more.`);
  const left = breaking.filter((entry) => !had.some((beginning) => entry.startsWith(`- ${beginning}`)));
  return `# From ${release.version} (\`${short}\`, ${date})

What changes for an installation of that commit when this release takes its place. [Upgrading](../upgrading.md) has what is the same for every step.

## Breaking

${left.join("\n") || "Nothing."}

## Security

${entriesOf(changelog, "Security").join("\n") || "The changelog lists no security fix for this step."}

## The database

| | Schema there | Here | Migrations | The old release starts on it again |
|---|---|---|---|---|
| SQLite | ${rowOf(file, sqlite)} |
| PostgreSQL | ${rowOf(server, postgres)} |

${wayBack(file, server)}

## What keeps working

A database that \`${short}\` itself made is opened with this release, on both databases, and [a test](../../test/end-to-end/recorded-releases.test.ts) then uses what
its people and applications hold: ${heldBy(release).join(", ")}.

## Added, changed, fixed

Everything since is in the [changelog](../../CHANGELOG.md#unreleased).
`;
}

function rowOf(
  version: number,
  { knownMigrations, endsWayBackFrom }: Pick<typeof sqlite, "knownMigrations" | "endsWayBackFrom">,
): string {
  const known = knownMigrations();
  const missing = known.filter(({ number }) => number > version).length;
  return [version, known.at(-1)?.number, missing, endsWayBackFrom(version) ? "no" : "yes"].join(" | ");
}

function wayBack(file: number, server: number): string {
  const parts = [
    sqlite.endsWayBackFrom(file)
      ? `On SQLite, the first start keeps the database as \`latchkey.db.schema-${file}\`; to go back, run \`db restore\` of the old release on it.`
      : "On SQLite, put the old release in place again.",
    postgres.endsWayBackFrom(server)
      ? "On PostgreSQL, make a dump, then run `latchkey db migrate --yes`; to go back, restore the dump."
      : "On PostgreSQL, put the old release in place again.",
  ];
  return parts.join(" ");
}

/** What the record has beyond accounts and clients, which each has. */
function heldBy(release: RecordedRelease): readonly string[] {
  const held: readonly (readonly [string, unknown])[] = [
    ["sessions, access and refresh tokens, an unused code, passwords", release.cookies],
    ["an authenticator app", release.totpKey],
    ["recovery codes", release.recoveryCodes],
    ["a passkey", release.passkey],
    ["mailed links", release.recoveryLink],
    ["groups", release.groups],
    ["an API", release.api],
    ["a provider", release.upstream],
    ["a webhook", release.webhook],
    ["a device that waits", release.deviceCode],
  ];
  return held.flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** The entries under a heading of the newest release, with links that lead from docs/upgrading/. */
function entriesOf(changelog: string, heading: string): readonly string[] {
  const [, newest = ""] = changelog.split(/^## /m);
  const [, section = ""] = newest.split(new RegExp(`^### ${heading}\\n`, "m"));
  const [entries = ""] = section.split(/^### /m);
  return [...entries.matchAll(/^- .+(?:\n {2}.+)*/gm)].map(([entry]) =>
    entry.replace(/\]\((?!https?:|#)(?:docs\/)?/g, (start) =>
      start.endsWith("docs/") ? "](../" : "](../../",
    ),
  );
}

/** The newest migration of the record, on both databases. */
function schemasOf({ commit }: RecordedRelease): readonly [file: number, server: number] {
  const dump = gunzipSync(readFileSync(recordFiles(commit, "postgres").database)).toString();
  const [, rows = ""] = /^INSERT INTO public\.latchkey_migrations VALUES\n?([\s\S]*?);$/m.exec(dump) ?? [];
  const server = Math.max(...[...rows.matchAll(/\((\d+), '/g)].map(([, number]) => Number(number)));
  const folder = mkdtempSync(join(tmpdir(), "latchkey-record-"));
  try {
    const path = join(folder, "latchkey.db");
    writeFileSync(path, gunzipSync(readFileSync(recordFiles(commit, "sqlite").database)));
    const database = new DatabaseSync(path, { readOnly: true });
    const file = sqlite.schemaVersion(database);
    database.close();
    return [file, server];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function stepFrom(release: RecordedRelease): Step {
  const step = steps[shortOf(release)];
  if (step === undefined)
    throw new Error(`scripts/upgrade-pages.ts: the recorded release ${shortOf(release)} has no step.`);
  return step;
}

function shortOf({ commit }: Pick<RecordedRelease, "commit">): string {
  return commit.slice(0, 8);
}
