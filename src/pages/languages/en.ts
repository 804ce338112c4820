import type { Catalogue } from "../catalogue.ts";
import { html } from "../html.ts";

/** The catalogue in English. */
export const english: Catalogue = {
  lang: "en",
  dir: "ltr",
  name: "English",
  problemTitle: (title) => `Error: ${title}`,
  backTo: (client) => html`Back to ${client}`,
  developmentNote: "For development on this computer only: the connection is not encrypted.",
  abilities: {
    openid: "know that it is you",
    profile: "see your name and username",
    email: "see your e-mail address",
    address: "see your postal address",
    phone: "see your phone number",
    offline_access: "keep access while you are signed out",
  },
  picker: { label: "Language", submit: "Change" },
  signIn: {
    title: (client) => `Sign in to ${client}`,
    heading: "Sign in",
    lead: (client) => html`to continue to ${client}`,
    againLead: (person, client) =>
      html`You are signed in as ${person}. Sign in again to continue to ${client}.`,
    username: "Username",
    password: "Password",
    show: "Show",
    showWhat: " password",
    capsLock: "Caps Lock is on.",
    submit: "Sign in",
    promise: (client) => html`${client} never sees your password.`,
    mismatch: "That username and password do not match.",
    throttled: (wait) => `Too many tries. Try again ${wait}.`,
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
    unavailable: (wait) => ({
      title: "Back in a moment",
      sentence: `Signing in is not possible right now. Nothing is lost: try again ${wait}.`,
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
};
