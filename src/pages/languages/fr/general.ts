import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `Erreur\u00a0: ${title}`,
  stale: "Cette page n’était plus à jour\u00a0: rien n’a été modifié. Veuillez réessayer.",
  otherAccount: (name) =>
    `Cette page concernait un autre compte\u00a0: rien n’a été modifié. Vous utilisez maintenant le compte de ${name}.`,
  backTo: (client) => html`Retour à ${client}`,
  developmentNote:
    "Uniquement pour le développement sur cet ordinateur\u00a0: la connexion n’est pas chiffrée.",
  picker: { label: "Langue", submit: "Changer" },
  brandLinks: { help: "Aide", privacy: "Confidentialité", imprint: "Mentions légales" },
  home: {
    heading: "Une seule connexion pour vos applications",
    whatThisIs:
      "Les applications qui utilisent ce service vous envoient ici quand elles ont besoin de savoir qui vous êtes.",
    applications: "Vos applications",
    find: "Chercher une application",
    search: "Chercher",
    noneFound: "Aucune application ne porte ce texte dans son nom.",
    more: "Autres applications",
    signedInAs: "Session ouverte au nom de",
    notSignedIn: "Aucune session n’est ouverte.",
    account: "Votre compte",
    signOut: "Se déconnecter",
  },
  error: {
    brokenRequest: {
      title: "Ce lien ne fonctionne pas",
      sentence:
        "L’application a envoyé une demande à laquelle nous ne pouvons pas nous fier\u202f; la connexion s’arrête donc ici. Votre compte est en sécurité. Retournez à l’application et recommencez.",
    },
    unknownApplication: {
      title: "Nous ne connaissons pas cette application",
      sentence:
        "Le lien que vous avez suivi désigne une application qui n’est pas enregistrée auprès de ce service. Votre compte est en sécurité. Revenez en arrière et recommencez, ou prévenez les responsables de l’application.",
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
        "Le lien ou le formulaire que vous avez utilisé ne convient pas à cette adresse. Rien n’a été modifié.",
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
