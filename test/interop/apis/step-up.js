/** Goes behind `allow`: lets a request through whose person signed in within `maxAge` seconds, and with two factors. */
export function recently(maxAge) {
  return (_request, response, next) => {
    const { auth_time: signedInAt = 0, acr } = response.locals.token;
    const isRecent = signedInAt + maxAge >= Date.now() / 1000;
    if (isRecent && ["urn:latchkey:acr:two", "phr"].includes(acr)) return next();
    const wanted = `max_age="${maxAge}", acr_values="urn:latchkey:acr:two"`;
    response
      .status(401)
      .set("WWW-Authenticate", `Bearer error="insufficient_user_authentication", ${wanted}`)
      .json({ error: 401 });
  };
}
