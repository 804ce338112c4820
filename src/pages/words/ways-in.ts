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
    lead: "Your new password is set. Anybody who has one of these can sign in to your account too.",
    remove: "Remove what you do not know",
    allMine: "All of this is mine, continue",
  },
  de: {
    title: "Gehört das alles Ihnen?",
    lead: "Ihr neues Passwort gilt. Wer eines davon besitzt, kann sich ebenfalls in Ihrem Konto anmelden.",
    remove: "Entfernen, was Sie nicht kennen",
    allMine: "Das gehört alles mir, weiter",
  },
  fr: {
    title: "Tout cela est-il à vous\u202f?",
    lead: "Votre nouveau mot de passe est enregistré. Toute personne qui possède l’un de ces moyens a aussi accès à votre compte.",
    remove: "Supprimer ce que vous ne connaissez pas",
    allMine: "Tout est à moi, continuer",
  },
  es: {
    title: "¿Es suyo todo esto?",
    lead: "Su nueva contraseña está guardada. Cualquiera que tenga uno de estos medios también puede entrar en su cuenta.",
    remove: "Quitar lo que no conozca",
    allMine: "Todo es mío, continuar",
  },
  "pt-BR": {
    title: "Tudo isto é seu?",
    lead: "Sua nova senha está salva. Quem tiver um destes meios também pode entrar na sua conta.",
    remove: "Remover o que você não conhece",
    allMine: "Tudo é meu, continuar",
  },
  it: {
    title: "È tutto tuo?",
    lead: "La nuova password è salvata. Chiunque abbia uno di questi mezzi può accedere al tuo account.",
    remove: "Rimuovi ciò che non conosci",
    allMine: "È tutto mio, continua",
  },
  nl: {
    title: "Is dit allemaal van u?",
    lead: "Uw nieuwe wachtwoord is ingesteld. Iedereen die een van deze middelen heeft, kan ook in uw account inloggen.",
    remove: "Verwijderen wat u niet kent",
    allMine: "Dit is allemaal van mij, doorgaan",
  },
  pl: {
    title: "Czy to wszystko należy do Ciebie?",
    lead: "Nowe hasło jest ustawione. Każdy, kto ma którąś z tych rzeczy, też może zalogować się na Twoje konto.",
    remove: "Usuń to, czego nie znasz",
    allMine: "Wszystko jest moje, dalej",
  },
  uk: {
    title: "Чи все це ваше?",
    lead: "Новий пароль збережено. Кожен, хто має щось із цього, теж може увійти у ваш обліковий запис.",
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
    lead: "新密码已设置。任何持有以下任一方式的人也能登录您的账号。",
    remove: "移除您不认识的项目",
    allMine: "都是我的，继续",
  },
  ar: {
    title: "هل كل هذا لك؟",
    lead: "تم تعيين كلمة المرور الجديدة. كل من يملك إحدى هذه الطرق يمكنه أيضًا تسجيل الدخول إلى حسابك.",
    remove: "إزالة ما لا تعرفه",
    allMine: "كل هذا لي، متابعة",
  },
};
