import type { Glossary } from "../glossary.ts";

export const glossary: Glossary = {
  address: "“Usted”, in mails too.",
  never: { tú: "“Usted”.", tu: "“Usted”.", tus: "“Usted”.", contigo: "“Usted”." },
  signIn: {
    say: ["iniciar sesión"],
    never: { "login*": "Another word for the same thing.", "loguea*": "Another word for the same thing." },
  },
  signOut: { say: ["cerrar sesión"], never: { "logout*": "Another word for the same thing." } },
  account: { say: ["cuenta"], never: { "perfil*": "Another word for the same thing." } },
  code: { say: ["código"], never: { "contraseña de un solo uso": "People take it for a password." } },
  application: {
    say: ["aplicación"],
    never: { app: "Another word for the same thing.", apps: "Another word for the same thing." },
  },
  device: { say: ["dispositivo"], never: { "aparato*": "Another word for the same thing." } },
  operator: {
    say: ["los responsables de este servicio"],
    stem: "responsables",
    never: {
      "operador*": "Another word for the same thing.",
      "administrador*": "Another word for the same thing.",
    },
  },
  recovery: {
    say: ["código de recuperación", "enlace de recuperación"],
    never: {
      "código de respaldo": "Another word for the same thing.",
      "códigos de respaldo": "Another word for the same thing.",
    },
  },
  passkey: {
    say: ["llave de acceso"],
    never: {
      "passkey*": "Spanish has a word of its own.",
      "clave de acceso": "Another word for the same thing.",
      "claves de acceso": "Another word for the same thing.",
    },
  },
  browser: { say: ["navegador"], never: { "explorador*": "Another word for the same thing." } },
  password: { say: ["contraseña"] },
  email: {
    say: ["correo electrónico"],
    never: { "e-mail*": "Another word for the same thing.", "email*": "Another word for the same thing." },
  },
  service: { say: ["servicio"] },
};
