import type { Application } from "../application.ts";

export const nexus: Application = {
  name: "nexus",
  label: "Nexus Repository",
  is: "a repository for packages and container images, which also caches those of other repositories",
  category: "code",
  connection: { kind: "header", publicPaths: ["/repository/*", "/service/rest/*"] },
  reads: { "Remote-User": "finds the account with this username" },
  settings: [
    {
      in: "In *Capabilities*, a new one",
      fields: { Type: "Rut Auth", "HTTP Header name": "Remote-User" },
    },
    {
      in: "In *Realms*",
      fields: { Active: "Rut Auth Realm, beside the others" },
    },
  ],
  traps: [
    {
      see: "people sign in but may do nothing",
      do: "the header says only who they are: make an account with the same username in Nexus and give it roles, or let LDAP do both",
    },
    {
      see: "a program is refused at `/repository` although its password is right",
      do: "Nexus takes an empty header for a sign-in. nginx sends no empty headers; let any other proxy remove `Remote-User` on the open paths",
    },
    {
      see: "no setting for OpenID Connect",
      do: "it comes with Nexus Repository Pro, from 3.93 on",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Nexus believes the header of any sender: publish no port but the proxy’s",
    },
  ],
  sources: [
    {
      url: "https://help.sonatype.com/en/authentication-via-remote-user-token.html",
      for: "the capability, and what the header does not do",
    },
    {
      url: "https://help.sonatype.com/display/NXRM3/Authentication+via+Remote+User+Token",
      for: "its field and its realm",
    },
    {
      url: "https://github.com/sonatype/nexus-oss/blob/3299484f795a/components/nexus-security/src/main/java/org/sonatype/nexus/security/authc/HttpHeaderAuthenticationTokenFactorySupport.java",
      for: "headers that are empty",
    },
    {
      url: "https://www.pulumi.com/registry/packages/nexus/api-docs/securityoidc/",
      for: "OpenID Connect in the edition Pro",
      isByOthers: true,
    },
    { for: "the paths that programs call" },
  ],
  proof: { by: "documentation", on: "2026-11-29" },
};
