import { apiEditScreen } from "./api-edit.ts";
import { apiNewScreen } from "./api-new.ts";
import { apiScopeScreens } from "./api-scope.ts";
import { apiScreens } from "./apis.ts";
import { auditScreens } from "./audit.ts";
import { clientAccessScreen } from "./client-access.ts";
import { clientActScreens } from "./client-acts.ts";
import { clientClaimScreens } from "./client-claims.ts";
import { clientEditScreen } from "./client-edit.ts";
import { clientExportScreen } from "./client-export.ts";
import { clientFromAppScreens } from "./client-from-app.ts";
import { clientListScreen } from "./client-list.ts";
import { clientNewScreen } from "./client-new.ts";
import { clientPathRuleScreen } from "./client-path-rule.ts";
import { clientSettingsScreen } from "./client-settings.ts";
import { clientScreen } from "./client-show.ts";
import { clientTryScreens } from "./client-try.ts";
import { groupAdministratorScreens } from "./group-administrators.ts";
import { groupScreens, memberScreens } from "./groups.ts";
import { healthScreen } from "./health.ts";
import { invitationScreens } from "./invitations.ts";
import { keyScreens } from "./keys.ts";
import { mailScreens } from "./mail.ts";
import { overviewScreens } from "./overview.ts";
import { personActScreens } from "./person-acts.ts";
import { personBulkScreens } from "./person-bulk.ts";
import { personEditScreens } from "./person-edit.ts";
import { personExportScreen } from "./person-export.ts";
import { personListScreen } from "./person-list.ts";
import { personPasswordScreen } from "./person-password.ts";
import { personScreen } from "./person-show.ts";
import { providerEditScreen } from "./provider-edit.ts";
import { providerNewScreen } from "./provider-new.ts";
import { providerScreens } from "./providers.ts";
import { searchScreen } from "./search.ts";
import { settingScreen } from "./settings.ts";
import type { Screen } from "./visit.ts";
import { webhookScreens } from "./webhooks.ts";
import { whyScreens } from "./why.ts";

/** The table of the console's pages. */
export const screens: readonly Screen[] = [
  ...overviewScreens,
  searchScreen,
  clientListScreen,
  clientExportScreen,
  clientNewScreen,
  ...clientFromAppScreens,
  clientScreen,
  clientEditScreen,
  clientPathRuleScreen,
  clientSettingsScreen,
  ...clientClaimScreens,
  clientAccessScreen,
  ...clientActScreens,
  ...clientTryScreens,
  apiNewScreen,
  ...apiScreens,
  apiEditScreen,
  ...apiScopeScreens,
  personListScreen,
  personExportScreen,
  ...personBulkScreens,
  ...personEditScreens,
  personPasswordScreen,
  personScreen,
  ...personActScreens,
  ...groupScreens,
  ...memberScreens,
  ...groupAdministratorScreens,
  ...invitationScreens,
  providerNewScreen,
  ...providerScreens,
  providerEditScreen,
  ...auditScreens,
  ...webhookScreens,
  ...keyScreens,
  ...mailScreens,
  settingScreen,
  healthScreen,
  ...whyScreens,
];
