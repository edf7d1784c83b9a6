/** What is answered to requests that are refused, and what is warned about. */
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../../support/ask.ts';
import { answeringServer, maps } from '../../../support/answers.ts';

const { asked } = answeringServer();

describe('a version that is deprecated', () => {
  const path = '/apis/batch/v1beta1/namespaces/default/cronjobs';
  const warning =
    '299 - "batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob"';
  it.each<[name: string, Asked, number, string | undefined]>([
    ['is warned about', { path }, 200, warning],
    [
      'is not where nothing can be answered',
      { path, headers: { accept: 'text/x' } },
      406,
      undefined,
    ],
    [
      'is not where the patch cannot be read',
      { method: 'PATCH', path: `${path}/a`, headers: { 'content-type': 'text/x' }, body: '{}' },
      ...[415, undefined],
    ],
    [
      'is where there is nothing to be patched',
      {
        ...{ method: 'PATCH', path: `${path}/a`, body: '{}' },
        headers: { 'content-type': 'application/merge-patch+json' },
      },
      ...[404, warning],
    ],
  ] as never)('%s', async (_, request, status, warned) => {
    const answer = await asked(request);
    expect([answer.status, answer.headers.warning]).toEqual([status, warned]);
  });
});

describe('errors', () => {
  it.each([
    [`${maps}/none`, 'application/yaml', 'apiVersion: v1\ncode: 404\n'],
    [
      `${maps}/none`,
      'text/x',
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure"',
    ],
    [`${maps}/none`, 'application/vnd.kubernetes.protobuf', 'k8s\0'],
  ])('at %s are read as %s', async (path, accept, starts) => {
    const { text } = await asked({ path, headers: { accept } });
    const isRefused = accept === 'text/x';
    expect(text.slice(0, starts.length)).toBe(starts);
    if (isRefused) expect(text).toContain('"code":406');
  });

  it('say when to come again', async () => {
    const { status, headers, text } = await asked({ path: `${maps}?resourceVersion=99999999` });
    expect(status).toBe(504);
    expect(headers['retry-after']).toBe('1');
    expect(text).toContain('Too large resource version');
  });

  it('name who may not be impersonated', async () => {
    const { status, text } = await asked({
      ...{ path: `${maps}?a`, headers: { 'impersonate-group': 'x' } },
    });
    expect([status, text]).toEqual([
      500,
      `Internal Server Error: "${maps}?a": requested [{Group  x    }] without impersonating a user\n`,
    ]);
  });
});
