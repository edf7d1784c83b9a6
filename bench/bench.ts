/**
 * The harness of the benchmarks. Figures of different runs or machines don't compare; so each
 * figure stands beside a baseline measured in the same run, and the ratio is what counts.
 */

/** One line of a table. */
export interface Row {
  /** What was measured. */
  readonly name: string;
  readonly value: number;
  /** `ops/s`, `us`, `ms`, `B`, or `x` for a ratio. */
  readonly unit: string;
  /** For people: what it is compared with. */
  readonly note?: string;
}

/** One run of what is measured; returns how many operations it did, when that is more than one. */
export type Body = () => number | undefined | Promise<number | undefined>;

export interface BenchOptions {
  /** Makes a fresh state before each run, outside the measurement. */
  readonly before?: () => void | Promise<void>;
  /** Measured time to spend at least, in ms. Default: 600. */
  readonly ms?: number;
}

/** Runs at least so often, however slow. */
const MIN_RUNS = 5;
/** Until the compiler has seen short bodies often enough, in ms. */
const WARM_UP_MS = 200;

/** Operations a second: the median over runs, after one or more to warm up. */
export async function bench(name: string, body: Body, options: BenchOptions = {}): Promise<Row> {
  const { before, ms = 600 } = options;
  const rates: number[] = [];
  let warmedUp = 0;
  let spent = 0;
  while (rates.length < MIN_RUNS || spent < ms) {
    await before?.();
    const { operations, took } = await timed(body);
    if (warmedUp < WARM_UP_MS) {
      warmedUp += Math.max(took, 1);
    } else {
      spent += took;
      rates.push((operations / took) * 1000);
    }
  }
  return { name, value: median(rates), unit: 'ops/s' };
}

/** One run of it; `took` in ms. */
async function timed(body: Body): Promise<{ operations: number; took: number }> {
  const start = performance.now();
  const result = body();
  const operations = (result instanceof Promise ? await result : result) ?? 1;
  return { operations, took: performance.now() - start };
}

/** `of` as a multiple of `base`. */
export function ratio(name: string, of: Row, base: Row): Row {
  return { name, value: of.value / base.value, unit: 'x', note: `of ${base.name}` };
}

/**
 * Heap bytes that each of `count` things made by `make` keeps, shared parts included. Needs
 * --expose-gc.
 */
export function heapBytes(name: string, count: number, make: () => unknown): Row {
  const before = usedHeap();
  const kept = make();
  const value = (usedHeap() - before) / count;
  // Looked at after the second measurement, so that it lives until then.
  return { name, value: kept === undefined ? NaN : value, unit: 'B' };
}

/** Prints rows in aligned columns. */
export function table(title: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map((row) => row.name.length));
  console.log(`\n${title}`);
  for (const { name, value, unit, note } of rows) {
    const line = `  ${name.padEnd(width)}  ${formatted(value).padStart(12)} ${unit.padEnd(5)}`;
    console.log(`${line} ${note ?? ''}`.trimEnd());
  }
}

function formatted(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(value >= 10 ? 1 : 2);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}

/** Heap bytes in use after a collection. Needs --expose-gc. */
export function usedHeap(): number {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
