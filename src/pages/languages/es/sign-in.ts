import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `Iniciar sesión en ${client}`,
    heading: "Iniciar sesión",
    lead: (client) => html`para continuar en ${client}`,
    ownTitle: "Iniciar sesión en su cuenta",
    ownLead: "para acceder a su cuenta",
    proofTitle: "Confirme que es usted",
    proofLead: (client) => html`${client} le pide que vuelva a iniciar sesión.`,
    ownProofLead: "Esta página requiere haber iniciado sesión en los últimos cinco minutos.",
    notYou: "¿No es usted? Usar otra cuenta",
    username: "Nombre de usuario",
    password: "Contraseña",
    show: "Mostrar",
    showWhat: " la contraseña",
    capsLock: "El bloqueo de mayúsculas está activado.",
    submit: "Iniciar sesión",
    usePasskey: "Usar una llave de acceso",
    passkeyNeedsScripts: "Para usar una llave de acceso, permita los scripts en esta página.",
    passkeyCancelled: "No se ha usado ninguna llave de acceso. Puede intentarlo de nuevo.",
    passkeyUnsupported: "Este navegador no puede usar llaves de acceso. Use otro navegador o su teléfono.",
    promise: (client) => html`${client} nunca ve su contraseña.`,
    forgot: "¿Ha olvidado su contraseña?",
    signUp: "Crear una cuenta",
    mismatch: "El nombre de usuario, el correo electrónico o la contraseña no son correctos.",
    locked: (notMe, forgot) =>
      `Esta cuenta está bloqueada porque alguien eligió «${notMe}» en un mensaje sobre ella. Para desbloquearla, elija una contraseña nueva con «${forgot}».`,
    unavailable:
      "En este momento no se pueden comprobar todas las contraseñas. Si la suya es correcta, vuelva a intentarlo dentro de unos minutos.",
    notMoved: (forgot) =>
      `El nombre de usuario, el correo electrónico o la contraseña no son correctos. Si hace tiempo que no inicia sesión, elija una contraseña nueva con «${forgot}».`,
    expired: (forgot) => `Esa contraseña ha caducado. Elija una nueva con «${forgot}».`,
    passkeyRefused: "Esa llave de acceso no funciona aquí. Use otra o su contraseña.",
    throttled: (wait) => `Demasiados intentos. Vuelva a intentarlo ${wait}.`,
    throttledBut: {
      passkey: (wait) => `Demasiados intentos. Vuelva a intentarlo ${wait} o use una llave de acceso.`,
      reset: (wait) => `Demasiados intentos. Vuelva a intentarlo ${wait} o elija una contraseña nueva.`,
      both: (wait) =>
        `Demasiados intentos. Vuelva a intentarlo ${wait}, use una llave de acceso o elija una contraseña nueva.`,
    },
    busy: "Muchas personas están iniciando sesión en este momento. Espere unos segundos y vuelva a intentarlo.",
    stale: "Esta página ya no estaba actualizada. Vuelva a iniciar sesión.",
    otherAddress: (origin) => `Si la dirección de esta página no empieza por ${origin}, abra esa dirección.`,
    noCookie:
      "Su navegador no ha devuelto nuestra cookie. Permita las cookies para este sitio y vuelva a iniciar sesión.",
    missingPassword: "Escriba su contraseña.",
    tooLongPassword: "Esa contraseña es demasiado larga.",
  },
  upstreamSignIn: {
    or: "o",
    button: (name) => html`Continuar con ${name}`,
    next: "Siguiente",
    awayTitle: (name) => `Iniciar sesión con ${name}`,
    away: (name) => html`Le llevamos a ${name}. Enseguida volverá aquí.`,
    goOn: (name) => html`Ir a ${name}`,
    denied: (name) => `No ha iniciado sesión con ${name}. Inténtelo de nuevo o elija otra forma.`,
    unavailable: (name) =>
      `${name} no responde en este momento. Inténtelo de nuevo en unos minutos o elija otra forma.`,
    misconfigured: (name) =>
      `El inicio de sesión con ${name} no funciona en este momento. No es culpa suya; los responsables de este servicio pueden ver el motivo.`,
    untrusted: (name) =>
      `No se pudo comprobar la respuesta de ${name}, así que no ha iniciado sesión. Inténtelo de nuevo.`,
    late: "Ese inicio de sesión tardó demasiado o ya se había usado. Empiece de nuevo.",
    gone: "Esta forma de iniciar sesión ya no se ofrece. Elija otra.",
    refused: (name) =>
      `Su cuenta de ${name} no le da acceso aquí. Inicie sesión de otra forma o pregunte a los responsables de este servicio.`,
    addressTaken: (name) =>
      `Su dirección pertenece aquí a una cuenta vinculada a otra cuenta de ${name}. Inicie sesión con esa o de otra forma.`,
  },
  continue: {
    title: (client) => `Continuar en ${client}`,
    heading: (client) => html`Continuar en ${client}`,
    promise: (client) => html`${client} sabrá quién es usted, pero nunca verá su contraseña.`,
    allow: (client, person) => html`Continuar en ${client} como ${person}`,
    useAnother: "Usar otra cuenta",
  },
  chooseAccount: {
    title: "Elegir una cuenta",
    link: "Cambiar de cuenta",
  },
  notAdmitted: {
    title: (client) => `Sin acceso a ${client}`,
    heading: (client) => html`Esta cuenta no tiene acceso a ${client}`,
    sentence: (client) =>
      html`Solo determinadas personas pueden usar ${client}. Si necesita acceso, solicítelo a los responsables de la aplicación o use otra cuenta.`,
  },
  notSent: {
    title: "No se ha enviado nada",
    lead: (client) => html`Su sesión en ${client} ya no estaba abierta, así que lo que envió no ha llegado.`,
    advice: "Vuelva atrás en el navegador y copie lo que escribió. Después inicie sesión y envíelo de nuevo.",
  },
  verify: {
    heading: "Inicio de sesión en dos pasos",
    lead: (client) => html`Para continuar en ${client}, escriba el código de su aplicación de autenticación.`,
    ownLead: "Escriba el código de su aplicación de autenticación.",
    code: "Código",
    either: "También sirve un código de recuperación.",
    useRecoveryCode: "Usar un código de recuperación",
    useApp: "Usar la aplicación",
    recoveryLead: "Escriba uno de sus códigos de recuperación. Cada uno sirve una sola vez.",
    atOnce: "Se envía en cuanto escribe la sexta cifra.",
    wrongRecovery: "Ese código de recuperación no es correcto o ya se ha usado.",
    trust: "No pedir un código en este navegador durante 30 días",
    submit: "Verificar",
    missing: "Escriba el código.",
    wrong:
      "Ese código no es correcto. Escriba el que muestra ahora su aplicación, o un código de recuperación que no haya usado.",
    spent: "Ese código ya se ha usado. Espere a que su aplicación muestre el siguiente.",
    lost: "¿No tiene a mano ni la aplicación ni un código de recuperación? Los responsables de este servicio pueden ayudarle.",
    passkeyLead: "Confirme su identidad con su llave de acceso.",
    passkeyMade: "Su llave de acceso está configurada. Úsela una vez para continuar.",
    recoveryCode: "Código de recuperación",
    lostPasskey:
      "¿Ha perdido su llave de acceso? Los responsables de este servicio pueden eliminarla. Después podrá añadir otra.",
  },
  enrol: {
    needed: (client) => html`${client} pide un segundo paso.`,
    ownNeeded: "Su cuenta pide un segundo paso.",
    passkeyOnly: "Aquí solo una llave de acceso es lo bastante segura. Configure una para continuar.",
    otherTitle: "Falta configurar una cosa",
    setUpPasskey: "Configurar una llave de acceso",
    passkey: "Usar una llave de acceso",
  },
  passkeyOffer: {
    title: "¿Iniciar sesión sin contraseña la próxima vez?",
    lead: "Ha iniciado sesión. Este dispositivo puede guardarle una llave de acceso: entonces bastará con su huella, su rostro o el PIN.",
    add: "Añadir una llave de acceso",
    notNow: "Ahora no",
  },
  linkNeeded: {
    title: "Necesita un enlace",
    lead: "Su cuenta tiene permisos de administración, así que la contraseña sola no basta para añadir otra forma de iniciar sesión.",
    repair:
      "Pida un enlace de recuperación a otra persona que administre este servicio o cree uno en el equipo donde se ejecuta. El enlace le guiará para configurar un segundo factor.",
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
    leadsTo: (client) => html`Tras cerrar la sesión, volverá a ${client}.`,
    brokenRequest:
      "La solicitud de cierre de sesión de la aplicación no era válida, así que no podemos llevarle de vuelta a ella.",
    submitAll: "Cerrar la sesión de todas las cuentas",
    doneTitle: "Ha cerrado la sesión",
    doneLead: "Ya no tiene la sesión iniciada en este servicio con este navegador.",
    othersStay: "Otras cuentas siguen con la sesión iniciada en este navegador.",
    doneNote:
      "Es posible que su sesión siga abierta en las aplicaciones que usó. En un equipo compartido, cierre el navegador.",
  },
};
