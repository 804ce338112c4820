/**
 * The status of a form by the kind of its problem: 200 when it is first shown, and 400 if the person can correct what they
 * typed. "stale" and "no-cookie" are forms that prove nothing.
 */
export function statusOfProblem(kind: string | undefined): number {
  switch (kind) {
    case undefined:
      return 200;
    case "stale":
    case "no-cookie":
      return 403;
    case "throttled":
      return 429;
    case "busy":
    case "unavailable":
      return 503;
    default:
      return 400;
  }
}
