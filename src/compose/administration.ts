import { checkMilliseconds, configuredMailServer } from "../adapters/mail/smtp.ts";
import { openWebhookSender } from "../adapters/webhook/sender.ts";
import type { Administration } from "../administration.ts";
import type { OldSystem } from "../flows/old-system-ports.ts";
import type { AdministrationPorts, KnownFindings } from "../flows/operator/administration.ts";
import type { Finding } from "../flows/operator/finding.ts";
import { readStatus } from "../flows/operator/status.ts";
import type { RecentRefusals } from "../flows/operator/why.ts";
import type { Clock } from "../flows/ports.ts";
import type { UpstreamParty } from "../flows/upstream/relying-party.ts";
import { type Config, databasePath, type LoadedConfig } from "../ops/config.ts";
import { reportSettings } from "../ops/settings-report.ts";
import { readVersion } from "../ops/version.ts";
import { type Issuer, isLoopback } from "../values/issuer.ts";
import { type Instant, plus } from "../values/time.ts";
import type { TracedParts } from "./tracing.ts";

type Opened = Pick<Administration, "store" | "keyring" | "clock" | "random" | "audit">;

interface AdministrationOptions {
  readonly config: Config;
  readonly origins: LoadedConfig["origins"] | undefined;
  readonly issuer: Issuer;
  readonly party: Pick<UpstreamParty, "check">;
  /** Undefined if no old product is asked about passwords. */
  readonly oldSystem?: OldSystem | undefined;
  readonly isStopping: () => boolean;
  /** The trusted proxy that passed on a request without a visitor's address; undefined as long as none did. */
  readonly silentProxy: () => string | undefined;
  readonly refusals: RecentRefusals;
  readonly traced?: TracedParts | undefined;
}

/** Opens what operators work with on what the service has open. */
export function openAdministrationPorts(
  administration: Opened,
  options: AdministrationOptions,
): AdministrationPorts {
  const { store, keyring } = administration;
  const { config, origins, issuer, isStopping, refusals, traced } = options;
  return {
    inventory: store.inventory,
    statistics: store.statistics,
    auditTrail: store.auditTrail,
    backups: store.backupRuns,
    consoleRuns: store.consoleRuns,
    webhooks: store.webhooks,
    webhookSender: openWebhookSender({ mayReachLoopback: isLoopback(issuer) }, traced?.fetch),
    keys: keyring,
    refusals,
    settings: () => reportSettings(config, origins),
    status: () => {
      const place = { version: readVersion(), issuer, isRunning: true, database: databasePath(config) };
      return readStatus(administration, place, config.sessionIdle);
    },
    ...sharedFindings(() => findingsOf(administration, options), administration.clock),
    isStopping,
  };
}

async function findingsOf(opened: Opened, options: AdministrationOptions) {
  const { store, keyring, clock, random } = opened;
  const { config, issuer, party, oldSystem } = options;
  const { databaseFindings, settingFindings } = await import("../doctor/installation.ts");
  const found: Finding[] = [...settingFindings(config, issuer, options.silentProxy())];
  const mailServer = configuredMailServer(config, issuer, checkMilliseconds);
  const installation = { config, issuer, store, keyring, clock, random, party, mailServer, oldSystem };
  for await (const finding of databaseFindings(installation, await store.status())) found.push(finding);
  if (config.apply !== undefined) {
    const { driftFinding } = await import("./declared.ts");
    found.push(await driftFinding(opened, config, config.apply));
  }
  return found;
}

const standsForSeconds = 10;
const isKnownForSeconds = 600;
/** With the longest check, a problem is on the next page within a minute. */
const isNewForSeconds = 30;
const patienceMilliseconds = 1_000;

/** Shares one reading among all callers within a few seconds. A failed reading is repeated. */
function sharedFindings(
  look: () => Promise<readonly Finding[]>,
  clock: Clock,
): Pick<AdministrationPorts, "findings" | "knownFindings"> {
  let last: { readonly found: Promise<KnownFindings>; readonly at: Instant } | undefined;
  let known: KnownFindings | undefined;
  // After a clock was set back, findings from the future do not count as fresh.
  const isWithin = (at: Instant, now: Instant, seconds: number) => at <= now && now < plus(at, seconds);

  async function lookAt(at: Instant): Promise<KnownFindings> {
    known = { items: await look(), at };
    return known;
  }

  function read(standsFor: number): Promise<KnownFindings> {
    const now = clock.now();
    if (last !== undefined && isWithin(last.at, now, standsFor)) return last.found;
    const found = lookAt(now);
    last = { found, at: now };
    found.catch(() => {
      last = undefined;
    });
    return found;
  }

  return {
    findings: async () => (await read(standsForSeconds)).items,
    knownFindings: async () => {
      const found = read(isNewForSeconds).catch(() => undefined);
      const isKnown = (seconds: number) => known !== undefined && isWithin(known.at, clock.now(), seconds);
      if (isKnown(isNewForSeconds)) return known;
      const old = isKnown(isKnownForSeconds) ? known : undefined;
      const patience = Promise.withResolvers<KnownFindings | undefined>();
      const timer = setTimeout(() => patience.resolve(old), patienceMilliseconds);
      return Promise.race([found.then((items) => items ?? old), patience.promise]).finally(() =>
        clearTimeout(timer),
      );
    },
  };
}
