import { listen, readFixture } from "./listen.ts";

/** Both requests of the flow answered with constant bytes, which shows the cost of `node:http` itself. */
const { redirectUri } = readFixture();
const code = "c".repeat(43);
const redirectHeaders = [
  "Location",
  `${redirectUri}?code=${code}`,
  "Cache-Control",
  "no-store",
  "Content-Length",
  "0",
];
const answer = `{"status":"success","access_token":"${"t".repeat(43)}","token_type":"Bearer","expires_in":3600}`;
const answerHeaders = [
  "Content-Type",
  "application/json",
  "Cache-Control",
  "no-store",
  "Content-Length",
  String(answer.length),
];

const aliveHeaders = ["Content-Type", "text/plain", "Content-Length", "2"];

listen((request, response) => {
  if (request.method === "POST") {
    response.writeHead(200, answerHeaders);
    response.end(answer);
  } else if (request.url === "/livez") {
    response.writeHead(200, aliveHeaders);
    response.end("ok");
  } else {
    response.writeHead(302, redirectHeaders);
    response.end();
  }
});
