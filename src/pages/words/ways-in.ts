import type { Words } from "../words.ts";

/** The sentences of the page that shows what else leads into an account that was recovered. */
export interface WaysInWords {
  readonly title: string;
  readonly lead: string;
  readonly remove: string;
  readonly allMine: string;
}

/** In every language. */
export const waysInWords: Words<WaysInWords> = {
  en: {
    title: "Is all of this yours?",
    lead: "Your new password is set. These ways lead into your account too, whoever has them.",
    remove: "Remove what you do not know",
    allMine: "All of this is mine, continue",
  },
  de: {
    title: "Gehört das alles Ihnen?",
    lead: "Ihr neues Passwort gilt. Auch diese Wege führen in Ihr Konto, wer immer sie hat.",
    remove: "Entfernen, was Sie nicht kennen",
    allMine: "Das gehört alles mir, weiter",
  },
  fr: {
    title: "Tout cela est-il à vous\u202f?",
    lead: "Votre nouveau mot de passe est enregistré. Ces moyens donnent aussi accès à votre compte, quelle que soit la personne qui les détient.",
    remove: "Supprimer ce que vous ne connaissez pas",
    allMine: "Tout est à moi, continuer",
  },
  es: {
    title: "¿Es suyo todo esto?",
    lead: "Su nueva contraseña está guardada. Estas vías también dan acceso a su cuenta, las tenga quien las tenga.",
    remove: "Quitar lo que no conozca",
    allMine: "Todo es mío, continuar",
  },
  "pt-BR": {
    title: "Tudo isto é seu?",
    lead: "Sua nova senha está salva. Estes meios também dão acesso à sua conta, seja quem for que os tenha.",
    remove: "Remover o que você não conhece",
    allMine: "Tudo é meu, continuar",
  },
  it: {
    title: "È tutto tuo?",
    lead: "La nuova password è salvata. Anche questi mezzi danno accesso al tuo account, chiunque li abbia.",
    remove: "Rimuovi ciò che non conosci",
    allMine: "È tutto mio, continua",
  },
  nl: {
    title: "Is dit allemaal van u?",
    lead: "Uw nieuwe wachtwoord is ingesteld. Ook hiermee komt iemand in uw account, wie het ook heeft.",
    remove: "Verwijderen wat u niet kent",
    allMine: "Dit is allemaal van mij, doorgaan",
  },
  pl: {
    title: "Czy to wszystko należy do Ciebie?",
    lead: "Nowe hasło jest ustawione. Także to daje dostęp do Twojego konta, ktokolwiek to ma.",
    remove: "Usuń to, czego nie znasz",
    allMine: "Wszystko jest moje, dalej",
  },
  uk: {
    title: "Чи все це ваше?",
    lead: "Новий пароль збережено. Це теж дає доступ до вашого облікового запису, хоч би хто це мав.",
    remove: "Видалити те, чого ви не знаєте",
    allMine: "Усе це моє, продовжити",
  },
  ja: {
    title: "すべてご自身のものですか？",
    lead: "新しいパスワードを設定しました。次のものを持っている人は、誰でもあなたのアカウントにログインできます。",
    remove: "心当たりのないものを削除",
    allMine: "すべて自分のものなので続ける",
  },
  "zh-Hans": {
    title: "这些都是您的吗？",
    lead: "新密码已设置。无论谁持有以下方式，也都能进入您的账号。",
    remove: "移除您不认识的项目",
    allMine: "都是我的，继续",
  },
  ar: {
    title: "هل كل هذا لك؟",
    lead: "تم تعيين كلمة المرور الجديدة. هذه الطرق تؤدي أيضًا إلى حسابك، أيًّا كان من يملكها.",
    remove: "إزالة ما لا تعرفه",
    allMine: "كل هذا لي، متابعة",
  },
};
