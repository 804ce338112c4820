import { type Command, Option } from "commander";
import { findAccount } from "../flows/operator/account.ts";
import type { CredentialProblem } from "../flows/operator/credential-problem.ts";
import { credentialOperations } from "../operations/credential.ts";
import { type AnswerOf, byId } from "../operations/operation.ts";
import { userOperations } from "../operations/user.ts";
import type { userSchema } from "../operations/user-schema.ts";
import { shellWord } from "../values/words.ts";
import { accountHints } from "./account-problem.ts";
import type { Invocation } from "./invocation.ts";
import { shortTimeOf } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import type { Beside, Hints } from "./operation-view.ts";
import { linkNotes } from "./user-recover.ts";

const {
  listPasskeys,
  removePasskey,
  listAppPasswords,
  revokeAppPassword,
  getTotp,
  removeTotp,
  getRecoveryCodes,
  removeRecoveryCodes,
} = byId(credentialOperations);
const { getUser } = byId(userOperations);

type User = AnswerOf<typeof userSchema>;

const hints: Hints<CredentialProblem> = {
  ...accountHints,
  "unknown-passkey": (_, { user = "" }) => `\`latchkey user passkeys ${shellWord(user)}\` shows their ids.`,
  "unknown-app-password": (_, { user = "" }) =>
    `\`latchkey user app-passwords ${shellWord(user)}\` shows their ids.`,
};

/** `latchkey user passkeys`, `user app-passwords`, `user totp` and `user recovery-codes`, which show what a person has, and remove it with `--remove`. */
export function addUserCredentialCommands(user: Command, invocation: Invocation): void {
  const add = operationCommands(user, invocation, hints);
  add(listPasskeys, {
    help: "the person's passkeys; --remove takes one away, for instance after a device was lost",
    table: {
      headings: ["NAME", "ADDED", "LAST USED", "COUNTER WENT BACK", "PASSKEY ID"],
      row: ({ name, created_at, last_used_at, counter_went_back_at, passkey_id }) => [
        name,
        shortTimeOf(created_at),
        timeOrNever(last_used_at),
        timeOrNever(counter_went_back_at),
        passkey_id,
      ],
      empty: (_, { user: who }) => `${who} has no passkey.`,
    },
  });
  add(removePasskey, {
    when: new Option("--remove <id>", "remove the passkey with this id"),
    reads: getUser,
    json: ({ user_id }, { passkey_id }) => ({ passkey_id, user_id, removed: true }),
    notes: passkeyNotes,
  });
  add(listAppPasswords, {
    help: "the passwords that the person made for applications behind a proxy; --revoke ends one",
    table: {
      headings: ["NAME", "APPLICATION", "MADE", "LAST USED", "APP PASSWORD ID"],
      row: ({ name, client_name, created_at, last_used_at, app_password_id }) => [
        name,
        client_name,
        shortTimeOf(created_at),
        timeOrNever(last_used_at),
        app_password_id,
      ],
      empty: (_, { user: who }) => `${who} has no app password.`,
    },
  });
  add(revokeAppPassword, {
    when: new Option("--revoke <id>", "revoke the app password with this id"),
    reads: getUser,
    json: ({ user_id }, { app_password_id }) => ({ app_password_id, user_id, revoked: true }),
    notes: () => ["Revoked. From the next request on it opens nothing."],
  });
  add(getTotp, {
    help: "the person's authenticator app; --remove takes it away, for instance after a phone was lost",
    details: ({ set_up_at }) =>
      set_up_at === null ? [] : `An authenticator app, set up ${shortTimeOf(set_up_at)}.`,
    notes: ({ set_up_at }, { names }) =>
      set_up_at === null ? [`${names.user} has no authenticator app.`] : [],
  });
  add(
    removeTotp,
    removal(
      "Removed. No browser is trusted any longer.",
      "Where two factors are required, the next sign-in sets up another app. Else the password stands alone, and may be as short as 8 characters: `user recover` makes a link for a new one.",
    ),
  );
  add(getRecoveryCodes, {
    help: "how many recovery codes the person has left; --remove takes them away",
    details: ({ left, made_at }) => (made_at === null ? [] : `${left} left, made ${shortTimeOf(made_at)}.`),
    notes: ({ made_at }, { names }) => (made_at === null ? [`${names.user} has no recovery codes.`] : []),
  });
  add(removeRecoveryCodes, removal("Removed.", "The person makes new ones at /account/recovery-codes."));
}

/** `--remove` of a second factor. `next` is what the person does, unless an operator's link has to lead there. */
function removal(removed: string, next: string) {
  return {
    when: new Option("--remove", "take away what the person has"),
    reads: getUser,
    json: ({ user_id }: User) => ({ user_id, removed: true }),
    notes: async ({ user_id }: User, beside: Beside) => {
      const link = await linkNotes(user_id, beside);
      return [removed, ...(link.length > 0 ? link : [next])];
    },
  };
}

async function passkeyNotes({ user_id, username }: User, beside: Beside): Promise<readonly string[]> {
  const account = await findAccount(beside.registry.accounts, user_id);
  const isShutOut = account?.passwordHash === undefined && account?.hasPasskey !== true;
  return [
    "Removed. Sessions that began with it go on until they end or are revoked.",
    ...(isShutOut ? [`${username} has no password either and cannot sign in now.`] : []),
    ...(await linkNotes(user_id, beside)),
  ];
}

function timeOrNever(at: string | null): string {
  return at === null ? "never" : shortTimeOf(at);
}
