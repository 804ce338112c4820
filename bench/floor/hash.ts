import { listen } from "./listen.ts";
import { verifyPassword } from "./password.ts";

/**
 * The bare password hash for a GET of /hash, and constant bytes for any other path, so that one can see what a queue of hashes does to
 * requests that need none.
 */
const headers = ["Content-Type", "text/plain", "Cache-Control", "no-store", "Content-Length", "2"];

listen((request, response) => {
  if (request.url !== "/hash") {
    response.writeHead(200, headers);
    response.end("ok");
    return;
  }
  void verifyPassword().then((isMatch) => {
    response.writeHead(isMatch ? 200 : 500, headers);
    response.end("ok");
  });
});
