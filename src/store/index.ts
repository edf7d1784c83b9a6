export * from './store.ts';
export type { Change } from './change.ts';
export type { Journal } from './journal.ts';
export * from './errors.ts';
export type { Past } from './past.ts';
export type { MemoryStoreOptions } from './engine.ts';
export type { HistoryWindow } from './history.ts';
export { MemoryStore } from './memory-store.ts';
export { weightOfChange } from './weight.ts';
