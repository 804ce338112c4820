import type { ClientMetadata } from "../../../src/protocol/client/client.ts";

/** Every property with a value that is not its default, each good by itself. */
export const everyMetadata: Required<ClientMetadata> = {
  isOpenid: true,
  idTokenAlgorithm: "ES256",
  hasLeanIdToken: true,
  userinfoAlgorithm: "EdDSA",
  isPairwise: true,
  sectorIdentifierUri: "https://shared.example/redirect-uris.json",
  sector: "shared.example",
  mayRefresh: true,
  mayUseDeviceGrant: true,
  isMachine: true,
  machineScope: ["orders:read", "orders:write"],
  adminScope: ["clients:read"],
  protectedOrigins: ["https://wiki.example.org"],
  pathRules: ["/admin/* group=staff require=two", "/assets/* public"],
  hasAssertion: true,
  hasAppPasswords: true,
  postLogoutRedirectUris: ["https://app.example/bye"],
  backchannelLogoutUri: "https://app.example/logout",
  isLogoutGuarded: true,
  mayEndSessions: true,
  isThirdParty: true,
  requiredStrength: "two",
  clientUri: "https://app.example/start",
  initiateLoginUri: "https://app.example/login?from=latchkey",
  logoUri: "https://app.example/logo.png",
  policyUri: "https://app.example/privacy",
  tosUri: "https://app.example/terms",
  brandName: "Field Notes Society",
  brandAccent: "#7a1f5c #e6a3cf",
  publicKeys: [{ kid: "one", alg: "EdDSA", use: "sig", kty: "OKP", crv: "Ed25519", x: "A".repeat(43) }],
  publicKeysUri: "https://app.example/keys",
  requiresDpop: true,
  requiresPushedRequest: true,
  keepsRefreshToken: true,
  onlyGroups: ["staff", "board"],
  claimRules: [{ name: "role", from: "groups", map: { staff: "Editor" }, single: true }],
  asksClaimsHook: true,
  resources: ["https://api.example"],
  audience: "https://app.example/api",
  wantsIssuer: true,
  secretMethod: "client_secret_post",
  registrationTokenDigest: "A".repeat(43),
  documentSince: "1767268800000",
};

/** One property of these, over what it cannot be without. */
export function only(member: keyof ClientMetadata, base: ClientMetadata): ClientMetadata {
  const { isOpenid, isPairwise, mayRefresh, requiresDpop, publicKeys } = everyMetadata;
  return {
    ...base,
    isOpenid,
    ...((member === "sector" || member === "sectorIdentifierUri") && { isPairwise }),
    ...(member === "keepsRefreshToken" && { mayRefresh, requiresDpop, publicKeys }),
    [member]: everyMetadata[member],
  };
}
