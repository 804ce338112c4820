import { html } from "../../html.ts";
import type { GeneralWords } from "../../words/general.ts";

export const general: GeneralWords = {
  problemTitle: (title) => `Error: ${title}`,
  stale: "This page was out of date, so nothing was changed. Please try again.",
  otherAccount: (name) =>
    `This page was for another account, so nothing was changed. You are signed in as ${name} now.`,
  backTo: (client) => html`Back to ${client}`,
  developmentNote: "For development on this computer only: the connection is not encrypted.",
  picker: { label: "Language", submit: "Change" },
  brandLinks: { help: "Help", privacy: "Privacy", imprint: "Legal notice" },
  home: {
    heading: "One sign\u2011in for your applications",
    whatThisIs: "Applications that use this service send you here when they need to know who you are.",
    applications: "Your applications",
    find: "Find an application",
    search: "Search",
    noneFound: "No application has this in its name.",
    more: "More applications",
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
      sentence: "The address may be mistyped, or the page may have moved.",
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
      sentence: `There were too many requests at once. Nothing was changed this time, and your account is safe. Try again ${wait}.`,
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
