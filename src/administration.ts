/**
 * Opens everything that is kept: database, master key and keyring. It brings the storage adapters together for the commands and for
 * the service; compose.ts adds flows and HTTP to it.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { type Keyring, openKeyring } from "./adapters/keys/keyring.ts";
import { masterKeyFile, openMasterKey, readMasterKeys } from "./adapters/keys/master-key.ts";
import { createPasswords } from "./adapters/passwords/argon2.ts";
import { PasswordEstimator } from "./adapters/passwords/estimator.ts";
import { openSqliteStore } from "./adapters/sqlite/store.ts";
import type { Store } from "./adapters/store.ts";
import { systemClock } from "./adapters/system/clock.ts";
import { systemRandom } from "./adapters/system/random.ts";
import type { PasswordEstimates, Passwords } from "./flows/account-ports.ts";
import { type Actor, type Auditor, createAuditor } from "./flows/audit.ts";
import type { MailTemplates } from "./flows/mail-ports.ts";
import type { Clock, Random } from "./flows/ports.ts";
import type { HashProbe, StoreObserver } from "./flows/probe-ports.ts";
import { type Config, databasePath } from "./ops/config.ts";
import type { OnLanguageFailure } from "./pages/catalogues.ts";

/** What every command that works on the database needs: open, do, close. */
export interface Administration {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly passwords: Passwords;
  readonly passwordEstimates: PasswordEstimates;
  readonly clock: Clock;
  readonly random: Random;
  readonly mailTemplates: MailTemplates;
  /** Makes the audit entries of the one who opened this. */
  readonly audit: Auditor;
  close(): Promise<void>;
}

/** What a database is opened with: by default the system's clock and randomness. */
interface Surroundings {
  readonly clock?: Clock;
  readonly random?: Random;
  readonly storeObserver?: StoreObserver;
  readonly hashProbe?: HashProbe;
  /** The one who acts: by default the service itself. */
  readonly actor?: Actor;
  /** Hears of a language that cannot be loaded, whose mails are in English then. Without it, no mail is made. */
  readonly onLanguageFailure?: OnLanguageFailure;
}

/**
 * Opens database, master key and keyring. Rejects with `StoreUnopenable`, `MasterKeyUnusable` or `WrongMasterKey`, whose messages
 * name the repair and carry the exit code.
 */
export async function openAdministration(
  config: Config,
  surroundings: Surroundings = {},
): Promise<Administration> {
  const { random = systemRandom } = surroundings;
  const store = await openStore(config, surroundings.clock ?? systemClock, surroundings.storeObserver);
  try {
    // A given clock wins over the database's.
    const clock = surroundings.clock ?? store.clock;
    const masterKey = await openMasterKey(config, store.keyRecords, random);
    const keyring = await openKeyring({
      records: store.keyRecords,
      masterKey,
      readMasterKeys: () => readMasterKeys(config),
      clock,
      random,
    });
    await beginAudit(store, keyring, clock);
    const passwordEstimates = new PasswordEstimator();
    // The workers of a machine share its cores, so each computes its part of the hashes, at least one at a time.
    const concurrency = Math.max(1, Math.floor(availableParallelism() / config.workers));
    const passwords = createPasswords({ concurrency, probe: surroundings.hashProbe });
    const close = async (): Promise<void> => {
      await passwords.close();
      await passwordEstimates.close();
      await keyring.close();
      await store.close();
    };
    const mailTemplates = createMailTemplates(config, surroundings.onLanguageFailure ?? failLanguage);
    const audit = createAuditor({ clock, actor: surroundings.actor ?? { kind: "system" } });
    return { store, keyring, passwords, passwordEstimates, clock, random, mailTemplates, audit, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The audit trail begins with the installation, and not with the first act: so nobody can remove all of it unnoticed. */
async function beginAudit({ auditTrail }: Store, keyring: Keyring, clock: Clock): Promise<void> {
  auditTrail.chainWith((message) => keyring.chainMac(message));
  if ((await auditTrail.head()) !== undefined) return;
  await auditTrail.append([{ at: clock.now(), act: "audit-began", actor: { kind: "system" } }]);
}

/** The driver of PostgreSQL is loaded only where it is used. */
async function openStore(config: Config, clock: Clock, observer?: StoreObserver): Promise<Store> {
  const { database } = config;
  if (database.kind === "postgres") {
    const { openPostgresStore } = await import("./adapters/postgres/store.ts");
    return openPostgresStore({
      url: database.url.reveal(),
      clock,
      observer,
      mayEndWayBack: config.migrate === "always",
    });
  }
  // A master key without its database means that the database is lost, and an empty new one would hide that.
  const mayCreate = !existsSync(masterKeyFile(config));
  return openSqliteStore({ path: databasePath(config), clock, mayCreate, observer });
}

/** What writes messages is loaded with the first one. */
function createMailTemplates(
  { brandName: name, brandAccent: accent, mailLogo: hasLogo }: Config,
  onLanguageFailure: OnLanguageFailure,
): MailTemplates {
  return {
    render: async (facts, frame) => {
      const { renderMail } = await import("./pages/mail.ts");
      const { catalogueOf } = await import("./pages/catalogues.ts");
      const logoSrc = hasLogo ? new URL("logo", frame.accountHref).href : undefined;
      return renderMail(
        facts,
        { ...frame, brand: { name, accent, logoSrc } },
        { ...catalogueOf(frame.language, onLanguageFailure), region: frame.region },
      );
    },
  };
}

function failLanguage(_language: string, error: unknown): never {
  throw error;
}
