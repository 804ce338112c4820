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
    Panu: "“Ty”.",
    Panią: "“Ty”.",
    Panem: "“Ty”.",
    "Pańsk*": "“Ty”.",
    "kliknij*": "People also tap and use keyboards.",
  },
  signIn: { say: ["zaloguj się", "logowanie"], others: ["login", "loginu", "loginem"] },
  signOut: { say: ["wyloguj"], others: ["logout"] },
  account: { say: ["konto"], others: ["profil*", "rachun*"] },
  code: {
    say: ["kod"],
    others: ["hasła jednorazowe", "hasła jednorazowego", "haseł jednorazowych", "kod jednorazowy"],
    never: { "hasło jednorazowe": "People take it for a password." },
  },
  application: {
    say: ["aplikacja"],
    others: ["apki", "apkę", "apkom", "program uwierzytelniający"],
    never: { apka: "Colloquial." },
  },
  device: { say: ["urządzenie"], others: ["sprzęt*"] },
  operator: {
    say: ["osoby, które prowadzą"],
    stem: "które prowadzą",
    others: ["operator*", "opiekun*", "administrator*"],
  },
  recovery: {
    say: ["kody odzyskiwania", "link odzyskiwania"],
    others: [
      "kody zapasowe",
      "linku do odzyskania",
      "link do odzyskania",
      "zapasow*",
      "ratunkow*",
      "awaryjn*",
      "linkiem do odzyskania",
    ],
  },
  passkey: {
    say: ["klucz dostępu"],
    others: ["klucz bezpieczeństwa", "klucza bezpieczeństwa", "klucze bezpieczeństwa"],
    never: { "passkey*": "Polish has a word of its own." },
  },
  browser: { say: ["przeglądarka"], others: ["wyszukiwark*"] },
  password: { say: ["hasło"] },
  email: { say: ["e-mail"], never: { "email*": "With a hyphen.", mail: "With “e-”." } },
  service: { say: ["usługa"], others: ["service", "serwis*"] },
  appPassword: {
    say: ["hasło aplikacji", "hasła aplikacji"],
    others: ["hasło do aplikacji", "hasła do aplikacji", "haseł do aplikacji"],
  },
  secondFactor: {
    say: ["drugiego składnika"],
    others: ["dwuskładnik*", "drugiego czynnika", "drugi czynnik", "2FA"],
  },
  group: { say: ["grup"], others: ["zespół", "zespoł*", "rola", "roli", "role", "rolę"] },
};
