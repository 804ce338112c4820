import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `Error: ${title}`,
  stale: "Esta página ya no estaba actualizada, así que no se ha cambiado nada. Inténtelo de nuevo.",
  otherAccount: (name) =>
    `Esta página era de otra cuenta, así que no se ha cambiado nada. Ahora está usando la cuenta de ${name}.`,
  backTo: (client) => html`Volver a ${client}`,
  developmentNote: "Solo para desarrollo en este equipo: la conexión no está cifrada.",
  picker: { label: "Idioma", submit: "Cambiar" },
  brandLinks: { help: "Ayuda", privacy: "Privacidad", imprint: "Aviso legal" },
  home: {
    heading: "Un solo inicio de sesión para sus aplicaciones",
    whatThisIs:
      "Las aplicaciones que usan este servicio le traen aquí cuando necesitan saber quién es usted.",
    applications: "Sus aplicaciones",
    find: "Buscar una aplicación",
    search: "Buscar",
    noneFound: "Ninguna aplicación contiene eso en su nombre.",
    more: "Más aplicaciones",
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
      sentence: `Han sido demasiadas solicitudes a la vez. Esta vez no se ha cambiado nada y su cuenta está a salvo. Vuelva a intentarlo ${wait}.`,
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
