/** The steps of which random histories are made, and how often each comes. */
import fc from 'fast-check';

const BUCKETS = ['maps', 'pods'];
const KEYS = ['a/a', 'a/b', 'a/ba', 'a-b/a', 'b/a', 'b/b', 'c', 'ca'];
const PREFIXES = ['', 'a/', 'b/', 'a', 'c', 'a/b', 'x/'];

export type Write =
  | { readonly op: 'put'; bucket: string; key: string; expect: Expectation; ttlMs?: number }
  | { readonly op: 'delete'; bucket: string; key: string; expect: Expectation };
type Expectation = 'any' | 'right' | 'wrong' | 'none';

export type Step =
  | Write
  /** Writes without a pause, then perhaps a compaction: watchers get no turn between. */
  | { readonly op: 'burst'; writes: Write[]; compact?: number }
  /** Repeats objects, of which some may not be there, or not as expected. */
  | { readonly op: 'repeat'; bucket: string; keys: string[]; wrong: boolean }
  /** `at` and `from`: a share of the revisions there are; slightly beyond 0 and 1 it asks too much. */
  | { readonly op: 'get'; bucket: string; key: string; at: number }
  | {
      readonly op: 'list';
      bucket: string;
      prefix: string;
      after: string;
      limit: number;
      at: number;
    }
  | { readonly op: 'pages'; bucket: string; prefix: string; limit: number; between: Write[] }
  | { readonly op: 'compact'; at: number }
  | { readonly op: 'advance'; ms: number }
  | { readonly op: 'watch'; bucket?: string; prefix: string; from: number; hold: boolean }
  | { readonly op: 'read' | 'stop'; watcher: number };

const bucket = fc.constantFrom(...BUCKETS);
const key = fc.constantFrom(...KEYS);
const prefix = fc.constantFrom(...PREFIXES);
const percent = (min: number, max: number) => fc.integer({ min, max }).map((n) => n / 100);
const share = percent(-5, 110);
const expectation = fc.constantFrom<Expectation>('any', 'any', 'right', 'wrong', 'none');
const write: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('put' as const),
      bucket,
      key,
      expect: expectation,
      ttlMs: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined, freq: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('delete' as const), bucket, key, expect: expectation }),
  },
);
const writes = fc.array(write, { maxLength: 6 });
const watcher = fc.nat({ max: 5 });
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: write },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('burst' as const),
      writes,
      compact: fc.option(share, { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('repeat' as const),
      bucket,
      keys: fc.uniqueArray(key, { maxLength: 4 }),
      wrong: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('get' as const), bucket, key, at: share }) },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('list' as const),
      bucket,
      prefix,
      after: fc.constantFrom('', ...KEYS),
      limit: fc.nat({ max: 4 }),
      at: share,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('pages' as const),
      bucket,
      prefix,
      limit: fc.integer({ min: 1, max: 3 }),
      between: writes,
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('compact' as const), at: percent(0, 105) }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constant('advance' as const), ms: fc.nat({ max: 50 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('watch' as const),
      bucket: fc.option(bucket, { nil: undefined, freq: 3 }),
      prefix,
      from: percent(30, 110),
      hold: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: fc.record({ op: fc.constant('read' as const), watcher }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('stop' as const), watcher }) },
);
