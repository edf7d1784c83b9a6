export * from './store.ts';
export * from './errors.ts';
export type { HistoryWindow, MemoryStoreOptions } from './engine.ts';
export { MemoryStore } from './memory-store.ts';
