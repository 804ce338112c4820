import type { Administration } from "../administration.ts";
import type { AdministrationDesk } from "../flows/operator/desk.ts";
import { readStatus } from "../flows/operator/status.ts";
import { type Config, databasePath, type LoadedConfig } from "../ops/config.ts";
import { reportSettings } from "../ops/settings-report.ts";
import { readVersion } from "../ops/version.ts";
import type { Issuer } from "../values/issuer.ts";

/** Opens the desk of operators, on what the service has open. */
export function openDesk(
  administration: Pick<Administration, "store" | "keyring" | "clock">,
  options: {
    readonly config: Config;
    readonly origins: LoadedConfig["origins"] | undefined;
    readonly issuer: Issuer;
    readonly isStopping: () => boolean;
  },
): AdministrationDesk {
  const { store, keyring } = administration;
  const { config, origins, issuer, isStopping } = options;
  return {
    inventory: store.inventory,
    statistics: store.statistics,
    auditTrail: store.auditTrail,
    backups: store.backupRuns,
    keys: keyring,
    settings: () => reportSettings(config, origins),
    status: () => {
      const place = { version: readVersion(), issuer, isRunning: true, database: databasePath(config) };
      return readStatus(administration, place, config.sessionIdle);
    },
    isStopping,
  };
}
