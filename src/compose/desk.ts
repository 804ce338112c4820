import { openWebhookSender } from "../adapters/webhook/sender.ts";
import type { Administration } from "../administration.ts";
import type { AdministrationDesk } from "../flows/operator/desk.ts";
import { readStatus } from "../flows/operator/status.ts";
import { type Config, databasePath, type LoadedConfig } from "../ops/config.ts";
import { reportSettings } from "../ops/settings-report.ts";
import { readVersion } from "../ops/version.ts";
import { type Issuer, isLoopback } from "../values/issuer.ts";
import type { TracedParts } from "./tracing.ts";

/** Opens the desk of operators, on what the service has open. */
export function openDesk(
  administration: Pick<Administration, "store" | "keyring" | "clock">,
  options: {
    readonly config: Config;
    readonly origins: LoadedConfig["origins"] | undefined;
    readonly issuer: Issuer;
    readonly isStopping: () => boolean;
    readonly traced?: TracedParts | undefined;
  },
): AdministrationDesk {
  const { store, keyring } = administration;
  const { config, origins, issuer, isStopping, traced } = options;
  return {
    inventory: store.inventory,
    statistics: store.statistics,
    auditTrail: store.auditTrail,
    backups: store.backupRuns,
    webhooks: store.webhooks,
    webhookSender: openWebhookSender({ mayReachLoopback: isLoopback(issuer) }, traced?.fetch),
    keys: keyring,
    settings: () => reportSettings(config, origins),
    status: () => {
      const place = { version: readVersion(), issuer, isRunning: true, database: databasePath(config) };
      return readStatus(administration, place, config.sessionIdle);
    },
    isStopping,
  };
}
