import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `Se connecter à ${client}`,
    heading: "Se connecter",
    lead: (client) => html`pour continuer vers ${client}`,
    ownTitle: "Se connecter à votre compte",
    ownLead: "pour accéder à votre compte",
    proofTitle: "Confirmez qu’il s’agit bien de vous",
    proofLead: (client) => html`${client} vous demande de vous connecter à nouveau.`,
    ownProofLead: "Cette page exige une connexion datant de moins de cinq minutes.",
    notYou: "Ce n’est pas vous\u202f? Utiliser un autre compte",
    username: "Identifiant",
    password: "Mot de passe",
    show: "Afficher",
    showWhat: " le mot de passe",
    capsLock: "Le verrouillage des majuscules est activé.",
    submit: "Se connecter",
    usePasskey: "Utiliser une clé d’accès",
    passkeyNeedsScripts: "Pour utiliser une clé d’accès, autorisez les scripts sur cette page.",
    passkeyCancelled: "Aucune clé d’accès n’a été utilisée. Vous pouvez réessayer.",
    passkeyUnsupported:
      "Ce navigateur ne peut pas utiliser de clés d’accès. Utilisez un autre navigateur ou votre téléphone.",
    promise: (client) => html`${client} ne voit jamais votre mot de passe.`,
    forgot: "Mot de passe oublié\u202f?",
    signUp: "Créer un compte",
    mismatch: "Identifiant, adresse e-mail ou mot de passe incorrect.",
    locked: (notMe, forgot) =>
      `Ce compte est verrouillé, car quelqu’un a choisi «\u00a0${notMe}\u00a0» dans un message à son sujet. Pour le déverrouiller, choisissez un nouveau mot de passe avec «\u00a0${forgot}\u00a0».`,
    unavailable:
      "Certains mots de passe ne peuvent pas être vérifiés en ce moment. Si le vôtre est correct, réessayez dans quelques minutes.",
    notMoved: (forgot) =>
      `Identifiant, adresse e-mail ou mot de passe incorrect. Si votre dernière connexion remonte à longtemps, choisissez un nouveau mot de passe avec «\u00a0${forgot}\u00a0».`,
    expired: (forgot) => `Ce mot de passe a expiré. Choisissez-en un nouveau avec «\u00a0${forgot}\u00a0».`,
    passkeyRefused: "Cette clé d’accès ne fonctionne pas ici. Utilisez-en une autre ou votre mot de passe.",
    throttled: (wait) => `Trop de tentatives. Réessayez ${wait}.`,
    throttledBut: {
      passkey: (wait) => `Trop de tentatives. Réessayez ${wait} ou utilisez une clé d’accès.`,
      reset: (wait) => `Trop de tentatives. Réessayez ${wait} ou choisissez un nouveau mot de passe.`,
      both: (wait) =>
        `Trop de tentatives. Réessayez ${wait}, utilisez une clé d’accès ou choisissez un nouveau mot de passe.`,
    },
    busy: "Beaucoup de personnes se connectent en ce moment. Attendez quelques secondes, puis réessayez.",
    stale: "Cette page n’était plus à jour. Veuillez vous connecter à nouveau.",
    otherAddress: (origin) =>
      `Si l’adresse de cette page ne commence pas par ${origin}, ouvrez plutôt cette adresse.`,
    noCookie:
      "Votre navigateur n’a pas renvoyé notre cookie. Autorisez les cookies pour ce site, puis connectez-vous à nouveau.",
    missingPassword: "Saisissez votre mot de passe.",
    tooLongPassword: "Ce mot de passe est trop long.",
  },
  upstreamSignIn: {
    or: "ou",
    button: (name) => html`Continuer avec ${name}`,
    next: "Suivant",
    awayTitle: (name) => `Se connecter avec ${name}`,
    away: (name) => html`Nous vous dirigeons vers ${name}. Vous serez de retour ici dans un instant.`,
    goOn: (name) => html`Aller vers ${name}`,
    denied: (name) => `La connexion avec ${name} n’a pas abouti. Réessayez ou choisissez un autre moyen.`,
    unavailable: (name) =>
      `${name} ne répond pas pour le moment. Réessayez dans quelques minutes ou choisissez un autre moyen.`,
    misconfigured: (name) =>
      `La connexion avec ${name} ne fonctionne pas pour le moment. Vous n’y êtes pour rien\u202f; les responsables de ce service en voient la raison.`,
    untrusted: (name) =>
      `La réponse de ${name} n’a pas pu être vérifiée\u202f; la connexion n’a donc pas eu lieu. Réessayez.`,
    late: "Cette connexion a pris trop de temps ou a déjà servi. Recommencez.",
    gone: "Ce moyen de connexion n’est plus proposé. Choisissez-en un autre.",
    refused: (name) =>
      `Votre compte chez ${name} ne vous donne pas accès à ce service. Connectez-vous autrement ou adressez-vous aux responsables de ce service.`,
    addressTaken: (name) =>
      `Votre adresse appartient ici à un compte associé à un autre compte chez ${name}. Connectez-vous avec celui-là ou autrement.`,
  },
  continue: {
    title: (client) => `Continuer vers ${client}`,
    heading: (client) => html`Continuer vers ${client}`,
    promise: (client) => html`${client} saura qui vous êtes, mais ne verra jamais votre mot de passe.`,
    allow: (client, person) => html`Continuer vers ${client} en tant que ${person}`,
    useAnother: "Utiliser un autre compte",
  },
  chooseAccount: {
    title: "Choisir un compte",
    link: "Changer de compte",
  },
  notAdmitted: {
    title: (client) => `Pas d’accès à ${client}`,
    heading: (client) => html`Ce compte n’a pas accès à ${client}`,
    sentence: (client) =>
      html`Seules certaines personnes peuvent utiliser ${client}. Pour y avoir accès, adressez-vous aux responsables de l’application ou utilisez un autre compte.`,
  },
  notSent: {
    title: "Rien n’a été envoyé",
    lead: (client) => html`Votre session sur ${client} n’était plus active. Votre envoi n’y est pas arrivé.`,
    advice:
      "Revenez en arrière dans votre navigateur et copiez ce que vous avez saisi. Connectez-vous ensuite, puis envoyez-le de nouveau.",
  },
  verify: {
    heading: "Connexion en deux étapes",
    lead: (client) =>
      html`Pour continuer vers ${client}, saisissez le code de votre application d’authentification.`,
    ownLead: "Saisissez le code de votre application d’authentification.",
    code: "Code",
    either: "Un code de secours convient aussi.",
    useRecoveryCode: "Utiliser un code de secours",
    useApp: "Utiliser plutôt l’application",
    recoveryLead: "Saisissez l’un de vos codes de secours. Chacun sert une seule fois.",
    atOnce: "Envoyé dès que vous saisissez le sixième chiffre.",
    wrongRecovery: "Ce code de secours est incorrect ou a déjà servi.",
    trust: "Ne plus demander de code dans ce navigateur pendant 30 jours",
    submit: "Vérifier",
    missing: "Saisissez le code.",
    wrong:
      "Ce code est incorrect. Saisissez celui que votre application affiche maintenant, ou un code de secours encore inutilisé.",
    spent: "Ce code a déjà servi. Attendez que votre application affiche le suivant.",
    lost: "Ni application ni code de secours sous la main\u202f? Les responsables de ce service peuvent vous aider.",
    passkeyLead: "Confirmez votre identité avec votre clé d’accès.",
    passkeyMade: "Votre clé d’accès est configurée. Utilisez-la une fois pour continuer.",
    recoveryCode: "Code de secours",
    lostPasskey:
      "Vous avez perdu votre clé d’accès\u202f? Les responsables de ce service peuvent la supprimer. Vous pourrez ensuite en ajouter une autre.",
  },
  enrol: {
    needed: (client) => html`${client} demande une deuxième étape.`,
    ownNeeded: "Votre compte demande une deuxième étape.",
    passkeyOnly: "Seule une clé d’accès est assez sûre ici. Configurez-en une pour continuer.",
    otherTitle: "Encore une chose à configurer",
    setUpPasskey: "Configurer une clé d’accès",
    passkey: "Utiliser plutôt une clé d’accès",
  },
  passkeyOffer: {
    title: "Vous connecter sans mot de passe la prochaine fois\u202f?",
    lead: "La connexion a réussi. Cet appareil peut garder une clé d’accès pour vous\u00a0: votre empreinte, votre visage ou son code suffiront alors.",
    add: "Ajouter une clé d’accès",
    notNow: "Pas maintenant",
  },
  linkNeeded: {
    title: "Il vous faut un lien",
    lead: "Votre compte a des droits d’administration\u00a0: un mot de passe seul ne suffit donc pas pour ajouter un moyen de connexion.",
    repair:
      "Demandez un lien de récupération à une autre personne qui administre ce service, ou créez-en un là où le service est installé. Il vous guidera pour configurer un second facteur.",
  },
  formPost: {
    title: (client) => `Retour à ${client}`,
    lead: "Un instant. S’il ne se passe rien, choisissez «\u00a0Continuer\u00a0».",
    submit: "Continuer",
  },
  signOut: {
    title: "Se déconnecter",
    heading: "Se déconnecter\u202f?",
    lead: "Session ouverte au nom de",
    submit: "Se déconnecter",
    stay: "Garder la session ouverte",
    leadsTo: (client) => html`Après la déconnexion, vous reviendrez à ${client}.`,
    brokenRequest:
      "La demande de déconnexion de l’application n’était pas valide\u202f; nous ne pouvons donc pas vous y ramener.",
    submitAll: "Se déconnecter de tous les comptes",
    doneTitle: "Votre session est fermée",
    doneLead: "Votre session à ce service est fermée dans ce navigateur.",
    othersStay: "D’autres comptes restent connectés dans ce navigateur.",
    doneNote:
      "Votre session est peut-être encore ouverte dans les applications que vous avez utilisées. Sur un ordinateur partagé, fermez le navigateur.",
  },
};
