/** Time that waits: for programs outside to deal with what they were told. */
export type { Patience } from './decide.ts';
export { WaitingGate, type Waits, type WaitingOptions } from './gate.ts';
export { Outside, type Caller, type OutsideOptions, type ToldWatch } from './outside.ts';
