/**
 * Says whether the scenarios of the library give the same bytes in browsers as in Node. A browser that is
 * not there is named as left out.
 *
 *     npm run -s engines -- [--chromium PATH] [--firefox PATH] [NAME...]
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { digestsInBrowser, type Browser } from './browser.ts';
import { allJobs, jobOf } from './jobs.ts';
import { digestsInNode } from './node.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    firefox: { type: 'string', default: '/usr/bin/firefox-esr' },
  },
});
const browsers: readonly Browser[] = [
  { name: 'chromium', path: values.chromium },
  { name: 'firefox', path: values.firefox },
];
const jobs = positionals.length > 0 ? positionals.map(jobOf) : allJobs();
const expected = await digestsInNode(jobs);
for (const browser of browsers) {
  if (!existsSync(browser.path)) {
    console.log(`${browser.name}: left out, there is no ${browser.path}`);
    continue;
  }
  const found = await digestsInBrowser(browser, jobs);
  const others = jobs.filter(({ name }) => found.get(name) !== expected.get(name));
  for (const { name } of others) console.log(`${browser.name}: ${name}: ${found.get(name)}`);
  console.log(
    `${browser.name}: ${jobs.length - others.length} of ${jobs.length} runs the same as in Node`,
  );
  if (others.length > 0) process.exitCode = 1;
}
