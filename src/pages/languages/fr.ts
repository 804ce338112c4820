import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in French. Its high punctuation stands after a blank that does not break. */
export const french: Catalogue = {
  lang: "fr",
  dir: "ltr",
  name: "Français",
  problemTitle: (title) => `Erreur\u00a0: ${title}`,
  backTo: (client) => html`Retour à ${client}`,
  developmentNote:
    "Uniquement pour le développement sur cet ordinateur\u00a0: la connexion n’est pas chiffrée.",
  abilities: {
    openid: "savoir que c’est bien vous",
    profile: "voir votre nom et votre identifiant",
    email: "voir votre adresse e-mail",
    address: "voir votre adresse postale",
    phone: "voir votre numéro de téléphone",
    offline_access: "garder cet accès pendant que vous êtes déconnecté",
  },
  picker: { label: "Langue", submit: "Changer" },
  signIn: {
    title: (client) => `Se connecter à ${client}`,
    heading: "Se connecter",
    lead: (client) => html`pour continuer vers ${client}`,
    againLead: (person, client) =>
      html`Vous êtes connecté en tant que ${person}. Connectez-vous à nouveau pour continuer vers ${client}.`,
    username: "Identifiant",
    password: "Mot de passe",
    show: "Afficher",
    showWhat: " le mot de passe",
    capsLock: "Le verrouillage des majuscules est activé.",
    submit: "Se connecter",
    promise: (client) => html`${client} ne voit jamais votre mot de passe.`,
    mismatch: "Cet identifiant et ce mot de passe ne correspondent pas.",
    throttled: (wait) => `Trop de tentatives. Réessayez ${wait}.`,
    busy: "Beaucoup de personnes se connectent en ce moment. Attendez quelques secondes, puis réessayez.",
    stale: "Par sécurité, veuillez vous connecter à nouveau.",
    missingUsername: "Saisissez votre identifiant.",
    missingPassword: "Saisissez votre mot de passe.",
    tooLongPassword: "Ce mot de passe est plus long que ce qu’un mot de passe peut être ici.",
  },
  continue: {
    title: (client) => `Continuer vers ${client}`,
    heading: (client) => html`Continuer vers ${client}`,
    promise: (client) => html`${client} saura qui vous êtes, mais ne verra jamais votre mot de passe.`,
    allow: (client, person) => html`Continuer vers ${client} en tant que ${person}`,
    useAnother: "Utiliser un autre compte",
    stale: "Par sécurité, veuillez confirmer à nouveau.",
  },
  consent: {
    title: (client) => `Autoriser ${client}`,
    heading: (client) => html`Autoriser ${client}\u202f?`,
    lead: "L’application pourra",
    promise: (client) =>
      html`${client} ne voit jamais votre mot de passe. Votre autorisation vaut jusqu’à ce que vous la retiriez ici, sur la page de votre compte.`,
    allow: "Autoriser",
    deny: "Ne pas autoriser",
    useAnother: "Utiliser un autre compte",
    stale: "Par sécurité, veuillez répondre à nouveau.",
  },
  account: {
    title: "Votre compte",
    password: "Pour obtenir un nouveau mot de passe, adressez-vous aux responsables de ce service.",
    applicationsHeading: "Applications que vous avez autorisées",
    noApplications:
      "Vous n’en avez autorisé aucune. Quand une application vous le demandera et que vous accepterez, elle apparaîtra ici.",
    itMay: "L’application peut",
    since: (date) => html`Depuis le ${date}`,
    withdraw: "Retirer",
    consequence:
      "Si vous retirez votre autorisation, l’application perd aussitôt tout ce qu’elle a obtenu ici. Elle devra vous demander à nouveau.",
    withdrawn: (client) => html`L’autorisation donnée à ${client} est retirée.`,
    stale: "Par sécurité, veuillez choisir à nouveau.",
  },
  formPost: {
    title: (client) => `Retour à ${client}`,
    lead: "Un instant. S’il ne se passe rien, continuez ici.",
    submit: "Continuer",
  },
  signOut: {
    title: "Se déconnecter",
    heading: "Se déconnecter\u202f?",
    lead: "Vous êtes connecté en tant que",
    submit: "Se déconnecter",
    stay: "Rester connecté",
    stale: "Par sécurité, veuillez confirmer à nouveau.",
    doneTitle: "Vous êtes déconnecté",
    doneLead: "Ce navigateur ne vous connaît plus ici.",
    doneNote:
      "Les applications que vous avez utilisées peuvent vous garder connecté chez elles. Sur un ordinateur partagé, fermez le navigateur.",
  },
  home: {
    title: "Latchkey",
    heading: "La porte d’entrée",
    whatThisIs:
      "Les applications qui utilisent ce service de connexion vous envoient ici quand elles ont besoin de savoir qui vous êtes. D’ici là, il n’y a rien à faire.",
    signedInAs: "Vous êtes connecté en tant que",
    notSignedIn: "Vous n’êtes pas connecté.",
    account: "Votre compte",
    signOut: "Se déconnecter",
  },
  error: {
    brokenRequest: {
      title: "Ce lien ne fonctionne pas",
      sentence:
        "L’application vous a envoyé ici avec une demande à laquelle on ne peut pas se fier\u00a0; elle s’arrête donc ici. Votre compte est en sécurité. Retournez à l’application et recommencez.",
    },
    unknownApplication: {
      title: "Cette application n’est pas connue ici",
      sentence:
        "Le lien qui vous a mené ici désigne une application qui n’est pas enregistrée. Votre compte est en sécurité. Revenez en arrière et recommencez, ou prévenez les responsables de l’application.",
    },
    brokenForm: {
      title: "Ce formulaire n’est pas arrivé",
      sentence:
        "Il était incomplet, ou il venait d’ailleurs. Il ne s’est rien passé, et votre compte est en sécurité.",
    },
    notFound: {
      title: "Il n’y a pas de page ici",
      sentence: "L’adresse est peut-être mal saisie, ou la page a été déplacée.",
    },
    wrongMethod: {
      title: "Il n’y a rien à faire ici",
      sentence: "Cette adresse a été ouverte d’une manière qu’elle ne connaît pas. Il ne s’est rien passé.",
    },
    unavailable: (wait) => ({
      title: "De retour dans un instant",
      sentence: `La connexion est impossible pour le moment. Rien n’est perdu\u00a0: réessayez ${wait}.`,
    }),
    internal: {
      title: "Une panne est survenue chez nous",
      sentence: "Vous n’y êtes pour rien, et votre compte est en sécurité. Réessayez dans un instant.",
    },
    tryAgain: "Réessayer",
    home: "Aller à la page d’accueil",
    reference: "Référence",
    whereDetailIs: "Les développeurs trouveront le détail dans le journal du service, sous cette référence.",
  },
};
