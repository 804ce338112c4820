import type { Words } from "../words.ts";

/** The sentences about the display name: on its own page, and where the account's first page leads to it. */
export interface ProfileWords {
  readonly name: string;
  /** The account has no name. */
  readonly none: string;
  readonly title: string;
  readonly changed: string;
  readonly removed: string;
}

/** In every language. */
export const profileWords: Words<ProfileWords> = {
  en: {
    name: "Name",
    none: "Not set",
    title: "Change your name",
    changed: "Your name is saved.",
    removed: "Your name is removed. You are called by your username now.",
  },
  de: {
    name: "Name",
    none: "Nicht angegeben",
    title: "Namen ändern",
    changed: "Ihr Name ist gespeichert.",
    removed: "Ihr Name ist entfernt. An seiner Stelle steht jetzt Ihr Benutzername.",
  },
  fr: {
    name: "Nom",
    none: "Non renseigné",
    title: "Changer de nom",
    changed: "Votre nom est enregistré.",
    removed: "Votre nom est supprimé. Votre identifiant s’affiche désormais à sa place.",
  },
  es: {
    name: "Nombre",
    none: "Sin indicar",
    title: "Cambiar el nombre",
    changed: "Su nombre se ha guardado.",
    removed: "Su nombre se ha eliminado. En su lugar se muestra ahora su nombre de usuario.",
  },
  "pt-BR": {
    name: "Nome",
    none: "Não informado",
    title: "Alterar seu nome",
    changed: "Seu nome foi salvo.",
    removed: "Seu nome foi removido. Agora aparece seu nome de usuário.",
  },
  it: {
    name: "Nome",
    none: "Non indicato",
    title: "Cambia il tuo nome",
    changed: "Il tuo nome è stato salvato.",
    removed: "Il tuo nome è stato rimosso. Al suo posto ora compare il tuo nome utente.",
  },
  nl: {
    name: "Naam",
    none: "Niet ingevuld",
    title: "Uw naam wijzigen",
    changed: "Uw naam is opgeslagen.",
    removed: "Uw naam is verwijderd. In plaats daarvan ziet u nu uw gebruikersnaam.",
  },
  pl: {
    name: "Imię i nazwisko",
    none: "Nie podano",
    title: "Zmień imię i nazwisko",
    changed: "Imię i nazwisko zostały zapisane.",
    removed: "Imię i nazwisko zostały usunięte. Zamiast nich widać teraz nazwę użytkownika.",
  },
  uk: {
    name: "Ім’я",
    none: "Не вказано",
    title: "Змінити ім’я",
    changed: "Ваше ім’я збережено.",
    removed: "Ваше ім’я вилучено. Замість нього тепер показується ім’я користувача.",
  },
  ja: {
    name: "名前",
    none: "未設定",
    title: "名前の変更",
    changed: "名前を保存しました。",
    removed: "名前を削除しました。今後はユーザー名が表示されます。",
  },
  "zh-Hans": {
    name: "姓名",
    none: "未填写",
    title: "更改姓名",
    changed: "您的姓名已保存。",
    removed: "您的姓名已移除。现在显示的是您的用户名。",
  },
  ar: {
    name: "الاسم",
    none: "غير محدد",
    title: "تغيير اسمك",
    changed: "حُفظ اسمك.",
    removed: "أُزيل اسمك. يظهر الآن اسم المستخدم بدلًا منه.",
  },
};
