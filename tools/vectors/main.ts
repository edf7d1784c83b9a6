/**
 * Replays recorded vectors: `npm run -s vectors -- DIR`. Exits with 0 when all cases pass, 1 when
 * some fail, 2 when DIR or a file in it can't be read.
 */
import { replayDirectory } from './directory.ts';
import { runners } from './runners.ts';

const directory = process.argv[2];
if (directory === undefined) {
  console.error('usage: vectors DIR');
  process.exitCode = 2;
} else {
  process.exitCode = replayDirectory(directory, runners, {
    print: (line) => console.log(line),
    complain: (message) => console.error(message),
  });
}
