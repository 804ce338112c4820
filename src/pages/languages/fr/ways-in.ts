import { html } from "../../html.ts";
import type { WaysInWords } from "../../words/ways-in.ts";

export const waysIn: WaysInWords = {
  waysIn: {
    title: "Tout cela est-il à vous\u202f?",
    lead: "Votre nouveau mot de passe est enregistré. Toute personne qui possède l’un de ces moyens peut aussi se connecter à votre compte. Supprimez ce que vous ne reconnaissez pas.",
    allMine: "Tout est à moi, continuer",
    nothingLeft: "Il n’y a plus rien à vérifier",
  },
  password: {
    label: "Nouveau mot de passe",
    rule: (least) =>
      `Au moins ${least} caractères. Quelques mots sans rapport entre eux sont faciles à retenir.`,
    progress: (typed, least) => `${typed} caractères sur ${least}`,
    enough:
      "Assez long. À l’enregistrement, nous vérifions qu’il ne figure sur aucune liste de mots de passe volés.",
    tooShort: (least) =>
      `Ce mot de passe est trop court. Utilisez au moins ${least} caractères, par exemple quelques mots sans rapport entre eux.`,
    tooLong: "Ce mot de passe est trop long. Choisissez-en un plus court.",
    unreadable:
      "Ce mot de passe contient un caractère qui ne peut pas être utilisé. Choisissez un autre mot de passe.",
    repeated: "Les mêmes caractères se répètent, ce qui se devine vite. Utilisez des mots différents.",
    predictable:
      "Ce mot de passe est fait de mots, de dates ou de suites de touches faciles à deviner. Ajoutez quelques mots sans rapport entre eux.",
    ownWords:
      "C’est surtout votre nom, votre adresse, ou le nom de ce service ou d’une application\u00a0: on les devine en premier. Utilisez des mots qui n’ont aucun rapport avec vous.",
    stolen:
      "Ce mot de passe figure sur des listes de mots de passe volés, que l’on essaie en premier. Choisissez-en un autre.",
    busy: "Beaucoup de personnes choisissent un mot de passe en ce moment. Patientez quelques secondes, puis réessayez.",
  },
  changePassword: {
    title: "Changer de mot de passe",
    setTitle: "Définir un mot de passe",
    lead: "Votre session reste ouverte ici. Tous les autres navigateurs et applications seront déconnectés.",
    submit: "Changer le mot de passe",
    setSubmit: "Définir le mot de passe",
    done: "Votre mot de passe a été modifié. Tous les autres navigateurs sont déconnectés.",
    removeTitle: "Se connecter sans mot de passe",
    removeLead:
      "Vous avez un autre moyen de vous connecter\u00a0: vous pouvez donc vous passer de mot de passe. Vous pourrez en définir un à tout moment.",
    remove: "Supprimer le mot de passe",
    removed: "Votre mot de passe a été supprimé.",
    lastWay: "Vous avez besoin de votre mot de passe\u00a0: vous n’avez pas d’autre moyen de vous connecter.",
  },
  passkeys: {
    title: "Clés d’accès",
    lead: "Une clé d’accès vous connecte avec votre empreinte, votre visage ou le code de votre appareil. Rien à retenir, et personne ne peut vous la soutirer.",
    none: "Vous n’avez pas encore de clé d’accès.",
    add: "Ajouter une clé d’accès",
    added: (name) => html`${name} a été ajoutée. Vous pouvez désormais vous connecter avec elle.`,
    renamed: (name) => html`La clé d’accès s’appelle maintenant ${name}.`,
    removed: (name) => html`${name} a été supprimée. Elle ne permet plus de se connecter.`,
    created: (date) => html`Ajoutée le ${date}`,
    lastUsed: (date) => html`dernière utilisation le ${date}`,
    neverUsed: "jamais utilisée",
    synchronised: "synchronisée entre vos appareils",
    onOneDevice: "sur un seul appareil",
    wentBack: (date) =>
      html`Cette clé d’accès a peut-être été copiée (${date}). À moins que vous n’ayez restauré un appareil, supprimez-la et ajoutez-en une nouvelle.`,
    name: "Nom",
    edit: "Modifier",
    rename: "Enregistrer le nom",
    remove: "Supprimer",
    badName: "Saisissez un nom de 64 caractères au maximum.",
    last: "Cette clé d’accès est votre seul moyen de vous connecter. Ajoutez-en d’abord une autre.",
    full: "Votre compte a atteint le nombre maximal de clés d’accès. Supprimez-en d’abord une.",
    gone: "Cette clé d’accès a déjà été supprimée.",
    unnamed: "Clé d’accès",
  },
  passkeyCreation: {
    needsScripts: "Pour ajouter une clé d’accès, autorisez les scripts sur cette page.",
    unsupported:
      "Ce navigateur ne peut pas créer de clés d’accès. Ouvrez cette page dans un autre navigateur ou sur votre téléphone.",
    already: "Cet appareil a déjà une clé d’accès pour votre compte.",
    notAdded: "Aucune clé d’accès n’a été ajoutée. Vous pouvez réessayer.",
  },
  totp: {
    title: "Application d’authentification",
    setUpTitle: "Configurer une application d’authentification",
    what: "Une application d’authentification affiche un nouveau code toutes les 30 secondes. Pour vous connecter, il faudra alors aussi un code.",
    scan: "Scannez cette image avec une application d’authentification, comme Google Authenticator, ou avec votre gestionnaire de mots de passe",
    picture: "QR code pour l’application d’authentification",
    key: "Ou saisissez cette clé dans l’application",
    enter: "Code affiché par l’application",
    confirm: "Confirmer",
    wrong:
      "Ce code est incorrect. Vérifiez l’heure de votre téléphone, puis saisissez le code que l’application affiche maintenant.",
    since: (date) => html`Configurée le ${date}`,
    replace: "Configurer une autre application",
    removeTitle: "Supprimer l’application",
    remove: "Supprimer",
    removeNote: "Sans l’application, votre mot de passe suffit pour vous connecter.",
    removeCheck:
      "Pour supprimer l’application, saisissez votre mot de passe. Il doit être assez fort à lui seul.",
    wrongPassword: "Ce mot de passe est incorrect.",
    weakPassword:
      "Votre mot de passe n’est assez fort qu’avec un code. Choisissez-en d’abord un d’au moins 15 caractères, puis supprimez l’application.",
    throttled: (wait) =>
      `Trop de tentatives. Réessayez ${wait} ou choisissez un nouveau mot de passe d’au moins 15 caractères. Il vous permettra de supprimer l’application aussitôt.`,
    cannotRemove:
      "Votre compte exige un second facteur. Vous pouvez configurer une autre application, mais pas supprimer celle-ci.",
    done: "Votre application d’authentification est configurée.",
    removed: "Votre application d’authentification a été supprimée.",
  },
  recoveryCodes: {
    title: "Codes de secours",
    what: "Chaque code vous permet de vous connecter une fois quand vous n’avez pas votre application ou votre clé d’accès. Gardez-les en lieu sûr, loin de votre téléphone.",
    left: (count) => `Codes restants\u00a0: ${count}`,
    none: "Vous n’avez aucun code de secours.",
    make: "Créer de nouveaux codes",
    makeNote: "Les anciens codes ne fonctionneront plus.",
    needFactor:
      "Les codes de secours remplacent une application d’authentification ou une clé d’accès. Configurez d’abord l’une des deux.",
    once: "Ces codes ne s’affichent qu’une seule fois. Gardez-en une copie avant de continuer.",
    copy: "Copier",
    copied: "Copié",
    download: "Télécharger",
    print: "Imprimer",
    kept: "Je les ai enregistrés",
  },
  appPasswords: {
    title: "Mots de passe d’application",
    lead: "Pour les programmes qui ne peuvent pas ouvrir la page de connexion, comme les agendas et les gestionnaires de fichiers. Chacun ne vaut que pour une application.",
    none: "Vous n’avez pas encore de mot de passe d’application.",
    name: "Nom",
    nameHint: "Par exemple le programme et l’appareil qui l’utiliseront.",
    application: "Application",
    make: "Créer un mot de passe d’application",
    made: (name) => html`Votre mot de passe d’application ${name} est prêt`,
    once: "Collez-le ou saisissez-le maintenant dans le programme\u00a0: il ne s’affiche qu’une seule fois.",
    done: "Terminé",
    created: (date) => html`Créé le ${date}`,
    lastUsed: (date) => html`dernière utilisation le ${date}`,
    neverUsed: "jamais utilisé",
    revoke: "Supprimer",
    revoked: (name) => html`${name} a été supprimé et ne fonctionne plus.`,
    gone: "Ce mot de passe d’application a déjà été supprimé.",
    full: "Votre compte a atteint le nombre maximal de mots de passe d’application. Supprimez-en d’abord un.",
    badName: "Saisissez un nom de 64 caractères au maximum.",
    notThere: "Vous ne pouvez plus créer de mot de passe pour cette application.",
    noApplication: "Aucune application à laquelle vous avez accès n’accepte de mots de passe d’application.",
  },
  upstreams: {
    title: "Autres comptes",
    lead: "Associez un compte que vous avez ailleurs, et servez-vous-en pour vous connecter ici.",
    none: "Il n’y a aucun autre fournisseur à associer.",
    as: (label) => html`Associé en tant que ${label}`,
    notLinked: "Non associé",
    link: (name) => html`Associer ${name}`,
    unlink: (name) => html`Dissocier ${name}`,
    linked: (name) => `${name} est associé. Vous pouvez désormais vous connecter avec.`,
    unlinked: (name) => `${name} est dissocié et ne permet plus de vous connecter.`,
    taken: (name) =>
      `Rien n’a été associé\u00a0: ce compte chez ${name} est déjà associé au compte de quelqu’un d’autre, ou le vôtre est associé à un autre compte.`,
    lastWay:
      "C’est votre seul moyen de connexion. Choisissez un mot de passe ou ajoutez une clé d’accès avant de le dissocier.",
  },
};
