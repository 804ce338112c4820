import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences about signing in at another provider. `name` is the provider's, as the operator wrote it. */
export interface UpstreamSignInWords {
  /** Between the form and the buttons of the providers. */
  readonly or: string;
  readonly button: (name: SafeHtml) => SafeHtml;
  /** Of the first of two steps, which asks for the name alone. */
  readonly next: string;
  readonly awayTitle: (name: string) => string;
  readonly away: (name: SafeHtml) => SafeHtml;
  readonly goOn: (name: SafeHtml) => SafeHtml;
  readonly denied: (name: string) => string;
  readonly unavailable: (name: string) => string;
  readonly misconfigured: (name: string) => string;
  readonly untrusted: (name: string) => string;
  readonly late: string;
  readonly gone: string;
  readonly refused: (name: string) => string;
  readonly addressTaken: (name: string) => string;
}

/** These sentences in every language. */
export const upstreamSignInWords: Words<UpstreamSignInWords> = {
  en: {
    or: "or",
    button: (name) => html`Continue with ${name}`,
    next: "Next",
    awayTitle: (name) => `Sign in with ${name}`,
    away: (name) => html`We are taking you to ${name}. You will be back here in a moment.`,
    goOn: (name) => html`Go to ${name}`,
    denied: (name) => `You did not sign in with ${name}. Try again, or choose another way.`,
    unavailable: (name) =>
      `${name} does not answer at the moment. Try again in a few minutes, or choose another way.`,
    misconfigured: (name) =>
      `Signing in with ${name} does not work at the moment. It is not your fault; the people who run this service can see why.`,
    untrusted: (name) =>
      `The answer from ${name} could not be verified, so you are not signed in. Try again.`,
    late: "That sign-in took too long or was used already. Start again.",
    gone: "This way to sign in is no longer offered. Choose another one.",
    refused: (name) =>
      `Your account at ${name} does not give you access here. Sign in another way, or ask the people who run this service.`,
    addressTaken: (name) =>
      `Your address belongs to an account here that is connected to another account at ${name}. Sign in with that one, or another way.`,
  },
  de: {
    or: "oder",
    button: (name) => html`Weiter mit ${name}`,
    next: "Weiter",
    awayTitle: (name) => `Mit ${name} anmelden`,
    away: (name) => html`Sie werden zu ${name} weitergeleitet und sind gleich wieder hier.`,
    goOn: (name) => html`Zu ${name}`,
    denied: (name) =>
      `Sie haben sich nicht mit ${name} angemeldet. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.`,
    unavailable: (name) =>
      `${name} antwortet gerade nicht. Versuchen Sie es in einigen Minuten noch einmal oder wählen Sie einen anderen Weg.`,
    misconfigured: (name) =>
      `Die Anmeldung mit ${name} funktioniert zurzeit nicht. Es liegt nicht an Ihnen; die Betreiber dieses Dienstes sehen den Grund.`,
    untrusted: (name) =>
      `Die Antwort von ${name} ließ sich nicht prüfen, deshalb sind Sie nicht angemeldet. Versuchen Sie es noch einmal.`,
    late: "Diese Anmeldung hat zu lange gedauert oder wurde schon verwendet. Beginnen Sie noch einmal.",
    gone: "Dieser Weg zur Anmeldung wird nicht mehr angeboten. Wählen Sie einen anderen.",
    refused: (name) =>
      `Mit Ihrem Konto bei ${name} haben Sie hier keinen Zugang. Melden Sie sich anders an oder fragen Sie die Betreiber dieses Dienstes.`,
    addressTaken: (name) =>
      `Ihre Adresse gehört hier zu einem Konto, das mit einem anderen Konto bei ${name} verbunden ist. Melden Sie sich mit diesem oder auf anderem Weg an.`,
  },
  fr: {
    or: "ou",
    button: (name) => html`Continuer avec ${name}`,
    next: "Suivant",
    awayTitle: (name) => `Se connecter avec ${name}`,
    away: (name) => html`Nous vous dirigeons vers ${name}. Vous serez de retour ici dans un instant.`,
    goOn: (name) => html`Aller vers ${name}`,
    denied: (name) => `Vous ne vous êtes pas connecté avec ${name}. Réessayez ou choisissez un autre moyen.`,
    unavailable: (name) =>
      `${name} ne répond pas pour le moment. Réessayez dans quelques minutes ou choisissez un autre moyen.`,
    misconfigured: (name) =>
      `La connexion avec ${name} ne fonctionne pas pour le moment. Vous n’y êtes pour rien\u202f; les responsables de ce service en voient la raison.`,
    untrusted: (name) =>
      `La réponse de ${name} n’a pas pu être vérifiée\u202f; vous n’êtes donc pas connecté. Réessayez.`,
    late: "Cette connexion a pris trop de temps ou a déjà servi. Recommencez.",
    gone: "Ce moyen de connexion n’est plus proposé. Choisissez-en un autre.",
    refused: (name) =>
      `Votre compte chez ${name} ne vous donne pas accès à ce service. Connectez-vous autrement ou adressez-vous aux responsables.`,
    addressTaken: (name) =>
      `Votre adresse appartient ici à un compte associé à un autre compte chez ${name}. Connectez-vous avec celui-là ou autrement.`,
  },
  es: {
    or: "o",
    button: (name) => html`Continuar con ${name}`,
    next: "Siguiente",
    awayTitle: (name) => `Iniciar sesión con ${name}`,
    away: (name) => html`Le llevamos a ${name}. Enseguida volverá aquí.`,
    goOn: (name) => html`Ir a ${name}`,
    denied: (name) => `No ha iniciado sesión con ${name}. Inténtelo de nuevo o elija otra forma.`,
    unavailable: (name) =>
      `${name} no responde en este momento. Inténtelo de nuevo en unos minutos o elija otra forma.`,
    misconfigured: (name) =>
      `El inicio de sesión con ${name} no funciona en este momento. No es culpa suya; los responsables de este servicio pueden ver el motivo.`,
    untrusted: (name) =>
      `No se pudo comprobar la respuesta de ${name}, así que no ha iniciado sesión. Inténtelo de nuevo.`,
    late: "Ese inicio de sesión tardó demasiado o ya se había usado. Empiece de nuevo.",
    gone: "Esta forma de iniciar sesión ya no se ofrece. Elija otra.",
    refused: (name) =>
      `Su cuenta de ${name} no le da acceso aquí. Inicie sesión de otra forma o pregunte a los responsables de este servicio.`,
    addressTaken: (name) =>
      `Su dirección pertenece aquí a una cuenta vinculada a otra cuenta de ${name}. Inicie sesión con esa o de otra forma.`,
  },
  "pt-BR": {
    or: "ou",
    button: (name) => html`Continuar com ${name}`,
    next: "Avançar",
    awayTitle: (name) => `Entrar com ${name}`,
    away: (name) => html`Estamos levando você para ${name}. Em instantes você estará de volta.`,
    goOn: (name) => html`Ir para ${name}`,
    denied: (name) => `Você não entrou com ${name}. Tente de novo ou escolha outra forma.`,
    unavailable: (name) =>
      `${name} não responde no momento. Tente de novo em alguns minutos ou escolha outra forma.`,
    misconfigured: (name) =>
      `A entrada com ${name} não funciona no momento. Não é culpa sua; os responsáveis por este serviço podem ver o motivo.`,
    untrusted: (name) =>
      `Não foi possível verificar a resposta de ${name}, por isso você não entrou. Tente de novo.`,
    late: "Essa entrada demorou demais ou já foi usada. Comece de novo.",
    gone: "Esta forma de entrar não é mais oferecida. Escolha outra.",
    refused: (name) =>
      `Sua conta em ${name} não dá acesso a este serviço. Entre de outra forma ou fale com os responsáveis.`,
    addressTaken: (name) =>
      `Seu endereço pertence aqui a uma conta ligada a outra conta em ${name}. Entre com aquela ou de outra forma.`,
  },
  it: {
    or: "oppure",
    button: (name) => html`Continua con ${name}`,
    next: "Avanti",
    awayTitle: (name) => `Accedi con ${name}`,
    away: (name) => html`La stiamo portando su ${name}. Tra un attimo sarà di nuovo qui.`,
    goOn: (name) => html`Vai a ${name}`,
    denied: (name) => `Non ha effettuato l’accesso con ${name}. Riprovi o scelga un altro modo.`,
    unavailable: (name) =>
      `${name} al momento non risponde. Riprovi tra qualche minuto o scelga un altro modo.`,
    misconfigured: (name) =>
      `L’accesso con ${name} al momento non funziona. Non dipende da Lei; chi gestisce questo servizio può vederne il motivo.`,
    untrusted: (name) =>
      `Non è stato possibile verificare la risposta di ${name}, quindi l’accesso non è avvenuto. Riprovi.`,
    late: "Questo accesso ha richiesto troppo tempo o è già stato usato. Ricominci.",
    gone: "Questo modo di accedere non è più disponibile. Ne scelga un altro.",
    refused: (name) =>
      `Il Suo account di ${name} non dà accesso a questo servizio. Acceda in un altro modo o chieda a chi lo gestisce.`,
    addressTaken: (name) =>
      `Il Suo indirizzo appartiene qui a un account collegato a un altro account di ${name}. Acceda con quello o in un altro modo.`,
  },
  nl: {
    or: "of",
    button: (name) => html`Doorgaan met ${name}`,
    next: "Volgende",
    awayTitle: (name) => `Inloggen met ${name}`,
    away: (name) => html`We brengen u naar ${name}. U bent zo weer terug.`,
    goOn: (name) => html`Naar ${name}`,
    denied: (name) => `U bent niet ingelogd met ${name}. Probeer het opnieuw of kies een andere manier.`,
    unavailable: (name) =>
      `${name} antwoordt op dit moment niet. Probeer het over een paar minuten opnieuw of kies een andere manier.`,
    misconfigured: (name) =>
      `Inloggen met ${name} werkt op dit moment niet. Het ligt niet aan u; de beheerders van deze dienst kunnen zien waarom.`,
    untrusted: (name) =>
      `Het antwoord van ${name} kon niet worden gecontroleerd, dus u bent niet ingelogd. Probeer het opnieuw.`,
    late: "Deze aanmelding duurde te lang of was al gebruikt. Begin opnieuw.",
    gone: "Deze manier van inloggen wordt niet meer aangeboden. Kies een andere.",
    refused: (name) =>
      `Met uw account bij ${name} hebt u hier geen toegang. Log op een andere manier in of vraag het de beheerders van deze dienst.`,
    addressTaken: (name) =>
      `Uw adres hoort hier bij een account dat met een ander account bij ${name} is verbonden. Log daarmee in of op een andere manier.`,
  },
  pl: {
    or: "albo",
    button: (name) => html`Kontynuuj przez ${name}`,
    next: "Dalej",
    awayTitle: (name) => `Logowanie przez ${name}`,
    away: (name) => html`Przenosimy Państwa do ${name}. Za chwilę nastąpi powrót na tę stronę.`,
    goOn: (name) => html`Przejdź do ${name}`,
    denied: (name) =>
      `Logowanie przez ${name} nie doszło do skutku. Proszę spróbować ponownie lub wybrać inny sposób.`,
    unavailable: (name) =>
      `Dostawca ${name} w tej chwili nie odpowiada. Proszę spróbować za kilka minut lub wybrać inny sposób.`,
    misconfigured: (name) =>
      `Logowanie przez ${name} w tej chwili nie działa. To nie Państwa wina; opiekunowie tej usługi widzą przyczynę.`,
    untrusted: (name) =>
      `Nie udało się sprawdzić odpowiedzi dostawcy ${name}, dlatego logowanie nie nastąpiło. Proszę spróbować ponownie.`,
    late: "To logowanie trwało zbyt długo albo zostało już użyte. Proszę zacząć od nowa.",
    gone: "Ten sposób logowania nie jest już dostępny. Proszę wybrać inny.",
    refused: (name) =>
      `Konto u dostawcy ${name} nie daje tu dostępu. Proszę zalogować się inaczej lub zapytać opiekunów tej usługi.`,
    addressTaken: (name) =>
      `Państwa adres należy tu do konta połączonego z innym kontem u dostawcy ${name}. Proszę zalogować się tamtym lub w inny sposób.`,
  },
  uk: {
    or: "або",
    button: (name) => html`Продовжити через ${name}`,
    next: "Далі",
    awayTitle: (name) => `Вхід через ${name}`,
    away: (name) => html`Переходимо до ${name}. За мить ви повернетеся сюди.`,
    goOn: (name) => html`Перейти до ${name}`,
    denied: (name) => `Ви не увійшли через ${name}. Спробуйте ще раз або виберіть інший спосіб.`,
    unavailable: (name) =>
      `Служба ${name} зараз не відповідає. Спробуйте за кілька хвилин або виберіть інший спосіб.`,
    misconfigured: (name) =>
      `Вхід через ${name} зараз не працює. Це не ваша провина; ті, хто керує цією службою, бачать причину.`,
    untrusted: (name) =>
      `Відповідь служби ${name} не вдалося перевірити, тому ви не увійшли. Спробуйте ще раз.`,
    late: "Цей вхід тривав надто довго або вже був використаний. Почніть знову.",
    gone: "Цей спосіб входу більше не пропонується. Виберіть інший.",
    refused: (name) =>
      `Ваш обліковий запис у ${name} не дає тут доступу. Увійдіть інакше або зверніться до тих, хто керує цією службою.`,
    addressTaken: (name) =>
      `Ваша адреса належить тут обліковому запису, який пов’язано з іншим обліковим записом у ${name}. Увійдіть через нього або інакше.`,
  },
  ja: {
    or: "または",
    button: (name) => html`${name} で続ける`,
    next: "次へ",
    awayTitle: (name) => `${name} でログイン`,
    away: (name) => html`${name} に移動しています。すぐにこのページに戻ります。`,
    goOn: (name) => html`${name} に進む`,
    denied: (name) => `${name} でのログインは行われませんでした。もう一度試すか、別の方法を選んでください。`,
    unavailable: (name) =>
      `現在 ${name} から応答がありません。数分後にもう一度試すか、別の方法を選んでください。`,
    misconfigured: (name) =>
      `現在 ${name} でのログインはご利用いただけません。お客様の操作に問題はありません。原因はこのサービスの管理者が確認できます。`,
    untrusted: (name) =>
      `${name} からの応答を確認できなかったため、ログインしていません。もう一度お試しください。`,
    late: "このログインは時間がかかりすぎたか、すでに使用されています。最初からやり直してください。",
    gone: "このログイン方法は現在提供されていません。別の方法を選んでください。",
    refused: (name) =>
      `${name} のアカウントではこのサービスを利用できません。別の方法でログインするか、管理者にお問い合わせください。`,
    addressTaken: (name) =>
      `お使いのメールアドレスのアカウントは、${name} の別のアカウントと連携されています。そのアカウントか別の方法でログインしてください。`,
  },
  "zh-Hans": {
    or: "或",
    button: (name) => html`使用 ${name} 继续`,
    next: "下一步",
    awayTitle: (name) => `使用 ${name} 登录`,
    away: (name) => html`正在前往 ${name}，稍后您会回到这里。`,
    goOn: (name) => html`前往 ${name}`,
    denied: (name) => `您没有通过 ${name} 登录。请重试，或选择其他方式。`,
    unavailable: (name) => `${name} 目前没有响应。请几分钟后重试，或选择其他方式。`,
    misconfigured: (name) => `目前无法使用 ${name} 登录。这不是您的问题，本服务的管理者可以查看原因。`,
    untrusted: (name) => `无法验证来自 ${name} 的回应，因此您尚未登录。请重试。`,
    late: "此次登录耗时过长或已被使用。请重新开始。",
    gone: "已不再提供这种登录方式。请选择其他方式。",
    refused: (name) => `您在 ${name} 的帐号无法访问本服务。请使用其他方式登录，或咨询本服务的管理者。`,
    addressTaken: (name) => `您的邮箱在此处所属的帐号已关联 ${name} 的另一个帐号。请用该帐号或其他方式登录。`,
  },
  ar: {
    or: "أو",
    button: (name) => html`المتابعة باستخدام ${name}`,
    next: "التالي",
    awayTitle: (name) => `تسجيل الدخول باستخدام ${name}`,
    away: (name) => html`ننقلك الآن إلى ${name}، وستعود إلى هنا بعد لحظات.`,
    goOn: (name) => html`الانتقال إلى ${name}`,
    denied: (name) => `لم تسجّل الدخول باستخدام ${name}. حاول مرة أخرى أو اختر طريقة أخرى.`,
    unavailable: (name) => `لا يستجيب ${name} حاليًا. حاول مرة أخرى بعد بضع دقائق أو اختر طريقة أخرى.`,
    misconfigured: (name) =>
      `لا يعمل تسجيل الدخول باستخدام ${name} حاليًا. ليس هذا خطأك، ويستطيع القائمون على هذه الخدمة معرفة السبب.`,
    untrusted: (name) => `تعذّر التحقق من رد ${name}، لذلك لم يُسجَّل دخولك. حاول مرة أخرى.`,
    late: "استغرق تسجيل الدخول هذا وقتًا طويلًا أو سبق استخدامه. ابدأ من جديد.",
    gone: "لم تعد طريقة تسجيل الدخول هذه متاحة. اختر طريقة أخرى.",
    refused: (name) =>
      `لا يمنحك حسابك لدى ${name} حق الدخول هنا. سجّل الدخول بطريقة أخرى أو اسأل القائمين على هذه الخدمة.`,
    addressTaken: (name) =>
      `ينتمي عنوانك هنا إلى حساب مرتبط بحساب آخر لدى ${name}. سجّل الدخول بذلك الحساب أو بطريقة أخرى.`,
  },
};
