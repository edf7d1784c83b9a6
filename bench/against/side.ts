/**
 * The process that measures a checkout: it loads the library of that one, and does works with it when its parent asks. With
 * arguments after the checkout, `WORK ROUNDS PREPARATIONS`, it does the work this many times, then only prepares it this many
 * times, without a parent, and exits.
 */
import { pathToFileURL } from 'node:url';
import { manifestOf, OBJECTS } from './requests.ts';
import { works, type Library, type Prepared } from './works.ts';

/** What the parent asks for. */
export type Question =
  /** Do a work once. */
  | { readonly kind: 'work'; readonly name: string }
  /** Make objects, and listen for requests. */
  | { readonly kind: 'serve' }
  /** Collect garbage, so that nothing of what was before is measured. */
  | { readonly kind: 'collect' }
  /** How much of the processor this process has had. */
  | { readonly kind: 'processor' };

/** What a work took. */
export interface Took {
  /** Microseconds of the processor. */
  readonly us: number;
  /** Growth of the heap in bytes: all that was allocated, where nothing was collected meanwhile. */
  readonly bytes: number;
}

export type Answer =
  Took | { readonly port: number; readonly token: string } | { readonly us: number };

const [checkout, name, rounds, preparations] = process.argv.slice(2);
const library = (await import(pathToFileURL(`${checkout!}/dist/index.js`).href)) as Library;

if (name === undefined) {
  process.on('message', (question: Question) => {
    void answerTo(question).then((answer) => process.send!(answer));
  });
} else {
  for (let round = 0; round < Number(rounds); round++) await worked(name);
  for (let round = 0; round < Number(preparations); round++) await (await preparedFor(name)).end();
}

async function answerTo(question: Question): Promise<Answer> {
  switch (question.kind) {
    case 'work':
      return worked(question.name);
    case 'serve':
      return served();
    case 'collect':
      globalThis.gc?.();
      return { us: 0 };
    case 'processor':
      return { us: processorUs() };
  }
}

async function worked(work: string): Promise<Took> {
  const { run, end } = await preparedFor(work);
  globalThis.gc?.();
  const { heapUsed } = process.memoryUsage();
  const before = processorUs();
  await run();
  const us = processorUs() - before;
  const bytes = process.memoryUsage().heapUsed - heapUsed;
  await end();
  return { us, bytes };
}

function preparedFor(work: string): Promise<Prepared> {
  return works.find((each) => each.name === work)!.prepare(library);
}

async function served(): Promise<{ readonly port: number; readonly token: string }> {
  const cluster = await library.createCluster({ controllers: 'none' });
  for (let at = 0; at < OBJECTS; at++) {
    await cluster.create(manifestOf(`web-${String(at).padStart(8, '0')}`));
  }
  const { port, token } = await cluster.listen({ outside: 'off' });
  return { port, token };
}

function processorUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
