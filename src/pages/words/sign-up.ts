import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of sign-up and of invitations. */
export interface SignUpWords {
  readonly title: string;
  readonly lead: string;
  readonly email: string;
  readonly notAnEmail: string;
  readonly sentLead: (address: SafeHtml) => SafeHtml;
  readonly haveAccount: string;
  readonly closedTitle: string;
  readonly closed: string;
  readonly byInvitation: string;
  readonly invitedTitle: string;
  readonly accountFor: (address: SafeHtml) => SafeHtml;
  readonly name: string;
  readonly nameHint: string;
  readonly usernameHint: string;
  readonly create: string;
  readonly usernameTaken: string;
  readonly usernameUnusable: string;
  readonly nameUnusable: string;
  readonly addressTaken: string;
}

/** In every language. */
export const signUpWords: Words<SignUpWords> = {
  en: {
    title: "Create an account",
    lead: "Enter your e-mail address, and we will send you a link to go on.",
    email: "E-mail address",
    notAnEmail: "Enter an e-mail address, like ada@example.org.",
    sentLead: (address) =>
      html`An e-mail is on its way to ${address}. Open the link in it to go on. The link works for 24 hours.`,
    haveAccount: "I already have an account",
    closedTitle: "You cannot create an account here",
    closed: "The people who run this service create the accounts. If you need one, please ask them.",
    byInvitation:
      "New accounts are by invitation. If you need one, please ask the people who run this service.",
    invitedTitle: "You are invited",
    accountFor: (address) => html`Your account for ${address}`,
    name: "Your name",
    nameHint: "Pages and applications call you by it. You may leave it empty.",
    usernameHint: "You sign in with it or with your e-mail address.",
    create: "Create account",
    usernameTaken: "That username is not available. Please choose another one.",
    usernameUnusable:
      "Use letters and digits without spaces for the username. An @ is only possible in your own e-mail address.",
    nameUnusable: "That name is too long, or has characters that cannot be shown.",
    addressTaken: "There is an account with this e-mail address already. You can sign in with it.",
  },
  de: {
    title: "Konto anlegen",
    lead: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem es weitergeht.",
    email: "E-Mail-Adresse",
    notAnEmail: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.org.",
    sentLead: (address) =>
      html`Eine Mail an ${address} ist unterwegs. Öffnen Sie den Link darin, um fortzufahren. Er gilt 24 Stunden.`,
    haveAccount: "Ich habe schon ein Konto",
    closedTitle: "Hier können Sie kein Konto anlegen",
    closed:
      "Konten legt der Betreiber dieses Dienstes an. Wenn Sie eines brauchen, wenden Sie sich bitte an ihn.",
    byInvitation:
      "Neue Konten gibt es nur auf Einladung. Wenn Sie eines brauchen, wenden Sie sich bitte an den Betreiber dieses Dienstes.",
    invitedTitle: "Sie sind eingeladen",
    accountFor: (address) => html`Ihr Konto für ${address}`,
    name: "Ihr Name",
    nameHint: "So nennen Sie die Seiten und Anwendungen. Sie können das Feld leer lassen.",
    usernameHint: "Damit oder mit Ihrer E-Mail-Adresse melden Sie sich an.",
    create: "Konto anlegen",
    usernameTaken: "Dieser Benutzername ist nicht verfügbar. Bitte wählen Sie einen anderen.",
    usernameUnusable:
      "Der Benutzername besteht aus Buchstaben und Ziffern ohne Leerzeichen. Ein @ ist nur in Ihrer eigenen E-Mail-Adresse möglich.",
    nameUnusable: "Dieser Name ist zu lang oder enthält Zeichen, die sich nicht anzeigen lassen.",
    addressTaken: "Zu dieser E-Mail-Adresse gibt es schon ein Konto. Sie können sich damit anmelden.",
  },
  fr: {
    title: "Créer un compte",
    lead: "Saisissez votre adresse e-mail\u00a0: nous vous enverrons un lien pour continuer.",
    email: "Adresse e-mail",
    notAnEmail: "Saisissez une adresse e-mail, par exemple ada@example.org.",
    sentLead: (address) =>
      html`Un e-mail vient d’être envoyé à ${address}. Ouvrez le lien qu’il contient pour continuer. Il est valable 24 heures.`,
    haveAccount: "J’ai déjà un compte",
    closedTitle: "La création de compte n’est pas ouverte ici",
    closed:
      "Les comptes sont créés par les responsables de ce service. S’il vous en faut un, adressez-vous à eux.",
    byInvitation:
      "Les nouveaux comptes se créent sur invitation. S’il vous en faut un, adressez-vous aux responsables de ce service.",
    invitedTitle: "Vous êtes invité",
    accountFor: (address) => html`Votre compte pour ${address}`,
    name: "Votre nom",
    nameHint: "Les pages et les applications vous appelleront ainsi. Vous pouvez laisser ce champ vide.",
    usernameHint: "Il sert à vous connecter, tout comme votre adresse e-mail.",
    create: "Créer le compte",
    usernameTaken: "Cet identifiant n’est pas disponible. Veuillez en choisir un autre.",
    usernameUnusable:
      "L’identifiant se compose de lettres et de chiffres, sans espace. Un @ n’est possible que dans votre propre adresse e-mail.",
    nameUnusable: "Ce nom est trop long ou contient des caractères qui ne peuvent pas s’afficher.",
    addressTaken:
      "Un compte existe déjà pour cette adresse e-mail. Vous pouvez l’utiliser pour vous connecter.",
  },
  es: {
    title: "Crear una cuenta",
    lead: "Escriba su correo electrónico y le enviaremos un enlace para continuar.",
    email: "Correo electrónico",
    notAnEmail: "Escriba una dirección de correo electrónico, como ada@example.org.",
    sentLead: (address) =>
      html`Un mensaje va de camino a ${address}. Abra el enlace que contiene para continuar. Funciona durante 24 horas.`,
    haveAccount: "Ya tengo una cuenta",
    closedTitle: "Aquí no se pueden crear cuentas",
    closed: "Las cuentas las crean los responsables de este servicio. Si necesita una, pídasela a ellos.",
    byInvitation:
      "Las cuentas nuevas son por invitación. Si necesita una, pídasela a los responsables de este servicio.",
    invitedTitle: "Ha recibido una invitación",
    accountFor: (address) => html`Su cuenta para ${address}`,
    name: "Su nombre",
    nameHint: "Así le llamarán las páginas y las aplicaciones. Puede dejarlo vacío.",
    usernameHint: "Sirve para iniciar sesión, igual que su correo electrónico.",
    create: "Crear la cuenta",
    usernameTaken: "Ese nombre de usuario no está disponible. Elija otro.",
    usernameUnusable:
      "El nombre de usuario lleva letras y cifras, sin espacios. Solo puede haber una @ si es su propio correo electrónico.",
    nameUnusable: "Ese nombre es demasiado largo o tiene caracteres que no se pueden mostrar.",
    addressTaken: "Ya existe una cuenta con este correo electrónico. Puede iniciar sesión con ella.",
  },
  "pt-BR": {
    title: "Criar uma conta",
    lead: "Digite seu e-mail, e enviaremos um link para você continuar.",
    email: "E-mail",
    notAnEmail: "Digite um endereço de e-mail, como ada@example.org.",
    sentLead: (address) =>
      html`Uma mensagem está a caminho de ${address}. Abra o link que está nela para continuar. Ele funciona por 24 horas.`,
    haveAccount: "Já tenho uma conta",
    closedTitle: "Não é possível criar uma conta aqui",
    closed: "As contas são criadas pelos responsáveis por este serviço. Se precisar de uma, fale com eles.",
    byInvitation:
      "Novas contas são criadas por convite. Se precisar de uma, fale com os responsáveis por este serviço.",
    invitedTitle: "Você recebeu um convite",
    accountFor: (address) => html`Sua conta para ${address}`,
    name: "Seu nome",
    nameHint: "As páginas e os aplicativos chamam você assim. Você pode deixar em branco.",
    usernameHint: "Você entra com ele ou com seu e-mail.",
    create: "Criar conta",
    usernameTaken: "Esse nome de usuário não está disponível. Escolha outro.",
    usernameUnusable:
      "Use letras e números, sem espaços, no nome de usuário. Só pode haver um @ se for o seu próprio e-mail.",
    nameUnusable: "Esse nome é longo demais ou tem caracteres que não podem ser mostrados.",
    addressTaken: "Já existe uma conta com este e-mail. Você pode entrar com ela.",
  },
  it: {
    title: "Crea un account",
    lead: "Inserisci il tuo indirizzo e-mail: ti invieremo un link per continuare.",
    email: "Indirizzo e-mail",
    notAnEmail: "Inserisci un indirizzo e-mail, come ada@example.org.",
    sentLead: (address) =>
      html`Un messaggio è in arrivo a ${address}. Apri il link che contiene per continuare. Il link vale 24 ore.`,
    haveAccount: "Ho già un account",
    closedTitle: "Qui non puoi creare un account",
    closed: "Gli account li crea chi gestisce questo servizio. Se te ne serve uno, chiedi a loro.",
    byInvitation:
      "I nuovi account sono su invito. Se te ne serve uno, chiedi a chi gestisce questo servizio.",
    invitedTitle: "Hai ricevuto un invito",
    accountFor: (address) => html`Il tuo account per ${address}`,
    name: "Il tuo nome",
    nameHint: "Le pagine e le applicazioni ti chiameranno così. Puoi lasciarlo vuoto.",
    usernameHint: "Ti serve per accedere, come il tuo indirizzo e-mail.",
    create: "Crea account",
    usernameTaken: "Questo nome utente non è disponibile. Scegline un altro.",
    usernameUnusable:
      "Nel nome utente usa lettere e cifre, senza spazi. La @ è possibile solo nel tuo indirizzo e-mail.",
    nameUnusable: "Questo nome è troppo lungo o contiene caratteri che non si possono mostrare.",
    addressTaken: "Esiste già un account con questo indirizzo e-mail. Puoi usarlo per accedere.",
  },
  nl: {
    title: "Account aanmaken",
    lead: "Vul uw e-mailadres in. Wij sturen u een link waarmee u verdergaat.",
    email: "E-mailadres",
    notAnEmail: "Vul een e-mailadres in, zoals ada@example.org.",
    sentLead: (address) =>
      html`Er is een mail onderweg naar ${address}. Open de link daarin om verder te gaan. De link werkt 24 uur.`,
    haveAccount: "Ik heb al een account",
    closedTitle: "U kunt hier geen account aanmaken",
    closed: "De beheerders van deze dienst maken de accounts aan. Vraag het hun als u er een nodig hebt.",
    byInvitation:
      "Nieuwe accounts zijn op uitnodiging. Vraag het de beheerders van deze dienst als u er een nodig hebt.",
    invitedTitle: "U bent uitgenodigd",
    accountFor: (address) => html`Uw account voor ${address}`,
    name: "Uw naam",
    nameHint: "Zo noemen pagina’s en applicaties u. U mag dit leeg laten.",
    usernameHint: "Hiermee of met uw e-mailadres logt u in.",
    create: "Account aanmaken",
    usernameTaken: "Deze gebruikersnaam is niet beschikbaar. Kies een andere.",
    usernameUnusable:
      "Gebruik letters en cijfers zonder spaties voor de gebruikersnaam. Een @ kan alleen in uw eigen e-mailadres.",
    nameUnusable: "Deze naam is te lang of bevat tekens die niet kunnen worden getoond.",
    addressTaken: "Er is al een account met dit e-mailadres. U kunt daarmee inloggen.",
  },
  pl: {
    title: "Załóż konto",
    lead: "Wpisz swój adres e-mail, a wyślemy Ci link do dalszych kroków.",
    email: "Adres e-mail",
    notAnEmail: "Wpisz adres e-mail, na przykład ada@example.org.",
    sentLead: (address) =>
      html`Wiadomość na adres ${address} jest w drodze. Otwórz link, który zawiera, aby kontynuować. Link działa przez 24 godziny.`,
    haveAccount: "Mam już konto",
    closedTitle: "Tutaj nie można założyć konta",
    closed: "Konta zakładają osoby, które prowadzą tę usługę. Jeśli potrzebujesz konta, zwróć się do nich.",
    byInvitation:
      "Nowe konta są dostępne na zaproszenie. Jeśli potrzebujesz konta, zwróć się do osób, które prowadzą tę usługę.",
    invitedTitle: "Masz zaproszenie",
    accountFor: (address) => html`Twoje konto dla adresu ${address}`,
    name: "Imię i nazwisko",
    nameHint: "Tak będą Cię nazywać strony i aplikacje. To pole może zostać puste.",
    usernameHint: "Służy do logowania, tak samo jak adres e-mail.",
    create: "Załóż konto",
    usernameTaken: "Ta nazwa użytkownika jest niedostępna. Wybierz inną.",
    usernameUnusable:
      "W nazwie użytkownika użyj liter i cyfr bez spacji. Znak @ może się pojawić tylko w Twoim adresie e-mail.",
    nameUnusable: "Ta nazwa jest za długa albo zawiera znaki, których nie da się wyświetlić.",
    addressTaken: "Istnieje już konto z tym adresem e-mail. Możesz się na nie zalogować.",
  },
  uk: {
    title: "Створення облікового запису",
    lead: "Введіть адресу електронної пошти, і ми надішлемо вам посилання, щоб продовжити.",
    email: "Електронна пошта",
    notAnEmail: "Введіть адресу електронної пошти, наприклад ada@example.org.",
    sentLead: (address) =>
      html`Лист на адресу ${address} уже в дорозі. Відкрийте посилання в ньому, щоб продовжити. Воно діє 24 години.`,
    haveAccount: "У мене вже є обліковий запис",
    closedTitle: "Тут не можна створити обліковий запис",
    closed: "Облікові записи створюють ті, хто керує цим сервісом. Якщо він вам потрібен, зверніться до них.",
    byInvitation:
      "Нові облікові записи створюють за запрошенням. Якщо він вам потрібен, зверніться до тих, хто керує цим сервісом.",
    invitedTitle: "Вас запрошено",
    accountFor: (address) => html`Ваш обліковий запис для ${address}`,
    name: "Ваше ім’я",
    nameHint: "Так вас називатимуть сторінки й застосунки. Можна залишити порожнім.",
    usernameHint: "З ним або з адресою електронної пошти ви входитимете.",
    create: "Створити обліковий запис",
    usernameTaken: "Це ім’я користувача недоступне. Виберіть інше.",
    usernameUnusable:
      "В імені користувача використовуйте літери й цифри без пробілів. Знак @ можливий лише у вашій власній адресі.",
    nameUnusable: "Це ім’я задовге або містить символи, які неможливо показати.",
    addressTaken: "Обліковий запис із цією адресою вже існує. Ви можете увійти з нею.",
  },
  ja: {
    title: "アカウントの作成",
    lead: "メールアドレスを入力してください。手続きを続けるためのリンクをお送りします。",
    email: "メールアドレス",
    notAnEmail: "メールアドレスを入力してください（例：ada@example.org）。",
    sentLead: (address) =>
      html`${address} にメールをお送りしました。メール内のリンクを開いて続けてください。リンクの有効期限は 24 時間です。`,
    haveAccount: "すでにアカウントを持っています",
    closedTitle: "ここではアカウントを作成できません",
    closed: "アカウントはこのサービスの運営者が作成します。必要な場合は運営者にお問い合わせください。",
    byInvitation: "新しいアカウントは招待制です。必要な場合はこのサービスの運営者にお問い合わせください。",
    invitedTitle: "招待が届いています",
    accountFor: (address) => html`${address} のアカウント`,
    name: "お名前",
    nameHint: "ページやアプリでの表示に使われます。空欄でもかまいません。",
    usernameHint: "このユーザー名またはメールアドレスでログインします。",
    create: "アカウントを作成",
    usernameTaken: "このユーザー名は使用できません。別のものをお選びください。",
    usernameUnusable:
      "ユーザー名には、空白を含まない文字と数字を使ってください。@ はご自身のメールアドレスにのみ使えます。",
    nameUnusable: "名前が長すぎるか、表示できない文字が含まれています。",
    addressTaken: "このメールアドレスのアカウントはすでにあります。そのアカウントでログインできます。",
  },
  "zh-Hans": {
    title: "创建账号",
    lead: "请输入您的邮箱地址，我们会向您发送链接以便继续。",
    email: "邮箱地址",
    notAnEmail: "请输入邮箱地址，例如 ada@example.org。",
    sentLead: (address) => html`邮件正发往 ${address}。请打开其中的链接以继续。链接在 24 小时内有效。`,
    haveAccount: "我已有账号",
    closedTitle: "此处无法创建账号",
    closed: "账号由本服务的运营者创建。如果您需要账号，请联系他们。",
    byInvitation: "新账号仅限受邀者创建。如果您需要账号，请联系本服务的运营者。",
    invitedTitle: "您收到了邀请",
    accountFor: (address) => html`${address} 的账号`,
    name: "您的姓名",
    nameHint: "页面和应用会以此称呼您。可以留空。",
    usernameHint: "您可以用它或您的邮箱地址登录。",
    create: "创建账号",
    usernameTaken: "该用户名不可用，请另选一个。",
    usernameUnusable: "用户名请使用字母和数字，不含空格。只有您自己的邮箱地址可以包含 @。",
    nameUnusable: "该姓名过长，或含有无法显示的字符。",
    addressTaken: "此邮箱地址已有账号。您可以用它登录。",
  },
  ar: {
    title: "إنشاء حساب",
    lead: "أدخل بريدك الإلكتروني وسنرسل إليك رابطًا للمتابعة.",
    email: "البريد الإلكتروني",
    notAnEmail: "يُرجى إدخال عنوان بريد إلكتروني، مثل ada@example.org.",
    sentLead: (address) =>
      html`رسالة في طريقها إلى ${address}. افتح الرابط الوارد فيها للمتابعة. يبقى الرابط صالحًا لمدة 24 ساعة.`,
    haveAccount: "لديّ حساب بالفعل",
    closedTitle: "لا يمكن إنشاء حساب هنا",
    closed: "القائمون على هذه الخدمة هم من ينشئون الحسابات. إذا كنت بحاجة إلى حساب، فتواصل معهم.",
    byInvitation: "الحسابات الجديدة بدعوة فقط. إذا كنت بحاجة إلى حساب، فتواصل مع القائمين على هذه الخدمة.",
    invitedTitle: "لديك دعوة",
    accountFor: (address) => html`حسابك لعنوان ${address}`,
    name: "اسمك",
    nameHint: "تناديك به الصفحات والتطبيقات. يمكنك تركه فارغًا.",
    usernameHint: "تسجّل الدخول به أو ببريدك الإلكتروني.",
    create: "إنشاء الحساب",
    usernameTaken: "اسم المستخدم هذا غير متاح. يُرجى اختيار اسم آخر.",
    usernameUnusable:
      "استخدم في اسم المستخدم حروفًا وأرقامًا بلا مسافات. لا يمكن استخدام @ إلا في بريدك الإلكتروني.",
    nameUnusable: "هذا الاسم طويل جدًا أو يحتوي على رموز لا يمكن عرضها.",
    addressTaken: "يوجد حساب بهذا البريد الإلكتروني بالفعل. يمكنك تسجيل الدخول به.",
  },
};
