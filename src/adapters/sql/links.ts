import type { Link } from "../../flows/link.ts";
import type { Links } from "../../flows/link-ports.ts";
import type { Account } from "../../identity/account.ts";
import { type Digest, digestOf } from "../../values/digest.ts";
import { type AccountId, parseAccountId } from "../../values/ids.ts";
import { type LinkKind, linkKinds } from "../../values/link-kind.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { nextVersion } from "./account-version.ts";
import { columnList, insertInto } from "./columns.ts";
import { type Cache, type Engine, type Fact, get, run } from "./fact.ts";
import { type Listing, positionIn, readPage, startByTime } from "./listing.ts";
import { blobAs, flag, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The links as other facts need them. */
interface StoredLinks extends Links {
  /** Part of another fact: stores a link of an account that exists. */
  add(link: Link): Fact<void>;
  /** `use`, as part of another fact, before anything that this fact changes. */
  claim(digest: Digest, now: Instant): Fact<boolean>;
  /** Part of a fact: removes up to `rowsMax` expired links and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

const columns = [
  "digest",
  "kind",
  "account_id",
  "account_epoch",
  "address",
  "query",
  "group_names",
  "drops_second_factor",
  "created_at",
  "expires_at",
] as const;

interface Parts {
  readonly accounts: Cache<AccountId, Account>;
  readonly claim: SideEffectFacts["claim"];
  readonly record: SideEffectFacts["record"];
}

const noDigest = new Uint8Array(0);

/** Links that work once. A link goes with its account: ON DELETE CASCADE. */
export function linksOn(engine: Engine, { accounts, claim: claimFirst, record }: Parts): StoredLinks {
  const sql = statements(engine);

  /** Locks the account, so that it does not change before this fact has ended. False if it has changed since the link was made. */
  function* accountStands({ account }: Pick<Link, "account">): Fact<boolean> {
    if (account === undefined) return true;
    return (yield* get(sql.holdAccount, { id: account.id, epoch: account.epoch })) !== undefined;
  }

  function* add(link: Link): Fact<void> {
    yield* run(sql.create, columnsOfLink(link));
  }

  function* claim(digest: Digest, now: Instant): Fact<boolean> {
    // The account is locked before the link, as everywhere, so that two transactions never wait for each other.
    const row = yield* get(sql.held, { digest });
    if (!row || !(yield* accountStands(accountIn(row)))) return false;
    if ((yield* run(sql.claim, { digest, now })) !== 1) return false;
    const { account } = accountIn(row);
    if (account !== undefined && flag(row, "drops_second_factor")) yield* dropSecondFactor(account.id);
    return true;
  }

  /** The trusted browsers go too: they stand for the second factor. */
  function* dropSecondFactor(id: AccountId): Fact<void> {
    yield* accounts.forget(id);
    for (const statement of sql.dropSecondFactor) yield* run(statement, { id });
    yield* run(sql.nextVersion, { id });
  }

  return {
    create: (link, effects) =>
      engine.write("durable", function* () {
        if (!(yield* accountStands(link)) || !(yield* claimFirst(effects))) return false;
        yield* add(link);
        yield* record(effects);
        return true;
      }),
    find: (digest, now) => engine.get(sql.find, { digest, now }, knownLinkOf),
    list: (kind, { limit, after, now }) => {
      const values = { kind, now, ...startByTime(after, { nothing: noDigest }) };
      const cursor = (row: Row) => positionIn(row, digestIn);
      return engine.read(() => readPage(sql.list, { limit }, { values, item: linkOf, cursor }));
    },
    use: (digest, now) => engine.write("durable", () => claim(digest, now)),
    remove: (kind, digest, sideEffects = {}) =>
      engine.write("durable", function* () {
        if ((yield* run(sql.remove, { kind, digest })) !== 1) return false;
        yield* record(sideEffects);
        return true;
      }),
    add,
    claim,
    removeExpired: (now, rowsMax) => run(sql.removeExpired, { now, rowsMax }),
  };
}

function statements({ sql, rowLock, skipLocked }: Engine) {
  const isRecoverable = "(NOT is_disabled OR locked_at IS NOT NULL)";
  const stands = `(account_id IS NULL OR EXISTS
    (SELECT 1 FROM accounts WHERE id = account_id AND epoch = coalesce(account_epoch, epoch) AND ${isRecoverable}))`;
  const listed = "FROM links WHERE kind = :kind AND expires_at > :now";
  const list: Listing = {
    rows: sql(
      `SELECT ${columnList(columns)}, created_at AS at ${listed}
       AND (created_at > :at OR (created_at = :at AND digest > :after))
       ORDER BY created_at, digest LIMIT :limit`,
    ),
    count: sql(`SELECT count(*) AS count ${listed}`),
  };
  return {
    list,
    holdAccount: sql(
      `SELECT 1 AS stands FROM accounts
       WHERE id = :id AND epoch = coalesce(:epoch, epoch) AND ${isRecoverable}${rowLock}`,
    ),
    create: sql(insertInto("links", columns)),
    find: sql(
      `SELECT ${columnList(columns)} FROM links WHERE digest = :digest AND expires_at > :now AND ${stands}`,
    ),
    held: sql("SELECT account_id, account_epoch, drops_second_factor FROM links WHERE digest = :digest"),
    dropSecondFactor: ["totp", "recovery_codes", "trusted_browsers"].map((table) =>
      sql(`DELETE FROM ${table} WHERE account_id = :id`),
    ),
    nextVersion: sql(nextVersion),
    claim: sql("DELETE FROM links WHERE digest = :digest AND expires_at > :now"),
    remove: sql("DELETE FROM links WHERE digest = :digest AND kind = :kind"),
    removeExpired: sql(
      `DELETE FROM links WHERE digest IN
         (SELECT digest FROM links WHERE expires_at <= :now ORDER BY expires_at LIMIT :rowsMax${skipLocked})`,
    ),
  };
}

function columnsOfLink(link: Link) {
  return {
    digest: link.digest,
    kind: link.kind,
    account_id: link.account?.id,
    account_epoch: link.account?.epoch,
    address: link.address,
    query: link.query,
    group_names: link.groups?.join(" "),
    drops_second_factor: link.dropsSecondFactor ?? false,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  };
}

/** A link of a newer release does what this one cannot know, so nobody may press it here. */
function knownLinkOf(row: Row): Link | undefined {
  return kindOf(text(row, "kind")) && linkOf(row);
}

function linkOf(row: Row): Link {
  return {
    digest: digestIn(row),
    kind: parsed("kind", kindOf(text(row, "kind"))),
    ...accountIn(row),
    ...(has(row, "address") && { address: text(row, "address") }),
    ...(has(row, "query") && { query: text(row, "query") }),
    ...(has(row, "group_names") && { groups: text(row, "group_names").split(" ") }),
    ...(flag(row, "drops_second_factor") && { dropsSecondFactor: true }),
    createdAt: instantOf(integer(row, "created_at")),
    expiresAt: instantOf(integer(row, "expires_at")),
  };
}

function accountIn(row: Row): Pick<Link, "account"> {
  if (!has(row, "account_id")) return {};
  const id = parsed("account_id", parseAccountId(text(row, "account_id")));
  return { account: { id, ...(has(row, "account_epoch") && { epoch: integer(row, "account_epoch") }) } };
}

function digestIn(row: Row): Digest {
  return blobAs(row, "digest", digestOf);
}

function kindOf(word: string): LinkKind | undefined {
  return linkKinds.find((kind) => kind === word);
}
