import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the page that the link of a sign-up or an invitation opens. */
export interface NewAccountWords {
  readonly invitedTitle: string;
  readonly accountFor: (address: SafeHtml) => SafeHtml;
  readonly name: string;
  readonly nameHint: string;
  readonly usernameHint: string;
  readonly create: string;
  readonly usernameTaken: string;
  readonly usernameReserved: string;
  readonly usernameUnusable: string;
  readonly nameUnusable: string;
  readonly addressTaken: string;
}

/** In every language. */
export const newAccountWords: Words<NewAccountWords> = {
  en: {
    invitedTitle: "You are invited",
    accountFor: (address) => html`Your account for ${address}`,
    name: "Your name",
    nameHint: "Pages and applications call you by it. You may leave it empty.",
    usernameHint: "You sign in with it or with your e-mail address.",
    create: "Create account",
    usernameTaken: "That username is not available. Please choose another one.",
    usernameReserved:
      "That username is reserved for the people who run this service. Please choose another one.",
    usernameUnusable:
      "Use letters and digits without spaces for the username. An @ is only possible in your own e-mail address.",
    nameUnusable: "That name is too long, or has characters that cannot be shown.",
    addressTaken: "There is an account with this e-mail address already. You can sign in with it.",
  },
  de: {
    invitedTitle: "Sie sind eingeladen",
    accountFor: (address) => html`Ihr Konto für ${address}`,
    name: "Ihr Name",
    nameHint: "So nennen Sie die Seiten und Anwendungen. Sie können das Feld leer lassen.",
    usernameHint: "Damit oder mit Ihrer E-Mail-Adresse melden Sie sich an.",
    create: "Konto anlegen",
    usernameTaken: "Dieser Benutzername ist nicht verfügbar. Bitte wählen Sie einen anderen.",
    usernameReserved:
      "Dieser Benutzername ist dem Betreiber dieses Dienstes vorbehalten. Bitte wählen Sie einen anderen.",
    usernameUnusable:
      "Der Benutzername besteht aus Buchstaben und Ziffern ohne Leerzeichen. Ein @ ist nur in Ihrer eigenen E-Mail-Adresse möglich.",
    nameUnusable: "Dieser Name ist zu lang oder enthält Zeichen, die sich nicht anzeigen lassen.",
    addressTaken: "Zu dieser E-Mail-Adresse gibt es schon ein Konto. Sie können sich damit anmelden.",
  },
  fr: {
    invitedTitle: "Vous êtes invité",
    accountFor: (address) => html`Votre compte pour ${address}`,
    name: "Votre nom",
    nameHint: "Les pages et les applications vous appelleront ainsi. Vous pouvez laisser ce champ vide.",
    usernameHint: "Il sert à vous connecter, tout comme votre adresse e-mail.",
    create: "Créer le compte",
    usernameTaken: "Cet identifiant n’est pas disponible. Veuillez en choisir un autre.",
    usernameReserved:
      "Cet identifiant est réservé aux responsables de ce service. Veuillez en choisir un autre.",
    usernameUnusable:
      "L’identifiant se compose de lettres et de chiffres, sans espace. Un @ n’est possible que dans votre propre adresse e-mail.",
    nameUnusable: "Ce nom est trop long ou contient des caractères qui ne peuvent pas s’afficher.",
    addressTaken:
      "Un compte existe déjà pour cette adresse e-mail. Vous pouvez l’utiliser pour vous connecter.",
  },
  es: {
    invitedTitle: "Ha recibido una invitación",
    accountFor: (address) => html`Su cuenta para ${address}`,
    name: "Su nombre",
    nameHint: "Así le llamarán las páginas y las aplicaciones. Puede dejarlo vacío.",
    usernameHint: "Sirve para iniciar sesión, igual que su correo electrónico.",
    create: "Crear la cuenta",
    usernameTaken: "Ese nombre de usuario no está disponible. Elija otro.",
    usernameReserved: "Ese nombre de usuario está reservado a los responsables de este servicio. Elija otro.",
    usernameUnusable:
      "El nombre de usuario lleva letras y cifras, sin espacios. Solo puede haber una @ si es su propio correo electrónico.",
    nameUnusable: "Ese nombre es demasiado largo o tiene caracteres que no se pueden mostrar.",
    addressTaken: "Ya existe una cuenta con este correo electrónico. Puede iniciar sesión con ella.",
  },
  "pt-BR": {
    invitedTitle: "Você recebeu um convite",
    accountFor: (address) => html`Sua conta para ${address}`,
    name: "Seu nome",
    nameHint: "As páginas e os aplicativos chamam você assim. Você pode deixar em branco.",
    usernameHint: "Você entra com ele ou com seu e-mail.",
    create: "Criar conta",
    usernameTaken: "Esse nome de usuário não está disponível. Escolha outro.",
    usernameReserved: "Esse nome de usuário é reservado aos responsáveis por este serviço. Escolha outro.",
    usernameUnusable:
      "Use letras e números, sem espaços, no nome de usuário. Só pode haver um @ se for o seu próprio e-mail.",
    nameUnusable: "Esse nome é longo demais ou tem caracteres que não podem ser mostrados.",
    addressTaken: "Já existe uma conta com este e-mail. Você pode entrar com ela.",
  },
  it: {
    invitedTitle: "Hai ricevuto un invito",
    accountFor: (address) => html`Il tuo account per ${address}`,
    name: "Il tuo nome",
    nameHint: "Le pagine e le applicazioni ti chiameranno così. Puoi lasciarlo vuoto.",
    usernameHint: "Ti serve per accedere, come il tuo indirizzo e-mail.",
    create: "Crea account",
    usernameTaken: "Questo nome utente non è disponibile. Scegline un altro.",
    usernameReserved: "Questo nome utente è riservato ai gestori di questo servizio. Scegline un altro.",
    usernameUnusable:
      "Nel nome utente usa lettere e cifre, senza spazi. La @ è possibile solo nel tuo indirizzo e-mail.",
    nameUnusable: "Questo nome è troppo lungo o contiene caratteri che non si possono mostrare.",
    addressTaken: "Esiste già un account con questo indirizzo e-mail. Puoi usarlo per accedere.",
  },
  nl: {
    invitedTitle: "U bent uitgenodigd",
    accountFor: (address) => html`Uw account voor ${address}`,
    name: "Uw naam",
    nameHint: "Zo noemen pagina’s en applicaties u. U mag dit leeg laten.",
    usernameHint: "Hiermee of met uw e-mailadres logt u in.",
    create: "Account aanmaken",
    usernameTaken: "Deze gebruikersnaam is niet beschikbaar. Kies een andere.",
    usernameReserved:
      "Deze gebruikersnaam is voorbehouden aan de beheerders van deze dienst. Kies een andere.",
    usernameUnusable:
      "Gebruik letters en cijfers zonder spaties voor de gebruikersnaam. Een @ kan alleen in uw eigen e-mailadres.",
    nameUnusable: "Deze naam is te lang of bevat tekens die niet kunnen worden getoond.",
    addressTaken: "Er is al een account met dit e-mailadres. U kunt daarmee inloggen.",
  },
  pl: {
    invitedTitle: "Masz zaproszenie",
    accountFor: (address) => html`Twoje konto dla adresu ${address}`,
    name: "Imię i nazwisko",
    nameHint: "Tak będą Cię nazywać strony i aplikacje. To pole może zostać puste.",
    usernameHint: "Służy do logowania, tak samo jak adres e-mail.",
    create: "Załóż konto",
    usernameTaken: "Ta nazwa użytkownika jest niedostępna. Wybierz inną.",
    usernameReserved:
      "Ta nazwa użytkownika jest zastrzeżona dla osób, które prowadzą tę usługę. Wybierz inną.",
    usernameUnusable:
      "W nazwie użytkownika użyj liter i cyfr bez spacji. Znak @ może się pojawić tylko w Twoim adresie e-mail.",
    nameUnusable: "Ta nazwa jest za długa albo zawiera znaki, których nie da się wyświetlić.",
    addressTaken: "Istnieje już konto z tym adresem e-mail. Możesz się na nie zalogować.",
  },
  uk: {
    invitedTitle: "Вас запрошено",
    accountFor: (address) => html`Ваш обліковий запис для ${address}`,
    name: "Ваше ім’я",
    nameHint: "Так вас називатимуть сторінки й застосунки. Можна залишити порожнім.",
    usernameHint: "З ним або з адресою електронної пошти ви входитимете.",
    create: "Створити обліковий запис",
    usernameTaken: "Це ім’я користувача недоступне. Виберіть інше.",
    usernameReserved: "Це ім’я користувача зарезервоване для тих, хто керує цим сервісом. Виберіть інше.",
    usernameUnusable:
      "В імені користувача використовуйте літери й цифри без пробілів. Знак @ можливий лише у вашій власній адресі.",
    nameUnusable: "Це ім’я задовге або містить символи, які неможливо показати.",
    addressTaken: "Обліковий запис із цією адресою вже існує. Ви можете увійти з нею.",
  },
  ja: {
    invitedTitle: "招待が届いています",
    accountFor: (address) => html`${address} のアカウント`,
    name: "お名前",
    nameHint: "ページやアプリでの表示に使われます。空欄でもかまいません。",
    usernameHint: "このユーザー名またはメールアドレスでログインします。",
    create: "アカウントを作成",
    usernameTaken: "このユーザー名は使用できません。別のものをお選びください。",
    usernameReserved: "このユーザー名はサービスの運営者専用です。別のものをお選びください。",
    usernameUnusable:
      "ユーザー名には、空白を含まない文字と数字を使ってください。@ はご自身のメールアドレスにのみ使えます。",
    nameUnusable: "名前が長すぎるか、表示できない文字が含まれています。",
    addressTaken: "このメールアドレスのアカウントはすでにあります。そのアカウントでログインできます。",
  },
  "zh-Hans": {
    invitedTitle: "您收到了邀请",
    accountFor: (address) => html`${address} 的账号`,
    name: "您的姓名",
    nameHint: "页面和应用会以此称呼您。可以留空。",
    usernameHint: "您可以用它或您的邮箱地址登录。",
    create: "创建账号",
    usernameTaken: "该用户名不可用，请另选一个。",
    usernameReserved: "该用户名由本服务的运营者保留，请另选一个。",
    usernameUnusable: "用户名请使用字母和数字，不含空格。只有您自己的邮箱地址可以包含 @。",
    nameUnusable: "该姓名过长，或含有无法显示的字符。",
    addressTaken: "此邮箱地址已有账号。您可以用它登录。",
  },
  ar: {
    invitedTitle: "لديك دعوة",
    accountFor: (address) => html`حسابك لعنوان ${address}`,
    name: "اسمك",
    nameHint: "تناديك به الصفحات والتطبيقات. يمكنك تركه فارغًا.",
    usernameHint: "تسجّل الدخول به أو ببريدك الإلكتروني.",
    create: "إنشاء الحساب",
    usernameTaken: "اسم المستخدم هذا غير متاح. يُرجى اختيار اسم آخر.",
    usernameReserved: "اسم المستخدم هذا محجوز للقائمين على هذه الخدمة. يُرجى اختيار اسم آخر.",
    usernameUnusable:
      "استخدم في اسم المستخدم حروفًا وأرقامًا بلا مسافات. لا يمكن استخدام @ إلا في بريدك الإلكتروني.",
    nameUnusable: "هذا الاسم طويل جدًا أو يحتوي على رموز لا يمكن عرضها.",
    addressTaken: "يوجد حساب بهذا البريد الإلكتروني بالفعل. يمكنك تسجيل الدخول به.",
  },
};
