import { html } from "../../html.ts";
import type { WaysInWords } from "../../words/ways-in.ts";

export const waysIn: WaysInWords = {
  waysIn: {
    title: "¿Es suyo todo esto?",
    lead: "Su nueva contraseña está guardada. Cualquiera que tenga uno de estos medios también puede entrar en su cuenta.",
    remove: "Quitar lo que no conozca",
    allMine: "Todo es mío, continuar",
  },
  password: {
    label: "Contraseña nueva",
    rule: (least) =>
      `Al menos ${least} caracteres. Unas cuantas palabras sin relación entre sí son fáciles de recordar.`,
    progress: (typed, least) => `${typed} de ${least} caracteres`,
    enough:
      "Es bastante larga. Al guardarla comprobamos que no esté en ninguna lista de contraseñas robadas.",
    tooShort: (least) =>
      `Esta contraseña es demasiado corta. Use al menos ${least} caracteres, por ejemplo unas cuantas palabras sin relación entre sí.`,
    tooLong: "Esta contraseña es demasiado larga. Elija una más corta.",
    unreadable: "Esta contraseña contiene un carácter que no se puede usar. Elija otra contraseña.",
    repeated: "Se repiten los mismos pocos caracteres, y eso se adivina enseguida. Use palabras distintas.",
    predictable:
      "Esta contraseña se compone de palabras, fechas o secuencias de teclado fáciles de adivinar. Añada unas cuantas palabras sin relación entre sí.",
    ownWords:
      "Es casi solo su nombre, su dirección o el nombre de este servicio o de una aplicación, que se adivinan primero. Use palabras que no tengan nada que ver con usted.",
    stolen:
      "Esta contraseña está en listas de contraseñas robadas, que son las primeras que se prueban. Elija otra.",
    busy: "Muchas personas están eligiendo una contraseña en este momento. Espere unos segundos y vuelva a intentarlo.",
  },
  changePassword: {
    title: "Cambiar la contraseña",
    setTitle: "Establecer una contraseña",
    lead: "Aquí mantendrá la sesión iniciada. Se cerrará en todos los demás navegadores y aplicaciones.",
    submit: "Cambiar contraseña",
    setSubmit: "Establecer contraseña",
    done: "Su contraseña se ha cambiado. Se ha cerrado la sesión en todos los demás navegadores.",
    removeTitle: "Iniciar sesión sin contraseña",
    removeLead:
      "Tiene otra forma de iniciar sesión, así que puede prescindir de la contraseña. Podrá establecer una de nuevo cuando quiera.",
    remove: "Eliminar contraseña",
    removed: "Su contraseña se ha eliminado.",
    lastWay: "Necesita su contraseña: no tiene otra forma de iniciar sesión.",
  },
  passkeys: {
    title: "Llaves de acceso",
    lead: "Con una llave de acceso inicia sesión con su huella, su rostro o el PIN de su dispositivo. No hay nada que recordar y nadie puede quitársela con engaños.",
    none: "Aún no tiene ninguna llave de acceso.",
    add: "Añadir una llave de acceso",
    added: (name) => html`Se ha añadido ${name}. Ya puede iniciar sesión con ella.`,
    renamed: (name) => html`La llave de acceso se llama ahora ${name}.`,
    removed: (name) => html`Se ha eliminado ${name}. Ya no sirve para iniciar sesión.`,
    created: (date) => html`Añadida el ${date}`,
    lastUsed: (date) => html`último uso el ${date}`,
    neverUsed: "nunca usada",
    synchronised: "sincronizada entre sus dispositivos",
    onOneDevice: "en un solo dispositivo",
    wentBack: (date) =>
      html`Es posible que esta llave de acceso se haya copiado (${date}). Si no ha restaurado ningún dispositivo, elimínela y añada una nueva.`,
    name: "Nombre",
    edit: "Editar",
    rename: "Guardar nombre",
    remove: "Eliminar",
    badName: "Escriba un nombre de 64 caracteres como máximo.",
    last: "Esta llave de acceso es su única forma de iniciar sesión. Añada otra primero.",
    full: "Su cuenta no admite más llaves de acceso. Elimine una primero.",
    gone: "Esta llave de acceso ya se había eliminado.",
    unnamed: "Llave de acceso",
  },
  passkeyCreation: {
    needsScripts: "Para añadir una llave de acceso, permita los scripts en esta página.",
    unsupported:
      "Este navegador no puede crear llaves de acceso. Abra esta página en otro navegador o en su teléfono.",
    already: "Este dispositivo ya tiene una llave de acceso para su cuenta.",
    notAdded: "No se ha añadido ninguna llave de acceso. Puede intentarlo de nuevo.",
  },
  totp: {
    title: "Aplicación de autenticación",
    setUpTitle: "Configurar una aplicación de autenticación",
    what: "Una aplicación de autenticación, por ejemplo Google Authenticator o un gestor de contraseñas, muestra un código nuevo cada 30 segundos. Para iniciar sesión necesitará además un código.",
    scan: "Escanee esta imagen con la aplicación",
    picture: "Código QR para la aplicación de autenticación",
    key: "O escriba esta clave en la aplicación",
    enter: "Código que muestra la aplicación",
    confirm: "Confirmar",
    wrong:
      "Ese código no es correcto. Compruebe la hora de su teléfono y escriba el código que la aplicación muestra ahora.",
    since: (date) => html`Configurada el ${date}`,
    replace: "Configurar otra aplicación",
    removeTitle: "Quitar la aplicación",
    remove: "Quitar",
    removeNote: "Sin la aplicación, bastará su contraseña para iniciar sesión.",
    removeCheck: "Para quitar la aplicación, escriba su contraseña. Debe ser lo bastante segura por sí sola.",
    wrongPassword: "Esa contraseña no es correcta.",
    weakPassword:
      "Su contraseña solo es lo bastante segura junto con un código. Elija primero una de al menos 15 caracteres y después quite la aplicación.",
    cannotRemove:
      "Su cuenta necesita un segundo factor. Puede configurar otra aplicación, pero no quitar esta.",
    done: "Su aplicación de autenticación está configurada.",
    removed: "Se ha quitado su aplicación de autenticación.",
  },
  recoveryCodes: {
    title: "Códigos de recuperación",
    what: "Cada código le permite iniciar sesión una vez cuando no tiene la aplicación o la llave de acceso. Guárdelos en un lugar seguro, lejos del teléfono.",
    left: (count) => `Códigos restantes: ${count}`,
    none: "No tiene códigos de recuperación.",
    make: "Crear códigos nuevos",
    makeNote: "Los códigos anteriores dejarán de funcionar.",
    needFactor:
      "Los códigos de recuperación son un repuesto de la aplicación de autenticación o de la llave de acceso. Configure primero una de las dos.",
    once: "Estos códigos solo se muestran una vez. Guarde una copia antes de continuar.",
    copy: "Copiar",
    copied: "Copiado",
    download: "Descargar",
    print: "Imprimir",
    kept: "Ya los he guardado",
  },
  upstreams: {
    title: "Otras cuentas",
    lead: "Vincule una cuenta que tenga en otro sitio e inicie sesión aquí con ella.",
    none: "No hay ningún otro proveedor que vincular.",
    as: (label) => html`Vinculada como ${label}`,
    notLinked: "Sin vincular",
    link: (name) => html`Vincular ${name}`,
    unlink: (name) => html`Desvincular ${name}`,
    linked: (name) => `${name} está vinculado. A partir de ahora puede iniciar sesión con él.`,
    unlinked: (name) => `${name} ya no está vinculado ni sirve para iniciar sesión.`,
    taken: (name) =>
      `No se ha vinculado nada: esa cuenta de ${name} pertenece aquí a otra persona, o la suya está vinculada a otra.`,
    lastWay:
      "Es su única forma de iniciar sesión. Cree una contraseña o añada una llave de acceso antes de desvincularla.",
  },
};
