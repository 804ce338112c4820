import { application, basicIsOurs, type Host, opening, own, owned, service } from "./parts.ts";

/** The dynamic configuration of Traefik for one host. */
export function traefik(host: Host): string {
  const cleared = host.spelled.map((name) => `          ${name}: ""`);
  return `${opening("#", host, "Traefik (3.7.12 or newer)", [
    "A file for the folder in `providers.file.directory`. The entry point `websecure` and the resolver `letsencrypt` are in the",
    "static configuration. Do not change `forwardedHeaders` of the entry point.",
  ])}

http:
  routers:
    ${host.word}:
      entryPoints: [websecure]
      rule: Host(\`${host.name}\`)
      service: ${host.word}
      middlewares: [${host.word}_clear, ${host.word}_latchkey${host.hasAppPasswords ? `, ${host.word}_basic` : ""}]
      tls:
        certResolver: letsencrypt
    # Sign-in, callback and sign-out of this host. The longer rule is looked at first.
    ${host.word}_own:
      entryPoints: [websecure]
      rule: Host(\`${host.name}\`) && (${owned.map((path) => `Path(\`${path}\`)`).join(" || ")})
      service: ${host.word}_latchkey
      tls:
        certResolver: letsencrypt

  middlewares:
    # Nothing that a visitor sends under these names reaches the application.
    ${host.word}_clear:
      headers:
        customRequestHeaders:
${cleared.join("\n")}
    ${host.word}_latchkey:
      forwardAuth:
        address: http://${service}${own}/check/traefik
        trustForwardHeader: false
        authResponseHeaders: [${host.headers.join(", ")}]
${
  host.hasAppPasswords
    ? `    # ${basicIsOurs}
    ${host.word}_basic:
      headers:
        customRequestHeaders:
          Authorization: ""
`
    : ""
}
  services:
    # WebSockets and uploads need nothing more. For gRPC: h2c://${application}
    ${host.word}:
      loadBalancer:
        passHostHeader: true
        servers:
          - url: http://${application}
    ${host.word}_latchkey:
      loadBalancer:
        passHostHeader: true
        servers:
          - url: http://${service}
`;
}

/** What the static configuration of Traefik needs for it. */
export const traefikStatic = `# The static configuration of Traefik (3.7.12 or newer). If you have one, add what it lacks.

entryPoints:
  websecure:
    address: ":443"
    http:
      # To many applications, Remote_User and X.Forwarded.For are Remote-User and X-Forwarded-For, so no such name passes.
      aliasHeadersStrategy: delete
    transport:
      respondingTimeouts:
        # Otherwise an upload that takes longer than a minute is cut off.
        readTimeout: 0s

certificatesResolvers:
  letsencrypt:
    acme:
      storage: /etc/traefik/acme.json
      tlsChallenge: {}

providers:
  file:
    directory: /etc/traefik/dynamic
`;
