/** What is served to the browsers of this machine: a page, and what it follows and orders. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ServedPage {
  /** Asked when the first browser comes, and again where it fails. */
  document(): PageDocument | Promise<PageDocument>;
  /** Absent: a saved run, whose page asks nothing. */
  readonly live?: LivePage;
}

/** The text of a page, and the policy that it is under. */
export interface PageDocument {
  readonly html: string;
  readonly policy: string;
}

/** A running server, behind a page. */
export interface LivePage {
  /** What a page shows that may follow and order: a secret. */
  readonly key: string;
  /** Begins to read the record from its beginning. */
  readRecord(): RecordReader;
  /** By the names of what pages order, the paths that do it. */
  readonly orders: Readonly<Record<string, string>>;
  /** Carries out an order. */
  order(path: string, req: IncomingMessage, res: ServerResponse): void;
}

/** A record, piece by piece, as fast as its reader asks. */
export interface RecordReader {
  /** The next piece, JSON; undefined: this record has ended, and another may begin. */
  next(): Promise<string | undefined>;
  /** There is no reader any more: a pending `next()` resolves with undefined. */
  stop(): void;
}
