import type { AccountProblem } from "../flows/operator/account-problem.ts";
import type { GroupProblem } from "../flows/operator/group.ts";
import type { RecoveryProblem } from "../flows/operator/recover.ts";
import { shellWord } from "../values/words.ts";
import type { Hints } from "./operation-view.ts";

const seeList = "`latchkey user list` shows the accounts there are.";

/** The commands that help with the problems of accounts. */
export const accountHints: Hints<AccountProblem | RecoveryProblem | GroupProblem> = {
  "unknown-account": seeList,
  "name-taken": seeList,
  "changed-meanwhile": "`latchkey user show` shows how it is now; run this again.",
  "unknown-group": "`latchkey group list` shows the groups there are.",
  "account-disabled": (_, { user = "" }) => `\`latchkey user enable ${shellWord(user)}\` does so.`,
  "no-address": "Without --mail the link is only printed.",
};
