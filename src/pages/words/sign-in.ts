import type { SafeHtml } from "../html.ts";

/** The sentences of signing in and signing out. */
export interface SignInWords {
  readonly signIn: {
    readonly title: (client: string) => string;
    readonly heading: string;
    readonly lead: (client: SafeHtml) => SafeHtml;
    /** Title and lead of a sign-in for a page of the service. */
    readonly ownTitle: string;
    readonly ownLead: string;
    /** The page that asks the signed-in person for a fresh proof. `proofLead` is for a client, `ownProofLead` for a page of the service. */
    readonly proofTitle: string;
    readonly proofLead: (client: SafeHtml) => SafeHtml;
    readonly ownProofLead: string;
    readonly notYou: string;
    readonly username: string;
    readonly password: string;
    readonly show: string;
    /** Words for screen readers only, right after `show`: a space, and the thing that is shown. */
    readonly showWhat: string;
    readonly capsLock: string;
    readonly submit: string;
    readonly usePasskey: string;
    readonly passkeyNeedsScripts: string;
    readonly passkeyCancelled: string;
    readonly passkeyUnsupported: string;
    readonly promise: (client: SafeHtml) => SafeHtml;
    readonly forgot: string;
    readonly signUp: string;
    readonly mismatch: string;
    /** Only for people who have proved who they are. `notMe` is the button of the mail, `forgot` the link of the page. */
    readonly locked: (notMe: string, forgot: string) => string;
    /** For everybody whose password does not match, while that of some people cannot be checked. */
    readonly unavailable: string;
    /** The same, once the passwords of people who have not signed in for a while are void. `forgot` is the link of the page. */
    readonly notMoved: (forgot: string) => string;
    /** Only for people who typed the right password, which the product that they came from wants changed. */
    readonly expired: (forgot: string) => string;
    readonly passkeyRefused: string;
    /** `wait` is the text of `describeWait` in this language: "in 4 minutes". */
    readonly throttled: (wait: string) => string;
    /** For too many attempts if something else still works: a passkey, a link that sets a new password, or both. */
    readonly throttledBut: Readonly<Record<"passkey" | "reset" | "both", (wait: string) => string>>;
    readonly busy: string;
    readonly stale: string;
    readonly noCookie: string;
    /** Follows `noCookie` if the page may have been opened at another address than that of the service. */
    readonly otherAddress: (origin: string) => string;
    readonly missingPassword: string;
    readonly tooLongPassword: string;
  };
  /** About signing in at another provider. `name` is the provider's, as the operator wrote it. */
  readonly upstreamSignIn: {
    /** Between the form and the buttons of the providers. */
    readonly or: string;
    readonly button: (name: SafeHtml) => SafeHtml;
    /** Of the first of two steps, which asks for the name alone. */
    readonly next: string;
    readonly awayTitle: (name: string) => string;
    readonly away: (name: SafeHtml) => SafeHtml;
    readonly goOn: (name: SafeHtml) => SafeHtml;
    readonly denied: (name: string) => string;
    readonly unavailable: (name: string) => string;
    readonly misconfigured: (name: string) => string;
    readonly untrusted: (name: string) => string;
    readonly late: string;
    readonly gone: string;
    readonly refused: (name: string) => string;
    readonly addressTaken: (name: string) => string;
  };
  readonly continue: {
    readonly title: (client: string) => string;
    readonly heading: (client: SafeHtml) => SafeHtml;
    readonly promise: (client: SafeHtml) => SafeHtml;
    readonly allow: (client: SafeHtml, person: SafeHtml) => SafeHtml;
    readonly useAnother: string;
  };
  /** The page with the accounts that this browser is signed in to. */
  readonly chooseAccount: {
    readonly title: string;
    /** The link to the page. */
    readonly link: string;
  };
  readonly notAdmitted: {
    readonly title: (client: string) => string;
    readonly heading: (client: SafeHtml) => SafeHtml;
    readonly sentence: (client: SafeHtml) => SafeHtml;
  };
  /** The page in place of a form that met no visit to a protected application. */
  readonly notSent: {
    readonly title: string;
    readonly lead: (client: SafeHtml) => SafeHtml;
    readonly advice: string;
  };
  /** The page that asks for a second proof. */
  readonly verify: {
    readonly heading: string;
    readonly lead: (client: SafeHtml) => SafeHtml;
    /** The lead of a sign-in for a page of the service. */
    readonly ownLead: string;
    readonly code: string;
    readonly either: string;
    /** The switch between the two kinds of code, and what the page says of each. Only scripts show them. */
    readonly useRecoveryCode: string;
    readonly useApp: string;
    readonly recoveryLead: string;
    readonly atOnce: string;
    readonly wrongRecovery: string;
    readonly trust: string;
    readonly submit: string;
    readonly missing: string;
    readonly wrong: string;
    readonly spent: string;
    readonly lost: string;
    /** The lead, the field and the way out if the person has a passkey and no app. */
    readonly passkeyLead: string;
    /** Replaces `passkeyLead` right after the passkey was set up. */
    readonly passkeyMade: string;
    readonly recoveryCode: string;
    readonly lostPasskey: string;
  };
  /** The page on which a person sets up a second proof in the middle of a sign-in. */
  readonly enrol: {
    /** Why the page comes in the middle of a sign-in. */
    readonly needed: (client: SafeHtml) => SafeHtml;
    readonly ownNeeded: string;
    /** Said when only a passkey is strong enough. */
    readonly passkeyOnly: string;
    readonly otherTitle: string;
    readonly setUpPasskey: string;
    readonly passkey: string;
  };
  /** The page that offers a passkey after a sign-in with a password. */
  readonly passkeyOffer: {
    readonly title: string;
    readonly lead: string;
    readonly add: string;
    readonly notNow: string;
  };
  /** The page for an administrator who cannot add a second factor with only a password. */
  readonly linkNeeded: {
    readonly title: string;
    readonly lead: string;
    /** The command follows it. */
    readonly repair: string;
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
    /** Above the host that signing out leads to. */
    readonly leadsTo: (client: SafeHtml) => SafeHtml;
    /** Why neither page leads back to the application that asked. */
    readonly brokenRequest: string;
    /** Ends every account of the browser. */
    readonly submitAll: string;
    readonly doneTitle: string;
    readonly doneLead: string;
    /** Replaces `doneLead` if the browser is still signed in to other accounts. */
    readonly othersStay: string;
    readonly doneNote: string;
  };
}
