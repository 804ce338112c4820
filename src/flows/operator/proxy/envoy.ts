import { basicIsOurs, type Host, opening, own, rewrites, service } from "./parts.ts";

/** The configuration of Envoy for one host. */
export function envoy(host: Host): string {
  const exact = (names: readonly string[], indent: string) =>
    names.map((name) => `${indent}- { exact: ${name}, ignore_case: true }`).join("\n");
  const removed = [...host.headers, ...rewrites].map(
    (name) => `                  - remove: ${name.toLowerCase()}`,
  );
  return `${opening("#", host, "Envoy (1.36 or newer)", ["Replace the paths of the certificate too."])}

static_resources:
  listeners:
  - name: web
    address: { socket_address: { address: 0.0.0.0, port_value: 443 } }
    filter_chains:
    - transport_socket:
        name: envoy.transport_sockets.tls
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
          common_tls_context:
            alpn_protocols: [h2, http/1.1]
            tls_certificates:
            - certificate_chain: { filename: /etc/envoy/certs/fullchain.pem }
              private_key: { filename: /etc/envoy/certs/privkey.pem }
      filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: web
          use_remote_address: true
          # Latchkey refuses paths with two readings, so they must reach it as they were sent.
          normalize_path: false
          merge_slashes: false
          path_with_escaped_slashes_action: REJECT_REQUEST
          # WebSockets
          upgrade_configs: [{ upgrade_type: websocket }]
          route_config:
            virtual_hosts:
            - name: application
              domains: ["${host.authority}"]
              routes:
              # Sign-in, callback and sign-out of this host.
              - match: { safe_regex: { regex: "${own.replace(".", "\\\\.")}/(sign-in|callback|sign-out)" } }
                route: { cluster: latchkey }
                typed_per_filter_config:
                  envoy.filters.http.ext_authz:
                    "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute
                    disabled: true
              - match: { prefix: "/" }
                route: { cluster: application, timeout: 0s, idle_timeout: 3600s }
          http_filters:
          # Nothing that a visitor sends under these names reaches the application.
          - name: envoy.filters.http.header_mutation
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation
              mutations:
                request_mutations:
${removed.join("\n")}
                  # To many applications, Remote_User and Remote.User are Remote-User, so no name with such a mark passes.
                  - remove_on_match: { key_matcher: { safe_regex: { regex: "[^:].*[^a-z0-9-].*" } } }
                  - append: { header: { key: x-forwarded-host, value: "%REQ(:AUTHORITY)%" }, append_action: OVERWRITE_IF_EXISTS_OR_ADD }
          - name: envoy.filters.http.ext_authz
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz
              failure_mode_allow: false
              status_on_error: { code: 503 }
              allowed_headers:
                patterns:
${exact(["cookie", "authorization", "dpop", "accept", "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-site", "x-requested-with", "upgrade", "referer", "x-forwarded-proto", "x-forwarded-for"], "                ")}
              http_service:
                server_uri: { uri: "http://${service}", cluster: latchkey, timeout: 5s }
                path_prefix: ${own}/check/envoy
                authorization_response:
                  allowed_upstream_headers:
                    patterns:
${exact(host.headers, "                    ")}
                  allowed_client_headers:
                    patterns:
${exact(["location", "www-authenticate", "content-type", "cache-control"], "                    ")}
${
  host.hasAppPasswords
    ? `          # ${basicIsOurs}
          - name: latchkey_basic
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation
              mutations:
                request_mutations:
                  - remove: authorization
`
    : ""
}          - name: envoy.filters.http.router
            typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router }

  clusters:
  - name: latchkey
    connect_timeout: 2s
    load_assignment:
      cluster_name: latchkey
      endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 8080 } } } }] }]
  # For gRPC this cluster speaks HTTP/2: typed_extension_protocol_options with explicit_http_config.http2_protocol_options.
  - name: application
    connect_timeout: 2s
    load_assignment:
      cluster_name: application
      endpoints: [{ lb_endpoints: [{ endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 3000 } } } }] }]
`;
}
