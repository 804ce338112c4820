import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“You”, calm and plain, in British spelling.",
  never: {
    "somebody asked": "“Someone”, and “if this was you”.",
    "somebody gave": "“Someone”, and “if this was you”.",
    click: "People also tap and use keyboards.",
  },
  signIn: {
    say: ["sign in", "sign-in"],
    never: {
      "log in": "Another word for the same thing.",
      "login*": "Another word for the same thing.",
      "logged*": "Another word for the same thing.",
    },
  },
  signOut: {
    say: ["sign out"],
    never: { "log out": "Another word for the same thing.", "logout*": "Another word for the same thing." },
  },
  account: { say: ["account"], never: { "profile*": "The account has no profile of its own." } },
  code: {
    say: ["code"],
    never: {
      "passcode*": "Another word for the same thing.",
      OTP: "Only developers know it.",
      "one-time password*": "People take it for a password.",
    },
  },
  application: { say: ["application"] },
  device: { say: ["device"] },
  operator: {
    say: ["the people who run"],
    stem: "people who run",
    never: {
      "operator*": "Nobody calls themselves so.",
      "owner*": "Another word for the same thing.",
      "maintainer*": "Another word for the same thing.",
      "support team*": "Another word for the same thing.",
      "help desk*": "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["recovery code", "recovery link"],
    never: {
      "backup code*": "Another word for the same thing.",
      "rescue*": "Another word for the same thing.",
    },
  },
  passkey: {
    say: ["passkey"],
    never: { "pass key*": "One word.", "security key*": "A passkey need not be one." },
  },
  browser: { say: ["browser"] },
  password: { say: ["password"], never: { "passphrase*": "Another word for the same thing." } },
  email: { say: ["e-mail"], never: { "email*": "With a hyphen." } },
  service: { say: ["service"] },
};
