export * from './answers.ts';
export * from './client.ts';
export type { Edit, EditedFields } from './edit.ts';
export {
  metricsIn,
  metricsPath,
  metricsVersion,
  type MetricsQuestion,
} from './metrics-question.ts';
export * from './options.ts';
export type { OutsideRequest, RequestPiece } from './outside-request.ts';
export {
  anyKind,
  isWrite,
  nameIn,
  type Request,
  type Requests,
  type ResourceRequest,
  type Verb,
} from './request.ts';
