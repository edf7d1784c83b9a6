/** The machine that the rest runs on, when that is a page in a browser. `../node` has the same for Node. */
export type { Cryptography, SigningKey } from '../cryptography.ts';
export { EncodingError, FileError } from '../file-error.ts';
export { cryptography } from './cryptography.ts';
export {
  filesIn,
  isFolder,
  readRegularFile,
  readTextFile,
  readTextOnce,
  realPath,
} from './disk.ts';
export { md5 } from './md5.ts';
export { cronParser, loadPackages, luxon, re2js } from './packages.ts';
export { sha256 } from './sha256.ts';
export { turn } from './turn.ts';
