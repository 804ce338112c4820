/** How many commits something takes, by kind. */
export interface Cost {
  /** On disk before the answer leaves. */
  readonly durable: number;
  /** Kept through a crash of the process, and not through every power failure. */
  readonly relaxed: number;
}

/** What each thing that happens costs, and what is written. docs/durable-writes.md is made of this table. */
export const writeCosts = {
  "An authorization URL is opened, by anybody and however wrong it is": {
    durable: 0,
    relaxed: 0,
    written: "Nothing",
  },
  "A form is shown, or posted without its CSRF token or its password": {
    durable: 0,
    relaxed: 0,
    written: "Nothing",
  },
  "A wrong password": { durable: 0, relaxed: 1, written: "The tries of typed name, network and account" },
  "A password sign-in, up to the code": {
    durable: 1,
    relaxed: 1,
    written: "The try, counted before the hash; then the session, which takes the try back",
  },
  "A password sign-in in a browser that is new to the account, up to the code": {
    durable: 1,
    relaxed: 1,
    written: "The same, and beside the session the message about it, with the link that locks the account",
  },
  "A passkey sign-in, up to the code": {
    durable: 1,
    relaxed: 1,
    written:
      "The try, counted for the network; then the session, that the challenge was used, and the use of the passkey, together",
  },
  "A sign-in with a connected provider, up to the code": {
    durable: 1,
    relaxed: 2,
    written:
      "The try, counted for the network; then the session, that the provider's answer was used, and the entry of the account's activity, together; then the time of the use",
  },
  "A passkey is added": {
    durable: 1,
    relaxed: 1,
    written:
      "The act, which is counted; then the passkey, that its challenge was used, and the entry of the account's activity, together",
  },
  "A code of a second factor, up to the code": {
    durable: 1,
    relaxed: 1,
    written:
      "The try, counted before the code is judged; then the session, which claims the code and takes the try back",
  },
  "A wrong code of a second factor": {
    durable: 0,
    relaxed: 1,
    written: "The try of the person, or of the device",
  },
  "An authenticator app is set up, with its recovery codes": {
    durable: 3,
    relaxed: 1,
    written:
      "The act, which is counted; the app; the session, which proves two factors from then on; the codes",
  },
  "A code for somebody who is signed in": { durable: 0, relaxed: 0, written: "Nothing: the code is sealed" },
  "A code is exchanged": { durable: 1, relaxed: 0, written: "The grant, which spends the code" },
  "A code is exchanged for ID token and refresh token too": {
    durable: 1,
    relaxed: 0,
    written: "Grant and token family, together",
  },
  "A code is exchanged for a client that hears of logouts": {
    durable: 1,
    relaxed: 0,
    written: "The same, and beside it that the client took part in the session",
  },
  "A code is exchanged for the very first ID token": {
    durable: 2,
    relaxed: 0,
    written: "The grant; the signing key, which is made when first needed and then every 90 days",
  },
  "A code is exchanged for a JWT access token": {
    durable: 1,
    relaxed: 0,
    written: "The grant, as for an opaque one",
  },
  "A code is exchanged with a DPoP proof": {
    durable: 2,
    relaxed: 0,
    written: "That the proof was used; the grant",
  },
  "A code is exchanged with a client assertion": {
    durable: 2,
    relaxed: 0,
    written: "That the assertion was used; the grant",
  },
  "A code that does not open": { durable: 0, relaxed: 0, written: "Nothing" },
  "A wrong client secret": { durable: 0, relaxed: 1, written: "The tries of client and network" },
  "A client's secret is used for the first time in a minute": {
    durable: 0,
    relaxed: 1,
    written: "The time of its use, beside the other writes of the request",
  },
  "A client's secret is used again within the minute": { durable: 0, relaxed: 0, written: "Nothing" },
  "A spent code comes again from its client": {
    durable: 2,
    relaxed: 0,
    written: "The claim that is lost; the revocation of the token",
  },
  "A refresh token is used": { durable: 1, relaxed: 0, written: "The family moves on, with the new grant" },
  "The refresh token before the newest comes again": { durable: 1, relaxed: 0, written: "The new grant" },
  "An older refresh token comes again": { durable: 1, relaxed: 0, written: "The revocation of the family" },
  "Userinfo is read": { durable: 0, relaxed: 0, written: "Nothing" },
  "Userinfo is read with a DPoP token": { durable: 1, relaxed: 0, written: "That the proof was used" },
  "A token is introspected": { durable: 0, relaxed: 0, written: "Nothing" },
  "A token is revoked": { durable: 1, relaxed: 0, written: "The revocation" },
  "A token that nobody knows is revoked": { durable: 0, relaxed: 0, written: "Nothing" },
  "A request is pushed": { durable: 0, relaxed: 0, written: "Nothing: it is sealed into its request_uri" },
  "A code for a pushed request": { durable: 1, relaxed: 0, written: "That the request was used" },
  "A person allows an application something": { durable: 1, relaxed: 0, written: "The consent" },
  "A person withdraws it": {
    durable: 1,
    relaxed: 1,
    written: "The act, which is counted; the end of the consent and of its tokens",
  },
  "A link for a new password is asked for, by a name that somebody has": {
    durable: 2,
    relaxed: 3,
    written:
      "The try of the network, and then the request, sealed, before the answer; after it, its lease, the try of the person, and then link, mail and the end of the request together",
  },
  "A link for a new password is asked for, by a name that nobody has": {
    durable: 2,
    relaxed: 3,
    written: "As much, so that it takes as long; in place of link and mail, a link that has expired already",
  },
  "The link of a notice locks the account": {
    durable: 1,
    relaxed: 0,
    written:
      "The lock, with the end of sessions, trusted browsers, links and what was added since, the link and the mail that unlock the account, and the entry of the activity, together",
  },
  "A link sets a new password, and signs the person in": {
    durable: 2,
    relaxed: 2,
    written:
      "The try, counted until the password proves to be good; that it did; the password, with the end of sessions and link, the mail that says so, and the entry of the activity; then the session",
  },
  "A person signs another browser out": {
    durable: 1,
    relaxed: 1,
    written: "The act, which is counted; the end of that session",
  },
  "A person changes the password": {
    durable: 2,
    relaxed: 3,
    written:
      "The act, which is counted; the try, and that the password was good; the password, with the end of every session and the mail about it; the session in which this browser goes on",
  },
  "A person downloads what is kept about them": {
    durable: 1,
    relaxed: 1,
    written: "The act, which is counted; the entry of the activity that says so",
  },
  "A person changes their display name": {
    durable: 1,
    relaxed: 1,
    written: "The act, which is counted; the account, and the entry of the activity",
  },
  "A person keeps their language": {
    durable: 1,
    relaxed: 1,
    written: "The act, which is counted; the account",
  },
  "A person signs out": { durable: 1, relaxed: 0, written: "The end of the session" },
  "A client signs a person out with an ID token": {
    durable: 1,
    relaxed: 0,
    written: "The end of the session",
  },
  "A device asks for its codes": { durable: 1, relaxed: 0, written: "The device" },
  "A device of a public client asks for its codes": {
    durable: 1,
    relaxed: 1,
    written: "The try of client and network; the device",
  },
  "A device polls": { durable: 0, relaxed: 1, written: "The time of the poll" },
  "A person types the code of a device": {
    durable: 0,
    relaxed: 2,
    written: "The try of person and network, counted first; that it was none",
  },
  "A person allows a device": {
    durable: 1,
    relaxed: 2,
    written: "The try, counted until the form proves that its page was shown; that it was none; the answer",
  },
  "A person allows a device of somebody else's application": {
    durable: 2,
    relaxed: 2,
    written: "The same, and before the answer the consent",
  },
  "A device gets its tokens": { durable: 1, relaxed: 0, written: "Grant and token family, together" },
  "An API's server exchanges a token": { durable: 1, relaxed: 0, written: "The grant" },
  "A machine gets a token": { durable: 1, relaxed: 0, written: "The grant" },
  "A device comes again with a spent code": { durable: 0, relaxed: 0, written: "Nothing" },
  "A visit to a protected application begins, where the person is signed in": {
    durable: 1,
    relaxed: 0,
    written: "The grant, which says that the code was spent",
  },
  "A proxy asks about a request to a protected application": { durable: 0, relaxed: 0, written: "Nothing" },
  "The metadata and the keys are read": { durable: 0, relaxed: 0, written: "Nothing" },
  "A client's secret stands in a URL for the first time": { durable: 1, relaxed: 0, written: "The exposure" },
  "A client's secret stands in a URL again": { durable: 0, relaxed: 0, written: "Nothing" },
} as const satisfies Readonly<Record<string, Cost & { readonly written: string }>>;

/** Something that happens, by its name in the table. */
export type WriteCause = keyof typeof writeCosts;
