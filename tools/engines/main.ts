/**
 * Says whether the scenarios of the library give the same bytes in browsers as in Node.
 *
 *     npm run -s engines -- [--chromium PATH] [--firefox PATH] [NAME...]
 */
import { parseArgs } from 'node:util';
import { digestsInBrowser, type Browser } from './browser.ts';
import { allJobs, jobOf } from './jobs.ts';
import { digestsInNode } from './node.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    firefox: { type: 'string' },
  },
});
const { chromium, firefox } = values;
const browsers: Browser[] = [
  { name: 'chromium', path: chromium },
  ...(firefox === undefined ? [] : [{ name: 'firefox', path: firefox } as const]),
];
const jobs = positionals.length > 0 ? positionals.map(jobOf) : allJobs();
const expected = await digestsInNode(jobs);
for (const browser of browsers) {
  const found = await digestsInBrowser(browser, jobs);
  const others = jobs.filter(({ name }) => found.get(name) !== expected.get(name));
  for (const { name } of others) console.log(`${browser.name}: ${name}: ${found.get(name)}`);
  console.log(
    `${browser.name}: ${jobs.length - others.length} of ${jobs.length} runs the same as in Node`,
  );
  if (others.length > 0) process.exitCode = 1;
}
