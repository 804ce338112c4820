import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Command, Option } from "commander";
import { whyUnproved } from "../adapters/backup/proof.ts";
import {
  MasterKeyUnusable,
  masterKeyFile,
  masterKeyFromSecret,
  masterKeyId,
  nextMasterKeyFile,
} from "../adapters/keys/master-key.ts";
import { systemStopwatch } from "../adapters/system/clock.ts";
import type { KeyRecords } from "../flows/key-ports.ts";
import type { Config } from "../ops/config.ts";
import type { BackupLock } from "../values/backup-lock.ts";
import { refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { shellWord } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { type LockOptions, openingOption, readLock } from "./backup-key.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { openProgress } from "./progress.ts";

interface BackupCommandOptions extends LockOptions {
  readonly withMasterKey?: true;
}

/** `latchkey db backup`: writes a consistent copy beside a running service, encrypted or in the clear. */
export function addBackupCommand(db: Command, invocation: Invocation): void {
  db.command("backup <file>")
    .description("write a consistent, checked copy to a new file while the service runs")
    .option("--encrypt", "encrypt it with a passphrase, in the age format; asks for it twice")
    .addOption(
      new Option(
        "--recipient <age1…>",
        "encrypt it for the holder of this age key; may be repeated",
      ).argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]),
    )
    .option("--passphrase-file <file>", "the passphrase is the first line of this file")
    .option("--passphrase-stdin", "the passphrase is the first line of stdin")
    .option("--with-master-key", "include the master key; for encrypted backups only")
    .action(
      action(invocation, (file: string, options: BackupCommandOptions, command: Command) =>
        backup(invocation, command, { file, options }),
      ),
    );
}

async function backup(
  invocation: Invocation,
  command: Command,
  { file, options }: { readonly file: string; readonly options: BackupCommandOptions },
): Promise<Outcome> {
  const path = resolve(invocation.cwd, file);
  if (existsSync(path))
    return refuse({
      exitCode: exitCodes.conflict,
      cause: `${path} exists already.`,
      hint: "Name a new file.",
    });
  if (!existsSync(dirname(path)))
    return refuse({
      exitCode: exitCodes.notFound,
      cause: `There is no folder ${dirname(path)}.`,
      hint: "Make it first, or name another.",
    });
  const read = await readLock(invocation, options);
  if (!read.ok) return read;
  const lock = read.value;
  if (options.withMasterKey && lock === undefined)
    return refuse({
      exitCode: exitCodes.refused,
      cause:
        "The master key can only go into an encrypted backup: with both in the clear, anybody could sign in as anyone.",
      hint: "Add --encrypt, or --recipient with an age key.",
    });
  return withExisting(invocation, command, async ({ administration: { store, clock, audit }, config }) => {
    const progress = openProgress(systemStopwatch);
    let unproved: string | undefined;
    try {
      await store.backup(path, {
        lock,
        masterKey: options.withMasterKey && (await masterKeyOf(config, store.keyRecords)),
        prove: async (made) => {
          progress.show("restoring into a copy", 0);
          unproved = await whyUnproved(made, config, path);
        },
        onProgress: (step, share) => progress.show(step, share),
      });
    } finally {
      progress.end();
    }
    const isEncrypted = lock !== undefined;
    const size = statSync(path).size;
    const proof = unproved === undefined ? {} : { unproved };
    const made = { at: clock.now(), file: path, sizeBytes: size, isEncrypted, ...proof };
    const details = { encrypted: isEncrypted, master_key: options.withMasterKey === true };
    const entry = audit.entry("backup-made", { kind: "database", id: path }, details);
    await store.backupRuns.noteMade("command", made, { audit: [entry] });
    tell(invocation, command, { path, file, lock, config, options, isProved: unproved === undefined });
    if (unproved === undefined) return done;
    return refuse({
      exitCode: exitCodes.unavailable,
      cause: `The backup was made, and could not be restored into a copy: ${unproved}`,
    });
  });
}

/** The one that has sealed the keys: while it is replaced there are two. */
async function masterKeyOf(config: Config, records: Pick<KeyRecords, "list">): Promise<Secret> {
  const files = [masterKeyFile(config), nextMasterKeyFile(config)].filter((file) => existsSync(file));
  const texts =
    config.secret === undefined
      ? files.map((file) => new Secret(readFileSync(file, "utf8")))
      : [config.secret, ...(config.secretNext ? [config.secretNext] : [])];
  const sealedBy = (await records.list()).find((record) => record.masterKeyId !== undefined)?.masterKeyId;
  // 0.1.0 noted no ids, and knows no replacement. The opened keyring has proved that one of these is right.
  const right = texts.find((text) => masterKeyId(masterKeyFromSecret(text)) === sealedBy) ?? texts[0];
  if (right === undefined) throw new MasterKeyUnusable(`The master key ${masterKeyFile(config)} is gone.`);
  return right;
}

function tell(
  { terminal, runLatchkey }: Invocation,
  command: Command,
  made: {
    readonly path: string;
    readonly file: string;
    readonly lock: BackupLock | undefined;
    readonly config: Config;
    readonly options: BackupCommandOptions;
    readonly isProved: boolean;
  },
): void {
  const { path, file, lock, config, options, isProved } = made;
  const isWithKey = options.withMasterKey === true;
  if (wantsJson(command))
    terminal.printJson({
      file: path,
      size_bytes: statSync(path).size,
      encrypted: lock !== undefined,
      has_master_key: isWithKey,
      proved: isProved,
    });
  else terminal.print(path);
  if (isProved) terminal.note("It was restored into a copy and read whole, and its keys could be opened.");
  const keyPlace = config.secret === undefined ? resolve(masterKeyFile(config)) : "LATCHKEY_SECRET";
  terminal.note(
    isWithKey
      ? "The master key is in it: the file and what opens it are enough to sign in as anyone. Keep them apart."
      : `The master key is not in it, and without that key it cannot be restored: keep ${keyPlace} as well.`,
  );
  if (lock?.kind === "passphrase")
    terminal.note("Nobody can restore it without the passphrase, which is not stored anywhere.");
  const restored = `${shellWord(file)}${openingOption(options)}`;
  terminal.note(`To verify it: ${runLatchkey} db restore --check ${restored}`);
  terminal.note(`To put it back: stop the service, then ${runLatchkey} db restore ${restored}`);
}
