/** The report card: how a client behaves when the world is bad. */
export type { CaseStep, GradeCase, Rule } from './case/case.ts';
export { CaseError } from './case/fields.ts';
export { readValue } from './case/read-text.ts';
export { readLibrary, type CaseLibrary } from './case/library.ts';
export type { Family } from './case/read.ts';
export { gradeAll } from './grade.ts';
export { gradeCase, type Graded } from './grade-case.ts';
export type { Expectations } from './play/player.ts';
export { probe, ProbeError } from './probe.ts';
export type { CaseResult, Evidence, Failure, Verdict } from './result.ts';
export type { Subject } from './subject.ts';
export { explore, type Exploration, type Mistake, type Progress } from './explore/explore.ts';
export type { PlanResult } from './explore/run-plan.ts';
export { ExploreError, type Learned } from './explore/learn.ts';
export type { Finding } from './explore/judge.ts';
export { disturbanceText, planText, readPlan, type Plan } from './explore/plan.ts';
export type { Setting } from './explore/setting.ts';
