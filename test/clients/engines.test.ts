/** The engine in browsers: a scenario gives the same bytes there as in Node, whoever made the JavaScript engine. */
import { beforeAll, describe, expect, it } from 'vitest';
import { digestsInBrowser } from '../../tools/engines/browser.ts';
import { allJobs, jobOf } from '../../tools/engines/jobs.ts';
import { digestsInNode } from '../../tools/engines/node.ts';
import { chromium, firefox, isMissing } from './support/tools.ts';

/** Where machines may differ: zones, an order that is none, digests. */
const delicate = ['cronjob/dst-autumn', 'hpa/stabilization', 'endpoints/addresses'];
/** One of each topic. `npm run engines` plays all of the library. */
const topics = new Map(allJobs().map((job) => [job.name.split('/')[0], job]));
const jobs = [...delicate.map(jobOf), ...topics.values()];

describe('the same bytes as in Node', () => {
  let expected: ReadonlyMap<string, string>;

  beforeAll(async () => {
    expected = await digestsInNode(jobs);
  });

  for (const [name, tool] of [['chromium', chromium()] as const, ['firefox', firefox()] as const]) {
    if (isMissing(tool)) {
      it.skip(`come from ${name} (skipped: ${tool.reason})`);
      continue;
    }
    it(`come from ${name}`, async () => {
      const found = await digestsInBrowser({ name, path: tool.path }, jobs, 100_000);
      expect(found).toEqual(expected);
    }, 120_000);
  }

  it('are missed when a browser does not start', async () => {
    await expect(
      digestsInBrowser({ name: 'firefox', path: '/bin/false' }, jobs, 10_000),
    ).rejects.toThrow('firefox ended with 1');
    await expect(
      digestsInBrowser({ name: 'firefox', path: '/no/such/program' }, jobs, 10_000),
    ).rejects.toThrow('ENOENT');
  });
});
