import { application, basicIsOurs, type Host, opening, own, owned, rewrites, service } from "./parts.ts";

/** The configuration of Caddy for one host. */
export function caddy(host: Host): string {
  const site = host.scheme === "https" ? host.authority : host.origin;
  return `${opening("#", host, "Caddy (2.6 or newer)")}

${site} {
    route {
        # Sign-in, callback and sign-out of this host.
        @latchkey path ${owned.join(" ")}
        reverse_proxy @latchkey ${service} {
            transport http {
                dial_timeout 2s
                response_header_timeout 15s
            }
        }

        # Nothing that a visitor sends under these names reaches the application: before the answers are copied. To many
        # applications, Remote_User and Remote.User are Remote-User, so no name with such a mark passes.
        request_header -*_*
        request_header -*.*
${[...host.headers, ...rewrites].map((name) => `        request_header -${name}`).join("\n")}
        forward_auth ${service} {
            uri ${own}/check/caddy
            copy_headers ${host.headers.join(" ")}
            transport http {
                dial_timeout 2s
                response_header_timeout 5s
            }
        }
${host.hasAppPasswords ? `        # ${basicIsOurs}\n        request_header -Authorization\n` : ""}
        # WebSockets and uploads need nothing more. For gRPC: h2c://${application}
        reverse_proxy ${application}
    }
}
`;
}
