import type { Words } from "../words.ts";

/** The sentences of the page of recovery codes. */
export interface RecoveryCodeWords {
  readonly title: string;
  readonly what: string;
  readonly left: (count: number) => string;
  readonly none: string;
  readonly make: string;
  readonly makeNote: string;
  /** Where there is nothing yet that the codes could stand in for. */
  readonly needFactor: string;
  readonly once: string;
  readonly copy: string;
  readonly copied: string;
  readonly download: string;
  readonly print: string;
  readonly kept: string;
}

/** In every language. */
export const recoveryCodeWords: Words<RecoveryCodeWords> = {
  en: {
    title: "Recovery codes",
    what: "Each code gets you in once when your app or passkey is not at hand. Keep them somewhere safe, away from your phone.",
    left: (count) => `Codes left: ${count}`,
    none: "You have no recovery codes.",
    make: "Make new codes",
    makeNote: "The old codes stop working.",
    needFactor: "Recovery codes go with an authenticator app or a passkey. Set up one of them first.",
    once: "You see these codes only now. Keep a copy before you go on.",
    copy: "Copy",
    copied: "Copied",
    download: "Download",
    print: "Print",
    kept: "I have kept them",
  },
  de: {
    title: "Wiederherstellungscodes",
    what: "Mit jedem Code kommen Sie einmal hinein, wenn App oder Passkey nicht zur Hand sind. Bewahren Sie die Codes sicher auf, getrennt vom Telefon.",
    left: (count) => `Verbleibende Codes: ${count}`,
    none: "Sie haben keine Wiederherstellungscodes.",
    make: "Neue Codes erstellen",
    makeNote: "Die alten Codes gelten dann nicht mehr.",
    needFactor:
      "Wiederherstellungscodes gehören zu einer Authenticator-App oder einem Passkey. Richten Sie zuerst eines davon ein.",
    once: "Sie sehen diese Codes nur jetzt. Sichern Sie sie, bevor Sie weitergehen.",
    copy: "Kopieren",
    copied: "Kopiert",
    download: "Herunterladen",
    print: "Drucken",
    kept: "Ich habe sie gesichert",
  },
  fr: {
    title: "Codes de secours",
    what: "Chaque code vous permet d’entrer une fois, quand votre application ou votre clé d’accès n’est pas à portée de main. Gardez-les en lieu sûr, loin de votre téléphone.",
    left: (count) => `Codes restants\u00a0: ${count}`,
    none: "Vous n’avez aucun code de secours.",
    make: "Créer de nouveaux codes",
    makeNote: "Les anciens codes ne fonctionneront plus.",
    needFactor:
      "Les codes de secours accompagnent une application d’authentification ou une clé d’accès. Configurez d’abord l’une des deux.",
    once: "Ces codes ne s’affichent que maintenant. Gardez-en une copie avant de continuer.",
    copy: "Copier",
    copied: "Copié",
    download: "Télécharger",
    print: "Imprimer",
    kept: "Je les ai conservés",
  },
  es: {
    title: "Códigos de recuperación",
    what: "Cada código le permite entrar una vez cuando no tiene a mano la aplicación o la llave de acceso. Guárdelos en un lugar seguro, lejos del teléfono.",
    left: (count) => `Códigos restantes: ${count}`,
    none: "No tiene códigos de recuperación.",
    make: "Crear códigos nuevos",
    makeNote: "Los códigos anteriores dejarán de funcionar.",
    needFactor:
      "Los códigos de recuperación acompañan a una aplicación de autenticación o a una llave de acceso. Configure primero una de las dos.",
    once: "Estos códigos solo se muestran ahora. Guarde una copia antes de continuar.",
    copy: "Copiar",
    copied: "Copiado",
    download: "Descargar",
    print: "Imprimir",
    kept: "Ya los he guardado",
  },
  "pt-BR": {
    title: "Códigos de recuperação",
    what: "Cada código permite entrar uma vez quando o aplicativo ou a chave de acesso não está à mão. Guarde-os em um lugar seguro, longe do celular.",
    left: (count) => `Códigos restantes: ${count}`,
    none: "Você não tem códigos de recuperação.",
    make: "Criar novos códigos",
    makeNote: "Os códigos antigos deixam de funcionar.",
    needFactor:
      "Os códigos de recuperação acompanham um aplicativo autenticador ou uma chave de acesso. Configure um deles primeiro.",
    once: "Estes códigos só aparecem agora. Guarde uma cópia antes de continuar.",
    copy: "Copiar",
    copied: "Copiado",
    download: "Baixar",
    print: "Imprimir",
    kept: "Já guardei",
  },
  it: {
    title: "Codici di recupero",
    what: "Ogni codice ti permette di entrare una volta quando l’app o la passkey non è a portata di mano. Conservali in un luogo sicuro, lontano dal telefono.",
    left: (count) => `Codici rimasti: ${count}`,
    none: "Non hai codici di recupero.",
    make: "Crea nuovi codici",
    makeNote: "I vecchi codici smetteranno di funzionare.",
    needFactor:
      "I codici di recupero accompagnano un’app di autenticazione o una passkey. Configura prima una delle due.",
    once: "Questi codici si vedono soltanto adesso. Conservane una copia prima di proseguire.",
    copy: "Copia",
    copied: "Copiato",
    download: "Scarica",
    print: "Stampa",
    kept: "Li ho conservati",
  },
  nl: {
    title: "Herstelcodes",
    what: "Met elke code komt u één keer binnen als uw app of passkey niet bij de hand is. Bewaar ze op een veilige plek, niet bij uw telefoon.",
    left: (count) => `Resterende codes: ${count}`,
    none: "U hebt geen herstelcodes.",
    make: "Nieuwe codes maken",
    makeNote: "De oude codes werken dan niet meer.",
    needFactor: "Herstelcodes horen bij een authenticator-app of een passkey. Stel eerst een van beide in.",
    once: "U ziet deze codes alleen nu. Bewaar een kopie voordat u verdergaat.",
    copy: "Kopiëren",
    copied: "Gekopieerd",
    download: "Downloaden",
    print: "Afdrukken",
    kept: "Ik heb ze bewaard",
  },
  pl: {
    title: "Kody odzyskiwania",
    what: "Każdy kod pozwala wejść jeden raz, gdy nie masz pod ręką aplikacji lub klucza dostępu. Trzymaj je w bezpiecznym miejscu, z dala od telefonu.",
    left: (count) => `Pozostałe kody: ${count}`,
    none: "Nie masz kodów odzyskiwania.",
    make: "Utwórz nowe kody",
    makeNote: "Stare kody przestaną działać.",
    needFactor:
      "Kody odzyskiwania towarzyszą aplikacji uwierzytelniającej lub kluczowi dostępu. Najpierw skonfiguruj jedno z nich.",
    once: "Te kody widać tylko teraz. Zachowaj kopię, zanim przejdziesz dalej.",
    copy: "Kopiuj",
    copied: "Skopiowano",
    download: "Pobierz",
    print: "Drukuj",
    kept: "Mam je zapisane",
  },
  uk: {
    title: "Коди відновлення",
    what: "Кожен код дає змогу увійти один раз, коли програми чи ключа доступу немає під рукою. Зберігайте їх у надійному місці, окремо від телефона.",
    left: (count) => `Залишилося кодів: ${count}`,
    none: "У вас немає кодів відновлення.",
    make: "Створити нові коди",
    makeNote: "Старі коди перестануть діяти.",
    needFactor:
      "Коди відновлення доповнюють програму автентифікації або ключ доступу. Спершу налаштуйте щось із них.",
    once: "Ці коди показано лише зараз. Збережіть копію, перш ніж продовжити.",
    copy: "Копіювати",
    copied: "Скопійовано",
    download: "Завантажити",
    print: "Друкувати",
    kept: "Коди збережено",
  },
  ja: {
    title: "リカバリーコード",
    what: "アプリやパスキーが手元にないとき、コード1つにつき1回ログインできます。携帯電話とは別の安全な場所に保管してください。",
    left: (count) => `残りのコード: ${count}`,
    none: "リカバリーコードはありません。",
    make: "新しいコードを作成",
    makeNote: "古いコードは使えなくなります。",
    needFactor:
      "リカバリーコードは認証アプリまたはパスキーと一緒に使います。先にどちらかを設定してください。",
    once: "コードが表示されるのは今回だけです。先に進む前に控えを保管してください。",
    copy: "コピー",
    copied: "コピーしました",
    download: "ダウンロード",
    print: "印刷",
    kept: "保管しました",
  },
  "zh-Hans": {
    title: "恢复码",
    what: "手边没有应用或通行密钥时，每个恢复码可让您登录一次。请妥善保管，不要与手机放在一起。",
    left: (count) => `剩余恢复码：${count}`,
    none: "您没有恢复码。",
    make: "生成新的恢复码",
    makeNote: "旧的恢复码将失效。",
    needFactor: "恢复码需配合身份验证器应用或通行密钥使用。请先设置其中一项。",
    once: "这些恢复码只显示这一次。继续之前请保存一份。",
    copy: "复制",
    copied: "已复制",
    download: "下载",
    print: "打印",
    kept: "我已保存",
  },
  ar: {
    title: "رموز الاسترداد",
    what: "يتيح لك كل رمز الدخول مرة واحدة حين لا يكون التطبيق أو مفتاح المرور في متناولك. احفظها في مكان آمن بعيدًا عن هاتفك.",
    left: (count) => `الرموز المتبقية: ${count}`,
    none: "ليست لديك رموز استرداد.",
    make: "إنشاء رموز جديدة",
    makeNote: "ستتوقف الرموز القديمة عن العمل.",
    needFactor: "تُستخدم رموز الاسترداد مع تطبيق مصادقة أو مفتاح مرور. جهّز أحدهما أولًا.",
    once: "تظهر هذه الرموز الآن فقط. احتفظ بنسخة منها قبل المتابعة.",
    copy: "نسخ",
    copied: "تم النسخ",
    download: "تنزيل",
    print: "طباعة",
    kept: "لقد حفظتها",
  },
};
