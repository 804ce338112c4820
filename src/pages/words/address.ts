import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the pages on which people change their e-mail address. */
export interface AddressWords {
  readonly title: string;
  readonly lead: string;
  readonly current: (address: SafeHtml) => SafeHtml;
  readonly none: string;
  readonly label: string;
  readonly same: string;
  readonly sentLead: (address: SafeHtml) => SafeHtml;
  readonly confirmTitle: string;
  readonly confirmLead: (address: SafeHtml) => SafeHtml;
  readonly confirm: string;
  readonly ownerOnly: (address: SafeHtml) => SafeHtml;
  readonly notYours: string;
  readonly signIn: string;
  readonly taken: string;
  readonly doneTitle: string;
  readonly doneLead: (address: SafeHtml) => SafeHtml;
}

/** In every language. */
export const addressWords: Words<AddressWords> = {
  en: {
    title: "Change your e\u2011mail address",
    lead: "We will send a link to the new address. Nothing changes until you open it.",
    current: (address) => html`Your address now is ${address}.`,
    none: "Your account has no e-mail address yet.",
    label: "New e-mail address",
    same: "This is your e-mail address already.",
    sentLead: (address) =>
      html`An e-mail is on its way to ${address}. Open the link in it to use the new address. The link works for 30 minutes.`,
    confirmTitle: "Use this e\u2011mail address?",
    confirmLead: (address) => html`${address} becomes the e-mail address of this account.`,
    confirm: "Use this address",
    ownerOnly: (address) =>
      html`Only this account can take the address ${address}. Sign in with it, and you will come back here.`,
    notYours: "If you do not know this account, close this page: somebody else has typed your address.",
    signIn: "Sign in with this account",
    taken: "This address is not available any more. Nothing was changed.",
    doneTitle: "Your e\u2011mail address is changed",
    doneLead: (address) => html`It is now ${address}.`,
  },
  de: {
    title: "E\u2011Mail-Adresse ändern",
    lead: "Wir senden einen Link an die neue Adresse. Bis Sie ihn öffnen, ändert sich nichts.",
    current: (address) => html`Ihre Adresse ist jetzt ${address}.`,
    none: "Ihr Konto hat noch keine E-Mail-Adresse.",
    label: "Neue E-Mail-Adresse",
    same: "Das ist schon Ihre E-Mail-Adresse.",
    sentLead: (address) =>
      html`Eine Mail an ${address} ist unterwegs. Öffnen Sie den Link darin, um die neue Adresse zu verwenden. Er gilt 30 Minuten.`,
    confirmTitle: "Diese E\u2011Mail-Adresse verwenden?",
    confirmLead: (address) => html`${address} wird die E-Mail-Adresse dieses Kontos.`,
    confirm: "Diese Adresse verwenden",
    ownerOnly: (address) =>
      html`Nur dieses Konto kann die Adresse ${address} übernehmen. Melden Sie sich damit an, dann kommen Sie hierher zurück.`,
    notYours:
      "Wenn Sie dieses Konto nicht kennen, schließen Sie diese Seite: Jemand anderes hat Ihre Adresse eingegeben.",
    signIn: "Mit diesem Konto anmelden",
    taken: "Diese Adresse ist nicht mehr verfügbar. Es wurde nichts geändert.",
    doneTitle: "Ihre E\u2011Mail-Adresse ist geändert",
    doneLead: (address) => html`Sie lautet jetzt ${address}.`,
  },
  fr: {
    title: "Changer d’adresse e\u2011mail",
    lead: "Nous enverrons un lien à la nouvelle adresse. Rien ne change tant que vous ne l’avez pas ouvert.",
    current: (address) => html`Votre adresse actuelle est ${address}.`,
    none: "Votre compte n’a pas encore d’adresse e-mail.",
    label: "Nouvelle adresse e-mail",
    same: "C’est déjà votre adresse e-mail.",
    sentLead: (address) =>
      html`Un e-mail vient d’être envoyé à ${address}. Ouvrez le lien qu’il contient pour utiliser la nouvelle adresse. Il est valable 30 minutes.`,
    confirmTitle: "Utiliser cette adresse e\u2011mail\u202f?",
    confirmLead: (address) => html`${address} deviendra l’adresse e-mail de ce compte.`,
    confirm: "Utiliser cette adresse",
    ownerOnly: (address) =>
      html`Seul ce compte peut prendre l’adresse ${address}. Connectez-vous avec lui, et vous reviendrez ici.`,
    notYours:
      "Si vous ne connaissez pas ce compte, fermez cette page\u00a0: quelqu’un d’autre a saisi votre adresse.",
    signIn: "Se connecter avec ce compte",
    taken: "Cette adresse n’est plus disponible. Rien n’a été modifié.",
    doneTitle: "Votre adresse e\u2011mail est changée",
    doneLead: (address) => html`C’est désormais ${address}.`,
  },
  es: {
    title: "Cambiar el correo electrónico",
    lead: "Enviaremos un enlace a la nueva dirección. Nada cambia hasta que lo abra.",
    current: (address) => html`Su dirección actual es ${address}.`,
    none: "Su cuenta todavía no tiene correo electrónico.",
    label: "Correo electrónico nuevo",
    same: "Ese ya es su correo electrónico.",
    sentLead: (address) =>
      html`Un mensaje va de camino a ${address}. Abra el enlace que contiene para usar la nueva dirección. Funciona durante 30 minutos.`,
    confirmTitle: "¿Usar este correo electrónico?",
    confirmLead: (address) => html`${address} será el correo electrónico de esta cuenta.`,
    confirm: "Usar esta dirección",
    ownerOnly: (address) =>
      html`Solo esta cuenta puede usar la dirección ${address}. Inicie sesión con ella y volverá aquí.`,
    notYours: "Si no conoce esta cuenta, cierre esta página: otra persona ha escrito su dirección.",
    signIn: "Iniciar sesión con esta cuenta",
    taken: "Esta dirección ya no está disponible. No se ha cambiado nada.",
    doneTitle: "Su correo electrónico ha cambiado",
    doneLead: (address) => html`Ahora es ${address}.`,
  },
  "pt-BR": {
    title: "Alterar seu e\u2011mail",
    lead: "Enviaremos um link para o novo endereço. Nada muda até você abri-lo.",
    current: (address) => html`Seu endereço atual é ${address}.`,
    none: "Sua conta ainda não tem e-mail.",
    label: "Novo e-mail",
    same: "Este já é o seu e-mail.",
    sentLead: (address) =>
      html`Uma mensagem está a caminho de ${address}. Abra o link que está nela para usar o novo endereço. Ele funciona por 30 minutos.`,
    confirmTitle: "Usar este e\u2011mail?",
    confirmLead: (address) => html`${address} passa a ser o e-mail desta conta.`,
    confirm: "Usar este endereço",
    ownerOnly: (address) =>
      html`Só esta conta pode usar o endereço ${address}. Entre com ela e você voltará para cá.`,
    notYours: "Se você não conhece esta conta, feche esta página: outra pessoa digitou o seu endereço.",
    signIn: "Entrar com esta conta",
    taken: "Este endereço não está mais disponível. Nada foi alterado.",
    doneTitle: "Seu e\u2011mail foi alterado",
    doneLead: (address) => html`Agora é ${address}.`,
  },
  it: {
    title: "Cambia indirizzo e\u2011mail",
    lead: "Invieremo un link al nuovo indirizzo. Finché non lo apri, non cambia nulla.",
    current: (address) => html`Il tuo indirizzo attuale è ${address}.`,
    none: "Il tuo account non ha ancora un indirizzo e-mail.",
    label: "Nuovo indirizzo e-mail",
    same: "È già il tuo indirizzo e-mail.",
    sentLead: (address) =>
      html`Un messaggio è in arrivo a ${address}. Apri il link che contiene per usare il nuovo indirizzo. Il link vale 30 minuti.`,
    confirmTitle: "Usare questo indirizzo e\u2011mail?",
    confirmLead: (address) => html`${address} diventa l’indirizzo e-mail di questo account.`,
    confirm: "Usa questo indirizzo",
    ownerOnly: (address) =>
      html`Solo questo account può usare l’indirizzo ${address}. Accedi con questo account e tornerai qui.`,
    notYours:
      "Se non conosci questo account, chiudi questa pagina: qualcun altro ha digitato il tuo indirizzo.",
    signIn: "Accedi con questo account",
    taken: "Questo indirizzo non è più disponibile. Non è stato modificato nulla.",
    doneTitle: "Il tuo indirizzo e\u2011mail è cambiato",
    doneLead: (address) => html`Ora è ${address}.`,
  },
  nl: {
    title: "Uw e\u2011mailadres wijzigen",
    lead: "Wij sturen een link naar het nieuwe adres. Er verandert niets totdat u die opent.",
    current: (address) => html`Uw adres is nu ${address}.`,
    none: "Uw account heeft nog geen e-mailadres.",
    label: "Nieuw e-mailadres",
    same: "Dit is al uw e-mailadres.",
    sentLead: (address) =>
      html`Er is een mail onderweg naar ${address}. Open de link daarin om het nieuwe adres te gebruiken. De link werkt 30 minuten.`,
    confirmTitle: "Dit e\u2011mailadres gebruiken?",
    confirmLead: (address) => html`${address} wordt het e-mailadres van dit account.`,
    confirm: "Dit adres gebruiken",
    ownerOnly: (address) =>
      html`Alleen dit account kan het adres ${address} gebruiken. Log ermee in, dan komt u hier terug.`,
    notYours: "Kent u dit account niet, sluit dan deze pagina: iemand anders heeft uw adres ingevuld.",
    signIn: "Inloggen met dit account",
    taken: "Dit adres is niet meer beschikbaar. Er is niets veranderd.",
    doneTitle: "Uw e\u2011mailadres is gewijzigd",
    doneLead: (address) => html`Het is nu ${address}.`,
  },
  pl: {
    title: "Zmień adres e\u2011mail",
    lead: "Wyślemy link na nowy adres. Dopóki go nie otworzysz, nic się nie zmieni.",
    current: (address) => html`Twój obecny adres to ${address}.`,
    none: "Twoje konto nie ma jeszcze adresu e-mail.",
    label: "Nowy adres e-mail",
    same: "To już jest Twój adres e-mail.",
    sentLead: (address) =>
      html`Wiadomość na adres ${address} jest w drodze. Otwórz link, który zawiera, aby używać nowego adresu. Link działa przez 30 minut.`,
    confirmTitle: "Używać tego adresu e\u2011mail?",
    confirmLead: (address) => html`${address} stanie się adresem e-mail tego konta.`,
    confirm: "Użyj tego adresu",
    ownerOnly: (address) =>
      html`Tylko to konto może używać adresu ${address}. Zaloguj się na nie, a wrócisz tutaj.`,
    notYours: "Jeśli nie znasz tego konta, zamknij tę stronę: ktoś inny wpisał Twój adres.",
    signIn: "Zaloguj się na to konto",
    taken: "Ten adres nie jest już dostępny. Nic się nie zmieniło.",
    doneTitle: "Adres e\u2011mail został zmieniony",
    doneLead: (address) => html`Teraz to ${address}.`,
  },
  uk: {
    title: "Зміна електронної пошти",
    lead: "Ми надішлемо посилання на нову адресу. Доки ви його не відкриєте, нічого не зміниться.",
    current: (address) => html`Ваша поточна адреса: ${address}.`,
    none: "Ваш обліковий запис ще не має адреси електронної пошти.",
    label: "Нова адреса електронної пошти",
    same: "Це вже ваша адреса електронної пошти.",
    sentLead: (address) =>
      html`Лист на адресу ${address} уже в дорозі. Відкрийте посилання в ньому, щоб користуватися новою адресою. Воно діє 30 хвилин.`,
    confirmTitle: "Використовувати цю адресу?",
    confirmLead: (address) => html`${address} стане адресою електронної пошти цього облікового запису.`,
    confirm: "Використовувати цю адресу",
    ownerOnly: (address) =>
      html`Лише цей обліковий запис може використовувати адресу ${address}. Увійдіть у нього, і ви повернетеся сюди.`,
    notYours:
      "Якщо ви не знаєте цього облікового запису, закрийте цю сторінку: хтось інший увів вашу адресу.",
    signIn: "Увійти в цей обліковий запис",
    taken: "Ця адреса вже недоступна. Нічого не змінено.",
    doneTitle: "Адресу електронної пошти змінено",
    doneLead: (address) => html`Тепер це ${address}.`,
  },
  ja: {
    title: "メールアドレスの変更",
    lead: "新しいメールアドレスにリンクをお送りします。リンクを開くまで、何も変わりません。",
    current: (address) => html`現在のメールアドレスは ${address} です。`,
    none: "アカウントにはまだメールアドレスがありません。",
    label: "新しいメールアドレス",
    same: "すでにこのメールアドレスが登録されています。",
    sentLead: (address) =>
      html`${address} にメールをお送りしました。メール内のリンクを開くと、新しいメールアドレスに変わります。リンクの有効期限は 30 分です。`,
    confirmTitle: "このメールアドレスを使いますか？",
    confirmLead: (address) => html`${address} がこのアカウントのメールアドレスになります。`,
    confirm: "このアドレスを使う",
    ownerOnly: (address) =>
      html`メールアドレス ${address} を使えるのは、このアカウントだけです。このアカウントでログインすると、このページに戻ります。`,
    notYours:
      "このアカウントに心当たりがない場合は、このページを閉じてください。ほかの人があなたのメールアドレスを入力しました。",
    signIn: "このアカウントでログイン",
    taken: "このメールアドレスは使用できなくなりました。何も変更されていません。",
    doneTitle: "メールアドレスを変更しました",
    doneLead: (address) => html`新しいメールアドレスは ${address} です。`,
  },
  "zh-Hans": {
    title: "更改邮箱地址",
    lead: "我们会向新地址发送链接。在您打开它之前，一切保持不变。",
    current: (address) => html`您当前的邮箱地址是 ${address}。`,
    none: "您的账号还没有邮箱地址。",
    label: "新邮箱地址",
    same: "这已经是您的邮箱地址。",
    sentLead: (address) => html`邮件正发往 ${address}。打开其中的链接即可使用新地址。链接在 30 分钟内有效。`,
    confirmTitle: "使用此邮箱地址？",
    confirmLead: (address) => html`${address} 将成为此账号的邮箱地址。`,
    confirm: "使用此地址",
    ownerOnly: (address) => html`只有此账号可以使用地址 ${address}。请用此账号登录，之后会回到这里。`,
    notYours: "如果您不认识此账号，请关闭本页：有其他人填写了您的地址。",
    signIn: "用此账号登录",
    taken: "此地址已不可用。未作任何更改。",
    doneTitle: "您的邮箱地址已更改",
    doneLead: (address) => html`现在是 ${address}。`,
  },
  ar: {
    title: "تغيير بريدك الإلكتروني",
    lead: "سنرسل رابطًا إلى العنوان الجديد. لن يتغيّر شيء حتى تفتحه.",
    current: (address) => html`عنوانك الحالي هو ${address}.`,
    none: "ليس لحسابك بريد إلكتروني بعد.",
    label: "البريد الإلكتروني الجديد",
    same: "هذا هو بريدك الإلكتروني بالفعل.",
    sentLead: (address) =>
      html`رسالة في طريقها إلى ${address}. افتح الرابط الوارد فيها لاستخدام العنوان الجديد. يبقى الرابط صالحًا لمدة 30 دقيقة.`,
    confirmTitle: "هل تريد استخدام هذا البريد الإلكتروني؟",
    confirmLead: (address) => html`سيصبح ${address} البريد الإلكتروني لهذا الحساب.`,
    confirm: "استخدام هذا العنوان",
    ownerOnly: (address) =>
      html`هذا الحساب وحده يمكنه استخدام العنوان ${address}. سجّل الدخول به وستعود إلى هنا.`,
    notYours: "إذا كنت لا تعرف هذا الحساب، فأغلق هذه الصفحة: لقد أدخل شخص آخر عنوانك.",
    signIn: "تسجيل الدخول بهذا الحساب",
    taken: "لم يعد هذا العنوان متاحًا. لم يتغيّر شيء.",
    doneTitle: "تم تغيير بريدك الإلكتروني",
    doneLead: (address) => html`أصبح الآن ${address}.`,
  },
};
