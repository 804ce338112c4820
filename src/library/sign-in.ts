export { type Credentials, signIn } from "../ops/browser-sign-in.ts";
