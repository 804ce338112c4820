import type { Recording } from "./recording.ts";

/** Written down from the sources of league/oauth2-client and Guzzle. It always asks for approval_prompt. */
export const league: Recording = {
  library: "league/oauth2-client 2.9",
  redirectUri: "http://localhost:3000/callback",
  authorization:
    "/v1/Oauth/authorization?state=b1946ac92492d2347c6235b4d2611184&scope=profile%2Cemail" +
    "&response_type=code&approval_prompt=auto&code_challenge={challenge}&code_challenge_method=S256" +
    "&redirect_uri={redirect}&client_id={id}",
  codeVerifier: "Zk9yJq3mJtWv0bQd1c5rXn8uEa7hLp2sTg6iKo4fMx-VzYwBCDRHNOPQSUe_A1jG",
  token: [
    {
      head: [
        "POST /v1/Oauth/token HTTP/1.1",
        "Host: {host}",
        "User-Agent: GuzzleHttp/7",
        "content-type: application/x-www-form-urlencoded",
        "Content-Length: {length}",
      ],
      body:
        "client_id={id}&client_secret={secret}&redirect_uri={redirect}&code_verifier={verifier}" +
        "&grant_type=authorization_code&code={code}",
    },
  ],
  userinfo: {
    head: [
      "GET /v1/Oauth/userinfo HTTP/1.1",
      "Host: {host}",
      "User-Agent: GuzzleHttp/7",
      "Authorization: Bearer {token}",
    ],
  },
};
