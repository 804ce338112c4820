import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "Política de privacidad", terms: "Condiciones de uso" },
  abilities: {
    openid: "Saber quién es usted",
    profile: "Ver su nombre y su nombre de usuario",
    email: "Ver su dirección de correo electrónico",
    address: "Ver su dirección postal",
    phone: "Ver su número de teléfono",
    groups: "Ver a qué grupos pertenece usted",
    offline_access: "Mantener el acceso cuando usted cierre la sesión",
  },
  access: {
    to: (api) => html`Acceso a ${api}`,
    onYourBehalf: (api) => html`Usar ${api} en su nombre`,
    permission: (value) => html`Usar el permiso ${value}`,
    keeps: "Lo que permitió antes sigue permitido.",
    whileSignedIn: "La aplicación tiene este acceso mientras su sesión esté abierta.",
    afterSignOut: "La aplicación conserva este acceso cuando usted cierra la sesión.",
    claims: (name) => html`La aplicación dice llamarse «${name}». Nadie ha comprobado ese nombre.`,
    selfNamed: "La propia aplicación eligió este nombre. Nadie lo ha comprobado.",
    goesTo: (host) => html`Después de su respuesta, pasará a ${host}.`,
    local:
      "Cualquier programa de este dispositivo puede hacerse pasar por esta aplicación. Permita el acceso solo si acaba de empezar usted a iniciar sesión.",
    ends: (api, wait) => html`Si lo retira ahora, el acceso a ${api} termina a más tardar ${wait}.`,
  },
  consent: {
    title: (client) => `Permitir que ${client} acceda a su cuenta`,
    heading: (client) => html`¿Permitir que ${client} acceda a su cuenta?`,
    lead: "La aplicación podrá",
    promise: (client) =>
      html`${client} nunca ve su contraseña. Puede retirarle el acceso en cualquier momento en la página de su cuenta.`,
    allow: "Permitir",
    deny: "No permitir",
    useAnother: "Usar otra cuenta",
  },
  device: {
    title: "Conectar un dispositivo",
    lead: "Escriba el código que muestra su dispositivo.",
    code: "Código",
    hint: "Ocho letras, en mayúsculas o minúsculas, con guion o sin él.",
    submit: "Continuar",
    missing: "Escriba el código que muestra su dispositivo.",
    unknown: "Ningún dispositivo espera este código. Compruébelo en su dispositivo o pida allí uno nuevo.",
    over: "Este dispositivo ya no espera. Si no se ha iniciado sesión en él, pida allí un código nuevo.",
    throttled: (wait) => `Demasiados códigos incorrectos. Vuelva a intentarlo ${wait}.`,
    question: (client) => html`¿Iniciar sesión en ${client} en su dispositivo?`,
    questionTitle: (client) => `Iniciar sesión en ${client} en su dispositivo`,
    compare: "Compruebe que su dispositivo muestra este código:",
    beganHere: (when) => `Solicitado ${when} desde la red que usted está usando.`,
    beganElsewhere: (when, network) =>
      html`Solicitado ${when} desde una red distinta de la suya: ${network}.`,
    warning:
      "Permítalo solo si lo ha iniciado usted en su dispositivo. Si alguien le ha enviado el código o un enlace, no lo permita: esa persona entraría en su cuenta.",
    allowedTitle: "Su dispositivo está conectado",
    allowed: (client) =>
      html`${client} está iniciando su sesión en el dispositivo. Puede cerrar esta página.`,
    deniedTitle: "No lo ha permitido",
    denied: (client) => html`${client} no obtiene acceso en ese dispositivo. Puede cerrar esta página.`,
    another: "Conectar otro dispositivo",
  },
};
