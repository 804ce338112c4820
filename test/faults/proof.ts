import { parseArgs } from "node:util";

/** The result of a proof: figures for its last line, and the violations of its claim, of which there must be none. */
export interface ProofReport {
  readonly figures: Readonly<Record<string, number | string>>;
  readonly violations: readonly string[];
}

/** Reports the progress of a proof. */
export type Progress = (done: number, total: number) => void;

const shownMax = 20;

/** Runs a proof as a program: `--rounds N`, progress on stderr, the figures as the last line on stdout, exit code 1 on a violation. */
export async function runProof(
  name: string,
  roundsByDefault: number,
  prove: (rounds: number, progress: Progress) => Promise<ProofReport>,
): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: "string", default: String(roundsByDefault) } } });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    process.stderr.write(
      `--rounds ${values.rounds} is not a whole number above zero. Try --rounds ${roundsByDefault}.\n`,
    );
    process.exit(2);
  }
  let told = 0;
  const progress: Progress = (done, total) => {
    const tenths = Math.floor((10 * done) / total);
    if (tenths > told) process.stderr.write(`${name}: ${done} of ${total}\n`);
    told = Math.max(told, tenths) % 10;
  };
  const { figures, violations } = await prove(rounds, progress);
  for (const violation of violations.slice(0, shownMax)) process.stderr.write(`VIOLATED: ${violation}\n`);
  const line = Object.entries({ rounds, ...figures, violations: violations.length });
  process.stdout.write(`${name}: ${line.map(([key, value]) => `${value} ${key}`).join(", ")}\n`);
  process.exit(violations.length === 0 ? 0 : 1);
}
