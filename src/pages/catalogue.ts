import type { Language } from "../protocol/language.ts";
import type { KnownScope } from "../protocol/scope.ts";
import type { Brand } from "./brand.ts";
import type { SafeHtml } from "./html.ts";

/**
 * Every sentence that a person may read. A language is one object of this type. `SafeHtml` arguments are names that the page has
 * already marked up, so a translation only places them.
 */
export interface Catalogue {
  readonly lang: Language;
  readonly dir: "ltr" | "rtl";
  /** The language's own name for itself, the one word that its readers can surely find. */
  readonly name: string;
  /** Whose service it is: the brand of the installation, or of the client that a page is about. Absent if nobody said. */
  readonly brand?: Brand;
  readonly problemTitle: (title: string) => string;
  readonly backTo: (client: SafeHtml) => SafeHtml;
  readonly developmentNote: string;
  /** Links to pages of the application. */
  readonly applicationPages: { readonly policy: string; readonly terms: string };
  /** The right that each scope value gives to an application. Each text ends both `consent.lead` and `account.itMay`. */
  readonly abilities: Readonly<Record<KnownScope, string>>;
  readonly picker: {
    readonly label: string;
    readonly submit: string;
  };
  readonly signIn: {
    readonly title: (client: string) => string;
    readonly heading: string;
    readonly lead: (client: SafeHtml) => SafeHtml;
    /** Title and lead where the sign-in is for a page of the service. */
    readonly ownTitle: string;
    readonly ownLead: string;
    readonly againLead: (person: SafeHtml, client: SafeHtml) => SafeHtml;
    /** Where a page of the service needs a fresh proof. */
    readonly confirmLead: (person: SafeHtml) => SafeHtml;
    readonly username: string;
    readonly password: string;
    readonly show: string;
    /** Words for screen readers only, right after `show`: a blank, and the thing that is shown. */
    readonly showWhat: string;
    readonly capsLock: string;
    readonly submit: string;
    readonly usePasskey: string;
    readonly passkeyNeedsScripts: string;
    readonly promise: (client: SafeHtml) => SafeHtml;
    readonly forgot: string;
    readonly signUp: string;
    readonly mismatch: string;
    readonly passkeyRefused: string;
    /** `wait` is the text of `describeWait` in this language: "in 4 minutes". */
    readonly throttled: (wait: string) => string;
    readonly busy: string;
    readonly stale: string;
    readonly noCookie: string;
    /** Behind `noCookie`, where the page may have been opened at another address than that of the service. */
    readonly otherAddress: (origin: string) => string;
    readonly missingUsername: string;
    readonly missingPassword: string;
    readonly tooLongPassword: string;
  };
  readonly continue: {
    readonly title: (client: string) => string;
    readonly heading: (client: SafeHtml) => SafeHtml;
    readonly promise: (client: SafeHtml) => SafeHtml;
    readonly allow: (client: SafeHtml, person: SafeHtml) => SafeHtml;
    readonly useAnother: string;
    readonly stale: string;
  };
  readonly notAdmitted: {
    readonly title: (client: string) => string;
    readonly heading: (client: SafeHtml) => SafeHtml;
    readonly sentence: (client: SafeHtml) => SafeHtml;
  };
  readonly consent: {
    readonly title: (client: string) => string;
    readonly heading: (client: SafeHtml) => SafeHtml;
    readonly lead: string;
    readonly promise: (client: SafeHtml) => SafeHtml;
    readonly allow: string;
    readonly deny: string;
    readonly useAnother: string;
    readonly stale: string;
  };
  readonly account: {
    readonly title: string;
    readonly applicationsHeading: string;
    readonly noApplications: string;
    readonly itMay: string;
    readonly since: (date: SafeHtml) => SafeHtml;
    readonly withdraw: string;
    readonly consequence: string;
    readonly withdrawn: (client: SafeHtml) => SafeHtml;
    readonly stale: string;
  };
  readonly formPost: {
    readonly title: (client: string) => string;
    readonly lead: string;
    readonly submit: string;
  };
  readonly signOut: {
    readonly title: string;
    readonly heading: string;
    readonly lead: string;
    readonly submit: string;
    readonly stay: string;
    readonly stale: string;
    /** Above the host that signing out leads to. */
    readonly leadsTo: (client: SafeHtml) => SafeHtml;
    /** Why neither page leads back to the application that asked. */
    readonly brokenRequest: string;
    readonly doneTitle: string;
    readonly doneLead: string;
    readonly doneNote: string;
  };
  readonly home: {
    readonly heading: string;
    readonly whatThisIs: string;
    readonly signedInAs: string;
    readonly notSignedIn: string;
    readonly account: string;
    readonly signOut: string;
  };
  readonly error: {
    readonly brokenRequest: Words;
    readonly unknownApplication: Words;
    readonly brokenForm: Words;
    readonly notFound: Words;
    readonly wrongMethod: Words;
    readonly unavailable: (wait: string) => Words;
    readonly throttled: (wait: string) => Words;
    readonly internal: Words;
    readonly tryAgain: string;
    readonly home: string;
    readonly reference: string;
    readonly whereDetailIs: string;
  };
}

/** The text of an error page: a title and one or two calm sentences. */
export interface Words {
  readonly title: string;
  readonly sentence: string;
}

/** The time to wait, rounded up, in the words of this language: "in 30 seconds", "za 4 minuty", "بعد ساعتين". */
export function describeWait(lang: Language, seconds: number): string {
  const { amount, unit } = waitOf(seconds);
  const inWords = new Intl.RelativeTimeFormat(lang).format(amount, unit);
  // What Arabic says of the future means "within"; nobody may try again before the time is over.
  return lang === "ar" ? inWords.replace(/^خلال/u, "بعد") : inWords;
}

/** How long ago something was, rounded down: "2 minutes ago". */
export function describePast(lang: Language, seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds));
  const [amount, unit] =
    whole < 60 ? [whole, "second" as const] : [Math.floor(whole / 60), "minute" as const];
  return new Intl.RelativeTimeFormat(lang).format(-amount, unit);
}

function waitOf(seconds: number): {
  readonly amount: number;
  readonly unit: "second" | "minute" | "hour";
} {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return { amount: whole, unit: "second" };
  const minutes = Math.ceil(whole / 60);
  return minutes < 60
    ? { amount: minutes, unit: "minute" }
    : { amount: Math.ceil(seconds / 3600), unit: "hour" };
}
