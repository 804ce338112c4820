import type { Words } from "../words.ts";

/** The sentences of the page for an administrator who cannot add a second factor with only a password. */
export interface LinkNeededWords {
  readonly title: string;
  readonly lead: string;
  /** The command follows it. */
  readonly repair: string;
}

/** In every language. */
export const linkNeededWords: Words<LinkNeededWords> = {
  en: {
    title: "You need a link for this",
    lead: "Your account may administer this service, so a password alone cannot add a new way to sign in.",
    repair:
      "Ask another administrator for a recovery link, or make one where the service runs. It guides you through setting up a second proof.",
  },
  de: {
    title: "Dafür brauchen Sie einen Link",
    lead: "Ihr Konto darf diesen Dienst verwalten. Darum genügt ein Passwort allein nicht, um eine neue Anmeldemöglichkeit hinzuzufügen.",
    repair:
      "Bitten Sie jemanden, der diesen Dienst ebenfalls verwaltet, um einen Wiederherstellungslink, oder erzeugen Sie dort einen, wo der Dienst läuft. Er führt Sie durch das Einrichten eines zweiten Nachweises.",
  },
  fr: {
    title: "Il vous faut un lien",
    lead: "Votre compte peut administrer ce service\u00a0: un mot de passe seul ne suffit donc pas pour ajouter un moyen de connexion.",
    repair:
      "Demandez un lien de récupération à un autre administrateur, ou créez-en un là où le service est installé. Il vous guidera pour configurer une seconde preuve.",
  },
  es: {
    title: "Necesita un enlace",
    lead: "Su cuenta puede administrar este servicio, así que la contraseña sola no basta para añadir otra forma de iniciar sesión.",
    repair:
      "Pida un enlace de recuperación a otro administrador o cree uno en el equipo donde funciona el servicio. El enlace le guiará para configurar una segunda prueba.",
  },
  "pt-BR": {
    title: "Você precisa de um link",
    lead: "Sua conta pode administrar este serviço, por isso a senha sozinha não basta para adicionar outra forma de entrar.",
    repair:
      "Peça um link de recuperação a outro administrador ou crie um na máquina em que o serviço é executado. Ele mostra como configurar uma segunda prova.",
  },
  it: {
    title: "Serve un link",
    lead: "Il tuo account può amministrare questo servizio, quindi la sola password non basta per aggiungere un altro modo di accedere.",
    repair:
      "Chiedi un link di recupero a un altro amministratore, oppure creane uno sul computer su cui gira il servizio. Ti guiderà nella configurazione di una seconda prova.",
  },
  nl: {
    title: "Hiervoor hebt u een link nodig",
    lead: "Met uw account kan deze dienst worden beheerd. Daarom is een wachtwoord alleen niet genoeg om een nieuwe manier van inloggen toe te voegen.",
    repair:
      "Vraag een andere beheerder om een herstellink, of maak er een op de computer waarop de dienst draait. De link helpt u een tweede bewijs in te stellen.",
  },
  pl: {
    title: "Potrzebny jest link",
    lead: "To konto może administrować tą usługą, dlatego samo hasło nie wystarcza, aby dodać nowy sposób logowania.",
    repair:
      "O link do odzyskania konta można poprosić innego administratora albo utworzyć go tam, gdzie działa usługa. Link przeprowadzi przez konfigurację drugiego potwierdzenia.",
  },
  uk: {
    title: "Для цього потрібне посилання",
    lead: "Ваш обліковий запис може керувати цим сервісом, тому самого пароля недостатньо, щоб додати новий спосіб входу.",
    repair:
      "Попросіть посилання для відновлення в іншого адміністратора або створіть його там, де працює сервіс. Воно допоможе налаштувати друге підтвердження.",
  },
  ja: {
    title: "専用のリンクが必要です",
    lead: "このアカウントにはサービスの管理権限があるため、パスワードだけでは新しいログイン方法を追加できません。",
    repair:
      "ほかの管理者に復旧用のリンクを依頼するか、サービスが動作しているコンピューターでリンクを作成してください。リンクを開くと、2つ目の確認方法を設定できます。",
  },
  "zh-Hans": {
    title: "需要一个链接",
    lead: "您的账号可以管理此服务，因此仅凭密码不能添加新的登录方式。",
    repair: "请向其他管理员索取恢复链接，或在运行此服务的计算机上生成一个。打开链接后即可设置第二重验证。",
  },
  ar: {
    title: "تحتاج إلى رابط لهذا",
    lead: "يمكن لحسابك إدارة هذه الخدمة، لذلك لا تكفي كلمة المرور وحدها لإضافة طريقة جديدة لتسجيل الدخول.",
    repair:
      "اطلب رابط استعادة من مسؤول آخر، أو أنشئ رابطًا على الجهاز الذي تعمل عليه الخدمة. سيرشدك الرابط إلى إعداد إثبات ثانٍ.",
  },
};
