import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address:
    "“Tu” on every page and in every mail, as the pages people see first already said; no participle chooses the gender of the reader.",
  never: {
    Lei: "“Tu”.",
    Suo: "“Tu”.",
    Sua: "“Tu”.",
    Suoi: "“Tu”.",
    Sue: "“Tu”.",
    scelga: "“Tu”.",
    inserisca: "“Tu”.",
    apra: "“Tu”.",
    consenta: "“Tu”.",
    riprovi: "“Tu”.",
    acceda: "“Tu”.",
    "è stato Lei": "“Tu”.",
    "sei uscito": "Chooses a gender.",
    "sei connesso": "Chooses a gender.",
  },
  signIn: { say: ["accedi", "accesso"], never: { "login*": "Another word for the same thing." } },
  signOut: {
    say: ["esci"],
    never: {
      "logout*": "Another word for the same thing.",
      disconnettiti: "Another word for the same thing.",
    },
  },
  account: {
    say: ["account"],
    never: { conto: "That is the one at a bank.", profilo: "Another word for the same thing." },
  },
  code: { say: ["codice"], never: { "password monouso": "People take it for a password." } },
  application: { say: ["applicazione"], never: { applicativo: "Another word for the same thing." } },
  device: { say: ["dispositivo"], never: { "apparecchi*": "Another word for the same thing." } },
  operator: {
    say: ["chi gestisce questo servizio"],
    stem: "chi gestisce",
    never: {
      "gestor*": "Another word for the same thing.",
      "responsabil*": "Another word for the same thing.",
      "operator*": "Another word for the same thing.",
      "amministrator*": "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["codici di recupero", "link di recupero"],
    never: {
      "codici di backup": "Another word for the same thing.",
      "codice di backup": "Another word for the same thing.",
      "codici di riserva": "Another word for the same thing.",
    },
  },
  passkey: {
    say: ["passkey"],
    never: {
      "chiave d’accesso": "Another word for the same thing.",
      "chiave di accesso": "Another word for the same thing.",
      "chiavi di accesso": "Another word for the same thing.",
    },
  },
  browser: { say: ["browser"], never: { "navigator*": "Another word for the same thing." } },
  password: { say: ["password"], never: { "parola chiave": "Another word for the same thing." } },
  email: { say: ["e-mail"], never: { "email*": "With a hyphen.", mail: "With “e-”." } },
  service: { say: ["servizio"] },
};
