import type { Words } from "../words.ts";

/** The sentences of the page on which people change, set or remove their password. */
export interface ChangePasswordWords {
  readonly title: string;
  readonly setTitle: string;
  readonly lead: string;
  readonly submit: string;
  readonly setSubmit: string;
  readonly done: string;
  readonly removeTitle: string;
  readonly removeLead: string;
  readonly remove: string;
  readonly removed: string;
  readonly lastWay: string;
}

/** In every language. */
export const changePasswordWords: Words<ChangePasswordWords> = {
  en: {
    title: "Change your password",
    setTitle: "Set a password",
    lead: "You stay signed in here. All other browsers and applications will be signed out.",
    submit: "Change password",
    setSubmit: "Set password",
    done: "Your password is changed. All other browsers are signed out.",
    removeTitle: "Sign in without a password",
    removeLead:
      "You have another way to sign in, so you can do without a password. You can set one again at any time.",
    remove: "Remove password",
    removed: "Your password is removed.",
    lastWay: "You need your password: there is no other way for you to sign in.",
  },
  de: {
    title: "Passwort ändern",
    setTitle: "Passwort festlegen",
    lead: "Hier bleiben Sie angemeldet. Alle anderen Browser und Anwendungen werden abgemeldet.",
    submit: "Passwort ändern",
    setSubmit: "Passwort festlegen",
    done: "Ihr Passwort ist geändert. Alle anderen Browser sind abgemeldet.",
    removeTitle: "Ohne Passwort anmelden",
    removeLead:
      "Sie können sich auch anders anmelden und deshalb auf ein Passwort verzichten. Sie können jederzeit wieder eines festlegen.",
    remove: "Passwort entfernen",
    removed: "Ihr Passwort ist entfernt.",
    lastWay: "Sie brauchen Ihr Passwort: Sie haben keinen anderen Weg, sich anzumelden.",
  },
  fr: {
    title: "Changer de mot de passe",
    setTitle: "Définir un mot de passe",
    lead: "Vous restez connecté ici. Tous les autres navigateurs et applications seront déconnectés.",
    submit: "Changer le mot de passe",
    setSubmit: "Définir le mot de passe",
    done: "Votre mot de passe est changé. Tous les autres navigateurs sont déconnectés.",
    removeTitle: "Se connecter sans mot de passe",
    removeLead:
      "Vous avez un autre moyen de vous connecter\u00a0: vous pouvez donc vous passer de mot de passe. Vous pourrez en définir un à tout moment.",
    remove: "Supprimer le mot de passe",
    removed: "Votre mot de passe est supprimé.",
    lastWay: "Vous avez besoin de votre mot de passe\u00a0: vous n’avez pas d’autre moyen de vous connecter.",
  },
  es: {
    title: "Cambiar la contraseña",
    setTitle: "Establecer una contraseña",
    lead: "Aquí mantendrá la sesión iniciada. Se cerrará en todos los demás navegadores y aplicaciones.",
    submit: "Cambiar contraseña",
    setSubmit: "Establecer contraseña",
    done: "Su contraseña se ha cambiado. Se ha cerrado la sesión en todos los demás navegadores.",
    removeTitle: "Iniciar sesión sin contraseña",
    removeLead:
      "Tiene otra forma de iniciar sesión, así que puede prescindir de la contraseña. Podrá establecer una de nuevo cuando quiera.",
    remove: "Eliminar contraseña",
    removed: "Su contraseña se ha eliminado.",
    lastWay: "Necesita su contraseña: no tiene otra forma de iniciar sesión.",
  },
  "pt-BR": {
    title: "Alterar sua senha",
    setTitle: "Definir uma senha",
    lead: "Você continua conectado aqui. Todos os outros navegadores e aplicativos serão desconectados.",
    submit: "Alterar senha",
    setSubmit: "Definir senha",
    done: "Sua senha foi alterada. Todos os outros navegadores foram desconectados.",
    removeTitle: "Entrar sem senha",
    removeLead:
      "Você tem outra forma de entrar e pode dispensar a senha. Você pode definir uma de novo quando quiser.",
    remove: "Remover senha",
    removed: "Sua senha foi removida.",
    lastWay: "Você precisa da sua senha: não há outra forma de você entrar.",
  },
  it: {
    title: "Cambia la password",
    setTitle: "Imposta una password",
    lead: "Qui l’accesso resta attivo. Tutti gli altri browser e applicazioni saranno disconnessi.",
    submit: "Cambia password",
    setSubmit: "Imposta password",
    done: "La password è cambiata. Tutti gli altri browser sono stati disconnessi.",
    removeTitle: "Accedi senza password",
    removeLead:
      "Hai un altro modo per accedere, quindi puoi fare a meno della password. Potrai impostarne di nuovo una in qualsiasi momento.",
    remove: "Rimuovi password",
    removed: "La password è stata rimossa.",
    lastWay: "La password Le serve: non ha un altro modo per accedere.",
  },
  nl: {
    title: "Uw wachtwoord wijzigen",
    setTitle: "Een wachtwoord instellen",
    lead: "Hier blijft u ingelogd. Alle andere browsers en applicaties worden uitgelogd.",
    submit: "Wachtwoord wijzigen",
    setSubmit: "Wachtwoord instellen",
    done: "Uw wachtwoord is gewijzigd. Alle andere browsers zijn uitgelogd.",
    removeTitle: "Inloggen zonder wachtwoord",
    removeLead:
      "U kunt ook op een andere manier inloggen en kunt dus zonder wachtwoord. U kunt er op elk moment weer een instellen.",
    remove: "Wachtwoord verwijderen",
    removed: "Uw wachtwoord is verwijderd.",
    lastWay: "U hebt uw wachtwoord nodig: u kunt op geen andere manier inloggen.",
  },
  pl: {
    title: "Zmień hasło",
    setTitle: "Ustaw hasło",
    lead: "Tutaj sesja pozostanie otwarta. Wszystkie inne przeglądarki i aplikacje zostaną wylogowane.",
    submit: "Zmień hasło",
    setSubmit: "Ustaw hasło",
    done: "Hasło zostało zmienione. Wszystkie inne przeglądarki zostały wylogowane.",
    removeTitle: "Logowanie bez hasła",
    removeLead:
      "Masz inny sposób logowania, więc hasło nie jest konieczne. W każdej chwili możesz ustawić je ponownie.",
    remove: "Usuń hasło",
    removed: "Hasło zostało usunięte.",
    lastWay: "Hasło jest potrzebne: nie masz innego sposobu logowania.",
  },
  uk: {
    title: "Змінити пароль",
    setTitle: "Установити пароль",
    lead: "Тут ви залишитеся в системі. Сеанси в усіх інших браузерах і застосунках буде завершено.",
    submit: "Змінити пароль",
    setSubmit: "Установити пароль",
    done: "Пароль змінено. Сеанси в усіх інших браузерах завершено.",
    removeTitle: "Вхід без пароля",
    removeLead:
      "У вас є інший спосіб увійти, тож можна обійтися без пароля. Ви зможете будь-коли встановити його знову.",
    remove: "Вилучити пароль",
    removed: "Пароль вилучено.",
    lastWay: "Вам потрібен пароль: іншого способу ввійти у вас немає.",
  },
  ja: {
    title: "パスワードの変更",
    setTitle: "パスワードの設定",
    lead: "このブラウザーではサインインしたままです。ほかのすべてのブラウザーとアプリケーションはサインアウトします。",
    submit: "パスワードを変更",
    setSubmit: "パスワードを設定",
    done: "パスワードを変更しました。ほかのすべてのブラウザーをサインアウトさせました。",
    removeTitle: "パスワードなしのサインイン",
    removeLead: "ほかにサインインする方法があるので、パスワードは必要ありません。いつでも設定し直せます。",
    remove: "パスワードを削除",
    removed: "パスワードを削除しました。",
    lastWay: "ほかにサインインする方法がないため、パスワードが必要です。",
  },
  "zh-Hans": {
    title: "更改密码",
    setTitle: "设置密码",
    lead: "您在此处保持登录。所有其他浏览器和应用都将退出登录。",
    submit: "更改密码",
    setSubmit: "设置密码",
    done: "您的密码已更改。所有其他浏览器均已退出登录。",
    removeTitle: "不用密码登录",
    removeLead: "您有其他登录方式，可以不用密码。您随时可以重新设置密码。",
    remove: "移除密码",
    removed: "您的密码已移除。",
    lastWay: "您需要密码：您没有其他登录方式。",
  },
  ar: {
    title: "تغيير كلمة المرور",
    setTitle: "تعيين كلمة مرور",
    lead: "ستبقى مسجّل الدخول هنا، وسيُسجّل الخروج من كل المتصفحات والتطبيقات الأخرى.",
    submit: "تغيير كلمة المرور",
    setSubmit: "تعيين كلمة المرور",
    done: "تغيّرت كلمة مرورك، وسُجّل الخروج من كل المتصفحات الأخرى.",
    removeTitle: "تسجيل الدخول بلا كلمة مرور",
    removeLead:
      "لديك طريقة أخرى لتسجيل الدخول، لذا يمكنك الاستغناء عن كلمة المرور. يمكنك تعيين واحدة من جديد في أي وقت.",
    remove: "إزالة كلمة المرور",
    removed: "أُزيلت كلمة مرورك.",
    lastWay: "تحتاج إلى كلمة مرورك، فليس لديك طريقة أخرى لتسجيل الدخول.",
  },
};
