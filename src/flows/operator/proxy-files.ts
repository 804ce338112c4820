import { type Client, isProtected } from "../../protocol/client/client.ts";
import { assertionHeader, identityHeaders } from "../../protocol/forward-auth/identity-headers.ts";
import { ownPathOnHost } from "../../protocol/forward-auth/protected-origin.ts";

/** The proxies that a configuration can be written for. */
export const proxyNames = ["nginx", "caddy", "traefik", "haproxy", "envoy"] as const;

export type ProxyName = (typeof proxyNames)[number];

/** A file of a proxy's configuration. */
export interface ProxyFile {
  /** Where it goes on the machine of the proxy. */
  readonly path: string;
  readonly text: string;
}

/** The complete configuration of a proxy for a protected application; undefined for any other application. */
export function proxyFilesFor(client: Client, proxy: ProxyName): readonly ProxyFile[] | undefined {
  if (!isProtected(client)) return undefined;
  const hosts = client.metadata.protectedOrigins.map(hostOf);
  return writers[proxy](hosts);
}

/** One host of the application. */
interface Host {
  readonly origin: string;
  readonly scheme: string;
  /** With a port that is not the default. */
  readonly authority: string;
  readonly name: string;
  /** Letters, digits and underscores, for names inside a configuration. */
  readonly word: string;
}

function hostOf(origin: string): Host {
  const { hostname, host, protocol } = new URL(origin);
  const word = host.replace(/[^a-z0-9]+/g, "_");
  return { origin, scheme: protocol.slice(0, -1), authority: host, name: hostname, word };
}

/** Every header that applications trust, as the proxies spell it. */
const headers = [...identityHeaders, assertionHeader].map((name) =>
  name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
);
/** The same with underscores, because CGI, WSGI and Rack read a dash and an underscore as one. */
const aliases = headers.map((name) => name.replaceAll("-", "_"));
const spelled = [...headers, ...aliases];
/** Some frameworks take path, method or host from these, so a visitor could pass the check for one path and open another. */
const rewrites = [
  "X-Original-URL",
  "X-Rewrite-URL",
  "X-HTTP-Method-Override",
  "X-HTTP-Method",
  "X-Method-Override",
  "Forwarded",
];

const service = "127.0.0.1:8080";
const application = "127.0.0.1:3000";
const own = ownPathOnHost;
/** The paths there that a visitor may open. The checks of proxies are not among them: their answers name people. */
const owned = ["sign-in", "callback", "sign-out"].map((name) => `${own}/${name}`);

/** What stands at the top of each file. */
function opening(mark: string, { origin }: Host, proxy: string, more: readonly string[] = []): string {
  return [
    `${origin} behind ${proxy}, protected by Latchkey. Replace ${application}, where the application listens, and ${service},`,
    "where Latchkey listens. The application must be reachable only through this proxy. Latchkey needs the proxy's address:",
    "  LATCHKEY_TRUSTED_PROXIES=127.0.0.1,::1",
    "Latchkey sees the head of each request and never its body. While it cannot be reached, no request gets through.",
    ...more,
  ]
    .map((line) => `${mark} ${line}`.trimEnd())
    .join("\n");
}

const writers: Readonly<Record<ProxyName, (hosts: readonly Host[]) => readonly ProxyFile[]>> = {
  nginx: (hosts) => hosts.map((host) => ({ path: `/etc/nginx/conf.d/${host.name}.conf`, text: nginx(host) })),
  caddy: (hosts) => [{ path: "/etc/caddy/Caddyfile", text: hosts.map(caddy).join("\n") }],
  traefik: (hosts) =>
    hosts.map((host) => ({ path: `/etc/traefik/dynamic/${host.name}.yaml`, text: traefik(host) })),
  haproxy: (hosts) => [
    { path: "/etc/haproxy/haproxy.cfg", text: haproxy(hosts) },
    { path: "/etc/haproxy/latchkey.lua", text: haproxyLua },
  ],
  envoy: (hosts) => hosts.map((host) => ({ path: `/etc/envoy/${host.name}.yaml`, text: envoy(host) })),
};

function nginx(host: Host): string {
  const variable = (name: string) => `$latchkey_${name.toLowerCase().replaceAll("-", "_")}`;
  const taken = headers.map((name) => {
    const source = `$upstream_http_${name.toLowerCase().replaceAll("-", "_")}`;
    return `        auth_request_set ${variable(name)} ${source};`;
  });
  const given = [
    ...headers.map((name) => `        proxy_set_header ${name} ${variable(name)};`),
    ...rewrites.map((name) => `        proxy_set_header ${name} "";`),
  ];
  return `${opening("#", host, "nginx (1.18 or newer, with ngx_http_auth_request_module)", [
    "Replace the paths of the certificate too.",
  ])}

map $http_upgrade $latchkey_connection_${host.word} {
    default upgrade;
    "" "";
}

server {
    listen 443 ssl http2;
    listen [::]:443 ssl http2;
    server_name ${host.name};

    ssl_certificate /etc/letsencrypt/live/${host.name}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${host.name}/privkey.pem;

    # Remote_User would be Remote-User to many applications. nginx drops such headers unless it is told otherwise.
    underscores_in_headers off;
    # The application says how large an upload may be.
    client_max_body_size 0;
    large_client_header_buffers 4 32k;

    # Sign-in, callback and sign-out of this host.
    location ~ ^${own.replace(".", "\\.")}/(?:sign-in|callback|sign-out)$ {
        proxy_pass http://${service};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host ${host.authority};
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto ${host.scheme};
        proxy_connect_timeout 2s;
        proxy_read_timeout 15s;
        proxy_buffer_size 32k;
        proxy_buffers 8 32k;
        proxy_busy_buffers_size 64k;
    }

    # The question about a request.
    location = /latchkey-check {
        internal;
        proxy_pass http://${service}${own}/check/nginx;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_pass_request_body off;
        proxy_set_header Content-Length "";
        proxy_set_header Host ${host.authority};
        proxy_set_header X-Original-URL ${host.origin}$request_uri;
        proxy_set_header X-Original-Method $request_method;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_connect_timeout 2s;
        proxy_read_timeout 5s;
        proxy_buffer_size 16k;
        proxy_buffers 8 16k;
    }

    location / {
        auth_request /latchkey-check;
        auth_request_set $latchkey_place $upstream_http_latchkey_location;
${taken.join("\n")}
        error_page 401 = @latchkey_signed_out;
        error_page 403 = @latchkey_refused;

        # For gRPC: grpc_pass grpc://${application}; with grpc_set_header in place of proxy_set_header.
        proxy_pass http://${application};
        proxy_http_version 1.1;
        proxy_set_header Host ${host.authority};
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto ${host.scheme};
        proxy_set_header X-Forwarded-Host ${host.authority};
        # WebSockets
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $latchkey_connection_${host.word};
        proxy_read_timeout 1h;
        proxy_request_buffering off;
        # An empty value removes what a visitor sent under this name.
${given.join("\n")}
    }

    location @latchkey_signed_out {
        if ($latchkey_place = "") {
            return 401;
        }
        return 303 $latchkey_place;
    }
    location @latchkey_refused {
        if ($latchkey_place = "") {
            return 403;
        }
        return 303 $latchkey_place;
    }
}
`;
}

function caddy(host: Host): string {
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

        # Nothing that a visitor sends under these names reaches the application: before the answers are copied.
${[...spelled, ...rewrites].map((name) => `        request_header -${name}`).join("\n")}
        forward_auth ${service} {
            uri ${own}/check/caddy
            copy_headers ${headers.join(" ")}
            transport http {
                dial_timeout 2s
                response_header_timeout 5s
            }
        }

        # WebSockets and uploads need nothing more. For gRPC: h2c://${application}
        reverse_proxy ${application}
    }
}
`;
}

function traefik(host: Host): string {
  const cleared = [...spelled, ...rewrites].map((name) => `          ${name}: ""`);
  return `${opening("#", host, "Traefik (3)", [
    "A file for the folder in `providers.file.directory`. The entry point `websecure` and the resolver `letsencrypt` are in the",
    "static configuration. Do not change `forwardedHeaders` of the entry point.",
  ])}

http:
  routers:
    ${host.word}:
      entryPoints: [websecure]
      rule: Host(\`${host.name}\`)
      service: ${host.word}
      middlewares: [${host.word}_clear, ${host.word}_latchkey]
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
        authResponseHeaders: [${headers.join(", ")}]

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

function haproxy(hosts: readonly Host[]): string {
  const [first] = hosts;
  if (first === undefined) return "";
  const questions = hosts.map(({ scheme, authority, name }) => {
    const condition = `if { req.hdr(host) -m str ${authority} } !{ path ${owned.join(" ")} }`;
    return `    # ${name}\n    http-request lua.latchkey ${scheme} ${authority} ${condition}`;
  });
  const known = hosts.map(({ authority }) => authority).join(" ");
  return `${opening("#", first, "HAProxy (2.5 or newer, with Lua)")}

global
    log /dev/log local0
    user haproxy
    group haproxy
    lua-load /etc/haproxy/latchkey.lua
    tune.bufsize 65536

defaults
    mode http
    log global
    timeout connect 2s
    timeout client 65s
    timeout server 65s
    timeout http-request 15s
    # WebSockets
    timeout tunnel 1h

frontend web
    bind :443 ssl crt /etc/haproxy/certs/ alpn h2,http/1.1
    http-request deny deny_status 421 unless { req.hdr(host) -m str ${known} }
    http-request set-header X-Forwarded-For %[src]
    http-request set-header X-Forwarded-Proto ${first.scheme}
    http-request set-header X-Forwarded-Host %[req.hdr(host)]
    # In these a visitor names another path or method, which some frameworks believe.
${rewrites.map((name) => `    http-request del-header ${name}`).join("\n")}
${questions.join("\n")}
    # HAProxy goes on with a request whose Lua failed, so it has to be told that the question was answered.
    http-request deny deny_status 503 if !{ path ${owned.join(" ")} } !{ var(txn.latchkey) -m found }
    # Sign-in, callback and sign-out of these hosts.
    use_backend latchkey if { path ${owned.join(" ")} }
    default_backend application

backend latchkey
    server latchkey ${service}

backend application
    # For gRPC: server application ${application} proto h2
    server application ${application}
`;
}

const haproxyLua = `-- Asks Latchkey about a request before the application gets it. HAProxy 2.5 or newer.
local check = "http://${service}${own}/check/haproxy"
local given = { ${[...identityHeaders, assertionHeader].map((name) => `"${name}"`).join(", ")} }
-- What Latchkey reads. A question with all that a visitor sends, about a hundred lines, would end HAProxy 2.6 itself.
local asked_with = { "cookie", "authorization", "dpop", "accept", "sec-fetch-mode", "sec-fetch-dest", "x-requested-with", "upgrade", "referer" }

local function answer(txn, status, headers)
    local reply = txn:reply()
    reply:set_status(status)
    reply:add_header("cache-control", "no-store")
    for _, name in ipairs({ "location", "www-authenticate" }) do
        local value = headers and headers[name] and headers[name][0]
        if value and value ~= "" then reply:add_header(name, value) end
    end
    txn:done(reply)
end

core.register_action("latchkey", { "http-req" }, function(txn, scheme, host)
    local came = txn.http:req_get_headers()
    local sent = {}
    for _, name in ipairs(asked_with) do
        local values = came[name]
        if values then
            local all = {}
            for at = 0, #values do table.insert(all, values[at]) end
            sent[name] = { table.concat(all, name == "cookie" and "; " or ", ") }
        end
    end
    sent["host"] = { host }
    sent["x-forwarded-method"] = { txn.sf:method() }
    sent["x-forwarded-proto"] = { scheme }
    sent["x-forwarded-host"] = { host }
    sent["x-forwarded-uri"] = { txn.sf:pathq() }
    sent["x-forwarded-for"] = { txn.sf:src() }
    -- Nothing that a visitor sends under these names reaches the application.
    for _, name in ipairs(given) do
        txn.http:req_del_header(name)
        txn.http:req_del_header((name:gsub("-", "_")))
    end
    local asked, said = pcall(function() return core.httpclient():get({ url = check, headers = sent, timeout = 5000 }) end)
    if not asked or not said or not said.status or said.status == 0 then return answer(txn, 503) end
    if said.status ~= 200 then return answer(txn, said.status, said.headers) end
    for _, name in ipairs(given) do
        local value = said.headers[name] and said.headers[name][0]
        if value and value ~= "" then txn.http:req_set_header(name, value) end
    end
    txn:set_var("txn.latchkey", "let through")
end, 2)
`;

function envoy(host: Host): string {
  const exact = (names: readonly string[], indent: string) =>
    names.map((name) => `${indent}- { exact: ${name}, ignore_case: true }`).join("\n");
  const removed = [...headers, ...rewrites].map(
    (name) => `                  - remove: ${name.toLowerCase()}`,
  );
  return `${opening("#", host, "Envoy (1.28 or newer)", ["Replace the paths of the certificate too."])}

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
          common_http_protocol_options: { headers_with_underscores_action: REJECT_REQUEST }
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
                route: { cluster: application, timeout: 0s }
          http_filters:
          # Nothing that a visitor sends under these names reaches the application.
          - name: envoy.filters.http.header_mutation
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.header_mutation.v3.HeaderMutation
              mutations:
                request_mutations:
${removed.join("\n")}
          - name: envoy.filters.http.ext_authz
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz
              failure_mode_allow: false
              status_on_error: { code: 503 }
              http_service:
                server_uri: { uri: "http://${service}", cluster: latchkey, timeout: 5s }
                path_prefix: ${own}/check/envoy
                authorization_request:
                  allowed_headers:
                    patterns:
${exact(["cookie", "authorization", "dpop", "accept", "sec-fetch-mode", "sec-fetch-dest", "x-requested-with", "upgrade", "referer", "x-forwarded-proto", "x-forwarded-for"], "                    ")}
                authorization_response:
                  allowed_upstream_headers:
                    patterns:
${exact(headers, "                    ")}
                  allowed_client_headers:
                    patterns:
${exact(["location", "www-authenticate", "content-type", "cache-control"], "                    ")}
          - name: envoy.filters.http.router
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
