import type { Words } from "../words.ts";
import { arabicMail } from "./mail/ar.ts";
import { germanMail } from "./mail/de.ts";
import { englishMail } from "./mail/en.ts";
import { spanishMail } from "./mail/es.ts";
import { frenchMail } from "./mail/fr.ts";
import { italianMail } from "./mail/it.ts";
import { japaneseMail } from "./mail/ja.ts";
import { dutchMail } from "./mail/nl.ts";
import { polishMail } from "./mail/pl.ts";
import { portugueseMail } from "./mail/pt.ts";
import { ukrainianMail } from "./mail/uk.ts";
import { chineseMail } from "./mail/zh.ts";
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
