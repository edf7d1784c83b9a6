export { languageSchemas, scenarioSchema } from './json-schema.ts';
export { rehearse, type Stage } from './rehearsal.ts';
export {
  checkScenario,
  loadScenario,
  loadScenarios,
  parseScenario,
  type Checked,
  type LoadOptions,
} from './load.ts';
export type { Machinery } from './machinery.ts';
export { DeclaredKinds, isDefinition } from './declared-kinds.ts';
export { readOneStep, type Present } from './one-step.ts';
export {
  Player,
  type CheckResult,
  type Performance,
  type PlayerOptions,
  type StepStarted,
} from './player.ts';
export { manifestProblems, manifestsIn } from './manifest-text.ts';
export { droppedWarnings } from './dropped-fields.ts';
export { annotationWarnings } from './annotated.ts';
export { unmeasuredNotes } from './unmeasured.ts';
export { problemText, ScenarioError, type Problem } from './problem.ts';
export { outsideWarnings } from './chosen-release.ts';
export { holdsAt, rangeText, type LeftOut, type ReleaseRange } from './release-range.ts';
export type { Scenario } from './scenario.ts';
export type { Step, StepOutcome } from './step.ts';
export type { Settings } from './variables/declared.ts';
export { manifestSchema } from './shape/manifest.ts';
export { groupOf } from './shape/node-group.ts';
export { placeOf } from './place-of.ts';
export type { PlacedManifest } from './shape/manifest-files.ts';
export { plainOf } from './source/node.ts';
export { parseText, isMarkedSlow } from './source/parse.ts';
export { stepTime, withStep, type StepText } from './source/with-step.ts';
