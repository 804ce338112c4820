import type { Instant } from "../../values/time.ts";
import type { AuditTrail } from "../audit-ports.ts";
import type { BackupRuns } from "../backup-ports.ts";
import type { ConsoleRuns } from "../console-run-ports.ts";
import type { Inventory } from "../listing.ts";
import type { Statistics } from "../statistics-ports.ts";
import type { WebhookSender, Webhooks } from "../webhook-ports.ts";
import type { Finding } from "./finding.ts";
import type { KeyAdministration } from "./key.ts";
import type { Status } from "./status.ts";
import type { RecentRefusals } from "./why.ts";

/** A setting for programs. Its value is null where it is not set, and hidden where it is a secret. */
export interface SettingRecord {
  readonly setting: string;
  readonly value: string | null;
  readonly origin: string;
  /** Its purpose, in one line. */
  readonly help: string;
}

/** Findings, and the time at which they were found. */
export interface KnownFindings {
  readonly items: readonly Finding[];
  readonly at: Instant;
}

/** What the console and the admin API need besides the ports of the flows. The command line has it too. */
export interface AdministrationPorts {
  readonly inventory: Inventory;
  readonly keys: KeyAdministration;
  readonly statistics: Statistics;
  readonly auditTrail: Pick<AuditTrail, "append" | "list" | "head" | "verify" | "verifyPart" | "macOf">;
  readonly backups: Pick<BackupRuns, "latest">;
  readonly consoleRuns: ConsoleRuns;
  readonly webhooks: Webhooks;
  readonly webhookSender: WebhookSender;
  readonly refusals: RecentRefusals;
  /** Every setting of this process. */
  settings(): readonly SettingRecord[];
  status(): Promise<Status>;
  /**
   * What `latchkey doctor` finds, as far as the process that answers can see it. Providers are asked, so what was found stands for ten
   * seconds for everybody who wants to know.
   */
  findings(): Promise<readonly Finding[]>;
  /**
   * Findings for pages that must not wait: those of the last half minute; or else new ones if they come within a second, those of the last
   * ten minutes, or undefined. What comes later is for the next call.
   */
  knownFindings(): Promise<KnownFindings | undefined>;
  /** From then on an answer that goes on must end. */
  isStopping(): boolean;
}
