import { html } from "../../html.ts";
import type { SignInWords } from "../../words/sign-in.ts";

export const signIn: SignInWords = {
  signIn: {
    title: (client) => `Sign in to ${client}`,
    heading: "Sign in",
    lead: (client) => html`to continue to ${client}`,
    ownTitle: "Sign in to your account",
    ownLead: "to continue to your account",
    proofTitle: "Confirm that it is you",
    proofLead: (client) => html`${client} asks you to sign in again.`,
    ownProofLead: "This page needs a sign-in from the last five minutes.",
    notYou: "Not you? Use another account",
    username: "Username",
    password: "Password",
    show: "Show",
    showWhat: " password",
    capsLock: "Caps Lock is on.",
    submit: "Sign in",
    usePasskey: "Use a passkey",
    passkeyNeedsScripts: "To use a passkey, allow scripts for this page.",
    passkeyCancelled: "No passkey was used. You can try again.",
    passkeyUnsupported: "This browser cannot use passkeys. Use another browser or your phone.",
    promise: (client) => html`${client} never sees your password.`,
    forgot: "Forgot your password?",
    signUp: "Create an account",
    mismatch: "That username, e-mail address or password is incorrect.",
    locked: (notMe, forgot) =>
      `This account is locked, because someone chose “${notMe}” in a message about it. To unlock it, choose a new password with “${forgot}”.`,
    unavailable:
      "Not every password can be checked right now. If yours is right, try again in a few minutes.",
    notMoved: (forgot) =>
      `That username, e-mail address or password is incorrect. If you have not signed in for a while, choose a new password with “${forgot}”.`,
    expired: (forgot) => `That password has expired. Choose a new one with “${forgot}”.`,
    passkeyRefused: "That passkey does not work here. Use another one, or your password.",
    throttled: (wait) => `Too many attempts. Try again ${wait}.`,
    throttledBut: {
      passkey: (wait) => `Too many attempts. Try again ${wait}, or use a passkey.`,
      reset: (wait) => `Too many attempts. Try again ${wait}, or reset your password.`,
      both: (wait) => `Too many attempts. Try again ${wait}, use a passkey, or reset your password.`,
    },
    busy: "Many people are signing in right now. Wait a few seconds and try again.",
    stale: "This page was out of date. Please sign in again.",
    otherAddress: (origin) =>
      `If the address of this page does not begin with ${origin}, open that address instead.`,
    noCookie: "Your browser did not send back our cookie. Allow cookies for this site, then sign in again.",
    missingPassword: "Enter your password.",
    tooLongPassword: "That password is too long.",
  },
  upstreamSignIn: {
    or: "or",
    button: (name) => html`Continue with ${name}`,
    next: "Next",
    awayTitle: (name) => `Sign in with ${name}`,
    away: (name) => html`We are taking you to ${name}. You will be back here in a moment.`,
    goOn: (name) => html`Go to ${name}`,
    denied: (name) => `You did not sign in with ${name}. Try again, or choose another way.`,
    unavailable: (name) =>
      `${name} is not responding at the moment. Try again in a few minutes, or choose another way.`,
    misconfigured: (name) =>
      `Signing in with ${name} is not working at the moment. It is not your fault; the people who run this service can see why.`,
    untrusted: (name) =>
      `The answer from ${name} could not be verified, so you are not signed in. Try again.`,
    late: "That sign-in took too long or has already been used. Start again.",
    gone: "This way to sign in is no longer offered. Choose another one.",
    refused: (name) =>
      `Your account at ${name} does not give you access here. Sign in another way, or ask the people who run this service.`,
    addressTaken: (name) =>
      `Your address belongs to an account here that is connected to another account at ${name}. Sign in with that one, or another way.`,
  },
  continue: {
    title: (client) => `Continue to ${client}`,
    heading: (client) => html`Continue to ${client}`,
    promise: (client) => html`${client} will know who you are but will never see your password.`,
    allow: (client, person) => html`Continue to ${client} as ${person}`,
    useAnother: "Use another account",
  },
  chooseAccount: {
    title: "Choose an account",
    link: "Switch account",
  },
  notAdmitted: {
    title: (client) => `No access to ${client}`,
    heading: (client) => html`This account has no access to ${client}`,
    sentence: (client) =>
      html`Only certain people can use ${client}. If you need access, ask the people who run the application, or use another account.`,
  },
  notSent: {
    title: "Nothing was sent",
    lead: (client) => html`You were no longer signed in to ${client}, so what you sent did not arrive there.`,
    advice: "Go back in your browser and copy what you entered. Then sign in, and send it again.",
  },
  verify: {
    heading: "Two-step sign-in",
    lead: (client) => html`To continue to ${client}, enter the code from your authenticator app.`,
    ownLead: "Enter the code from your authenticator app.",
    code: "Code",
    either: "A recovery code works here too.",
    useRecoveryCode: "Use a recovery code",
    useApp: "Use the app instead",
    recoveryLead: "Enter one of your recovery codes. Each works once.",
    atOnce: "Sent as soon as you enter the sixth digit.",
    wrongRecovery: "That recovery code is incorrect or has already been used.",
    trust: "Do not ask for a code in this browser for 30 days",
    submit: "Verify",
    missing: "Enter the code.",
    wrong:
      "That code is incorrect. Enter the one that your app shows now, or a recovery code that you have not used yet.",
    spent: "That code has already been used. Wait until your app shows the next one.",
    lost: "No app and no recovery code at hand? The people who run this service can help you.",
    passkeyLead: "Confirm with your passkey that it is you.",
    passkeyMade: "Your passkey is set up. Use it once to continue.",
    recoveryCode: "Recovery code",
    lostPasskey:
      "Have you lost your passkey? The people who run this service can remove it. Then you can add a new one.",
  },
  enrol: {
    needed: (client) => html`${client} asks for a second step.`,
    ownNeeded: "Your account asks for a second step.",
    passkeyOnly: "Only a passkey is strong enough here. Set one up to continue.",
    otherTitle: "One more thing to set up",
    setUpPasskey: "Set up a passkey",
    passkey: "Use a passkey instead",
  },
  passkeyOffer: {
    title: "Sign in without a password next time?",
    lead: "You are signed in. This device can keep a passkey for you: then your fingerprint, your face or its PIN is all you need.",
    add: "Add a passkey",
    notNow: "Not now",
  },
  linkNeeded: {
    title: "You need a link for this",
    lead: "Your account has administrator rights, so a password alone cannot add a new way to sign in.",
    repair:
      "Ask another administrator for a recovery link, or make one where the service runs. It guides you through setting up a second factor.",
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
    leadsTo: (client) => html`After you sign out, you go back to ${client}.`,
    brokenRequest: "The application’s sign-out request was not valid, so we cannot take you back to it.",
    submitAll: "Sign out of all accounts",
    doneTitle: "You are signed out",
    doneLead: "You are no longer signed in to this service in this browser.",
    othersStay: "This browser is still signed in to other accounts.",
    doneNote:
      "You may still be signed in to applications that you used. On a shared computer, close the browser.",
  },
};
