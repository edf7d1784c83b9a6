/** Requests recorded from a real v1.24 API server, with the answers it gave, played to ours. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { adminToken, serverRig, userToken, type ServerRig } from '../support/server.ts';

const folder = resolve(import.meta.dirname, '../conformance');

/** The gates under which most cases were recorded. */
const recorded = { CronJobTimeZone: true, HPAScaleToZero: true };

let rig: ServerRig;
afterEach(() => rig.close());

/** Plays cases; resolves with the runner's report, of which the last line counts. */
function replay(...args: readonly string[]): Promise<string> {
  const call = [
    join(folder, 'replay.mjs'),
    ...['--server', rig.url, '--token', adminToken, '--user-token', userToken, '--jobs', '6'],
    ...args,
  ];
  return new Promise((done, fail) => {
    execFile(process.execPath, call, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (stdout === '') fail(new Error(stderr, { cause: error }));
      else done(stdout);
    });
  });
}

/** What the report says of failures; empty when all passed. */
function failures(report: string): string {
  const last = report.trimEnd().split('\n').at(-1)!;
  expect(last).toMatch(/^[1-9]\d* passed, \d+ failed/);
  return / 0 failed/.test(last) ? '' : report;
}

describe('the API answers as recorded', () => {
  it.each([
    'admission',
    'apply',
    'auth',
    'deletion',
    'discovery',
    'lifecycle',
    'list',
    'patch',
    'supporting',
    'validation',
    'watch',
  ])('%s', async (topic) => {
    rig = await serverRig({ features: recorded });
    expect(failures(await replay(join(folder, 'api', `${topic}.json`)))).toBe('');
  });

  it('with server-side field validation, and history compacted', async () => {
    rig = await serverRig({ features: { ...recorded, ServerSideFieldValidation: true } });
    await rig.store.compact(rig.store.revision());
    const report = await replay(
      ...['--gates', 'ServerSideFieldValidation=true,HistoryCompacted=true'],
      ...['--filter', 'field-validation|expired|compacted', join(folder, 'api')],
    );
    expect(failures(report)).toBe('');
  });

  it('with the gates of the CronJob time zone and of scaling to zero off', async () => {
    rig = await serverRig();
    const report = await replay(
      ...['--gates', 'CronJobTimeZone=false,HPAScaleToZero=false'],
      ...['--filter', '^validation/gates/', join(folder, 'api')],
    );
    expect(failures(report)).toBe('');
  });
});
