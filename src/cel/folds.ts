/** Evaluates the macros that go through a list or the keys of a map, at the cost of v1.24's loops. */
import type { Compiled, Frame } from './program.ts';
import type { FoldMacro } from './syntax.ts';
import { CelError, CelList, CelMap, noOverload, type Value } from './values.ts';

interface FoldParts {
  readonly range: Compiled;
  /** Of the variable in frames. */
  readonly place: number;
  readonly condition: Compiled | undefined;
  readonly result: Compiled | undefined;
}

type Run = (frame: Frame) => Value;

/** Evaluates the macro for the items of the range. */
type Loop = (items: Iterable<Value>, parts: FoldParts, frame: Frame) => Value;

export function compileFold(macro: FoldMacro, parts: FoldParts): Run {
  const loop = loops[macro];
  return (frame) => {
    const range = parts.range.run(frame);
    if (range instanceof CelError) return range;
    if (range instanceof CelList) return loop(range, parts, frame);
    if (!(range instanceof CelMap)) return noOverload;
    frame.meter.step(range.size);
    return loop(range.keys, parts, frame);
  };
}

const loops: Readonly<Record<FoldMacro, Loop>> = {
  all: (items, parts, frame) => quantify(items, parts, frame, false),
  exists: (items, parts, frame) => quantify(items, parts, frame, true),
  exists_one: countOne,
  filter: collect,
  map: collect,
};

/**
 * Ends with the first item that decides. Errors of others do not matter then.
 *
 * @param decisive the value of the condition that decides
 */
function quantify(
  items: Iterable<Value>,
  { place, condition }: FoldParts,
  frame: Frame,
  decisive: boolean,
): Value {
  const { variables, meter } = frame;
  // Whether to continue: `!` of the value so far costs 1 more.
  const asking = decisive ? 3 : 2;
  let failed: CelError | undefined;
  let found = false;
  for (const item of items) {
    meter.add(asking);
    if (found) break;
    variables[place] = item;
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

function countOne(items: Iterable<Value>, { place, condition }: FoldParts, frame: Frame): Value {
  const { variables, meter } = frame;
  let count = 0;
  let failed: CelError | undefined;
  for (const item of items) {
    variables[place] = item;
    const value = condition!.run(frame);
    if (value === true) {
      meter.add(2);
      count++;
    } else if (value !== false) failed ??= value instanceof CelError ? value : noOverload;
  }
  meter.add(2);
  return failed ?? count === 1;
}

function collect(items: Iterable<Value>, parts: FoldParts, frame: Frame): Value {
  const { place, condition, result } = parts;
  const { variables, meter } = frame;
  const found: Value[] = [];
  let failed: CelError | undefined;
  for (const item of items) {
    variables[place] = item;
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
    const made = result === undefined ? item : result.run(frame);
    if (made instanceof CelError) failed ??= made;
    found.push(made);
  }
  meter.add(1);
  return failed ?? CelList.of(found);
}
