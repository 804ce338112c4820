import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Hola, ${name}:`,
  greetingOnly: "Hola:",
  once: (until) => `El enlace funciona una sola vez, hasta el ${until}.`,
  copy: "Si el botón no funciona, copie esta dirección en su navegador:",
  ignore: "Si no esperaba este mensaje, puede ignorarlo. No cambia nada.",
  unexpected: (service) => `Si no esperaba este mensaje, pregunte a los responsables de ${service}.`,
  notYou: (service) =>
    `Si no ha sido usted, cambie su contraseña ahora mismo, compruebe qué más ha cambiado y avise a los responsables de ${service}.`,
  lock: "Si no ha sido usted, abra el enlace para bloquear su cuenta. Se cerrarán todas las sesiones y nadie podrá iniciar sesión hasta que usted elija una contraseña nueva.",
  lockButton: "No he sido yo",
  account: "Ir a mi cuenta",
  closing: (service) =>
    `${service} ha enviado este mensaje automáticamente. No responda: nadie lee este buzón.`,
  when: "Cuándo",
  browser: "Navegador",
  network: "Red",
  passkey: "Llave de acceso",
  provider: "Proveedor",
  newAddress: "Nueva dirección",
  codesLeft: "Códigos restantes",
  deletedAt: "Se eliminará",
  messages: {
    recover: [
      "Elija una contraseña nueva",
      (service) =>
        `Alguien ha pedido una contraseña nueva para su cuenta de ${service}. Si ha sido usted, abra el enlace y elija una.`,
      "Elegir una contraseña nueva",
    ],
    "operator-recover": [
      "Recupere el acceso a su cuenta",
      (service) =>
        `Los responsables de ${service} han creado este enlace para usted. Con él puede volver a iniciar sesión.`,
      "Recuperar el acceso",
    ],
    "account-locked": [
      "Su cuenta está bloqueada",
      (service) =>
        `Su cuenta de ${service} se ha bloqueado con el enlace de uno de nuestros mensajes. Todas las sesiones están cerradas. Para desbloquearla, elija una contraseña nueva.`,
      "Elegir una contraseña nueva",
    ],
    "verify-address": [
      "Confirme su dirección de correo",
      (service) =>
        `Alguien ha indicado esta dirección para una cuenta de ${service}. Si ha sido usted, confirme que es suya.`,
      "Confirmar la dirección",
    ],
    "sign-up": [
      "Cree su cuenta",
      (service) =>
        `Alguien quiere crear una cuenta de ${service} con esta dirección. Si es usted, abra el enlace para continuar.`,
      "Crear mi cuenta",
    ],
    "sign-up-taken": [
      "Ya tiene una cuenta",
      (service) =>
        `Alguien ha querido usar esta dirección para una cuenta de ${service}. Usted ya tiene una cuenta, así que nada ha cambiado. Si ha sido usted, inicie sesión.`,
      "Iniciar sesión",
    ],
    test: ["Un mensaje de prueba", (service) => `Este mensaje muestra que ${service} puede enviarle correo.`],
    invitation: [
      "Tiene una invitación",
      (service) => `Le invitamos a crear una cuenta de ${service}.`,
      "Crear mi cuenta",
    ],
    "deletion-announced": [
      "Su cuenta se eliminará",
      (service) =>
        `Su cuenta de ${service} se va a eliminar, tal como se pidió. Si quiere conservarla, abra el enlace e inicie sesión antes de la fecha indicada abajo.`,
      "Conservar mi cuenta",
    ],
    "new-device": [
      "Nuevo inicio de sesión en su cuenta",
      (service) => `Se ha iniciado sesión en su cuenta de ${service} con un navegador nuevo.`,
    ],
    "password-changed": [
      "Se ha cambiado su contraseña",
      (service) => `Se ha cambiado la contraseña de su cuenta de ${service}.`,
    ],
    "password-removed": [
      "Se ha eliminado su contraseña",
      (service) =>
        `Se ha eliminado la contraseña de su cuenta de ${service}. Ya no sirve para iniciar sesión.`,
    ],
    "passkey-added": [
      "Se ha añadido una llave de acceso",
      (service) =>
        `Su cuenta de ${service} tiene una nueva llave de acceso. Con ella se puede iniciar sesión.`,
    ],
    "passkey-removed": [
      "Se ha eliminado una llave de acceso",
      (service) =>
        `Se ha eliminado una llave de acceso de su cuenta de ${service}. Ya no sirve para iniciar sesión.`,
    ],
    "app-password-made": [
      "Se ha creado una contraseña de aplicación",
      (service) =>
        `Se ha creado una contraseña de aplicación para su cuenta de ${service}. Con ella, un programa puede usar una aplicación en su nombre.`,
    ],
    "upstream-linked": [
      "Se ha vinculado otra cuenta",
      (service) =>
        `Su cuenta de ${service} se ha vinculado a una cuenta de otro proveedor. Con ella se puede iniciar sesión.`,
    ],
    "upstream-unlinked": [
      "Se ha desvinculado otra cuenta",
      (service) =>
        `Su cuenta de ${service} se ha desvinculado de una cuenta de otro proveedor. Esa cuenta ya no sirve para iniciar sesión.`,
    ],
    "totp-added": [
      "Se ha añadido una aplicación de autenticación",
      (service) =>
        `Se ha añadido una aplicación de autenticación a su cuenta de ${service}. Después de la contraseña se le pedirá su código.`,
    ],
    "totp-removed": [
      "Se ha quitado la aplicación de autenticación",
      (service) =>
        `Se ha quitado la aplicación de autenticación de su cuenta de ${service}. Ya no se le pedirá su código.`,
    ],
    "recovery-codes-made": [
      "Nuevos códigos de recuperación",
      (service) =>
        `Se han creado códigos de recuperación nuevos para su cuenta de ${service}. Los anteriores ya no funcionan.`,
    ],
    "recovery-code-used": [
      "Se ha usado un código de recuperación",
      (service) =>
        `Se ha usado uno de los códigos de recuperación de su cuenta de ${service}. No volverá a funcionar.`,
    ],
    "address-changed": [
      "Se ha cambiado su dirección de correo",
      (service) =>
        `Su cuenta de ${service} tiene una dirección de correo nueva. A partir de ahora los mensajes van allí, y con esta dirección ya no se puede iniciar sesión.`,
    ],
  },
};
