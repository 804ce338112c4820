import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address:
    "“Ty”, as most pages already said: “Pani lub Pan” doubles each sentence, and “Państwo” speaks to several people. No past tense, which chooses the gender of the reader.",
  never: {
    Pani: "“Ty”.",
    Pan: "“Ty”.",
    Pana: "“Ty”.",
    "Państw*": "“Ty”.",
    proszę: "The imperative: “otwórz”.",
  },
  signIn: { say: ["zaloguj się", "logowanie"], never: { login: "Another word for the same thing." } },
  signOut: { say: ["wyloguj"] },
  account: { say: ["konto"], never: { "profil*": "Another word for the same thing." } },
  code: { say: ["kod"], never: { "hasło jednorazowe": "People take it for a password." } },
  application: { say: ["aplikacja"], never: { apka: "Colloquial." } },
  device: { say: ["urządzenie"] },
  operator: {
    say: ["osoby, które prowadzą"],
    stem: "które prowadzą",
    never: {
      "operator*": "Another word for the same thing.",
      "opiekun*": "Another word for the same thing.",
      "administrator*": "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["kody odzyskiwania", "link odzyskiwania"],
    never: {
      "kody zapasowe": "Another word for the same thing.",
      "linku do odzyskania": "Another word for the same thing.",
      "link do odzyskania": "Another word for the same thing.",
    },
  },
  passkey: { say: ["klucz dostępu"], never: { "passkey*": "Polish has a word of its own." } },
  browser: { say: ["przeglądarka"] },
  password: { say: ["hasło"] },
  email: { say: ["e-mail"], never: { "email*": "With a hyphen.", mail: "With “e-”." } },
  service: { say: ["usługa"], never: { service: "Another word for the same thing." } },
};
