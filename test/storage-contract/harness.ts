import { test } from "node:test";
import type { Store } from "../../src/adapters/store.ts";
import { promisedWithin } from "../support/until.ts";

/** A database made for one test. */
export interface OpenedStore {
  readonly store: Store;
  /** Where it is, in words that `openAt` of `another-process.ts` understands. */
  readonly location: string;
  /** Opens the same database once more, as another process would; `close` closes it too. */
  another(): Promise<Store>;
  /** Closes everything that is open and opens the database again. */
  reopen(): Promise<Store>;
  /** Runs SQL past the store, as another program would. */
  execute(sql: string): Promise<void>;
  /** Throws when the database is damaged. */
  verify(): Promise<void>;
  /** Closes and removes everything. */
  close(): Promise<void>;
}

export type OpenStore = () => Promise<OpenedStore>;

/** Registers a test of one promise. The title repeats the promise's sentence. */
export type Promised = (title: string, body: (opened: OpenedStore) => Promise<void>) => void;

/** Ten times the slowest of them. */
const testMilliseconds = 300_000;

/** Registers tests that each get a database of their own. */
export function promisedBy(open: OpenStore): Promised {
  return (title, body) => {
    test(title, { timeout: testMilliseconds }, async () => {
      const opened = await open();
      try {
        await body(opened);
      } finally {
        await opened.close();
      }
    });
  };
}

/** Runs `make(0)`, `make(1)`, … `count` times, all at once. */
export function atOnce<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => make(index)));
}

/** Asks again until the answer is yes; fails if it is not yes within the second that ports promise. */
export function withinASecond(isSo: () => Promise<boolean>): Promise<void> {
  return promisedWithin(1_000, isSo);
}

/** The same for what may lag longer. */
export function withinFiveSeconds(isSo: () => Promise<boolean>): Promise<void> {
  return promisedWithin(5_000, isSo);
}
