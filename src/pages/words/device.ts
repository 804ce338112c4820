import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the pages on which people connect a device. */
export interface DeviceWords {
  readonly title: string;
  readonly lead: string;
  readonly code: string;
  readonly hint: string;
  readonly submit: string;
  readonly missing: string;
  readonly unknown: string;
  /** The code was good, and somebody has answered, or time is over. */
  readonly over: string;
  /** `wait` is the text of `describeWait`: "in 4 minutes". */
  readonly throttled: (wait: string) => string;
  readonly question: (client: SafeHtml) => SafeHtml;
  readonly questionTitle: (client: string) => string;
  /** Above the code, which must be the one that the device shows. */
  readonly compare: string;
  /** `when` is the text of `describePast`: "2 minutes ago". */
  readonly beganHere: (when: string) => string;
  readonly beganElsewhere: (when: string, network: SafeHtml) => SafeHtml;
  readonly warning: string;
  readonly allowedTitle: string;
  readonly allowed: (client: SafeHtml) => SafeHtml;
  readonly deniedTitle: string;
  readonly denied: (client: SafeHtml) => SafeHtml;
  readonly another: string;
}

/** In every language. */
export const deviceWords: Words<DeviceWords> = {
  en: {
    title: "Connect a device",
    lead: "Enter the code that your device shows.",
    code: "Code",
    hint: "Eight letters. The dash and capital letters do not matter.",
    submit: "Continue",
    missing: "Enter the code that your device shows.",
    unknown:
      "No device is waiting with this code. Compare it with your device, or ask the device for a new one.",
    over: "This device is no longer waiting. If it did not get in, ask it for a new code.",
    throttled: (wait) => `Too many codes were wrong. Try again ${wait}.`,
    question: (client) => html`Sign in to ${client} on your device?`,
    questionTitle: (client) => `Sign in to ${client} on your device`,
    compare: "Your device must show this code:",
    beganHere: (when) => `The device asked for it ${when}, from the network that you are using.`,
    beganElsewhere: (when, network) =>
      html`The device asked for it ${when}, from a network other than yours: ${network}.`,
    warning:
      "Allow this only if you started it on your device yourself. If somebody sent you the code or a link, do not allow it: they would get into your account.",
    allowedTitle: "Your device is connected",
    allowed: (client) => html`${client} is signing you in on your device. You can close this page.`,
    deniedTitle: "Nothing was allowed",
    denied: (client) => html`${client} gets no access on that device. You can close this page.`,
    another: "Connect another device",
  },
  de: {
    title: "Gerät verbinden",
    lead: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
    code: "Code",
    hint: "Acht Buchstaben. Groß oder klein, mit oder ohne Bindestrich.",
    submit: "Weiter",
    missing: "Geben Sie den Code ein, den Ihr Gerät anzeigt.",
    unknown:
      "Mit diesem Code wartet kein Gerät. Vergleichen Sie ihn mit Ihrem Gerät, oder lassen Sie dort einen neuen anzeigen.",
    over: "Dieses Gerät wartet nicht mehr. Wenn die Anmeldung dort nicht geklappt hat, lassen Sie einen neuen Code anzeigen.",
    throttled: (wait) => `Zu viele falsche Codes. Versuchen Sie es ${wait} noch einmal.`,
    question: (client) => html`Auf Ihrem Gerät bei ${client} anmelden?`,
    questionTitle: (client) => `Auf Ihrem Gerät bei ${client} anmelden`,
    compare: "Ihr Gerät muss diesen Code anzeigen:",
    beganHere: (when) => `Das Gerät hat ${when} angefragt, aus dem Netz, das Sie gerade verwenden.`,
    beganElsewhere: (when, network) =>
      html`Das Gerät hat ${when} angefragt, aus einem anderen Netz als Ihrem: ${network}.`,
    warning:
      "Erlauben Sie das nur, wenn Sie die Anmeldung auf Ihrem Gerät selbst begonnen haben. Hat Ihnen jemand den Code oder einen Link geschickt, lehnen Sie ab: Sonst bekommt diese Person Zugang zu Ihrem Konto.",
    allowedTitle: "Ihr Gerät ist verbunden",
    allowed: (client) =>
      html`${client} meldet Sie jetzt auf Ihrem Gerät an. Sie können diese Seite schließen.`,
    deniedTitle: "Es wurde nichts erlaubt",
    denied: (client) =>
      html`${client} erhält auf diesem Gerät keinen Zugriff. Sie können diese Seite schließen.`,
    another: "Weiteres Gerät verbinden",
  },
  fr: {
    title: "Connecter un appareil",
    lead: "Saisissez le code affiché par votre appareil.",
    code: "Code",
    hint: "Huit lettres, en majuscules ou en minuscules, avec ou sans tiret.",
    submit: "Continuer",
    missing: "Saisissez le code affiché par votre appareil.",
    unknown:
      "Aucun appareil n’attend avec ce code. Comparez-le avec celui de votre appareil, ou demandez-en un nouveau à l’appareil.",
    over: "Cet appareil n’attend plus. S’il n’est pas connecté, demandez-lui un nouveau code.",
    throttled: (wait) => `Trop de codes erronés. Réessayez ${wait}.`,
    question: (client) => html`Se connecter à ${client} sur votre appareil\u202f?`,
    questionTitle: (client) => `Se connecter à ${client} sur votre appareil`,
    compare: "Votre appareil doit afficher ce code\u00a0:",
    beganHere: (when) => `L’appareil a fait sa demande ${when}, depuis le réseau que vous utilisez.`,
    beganElsewhere: (when, network) =>
      html`L’appareil a fait sa demande ${when}, depuis un autre réseau que le vôtre\u00a0: ${network}.`,
    warning:
      "N’autorisez cet accès que si vous l’avez demandé vous-même sur votre appareil. Si quelqu’un vous a envoyé le code ou un lien, refusez\u00a0: cette personne entrerait dans votre compte.",
    allowedTitle: "Votre appareil est connecté",
    allowed: (client) => html`${client} vous connecte sur votre appareil. Vous pouvez fermer cette page.`,
    deniedTitle: "Rien n’a été autorisé",
    denied: (client) =>
      html`${client} n’obtient aucun accès sur cet appareil. Vous pouvez fermer cette page.`,
    another: "Connecter un autre appareil",
  },
  es: {
    title: "Conectar un dispositivo",
    lead: "Escriba el código que muestra su dispositivo.",
    code: "Código",
    hint: "Ocho letras, en mayúsculas o minúsculas, con guion o sin él.",
    submit: "Continuar",
    missing: "Escriba el código que muestra su dispositivo.",
    unknown:
      "Ningún dispositivo espera con este código. Compárelo con el de su dispositivo o pida allí uno nuevo.",
    over: "Este dispositivo ya no espera. Si no ha podido iniciar sesión en él, pida allí un código nuevo.",
    throttled: (wait) => `Demasiados códigos incorrectos. Vuelva a intentarlo ${wait}.`,
    question: (client) => html`¿Iniciar sesión en ${client} en su dispositivo?`,
    questionTitle: (client) => `Iniciar sesión en ${client} en su dispositivo`,
    compare: "Su dispositivo debe mostrar este código:",
    beganHere: (when) => `El dispositivo lo solicitó ${when}, desde la red que usted está usando.`,
    beganElsewhere: (when, network) =>
      html`El dispositivo lo solicitó ${when}, desde una red distinta de la suya: ${network}.`,
    warning:
      "Permítalo solo si lo ha iniciado usted en su dispositivo. Si alguien le ha enviado el código o un enlace, no lo permita: esa persona entraría en su cuenta.",
    allowedTitle: "Su dispositivo está conectado",
    allowed: (client) =>
      html`${client} está iniciando su sesión en el dispositivo. Puede cerrar esta página.`,
    deniedTitle: "No se ha permitido nada",
    denied: (client) => html`${client} no obtiene acceso en ese dispositivo. Puede cerrar esta página.`,
    another: "Conectar otro dispositivo",
  },
  "pt-BR": {
    title: "Conectar um dispositivo",
    lead: "Digite o código mostrado no seu dispositivo.",
    code: "Código",
    hint: "Oito letras, maiúsculas ou minúsculas, com ou sem hífen.",
    submit: "Continuar",
    missing: "Digite o código mostrado no seu dispositivo.",
    unknown:
      "Nenhum dispositivo está esperando com este código. Compare-o com o do seu dispositivo ou peça um novo nele.",
    over: "Este dispositivo não está mais esperando. Se o acesso não funcionou, peça um novo código nele.",
    throttled: (wait) => `Muitos códigos incorretos. Tente novamente ${wait}.`,
    question: (client) => html`Entrar em ${client} no seu dispositivo?`,
    questionTitle: (client) => `Entrar em ${client} no seu dispositivo`,
    compare: "Seu dispositivo deve mostrar este código:",
    beganHere: (when) => `O dispositivo fez o pedido ${when}, pela rede que você está usando.`,
    beganElsewhere: (when, network) =>
      html`O dispositivo fez o pedido ${when}, por uma rede diferente da sua: ${network}.`,
    warning:
      "Permita somente se você mesmo começou isso no seu dispositivo. Se alguém enviou o código ou um link para você, não permita: essa pessoa entraria na sua conta.",
    allowedTitle: "Seu dispositivo está conectado",
    allowed: (client) => html`${client} está conectando você no dispositivo. Você pode fechar esta página.`,
    deniedTitle: "Nada foi permitido",
    denied: (client) => html`${client} não recebe acesso nesse dispositivo. Você pode fechar esta página.`,
    another: "Conectar outro dispositivo",
  },
  it: {
    title: "Collega un dispositivo",
    lead: "Inserisci il codice mostrato dal tuo dispositivo.",
    code: "Codice",
    hint: "Otto lettere, maiuscole o minuscole, con o senza trattino.",
    submit: "Continua",
    missing: "Inserisci il codice mostrato dal tuo dispositivo.",
    unknown:
      "Nessun dispositivo è in attesa con questo codice. Confrontalo con quello del tuo dispositivo oppure chiedine lì uno nuovo.",
    over: "Questo dispositivo non è più in attesa. Se l’accesso non è riuscito, chiedi lì un nuovo codice.",
    throttled: (wait) => `Troppi codici sbagliati. Riprova ${wait}.`,
    question: (client) => html`Vuoi accedere a ${client} sul tuo dispositivo?`,
    questionTitle: (client) => `Accedi a ${client} sul tuo dispositivo`,
    compare: "Il tuo dispositivo deve mostrare questo codice:",
    beganHere: (when) => `Il dispositivo ha fatto la richiesta ${when}, dalla rete che stai usando.`,
    beganElsewhere: (when, network) =>
      html`Il dispositivo ha fatto la richiesta ${when}, da una rete diversa dalla tua: ${network}.`,
    warning:
      "Consenti solo se hai iniziato tu l’accesso sul tuo dispositivo. Se qualcuno ti ha mandato il codice o un link, non consentire: quella persona entrerebbe nel tuo account.",
    allowedTitle: "Il tuo dispositivo è collegato",
    allowed: (client) =>
      html`${client} ti sta facendo accedere sul dispositivo. Puoi chiudere questa pagina.`,
    deniedTitle: "Non è stato consentito nulla",
    denied: (client) =>
      html`${client} non ottiene alcun accesso su quel dispositivo. Puoi chiudere questa pagina.`,
    another: "Collega un altro dispositivo",
  },
  nl: {
    title: "Een apparaat koppelen",
    lead: "Vul de code in die uw apparaat toont.",
    code: "Code",
    hint: "Acht letters. Hoofdletters en het streepje maken niet uit.",
    submit: "Verder",
    missing: "Vul de code in die uw apparaat toont.",
    unknown:
      "Er wacht geen apparaat met deze code. Vergelijk de code met uw apparaat of vraag daar een nieuwe aan.",
    over: "Dit apparaat wacht niet meer. Is het inloggen niet gelukt, vraag daar dan een nieuwe code aan.",
    throttled: (wait) => `Te veel verkeerde codes. Probeer het ${wait} opnieuw.`,
    question: (client) => html`Op uw apparaat inloggen bij ${client}?`,
    questionTitle: (client) => `Op uw apparaat inloggen bij ${client}`,
    compare: "Uw apparaat moet deze code tonen:",
    beganHere: (when) => `Het apparaat vroeg er ${when} om, vanaf het netwerk dat u nu gebruikt.`,
    beganElsewhere: (when, network) =>
      html`Het apparaat vroeg er ${when} om, vanaf een ander netwerk dan het uwe: ${network}.`,
    warning:
      "Sta dit alleen toe als u er zelf op uw apparaat mee bent begonnen. Heeft iemand u de code of een link gestuurd, sta het dan niet toe: die persoon krijgt anders toegang tot uw account.",
    allowedTitle: "Uw apparaat is gekoppeld",
    allowed: (client) => html`${client} logt u nu in op uw apparaat. U kunt deze pagina sluiten.`,
    deniedTitle: "Er is niets toegestaan",
    denied: (client) => html`${client} krijgt geen toegang op dat apparaat. U kunt deze pagina sluiten.`,
    another: "Nog een apparaat koppelen",
  },
  pl: {
    title: "Połącz urządzenie",
    lead: "Wpisz kod, który pokazuje Twoje urządzenie.",
    code: "Kod",
    hint: "Osiem liter. Wielkość liter i myślnik nie mają znaczenia.",
    submit: "Dalej",
    missing: "Wpisz kod, który pokazuje Twoje urządzenie.",
    unknown:
      "Żadne urządzenie nie czeka z tym kodem. Porównaj go z kodem na urządzeniu albo wyświetl tam nowy.",
    over: "To urządzenie już nie czeka. Jeśli logowanie się nie powiodło, wyświetl na nim nowy kod.",
    throttled: (wait) => `Zbyt wiele błędnych kodów. Spróbuj ponownie ${wait}.`,
    question: (client) => html`Zalogować się do aplikacji ${client} na Twoim urządzeniu?`,
    questionTitle: (client) => `Logowanie do aplikacji ${client} na urządzeniu`,
    compare: "Twoje urządzenie musi pokazywać ten kod:",
    beganHere: (when) => `Urządzenie wysłało prośbę ${when}, z sieci, z której teraz korzystasz.`,
    beganElsewhere: (when, network) =>
      html`Urządzenie wysłało prośbę ${when}, z innej sieci niż Twoja: ${network}.`,
    warning:
      "Zezwól tylko wtedy, gdy logowanie na urządzeniu zaczynasz samodzielnie. Jeśli ktoś przysłał Ci kod lub link, nie zezwalaj: ta osoba uzyskałaby dostęp do Twojego konta.",
    allowedTitle: "Urządzenie jest połączone",
    allowed: (client) => html`Aplikacja ${client} loguje Cię teraz na urządzeniu. Możesz zamknąć tę stronę.`,
    deniedTitle: "Na nic nie zezwolono",
    denied: (client) =>
      html`Aplikacja ${client} nie otrzyma dostępu na tamtym urządzeniu. Możesz zamknąć tę stronę.`,
    another: "Połącz kolejne urządzenie",
  },
  uk: {
    title: "Під’єднати пристрій",
    lead: "Введіть код, який показує ваш пристрій.",
    code: "Код",
    hint: "Вісім латинських літер, великих або малих, з дефісом або без нього.",
    submit: "Далі",
    missing: "Введіть код, який показує ваш пристрій.",
    unknown:
      "Жоден пристрій не чекає з таким кодом. Порівняйте його з кодом на пристрої або отримайте там новий.",
    over: "Цей пристрій більше не чекає. Якщо увійти не вдалося, отримайте на ньому новий код.",
    throttled: (wait) => `Забагато неправильних кодів. Спробуйте ще раз ${wait}.`,
    question: (client) => html`Увійти до застосунку ${client} на вашому пристрої?`,
    questionTitle: (client) => `Вхід до застосунку ${client} на пристрої`,
    compare: "Ваш пристрій має показувати цей код:",
    beganHere: (when) => `Пристрій надіслав запит ${when} з мережі, якою ви зараз користуєтеся.`,
    beganElsewhere: (when, network) =>
      html`Пристрій надіслав запит ${when} не з вашої мережі, а з іншої: ${network}.`,
    warning:
      "Дозволяйте, лише якщо ви самі почали вхід на своєму пристрої. Якщо код чи посилання вам хтось надіслав, не дозволяйте: ця людина отримає доступ до вашого облікового запису.",
    allowedTitle: "Пристрій під’єднано",
    allowed: (client) =>
      html`Застосунок ${client} зараз виконує вхід на вашому пристрої. Цю сторінку можна закрити.`,
    deniedTitle: "Нічого не дозволено",
    denied: (client) =>
      html`Застосунок ${client} не отримає доступу на тому пристрої. Цю сторінку можна закрити.`,
    another: "Під’єднати ще один пристрій",
  },
  ja: {
    title: "デバイスを接続",
    lead: "デバイスに表示されているコードを入力してください。",
    code: "コード",
    hint: "英字 8 文字です。大文字と小文字、ハイフンの有無は区別しません。",
    submit: "続ける",
    missing: "デバイスに表示されているコードを入力してください。",
    unknown:
      "このコードで待機しているデバイスはありません。デバイスの表示と見比べるか、デバイスで新しいコードを表示してください。",
    over: "このデバイスはもう待機していません。ログインできていない場合は、デバイスで新しいコードを表示してください。",
    throttled: (wait) => `正しくないコードが続きました。${wait}にもう一度お試しください。`,
    question: (client) => html`デバイスで ${client} にログインしますか？`,
    questionTitle: (client) => `デバイスで ${client} にログイン`,
    compare: "デバイスに次のコードが表示されていることをご確認ください。",
    beganHere: (when) => `デバイスからの要求：${when}（現在お使いのネットワークから）`,
    beganElsewhere: (when, network) =>
      html`デバイスからの要求：${when}（お使いのものとは別のネットワーク ${network} から）`,
    warning:
      "ご自身がデバイスで始めた場合にだけ許可してください。コードやリンクがほかの人から送られてきた場合は、許可しないでください。その人があなたのアカウントに入れるようになります。",
    allowedTitle: "デバイスが接続されました",
    allowed: (client) => html`デバイスで ${client} にログインしています。このページは閉じてかまいません。`,
    deniedTitle: "許可しませんでした",
    denied: (client) =>
      html`${client} がそのデバイスでアクセスすることはありません。このページは閉じてかまいません。`,
    another: "別のデバイスを接続",
  },
  "zh-Hans": {
    title: "连接设备",
    lead: "请输入您的设备上显示的代码。",
    code: "代码",
    hint: "八个字母，不区分大小写，可以省略连字符。",
    submit: "继续",
    missing: "请输入您的设备上显示的代码。",
    unknown: "没有设备在等待此代码。请与设备上的代码核对，或在设备上获取新代码。",
    over: "该设备已不再等待。如果设备未能登录，请在设备上获取新代码。",
    throttled: (wait) => `错误的代码过多。请在${wait}重试。`,
    question: (client) => html`在您的设备上登录 ${client} 吗？`,
    questionTitle: (client) => `在您的设备上登录 ${client}`,
    compare: "您的设备上显示的应为此代码：",
    beganHere: (when) => `该设备于${when}从您当前使用的网络发出请求。`,
    beganElsewhere: (when, network) => html`该设备于${when}从其他网络发出请求：${network}。`,
    warning:
      "仅当您本人在自己的设备上发起此操作时，才选择允许。如果代码或链接是别人发给您的，请不要允许，否则对方将能进入您的账号。",
    allowedTitle: "您的设备已连接",
    allowed: (client) => html`正在您的设备上登录 ${client}。您可以关闭此页面。`,
    deniedTitle: "未允许任何访问",
    denied: (client) => html`${client} 无法在该设备上获得访问权限。您可以关闭此页面。`,
    another: "连接其他设备",
  },
  ar: {
    title: "ربط جهاز",
    lead: "أدخل الرمز الذي يظهر على جهازك.",
    code: "الرمز",
    hint: "ثمانية أحرف لاتينية، كبيرة أو صغيرة، مع الشرطة أو بدونها.",
    submit: "متابعة",
    missing: "أدخل الرمز الذي يظهر على جهازك.",
    unknown: "لا يوجد جهاز ينتظر بهذا الرمز. قارنه بالرمز الظاهر على جهازك، أو اطلب من الجهاز رمزًا جديدًا.",
    over: "لم يعد هذا الجهاز ينتظر. إذا لم يتم تسجيل الدخول عليه، فاطلب منه رمزًا جديدًا.",
    throttled: (wait) => `رموز خاطئة كثيرة جدًا. يُرجى إعادة المحاولة ${wait}.`,
    question: (client) => html`هل تريد تسجيل الدخول إلى ${client} على جهازك؟`,
    questionTitle: (client) => `تسجيل الدخول إلى ${client} على جهازك`,
    compare: "يجب أن يعرض جهازك هذا الرمز:",
    beganHere: (when) => `أرسل الجهاز الطلب ${when} من الشبكة التي تستخدمها الآن.`,
    beganElsewhere: (when, network) => html`أرسل الجهاز الطلب ${when} من شبكة غير شبكتك: ${network}.`,
    warning:
      "لا تسمح بذلك إلا إذا كنت أنت من بدأه على جهازك. إذا أرسل إليك شخص ما الرمز أو رابطًا، فلا تسمح به، وإلا تمكّن ذلك الشخص من الدخول إلى حسابك.",
    allowedTitle: "تم ربط جهازك",
    allowed: (client) => html`يجري تسجيل دخولك إلى ${client} على جهازك. يمكنك إغلاق هذه الصفحة.`,
    deniedTitle: "لم يُسمح بأي شيء",
    denied: (client) => html`لن يحصل ${client} على أي وصول من ذلك الجهاز. يمكنك إغلاق هذه الصفحة.`,
    another: "ربط جهاز آخر",
  },
};
