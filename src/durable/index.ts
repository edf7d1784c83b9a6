/** Writes kept on disk: a folder with a log, from which a store continues after a restart. */
export { DataError } from './errors.ts';
export { openData, type Data, type Durability } from './data.ts';
export { checkLog, type LogCheck } from './scan.ts';
