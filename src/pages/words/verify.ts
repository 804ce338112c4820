import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences of the page that asks for a second proof. */
export interface VerifyWords {
  readonly heading: string;
  readonly lead: (client: SafeHtml) => SafeHtml;
  /** The lead where the sign-in is for a page of the service. */
  readonly ownLead: string;
  readonly code: string;
  readonly either: string;
  /** A button for phones, whose keyboard then has letters. */
  readonly useRecoveryCode: string;
  readonly trust: string;
  readonly submit: string;
  readonly missing: string;
  readonly wrong: string;
  readonly spent: string;
  readonly lost: string;
  /** The lead, the field and the way out where the person has a passkey and no app. */
  readonly passkeyLead: string;
  readonly recoveryCode: string;
  readonly lostPasskey: string;
}

/** In every language. */
export const verifyWords: Words<VerifyWords> = {
  en: {
    heading: "One more step",
    lead: (client) => html`To continue to ${client}, enter the code from your authenticator app.`,
    ownLead: "Enter the code from your authenticator app.",
    code: "Code",
    either: "A recovery code works here too.",
    useRecoveryCode: "Use a recovery code",
    trust: "Do not ask for a code in this browser for 30 days",
    submit: "Verify",
    missing: "Enter the code.",
    wrong:
      "That code is not right. Enter the one that your app shows now, or a recovery code that you have not used yet.",
    spent: "That code has already been used. Wait until your app shows the next one.",
    lost: "No app and no recovery code at hand? The people who run this service can help you.",
    passkeyLead: "Confirm with your passkey that it is you.",
    recoveryCode: "Recovery code",
    lostPasskey:
      "Have you lost your passkey? The people who run this service can remove it. Then you can add a new one.",
  },
  de: {
    heading: "Noch ein Schritt",
    lead: (client) =>
      html`Geben Sie den Code aus Ihrer Authenticator-App ein, um mit ${client} fortzufahren.`,
    ownLead: "Geben Sie den Code aus Ihrer Authenticator-App ein.",
    code: "Code",
    either: "Auch ein Wiederherstellungscode ist möglich.",
    useRecoveryCode: "Wiederherstellungscode verwenden",
    trust: "In diesem Browser 30 Tage lang nicht nach einem Code fragen",
    submit: "Bestätigen",
    missing: "Geben Sie den Code ein.",
    wrong:
      "Dieser Code stimmt nicht. Geben Sie den ein, den Ihre App gerade anzeigt, oder einen Wiederherstellungscode, den Sie noch nicht benutzt haben.",
    spent: "Dieser Code wurde schon benutzt. Warten Sie, bis Ihre App den nächsten anzeigt.",
    lost: "Weder App noch Wiederherstellungscode zur Hand? Der Betreiber dieses Dienstes kann Ihnen helfen.",
    passkeyLead: "Bestätigen Sie mit Ihrem Passkey, dass Sie es sind.",
    recoveryCode: "Wiederherstellungscode",
    lostPasskey:
      "Passkey verloren? Der Betreiber dieses Dienstes kann ihn entfernen. Danach können Sie einen neuen hinzufügen.",
  },
  fr: {
    heading: "Encore une étape",
    lead: (client) =>
      html`Pour continuer vers ${client}, saisissez le code de votre application d’authentification.`,
    ownLead: "Saisissez le code de votre application d’authentification.",
    code: "Code",
    either: "Un code de secours convient aussi.",
    useRecoveryCode: "Utiliser un code de secours",
    trust: "Ne plus demander de code dans ce navigateur pendant 30 jours",
    submit: "Vérifier",
    missing: "Saisissez le code.",
    wrong:
      "Ce code n’est pas le bon. Saisissez celui que votre application affiche maintenant, ou un code de secours encore inutilisé.",
    spent: "Ce code a déjà servi. Attendez que votre application affiche le suivant.",
    lost: "Ni application ni code de secours sous la main\u202f? Les responsables de ce service peuvent vous aider.",
    passkeyLead: "Confirmez votre identité avec votre clé d’accès.",
    recoveryCode: "Code de secours",
    lostPasskey:
      "Vous avez perdu votre clé d’accès\u202f? Les responsables de ce service peuvent la supprimer. Vous pourrez ensuite en ajouter une autre.",
  },
  es: {
    heading: "Un paso más",
    lead: (client) => html`Para continuar en ${client}, escriba el código de su aplicación de autenticación.`,
    ownLead: "Escriba el código de su aplicación de autenticación.",
    code: "Código",
    either: "También sirve un código de recuperación.",
    useRecoveryCode: "Usar un código de recuperación",
    trust: "No pedir un código en este navegador durante 30 días",
    submit: "Verificar",
    missing: "Escriba el código.",
    wrong:
      "Ese código no es correcto. Escriba el que muestra ahora su aplicación, o un código de recuperación que no haya usado.",
    spent: "Ese código ya se ha usado. Espere a que su aplicación muestre el siguiente.",
    lost: "¿No tiene a mano ni la aplicación ni un código de recuperación? Los responsables de este servicio pueden ayudarle.",
    passkeyLead: "Confirme su identidad con su llave de acceso.",
    recoveryCode: "Código de recuperación",
    lostPasskey:
      "¿Ha perdido su llave de acceso? Los responsables de este servicio pueden eliminarla. Después podrá añadir otra.",
  },
  "pt-BR": {
    heading: "Só mais uma etapa",
    lead: (client) => html`Para continuar em ${client}, digite o código do seu aplicativo autenticador.`,
    ownLead: "Digite o código do seu aplicativo autenticador.",
    code: "Código",
    either: "Um código de recuperação também serve.",
    useRecoveryCode: "Usar um código de recuperação",
    trust: "Não pedir código neste navegador por 30 dias",
    submit: "Verificar",
    missing: "Digite o código.",
    wrong:
      "Esse código não está certo. Digite o que o aplicativo mostra agora ou um código de recuperação que você ainda não usou.",
    spent: "Esse código já foi usado. Espere até o aplicativo mostrar o próximo.",
    lost: "Sem o aplicativo e sem código de recuperação? Quem administra este serviço pode ajudar.",
    passkeyLead: "Confirme com sua chave de acesso que é você.",
    recoveryCode: "Código de recuperação",
    lostPasskey:
      "Perdeu sua chave de acesso? Quem administra este serviço pode removê-la. Depois você pode adicionar outra.",
  },
  it: {
    heading: "Ancora un passaggio",
    lead: (client) => html`Per continuare su ${client}, inserisci il codice della tua app di autenticazione.`,
    ownLead: "Inserisci il codice della tua app di autenticazione.",
    code: "Codice",
    either: "Va bene anche un codice di recupero.",
    useRecoveryCode: "Usa un codice di recupero",
    trust: "Non chiedere un codice in questo browser per 30 giorni",
    submit: "Verifica",
    missing: "Inserisci il codice.",
    wrong:
      "Il codice non è corretto. Inserisci quello che l’app mostra adesso, oppure un codice di recupero non ancora usato.",
    spent: "Questo codice è già stato usato. Attendi che l’app mostri il prossimo.",
    lost: "Non hai a portata di mano né l’app né un codice di recupero? Chi gestisce questo servizio può aiutarti.",
    passkeyLead: "Conferma la tua identità con la passkey.",
    recoveryCode: "Codice di recupero",
    lostPasskey:
      "Hai perso la passkey? Chi gestisce questo servizio può rimuoverla. Poi potrai aggiungerne un’altra.",
  },
  nl: {
    heading: "Nog één stap",
    lead: (client) => html`Voer de code uit uw authenticator-app in om door te gaan naar ${client}.`,
    ownLead: "Voer de code uit uw authenticator-app in.",
    code: "Code",
    either: "Een herstelcode werkt hier ook.",
    useRecoveryCode: "Een herstelcode gebruiken",
    trust: "In deze browser 30 dagen lang niet om een code vragen",
    submit: "Bevestigen",
    missing: "Voer de code in.",
    wrong:
      "Deze code klopt niet. Voer de code in die uw app nu toont, of een herstelcode die u nog niet hebt gebruikt.",
    spent: "Deze code is al gebruikt. Wacht tot uw app de volgende toont.",
    lost: "Geen app en geen herstelcode bij de hand? De beheerders van deze dienst kunnen u helpen.",
    passkeyLead: "Bevestig met uw passkey dat u het bent.",
    recoveryCode: "Herstelcode",
    lostPasskey:
      "Passkey kwijt? De beheerders van deze dienst kunnen hem verwijderen. Daarna kunt u een nieuwe toevoegen.",
  },
  pl: {
    heading: "Jeszcze jeden krok",
    lead: (client) => html`Aby przejść do aplikacji ${client}, wpisz kod z aplikacji uwierzytelniającej.`,
    ownLead: "Wpisz kod z aplikacji uwierzytelniającej.",
    code: "Kod",
    either: "Można też wpisać kod odzyskiwania.",
    useRecoveryCode: "Użyj kodu odzyskiwania",
    trust: "Nie pytaj o kod w tej przeglądarce przez 30 dni",
    submit: "Potwierdź",
    missing: "Wpisz kod.",
    wrong:
      "Ten kod jest nieprawidłowy. Wpisz ten, który aplikacja pokazuje teraz, albo jeszcze nieużyty kod odzyskiwania.",
    spent: "Ten kod został już użyty. Poczekaj, aż aplikacja pokaże następny.",
    lost: "Nie masz pod ręką ani aplikacji, ani kodu odzyskiwania? Administratorzy tej usługi mogą pomóc.",
    passkeyLead: "Potwierdź swoją tożsamość kluczem dostępu.",
    recoveryCode: "Kod odzyskiwania",
    lostPasskey:
      "Nie masz już klucza dostępu? Administratorzy tej usługi mogą go usunąć. Potem można dodać nowy.",
  },
  uk: {
    heading: "Ще один крок",
    lead: (client) => html`Щоб перейти до застосунку ${client}, введіть код із програми автентифікації.`,
    ownLead: "Введіть код із програми автентифікації.",
    code: "Код",
    either: "Код відновлення теж підійде.",
    useRecoveryCode: "Використати код відновлення",
    trust: "Не запитувати код у цьому браузері 30 днів",
    submit: "Підтвердити",
    missing: "Введіть код.",
    wrong:
      "Цей код неправильний. Введіть той, який програма показує зараз, або код відновлення, яким ви ще не користувалися.",
    spent: "Цей код уже використано. Зачекайте, доки програма покаже наступний.",
    lost: "Немає під рукою ні програми, ні коду відновлення? Адміністратори цього сервісу можуть допомогти.",
    passkeyLead: "Підтвердьте свою особу ключем доступу.",
    recoveryCode: "Код відновлення",
    lostPasskey:
      "Втратили ключ доступу? Адміністратори цього сервісу можуть його видалити. Після цього ви зможете додати новий.",
  },
  ja: {
    heading: "あと一歩です",
    lead: (client) => html`${client} に進むには、認証アプリに表示されているコードを入力してください。`,
    ownLead: "認証アプリに表示されているコードを入力してください。",
    code: "コード",
    either: "リカバリーコードも使えます。",
    useRecoveryCode: "リカバリーコードを使う",
    trust: "このブラウザーでは30日間コードを求めない",
    submit: "確認",
    missing: "コードを入力してください。",
    wrong:
      "コードが正しくありません。アプリに今表示されているコードか、まだ使っていないリカバリーコードを入力してください。",
    spent: "このコードはすでに使われています。アプリに次のコードが表示されるまでお待ちください。",
    lost: "アプリもリカバリーコードも手元にない場合は、このサービスの管理者にご相談ください。",
    passkeyLead: "パスキーで本人確認をしてください。",
    recoveryCode: "リカバリーコード",
    lostPasskey:
      "パスキーを紛失した場合は、このサービスの管理者に削除を依頼してください。その後、新しいパスキーを追加できます。",
  },
  "zh-Hans": {
    heading: "还差一步",
    lead: (client) => html`要继续前往${client}，请输入身份验证器应用中的验证码。`,
    ownLead: "请输入身份验证器应用中的验证码。",
    code: "验证码",
    either: "也可以使用恢复码。",
    useRecoveryCode: "使用恢复码",
    trust: "30 天内不再在此浏览器中要求验证码",
    submit: "验证",
    missing: "请输入验证码。",
    wrong: "验证码不正确。请输入应用当前显示的验证码，或一个尚未使用的恢复码。",
    spent: "该验证码已被使用。请等待应用显示下一个。",
    lost: "手边既没有应用也没有恢复码？本服务的管理人员可以帮助您。",
    passkeyLead: "请使用您的通行密钥确认身份。",
    recoveryCode: "恢复码",
    lostPasskey: "通行密钥丢失了？本服务的管理人员可以将其移除，之后您可以添加新的。",
  },
  ar: {
    heading: "خطوة أخيرة",
    lead: (client) => html`للمتابعة إلى ${client}، أدخل الرمز الظاهر في تطبيق المصادقة.`,
    ownLead: "أدخل الرمز الظاهر في تطبيق المصادقة.",
    code: "الرمز",
    either: "يمكنك أيضًا استخدام أحد رموز الاسترداد.",
    useRecoveryCode: "استخدام رمز استرداد",
    trust: "عدم طلب رمز في هذا المتصفح لمدة 30 يومًا",
    submit: "تحقّق",
    missing: "أدخل الرمز.",
    wrong: "هذا الرمز غير صحيح. أدخل الرمز الذي يعرضه التطبيق الآن، أو رمز استرداد لم تستخدمه بعد.",
    spent: "سبق استخدام هذا الرمز. انتظر حتى يعرض التطبيق الرمز التالي.",
    lost: "ليس لديك التطبيق ولا رمز استرداد الآن؟ يمكن للقائمين على هذه الخدمة مساعدتك.",
    passkeyLead: "أكّد هويتك باستخدام مفتاح المرور.",
    recoveryCode: "رمز الاسترداد",
    lostPasskey: "هل فقدت مفتاح المرور؟ يمكن للقائمين على هذه الخدمة إزالته، ثم يمكنك إضافة مفتاح جديد.",
  },
};
