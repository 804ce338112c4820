import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in Spanish. */
export const spanish: Catalogue = {
  lang: "es",
  dir: "ltr",
  name: "Español",
  problemTitle: (title) => `Error: ${title}`,
  backTo: (client) => html`Volver a ${client}`,
  developmentNote: "Solo para desarrollo en este equipo: la conexión no está cifrada.",
  abilities: {
    openid: "saber que es usted",
    profile: "ver su nombre y su nombre de usuario",
    email: "ver su dirección de correo electrónico",
    address: "ver su dirección postal",
    phone: "ver su número de teléfono",
    offline_access: "mantener el acceso aunque usted cierre la sesión",
  },
  picker: { label: "Idioma", submit: "Cambiar" },
  signIn: {
    title: (client) => `Iniciar sesión en ${client}`,
    heading: "Iniciar sesión",
    lead: (client) => html`para continuar en ${client}`,
    againLead: (person, client) =>
      html`Ha iniciado sesión como ${person}. Vuelva a iniciar sesión para continuar en ${client}.`,
    username: "Nombre de usuario",
    password: "Contraseña",
    show: "Mostrar",
    showWhat: " la contraseña",
    capsLock: "El bloqueo de mayúsculas está activado.",
    submit: "Iniciar sesión",
    promise: (client) => html`${client} nunca ve su contraseña.`,
    mismatch: "El nombre de usuario y la contraseña no coinciden.",
    throttled: (wait) => `Demasiados intentos. Vuelva a intentarlo ${wait}.`,
    busy: "Muchas personas están iniciando sesión en este momento. Espere unos segundos y vuelva a intentarlo.",
    stale: "Por seguridad, inicie sesión una vez más.",
    missingUsername: "Escriba su nombre de usuario.",
    missingPassword: "Escriba su contraseña.",
    tooLongPassword: "Esa contraseña es más larga de lo que puede ser aquí una contraseña.",
  },
  continue: {
    title: (client) => `Continuar en ${client}`,
    heading: (client) => html`Continuar en ${client}`,
    promise: (client) => html`${client} sabrá quién es usted, pero nunca verá su contraseña.`,
    allow: (client, person) => html`Continuar en ${client} como ${person}`,
    useAnother: "Usar otra cuenta",
    stale: "Por seguridad, confirme una vez más.",
  },
  consent: {
    title: (client) => `Permitir el acceso a ${client}`,
    heading: (client) => html`¿Permitir el acceso a ${client}?`,
    lead: "La aplicación podrá",
    promise: (client) =>
      html`${client} nunca ve su contraseña. Lo que permita seguirá vigente hasta que lo retire aquí, en la página de su cuenta.`,
    allow: "Permitir",
    deny: "No permitir",
    useAnother: "Usar otra cuenta",
    stale: "Por seguridad, responda una vez más.",
  },
  account: {
    title: "Su cuenta",
    password: "Los responsables de este servicio pueden darle una contraseña nueva.",
    applicationsHeading: "Aplicaciones que ha permitido",
    noApplications: "No ha permitido ninguna. Cuando una aplicación lo pida y usted acepte, aparecerá aquí.",
    itMay: "La aplicación puede",
    since: (date) => html`Desde el ${date}`,
    withdraw: "Retirar",
    consequence:
      "Al retirar el permiso, la aplicación pierde de inmediato lo que obtuvo aquí. Tendrá que pedírselo de nuevo.",
    withdrawn: (client) => html`Se ha retirado lo que permitió a ${client}.`,
    stale: "Por seguridad, elija una vez más.",
  },
  formPost: {
    title: (client) => `Volver a ${client}`,
    lead: "Un momento. Si no ocurre nada, continúe aquí.",
    submit: "Continuar",
  },
  signOut: {
    title: "Cerrar sesión",
    heading: "¿Cerrar sesión?",
    lead: "Ha iniciado sesión como",
    submit: "Cerrar sesión",
    stay: "Mantener la sesión abierta",
    stale: "Por seguridad, confirme una vez más.",
    doneTitle: "Ha cerrado la sesión",
    doneLead: "Este navegador ya no le reconoce aquí.",
    doneNote:
      "Es posible que las aplicaciones que usó mantengan su sesión abierta. En un equipo compartido, cierre el navegador.",
  },
  home: {
    title: "Latchkey",
    heading: "La puerta de entrada",
    whatThisIs:
      "Las aplicaciones que usan este servicio de inicio de sesión le traen aquí cuando necesitan saber quién es usted. Hasta entonces no hay nada que hacer.",
    signedInAs: "Ha iniciado sesión como",
    notSignedIn: "No ha iniciado sesión.",
    account: "Su cuenta",
    signOut: "Cerrar sesión",
  },
  error: {
    brokenRequest: {
      title: "Este enlace no funciona",
      sentence:
        "La aplicación le envió aquí con una solicitud en la que no se puede confiar, así que se detiene aquí. Su cuenta está a salvo. Vuelva a la aplicación y empiece de nuevo.",
    },
    unknownApplication: {
      title: "Esta aplicación no se conoce aquí",
      sentence:
        "El enlace que le trajo aquí menciona una aplicación que no está registrada. Su cuenta está a salvo. Vuelva atrás y empiece de nuevo, o avise a los responsables de la aplicación.",
    },
    brokenForm: {
      title: "El formulario no llegó",
      sentence: "Estaba incompleto o venía de otro sitio. No ha ocurrido nada, y su cuenta está a salvo.",
    },
    notFound: {
      title: "Aquí no hay ninguna página",
      sentence: "Puede que la dirección esté mal escrita o que la página se haya movido.",
    },
    wrongMethod: {
      title: "Aquí no hay nada que hacer",
      sentence: "Esta dirección se abrió de una manera que no reconoce. No ha ocurrido nada.",
    },
    unavailable: (wait) => ({
      title: "Volvemos enseguida",
      sentence: `En este momento no es posible iniciar sesión. No se ha perdido nada: vuelva a intentarlo ${wait}.`,
    }),
    internal: {
      title: "Algo ha fallado por nuestra parte",
      sentence: "No es culpa suya, y su cuenta está a salvo. Vuelva a intentarlo en un momento.",
    },
    tryAgain: "Volver a intentarlo",
    home: "Ir a la página de inicio",
    reference: "Referencia",
    whereDetailIs:
      "Quien desarrolla la aplicación encontrará el detalle en el registro del servicio con esta referencia.",
  },
};
