import type { KnownScope } from "../../protocol/scope.ts";
import type { SafeHtml } from "../html.ts";

/** The sentences about what an application or a device may do. */
export interface AccessWords {
  /** Links to pages of the application. */
  readonly applicationPages: { readonly policy: string; readonly terms: string };
  /** The right that each scope value gives to an application. Each text ends both `consent.lead` and `account.itMay`. */
  readonly abilities: Readonly<Record<KnownScope, string>>;
  /** About what applications may do at APIs, how long, and what is known of an application that nobody registered. */
  readonly access: {
    /** The heading above the rights at an API. */
    readonly to: (api: SafeHtml) => SafeHtml;
    /** The right of an application that asks for no scope of the API. */
    readonly onYourBehalf: (api: SafeHtml) => SafeHtml;
    /** A right that the operator gave no sentence, by its scope value. */
    readonly permission: (value: SafeHtml) => SafeHtml;
    /** Said when only something new is asked for. */
    readonly keeps: string;
    /** How long the access lasts: until the person signs out, or with offline access. */
    readonly whileSignedIn: string;
    readonly afterSignOut: string;
    /** The name that an application gives itself, below the host that is verified. */
    readonly claims: (name: SafeHtml) => SafeHtml;
    /** The same when the heading shows that name. */
    readonly selfNamed: string;
    readonly goesTo: (host: SafeHtml) => SafeHtml;
    readonly local: string;
    /** What a withdrawal does not end at once. `wait` is the text of `describeWait`: "in 10 minutes". */
    readonly ends: (api: SafeHtml, wait: string) => SafeHtml;
  };
  readonly consent: {
    readonly title: (client: string) => string;
    readonly heading: (client: SafeHtml) => SafeHtml;
    readonly lead: string;
    readonly promise: (client: SafeHtml) => SafeHtml;
    readonly allow: string;
    readonly deny: string;
    readonly useAnother: string;
  };
  /** The pages on which people connect a device. */
  readonly device: {
    readonly title: string;
    readonly lead: string;
    readonly code: string;
    readonly hint: string;
    readonly submit: string;
    readonly missing: string;
    readonly unknown: string;
    /** The code was good, and somebody has answered, or time is over. */
    readonly over: string;
    /** `wait` is the text of `describeWait`: "in 4 minutes". */
    readonly throttled: (wait: string) => string;
    readonly question: (client: SafeHtml) => SafeHtml;
    readonly questionTitle: (client: string) => string;
    /** Above the code, which must be the one that the device shows. */
    readonly compare: string;
    /** `when` is the text of `describePast`: "2 minutes ago". */
    readonly beganHere: (when: string) => string;
    readonly beganElsewhere: (when: string, network: SafeHtml) => SafeHtml;
    readonly warning: string;
    readonly allowedTitle: string;
    readonly allowed: (client: SafeHtml) => SafeHtml;
    readonly deniedTitle: string;
    readonly denied: (client: SafeHtml) => SafeHtml;
    readonly another: string;
  };
}
