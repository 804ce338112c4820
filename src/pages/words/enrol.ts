import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the page on which a person sets up a second proof in the middle of a sign-in. */
export interface EnrolWords {
  /** Why the page comes in the middle of a sign-in. */
  readonly needed: (client: SafeHtml) => SafeHtml;
  readonly ownNeeded: string;
  /** Where only a passkey is strong enough. */
  readonly passkeyOnly: string;
  readonly otherTitle: string;
  readonly setUpPasskey: string;
  readonly passkey: string;
}

/** In every language. */
export const enrolWords: Words<EnrolWords> = {
  en: {
    needed: (client) => html`${client} needs more than your password.`,
    ownNeeded: "Your account needs more than your password.",
    passkeyOnly: "Only a passkey is strong enough here. Set one up to continue.",
    otherTitle: "One more thing to set up",
    setUpPasskey: "Set up a passkey",
    passkey: "Use a passkey instead",
  },
  de: {
    needed: (client) => html`Für ${client} reicht Ihr Passwort allein nicht aus.`,
    ownNeeded: "Für Ihr Konto reicht Ihr Passwort allein nicht aus.",
    passkeyOnly: "Hier ist nur ein Passkey sicher genug. Richten Sie einen ein, um fortzufahren.",
    otherTitle: "Noch etwas einzurichten",
    setUpPasskey: "Passkey einrichten",
    passkey: "Stattdessen einen Passkey verwenden",
  },
  fr: {
    needed: (client) => html`Pour ${client}, votre mot de passe ne suffit pas.`,
    ownNeeded: "Pour votre compte, le mot de passe ne suffit pas.",
    passkeyOnly: "Seule une clé d’accès est assez sûre ici. Configurez-en une pour continuer.",
    otherTitle: "Encore une chose à configurer",
    setUpPasskey: "Configurer une clé d’accès",
    passkey: "Utiliser plutôt une clé d’accès",
  },
  es: {
    needed: (client) => html`Para ${client} no basta con su contraseña.`,
    ownNeeded: "Para su cuenta no basta con la contraseña.",
    passkeyOnly: "Aquí solo una llave de acceso es lo bastante segura. Configure una para continuar.",
    otherTitle: "Falta configurar una cosa",
    setUpPasskey: "Configurar una llave de acceso",
    passkey: "Usar una llave de acceso",
  },
  "pt-BR": {
    needed: (client) => html`Para ${client}, só a senha não basta.`,
    ownNeeded: "Para a sua conta, só a senha não basta.",
    passkeyOnly: "Aqui só uma chave de acesso é segura o bastante. Configure uma para continuar.",
    otherTitle: "Falta configurar uma coisa",
    setUpPasskey: "Configurar uma chave de acesso",
    passkey: "Usar uma chave de acesso",
  },
  it: {
    needed: (client) => html`Per ${client} la sola password non basta.`,
    ownNeeded: "Per il tuo account la sola password non basta.",
    passkeyOnly: "Qui solo una passkey è abbastanza sicura. Configurane una per continuare.",
    otherTitle: "C’è ancora una cosa da configurare",
    setUpPasskey: "Configura una passkey",
    passkey: "Usa invece una passkey",
  },
  nl: {
    needed: (client) => html`Voor ${client} is uw wachtwoord alleen niet genoeg.`,
    ownNeeded: "Voor uw account is uw wachtwoord alleen niet genoeg.",
    passkeyOnly: "Hier is alleen een passkey veilig genoeg. Stel er een in om verder te gaan.",
    otherTitle: "Nog één ding om in te stellen",
    setUpPasskey: "Passkey instellen",
    passkey: "Liever een passkey gebruiken",
  },
  pl: {
    needed: (client) => html`Aplikacja ${client} wymaga czegoś więcej niż hasła.`,
    ownNeeded: "To konto wymaga czegoś więcej niż hasła.",
    passkeyOnly:
      "Tutaj wystarczająco bezpieczny jest tylko klucz dostępu. Skonfiguruj go, aby przejść dalej.",
    otherTitle: "Trzeba skonfigurować jeszcze jedno",
    setUpPasskey: "Skonfiguruj klucz dostępu",
    passkey: "Użyj zamiast tego klucza dostępu",
  },
  uk: {
    needed: (client) => html`Для застосунку ${client} самого пароля недостатньо.`,
    ownNeeded: "Для вашого облікового запису самого пароля недостатньо.",
    passkeyOnly: "Тут достатньо надійний лише ключ доступу. Налаштуйте його, щоб продовжити.",
    otherTitle: "Залишилося дещо налаштувати",
    setUpPasskey: "Налаштувати ключ доступу",
    passkey: "Натомість використати ключ доступу",
  },
  ja: {
    needed: (client) => html`${client} にはパスワードだけではログインできません。`,
    ownNeeded: "このアカウントにはパスワードだけではログインできません。",
    passkeyOnly: "ここではパスキーが必要です。続けるには、パスキーを設定してください。",
    otherTitle: "もう一つ設定が必要です",
    setUpPasskey: "パスキーを設定",
    passkey: "代わりにパスキーを使う",
  },
  "zh-Hans": {
    needed: (client) => html`使用${client}，仅凭密码还不够。`,
    ownNeeded: "使用您的账号，仅凭密码还不够。",
    passkeyOnly: "此处只有通行密钥足够安全。请设置一个以继续。",
    otherTitle: "还需设置一项",
    setUpPasskey: "设置通行密钥",
    passkey: "改用通行密钥",
  },
  ar: {
    needed: (client) => html`لا تكفي كلمة المرور وحدها للدخول إلى ${client}.`,
    ownNeeded: "لا تكفي كلمة المرور وحدها لحسابك.",
    passkeyOnly: "مفتاح المرور وحده آمن بما يكفي هنا. أعدّ واحدًا للمتابعة.",
    otherTitle: "بقي شيء واحد لإعداده",
    setUpPasskey: "إعداد مفتاح مرور",
    passkey: "استخدام مفتاح مرور بدلًا منه",
  },
};
