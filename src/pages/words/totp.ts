import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the pages of the authenticator app. */
export interface TotpWords {
  readonly title: string;
  readonly setUpTitle: string;
  readonly what: string;
  readonly scan: string;
  /** Says what the picture is, to people who do not see it. */
  readonly picture: string;
  readonly key: string;
  readonly enter: string;
  readonly confirm: string;
  readonly wrong: string;
  readonly since: (date: SafeHtml) => SafeHtml;
  readonly replace: string;
  readonly remove: string;
  readonly removeNote: string;
  /** Why the removal asks for the password. */
  readonly removeCheck: string;
  readonly wrongPassword: string;
  readonly weakPassword: string;
  readonly cannotRemove: string;
  readonly done: string;
  readonly removed: string;
}

/** In every language. */
export const totpWords: Words<TotpWords> = {
  en: {
    title: "Authenticator app",
    setUpTitle: "Set up an authenticator app",
    what: "An app on your phone shows a new code every 30 seconds. Signing in then takes your password and a code.",
    scan: "Scan this picture with the app",
    picture: "QR code for the authenticator app",
    key: "Or type this key into the app",
    enter: "Code that the app shows",
    confirm: "Confirm",
    wrong:
      "That code is not right. Check that your phone’s clock is right, and enter the code that the app shows now.",
    since: (date) => html`Set up on ${date}`,
    replace: "Set up another app",
    remove: "Remove",
    removeNote: "Without it, your password alone signs you in.",
    removeCheck: "Enter your password to remove the app. It has to be strong enough to stand alone.",
    wrongPassword: "That password is not right.",
    weakPassword:
      "Your password is strong enough only together with a code. Choose one of at least 15 characters first, then remove the app.",
    cannotRemove: "Your account needs a second proof. You can set up another app, but not remove this one.",
    done: "Your authenticator app is set up.",
    removed: "Your authenticator app has been removed.",
  },
  de: {
    title: "Authenticator-App",
    setUpTitle: "Authenticator-App einrichten",
    what: "Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code. Zum Anmelden brauchen Sie dann Ihr Passwort und einen Code.",
    scan: "Scannen Sie dieses Bild mit der App",
    picture: "QR-Code für die Authenticator-App",
    key: "Oder geben Sie diesen Schlüssel in die App ein",
    enter: "Code, den die App anzeigt",
    confirm: "Bestätigen",
    wrong:
      "Dieser Code passt nicht. Prüfen Sie, ob die Uhr Ihres Telefons richtig geht, und geben Sie den Code ein, den die App gerade anzeigt.",
    since: (date) => html`Eingerichtet am ${date}`,
    replace: "Andere App einrichten",
    remove: "Entfernen",
    removeNote: "Ohne sie genügt zum Anmelden Ihr Passwort.",
    removeCheck: "Geben Sie zum Entfernen Ihr Passwort ein. Es muss auch allein stark genug sein.",
    wrongPassword: "Dieses Passwort stimmt nicht.",
    weakPassword:
      "Ihr Passwort ist nur zusammen mit einem Code stark genug. Wählen Sie zuerst eines mit mindestens 15 Zeichen und entfernen Sie dann die App.",
    cannotRemove:
      "Ihr Konto braucht einen zweiten Nachweis. Sie können eine andere App einrichten, diese aber nicht entfernen.",
    done: "Ihre Authenticator-App ist eingerichtet.",
    removed: "Ihre Authenticator-App wurde entfernt.",
  },
  fr: {
    title: "Application d’authentification",
    setUpTitle: "Configurer une application d’authentification",
    what: "Une application sur votre téléphone affiche un nouveau code toutes les 30 secondes. Vous vous connecterez alors avec votre mot de passe et un code.",
    scan: "Scannez cette image avec l’application",
    picture: "QR code pour l’application d’authentification",
    key: "Ou saisissez cette clé dans l’application",
    enter: "Code affiché par l’application",
    confirm: "Confirmer",
    wrong:
      "Ce code ne correspond pas. Vérifiez que l’horloge de votre téléphone est à l’heure, puis saisissez le code affiché maintenant.",
    since: (date) => html`Configurée le ${date}`,
    replace: "Configurer une autre application",
    remove: "Supprimer",
    removeNote: "Sans elle, votre mot de passe suffit pour vous connecter.",
    removeCheck:
      "Pour supprimer l’application, saisissez votre mot de passe. Il doit être assez fort à lui seul.",
    wrongPassword: "Ce mot de passe n’est pas le bon.",
    weakPassword:
      "Votre mot de passe n’est assez fort qu’avec un code. Choisissez-en d’abord un d’au moins 15 caractères, puis supprimez l’application.",
    cannotRemove:
      "Votre compte exige une seconde preuve. Vous pouvez configurer une autre application, mais pas supprimer celle-ci.",
    done: "Votre application d’authentification est configurée.",
    removed: "Votre application d’authentification a été supprimée.",
  },
  es: {
    title: "Aplicación de autenticación",
    setUpTitle: "Configurar una aplicación de autenticación",
    what: "Una aplicación en su teléfono muestra un código nuevo cada 30 segundos. Para iniciar sesión necesitará su contraseña y un código.",
    scan: "Escanee esta imagen con la aplicación",
    picture: "Código QR para la aplicación de autenticación",
    key: "O escriba esta clave en la aplicación",
    enter: "Código que muestra la aplicación",
    confirm: "Confirmar",
    wrong:
      "Ese código no coincide. Compruebe que el reloj de su teléfono va bien y escriba el código que la aplicación muestra ahora.",
    since: (date) => html`Configurada el ${date}`,
    replace: "Configurar otra aplicación",
    remove: "Quitar",
    removeNote: "Sin ella, bastará su contraseña para iniciar sesión.",
    removeCheck: "Para quitar la aplicación, escriba su contraseña. Debe ser lo bastante segura por sí sola.",
    wrongPassword: "Esa contraseña no es correcta.",
    weakPassword:
      "Su contraseña solo es lo bastante segura junto con un código. Elija primero una de al menos 15 caracteres y después quite la aplicación.",
    cannotRemove:
      "Su cuenta necesita una segunda prueba. Puede configurar otra aplicación, pero no quitar esta.",
    done: "Su aplicación de autenticación está configurada.",
    removed: "Se ha quitado su aplicación de autenticación.",
  },
  "pt-BR": {
    title: "Aplicativo autenticador",
    setUpTitle: "Configurar um aplicativo autenticador",
    what: "Um aplicativo no celular mostra um novo código a cada 30 segundos. Para entrar, você usará sua senha e um código.",
    scan: "Escaneie esta imagem com o aplicativo",
    picture: "Código QR para o aplicativo autenticador",
    key: "Ou digite esta chave no aplicativo",
    enter: "Código que o aplicativo mostra",
    confirm: "Confirmar",
    wrong:
      "Esse código não confere. Verifique se o relógio do celular está certo e digite o código que o aplicativo mostra agora.",
    since: (date) => html`Configurado em ${date}`,
    replace: "Configurar outro aplicativo",
    remove: "Remover",
    removeNote: "Sem ele, só a senha basta para entrar.",
    removeCheck: "Para remover o aplicativo, digite sua senha. Ela precisa ser forte o bastante sozinha.",
    wrongPassword: "Essa senha não está certa.",
    weakPassword:
      "Sua senha só é forte o bastante junto com um código. Escolha primeiro uma de pelo menos 15 caracteres e depois remova o aplicativo.",
    cannotRemove:
      "Sua conta precisa de uma segunda prova. Você pode configurar outro aplicativo, mas não remover este.",
    done: "Seu aplicativo autenticador está configurado.",
    removed: "Seu aplicativo autenticador foi removido.",
  },
  it: {
    title: "App di autenticazione",
    setUpTitle: "Configura un’app di autenticazione",
    what: "Un’app sul telefono mostra un nuovo codice ogni 30 secondi. Per accedere serviranno la password e un codice.",
    scan: "Scansiona questa immagine con l’app",
    picture: "Codice QR per l’app di autenticazione",
    key: "Oppure scrivi questa chiave nell’app",
    enter: "Codice mostrato dall’app",
    confirm: "Conferma",
    wrong:
      "Il codice non corrisponde. Controlla che l’orologio del telefono sia giusto e inserisci il codice che l’app mostra adesso.",
    since: (date) => html`Configurata il ${date}`,
    replace: "Configura un’altra app",
    remove: "Rimuovi",
    removeNote: "Senza l’app, per accedere basta la password.",
    removeCheck: "Per rimuovere l’app inserisci la password. Deve essere abbastanza sicura anche da sola.",
    wrongPassword: "La password non è corretta.",
    weakPassword:
      "La password è abbastanza sicura solo insieme a un codice. Scegline prima una di almeno 15 caratteri, poi rimuovi l’app.",
    cannotRemove:
      "Il tuo account richiede una seconda prova. Puoi configurare un’altra app, ma non rimuovere questa.",
    done: "La tua app di autenticazione è configurata.",
    removed: "La tua app di autenticazione è stata rimossa.",
  },
  nl: {
    title: "Authenticator-app",
    setUpTitle: "Authenticator-app instellen",
    what: "Een app op uw telefoon toont elke 30 seconden een nieuwe code. Om in te loggen hebt u dan uw wachtwoord en een code nodig.",
    scan: "Scan deze afbeelding met de app",
    picture: "QR-code voor de authenticator-app",
    key: "Of typ deze sleutel in de app",
    enter: "Code die de app toont",
    confirm: "Bevestigen",
    wrong:
      "Deze code past niet. Controleer of de klok van uw telefoon goed staat en voer de code in die de app nu toont.",
    since: (date) => html`Ingesteld op ${date}`,
    replace: "Een andere app instellen",
    remove: "Verwijderen",
    removeNote: "Zonder de app is uw wachtwoord genoeg om in te loggen.",
    removeCheck:
      "Voer uw wachtwoord in om de app te verwijderen. Het moet ook op zichzelf sterk genoeg zijn.",
    wrongPassword: "Dat wachtwoord klopt niet.",
    weakPassword:
      "Uw wachtwoord is alleen samen met een code sterk genoeg. Kies eerst een wachtwoord van minstens 15 tekens en verwijder daarna de app.",
    cannotRemove:
      "Uw account heeft een tweede bewijs nodig. U kunt een andere app instellen, maar deze niet verwijderen.",
    done: "Uw authenticator-app is ingesteld.",
    removed: "Uw authenticator-app is verwijderd.",
  },
  pl: {
    title: "Aplikacja uwierzytelniająca",
    setUpTitle: "Konfiguracja aplikacji uwierzytelniającej",
    what: "Aplikacja w telefonie co 30 sekund pokazuje nowy kod. Do logowania potrzebne będą hasło i kod.",
    scan: "Zeskanuj ten obraz w aplikacji",
    picture: "Kod QR dla aplikacji uwierzytelniającej",
    key: "Albo wpisz ten klucz w aplikacji",
    enter: "Kod pokazywany przez aplikację",
    confirm: "Potwierdź",
    wrong:
      "Ten kod nie pasuje. Sprawdź, czy zegar w telefonie działa prawidłowo, i wpisz kod, który aplikacja pokazuje teraz.",
    since: (date) => html`Skonfigurowano: ${date}`,
    replace: "Skonfiguruj inną aplikację",
    remove: "Usuń",
    removeNote: "Bez niej do zalogowania wystarczy samo hasło.",
    removeCheck: "Aby usunąć aplikację, wpisz hasło. Musi być dość silne także bez kodu.",
    wrongPassword: "To hasło jest nieprawidłowe.",
    weakPassword:
      "Twoje hasło jest dość silne tylko razem z kodem. Najpierw wybierz hasło o długości co najmniej 15 znaków, a potem usuń aplikację.",
    cannotRemove:
      "To konto wymaga drugiego potwierdzenia. Możesz skonfigurować inną aplikację, ale nie możesz usunąć tej.",
    done: "Aplikacja uwierzytelniająca jest skonfigurowana.",
    removed: "Aplikacja uwierzytelniająca została usunięta.",
  },
  uk: {
    title: "Програма автентифікації",
    setUpTitle: "Налаштування програми автентифікації",
    what: "Програма на телефоні щопівхвилини показує новий код. Для входу знадобляться пароль і код.",
    scan: "Відскануйте це зображення програмою",
    picture: "QR-код для програми автентифікації",
    key: "Або введіть цей ключ у програмі",
    enter: "Код, який показує програма",
    confirm: "Підтвердити",
    wrong:
      "Цей код не підходить. Перевірте, чи правильно йде годинник телефона, і введіть код, який програма показує зараз.",
    since: (date) => html`Налаштовано ${date}`,
    replace: "Налаштувати іншу програму",
    remove: "Вилучити",
    removeNote: "Без неї для входу досить самого пароля.",
    removeCheck: "Щоб видалити програму, введіть пароль. Він має бути достатньо надійним і без коду.",
    wrongPassword: "Цей пароль неправильний.",
    weakPassword:
      "Ваш пароль достатньо надійний лише разом із кодом. Спершу виберіть пароль щонайменше з 15 символів, а потім видаліть програму.",
    cannotRemove:
      "Ваш обліковий запис потребує другого підтвердження. Ви можете налаштувати іншу програму, але не вилучити цю.",
    done: "Програму автентифікації налаштовано.",
    removed: "Програму автентифікації вилучено.",
  },
  ja: {
    title: "認証アプリ",
    setUpTitle: "認証アプリの設定",
    what: "携帯電話のアプリに30秒ごとに新しいコードが表示されます。設定後は、パスワードとコードでログインします。",
    scan: "アプリでこの画像を読み取ってください",
    picture: "認証アプリ用のQRコード",
    key: "または、このキーをアプリに入力してください",
    enter: "アプリに表示されたコード",
    confirm: "確認",
    wrong:
      "コードが一致しません。携帯電話の時計が合っているか確かめ、アプリに今表示されているコードを入力してください。",
    since: (date) => html`${date}に設定`,
    replace: "別のアプリを設定",
    remove: "削除",
    removeNote: "削除すると、パスワードだけでログインできるようになります。",
    removeCheck:
      "削除するにはパスワードを入力してください。単独でも十分に強いパスワードである必要があります。",
    wrongPassword: "パスワードが正しくありません。",
    weakPassword:
      "現在のパスワードは、コードと併用する場合にのみ十分な強さです。先に15文字以上のパスワードを設定してから、アプリを削除してください。",
    cannotRemove:
      "このアカウントには2つ目の確認が必要です。別のアプリを設定することはできますが、削除はできません。",
    done: "認証アプリを設定しました。",
    removed: "認証アプリを削除しました。",
  },
  "zh-Hans": {
    title: "身份验证器应用",
    setUpTitle: "设置身份验证器应用",
    what: "手机上的应用每 30 秒显示一个新的验证码。设置之后，登录需要密码和验证码。",
    scan: "用应用扫描这张图片",
    picture: "用于身份验证器应用的二维码",
    key: "或在应用中输入此密钥",
    enter: "应用显示的验证码",
    confirm: "确认",
    wrong: "验证码不匹配。请检查手机时间是否准确，然后输入应用当前显示的验证码。",
    since: (date) => html`设置于 ${date}`,
    replace: "设置另一个应用",
    remove: "移除",
    removeNote: "移除后，仅凭密码即可登录。",
    removeCheck: "要移除该应用，请输入密码。密码必须在没有验证码的情况下也足够安全。",
    wrongPassword: "密码不正确。",
    weakPassword:
      "您的密码仅在与验证码一起使用时才足够安全。请先设置至少 15 个字符的密码，然后再移除该应用。",
    cannotRemove: "您的账号需要第二重验证。您可以设置另一个应用，但不能移除这一个。",
    done: "身份验证器应用已设置好。",
    removed: "身份验证器应用已移除。",
  },
  ar: {
    title: "تطبيق المصادقة",
    setUpTitle: "إعداد تطبيق مصادقة",
    what: "يعرض تطبيق على هاتفك رمزًا جديدًا كل 30 ثانية. بعد ذلك يتطلب تسجيل الدخول كلمة المرور ورمزًا.",
    scan: "امسح هذه الصورة بالتطبيق",
    picture: "رمز QR لتطبيق المصادقة",
    key: "أو اكتب هذا المفتاح في التطبيق",
    enter: "الرمز الذي يعرضه التطبيق",
    confirm: "تأكيد",
    wrong: "هذا الرمز لا يطابق. تأكد من صحة ساعة هاتفك، وأدخل الرمز الذي يعرضه التطبيق الآن.",
    since: (date) => html`أُعدّ في ${date}`,
    replace: "إعداد تطبيق آخر",
    remove: "إزالة",
    removeNote: "من دونه تكفي كلمة المرور وحدها لتسجيل الدخول.",
    removeCheck: "لإزالة التطبيق أدخل كلمة المرور. يجب أن تكون قوية بما يكفي وحدها.",
    wrongPassword: "كلمة المرور هذه غير صحيحة.",
    weakPassword:
      "كلمة المرور قوية بما يكفي مع الرمز فقط. اختر أولًا كلمة مرور من 15 حرفًا على الأقل، ثم أزل التطبيق.",
    cannotRemove: "يحتاج حسابك إلى إثبات ثانٍ. يمكنك إعداد تطبيق آخر، لكن لا يمكنك إزالة هذا.",
    done: "تم إعداد تطبيق المصادقة.",
    removed: "تمت إزالة تطبيق المصادقة.",
  },
};
