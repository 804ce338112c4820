import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the page with the accounts at other providers. `name` is the provider's, as the operator wrote it. */
export interface UpstreamsWords {
  readonly title: string;
  readonly lead: string;
  readonly none: string;
  readonly as: (label: SafeHtml) => SafeHtml;
  readonly notLinked: string;
  readonly link: (name: SafeHtml) => SafeHtml;
  readonly unlink: (name: SafeHtml) => SafeHtml;
  readonly linked: (name: string) => string;
  readonly unlinked: (name: string) => string;
  readonly taken: (name: string) => string;
  readonly lastWay: string;
  readonly stale: string;
}

/** These sentences in every language. */
export const upstreamsWords: Words<UpstreamsWords> = {
  en: {
    title: "Other accounts",
    lead: "Connect an account that you have elsewhere, and sign in here with it.",
    none: "There is no other provider to connect.",
    as: (label) => html`Connected as ${label}`,
    notLinked: "Not connected",
    link: (name) => html`Connect ${name}`,
    unlink: (name) => html`Disconnect ${name}`,
    linked: (name) => `${name} is connected. You can sign in with it from now on.`,
    unlinked: (name) => `${name} is disconnected. It no longer signs you in.`,
    taken: (name) =>
      `Nothing was connected: that account at ${name} belongs to somebody else here, or yours is connected to another one.`,
    lastWay: "This is your only way to sign in. Set a password or add a passkey before you disconnect it.",
    stale: "That form was out of date. Please try again.",
  },
  de: {
    title: "Andere Konten",
    lead: "Verbinden Sie ein Konto, das Sie anderswo haben, und melden Sie sich hier damit an.",
    none: "Es gibt keinen anderen Anbieter, den Sie verbinden könnten.",
    as: (label) => html`Verbunden als ${label}`,
    notLinked: "Nicht verbunden",
    link: (name) => html`${name} verbinden`,
    unlink: (name) => html`${name} trennen`,
    linked: (name) => `${name} ist verbunden. Sie können sich ab jetzt damit anmelden.`,
    unlinked: (name) => `${name} ist getrennt und meldet Sie nicht mehr an.`,
    taken: (name) =>
      `Es wurde nichts verbunden: Dieses Konto bei ${name} gehört hier zu jemand anderem, oder Ihres ist schon mit einem anderen verbunden.`,
    lastWay:
      "Das ist Ihr einziger Weg zur Anmeldung. Legen Sie ein Passwort fest oder fügen Sie einen Passkey hinzu, bevor Sie ihn trennen.",
    stale: "Dieses Formular war veraltet. Bitte versuchen Sie es noch einmal.",
  },
  fr: {
    title: "Autres comptes",
    lead: "Associez un compte que vous avez ailleurs, et servez-vous-en pour vous connecter ici.",
    none: "Il n’y a aucun autre fournisseur à associer.",
    as: (label) => html`Associé en tant que ${label}`,
    notLinked: "Non associé",
    link: (name) => html`Associer ${name}`,
    unlink: (name) => html`Dissocier ${name}`,
    linked: (name) => `${name} est associé. Vous pouvez désormais vous connecter avec.`,
    unlinked: (name) => `${name} est dissocié et ne vous connecte plus.`,
    taken: (name) =>
      `Rien n’a été associé\u00a0: ce compte chez ${name} appartient ici à quelqu’un d’autre, ou le vôtre est associé à un autre compte.`,
    lastWay:
      "C’est votre seul moyen de connexion. Choisissez un mot de passe ou ajoutez une clé d’accès avant de le dissocier.",
    stale: "Ce formulaire n’était plus à jour. Veuillez réessayer.",
  },
  es: {
    title: "Otras cuentas",
    lead: "Vincule una cuenta que tenga en otro sitio e inicie sesión aquí con ella.",
    none: "No hay ningún otro proveedor que vincular.",
    as: (label) => html`Vinculada como ${label}`,
    notLinked: "Sin vincular",
    link: (name) => html`Vincular ${name}`,
    unlink: (name) => html`Desvincular ${name}`,
    linked: (name) => `${name} está vinculado. A partir de ahora puede iniciar sesión con él.`,
    unlinked: (name) => `${name} ya no está vinculado ni le permite iniciar sesión.`,
    taken: (name) =>
      `No se ha vinculado nada: esa cuenta de ${name} pertenece aquí a otra persona, o la suya está vinculada a otra.`,
    lastWay:
      "Es su única forma de iniciar sesión. Cree una contraseña o añada una llave de acceso antes de desvincularla.",
    stale: "Ese formulario estaba desactualizado. Inténtelo de nuevo.",
  },
  "pt-BR": {
    title: "Outras contas",
    lead: "Conecte uma conta que você tem em outro lugar e entre aqui com ela.",
    none: "Não há outro provedor para conectar.",
    as: (label) => html`Conectada como ${label}`,
    notLinked: "Não conectada",
    link: (name) => html`Conectar ${name}`,
    unlink: (name) => html`Desconectar ${name}`,
    linked: (name) => `${name} está conectado. A partir de agora você pode entrar com ele.`,
    unlinked: (name) => `${name} foi desconectado e não serve mais para você entrar.`,
    taken: (name) =>
      `Nada foi conectado: essa conta em ${name} pertence aqui a outra pessoa, ou a sua já está ligada a outra.`,
    lastWay:
      "Esta é a sua única forma de entrar. Crie uma senha ou adicione uma chave de acesso antes de desconectá-la.",
    stale: "Esse formulário estava desatualizado. Tente de novo.",
  },
  it: {
    title: "Altri account",
    lead: "Colleghi un account che ha altrove e lo usi per accedere qui.",
    none: "Non ci sono altri provider da collegare.",
    as: (label) => html`Collegato come ${label}`,
    notLinked: "Non collegato",
    link: (name) => html`Collega ${name}`,
    unlink: (name) => html`Scollega ${name}`,
    linked: (name) => `${name} è collegato. Da ora può usarlo per accedere.`,
    unlinked: (name) => `${name} è scollegato e non serve più per accedere.`,
    taken: (name) =>
      `Non è stato collegato nulla: quell’account di ${name} appartiene qui a un’altra persona, oppure il Suo è collegato a un altro.`,
    lastWay:
      "È il Suo unico modo per accedere. Prima di scollegarlo imposti una password o aggiunga una passkey.",
    stale: "Il modulo non era aggiornato. Riprovi.",
  },
  nl: {
    title: "Andere accounts",
    lead: "Verbind een account dat u elders hebt en log er hier mee in.",
    none: "Er is geen andere aanbieder om te verbinden.",
    as: (label) => html`Verbonden als ${label}`,
    notLinked: "Niet verbonden",
    link: (name) => html`${name} verbinden`,
    unlink: (name) => html`${name} loskoppelen`,
    linked: (name) => `${name} is verbonden. U kunt er vanaf nu mee inloggen.`,
    unlinked: (name) => `${name} is losgekoppeld en logt u niet meer in.`,
    taken: (name) =>
      `Er is niets verbonden: dat account bij ${name} hoort hier bij iemand anders, of het uwe is al met een ander verbonden.`,
    lastWay:
      "Dit is uw enige manier om in te loggen. Stel een wachtwoord in of voeg een passkey toe voordat u deze loskoppelt.",
    stale: "Dat formulier was verouderd. Probeer het opnieuw.",
  },
  pl: {
    title: "Inne konta",
    lead: "Proszę połączyć konto, które mają Państwo gdzie indziej, i logować się nim tutaj.",
    none: "Nie ma innego dostawcy do połączenia.",
    as: (label) => html`Połączono jako ${label}`,
    notLinked: "Niepołączone",
    link: (name) => html`Połącz ${name}`,
    unlink: (name) => html`Odłącz ${name}`,
    linked: (name) => `Połączono: ${name}. Od teraz można się tak logować.`,
    unlinked: (name) => `Odłączono: ${name}. Nie służy już do logowania.`,
    taken: (name) =>
      `Niczego nie połączono: to konto u dostawcy ${name} należy tu do kogoś innego albo Państwa konto jest połączone z innym.`,
    lastWay:
      "To Państwa jedyny sposób logowania. Przed odłączeniem proszę ustawić hasło lub dodać klucz dostępu.",
    stale: "Formularz był nieaktualny. Proszę spróbować ponownie.",
  },
  uk: {
    title: "Інші облікові записи",
    lead: "Пов’яжіть обліковий запис, який маєте деінде, і входьте тут за його допомогою.",
    none: "Немає іншого постачальника, якого можна пов’язати.",
    as: (label) => html`Пов’язано як ${label}`,
    notLinked: "Не пов’язано",
    link: (name) => html`Пов’язати ${name}`,
    unlink: (name) => html`Від’єднати ${name}`,
    linked: (name) => `${name} пов’язано. Відтепер ви можете так входити.`,
    unlinked: (name) => `${name} від’єднано. Він більше не служить для входу.`,
    taken: (name) =>
      `Нічого не пов’язано: той обліковий запис у ${name} належить тут комусь іншому, або ваш пов’язано з іншим.`,
    lastWay: "Це ваш єдиний спосіб входу. Перш ніж від’єднати його, задайте пароль або додайте ключ доступу.",
    stale: "Ця форма застаріла. Спробуйте ще раз.",
  },
  ja: {
    title: "外部アカウント",
    lead: "ほかのサービスのアカウントを連携すると、それを使ってログインできます。",
    none: "連携できる外部サービスはありません。",
    as: (label) => html`${label} として連携済み`,
    notLinked: "未連携",
    link: (name) => html`${name} を連携する`,
    unlink: (name) => html`${name} の連携を解除する`,
    linked: (name) => `${name} を連携しました。今後はこれでログインできます。`,
    unlinked: (name) => `${name} の連携を解除しました。今後はログインに使えません。`,
    taken: (name) =>
      `連携できませんでした。その ${name} アカウントは別の方に連携されているか、お客様のアカウントが別のものと連携されています。`,
    lastWay: "これが唯一のログイン方法です。解除する前に、パスワードを設定するかパスキーを追加してください。",
    stale: "フォームが古くなっています。もう一度お試しください。",
  },
  "zh-Hans": {
    title: "其他帐号",
    lead: "关联您在其他地方的帐号，即可用它在此登录。",
    none: "没有其他可关联的服务。",
    as: (label) => html`已关联为 ${label}`,
    notLinked: "未关联",
    link: (name) => html`关联 ${name}`,
    unlink: (name) => html`取消关联 ${name}`,
    linked: (name) => `已关联 ${name}。从现在起您可以用它登录。`,
    unlinked: (name) => `已取消关联 ${name}，不能再用它登录。`,
    taken: (name) => `未能关联：该 ${name} 帐号在此属于他人，或者您的帐号已关联另一个帐号。`,
    lastWay: "这是您唯一的登录方式。取消关联之前，请先设置密码或添加通行密钥。",
    stale: "该表单已过期。请重试。",
  },
  ar: {
    title: "حسابات أخرى",
    lead: "اربط حسابًا تملكه في مكان آخر وسجّل الدخول به هنا.",
    none: "لا يوجد مزوّد آخر يمكن ربطه.",
    as: (label) => html`مرتبط باسم ${label}`,
    notLinked: "غير مرتبط",
    link: (name) => html`ربط ${name}`,
    unlink: (name) => html`إلغاء ربط ${name}`,
    linked: (name) => `تم ربط ${name}. يمكنك تسجيل الدخول به من الآن فصاعدًا.`,
    unlinked: (name) => `أُلغي ربط ${name}، ولم يعد يسجّل دخولك.`,
    taken: (name) => `لم يُربط شيء: ذلك الحساب لدى ${name} يخص شخصًا آخر هنا، أو أن حسابك مرتبط بحساب آخر.`,
    lastWay: "هذه طريقتك الوحيدة لتسجيل الدخول. عيّن كلمة مرور أو أضف مفتاح مرور قبل إلغاء ربطها.",
    stale: "كان هذا النموذج قديمًا. يُرجى المحاولة مرة أخرى.",
  },
};
