export * from './store.ts';
export * from './errors.ts';
