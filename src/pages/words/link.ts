import type { Words } from "../words.ts";

/** The sentences that every page about a mailed link shares. */
export interface LinkWords {
  readonly send: string;
  readonly sentTitle: string;
  readonly nothingArrived: string;
  readonly again: string;
  readonly signIn: string;
  readonly stale: string;
  readonly noCookie: string;
  readonly deadTitle: string;
  readonly deadSentence: string;
  readonly askAgain: string;
}

/** In every language. */
export const linkWords: Words<LinkWords> = {
  en: {
    send: "Send link",
    sentTitle: "Check your e-mail",
    nothingArrived:
      "Nothing there after a few minutes? Look in the spam folder, or check what you entered and try again.",
    again: "Try again",
    signIn: "Go to sign-in",
    stale: "For your security, please try again.",
    noCookie: "Your browser did not send back our cookie. Allow cookies for this site, then try again.",
    deadTitle: "This link no longer works",
    deadSentence: "It was used already, it is too old, or a newer one took its place. Nothing was changed.",
    askAgain: "Ask for a new link",
  },
  de: {
    send: "Link senden",
    sentTitle: "Sehen Sie in Ihr Postfach",
    nothingArrived:
      "Nach ein paar Minuten noch nichts da? Sehen Sie im Spam-Ordner nach, oder prüfen Sie Ihre Eingabe und versuchen Sie es noch einmal.",
    again: "Noch einmal versuchen",
    signIn: "Zur Anmeldung",
    stale: "Bitte versuchen Sie es zur Sicherheit noch einmal.",
    noCookie:
      "Ihr Browser hat unser Cookie nicht zurückgeschickt. Erlauben Sie Cookies für diese Website und versuchen Sie es dann noch einmal.",
    deadTitle: "Dieser Link gilt nicht mehr",
    deadSentence:
      "Er wurde schon benutzt, ist zu alt oder wurde durch einen neueren ersetzt. Es wurde nichts geändert.",
    askAgain: "Neuen Link anfordern",
  },
  fr: {
    send: "Envoyer le lien",
    sentTitle: "Consultez votre messagerie",
    nothingArrived:
      "Rien après quelques minutes\u202f? Regardez dans le dossier des indésirables, ou vérifiez votre saisie et réessayez.",
    again: "Réessayer",
    signIn: "Aller à la connexion",
    stale: "Par sécurité, veuillez réessayer.",
    noCookie:
      "Votre navigateur n’a pas renvoyé notre cookie. Autorisez les cookies pour ce site, puis réessayez.",
    deadTitle: "Ce lien ne fonctionne plus",
    deadSentence:
      "Il a déjà servi, il est trop ancien ou un lien plus récent l’a remplacé. Rien n’a été modifié.",
    askAgain: "Demander un nouveau lien",
  },
  es: {
    send: "Enviar el enlace",
    sentTitle: "Revise su correo",
    nothingArrived:
      "¿No ha llegado nada en unos minutos? Mire en la carpeta de correo no deseado, o revise lo que escribió y vuelva a intentarlo.",
    again: "Volver a intentarlo",
    signIn: "Ir al inicio de sesión",
    stale: "Por seguridad, vuelva a intentarlo.",
    noCookie:
      "Su navegador no ha devuelto nuestra cookie. Permita las cookies para este sitio y vuelva a intentarlo.",
    deadTitle: "Este enlace ya no funciona",
    deadSentence:
      "Ya se ha usado, es demasiado antiguo o lo ha sustituido uno más reciente. No se ha cambiado nada.",
    askAgain: "Pedir un enlace nuevo",
  },
  "pt-BR": {
    send: "Enviar o link",
    sentTitle: "Verifique seu e\u2011mail",
    nothingArrived:
      "Nada depois de alguns minutos? Procure na pasta de spam, ou confira o que você digitou e tente novamente.",
    again: "Tentar novamente",
    signIn: "Ir para a página de entrada",
    stale: "Por segurança, tente novamente.",
    noCookie: "Seu navegador não devolveu nosso cookie. Permita os cookies para este site e tente novamente.",
    deadTitle: "Este link não funciona mais",
    deadSentence: "Ele já foi usado, é antigo demais ou foi substituído por um mais novo. Nada foi alterado.",
    askAgain: "Pedir um novo link",
  },
  it: {
    send: "Invia il link",
    sentTitle: "Controlla la posta",
    nothingArrived:
      "Dopo qualche minuto non è ancora arrivato nulla? Guarda nella cartella dello spam, oppure controlla ciò che hai scritto e riprova.",
    again: "Riprova",
    signIn: "Vai all’accesso",
    stale: "Per sicurezza, riprova.",
    noCookie:
      "Il tuo browser non ha rimandato il nostro cookie. Consenti i cookie per questo sito, poi riprova.",
    deadTitle: "Questo link non funziona più",
    deadSentence:
      "È già stato usato, è troppo vecchio o è stato sostituito da uno più recente. Non è stato modificato nulla.",
    askAgain: "Chiedi un nuovo link",
  },
  nl: {
    send: "Link sturen",
    sentTitle: "Kijk in uw mail",
    nothingArrived:
      "Na een paar minuten nog niets? Kijk in de map met ongewenste mail, of controleer wat u hebt ingevuld en probeer het opnieuw.",
    again: "Opnieuw proberen",
    signIn: "Naar het inloggen",
    stale: "Probeer het voor uw veiligheid opnieuw.",
    noCookie:
      "Uw browser heeft onze cookie niet teruggestuurd. Sta cookies voor deze site toe en probeer het dan opnieuw.",
    deadTitle: "Deze link werkt niet meer",
    deadSentence: "Hij is al gebruikt, is te oud of is vervangen door een nieuwere. Er is niets veranderd.",
    askAgain: "Een nieuwe link vragen",
  },
  pl: {
    send: "Wyślij link",
    sentTitle: "Sprawdź pocztę",
    nothingArrived:
      "Po kilku minutach nadal nic nie ma? Zajrzyj do folderu ze spamem albo sprawdź, co zostało wpisane, i spróbuj ponownie.",
    again: "Spróbuj ponownie",
    signIn: "Przejdź do logowania",
    stale: "Ze względów bezpieczeństwa spróbuj jeszcze raz.",
    noCookie:
      "Przeglądarka nie odesłała naszego pliku cookie. Zezwól na pliki cookie w tej witrynie i spróbuj ponownie.",
    deadTitle: "Ten link już nie działa",
    deadSentence: "Został już użyty, jest za stary albo zastąpił go nowszy. Nic się nie zmieniło.",
    askAgain: "Poproś o nowy link",
  },
  uk: {
    send: "Надіслати посилання",
    sentTitle: "Перевірте пошту",
    nothingArrived:
      "Минуло кілька хвилин, а листа немає? Перегляньте папку зі спамом або перевірте введене й спробуйте ще раз.",
    again: "Спробувати ще раз",
    signIn: "Перейти до входу",
    stale: "Для вашої безпеки спробуйте ще раз.",
    noCookie:
      "Браузер не надіслав наш файл cookie. Дозвольте файли cookie для цього сайту й спробуйте ще раз.",
    deadTitle: "Це посилання більше не діє",
    deadSentence: "Його вже використано, воно застаріло або його замінило новіше. Нічого не змінено.",
    askAgain: "Отримати нове посилання",
  },
  ja: {
    send: "リンクを送信",
    sentTitle: "メールをご確認ください",
    nothingArrived:
      "数分たっても届かない場合は、迷惑メールフォルダーを確認するか、入力内容を確かめてもう一度お試しください。",
    again: "もう一度試す",
    signIn: "ログインページへ",
    stale: "安全のため、もう一度お試しください。",
    noCookie:
      "ブラウザーから Cookie が送られてきませんでした。このサイトの Cookie を許可してから、もう一度お試しください。",
    deadTitle: "このリンクは使えません",
    deadSentence:
      "すでに使用されたか、有効期限が切れたか、新しいリンクが発行されています。何も変更されていません。",
    askAgain: "新しいリンクを受け取る",
  },
  "zh-Hans": {
    send: "发送链接",
    sentTitle: "请查看您的邮箱",
    nothingArrived: "几分钟后仍未收到？请查看垃圾邮件文件夹，或检查您输入的内容后重试。",
    again: "重试",
    signIn: "前往登录",
    stale: "为了您的安全，请再试一次。",
    noCookie: "您的浏览器没有发回我们的 Cookie。请允许此网站使用 Cookie，然后重试。",
    deadTitle: "此链接已失效",
    deadSentence: "它已被使用、已过期，或已被更新的链接取代。未作任何更改。",
    askAgain: "获取新链接",
  },
  ar: {
    send: "إرسال الرابط",
    sentTitle: "تحقّق من بريدك",
    nothingArrived:
      "لم يصل شيء بعد بضع دقائق؟ ابحث في مجلد الرسائل غير المرغوب فيها، أو تحقّق مما أدخلته ثم أعد المحاولة.",
    again: "إعادة المحاولة",
    signIn: "الانتقال إلى تسجيل الدخول",
    stale: "حرصًا على أمانك، يُرجى إعادة المحاولة.",
    noCookie:
      "لم يُعِد متصفحك إرسال ملف تعريف الارتباط. اسمح بملفات تعريف الارتباط لهذا الموقع، ثم أعد المحاولة.",
    deadTitle: "لم يعد هذا الرابط صالحًا",
    deadSentence: "لقد استُخدم من قبل، أو انتهت مدته، أو حلّ محله رابط أحدث. لم يتغيّر شيء.",
    askAgain: "طلب رابط جديد",
  },
};
