import type { PersonOutcome } from "../../import-ports.ts";
import { aboutProviders, shown } from "./check-person.ts";
import type { Note } from "./person-texts.ts";
import { type Prepared, subjectTaken } from "./prepare-person.ts";
import { type Raised, raisedBy } from "./update-person.ts";

/** Why somebody was not imported as they stand. "partly": the person is kept, but not every part of them. */
type Lack = "refused" | "skipped" | "partly";

/** What the report says about one entry. */
export interface ReportLine {
  readonly line: number;
  readonly username?: string;
  readonly outcome: Lack | Raised;
  readonly reason: string;
}

/** The number of entries for each outcome. `partly`, `administrator` and `enabled` count people who are created or updated too. */
export type Counts = Readonly<Record<"created" | "updated" | ReportLine["outcome"], number>>;

/** The progress of an import. */
export interface Tally {
  readonly position: number;
  readonly counts: Counts;
  /** How often each `about` of a note came, by outcome. */
  readonly reasons: Readonly<Record<Lack, Readonly<Record<string, number>>>>;
  /** What was left out of people who are kept, by its name, and how often. Names beyond a bound are counted together. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** The same for what means nothing outside the product of the file. */
  readonly passedOver: Readonly<Record<string, number>>;
  /** The first people who became administrators or were enabled. The report has all of them. */
  readonly raised: Readonly<Record<Raised, readonly string[]>>;
  /** The length of the report before the lines of the last batch, and these lines. */
  readonly reportBytes: number;
  readonly lastReport: readonly ReportLine[];
}

/** The start of every import. */
export const emptyTally: Tally = {
  position: 0,
  counts: { created: 0, updated: 0, skipped: 0, refused: 0, partly: 0, administrator: 0, enabled: 0 },
  reasons: { refused: {}, skipped: {}, partly: {} },
  leftOut: {},
  passedOver: {},
  raised: { administrator: [], enabled: [] },
  reportBytes: 0,
  lastReport: [],
};

/** How many people the tally names. */
const namesMax = 20;
/** How many things that were left out it names. The tally is written with each batch, and names come from the file. */
const leftOutMax = 200;
const others = "what else there is";

const raisedSays: Readonly<Record<Raised, string>> = {
  administrator: "The person is an administrator now.",
  enabled: "The account was disabled and is enabled now.",
};

/** The tally after a batch; the store says the outcome of each person that was kept. */
export function tallyAfter(
  { position, ...before }: Tally,
  prepared: readonly Prepared[],
  outcomes: readonly PersonOutcome[],
  reportBytes: number,
): Tally {
  const sum = new Sum(before);
  let kept = 0;
  for (const entry of prepared) {
    if (entry.outcome !== "keep") {
      sum.say(entry, entry.outcome, entry.notes);
      continue;
    }
    const done = outcomes[kept];
    kept += 1;
    if (done?.kind !== "created" && done?.kind !== "updated") {
      sum.say(entry, "refused", [whyNotKept[done?.kind ?? "name-taken"]]);
      continue;
    }
    sum.counts[done.kind] += 1;
    sum.sayRaised(entry);
    const left = done.leftOut.map((name) => ({
      about: aboutProviders,
      name: aboutProviders,
      says: `The link to the provider ${shown(name)} is left out: it is taken.`,
    }));
    const notes = [...entry.notes, ...left];
    sum.sayLeftOut(notes, entry.passedOver);
    if (notes.length > 0) sum.say(entry, "partly", notes);
  }
  const { counts, reasons, leftOut, passedOver, raised, lines } = sum;
  return {
    position: position + prepared.length,
    counts,
    reasons,
    leftOut: Object.fromEntries(leftOut),
    passedOver: Object.fromEntries(passedOver),
    raised,
    reportBytes,
    lastReport: lines,
  };
}

const isChanged: Note = {
  about: "account changed meanwhile",
  says: "Somebody changed the account in this moment.",
};
const isDouble: Note = {
  about: "name or address twice",
  says: "The file has this name or address more than once, or somebody took it in this moment.",
};

const whyNotKept = { conflict: isChanged, "name-taken": isDouble, "subject-taken": subjectTaken } as const;

class Sum {
  readonly counts: Record<keyof Counts, number>;
  readonly reasons: Record<Lack, Record<string, number>>;
  readonly leftOut: Map<string, number>;
  readonly passedOver: Map<string, number>;
  readonly raised: Record<Raised, readonly string[]>;
  readonly lines: ReportLine[] = [];

  constructor({ counts, reasons, leftOut, passedOver, raised }: Omit<Tally, "position">) {
    const { refused, skipped, partly } = reasons;
    this.counts = { ...counts };
    this.reasons = { refused: { ...refused }, skipped: { ...skipped }, partly: { ...partly } };
    this.leftOut = new Map(Object.entries(leftOut));
    this.passedOver = new Map(Object.entries(passedOver));
    this.raised = { ...raised };
  }

  say(entry: Prepared, outcome: Lack, notes: readonly Note[]): void {
    this.#report(entry, outcome, notes.map(({ says }) => says).join(" "));
    const reasons = this.reasons[outcome];
    for (const about of new Set(notes.map((note) => note.about))) reasons[about] = (reasons[about] ?? 0) + 1;
  }

  sayLeftOut(notes: readonly Note[], passedOver: readonly string[] = []): void {
    for (const { name } of notes) if (name !== undefined) count(this.leftOut, name);
    for (const name of passedOver) count(this.passedOver, name);
  }

  sayRaised(entry: Prepared): void {
    for (const how of entry.person ? raisedBy(entry.known, entry.person.account) : []) {
      this.#report(entry, how, raisedSays[how]);
      if (this.raised[how].length < namesMax)
        this.raised[how] = [...this.raised[how], entry.username?.slice(0, 254) ?? ""];
    }
  }

  #report({ line, username }: Prepared, outcome: ReportLine["outcome"], reason: string): void {
    this.counts[outcome] += 1;
    const name = username === undefined ? {} : { username: username.slice(0, 254) };
    this.lines.push({ line, ...name, outcome, reason });
  }
}

function count(counts: Map<string, number>, name: string): void {
  const counted = counts.has(name) || counts.size < leftOutMax ? name : others;
  counts.set(counted, (counts.get(counted) ?? 0) + 1);
}
