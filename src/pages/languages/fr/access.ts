import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "Politique de confidentialité", terms: "Conditions d’utilisation" },
  abilities: {
    openid: "Savoir qui vous êtes",
    profile: "Voir votre nom et votre identifiant",
    email: "Voir votre adresse e-mail",
    address: "Voir votre adresse postale",
    phone: "Voir votre numéro de téléphone",
    groups: "Voir à quels groupes vous appartenez",
    offline_access: "Garder cet accès quand votre session est fermée",
  },
  access: {
    to: (api) => html`Accès à ${api}`,
    onYourBehalf: (api) => html`Utiliser ${api} en votre nom`,
    permission: (value) => html`Utiliser l’autorisation ${value}`,
    keeps: "Ce que vous avez autorisé auparavant reste autorisé.",
    whileSignedIn: "L’application a cet accès tant que votre session est ouverte.",
    afterSignOut: "L’application garde cet accès quand votre session est fermée.",
    claims: (name) =>
      html`L’application se présente sous le nom «\u00a0${name}\u00a0». Personne n’a vérifié ce nom.`,
    selfNamed: "L’application a choisi ce nom elle-même. Personne ne l’a vérifié.",
    goesTo: (host) => html`Après votre réponse, vous irez sur ${host}.`,
    local:
      "N’importe quel programme de cet appareil peut se faire passer pour cette application. N’autorisez l’accès que si vous venez vous-même de commencer la connexion.",
    ends: (api, wait) =>
      html`Si vous retirez l’accès maintenant, il prend fin au plus tard ${wait} pour ${api}.`,
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
  },
  device: {
    title: "Connecter un appareil",
    lead: "Saisissez le code affiché par votre appareil.",
    code: "Code",
    hint: "Huit lettres, en majuscules ou en minuscules, avec ou sans tiret.",
    submit: "Continuer",
    missing: "Saisissez le code affiché par votre appareil.",
    unknown: "Aucun appareil n’attend ce code. Vérifiez-le sur votre appareil, ou obtenez-y un nouveau code.",
    over: "Cet appareil n’attend plus. Si la connexion n’y a pas abouti, obtenez-y un nouveau code.",
    throttled: (wait) => `Trop de codes erronés. Réessayez ${wait}.`,
    question: (client) => html`Se connecter à ${client} sur votre appareil\u202f?`,
    questionTitle: (client) => `Se connecter à ${client} sur votre appareil`,
    compare: "Vérifiez que votre appareil affiche ce code\u00a0:",
    beganHere: (when) => `Demande faite ${when}, depuis le réseau que vous utilisez.`,
    beganElsewhere: (when, network) =>
      html`Demande faite ${when}, depuis un autre réseau que le vôtre\u00a0: ${network}.`,
    warning:
      "N’autorisez cet accès que si vous l’avez demandé vous-même sur votre appareil. Si quelqu’un vous a envoyé le code ou un lien, refusez\u00a0: cette personne entrerait dans votre compte.",
    allowedTitle: "Votre appareil est connecté",
    allowed: (client) => html`${client} vous connecte sur votre appareil. Vous pouvez fermer cette page.`,
    deniedTitle: "Vous avez refusé",
    denied: (client) =>
      html`${client} n’obtient aucun accès sur cet appareil. Vous pouvez fermer cette page.`,
    another: "Connecter un autre appareil",
  },
};
