import type { ImportedPerson, PersonOutcome } from "../../import-ports.ts";
import { type ImportOptions, isOfTwo, isTaken, type Prepared, subjectTaken } from "./prepare-person.ts";

/**
 * The people of a dry run so far. Nothing is stored, so it is known only from here who comes twice in the file, and a dry run counts what
 * the import would.
 */
export class SeenPeople {
  /** The person and the batch by each name, address, id and subject. */
  readonly #seen = new Map<string, { readonly person: number; readonly batch: number }>();
  #batch = 0;
  #person = 0;

  /** A batch as it would be prepared and kept behind the ones before it. */
  keep(
    batch: readonly Prepared[],
    { onConflict }: Pick<ImportOptions, "onConflict">,
  ): { readonly prepared: readonly Prepared[]; readonly outcomes: readonly PersonOutcome[] } {
    this.#batch += 1;
    const outcomes: PersonOutcome[] = [];
    const prepared = batch.map((entry): Prepared => {
      if (entry.person === undefined) return entry;
      const found = this.#find(entry.person);
      if (found === "now") outcomes.push({ kind: entry.person.isKnown ? "conflict" : "name-taken" });
      else if (found === "subject" || found === "two" || (found === "before" && onConflict === "skip")) {
        const { person: _, ...rest } = entry;
        if (found === "before") return { ...rest, outcome: "skipped", notes: [isTaken] };
        return { ...rest, outcome: "refused", notes: [found === "two" ? isOfTwo : subjectTaken] };
      } else
        outcomes.push({
          kind: entry.person.isKnown || found === "before" ? "updated" : "created",
          leftOut: [],
        });
      return entry;
    });
    return { prepared, outcomes };
  }

  /** Who of those before has a name or the subject of the person; undefined for a new person, who is noted. */
  #find({ account, isKnown }: ImportedPerson): "now" | "before" | "two" | "subject" | undefined {
    const { id, username, email, subject } = account;
    const names = isKnown
      ? [`id ${id}`]
      : [`name ${username}`, ...(email === undefined ? [] : [`name ${email}`])];
    const found = names.flatMap((name) => this.#seen.get(name) ?? []);
    const [first] = found;
    const owner = subject === undefined || isKnown ? undefined : this.#seen.get(`sub ${subject}`);
    if (owner !== undefined && owner.person !== first?.person) return "subject";
    if (found.some(({ person }) => person !== first?.person)) return "two";
    if (first !== undefined) return first.batch === this.#batch ? "now" : "before";
    this.#person += 1;
    const seen = { person: this.#person, batch: this.#batch };
    for (const name of [...names, ...(subject === undefined ? [] : [`sub ${subject}`])])
      this.#seen.set(name, seen);
    return undefined;
  }
}
