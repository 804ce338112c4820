import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences about what applications may do at APIs, how long, and what is known of an application that nobody registered. */
export interface AccessWords {
  /** The heading above the rights at an API. */
  readonly to: (api: SafeHtml) => SafeHtml;
  /** The right of an application that asks for no scope of the API. */
  readonly onYourBehalf: (api: SafeHtml) => SafeHtml;
  /** Where only something new is asked for. */
  readonly keeps: string;
  /** How long the access lasts: until the person signs out, or with offline access. */
  readonly whileSignedIn: string;
  readonly untilRemoved: string;
  /** The name that an application gives itself, below the host that is verified. */
  readonly claims: (name: SafeHtml) => SafeHtml;
  /** The same where the heading shows that name. */
  readonly selfNamed: string;
  readonly goesTo: (host: SafeHtml) => SafeHtml;
  readonly local: string;
  /** What a withdrawal does not end at once. `wait` is the text of `describeWait`: "in 10 minutes". */
  readonly ends: (api: SafeHtml, wait: string) => SafeHtml;
}

/** In every language. */
export const accessWords: Words<AccessWords> = {
  en: {
    to: (api) => html`Access to ${api}`,
    onYourBehalf: (api) => html`Use ${api} on your behalf`,
    keeps: "What you allowed before stays allowed.",
    whileSignedIn: "It has this access while you are signed in.",
    untilRemoved: "It keeps this access until you remove it.",
    claims: (name) => html`It calls itself “${name}”. Nobody has checked that name.`,
    selfNamed: "The application chose this name itself. Nobody has checked it.",
    goesTo: (host) => html`After your answer, you go to ${host}.`,
    local:
      "Any program on this device can pose as this application. Allow it only if you have just started the sign-in yourself.",
    ends: (api, wait) => html`If you remove it now, access to ${api} ends ${wait} at the latest.`,
  },
  de: {
    to: (api) => html`Zugriff auf ${api}`,
    onYourBehalf: (api) => html`${api} in Ihrem Namen verwenden`,
    keeps: "Was Sie bereits erlaubt haben, bleibt erlaubt.",
    whileSignedIn: "Der Zugriff besteht, solange Sie angemeldet sind.",
    untilRemoved: "Der Zugriff besteht, bis Sie ihn widerrufen.",
    claims: (name) => html`Die Anwendung nennt sich „${name}“. Niemand hat diesen Namen geprüft.`,
    selfNamed: "Die Anwendung hat sich diesen Namen selbst gegeben. Niemand hat ihn geprüft.",
    goesTo: (host) => html`Nach Ihrer Antwort geht es weiter zu ${host}.`,
    local:
      "Jedes Programm auf diesem Gerät kann sich als diese Anwendung ausgeben. Erlauben Sie den Zugriff nur, wenn Sie die Anmeldung gerade selbst begonnen haben.",
    ends: (api, wait) => html`Wenn Sie den Zugriff jetzt widerrufen, endet er bei ${api} spätestens ${wait}.`,
  },
  fr: {
    to: (api) => html`Accès à ${api}`,
    onYourBehalf: (api) => html`Utiliser ${api} en votre nom`,
    keeps: "Ce que vous avez autorisé auparavant reste autorisé.",
    whileSignedIn: "L’application a cet accès tant que votre session est ouverte.",
    untilRemoved: "L’application garde cet accès jusqu’à ce que vous le retiriez.",
    claims: (name) =>
      html`L’application se présente sous le nom «\u00a0${name}\u00a0». Personne n’a vérifié ce nom.`,
    selfNamed: "L’application a choisi ce nom elle-même. Personne ne l’a vérifié.",
    goesTo: (host) => html`Après votre réponse, vous irez sur ${host}.`,
    local:
      "N’importe quel programme de cet appareil peut se faire passer pour cette application. N’autorisez l’accès que si vous venez vous-même de commencer la connexion.",
    ends: (api, wait) =>
      html`Si vous retirez l’accès maintenant, il prend fin au plus tard ${wait} pour ${api}.`,
  },
  es: {
    to: (api) => html`Acceso a ${api}`,
    onYourBehalf: (api) => html`Usar ${api} en su nombre`,
    keeps: "Lo que permitió antes sigue permitido.",
    whileSignedIn: "La aplicación tiene este acceso mientras su sesión esté abierta.",
    untilRemoved: "La aplicación conserva este acceso hasta que usted lo retire.",
    claims: (name) => html`La aplicación dice llamarse «${name}». Nadie ha comprobado ese nombre.`,
    selfNamed: "La aplicación eligió este nombre por su cuenta. Nadie lo ha comprobado.",
    goesTo: (host) => html`Después de su respuesta, pasará a ${host}.`,
    local:
      "Cualquier programa de este dispositivo puede hacerse pasar por esta aplicación. Permita el acceso solo si acaba de empezar usted a iniciar sesión.",
    ends: (api, wait) => html`Si lo retira ahora, el acceso a ${api} termina a más tardar ${wait}.`,
  },
  "pt-BR": {
    to: (api) => html`Acesso a ${api}`,
    onYourBehalf: (api) => html`Usar ${api} em seu nome`,
    keeps: "O que você permitiu antes continua permitido.",
    whileSignedIn: "O aplicativo tem esse acesso enquanto sua sessão estiver aberta.",
    untilRemoved: "O aplicativo mantém esse acesso até que você o remova.",
    claims: (name) => html`O aplicativo diz se chamar “${name}”. Ninguém verificou esse nome.`,
    selfNamed: "O próprio aplicativo escolheu este nome. Ninguém o verificou.",
    goesTo: (host) => html`Depois da sua resposta, você irá para ${host}.`,
    local:
      "Qualquer programa neste dispositivo pode se passar por este aplicativo. Permita o acesso somente se foi você que acabou de começar a entrar.",
    ends: (api, wait) => html`Se você o remover agora, o acesso a ${api} termina no máximo ${wait}.`,
  },
  it: {
    to: (api) => html`Accesso a ${api}`,
    onYourBehalf: (api) => html`Usare ${api} a tuo nome`,
    keeps: "Ciò che hai consentito in precedenza resta consentito.",
    whileSignedIn: "L’applicazione ha questo accesso finché la tua sessione è aperta.",
    untilRemoved: "L’applicazione mantiene questo accesso finché non lo revochi.",
    claims: (name) => html`L’applicazione dice di chiamarsi “${name}”. Nessuno ha verificato questo nome.`,
    selfNamed: "L’applicazione ha scelto da sé questo nome. Nessuno lo ha verificato.",
    goesTo: (host) => html`Dopo la tua risposta passerai a ${host}.`,
    local:
      "Qualsiasi programma su questo dispositivo può spacciarsi per questa applicazione. Consenti l’accesso solo se hai appena iniziato tu ad accedere.",
    ends: (api, wait) => html`Se lo revochi adesso, l’accesso a ${api} termina al più tardi ${wait}.`,
  },
  nl: {
    to: (api) => html`Toegang tot ${api}`,
    onYourBehalf: (api) => html`${api} namens u gebruiken`,
    keeps: "Wat u eerder hebt toegestaan, blijft toegestaan.",
    whileSignedIn: "De applicatie heeft deze toegang zolang u bent ingelogd.",
    untilRemoved: "De applicatie houdt deze toegang totdat u die intrekt.",
    claims: (name) => html`De applicatie noemt zichzelf “${name}”. Niemand heeft die naam gecontroleerd.`,
    selfNamed: "De applicatie heeft deze naam zelf gekozen. Niemand heeft die gecontroleerd.",
    goesTo: (host) => html`Na uw antwoord gaat u door naar ${host}.`,
    local:
      "Elk programma op dit apparaat kan zich voordoen als deze applicatie. Geef alleen toegang als u zojuist zelf bent begonnen met inloggen.",
    ends: (api, wait) => html`Als u de toegang nu intrekt, eindigt die voor ${api} uiterlijk ${wait}.`,
  },
  pl: {
    to: (api) => html`Dostęp do usługi ${api}`,
    onYourBehalf: (api) => html`Korzystanie z usługi ${api} w Twoim imieniu`,
    keeps: "Wcześniejsze zgody pozostają w mocy.",
    whileSignedIn: "Aplikacja ma ten dostęp, dopóki trwa Twoja sesja.",
    untilRemoved: "Aplikacja zachowuje ten dostęp, dopóki go nie wycofasz.",
    claims: (name) => html`Aplikacja przedstawia się jako „${name}”. Nikt nie sprawdził tej nazwy.`,
    selfNamed: "Aplikacja sama wybrała tę nazwę. Nikt jej nie sprawdził.",
    goesTo: (host) => html`Po udzieleniu odpowiedzi przejdziesz na stronę ${host}.`,
    local:
      "Każdy program na tym urządzeniu może podać się za tę aplikację. Zezwól na dostęp tylko wtedy, gdy to Ty właśnie rozpoczynasz logowanie.",
    ends: (api, wait) =>
      html`Jeśli wycofasz go teraz, dostęp do usługi ${api} skończy się najpóźniej ${wait}.`,
  },
  uk: {
    to: (api) => html`Доступ до сервісу ${api}`,
    onYourBehalf: (api) => html`Користуватися сервісом ${api} від вашого імені`,
    keeps: "Те, що ви дозволили раніше, залишається дозволеним.",
    whileSignedIn: "Застосунок має цей доступ, доки ви не вийдете.",
    untilRemoved: "Застосунок зберігає цей доступ, доки ви його не відкличете.",
    claims: (name) => html`Застосунок називає себе «${name}». Цю назву ніхто не перевіряв.`,
    selfNamed: "Застосунок сам обрав цю назву. Її ніхто не перевіряв.",
    goesTo: (host) => html`Після відповіді ви перейдете на ${host}.`,
    local:
      "Будь-яка програма на цьому пристрої може видати себе за цей застосунок. Надавайте доступ, лише якщо ви щойно самі почали вхід.",
    ends: (api, wait) =>
      html`Якщо відкликати доступ зараз, до сервісу ${api} він припиниться щонайпізніше ${wait}.`,
  },
  ja: {
    to: (api) => html`${api} へのアクセス`,
    onYourBehalf: (api) => html`ご本人に代わっての ${api} の利用`,
    keeps: "以前に許可した内容は、引き続き有効です。",
    whileSignedIn: "このアクセスは、ログインしている間だけ有効です。",
    untilRemoved: "このアクセスは、許可を取り消すまで有効です。",
    claims: (name) => html`このアプリは「${name}」と名乗っています。この名前は誰も確認していません。`,
    selfNamed: "この名前はアプリが自分で付けたものです。誰も確認していません。",
    goesTo: (host) => html`回答すると ${host} に移動します。`,
    local:
      "この端末のどのプログラムも、このアプリになりすますことができます。ご自身でログインを始めた直後の場合にだけ許可してください。",
    ends: (api, wait) => html`いま許可を取り消すと、${api} へのアクセスは遅くとも${wait}に終わります。`,
  },
  "zh-Hans": {
    to: (api) => html`访问 ${api}`,
    onYourBehalf: (api) => html`代表您使用 ${api}`,
    keeps: "您之前允许的内容仍然有效。",
    whileSignedIn: "在您保持登录期间，该应用拥有此访问权限。",
    untilRemoved: "该应用会一直拥有此访问权限，直到您撤销为止。",
    claims: (name) => html`该应用自称“${name}”。没有人核实过这个名称。`,
    selfNamed: "这个名称是该应用自己取的，没有人核实过。",
    goesTo: (host) => html`回答之后，您将前往 ${host}。`,
    local: "此设备上的任何程序都可以冒充该应用。只有在您刚刚亲自开始登录时才允许访问。",
    ends: (api, wait) => html`如果您现在撤销，对 ${api} 的访问最迟${wait}结束。`,
  },
  ar: {
    to: (api) => html`الوصول إلى ${api}`,
    onYourBehalf: (api) => html`استخدام ${api} نيابةً عنك`,
    keeps: "ما سمحت به سابقًا يبقى مسموحًا به.",
    whileSignedIn: "يستمر هذا الوصول حتى تسجيل خروجك.",
    untilRemoved: "يستمر هذا الوصول إلى أن تلغيه.",
    claims: (name) => html`يسمّي التطبيق نفسه «${name}»، ولم يتحقق أحد من هذا الاسم.`,
    selfNamed: "اختار التطبيق هذا الاسم بنفسه، ولم يتحقق منه أحد.",
    goesTo: (host) => html`بعد إجابتك ستنتقل إلى ${host}.`,
    local:
      "يمكن لأي برنامج على هذا الجهاز أن ينتحل صفة هذا التطبيق. لا تسمح بالوصول إلا إذا بدأت تسجيل الدخول بنفسك للتو.",
    ends: (api, wait) => html`إذا ألغيت الوصول الآن، فسينتهي الوصول إلى ${api} ${wait} على أبعد تقدير.`,
  },
};
