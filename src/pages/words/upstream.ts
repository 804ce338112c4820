import { html, type SafeHtml } from "../html.ts";
import type { Words } from "../words.ts";

/** The sentences about signing in at another provider. `name` is the provider's, as the operator wrote it. */
export interface UpstreamWords {
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
export const upstreamWords: Words<UpstreamWords> = {
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
