import { application, basicIsOurs, type Host, opening, own, owned, rewrites, service } from "./parts.ts";

/** The configuration of HAProxy for all hosts. */
export function haproxy(hosts: readonly Host[]): string {
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
    # To many applications, Remote_User and Remote.User are Remote-User, so no name with such a mark passes.
    http-request del-header [^A-Za-z0-9-] -m reg
    # In these a visitor names another path or method, which some frameworks believe.
${rewrites.map((name) => `    http-request del-header ${name}`).join("\n")}
${questions.join("\n")}
    # HAProxy goes on with a request whose Lua failed, so it has to be told that the question was answered.
    http-request deny deny_status 503 if !{ path ${owned.join(" ")} } !{ var(txn.latchkey) -m found }
${first.hasAppPasswords ? `    # ${basicIsOurs}\n    http-request del-header Authorization\n` : ""}    # Sign-in, callback and sign-out of these hosts.
    use_backend latchkey if { path ${owned.join(" ")} }
    default_backend application

backend latchkey
    server latchkey ${service}

backend application
    # For gRPC: server application ${application} proto h2
    server application ${application}
`;
}

/** Asks Latchkey about each request. */
export function haproxyLua(hosts: readonly Host[]): string {
  const given = hosts[0]?.headers.map((name) => `"${name.toLowerCase()}"`).join(", ");
  return `-- Asks Latchkey about a request before the application gets it. HAProxy 2.5 or newer.
local check = "http://${service}${own}/check/haproxy"
local given = { ${given} }
-- What Latchkey reads. A question with all that a visitor sends, about a hundred lines, would end HAProxy 2.6 itself.
local asked_with = { "cookie", "authorization", "dpop", "accept", "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-site", "x-requested-with", "upgrade", "referer" }

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
}
