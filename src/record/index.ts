export * from './compare.ts';
export * from './diff.ts';
export { readRecord, RecordError, recordText } from './document.ts';
export * from './entry.ts';
export { bucketOf, History, keyOf, PastCluster, served, type ObjectKey } from './history.ts';
export * from './run-log.ts';
export * from './run-record.ts';
export type { Link } from './why/chain.ts';
export { parsePath, printPath, same, valueAt, type Segment } from './why/path.ts';
export {
  why,
  type Accountant,
  type Explanation,
  type Question,
  type WhyOptions,
} from './why/why.ts';
