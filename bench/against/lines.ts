/** The lines of the comparison: what is asked of the two sides, and how often. */
import { Clients } from '../support/clients.ts';
import { compared, inTurns, type Comparison } from './compare.ts';
import type { Requests } from './requests.ts';
import { commandUs, instructions, Side, withoutCollection } from './sides.ts';
import type { Work } from './works.ts';

/** A line of the table. */
export interface Line extends Comparison {
  readonly of: string;
  readonly unit: 'us' | 'instructions';
  /** Bytes that an operation allocates, where they are measured. */
  readonly allocated?: Comparison;
}

/** A command of a checkout. */
export interface Command {
  readonly name: string;
  /** What it is, for people. */
  readonly of: string;
  readonly args: readonly string[];
}

/** Who takes turns, and how often. */
export interface Turns {
  readonly here: string;
  readonly there: string;
  readonly rounds: number;
}

const REQUESTS_MS = 500;
/** Rounds of a work by which most of it is compiled, and those after them that are counted. */
const COMPILED = 12;
const COUNTED = 4;

/** What an operation of a work takes of the processor, and what it allocates. */
export async function workLine(work: Work, turns: Turns): Promise<Line> {
  const [time, allocated] = [
    await workFigures(work, turns, 'us', []),
    await workFigures(work, turns, 'bytes', withoutCollection),
  ];
  return { of: work.of, unit: 'us', ...time, allocated };
}

async function workFigures(
  { name, operations }: Work,
  { here, there, rounds }: Turns,
  figure: 'us' | 'bytes',
  flags: readonly string[],
): Promise<Comparison> {
  const [ours, theirs] = [new Side(here, flags), new Side(there, flags)];
  const ask = async (isHere: boolean): Promise<number> => {
    const took = await (isHere ? ours : theirs).work(name);
    return took[figure] / operations;
  };
  await inTurns(rounds, ask);
  const found = await inTurns(rounds, ask);
  ours.stop();
  theirs.stop();
  return compared(found);
}

/** What a request takes of the processor of the server's process. */
export async function requestLine({ of, job }: Requests, turns: Turns): Promise<Line> {
  const [ours, theirs] = [await served(turns.here), await served(turns.there)];
  const ask = async (isHere: boolean): Promise<number> => {
    const { clients, port, token } = isHere ? ours : theirs;
    const headers = {
      ...job.headers,
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
    };
    const { perCpuSecond } = await clients.rate({ ...job, headers, port, ms: REQUESTS_MS });
    return 1e6 / perCpuSecond;
  };
  await inTurns(2, ask);
  const found = await inTurns(turns.rounds, ask);
  for (const { clients, side } of [ours, theirs]) {
    clients.stop();
    side.stop();
  }
  return { of, unit: 'us', ...compared(found) };
}

async function served(checkout: string) {
  const side = new Side(checkout);
  return { side, clients: new Clients(side), ...(await side.serve()) };
}

/** What a command takes of the processor, from its start to its exit. */
export async function commandLine({ of, args }: Command, turns: Turns): Promise<Line> {
  const { here, there, rounds } = turns;
  const found = await inTurns(rounds, (isHere) => commandUs(isHere ? here : there, args));
  return { of, unit: 'us', ...compared(found) };
}

/** How many instructions an operation of a work takes, once it is compiled. */
export async function instructionsLine(
  { name, of, operations }: Work,
  { here: ours, there: theirs }: Turns,
): Promise<Line> {
  const each = async (checkout: string): Promise<number> => {
    const [before, after] = await Promise.all([
      instructions(checkout, name, { done: COMPILED, prepared: COUNTED }),
      instructions(checkout, name, { done: COMPILED + COUNTED, prepared: 0 }),
    ]);
    return (after - before) / (COUNTED * operations);
  };
  const [here, there] = await Promise.all([each(ours), each(theirs)]);
  return { of, unit: 'instructions', ...compared([{ here, there }]) };
}
