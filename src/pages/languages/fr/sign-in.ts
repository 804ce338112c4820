import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in French. A no-break space precedes its high punctuation. */
export const french: Catalogue = {
  lang: "fr",
  dir: "ltr",
  name: "Français",
  problemTitle: (title) => `Erreur\u00a0: ${title}`,
  backTo: (client) => html`Retour à ${client}`,
  developmentNote:
    "Uniquement pour le développement sur cet ordinateur\u00a0: la connexion n’est pas chiffrée.",
  applicationPages: { policy: "Politique de confidentialité", terms: "Conditions d’utilisation" },
  abilities: {
    openid: "savoir qui vous êtes",
    profile: "voir votre nom et votre identifiant",
    email: "voir votre adresse e-mail",
    address: "voir votre adresse postale",
    phone: "voir votre numéro de téléphone",
    groups: "voir à quels groupes vous appartenez",
    offline_access: "conserver son accès quand vous êtes déconnecté",
  },
  picker: { label: "Langue", submit: "Changer" },
  signIn: {
    title: (client) => `Se connecter à ${client}`,
    heading: "Se connecter",
    lead: (client) => html`pour continuer vers ${client}`,
    ownTitle: "Se connecter à votre compte",
    ownLead: "pour accéder à votre compte",
    againLead: (person, client) =>
      html`Vous êtes connecté en tant que ${person}. Connectez-vous à nouveau pour continuer vers ${client}.`,
    confirmLead: (person) =>
      html`Vous êtes connecté en tant que ${person}. Connectez-vous à nouveau, afin que personne d’autre ne puisse modifier votre compte.`,
    username: "Identifiant",
    password: "Mot de passe",
    show: "Afficher",
    showWhat: " le mot de passe",
    capsLock: "Le verrouillage des majuscules est activé.",
    submit: "Se connecter",
    usePasskey: "Utiliser une clé d’accès",
    passkeyNeedsScripts: "Pour utiliser une clé d’accès, autorisez les scripts sur cette page.",
    promise: (client) => html`${client} ne voit jamais votre mot de passe.`,
    forgot: "Mot de passe oublié\u202f?",
    signUp: "Créer un compte",
    mismatch: "Identifiant ou mot de passe incorrect.",
    passkeyRefused: "Cette clé d’accès ne fonctionne pas ici. Utilisez-en une autre ou votre mot de passe.",
    throttled: (wait) => `Trop de tentatives. Réessayez ${wait}.`,
    busy: "Beaucoup de personnes se connectent en ce moment. Attendez quelques secondes, puis réessayez.",
    stale: "Par sécurité, veuillez vous connecter à nouveau.",
    otherAddress: (origin) =>
      `Si l’adresse de cette page ne commence pas par ${origin}, ouvrez plutôt cette adresse.`,
    noCookie:
      "Votre navigateur n’a pas renvoyé notre cookie. Autorisez les cookies pour ce site, puis connectez-vous à nouveau.",
    missingUsername: "Saisissez votre identifiant.",
    missingPassword: "Saisissez votre mot de passe.",
    tooLongPassword: "Ce mot de passe est trop long.",
  },
  continue: {
    title: (client) => `Continuer vers ${client}`,
    heading: (client) => html`Continuer vers ${client}`,
    promise: (client) => html`${client} saura qui vous êtes, mais ne verra jamais votre mot de passe.`,
    allow: (client, person) => html`Continuer vers ${client} en tant que ${person}`,
    useAnother: "Utiliser un autre compte",
    stale: "Par sécurité, veuillez confirmer à nouveau.",
  },
  notAdmitted: {
    title: (client) => `Pas d’accès à ${client}`,
    heading: (client) => html`Ce compte n’a pas accès à ${client}`,
    sentence: (client) =>
      html`Seules certaines personnes peuvent utiliser ${client}. Pour y avoir accès, adressez-vous aux responsables de l’application ou utilisez un autre compte.`,
  },
  consent: {
    title: (client) => `Autoriser ${client} à accéder à votre compte`,
    heading: (client) => html`Autoriser ${client} à accéder à votre compte\u202f?`,
    lead: "L’application pourra",
    promise: (client) =>
      html`${client} ne voit jamais votre mot de passe. Vous pouvez retirer cet accès à tout moment sur la page de votre compte.`,
    allow: "Autoriser",
    deny: "Ne pas autoriser",
    useAnother: "Utiliser un autre compte",
    stale: "Par sécurité, veuillez répondre à nouveau.",
  },
  account: {
    title: "Votre compte",
    applicationsHeading: "Applications ayant accès à votre compte",
    noApplications:
      "Aucune pour le moment. Dès que vous autorisez une application à accéder à votre compte, elle apparaît ici.",
    itMay: "L’application peut",
    since: (date) => html`Depuis le ${date}`,
    withdraw: "Retirer l’accès",
    consequence: "Si vous retirez l’accès, l’application le perd aussitôt et devra vous le redemander.",
    withdrawn: (client) => html`${client} n’a plus accès à votre compte.`,
    stale: "Par sécurité, veuillez choisir à nouveau.",
  },
  formPost: {
    title: (client) => `Retour à ${client}`,
    lead: "Un instant. S’il ne se passe rien, choisissez « Continuer ».",
    submit: "Continuer",
  },
  signOut: {
    title: "Se déconnecter",
    heading: "Se déconnecter\u202f?",
    lead: "Vous êtes connecté en tant que",
    submit: "Se déconnecter",
    stay: "Rester connecté",
    stale: "Par sécurité, veuillez confirmer à nouveau.",
    leadsTo: (client) => html`Une fois déconnecté, vous reviendrez à ${client}.`,
    brokenRequest:
      "La demande de l’application n’était pas correcte\u00a0; nous ne pouvons donc pas vous y ramener.",
    doneTitle: "Vous êtes déconnecté",
    doneLead: "Vous n’êtes plus connecté à ce service dans ce navigateur.",
    doneNote:
      "Vous êtes peut-être encore connecté aux applications que vous avez utilisées. Sur un ordinateur partagé, fermez le navigateur.",
  },
  home: {
    heading: "Une seule connexion pour vos applications",
    whatThisIs:
      "Les applications qui utilisent ce service vous envoient ici quand elles ont besoin de savoir qui vous êtes.",
    signedInAs: "Vous êtes connecté en tant que",
    notSignedIn: "Vous n’êtes pas connecté.",
    account: "Votre compte",
    signOut: "Se déconnecter",
  },
  error: {
    brokenRequest: {
      title: "Ce lien ne fonctionne pas",
      sentence:
        "L’application a envoyé une demande à laquelle nous ne pouvons pas nous fier\u00a0; la connexion s’arrête donc ici. Votre compte est en sécurité. Retournez à l’application et recommencez.",
    },
    unknownApplication: {
      title: "Nous ne connaissons pas cette application",
      sentence:
        "Le lien qui vous a mené ici désigne une application qui n’est pas enregistrée auprès de ce service. Votre compte est en sécurité. Revenez en arrière et recommencez, ou prévenez les responsables de l’application.",
    },
    brokenForm: {
      title: "Ce formulaire est illisible",
      sentence:
        "Il était incomplet, ou il venait d’un autre site. Rien n’a été modifié, et votre compte est en sécurité.",
    },
    notFound: {
      title: "Page introuvable",
      sentence: "L’adresse contient peut-être une faute de frappe, ou la page a été déplacée.",
    },
    wrongMethod: {
      title: "Cette page ne s’ouvre pas ainsi",
      sentence:
        "Le lien ou le formulaire qui vous a mené ici ne convient pas à cette adresse. Rien n’a été modifié.",
    },
    unavailable: (wait) => ({
      title: "De retour dans un instant",
      sentence: `La connexion est impossible pour le moment. Rien n’est perdu\u00a0: réessayez ${wait}.`,
    }),
    throttled: (wait) => ({
      title: "Veuillez patienter un instant",
      sentence: `Il y a eu trop de demandes à la fois. Rien n’a été modifié cette fois-ci, et votre compte est en sécurité. Réessayez ${wait}.`,
    }),
    internal: {
      title: "Une erreur s’est produite de notre côté",
      sentence: "Vous n’y êtes pour rien, et votre compte est en sécurité. Réessayez dans un instant.",
    },
    tryAgain: "Réessayer",
    home: "Aller à la page d’accueil",
    reference: "Référence",
    whereDetailIs: "Les développeurs trouveront le détail dans le journal du service, sous cette référence.",
  },
};
