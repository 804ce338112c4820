import { application, basicIsOurs, type Host, opening, own, service } from "./parts.ts";

/** The configuration of nginx for one host. */
export function nginx(host: Host): string {
  const variable = (name: string) => `$latchkey_${name.toLowerCase().replaceAll("-", "_")}`;
  const taken = host.headers.map((name) => {
    const source = `$upstream_http_${name.toLowerCase().replaceAll("-", "_")}`;
    return `        auth_request_set ${variable(name)} ${source};`;
  });
  const removed = host.spelled.filter((name) => !host.headers.includes(name) && !name.includes("."));
  const given = [
    ...host.headers.map((name) => `        proxy_set_header ${name} ${variable(name)};`),
    ...removed.map((name) => `        proxy_set_header ${name} "";`),
    ...(host.hasAppPasswords
      ? [`        # ${basicIsOurs}`, '        proxy_set_header Authorization "";']
      : []),
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

    # Remote_User and Remote.User would be Remote-User to many applications. nginx drops such headers unless it is told
    # otherwise, perhaps in the first server of the same port, whose word can count for all of them.
    underscores_in_headers off;
    ignore_invalid_headers on;
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
