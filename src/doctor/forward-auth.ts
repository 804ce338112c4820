import type { Groups } from "../flows/account-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import { findGroup } from "../flows/operator/group.ts";
import type { Clients } from "../flows/ports.ts";
import type { Config } from "../ops/config.ts";
import { type Client, isProtected } from "../protocol/client/client.ts";
import {
  coveredRules,
  describeCovered,
  groupsOfPathRules,
  parseRule,
} from "../protocol/forward-auth/rules.ts";
import { type Issuer, isHttps } from "../values/issuer.ts";
import { counted } from "../values/words.ts";

const check = "protected applications";
const findingsMax = 20;

interface Installation {
  readonly config: Pick<Config, "trustedProxies">;
  readonly issuer: Issuer;
  readonly clients: Pick<Clients, "list" | "findByOrigin">;
  readonly groups: Groups;
}

/** Whether proxies are answered, and whether every host, group and rule of the applications behind them means something. */
export async function protectedFindings(installation: Installation): Promise<readonly Finding[]> {
  const { config, issuer, clients } = installation;
  const all = (await clients.list()).filter(isProtected);
  if (all.length === 0) return [];
  const hints = [...serviceFindings(config, issuer, all)];
  for (const client of all)
    hints.push(...ruleFindings(client), ...(await nameFindings(installation, client)));
  const hosts = all.flatMap(({ metadata }) => metadata.protectedOrigins).length;
  const ok: Finding = {
    check,
    state: "ok",
    detail: `${counted(all.length, "application")} with ${counted(hosts, "host")}; every rule for a path can decide`,
  };
  return hints.length === 0 ? [ok] : hints.slice(0, findingsMax);
}

function* serviceFindings(
  { trustedProxies }: Pick<Config, "trustedProxies">,
  issuer: Issuer,
  clients: readonly Client[],
): Generator<Finding> {
  if (trustedProxies.length === 0)
    yield {
      check,
      state: "failed",
      detail: `${counted(clients.length, "application")} behind proxies, but no proxy is trusted, so every request to them is stopped`,
      repair: "set LATCHKEY_TRUSTED_PROXIES to the addresses of the proxies",
    };
  const encrypted = clients
    .flatMap(({ metadata }) => metadata.protectedOrigins)
    .find((origin) => origin.startsWith("https:"));
  if (!isHttps(issuer) && encrypted !== undefined)
    yield {
      check,
      state: "warning",
      detail: `${encrypted} leads people to ${issuer} to sign in, which is not encrypted`,
      repair: "set LATCHKEY_BASE_URL to the https address of the service",
    };
}

/** Rules that can never decide. */
function* ruleFindings({ id, name, metadata }: Client): Generator<Finding> {
  const { pathRules, protectedOrigins } = metadata;
  const update = `latchkey client update ${id}`;
  const repair = "take it away, or put it before the others";
  const commands = [`${update} --remove-path RULE`, `${update} --add-path RULE`];
  for (const covered of coveredRules(pathRules))
    yield {
      check,
      state: "warning",
      detail: describeCovered(pathRules, covered, ` of ${name}`),
      repair,
      commands,
    };
  for (const [index, text] of pathRules.entries()) {
    const rule = parseRule(text);
    if (!rule.ok || rule.value.origin === undefined || protectedOrigins.includes(rule.value.origin)) continue;
    yield {
      check,
      state: "warning",
      detail: `rule ${index + 1} of ${name} (${text}) is for a host that the application does not have`,
      repair,
      commands,
    };
  }
}

/** Groups that do not exist, and hosts that an older release left to another application. */
async function nameFindings({ clients, groups }: Installation, client: Client): Promise<readonly Finding[]> {
  const { id, name, metadata } = client;
  const findings: Finding[] = [];
  for (const group of new Set([...metadata.onlyGroups, ...groupsOfPathRules(metadata.pathRules)]))
    if ((await findGroup(groups, group)) === undefined)
      findings.push({
        check,
        state: "warning",
        detail: `${name} (${id}) is open to the group ${group}, which does not exist`,
        repair: "make the group, and see who may enter",
        commands: [`latchkey group create ${group}`, `latchkey client access ${id} --path /`],
      });
  for (const origin of metadata.protectedOrigins) {
    const found = await clients.findByOrigin(origin);
    if (found?.id === id) continue;
    findings.push({
      check,
      state: "failed",
      detail: `${origin} is a host of ${name} (${id}), but requests to it count for ${found === undefined ? "no application" : `${found.name} (${found.id})`}`,
      repair: "name its hosts again",
      commands: [`latchkey client update ${id} --protect …`],
    });
  }
  return findings;
}
