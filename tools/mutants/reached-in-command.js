/** Loaded by every process that tests of the built command start: reports each probe the first time it is reached. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const reports = join(import.meta.dirname, '../../.reached');
const seen = new Set();

Object.assign(globalThis, {
  __reached: (id) => {
    if (seen.has(id)) return;
    seen.add(id);
    // At once: a server that is killed has no later.
    appendFileSync(reports, `${id}\n`);
  },
});
