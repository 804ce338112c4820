import { apiOperations } from "./api.ts";
import { auditOperations } from "./audit.ts";
import { bulkOperations } from "./bulk.ts";
import { clientOperations } from "./client.ts";
import { consentOperations } from "./consent.ts";
import { credentialOperations } from "./credential.ts";
import { groupOperations } from "./group.ts";
import { installationOperations } from "./installation.ts";
import { invitationOperations } from "./invitation.ts";
import { keyOperations } from "./key.ts";
import { mailOperations } from "./mail.ts";
import type { Operation } from "./operation.ts";
import { sessionOperations } from "./session.ts";
import { stateOperations } from "./state.ts";
import { tokenOperations } from "./token.ts";
import { upstreamOperations } from "./upstream.ts";
import { userOperations } from "./user.ts";
import { webhookOperations } from "./webhook.ts";
import { whyOperations } from "./why.ts";

/** THE list of operations, in the order of the description. */
export const operations: readonly Operation[] = [
  ...clientOperations,
  ...apiOperations,
  ...userOperations,
  ...bulkOperations,
  ...credentialOperations,
  ...consentOperations,
  ...groupOperations,
  ...invitationOperations,
  ...upstreamOperations,
  ...sessionOperations,
  ...tokenOperations,
  ...mailOperations,
  ...webhookOperations,
  ...keyOperations,
  ...auditOperations,
  ...installationOperations,
  ...stateOperations,
  ...whyOperations,
];
