import type { Recording } from "./recording.ts";

const head = [
  "POST /v1/Oauth/token HTTP/1.1",
  "Host: {host}",
  "User-Agent: Go-http-client/1.1",
  "Content-Length: {length}",
];
const rest = ["Content-Type: application/x-www-form-urlencoded", "Accept-Encoding: gzip"];
const fields = "code={code}&code_verifier={verifier}&grant_type=authorization_code&redirect_uri={redirect}";

/** Recorded from its run. It tries HTTP Basic, and repeats what was refused with the credentials in the form. */
export const go: Recording = {
  library: "golang.org/x/oauth2 0.37",
  redirectUri: "http://localhost:3000/callback",
  authorization:
    "/v1/Oauth/authorization?client_id={id}&code_challenge={challenge}&code_challenge_method=S256" +
    "&redirect_uri={redirect}&response_type=code&state=st-123",
  codeVerifier: "jDfgRFP7J25kZl7PP8HaSdAY1WWuSZOBAirTB2rUso0",
  token: [
    { head: [...head, "Authorization: Basic {basic}", ...rest], body: fields },
    { head: [...head, ...rest], body: `client_id={id}&client_secret={secret}&${fields}` },
  ],
  userinfo: {
    head: [
      "GET /v1/Oauth/userinfo HTTP/1.1",
      "Host: {host}",
      "User-Agent: Go-http-client/1.1",
      "Authorization: Bearer {token}",
      "Accept-Encoding: gzip",
    ],
  },
};
