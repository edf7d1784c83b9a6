export * from './compare.ts';
export * from './diff.ts';
export { recordText } from './document.ts';
export { entryOf, type RecordEntry } from './entry.ts';
export { byConditionType } from './keyed.ts';
export * from './growth.ts';
export { keptStore } from './kept-store.ts';
export { explain, type WhyQuestion, type Witness } from './question/ask.ts';
export { LoopGuard, type LoopGuardOptions } from './loop-guard.ts';
export { explainNot, type WhyNotQuestion } from './question/ask-not.ts';
export { QuestionError } from './question/error.ts';
export { momentOf, type Moment, type Span } from './question/moment.ts';
export { kindNamed, subjectOf, type Subject } from './question/subject.ts';
export { worthAsking, type WorthAsking } from './question/worth.ts';
export type { RecordChange } from './read/change.ts';
export { RecordError } from './read/error.ts';
export { readRecord, RecordInPieces } from './read/pieces.ts';
export * from './run-log.ts';
export * from './run-record.ts';
export { describeChange, detailText, type Detail, type Line } from './timeline/describe-change.ts';
export { plainStyle, type Style } from './timeline/style.ts';
export { Timeline, timeText } from './timeline/timeline.ts';
export { isNotedEvent } from './timeline/noted-event.ts';
export type { Accountant, Keyed } from './why/accountant.ts';
export { causeOf, chainOf, type Cause, type Link } from './why/chain.ts';
export { deedOf, tellingFirst } from './why/deed.ts';
export { parsePath, printPath, same, valueAt, type Segment } from './why/path.ts';
export { allTermsOf } from './why/terms.ts';
export { linkLines, whyText, type TimePrinter } from './why/text.ts';
export { whyNotText } from './why/not-text.ts';
export type { Absence } from './why/why-not.ts';
export type { Unset } from './why/unset.ts';
export {
  why,
  type Confirmation,
  type Explanation,
  type Question,
  type WhyOptions,
} from './why/why.ts';
export { WithoutHeartbeats } from './without-heartbeats.ts';
