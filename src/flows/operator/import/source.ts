import type { JsonObject } from "../../../values/json-object.ts";
import type { Beginning } from "./beginning.ts";
import type { FieldTable } from "./fields.ts";
import type { Entry } from "./person-texts.ts";

/** A file to read people from, and what the operator says about it. */
export interface PeopleFile {
  readonly chunks: AsyncIterable<string>;
  /** The text once more, from its beginning; absent for one that cannot be read twice. */
  readonly again?: () => AsyncIterable<string>;
  /** Parses a text of YAML, which is read as a whole; undefined where it is none. */
  readonly readYaml: (text: string) => JsonObject | undefined;
  /** The columns of a CSV file, by the members of Latchkey's own format. */
  readonly columns?: ReadonlyMap<string, string>;
  /** The parameters of the product's hashes, which Firebase shows beside its users. */
  readonly hashParameters?: string;
}

/** A product, or a kind of file, from which people come: one module describes each. */
export interface Source {
  /** How the file is called in a sentence. */
  readonly called: string;
  /** True for what no other source writes. Absent for a source that must be named. */
  readonly recognises?: (beginning: Beginning) => boolean;
  readonly read: (file: PeopleFile) => AsyncIterable<Entry>;
  /** The members of a record and what becomes of each, where one table says it; docs/importing/ has the page made from it. */
  readonly fields?: FieldTable;
}
