/** The machine that the rest runs on, when that is Node. `../browser` has the same for a page. */
export type { Cryptography, SigningKey } from '../cryptography.ts';
export { EncodingError, FileError } from '../file-error.ts';
export { cryptography } from './cryptography.ts';
export { filesIn, isFolder, realPath } from './disk.ts';
export { md5 } from './md5.ts';
export { cronParser, loadPackages, luxon, re2js } from './packages.ts';
export { readRegularFile, readTextFile, readTextOnce } from './regular-file.ts';
export { sha256 } from './sha256.ts';
export { turn } from './turn.ts';
