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
  },
};
