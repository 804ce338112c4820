import type { ImportBatch, ImportedPerson, Imports, PersonOutcome } from "../../flows/import-ports.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { StoredAccounts } from "./accounts.ts";
import { type Engine, type Fact, get, lock, run } from "./fact.ts";
import { integer, parsed, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";
import type { StoredTotps } from "./totp.ts";
import type { StoredIdentities } from "./upstream-identities.ts";

interface Parts {
  readonly accounts: Pick<StoredAccounts, "createWithin" | "replaceWithin">;
  readonly totps: Pick<StoredTotps, "keepWithin">;
  readonly identities: Pick<StoredIdentities, "linkWithin">;
  readonly record: SideEffectFacts["record"];
}

const keptMilliseconds = 30 * 86_400_000;

/** Imports under way, and the people that they bring. */
export function importsOn(engine: Engine, { accounts, totps, identities, record }: Parts): Imports {
  const sql = statements(engine);

  function* keepPerson(person: ImportedPerson, at: Instant): Fact<PersonOutcome> {
    const { account, isKnown, totp } = person;
    // The export of another installation includes ids.
    if (!isKnown && (yield* get(sql.findAccount, { id: account.id }))) return { kind: "name-taken" };
    const { subject } = account;
    if (!isKnown && subject !== undefined && (yield* get(sql.findSubject, { subject })))
      return { kind: "subject-taken" };
    const kept = isKnown ? yield* accounts.replaceWithin(account, at) : yield* accounts.createWithin(account);
    if (!kept.ok) return { kind: kept.reason === "name-taken" ? "name-taken" : "conflict" };
    const accountId = account.id;
    if (!isKnown) yield* run(sql.mark, { accountId });
    if (totp !== undefined) yield* totps.keepWithin({ ...totp, accountId, lastStep: 0, createdAt: at });
    const leftOut: string[] = [];
    for (const identity of person.identities) {
      const linked = yield* identities.linkWithin({ ...identity, accountId, linkedAt: at, lastUsedAt: at });
      if (!linked.ok) leftOut.push(identity.upstream);
    }
    return { kind: isKnown ? "updated" : "created", leftOut };
  }

  function* keep(batch: ImportBatch): Fact<Result<readonly PersonOutcome[], "moved-on">> {
    const { source, from, at } = batch;
    const row = yield* get(sql.hold, { source });
    if ((row ? integer(row, "position") : 0) !== from) return refuse("moved-on");
    const outcomes: PersonOutcome[] = [];
    // A client whose id is one of the subjects is stored before this looks, or after this ends.
    if (batch.people.some(({ account, isKnown }) => !isKnown && account.subject !== undefined))
      yield* lock("subjects");
    for (const person of batch.people) outcomes.push(yield* keepPerson(person, at));
    const { position, tally } = batch.progressAfter(outcomes);
    yield* run(row ? sql.move : sql.begin, { source, position, tally, at });
    yield* record({ audit: batch.auditAfter?.(outcomes) ?? [] });
    return ok(outcomes);
  }

  return {
    find: (source) =>
      engine.get(sql.find, { source }, (row) => ({
        position: integer(row, "position"),
        tally: parsed("tally", text(row, "tally")),
      })),
    keep: (batch) => engine.write("durable", () => keep(batch)),
    finish: async (source, now) => {
      await engine.run("durable", sql.finish, { source, before: now - keptMilliseconds });
    },
  };
}

function statements({ sql, rowLock }: Engine) {
  return {
    find: sql("SELECT position, tally FROM imports WHERE source = :source"),
    findAccount: sql("SELECT 1 AS found FROM accounts WHERE id = :id"),
    findSubject: sql(
      "SELECT 1 AS found FROM accounts WHERE subject = :subject UNION ALL SELECT 1 FROM clients WHERE id = :subject",
    ),
    mark: sql("UPDATE accounts SET is_imported = TRUE WHERE id = :accountId"),
    hold: sql(`SELECT position FROM imports WHERE source = :source${rowLock}`),
    begin: sql(
      "INSERT INTO imports (source, position, tally, updated_at) VALUES (:source, :position, :tally, :at)",
    ),
    move: sql(
      "UPDATE imports SET position = :position, tally = :tally, updated_at = :at WHERE source = :source",
    ),
    finish: sql("DELETE FROM imports WHERE source = :source OR updated_at < :before"),
  };
}
