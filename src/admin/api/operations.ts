import { apiOperations } from "./apis.ts";
import { auditOperations } from "./audit.ts";
import { clientOperations } from "./clients.ts";
import { consentOperations } from "./consents.ts";
import { credentialOperations } from "./credentials.ts";
import { groupOperations } from "./groups.ts";
import { installationOperations } from "./installation.ts";
import { invitationOperations } from "./invitations.ts";
import { keyOperations } from "./keys.ts";
import { mailOperations } from "./mail.ts";
import type { Operation } from "./operation.ts";
import { sessionOperations } from "./sessions.ts";
import { tokenOperations } from "./tokens.ts";
import { upstreamOperations } from "./upstreams.ts";
import { userOperations } from "./users.ts";
import { webhookOperations } from "./webhooks.ts";

/** THE list of operations, in the order of the description. */
export const operations: readonly Operation[] = [
  ...clientOperations,
  ...apiOperations,
  ...userOperations,
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
];
