export * from './clock.ts';
export { readValue, type Notation, type Value } from './distribution.ts';
export { binaryExponent, cosineOfTurns, naturalLog, sineOfTurns } from './elementary.ts';
export { DURATION, durationOf, durationText } from './duration.ts';
export type { Holder } from './hold-counts.ts';
export { DidNotSettleError } from './settle.ts';
export {
  VirtualClock,
  type AdvanceOptions,
  type Gate,
  type VirtualClockOptions,
} from './virtual-clock.ts';
export {
  machineTime,
  machineTimers,
  machineWall,
  makeSecret,
  type Wall,
  type WallTimers,
} from './live.ts';
export { WallClock, type WallClockOptions } from './wall-clock.ts';
export { Pacer, type Pace, type PacerOptions } from './pacer.ts';
export { Random, RandomStream } from './random.ts';
