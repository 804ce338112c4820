import type { Words } from "../words.ts";

/** The links to pages of the operator, at the foot of every page. */
export interface BrandWords {
  readonly help: string;
  readonly privacy: string;
  readonly imprint: string;
}

/** In every language. */
export const brandWords: Words<BrandWords> = {
  en: { help: "Help", privacy: "Privacy", imprint: "Legal notice" },
  de: { help: "Hilfe", privacy: "Datenschutz", imprint: "Impressum" },
  fr: { help: "Aide", privacy: "Confidentialité", imprint: "Mentions légales" },
  es: { help: "Ayuda", privacy: "Privacidad", imprint: "Aviso legal" },
  "pt-BR": { help: "Ajuda", privacy: "Privacidade", imprint: "Aviso legal" },
  it: { help: "Aiuto", privacy: "Informativa sulla privacy", imprint: "Note legali" },
  nl: { help: "Hulp", privacy: "Privacy", imprint: "Juridische informatie" },
  pl: { help: "Pomoc", privacy: "Prywatność", imprint: "Nota prawna" },
  uk: { help: "Довідка", privacy: "Конфіденційність", imprint: "Правова інформація" },
  ja: { help: "ヘルプ", privacy: "プライバシー", imprint: "運営者情報" },
  "zh-Hans": { help: "帮助", privacy: "隐私", imprint: "法律声明" },
  ar: { help: "المساعدة", privacy: "الخصوصية", imprint: "بيانات قانونية" },
};
