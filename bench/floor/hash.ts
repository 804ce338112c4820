import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { listen } from "./listen.ts";

/**
 * The bare password hash: one Argon2id verification (19 MiB, 2 passes, 1 lane) for a GET of /hash, as many at once as there
 * are cores and the rest in a queue; constant bytes for any other path, so that one can see what a queue of hashes does to
 * requests that need none.
 */
const password = "correct horse battery staple";
const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const atOnceMax = availableParallelism();
const waiting: (() => void)[] = [];
let running = 0;

async function verifyInTurn(): Promise<boolean> {
  if (running < atOnceMax) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await verify(stored, password);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

const headers = ["Content-Type", "text/plain", "Cache-Control", "no-store", "Content-Length", "2"];

listen((request, response) => {
  if (request.url !== "/hash") {
    response.writeHead(200, headers);
    response.end("ok");
    return;
  }
  void verifyInTurn().then((isMatch) => {
    response.writeHead(isMatch ? 200 : 500, headers);
    response.end("ok");
  });
});
