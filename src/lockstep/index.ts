/** Time that waits: for programs outside to deal with what they were told. */
export { patienceOf, usualPatience, type Patience } from './patience.ts';
export { WaitingGate, type Waits, type WaitingOptions } from './gate.ts';
export { Outside, type Caller, type OutsideOptions, type WatchProgress } from './outside.ts';
