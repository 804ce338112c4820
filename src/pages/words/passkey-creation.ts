import type { Words } from "../words.ts";

/** The sentences beside the button that creates a passkey, on every page that has one. */
export interface PasskeyCreationWords {
  readonly needsScripts: string;
  readonly unsupported: string;
  /** The device, or the password manager, has a passkey for this account. */
  readonly already: string;
  readonly notAdded: string;
}

/** In every language. */
export const passkeyCreationWords: Words<PasskeyCreationWords> = {
  en: {
    needsScripts: "To add a passkey, allow scripts for this page.",
    unsupported: "This browser cannot create passkeys. Open this page in another browser or on your phone.",
    already: "This device already has a passkey for your account.",
    notAdded: "No passkey was added. You can try again.",
  },
  de: {
    needsScripts: "Um einen Passkey hinzuzufügen, erlauben Sie Skripte für diese Seite.",
    unsupported:
      "Dieser Browser kann keine Passkeys anlegen. Öffnen Sie diese Seite in einem anderen Browser oder auf Ihrem Telefon.",
    already: "Auf diesem Gerät gibt es bereits einen Passkey für Ihr Konto.",
    notAdded: "Es wurde kein Passkey hinzugefügt. Sie können es noch einmal versuchen.",
  },
  fr: {
    needsScripts: "Pour ajouter une clé d’accès, autorisez les scripts sur cette page.",
    unsupported:
      "Ce navigateur ne peut pas créer de clés d’accès. Ouvrez cette page dans un autre navigateur ou sur votre téléphone.",
    already: "Cet appareil a déjà une clé d’accès pour votre compte.",
    notAdded: "Aucune clé d’accès n’a été ajoutée. Vous pouvez réessayer.",
  },
  es: {
    needsScripts: "Para añadir una llave de acceso, permita los scripts en esta página.",
    unsupported:
      "Este navegador no puede crear llaves de acceso. Abra esta página en otro navegador o en su teléfono.",
    already: "Este dispositivo ya tiene una llave de acceso para su cuenta.",
    notAdded: "No se ha añadido ninguna llave de acceso. Puede intentarlo de nuevo.",
  },
  "pt-BR": {
    needsScripts: "Para adicionar uma chave de acesso, permita scripts nesta página.",
    unsupported:
      "Este navegador não consegue criar chaves de acesso. Abra esta página em outro navegador ou no seu celular.",
    already: "Este dispositivo já tem uma chave de acesso para sua conta.",
    notAdded: "Nenhuma chave de acesso foi adicionada. Você pode tentar de novo.",
  },
  it: {
    needsScripts: "Per aggiungere una passkey, consenta gli script in questa pagina.",
    unsupported:
      "Questo browser non può creare passkey. Apra questa pagina in un altro browser o sul telefono.",
    already: "Questo dispositivo ha già una passkey per il Suo account.",
    notAdded: "Non è stata aggiunta nessuna passkey. Può riprovare.",
  },
  nl: {
    needsScripts: "Sta scripts toe op deze pagina om een passkey toe te voegen.",
    unsupported:
      "Deze browser kan geen passkeys maken. Open deze pagina in een andere browser of op uw telefoon.",
    already: "Dit apparaat heeft al een passkey voor uw account.",
    notAdded: "Er is geen passkey toegevoegd. U kunt het opnieuw proberen.",
  },
  pl: {
    needsScripts: "Aby dodać klucz dostępu, proszę zezwolić na skrypty na tej stronie.",
    unsupported:
      "Ta przeglądarka nie może tworzyć kluczy dostępu. Proszę otworzyć tę stronę w innej przeglądarce lub w telefonie.",
    already: "To urządzenie ma już klucz dostępu do tego konta.",
    notAdded: "Nie dodano klucza dostępu. Można spróbować ponownie.",
  },
  uk: {
    needsScripts: "Щоб додати ключ доступу, дозвольте сценарії на цій сторінці.",
    unsupported:
      "Цей браузер не вміє створювати ключі доступу. Відкрийте цю сторінку в іншому браузері або на телефоні.",
    already: "На цьому пристрої вже є ключ доступу до вашого облікового запису.",
    notAdded: "Ключ доступу не додано. Ви можете спробувати ще раз.",
  },
  ja: {
    needsScripts: "パスキーを追加するには、このページでスクリプトを許可してください。",
    unsupported:
      "このブラウザーではパスキーを作成できません。別のブラウザーまたはスマートフォンでこのページを開いてください。",
    already: "この端末には、このアカウントのパスキーがすでにあります。",
    notAdded: "パスキーは追加されませんでした。もう一度お試しください。",
  },
  "zh-Hans": {
    needsScripts: "要添加通行密钥，请允许此页面运行脚本。",
    unsupported: "此浏览器无法创建通行密钥。请在其他浏览器或手机上打开此页面。",
    already: "此设备上已有您账户的通行密钥。",
    notAdded: "未添加通行密钥。您可以再试一次。",
  },
  ar: {
    needsScripts: "لإضافة مفتاح مرور، اسمح بالبرامج النصية في هذه الصفحة.",
    unsupported: "لا يستطيع هذا المتصفح إنشاء مفاتيح مرور. افتح هذه الصفحة في متصفح آخر أو على هاتفك.",
    already: "يوجد على هذا الجهاز مفتاح مرور لحسابك.",
    notAdded: "لم يُضَف أي مفتاح مرور. يمكنك المحاولة مرة أخرى.",
  },
};
