/** What a page shows of a run, read off its log. */
export type { Point } from './point.ts';
export type { Charted, Series } from './series.ts';
export type { ClusterView, NodeBox, PodBox, PodState } from './cluster.ts';
export type { CauseGraph, CauseNode } from './causes.ts';
export type { Calendar, Outcome, ScheduledRun } from './calendar.ts';
export { outagesOf, type Outage } from './outages.ts';
export type { Life } from './life.ts';
export type { ChangedField, Condition, ObjectName, ObjectView } from './object.ts';
export type { CausedWrite, EventLine, Summary, Write } from './summary.ts';
export type { TableView } from './tables.ts';
export { withGrowth, type Growth } from './growth.ts';
export { RunView } from './run-view.ts';
