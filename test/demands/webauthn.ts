import type { Specification } from "./demand.ts";

/** The demands of Web Authentication on a relying party. */
export const webauthn: readonly Specification[] = [
  {
    specification: "Web Authentication Level 3",
    demands: [
      {
        section: "5.11",
        demand: "The related origins are published at the root of the relying party's domain",
        sources: ["http/endpoints/server-metadata"],
        tests: ["WebAuthn §5.11: passkeys of a parent domain, and the origins that may use them"],
      },
      {
        section: "7.1",
        demand:
          "A registration counts only with its type, challenge, origin, relying party, user presence and verification",
        sources: ["adapters/passkeys/webauthn"],
        tests: [
          "a registration with another challenge is refused",
          "a registration with another origin is refused",
          "a registration with another relying party is refused",
          "a registration with a person who was not verified is refused",
          "an assertion is no registration, and the other way round",
        ],
      },
      {
        section: "7.1",
        demand: "Only a registration that the browser made by itself may lack user presence and verification",
        sources: ["adapters/passkeys/webauthn", "flows/authorize/offer-passkey"],
        tests: [
          "WebAuthn §7.1: a passkey that the browser made by itself needs nobody there, and everything else",
          "D38: no page on which the person is asked takes one that the browser made by itself",
        ],
      },
      {
        section: "7.1",
        demand: "The algorithm is one that was asked for, and the credential is registered for nobody",
        sources: ["adapters/passkeys/webauthn", "adapters/sql/passkeys"],
        tests: [
          "a key that was not asked for is not registered: algorithm …, … bits",
          "Passkeys.add: refused where the credential is registered already, for anybody",
        ],
      },
      {
        section: "7.2",
        demand:
          "An assertion counts only with its type, challenge, origin, relying party, user presence and verification",
        sources: ["adapters/passkeys/webauthn"],
        tests: [
          "D38: an assertion for another relying party signs nobody in",
          "D38: an assertion from another origin signs nobody in",
          "D38: an assertion without user verification signs nobody in",
          "a challenge of another browser, another request or another page proves nothing",
        ],
      },
      {
        section: "7.2",
        demand: "The user handle is there and is that of the credential's account",
        sources: ["flows/authorize/prove-passkey"],
        tests: [
          "D38: an assertion with another user handle signs nobody in",
          "D38: an assertion without a user handle signs nobody in",
        ],
      },
      {
        section: "7.2",
        demand: "The signature is verified, and backup eligibility never changes",
        sources: ["adapters/passkeys/webauthn"],
        tests: [
          "a wrong signature, and data that were not signed, are refused",
          "WebAuthn §7.2: a key that could not leave its device cannot do so later",
        ],
      },
      {
        section: "6.1.1, 7.2",
        demand: "A signature counter that goes back is noticed",
        sources: ["identity/passkey"],
        tests: [
          "the use of a passkey is noted, and a counter that goes back is noted, told to its owner and not refused",
        ],
      },
      {
        section: "13.4.3",
        demand: "Challenges cannot be foretold, and count once and for a short time",
        sources: ["flows/passkey-challenge"],
        tests: [
          "a challenge counts for five minutes",
          "of twenty posts of one assertion at once, one begins a session",
          "a registration that is posted twice adds one passkey",
        ],
      },
      {
        section: "14.6.1",
        demand: "User handles are random and say nothing about the person",
        sources: ["flows/person/passkeys"],
        tests: ["a passkey is offered after the password, and the interrupted request goes on with it"],
      },
      {
        section: "14.6.2, 14.6.3",
        demand: "Neither usernames nor credentials can be found out",
        sources: ["flows/authorize/prove-passkey"],
        tests: [
          "E18: a credential that nobody has gets the same answer, and its id so that the browser can forget it",
        ],
      },
    ],
  },
];
