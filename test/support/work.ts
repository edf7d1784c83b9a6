/** Counting work instead of time: what grows with the square of its input shows at any speed. */

const counted = [
  'splice',
  'toSpliced',
  'with',
  'slice',
  'concat',
  'unshift',
  'shift',
  'indexOf',
  'includes',
  'find',
  'findIndex',
  'filter',
  'map',
  'some',
  'every',
  'flat',
  'flatMap',
  'join',
] as const;

type AnyMethod = (this: unknown, ...parameters: unknown[]) => unknown;

/**
 * How many elements the methods of arrays go over in a call, at most (a search that ends early
 * counts whole), and how many entries `Object.keys` and the like give.
 */
export function elementsPassed(call: () => unknown): number {
  let passed = 0;
  const restore: (() => void)[] = [];
  const wrap = (holder: object, name: string, sizeOf: (self: unknown, made: unknown) => number) => {
    const methods = holder as Record<string, AnyMethod>;
    const original = methods[name]!;
    methods[name] = function (...parameters: unknown[]): unknown {
      const before = sizeOf(this, []);
      const made = original.apply(this, parameters);
      passed +=
        name === 'slice' ? (made as unknown[]).length : Math.max(before, sizeOf(this, made));
      return made;
    };
    restore.push(() => (methods[name] = original));
  };
  for (const name of counted) wrap(Array.prototype, name, (self) => (self as unknown[]).length);
  for (const name of ['keys', 'entries', 'values']) {
    wrap(Object, name, (_, made) => (made as unknown[]).length);
  }
  try {
    call();
  } finally {
    for (const undo of restore) undo();
  }
  return passed;
}

/** How much more work twice as much input makes: 2 for linear work, 4 for the square. */
export function growth(workFor: (size: number) => number, size: number): number {
  return (1 + workFor(2 * size)) / (1 + workFor(size));
}
