import type { AuditTrail } from "../audit-ports.ts";
import type { BackupRuns } from "../backup-ports.ts";
import type { Inventory } from "../listing.ts";
import type { Statistics } from "../statistics-ports.ts";
import type { KeyAdministration } from "./key.ts";

/** What the console and the admin API need besides the ports of the flows. The command line has it too. */
export interface AdministrationDesk {
  readonly inventory: Inventory;
  readonly keys: KeyAdministration;
  readonly statistics: Statistics;
  readonly auditTrail: Pick<AuditTrail, "list" | "head" | "verify" | "macOf">;
  readonly backups: Pick<BackupRuns, "latest">;
  /** From then on an answer that goes on must end. */
  isStopping(): boolean;
}
