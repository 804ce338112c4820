import type { Recording } from "./recording.ts";

const requestsHead = ["Host: {host}", "User-Agent: python-requests/2.34.2", "Accept-Encoding: gzip, deflate"];
const userinfo = {
  head: [
    "GET /v1/Oauth/userinfo HTTP/1.1",
    ...requestsHead,
    "Accept: */*",
    "Connection: keep-alive",
    "Authorization: Bearer {token}",
  ],
};
const tokenHead = [
  "POST /v1/Oauth/token HTTP/1.1",
  ...requestsHead,
  "Accept: application/json",
  "Connection: keep-alive",
];

/** Recorded from its run on requests; it names the character set, and writes the credentials raw. */
export const authlib: Recording = {
  library: "Authlib 1.9",
  redirectUri: "http://localhost:3000/callback",
  authorization:
    "/v1/Oauth/authorization?response_type=code&client_id={id}&redirect_uri={redirect}" +
    "&state=28JYq4sOEa3xiVT0FwZoaQFgbxhZr3&code_challenge={challenge}&code_challenge_method=S256",
  codeVerifier: "XndUzCJQ8TYjcerOGYuXYxEoKnQ2fXjUbVRsJm7ENG4rcpMw",
  token: [
    {
      head: [
        ...tokenHead,
        "Content-Type: application/x-www-form-urlencoded;charset=UTF-8",
        "Content-Length: {length}",
        "Authorization: Basic {basic}",
      ],
      body: "grant_type=authorization_code&redirect_uri={redirect}&code_verifier={verifier}&code={code}",
    },
  ],
  userinfo,
};

/** Recorded from its run; its code verifiers have dots and tildes in them. */
export const requestsOauthlib: Recording = {
  library: "requests-oauthlib 2.0",
  redirectUri: "http://localhost:3000/callback",
  authorization:
    "/v1/Oauth/authorization?response_type=code&client_id={id}&redirect_uri={redirect}" +
    "&state=6dd5l995eesVMjmZa475P4d8RVK7VT&code_challenge={challenge}&code_challenge_method=S256",
  codeVerifier: "f1SP7.SzW0Da_fByLv8mEKM4JiuYLBikumAk~kiLWbV",
  token: [
    {
      head: [
        ...tokenHead,
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: {length}",
        "Authorization: Basic {basic}",
      ],
      body: "grant_type=authorization_code&code_verifier={verifier}&code={code}&redirect_uri={redirect}",
    },
  ],
  userinfo,
};
