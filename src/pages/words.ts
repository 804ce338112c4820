import type { Language } from "../protocol/language.ts";

/** The sentences of an area of pages, in every language. Each area has a file in `words/`; a page takes the one of `texts.lang`. */
export type Words<Sentences> = Readonly<Record<Language, Sentences>>;
