// Runs where a small file system of its own is mounted on the folder that it gets: there is no room to keep the database of before.
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { placeRecordedDatabase, recordedMasterKey, recordedReleases } from "../support/recorded-release.ts";
import { LiveService } from "../support/service.ts";

const [small = ""] = process.argv.slice(2);
const [oldest] = recordedReleases("sqlite");
if (oldest === undefined) throw new Error("No release is recorded.");
const data = path.join(small, "data");
await placeRecordedDatabase(oldest, data);
const database = path.join(data, "latchkey.db");
const before = readFileSync(database);
const filler = path.join(small, "filler");
const { bavail, bsize } = statfsSync(small);
/** Enough for the log of a connection and its index, and less than the database. */
const left = 96 * 1024;
writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
const service = new LiveService(data, { LATCHKEY_SECRET: recordedMasterKey });
const refused = await service.run(["db", "migrate"]);
const isSame = readFileSync(database).equals(before);
const names = readdirSync(data).filter((name) => !/-(?:wal|shm)$/.test(name));
rmSync(filler);
const migrated = await service.run(["db", "migrate"]);
process.stdout.write(
  JSON.stringify({
    isLarger: before.length > left,
    refused: [refused.exitCode, refused.stderr],
    isSame,
    names,
    migrated: migrated.exitCode,
    kept: readdirSync(data).filter((name) => name.includes(".schema-")),
  }),
);
