import { clientOperations } from "./clients.ts";
import type { Operation } from "./operation.ts";
import { userOperations } from "./users.ts";

/** THE list of operations, in the order of the description. */
export const operations: readonly Operation[] = [...clientOperations, ...userOperations];
