import type { Catalogue } from "../../catalogue.ts";
import { html } from "../../html.ts";

/** The catalogue in English. */
export const english: Catalogue = {
  lang: "en",
  dir: "ltr",
  name: "English",
  problemTitle: (title) => `Error: ${title}`,
  backTo: (client) => html`Back to ${client}`,
  developmentNote: "For development on this computer only: the connection is not encrypted.",
  applicationPages: { policy: "Privacy policy", terms: "Terms" },
  abilities: {
    openid: "know who you are",
    profile: "see your name and username",
    email: "see your e-mail address",
    address: "see your postal address",
    phone: "see your phone number",
    groups: "see which groups you belong to",
    offline_access: "keep its access after you sign out",
  },
  picker: { label: "Language", submit: "Change" },
  signIn: {
    title: (client) => `Sign in to ${client}`,
    heading: "Sign in",
    lead: (client) => html`to continue to ${client}`,
    ownTitle: "Sign in to your account",
    ownLead: "to continue to your account",
    againLead: (person, client) =>
      html`You are signed in as ${person}. Sign in again to continue to ${client}.`,
    confirmLead: (person) =>
      html`You are signed in as ${person}. Sign in again, so that nobody else can change your account.`,
    username: "Username",
    password: "Password",
    show: "Show",
    showWhat: " password",
    capsLock: "Caps Lock is on.",
    submit: "Sign in",
    usePasskey: "Use a passkey",
    passkeyNeedsScripts: "To use a passkey, allow scripts for this page.",
    promise: (client) => html`${client} never sees your password.`,
    forgot: "Forgot your password?",
    signUp: "Create an account",
    mismatch: "That username and password do not match.",
    passkeyRefused: "That passkey does not work here. Use another one, or your password.",
    throttled: (wait) => `Too many attempts. Try again ${wait}.`,
    busy: "Many people are signing in right now. Wait a few seconds and try again.",
    stale: "For your security, please sign in again.",
    otherAddress: (origin) =>
      `If the address of this page does not begin with ${origin}, open that address instead.`,
    noCookie: "Your browser did not send back our cookie. Allow cookies for this site, then sign in again.",
    missingUsername: "Enter your username.",
    missingPassword: "Enter your password.",
    tooLongPassword: "That password is too long.",
  },
  continue: {
    title: (client) => `Continue to ${client}`,
    heading: (client) => html`Continue to ${client}`,
    promise: (client) => html`${client} will know who you are but will never see your password.`,
    allow: (client, person) => html`Continue to ${client} as ${person}`,
    useAnother: "Use another account",
    stale: "For your security, please confirm again.",
  },
  notAdmitted: {
    title: (client) => `No access to ${client}`,
    heading: (client) => html`This account has no access to ${client}`,
    sentence: (client) =>
      html`Only certain people can use ${client}. If you need access, ask the people who run the application, or use another account.`,
  },
  consent: {
    title: (client) => `Allow ${client} to access your account`,
    heading: (client) => html`Allow ${client} to access your account?`,
    lead: "It will be able to",
    promise: (client) =>
      html`${client} never sees your password. You can remove its access at any time on your account page.`,
    allow: "Allow",
    deny: "Don’t allow",
    useAnother: "Use another account",
    stale: "For your security, please answer again.",
  },
  account: {
    title: "Your account",
    applicationsHeading: "Applications with access to your account",
    noApplications: "None yet. An application appears here once you allow it to access your account.",
    itMay: "It can",
    since: (date) => html`Since ${date}`,
    withdraw: "Remove access",
    consequence: "When you remove access, the application loses it at once and has to ask you again.",
    withdrawn: (client) => html`${client} no longer has access to your account.`,
    stale: "For your security, please choose again.",
  },
  formPost: {
    title: (client) => `Back to ${client}`,
    lead: "This takes a moment. If nothing happens, select Continue.",
    submit: "Continue",
  },
  signOut: {
    title: "Sign out",
    heading: "Sign out?",
    lead: "You are signed in as",
    submit: "Sign out",
    stay: "Stay signed in",
    stale: "For your security, please confirm again.",
    leadsTo: (client) => html`After you sign out, you go back to ${client}.`,
    brokenRequest: "The application’s sign-out request was not valid, so we cannot take you back to it.",
    doneTitle: "You are signed out",
    doneLead: "You are no longer signed in to this service in this browser.",
    doneNote:
      "You may still be signed in to applications that you used. On a shared computer, close the browser.",
  },
  home: {
    heading: "One sign\u2011in for your applications",
    whatThisIs: "Applications that use this service send you here when they need to know who you are.",
    signedInAs: "You are signed in as",
    notSignedIn: "You are not signed in.",
    account: "Your account",
    signOut: "Sign out",
  },
  error: {
    brokenRequest: {
      title: "This link does not work",
      sentence:
        "The application sent a request that we cannot trust, so sign-in stops here. Your account is safe. Go back to the application and start again.",
    },
    unknownApplication: {
      title: "We do not know this application",
      sentence:
        "The link that brought you here names an application that is not registered with this service. Your account is safe. Go back and start again, or tell the people who run the application.",
    },
    brokenForm: {
      title: "We could not read that form",
      sentence:
        "It was incomplete, or it came from another site. Nothing was changed, and your account is safe.",
    },
    notFound: {
      title: "Page not found",
      sentence: "The address may contain a typing error, or the page may have moved.",
    },
    wrongMethod: {
      title: "This page cannot be opened this way",
      sentence: "The link or form that brought you here does not fit this address. Nothing was changed.",
    },
    unavailable: (wait) => ({
      title: "Back in a moment",
      sentence: `Signing in is not possible right now. Nothing is lost. Try again ${wait}.`,
    }),
    throttled: (wait) => ({
      title: "Please wait a moment",
      sentence: `That was too much at once. Nothing was changed this time, and your account is safe. Try again ${wait}.`,
    }),
    internal: {
      title: "Something went wrong on our side",
      sentence: "It is not your fault, and your account is safe. Try again in a moment.",
    },
    tryAgain: "Try again",
    home: "Go to the home page",
    reference: "Reference",
    whereDetailIs: "Developers can find the details in the service’s log under this reference.",
  },
};
