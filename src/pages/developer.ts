/**
 * What only a developer reads, on a page or beside the person's words. It stays English in every language, as the wire's
 * `error_description` does (RFC 6749 §4.1.2.1), so that what it says can be searched for.
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
  connectLead: "Register the address to send people back to, and you get a client id and a secret:",
} as const;
