import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Hello ${name},`,
  greetingOnly: "Hello,",
  once: (until) => `The link works once, until ${until}.`,
  copy: "If the button does nothing, copy this address into your browser:",
  ignore: "If you did not expect this message, you can ignore it. Nothing changes.",
  unexpected: (service) => `If you did not expect this message, ask the people who run ${service}.`,
  notYou: (service) =>
    `If this was not you, change your password now, check what else has changed, and tell the people who run ${service}.`,
  lock: "If this was not you, open the link to lock your account. Everyone will be signed out, and nobody can sign in until you have chosen a new password.",
  lockButton: "This was not me",
  account: "Go to my account",
  closing: (service) =>
    `${service} sent this message automatically. Please do not reply: nobody reads this mailbox.`,
  when: "When",
  browser: "Browser",
  network: "Network",
  passkey: "Passkey",
  provider: "Provider",
  newAddress: "New address",
  codesLeft: "Codes left",
  deletedAt: "Will be deleted",
  messages: {
    recover: [
      "Choose a new password",
      (service) =>
        `Someone asked for a new password for your account at ${service}. If this was you, open the link to choose one.`,
      "Choose a new password",
    ],
    "operator-recover": [
      "Get back into your account",
      (service) => `The people who run ${service} made this link for you. It lets you sign in again.`,
      "Get back in",
    ],
    "account-locked": [
      "Your account is locked",
      (service) =>
        `Your account at ${service} was locked with the link from one of our messages. Everyone is signed out. To unlock it, choose a new password.`,
      "Choose a new password",
    ],
    "verify-address": [
      "Confirm your e-mail address",
      (service) =>
        `Someone gave this address for an account at ${service}. If this was you, confirm that it is yours.`,
      "Confirm this address",
    ],
    "sign-up": [
      "Create your account",
      (service) =>
        `Someone wants to create an account at ${service} with this address. If this was you, open the link to go on.`,
      "Create my account",
    ],
    "sign-up-taken": [
      "You already have an account",
      (service) =>
        `Someone wanted to use this address for an account at ${service}. You already have an account there, so nothing has changed. If this was you, sign in.`,
      "Sign in",
    ],
    test: ["A test message", (service) => `This message shows that ${service} can send mail to you.`],
    invitation: [
      "You are invited",
      (service) => `You are invited to create an account at ${service}.`,
      "Create my account",
    ],
    "deletion-announced": [
      "Your account will be deleted",
      (service) =>
        `Your account at ${service} will be deleted, as requested. If you want to keep it, open the link and sign in before the date below.`,
      "Keep my account",
    ],
    "new-device": [
      "New sign-in to your account",
      (service) => `There was a sign-in to your account at ${service} from a new browser.`,
    ],
    "password-changed": [
      "Your password was changed",
      (service) => `The password of your account at ${service} was changed.`,
    ],
    "password-removed": [
      "Your password was removed",
      (service) =>
        `The password of your account at ${service} was removed. It can no longer be used to sign in.`,
    ],
    "passkey-added": [
      "A passkey was added",
      (service) => `Your account at ${service} has a new passkey. It can be used to sign in.`,
    ],
    "passkey-removed": [
      "A passkey was removed",
      (service) =>
        `A passkey was removed from your account at ${service}. It can no longer be used to sign in.`,
    ],
    "app-password-made": [
      "An app password was created",
      (service) =>
        `An app password was created for your account at ${service}. With it, a program can use one application in your name.`,
    ],
    "upstream-linked": [
      "Another account was connected",
      (service) =>
        `Your account at ${service} was connected to an account at another provider, which can be used to sign in.`,
    ],
    "upstream-unlinked": [
      "Another account was disconnected",
      (service) =>
        `Your account at ${service} was disconnected from an account at another provider, which can no longer be used to sign in.`,
    ],
    "totp-added": [
      "An authenticator app was added",
      (service) =>
        `An authenticator app was added to your account at ${service}. After the password, you will be asked for its code.`,
    ],
    "totp-removed": [
      "The authenticator app was removed",
      (service) =>
        `The authenticator app was removed from your account at ${service}. You will no longer be asked for its code.`,
    ],
    "recovery-codes-made": [
      "New recovery codes were created",
      (service) =>
        `New recovery codes were created for your account at ${service}. The earlier ones no longer work.`,
    ],
    "recovery-code-used": [
      "A recovery code was used",
      (service) =>
        `One of the recovery codes of your account at ${service} was used. It cannot be used again.`,
    ],
    "address-changed": [
      "Your e-mail address was changed",
      (service) =>
        `Your account at ${service} has a new e-mail address. From now on, messages go there, and this address can no longer be used to sign in.`,
    ],
  },
};
