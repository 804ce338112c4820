import { isSameResource } from "../../protocol/api/resource.ts";
import { admits } from "../../protocol/client/client.ts";
import type { Instant } from "../../values/time.ts";
import { shellWord, shortTime } from "../../values/words.ts";
import type { AuditAct } from "../audit.ts";
import type { AuditTrail, KeptAuditEntry } from "../audit-ports.ts";
import type { TokenEnd } from "../endpoint/find-token.ts";
import type { Rights } from "./rights.ts";
import { inspectToken, type RefreshEnd, type TokenRegistry, type TokenReport } from "./token.ts";
import { groupsRule, passes, type Rule, type RuleName } from "./why.ts";

/** A question about a token. */
export interface TokenQuestion {
  readonly token: string;
  /** The resource that the token was sent to, to learn whether the token is meant for that resource. */
  readonly resource?: string | undefined;
}

/** Whether a token works, with the rules in the order in which they decide. */
export interface TokenReasons {
  readonly isLive: boolean;
  /** Absent for a text that is no token of this installation, and for a token that is long gone. */
  readonly report?: TokenReport;
  readonly rules: readonly Rule[];
}

/** Explains whether a token works. The entry of the act that ended it is named to operators who may read the audit trail. */
export async function explainToken(
  registry: TokenRegistry & { readonly auditTrail: Pick<AuditTrail, "list"> },
  { token, resource }: TokenQuestion,
  by: Rights,
): Promise<TokenReasons> {
  const report = await inspectToken(registry, token.trim());
  if (report === undefined) return { isLive: false, rules: [unknown] };
  const entry = by.scopes.has("audit:read") ? await findEndingEntry(registry.auditTrail, report) : undefined;
  const rules = [
    passes("token", `${wordOf(report)} of this installation`),
    ...orderOf(report).map((rule, index, order) => ruleOf(report, { rule, index, order, entry })),
    ...(report.kind === "refresh-token" ? refreshGroupsRule(report, by) : []),
    ...audienceRule(report, resource),
  ];
  return { isLive: rules.every(({ outcome }) => outcome === "passes"), report, rules };
}

const unknown: Rule = {
  rule: "token",
  outcome: "blocks",
  value:
    "no token of this installation: cut off while it was copied, from another service, an ID token, or removed long after its end",
};

function wordOf({ kind }: TokenReport): string {
  return kind === "access-token" ? "an access token" : "a refresh token";
}

/** The rules in the order in which `findGrantState` and `whyTokenFamilyIsDead` check them. */
function orderOf({ kind, accountId, actors }: TokenReport): readonly RuleName[] {
  if (kind === "refresh-token") return ["revocation", "expiry", "account", "session", "client"];
  if (accountId === undefined) return ["expiry", "revocation", "client"];
  if (actors !== undefined) return ["expiry", "revocation", "client", "origin", "account"];
  return ["expiry", "revocation", "client", "consent", "session", "account"];
}

/** The rule that decided, by what ended the token. */
const ruleOfEnd: Readonly<Partial<Record<TokenEnd | RefreshEnd, RuleName>>> = {
  "token-expired": "expiry",
  "token-revoked": "revocation",
  "client-gone": "client",
  "client-disabled": "client",
  "consent-withdrawn": "consent",
  "session-ended": "session",
  "origin-ended": "origin",
  "account-gone": "account",
  "account-disabled": "account",
  "account-changed": "account",
  "refresh-token-revoked": "revocation",
  "refresh-token-expired": "expiry",
  "refresh-token-idle": "expiry",
  "refresh-account-changed": "account",
  "refresh-account-disabled": "account",
  "refresh-session-ended": "session",
  "client-refused": "client",
  "refresh-token-replaced": "client",
};

interface Place {
  readonly rule: RuleName;
  readonly index: number;
  readonly order: readonly RuleName[];
  readonly entry: KeptAuditEntry | undefined;
}

function ruleOf(report: TokenReport, { rule, index, order, entry }: Place): Rule {
  const { end } = report;
  const decided = end && ruleOfEnd[end];
  const at = decided === undefined ? order.length : order.indexOf(decided);
  if (index < at) return passes(rule, stands(report, rule));
  if (index > at) return { rule, outcome: "unreached", value: "not asked" };
  const told = entry && `; entry ${entry.number} of the audit trail: ${entry.act} at ${shortTime(entry.at)}`;
  return {
    rule,
    outcome: "blocks",
    value: `${end === undefined ? "" : ended(report, end)}${told ?? ""}`,
    command: end && commandFor(report, end),
  };
}

function stands({ expiresAt, client, clientId, account }: TokenReport, rule: RuleName): string {
  switch (rule) {
    case "expiry":
      return `until ${shortTime(expiresAt)}`;
    case "revocation":
      return "not revoked";
    case "client":
      return `${client?.name ?? clientId} is enabled`;
    case "account":
      return `${account?.username ?? "the account"} is unchanged since the token was issued`;
    case "consent":
      return "given, or not asked";
    case "session":
      return "live, or the token may outlive it";
    default:
      return "the token that it was exchanged for works";
  }
}

function ended(report: TokenReport, end: TokenEnd | RefreshEnd): string {
  const { expiresAt, revokedAt, client, clientId, account } = report;
  const name = client?.name ?? clientId;
  const who = account?.username ?? "the account";
  switch (end) {
    case "token-expired":
    case "refresh-token-expired":
      return `expired at ${shortTime(expiresAt)}`;
    case "refresh-token-idle":
      return `expired at ${shortTime(expiresAt)}, because it was not used for too long`;
    case "token-revoked":
    case "refresh-token-revoked":
      return `revoked${momentText(revokedAt)}`;
    case "client-gone":
      return `the client ${clientId} was removed`;
    case "client-disabled":
      return `${name} is disabled`;
    case "client-refused":
      return `${name} is gone, disabled, or not registered for refresh tokens`;
    case "refresh-token-replaced":
      return "replaced by a newer one; using it again revokes all of them";
    case "consent-withdrawn":
      return `${who} has not allowed ${name}, or withdrew it`;
    case "session-ended":
    case "refresh-session-ended":
      return `${who} has signed out, or the session expired`;
    case "origin-ended":
      return "the token that it was exchanged for has ended";
    case "account-gone":
      return "the account was removed";
    case "account-disabled":
    case "refresh-account-disabled":
      return `${who} is disabled or locked`;
    case "account-changed":
    case "refresh-account-changed":
      return `${who} got another password, was disabled meanwhile, or was signed out everywhere`;
    default:
      return end;
  }
}

function momentText(at: Instant | undefined): string {
  return at === undefined ? "" : ` at ${shortTime(at)}`;
}

function commandFor({ client, clientId, account }: TokenReport, end: TokenEnd | RefreshEnd) {
  const id = shellWord(clientId);
  switch (end) {
    case "client-disabled":
      return `latchkey client enable ${id}`;
    case "client-refused":
      return client?.isDisabled ? `latchkey client enable ${id}` : undefined;
    case "account-disabled":
    case "refresh-account-disabled":
    case "session-ended":
      if (account?.isDisabled !== true) return undefined;
      return `latchkey user ${account.lockedAt === undefined ? "enable" : "recover"} ${shellWord(account.username)}`;
    default:
      return undefined;
  }
}

/** A refresh also depends on the groups; an access token does not. */
function refreshGroupsRule({ client, account }: TokenReport, by: Rights): readonly Rule[] {
  if (client === undefined || account === undefined || client.metadata.onlyGroups.length === 0) return [];
  return [groupsRule(client, account, { isAdmitted: admits(client, account.groups), by })];
}

function audienceRule({ audience }: TokenReport, resource: string | undefined): readonly Rule[] {
  const meant = audience.length === 0 ? "no API in particular" : audience.join(", ");
  if (resource === undefined) return audience.length === 0 ? [] : [passes("audience", `meant for ${meant}`)];
  if (audience.some((each) => isSameResource(each, resource)))
    return [passes("audience", `meant for ${meant}`)];
  return [
    {
      rule: "audience",
      outcome: "blocks",
      value: `meant for ${meant}, not for ${resource}: the application asks for a token for it with the parameter resource`,
    },
  ];
}

/** The acts that end every session of an account, and what was issued before. */
const accountActs: readonly AuditAct[] = [
  "user-disabled",
  "account-locked",
  "password-set",
  "password-changed",
  "recovery-link-used",
  "sessions-revoked",
  "user-deleted",
];

/** The acts that end a token in each way. */
const endingActs: Readonly<Partial<Record<RuleName, readonly AuditAct[]>>> = {
  revocation: [
    "tokens-revoked",
    "token-revoked",
    "code-replayed",
    "refresh-token-reused",
    "consent-withdrawn",
    "client-disabled",
  ],
  consent: ["consent-withdrawn"],
  session: ["session-ended", "session-revoked", ...accountActs],
  account: accountActs,
  client: ["client-disabled", "client-deleted"],
};

/** The newest entry that may tell what ended the token, on its account or its client. */
async function findEndingEntry(
  trail: Pick<AuditTrail, "list">,
  { end, issuedAt, accountId, clientId }: TokenReport,
): Promise<KeptAuditEntry | undefined> {
  const acts = (end && ruleOfEnd[end] && endingActs[ruleOfEnd[end]]) ?? [];
  const targets = accountId === undefined ? [clientId] : [accountId, clientId];
  let newest: KeptAuditEntry | undefined;
  for (const act of acts)
    for (const target of targets) {
      const [found] = (await trail.list({ act, target, from: issuedAt, limit: 1 })).items;
      if (found !== undefined && found.number > (newest?.number ?? 0)) newest = found;
    }
  return newest;
}
