import type { Specification } from "./demand.ts";

/** The demands of RFC 8628. */
export const devices: readonly Specification[] = [
  {
    specification: "RFC 8628, device authorization grant",
    demands: [
      {
        section: "3.1",
        demand: "The client authenticates as at the token endpoint",
        sources: ["flows/endpoint/device-authorization"],
        tests: ["authenticates a confidential client"],
      },
      {
        section: "3.1",
        demand: "Parameters without a value count as omitted, unknown ones are ignored, none is repeated",
        sources: ["protocol/device/request"],
        tests: ["… and ?…: …"],
      },
      {
        section: "3.2",
        demand: "device_code, user_code, verification_uri, expires_in, interval; not cached",
        sources: ["http/endpoints/device-authorization"],
        tests: [
          "answers both codes, where to type the one, and for how long and how often to poll with the other",
        ],
      },
      {
        section: "3.3",
        demand: "The person signs in, sees what is asked, and allows it or does not",
        sources: ["flows/person/device", "pages/device"],
        tests: [
          "D41: names the application, the code, when and from where the device asked, and warns; then the person answers",
        ],
      },
      {
        section: "3.3.1",
        demand:
          "verification_uri_complete brings the code along, and the person compares it with the device (*should*)",
        sources: ["http/pages/device"],
        tests: ["asks a stranger to sign in first, and keeps the code of the link on the way"],
      },
      {
        section: "3.4, 3.5",
        demand: "After the person has allowed it, a poll gets tokens as RFC 6749 §5.1 says",
        sources: ["flows/endpoint/device-exchange"],
        tests: ["polls, is told to wait, and gets tokens once its person allows it"],
      },
      {
        section: "3.4",
        demand: "The code was issued to the client that polls",
        sources: ["protocol/device/device-exchange"],
        tests: ["C40: another client's device code, and one that nobody has, are refused alike"],
      },
      {
        section: "3.5",
        demand: "authorization_pending while nobody has answered",
        sources: ["protocol/device/device-exchange"],
        tests: ["polls, is told to wait, and gets tokens once its person allows it"],
      },
      {
        section: "3.5",
        demand: "slow_down makes the interval five seconds longer, for this poll and all later ones",
        sources: ["protocol/device/device-authorization"],
        tests: [
          "C39: RFC 8628 §3.5: a device that polls too fast is slowed down, by five seconds more each time",
        ],
      },
      {
        section: "3.5",
        demand: "access_denied after a no, expired_token after the lifetime",
        sources: ["protocol/device/device-exchange"],
        tests: [
          "C40: RFC 8628 §3.5: after a no the device is told access_denied, and the person can change nothing any more",
          "C40: RFC 8628 §3.5: after ten minutes both codes are over, answered or not",
        ],
      },
      {
        section: "4",
        demand: "The metadata name the endpoint and the grant type",
        sources: ["protocol/openid/server-metadata"],
        tests: ["oidcc-discovery-endpoint-verification: every endpoint is an https URL below the issuer"],
      },
      {
        section: "5.1",
        demand: "Guessing a user code is infeasible: the code is long enough, and tries are limited",
        sources: ["identity/try-limits", "protocol/device/user-code"],
        tests: [
          "E25: RFC 8628 §5.1: after five wrong codes the person waits, and nobody else does",
          "every letter is equally likely: a byte that would favour the first letters is drawn again",
        ],
      },
      {
        section: "5.2",
        demand: "Guessing a device code is infeasible",
        sources: ["protocol/device/device-code"],
        tests: ["a code is found by the digest of its whole text"],
      },
      {
        section: "5.4",
        demand: "The person is told that a device is getting in, and asked whether it is theirs (*should*)",
        sources: ["pages/device"],
        tests: [
          "D41: names the application, the code, when and from where the device asked, and warns; then the person answers",
        ],
      },
      {
        section: "6.1",
        demand:
          "Characters that a device's code has not are ignored, letters count in either case (*should*)",
        sources: ["protocol/device/user-code"],
        tests: ["… is read as people mean it"],
      },
    ],
  },
];
