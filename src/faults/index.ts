export { type Asked, type Asker } from './asked.ts';
export { withFaults } from './client.ts';
export { faultText } from './effect-text.ts';
export { errorNames } from './errors.ts';
export type { Fault } from './fault.ts';
export { Faults, type FaultState, type FaultsOptions, type Strike, type Struck } from './faults.ts';
export { unknownResources } from './match.ts';
export type { FaultProblem } from './problem.ts';
export { readFault } from './read.ts';
