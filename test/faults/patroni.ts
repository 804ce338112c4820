// Proof: when Patroni switches over under load, no acknowledged token or session is lost, no code is redeemed twice, and the service
// goes on by itself. `npm run proof:patroni -- --rounds 4`; needs Debian's patroni, etcd-server and postgresql.
import { startPatroniPair, withoutPatroni } from "../support/patroni.ts";
import { runProof } from "./proof.ts";
import { switchOverRounds } from "./switch-over.ts";

if (withoutPatroni === false)
  await runProof("proof:patroni", 4, (rounds, progress) =>
    switchOverRounds(rounds, progress, startPatroniPair),
  );
process.stderr.write(`${withoutPatroni}.\n`);
process.exit(69);
