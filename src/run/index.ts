export { continued } from './continued.ts';
export { hintFor, hintsFor } from './hints.ts';
export { fork } from './fork.ts';
export { RecordFullError } from './kept-writes.ts';
export { advanceUntil, playOneStep, stepFor, type Passing } from './one-step.ts';
export { NotReplayableError, replayOf } from './replay.ts';
export { controllersOf, Run, seedOf, type RunObserver, type RunOptions } from './run.ts';
