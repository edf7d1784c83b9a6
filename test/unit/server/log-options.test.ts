/** The options of a request for a log: what is read, and each error. */
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/server/request/query.ts';
import { readLogOptions } from '../../../src/server/verbs/log-options.ts';

const read = (query: string) => readLogOptions(parseQuery(query), 'web');

it.each([
  ['', undefined, undefined],
  ['tailLines=0&limitBytes=1', 0, 1],
  ['tailLines=5', 5, undefined],
  ['sinceSeconds=1&follow=true', undefined, undefined],
  ['sinceTime=2026-01-01T00:00:00Z', undefined, undefined],
  ['sinceTime=&sinceSeconds=1', undefined, undefined],
])('%s', (query, tailLines, limitBytes) => {
  expect(read(query)).toEqual({ tailLines, limitBytes });
});

describe('is refused', () => {
  const problem = 'PodLogOptions "web" is invalid: ';
  it.each([
    ['tailLines=-1', `${problem}tailLines: Invalid value: -1: must be greater than or equal to 0`],
    ['limitBytes=0', `${problem}limitBytes: Invalid value: 0: must be greater than 0`],
    ['limitBytes=-1', `${problem}limitBytes: Invalid value: -1: must be greater than 0`],
    ['sinceSeconds=0', `${problem}sinceSeconds: Invalid value: 0: must be greater than 0`],
    [
      'sinceSeconds=0&sinceTime=2026-01-01T00:00:00Z',
      `${problem}[]: Forbidden: at most one of \`sinceTime\` or \`sinceSeconds\` may be specified`,
    ],
    [
      'tailLines=-1&limitBytes=0',
      `${problem}[tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0]`,
    ],
    ['tailLines=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
  ])('%s', (query, message) => {
    expect(() => read(query)).toThrow(expect.objectContaining({ message }) as Error);
  });
});
