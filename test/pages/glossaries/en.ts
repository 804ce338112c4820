import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“You”, calm and plain, in British spelling.",
  never: {
    "somebody asked": "“Someone”, and “if this was you”.",
    "somebody gave": "“Someone”, and “if this was you”.",
    click: "People also tap and use keyboards.",
    "somebody wants": "“Someone”, and “if this was you”.",
  },
  signIn: {
    say: ["sign in", "sign-in"],
    others: ["log in", "login*", "logged*", "log on", "signin", "log into"],
  },
  signOut: { say: ["sign out"], others: ["log out", "logout*", "log off", "signout"] },
  account: {
    say: ["account"],
    others: ["user account*"],
    never: { "profile*": "The account has no profile of its own." },
  },
  code: {
    say: ["code"],
    others: ["passcode*", "one-time code*"],
    never: { OTP: "Only developers know it.", "one-time password*": "People take it for a password." },
  },
  application: { say: ["application"] },
  device: { say: ["device"] },
  operator: {
    say: ["the people who run"],
    stem: "people who run",
    others: ["owner*", "maintainer*", "support team*", "help desk*", "your administrator*"],
    never: { "operator*": "Nobody calls themselves so." },
  },
  recovery: {
    say: ["recovery code", "recovery link"],
    others: ["backup code*", "rescue*", "backup link*", "reset link*", "restore code*"],
  },
  passkey: {
    say: ["passkey"],
    never: { "pass key*": "One word.", "security key*": "A passkey need not be one." },
  },
  browser: { say: ["browser"], others: ["web browser*"] },
  password: { say: ["password"], others: ["passphrase*"] },
  email: { say: ["e-mail"], never: { "email*": "With a hyphen." } },
  service: { say: ["service"] },
  appPassword: {
    say: ["app password"],
    others: ["application password*", "application-specific*", "app-specific*", "device password*"],
  },
  secondFactor: { say: ["second factor"], others: ["two-factor*", "multi-factor*", "2FA", "second proof*"] },
  group: { say: ["groups"], others: ["team", "teams", "role", "roles"] },
};
