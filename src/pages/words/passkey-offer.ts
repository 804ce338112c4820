import type { Words } from "../words.ts";

/** The sentences of the page that offers a passkey after a sign-in with a password. */
export interface PasskeyOfferWords {
  readonly title: string;
  readonly lead: string;
  readonly add: string;
  readonly notNow: string;
}

/** These sentences in every language. */
export const passkeyOfferWords: Words<PasskeyOfferWords> = {
  en: {
    title: "Sign in without a password next time?",
    lead: "You are signed in. This device can keep a passkey for you: then your fingerprint, your face or its PIN is all you need.",
    add: "Add a passkey",
    notNow: "Not now",
  },
  de: {
    title: "Beim nächsten Mal ohne Passwort anmelden?",
    lead: "Sie sind angemeldet. Dieses Gerät kann einen Passkey für Sie aufbewahren: Dann genügen Fingerabdruck, Gesicht oder Geräte-PIN.",
    add: "Passkey hinzufügen",
    notNow: "Jetzt nicht",
  },
  fr: {
    title: "Vous connecter sans mot de passe la prochaine fois\u202f?",
    lead: "Vous êtes connecté. Cet appareil peut garder une clé d’accès pour vous\u00a0: votre empreinte, votre visage ou son code suffiront alors.",
    add: "Ajouter une clé d’accès",
    notNow: "Pas maintenant",
  },
  es: {
    title: "¿Iniciar sesión sin contraseña la próxima vez?",
    lead: "Ha iniciado sesión. Este dispositivo puede guardarle una llave de acceso: entonces bastará con su huella, su rostro o el PIN.",
    add: "Añadir una llave de acceso",
    notNow: "Ahora no",
  },
  "pt-BR": {
    title: "Entrar sem senha da próxima vez?",
    lead: "Você já entrou. Este dispositivo pode guardar uma chave de acesso para você: assim, sua impressão digital, seu rosto ou o PIN bastam.",
    add: "Adicionar uma chave de acesso",
    notNow: "Agora não",
  },
  it: {
    title: "Accedere senza password la prossima volta?",
    lead: "Ha effettuato l’accesso. Questo dispositivo può conservare una passkey per Lei: allora basteranno l’impronta, il volto o il PIN.",
    add: "Aggiungi una passkey",
    notNow: "Non ora",
  },
  nl: {
    title: "De volgende keer zonder wachtwoord inloggen?",
    lead: "U bent ingelogd. Dit apparaat kan een passkey voor u bewaren: dan zijn uw vingerafdruk, uw gezicht of de pincode genoeg.",
    add: "Passkey toevoegen",
    notNow: "Niet nu",
  },
  pl: {
    title: "Zalogować się następnym razem bez hasła?",
    lead: "Logowanie powiodło się. To urządzenie może przechować klucz dostępu: wtedy wystarczy odcisk palca, twarz lub kod PIN.",
    add: "Dodaj klucz dostępu",
    notNow: "Nie teraz",
  },
  uk: {
    title: "Наступного разу ввійти без пароля?",
    lead: "Ви ввійшли. Цей пристрій може зберігати для вас ключ доступу: тоді вистачить відбитка пальця, обличчя або PIN-коду.",
    add: "Додати ключ доступу",
    notNow: "Не зараз",
  },
  ja: {
    title: "次回はパスワードなしでサインインしますか？",
    lead: "サインインしました。この端末にパスキーを保存すると、次回からは指紋、顔、または端末の PIN だけでサインインできます。",
    add: "パスキーを追加",
    notNow: "今はしない",
  },
  "zh-Hans": {
    title: "下次不用密码登录？",
    lead: "您已登录。此设备可以为您保存通行密钥：以后只需指纹、面容或 PIN 码。",
    add: "添加通行密钥",
    notNow: "以后再说",
  },
  ar: {
    title: "هل تريد تسجيل الدخول بلا كلمة مرور في المرة القادمة؟",
    lead: "تم تسجيل دخولك. يستطيع هذا الجهاز أن يحفظ لك مفتاح مرور: عندها تكفي بصمة الإصبع أو الوجه أو رمز PIN.",
    add: "إضافة مفتاح مرور",
    notNow: "ليس الآن",
  },
};
