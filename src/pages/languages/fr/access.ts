import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
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
  access: {
    to: (api) => html`Accès à ${api}`,
    onYourBehalf: (api) => html`Utiliser ${api} en votre nom`,
    keeps: "Ce que vous avez autorisé auparavant reste autorisé.",
    whileSignedIn: "L’application a cet accès tant que votre session est ouverte.",
    untilRemoved: "L’application garde cet accès jusqu’à ce que vous le retiriez.",
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
    unknown:
      "Aucun appareil n’attend avec ce code. Comparez-le avec celui de votre appareil, ou demandez-en un nouveau à l’appareil.",
    over: "Cet appareil n’attend plus. S’il n’est pas connecté, demandez-lui un nouveau code.",
    throttled: (wait) => `Trop de codes erronés. Réessayez ${wait}.`,
    question: (client) => html`Se connecter à ${client} sur votre appareil\u202f?`,
    questionTitle: (client) => `Se connecter à ${client} sur votre appareil`,
    compare: "Votre appareil doit afficher ce code\u00a0:",
    beganHere: (when) => `L’appareil a fait sa demande ${when}, depuis le réseau que vous utilisez.`,
    beganElsewhere: (when, network) =>
      html`L’appareil a fait sa demande ${when}, depuis un autre réseau que le vôtre\u00a0: ${network}.`,
    warning:
      "N’autorisez cet accès que si vous l’avez demandé vous-même sur votre appareil. Si quelqu’un vous a envoyé le code ou un lien, refusez\u00a0: cette personne entrerait dans votre compte.",
    allowedTitle: "Votre appareil est connecté",
    allowed: (client) => html`${client} vous connecte sur votre appareil. Vous pouvez fermer cette page.`,
    deniedTitle: "Rien n’a été autorisé",
    denied: (client) =>
      html`${client} n’obtient aucun accès sur cet appareil. Vous pouvez fermer cette page.`,
    another: "Connecter un autre appareil",
  },
};
