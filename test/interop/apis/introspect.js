const issuer = process.env.LATCHKEY_URL ?? "http://localhost:8080";
const resource = process.env.RESOURCE ?? "http://localhost:4000/orders";
const credentials = btoa(`${process.env.CLIENT_ID}:${process.env.CLIENT_SECRET}`);

/** Asks the service what a token is worth now; undefined for one that this API must not take. */
export async function introspect(token) {
  const answer = await fetch(`${issuer}/v1/Oauth/introspection`, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ token }),
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) throw new Error(`Introspection failed: ${answer.status} ${await answer.text()}`);
  const claims = await answer.json();
  const audience = [claims.aud ?? []].flat();
  const isBearer = claims.cnf === undefined; // Else it is bound to a key of the client.
  return claims.active && audience.includes(resource) && isBearer ? claims : undefined;
}
