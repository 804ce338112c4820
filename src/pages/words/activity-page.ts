import type { Words } from "../words.ts";

/** The sentences around the list of what happened to an account. */
export interface ActivityPageWords {
  readonly lead: string;
  readonly byOperator: string;
  readonly newest: string;
  readonly older: string;
  readonly nothing: string;
  /** The ways to prove who one is, in a list behind "Signed in". */
  readonly methods: { readonly password: string; readonly passkey: string; readonly code: string };
}

/** In every language. */
export const activityPageWords: Words<ActivityPageWords> = {
  en: {
    lead: "What happened to your account in the last 90 days. If you do not recognise something, change your password.",
    byOperator: "By the operator of this service",
    newest: "Newest",
    older: "Older",
    nothing: "Nothing has happened yet.",
    methods: { password: "password", passkey: "passkey", code: "code" },
  },
  de: {
    lead: "Was in den letzten 90 Tagen mit Ihrem Konto geschehen ist. Wenn Sie etwas nicht wiedererkennen, ändern Sie Ihr Passwort.",
    byOperator: "Durch den Betreiber dieses Dienstes",
    newest: "Neueste",
    older: "Ältere",
    nothing: "Es ist noch nichts geschehen.",
    methods: { password: "Passwort", passkey: "Passkey", code: "Code" },
  },
  fr: {
    lead: "Ce qui est arrivé à votre compte au cours des 90 derniers jours. Si vous ne reconnaissez pas quelque chose, changez de mot de passe.",
    byOperator: "Par l’exploitant de ce service",
    newest: "Plus récent",
    older: "Plus ancien",
    nothing: "Il ne s’est encore rien passé.",
    methods: { password: "mot de passe", passkey: "clé d’accès", code: "code" },
  },
  es: {
    lead: "Lo que ha ocurrido en su cuenta en los últimos 90 días. Si no reconoce algo, cambie su contraseña.",
    byOperator: "Por el operador de este servicio",
    newest: "Más reciente",
    older: "Más antiguo",
    nothing: "Todavía no ha ocurrido nada.",
    methods: { password: "contraseña", passkey: "llave de acceso", code: "código" },
  },
  "pt-BR": {
    lead: "O que aconteceu com sua conta nos últimos 90 dias. Se não reconhecer algo, mude sua senha.",
    byOperator: "Pelo operador deste serviço",
    newest: "Mais recente",
    older: "Mais antigo",
    nothing: "Nada aconteceu ainda.",
    methods: { password: "senha", passkey: "chave de acesso", code: "código" },
  },
  it: {
    lead: "Che cosa è successo al tuo account negli ultimi 90 giorni. Se non riconosci qualcosa, cambia la password.",
    byOperator: "Da parte del gestore di questo servizio",
    newest: "Più recenti",
    older: "Meno recenti",
    nothing: "Non è ancora successo nulla.",
    methods: { password: "password", passkey: "passkey", code: "codice" },
  },
  nl: {
    lead: "Wat er de afgelopen 90 dagen met uw account is gebeurd. Als u iets niet herkent, wijzig dan uw wachtwoord.",
    byOperator: "Door de beheerder van deze dienst",
    newest: "Nieuwste",
    older: "Ouder",
    nothing: "Er is nog niets gebeurd.",
    methods: { password: "wachtwoord", passkey: "passkey", code: "code" },
  },
  pl: {
    lead: "Co działo się z Twoim kontem w ciągu ostatnich 90 dni. Jeśli czegoś nie rozpoznajesz, zmień hasło.",
    byOperator: "Przez operatora tej usługi",
    newest: "Najnowsze",
    older: "Starsze",
    nothing: "Jeszcze nic się nie wydarzyło.",
    methods: { password: "hasło", passkey: "klucz dostępu", code: "kod" },
  },
  uk: {
    lead: "Що відбувалося з вашим обліковим записом за останні 90 днів. Якщо чогось не впізнаєте, змініть пароль.",
    byOperator: "Оператором цієї служби",
    newest: "Найновіші",
    older: "Старіші",
    nothing: "Ще нічого не відбувалося.",
    methods: { password: "пароль", passkey: "ключ доступу", code: "код" },
  },
  ja: {
    lead: "過去 90 日間にアカウントで起きたことです。心当たりのないものがあれば、パスワードを変更してください。",
    byOperator: "このサービスの運営者による操作",
    newest: "最新",
    older: "以前のもの",
    nothing: "まだ何も起きていません。",
    methods: { password: "パスワード", passkey: "パスキー", code: "コード" },
  },
  "zh-Hans": {
    lead: "过去 90 天内您的账号发生的事情。如果有不认识的记录，请更改密码。",
    byOperator: "由此服务的运营者操作",
    newest: "最新",
    older: "更早",
    nothing: "还没有任何记录。",
    methods: { password: "密码", passkey: "通行密钥", code: "验证码" },
  },
  ar: {
    lead: "ما حدث لحسابك خلال آخر 90 يومًا. إذا لم تعرف شيئًا منه فغيّر كلمة مرورك.",
    byOperator: "بواسطة مشغّل هذه الخدمة",
    newest: "الأحدث",
    older: "الأقدم",
    nothing: "لم يحدث شيء بعد.",
    methods: { password: "كلمة المرور", passkey: "مفتاح المرور", code: "رمز" },
  },
};
