import type { Recording } from "./recording.ts";

/**
 * Recorded from its run on the HTTP client of Java 17, which offers HTTP/2 in the clear and sends the body by itself. The
 * redirect_uri stands in the URL without percent-encoding, and PKCE is on by default.
 */
export const springSecurity: Recording = {
  library: "Spring Security 7.0",
  redirectUri: "http://localhost:3000/login/oauth2/code/latchkey",
  authorization:
    "/v1/Oauth/authorization?response_type=code&client_id={id}" +
    "&state=WAqbtB6rRhdUFAYquC_OdPHEyVFsQqsgU1_9bPdY_B8%3D" +
    "&redirect_uri=http://localhost:3000/login/oauth2/code/latchkey" +
    "&code_challenge={challenge}&code_challenge_method=S256",
  codeVerifier:
    "qD4bM27t2FcmMspNE4ZCiC0QrMTpKwqhAzKH9Q34ySUUQIO792mb8zzCMQRKWUhV" +
    "W8ja0kqJ1TZ4P5CFhznSqvTkMamFbAboyzEpDQ5aoRfLQsSz9w9bbfqWkqCnBNuT",
  isBodyApart: true,
  token: [
    {
      head: [
        "POST /v1/Oauth/token HTTP/1.1",
        "Connection: Upgrade, HTTP2-Settings",
        "Content-Length: {length}",
        "Host: {host}",
        "HTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA",
        "Upgrade: h2c",
        "User-Agent: Java-http-client/17.0.15",
        "Accept: application/json",
        "Accept-Encoding: gzip",
        "Accept-Encoding: deflate",
        "Authorization: Basic {basic}",
        "Content-Type: application/x-www-form-urlencoded",
      ],
      body: "grant_type=authorization_code&code={code}&redirect_uri={redirect}&code_verifier={verifier}",
    },
  ],
  userinfo: {
    head: [
      "GET /v1/Oauth/userinfo HTTP/1.1",
      "Accept: application/json",
      "Authorization: Bearer {token}",
      "User-Agent: Java/17.0.15",
      "Host: {host}",
      "Connection: keep-alive",
    ],
  },
};
