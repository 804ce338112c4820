import type { Option } from "commander";
import type { z } from "zod";
import type { AnswerOf, Operation, Registry } from "../operations/operation.ts";
import type { Problem as OperationProblem } from "../operations/problem.ts";
import type { Result } from "../values/result.ts";
import type { Details } from "./layout.ts";
import type { MaybeLater, Names, OptionGroup, OwnArgument } from "./operation-input.ts";
import type { Problem } from "./outcome.ts";

/** A list as a table. */
export interface TableView<Item> {
  readonly headings: readonly string[];
  readonly row: (item: Item, beside: Beside) => readonly string[];
  /** What is said if there is nothing to list; absent where there always is something. */
  readonly empty?: (latchkey: string, names: Names) => string;
}

/** What details and notes may name beside the answer. */
export interface Beside<Content = unknown> {
  /** The names in the path, and those by which a list is filtered. */
  readonly names: Names;
  readonly content: Content;
  /** The command that starts this program. */
  readonly latchkey: string;
  /** True if nothing was changed, because it was so already. */
  readonly isUnchanged: boolean;
  readonly revokedTokens: number;
  /** Reads what the answer does not say. */
  readonly registry: Registry;
}

/**
 * How a command presents its operation on a terminal. Arguments, options, `--json` and exit codes follow from the operation. `Shown` is
 * what it shows: its answer; if it has none, what `reads` answers, or else the names of its path.
 */
export interface CommandView<Shown, Read, Content> {
  /** What the help says; the summary of the operation, unless it is in the words of the API. */
  readonly help?: string;
  /** The member of the content that is an argument, and not an option; or an argument that says several. */
  readonly argument?: Extract<keyof Content, string> | OwnArgument;
  /** The options of members whose name or help is not that of the member. */
  readonly options?: Readonly<Partial<Record<Extract<keyof Content, string>, Option | OptionGroup>>>;
  /** `--limit`, if it is not the length of a list. */
  readonly limit?: Option;
  /** Refuses content before a database is opened. */
  readonly check?: (content: Content) => Result<unknown, OperationProblem>;
  readonly table?: TableView<ItemOf<Shown>>;
  /** Labelled values, or a text as it is. */
  readonly details?: (shown: Shown, beside: Beside<Content>) => MaybeLater<Details | string>;
  /** What `--json` prints, if it is not what is shown. */
  readonly json?: (shown: Shown, names: Names) => object;
  /** The member that is printed alone, so that a script can catch it. */
  readonly secret?: Extract<keyof Shown, string>;
  /** The operation on the same names that reads what a deletion or a question is about. */
  readonly reads?: Operation;
  /** The operation on the same names whose items are shown too, as a member of this name. */
  readonly lists?: { readonly as: string; readonly operation: Operation };
  /** Asks before an act that cannot be undone, or that is large. */
  readonly confirm?: (read: Read, content: Content) => string | undefined;
  readonly notes?: (shown: Shown, beside: Beside<Content>) => MaybeLater<readonly string[]>;
  /** The commands that come next, without the program: with `--json`, the result names them. */
  readonly next?: (shown: Shown, beside: Beside<Content>) => MaybeLater<readonly string[]>;
  /** Why an answer counts as a failure. */
  readonly failure?: (shown: Shown) => Omit<Problem, "exitCode"> | undefined;
  /** The operation that is meant if one more name is given, which its path has. */
  readonly narrowed?: Operation;
  /**
   * For the second operation of a command that stands for two: the option by which it is meant. If it takes a value, that is the name
   * that only this operation has in its path.
   */
  readonly when?: Option;
}

export type ItemsBy<As extends string, List> = List extends z.ZodObject
  ? AnswerOf<List> extends { readonly items: infer Items }
    ? { readonly [Name in As]: Items }
    : never
  : unknown;

export type ItemOf<Shown> = Shown extends { readonly items: readonly (infer Item)[] } ? Item : never;

export type ParamsOf<Params> = Params extends z.ZodObject ? z.output<Params> : Readonly<Record<never, never>>;
export type ReadBy<Params, Reads> = Reads extends z.ZodObject ? AnswerOf<Reads> : ParamsOf<Params>;
export type ShownBy<Params, Output, Reads> = Output extends z.ZodObject
  ? AnswerOf<Output>
  : ReadBy<Params, Reads>;
export type ContentOf<Body> = Body extends z.ZodObject ? z.output<Body> : Readonly<Record<never, never>>;

/** The commands that help with the problems of a noun. Backquoted commands begin with `latchkey`. */
export type Hints<Reason extends { readonly kind: string }> = {
  readonly [Kind in Reason["kind"]]?:
    | string
    | ((reason: Extract<Reason, { readonly kind: Kind }>, names: Names) => string | undefined);
};

/** The hint for a problem of any noun. */
export type Hint = Hints<{ readonly kind: string }>[string];
