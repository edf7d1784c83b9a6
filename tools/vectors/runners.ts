import type { VectorFile } from './runner.ts';

/** Which vector file is replayed by what: one line per file. */
export const runners: Readonly<Record<string, VectorFile>> = {};
