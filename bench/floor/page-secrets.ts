import { createHmac, randomBytes } from "node:crypto";
import { listenWithPage } from "./page.ts";

const key = randomBytes(32);

/** The floor's page with the least that a login page needs: the random numbers of cookie and nonce, and the MAC of the form. */
listenWithPage((url) => {
  const cookie = randomBytes(16).toString("base64url");
  randomBytes(16).toString("base64url");
  createHmac("sha256", key).update(cookie).update(url).digest("base64url");
});
