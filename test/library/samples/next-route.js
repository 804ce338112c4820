// app/api/callback/route.js: without a code it begins a sign-in, with one it finishes it.
import { createAuth } from "./auth.js";

const {
  ISSUER: issuer,
  CLIENT_ID: clientId,
  CLIENT_SECRET: clientSecret,
  REDIRECT_URI: redirectUri,
} = process.env;
const auth = await createAuth({ issuer, clientId, clientSecret, redirectUri });

export async function GET(request) {
  const { searchParams } = new URL(request.url);
  if (!searchParams.has("code")) {
    const { url, pending } = await auth.begin();
    const cookie = `pending=${encodeURIComponent(JSON.stringify(pending))}; HttpOnly; SameSite=Lax; Path=/api`;
    return new Response(null, { status: 302, headers: { location: url.href, "set-cookie": cookie } });
  }
  const [, pending] = /(?:^|; )pending=([^;]+)/.exec(request.headers.get("cookie") ?? "") ?? [];
  if (!pending) return new Response("Start again.", { status: 400 });
  return Response.json({ sub: await auth.finish(request.url, JSON.parse(decodeURIComponent(pending))) });
}
