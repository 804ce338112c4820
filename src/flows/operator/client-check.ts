import {
  type Client,
  type ClientMetadata,
  type ClientProfile,
  interfaceMetadata,
  isProtected,
} from "../../protocol/client/client.ts";
import { whyNoMachine } from "../../protocol/client/machine.ts";
import { changeMetadata, type MetadataChanges } from "../../protocol/client/metadata-change.ts";
import { checkRedirectUriForRegistration } from "../../protocol/client/redirect-uri-registration.ts";
import { sectorOfRedirectUris } from "../../protocol/client/sector.ts";
import { whyNotProtected } from "../../protocol/forward-auth/protected-application.ts";
import { callbackOf } from "../../protocol/forward-auth/protected-origin.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type ClientProblem, redirectUrisMax } from "./client-problem.ts";
import { readDisplayName } from "./display-name.ts";

/** The details of a new client as an operator writes them. */
export interface NewClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly profile: ClientProfile;
  readonly isPublic: boolean;
  /** What it registers for beyond the interface. */
  readonly metadata?: MetadataChanges;
}

/** A new client whose parts are all usable, as it would be kept. */
export interface CheckedClient extends Omit<NewClient, "metadata"> {
  readonly metadata: ClientMetadata;
}

/** Checks what an operator says about a new client, without looking at the registry. */
export function checkNewClient(wanted: NewClient): Result<CheckedClient, ClientProblem> {
  const { profile } = wanted;
  // A protected application has no server of its own that could keep a secret.
  const isPublic = wanted.isPublic || (wanted.metadata?.protectedOrigins ?? []).length > 0;
  const name = readDisplayName(wanted.name);
  if (!name.ok) return name;
  const redirectUris = checkRedirectUris(wanted.redirectUris, isPublic);
  if (!redirectUris.ok) return redirectUris;
  const metadata = readMetadata(
    { isPublic, metadata: interfaceMetadata },
    wanted.metadata,
    redirectUris.value,
    undefined,
  );
  if (!metadata.ok) return metadata;
  return ok({
    name: name.value,
    redirectUris: redirectUrisOf(metadata.value, redirectUris.value),
    profile,
    isPublic,
    metadata: metadata.value,
  });
}

/** The properties that an operator changes, and the rules for paths to add or remove. */
export interface PropertyChanges {
  readonly metadata?: MetadataChanges;
  readonly addPathRules?: readonly string[];
  readonly removePathRules?: readonly string[];
}

/**
 * The changes with the whole list of rules for paths. Added rules come first, because behind a wider one they would never decide; one that
 * is there already moves. A rule is removed only if it is exactly the same.
 */
export function readPropertyChanges(
  { metadata: before }: Pick<Client, "metadata">,
  { metadata, addPathRules: added = [], removePathRules: removed = [] }: PropertyChanges,
): Result<MetadataChanges | undefined, ClientProblem> {
  if (added.length + removed.length === 0) return ok(metadata);
  const rules = [...new Set([...added, ...(metadata?.pathRules ?? before.pathRules)])];
  const absent = removed.find((rule) => !rules.includes(rule));
  if (absent !== undefined) return refuse({ kind: "path-rule-not-registered", rule: absent });
  return ok({ ...metadata, pathRules: rules.filter((rule) => !removed.includes(rule)) });
}

/** The metadata after these changes, if it fits the client. `before` is the client as it was; undefined for a new one. */
export function readMetadata(
  client: Pick<Client, "isPublic" | "metadata">,
  changes: MetadataChanges | undefined,
  redirectUris: readonly string[],
  before: Client | undefined,
): Result<ClientMetadata, ClientProblem> {
  const changed = changes === undefined ? ok(client.metadata) : changeMetadata(client, changes);
  if (!changed.ok) return refuse({ kind: "metadata-unusable", problem: changed.reason });
  const problem = whyNoMachine({ metadata: changed.value, redirectUris }, before);
  if (problem !== undefined) return refuse({ kind: "machine-unusable", problem });
  const misfit = whyNotProtected({ metadata: changed.value, redirectUris }, before);
  if (misfit !== undefined) return refuse({ kind: "protected-unusable", problem: misfit });
  if (isProtected({ metadata: changed.value })) return changed;
  const needsOneHost = changed.value.isPairwise && changed.value.sector === undefined;
  const sector = needsOneHost && redirectUris.length > 0 ? sectorOfRedirectUris(redirectUris) : changed;
  if (!sector.ok) return refuse({ kind: "metadata-unusable", problem: sector.reason });
  // A client for devices alone sends no browser back anywhere. Its people are known by a sector that is named.
  const { mayUseDeviceGrant, isMachine } = changed.value;
  const needsUri = redirectUris.length === 0 && (needsOneHost || !(mayUseDeviceGrant || isMachine));
  return needsUri ? refuse({ kind: "redirect-uri-missing" }) : changed;
}

/** Those of a protected application follow from its hosts. */
export function redirectUrisOf(metadata: ClientMetadata, named: readonly string[]): readonly string[] {
  return isProtected({ metadata }) ? metadata.protectedOrigins.map(callbackOf) : named;
}

/**
 * The redirect URIs without duplicates. What is registered already stays valid, so that a stricter rule of a later version blocks no other
 * change.
 */
export function checkRedirectUris(
  uris: readonly string[],
  isPublic: boolean,
  registered: readonly string[] = [],
): Result<readonly string[], ClientProblem> {
  const distinct = [...new Set(uris)];
  if (distinct.length > redirectUrisMax) return refuse({ kind: "redirect-uris-too-many" });
  for (const uri of distinct) {
    const checked = registered.includes(uri) ? ok(uri) : checkRedirectUriForRegistration(uri, { isPublic });
    if (!checked.ok) return refuse({ kind: "redirect-uri-unusable", uri, problem: checked.reason });
  }
  return ok(distinct);
}
