import { type Client, signsAssertions } from "../../protocol/client/client.ts";

/** The addresses of the service that libraries are told. */
export interface RecipeAddresses {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly deviceEndpoint: string;
}

/** The values that go into a library's settings. */
export interface RecipeFacts extends RecipeAddresses {
  readonly clientId: string;
  /** Undefined for a client without one; a placeholder if it is no longer known. */
  readonly secret: string | undefined;
  readonly redirectUri: string;
  readonly scope: string;
  /** The API that a machine asks tokens for; undefined where the client names none. */
  readonly resource: string | undefined;
}

/** Ready settings for a library. */
export interface Recipe {
  readonly library: string;
  readonly text: string;
}

/** The kinds of applications that a recipe fits. */
type Kind = "openid-server" | "oauth-server" | "openid-public" | "oauth-public" | "device" | "machine";

const unknownSecret = "YOUR_CLIENT_SECRET";

/** Says why a client has no recipes. */
export const noRecipes =
  "There are no ready settings for an application that signs its requests, pushes them, or binds its tokens to a key.";

/** The recipes that fit an application. None of them signs or pushes requests, or speaks DPoP. */
export function recipesFor(client: Client, facts: RecipeFacts): readonly Recipe[] {
  const { metadata } = client;
  if (signsAssertions(metadata) || metadata.requiresDpop || metadata.requiresPushedRequest) return [];
  const kind = kindOf(client);
  return recipes
    .filter(({ kinds }) => kinds.includes(kind))
    .map(({ library, write }) => ({ library, text: write(facts) }));
}

/** What recipes say about a client. A secret that is no longer known gets a placeholder. */
export function recipeFacts(
  client: Client,
  secret: string | undefined,
  addresses: RecipeAddresses,
): RecipeFacts {
  const { metadata, isPublic, secretDigest } = client;
  const known = secret ?? (secretDigest === undefined ? undefined : unknownSecret);
  return {
    ...addresses,
    clientId: client.id,
    secret: isPublic ? undefined : known,
    redirectUri: client.redirectUris[0] ?? "",
    scope: metadata.isMachine
      ? metadata.machineScope.join(" ")
      : ["openid profile email", ...(metadata.mayRefresh ? ["offline_access"] : [])].join(" "),
    resource: metadata.isMachine ? metadata.resources[0] : undefined,
  };
}

function kindOf({
  isPublic,
  metadata: { isMachine, isOpenid, mayUseDeviceGrant },
  redirectUris,
}: Client): Kind {
  if (isMachine) return "machine";
  if (mayUseDeviceGrant && redirectUris.length === 0) return "device";
  if (isPublic) return isOpenid ? "openid-public" : "oauth-public";
  return isOpenid ? "openid-server" : "oauth-server";
}

const text = JSON.stringify;

const recipes: readonly {
  readonly library: string;
  readonly kinds: readonly Kind[];
  readonly write: (facts: RecipeFacts) => string;
}[] = [
  {
    library: "openid-client (Node)",
    kinds: ["openid-server", "openid-public"],
    write: ({ issuer, clientId, secret, redirectUri, scope }) => `import * as client from "openid-client";

const config = ${discovery(issuer, clientId, secret)};
const code_verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: ${text(redirectUri)},
  scope: ${text(scope)},
  code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
  code_challenge_method: "S256",
  state,
});
// Send the browser to url. Where it comes back:
const tokens = await client.authorizationCodeGrant(config, currentUrl, {
  pkceCodeVerifier: code_verifier,
  expectedState: state,
});`,
  },
  {
    library: "oidc-client-ts (browser)",
    kinds: ["openid-public"],
    write: ({ issuer, clientId, redirectUri, scope }) => `import { UserManager } from "oidc-client-ts";

const users = new UserManager({
  authority: ${text(issuer)},
  client_id: ${text(clientId)},
  redirect_uri: ${text(redirectUri)},
  scope: ${text(scope)},
});
await users.signinRedirect();
// At the redirect URI:
const user = await users.signinRedirectCallback();`,
  },
  {
    library: "Auth.js (Next.js, Express, SvelteKit)",
    kinds: ["openid-server"],
    write: ({
      issuer,
      clientId,
      secret,
    }) => `// The redirect URI to register ends in /api/auth/callback/latchkey (Next.js) or /auth/callback/latchkey.
providers: [
  {
    id: "latchkey",
    name: "Latchkey",
    type: "oidc",
    issuer: ${text(issuer)},
    clientId: ${text(clientId)},
    clientSecret: ${text(secret)},
    checks: ["pkce", "state"],
  },
]`,
  },
  {
    library: "Spring Boot (application.yaml)",
    kinds: ["openid-server"],
    write: ({ issuer, clientId, secret, redirectUri, scope }) => `spring:
  security:
    oauth2:
      client:
        registration:
          latchkey:
            client-id: ${text(clientId)}
            client-secret: ${text(secret)}
            authorization-grant-type: authorization_code
            redirect-uri: ${text(redirectUri)}
            scope: [${scope.split(" ").join(", ")}]
        provider:
          latchkey:
            issuer-uri: ${text(issuer)}`,
  },
  {
    library: "Authlib (Python)",
    kinds: ["openid-server"],
    write: ({ issuer, clientId, secret, scope }) => `oauth.register(
    "latchkey",
    client_id=${text(clientId)},
    client_secret=${text(secret)},
    server_metadata_url=${text(`${issuer}/.well-known/openid-configuration`)},
    client_kwargs={"scope": ${text(scope)}, "code_challenge_method": "S256"},
)`,
  },
  {
    library: "Passport (passport-oauth2)",
    kinds: ["openid-server", "oauth-server"],
    write: ({ authorizationEndpoint, tokenEndpoint, clientId, secret, redirectUri }) => `new OAuth2Strategy(
  {
    authorizationURL: ${text(authorizationEndpoint)},
    tokenURL: ${text(tokenEndpoint)},
    clientID: ${text(clientId)},
    clientSecret: ${text(secret)},
    callbackURL: ${text(redirectUri)},
    state: true,
    pkce: true,
  },
  (accessToken, refreshToken, profile, done) => done(null, { accessToken }),
)`,
  },
  {
    library: "golang.org/x/oauth2 (Go)",
    kinds: ["openid-server", "oauth-server", "openid-public", "oauth-public"],
    write: ({
      authorizationEndpoint,
      tokenEndpoint,
      clientId,
      secret,
      redirectUri,
    }) => `config := &oauth2.Config{
	ClientID:     ${text(clientId)},${secret === undefined ? "" : `\n	ClientSecret: ${text(secret)},`}
	RedirectURL:  ${text(redirectUri)},
	Endpoint: oauth2.Endpoint{
		AuthURL:  ${text(authorizationEndpoint)},
		TokenURL: ${text(tokenEndpoint)},
	},
}
verifier := oauth2.GenerateVerifier()
url := config.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier))
// At the redirect URI:
token, err := config.Exchange(ctx, code, oauth2.VerifierOption(verifier))`,
  },
  {
    library: "openid-client (Node), as a device",
    kinds: ["device"],
    write: ({ issuer, clientId, secret, scope }) => `import * as client from "openid-client";

const config = ${discovery(issuer, clientId, secret)};
const device = await client.initiateDeviceAuthorization(config, { scope: ${text(scope)} });
console.log(device.verification_uri, device.user_code);
const tokens = await client.pollDeviceAuthorizationGrant(config, device);`,
  },
  {
    library: "openid-client (Node), as a machine",
    kinds: ["machine"],
    write: ({ issuer, clientId, secret, scope, resource }) => `import * as client from "openid-client";

const config = ${discovery(issuer, clientId, secret ?? unknownSecret)};
const tokens = await client.clientCredentialsGrant(config, { scope: ${text(scope)}${resource === undefined ? "" : `, resource: ${text(resource)}`} });`,
  },
  {
    library: "golang.org/x/oauth2/clientcredentials (Go)",
    kinds: ["machine"],
    write: ({ tokenEndpoint, clientId, secret, scope, resource }) => `config := &clientcredentials.Config{
	ClientID:     ${text(clientId)},
	ClientSecret: ${text(secret ?? unknownSecret)},
	TokenURL:     ${text(tokenEndpoint)},
	Scopes:       []string{${goStrings(scope.split(" ").filter(Boolean))}},${
    resource === undefined ? "" : `\n	EndpointParams: url.Values{"resource": {${goStrings([resource])}}},`
  }
}
client := config.Client(ctx)`,
  },
  {
    library: "curl: exchange a code",
    kinds: ["openid-server", "oauth-server", "openid-public", "oauth-public"],
    write: ({ tokenEndpoint, clientId, secret, redirectUri }) =>
      curl(tokenEndpoint, {
        grant_type: "authorization_code",
        client_id: clientId,
        client_secret: secret,
        redirect_uri: redirectUri,
        code: "THE_CODE",
        code_verifier: "THE_CODE_VERIFIER",
      }),
  },
  {
    library: "curl: ask for a token",
    kinds: ["machine"],
    write: ({ tokenEndpoint, clientId, secret, scope, resource }) =>
      curl(tokenEndpoint, {
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: secret ?? unknownSecret,
        scope,
        resource,
      }),
  },
  {
    library: "curl: begin as a device",
    kinds: ["device"],
    write: ({ deviceEndpoint, clientId, secret, scope }) =>
      curl(deviceEndpoint, { client_id: clientId, client_secret: secret, scope }),
  },
];

/** The call of openid-client, which refuses plain http unless it is told to accept it. */
function discovery(issuer: string, clientId: string, secret: string | undefined): string {
  const isInsecure = issuer.startsWith("http:");
  const given = [
    `new URL(${text(issuer)})`,
    text(clientId),
    secret === undefined ? "undefined" : text(secret),
    ...(secret === undefined ? ["client.None()"] : isInsecure ? ["undefined"] : []),
    ...(isInsecure ? ["{ execute: [client.allowInsecureRequests] }"] : []),
  ];
  return `await client.discovery(\n  ${given.join(",\n  ")},\n)`;
}

function goStrings(values: readonly string[]): string {
  return values.map((value) => text(value)).join(", ");
}

/** Single quotes are safe: none of these values contains one. */
function curl(url: string, fields: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === ""
      ? []
      : [`  --data-urlencode '${name}=${value.replaceAll("'", "%27")}'`],
  );
  return [`curl ${url}`, ...lines].join(" \\\n");
}
