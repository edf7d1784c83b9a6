export * from './compare.ts';
export * from './diff.ts';
export { readRecord, RecordError, recordText } from './document.ts';
export * from './entry.ts';
export {
  bucketOf,
  History,
  type BaseObject,
  type HistoryBase,
  keyOf,
  PastCluster,
  served,
  type ObjectKey,
} from './history.ts';
export { byConditionType } from './keyed.ts';
export * from './run-log.ts';
export * from './run-record.ts';
export type { Accountant } from './why/accountant.ts';
export { chainOf, type Link } from './why/chain.ts';
export { parsePath, printPath, same, valueAt, type Segment } from './why/path.ts';
export type { Unset } from './why/unset.ts';
export { why, type Explanation, type Question, type WhyOptions } from './why/why.ts';
export { fieldPath } from './why/field.ts';
export { historyOf } from './store-history.ts';
