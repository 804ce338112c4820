import type { MailWords } from "../../words/mail.ts";

export const mail: MailWords = {
  greeting: (name) => `Bonjour ${name},`,
  greetingOnly: "Bonjour,",
  once: (until) => `Le lien fonctionne une seule fois, jusqu’au ${until}.`,
  copy: "Si le bouton ne réagit pas, copiez cette adresse dans votre navigateur\u00a0:",
  ignore: "Si vous n’attendiez pas ce message, vous pouvez l’ignorer. Rien ne change.",
  unexpected: (service) =>
    `Si vous n’attendiez pas ce message, renseignez-vous auprès des responsables de ${service}.`,
  notYou: (service) =>
    `Si ce n’était pas vous, changez tout de suite votre mot de passe, vérifiez ce qui a changé d’autre et prévenez les responsables de ${service}.`,
  lock: "Si ce n’était pas vous, ouvrez le lien pour verrouiller votre compte. Toutes les sessions seront fermées, et personne ne pourra se connecter tant que vous n’aurez pas choisi un nouveau mot de passe.",
  lockButton: "Ce n’était pas moi",
  account: "Aller à mon compte",
  closing: (service) =>
    `${service} a envoyé ce message automatiquement. Merci de ne pas y répondre\u00a0: personne ne lit cette boîte.`,
  when: "Date",
  browser: "Navigateur",
  network: "Réseau",
  passkey: "Clé d’accès",
  provider: "Fournisseur",
  newAddress: "Nouvelle adresse",
  codesLeft: "Codes restants",
  deletedAt: "Sera supprimé",
  messages: {
    recover: [
      "Choisissez un nouveau mot de passe",
      (service) =>
        `Quelqu’un a demandé un nouveau mot de passe pour votre compte ${service}. Si c’était vous, ouvrez le lien pour en choisir un.`,
      "Choisir un nouveau mot de passe",
    ],
    "operator-recover": [
      "Retrouvez l’accès à votre compte",
      (service) =>
        `Les responsables de ${service} ont créé ce lien pour vous. Il vous permet de vous connecter à nouveau.`,
      "Retrouver l’accès",
    ],
    "account-locked": [
      "Votre compte est verrouillé",
      (service) =>
        `Votre compte ${service} a été verrouillé avec le lien de l’un de nos messages. Toutes les sessions sont fermées. Pour le déverrouiller, choisissez un nouveau mot de passe.`,
      "Choisir un nouveau mot de passe",
    ],
    "verify-address": [
      "Confirmez votre adresse e-mail",
      (service) =>
        `Cette adresse a été indiquée pour un compte ${service}. Si c’était vous, confirmez qu’elle est bien la vôtre.`,
      "Confirmer l’adresse",
    ],
    "sign-up": [
      "Créez votre compte",
      (service) =>
        `Quelqu’un souhaite créer un compte ${service} avec cette adresse. Si c’est vous, ouvrez le lien pour continuer.`,
      "Créer mon compte",
    ],
    "sign-up-taken": [
      "Vous avez déjà un compte",
      (service) =>
        `Quelqu’un a voulu utiliser cette adresse pour un compte ${service}. Vous y avez déjà un compte, donc rien n’a changé. Si c’était vous, connectez-vous.`,
      "Se connecter",
    ],
    test: [
      "Un message de test",
      (service) => `Ce message montre que ${service} peut vous envoyer des e-mails.`,
    ],
    invitation: [
      "Vous avez reçu une invitation",
      (service) => `Vous avez reçu une invitation à créer un compte ${service}.`,
      "Créer mon compte",
    ],
    "deletion-announced": [
      "Votre compte va être supprimé",
      (service) =>
        `Votre compte ${service} va être supprimé, comme demandé. Pour le conserver, ouvrez le lien et connectez-vous avant la date ci-dessous.`,
      "Conserver mon compte",
    ],
    "new-device": [
      "Nouvelle connexion à votre compte",
      (service) => `Il y a eu une connexion à votre compte ${service} depuis un nouveau navigateur.`,
    ],
    "password-changed": [
      "Votre mot de passe a été modifié",
      (service) => `Le mot de passe de votre compte ${service} a été modifié.`,
    ],
    "password-removed": [
      "Votre mot de passe a été supprimé",
      (service) =>
        `Le mot de passe de votre compte ${service} a été supprimé. Il ne permet plus de s’y connecter.`,
    ],
    "passkey-added": [
      "Une clé d’accès a été ajoutée",
      (service) => `Votre compte ${service} a une nouvelle clé d’accès. Elle permet de s’y connecter.`,
    ],
    "passkey-removed": [
      "Une clé d’accès a été supprimée",
      (service) =>
        `Une clé d’accès de votre compte ${service} a été supprimée. Elle ne permet plus de s’y connecter.`,
    ],
    "app-password-made": [
      "Un mot de passe d’application a été créé",
      (service) =>
        `Un mot de passe d’application a été créé pour votre compte ${service}. Il permet à un programme d’utiliser une application en votre nom.`,
    ],
    "upstream-linked": [
      "Un autre compte a été associé",
      (service) =>
        `Votre compte ${service} a été associé à un compte chez un autre fournisseur. Celui-ci permet désormais de s’y connecter.`,
    ],
    "upstream-unlinked": [
      "Un autre compte a été dissocié",
      (service) =>
        `Votre compte ${service} a été dissocié d’un compte chez un autre fournisseur. Celui-ci ne permet plus de s’y connecter.`,
    ],
    "totp-added": [
      "Une application d’authentification a été ajoutée",
      (service) =>
        `Une application d’authentification a été ajoutée à votre compte ${service}. Son code vous sera demandé après le mot de passe.`,
    ],
    "totp-removed": [
      "L’application d’authentification a été supprimée",
      (service) =>
        `L’application d’authentification a été supprimée de votre compte ${service}. Son code ne vous sera plus demandé.`,
    ],
    "recovery-codes-made": [
      "Nouveaux codes de secours",
      (service) =>
        `De nouveaux codes de secours ont été créés pour votre compte ${service}. Les anciens ne fonctionnent plus.`,
    ],
    "recovery-code-used": [
      "Un code de secours a été utilisé",
      (service) =>
        `L’un des codes de secours de votre compte ${service} a été utilisé. Il ne fonctionnera pas une seconde fois.`,
    ],
    "address-changed": [
      "Votre adresse e-mail a été modifiée",
      (service) =>
        `Votre compte ${service} a une nouvelle adresse e-mail. Les messages y seront désormais envoyés, et cette adresse-ci ne permet plus de vous connecter.`,
    ],
  },
};
