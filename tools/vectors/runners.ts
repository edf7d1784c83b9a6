import { runQuantity } from './quantity.ts';
import type { VectorFile } from './runner.ts';

/** Which vector file is replayed by what: one line per file. */
export const runners: Readonly<Record<string, VectorFile>> = {
  'quantity.json': { run: runQuantity },
};
