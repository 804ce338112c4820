import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“Você”. A session is open or closed, so that no participle chooses the gender of the reader.",
  never: {
    tu: "“Você”.",
    teu: "“Você”.",
    tua: "“Você”.",
    "você mesmo": "Chooses a gender.",
    "você está conectado": "Chooses a gender.",
  },
  signIn: {
    say: ["entrar", "acesso"],
    never: {
      "login*": "Another word for the same thing.",
      "entrada*": "“Acesso”.",
      logar: "Another word for the same thing.",
    },
  },
  signOut: {
    say: ["sair"],
    never: { "logout*": "Another word for the same thing.", deslogar: "Another word for the same thing." },
  },
  account: { say: ["conta"], never: { "perfil*": "Another word for the same thing." } },
  code: { say: ["código"], never: { "senha de uso único": "People take it for a password." } },
  application: {
    say: ["aplicativo"],
    never: {
      aplicação: "Another word for the same thing.",
      aplicações: "Another word for the same thing.",
      app: "Another word for the same thing.",
    },
  },
  device: { say: ["dispositivo"], never: { "aparelho*": "Another word for the same thing." } },
  operator: {
    say: ["os responsáveis por este serviço"],
    stem: "responsáveis",
    never: {
      "operador*": "Another word for the same thing.",
      "administrador*": "Another word for the same thing.",
      "quem administra": "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["código de recuperação", "link de recuperação"],
    never: {
      "código de backup": "Another word for the same thing.",
      "códigos de backup": "Another word for the same thing.",
    },
  },
  passkey: { say: ["chave de acesso"], never: { "passkey*": "Portuguese has a word of its own." } },
  browser: { say: ["navegador"] },
  password: { say: ["senha"], never: { "palavra-passe": "European Portuguese." } },
  email: {
    say: ["e-mail"],
    never: { "email*": "With a hyphen.", "correio eletrônico": "Another word for the same thing." },
  },
  service: { say: ["serviço"] },
};
