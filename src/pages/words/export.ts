import type { Words } from "../words.ts";

/** The sentences of the page on which people take along what is kept about them. */
export interface ExportWords {
  readonly lead: string;
  readonly submit: string;
}

/** In every language. */
export const exportWords: Words<ExportWords> = {
  en: {
    lead: "Everything that this service keeps about you, as a file that programs can read (JSON). It holds no passwords and no keys.",
    submit: "Download",
  },
  de: {
    lead: "Alles, was dieser Dienst über Sie gespeichert hat, als Datei, die Programme lesen können (JSON). Sie enthält keine Passwörter und keine Schlüssel.",
    submit: "Herunterladen",
  },
  fr: {
    lead: "Tout ce que ce service conserve à votre sujet, dans un fichier lisible par des programmes (JSON). Il ne contient ni mots de passe ni clés.",
    submit: "Télécharger",
  },
  es: {
    lead: "Todo lo que este servicio guarda sobre usted, en un archivo que los programas pueden leer (JSON). No contiene contraseñas ni claves.",
    submit: "Descargar",
  },
  "pt-BR": {
    lead: "Tudo o que este serviço guarda sobre você, em um arquivo que programas conseguem ler (JSON). Ele não contém senhas nem chaves.",
    submit: "Baixar",
  },
  it: {
    lead: "Tutto ciò che questo servizio conserva su di te, in un file leggibile dai programmi (JSON). Non contiene password né chiavi.",
    submit: "Scarica",
  },
  nl: {
    lead: "Alles wat deze dienst over u bewaart, als bestand dat programma’s kunnen lezen (JSON). Het bevat geen wachtwoorden en geen sleutels.",
    submit: "Downloaden",
  },
  pl: {
    lead: "Wszystko, co ta usługa przechowuje na Twój temat, w pliku czytelnym dla programów (JSON). Nie zawiera haseł ani kluczy.",
    submit: "Pobierz",
  },
  uk: {
    lead: "Усе, що ця служба зберігає про вас, у файлі, який можуть читати програми (JSON). У ньому немає паролів і ключів.",
    submit: "Завантажити",
  },
  ja: {
    lead: "このサービスがあなたについて保存しているすべての情報を、プログラムで読めるファイル (JSON) でお渡しします。パスワードや鍵は含まれません。",
    submit: "ダウンロード",
  },
  "zh-Hans": {
    lead: "此服务保存的关于您的全部信息，存为程序可读的文件（JSON）。其中不含密码和密钥。",
    submit: "下载",
  },
  ar: {
    lead: "كل ما تحفظه هذه الخدمة عنك في ملف تستطيع البرامج قراءته (JSON). لا يحتوي على كلمات مرور ولا مفاتيح.",
    submit: "تنزيل",
  },
};
