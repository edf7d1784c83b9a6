/** Requests recorded from a real v1.24 API server, with the answers it gave, played to ours. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiRuns, playRun, runnerIn } from '../../tools/conformance/api-runs.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'test/conformance/api');
const topics = readdirSync(folder).map((name) => name.replace(/\.json$/, ''));
const [asRecorded, ...others] = apiRuns;

describe('the API answers as recorded', () => {
  it.each(topics)('%s', async (topic) => {
    const report = await playRun(asRecorded!, runnerIn(root), [join(folder, `${topic}.json`)]);
    expect(report.differences).toBe('');
    expect(report.passed).not.toHaveLength(0);
  });

  it.each(others)('$about', async (run) => {
    const report = await playRun(run, runnerIn(root), [folder]);
    expect(report.differences).toBe('');
    expect(report.passed).not.toHaveLength(0);
  });
});
