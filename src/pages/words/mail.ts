import { arabicMail } from "../languages/ar/mail.ts";
import { germanMail } from "../languages/de/mail.ts";
import { englishMail } from "../languages/en/mail.ts";
import { spanishMail } from "../languages/es/mail.ts";
import { frenchMail } from "../languages/fr/mail.ts";
import { italianMail } from "../languages/it/mail.ts";
import { japaneseMail } from "../languages/ja/mail.ts";
import { dutchMail } from "../languages/nl/mail.ts";
import { polishMail } from "../languages/pl/mail.ts";
import { portugueseMail } from "../languages/pt-BR/mail.ts";
import { ukrainianMail } from "../languages/uk/mail.ts";
import { chineseMail } from "../languages/zh-Hans/mail.ts";
import type { Words } from "../words.ts";
import type { MailWords } from "./mail-words.ts";

/** The sentences of every language. */
export const mailWords: Words<MailWords> = {
  en: englishMail,
  de: germanMail,
  fr: frenchMail,
  es: spanishMail,
  "pt-BR": portugueseMail,
  it: italianMail,
  nl: dutchMail,
  pl: polishMail,
  uk: ukrainianMail,
  ja: japaneseMail,
  "zh-Hans": chineseMail,
  ar: arabicMail,
};
