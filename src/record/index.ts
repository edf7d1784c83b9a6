export * from './diff.ts';
export * from './entry.ts';
export * from './run-log.ts';
export * from './run-record.ts';
