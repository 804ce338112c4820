import { isoTime } from "../../values/time.ts";
import type { Rule } from "./why.ts";
import type { AccessReport, AccountReport } from "./why-access.ts";
import type { RefusalReport } from "./why-refusal.ts";
import type { TokenReasons } from "./why-token.ts";

/** A rule, for programs. */
function ruleRecord({ rule, outcome, value, command }: Rule) {
  return { rule, outcome, value, command: command ?? null };
}

/** Whether an account can open an application, for programs. */
export function accessRecord({ account, client, opens, rules }: AccessReport) {
  return {
    user_id: account.id,
    username: account.username,
    client_id: client.id,
    opens,
    rules: rules.map(ruleRecord),
  };
}

/** What an account can do by itself, for programs. */
export function accountReasonsRecord({ account, rules }: AccountReport) {
  return { user_id: account.id, username: account.username, rules: rules.map(ruleRecord) };
}

/** Whether a token works, for programs. */
export function tokenReasonsRecord({ isLive, report, rules }: TokenReasons) {
  return {
    live: isLive,
    client_id: report?.clientId ?? null,
    user_id: report?.accountId ?? null,
    rules: rules.map(ruleRecord),
  };
}

/** A refusal, for programs. */
export function refusalRecord(report: RefusalReport) {
  const { requestId, at, act, source, reason, sentence, command, details, access } = report;
  return {
    request_id: requestId,
    at: isoTime(at),
    act,
    source,
    reason: reason ?? null,
    sentence,
    command: command ?? null,
    details,
    access: access === undefined ? null : accessRecord(access),
  };
}
