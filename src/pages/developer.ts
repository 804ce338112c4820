/**
 * The words for developers, on a page of their own or beside the person's words. They stay English in every language, like
 * `error_description` on the wire (RFC 6749 §4.1.2.1), so that developers can search for them.
 */
export const developerWords = {
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
  connectHeading: "Connect an application",
  documents: "All documents",
  connectLead: "Register the address to send people back to, and you get a client id and a secret:",
} as const;
