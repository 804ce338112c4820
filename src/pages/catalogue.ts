import { html, type SafeHtml } from "./html.ts";

/**
 * Every sentence that a person may read. A language is one object of this type; `SafeHtml` arguments are names that the
 * page has marked up already, so a translation only chooses where they stand.
 */
export interface Catalogue {
  readonly lang: string;
  readonly dir: "ltr" | "rtl";
  readonly problemTitle: (title: string) => string;
  readonly backTo: (client: SafeHtml) => SafeHtml;
  readonly developmentNote: string;
  /** What an application may do, from the English words for it, which are the key of a translation. */
  readonly phrase: (english: string) => string;
  readonly signIn: {
    readonly title: (client: string) => string;
    readonly heading: string;
    readonly lead: (client: SafeHtml) => SafeHtml;
    readonly againLead: (person: SafeHtml, client: SafeHtml) => SafeHtml;
    readonly username: string;
    readonly password: string;
    readonly show: string;
    readonly showWhat: string;
    readonly capsLock: string;
    readonly submit: string;
    readonly promise: (client: SafeHtml) => SafeHtml;
    readonly mismatch: string;
    readonly throttled: (waitSeconds: number) => string;
    readonly busy: string;
    readonly stale: string;
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
    readonly password: string;
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
    readonly doneTitle: string;
    readonly doneLead: string;
    readonly doneNote: string;
  };
  readonly home: {
    readonly title: string;
    readonly heading: string;
    readonly whatThisIs: string;
    readonly signedInAs: string;
    readonly notSignedIn: string;
    readonly account: string;
    readonly signOut: string;
    readonly connectHeading: string;
    readonly connectLead: string;
  };
  readonly error: {
    readonly brokenRequest: Words;
    readonly unknownApplication: Words;
    readonly brokenForm: Words;
    readonly notFound: Words;
    readonly wrongMethod: Words;
    readonly unavailable: (waitSeconds: number) => Words;
    readonly internal: Words;
    readonly tryAgain: string;
    readonly home: string;
    readonly reference: string;
    readonly whereDetailIs: string;
  };
  readonly developer: {
    readonly heading: string;
    readonly whyShown: string;
    readonly receivedHeading: string;
    readonly received: string;
    readonly nearest: string;
    readonly nothingHere: string;
    readonly differsFrom: string;
    readonly differsUntil: string;
    readonly repairHeading: string;
    readonly copy: string;
    readonly copied: string;
  };
}

/** What an error page says: a title and one calm sentence or two. */
export interface Words {
  readonly title: string;
  readonly sentence: string;
}

/** A length of time as people say it, rounded up: "30 seconds", "4 minutes", "2 hours". */
export function describeWait(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole <= 1) return "1 second";
  if (whole < 60) return `${whole} seconds`;
  const minutes = Math.ceil(whole / 60);
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.ceil(seconds / 3600);
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** The one language that there is so far. */
export const english: Catalogue = {
  lang: "en",
  dir: "ltr",
  problemTitle: (title) => `Error: ${title}`,
  backTo: (client) => html`Back to ${client}`,
  developmentNote: "For development on this computer only: the connection is not encrypted.",
  phrase: (english) => english,
  signIn: {
    title: (client) => `Sign in to ${client}`,
    heading: "Sign in",
    lead: (client) => html`to continue to ${client}`,
    againLead: (person, client) =>
      html`You are signed in as ${person}. Sign in again to continue to ${client}.`,
    username: "Username",
    password: "Password",
    show: "Show",
    showWhat: "password",
    capsLock: "Caps Lock is on.",
    submit: "Sign in",
    promise: (client) => html`${client} never sees your password.`,
    mismatch: "That username and password do not match.",
    throttled: (waitSeconds) => `Too many tries. Try again in ${describeWait(waitSeconds)}.`,
    busy: "Many people are signing in right now. Wait a few seconds, then try again.",
    stale: "For your safety, please sign in once more.",
    missingUsername: "Enter your username.",
    missingPassword: "Enter your password.",
    tooLongPassword: "That password is longer than any password can be here.",
  },
  continue: {
    title: (client) => `Continue to ${client}`,
    heading: (client) => html`Continue to ${client}`,
    promise: (client) => html`${client} will learn who you are. It never sees your password.`,
    allow: (client, person) => html`Continue to ${client} as ${person}`,
    useAnother: "Use another account",
    stale: "For your safety, please confirm once more.",
  },
  consent: {
    title: (client) => `Allow ${client}`,
    heading: (client) => html`Allow ${client}?`,
    lead: "It will be able to",
    promise: (client) =>
      html`${client} never sees your password. What you allow stands until you withdraw it on your account page here.`,
    allow: "Allow",
    deny: "Do not allow",
    useAnother: "Use another account",
    stale: "For your safety, please answer once more.",
  },
  account: {
    title: "Your account",
    password: "The people who run this service can give you a new password.",
    applicationsHeading: "Applications that you allowed",
    noApplications: "You have allowed none. When an application asks and you agree, it stands here.",
    itMay: "It may",
    since: (date) => html`Since ${date}`,
    withdraw: "Withdraw",
    consequence:
      "Withdrawing takes away at once what an application was given here. It has to ask you again.",
    withdrawn: (client) => html`What you allowed ${client} is withdrawn.`,
    stale: "For your safety, please choose once more.",
  },
  formPost: {
    title: (client) => `Back to ${client}`,
    lead: "This takes a moment. If nothing happens, continue here.",
    submit: "Continue",
  },
  signOut: {
    title: "Sign out",
    heading: "Sign out?",
    lead: "You are signed in as",
    submit: "Sign out",
    stay: "Stay signed in",
    stale: "For your safety, please confirm once more.",
    doneTitle: "You are signed out",
    doneLead: "This browser no longer knows you here.",
    doneNote:
      "Applications that you used may keep you signed in with them. On a shared computer, close the browser.",
  },
  home: {
    title: "Latchkey",
    heading: "The front door",
    whatThisIs:
      "Applications that use this sign-in service bring you here when they need to know who you are. There is nothing to do until one does.",
    signedInAs: "You are signed in as",
    notSignedIn: "You are not signed in.",
    account: "Your account",
    signOut: "Sign out",
    connectHeading: "Connect an application",
    connectLead: "Register where it wants people sent back to, and you get its client id and secret:",
  },
  error: {
    brokenRequest: {
      title: "This link does not work",
      sentence:
        "The application sent you here with a request that cannot be trusted, so it stops here. Your account is safe. Go back to the application and start again.",
    },
    unknownApplication: {
      title: "This application is not known here",
      sentence:
        "The link that brought you here names an application that is not registered. Your account is safe. Go back and start again, or tell the people who run the application.",
    },
    brokenForm: {
      title: "That form did not arrive",
      sentence:
        "It was incomplete, or it came from somewhere else. Nothing happened, and your account is safe.",
    },
    notFound: {
      title: "There is no page here",
      sentence: "The address may be mistyped, or the page has moved.",
    },
    wrongMethod: {
      title: "There is nothing to do here",
      sentence: "This address was opened in a way that it does not know. Nothing happened.",
    },
    unavailable: (waitSeconds) => ({
      title: "Back in a moment",
      sentence: `Signing in is not possible right now. Nothing is lost: wait ${describeWait(waitSeconds)}, then try again.`,
    }),
    internal: {
      title: "Something broke on our side",
      sentence: "It is not your fault, and your account is safe. Try again in a moment.",
    },
    tryAgain: "Try again",
    home: "Go to the front page",
    reference: "Reference",
    whereDetailIs: "The developer finds the detail in the service's log under this reference.",
  },
  developer: {
    heading: "For the developer",
    whyShown: "You see this because the service runs on this computer.",
    receivedHeading: "What arrived",
    received: "Received",
    nearest: "Registered",
    nothingHere: "nothing",
    differsFrom: "[differs:",
    differsUntil: "]",
    repairHeading: "Repair",
    copy: "Copy",
    copied: "Copied",
  },
};
