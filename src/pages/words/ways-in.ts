import type { SafeHtml } from "../html.ts";

/** The sentences about passwords, passkeys, codes and accounts elsewhere, which lead into an account. */
export interface WaysInWords {
  /** The page that shows what else leads into an account that was recovered. */
  readonly waysIn: {
    readonly title: string;
    readonly lead: string;
    readonly allMine: string;
    /** The title once everything was removed. */
    readonly nothingLeft: string;
  };
  /** About choosing a password. */
  readonly password: {
    readonly label: string;
    readonly rule: (lengthMin: number) => string;
    /** How many of the wanted characters are typed. */
    readonly progress: (typed: string, lengthMin: number) => string;
    /** Said while typing, if nothing is wrong that a browser can know. */
    readonly enough: string;
    readonly tooShort: (lengthMin: number) => string;
    readonly tooLong: string;
    readonly unreadable: string;
    readonly repeated: string;
    readonly predictable: string;
    readonly ownWords: string;
    readonly stolen: string;
    readonly busy: string;
  };
  /** The page on which people change, set or remove their password. */
  readonly changePassword: {
    readonly title: string;
    readonly setTitle: string;
    readonly lead: string;
    readonly submit: string;
    readonly setSubmit: string;
    readonly done: string;
    readonly removeTitle: string;
    readonly removeLead: string;
    readonly remove: string;
    readonly removed: string;
    readonly lastWay: string;
  };
  /** The page on which people look after their passkeys. */
  readonly passkeys: {
    readonly title: string;
    readonly lead: string;
    readonly none: string;
    readonly add: string;
    readonly added: (name: SafeHtml) => SafeHtml;
    readonly renamed: (name: SafeHtml) => SafeHtml;
    readonly removed: (name: SafeHtml) => SafeHtml;
    readonly created: (date: SafeHtml) => SafeHtml;
    readonly lastUsed: (date: SafeHtml) => SafeHtml;
    readonly neverUsed: string;
    readonly synchronised: string;
    readonly onOneDevice: string;
    readonly wentBack: (date: SafeHtml) => SafeHtml;
    readonly name: string;
    /** Opens the form in which a passkey is renamed or removed. */
    readonly edit: string;
    readonly rename: string;
    readonly remove: string;
    readonly badName: string;
    readonly last: string;
    readonly full: string;
    readonly gone: string;
    /** The name of a passkey whose authenticator does not say what it is. */
    readonly unnamed: string;
  };
  /** Beside the button that creates a passkey, on every page that has one. */
  readonly passkeyCreation: {
    readonly needsScripts: string;
    readonly unsupported: string;
    /** The device, or the password manager, has a passkey for this account. */
    readonly already: string;
    readonly notAdded: string;
  };
  /** The pages of the authenticator app. */
  readonly totp: {
    readonly title: string;
    readonly setUpTitle: string;
    readonly what: string;
    readonly scan: string;
    /** Says what the picture is, to people who do not see it. */
    readonly picture: string;
    readonly key: string;
    readonly enter: string;
    readonly confirm: string;
    readonly wrong: string;
    readonly since: (date: SafeHtml) => SafeHtml;
    readonly replace: string;
    /** Above the form that removes the app. */
    readonly removeTitle: string;
    readonly remove: string;
    readonly removeNote: string;
    /** Why the removal asks for the password. */
    readonly removeCheck: string;
    readonly wrongPassword: string;
    readonly weakPassword: string;
    /** Too many wrong passwords; with a new one the app can be removed at once. `wait` is the text of `describeWait`. */
    readonly throttled: (wait: string) => string;
    readonly cannotRemove: string;
    readonly done: string;
    readonly removed: string;
  };
  /** The page of recovery codes. */
  readonly recoveryCodes: {
    readonly title: string;
    readonly what: string;
    readonly left: (count: number) => string;
    readonly none: string;
    readonly make: string;
    readonly makeNote: string;
    /** Said when there is nothing yet that the codes could replace. */
    readonly needFactor: string;
    readonly once: string;
    readonly copy: string;
    readonly copied: string;
    readonly download: string;
    readonly print: string;
    readonly kept: string;
  };
  /** The page of the passwords for programs that know no sign-in page. */
  readonly appPasswords: {
    readonly title: string;
    readonly lead: string;
    readonly none: string;
    readonly name: string;
    readonly nameHint: string;
    readonly application: string;
    readonly make: string;
    /** Heads the one that was just made. */
    readonly made: (name: SafeHtml) => SafeHtml;
    readonly once: string;
    /** On the button that puts it away. */
    readonly done: string;
    readonly created: (date: SafeHtml) => SafeHtml;
    readonly lastUsed: (moment: SafeHtml) => SafeHtml;
    readonly neverUsed: string;
    readonly revoke: string;
    readonly revoked: (name: SafeHtml) => SafeHtml;
    readonly gone: string;
    readonly full: string;
    readonly badName: string;
    /** The chosen application takes none any more, or the person may not enter it any more. */
    readonly notThere: string;
    /** In place of the form. */
    readonly noApplication: string;
  };
  /** The page with the accounts at other providers. `name` is the provider's, as the operator wrote it. */
  readonly upstreams: {
    readonly title: string;
    readonly lead: string;
    readonly none: string;
    readonly as: (label: SafeHtml) => SafeHtml;
    readonly notLinked: string;
    readonly link: (name: SafeHtml) => SafeHtml;
    readonly unlink: (name: SafeHtml) => SafeHtml;
    readonly linked: (name: string) => string;
    readonly unlinked: (name: string) => string;
    readonly taken: (name: string) => string;
    readonly lastWay: string;
  };
}
