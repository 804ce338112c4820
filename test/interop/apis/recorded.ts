import type { HttpText } from "../replays/recording.ts";

/** A sample in a language that `npm test` does not run. */
interface RecordedSample {
  /** As the guide says it. */
  readonly tested: string;
  /** The file that the guide shows. */
  readonly file: string;
  /** How it asks for the keys, as `npm run interop:apis` has seen it. */
  readonly keys: HttpText;
}

/** By language. `npm run interop:apis` runs them, and fails where one sends something else by now. */
export const recordedSamples = {
  python: {
    tested: "FastAPI 0.165.0, PyJWT 2.15.1 and Python 3.11",
    file: "python/orders.py",
    keys: {
      head: [
        "GET /.well-known/jwks.json HTTP/1.1",
        "Accept-Encoding: identity",
        "Host: {host}",
        "User-Agent: Python-urllib/3.11",
        "Connection: close",
      ],
    },
  },
  spring: {
    tested: "Spring Boot 4.1.2, Spring Security 7.1.2 and Java 17",
    file: "spring/src/main/java/com/example/App.java",
    keys: {
      head: [
        "GET /.well-known/jwks.json HTTP/1.1",
        "Accept: application/json, application/jwk-set+json",
        "User-Agent: Java/17.0.15",
        "Host: {host}",
        "Connection: keep-alive",
      ],
    },
  },
  go: {
    tested: "golang-jwt 5.3.1, keyfunc 3.9.1 and Go 1.26",
    file: "go/main.go",
    keys: {
      head: [
        "GET /.well-known/jwks.json HTTP/1.1",
        "Host: {host}",
        "User-Agent: Go-http-client/1.1",
        "Accept-Encoding: gzip",
      ],
    },
  },
} as const satisfies Record<string, RecordedSample>;
