import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the pages on which people delete their account, or keep it after all. */
export interface DeletionWords {
  readonly lead: (at: SafeHtml) => SafeHtml;
  readonly points: readonly string[];
  readonly submit: string;
  readonly askedTitle: string;
  readonly askedLead: (at: SafeHtml) => SafeHtml;
  readonly keepTitle: string;
  readonly keepLead: (at: SafeHtml) => SafeHtml;
  readonly keep: string;
}

/** In every language. */
export const deletionWords: Words<DeletionWords> = {
  en: {
    lead: (at) => html`Your account will be deleted on ${at}.`,
    points: [
      "You will be signed out everywhere at once, and all applications lose their access.",
      "Until then you can sign in and keep your account.",
      "After that nothing can be brought back.",
    ],
    submit: "Delete my account",
    askedTitle: "Your account will be deleted",
    askedLead: (at) =>
      html`It will be deleted on ${at}. If you change your mind, sign in before that day and keep your account.`,
    keepTitle: "Keep your account?",
    keepLead: (at) => html`You asked for the deletion of this account. It will be deleted on ${at}.`,
    keep: "Keep my account",
  },
  de: {
    lead: (at) => html`Ihr Konto wird am ${at} gelöscht.`,
    points: [
      "Sie werden sofort überall abgemeldet, und alle Anwendungen verlieren ihren Zugriff.",
      "Bis dahin können Sie sich anmelden und Ihr Konto behalten.",
      "Danach lässt sich nichts wiederherstellen.",
    ],
    submit: "Mein Konto löschen",
    askedTitle: "Ihr Konto wird gelöscht",
    askedLead: (at) =>
      html`Es wird am ${at} gelöscht. Wenn Sie es sich anders überlegen, melden Sie sich vor diesem Tag an und behalten Sie Ihr Konto.`,
    keepTitle: "Konto behalten?",
    keepLead: (at) => html`Sie haben die Löschung dieses Kontos beantragt. Es wird am ${at} gelöscht.`,
    keep: "Mein Konto behalten",
  },
  fr: {
    lead: (at) => html`Votre compte sera supprimé le ${at}.`,
    points: [
      "Vous serez aussitôt déconnecté partout, et toutes les applications perdront leur accès.",
      "Jusque-là, vous pouvez vous connecter et conserver votre compte.",
      "Ensuite, rien ne pourra être rétabli.",
    ],
    submit: "Supprimer mon compte",
    askedTitle: "Votre compte sera supprimé",
    askedLead: (at) =>
      html`Il sera supprimé le ${at}. Si vous changez d’avis, connectez-vous avant ce jour et conservez votre compte.`,
    keepTitle: "Conserver votre compte\u202f?",
    keepLead: (at) => html`Vous avez demandé la suppression de ce compte. Il sera supprimé le ${at}.`,
    keep: "Conserver mon compte",
  },
  es: {
    lead: (at) => html`Su cuenta se eliminará el ${at}.`,
    points: [
      "Se cerrará su sesión en todas partes de inmediato y todas las aplicaciones perderán el acceso.",
      "Hasta entonces puede iniciar sesión y conservar su cuenta.",
      "Después no se podrá recuperar nada.",
    ],
    submit: "Eliminar mi cuenta",
    askedTitle: "Su cuenta se eliminará",
    askedLead: (at) =>
      html`Se eliminará el ${at}. Si cambia de opinión, inicie sesión antes de ese día y conserve su cuenta.`,
    keepTitle: "¿Conservar su cuenta?",
    keepLead: (at) => html`Ha solicitado eliminar esta cuenta. Se eliminará el ${at}.`,
    keep: "Conservar mi cuenta",
  },
  "pt-BR": {
    lead: (at) => html`Sua conta será excluída em ${at}.`,
    points: [
      "Você será desconectado de todos os lugares imediatamente, e todos os aplicativos perderão o acesso.",
      "Até lá, você pode entrar e manter sua conta.",
      "Depois disso, nada pode ser recuperado.",
    ],
    submit: "Excluir minha conta",
    askedTitle: "Sua conta será excluída",
    askedLead: (at) =>
      html`Ela será excluída em ${at}. Se mudar de ideia, entre antes desse dia e mantenha sua conta.`,
    keepTitle: "Manter sua conta?",
    keepLead: (at) => html`Você pediu a exclusão desta conta. Ela será excluída em ${at}.`,
    keep: "Manter minha conta",
  },
  it: {
    lead: (at) => html`Il tuo account sarà eliminato il ${at}.`,
    points: [
      "Sarai subito disconnesso ovunque e tutte le applicazioni perderanno l’accesso.",
      "Fino ad allora puoi accedere e mantenere il tuo account.",
      "Dopo non si potrà recuperare nulla.",
    ],
    submit: "Elimina il mio account",
    askedTitle: "Il tuo account sarà eliminato",
    askedLead: (at) =>
      html`Sarà eliminato il ${at}. Se cambi idea, accedi prima di quel giorno e mantieni il tuo account.`,
    keepTitle: "Mantenere il tuo account?",
    keepLead: (at) => html`Hai chiesto di eliminare questo account. Sarà eliminato il ${at}.`,
    keep: "Mantieni il mio account",
  },
  nl: {
    lead: (at) => html`Uw account wordt op ${at} verwijderd.`,
    points: [
      "U wordt meteen overal uitgelogd en alle applicaties verliezen hun toegang.",
      "Tot dan kunt u inloggen en uw account behouden.",
      "Daarna kan niets worden teruggehaald.",
    ],
    submit: "Mijn account verwijderen",
    askedTitle: "Uw account wordt verwijderd",
    askedLead: (at) =>
      html`Het wordt op ${at} verwijderd. Als u van gedachten verandert, log dan voor die dag in en behoud uw account.`,
    keepTitle: "Uw account behouden?",
    keepLead: (at) => html`U hebt gevraagd dit account te verwijderen. Het wordt op ${at} verwijderd.`,
    keep: "Mijn account behouden",
  },
  pl: {
    lead: (at) => html`Twoje konto zostanie usunięte: ${at}.`,
    points: [
      "Od razu nastąpi wylogowanie ze wszystkich przeglądarek, a aplikacje stracą dostęp.",
      "Do tego czasu możesz się zalogować i zachować konto.",
      "Później niczego nie da się przywrócić.",
    ],
    submit: "Usuń moje konto",
    askedTitle: "Twoje konto zostanie usunięte",
    askedLead: (at) =>
      html`Data usunięcia: ${at}. Jeśli zmienisz zdanie, zaloguj się przed tym dniem i zachowaj konto.`,
    keepTitle: "Zachować konto?",
    keepLead: (at) => html`Otrzymaliśmy prośbę o usunięcie tego konta. Data usunięcia: ${at}.`,
    keep: "Zachowaj moje konto",
  },
  uk: {
    lead: (at) => html`Ваш обліковий запис буде видалено ${at}.`,
    points: [
      "Усі ваші сеанси буде негайно завершено, а всі застосунки втратять доступ.",
      "До того часу ви можете ввійти й зберегти обліковий запис.",
      "Після цього нічого не можна буде відновити.",
    ],
    submit: "Видалити мій обліковий запис",
    askedTitle: "Ваш обліковий запис буде видалено",
    askedLead: (at) =>
      html`Його буде видалено ${at}. Якщо передумаєте, увійдіть до цього дня та збережіть обліковий запис.`,
    keepTitle: "Зберегти обліковий запис?",
    keepLead: (at) => html`Ви попросили видалити цей обліковий запис. Його буде видалено ${at}.`,
    keep: "Зберегти мій обліковий запис",
  },
  ja: {
    lead: (at) => html`アカウントは ${at}に削除されます。`,
    points: [
      "ただちにすべての場所でサインアウトし、すべてのアプリケーションがアクセスできなくなります。",
      "それまではサインインしてアカウントを残すことができます。",
      "その後は何も元に戻せません。",
    ],
    submit: "アカウントを削除",
    askedTitle: "アカウントは削除されます",
    askedLead: (at) =>
      html`削除日は ${at}です。考えが変わったら、その日より前にサインインしてアカウントを残してください。`,
    keepTitle: "アカウントを残しますか？",
    keepLead: (at) => html`このアカウントの削除が申し込まれています。${at}に削除されます。`,
    keep: "アカウントを残す",
  },
  "zh-Hans": {
    lead: (at) => html`您的账号将于 ${at}删除。`,
    points: [
      "您将立即在所有地方退出登录，所有应用都会失去访问权限。",
      "在此之前，您可以登录并保留账号。",
      "之后无法恢复任何内容。",
    ],
    submit: "删除我的账号",
    askedTitle: "您的账号将被删除",
    askedLead: (at) => html`账号将于 ${at}删除。如果您改变主意，请在该日之前登录并保留账号。`,
    keepTitle: "要保留账号吗？",
    keepLead: (at) => html`您请求删除此账号。它将于 ${at}删除。`,
    keep: "保留我的账号",
  },
  ar: {
    lead: (at) => html`سيُحذف حسابك في ${at}.`,
    points: [
      "سيُسجّل خروجك من كل مكان فورًا، وستفقد كل التطبيقات وصولها.",
      "حتى ذلك الحين يمكنك تسجيل الدخول والاحتفاظ بحسابك.",
      "بعد ذلك لا يمكن استعادة أي شيء.",
    ],
    submit: "حذف حسابي",
    askedTitle: "سيُحذف حسابك",
    askedLead: (at) => html`سيُحذف في ${at}. إذا غيّرت رأيك فسجّل الدخول قبل ذلك اليوم واحتفظ بحسابك.`,
    keepTitle: "هل تريد الاحتفاظ بحسابك؟",
    keepLead: (at) => html`طلبت حذف هذا الحساب. سيُحذف في ${at}.`,
    keep: "الاحتفاظ بحسابي",
  },
};
