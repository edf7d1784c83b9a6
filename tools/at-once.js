/**
 * Runs npm scripts side by side, and fails if one of them does: the checks of `npm test` use one core each.
 *
 *     node tools/at-once.js SCRIPT...
 */
import { spawn } from 'node:child_process';

const npm = process.env['npm_execpath'];
if (npm === undefined) throw new Error('to be run by an npm script, which says where npm is');

const codes = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

/** @param {string} script @returns {Promise<number | null>} its exit status */
function run(script) {
  return new Promise((resolve) => {
    const started = spawn(process.execPath, [npm, 'run', '-s', script], { stdio: 'inherit' });
    started.on('exit', (code) => {
      if (code !== 0) console.error(`npm run ${script} has failed`);
      resolve(code);
    });
  });
}
