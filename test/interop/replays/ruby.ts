import type { Recording } from "./recording.ts";

const netHttp = ["Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3", "Accept: */*", "Host: {host}"];

/**
 * Written down from the sources of omniauth-oauth2, oauth2 2.0, Faraday and Net::HTTP. The redirect_uri of the exchange is the
 * whole address of the callback, with code and state, unless the strategy overrides callback_url.
 */
export const omniauthOauth2: Recording = {
  library: "omniauth-oauth2 1.9",
  redirectUri: "http://localhost:3000/auth/latchkey/callback",
  authorization:
    "/v1/Oauth/authorization?client_id={id}&redirect_uri={redirect}&response_type=code" +
    "&state=6a1f0c7d2b9e4385f1d06c7ab2e94830c5d1f7e2093b6a48",
  token: [
    {
      head: [
        "POST /v1/Oauth/token HTTP/1.1",
        "User-Agent: Faraday v2.14.0",
        "Content-Type: application/x-www-form-urlencoded",
        "Authorization: Basic {basic}",
        ...netHttp,
        "Content-Length: {length}",
      ],
      body:
        "code={code}&grant_type=authorization_code&redirect_uri={redirect}" +
        "%3Fcode%3D{code}%26state%3D6a1f0c7d2b9e4385f1d06c7ab2e94830c5d1f7e2093b6a48",
    },
  ],
  userinfo: {
    head: [
      "GET /v1/Oauth/userinfo HTTP/1.1",
      "User-Agent: Faraday v2.14.0",
      "Authorization: Bearer {token}",
      ...netHttp,
    ],
  },
};
