/** Evaluates the macros that go through a list or the keys of a map, at the cost of v1.24's loops. */
import { sorted } from './library/lists.ts';
import type { Compiled, Frame } from './program.ts';
import type { FoldMacro } from './syntax.ts';
import { CelError, CelList, CelMap, CelOptional, noOverload, type Value } from './values.ts';

interface FoldParts {
  readonly range: Compiled;
  /** Of the variable in frames; of a second one it is the next. */
  readonly place: number;
  readonly hasTwo: boolean;
  readonly condition: Compiled | undefined;
  readonly result: Compiled | undefined;
}

type Run = (frame: Frame) => Value;

/** Evaluates the macro for what is in the range. */
type Loop = (turns: Iterable<Turn>, parts: FoldParts, frame: Frame) => Value;

export function compileFold(macro: FoldMacro, parts: FoldParts): Run {
  if (macro === 'optMap' || macro === 'optFlatMap') return intoOptional(macro, parts);
  const loop = loops[macro];
  return (frame) => {
    const range = parts.range.run(frame);
    if (range instanceof CelError) return range;
    if (!(range instanceof CelMap) && !(range instanceof CelList)) return noOverload;
    if (range instanceof CelMap) frame.meter.step(range.size);
    return loop(turnsOf(range, parts), parts, frame);
  };
}

/** The values of the variables in one turn of a loop. */
type Turn = readonly [Value] | readonly [Value, Value];

function* turnsOf(range: CelList | CelMap, { hasTwo }: FoldParts): Iterable<Turn> {
  if (range instanceof CelMap) {
    for (const key of range.keys) yield hasTwo ? [key, range.get(key)!] : [key];
    return;
  }
  let index = 0n;
  for (const item of range) yield hasTwo ? [index++, item] : [item];
}

function begin({ variables }: Frame, place: number, turn: Turn): void {
  variables[place] = turn[0];
  if (turn.length === 2) variables[place + 1] = turn[1];
}

function intoOptional(macro: FoldMacro, { range, place, result }: FoldParts): Run {
  return (frame) => {
    const input = range.run(frame);
    if (input instanceof CelError) return input;
    if (!(input instanceof CelOptional)) return noOverload;
    frame.meter.add(2);
    if (input.value === undefined) return input;
    frame.variables[place] = input.value;
    const created = result!.run(frame);
    return macro === 'optFlatMap' || created instanceof CelError
      ? created
      : new CelOptional(created);
  };
}

const loops: Readonly<Record<Exclude<FoldMacro, 'optFlatMap' | 'optMap'>, Loop>> = {
  all: (turns, parts, frame) => quantify(turns, parts, frame, false),
  exists: (turns, parts, frame) => quantify(turns, parts, frame, true),
  exists_one: countOne,
  filter: collect,
  map: collect,
  sortBy,
  transformList: collect,
  transformMap: (turns, parts, frame) => intoMap(turns, parts, frame, false),
  transformMapEntry: (turns, parts, frame) => intoMap(turns, parts, frame, true),
};

function sortBy(turns: Iterable<Turn>, parts: FoldParts, frame: Frame): Value {
  const items = [...turns];
  const keys = collect(items, { ...parts, condition: undefined }, frame);
  if (!(keys instanceof CelList)) return keys;
  frame.meter.add(2 * items.length ** 2);
  return sorted(
    items.map(([item]) => item),
    [...keys],
    frame.meter,
  );
}

/** @param isEntry whether each turn makes a map, whose entries are taken */
function intoMap(
  turns: Iterable<Turn>,
  { place, condition, result }: FoldParts,
  frame: Frame,
  isEntry: boolean,
): Value {
  const entries: (readonly [Value, Value])[] = [];
  for (const turn of turns) {
    begin(frame, place, turn);
    const holds = condition === undefined ? true : condition.run(frame);
    if (holds instanceof CelError) return holds;
    if (holds !== true) continue;
    const created = result!.run(frame);
    if (created instanceof CelError) return created;
    frame.meter.add(1);
    if (!isEntry) entries.push([turn[0], created]);
    else if (created instanceof CelMap)
      for (const key of created.keys) entries.push([key, created.get(key)!]);
    else return noOverload;
  }
  return CelMap.of(entries);
}

/**
 * Ends with the first item that decides. Errors of others do not matter then.
 *
 * @param decisive the value of the condition that decides
 */
function quantify(
  turns: Iterable<Turn>,
  { place, condition }: FoldParts,
  frame: Frame,
  decisive: boolean,
): Value {
  const { meter } = frame;
  // Whether to continue: `!` of the value so far costs 1 more.
  const asking = decisive ? 3 : 2;
  let failed: CelError | undefined;
  let found = false;
  for (const turn of turns) {
    meter.add(asking);
    if (found) break;
    begin(frame, place, turn);
    meter.add(1);
    const value = condition!.run(frame);
    if (value === decisive) found = true;
    else if (value instanceof CelError) failed ??= value;
    else if (typeof value !== 'boolean') failed ??= noOverload;
  }
  meter.add(1);
  if (found) return decisive;
  return failed ?? !decisive;
}

function countOne(turns: Iterable<Turn>, { place, condition }: FoldParts, frame: Frame): Value {
  const { meter } = frame;
  let count = 0;
  let failed: CelError | undefined;
  for (const turn of turns) {
    begin(frame, place, turn);
    const value = condition!.run(frame);
    if (value === true) {
      meter.add(2);
      count++;
    } else if (value !== false) failed ??= value instanceof CelError ? value : noOverload;
  }
  meter.add(2);
  return failed ?? count === 1;
}

function collect(turns: Iterable<Turn>, parts: FoldParts, frame: Frame): Value {
  const { place, condition, result } = parts;
  const { meter } = frame;
  const found: Value[] = [];
  let failed: CelError | undefined;
  for (const turn of turns) {
    begin(frame, place, turn);
    const holds = condition === undefined ? true : condition.run(frame);
    meter.step(1);
    if (holds === false) continue;
    if (holds !== true) {
      failed ??= holds instanceof CelError ? holds : noOverload;
      continue;
    }
    // The list so far, a list of one, and both joined.
    meter.add(12);
    if (result === undefined) meter.add(1);
    const created = result === undefined ? turn[0] : result.run(frame);
    if (created instanceof CelError) failed ??= created;
    found.push(created);
  }
  meter.add(1);
  return failed ?? CelList.of(found);
}
