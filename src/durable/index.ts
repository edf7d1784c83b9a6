/** Writes kept on disk: a folder with a log and snapshots, from which a store continues after a restart. */
export { checkData, repairData, type FileCheck, type FolderCheck } from './check.ts';
export { compactData, type Compacted } from './compact.ts';
export { DataError } from './errors.ts';
export { openData, type Data, type DataOptions, type Durability } from './data.ts';
export { readData } from './read.ts';
export type { WriterRelease } from './release.ts';
