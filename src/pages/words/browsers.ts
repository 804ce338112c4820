import type { SafeHtml } from "../html.ts";
import { html } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the page that lists the browsers in which a person is signed in. */
export interface BrowserWords {
  readonly lead: string;
  readonly thisBrowser: string;
  readonly unknown: string;
  readonly firstSeen: (at: SafeHtml) => SafeHtml;
  readonly lastSeen: (at: SafeHtml) => SafeHtml;
  readonly signOut: string;
  readonly signOutOthers: string;
  readonly ended: string;
  readonly othersEnded: string;
}

/** In every language. */
export const browserWords: Words<BrowserWords> = {
  en: {
    lead: "You are signed in with these browsers. If you do not recognise one of them, sign it out and change your password.",
    thisBrowser: "This browser",
    unknown: "Unknown browser",
    firstSeen: (at) => html`First signed in ${at}`,
    lastSeen: (at) => html`Last used ${at}`,
    signOut: "Sign out",
    signOutOthers: "Sign out all other browsers",
    ended: "That browser is signed out.",
    othersEnded: "All other browsers are signed out.",
  },
  de: {
    lead: "In diesen Browsern sind Sie angemeldet. Wenn Sie einen davon nicht kennen, melden Sie ihn ab und ändern Sie Ihr Passwort.",
    thisBrowser: "Dieser Browser",
    unknown: "Unbekannter Browser",
    firstSeen: (at) => html`Zuerst angemeldet: ${at}`,
    lastSeen: (at) => html`Zuletzt verwendet: ${at}`,
    signOut: "Abmelden",
    signOutOthers: "Alle anderen Browser abmelden",
    ended: "Der Browser ist abgemeldet.",
    othersEnded: "Alle anderen Browser sind abgemeldet.",
  },
  fr: {
    lead: "Vous êtes connecté dans ces navigateurs. Si vous n’en reconnaissez pas un, déconnectez-le et changez de mot de passe.",
    thisBrowser: "Ce navigateur",
    unknown: "Navigateur inconnu",
    firstSeen: (at) => html`Première connexion\u00a0: ${at}`,
    lastSeen: (at) => html`Dernière utilisation\u00a0: ${at}`,
    signOut: "Déconnecter",
    signOutOthers: "Déconnecter tous les autres navigateurs",
    ended: "Ce navigateur est déconnecté.",
    othersEnded: "Tous les autres navigateurs sont déconnectés.",
  },
  es: {
    lead: "Tiene la sesión iniciada en estos navegadores. Si no reconoce alguno, cierre su sesión y cambie la contraseña.",
    thisBrowser: "Este navegador",
    unknown: "Navegador desconocido",
    firstSeen: (at) => html`Primer inicio de sesión: ${at}`,
    lastSeen: (at) => html`Último uso: ${at}`,
    signOut: "Cerrar sesión",
    signOutOthers: "Cerrar sesión en todos los demás navegadores",
    ended: "Se ha cerrado la sesión de ese navegador.",
    othersEnded: "Se ha cerrado la sesión en todos los demás navegadores.",
  },
  "pt-BR": {
    lead: "Você está conectado nestes navegadores. Se não reconhecer algum, desconecte-o e mude sua senha.",
    thisBrowser: "Este navegador",
    unknown: "Navegador desconhecido",
    firstSeen: (at) => html`Primeiro acesso: ${at}`,
    lastSeen: (at) => html`Último uso: ${at}`,
    signOut: "Desconectar",
    signOutOthers: "Desconectar todos os outros navegadores",
    ended: "O navegador foi desconectado.",
    othersEnded: "Todos os outros navegadores foram desconectados.",
  },
  it: {
    lead: "Hai effettuato l’accesso in questi browser. Se non ne riconosci uno, disconnettilo e cambia la password.",
    thisBrowser: "Questo browser",
    unknown: "Browser sconosciuto",
    firstSeen: (at) => html`Primo accesso: ${at}`,
    lastSeen: (at) => html`Ultimo uso: ${at}`,
    signOut: "Disconnetti",
    signOutOthers: "Disconnetti tutti gli altri browser",
    ended: "Il browser è stato disconnesso.",
    othersEnded: "Tutti gli altri browser sono stati disconnessi.",
  },
  nl: {
    lead: "U bent in deze browsers ingelogd. Als u er een niet herkent, log die dan uit en wijzig uw wachtwoord.",
    thisBrowser: "Deze browser",
    unknown: "Onbekende browser",
    firstSeen: (at) => html`Eerst ingelogd: ${at}`,
    lastSeen: (at) => html`Laatst gebruikt: ${at}`,
    signOut: "Uitloggen",
    signOutOthers: "Alle andere browsers uitloggen",
    ended: "De browser is uitgelogd.",
    othersEnded: "Alle andere browsers zijn uitgelogd.",
  },
  pl: {
    lead: "Masz otwartą sesję w tych przeglądarkach. Jeśli którejś nie znasz, wyloguj ją i zmień hasło.",
    thisBrowser: "Ta przeglądarka",
    unknown: "Nieznana przeglądarka",
    firstSeen: (at) => html`Pierwsze logowanie: ${at}`,
    lastSeen: (at) => html`Ostatnie użycie: ${at}`,
    signOut: "Wyloguj",
    signOutOthers: "Wyloguj wszystkie inne przeglądarki",
    ended: "Przeglądarka została wylogowana.",
    othersEnded: "Wszystkie inne przeglądarki zostały wylogowane.",
  },
  uk: {
    lead: "Ви ввійшли в цих браузерах. Якщо якогось не впізнаєте, завершіть його сеанс і змініть пароль.",
    thisBrowser: "Цей браузер",
    unknown: "Невідомий браузер",
    firstSeen: (at) => html`Перший вхід: ${at}`,
    lastSeen: (at) => html`Останнє використання: ${at}`,
    signOut: "Завершити сеанс",
    signOutOthers: "Завершити сеанси в усіх інших браузерах",
    ended: "Сеанс у цьому браузері завершено.",
    othersEnded: "Сеанси в усіх інших браузерах завершено.",
  },
  ja: {
    lead: "次のブラウザーでサインインしています。心当たりのないものがあれば、サインアウトさせてパスワードを変更してください。",
    thisBrowser: "このブラウザー",
    unknown: "不明なブラウザー",
    firstSeen: (at) => html`最初のサインイン：${at}`,
    lastSeen: (at) => html`最後の使用：${at}`,
    signOut: "サインアウトさせる",
    signOutOthers: "ほかのすべてのブラウザーをサインアウトさせる",
    ended: "そのブラウザーをサインアウトさせました。",
    othersEnded: "ほかのすべてのブラウザーをサインアウトさせました。",
  },
  "zh-Hans": {
    lead: "您已在这些浏览器中登录。如果有不认识的，请将其退出登录并更改密码。",
    thisBrowser: "当前浏览器",
    unknown: "未知浏览器",
    firstSeen: (at) => html`首次登录：${at}`,
    lastSeen: (at) => html`最近使用：${at}`,
    signOut: "退出登录",
    signOutOthers: "退出所有其他浏览器的登录",
    ended: "该浏览器已退出登录。",
    othersEnded: "所有其他浏览器均已退出登录。",
  },
  ar: {
    lead: "سجّلت الدخول في هذه المتصفحات. إذا لم تعرف أحدها فسجّل خروجه وغيّر كلمة مرورك.",
    thisBrowser: "هذا المتصفح",
    unknown: "متصفح غير معروف",
    firstSeen: (at) => html`أول تسجيل دخول: ${at}`,
    lastSeen: (at) => html`آخر استخدام: ${at}`,
    signOut: "تسجيل الخروج",
    signOutOthers: "تسجيل الخروج من كل المتصفحات الأخرى",
    ended: "سُجّل خروج ذلك المتصفح.",
    othersEnded: "سُجّل خروج كل المتصفحات الأخرى.",
  },
};
