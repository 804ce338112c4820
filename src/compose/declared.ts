/** Brings what the service stores to the state that files declare. Loaded only if there is such a state. */
import {
  type Declarations,
  readDeclarations,
  readSecretReference,
  type SecretPlaces,
} from "../adapters/declared/source.ts";
import { masterKeyFile, nextMasterKeyFile } from "../adapters/keys/master-key.ts";
import type { Administration } from "../administration.ts";
import { auditorWithReason } from "../flows/audit.ts";
import { findAccount } from "../flows/operator/account.ts";
import type { Finding } from "../flows/operator/finding.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { canonicalAccountName } from "../identity/account-name.ts";
import type { Desk } from "../operations/declared/noun.ts";
import { applyState, type Change, planState } from "../operations/declared/plan.ts";
import { type DeclaredState, stateFileSchema, stateSchema } from "../operations/declared/schema.ts";
import type { Problem } from "../operations/problem.ts";
import { readPart } from "../operations/unreadable.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { counted } from "../values/words.ts";

/** Why a declared state cannot be applied: the place in the files, the cause and the repair. */
export interface DeclaredProblem {
  readonly place: string;
  readonly cause: string;
  readonly repair?: string | undefined;
}

/** A declared state that was read, with its secrets. */
export interface ReadState {
  readonly state: DeclaredState;
  /** Rewords a problem of this state so that it names the file and the line. */
  located(problem: Problem): DeclaredProblem;
}

/** Reads a file or a folder, and the secrets that it refers to: of `env` and of files, but none of the service's own. */
export async function readState(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  config: Pick<Config, "dataDir" | "ownFiles">,
): Promise<Result<ReadState, DeclaredProblem>> {
  const declared = await readDeclarations(path);
  if (!declared.ok) return declared;
  const located = (problem: Problem) => locate(declared.value, problem);
  const written = readPart(stateFileSchema, declared.value.state, { isContent: true });
  if (!written.ok) return refuse(located(written.reason));
  const resolved = await withSecrets(declared.value, { env, own: ownSecretFiles(env, config) });
  if (!resolved.ok) return resolved;
  const read = readPart(stateSchema, resolved.value, { isContent: true });
  return read.ok ? ok({ state: read.value ?? {}, located }) : refuse(located(read.reason));
}

function locate({ placeOf }: Declarations, { detail, errors = [] }: Problem): DeclaredProblem {
  const [{ pointer = "", detail: first } = { detail }] = errors;
  const inState = pointer.replace(/^\/state(?=\/)/, "");
  const member = inState.split("/").slice(3).join(".");
  return { place: placeOf(inState), cause: member === "" ? first : `${member}: ${first}` };
}

/**
 * The files of the master key, the file of settings, and those that settings name, which a folder of secrets has beside the others. The
 * variables count too where a program started the service with settings of its own.
 */
function ownSecretFiles(
  env: SecretPlaces["env"],
  config: Pick<Config, "dataDir" | "ownFiles">,
): readonly string[] {
  const named = Object.entries(env).filter(([name]) => /^LATCHKEY_.+_FILE$/.test(name));
  return [
    masterKeyFile(config),
    nextMasterKeyFile(config),
    ...(config.ownFiles ?? []),
    ...named.flatMap(([, path]) => path ?? []),
  ];
}

/** The same state with the secrets in place of the references to them. */
async function withSecrets(
  { state, placeOf, folderOf }: Declarations,
  places: Omit<SecretPlaces, "folder">,
): Promise<Result<object, DeclaredProblem>> {
  const resolved: Record<string, unknown> = {};
  for (const [section, items] of Object.entries(state)) {
    const list: object[] = [];
    for (const [index, item] of (items as readonly { readonly secret?: string }[]).entries()) {
      const pointer = `/${section}/${index}/secret`;
      const secret =
        item.secret === undefined
          ? undefined
          : await readSecretReference(item.secret, { ...places, folder: folderOf(pointer) });
      if (secret?.ok === false) return refuse({ place: placeOf(pointer), ...secret.reason });
      list.push(secret === undefined ? item : { ...item, secret: secret.value });
    }
    resolved[section] = list;
  }
  return ok(resolved);
}

/** The files cannot be used, or what they declare is refused. The message has the place, the cause and the repair. */
export class DeclaredStateUnusable extends Error {
  readonly exitCode = 78;
  constructor({ place, cause, repair }: DeclaredProblem) {
    super(`LATCHKEY_APPLY: ${place}: ${cause}${repair === undefined ? "" : ` ${repair}`}`);
    this.name = "DeclaredStateUnusable";
  }
}

type Opened = Pick<Administration, "store" | "keyring" | "clock" | "random" | "audit">;

function deskOf({ store, keyring, clock, random, audit }: Opened, config: Config): Desk {
  const settings = flowSettings(config, resolveIssuer(config, config.port));
  const { accounts, clients, apis, groups, upstreams, grants, webhooks } = store;
  const registry = {
    accounts,
    clients,
    apis,
    groups,
    upstreams,
    grants,
    settings,
    clock,
    random,
    sealer: keyring,
  };
  return {
    registry: { ...registry, audit: auditorWithReason(audit, "LATCHKEY_APPLY") },
    administration: { webhooks },
    operator: { ...everyRight, caller: "service" },
  };
}

/** Brings the state to what `LATCHKEY_APPLY` declares, before the service answers. Rejects with `DeclaredStateUnusable`. */
export async function applyAtStart(
  administration: Opened,
  config: Config,
  path: string,
): Promise<readonly Change[]> {
  const read = await readState(path, process.env, config);
  if (!read.ok) throw new DeclaredStateUnusable(read.reason);
  const { located } = read.value;
  const state = await withoutGonePeople(administration, read.value.state);
  const applied = await applyState(deskOf(administration, config), { state, prune: false });
  if (!applied.ok) throw new DeclaredStateUnusable(located(applied.reason));
  return applied.value;
}

/** People may delete their accounts, which must not keep the service from starting. The doctor names administrators who are gone. */
async function withoutGonePeople(
  { store: { accounts } }: Pick<Administration, "store">,
  state: DeclaredState,
): Promise<DeclaredState> {
  const declared = new Set(
    state.users?.flatMap(({ username, email }) => [username, email ?? username].map(canonicalAccountName)),
  );
  const isThere = async (who: string) =>
    declared.has(canonicalAccountName(who)) || (await findAccount(accounts, who)) !== undefined;
  const groups: NonNullable<DeclaredState["groups"]> = [];
  for (const { administrators, ...group } of state.groups ?? []) {
    const there: string[] = [];
    for (const who of administrators ?? []) if (await isThere(who)) there.push(who);
    groups.push({ ...group, ...(administrators !== undefined && { administrators: there }) });
  }
  return { ...state, ...(state.groups !== undefined && { groups }) };
}

/** What differs from the files now, or why that is unknown. */
export async function findDrift(
  administration: Opened,
  config: Config,
  path: string,
): Promise<Result<readonly Change[], DeclaredProblem>> {
  const read = await readState(path, process.env, config);
  if (!read.ok) return read;
  const { state, located } = read.value;
  const planned = await planState(deskOf(administration, config), { state, prune: false });
  if (planned.ok) return planned;
  const isGone = planned.reason.refusal?.reason.kind === "unknown-administrator";
  const repair = "take the name out of the file, before somebody else signs up with it";
  return refuse({ ...located(planned.reason), ...(isGone && { repair }) });
}

const namedMax = 5;

/** Whether everything is as the files declare it. */
export async function driftFinding(administration: Opened, config: Config, path: string): Promise<Finding> {
  const check = "declared state";
  const found = await findDrift(administration, config, path);
  if (!found.ok) {
    const { place, cause, repair = "correct the file; the next start is refused until then" } = found.reason;
    return { check, state: "failed", detail: `${place}: ${cause}`, repair };
  }
  const changes = found.value;
  const figures = { differences: changes.length };
  if (changes.length === 0)
    return { check, state: "ok", detail: `everything is as ${path} declares it`, figures };
  const named = changes.slice(0, namedMax).map(({ section, name }) => `${section} ${name}`);
  const more = changes.length > namedMax ? ", …" : "";
  return {
    check,
    state: "warning",
    detail: `differs from ${path} in ${counted(changes.length, "thing")}: ${named.join(", ")}${more}`,
    repair: "see what differs, and apply the files, which a restart does too",
    commands: [`latchkey apply ${path} --plan`, `latchkey apply ${path}`],
    figures,
  };
}
