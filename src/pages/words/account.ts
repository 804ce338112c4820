import type { ActivityKind } from "../../identity/activity.ts";
import type { SafeHtml } from "../html.ts";

/** The sentences of the account's pages, and of those on which an account begins, is recovered or is deleted. */
export interface AccountWords {
  readonly account: {
    readonly title: string;
    readonly noApplications: string;
    /** What the list of applications cannot know. */
    readonly incomplete: string;
    readonly itMay: string;
    /** In the place of what an application may do, where the person was never asked. */
    readonly byOperator: string;
    readonly since: (date: SafeHtml) => SafeHtml;
    /** Follows `since`, after a dot. */
    readonly lastUsed: (date: SafeHtml) => SafeHtml;
    /** Follows `since` if only sign-ins are known. */
    readonly lastSignIn: (date: SafeHtml) => SafeHtml;
    readonly withdraw: string;
    readonly consequence: string;
    readonly withdrawn: (client: SafeHtml) => SafeHtml;
    readonly about: string;
    readonly email: string;
    readonly save: string;
    readonly languageSaved: string;
    readonly signingIn: string;
    readonly password: string;
    readonly passkeys: string;
    readonly totp: string;
    readonly recoveryCodes: string;
    /** Whether there is a password, and whether the second factor is on. */
    readonly set: string;
    /** What a row says of what the account does not have: a word of its own where the word has a gender. */
    readonly none: Readonly<
      Record<"email" | "password" | "passkeys" | "recoveryCodes" | "appPasswords" | "upstreams", string>
    >;
    readonly on: string;
    readonly off: string;
    readonly places: string;
    readonly browsers: string;
    readonly activity: string;
    readonly data: string;
    readonly download: string;
    readonly deletion: string;
  };
  /** About the display name: on its own page, and where the account's first page leads to it. */
  readonly profile: {
    readonly name: string;
    /** The account has no name. */
    readonly none: string;
    readonly title: string;
    readonly changed: string;
    readonly removed: string;
  };
  /** The page that lists the browsers in which a person is signed in. */
  readonly browsers: {
    readonly lead: string;
    readonly thisBrowser: string;
    readonly unknown: string;
    readonly firstSeen: (at: SafeHtml) => SafeHtml;
    readonly lastSeen: (at: SafeHtml) => SafeHtml;
    readonly signOut: string;
    readonly signOutOthers: string;
    readonly ended: string;
    readonly othersEnded: string;
    readonly trustedHeading: string;
    readonly trustedLead: string;
    readonly trustedUntil: (date: SafeHtml) => SafeHtml;
    readonly distrust: string;
    readonly distrusted: string;
  };
  /** Around the list of what happened to an account. */
  readonly activityPage: {
    readonly lead: string;
    readonly byOperator: string;
    readonly newest: string;
    readonly older: string;
    readonly nothing: string;
    /** Behind "Signed in", of a sign-in in a browser that the account had not seen. */
    readonly newBrowser: string;
    /** The ways to prove who one is, in a list behind "Signed in". */
    readonly methods: { readonly password: string; readonly passkey: string; readonly code: string };
  };
  /** What happened to an account. */
  readonly activity: Readonly<Record<ActivityKind, string>>;
  /** The page on which people take along what is kept about them. */
  readonly export: {
    readonly lead: string;
    readonly submit: string;
  };
  /** The pages on which people delete their account, or keep it after all. */
  readonly deletion: {
    readonly lead: (at: SafeHtml) => SafeHtml;
    readonly points: readonly string[];
    readonly submit: string;
    readonly askedTitle: string;
    readonly askedLead: (at: SafeHtml) => SafeHtml;
    readonly keepTitle: string;
    readonly keepLead: (at: SafeHtml) => SafeHtml;
    readonly keep: string;
  };
  /** The sentences that every page about a mailed link shares. */
  readonly link: {
    readonly send: string;
    readonly sentTitle: string;
    readonly nothingArrived: string;
    readonly again: string;
    readonly signIn: string;
    /** Too many requests for a link; one that was sent before still works. `wait` is the text of `describeWait`. */
    readonly throttled: (wait: string) => string;
    readonly noCookie: string;
    readonly deadTitle: string;
    readonly deadSentence: string;
    readonly askAgain: string;
  };
  /** Sign-up and invitations. */
  readonly signUp: {
    readonly title: string;
    readonly lead: string;
    readonly email: string;
    readonly notAnEmail: string;
    readonly sentLead: (address: SafeHtml) => SafeHtml;
    readonly haveAccount: string;
    readonly closedTitle: string;
    readonly closed: string;
    readonly byInvitation: string;
  };
  /** The page that the link of a sign-up or an invitation opens. */
  readonly newAccount: {
    readonly invitedTitle: string;
    readonly accountFor: (address: SafeHtml) => SafeHtml;
    /** The display name, which has a page of its own. */
    readonly name: string;
    readonly nameHint: string;
    readonly usernameHint: string;
    /** The button that creates the account with a passkey, and what follows from it. */
    readonly withPasskey: string;
    readonly passkeyNote: string;
    readonly usePassword: string;
    /** The button that creates the account with a password. */
    readonly create: string;
    readonly usernameTaken: string;
    readonly usernameReserved: string;
    readonly usernameUnusable: string;
    readonly nameUnusable: string;
    readonly addressTaken: string;
  };
  /** The page that the link of a notice opens. After the lock, its title is the subject of the mail that follows. */
  readonly lock: {
    readonly title: string;
    readonly lead: string;
    readonly removes: string;
    readonly submit: string;
    readonly done: (address: SafeHtml) => SafeHtml;
  };
  /** The pages for a forgotten password. */
  readonly recover: {
    readonly title: string;
    readonly lead: string;
    readonly name: string;
    readonly missing: string;
    readonly sentLead: string;
    readonly noAddress: string;
    /** Behind `throttled` of a link. */
    readonly passkeyLeft: string;
    readonly newTitle: string;
    readonly signsOut: string;
    readonly save: string;
  };
  /** The pages on which people change their e-mail address. */
  readonly address: {
    readonly title: string;
    readonly lead: string;
    readonly current: (address: SafeHtml) => SafeHtml;
    readonly none: string;
    readonly label: string;
    readonly same: string;
    readonly sentLead: (address: SafeHtml) => SafeHtml;
    readonly confirmTitle: string;
    readonly confirmLead: (address: SafeHtml) => SafeHtml;
    readonly confirm: string;
    readonly ownerOnly: (address: SafeHtml) => SafeHtml;
    readonly notYours: string;
    readonly signIn: string;
    readonly taken: string;
    readonly doneTitle: string;
    readonly doneLead: (address: SafeHtml) => SafeHtml;
  };
}
