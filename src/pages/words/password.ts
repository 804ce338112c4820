import type { Words } from "../words.ts";

/** The sentences about choosing a password. */
export interface PasswordWords {
  readonly label: string;
  readonly rule: (lengthMin: number) => string;
  /** How many of the wanted characters are typed. */
  readonly progress: (typed: string, lengthMin: number) => string;
  /** Said while typing, where nothing is wrong that a browser could know. */
  readonly enough: string;
  readonly tooShort: (lengthMin: number) => string;
  readonly tooLong: string;
  readonly unreadable: string;
  readonly repeated: string;
  readonly predictable: string;
  readonly ownWords: string;
  readonly stolen: string;
  readonly busy: string;
}

/** In every language. */
export const passwordWords: Words<PasswordWords> = {
  en: {
    label: "New password",
    rule: (least) =>
      `At least ${least} characters. A few words that have nothing to do with each other are easy to remember.`,
    progress: (typed, least) => `${typed} of ${least} characters`,
    enough: "Long enough. When you save it, we check that it is on no list of stolen passwords.",
    tooShort: (least) =>
      `This password is too short. Use at least ${least} characters: a few words that have nothing to do with each other, for example.`,
    tooLong: "This password is too long. Use a shorter one.",
    unreadable: "This password contains a character that cannot be used. Choose another password.",
    repeated: "This repeats the same few characters, which is guessed quickly. Use words that differ.",
    predictable:
      "This is made of words, dates or neighbouring keys that are guessed first. Add a few words that have nothing to do with each other.",
    ownWords:
      "This is mostly your name or address, or the name of this service or of an application. These are guessed first. Use words that have nothing to do with you.",
    stolen: "This password is on lists of stolen passwords, which are tried first. Choose another one.",
    busy: "Many people are choosing a password right now. Wait a few seconds, then try again.",
  },
  de: {
    label: "Neues Passwort",
    rule: (least) =>
      `Mindestens ${least} Zeichen. Ein paar Wörter, die nichts miteinander zu tun haben, lassen sich leicht merken.`,
    progress: (typed, least) => `${typed} von ${least} Zeichen`,
    enough: "Lang genug. Beim Speichern prüfen wir, dass es auf keiner Liste gestohlener Passwörter steht.",
    tooShort: (least) =>
      `Dieses Passwort ist zu kurz. Verwenden Sie mindestens ${least} Zeichen, zum Beispiel ein paar Wörter, die nichts miteinander zu tun haben.`,
    tooLong: "Dieses Passwort ist zu lang. Wählen Sie ein kürzeres.",
    unreadable:
      "Dieses Passwort enthält ein Zeichen, das nicht möglich ist. Wählen Sie ein anderes Passwort.",
    repeated:
      "Hier wiederholen sich dieselben wenigen Zeichen, das ist schnell erraten. Verwenden Sie verschiedene Wörter.",
    predictable:
      "Dieses Passwort besteht aus Wörtern, Daten oder benachbarten Tasten, die zuerst erraten werden. Fügen Sie ein paar Wörter hinzu, die nichts miteinander zu tun haben.",
    ownWords:
      "Das ist hauptsächlich Ihr Name, Ihre Adresse oder der Name dieses Dienstes oder einer Anwendung. Solche Wörter werden zuerst erraten. Verwenden Sie Wörter, die nichts mit Ihnen zu tun haben.",
    stolen:
      "Dieses Passwort steht auf Listen gestohlener Passwörter, die zuerst ausprobiert werden. Wählen Sie ein anderes.",
    busy: "Gerade wählen viele Menschen ein Passwort. Warten Sie ein paar Sekunden und versuchen Sie es dann noch einmal.",
  },
  fr: {
    label: "Nouveau mot de passe",
    rule: (least) =>
      `Au moins ${least} caractères. Quelques mots sans rapport entre eux sont faciles à retenir.`,
    progress: (typed, least) => `${typed} caractères sur ${least}`,
    enough:
      "Assez long. À l’enregistrement, nous vérifions qu’il ne figure sur aucune liste de mots de passe volés.",
    tooShort: (least) =>
      `Ce mot de passe est trop court. Utilisez au moins ${least} caractères, par exemple quelques mots sans rapport entre eux.`,
    tooLong: "Ce mot de passe est trop long. Choisissez-en un plus court.",
    unreadable:
      "Ce mot de passe contient un caractère qui ne peut pas être utilisé. Choisissez un autre mot de passe.",
    repeated: "Les mêmes caractères se répètent, ce qui se devine vite. Utilisez des mots différents.",
    predictable:
      "Ce mot de passe est fait de mots, de dates ou de touches voisines que l’on devine en premier. Ajoutez quelques mots sans rapport entre eux.",
    ownWords:
      "C’est surtout votre nom, votre adresse, ou le nom de ce service ou d’une application\u00a0: on les devine en premier. Utilisez des mots qui n’ont aucun rapport avec vous.",
    stolen:
      "Ce mot de passe figure sur des listes de mots de passe volés, que l’on essaie en premier. Choisissez-en un autre.",
    busy: "Beaucoup de personnes choisissent un mot de passe en ce moment. Patientez quelques secondes, puis réessayez.",
  },
  es: {
    label: "Contraseña nueva",
    rule: (least) =>
      `Al menos ${least} caracteres. Unas cuantas palabras sin relación entre sí son fáciles de recordar.`,
    progress: (typed, least) => `${typed} de ${least} caracteres`,
    enough:
      "Es bastante larga. Al guardarla comprobamos que no esté en ninguna lista de contraseñas robadas.",
    tooShort: (least) =>
      `Esta contraseña es demasiado corta. Use al menos ${least} caracteres, por ejemplo unas cuantas palabras sin relación entre sí.`,
    tooLong: "Esta contraseña es demasiado larga. Elija una más corta.",
    unreadable: "Esta contraseña contiene un carácter que no se puede usar. Elija otra contraseña.",
    repeated: "Se repiten los mismos pocos caracteres, y eso se adivina enseguida. Use palabras distintas.",
    predictable:
      "Esta contraseña se compone de palabras, fechas o teclas contiguas que se adivinan primero. Añada unas cuantas palabras sin relación entre sí.",
    ownWords:
      "Es casi solo su nombre, su dirección o el nombre de este servicio o de una aplicación, que se adivinan primero. Use palabras que no tengan nada que ver con usted.",
    stolen:
      "Esta contraseña está en listas de contraseñas robadas, que son las primeras que se prueban. Elija otra.",
    busy: "Muchas personas están eligiendo una contraseña en este momento. Espere unos segundos y vuelva a intentarlo.",
  },
  "pt-BR": {
    label: "Nova senha",
    rule: (least) =>
      `Pelo menos ${least} caracteres. Algumas palavras sem relação entre si são fáceis de lembrar.`,
    progress: (typed, least) => `${typed} de ${least} caracteres`,
    enough:
      "Já é longa o bastante. Ao salvar, verificamos se ela não está em nenhuma lista de senhas roubadas.",
    tooShort: (least) =>
      `Esta senha é curta demais. Use pelo menos ${least} caracteres, por exemplo algumas palavras sem relação entre si.`,
    tooLong: "Esta senha é longa demais. Escolha uma mais curta.",
    unreadable: "Esta senha contém um caractere que não pode ser usado. Escolha outra senha.",
    repeated: "Os mesmos poucos caracteres se repetem, e isso se adivinha rápido. Use palavras diferentes.",
    predictable:
      "Esta senha é feita de palavras, datas ou teclas vizinhas que são adivinhadas primeiro. Acrescente algumas palavras sem relação entre si.",
    ownWords:
      "É quase só o seu nome, o seu endereço ou o nome deste serviço ou de um aplicativo, que são adivinhados primeiro. Use palavras que não tenham nada a ver com você.",
    stolen:
      "Esta senha está em listas de senhas roubadas, que são as primeiras a serem testadas. Escolha outra.",
    busy: "Muitas pessoas estão escolhendo uma senha agora. Aguarde alguns segundos e tente de novo.",
  },
  it: {
    label: "Nuova password",
    rule: (least) =>
      `Almeno ${least} caratteri. Alcune parole che non c’entrano nulla tra loro sono facili da ricordare.`,
    progress: (typed, least) => `${typed} di ${least} caratteri`,
    enough:
      "È abbastanza lunga. Al salvataggio controlliamo che non sia in nessun elenco di password rubate.",
    tooShort: (least) =>
      `Questa password è troppo corta. Usa almeno ${least} caratteri, per esempio alcune parole che non c’entrano nulla tra loro.`,
    tooLong: "Questa password è troppo lunga. Scegline una più corta.",
    unreadable: "Questa password contiene un carattere che non si può usare. Scegli un’altra password.",
    repeated: "Si ripetono sempre gli stessi caratteri, e questo si indovina in fretta. Usa parole diverse.",
    predictable:
      "Questa password è fatta di parole, date o tasti vicini che vengono indovinati per primi. Aggiungi alcune parole che non c’entrano nulla tra loro.",
    ownWords:
      "È soprattutto il tuo nome, il tuo indirizzo o il nome di questo servizio o di un’applicazione: si indovinano per primi. Usa parole che non hanno a che fare con te.",
    stolen:
      "Questa password è in elenchi di password rubate, che vengono provate per prime. Scegline un’altra.",
    busy: "In questo momento molte persone stanno scegliendo una password. Attendi qualche secondo e riprova.",
  },
  nl: {
    label: "Nieuw wachtwoord",
    rule: (least) =>
      `Minstens ${least} tekens. Een paar woorden die niets met elkaar te maken hebben, zijn makkelijk te onthouden.`,
    progress: (typed, least) => `${typed} van ${least} tekens`,
    enough:
      "Lang genoeg. Bij het opslaan controleren we of het op geen lijst met gestolen wachtwoorden staat.",
    tooShort: (least) =>
      `Dit wachtwoord is te kort. Gebruik minstens ${least} tekens, bijvoorbeeld een paar woorden die niets met elkaar te maken hebben.`,
    tooLong: "Dit wachtwoord is te lang. Kies een korter wachtwoord.",
    unreadable: "Dit wachtwoord bevat een teken dat niet kan worden gebruikt. Kies een ander wachtwoord.",
    repeated: "Hier herhalen zich dezelfde paar tekens; dat is snel geraden. Gebruik verschillende woorden.",
    predictable:
      "Dit wachtwoord bestaat uit woorden, datums of naburige toetsen die het eerst worden geraden. Voeg een paar woorden toe die niets met elkaar te maken hebben.",
    ownWords:
      "Dit is vooral uw naam, uw adres of de naam van deze dienst of van een applicatie. Die worden het eerst geraden. Gebruik woorden die niets met u te maken hebben.",
    stolen:
      "Dit wachtwoord staat op lijsten met gestolen wachtwoorden, die het eerst worden geprobeerd. Kies een ander.",
    busy: "Op dit moment kiezen veel mensen een wachtwoord. Wacht een paar seconden en probeer het dan opnieuw.",
  },
  pl: {
    label: "Nowe hasło",
    rule: (least) =>
      `Minimalna liczba znaków: ${least}. Kilka słów, które nie mają ze sobą nic wspólnego, łatwo zapamiętać.`,
    progress: (typed, least) => `Liczba znaków: ${typed} z ${least}`,
    enough:
      "Hasło jest wystarczająco długie. Przy zapisie sprawdzimy, czy nie ma go na listach skradzionych haseł.",
    tooShort: (least) =>
      `To hasło jest za krótkie. Minimalna liczba znaków to ${least}; wystarczy kilka słów, które nie mają ze sobą nic wspólnego.`,
    tooLong: "To hasło jest za długie. Wybierz krótsze.",
    unreadable: "To hasło zawiera niedozwolony znak. Wybierz inne hasło.",
    repeated: "Powtarza się tu kilka tych samych znaków, co łatwo odgadnąć. Użyj różnych słów.",
    predictable:
      "To hasło składa się ze słów, dat lub sąsiednich klawiszy, które odgaduje się najpierw. Dodaj kilka słów, które nie mają ze sobą nic wspólnego.",
    ownWords:
      "To głównie Twoje imię i nazwisko, Twój adres albo nazwa tej usługi lub aplikacji, a takie słowa odgaduje się najpierw. Użyj słów, które nie mają z Tobą nic wspólnego.",
    stolen: "To hasło jest na listach skradzionych haseł, które próbuje się najpierw. Wybierz inne.",
    busy: "W tej chwili wiele osób wybiera hasło. Poczekaj kilka sekund i spróbuj ponownie.",
  },
  uk: {
    label: "Новий пароль",
    rule: (least) =>
      `Щонайменше ${least} символів. Кілька слів, які ніяк не пов’язані між собою, легко запам’ятати.`,
    progress: (typed, least) => `Символів: ${typed} із ${least}`,
    enough: "Достатньо довгий. Під час збереження ми перевіримо, що його немає у списках викрадених паролів.",
    tooShort: (least) =>
      `Цей пароль закороткий. Потрібно щонайменше ${least} символів: наприклад, кілька слів, які ніяк не пов’язані між собою.`,
    tooLong: "Цей пароль задовгий. Виберіть коротший.",
    unreadable: "Цей пароль містить символ, який не можна використати. Виберіть інший пароль.",
    repeated: "Тут повторюються ті самі кілька символів, і це швидко вгадати. Використайте різні слова.",
    predictable:
      "Цей пароль складається зі слів, дат або сусідніх клавіш, які вгадують насамперед. Додайте кілька слів, які ніяк не пов’язані між собою.",
    ownWords:
      "Це переважно ваше ім’я, ваша адреса або назва цієї служби чи застосунку, а їх вгадують насамперед. Використайте слова, які ніяк не пов’язані з вами.",
    stolen: "Цей пароль є у списках викрадених паролів, які пробують насамперед. Виберіть інший.",
    busy: "Зараз багато людей вибирають пароль. Зачекайте кілька секунд і спробуйте ще раз.",
  },
  ja: {
    label: "新しいパスワード",
    rule: (least) =>
      `${least}文字以上にしてください。互いに関係のない言葉をいくつか並べると覚えやすくなります。`,
    progress: (typed, least) => `${least}文字中${typed}文字`,
    enough: "十分な長さです。保存するときに、盗まれたパスワードの一覧にないことを確認します。",
    tooShort: (least) =>
      `このパスワードは短すぎます。${least}文字以上にしてください。例えば、互いに関係のない言葉をいくつか並べます。`,
    tooLong: "このパスワードは長すぎます。もっと短いものにしてください。",
    unreadable: "このパスワードには使えない文字が含まれています。別のパスワードにしてください。",
    repeated: "同じ文字の繰り返しはすぐに推測されます。異なる言葉を使ってください。",
    predictable:
      "このパスワードは、最初に推測される言葉、日付、またはキーボードの並びでできています。互いに関係のない言葉をいくつか加えてください。",
    ownWords:
      "ほとんどがお名前、アドレス、またはこのサービスやアプリケーションの名前です。これらは最初に推測されます。ご自分と関係のない言葉を使ってください。",
    stolen:
      "このパスワードは、最初に試される「盗まれたパスワード」の一覧に載っています。別のものにしてください。",
    busy: "現在、パスワードを設定している人が多くいます。数秒待ってから、もう一度お試しください。",
  },
  "zh-Hans": {
    label: "新密码",
    rule: (least) => `至少 ${least} 个字符。几个彼此无关的词很容易记住。`,
    progress: (typed, least) => `已输入 ${typed} 个字符，至少需要 ${least} 个`,
    enough: "长度足够。保存时，我们会检查它是否出现在被盗密码列表中。",
    tooShort: (least) => `此密码太短。请至少使用 ${least} 个字符，例如几个彼此无关的词。`,
    tooLong: "此密码太长。请换一个短一些的。",
    unreadable: "此密码包含无法使用的字符。请换一个密码。",
    repeated: "这里重复着同样的几个字符，很快就会被猜到。请使用不同的词。",
    predictable: "此密码由最先被猜的词、日期或相邻按键组成。请再加几个彼此无关的词。",
    ownWords: "这主要是您的姓名、地址，或者此服务或某个应用的名称，它们最先被猜到。请使用与您无关的词。",
    stolen: "此密码出现在被盗密码列表中，这些密码会最先被尝试。请换一个。",
    busy: "现在有很多人正在设置密码。请稍等几秒钟再试。",
  },
  ar: {
    label: "كلمة المرور الجديدة",
    rule: (least) => `الحد الأدنى لعدد الأحرف: ${least}. من السهل تذكّر بضع كلمات لا علاقة لبعضها ببعض.`,
    progress: (typed, least) => `عدد الأحرف: ${typed} من ${least}`,
    enough: "الطول كافٍ. عند الحفظ نتحقق من أنها ليست في أي قائمة لكلمات المرور المسروقة.",
    tooShort: (least) =>
      `كلمة المرور هذه قصيرة جدًا. الحد الأدنى لعدد الأحرف هو ${least}؛ يكفي مثلًا استخدام بضع كلمات لا علاقة لبعضها ببعض.`,
    tooLong: "كلمة المرور هذه طويلة جدًا. يُرجى اختيار كلمة أقصر.",
    unreadable: "تحتوي كلمة المرور هذه على حرف لا يمكن استخدامه. يُرجى اختيار كلمة مرور أخرى.",
    repeated: "تتكرر هنا الأحرف القليلة نفسها، وهذا يسهل تخمينه. يُرجى استخدام كلمات مختلفة.",
    predictable:
      "تتكوّن كلمة المرور هذه من كلمات أو تواريخ أو مفاتيح متجاورة تُخمَّن أولًا. يُرجى إضافة بضع كلمات لا علاقة لبعضها ببعض.",
    ownWords:
      "هذه في معظمها اسمك أو عنوانك أو اسم هذه الخدمة أو أحد التطبيقات، وهي تُخمَّن أولًا. يُرجى استخدام كلمات لا علاقة لها بك.",
    stolen: "كلمة المرور هذه موجودة في قوائم كلمات مرور مسروقة تُجرَّب أولًا. يُرجى اختيار غيرها.",
    busy: "يختار كثير من الأشخاص كلمة مرور في هذه اللحظة. يُرجى الانتظار بضع ثوانٍ ثم إعادة المحاولة.",
  },
};
