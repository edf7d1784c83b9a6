export { fork } from './fork.ts';
export { controllersOf, Run, seedOf, type RunObserver, type RunOptions } from './run.ts';
