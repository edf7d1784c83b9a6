export { fork } from './fork.ts';
export { Run, seedOf, type RunObserver, type RunOptions } from './run.ts';
