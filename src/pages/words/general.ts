import type { SafeHtml } from "../html.ts";

/** The sentences of every page, of the first page, and of errors. */
export interface GeneralWords {
  readonly problemTitle: (title: string) => string;
  /** For a form that is too old, or was made for another browser: nothing was done. */
  readonly stale: string;
  /** For a form that was made for another account than the one that is signed in by now: nothing was done. */
  readonly otherAccount: (name: string) => string;
  readonly backTo: (client: SafeHtml) => SafeHtml;
  readonly developmentNote: string;
  readonly picker: {
    readonly label: string;
    readonly submit: string;
  };
  /** The links to pages of the operator, at the foot of every page. */
  readonly brandLinks: {
    readonly help: string;
    readonly privacy: string;
    readonly imprint: string;
  };
  readonly home: {
    readonly heading: string;
    readonly whatThisIs: string;
    /** The heading above the applications that the person may open, also in the account above those that the person has used. */
    readonly applications: string;
    /** The label of the search in them, its button, and what is said if none is found. */
    readonly find: string;
    readonly search: string;
    readonly noneFound: string;
    /** The link to the next page of them. */
    readonly more: string;
    readonly signedInAs: string;
    readonly notSignedIn: string;
    readonly account: string;
    readonly signOut: string;
  };
  readonly error: {
    readonly brokenRequest: ErrorText;
    readonly unknownApplication: ErrorText;
    readonly brokenForm: ErrorText;
    readonly notFound: ErrorText;
    readonly wrongMethod: ErrorText;
    readonly unavailable: (wait: string) => ErrorText;
    readonly throttled: (wait: string) => ErrorText;
    readonly internal: ErrorText;
    readonly tryAgain: string;
    readonly home: string;
    readonly reference: string;
    readonly whereDetailIs: string;
  };
}

/** The text of an error page: a title and one or two calm sentences. */
export interface ErrorText {
  readonly title: string;
  readonly sentence: string;
}
