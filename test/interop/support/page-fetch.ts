/**
 * `fetch` as a page at `origin` has it: it says where it comes from, asks beforehand where the Fetch standard wants that, and
 * gives away only answers that the service opened to this origin. It stands in for the browser, never for the service.
 */
export function pageFetch(origin: string, fetchAnything: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", origin);
    headers.set("sec-fetch-site", "cross-site");
    if (needsPreflight(headers)) {
      const preflight = await fetchAnything(input, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": init?.method ?? "GET" },
      });
      if (!preflight.ok || !isOpenTo(origin, preflight)) throw new TypeError("Failed to fetch");
    }
    const response = await fetchAnything(input, { ...init, headers });
    if (!isOpenTo(origin, response)) throw new TypeError("Failed to fetch");
    return response;
  };
}

function isOpenTo(origin: string, response: Response): boolean {
  return ["*", origin].includes(response.headers.get("access-control-allow-origin") ?? "");
}

/** Fetch §2.2.2: a form may go anywhere; Authorization and JSON may not. */
function needsPreflight(headers: Headers): boolean {
  const type = headers.get("content-type")?.split(";")[0] ?? "application/x-www-form-urlencoded";
  return headers.has("authorization") || type !== "application/x-www-form-urlencoded";
}
