import type { Inventory } from "../listing.ts";
import type { KeyAdministration } from "./key.ts";

/** What the console and the admin API need besides the ports of the flows. The command line has it too. */
export interface AdministrationDesk {
  readonly inventory: Inventory;
  readonly keys: KeyAdministration;
  /** From then on an answer that goes on must end. */
  isStopping(): boolean;
}
