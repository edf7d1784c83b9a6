export { loadScenario, parseScenario, scenarioSchema } from './load.ts';
export { Player, type CheckResult, type PlayerOptions, type StepStarted } from './player.ts';
export { problemText, ScenarioError, type Problem } from './problem.ts';
export type { Scenario } from './scenario.ts';
export type { Step, StepOutcome } from './step.ts';
