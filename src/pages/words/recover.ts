import type { Words } from "../words.ts";

/** The sentences of the pages for a forgotten password. */
export interface RecoverWords {
  readonly title: string;
  readonly lead: string;
  readonly name: string;
  readonly missing: string;
  readonly sentLead: string;
  readonly noAddress: string;
  readonly newTitle: string;
  readonly signsOut: string;
  readonly save: string;
}

/** In every language. */
export const recoverWords: Words<RecoverWords> = {
  en: {
    title: "Forgot your password?",
    lead: "Enter your username or e-mail address, and we will send you a link to choose a new one.",
    name: "Username or e-mail address",
    missing: "Enter your username or e-mail address.",
    sentLead:
      "If there is an account for what you entered, a link is on its way to its e-mail address. The link works for 30 minutes.",
    noAddress:
      "If your account has no e-mail address, or you can no longer read e-mail there, the people who run this service can help you.",
    newTitle: "Choose a new password",
    signsOut: "This signs you out everywhere else.",
    save: "Save and continue",
  },
  de: {
    title: "Passwort vergessen?",
    lead: "Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
    name: "Benutzername oder E-Mail-Adresse",
    missing: "Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein.",
    sentLead:
      "Wenn es zu Ihrer Eingabe ein Konto gibt, ist ein Link an dessen E-Mail-Adresse unterwegs. Er gilt 30 Minuten.",
    noAddress:
      "Hat Ihr Konto keine E-Mail-Adresse, oder können Sie die Mails dort nicht mehr lesen? Der Betreiber dieses Dienstes kann Ihnen helfen.",
    newTitle: "Neues Passwort wählen",
    signsOut: "Damit werden Sie überall sonst abgemeldet.",
    save: "Speichern und weiter",
  },
  fr: {
    title: "Mot de passe oublié\u202f?",
    lead: "Saisissez votre identifiant ou votre adresse e-mail\u00a0: nous vous enverrons un lien pour en choisir un nouveau.",
    name: "Identifiant ou adresse e-mail",
    missing: "Saisissez votre identifiant ou votre adresse e-mail.",
    sentLead:
      "Si un compte correspond à votre saisie, un lien vient d’être envoyé à son adresse e-mail. Il est valable 30 minutes.",
    noAddress:
      "Si votre compte n’a pas d’adresse e-mail, ou si vous n’avez plus accès à cette messagerie, les responsables de ce service peuvent vous aider.",
    newTitle: "Choisir un nouveau mot de passe",
    signsOut: "Vous serez déconnecté partout ailleurs.",
    save: "Enregistrer et continuer",
  },
  es: {
    title: "¿Ha olvidado su contraseña?",
    lead: "Escriba su nombre de usuario o su correo electrónico y le enviaremos un enlace para elegir una nueva.",
    name: "Nombre de usuario o correo electrónico",
    missing: "Escriba su nombre de usuario o su correo electrónico.",
    sentLead:
      "Si hay una cuenta con lo que ha escrito, un enlace va de camino a su correo electrónico. El enlace funciona durante 30 minutos.",
    noAddress:
      "Si su cuenta no tiene correo electrónico, o ya no puede leerlo, los responsables de este servicio pueden ayudarle.",
    newTitle: "Elegir una contraseña nueva",
    signsOut: "Con esto se cierra su sesión en todos los demás sitios.",
    save: "Guardar y continuar",
  },
  "pt-BR": {
    title: "Esqueceu sua senha?",
    lead: "Digite seu nome de usuário ou e-mail, e enviaremos um link para você escolher uma nova.",
    name: "Nome de usuário ou e-mail",
    missing: "Digite seu nome de usuário ou e-mail.",
    sentLead:
      "Se houver uma conta com o que você digitou, um link está a caminho do e-mail dela. O link funciona por 30 minutos.",
    noAddress:
      "Se sua conta não tem e-mail, ou se você não consegue mais ler as mensagens dele, os responsáveis por este serviço podem ajudar.",
    newTitle: "Escolha uma nova senha",
    signsOut: "Isso encerra sua sessão em todos os outros lugares.",
    save: "Salvar e continuar",
  },
  it: {
    title: "Hai dimenticato la password?",
    lead: "Inserisci il tuo nome utente o indirizzo e-mail: ti invieremo un link per sceglierne una nuova.",
    name: "Nome utente o indirizzo e-mail",
    missing: "Inserisci il tuo nome utente o indirizzo e-mail.",
    sentLead:
      "Se esiste un account con i dati inseriti, un link è in arrivo al suo indirizzo e-mail. Il link vale 30 minuti.",
    noAddress:
      "Se il tuo account non ha un indirizzo e-mail, o non puoi più leggerne la posta, chi gestisce questo servizio può aiutarti.",
    newTitle: "Scegli una nuova password",
    signsOut: "In questo modo esci da tutti gli altri dispositivi.",
    save: "Salva e continua",
  },
  nl: {
    title: "Wachtwoord vergeten?",
    lead: "Vul uw gebruikersnaam of e-mailadres in. Wij sturen u een link waarmee u een nieuw wachtwoord kiest.",
    name: "Gebruikersnaam of e-mailadres",
    missing: "Vul uw gebruikersnaam of e-mailadres in.",
    sentLead:
      "Als er een account bestaat voor wat u hebt ingevuld, is er een link onderweg naar het e-mailadres ervan. De link werkt 30 minuten.",
    noAddress:
      "Heeft uw account geen e-mailadres, of kunt u de mail daar niet meer lezen? De beheerders van deze dienst kunnen u helpen.",
    newTitle: "Kies een nieuw wachtwoord",
    signsOut: "Hiermee wordt u overal elders uitgelogd.",
    save: "Opslaan en verdergaan",
  },
  pl: {
    title: "Nie pamiętasz hasła?",
    lead: "Wpisz nazwę użytkownika lub adres e-mail, a wyślemy Ci link do ustawienia nowego hasła.",
    name: "Nazwa użytkownika lub adres e-mail",
    missing: "Wpisz nazwę użytkownika lub adres e-mail.",
    sentLead:
      "Jeśli istnieje konto z tymi danymi, na jego adres e-mail wysłaliśmy link. Link działa przez 30 minut.",
    noAddress:
      "Jeśli konto nie ma adresu e-mail albo nie masz już dostępu do tej skrzynki, pomogą Ci osoby, które prowadzą tę usługę.",
    newTitle: "Ustaw nowe hasło",
    signsOut: "Spowoduje to wylogowanie wszędzie indziej.",
    save: "Zapisz i kontynuuj",
  },
  uk: {
    title: "Забули пароль?",
    lead: "Введіть ім’я користувача або адресу електронної пошти, і ми надішлемо вам посилання, щоб вибрати новий.",
    name: "Ім’я користувача або електронна пошта",
    missing: "Введіть ім’я користувача або адресу електронної пошти.",
    sentLead:
      "Якщо обліковий запис із такими даними існує, на його електронну пошту вже надіслано посилання. Воно діє 30 хвилин.",
    noAddress:
      "Якщо ваш обліковий запис не має адреси електронної пошти або ви більше не маєте до неї доступу, вам допоможуть ті, хто керує цим сервісом.",
    newTitle: "Виберіть новий пароль",
    signsOut: "Після цього ви вийдете з облікового запису всюди, крім цього браузера.",
    save: "Зберегти й продовжити",
  },
  ja: {
    title: "パスワードをお忘れですか？",
    lead: "ユーザー名またはメールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。",
    name: "ユーザー名またはメールアドレス",
    missing: "ユーザー名またはメールアドレスを入力してください。",
    sentLead:
      "入力内容に一致するアカウントがあれば、登録されたメールアドレスにリンクをお送りしました。リンクの有効期限は 30 分です。",
    noAddress:
      "アカウントにメールアドレスがない場合や、そのメールを受け取れない場合は、このサービスの運営者にご相談ください。",
    newTitle: "新しいパスワードの設定",
    signsOut: "設定すると、ほかのすべての場所からログアウトします。",
    save: "保存して続ける",
  },
  "zh-Hans": {
    title: "忘记密码？",
    lead: "请输入您的用户名或邮箱地址，我们会向您发送用于设置新密码的链接。",
    name: "用户名或邮箱地址",
    missing: "请输入用户名或邮箱地址。",
    sentLead: "如果存在与您输入的内容相符的账号，链接正发往该账号的邮箱。链接在 30 分钟内有效。",
    noAddress: "如果您的账号没有邮箱地址，或您已无法查看该邮箱，请联系本服务的运营者。",
    newTitle: "设置新密码",
    signsOut: "设置后，您将在其他所有地方退出登录。",
    save: "保存并继续",
  },
  ar: {
    title: "هل نسيت كلمة المرور؟",
    lead: "أدخل اسم المستخدم أو البريد الإلكتروني وسنرسل إليك رابطًا لاختيار كلمة مرور جديدة.",
    name: "اسم المستخدم أو البريد الإلكتروني",
    missing: "يُرجى إدخال اسم المستخدم أو البريد الإلكتروني.",
    sentLead:
      "إذا كان هناك حساب يطابق ما أدخلته، فقد أُرسل رابط إلى بريده الإلكتروني. يبقى الرابط صالحًا لمدة 30 دقيقة.",
    noAddress:
      "إذا لم يكن لحسابك بريد إلكتروني، أو لم يعد بإمكانك قراءة رسائله، فيمكن للقائمين على هذه الخدمة مساعدتك.",
    newTitle: "اختيار كلمة مرور جديدة",
    signsOut: "سيؤدي ذلك إلى تسجيل خروجك من كل مكان آخر.",
    save: "حفظ ومتابعة",
  },
};
