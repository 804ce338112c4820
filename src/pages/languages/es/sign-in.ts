import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in Spanish. */
export const spanish: Catalogue = {
  lang: "es",
  dir: "ltr",
  name: "Español",
  problemTitle: (title) => `Error: ${title}`,
  backTo: (client) => html`Volver a ${client}`,
  developmentNote: "Solo para desarrollo en este equipo: la conexión no está cifrada.",
  applicationPages: { policy: "Política de privacidad", terms: "Condiciones de uso" },
  abilities: {
    openid: "saber quién es usted",
    profile: "ver su nombre y su nombre de usuario",
    email: "ver su dirección de correo electrónico",
    address: "ver su dirección postal",
    phone: "ver su número de teléfono",
    groups: "ver a qué grupos pertenece usted",
    offline_access: "mantener el acceso cuando usted cierre la sesión",
  },
  picker: { label: "Idioma", submit: "Cambiar" },
  signIn: {
    title: (client) => `Iniciar sesión en ${client}`,
    heading: "Iniciar sesión",
    lead: (client) => html`para continuar en ${client}`,
    ownTitle: "Iniciar sesión en su cuenta",
    ownLead: "para acceder a su cuenta",
    againLead: (person, client) =>
      html`Ha iniciado sesión como ${person}. Vuelva a iniciar sesión para continuar en ${client}.`,
    confirmLead: (person) =>
      html`Ha iniciado sesión como ${person}. Vuelva a iniciar sesión para que nadie más pueda cambiar su cuenta.`,
    username: "Nombre de usuario",
    password: "Contraseña",
    show: "Mostrar",
    showWhat: " la contraseña",
    capsLock: "El bloqueo de mayúsculas está activado.",
    submit: "Iniciar sesión",
    usePasskey: "Usar una llave de acceso",
    passkeyNeedsScripts: "Para usar una llave de acceso, permita los scripts en esta página.",
    promise: (client) => html`${client} nunca ve su contraseña.`,
    forgot: "¿Ha olvidado su contraseña?",
    signUp: "Crear una cuenta",
    mismatch: "El nombre de usuario o la contraseña no son correctos.",
    passkeyRefused: "Esa llave de acceso no funciona aquí. Use otra o su contraseña.",
    throttled: (wait) => `Demasiados intentos. Vuelva a intentarlo ${wait}.`,
    busy: "Muchas personas están iniciando sesión en este momento. Espere unos segundos y vuelva a intentarlo.",
    stale: "Por seguridad, vuelva a iniciar sesión.",
    otherAddress: (origin) => `Si la dirección de esta página no empieza por ${origin}, abra esa dirección.`,
    noCookie:
      "Su navegador no ha devuelto nuestra cookie. Permita las cookies para este sitio y vuelva a iniciar sesión.",
    missingUsername: "Escriba su nombre de usuario.",
    missingPassword: "Escriba su contraseña.",
    tooLongPassword: "Esa contraseña es demasiado larga.",
  },
  continue: {
    title: (client) => `Continuar en ${client}`,
    heading: (client) => html`Continuar en ${client}`,
    promise: (client) => html`${client} sabrá quién es usted, pero nunca verá su contraseña.`,
    allow: (client, person) => html`Continuar en ${client} como ${person}`,
    useAnother: "Usar otra cuenta",
    stale: "Por seguridad, vuelva a confirmar.",
  },
  notAdmitted: {
    title: (client) => `Sin acceso a ${client}`,
    heading: (client) => html`Esta cuenta no tiene acceso a ${client}`,
    sentence: (client) =>
      html`Solo determinadas personas pueden usar ${client}. Si necesita acceso, solicítelo a los responsables de la aplicación o use otra cuenta.`,
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
    stale: "Por seguridad, vuelva a responder.",
  },
  account: {
    title: "Su cuenta",
    applicationsHeading: "Aplicaciones con acceso a su cuenta",
    noApplications:
      "Ninguna por ahora. Cuando permita que una aplicación acceda a su cuenta, aparecerá aquí.",
    itMay: "La aplicación puede",
    since: (date) => html`Desde el ${date}`,
    withdraw: "Retirar el acceso",
    consequence:
      "Al retirarle el acceso, la aplicación lo pierde de inmediato y tendrá que pedírselo de nuevo.",
    withdrawn: (client) => html`${client} ya no tiene acceso a su cuenta.`,
    stale: "Por seguridad, vuelva a elegir.",
  },
  formPost: {
    title: (client) => `Volver a ${client}`,
    lead: "Un momento. Si no ocurre nada, elija «Continuar».",
    submit: "Continuar",
  },
  signOut: {
    title: "Cerrar sesión",
    heading: "¿Cerrar sesión?",
    lead: "Ha iniciado sesión como",
    submit: "Cerrar sesión",
    stay: "Mantener la sesión abierta",
    stale: "Por seguridad, vuelva a confirmar.",
    leadsTo: (client) => html`Tras cerrar la sesión, volverá a ${client}.`,
    brokenRequest:
      "La solicitud de la aplicación no era correcta, así que no podemos llevarle de vuelta a ella.",
    doneTitle: "Ha cerrado la sesión",
    doneLead: "Ya no tiene la sesión iniciada en este servicio con este navegador.",
    doneNote:
      "Es posible que su sesión siga abierta en las aplicaciones que usó. En un equipo compartido, cierre el navegador.",
  },
  home: {
    heading: "Un solo inicio de sesión para sus aplicaciones",
    whatThisIs:
      "Las aplicaciones que usan este servicio le traen aquí cuando necesitan saber quién es usted.",
    signedInAs: "Ha iniciado sesión como",
    notSignedIn: "No ha iniciado sesión.",
    account: "Su cuenta",
    signOut: "Cerrar sesión",
  },
  error: {
    brokenRequest: {
      title: "Este enlace no funciona",
      sentence:
        "La aplicación envió una solicitud en la que no podemos confiar, así que el inicio de sesión se detiene aquí. Su cuenta está a salvo. Vuelva a la aplicación y empiece de nuevo.",
    },
    unknownApplication: {
      title: "No conocemos esta aplicación",
      sentence:
        "El enlace que le trajo aquí menciona una aplicación que no está registrada en este servicio. Su cuenta está a salvo. Vuelva atrás y empiece de nuevo, o avise a los responsables de la aplicación.",
    },
    brokenForm: {
      title: "No hemos podido leer el formulario",
      sentence: "Estaba incompleto o venía de otro sitio. No se ha cambiado nada, y su cuenta está a salvo.",
    },
    notFound: {
      title: "Página no encontrada",
      sentence: "Puede que la dirección tenga una errata o que la página se haya movido.",
    },
    wrongMethod: {
      title: "Esta página no se puede abrir así",
      sentence:
        "El enlace o el formulario que le trajo aquí no corresponde a esta dirección. No se ha cambiado nada.",
    },
    unavailable: (wait) => ({
      title: "Volvemos enseguida",
      sentence: `En este momento no es posible iniciar sesión. No se ha perdido nada: vuelva a intentarlo ${wait}.`,
    }),
    throttled: (wait) => ({
      title: "Espere un momento",
      sentence: `Han sido demasiados cambios a la vez. Esta vez no se ha modificado nada y su cuenta está a salvo. Vuelva a intentarlo ${wait}.`,
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
