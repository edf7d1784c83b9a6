/** What a page shows of a run, read off its log. */
export type { Point } from './point.ts';
export type { Charted, Series } from './series.ts';
export type { PodState } from './pod-state.ts';
export type { CauseGraph, CauseNode } from './causes.ts';
export type { Calendar, Outcome, ScheduledRun } from './calendar.ts';
export { outagesOf, type Outage } from './outages.ts';
export type { Life } from './life.ts';
export type { ChangedField, Condition, ObjectName, ObjectView } from './object.ts';
export type { CausedWrite, EventLine, Summary, Write } from './summary.ts';
export type { Lives, PodCounts, PodLife, PodSpan } from './stage/lives.ts';
export type { Owner, StageCondition } from './stage/owners.ts';
export type { Heap, NodeState, Scene, StageNode, StagePod } from './stage/scene.ts';
export type { Version } from './stage/versions.ts';
export type { TableView } from './tables.ts';
export type { Moment, NotDone } from './explanation.ts';
export { withGrowth, type Growth } from './growth.ts';
export { RunView } from './run-view.ts';
