import { html } from "../../html.ts";
import type { AccessWords } from "../../words/access.ts";

export const access: AccessWords = {
  applicationPages: { policy: "Privacy policy", terms: "Terms" },
  abilities: {
    openid: "Know who you are",
    profile: "See your name and username",
    email: "See your e-mail address",
    address: "See your postal address",
    phone: "See your phone number",
    groups: "See which groups you belong to",
    offline_access: "Keep its access after you sign out",
  },
  access: {
    to: (api) => html`Access to ${api}`,
    onYourBehalf: (api) => html`Use ${api} on your behalf`,
    permission: (value) => html`Use the permission ${value}`,
    keeps: "What you allowed before stays allowed.",
    whileSignedIn: "It has this access while you are signed in.",
    afterSignOut: "It keeps this access after you sign out.",
    claims: (name) => html`It calls itself “${name}”. Nobody has checked that name.`,
    selfNamed: "The application chose this name itself. Nobody has checked it.",
    goesTo: (host) => html`After your answer, you go to ${host}.`,
    local:
      "Any program on this device can pose as this application. Allow it only if you have just started the sign-in yourself.",
    ends: (api, wait) => html`If you remove it now, access to ${api} ends ${wait} at the latest.`,
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
  },
  device: {
    title: "Connect a device",
    lead: "Enter the code that your device shows.",
    code: "Code",
    hint: "Eight letters. The dash and capital letters do not matter.",
    submit: "Continue",
    missing: "Enter the code that your device shows.",
    unknown: "No device is waiting for this code. Check it on your device, or get a new one there.",
    over: "This device is no longer waiting. If it is not signed in, get a new code on it.",
    throttled: (wait) => `Too many wrong codes. Try again ${wait}.`,
    question: (client) => html`Sign in to ${client} on your device?`,
    questionTitle: (client) => `Sign in to ${client} on your device`,
    compare: "Check that your device shows this code:",
    beganHere: (when) => `Requested ${when}, from the network you are on.`,
    beganElsewhere: (when, network) => html`Requested ${when}, from a network other than yours: ${network}.`,
    warning:
      "Allow this only if you started it on your device yourself. If someone sent you the code or a link, do not allow it: they would get into your account.",
    allowedTitle: "Your device is connected",
    allowed: (client) => html`${client} is signing you in on your device. You can close this page.`,
    deniedTitle: "You did not allow it",
    denied: (client) => html`${client} gets no access on that device. You can close this page.`,
    another: "Connect another device",
  },
};
